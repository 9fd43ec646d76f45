//! Puzzles: the best move is the only one, as a solver that shares nothing with the engine confirms.

use super::{engine, random_game};
use crate::common::program::{done, emilia, refused, run_on};
use crate::oracle::board::Board;
use crate::oracle::claims;
use crate::oracle::search::Solver;
use emilia::notation::obf::Problem;
use emilia::{Level, Score, Stop};
use emilia_analysis::{Puzzle, PuzzleFinder, PuzzleOptions};

fn options() -> PuzzleOptions {
    PuzzleOptions { empties: (4, 10), difficulty: 1, ..PuzzleOptions::level(Level::new(6).expect("a level")) }
}

#[test]
fn the_best_move_of_an_ending_is_the_only_one_by_the_margin() {
    let (mut finder, mut solver) = (PuzzleFinder::new(engine(), options()), Solver::new());
    let mut found = 0;
    for seed in 500..508 {
        for puzzle in finder.search(&random_game(seed), &Stop::new()).expect("Othello") {
            let position = puzzle.turn.position().expect("Othello");
            let truth = solver.truth(Board { own: position.own().0, opp: position.opp().0 });
            let best = claims::Move::At(puzzle.best.square().expect("a square").index() as u8);
            assert_eq!(truth.of(best), Some(truth.value));
            assert_eq!((puzzle.value.is_exact(), puzzle.value.score()), (true, Score::discs(truth.value)));
            let next = truth.moves.iter().filter(|(mv, _)| *mv != best).map(|(_, score)| *score).max();
            assert_eq!(next, Some(puzzle.second.1.score().rounded()));
            assert!(truth.value - next.expect("another move") >= 4, "the margin");
            assert_eq!(puzzle.margin(), Score::discs(truth.value - next.expect("another move")));
            found += 1;
        }
    }
    assert!(found >= 10, "{found}");
}

#[test]
fn the_difficulty_is_the_level_from_which_on_all_find_the_move() {
    let mut finder = PuzzleFinder::new(engine(), options());
    let game = random_game(510);
    let found = finder.search(&game, &Stop::new()).expect("Othello");
    assert!(finder.search(&game, &Stop::new()).expect("Othello").is_empty(), "each position once");
    let first: &Puzzle = found.first().expect("a puzzle");
    let other = "a1".parse().expect("a move");
    for (levels, difficulty) in
        [(0b1111_1111_1111, 1), (0b1111_1111_1110, 2), (0b1011_1111_1111, 12), (0b0111_1111_1111, 13)]
    {
        let levels = (0..12).map(|level| if levels >> level & 1 == 1 { first.best } else { other }).collect();
        assert_eq!(Puzzle { levels, ..first.clone() }.difficulty(), difficulty);
    }
    assert!(found.iter().all(|puzzle| puzzle.levels.len() == 12));
}

#[test]
fn puzzles_are_written_as_problems_json_and_a_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let games: Vec<String> = (520..524).map(|seed| random_game(seed).transcript()).collect();
    std::fs::write(folder.join("games.txt"), games.join("\n")).expect("written");
    let run = |arguments: &str| {
        let mut command = emilia(&["puzzles", "--hash", "8", "--threads", "1"]);
        run_on(command.args(arguments.split_whitespace()).current_dir(folder), b"")
    };
    let settings = "games.txt --level 6 --empties 4:10 --difficulty 1";
    let problems = done(&run(settings));
    let objects = done(&run(&format!("{settings} --json --page page.html")));
    assert!(problems.lines().count() >= 3 && problems.lines().count() == objects.lines().count());
    for (problem, object) in problems.lines().zip(objects.lines()) {
        let problem: Problem = problem.parse().expect("a problem");
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        assert_eq!(problem.answers[0].0.to_string(), object["best"].as_str().expect("a move"));
        assert_eq!(problem.best_score().map(i64::from), object["score"].as_i64());
        let rating = object["rating_text"].as_str().expect("a rating");
        assert!(problem.comment.starts_with(&format!("difficulty {}, rating {rating}, margin", object["difficulty"])));
    }
    assert!(std::fs::read_to_string(folder.join("page.html")).expect("a page").contains("Othello puzzles"));
    // Each rating is in one of two ranges; easier puzzles come first if that is asked for.
    let ratings = |arguments: &str| -> Vec<u64> {
        let objects = done(&run(&format!("{settings} --json {arguments}")));
        let rating = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["rating"].as_u64();
        objects.lines().filter_map(rating).collect()
    };
    let (low, high) = (ratings("--rating 800:1600"), ratings("--rating 1601:2200"));
    assert!(
        low.iter().all(|rating| (800..=1600).contains(rating))
            && high.iter().all(|rating| (1601..=2200).contains(rating))
    );
    assert_eq!(low.len() + high.len(), objects.lines().count());
    let mut sorted = [low, high].concat();
    sorted.sort_unstable();
    assert_eq!(ratings("--sort"), sorted);
    for range in ["1600", "1600:1200", "700:1200", "1200:2300"] {
        assert_eq!(run(&format!("{settings} --rating {range}")).status.code(), Some(2), "{range}");
    }
    let again = run(&format!("{settings} --page page.html"));
    assert!(refused(&again).contains("already exists; use --overwrite"));
    assert_eq!(run("games.txt --empties 9").status.code(), Some(2));
    assert_eq!(run(&format!("{settings} --count 2")).stdout.iter().filter(|byte| **byte == b'\n').count(), 2);
}
