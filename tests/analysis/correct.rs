//! Corrections: proposals are legal, follow from their changes, and include what a naive search finds.

use crate::analysis::{random_game, squares};
use crate::random::Random;
use emilia::Square;
use emilia::notation::{
    sheet::{Entry, Sheet},
    transcript,
};
use emilia_analysis::{Change, Correction, Corrector, Written};
use std::collections::BTreeSet;

/// The record after its changes, by naive means.
fn applied(record: &[String], changes: &[Change]) -> Vec<String> {
    let mut moves = Vec::new();
    let mut number = 1;
    while number <= record.len() + 1 {
        let mut written = record.get(number - 1).cloned().into_iter().collect::<Vec<_>>();
        let mut next = number + 1;
        for change in changes.iter().filter(|change| change.number() == number) {
            match change {
                Change::Misread { square, .. } => written = vec![square.to_string()],
                Change::Missing { square, .. } => moves.push(square.to_string()),
                Change::Extra { .. } => written.clear(),
                Change::Swapped { first, second, .. } => {
                    written = vec![first.to_string(), second.to_string()];
                    next = number + 2;
                }
            }
        }
        moves.append(&mut written);
        number = next;
    }
    moves
}

/// The record with a random mistake.
fn damaged(mut moves: Vec<String>, random: &mut Random) -> Vec<String> {
    let at = random.below(moves.len() - 1);
    match random.below(4) {
        0 => moves[at] = Square::all().nth(random.below(64)).expect("a square").to_string(),
        1 => drop(moves.remove(at)),
        2 => moves.insert(at, moves[at].clone()),
        _ => moves.swap(at, at + 1),
    }
    moves
}

#[test]
fn proposals_are_legal_and_follow_from_their_changes() {
    let mut random = Random::new(11);
    let corrector = Corrector { proposals: 10, nodes: 200_000, ..Corrector::default() };
    for seed in 0..60 {
        let mut record = damaged(squares(&random_game(seed)), &mut random);
        if seed % 2 == 0 {
            record = damaged(record, &mut random);
        }
        let written = Written::transcript(&record.join(" "));
        let corrections = corrector.correct(&written);
        assert_eq!(corrections.faults.is_empty(), transcript::read(&record.concat()).is_ok(), "{record:?}");
        let mut last = 0;
        for Correction { game, changes, cost } in &corrections.proposals {
            assert_eq!(squares(game), applied(&record, changes), "{changes:?} of {record:?}");
            assert!(!changes.is_empty() && *cost >= last);
            assert_eq!(transcript::read(&game.transcript()).map(|game| game.transcript()), Ok(game.transcript()));
            last = *cost;
        }
        let different: BTreeSet<String> = corrections.proposals.iter().map(|found| found.game.transcript()).collect();
        assert_eq!(different.len(), corrections.proposals.len());
        assert_eq!(corrector.correct(&written), corrections, "the same again");
    }
}

/// The legal games that differ from the record in one letter or digit, one move left out or too many, or two neighbours exchanged.
fn with_one_change(record: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut keep = |moves: Vec<String>| {
        if let Ok(game) = transcript::read(&moves.concat()) {
            found.insert(game.transcript());
        }
    };
    for at in 0..record.len() {
        let written: Square = record[at].parse().expect("a square");
        for square in Square::all() {
            if square.row() == written.row() || square.column() == written.column() {
                let mut moves = record.to_vec();
                moves[at] = square.to_string();
                keep(moves);
            }
            let mut moves = record.to_vec();
            moves.insert(at, square.to_string());
            keep(moves);
        }
        let mut moves = record.to_vec();
        moves.remove(at);
        keep(moves);
        if at + 1 < record.len() {
            let mut moves = record.to_vec();
            moves.swap(at, at + 1);
            keep(moves);
        }
    }
    found
}

