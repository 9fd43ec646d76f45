//! The answers are those of the library, and of a naive search.

use super::client::{Client, is_last};
use crate::certificate::proved;
use crate::random::{Random, brute_force, random_position, whole_game};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use emilia::notation::transcript;
use emilia::{Analysis, Engine, EngineOptions, Game, Limits, Move, Score, Stop};
use emilia_analysis::explain;
use flate2::read::ZlibDecoder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;

/// Discs as the protocol writes them.
fn discs(score: Score) -> f64 {
    (f64::from(score.to_discs()) * 100.0).round() / 100.0
}

fn compare(answer: &Value, analysis: &Analysis, sign: f64) {
    assert_eq!(answer["score"].as_f64(), Some(sign * discs(analysis.score()) + 0.0), "{answer}");
    assert_eq!(answer["nodes"].as_u64(), Some(analysis.nodes()), "{answer}");
    let infos = answer["moveInfos"].as_array().expect("a list");
    let lines: Vec<_> = analysis.lines().iter().filter(|line| !line.line.is_empty()).collect();
    assert_eq!(infos.len(), lines.len(), "{answer}");
    for (order, (info, line)) in infos.iter().zip(lines).enumerate() {
        let pv: Vec<String> = line.line.iter().map(Move::to_string).collect();
        assert_eq!((&info["pv"], &info["move"], &info["order"]), (&json!(pv), &json!(pv[0]), &json!(order)));
        assert_eq!(info["score"].as_f64(), Some(sign * discs(line.score()) + 0.0), "{answer}");
        assert!(info["loss"].as_f64().expect("a loss") >= 0.0);
    }
}

#[test]
fn searches_of_one_thread_are_those_of_the_library() {
    let game = whole_game(3);
    let last = game.moves().len();
    assert!(game.moves().iter().any(|played| played.mv == Move::Pass), "the game has no pass");
    for (lines, depth) in [(1, 7), (64, 4)] {
        let client = Client::start(&["--jobs", "1"]);
        let turns: Vec<usize> = (0..=last).rev().collect();
        client.say(
            &json!({ "id": "g", "moves": game.transcript(), "analyzeTurns": turns, "depth": depth, "lines": lines })
                .to_string(),
        );
        let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(16));
        for ply in turns {
            let (answer, turn) = (client.hear(), game.at_ply(ply).expect("a turn"));
            assert_eq!((&answer["turnNumber"], &answer["perspective"]), (&json!(ply), &json!("black")));
            assert_eq!(answer["sideToMove"], json!(turn.to_move.to_string()));
            assert_eq!(answer["isGameOver"], json!(ply == last));
            let analysis = engine.search(turn, &Limits::depth(depth).with_lines(lines));
            compare(&answer, &analysis, f64::from(turn.to_move.sign()));
        }
        assert_eq!(client.end(), (Vec::new(), Some(0)));
    }
}

#[test]
fn exact_scores_are_those_of_a_naive_search() {
    let (client, mut random) = (Client::start(&["--jobs", "2"]), Random::new(4));
    let mut expected = BTreeMap::new();
    for number in 0..40 {
        let position = random_position(2 + number % 6, &mut random);
        let (side, sign) = if number % 2 == 0 { ("black", 1) } else { ("O", -1) };
        let board = Game::from_position(position, side.parse().expect("a colour"));
        let board = board.turn().board.to_string();
        let kind = if number % 3 == 2 { "wld" } else { "exact" };
        let id = number.to_string();
        client.say(&json!({ "id": id, "board": board, "side": side, kind: true, "lines": 64 }).to_string());
        let of_moves: BTreeMap<String, i32> = position
            .moves()
            .map(|at| (at.to_string(), -sign * brute_force(position.try_play(at).expect("a legal move"))))
            .collect();
        expected.insert(id, (sign * brute_force(position), of_moves));
    }
    let (answers, _) = client.end();
    assert_eq!(answers.len(), expected.len());
    for answer in answers {
        let (score, of_moves) = &expected[answer["id"].as_str().expect("an id")];
        agrees(&answer, *score);
        for info in answer["moveInfos"].as_array().expect("a list") {
            let mv = info["move"].as_str().expect("a move");
            agrees(info, if mv == "pass" { *score } else { of_moves[mv] });
        }
    }
}

