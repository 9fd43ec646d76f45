//! Moves, passes, taking back, and the end of a game.

use crate::gtp::client::Client;

/// Black to play c1; then white must pass; then c8 ends the game 6-0.
const PASS_AHEAD: &str = "emilia-setboard XO------------------------------------------------------XO------ X";

#[test]
fn a_forced_pass_may_be_played_and_is_generated() {
    Client::new().expect(&[
        (PASS_AHEAD, "="),
        ("play b c1", "="),
        ("play w PASS", "="),
        ("undo", "="),
        ("gogui-rules_legal_moves", "= PASS"),
        ("genmove w", "= PASS"),
        ("gogui-rules_side_to_move", "= black"),
    ]);
}

#[test]
fn undo_takes_back_what_the_client_played_with_the_pass_it_left_out() {
    let mut client = Client::new();
    client.expect(&[(PASS_AHEAD, "=")]);
    let start = client.send("emilia-position");
    client.expect(&[("play b c1", "=")]);
    let middle = client.send("emilia-position");
    for second in [&["play b c8"][..], &["genmove b"], &["play w pass", "play b c8"], &["genmove w", "genmove b"]] {
        for line in second {
            assert!(client.send(line).starts_with('='));
        }
        for _ in second {
            client.expect(&[("undo", "=")]);
        }
        assert_eq!(client.send("emilia-position"), middle, "{second:?}");
    }
    client.expect(&[("undo", "=")]);
    assert_eq!(client.send("emilia-position"), start);
    client.expect(&[("undo", "? cannot undo")]);
}

#[test]
fn after_the_end_both_sides_pass_as_often_as_the_client_likes() {
    Client::new().expect(&[
        (PASS_AHEAD, "="),
        ("play b c1", "="),
        ("play b c8", "="),
        ("genmove w", "= PASS"),
        ("genmove b", "= PASS"),
        ("play w pass", "="),
        ("play b pass", "="),
        ("play b a3", "? illegal move"),
        ("gogui-rules_legal_moves", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("emilia-transcript", "= c1c8"),
        ("undo", "="),
        ("emilia-transcript", "= c1"),
    ]);
}

#[test]
fn a_finished_game_has_a_score_and_an_unfinished_one_has_none() {
    let half = |a: &str, b: &str, first: usize| a.repeat(first) + &b.repeat(64 - first);
    for (board, score, words) in [
        (half("X", "O", 32), "0", "Draw"),
        (half("X", "O", 33), "B+2", "Black wins by 2 discs"),
        (half("X", "O", 20), "W+24", "White wins by 24 discs"),
        (half("O", "-", 9), "W+64", "White wins by 64 discs"),
    ] {
        let set = format!("emilia-setboard {board} white");
        let set = if board.contains('-') { set.replace("white", "X") } else { set.replace("white", "O") };
        let expected = (format!("= {score}"), format!("= {words}"));
        Client::new().expect(&[(&set, "="), ("final_score", &expected.0), ("gogui-rules_final_result", &expected.1)]);
    }
    Client::new().expect(&[("final_score", "? cannot score"), ("gogui-rules_final_result", "? cannot score")]);
    // On this board white wins 2 to 2.
    let set = "emilia-setboard XXOO------------ O";
    let tie = [("final_score", "= W+0"), ("gogui-rules_final_result", "= White wins by 0 discs")];
    let draw = [("final_score", "= 0"), ("gogui-rules_final_result", "= Draw")];
    for (rules, expected) in [("emilia-variant 4x4 tie=white", tie), ("emilia-variant 4x4", draw)] {
        Client::new().expect(&[(rules, "="), (set, "="), expected[0], expected[1]]);
    }
}
