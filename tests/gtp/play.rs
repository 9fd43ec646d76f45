//! Moves, passes, taking back, and the end of a game.

use crate::gtp::client::Client;

/// Black to play c1; then white must pass; then c8 ends the game 6-0.
const PASS_AHEAD: &str = "emilia-setboard XO------------------------------------------------------XO------ X";

#[test]
fn colours_and_squares_are_read_in_either_case_and_written_in_upper_case() {
    Client::new().expect(&[
        ("play B f5", "="),
        ("play White D6", "="),
        ("play BLACK C3", "="),
        ("play w d3", "="),
        ("emilia-transcript", "= f5d6c3d3"),
        ("genmove Black", "= C2"),
        ("genmove W", "= B2"),
    ]);
}

#[test]
fn a_refused_move_leaves_the_board_as_it_was() {
    let mut client = Client::new();
    let before = client.send("emilia-position");
    for line in ["play b d4", "play b a1", "play b j10", "play w d3", "play b pass", "play w pass", "undo", "genmove w"]
    {
        assert!(client.send(line).starts_with('?'), "{line}");
        assert_eq!(client.send("emilia-position"), before, "{line}");
    }
    client.expect(&[("play b d4", "? illegal move"), ("play b pass", "? illegal move"), ("undo", "? cannot undo")]);
}

#[test]
fn a_move_to_think_about_is_not_played() {
    Client::new().expect(&[("reg_genmove b", "= D3"), ("reg_genmove b", "= D3"), ("emilia-transcript", "=")]);
}

#[test]
fn a_forced_pass_may_be_left_out() {
    Client::new().expect(&[(PASS_AHEAD, "="), ("play b c1", "="), ("play b c8", "="), ("final_score", "= B+64")]);
    Client::new().expect(&[(PASS_AHEAD, "="), ("genmove b", "= C1"), ("genmove b", "= C8"), ("final_score", "= B+64")]);
}

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
fn a_new_game_forgets_the_moves_of_the_old_one() {
    for line in ["clear_board", PASS_AHEAD] {
        let mut client = Client::new();
        client.expect(&[("play b d3", "="), (line, "="), ("emilia-transcript", "="), ("undo", "? cannot undo")]);
    }
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
