//! Interrupted and resumed searches: proved results stay proved and are not searched again.

use crate::random::{Random, random_position};
use emilia::internal::search::{ProgressObserver, Proof, ResumeState, SavedEntry, Searcher, Snapshot, Step};
use emilia::{Certainty, Limits, Observer, Position, Report, Score, Square, Stop, Weights};
use std::sync::{Arc, OnceLock};

fn searcher(hash_mib: usize, threads: usize) -> Searcher {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    let weights = WEIGHTS.get_or_init(Weights::embedded);
    Searcher::new(weights.clone(), hash_mib, threads)
}

/// Writes everything down.
#[derive(Default)]
struct Diary {
    resume: ResumeState,
    kept: Vec<SavedEntry>,
    /// The searches of root moves in the last pass, with their windows.
    searches: Vec<(Square, Score, Score)>,
    /// The moves whose search has not ended.
    open: Vec<Square>,
}

impl Observer<Square> for Diary {
    fn report(&mut self, lines: &[Report<Square>]) {
        self.resume.iterations += 1;
        self.resume.lines = lines.to_vec();
    }
}

impl ProgressObserver for Diary {
    fn step(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        self.resume.proofs = snapshot.proofs.clone();
        match step {
            Step::Searching { at, .. } => {
                assert!(!self.open.contains(&at), "{at} is searched already");
                self.open.push(at);
            }
            Step::Searched { at } => {
                assert!(self.open.contains(&at), "{at} was not searched");
                self.open.retain(|open| *open != at);
            }
            Step::Begins => assert_eq!(self.open, [], "the searches of an iteration have ended"),
            Step::Tick | Step::Ends => {}
        }
        if let (Step::Searching { at, alpha, beta }, [_]) = (step, snapshot.iterations.as_slice()) {
            self.searches.push((at, alpha, beta));
        }
        if matches!(step, Step::Searched { .. }) {
            self.kept = snapshot.deepest(1000).collect();
        }
    }
}

fn prove(root: Position, limits: &Limits, threads: usize, before: &Diary) -> (Vec<Report<Square>>, Diary) {
    let mut searcher = searcher(4, threads);
    searcher.restore_entries(before.kept.iter().copied());
    let mut diary = Diary { resume: before.resume.clone(), ..Diary::default() };
    let reports = searcher.search_observed(root, limits, &Stop::new(), &mut diary, &before.resume);
    (reports, diary)
}

/// The exact scores of all moves.
fn truths(root: Position) -> Vec<(Square, i32)> {
    let limits = Limits { lines: 64, ..Limits::exact() };
    let reports = searcher(4, 1).search(root, &limits, &Stop::new(), &mut |_: &[Report<Square>]| {});
    reports.iter().map(|report| (report.line[0], report.score().rounded())).collect()
}

fn proved(reports: &[Report<Square>]) -> Vec<(Score, Certainty)> {
    reports.iter().map(|report| (report.score(), report.certainty())).collect()
}

/// Whether these bounds answer a search of their move with this window.
fn is_answer(proof: &Proof, (alpha, beta): (Score, Score)) -> bool {
    Score::discs(proof.lower) >= beta || Score::discs(proof.upper) <= alpha || proof.lower == proof.upper
}

#[test]
fn an_interrupted_search_is_resumed_to_the_same_result() {
    let mut random = Random::new(1);
    let (mut resumed, mut spared) = (0, 0);
    for game in 0..10 {
        let root = random_position(17, &mut random);
        let limits = Limits { lines: if game % 2 == 0 { 1 } else { 64 }, ..Limits::exact() };
        let (whole, _) = prove(root, &limits, 1, &Diary::default());
        let mut diary = Diary::default();
        for part in 1..=8 {
            let nodes = Some(whole[0].nodes * part / 8);
            let (_, broken) = prove(root, &Limits { nodes, ..limits.clone() }, 1, &diary);
            for &(at, alpha, beta) in &broken.searches {
                let known = diary.resume.proofs.iter().find(|proof| proof.at == at);
                assert!(known.is_none_or(|proof| !is_answer(proof, (alpha, beta))), "{root} {at} {alpha} {beta}");
            }
            spared += usize::from(part > 1 && broken.searches.len() < root.moves().len() as usize);
            diary = broken;
        }
        let (end, _) = prove(root, &limits, 1 + game % 2, &diary);
        assert_eq!(proved(&end), proved(&whole), "{root}");
        resumed += usize::from(!diary.resume.proofs.is_empty());
    }
    assert!(
        resumed > 5 && spared > 5,
        "searches were broken off where there was something to spare: {resumed} {spared}"
    );
}

#[test]
fn a_move_that_cannot_be_best_any_more_is_never_searched_again() {
    let mut random = Random::new(2);
    for _ in 0..10 {
        let root = random_position(16, &mut random);
        let (whole, diary) = prove(root, &Limits::exact(), 1, &Diary::default());
        let before = ResumeState { iterations: diary.resume.iterations - 1, ..diary.resume };
        let (again, after) = prove(root, &Limits::exact(), 1, &Diary { resume: before, ..Diary::default() });
        assert_eq!(after.searches, [], "{root}");
        assert_eq!((proved(&again), again[0].line[0]), (proved(&whole), whole[0].line[0]), "{root}");
    }
}

#[test]
fn whatever_is_noted_as_proved_is_true() {
    let mut random = Random::new(3);
    for threads in [1, 2] {
        for _ in 0..12 {
            let root = random_position(15, &mut random);
            let truths = truths(root);
            for draw in [Score::ZERO, Score::discs(1), Score::discs(-1)] {
                let window = (Score::discs(-4), Score::discs(4));
                let limits = Limits { draw, window, ..Limits::exact() };
                let (_, diary) = prove(root, &limits, threads, &Diary::default());
                for Proof { at, lower, upper } in diary.resume.proofs {
                    let (_, truth) = truths.iter().find(|(other, _)| *other == at).expect("a legal move");
                    assert!((lower..=upper).contains(truth), "{root} {at} {lower}..{upper} {truth}");
                }
            }
        }
    }
}

#[test]
fn whatever_a_broken_search_claims_of_its_moves_is_true() {
    let mut random = Random::new(4);
    let (mut exact, mut bounds) = (0, 0);
    for _ in 0..8 {
        let root = random_position(16, &mut random);
        let truths = truths(root);
        for (lines, parts) in [(1, 40), (64, 12)] {
            let limits = Limits { lines, ..Limits::exact() };
            let nodes = prove(root, &limits, 1, &Diary::default()).0[0].nodes;
            for part in 1..parts {
                let limits = Limits { nodes: Some(nodes * part / parts), ..limits.clone() };
                let (reports, _) = prove(root, &limits, 1, &Diary::default());
                assert_eq!(reports.len(), truths.len().min(lines));
                for report in reports {
                    let (_, truth) = truths.iter().find(|(at, _)| *at == report.line[0]).expect("a legal move");
                    let (truth, score) = (Score::discs(*truth), report.score());
                    match report.certainty() {
                        Certainty::Exact => assert_eq!(score, truth, "{root} {report:?}"),
                        Certainty::AtLeast => assert!(score <= truth, "{root} {report:?}"),
                        Certainty::AtMost => assert!(score >= truth, "{root} {report:?}"),
                        Certainty::Depth { .. } => {}
                    }
                    exact += usize::from(report.certainty() == Certainty::Exact);
                    bounds += usize::from(matches!(report.certainty(), Certainty::AtLeast | Certainty::AtMost));
                }
            }
        }
    }
    assert!(exact > 10 && bounds > 0, "{exact} {bounds}");
}
