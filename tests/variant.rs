//! Thinking about variants: results against trying everything, known results, limits, interruptions.

use crate::common::program::{run, stderr, stdout};
use crate::random::{Random, brute_force_game, random_ending};
use emilia::notation::transcript::read_by;
use emilia::variant::{VariantSearcher, Weights};
use emilia::{Certainty, Game, Limits, Move, Rules, Stop, Value, Variant};
use std::path::Path;
use std::process::Output;

fn search(game: &Game, limits: &Limits, threads: usize) -> emilia::Report<Move> {
    VariantSearcher::new(4, threads).search(game, limits, &Stop::new(), |_| {})[0].clone()
}

/// Plays the line on a copy of the game.
fn at_end_of(game: &Game, line: &[Move]) -> Game {
    let mut game = game.clone();
    line.iter().for_each(|mv| game.play(*mv).expect("a legal line"));
    game
}

#[test]
fn endings_of_every_variant_are_solved_as_by_trying_everything() {
    let mut random = Random::new(19);
    for variant in &Variant::ALL {
        for empties in [1, 3, 5, 6, 7, 7] {
            let game = random_ending(variant.rules().expect("rules"), empties, &mut random);
            let expected = brute_force_game(&mut game.clone());
            let found = search(&game, &Limits::exact(), 1);
            let name = format!("{} {}", variant.name, game.transcript());
            assert_eq!(found.value, Value::exact(expected), "{name}");
            let end = at_end_of(&game, &found.line);
            assert!(end.is_over(), "{name}: {:?}", found.line);
            assert_eq!(end.score() * game.to_move().sign(), expected, "{name}: the line shows it");
        }
    }
}

#[test]
fn small_boards_of_one_line_and_of_quiet_moves_are_solved_as_by_trying_everything() {
    let mut random = Random::new(29);
    for words in
        ["4x4 one-line", "4x5 one-line anti", "4x4 quiet", "5x4 quiet one-line", "9x4 quiet one-line", "4x10 one-line"]
    {
        for threads in [1, 2] {
            let game = random_ending(Rules::read(words).expect("rules"), 7, &mut random);
            let expected = brute_force_game(&mut game.clone());
            for line in
                VariantSearcher::new(4, threads).search(&game, &Limits::exact().with_lines(99), &Stop::new(), |_| {})
            {
                let end = at_end_of(&game, &line.line);
                let name = format!("{words} {} {:?}", game.transcript(), line.line);
                assert!(end.is_over() && line.score() <= Value::exact(expected).score(), "{name}");
                assert_eq!(Value::exact(end.score() * game.to_move().sign()), line.value, "{name}");
            }
            assert_eq!(search(&game, &Limits::exact(), threads).value, Value::exact(expected), "{words}");
        }
    }
}

#[test]
fn a_proved_line_is_perfect_play() {
    // In these, searches that found all moves too bad had overwritten the moves of the lines.
    let transcripts = ["c2b4b5b6e5e2e3c1b3a4f1e4a6c6f5f6", "e4e5c2d2e2f4f5d1e1b3e6f1d5d6b1f3"];
    let games =
        transcripts.map(|moves| read_by(Rules::read("6x6 goal=fewest").expect("rules"), moves).expect("a transcript"));
    let mut random = Random::new(21);
    let rules = ["6x6", "6x6 goal=fewest", "6x6 empty placement=pairs", "goal=fewest"];
    let others = rules.map(|words| random_ending(Rules::read(words).expect("rules"), 14, &mut random));
    let mut searcher = VariantSearcher::new(16, 2);
    for game in games.iter().chain(&others) {
        for lines in [1, 3] {
            for report in searcher.search(game, &Limits { lines, ..Limits::exact() }, &Stop::new(), |_| {}) {
                let end = at_end_of(game, &report.line);
                let name = format!("{} {:?}", game.transcript(), report.line);
                assert!(report.value.is_exact() && end.is_over(), "{name}");
                assert_eq!(Value::exact(end.score() * game.to_move().sign()), report.value, "{name}");
            }
        }
    }
}

