//! The JSON protocol.

use emilia::{Level, Move, Report, Value};
use emilia_analysis::internal::json::{Found, Parsed, Query, Request, answer, no_results, read};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::time::Duration;

/// Reads the bytes as lines. Each is nothing, or a request, or an object that says what is wrong with it; and a query asks for legal
/// things only, so that its turns can be searched and answered.
pub fn json(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n') {
        let Parsed { replies, request } = read(line, Level::DEFAULT);
        assert!(replies.len() <= 20, "{} objects for one line", replies.len());
        let kinds: Vec<&str> = replies.iter().map(|text| kind(&object(text))).collect();
        match &request {
            None if line.trim_ascii().is_empty() => assert!(replies.is_empty()),
            None => assert!(kinds.contains(&"error") || kinds.contains(&"action"), "{replies:?}"),
            Some(Request::Query(query)) => {
                assert!(kinds.iter().all(|kind| *kind == "warning"), "{replies:?}");
                check(query);
            }
            Some(Request::Terminate { .. } | Request::ClearCache) => assert_eq!(kinds.first(), Some(&"action")),
        }
    }
}

/// The object of a line.
fn object(text: &str) -> Json {
    let is_plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    assert!(text.bytes().all(is_plain), "not a line of ASCII: {text}");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What an object is.
fn kind(object: &Json) -> &'static str {
    ["action", "error", "warning"].into_iter().find(|kind| object[*kind].is_string()).unwrap_or("none")
}

/// Panics unless every turn of the query can be searched.
fn check(query: &Query) {
    let Query { id, turns, limits, .. } = query;
    assert!(id.len() <= 1024 && !turns.is_empty() && turns.len() <= 200);
    assert!((1..=64).contains(&limits.lines) && limits.nodes != Some(0) && limits.root_moves.is_none());
    let numbers: BTreeSet<usize> = turns.iter().map(|asked| asked.number).collect();
    assert_eq!(numbers.len(), turns.len(), "a turn is asked for twice");
    for asked in turns {
        let position = asked.turn.position().expect("an 8x8 board");
        if let Some(moves) = &asked.moves {
            assert!(!moves.is_empty());
            let is_legal = |mv: &Move| mv.square().is_some_and(|at| position.moves().has(at));
            assert!(moves.iter().all(is_legal), "{moves:?}");
        }
        let line: Vec<Move> = position.moves().next().map(Move::from).into_iter().collect();
        let line = Report { value: Value::exact(-2), line, nodes: 1, time: Duration::ZERO };
        let found = Found {
            value: line.value,
            lines: &[line],
            book: &[],
            chosen: None,
            people: &[],
            certificate: None,
            nodes: 1,
            time: Duration::ZERO,
            deviation: &|_| 0.0,
            explain: &Vec::new,
        };
        for text in [answer(query, asked, &found, false), no_results(id, asked.number)] {
            let object = object(&text);
            assert_eq!(
                (object["id"].as_str(), object["turnNumber"].as_u64()),
                (Some(id.as_str()), Some(asked.number as u64))
            );
        }
    }
}
