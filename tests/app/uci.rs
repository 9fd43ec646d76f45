//! Conversations with the program in UCI.

use crate::common::program::{Client, emilia};
use emilia::Game;

/// The words of the rules of each variant.
const VARIANTS: [(&str, &str); 4] = [
    ("flipello", "rotated"),
    ("flipello10", "10x10 rotated"),
    ("flipello6", "6x6 rotated"),
    ("flipersi", "reversi-1886"),
];

#[test]
fn whole_games_of_each_variant_are_legal() {
    for (name, words) in VARIANTS {
        let client = Client::start(&mut emilia(&["uci", "--threads", "1", "--hash", "1"]));
        client.say(format!("uci\nsetoption name Level value 1\nsetoption name UCI_Variant value {name}\nucinewgame\n"));
        let mut game = Game::new(emilia::Rules::read(words).expect("rules"));
        let mut moves = String::new();
        for go in ["go depth 1", "go nodes 50", "go wtime 500 btime 500", "go movetime 1"].iter().cycle() {
            client.say(format!("position startpos{moves}\n{go}\n"));
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
        assert_eq!(client.end().1, Some(0));
    }
}