#[test]
fn windows_lines_and_threads_agree_with_the_exact_result() {
    let mut random = Random::new(20);
    for words in ["6x6", "5x5 goal=fewest", "cross", "10x10", "reversi-1886", "no-pass", "one-line", "5x6 quiet"] {
        let game = random_ending(Rules::read(words).expect("rules"), 11, &mut random);
        if game.is_over() {
            continue;
        }
        let exact = search(&game, &Limits::exact(), 1).value.score().floor();
        assert_eq!(search(&game, &Limits::exact(), 3).value, Value::exact(exact), "{words}");
        let bounded = search(&game, &Limits::win_loss_draw(), 1).value;
        match exact {
            0 => assert_eq!(bounded, Value::exact(0)),
            1.. => assert!(bounded.lower().is_some_and(|lower| (1..=exact).contains(&lower)), "{words} {bounded:?}"),
            _ => assert!(bounded.upper().is_some_and(|upper| (exact..=-1).contains(&upper)), "{words} {bounded:?}"),
        }
        for window in [(5, -5), (exact, exact), (64, 64), (-64, -64)] {
            let bounded = search(&game, &Limits::exact().with_window(window.0, window.1), 1).value;
            let is_true = bounded.lower().is_none_or(|lower| lower <= exact)
                && bounded.upper().is_none_or(|upper| upper >= exact);
            assert!(is_true && bounded.certainty().is_proved(), "{words} {window:?} {exact} {bounded:?}");
        }
        let all = VariantSearcher::new(4, 1).search(&game, &Limits::exact().with_lines(99), &Stop::new(), |_| {});
        assert_eq!(all.len(), game.legal().len(), "{words}");
        for line in &all {
            let mut after = game.clone();
            after.play(line.line[0]).expect("legal");
            let sign = after.to_move().sign() * game.to_move().sign();
            assert_eq!(line.value, Value::exact(solve_fast(&after) * sign), "{words} {:?}", line.line);
        }
        assert!(all.is_sorted_by_key(|line| std::cmp::Reverse(line.value.score())), "{words}");
    }
}

/// The result of perfect play by another search.
fn solve_fast(game: &Game) -> i32 {
    search(game, &Limits::exact(), 1).value.score().floor()
}

#[test]
fn small_boards_have_their_known_results() {
    // White wins 4x4 by 11 to 3 (J. Feinstein; both empty squares count for the winner here).
    for (words, result) in [("4x4", -10), ("4x4 empties=nobody", -8)] {
        let found = search(&Game::new(Rules::read(words).expect("rules")), &Limits::exact(), 2);
        assert_eq!(found.value, Value::exact(result), "{words}");
    }
}

#[test]
fn an_interrupted_search_claims_no_proof_and_a_finished_one_says_its_depth() {
    let game = Game::new(Rules::sized(10).expect("rules"));
    let found = search(&game, &Limits::exact().with_nodes(200_000), 1);
    assert!(!found.value.certainty().is_proved() && !found.line.is_empty(), "{found:?}");
    let found = search(&game, &Limits::depth(4), 1);
    assert_eq!(found.value.certainty(), Certainty::Depth { plies: 4, percent: 100 });
    assert_eq!(at_end_of(&game, &found.line).moves().len(), 4, "{:?}", found.line);
    let stop = Stop::new();
    stop.request();
    assert!(VariantSearcher::new(1, 1).search(&game, &Limits::depth(9), &stop, |_| {}).len() <= 1);
}

#[test]
fn a_searcher_keeps_nothing_of_one_game_for_another() {
    let mut searcher = VariantSearcher::new(4, 1);
    for words in ["4x4", "4x4 goal=fewest", "4x4 no-move=loss", "4x4 parallel", "4x4"] {
        let game = Game::new(Rules::read(words).expect("rules"));
        let found = searcher.search(&game, &Limits::exact(), &Stop::new(), |_| {});
        assert_eq!(found[0].value, search(&game, &Limits::exact(), 1).value, "{words}");
    }
}

