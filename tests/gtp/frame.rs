//! Lines and responses: ids, comments, errors, silence.

use crate::gtp::client::{Client, report};
use emilia_cli::protocol::{Gtp, Protocol};
use emilia_cli::session::Event;

#[test]
fn a_response_repeats_the_id_without_a_gap_whatever_else_is_in_the_line() {
    Client::new().expect(&[
        ("name", "= Emilia"),
        ("7 name", "=7 Emilia"),
        ("0012 boardsize 8", "=0012"),
        ("99999999999999999999999 protocol_version", "=99999999999999999999999 2"),
        ("3 boardsize 11", "?3 unacceptable size"),
        ("4 genmove b", "=4 D3"),
        ("5 play b a1", "?5 illegal move"),
        ("6 undo", "=6"),
        // An id alone, and words that are no command.
        ("7", "?7 unknown command"),
        ("-7 name", "? unknown command"),
        ("7name", "? unknown command"),
        ("Name", "? unknown command"),
        ("7 8 name", "?7 unknown command"),
        ("= ok", "? unknown command"),
        ("1 \u{662f}", "?1 unknown command"),
        // Control characters, comments and tabs.
        ("name\r", "= Emilia"),
        ("na\u{7}me # what is it?", "= Emilia"),
        ("\t1\tplay\tB  d3\t", "=1"),
        ("\u{feff}emilia-transcript#f5", "= d3"),
        // Arguments beyond those of the command.
        ("name please", "= Emilia"),
        ("genmove White 0.5", "= C3"),
        ("undo 2", "="),
    ]);
}

#[test]
fn lines_without_a_command_are_passed_over_in_silence() {
    for line in ["", "   ", "\t", "\r", "# name", "  # 7 name", "\u{1}\u{2}", "\u{7f}"] {
        assert_eq!(Client::new().send(line), "", "{line:?}");
    }
}

#[test]
fn missing_or_senseless_arguments_are_syntax_errors() {
    let lines = "known_command|boardsize|boardsize x|boardsize -8|komi|komi much|komi nan|play|play b|play d3|play green d3|play b z3
        |play b resign|play b d|genmove|genmove d3|reg_genmove|time_settings|time_settings 1 2|time_settings a 2 3|time_settings 1 2 x
        |time_settings -1 0 0|time_settings 1 -1 0|time_settings inf 0 0|time_settings 1 1 -1|time_settings 1 1 0.5|time_left|time_left b
        |time_left b 1|time_left b x 0|time_left 1 1 1|time_left b nan 0|set_game|loadsgf|set_level|emilia-level|emilia-set
        |emilia-set level|emilia-hint 0|emilia-hint -1|emilia-hint d3|emilia-setboard|emilia-setboard X|emilia-setboard q w";
    for line in lines.split('|').map(str::trim) {
        assert_eq!(Client::new().send(line), "? syntax error\n\n", "{line}");
    }
}

#[test]
fn what_the_session_says_is_one_line_of_ascii() {
    Client::new().expect(&[("emilia-set gr\u{f6}\u{df}e 1", "? unknown option: \"gr??e\"")]);
    let mut gtp = Gtp::new();
    gtp.read("3 emilia-level 1");
    let mut out = String::new();
    gtp.write(&Event::Refused("first\n\nsecond".to_owned()), &mut out).expect("a string takes everything");
    assert_eq!(out, "?3 first??second\n\n");
}

#[test]
fn unexpected_events_are_not_written() {
    let mut out = String::new();
    let mut gtp = Gtp::new();
    for event in [Event::Done, Event::Refused("no".to_owned()), Event::Thinking(vec![report(vec![])]), Event::Synced(3)]
    {
        gtp.write(&event, &mut out).expect("a string takes everything");
    }
    assert_eq!(out, "");
}
