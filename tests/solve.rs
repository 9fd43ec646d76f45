//! `emilia solve` as its users see it: windows, all moves, several positions at once.

use crate::common::program::{run, stderr, stdout};
use crate::random::{Random, brute_force, random_position};
use emilia::Position;
use serde_json::Value;
use std::process::Output;

const SOLVED: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";

fn solve(arguments: &[&str], input: &str) -> Output {
    run(&[&["solve", "-", "--hash", "4", "--threads", "2"], arguments].concat(), input)
}

/// The objects of the positions; those of a fault or of the sums left out.
fn objects(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    let objects = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    objects.filter(|object: &Value| object["position"].is_string()).collect()
}

/// This number of positions with a move and up to eight empty squares, one per line.
fn endings(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let positions = (0..).map(|game| random_position(3 + game % 6, &mut random));
    positions.filter(|position| !position.moves().is_empty()).take(count).collect()
}

fn lines(positions: &[Position]) -> String {
    positions.iter().map(|position| obf(*position) + "\n").collect()
}

fn obf(position: Position) -> String {
    let letter = |at: usize| match 1u64 << at {
        bit if position.own().0 & bit != 0 => 'X',
        bit if position.opp().0 & bit != 0 => 'O',
        _ => '-',
    };
    (0..64).map(letter).collect::<String>() + " X;"
}

/// Whether a score with this status is true of the value.
fn is_true(status: &Value, score: &Value, truth: i32) -> bool {
    let (score, truth) = (score.as_i64().expect("whole discs"), i64::from(truth));
    match status.as_str() {
        Some("exact") => score == truth,
        Some("at least") => score <= truth,
        Some("at most") => score >= truth,
        _ => false,
    }
}

#[test]
fn endings_get_true_scores_within_the_window_and_true_bounds_outside_in_the_order_of_the_file() {
    let (positions, mut bounds) = (endings(60, 1), 0);
    for (arguments, alpha, beta) in [
        ("--jobs=4", -64, 64),
        ("--alpha=-10 --beta=10", -10, 10),
        ("--wld", -1, 1),
        ("--alpha=3 --beta=4", 3, 4),
        ("--alpha=20", 20, 64),
        ("--beta=-7", -64, -7),
        ("--all-moves", -64, 64),
        ("--all-moves --jobs=4", -64, 64),
        ("--all-moves --wld", -1, 1),
        ("--all-moves --alpha=-8 --beta=2", -8, 2),
    ] {
        let output = solve(&["--json"].into_iter().chain(arguments.split(' ')).collect::<Vec<_>>(), &lines(&positions));
        let objects = objects(&output);
        assert_eq!((output.status.code(), objects.len()), (Some(0), positions.len()), "{arguments}");
        let is_answer = |object: &Value, truth: i32| {
            let score = object["score"].as_i64().expect("a score");
            assert!(is_true(&object["status"], &object["score"], truth), "{arguments}: {truth} {object}");
            let is_below = truth <= alpha && score <= alpha.into();
            let is_outside = is_below || truth >= beta && score >= beta.into();
            assert!(object["status"] == "exact" || is_outside, "{arguments}: {truth} {object}");
        };
        for (object, position) in objects.iter().zip(&positions) {
            assert_eq!(object["position"], obf(*position).replace(';', ""), "{arguments}");
            is_answer(object, brute_force(*position));
            let moves = object["moves"].as_array().map_or(&[][..], Vec::as_slice);
            assert!(moves.is_empty() || moves.len() == position.moves().len() as usize, "{arguments}: {object}");
            for mv in moves {
                let at = mv["move"].as_str().expect("a move").parse().expect("a square");
                is_answer(mv, -brute_force(position.try_play(at).expect("legal")));
                bounds += u32::from(mv["status"] != "exact");
            }
            assert!(moves.first().is_none_or(|best| best["score"] == object["score"]), "{arguments}: {object}");
        }
    }
    assert!(bounds > 40, "{bounds}");
}

#[test]
fn a_move_is_called_best_only_if_it_is_proved_to_be() {
    // White's moves but one have an upper bound, and that one loses every square.
    let lost = "OOOOOOOOOOOO-OOOOXOOOO-OOOOOOO-OO-XOOOOO--OOOO-OOOOO-OOOOO-O-OOO X";
    let output = solve(&["--json", "--wld", "--all-moves"], lost);
    let object = &objects(&output)[0];
    assert_eq!((&object["best"], &object["score"], &object["status"]), (&Value::Null, &(-2).into(), &"at most".into()));
    assert_eq!((&object["moves"][3]["move"], &object["pv"]), (&"b5".into(), &serde_json::json!([])), "{object}");
    let text = stdout(&solve(&["--wld", "--all-moves"], lost));
    assert!(text.contains(" at most     -2 -   "), "{text}");

    let positions = endings(60, 6);
    let (mut named, mut unnamed) = (0, 0);
    for window in [&["--wld"][..], &["--alpha=-64"], &["--alpha=-20", "--beta=4"], &["--beta=-30"], &["--alpha=30"]] {
        let output = solve(&[&["--json", "--all-moves"], window].concat(), &lines(&positions));
        for (object, position) in objects(&output).iter().zip(&positions) {
            let truth = |name: &str| {
                let at = name.parse().expect("a square");
                -brute_force(position.try_play(at).expect("legal"))
            };
            assert!(is_true(&object["status"], &object["score"], brute_force(*position)), "{object}");
            let moves = object["moves"].as_array().expect("moves");
            // Of equal scores one that no more than an upper bound is known of is last.
            let order = |mv: &Value| (-mv["score"].as_i64().expect("a score"), mv["status"] == "at most");
            assert!(moves.is_sorted_by_key(order), "{object}");
            match object["best"].as_str() {
                Some(best) => assert_eq!(truth(best), brute_force(*position), "{window:?} {object}"),
                None => assert_ne!(object["status"], "exact", "{window:?} {object}"),
            }
            *(if object["best"].is_null() { &mut unnamed } else { &mut named }) += 1;
        }
    }
    assert!(named > 60 && unnamed > 60, "{named} {unnamed}");
}

