//! What cannot be read is answered by an object, and the session continues.

use super::client::{Client, is_last};
use crate::fuzz::mutation::mutate;
use crate::random::Random;
use serde_json::json;

/// A query with every field.
const ALL_FIELDS: &str = r#"{"id":"all","board":"---------------------------OX------XO---------------------------","side":"X",
    "moves":["f5","d6"],"analyzeTurns":[2,0],"priorities":[1,2],"depth":3,"selectivity":87,"time":9.5,"nodes":100000,"lines":2,
    "reportDuringSearchEvery":5,"allowMoves":["c3","c4","d3","f5"],"avoidMoves":["c4"],"explain":true}"#;

#[test]
fn errors_name_the_field() {
    let client = Client::start(&["--jobs", "1"]);
    for (line, field) in [
        (r#"{"id":"e","moves":"f5a1"}"#, "moves"),
        (r#"{"id":"e","moves":"f5x"}"#, "moves"),
        (r#"{"id":"e","moves":7}"#, "moves"),
        (r#"{"id":"e","moves":[7]}"#, "moves"),
        (r#"{"id":"e","moves":[["B"]]}"#, "moves"),
        (r#"{"id":"e","moves":[["W","f5"]]}"#, "moves"),
        (r#"{"id":"e","moves":["pass"]}"#, "moves"),
        (r#"{"id":"e","board":"XO"}"#, "board"),
        (r#"{"id":"e","board":"------OXXO------ X"}"#, "board"),
        (r#"{"id":"e","side":"X"}"#, "side"),
        (
            r#"{"id":"e","board":"---------------------------OX------XO--------------------------- X","side":"O"}"#,
            "side",
        ),
        (r#"{"id":"e","board":"q","side":"red"}"#, "side"),
        (r#"{"id":"e","analyzeTurns":[1]}"#, "analyzeTurns"),
        (r#"{"id":"e","analyzeTurns":[0,0]}"#, "analyzeTurns"),
        (r#"{"id":"e","analyzeTurns":[]}"#, "analyzeTurns"),
        (r#"{"id":"e","analyzeTurns":[0.5]}"#, "analyzeTurns"),
        (r#"{"id":"e","level":0}"#, "level"),
        (r#"{"id":"e","level":"10"}"#, "level"),
        (r#"{"id":"e","depth":65}"#, "depth"),
        (r#"{"id":"e","selectivity":50}"#, "selectivity"),
        (r#"{"id":"e","exact":1}"#, "exact"),
        (r#"{"id":"e","alpha":-2}"#, "alpha"),
        (r#"{"id":"e","wld":true,"beta":2}"#, "beta"),
        (r#"{"id":"e","exact":true,"alpha":2,"beta":2}"#, "beta"),
        (r#"{"id":"e","exact":true,"alpha":-65}"#, "alpha"),
        (r#"{"id":"e","exact":true,"beta":64.5}"#, "beta"),
        (r#"{"id":"e","certificate":6}"#, "certificate"),
        (r#"{"id":"e","depth":60,"certificate":6}"#, "certificate"),
        (r#"{"id":"e","exact":true,"certificate":17}"#, "certificate"),
        (r#"{"id":"e","exact":true,"certificate":true}"#, "certificate"),
        (r#"{"id":"e","wld":true,"certificate":6,"book":true}"#, "certificate"),
        (r#"{"id":"e","wld":true,"certificate":6,"review":true}"#, "certificate"),
        (r#"{"id":"e","exact":true,"certificate":6,"avoidMoves":["f5"]}"#, "certificate"),
        (r#"{"id":"e","exact":true,"certificate":6,"rules":"reversi-1886"}"#, "certificate"),
        (r#"{"id":"e","time":0}"#, "time"),
        (r#"{"id":"e","time":"1"}"#, "time"),
        (r#"{"id":"e","nodes":-1}"#, "nodes"),
        (r#"{"id":"e","nodes":1e300}"#, "nodes"),
        (r#"{"id":"e","lines":65}"#, "lines"),
        (r#"{"id":"e","priority":1.5}"#, "priority"),
        (r#"{"id":"e","priorities":[1,2]}"#, "priorities"),
        (r#"{"id":"e","priority":1,"priorities":[1]}"#, "priorities"),
        (r#"{"id":"e","allowMoves":["a1"]}"#, "allowMoves"),
        (r#"{"id":"e","allowMoves":"f5"}"#, "allowMoves"),
        (r#"{"id":"e","avoidMoves":["d3","c4","f5","e6"]}"#, "avoidMoves"),
        (r#"{"id":"e","avoidMoves":["z9"]}"#, "avoidMoves"),
        (r#"{"id":"e","reportDuringSearchEvery":0}"#, "reportDuringSearchEvery"),
        (r#"{"id":"e","rules":"7x"}"#, "rules"),
        (
            r#"{"id":"e","rules":"6x6","board":"---------------------------OX------XO--------------------------- X"}"#,
            "rules",
        ),
        (r#"{"id":"e","rules":"6x6","allowMoves":["c2"]}"#, "allowMoves"),
        (r#"{"id":"e","handicap":-1}"#, "handicap"),
        (r#"{"id":"e","human":700}"#, "human"),
        (r#"{"id":"e","human":[1500,700]}"#, "human"),
        (r#"{"id":"e","human":[1500]}"#, "human"),
        (r#"{"id":"e","human":1500,"handicap":1}"#, "human"),
        (r#"{"id":"e","human":1500,"rules":"6x6"}"#, "human"),
        (r#"{"id":"e","handicap":"1"}"#, "handicap"),
        (r#"{"id":"e","moves":"f5","review":true,"analyzeTurns":[0,1]}"#, "review"),
        (r#"{"id":"e","book":1}"#, "book"),
        (r#"{"id":"e","action":"resign"}"#, "action"),
        (r#"{"id":"e","action":"terminate"}"#, "terminateId"),
        (r#"{"id":"e","action":"terminate_all","turnNumbers":[-1]}"#, "turnNumbers"),
    ] {
        let answer = client.ask(line);
        assert!(answer["error"].is_string(), "{line}: {answer}");
        assert_eq!((&answer["field"], &answer["id"]), (&json!(field), &json!("e")), "{line}: {answer}");
    }
    for id in ["7", "-1.5"] {
        let answer = client.ask(&format!(r#"{{"id":{id},"moves":"f5"}}"#));
        assert!(answer["error"].is_string() && answer["field"] == "id", "{answer}");
        assert_eq!(answer["id"].to_string(), id, "a client that counts its queries finds its own");
    }
    for line in [r#"{}"#, r#"{"id":["e"]}"#, r#"{"id":null,"moves":"f5"}"#, r#"{"action":"terminate_all"}"#] {
        let answer = client.ask(line);
        assert!(answer["error"].is_string() && answer["field"] == "id" && answer.get("id").is_none(), "{answer}");
    }
    let twice = r#"{"id":"e","board":"---------------------------OX------XO--------------------------- X","side":"X","depth":1}"#;
    assert_eq!(client.ask(twice)["sideToMove"], "black", "the side may be given twice");
    let answer = client.ask(r#"{"id":"e","level":3,"exact":true}"#);
    assert!(answer["error"].is_string() && answer.get("field").is_none(), "{answer}");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn lines_that_are_not_objects_are_errors_and_empty_ones_are_nothing() {
    let client = Client::start(&["--jobs", "1"]);
    let long = format!(r#"{{"id":"{}"}}"#, "x".repeat(2 << 20));
    let deep = "[".repeat(100_000);
    let (wide, invalid) = (format!(r#"{{"id":"{}"}}"#, "x".repeat(2000)), b"{\"id\":\"\xff\"}".to_vec());
    let lines: Vec<Vec<u8>> =
        ["nonsense", "7", "[]", "\"id\"", "null", r#"{"id":"a""#, "{\"id\":\"a\"}{}", &long, &deep, &wide]
            .iter()
            .map(|line| line.as_bytes().to_vec())
            .chain([invalid, vec![0, 1, 2, 255]])
            .collect();
    for mut line in lines {
        line.extend_from_slice(b"\n\n  \r\n");
        client.send(&line);
        let answer = client.hear();
        assert!(answer["error"].as_str().is_some_and(|text| text.len() < 300), "{answer}");
        assert!(answer.get("id").is_none(), "{answer}");
    }
    assert_eq!(client.ask(r#"{"id":"b","depth":1}"#)["id"], "b");
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn unknown_fields_are_warned_of_and_the_query_is_answered() {
    let client = Client::start(&["--jobs", "1"]);
    client.say(r#"{"id":"w","depth":1,"komi":7.5,"ruleset":"othello"}"#);
    for field in ["komi", "ruleset"] {
        let warning = client.hear();
        assert!(warning["warning"].is_string() && warning["field"] == field && warning["id"] == "w", "{warning}");
    }
    assert!(is_last(&client.hear()));
    let many: String = (0..1000).map(|number| format!(r#","unknown{number}":1"#)).collect();
    client.say(&format!(r#"{{"id":"m","depth":1{many}}}"#));
    let warnings = (0..).take_while(|_| client.hear().get("warning").is_some()).count();
    assert!(warnings < 20, "{warnings}");
    client.say(&ALL_FIELDS.replace('\n', " "));
    assert!(is_last(&client.hear()) && is_last(&client.hear()));
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_byte_order_mark_before_a_query_is_left_out() {
    let client = Client::start(&["--jobs", "1"]);
    assert_eq!(client.ask("\u{feff}{\"id\":\"v\",\"action\":\"query_version\"}")["id"], "v");
}

#[test]
fn mutated_lines_do_not_end_the_session() {
    let corpus: Vec<Vec<u8>> = [
        ALL_FIELDS.replace('\n', " ").as_str(),
        r#"{"id":"a","moves":"f5d6c3","analyzeTurns":[0,1,2,3],"level":2}"#,
        r#"{"id":"t","action":"terminate","terminateId":"a","turnNumbers":[1]}"#,
        r#"{"id":"t","action":"terminate_all"}"#,
        r#"{"id":"v","action":"query_version"}"#,
        r#"{"id":"b","wld":true,"nodes":1000,"priority":-3}"#,
    ]
    .map(|line| line.as_bytes().to_vec())
    .to_vec();
    let (client, mut random) = (Client::start(&["--jobs", "2", "--level", "2"]), Random::new(6));
    for _ in 0..2000 {
        let mut line = mutate(&corpus, &mut random);
        // An exact search of the start would not end.
        if !line.windows(5).any(|part| part == b"\"exac" || part == b"\"wld\"") {
            line.push(b'\n');
            client.send(&line);
        }
    }
    client.say("\n{\"id\":\"stop\",\"action\":\"terminate_all\"}");
    client.until(|answer| answer["id"] == "stop");
    client.say(r#"{"id":"the last query","depth":2}"#);
    client.until(|answer| answer["id"] == "the last query" && is_last(answer));
    assert_eq!(client.end().1, Some(0));
}
