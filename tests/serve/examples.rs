//! The examples of `protocol.md`: requests of HTTP, a query a line.

use super::client::Server;
use crate::common::documents::document;
use crate::protocol_md::matches;

#[test]
fn every_example_over_http_is_true() {
    let server = Server::start(&[]);
    let protocols = document("protocol.md");
    let (_, examples) = protocols.parts();
    for example in examples.iter().filter(|example| example.language == "serve") {
        let lines: Vec<&str> = example.lines.iter().map(|(_, line)| *line).collect();
        let is_request = |line: &&str| line.starts_with("> GET") || line.starts_with("> POST");
        let starts: Vec<usize> = (0..lines.len()).filter(|at| is_request(&lines[*at])).chain([lines.len()]).collect();
        for part in starts.windows(2).map(|pair| &lines[pair[0]..pair[1]]) {
            let said: Vec<&str> = part.iter().filter_map(|line| line.strip_prefix("> ")).collect();
            let expected: Vec<&str> = part.iter().filter_map(|line| line.strip_prefix("< ")).collect();
            let (method, path) = said[0].split_once(' ').expect("a path");
            let answer = server.ask(method, path, &[], said[1..].join("\n").as_bytes());
            let body = String::from_utf8(answer.body.clone()).expect("text");
            let heard: Vec<String> =
                [answer.status.to_string()].into_iter().chain(body.lines().map(str::to_owned)).collect();
            assert_eq!(heard.len(), expected.len(), "{expected:?}: {heard:?}");
            for (pattern, line) in expected.iter().zip(&heard) {
                assert!(matches(pattern, line), "{pattern:?} is not what the program says: {line:?}");
            }
        }
    }
}
