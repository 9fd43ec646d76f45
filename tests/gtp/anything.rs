//! Whatever a client sends.

use crate::gtp::client::Client;
use emilia::Move;
use proptest::prelude::*;

proptest! {
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
