//! The search against its definition: plain minimax, and positions with known answers.

use crate::random::{Random, brute_force, random_position};
use emilia::internal::search::Searcher;
use emilia::{Bitboard, Budget, Certainty, Limits, Position, Report, Score, Selectivity, Square, Stop, Weights};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

fn weights() -> Arc<Weights> {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    WEIGHTS.get_or_init(Weights::embedded).clone()
}

fn searcher(hash_mib: usize, threads: usize) -> Searcher {
    Searcher::new(weights(), hash_mib, threads)
}

fn think(searcher: &mut Searcher, root: Position, limits: &Limits) -> Vec<Report<Square>> {
    searcher.search(root, limits, &Stop::new(), &mut |_: &[Report<Square>]| {})
}

/// The value of a full-width search of this depth, by brute force.
fn minimax(weights: &Weights, position: Position, depth: u32) -> Score {
    let moves = position.moves();
    if position.is_over() {
        position.final_score()
    } else if depth == 0 {
        // The side that moved last gained by it, and one side will have the last move.
        let beyond = Score::from_discs(weights.errors().at_leaf(position.empties()));
        Score::clamped(weights.eval_position(position).raw() + beyond.raw())
    } else if !moves.is_empty() {
        moves.map(|at| -minimax(weights, position.try_play(at).expect("legal"), depth - 1)).max().expect("moves")
    } else {
        -minimax(weights, position.pass(), depth)
    }
}

/// The score a line of squares leads to, for the side that moves first, passes made where they are forced.
fn play_out(root: Position, line: &[Square]) -> i32 {
    let (mut position, mut sign) = (root, 1);
    for at in line {
        if position.moves().is_empty() {
            (position, sign) = (position.pass(), -sign);
        }
        position = position.try_play(*at).expect("every move of a line is legal");
        sign = -sign;
    }
    assert!(position.is_over(), "a proved line is played to the end");
    sign * position.final_discs()
}

/// Random discs with this number of empty squares; the fewer a side has, the more games end early or with its last disc.
fn any_position(empties: u32, random: &mut Random) -> Position {
    let mut empty = Bitboard::EMPTY;
    while empty.len() < empties {
        empty |= Bitboard::from(Square::new(random.below(64) as u8).expect("a square"));
    }
    let few = |random: &mut Random| 1 << random.below(64) | 1 << random.below(64);
    let sparse = if random.below(2) == 0 { few(random) } else { random.next() };
    let (own, opp) = (Bitboard(sparse) & !empty, Bitboard(!sparse) & !empty);
    let position = Position::new(own, opp).expect("no square with two discs");
    if random.below(2) == 0 { position } else { position.pass() }
}

/// Whether this report of a search with this window is true of a position with this score in discs, and as strong as it must be.
fn is_true(report: &Report<Square>, truth: Score, (alpha, beta): (Score, Score)) -> bool {
    let score = report.score();
    match report.certainty() {
        Certainty::Exact => score == truth,
        Certainty::AtLeast => beta <= score && score <= truth,
        Certainty::AtMost => truth <= score && score <= alpha,
        Certainty::Depth { .. } => false,
    }
}

#[test]
fn brute_force_agrees_on_two_thousand_endings() {
    let mut random = Random::new(1);
    let mut searcher = searcher(1, 1);
    let (mut passes, mut over, mut wiped_out) = (0, 0, 0);
    for game in 0..2000 {
        let empties = 1 + game % 10;
        let position =
            if game % 20 < 10 { random_position(empties, &mut random) } else { any_position(empties, &mut random) };
        let truth = Score::discs(brute_force(position));
        let report = &think(&mut searcher, position, &Limits::exact())[0];
        assert_eq!((report.score(), report.certainty()), (truth, Certainty::Exact), "{position}");
        assert_eq!(Score::discs(play_out(position, &report.line)), truth, "{position} {:?}", report.line);
        let alpha = random.below(128) as i32 - 64;
        let beta = alpha + 1 + random.below((64 - alpha) as usize) as i32;
        for window in [(-1, 1), (alpha, beta)].map(|(alpha, beta)| (Score::discs(alpha), Score::discs(beta))) {
            let report = &think(&mut searcher, position, &Limits { window, ..Limits::exact() })[0];
            assert!(is_true(report, truth, window), "{position} {window:?} {truth} {report:?}");
        }
        over += u32::from(position.is_over());
        passes += u32::from(position.moves().is_empty() && !position.is_over());
        wiped_out += u32::from(truth.rounded().abs() == 64);
    }
    assert!(passes > 50 && over > 20 && wiped_out > 20, "every kind is there: {passes} {over} {wiped_out}");
}

