//! The console: what a person types, and what the person reads. Here are conversations of several lines.

mod commands;
mod text;

use super::{asked, asked_in_words, chosen, depth, hinted, report, said, written};
use emilia::notation::transcript;
use emilia::{Game, Rules};
use emilia_cli::protocol::{Console, Input, OutputMode, Protocol};
use emilia_cli::session::{Event, Options};

fn script() -> Console {
    Console::new(OutputMode::Script)
}

fn shown(transcript: &str) -> Event {
    Event::Shown(Box::new(transcript::read(transcript).expect("a legal transcript")))
}

#[test]
fn a_console_that_is_not_verbose_shows_only_the_result() {
    let mut console = script();
    let row = || vec![report("f5 d6", 1.5, depth(12, 73))];
    assert_eq!(said(&mut console, "verbose 0"), "");
    asked(&mut console, "hint");
    assert_eq!(written(&mut console, &Event::Thinking(row())), "");
    assert!(written(&mut console, &hinted(row())).contains("f5d6"));
    assert_eq!(said(&mut console, "verbose 2"), "");
    assert!(written(&mut console, &Event::Thinking(row())).contains("f5d6"));
    assert!(said(&mut console, "verbose").starts_with("usage: "));
}

#[test]
fn the_game_is_shown_as_it_was_asked_for() {
    let mut console = script();
    for (line, text) in [("transcript", "f5d6"), ("obf", "-------------------"), ("ggf", "(;GM[Othello]")] {
        asked(&mut console, line);
        let answer = written(&mut console, &shown("f5d6"));
        assert!(answer.starts_with(text) && answer.lines().count() == 1, "{line}: {answer}");
    }
    assert!(
        written(&mut console, &shown("f5d6")).starts_with("    a b c"),
        "the board again, where nothing else was asked"
    );
    asked(&mut console, "obf");
    let octagon = Game::new(Rules::read("octagon").expect("rules"));
    let line = written(&mut console, &Event::Shown(Box::new(octagon.clone())));
    let set = asked_in_words(&mut console, &format!("setboard {line}"));
    assert!(line.starts_with("~~") && set.starts_with("Set"), "what is cut off begins no comment: {line} {set}");
    let mut named = Game::default();
    named.tags.black.name = "J\u{fc}rgen".to_owned();
    asked(&mut console, "ggf");
    assert!(written(&mut console, &Event::Shown(Box::new(named))).contains("PB[J?rgen]"));
}

#[test]
fn an_option_alone_is_shown() {
    for (line, start, end) in [
        ("level", "level 21 (a number from 1 to 60; default 21)", "exact scores from 24 empty squares on.\n"),
        ("hash", "hash 256 (a number of MiB from 1 to 1048576; default 256)", "\n"),
        ("set hash", "hash 256", "\n"),
        ("level =", "level 21", "\n"),
        ("Contempt", "contempt 0", "\n"),
    ] {
        let mut console = script();
        assert_eq!(asked_in_words(&mut console, line), "ShowOptions", "{line}");
        let text = written(&mut console, &Event::Options(Options::default().settings()));
        assert!(text.starts_with(start) && text.ends_with(end), "{text}");
    }
}

#[test]
fn a_line_that_leaves_the_search_leaves_its_table() {
    for line in ["time 5:00", "save game.ggf", "show", "options", "level 5"] {
        let mut console = Console::new(OutputMode::Person);
        asked(&mut console, "hint");
        let row = |plies| Event::Thinking(vec![report("f5", 1.0, depth(plies, 73))]);
        assert!(written(&mut console, &row(3)).contains("seconds"));
        assert!(!matches!(console.read(line), Input::Reply(_)), "{line}");
        assert!(!written(&mut console, &row(4)).contains("seconds"), "{line}: the heading is written twice");
        asked(&mut console, "go");
        assert!(written(&mut console, &row(3)).contains("seconds"));
    }
}

#[test]
fn only_a_person_is_greeted_and_prompted() {
    assert_eq!(written(&mut script(), &Event::Started), "");
    assert!(script().queues_input());
    let mut console = Console::new(OutputMode::Person);
    assert!(!console.queues_input());
    let greeting = written(&mut console, &Event::Started);
    assert!(greeting.contains("  5 . . . X O + . . 5") && greeting.ends_with("\n> "), "{greeting}");
    assert_eq!(said(&mut console, ""), "> ");
    assert!(said(&mut console, "version").ends_with("\n> "));
}

#[test]
fn a_prompt_follows_the_last_answer_to_a_line() {
    let mut console = Console::new(OutputMode::Person);
    asked(&mut console, "f5");
    assert_eq!(written(&mut console, &Event::Done), "");
    assert!(written(&mut console, &shown("f5")).ends_with("\n> "));
    asked(&mut console, "f5");
    assert_eq!(written(&mut console, &Event::Refused("no".into())), "error: no\n> ", "Show is not obeyed then");
    asked(&mut console, "go");
    let row = report("d6", 1.0, depth(3, 73));
    assert!(!written(&mut console, &Event::Thinking(vec![row.clone()])).ends_with("> "));
    asked(&mut console, "level 5");
    assert_eq!(written(&mut console, &Event::Done), "> ");
    let news = written(&mut console, &Event::Thinking(vec![row]));
    assert!(news.starts_with('\n'), "news does not stand behind the prompt: {news:?}");
    assert_eq!(written(&mut console, &chosen("pass", None)), "Emilia passes\n> ");
    asked(&mut console, "quit");
    assert_eq!(written(&mut console, &Event::Goodbye), "");
}