#[test]
fn a_proved_move_that_the_file_does_not_name_is_not_wrong() {
    // In the first position a1 and h1 mirror each other; in the second f5 and h6 are as good.
    for line in [
        "-OX--XO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; A1:+58;",
        "-OX--XO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; H1:+58;",
        "-OX--XO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; A1;",
        "-OX--XO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; H1;",
        "--XOOOOOX-XXOXXXXXXOXOXXXXXOOXXXXXOOO--OXOXOXOX-OOOOOXXXXXXOXXXX X; H6:-20;",
        "--XOOOOOX-XXOXXXXXXOXOXXXXXOOXXXXXOOO--OXOXOXOX-OOOOOXXXXXXOXXXX X; F5:-20;",
    ] {
        for arguments in [&["--json"][..], &["--json", "--wld"], &["--json", "--all-moves"]] {
            let output = solve(arguments, line);
            assert_eq!((output.status.code(), &objects(&output)[0]["agrees"]), (Some(0), &true.into()), "{line}");
        }
    }
    let wrong = SOLVED.replace("B7:+0; G7:-4; G8:-12;", "G7;");
    assert!(stdout(&solve(&[], &wrong)).contains("WRONG move"));
}

#[test]
fn an_estimate_differs_and_is_not_called_wrong() {
    let line = SOLVED.replace("B7:+0; G7:-4; G8:-12;", "B7:-60; G7:-64;");
    for arguments in [&["--depth", "1"][..], &["--depth", "1", "--all-moves"], &["--depth", "3", "--wld"]] {
        let output = solve(arguments, &line);
        let text = stdout(&output);
        assert!(!text.contains("WRONG") && !text.contains("wrong"), "{text}");
        assert!(text.contains("differs, -60") && output.status.code() == Some(0), "{text}");
    }
}

#[test]
fn every_move_that_the_file_lists_is_checked() {
    let right = solve(&["--all-moves", "--json"], SOLVED);
    assert_eq!((right.status.code(), &objects(&right)[0]["agrees"]), (Some(0), &true.into()));
    for wrong in ["G7:-6", "G8:-10"] {
        let line = SOLVED.replace(if wrong.starts_with("G7") { "G7:-4" } else { "G8:-12" }, wrong);
        assert_eq!(solve(&[], &line).status.code(), Some(0), "without --all-moves nothing is known of {wrong}");
        let output = solve(&["--all-moves"], &line);
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        let text = stdout(&output);
        assert!(text.contains("WRONG move") && text.contains(&format!("WRONG, {}", &wrong[3..])), "{text}");
    }
}

#[test]
fn a_bad_line_stops_no_other_position() {
    let text = format!("{SOLVED}\n{}\n{SOLVED}\nnonsense\n", SOLVED.replace("B7", "A1"));
    let output = solve(&["--json", "--jobs", "3"], &text);
    let complaints = stderr(&output);
    assert_eq!((output.status.code(), objects(&output).len()), (Some(1), 2), "{complaints}");
    assert!(complaints.contains("line 2, column 69") && complaints.contains("line 4, column 1"), "{complaints}");
}

#[test]
fn a_selective_search_of_all_moves_claims_nothing() {
    let position = obf(random_position(14, &mut Random::new(5)));
    let output = solve(&["--json", "--all-moves", "--selectivity", "95"], &position);
    let object = &objects(&output)[0];
    for mv in object["moves"].as_array().expect("moves") {
        assert_eq!(mv["status"], "14@95%", "{object}");
    }
}

#[test]
fn a_position_is_exact_only_if_no_other_move_can_be_better() {
    // The score is 28 discs, by d3. After this number of nodes one move is proved to be 26, and others have only bounds.
    let position = "OXOX--XXXOXOXXX-O-X-OXXX-XXX-OXX-XXXXX-XXXOXXXOXXXXXOO-X--XOOXXO O; D3:+28;";
    for nodes in (2000..60_000).step_by(4000) {
        let nodes = nodes.to_string();
        let results = objects(&solve(&["--all-moves", "--json", "--nodes", &nodes], position));
        let (status, score) = (&results[0]["status"], &results[0]["score"]);
        let is_estimate = status.as_str().is_some_and(|status| status.contains('@'));
        assert!(is_estimate || is_true(status, score, 28), "{nodes} nodes: {status} {score}");
    }
}