#[test]
fn endings_are_played_out_to_their_exact_score_whatever_was_guessed() {
    let mut random = Random::new(17);
    let mut searcher = searcher(1, 1);
    for game in 0..600 {
        let empties = game % 10;
        let position =
            if game % 20 < 10 { random_position(empties, &mut random) } else { any_position(empties, &mut random) };
        let truth = brute_force(position);
        for guess in [truth, random.below(128) as i32 - 64, i32::MAX, i32::MIN] {
            let (score, line) = searcher.play_out(position, guess).expect("few empty squares");
            assert_eq!((score, play_out(position, &line)), (truth, truth), "{position} {guess} {line:?}");
        }
    }
    assert_eq!(searcher.play_out(random_position(17, &mut random), 0), None);
}

#[test]
fn every_move_of_human_endings_gets_its_exact_score() {
    let problems = include_str!("../../../data/problems/exact-6-16.obf");
    let mut searcher = searcher(16, 1);
    for line in problems.lines().step_by(6) {
        let position: Position = line[..64].parse().expect("a board");
        let root = if line[64..].trim_start().starts_with('X') { position } else { position.pass() };
        let mut expected: Vec<(String, i32)> = line
            .split(';')
            .skip(1)
            .filter_map(|answer| answer.trim().split_once(':'))
            .map(|(at, score)| (at.to_lowercase(), score.parse().expect("a score")))
            .collect();
        let limits = Limits { lines: 64, ..Limits::exact() };
        let mut found: Vec<(String, i32)> = think(&mut searcher, root, &limits)
            .iter()
            .map(|report| {
                assert_eq!(report.certainty(), Certainty::Exact);
                (report.line[0].to_string(), report.score().rounded())
            })
            .collect();
        assert!(found.is_sorted_by_key(|(_, score)| -score), "best first: {found:?}");
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn a_search_of_full_width_is_plain_minimax() {
    let mut random = Random::new(2);
    let mut searchers = [searcher(1, 1), searcher(1, 3)];
    for game in 0..40 {
        let position = random_position(18 + game, &mut random);
        for depth in 0..=4 {
            let expected =
                if depth == 0 { weights().eval_position(position) } else { minimax(&weights(), position, depth) };
            for (searcher, threads) in searchers.iter_mut().zip(["one thread", "three threads"]) {
                searcher.clear();
                let report = &think(searcher, position, &Limits::new(depth, Selectivity::Full))[0];
                assert_eq!(report.score(), expected, "{position} depth {depth}, {threads}");
                if !position.moves().is_empty() {
                    assert_eq!(report.certainty(), Certainty::Depth { plies: depth as u8, percent: 100 });
                }
            }
        }
    }
}

#[test]
fn one_ply_sees_that_a_move_wins_all_discs() {
    let mut position = Position::START;
    for at in "e6f4e3f6g5d6e7f5".as_bytes().chunks(2) {
        let at = str::from_utf8(at).expect("text").parse().expect("a square");
        position = position.try_play(at).expect("legal");
    }
    let found = &think(&mut searcher(1, 1), position, &Limits::new(1, Selectivity::Full))[0];
    assert_eq!((found.line.as_slice(), found.score()), (&["c5".parse().expect("a square")][..], Score::MAX));
}

#[test]
fn nothing_selective_is_called_exact() {
    let position = random_position(20, &mut Random::new(4));
    for selectivity in Selectivity::ALL {
        let report = &think(&mut searcher(8, 1), position, &Limits::new(20, selectivity))[0];
        let is_full = selectivity == Selectivity::Full;
        assert_eq!(report.certainty().is_proved(), is_full);
        if !is_full {
            assert_eq!(report.certainty(), Certainty::Depth { plies: 20, percent: selectivity.percent() });
        }
    }
}

#[test]
fn the_answer_is_the_same_with_a_tiny_table_a_large_one_and_two_threads() {
    let mut random = Random::new(5);
    let (mut tiny, mut large, mut pair) = (searcher(1, 1), searcher(256, 1), searcher(64, 2));
    for _ in 0..12 {
        let position = random_position(18, &mut random);
        let alone = think(&mut tiny, position, &Limits { lines: 3, ..Limits::exact() });
        let roomy = think(&mut large, position, &Limits { lines: 3, ..Limits::exact() });
        let together = think(&mut pair, position, &Limits { lines: 3, ..Limits::exact() });
        let scores =
            |lines: &[Report<Square>]| lines.iter().map(|line| (line.score(), line.certainty())).collect::<Vec<_>>();
        assert_eq!(scores(&alone), scores(&roomy), "{position}");
        assert_eq!(scores(&alone), scores(&together), "{position}");
        for line in together {
            assert_eq!(Score::discs(play_out(position, &line.line)), line.score(), "{position} {:?}", line.line);
        }
    }
}

#[test]
fn a_proved_line_is_perfect_play() {
    // Of these, the table held moves of selective iterations on the way.
    let from_table = [
        "XXXXXXX-XOO-O---XOOOX----OOXX-XOO-XXOXO-OOOOXOOOXXOX-OO--O---OOO",
        "---XOOO-OOXXXX---OOXXX--OOOXOOO-OOOOXO--OOOOOX--OOXX-XXOOO-X-X-X",
        "---OXX--X-OOXO--XOOOXO--XXOOOOO-XXOOOO--XXOXOXXXOOOOX-X--OOXX--X",
        "---XO---XXXXXXXXXXXXXOX--XXXOX----XOOOO--XOXOOO-XOOOOO--OXXXXXX-",
        "XXXXX----XOXXX--OOXOXXOOXOOOXXX-XOOOOXX--OOOOOOO---XOOO-----OO-X",
        "--O-O-OO-OOXXXXXOOOXXO--OOXXO-O-OOXOOOOOOOX-OXX-XOOXXXX--O-O----",
    ];
    let mut random = Random::new(8);
    let positions = from_table.iter().map(|text| text.parse().expect("a position"));
    let positions: Vec<Position> =
        positions.chain((14..18).map(|empties| random_position(empties, &mut random))).collect();
    let mut experienced = searcher(1, 1);
    let mut check = |position, limits: &Limits| {
        let lines = [think(&mut searcher(16, 1), position, limits), think(&mut experienced, position, limits)];
        for line in lines.iter().flatten() {
            assert_eq!(line.certainty(), Certainty::Exact);
            assert_eq!(
                Score::discs(play_out(position, &line.line)),
                line.score(),
                "{position} {limits:?} {:?}",
                line.line
            );
        }
    };
    for position in positions {
        for (lines, draw) in [(1, Score::ZERO), (3, Score::ZERO), (2, Score::from_discs(0.3))] {
            check(position, &Limits { lines, draw, ..Limits::exact() });
        }
    }
    // Here the side that loses all its discs passes, and the table has the positions after the passes only.
    let passes = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X";
    check(passes.parse().expect("a position"), &Limits::exact());
}

#[test]
fn one_thread_does_the_same_every_time() {
    let position = random_position(24, &mut Random::new(6));
    let limits = Limits::new(12, Selectivity::P73);
    let first = think(&mut searcher(4, 1), position, &limits);
    let mut again = searcher(4, 1);
    let second = think(&mut again, position, &limits);
    again.clear();
    let third = think(&mut again, position, &limits);
    let reported = |lines: &[Report<Square>]| (lines[0].score(), lines[0].line.clone(), lines[0].nodes);
    assert_eq!(reported(&first), reported(&second));
    assert_eq!(reported(&first), reported(&third));
}

#[test]
fn a_stopped_search_still_names_a_legal_move() {
    let stop = Stop::new();
    stop.request();
    let report = &searcher(1, 2).search(Position::START, &Limits::exact(), &stop, &mut |_: &[Report<Square>]| {})[0];
    assert!(Position::START.moves().has(report.line[0]));
    assert!(!report.certainty().is_proved());
}

#[test]
fn a_stop_in_mid_search_ends_it_without_a_claim() {
    let stop = Stop::new();
    let asker = stop.clone();
    let mut watch = move |lines: &[Report<Square>]| {
        if matches!(lines[0].certainty(), Certainty::Depth { plies: 6.., .. }) {
            asker.request();
        }
    };
    let lines = searcher(4, 2).search(Position::START, &Limits { lines: 4, ..Limits::exact() }, &stop, &mut watch);
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| !line.certainty().is_proved() && Position::START.moves().has(line.line[0])));
}

