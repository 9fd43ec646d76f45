//! Conversations with the program in UCI.

use super::talk::Client;
use super::{run, stdout};
use emilia::Game;

/// The words of the rules of each variant.
const VARIANTS: [(&str, &str); 4] = [
    ("flipello", "rotated"),
    ("flipello10", "10x10 rotated"),
    ("flipello6", "6x6 rotated"),
    ("flipersi", "reversi-1886"),
];

/// A conversation after its handshake.
fn client() -> Client {
    let mut client = Client::start(&["uci", "--threads", "1", "--hash", "1"]);
    client.say("uci\n");
    client.until(|line| line == "uciok");
    client
}

#[test]
fn whole_games_of_each_variant_are_legal() {
    for (name, words) in VARIANTS {
        let mut client = client();
        client.say(&format!("setoption name Level value 1\nsetoption name UCI_Variant value {name}\nucinewgame\n"));
        let mut game = Game::new(emilia::Rules::read(words).expect("rules"));
        let mut moves = String::new();
        for go in ["go depth 1", "go nodes 50", "go wtime 500 btime 500", "go movetime 1"].iter().cycle() {
            client.say(&format!("position startpos{moves}\n{go}\n"));
            let lines = client.until(|line| line.starts_with("bestmove "));
            let mv = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
            if game.is_over() {
                break;
            }
            let name = if mv.starts_with("P@") { mv.trim_start_matches("P@") } else { "pass" };
            game.play(name.parse().expect("a move")).unwrap_or_else(|error| panic!("{moves}: {mv}: {error}"));
            moves = if moves.is_empty() { format!(" moves {mv}") } else { format!("{moves} {mv}") };
        }
        client.say("quit\n");
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn several_lines_are_searched_and_pondering_ends_with_the_clock() {
    let mut client = client();
    client.say("setoption name MultiPV value 3\nposition startpos moves P@f4\ngo depth 5\n");
    let lines = client.until(|line| line.starts_with("bestmove "));
    for number in 1..=3 {
        let start = format!("info depth 5 multipv {number} ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{start}: {lines:?}");
    }
    client.say("setoption name MultiPV value 1\nposition startpos\ngo ponder movetime 50\n");
    client.until(|line| line.starts_with("info depth 6 "));
    client.say("isready\n");
    let lines = client.until(|line| line == "readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    client.say("ponderhit\n");
    client.until(|line| line.starts_with("bestmove P@"));
    client.say("isready\n");
    assert_eq!(client.until(|line| line == "readyok").len(), 1, "one answer for each search");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_first_line_selects_the_protocol() {
    let text = stdout(&run(&[], "uci\nisready\nquit\n"));
    assert!(text.starts_with("id name Emilia ") && text.ends_with("\nuciok\nreadyok\n"), "{text}");
}
