//! The client, without a server: what it does at each message, and as time passes.

use super::talk::{ANSWER, BEGIN, JOIN, Talk, UPDATE, is_disconnect, searches, sent};
use emilia_cli::protocol::ggs::{Action, Client, Config, Found, Reader};
use std::time::Duration;

#[test]
fn after_the_login_the_settings_are_sent() {
    let client = Client::new("otto", Config::read("matches = 2\nrated = no\naccept-formula = 8").expect("it"), None);
    let mut talk = Talk { client, reader: Reader::default(), now: Duration::ZERO };
    let settings = [
        "otto",
        "",
        "verbose -news -faq -help -ack",
        "vt100 -",
        "tell /os client -",
        "tell /os trust +",
        "tell /os rated -",
        "tell /os request +",
        "tell /os open 2",
        "tell /os aform 8",
        "notify + /os",
        "tell /os moves",
        "tell /os stored",
    ];
    assert_eq!(talk.log_in(), settings);
    let again = sent(&talk.receive(": + /os 1\nREADY"));
    assert_eq!(again, settings[2..10], "it may be another service, which does not know them");
}

#[test]
fn a_game_is_played_with_doubled_and_late_messages() {
    let mut talk = Talk::new("");
    assert!(searches(&talk.receive(&format!("{BEGIN}\n{JOIN}"))));
    assert!(!searches(&talk.receive(&format!("{BEGIN}\n{JOIN}\n{JOIN}"))), "the search runs");
    talk.now += Duration::from_millis(1500);
    assert_eq!(sent(&talk.find(0, "b1")), ["tell /os play .5 b1/0.00/1.50"]);
    assert!(talk.find(0, "b1").is_empty(), "it was sent");
    assert!(talk.find(0, "a1").is_empty(), "it is too late");
    for text in [UPDATE, UPDATE, JOIN, UPDATE] {
        assert!(sent(&talk.receive(text)).is_empty());
    }
    assert!(searches(&talk.receive(ANSWER)));
    assert!(!searches(&talk.receive(&format!("{UPDATE}\n{ANSWER}\n{JOIN}"))));
    assert_eq!(talk.client.games().next().map(|game| game.game.transcript()).as_deref(), Some("b1a1"));
}

#[test]
fn the_whole_game_is_asked_for_when_a_report_is_missing_or_damaged() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    assert_eq!(sent(&talk.receive(ANSWER)), ["tell /os moves .5"], "the first move is missing");
    let damaged = UPDATE.replace("| 2 - * * - 2\n", "");
    assert!(sent(&talk.receive(&damaged)).is_empty(), "it was asked for a moment ago");
    assert_eq!(sent(&talk.wait(3.0)), ["tell /os moves .5"]);
    assert!(sent(&talk.receive(&damaged)).is_empty());
    assert_eq!(sent(&talk.wait(3.0)), ["tell /os moves .5"]);
    let two_boards = "/os: join .5 4 K?\n|2 move(s)\n|otto     (1720.0 *) 01:00//02:00\n|mira     (1720.0 O) 01:00//02:00\n|\n\
        |   A B C D\n| 1 - - - - 1\n| 2 - O * - 2\n| 3 - * O - 3\n| 4 - - - - 4\n|   A B C D\n|\n|* to move\n|  1: b1/0.00/1.00\n|  2: a1//2.00\n";
    let rest = ANSWER.split_once("2.00\n").expect("the rest").1;
    assert!(searches(&talk.receive(&format!("{two_boards}{rest}"))));
    assert_eq!(talk.client.games().next().map(|game| game.count()), Some(2));
}

#[test]
fn a_move_that_was_lost_is_sent_again() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.find(0, "b1");
    assert!(sent(&talk.wait(4.0)).is_empty());
    assert_eq!(sent(&talk.wait(2.0)), ["tell /os moves .5"]);
    assert_eq!(sent(&talk.receive(JOIN)), ["tell /os play .5 b1/0.00/6.00"], "the time since the position came");
    talk.wait(6.0);
    assert_eq!(sent(&talk.receive(JOIN)), ["tell /os play .5 b1/0.00/12.00"]);
    assert!(sent(&talk.receive(UPDATE)).is_empty());
}