#[test]
fn bounds_on_nodes_and_time_end_a_search() {
    let limits = Limits { nodes: Some(50_000), ..Limits::exact() };
    let report = &think(&mut searcher(4, 1), Position::START, &limits)[0];
    assert!(report.nodes >= 40_000 && report.nodes < 60_000, "{}", report.nodes);
    // The tasks of several threads are smaller than the number of nodes after which one thread checks the limits.
    for threads in [2, 4] {
        let limits = Limits { nodes: Some(400_000), ..Limits::exact() };
        let report = &think(&mut searcher(4, threads), random_position(40, &mut Random::new(3)), &limits)[0];
        assert!(report.nodes >= 400_000 && report.nodes < 440_000, "{threads} threads: {}", report.nodes);
    }
    let budget = Budget { soft: Duration::from_millis(5), hard: Duration::from_millis(10) };
    let report = &think(&mut searcher(4, 1), Position::START, &Limits { budget: Some(budget), ..Limits::exact() })[0];
    assert!(Position::START.moves().has(report.line[0]) && !report.certainty().is_proved());
}

#[test]
fn finished_depths_are_reported_in_order_and_the_last_one_is_the_result() {
    let mut seen = Vec::new();
    let mut watch = |lines: &[Report<Square>]| seen.push(lines.to_vec());
    let limits = Limits { lines: 3, ..Limits::new(6, Selectivity::P73) };
    let result = searcher(4, 1).search(Position::START, &limits, &Stop::new(), &mut watch);
    let depths: Vec<Certainty> = seen.iter().map(|lines| lines[0].certainty()).collect();
    let expected: Vec<Certainty> = (1..=6).map(|plies| Certainty::Depth { plies, percent: 73 }).collect();
    assert_eq!(depths, expected);
    assert!(seen.iter().all(|lines| lines.len() == 3 && lines.is_sorted_by_key(|line| -line.score())));
    let last = seen.last().expect("six depths");
    assert!(result.iter().zip(last).all(|(a, b)| (a.score(), &a.line) == (b.score(), &b.line)));
}