#[test]
fn every_game_that_a_naive_search_finds_by_one_change_is_proposed() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for seed in 0..40 {
        let record = damaged(squares(&random_game(seed)), &mut random);
        let written = Written::transcript(&record.join(" "));
        if written.faults().is_empty() {
            continue;
        }
        let corrector = Corrector { proposals: 1000, most_cost: 32, ..Corrector::default() };
        let corrections = corrector.correct(&written);
        assert!(corrections.is_complete);
        let proposed: BTreeSet<String> = corrections.proposals.iter().map(|found| found.game.transcript()).collect();
        let missing: Vec<String> = with_one_change(&record).difference(&proposed).cloned().collect();
        assert!(missing.is_empty() || proposed.len() == 1000, "{missing:?} for {record:?}");
        compared += 1;
    }
    assert!(compared > 20, "{compared} records");
}

#[test]
fn the_first_impossible_move_is_named() {
    let faults = |text: &str| Written::transcript(text).faults();
    assert_eq!(faults("f5d6c3"), [""; 0]);
    assert_eq!(faults("1. f5 d6 2. c3 d9"), ["move 4 (d9): not a square"]);
    assert_eq!(faults("f5f5"), ["move 2 (f5): there is already a disc on f5"]);
    assert_eq!(faults("f5 d6 c3 ?4"), ["move 4 (?4): not a square"]);
    assert_eq!(faults("f5 6d"), [""; 0], "the order of letter and digit is no fault");
    for passed in ["f5passd6PAc3", "f5pad6psc3pass", "f5--d6--c3", "f5 pass d6 c3"] {
        let written = Written::transcript(passed);
        assert_eq!((written.faults(), written.len()), (Vec::new(), 3), "{passed}");
    }
    assert_eq!(Written::transcript("f5pa4").len(), 3, "a slip before a4 is no pass");
    let damaged = Written::transcript("Black: Rose\nf5 d6 c3 d3 b4").faults();
    assert_eq!(damaged, ["move 5 (b4): no disc is flipped by b4"]);
}

#[test]
fn mistakes_of_every_kind_are_found() {
    let good = "f5d6c3d3c4f4f6g5e6d7e3c5f3";
    let game = transcript::read(good).expect("legal");
    let first = |text: &str| {
        let corrections = Corrector::default().correct(&Written::transcript(text));
        assert!(!corrections.faults.is_empty(), "{text}");
        corrections.proposals.iter().take(3).any(|proposal| proposal.game.transcript() == game.transcript())
    };
    for text in [
        "f5d6c3d3c4f4f6g5e6d7e3c5?3",
        "f5 d6 c3 d3 c4 f4 f6 g5 e6 d7 e3 c5 x3",
        "f5d6c3d3c4f4f6g5g5e6d7e3c5f3",
        "f5d6c3d3f4c4f6g5e6d7e3c5f3",
        "f5d6c3d3c4f4f6g5e6d7e4c5f3",
    ] {
        assert!(first(text), "{text}");
    }
}

#[test]
fn sheets_are_corrected() {
    let mut found = 0;
    for seed in 0..20 {
        let game = random_game(seed);
        let mut sheet = Sheet::of_game(&game).expect("8x8");
        let at = sheet.with_number(20).next().expect("a move 20");
        // A two that looks like a seven.
        sheet.set(at, if seed % 2 == 0 { Entry::Number(26) } else { Entry::Unreadable("2?".to_owned()) });
        let written = Written::read(&sheet.to_string()).expect("a sheet");
        let corrections = Corrector::default().correct(&written);
        assert!(corrections.faults.iter().any(|fault| fault.contains("20") || fault.contains("2?")), "{corrections:?}");
        found +=
            usize::from(corrections.proposals.iter().any(|proposal| proposal.game.transcript() == game.transcript()));
    }
    assert!(found >= 18, "{found} of 20");
}

#[test]
fn a_text_without_a_game_near_it_gives_no_proposal() {
    let corrector = Corrector { nodes: 100_000, ..Corrector::default() };
    let corrections = corrector.correct(&Written::transcript(&"a1 h8 ".repeat(40)));
    assert!(corrections.proposals.is_empty() && corrections.faults.len() == 1);
    assert!(Written::transcript("").is_empty() && Written::transcript(&"f5 ".repeat(100_000)).len() < 200);
    assert_eq!(Corrector::default().correct(&Written::transcript("f5")).proposals, []);
}
