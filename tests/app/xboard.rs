//! Conversations with the program in XBoard's protocol.

use crate::common::program::{Client, emilia};
use emilia::Game;

/// A conversation after its handshake.
fn client() -> Client {
    let client = Client::start(&mut emilia(&["xboard", "--threads", "1", "--hash", "1", "--level", "2"]));
    client.say("xboard\nprotover 2\n");
    client.until(|line| line == "feature done=1");
    client
}

/// The move of the engine, and the result if the game is over.
fn answer(client: &Client) -> String {
    let lines = client.until(|line| line.starts_with("move ") || line.contains('{'));
    lines.last().cloned().unwrap_or_default()
}

#[test]
fn whole_games_are_played_with_explicit_passes() {
    for variant in ["othello", "anti-6x6", "reversi-1886"] {
        let client = client();
        client.say(format!("new\nvariant {variant}\nlevel 0 1 0\n"));
        client.until(|line| line.starts_with("setup "));
        let mut game = Game::new(emilia::Rules::read(variant).expect("rules"));
        // The engine plays both sides: it is told to go on each turn.
        while !game.is_over() {
            client.say("go\n");
            let said = answer(&client);
            let name = said.strip_prefix("move ").unwrap_or_else(|| panic!("{said}"));
            let name = if name == "@@@@" { "pass" } else { name.trim_start_matches("P@") };
            game.play(name.parse().expect("a move")).unwrap_or_else(|error| panic!("{said}: {error}"));
        }
        let result = answer(&client);
        assert!(result.starts_with(['0', '1']) && result.ends_with('}'), "{result}");
        client.say(format!("result {result}\nforce\nnew\nping 5\n"));
        client.until(|line| line == "pong 5");
        client.say("quit\n");
        assert_eq!(client.end().1, Some(0));
    }
}

#[test]
fn a_long_search_is_ended_by_move_now_and_left_by_force() {
    let client = client();
    client.say("new\nvariant othello\noption Book=0\noption Level=60\ngo\nping 1\n");
    std::thread::sleep(std::time::Duration::from_millis(200));
    client.say("?\n");
    let lines = client.until(|line| line == "pong 1");
    assert!(lines[lines.len() - 2].starts_with("move P@"), "the answer to ping comes after the move: {lines:?}");
    client.say("go\nping 2\n");
    client.say("force\nping 3\n");
    let lines = client.until(|line| line == "pong 3");
    assert!(lines.iter().all(|line| !line.starts_with("move ")), "{lines:?}");
    client.say("quit\n");
    assert_eq!(client.end().1, Some(0));
}

#[test]
fn an_urgent_line_keeps_its_place_behind_those_that_wait() {
    let client = client();
    for number in 0..20 {
        // While the new game is prepared, the move waits and force does not. At level 60 the answer to it takes many seconds, also on a
        // busy machine; a first move would not, as all of them are mirror images.
        client.say("new\nvariant othello\noption Book=0\noption Level=60\nlevel 0 60 0\nusermove P@f5\nforce\n");
        client.say(format!("ping {number}\n"));
        let lines = client.until(|line| line == format!("pong {number}"));
        assert!(lines.iter().all(|line| !line.starts_with("move ")), "{lines:?}");
    }
    client.say("quit\n");
    assert_eq!(client.end().1, Some(0));
}

#[test]
fn othellotk_plays_as_it_was_recorded() {
    let client = Client::start(&mut emilia(&["xboard", "--threads", "1", "--hash", "1", "--level", "2"]));
    // Its white is black's colour, and it names squares alone. A move that is taken back is sent again.
    client.say("protover 2\n");
    client.until(|line| line == "feature done=1");
    client.say("variant reversi\nsetboard 8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\nst 1\n");
    client.until(|line| line.starts_with("setup "));
    client.say("usermove f5\ngo\n");
    assert!(answer(&client).starts_with("move P@"));
    client.say("remove\nforce\nsetboard 8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\nforce\n");
    client.say("usermove f5\nusermove d6\nusermove c4\nusermove g5\nusermove c6\ngo\n");
    let lines = client.until(|line| line.starts_with("move "));
    assert!(lines.iter().all(|line| !line.starts_with("Illegal") && !line.starts_with("Error")), "{lines:?}");
    client.say("quit\n");
    assert_eq!(client.end().1, Some(0));
}