#[test]
fn scores_outside_of_the_window_are_bounds_from_blacks_view() {
    let (client, mut random) = (Client::start(&["--jobs", "1"]), Random::new(5));
    for number in 0..20 {
        let position = random_position(6, &mut random);
        let (side, sign) = if number % 2 == 0 { ("black", 1) } else { ("white", -1) };
        let truth = sign * brute_force(position);
        let game = Game::from_position(position, side.parse().expect("a colour"));
        for (alpha, beta, certainty) in
            [(truth - 1, truth + 1, "exact"), (truth, truth + 3, "at most"), (truth - 4, truth, "at least")]
        {
            let (alpha, beta) = (alpha.max(-64), beta.min(64));
            if alpha < beta {
                let query =
                    json!({ "id": "w", "board": game.turn().to_string(), "exact": true, "alpha": alpha, "beta": beta });
                let answer = client.ask(&query.to_string());
                agrees(&answer, truth);
                assert!(answer["certainty"] == certainty || truth.abs() == 64, "{query}: {answer}");
            }
        }
    }
}

#[test]
fn a_certificate_proves_the_value_of_the_answer() {
    let (client, mut random) = (Client::start(&["--jobs", "1"]), Random::new(6));
    for number in 0..6 {
        let (side, sign) = if number % 2 == 0 { ("black", 1) } else { ("white", -1) };
        let game = Game::from_position(random_position(9, &mut random), side.parse().expect("a colour"));
        let mut query = json!({ "id": "c", "board": game.turn().to_string(), "exact": true, "certificate": number });
        if number > 2 {
            query["alpha"] = json!(4);
        }
        let answer = client.ask(&query.to_string());
        let text = text_of(&answer);
        assert!(text.starts_with(&format!("{}\nmost\n{number}\n", game.turn())), "{text}");
        let score = sign * answer["score"].as_i64().expect("a whole number") as i32;
        let (is_least, is_most) = match answer["certainty"].as_str() {
            Some("exact") => (true, true),
            Some("at most") => (sign < 0, sign > 0),
            other => panic!("{other:?}"),
        };
        assert_eq!(proved(&game, &text), (is_least.then_some(score), is_most.then_some(score)), "{query}");
    }
    let answer = client.ask(r#"{"id":"c","rules":"4x4","exact":true,"certificate":4}"#);
    let game = Game::new("4x4".parse().expect("rules"));
    assert_eq!(proved(&game, &text_of(&answer)), (Some(-10), Some(-10)), "{answer}");
}

/// The text of the certificate of an answer.
fn text_of(answer: &Value) -> String {
    let file = BASE64_STANDARD.decode(answer["certificate"].as_str().expect("a certificate")).expect("base64");
    assert!(file.starts_with(b"Emilia proof 1 "));
    let line = file.iter().position(|byte| *byte == b'\n').expect("a line");
    let mut text = String::new();
    ZlibDecoder::new(&file[line + 1..]).read_to_string(&mut text).expect("zlib");
    text
}

#[test]
fn limits_and_termination_end_a_certificate_too() {
    let client = Client::start(&["--jobs", "1"]);
    let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"; // 20 empty squares
    let query = json!({ "id": "c", "board": board, "exact": true, "nodes": 1_000_000_000 });
    let nodes = client.ask(&query.to_string())["nodes"].as_u64().expect("a number");
    client.ask(r#"{"id":"c","action":"clear_cache"}"#);
    let query = json!({ "id": "c", "board": board, "exact": true, "certificate": 0, "nodes": nodes + 10_000 });
    let answer = client.ask(&query.to_string());
    assert!(answer["certificate"].is_null() && answer["certificateError"].is_null(), "{answer}");
    assert_eq!(answer["certainty"], "exact", "the value is proved before the certificate");
    let query = json!({ "id": "c", "board": board, "exact": true, "certificate": 0 });
    client.say(&query.to_string());
    client.say(r#"{"id":"t","action":"terminate_all"}"#);
    let answer = client.until(is_last);
    assert!(answer["certificate"].is_null() && answer["certificateError"].is_null(), "{answer}");
}

/// The score is proved and agrees with the truth, both from Black's view.
fn agrees(found: &Value, truth: i32) {
    let score = found["score"].as_i64().expect("a whole number") as i32;
    match found["certainty"].as_str() {
        Some("exact") => assert_eq!(score, truth, "{found}"),
        Some("at least") => assert!(score <= truth, "{found}, {truth}"),
        Some("at most") => assert!(score >= truth, "{found}, {truth}"),
        _ => panic!("not proved: {found}"),
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    let client = Client::start(&["--jobs", "1"]);
    let moves = |answer: &Value| {
        let infos = answer["moveInfos"].as_array().expect("a list");
        let mut moves: Vec<String> =
            infos.iter().map(|info| info["move"].as_str().expect("a move").to_owned()).collect();
        moves.sort();
        moves.join(" ")
    };
    let query = r#"{"id":"a","depth":3,"lines":64,"moves":"f5d6c3","allowMoves":["d3","F4","h8"]}"#;
    assert_eq!(moves(&client.ask(query)), "d3 f4");
    let query = r#"{"id":"a","depth":3,"lines":64,"moves":["f5"],"avoidMoves":["d6"]}"#;
    assert_eq!(moves(&client.ask(query)), "f4 f6");
    let query = r#"{"id":"a","depth":3,"lines":2,"moves":[["B","f5"],["W","D6"]],"allowMoves":["c3","c4","c5"],"avoidMoves":["c4"]}"#;
    assert_eq!(moves(&client.ask(query)), "c3 c5");
}

#[test]
fn the_table_is_kept_and_can_be_cleared() {
    let client = Client::start(&["--jobs", "1"]);
    let query = r#"{"id":"q","moves":"f5d6c3d3c4","depth":10}"#;
    let first = client.ask(query)["nodes"].clone();
    let second = client.ask(query)["nodes"].clone();
    assert!(second.as_u64() < first.as_u64(), "{second} nodes after {first}");
    client.say(r#"{"id":"c","action":"clear_cache"}"#);
    assert_eq!(client.hear(), json!({ "id": "c", "action": "clear_cache" }));
    assert_eq!(client.ask(query)["nodes"], first);
}

#[test]
fn a_level_without_limits_is_that_of_the_command_line() {
    let client = Client::start(&["--jobs", "1", "--level", "5"]);
    assert_eq!(client.ask(r#"{"id":"a"}"#)["certainty"], "5@73%");
    assert_eq!(client.ask(r#"{"id":"a","level":3}"#)["certainty"], "3@73%");
    assert_eq!(client.ask(r#"{"id":"a","depth":3,"selectivity":100}"#)["percent"], 100);
    // With a limit of nodes the level is none.
    let answer = client.ask(r#"{"id":"a","nodes":100000}"#);
    assert!(answer["depth"].as_u64() > Some(5) && is_last(&answer), "{answer}");
    let game = transcript::read("f5d6c3d3c4").expect("moves");
    let answer = client.ask(&json!({ "id": "b", "moves": game.transcript(), "depth": 2 }).to_string());
    assert_eq!((&answer["turnNumber"], &answer["sideToMove"]), (&json!(5), &json!("white")));
}

#[test]
fn a_position_is_explained_by_the_values_of_all_its_moves() {
    let client = Client::start(&["--jobs", "1"]);
    let moves = "f5d6c3d3c4f4f6";
    client.say(&json!({ "id": "e", "moves": moves, "depth": 4, "explain": true }).to_string());
    let answer = client.hear();
    let game = transcript::read(moves).expect("legal");
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(16));
    let analysis = engine.search(&game, &Limits::depth(4).with_lines(usize::MAX));
    assert_eq!(answer["moveInfos"].as_array().map(Vec::len), Some(analysis.lines().len()));
    assert_eq!(answer["explanations"], json!(explain(game.turn(), analysis.lines(), engine.weights())));
    assert!(answer["explanations"][0]["text"].is_string());
    client.say(&json!({ "id": "l", "moves": moves, "depth": 4, "explain": true, "lines": 1 }).to_string());
    assert_eq!(client.hear()["moveInfos"].as_array().map(Vec::len), Some(1));
    client.say(&json!({ "id": "f", "moves": moves, "depth": 4, "explain": 1 }).to_string());
    assert_eq!(client.hear()["field"], json!("explain"));
}

#[test]
fn a_review_is_that_of_the_library() {
    let client = Client::start(&["--jobs", "1", "--book", "0"]);
    let game = whole_game(3);
    client.say(
        &json!({ "id": "r", "moves": game.transcript(), "depth": 4, "review": true, "explain": true }).to_string(),
    );
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(16));
    let review = engine.review(&game, &Limits::depth(4), &Stop::new());
    for reviewed in review.moves.iter().rev() {
        let answer = client.hear();
        assert_eq!((&answer["turnNumber"], &answer["isDuringSearch"]), (&json!(reviewed.ply), &json!(true)));
        let of = &answer["review"];
        let sign = f64::from(game.at_ply(reviewed.ply).expect("a turn").to_move.sign());
        let value = |value: Option<emilia::Value>| value.map(|value| sign * discs(value.score()) + 0.0);
        assert_eq!(of["before"].as_f64(), value(Some(reviewed.value)), "{answer}");
        assert_eq!(of["after"].as_f64(), value(reviewed.of_played), "{answer}");
        assert_eq!(of["loss"].as_f64(), reviewed.loss.map(discs), "{answer}");
        assert_eq!(of["best"], json!(reviewed.best.map(|mv| mv.to_string())), "{answer}");
        let is_mistake = reviewed.loss.is_some_and(|loss| loss.to_discs() >= 2.0);
        assert!(!is_mistake || of["explanations"].as_array().is_some_and(|texts| !texts.is_empty()), "{answer}");
    }
    let last = client.hear();
    assert!(is_last(&last) && last["review"]["isComplete"] == true, "{last}");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn the_book_counts_if_the_query_says_so() {
    let client = Client::start(&["--jobs", "1"]);
    let ask = |lines: usize, book: bool| {
        client.ask(&json!({ "id": "b", "moves": "f5d6", "depth": 2, "lines": lines, "book": book }).to_string())
    };
    assert_eq!(ask(1, false)["certainty"], "2@73%");
    let answer = ask(1, true);
    assert_eq!((&answer["certainty"], &answer["nodes"]), (&json!("book"), &json!(0)));
    let all = ask(64, true);
    let infos = all["moveInfos"].as_array().expect("a list");
    assert_eq!(infos.len(), 5, "every legal move: {all}");
    assert_eq!((&infos[0], &all["score"]), (&answer["moveInfos"][0], &answer["score"]));
    assert_eq!(client.ask(r#"{"id":"o","rules":"6x6","depth":1,"book":true}"#)["certainty"], "1@100%");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_handicap_chooses_moves_that_lose() {
    let client = Client::start(&["--jobs", "1"]);
    let mut losses = 0.0;
    for number in 0..40 {
        let answer = client
            .ask(&json!({ "id": "h", "moves": "f5d6c3d3c4", "depth": 3, "handicap": 3, "book": true }).to_string());
        let chosen = &answer["chosen"];
        let info =
            answer["moveInfos"].as_array().and_then(|infos| infos.iter().find(|info| info["move"] == chosen["move"]));
        assert_eq!(info.and_then(|info| info["loss"].as_f64()), chosen["loss"].as_f64(), "{number}: {answer}");
        losses += chosen["loss"].as_f64().expect("a loss");
    }
    assert!((60.0..180.0).contains(&losses), "{losses}");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn other_boards_are_solved() {
    let client = Client::start(&["--jobs", "1"]);
    let answer = client.ask(r#"{"id":"s","rules":"4x4","exact":true}"#);
    assert_eq!((&answer["certainty"], &answer["score"]), (&json!("exact"), &json!(-10)), "{answer}");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn people_choose_moves_with_their_chances() {
    let client = Client::start(&["--jobs", "1"]);
    let ask = |rating: u32, seed: u32| {
        client.ask(&json!({ "id": "p", "moves": "f5d6c3d3c4", "human": rating, "seed": seed }).to_string())
    };
    let answer = ask(1500, 1);
    let people = answer["people"].as_array().expect("a list");
    let chances: Vec<f64> = people.iter().filter_map(|of| of["chance"].as_f64()).collect();
    assert_eq!(chances.len(), 6, "every legal move: {answer}");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 0.01 && chances.is_sorted_by(|one, other| one >= other));
    assert!(people.iter().any(|of| of["move"] == answer["chosen"]["move"]) && answer["chosen"]["loss"].is_number());
    assert_eq!(ask(1500, 1)["chosen"], answer["chosen"]);
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_review_says_how_many_people_find_the_best_move() {
    let client = Client::start(&["--jobs", "1"]);
    client.say(r#"{"id":"r","moves":"f5d6c3d3c4f4","depth":3,"review":true,"human":[1200,1800]}"#);
    let mut graded = 0;
    loop {
        let answer = client.hear();
        if answer["isDuringSearch"] == json!(false) {
            break;
        }
        let people = &answer["review"]["people"];
        if !people.is_null() {
            graded += 1;
            let is_blacks = answer["turnNumber"].as_u64().is_some_and(|number| number % 2 == 0);
            assert_eq!(people["rating"], json!(if is_blacks { 1200 } else { 1800 }), "{answer}");
            let share = |name: &str| people[name].as_f64().expect("a share");
            assert!(["found", "chance", "asBad"].iter().all(|name| (0.0..=1.0).contains(&share(name))), "{answer}");
        }
    }
    assert_eq!(graded, 6, "each move was a choice");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}
