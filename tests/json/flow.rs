//! Answers during searches, terminations, priorities, and the end.

use super::client::{Client, is_last};
use crate::common::program::{emilia, exit_code};
use serde_json::{Value, json};

/// A query whose search does not end by itself.
const ENDLESS: &str = r#"{"id":"endless","exact":true}"#;

#[test]
fn a_terminated_search_answers_with_what_it_has_and_a_waiting_one_with_nothing() {
    let client = Client::start(&["--jobs", "1"]);
    client.say(r#"{"id":"endless","exact":true,"reportDuringSearchEvery":0.01}"#);
    client.say(r#"{"id":"waiting","moves":"f5d6","analyzeTurns":[0,1,2]}"#);
    // A search runs.
    let answer = client.hear();
    assert!(answer["id"] == "endless" && answer["isDuringSearch"] == true, "{answer}");
    client.say(r#"{"id":"t1","action":"terminate","terminateId":"waiting","turnNumbers":[2,1,9]}"#);
    client.until(|answer| answer["id"] == "t1");
    for turn in [1, 2] {
        let expected = json!({ "id": "waiting", "turnNumber": turn, "isDuringSearch": false, "noResults": true });
        assert_eq!(client.until(is_last), expected);
    }
    client.say(r#"{"id":"t2","action":"terminate","terminateId":"nobody"}"#);
    client.until(|answer| answer["id"] == "t2");
    client.say(r#"{"id":"t3","action":"terminate","terminateId":"endless"}"#);
    let last = client.until(is_last);
    assert!(last["id"] == "endless" && !last["moveInfos"].as_array().expect("a list").is_empty(), "{last}");
    assert_ne!(last["certainty"], "exact");
    let last = client.until(|_| true);
    assert!(last["id"] == "waiting" && last["turnNumber"] == 0 && is_last(&last), "{last}");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn there_are_answers_during_a_search_and_none_after_the_last() {
    let client = Client::start(&["--jobs", "2"]);
    client.say(r#"{"id":"r","moves":"f5d6c3","lines":4,"time":1.5,"reportDuringSearchEvery":0.1}"#);
    client.say(r#"{"id":"s","moves":"f5d6c3","time":1.0}"#);
    let (answers, _) = client.end();
    let (reported, silent): (Vec<Value>, Vec<Value>) = answers.into_iter().partition(|answer| answer["id"] == "r");
    assert!(silent.len() == 1 && is_last(&silent[0]), "{silent:?}");
    let (last, during) = reported.split_last().expect("answers");
    assert!(is_last(last) && during.iter().all(|answer| answer["isDuringSearch"] == true));
    assert!(!during.is_empty() && during.len() <= 15, "{} answers", during.len());
    let nodes: Vec<u64> = reported.iter().filter_map(|answer| answer["nodes"].as_u64()).collect();
    assert!(nodes.is_sorted() && nodes.len() == reported.len(), "{nodes:?}");
}

#[test]
fn a_higher_priority_is_searched_first() {
    let client = Client::start(&["--jobs", "1"]);
    client.say(ENDLESS);
    // It runs before the others arrive, or at least is the oldest.
    client.say(r#"{"id":"low","depth":1,"priority":-5}"#);
    client.say(r#"{"id":"b","moves":"f5d6","analyzeTurns":[0,1,2],"depth":1,"priorities":[1,3,2]}"#);
    client.say(r#"{"id":"a","depth":1}"#);
    client.say(r#"{"id":"t","action":"terminate","terminateId":"endless"}"#);
    let mut order = Vec::new();
    while order.len() < 5 {
        let answer = client.until(is_last);
        if answer["id"] != "endless" {
            order.push(format!("{} {}", answer["id"].as_str().expect("an id"), answer["turnNumber"]));
        }
    }
    assert_eq!(order, ["b 1", "b 2", "b 0", "a 0", "low 0"]);
}

#[test]
fn an_id_cannot_be_used_twice_at_once() {
    let client = Client::start(&["--jobs", "1"]);
    client.say(ENDLESS);
    let answer = client.ask(r#"{"id":"endless","depth":1}"#);
    assert!(answer["error"].is_string() && answer["field"] == "id" && answer["id"] == "endless", "{answer}");
    client.say(r#"{"id":"t","action":"terminate_all"}"#);
    client.until(is_last);
    for _ in 0..20 {
        assert!(is_last(&client.ask(r#"{"id":"endless","depth":1}"#)));
    }
}

#[test]
fn the_end_of_input_waits_for_the_answers_unless_told_otherwise() {
    let client = Client::start(&["--jobs", "2"]);
    client.say(r#"{"id":"a","moves":"f5d6c3d3c4f4","analyzeTurns":[0,1,2,3,4,5,6],"depth":8}"#);
    let (answers, code) = client.end();
    assert!(answers.len() == 7 && answers.iter().all(is_last) && code == Some(0));
    let client = Client::start(&["--jobs", "1", "--quit-without-waiting"]);
    client.say(ENDLESS);
    client.say(r#"{"id":"a","moves":"f5d6c3d3c4f4","analyzeTurns":[0,1,2,3,4,5,6],"exact":true}"#);
    let (answers, code) = client.end();
    assert!(answers.len() == 8 && answers.iter().all(is_last) && code == Some(0), "{answers:?}");
}

#[test]
fn a_client_that_has_hung_up_ends_the_program() {
    let mut child = emilia(&["json", "--hash", "1"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, format!("{ENDLESS}\n").as_bytes()).expect("the program reads");
    drop(child.stdout.take());
    assert_eq!(exit_code(&mut child), Some(0));
    drop(stdin);
}
