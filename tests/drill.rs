//! `emilia drill`: from games to practice.

use crate::common::program::{Client, done, emilia, refused, run_on, stderr, stdout};
use emilia::notation::transcript;
use emilia::{Colour, Engine, EngineOptions, Game, Level, Score, Stop};
use emilia_analysis::drill::{Deck, Exercise, ExerciseKind, OwnGame, Trainer, TrainerOptions};
use emilia_analysis::people::{Opponent, People};
use emilia_analysis::{JudgeOptions, judge};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Games of Anna and Otto, who play at random.
fn games() -> String {
    (0..4)
        .map(|seed| {
            let mut game = crate::random::whole_game(900 + seed);
            let [black, white] = if seed % 2 == 0 { ["Anna", "Otto"] } else { ["Otto", "Anna"] };
            for (colour, name) in [(Colour::Black, black), (Colour::White, white)] {
                game.tags.player_mut(colour).name = name.to_owned();
            }
            emilia::notation::ggf::write(&game) + "\n"
        })
        .collect()
}

/// A folder with the games in a file.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.ggf"), games()).expect("a file");
    folder
}

/// Runs a command line of the drill in this folder, its exercises in `d`.
fn drill(at: &Path, arguments: &str, input: &str) -> Output {
    let mut command = emilia(&["drill", "--file", "d"]);
    run_on(command.args(arguments.split_whitespace()).current_dir(at), input.as_bytes())
}

const ADD: &str = "add games.ggf --level 4 --threads 1 --found 1";
/// The same with few exercises.
const ADD_FEW: &str = "add games.ggf --level 4 --threads 1 --found 1 --openings 3 --mistakes 4";

/// The exercises in the folder.
fn deck(at: &Path) -> Deck {
    Deck::read(&fs::read_to_string(at.join("d")).expect("a file")).expect("exercises")
}

fn level() -> Level {
    Level::new(4).expect("a level")
}

fn engine() -> Engine {
    Engine::new(EngineOptions::default().with_threads(1).with_hash(4))
}

fn trainer(options: TrainerOptions) -> Trainer {
    let people = People::embedded().expect("the model");
    Trainer::new(engine(), Opponent::new(people, engine().weights().clone()), options, [])
}

fn own(game: &Game, colour: Colour) -> OwnGame {
    let judged = judge(&mut engine(), game, &JudgeOptions::level(level()), &Stop::new(), |_| {});
    OwnGame { judged, colour, number: 1 }
}

#[test]
fn mistakes_are_those_that_lost_most_and_that_enough_people_would_not_make() {
    let games =
        [own(&crate::random::whole_game(920), Colour::Black), own(&crate::random::whole_game(921), Colour::White)];
    let mistakes = |found: f32, loss: i32, most: usize| {
        let options =
            TrainerOptions { found, loss: Score::discs(loss), mistakes: most, ..TrainerOptions::new(1500.0, level()) };
        trainer(options).mistakes(&games, &Stop::new(), |_| {})
    };
    let loss = |exercise: &Exercise| match exercise.kind {
        ExerciseKind::Mistake { loss, found, .. } => (loss, found),
        ExerciseKind::Opening { .. } => panic!("no mistake"),
    };
    let all = mistakes(0.0, 4, 100);
    assert!(all.len() > 10 && all.is_sorted_by(|one, other| loss(one).0 >= loss(other).0));
    let easy = mistakes(0.4, 4, 100);
    let expected: Vec<&Exercise> = all.iter().filter(|exercise| loss(exercise).1 >= 0.4).collect();
    assert!(!easy.is_empty() && easy.len() < all.len() && easy.iter().eq(expected));
    assert!(mistakes(0.0, 10, 100).iter().all(|exercise| loss(exercise).0 >= 10.0));
    assert_eq!(mistakes(0.0, 4, 3), all[..3]);
    let stop = Stop::new();
    stop.request();
    assert!(trainer(TrainerOptions::new(1500.0, level())).mistakes(&games, &stop, |_| {}).is_empty());
}