/// Plays from random openings of this many discs, each with both colours: the results for the first player in discs.
fn contest(rules: &Rules, discs: u32, openings: usize, mut players: [&mut dyn FnMut(&Game) -> Move; 2]) -> Vec<i32> {
    let (mut random, empties) = (Random::new(21), rules.shape().cells().len() - discs);
    let openings: Vec<Game> = (0..openings).map(|_| random_ending(rules.clone(), empties, &mut random)).collect();
    let games = openings.iter().flat_map(|opening| [(0, opening), (1, opening)]);
    let mut play = |(black, opening): (usize, &Game)| {
        let mut game = opening.clone();
        while !game.is_over() {
            let player = &mut players[(game.to_move() as usize + black) % 2];
            let mv = if game.must_pass() { Move::Pass } else { player(&game) };
            game.play(mv).expect("legal");
        }
        if black == 0 { game.score() } else { -game.score() }
    };
    games.map(&mut play).collect()
}

/// Plays the best move of a search to this depth.
fn best(searcher: &mut VariantSearcher, game: &Game, plies: u32) -> Move {
    searcher.search(game, &Limits::depth(plies), &Stop::new(), |_| {})[0].line[0]
}

#[test]
fn a_search_with_the_weights_beats_one_that_counts_discs() {
    let rules = Rules::sized(6).expect("rules");
    let (mut learned, mut discs) = (VariantSearcher::new(1, 1), VariantSearcher::new(1, 1));
    discs.set_weights(Weights::discs(&rules));
    let results =
        contest(&rules, 8, 10, [&mut |game| best(&mut learned, game, 4), &mut |game| best(&mut discs, game, 4)]);
    let points: i32 = results.iter().map(|result| result.signum()).sum();
    assert!(points >= 14, "{points} of 20: {results:?}");
}

/// What `emilia solve` answers.
fn program(arguments: &[&str]) -> Output {
    run(&[&["solve", "--hash", "16", "--threads", "2"], arguments].concat(), "")
}

#[test]
fn the_program_solves_boards_in_words_and_positions_after_moves() {
    let solved = program(&["--variant", "4x4"]);
    assert!(stdout(&solved).starts_with("black -10 exact"), "{}", stdout(&solved));
    let solved = program(&["--variant", "4x4 anti", "b1", "--json"]);
    let row: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
    assert_eq!((row["status"].as_str(), row["variant"].as_str()), (Some("exact"), Some("4x4 anti")), "{row}");
    assert_eq!((row["empties"].as_u64(), &row["best"]), (Some(11), &row["pv"][0]), "{row}");
    let bound = program(&["--variant", "5x5", "--wld"]);
    assert!(stdout(&bound).contains(" at least "), "{}", stdout(&bound));
    for wrong in [["--variant", "3x3"], ["--variant", "chess"]] {
        assert_eq!(program(&wrong).status.code(), Some(1));
    }
    assert_eq!(program(&["--variant", "4x4", "a1"]).status.code(), Some(1), "an illegal move");
}

#[test]
fn a_solve_of_a_variant_is_saved_resumed_and_kept_apart_from_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("5x5.solve");
    let file = path.to_str().expect("text");
    let cut = program(&["--variant", "5x6", "--nodes", "300000", "--save", file]);
    assert!(!stdout(&cut).contains("exact"), "{}", stdout(&cut));
    let size = |path: &Path| std::fs::metadata(path).expect("the file").len();
    assert!(size(&path) > 100);
    let again = program(&["--variant", "5x6", "--save", file]);
    assert!(stderr(&again).contains("--resume"), "{}", stderr(&again));
    let other = program(&["--variant", "6x5", "--resume", file]);
    assert!(stderr(&other).contains("another position"), "{}", stderr(&other));
    let resumed = program(&["--variant", "5x6", "--resume", file, "--nodes", "300000", "--json"]);
    let row: serde_json::Value = serde_json::from_slice(&resumed.stdout).expect("JSON");
    let fresh = program(&["--variant", "5x6", "--nodes", "300000", "--json"]);
    let first: serde_json::Value = serde_json::from_slice(&fresh.stdout).expect("JSON");
    let depth = |row: &serde_json::Value| {
        let text = row["status"].as_str().expect("text").to_owned();
        text.split_once('@').map_or(99, |(plies, _)| plies.parse::<u32>().expect("a number"))
    };
    assert!(depth(&row) > depth(&first), "{row} after {first}");
    let mut bytes = std::fs::read(&path).expect("the file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("a writable file");
    let damaged = program(&["--variant", "5x6", "--resume", file]);
    assert!(stderr(&damaged).contains("damaged"), "{}", stderr(&damaged));
}

