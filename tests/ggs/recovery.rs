//! What the client does when the service is restarted, when the connection is cut while it leaves, and when it leaves at once.

use super::talk::{BEGIN, JOIN, Talk, UPDATE, searches, sent};
use emilia_cli::protocol::ggs::Action;

const STORED: &str = "/os: stored 1 otto\n|.90013   12 Mar 2026 20:15:42 mira      otto    4:l\nREADY";
const UNKNOWN: &str = "/os: ERR match '.5' not found.\nREADY";

fn keeps(actions: &[Action]) -> usize {
    actions.iter().filter(|action| matches!(action, Action::Keep(record) if !record.is_finished)).count()
}

/// A client with a running match that was told to leave, and whose connection was then cut.
fn cut_while_leaving() -> Talk {
    let mut talk = Talk::new("seek = 8 05:00");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.client.finish(talk.now);
    assert!(talk.log_in_again().contains(&"tell /os open 0".to_owned()));
    assert_eq!(keeps(&talk.receive(UNKNOWN)), 1);
    talk
}

#[test]
fn seeks_and_asks_are_made_again_when_the_service_is_back() {
    let mut talk = Talk::new("types = 4\nseek = 4 01:00//02:00\nask = 4 05:00//02:00 mira");
    let asks = ["tell /os ask 4 01:00//02:00", "tell /os ask 4 05:00//02:00 mira"];
    assert_eq!(sent(&talk.wait(0.1)), asks);
    talk.receive("/os: +  .8 1720.0 otto     01:00//02:00        4 R *      *\nREADY");
    talk.receive("/os: +  .9 1720.0 otto     05:00//02:00        4 R 1720.0 mira\nREADY");
    talk.receive(": - /os 1\nREADY");
    assert!(sent(&talk.wait(10.0)).is_empty(), "nobody would hear it");
    let said = sent(&talk.receive(": + /os 1\nREADY"));
    assert!(
        said.contains(&"tell /os open 1".to_owned()) && said.ends_with(&["tell /os stored".to_owned()]),
        "{said:?}"
    );
    assert_eq!(sent(&talk.wait(0.1)), asks);
    assert_eq!(sent(&talk.client.finish(talk.now)), ["tell /os open 0", "quit"], "what was open before is forgotten");
}

#[test]
fn a_match_that_the_service_stored_in_its_restart_is_resumed() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.receive(": - /os 1\nREADY");
    assert!(talk.find(0, "b1").is_empty(), "there is no match to play in");
    assert!(sent(&talk.wait(45.0)).is_empty());
    let said = sent(&talk.receive(": + /os 1\nREADY"));
    assert!(said.ends_with(&["tell /os moves .5".to_owned(), "tell /os stored".to_owned()]), "{said:?}");
    assert_eq!(keeps(&talk.receive(UNKNOWN)), 1);
    talk.receive(STORED);
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask .90013"]);
}

#[test]
fn a_service_that_comes_after_the_login_is_told_and_asked_everything() {
    let mut talk = Talk::new("seek = 8 05:00");
    assert_eq!(sent(&talk.wait(0.1)).len(), 1);
    let refusal = ": ERR user '/os' not found.\nREADY";
    for _ in 0..3 {
        assert!(sent(&talk.receive(refusal)).is_empty());
    }
    assert!(sent(&talk.wait(40.0)).is_empty(), "nobody would hear it");
    let said = sent(&talk.receive(": + /os 1\nREADY"));
    assert!(said.ends_with(&["tell /os moves".to_owned(), "tell /os stored".to_owned()]), "{said:?}");
    assert_eq!(sent(&talk.wait(0.1)).len(), 1, "the seek");
}

#[test]
fn a_match_that_outlives_a_restart_of_the_service_is_played_on() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.receive(": - /os 1\nREADY\n: + /os 1\nREADY");
    assert!(searches(&talk.receive(JOIN)));
    assert_eq!(sent(&talk.find(0, "b1")), ["tell /os play .5 b1/0.00/0.00"]);
}

