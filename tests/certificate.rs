//! Certificates: their moves prove the value, by trying everything on the plain board; and the command that writes them.

use crate::common::program::{emilia, stderr, stdout};
use crate::random::{Random, brute_force_game, random_ending, random_position};
use emilia::variant::{ProofError, VariantSearcher};
use emilia::{
    Certificate, Colour, Conditions, Engine, EngineOptions, Game, Limits, Move, Rules, Score, Stop, Value, Variant,
    Weights,
};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

const FULL: (Score, Score) = (Score::MIN, Score::MAX);
const ENDING: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);

fn engine(threads: usize) -> Engine {
    Engine::with_weights(WEIGHTS.clone(), EngineOptions::default().with_hash(4).with_threads(threads))
}

/// The value of the position within the window, and the text of its proof.
fn prove(game: &Game, window: (Score, Score), finish: u32, threads: usize) -> Result<(Value, String), ProofError> {
    let (limits, stop) = (Limits { window, ..Limits::exact() }, Stop::new());
    let (value, certificate) = match game.position() {
        Some(position) => {
            let mut engine = engine(threads);
            let value = engine.search(position, &limits).value();
            (value, engine.certify(game, value, finish, &Limits::exact(), &stop)?)
        }
        None => {
            let mut searcher = VariantSearcher::new(4, threads);
            let value = searcher.search(game, &limits, &stop, |_| {})[0].value;
            (value, Certificate::of_variant(game, value, finish, &mut searcher, &Limits::exact(), &stop)?)
        }
    };
    Ok((value, certificate.to_string()))
}

/// A checker that shares nothing with the writer: it follows the moves on the plain board.
struct Checker {
    /// 1 if black has the bound, -1 if white has.
    sign: i32,
    /// What the side that has the bound gets at least.
    least: i32,
    finish: u32,
    named: Vec<Move>,
    seen: HashSet<(String, i32)>,
}

impl Checker {
    /// Whether the bound holds as far as the moves show.
    fn follow(&mut self, game: &mut Game) -> bool {
        let (turn, moves) = (game.turn(), game.legal());
        if moves.is_empty() || turn.board.empties() <= self.finish {
            return brute_force_game(game) * game.to_move().sign() * self.sign >= self.least;
        }
        let side = game.to_move().sign();
        if !self.seen.insert((turn.to_string(), side)) {
            return true;
        }
        let has_bound = side == self.sign;
        let is_named = has_bound && moves != [Move::Pass];
        let chosen = if is_named { vec![self.named.remove(0)] } else { moves };
        chosen.into_iter().all(|mv| {
            game.play(mv).expect("legal");
            let holds = self.follow(game);
            game.undo();
            holds
        })
    }
}

/// The value that the text of a certificate proves, by following all of its moves.
pub fn proved(game: &Game, text: &str) -> (Option<i32>, Option<i32>) {
    let mut lines = text.lines().skip(2);
    let finish = lines.next().and_then(|line| line.parse().ok()).expect("a number");
    let (mut lower, mut upper) = (None, None);
    for line in lines {
        let [name, discs, moves] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let discs: i32 = discs.parse().expect("a number");
        let is_least = name == "at-least";
        // The letter behind an x belongs to the move before.
        let begins = |at: usize| {
            moves.as_bytes()[at].is_ascii_lowercase() && !moves[..=at].ends_with('x') && !moves[..at].ends_with('x')
        };
        let starts: Vec<usize> = (0..moves.len()).filter(|&at| begins(at)).collect();
        let ends = starts.iter().copied().skip(1).chain([moves.len()]);
        let named = starts.iter().zip(ends).map(|(&from, to)| moves[from..to].parse().expect("a move")).collect();
        let sign = game.to_move().sign() * if is_least { 1 } else { -1 };
        let least = if is_least { discs } else { -discs };
        let mut checker = Checker { sign, least, finish, named, seen: HashSet::new() };
        assert!(checker.follow(&mut game.clone()), "{name} {discs} {}", game.turn());
        assert!(checker.named.is_empty(), "moves are left over: {:?}", checker.named);
        *(if is_least { &mut lower } else { &mut upper }) = Some(discs);
    }
    (lower, upper)
}

/// The game that begins where a random game has this number of empty squares.
fn ending(rules: &Rules, empties: u32, random: &mut Random) -> Option<Game> {
    let game = random_ending(rules.clone(), empties, random);
    // Of the conditions only those that a checker knows.
    let Conditions { goal, lines, quiet, .. } = *rules.conditions();
    let known = Conditions { goal, lines, quiet, ..Conditions::default() };
    let start = Rules::from_start(*game.turn()).with_conditions(known);
    (!game.is_over()).then(|| Game::new(start))
}

#[test]
fn the_moves_prove_the_value_of_endings_on_every_board() {
    let mut random = Random::new(31);
    let known = |variant: &&Variant| variant.rules().is_ok_and(|rules| rules.conditions().placement.is_none());
    for variant in Variant::ALL.iter().filter(known) {
        let rules = variant.rules().expect("rules");
        for finish in [0, 2, 4] {
            let Some(game) = ending(&rules, 8, &mut random) else { continue };
            let exact = brute_force_game(&mut game.clone());
            let (value, text) = prove(&game, FULL, finish, 1).expect("a proof");
            assert_eq!(value, Value::exact(exact), "{} {}", variant.name, game.turn());
            assert_eq!(proved(&game, &text), (Some(exact), Some(exact)), "{}", variant.name);
        }
    }
}