#[test]
fn a_search_that_strides_comes_to_the_same_depth_and_without_cuts_to_the_same_score() {
    let mut random = Random::new(23);
    for (depth, stride, depths) in
        [(5, 2, &[1, 3, 5][..]), (4, 2, &[2, 4]), (4, 3, &[1, 4]), (2, 9, &[2]), (2, u32::MAX, &[2]), (0, 2, &[])]
    {
        let position = random_position(30, &mut random);
        let steps = Limits::new(depth, Selectivity::Full);
        let mut seen = Vec::new();
        let mut watch = |lines: &[Report<Square>]| seen.push(lines[0].certainty());
        let limits = Limits { stride, ..steps.clone() };
        let strode = searcher(1, 1).search(position, &limits, &Stop::new(), &mut watch);
        let expected: Vec<_> = depths.iter().map(|&plies| Certainty::Depth { plies, percent: 100 }).collect();
        assert_eq!((seen, strode[0].score()), (expected, think(&mut searcher(1, 1), position, &steps)[0].score()));
    }
}

#[test]
fn an_empty_window_gives_a_true_bound() {
    let mut random = Random::new(6);
    let mut searcher = searcher(1, 1);
    for _ in 0..40 {
        let position = any_position(8, &mut random);
        let truth = brute_force(position);
        for (low, high) in [(5, -5), (0, 0), (64, 64), (64, -64), (-64, -64), (truth, truth)] {
            let value = think(&mut searcher, position, &Limits::exact().with_window(low, high))[0].value;
            let is_true =
                value.lower().is_none_or(|lower| lower <= truth) && value.upper().is_none_or(|upper| upper >= truth);
            assert!(is_true && value.certainty().is_proved(), "{position} {low} {high} {truth} {value:?}");
        }
    }
}

#[test]
fn a_draw_is_reported_as_a_draw_at_any_contempt() {
    let mut random = Random::new(7);
    let mut draws = 0;
    // Its table entries are from a search with another value of a draw.
    let mut experienced = searcher(1, 1);
    for _ in 0..300 {
        let position = random_position(8, &mut random);
        let truth = think(&mut searcher(1, 1), position, &Limits::exact())[0].score();
        draws += i32::from(truth == Score::ZERO);
        for draw in [Score::discs(1), Score::discs(-1), Score::from_discs(0.3)] {
            let report = &think(&mut searcher(1, 1), position, &Limits { draw, ..Limits::exact() })[0];
            assert_eq!((report.score(), report.certainty()), (truth, Certainty::Exact), "{position} draw {draw}");
            for (alpha, beta) in [(-1, 1), (-42, 1), (-1, 7), (0, 1), (-1, 0)] {
                let window = (Score::discs(alpha), Score::discs(beta));
                let report = &think(&mut experienced, position, &Limits { draw, window, ..Limits::exact() })[0];
                assert!(is_true(report, truth, window), "{position} draw {draw} {window:?} {truth} {report:?}");
            }
        }
    }
    assert!(draws > 5, "the positions hold draws, or the test says nothing");
}