#[test]
fn a_saved_solve_of_a_variant_needs_no_other_argument() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, rules) = (path("saved"), path("rules"));
    std::fs::write(
        &rules,
        "; supply counts the discs of the moves, too\nno-move=loss supply=7 tie=white\n#...\n.OX.\n.XO.\n....\n",
    )
    .expect("a writable folder");
    let row = |arguments: &[&str]| {
        let output = program(&[arguments, &["--json"]].concat());
        let row: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        ["variant", "position", "empties", "status"].map(|key| row[key].clone())
    };
    let resumed = |arguments: &[&str]| row(&[&["--resume", &file][..], arguments].concat());
    for arguments in [
        &["--variant", "4x4"][..],
        &["--variant", &rules, "b1c1"],
        &["--variant", "4x4 one-line", "b1c1d1xb3"],
        &["--variant", "4x5", "--wld"],
    ] {
        let first = row(&[arguments, &["--save", &file, "--overwrite"]].concat());
        assert_eq!(resumed(&[]), first, "{arguments:?}");
        assert_eq!(resumed(&["--save", &file]), first, "{arguments:?}");
        assert_eq!(resumed(&["--save", &path("copy"), "--overwrite"]), first, "{arguments:?}");
        assert_eq!(row(&["--resume", &path("copy")]), first, "{arguments:?}");
    }
    assert_eq!(resumed(&["--variant", "4x5"])[3], "exact", "the rules say that it is another solve of the game");
    for refused in [&["--jobs", "2"][..], &["--events"], &["--selectivity", "73"], &["--wld"], &["--beta", "64"]] {
        let output = program(&[&["--resume", &file], refused].concat());
        assert!(stderr(&output).contains("a variant is "), "{refused:?}: {output:?}");
    }
    let other = program(&["--resume", &file, "some words"]);
    assert!(stderr(&other).contains("one of a variant"), "{other:?}");
    // A position of another board that is to be proved, too.
    let proof = path("proof");
    let turn = Game::new(Rules::sized(4).expect("rules")).turn().to_string();
    assert!(program(&[&turn, "--certificate", &proof, "--save", &file, "--overwrite"]).status.success());
    assert_eq!(resumed(&[])[..2], ["position".to_owned(), turn.clone()]);
    assert!(program(&["--resume", &file, "--certificate", &proof, "--overwrite"]).status.success());
    assert_eq!(resumed(&[&turn])[3], "exact");
    let mut bytes = std::fs::read(&file).expect("the file");
    bytes[8] = 1;
    std::fs::write(&file, bytes).expect("a writable file");
    let old = program(&["--resume", &file]);
    assert!(stderr(&old).contains("unknown version of a saved solve: 1"), "{old:?}");
}