#[test]
fn a_match_whose_games_cannot_be_read_is_asked_for_a_few_times_and_left_alone() {
    let mut talk = Talk::new("");
    let damaged = "/os: join .5 4 K?\n|0 move(s)\nREADY";
    talk.receive(BEGIN);
    let (mut asked, mut notes) = (Vec::new(), Vec::new());
    for _ in 0..600 {
        // The answer comes at once, each time.
        let actions = [talk.receive(damaged), talk.receive(damaged), talk.wait(0.1)].concat();
        asked.extend(sent(&actions).iter().map(|line| (talk.now, line.clone())));
        notes.extend(actions.into_iter().filter(|action| matches!(action, Action::Note(_))));
    }
    assert!((2..=20).contains(&asked.len()), "{asked:?}");
    assert!(asked.iter().all(|(_, line)| line == "tell /os moves .5"), "{asked:?}");
    assert!(asked.windows(2).all(|pair| pair[1].0 - pair[0].0 >= Duration::from_millis(1900)), "{asked:?}");
    assert_eq!(notes.len(), 1, "{notes:?}");
    talk.client.finish(talk.now);
    assert!(talk.client.is_over(), "it holds nobody up");
}

#[test]
fn the_unreadable_game_of_a_synchro_match_is_asked_for_while_the_other_one_is_played() {
    let mut talk = Talk::new("");
    let of_part = |part: &str| JOIN.replace(".5 4 K?", &format!(".5.{part} s4 K?"));
    let damaged = "/os: join .5.1 s4 K?\n|0 move(s)\nREADY";
    assert!(searches(&talk.receive(&format!("{}\n{}", BEGIN.replace(" 4 R", " s4 R"), of_part("0")))));
    assert_eq!(sent(&talk.receive(damaged)), ["tell /os moves .5"]);
    for _ in 0..3 {
        assert!(sent(&talk.receive(&format!("{}\n{damaged}", of_part("0")))).is_empty());
        assert_eq!(sent(&talk.wait(2.1)), ["tell /os moves .5"]);
    }
    talk.receive(&format!("{}\n{}", of_part("0"), of_part("1")));
    assert!(sent(&talk.wait(2.1)).is_empty());
    assert_eq!(talk.client.games().count(), 2);
}

#[test]
fn a_refused_move_is_not_repeated_at_once() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.find(0, "b1");
    let actions = talk.receive("/os: error .5 not your turn\nREADY");
    assert_eq!(sent(&actions), ["tell /os moves .5"]);
    assert!(!searches(&talk.receive(JOIN)) && !searches(&talk.wait(1.0)));
    assert!(searches(&talk.wait(5.0)), "the clock runs");
}

#[test]
fn a_search_ends_before_the_clock_does() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    let hurries = |actions: Vec<Action>| actions.iter().any(|action| matches!(action, Action::Hurry(_)));
    assert!(!hurries(talk.wait(20.0)));
    talk.receive("READY");
    assert!(!hurries(talk.wait(20.0)));
    talk.receive("READY");
    assert!(hurries(talk.wait(18.8)));
    talk.receive("READY");
    assert!(!hurries(talk.wait(0.1)), "once");
}

#[test]
fn requests_are_accepted_when_they_fit_and_there_is_room() {
    let request = |id: u32, rest: &str| format!("/os: +  .{id} 1720.0 mira     {rest}\nREADY");
    let mut talk = Talk::new("types = 8, 4\nmain = 01:00 - 05:00\nrating = 1000 - 2000\nignore = vera");
    let fits = request(1, "03:00//02:00       8b U 1720.0 otto");
    assert_eq!(sent(&talk.receive(&fits)), ["tell /os rated -", "tell /os accept .1"]);
    assert_eq!(sent(&talk.receive(&request(2, "03:00//02:00  8 R 1720.0 otto"))), [""; 0], "one match at a time");
    for (id, rest) in [(3, "03:00//02:00 10 R 1720.0 otto"), (4, "09:00//02:00 8 R 1720.0 otto")] {
        assert_eq!(sent(&talk.receive(&request(id, rest))), [format!("tell /os decline .{id}")]);
    }
    assert!(sent(&talk.receive(&request(5, "03:00//02:00  8 R *      *"))).is_empty(), "for everybody");
    assert!(sent(&talk.receive(&request(6, "03:00//02:00  8 R 1720.0 quinn"))).is_empty(), "for someone else");
    assert_eq!(
        sent(&talk.receive(&request(7, "03:00//02:00  8 R 1720.0 otto").replace("mira", "vera"))),
        ["tell /os decline .7"]
    );
    // A clock of its own for the player who is asked.
    let two_clocks = request(8, "03:00//02:00 8 R 1720.0 otto 09:00//02:00");
    assert_eq!(sent(&talk.receive(&two_clocks)), ["tell /os decline .8"]);
    talk.receive("/os: - .1 1720.0 mira 03:00//02:00 8b U 1720.0 otto\nREADY");
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os rated +", "tell /os accept .2"], "there is room again");
}