#[test]
fn the_hints_do_not_name_the_move() {
    let games = [own(&crate::random::whole_game(922), Colour::Black)];
    let options = TrainerOptions { found: 0.0, ..TrainerOptions::new(1500.0, level()) };
    let exercises = trainer(options).mistakes(&games, &Stop::new(), |_| {});
    assert!(exercises.iter().any(|exercise| exercise.hints().len() == 2));
    for exercise in exercises {
        let hints = exercise.hints();
        assert!(exercise.right.iter().all(|mv| hints.iter().all(|hint| !hint.contains(&mv.to_string()))), "{hints:?}");
    }
}

#[test]
fn openings_are_those_of_the_player_against_what_people_play() {
    let options = TrainerOptions { openings: 6, ..TrainerOptions::new(1500.0, level()) };
    // The second game is the first one mirrored.
    let games = ["f5d6c3d3c4f4", "e6f4c3c4d3d6", "f5f6e6f4g5d6"]
        .map(|moves| own(&transcript::read(moves).expect("a game"), Colour::White));
    let exercises = trainer(options.clone()).openings(&games, &Stop::new(), |_| {});
    assert_eq!(exercises.len(), 6);
    // White's answer to every first move.
    let first = &exercises[0];
    assert_eq!((first.game.moves().len(), first.right.len()), (1, 1));
    assert!(matches!(first.kind, ExerciseKind::Opening { reach, known: true } if reach > 0.99));
    let answer = {
        let mut game = first.game.clone();
        game.play(first.right[0]).expect("legal");
        game.position().expect("Othello").canonical()
    };
    assert_eq!(answer.0, transcript::read("f5d6").expect("a game").position().expect("Othello").canonical().0);
    let reach = |exercise: &Exercise| match exercise.kind {
        ExerciseKind::Opening { reach, .. } => reach,
        ExerciseKind::Mistake { .. } => panic!("no opening"),
    };
    assert!(exercises.is_sorted_by(|one, other| reach(one) >= reach(other)));
    assert!(exercises.iter().all(|exercise| exercise.turn().to_move == Colour::White));
    // Moves that are as good as the player's best one are right, too, after it.
    let answers = ["f5f6", "f5d6"].map(|moves| {
        let game = own(&transcript::read(moves).expect("a game"), Colour::White);
        let options = TrainerOptions { openings: 1, ..TrainerOptions::new(1500.0, Level::new(12).expect("a level")) };
        let exercise = trainer(options).openings(&[game], &Stop::new(), |_| {}).remove(0);
        let Exercise { right, losses, .. } = &exercise;
        let best: Vec<_> = losses.iter().filter(|(_, loss)| *loss < 0.45).map(|(mv, _)| *mv).collect();
        assert_eq!(right[0].to_string(), moves[2..], "the player's own comes first");
        assert!(!best.contains(&right[0]) || best.iter().all(|mv| right.contains(mv)), "{right:?}, {losses:?}");
        right.len()
    });
    assert!(answers.iter().any(|right| *right > 1), "{answers:?}");
    // The parallel opening loses too much to be learned.
    let wrong = [own(&transcript::read("f5f4").expect("a game"), Colour::White)];
    let exercises = trainer(options).openings(&wrong, &Stop::new(), |_| {});
    assert!(exercises[0].why[0].starts_with("your usual move"), "{:?}", exercises[0].why);
    assert!(exercises[0].right.iter().all(|mv| exercises[0].loss(*mv) == Some(0.0)));
}

