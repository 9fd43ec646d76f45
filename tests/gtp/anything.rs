//! Whatever a client sends.

use crate::fuzz::targets::response;
use crate::gtp::client::Client;
use emilia::Move;
use proptest::prelude::*;

/// A word of the protocol, or anything.
fn word() -> impl Strategy<Value = String> {
    let known = Client::new().send("list_commands");
    let mut words: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
    words.extend(
        ["b", "w", "BLACK", "d3", "C4", "f5", "pass", "a1", "8", "0", "1.5", "-1", "level", "Othello", "#"]
            .map(str::to_owned),
    );
    prop_oneof![4 => prop::sample::select(words), 1 => "\\PC{0,6}", 1 => "[a-h][1-9]", 1 => "[0-9]{1,12}"]
}

proptest! {
    #[test]
    fn every_line_with_a_command_gets_exactly_one_response(
        lines in prop::collection::vec((prop::collection::vec(word(), 0..5), "[ \t\r\u{1}\u{feff}]{0,2}"), 1..20)
    ) {
        let mut client = Client::new();
        for (words, junk) in lines {
            let line = words.join(" ") + &junk;
            prop_assert_eq!(response::check(&line, &client.send(&line)), Ok(()));
        }
    }

    #[test]
    fn undo_leads_back_through_every_board_the_client_has_seen(choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut client = Client::new();
        let mut seen = Vec::new();
        for choice in choices {
            // As Quarry does it: passes are never sent.
            let mut board = client.game.clone();
            if board.must_pass() {
                board.play(Move::Pass).expect("a forced pass");
            }
            if board.is_over() {
                break;
            }
            seen.push(client.send("emilia-position"));
            let mv = *choice.get(&board.legal());
            client.expect(&[(&format!("play {} {mv}", board.to_move()), "=")]);
        }
        for position in seen.into_iter().rev() {
            client.expect(&[("undo", "=")]);
            prop_assert_eq!(client.send("emilia-position"), position);
        }
    }
}
