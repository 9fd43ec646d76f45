//! Streams of results.

use crate::gtp::client::Client;
use std::time::Duration;

#[test]
fn a_stream_begins_at_once_and_ends_with_any_line() {
    for (line, id) in [("", ""), ("7", "?7 unknown command\n\n"), ("8 name", "=8 Emilia\n\n"), ("# no command", "")] {
        let mut client = Client::new();
        assert_eq!(client.exchange("3 lz-analyze b 10"), "=3\n");
        assert_eq!(client.stream(), Some((Duration::from_millis(100), false)));
        let result = client.on_tick();
        assert!(result.starts_with("info move D3 ") && result.ends_with(" pv E6\n"), "{result}");
        assert_eq!(result.lines().count(), 1);
        // The newest result is written already.
        assert_eq!(client.exchange(line), format!("\n{id}"));
        assert_eq!((client.stream(), client.on_tick()), (None, String::new()));
    }
    // What is not written yet comes at the end.
    let mut client = Client::new();
    assert_eq!(client.exchange("lz-analyze"), "=\n");
    assert!(client.exchange("").starts_with("info move D3 "));
}

#[test]
fn each_manner_has_its_fields() {
    let start = |command: &str| {
        let mut client = Client::new();
        client.exchange(command);
        client.on_tick().split(" info ").next().unwrap_or_default().trim_end().to_owned()
    };
    // A lead of 1.5 with a deviation of 1.5 is one standard deviation.
    assert_eq!(start("lz-analyze"), "info move D3 visits 1 winrate 8413 prior 2500 lcb 5000 order 0 pv D3");
    let kata = "info move D3 visits 1 utility 0.682689 winrate 0.841345 scoreMean 1.50 scoreStdev 1.50 scoreLead 1.50 \
        prior 0.250000 lcb 0.500000 utilityLcb 0.000000 order 0 pv D3";
    assert_eq!(start("kata-analyze"), kata);
    assert_eq!(start("analyze"), kata);
    let own = "info move D3 visits 1 score +1.50 certainty 7@73% loss 0.00 winrate 0.841345 scoreStdev 1.50 prior 0.250000 \
        lcb 0.500000 order 0 pv D3";
    assert_eq!(start("emilia-analyze"), own);
    let mut client = Client::new();
    client.exchange("kata-analyze rootInfo true");
    let line = client.on_tick();
    assert!(line.trim_end().ends_with(" rootInfo visits 1 utility 0.682689 winrate 0.841345 scoreLead 1.50"), "{line}");
}

#[test]
fn intervals_and_keys_are_read() {
    for (arguments, milliseconds) in [
        ("", 1000),
        ("b", 1000),
        ("50", 500),
        ("W 25", 250),
        ("b interval 20", 200),
        ("5 interval 7 minmoves 2 maxmoves 3", 70),
        ("0", 10),
        ("1e300", 100_000_000),
        ("b 10 avoid b d3,C4 1 avoid w c3 2", 100),
        ("10 allow b d3 1 ownership true pvVisits false", 100),
    ] {
        let mut client = Client::new();
        client.exchange(&format!("kata-analyze {arguments}"));
        assert_eq!(client.stream(), Some((Duration::from_millis(milliseconds), false)), "{arguments}");
    }
    for arguments in [
        "y",
        "-5",
        "nan",
        "b w",
        "interval",
        "interval x",
        "maxmoves -1",
        "maxmoves",
        "avoid",
        "avoid b",
        "avoid b d3",
        "avoid b d3 x",
        "avoid red d3 1",
        "avoid b z9 1",
        "rootInfo yes",
        "komi 1",
    ] {
        assert_eq!(Client::new().send(&format!("2 kata-analyze {arguments}")), "?2 syntax error\n\n", "{arguments}");
    }
}

#[test]
fn a_move_is_streamed_and_ends_by_itself() {
    let mut client = Client::new();
    let line = "kata-genmove_analyze b 10";
    // The client of these tests chooses at once.
    assert_eq!(client.exchange(&format!("4 {line}")), "=4\nplay D3\n\n");
    assert_eq!(client.stream(), None);
    client.expect(&[
        (&format!("5 {line}"), "?5 it is not the turn of Some(Black)"),
        ("undo", "="),
        ("undo", "? cannot undo"),
    ]);
}