#[test]
fn a_move_of_a_variant_is_called_best_only_if_it_is_proved_to_be() {
    let (mut random, mut named, mut unnamed) = (Random::new(23), 0, 0);
    for _ in 0..12 {
        let mut game = random_ending(Rules::sized(4).expect("rules"), 7, &mut random);
        if game.legal().len() < 2 {
            continue;
        }
        let (truth, moves) = (brute_force_game(&mut game), game.transcript());
        for window in [&["--wld"][..], &["--alpha=-4", "--beta=4"], &["--all-moves"], &["--beta=-8"], &["--alpha=8"]] {
            let arguments = [&["--variant", "4x4", "--json", &moves][..], window].concat();
            for all in [&[][..], if window[0] == "--all-moves" { &[] } else { &["--all-moves"] }] {
                let solved = stdout(&program(&[&arguments, all].concat()));
                let rows: Vec<serde_json::Value> =
                    solved.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
                for row in &rows {
                    assert_eq!(row["best"], rows[0]["best"], "{moves}: one position has one best move");
                    let is_of_all = rows.len() > 1;
                    assert_eq!(if is_of_all { &row["move"] } else { &row["pv"][0] }, &row["pv"][0], "{row}");
                }
                let Some(best) = rows[0]["best"].as_str() else {
                    unnamed += 1;
                    continue;
                };
                let reached = {
                    let side = game.to_move().sign();
                    game.play(best.parse().expect("a move")).expect("legal");
                    let score = brute_force_game(&mut game) * game.to_move().sign() * side;
                    game.undo();
                    score
                };
                // Of a single line with a lower bound the move reaches that.
                let is_bound = rows.len() == 1 && rows[0]["status"] == "at least";
                let least = if is_bound { rows[0]["score"].as_i64().expect("a score") } else { truth.into() };
                assert!(i64::from(reached) >= least, "{moves} {window:?}: {}", rows[0]);
                named += 1;
            }
        }
    }
    assert!(named > 20 && unnamed > 10, "{named} {unnamed}");
}

#[test]
fn a_forced_pass_is_one_move() {
    // Brute force: black must pass and loses by 8.
    for moves in [&["--all-moves"][..], &["--all-moves", "--json"]] {
        let solved = stdout(&program(&[&["--variant", "4x4"], moves, &["c4b4a2d4"]].concat()));
        assert_eq!(solved.lines().count(), 1, "{solved}");
        assert!(solved.contains("-8") && solved.contains("exact") && solved.contains("pass"), "{solved}");
    }
    let (mut random, mut passes) = (Random::new(7), 0);
    while passes < 10 {
        let mut game = random_ending(Rules::read("5x5 anti").expect("rules"), 8, &mut random);
        if game.must_pass() {
            let lines = VariantSearcher::new(1, 1).search(&game, &Limits::exact().with_lines(9), &Stop::new(), |_| {});
            assert_eq!((lines.len(), lines[0].value), (1, Value::exact(brute_force_game(&mut game))));
            passes += 1;
        }
    }
}

#[test]
fn a_board_with_more_empty_squares_than_othello_is_proved() {
    let board =
        ["----------", "-OX-------"].into_iter().chain([["----------"; 8]].concat()).collect::<Vec<_>>().join("/");
    let lines = format!("boardsize 10\nemilia-setboard {board} X\nemilia-solve\nemilia-solve wld\n");
    let said = stdout(&run(&["gtp", "--threads", "1", "--hash", "4"], &lines));
    assert!(said.contains("A2 +100.00 exact A2") && said.contains("at-least A2"), "{said}");
}

#[test]
fn a_tie_that_wins_is_a_win() {
    let folder = tempfile::tempdir().expect("a folder");
    for (tie, status, rate) in [("draw", "exact", 0.5), ("white", "at most", 0.0), ("black", "at least", 1.0)] {
        // Black's only move gives eight discs to each side.
        let file = folder.path().join(tie).display().to_string();
        std::fs::write(&file, format!("tie={tie}\nOOOO\nOOOO\nXXXX\nXOO.\n")).expect("a writable folder");
        let solved = stdout(&program(&["--variant", &file, "--wld"]));
        assert!(solved.starts_with(&format!("black +0 {status} ")), "{solved}");
        let exact = stdout(&program(&["--variant", &file]));
        assert!(exact.starts_with("black +0 exact "), "{exact}");
        let lines = "emilia-solve wld\nkata-genmove_analyze b rootInfo true\n";
        let said = stdout(&run(&["gtp", "--threads", "1", "--hash", "4", "--variant", &file], lines));
        assert!(said.contains(&format!("D4 +0.00 {} D4", status.replace(' ', "-"))), "{said}");
        assert!(said.contains(&format!("winrate {rate:.6}")), "{said}");
    }
}
