//! `emilia serve`: what it answers, whom it refuses, and that nobody can harm the others.

#[cfg(target_os = "linux")]
mod attack;
mod client;
mod examples;
mod fair;
mod refusals;
mod storm;

use client::{Server, id, post};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn a_query_is_answered_as_by_the_json_protocol() {
    let server = Server::start(&[]);
    let body = "{\"id\":\"a\",\"moves\":\"f5d6\",\"depth\":6}\n\n{\"id\":\"b\",\"depth\":0,\"analyzeTurns\":[0],\"komi\":1}\nrubbish";
    let answer = server.ask("POST", "/analyze", &[], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    let lines = answer.objects();
    let last = lines.iter().filter(|line| line["isDuringSearch"] == false).map(id).collect::<Vec<_>>();
    assert!(last.contains(&"a".to_owned()) && last.contains(&"b".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line["warning"] == "unknown field, ignored" && line["field"] == "komi"));
    assert!(lines.iter().any(|line| line["error"].as_str().is_some_and(|text| text.starts_with("not JSON"))));
    assert_eq!(lines.len(), 4);

    let mut socket = server.socket(None);
    socket.say(r#"{"id":"a","moves":"f5d6","depth":6}"#);
    let by_socket = socket.hear();
    let by_post = lines.iter().find(|line| id(line) == "a").expect("an answer");
    for field in ["certainty", "sideToMove", "turnNumber", "perspective"] {
        assert_eq!(by_socket[field], by_post[field], "{field}");
    }
    socket.say("{\"id\":\"v\",\"action\":\"query_version\"}\n{\"id\":\"w\",\"depth\":1}");
    assert_eq!((socket.hear()["protocol"].clone(), id(&socket.hear())), (json!(1), "w".to_owned()));
}

#[test]
fn blank_lines_have_no_answer_and_keep_nobody_waiting() {
    let server = Server::start(&[]);
    for blank in ["\n", " ", "\r\n", "\n\n \n"] {
        let answer = server.ask("POST", "/analyze", &[], blank.as_bytes());
        assert_eq!((answer.status, answer.objects().len()), (200, 0), "{blank:?}");
        let behind = format!("{{\"id\":\"a\",\"depth\":1}}\n{blank}");
        assert_eq!(server.ask("POST", "/analyze", &[], behind.as_bytes()).objects().len(), 1, "{blank:?}");
        // A socket whose message is blank is read from at once, not when the next ping is due.
        let mut socket = server.socket(None);
        for id in ["a", "b"] {
            let asked = Instant::now();
            socket.say(&format!(r#"{{"id":"{id}","depth":1}}"#));
            assert_eq!(socket.hear()["id"], id);
            assert!(asked.elapsed() < Duration::from_secs(10), "{blank:?}: it waited for a ping");
            socket.say(blank);
        }
    }
}

#[test]
fn a_client_that_leaves_is_answered() {
    let server = Server::start(&[]);
    assert_eq!(server.socket(None).leave(), Some(1000));
}

#[test]
fn every_answer_ends() {
    let server = Server::start(&[]);
    for number in 0..300 {
        let answer = post(server.port, format!("{{\"id\":\"{number}\",\"depth\":0}}").as_bytes());
        assert_eq!(answer.map(|answer| answer.objects().len()), Some(1));
    }
}

#[test]
fn the_page_is_whole_and_loads_its_own_files_only() {
    let server = Server::start(&["--level", "7"]);
    let page = server.ask("GET", "/", &[], b"");
    let text = String::from_utf8(page.body.clone()).expect("text");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(text.contains(r#""level":7"#) && text.contains("</html>"), "{text}");
    let named: Vec<&str> = ["href=\"", "src=\""].iter().flat_map(|name| text.split(name).skip(1)).collect();
    assert!(named.len() >= 4);
    let others = ["emilia_web_bg.wasm", "worker.js", "weights.bin"];
    for name in named.iter().filter_map(|rest| rest.split('"').next()).chain(others) {
        let file = server.ask("GET", &format!("/{name}"), &[], b"");
        assert!(file.status == 200 && !file.body.is_empty() && file.header("content-type").is_some(), "{name}");
    }
    assert_eq!(server.ask("GET", "/nothing", &[], b"").status, 404);
    assert_eq!(server.ask("GET", "/analyze", &[], b"").status, 405);
}

#[test]
fn a_search_ends_after_the_time_of_the_server() {
    let server = Server::start(&["--time", "0.2"]);
    let answer = server.ask("POST", "/analyze", &[], br#"{"id":"long","level":60,"time":100}"#);
    let lines = answer.objects();
    assert!(lines.len() == 1 && lines[0]["certainty"] != "exact", "{lines:?}");
}

#[test]
fn ctrl_c_says_goodbye_to_everybody() {
    let mut server = Server::start(&[]);
    let mut socket = server.socket(None);
    socket.say(r#"{"id":"long","level":60}"#);
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(socket.close_code(), Some(1001));
    assert!(post(server.port, b"{}").is_none(), "nobody is there");
}
