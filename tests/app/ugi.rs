//! Conversations with the program in UGI.

use crate::common::program::{Client, emilia};

/// A conversation after its handshake.
fn client() -> Client {
    let client = Client::start(&mut emilia(&["ugi", "--threads", "1", "--hash", "1"]));
    client.say("ugi\n");
    client.until(|line| line == "ugiok");
    client
}

/// The second word of the next line that begins with this one.
fn answer(client: &Client, asked: &str, word: &str) -> String {
    client.say(format!("{asked}\n"));
    let lines = client.until(|line| line.split(' ').next() == Some(word));
    let last = lines.last().and_then(|line| line.split(' ').nth(1));
    last.unwrap_or_default().to_owned()
}

/// Plays a game to its end with the engine as the referee; its moves.
fn play(client: &Client, start: &str, go: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        client.say(format!("position {start}{played}\nisready\n"));
        client.until(|line| line == "readyok");
        if answer(client, "query gameover", "response") == "true" {
            return moves;
        }
        assert_eq!(answer(client, "query result", "response"), "none");
        moves.push(answer(client, go, "bestmove"));
        assert!(moves.len() < 130, "{moves:?}");
    }
}

#[test]
fn whole_games_are_played_with_the_engine_as_the_referee() {
    for (variant, start) in [
        ("othello", "startpos"),
        // From here on white must pass at once.
        ("othello", "fen 8/8/8/8/8/8/8/XO4OX w"),
        ("5x5 anti", "startpos"),
        ("reversi-1886", "startpos"),
    ] {
        let client = client();
        client.say(format!("setoption name Level value 1\nsetoption name Variant value {variant}\nuginewgame\n"));
        for go in ["go", "go depth 2", "go nodes 50", "go p1time 500 p2time 500 p1inc 5 p2inc 5"] {
            let moves = play(&client, start, go);
            assert!(!moves.is_empty() && !moves.contains(&"none".to_owned()), "{moves:?}");
            assert_eq!(moves[0] == "pass", start.ends_with('w'), "{moves:?}");
            let result = answer(&client, "query result", "response");
            assert!(["p1win", "p2win", "draw"].contains(&result.as_str()), "{result}");
        }
        client.say("quit\n");
        assert_eq!(client.end().1, Some(0));
    }
}

#[test]
fn a_search_is_stopped_and_answered() {
    let client = client();
    client.say("position startpos\ngo infinite\n");
    client.until(|line| line.starts_with("info depth 6 "));
    client.say("isready\n");
    client.until(|line| line == "readyok");
    let lines = {
        client.say("stop\n");
        client.until(|line| line.starts_with("bestmove "))
    };
    let last = &lines[lines.len() - 2];
    for word in ["depth ", "time ", "nodes ", "nps ", "score cp ", "pv "] {
        assert!(last.starts_with("info ") && last.contains(word), "{last}");
    }
    client.say("isready\n");
    assert_eq!(client.until(|line| line == "readyok").len(), 1, "one answer for each search");
    assert_eq!(client.end().1, Some(0));
}