#[test]
fn offers_are_made_again_after_each_match() {
    let mut talk = Talk::new("types = 4\nseek = 4 01:00//02:00");
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask 4 01:00//02:00"]);
    talk.receive("/os: +  .9 1720.0 otto     01:00//02:00        4 R *      *\nREADY");
    assert!(sent(&talk.wait(25.0)).is_empty(), "it is open");
    talk.receive(&format!("{BEGIN}\n{JOIN}\n/os: -  .9 1720.0 otto     01:00//02:00        4 R *      *\nREADY"));
    assert!(sent(&talk.wait(1.0)).is_empty(), "a match runs");
    talk.receive("/os: - match .5 1720 otto 1720 mira 4 R +8.00  .77\nREADY");
    assert_eq!(sent(&talk.wait(1.0)), ["tell /os ask 4 01:00//02:00"]);
}

#[test]
fn connections_are_opened_again_with_longer_waits() {
    let mut talk = Talk::new("");
    let mut waits = Vec::new();
    for _ in 0..12 {
        talk.client.disconnected(talk.now, "closed");
        let begun = talk.now;
        while !talk.wait(0.25).iter().any(|action| matches!(action, Action::Connect)) {}
        waits.push((talk.now - begun).as_secs_f64());
    }
    assert_eq!(waits[..4], [0.5, 1.0, 2.0, 4.0]);
    assert_eq!(waits[11], 300.0);
}

#[test]
fn silence_and_a_slow_login_end_a_connection() {
    let mut talk = Talk::new("");
    assert!(!is_disconnect(&talk.wait(20.0)));
    assert!(is_disconnect(&talk.wait(15.0)), "the settings were not answered");
    talk.receive("READY");
    assert_eq!(sent(&talk.wait(181.0)), [""], "an empty line keeps it open");
    talk.receive("READY");
    assert!(!is_disconnect(&talk.wait(100.0)));
    talk.client.disconnected(talk.now, "closed");
    talk.wait(1.0);
    talk.client.connected(talk.now);
    talk.receive(": Enter login\nREADY");
    talk.receive("READY");
    assert!(is_disconnect(&talk.wait(61.0)));
}

#[test]
fn a_match_that_the_server_kept_is_played_on_after_a_new_login() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.client.disconnected(talk.now, "closed");
    assert!(talk.find(0, "b1").is_empty());
    talk.now += Duration::from_secs(1);
    let said = talk.log_in();
    assert!(said.contains(&"tell /os moves .5".to_owned()) && said.contains(&"tell /os stored".to_owned()), "{said:?}");
    assert!(searches(&talk.receive(JOIN)));
}

#[test]
fn a_match_that_began_without_the_client_is_found_at_the_login() {
    let mut talk = Talk::new("");
    assert_eq!(
        talk.receive("/os: ERR rated variable mismatch.\nREADY").len(),
        1,
        "a refusal of something else is told"
    );
    assert!(talk.receive("/os: ERR match '' not found.\nREADY").is_empty(), "no match is being played");

    let mut talk = Talk::new("");
    assert!(searches(&talk.receive(JOIN)));
}

