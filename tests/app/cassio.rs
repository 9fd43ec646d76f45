//! Conversations with the program in Cassio's protocol.

use crate::common::program::{Client, emilia};

const START: &str = "---------------------------OX------XO---------------------------X";

#[test]
fn a_search_is_watched_and_stopped_and_what_waits_behind_it_is_dropped() {
    let client = Client::start(&mut emilia(&["cassio", "--hash", "16"]));
    client.say(format!("ENGINE-PROTOCOL init\nENGINE-PROTOCOL midgame-search {START} -64 64 60 100\n"));
    client.say("ENGINE-PROTOCOL get-version\nENGINE-PROTOCOL sing\n");
    client.until(|line| line == "ready.");
    client.until(|line| line.contains(", depth 6, "));
    client.say("\nENGINE-PROTOCOL get-search-infos\n");
    client.until(|line| line == "ok.");
    let infos = client.until(|line| line.starts_with("node ")).pop().expect("a line");
    let (nodes, time) = infos["node ".len()..].split_once(", time ").expect("both");
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0) && time.parse::<f64>().is_ok(), "{infos}");
    client.say("ENGINE-PROTOCOL stop\n");
    client.until(|line| line == "ready.");
    client.say("\nENGINE-PROTOCOL dance\n");
    let rest = client.until(|line| line.starts_with("ERROR"));
    assert_eq!(rest, ["ready.", "ERROR: unknown command dance"], "nothing that waited is answered");
    assert_eq!(client.end().1, Some(0));
}