#[test]
fn the_moves_prove_the_value_of_endings_of_the_fast_board() {
    let mut random = Random::new(32);
    for number in 0..30 {
        let position = random_position(6 + number % 4, &mut random);
        let game = Game::from_position(position, Colour::White);
        let exact = brute_force_game(&mut game.clone());
        let (_, text) = prove(&game, FULL, 3, 1).expect("a proof");
        assert_eq!(proved(&game, &text), (Some(exact), Some(exact)), "{}", game.turn());
        let (_, text) = prove(&game, (Score::discs(-1), Score::discs(1)), 3, 2).expect("a proof");
        let (lower, upper) = proved(&game, &text);
        assert!(if exact > 0 { lower > Some(0) } else { upper <= Some(0) }, "{exact} {lower:?} {upper:?}");
    }
}

#[test]
fn small_boards_are_proved_from_the_start() {
    let game = Game::new(Rules::sized(4).expect("rules"));
    for threads in [1, 2] {
        let (_, text) = prove(&game, FULL, Certificate::FINISH, threads).expect("a proof");
        assert_eq!(proved(&game, &text), (Some(-10), Some(-10)));
    }
}

#[test]
fn a_stopped_proof_a_wrong_value_and_rules_that_no_checker_knows_give_errors() {
    let stop = Stop::new();
    stop.request();
    let (mut engine, limits, draw) = (engine(1), Limits::exact(), Value::exact(0));
    assert_eq!(engine.certify(&Game::default(), draw, 4, &limits, &stop), Err(ProofError::Stopped));
    for limits in [limits.clone().with_nodes(1000), limits.clone().with_time(Duration::from_millis(20))] {
        for game in [Game::default(), Game::new(Rules::sized(6).expect("rules"))] {
            assert_eq!(engine.certify(&game, draw, 4, &limits, &Stop::new()), Err(ProofError::Stopped));
        }
    }
    let mut random = Random::new(33);
    let game = Game::from_position(random_position(8, &mut random), Colour::Black);
    let wrong = Value::exact(brute_force_game(&mut game.clone()) + 2);
    assert_eq!(engine.certify(&game, wrong, 4, &limits, &Stop::new()), Err(ProofError::False));
    for words in ["4x4 no-move=end", "4x4 empties=nobody", "reversi-1886"] {
        let game = Game::new(Rules::read(words).expect("rules"));
        let refused = engine.certify(&game, draw, 4, &limits, &Stop::new());
        assert_eq!(refused, Err(ProofError::Rules), "{words}");
    }
}

fn solve(arguments: &[&str], file: &Path) -> Output {
    let mut command = emilia(&["solve", "--hash", "4"]);
    command.args(arguments).arg("--certificate").arg(file).output().expect("the program starts")
}

#[test]
fn the_command_writes_one_file_and_replaces_none_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let output = solve(&[ENDING], &file);
    assert!(output.status.success() && stderr(&output).contains(" moves, "), "{output:?}");
    let content = fs::read(&file).expect("the file");
    assert!(content.starts_with(b"Emilia proof 1 "));
    let refused = solve(&[ENDING], &file);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("already exists"), "{refused:?}");
    assert!(solve(&["--overwrite", "--beta", "0", ENDING], &file).status.success());
    let bound = fs::read(&file).expect("the file");
    assert_ne!(bound, content);
    let (saved, other) = (folder.path().join("saved").display().to_string(), folder.path().join("other"));
    assert!(solve(&[ENDING, "--json", "--save", &saved], &other).status.success());
    fs::remove_file(&other).expect("written");
    assert!(solve(&["--resume", &saved], &other).status.success(), "the position is in the file");
    assert!(other.exists());
    let estimate = solve(&[ENDING, "--level", "1", "--overwrite"], &file);
    assert!(stderr(&estimate).contains("an estimate has no proof"), "{estimate:?}");
    for twice in [&["--save", &file.display().to_string(), ENDING][..], &[&file.display().to_string()]] {
        assert_eq!(solve(twice, &file).status.code(), Some(1), "{twice:?}");
    }
    assert_eq!(fs::read(&file).expect("the file"), bound, "it is as it was");
}

#[test]
fn the_command_proves_one_position_of_any_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let turn = Game::new(Rules::sized(4).expect("rules")).turn().to_string();
    let output = solve(&[&turn], &folder.path().join("4x4"));
    assert!(stdout(&output).starts_with("black -10 exact "), "{output:?}");
    let positions = folder.path().join("positions");
    for (text, code, message) in [
        (turn.clone(), 0, ""),
        (format!("% a comment\n\n{ENDING}; B7:+0;\n"), 0, ""),
        (format!("{ENDING}\n{ENDING}\n"), 1, "one position, and there are 2"),
        (String::new(), 1, "one position, and there are 0"),
        ("three mice".to_owned(), 1, "line 1"),
    ] {
        fs::write(&positions, &text).expect("written");
        let output = solve(&[&positions.display().to_string(), "--overwrite"], &folder.path().join("proof"));
        assert_eq!(output.status.code(), Some(code), "{text} {output:?}");
        assert!(stderr(&output).contains(message), "{text} {output:?}");
    }
}
