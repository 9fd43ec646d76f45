//! Many queries with random terminations: no answer is lost and none comes twice.

use super::client::{Client, is_last};
use crate::random::Random;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Queries without `EMILIA_JSON_QUERIES`.
const SHORT: usize = 600;
/// The moves of the games, of which queries have the beginnings.
const GAME: &str = "f5d6c3d3c4f4f6g5e6d7e3c5f3e7c7c6d8g4f8e8b5c8b8b3b4e2d2g3b6a5a6a4f7f2a2a3b2c2d1e1c1b7a8a7g6h6h7h8g1f1g7h1h2g2h4b1a1h3h5g8";

fn number_of(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

/// What the client knows of its queries.
#[derive(Default)]
struct Ledger {
    /// The turns without a last answer, by id.
    open: BTreeMap<String, BTreeSet<u64>>,
    actions: BTreeSet<String>,
    last_answers: usize,
    without_results: usize,
    during: usize,
}

impl Ledger {
    fn note(&mut self, answer: &Value) {
        let id = answer["id"].as_str().unwrap_or_else(|| panic!("no id: {answer}"));
        if answer.get("action").is_some() {
            assert!(self.actions.remove(id), "an echo too many: {answer}");
            return;
        }
        let turn = answer["turnNumber"].as_u64().unwrap_or_else(|| panic!("no turn: {answer}"));
        let turns = self.open.get_mut(id).unwrap_or_else(|| panic!("nothing is open: {answer}"));
        if !is_last(answer) {
            assert!(turns.contains(&turn), "an answer after the last: {answer}");
            self.during += 1;
            return;
        }
        assert!(turns.remove(&turn), "a last answer too many: {answer}");
        if turns.is_empty() {
            self.open.remove(id);
        }
        self.last_answers += 1;
        self.without_results += usize::from(answer["noResults"] == true);
    }
}

/// A random query, and the turns that it asks for.
fn query(id: &str, random: &mut Random) -> (Value, BTreeSet<u64>) {
    let plies = random.below(30);
    let mut turns: BTreeSet<u64> = (0..random.below(5)).map(|_| random.below(plies + 1) as u64).collect();
    let mut object = json!({ "id": id, "moves": GAME[..2 * plies], "priority": random.below(5) });
    if turns.is_empty() {
        turns.insert(plies as u64);
    } else {
        object["analyzeTurns"] = json!(turns);
    }
    match random.below(16) {
        0 => object["exact"] = json!(true),
        1 | 2 => object["time"] = json!(0.005),
        3 | 4 => object["nodes"] = json!(1 + random.below(5000)),
        depth => object["depth"] = json!(depth / 2),
    }
    if random.below(3) == 0 {
        object["reportDuringSearchEvery"] = json!(0.01);
    }
    object["lines"] = json!(1 + random.below(3));
    (object, turns)
}

#[test]
fn random_terminations_lose_and_double_no_answer() {
    let queries = number_of("EMILIA_JSON_QUERIES").map_or(SHORT, |number| number as usize);
    let mut random = Random::new(number_of("EMILIA_JSON_SEED").unwrap_or(1));
    let (client, mut ledger) = (Client::start(&["--jobs", "3"]), Ledger::default());
    for number in 0..queries {
        let id = format!("q{number}");
        let (query, turns) = query(&id, &mut random);
        ledger.open.insert(id, turns);
        client.say(&query.to_string());
        while random.below(4) == 0 && !ledger.open.is_empty() {
            let action = format!("t{number}.{}", ledger.actions.len());
            let open = ledger.open.keys().nth(random.below(ledger.open.len())).cloned().unwrap_or_default();
            let line = match random.below(40) {
                0 => json!({ "id": action, "action": "terminate_all" }),
                1..20 => {
                    json!({ "id": action, "action": "terminate", "terminateId": open, "turnNumbers": [random.below(30)] })
                }
                _ => json!({ "id": action, "action": "terminate", "terminateId": open }),
            };
            if ledger.actions.insert(action) {
                client.say(&line.to_string());
            }
        }
        // A part of the queries is to be searched, so they must not pile up behind searches without an end of their own.
        let wait = if ledger.open.len() > 30 { Duration::from_millis(20) } else { Duration::ZERO };
        while let Some(answer) = client.hear_within(wait) {
            ledger.note(&answer);
        }
    }
    client.say(r#"{"id":"end","action":"terminate_all"}"#);
    ledger.actions.insert("end".to_owned());
    let (rest, code) = client.end();
    rest.iter().for_each(|answer| ledger.note(answer));
    assert_eq!(code, Some(0));
    assert!(ledger.open.is_empty(), "without a last answer: {:?}", ledger.open);
    assert!(ledger.actions.is_empty(), "without an echo: {:?}", ledger.actions);
    println!(
        "{queries} queries: {} last answers, {} of them without results, {} during searches",
        ledger.last_answers, ledger.without_results, ledger.during
    );
    assert!(ledger.last_answers >= queries && ledger.without_results > 0);
    assert!(ledger.last_answers - ledger.without_results > queries / 10, "nearly nothing was searched");
}