#[test]
fn exercises_are_made_of_the_games_of_one_player_and_only_once() {
    let folder = folder();
    let at = folder.path();
    let said = refused(&drill(at, ADD_FEW, ""));
    assert!(said.contains("--player: Anna (4 games), Otto (4 games)"), "{said}");
    let said = refused(&drill(at, &format!("{ADD_FEW} --player Emil"), ""));
    assert!(said.contains("\"Emil\" plays in none of these games; their players are Anna (4 games)"), "{said}");
    assert!(!at.join("d").exists());
    let output = drill(at, &format!("{ADD_FEW} --player otto --rating 1400"), "");
    assert!(
        done(&output).is_empty() && stderr(&output).contains("4 games of Otto: added 4 mistakes and 3 positions"),
        "{}",
        stderr(&output)
    );
    let first = deck(at);
    assert_eq!((first.player.as_deref(), first.rating, first.cards.len()), (Some("Otto"), Some(1400), 7));
    for card in &first.cards {
        let exercise = &card.exercise;
        let legal = exercise.game.legal();
        assert!(exercise.right.iter().all(|mv| legal.contains(mv)) && exercise.losses.len() == legal.len());
        if let ExerciseKind::Mistake { played, loss, found, .. } = &exercise.kind {
            let played = played.parse().expect("a move");
            assert!(*loss >= 4.0 && *found >= 0.01 && exercise.loss(played).is_some_and(|loss| loss >= 2.0));
            assert!(legal.contains(&played) && !exercise.right.contains(&played) && !exercise.why.is_empty());
            // "Anna - Otto, move 12" is a move of Otto's.
            let colour = if exercise.from.starts_with("Otto") { Colour::Black } else { Colour::White };
            assert_eq!(exercise.turn().to_move, colour, "{}", exercise.from);
        }
    }
    // The name is known now, and the positions have exercises.
    done(&drill(at, &format!("{ADD} --mistakes 2 --openings 0"), ""));
    let second = deck(at);
    assert_eq!((&second.cards[..7], second.cards.len()), (&first.cards[..], 9));
    assert_eq!(second.positions().len(), second.cards.len());
}

#[test]
fn limits_that_no_mistake_meets_are_said() {
    let folder = folder();
    let output = drill(folder.path(), &format!("{ADD} --player Otto --loss 64 --openings 0"), "");
    let said = stderr(&output);
    assert!(output.status.success() && said.contains("added 0 mistakes and 0 positions"), "{said}");
    assert!(said.contains("no further mistake of 64 discs"), "{said}");
    assert!(done(&drill(folder.path(), "", "")).starts_with("There are no exercises."));
}

#[test]
fn games_without_names_need_a_side() {
    let folder = folder();
    let moves = crate::random::whole_game(910).transcript();
    let add = format!("add {moves} --level 2 --threads 1 --found 0 --mistakes 2 --openings 0");
    let said = refused(&drill(folder.path(), &add, ""));
    assert!(said.contains("--side black, white or both"), "{said}");
    done(&drill(folder.path(), &format!("{add} --side white"), ""));
    assert!(deck(folder.path()).cards.iter().all(|card| card.exercise.turn().to_move == Colour::White));
}