#[test]
fn a_match_that_the_connection_cut_is_resumed_and_played_to_its_end_before_the_client_leaves() {
    let mut talk = cut_while_leaving();
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os open 1"]);
    let older = "|.90002   11 Mar 2026 20:15:42 mira      otto    8:l\n|.90013";
    talk.receive(&STORED.replace("|.90013", older));
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask .90013"], "and nothing else");
    talk.receive("/os: +  .7 1720.0 otto     01:00//02:00        4 S 1720.0 mira     .90013\nREADY");
    assert!(searches(&talk.receive(&format!("{BEGIN}\n{JOIN}").replace(".5 ", ".6 "))));
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os open 0"]);
    talk.receive("/os: - match .6 1720 otto 1720 mira 4 R +8.00  .77\nREADY");
    let actions = talk.wait(0.1);
    assert!(matches!(&actions[..], [Action::Send(line), Action::Leave(Ok(()))] if line == "quit"), "{actions:?}");
}

#[test]
fn the_opponent_of_a_match_that_was_cut_may_ask_for_it() {
    let mut talk = cut_while_leaving();
    talk.receive(STORED);
    let request = "/os: +  .7 1720.0 mira     01:00//02:00        4 S 1720.0 otto     .90013\nREADY";
    assert_eq!(sent(&talk.receive(request)), ["tell /os accept .7"]);
    assert_eq!(sent(&talk.receive(&request.replace(".7 ", ".8 ").replace("mira", "vera"))), ["tell /os decline .8"]);
}

#[test]
fn a_client_that_leaves_does_not_wait_for_a_match_that_nobody_resumes() {
    let mut talk = cut_while_leaving();
    talk.receive("/os: stored 0 otto\nREADY");
    talk.wait(0.1);
    assert!(talk.client.is_over(), "it is not stored");

    let mut talk = cut_while_leaving();
    talk.receive(STORED);
    for _ in 0..12 {
        assert!(!talk.client.is_over());
        talk.wait(10.0);
        talk.receive("READY");
    }
    talk.wait(0.1);
    assert!(talk.client.is_over(), "the opponent did not come");
}

#[test]
fn a_client_that_leaves_at_once_keeps_what_it_knows_of_the_running_games() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}\n{UPDATE}"));
    talk.client.finish(talk.now);
    let actions = talk.client.abandon();
    let record = actions.iter().find_map(|action| match action {
        Action::Keep(record) => Some(record.ggf("today")),
        _ => None,
    });
    assert!(record.as_ref().is_some_and(|text| text.contains("RE[?]") && text.contains("B[B1")), "{record:?}");
    assert!(matches!(actions.last(), Some(Action::Leave(Ok(())))), "{actions:?}");
    assert!(talk.client.is_over());
}

#[test]
fn the_clocks_of_a_record_are_those_of_the_server() {
    for (running, setting, text) in [
        ("02:00,0:0/00:12,0:5/02:00,0:0", "02:00/00:12,5/02:00", "TI[2:00/0:12,5/2:00]"),
        ("00:05,0:0/00:10,0:5/00:00,0:0", "00:05/00:10,5/00:00", "TI[0:05/0:10,5/0:00]"),
        ("03:00,0:0//00:30,0:0", "03:00//00:30", "TI[3:00//0:30]"),
        ("05:00,0:20/00:00,0:1/02:00,0:0", "05:00,20//02:00", "TI[5:00,20//2:00]"),
    ] {
        let mut talk = Talk::new("");
        let board = JOIN.split_once("|\n").expect("a board").1.trim_end_matches("\nREADY");
        let of_clock = |clock: &str| format!("|otto     (1720.0 *) {clock}\n|mira     (1720.0 O) {clock}\n|");
        let (_, after) = UPDATE.split_once("1.00\n").expect("a move");
        let after = after.split_once("|\n").expect("a board").1;
        let join = format!(
            "/os: join .5 4 K?\n|1 move(s)\n{}\n{board}\n|  1: b1/0.00/1.00\n{}\n{after}",
            of_clock(setting),
            of_clock(running)
        );
        talk.receive(&format!("{BEGIN}\n{join}"));
        let actions = talk.client.abandon();
        let record = actions.iter().find_map(|action| match action {
            Action::Keep(record) => Some(record.ggf("today")),
            _ => None,
        });
        let record = record.expect("a record");
        assert!(record.contains(text), "{record}");
        let time = emilia::notation::ggf::read(&record).expect("a game").tags.black.time.map(|time| time.to_string());
        assert_eq!(time.as_deref(), text.strip_prefix("TI[").and_then(|text| text.strip_suffix("]")));
    }
}