#[test]
fn a_match_that_the_server_dropped_is_recorded_and_forgotten() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.client.disconnected(talk.now, "closed");
    talk.now += Duration::from_secs(1);
    talk.log_in();
    let actions = talk.receive("/os: ERR match '.5' not found.\nREADY");
    assert!(actions.iter().any(|action| matches!(action, Action::Keep(record) if !record.is_finished)));
    assert_eq!(talk.client.games().count(), 0);
}

#[test]
fn stored_games_are_asked_for_when_the_opponent_is_there() {
    let mut talk = Talk::new("");
    talk.receive("/os: stored 1 otto\n|.90013   12 Mar 2026 20:15:42 mira      otto    8:l\nREADY");
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask .90013"]);
    talk.receive("/os: ERR no opponent present for archived match '.90013'.\nREADY");
    assert!(sent(&talk.wait(10.0)).is_empty());
    talk.receive(": + mira 1\nREADY");
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask .90013"]);
    talk.receive("/os: ERR no archived match '.90013' found.\nREADY");
    talk.receive(": + mira 1\nREADY");
    assert!(sent(&talk.wait(25.0)).is_empty(), "it is gone");
}

#[test]
fn both_players_bid_with_a_value_in_a_game_with_komi() {
    let mut talk = Talk::new("types = 4k");
    let bidding = JOIN.replace(".5 4 K?", ".5 4k K?").replace("1720.0 *", "1720.0 ?").replace("1720.0 O", "1720.0 ?");
    let begin = BEGIN.replace(" 4 R", " 4k R");
    assert!(searches(&talk.receive(&format!("{begin}\n{bidding}"))));
    let found = Found { id: ".5".parse().expect("a game"), ply: 0, mv: "b1".parse().expect("a move"), eval: None };
    let actions = talk.client.found(talk.now, &found);
    assert_eq!(sent(&actions), ["tell /os play .5 b1/0.00/0.00"]);
    let decided = JOIN.replace(".5 4 K?", ".5 4k K-3.5");
    assert!(searches(&talk.receive(&decided)), "the client has the side to move");
    assert_eq!(talk.client.games().next().and_then(|game| game.komi), Some(-3.5));
}

#[test]
fn stored_games_on_boards_that_are_too_large_are_left_alone() {
    let mut talk = Talk::new("");
    let row = |id: u32, kind: &str| format!("|.{id}   12 Mar 2026 20:15:42 mira      otto    {kind}:l");
    let rows = [row(1, "12"), row(2, "s14"), row(3, "?"), row(4, "s8r16")].join("\n");
    assert_eq!(sent(&talk.receive(&format!("/os: stored 4 otto\n{rows}\nREADY"))), ["notify + mira"]);
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os ask .4"]);
}

#[test]
fn the_server_is_told_how_many_matches_may_still_begin() {
    let mut talk = Talk::limited("matches = 2\naccept-formula = rated", Some(2));
    assert!(talk.log_in_again().contains(&"tell /os open 2".to_owned()));
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    talk.receive("/os: - match .5 1720 otto 1720 mira 4 R +8.00  .77\nREADY");
    assert_eq!(sent(&talk.wait(0.1)), ["tell /os open 1"]);
}

#[test]
fn the_client_leaves_when_its_matches_are_over() {
    let mut talk = Talk::new("");
    talk.receive(&format!("{BEGIN}\n{JOIN}"));
    let offered = "/os: +  .1 1720.0 mira     03:00//02:00       8b U 1720.0 otto\nREADY";
    assert!(sent(&talk.receive(offered)).is_empty(), "it waits for room");
    let actions = talk.client.finish(talk.now);
    assert_eq!(sent(&actions), ["tell /os open 0", "tell /os decline .1"]);
    assert!(!actions.iter().any(|action| matches!(action, Action::Leave(_))));
    assert_eq!(sent(&talk.receive(&offered.replace(".1 ", ".2 "))), ["tell /os decline .2"]);
    talk.receive("/os: - match .5 1720 otto 1720 mira 4 R +8.00  .77\nREADY");
    let actions = talk.wait(0.1);
    assert!(matches!(&actions[..], [Action::Send(line), Action::Leave(Ok(()))] if line == "quit"), "{actions:?}");
    assert!(talk.client.is_over());
}