#[test]
fn practice_through_a_pipe_is_graded_and_kept() {
    let folder = folder();
    let at = folder.path();
    done(&drill(at, &format!("{ADD_FEW} --player Otto"), ""));
    let cards = deck(at).cards;
    let right = cards[0].exercise.right[0];
    let wrong = cards[1].exercise.losses.last().expect("moves").0;
    let second = cards[1].exercise.right[0];
    let input = format!("nonsense\na1a2\n{right}\n{wrong}\n{second}\nshow\nskip\nquit\n");
    let said = done(&drill(at, "--new 5", &input));
    for text in
        ["5 exercises to practise", "1 of 5: ", "Type a move", &format!("Right: {right}"), "Try again.", "The move is "]
    {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(said.contains("3 answers: 1 right at once, 1 at the second try or with one hint, 1 not yet."), "{said}");
    let kept = deck(at).cards;
    let reviews: Vec<_> = kept.iter().map(|card| card.memory.map(|memory| memory.lapses)).collect();
    assert_eq!(reviews, [Some(0), Some(0), Some(1), None, None, None, None]);
    let due = |at: usize| kept[at].memory.map(|memory| memory.due);
    assert!(due(0) > due(1) && due(1) > due(2));
    let list = done(&drill(at, "list", ""));
    assert!(list.contains("7 exercises: 0 due, 4 new, 3 later") && list.ends_with("\nin d\n"), "{list}");
    // What is said after an answer is what the list says.
    let said_of = |number: usize| said.split("It comes again ").nth(number).and_then(|rest| rest.split_once(".\n"));
    let (first, _) = said_of(1).expect("an answer");
    assert!(first.starts_with("in ") && list.contains(&format!("   1  {first} ")), "{first}: {list}");
    done(&drill(at, "remove 1 7", ""));
    assert_eq!(deck(at).cards, kept[1..6]);
    assert!(refused(&drill(at, "remove 6", "")).contains("only 5 exercises: 6"));
}

#[test]
fn what_was_answered_survives_a_kill() {
    let folder = folder();
    let at = folder.path();
    done(&drill(at, &format!("{ADD_FEW} --player Otto"), ""));
    let right = deck(at).cards[0].exercise.right[0];
    let mut command = emilia(&["drill", "--file", "d"]);
    let client = Client::start(command.current_dir(at));
    client.say(format!("{right}\n"));
    client.until(|line| line.starts_with("It comes again"));
    let said = refused(&drill(at, "", ""));
    assert!(said.contains("another program is writing to it"), "{said}");
    // Dropping it kills it.
    drop(client);
    assert!(deck(at).cards[0].memory.is_some());
    assert!(done(&drill(at, "list", "")).contains("7 exercises: 0 due, 6 new, 1 later"));
}

#[test]
fn a_damaged_file_is_named_and_left_as_it_is() {
    let folder = folder();
    let at = folder.path();
    for content in [
        "{\"emilia\":\"drill\",\"version\":1,\"exercises\":1}\n{\"gam",
        "{\"emilia\":\"drill\",\"version\":9,\"exercises\":0}\n",
        "f5d6",
    ] {
        fs::write(at.join("d"), content).expect("a file");
        for arguments in ["", "list", ADD_FEW, "remove 1", "export out.md"] {
            let said = refused(&drill(at, arguments, ""));
            assert!(said.contains("cannot use d, which is left as it is"), "{arguments}: {said}");
        }
        assert_eq!(fs::read_to_string(at.join("d")).expect("a file"), content);
    }
}

#[test]
fn exercises_are_exported_for_anki_and_as_texts() {
    let folder = folder();
    let at = folder.path();
    assert!(refused(&drill(at, "list", "")).contains("there are no exercises in d"));
    done(&drill(at, &format!("{ADD_FEW} --player Otto"), ""));
    let cards = deck(at).cards;
    for name in ["out.tsv", "out.md", "out.txt"] {
        done(&drill(at, &format!("export {name}"), ""));
        assert!(refused(&drill(at, &format!("export {name}"), "")).contains("already exists"));
    }
    assert!(refused(&drill(at, "export out.doc", "")).contains("ends in .tsv"));
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("a file");
    let anki = read("out.tsv");
    let (head, notes): (Vec<_>, Vec<_>) = anki.lines().partition(|line| line.starts_with('#'));
    assert!(head.contains(&"#separator:tab") && head.contains(&"#html:true") && notes.len() == cards.len());
    let mut rows =
        csv::ReaderBuilder::new().delimiter(b'\t').has_headers(false).flexible(true).from_reader(anki.as_bytes());
    let rows = rows.records().map(|row| row.expect("a row")).filter(|row| !row[0].starts_with('#'));
    for (row, card) in rows.zip(&cards) {
        assert!(
            row.len() == 4 && row[1].starts_with("<svg") && row[2].contains(&card.exercise.right[0].to_string()),
            "{row:?}"
        );
    }
    for text in [read("out.md"), read("out.txt")] {
        let heads = text.lines().filter(|line| line.split_whitespace().eq(["a", "b", "c", "d", "e", "f", "g", "h"]));
        assert_eq!(heads.count(), 2 * cards.len());
        assert!(text.contains("Solutions") && cards.iter().all(|card| text.contains(&card.exercise.from)));
    }
}

#[test]
fn the_help_names_the_tools() {
    let help = stdout(&run_on(&mut emilia(&["drill", "--help"]), b""));
    assert!(["add", "list", "remove", "export", "--file", "--new"].iter().all(|word| help.contains(word)), "{help}");
}
