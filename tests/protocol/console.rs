//! The console: what a person types, and what the person reads. Here are conversations of several lines.

mod commands;
mod text;

use super::{asked, asked_in_words, choice, chosen, depth, hinted, report, said, written};
use emilia::notation::transcript;
use emilia::{Colour, Game, Rules};
use emilia_cli::protocol::{Console, Input, OutputMode, Protocol};
use emilia_cli::session::{Choice, Command, Event, Options, Source};
use std::time::Duration;

fn script() -> Console {
    Console::new(OutputMode::Script)
}

fn shown(transcript: &str) -> Event {
    Event::Shown { game: Box::new(transcript::read(transcript).expect("a legal transcript")), left: None }
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
    let octagon = Game::new(Rules::read("octagon").expect("rules"));
    let mut console = script().with_rules(octagon.rules().clone());
    asked(&mut console, "obf");
    let line = written(&mut console, &Event::Shown { game: Box::new(octagon.clone()), left: None });
    let set = asked_in_words(&mut console, &format!("setboard {line}"));
    assert!(line.starts_with("~~") && set.starts_with("Set"), "what is cut off begins no comment: {line} {set}");
    let mut named = Game::default();
    named.tags.black.name = "J\u{fc}rgen".to_owned();
    asked(&mut console, "ggf");
    assert!(written(&mut console, &Event::Shown { game: Box::new(named), left: None }).contains("PB[J?rgen]"));
}

#[test]
fn a_move_like_those_of_people_does_not_give_the_score_away() {
    let choice = |source| {
        let chosen = choice("f5", Some(report("f5 d6", 1.5, depth(6, 73))));
        Event::Chosen(Choice { source, ..chosen })
    };
    for mode in [OutputMode::Script, OutputMode::Person, OutputMode::Terminal] {
        let text = |source| written(&mut Console::new(mode), &choice(source));
        let of_people = text(Source::People { rating: 1500, percent: 25 });
        assert!(of_people.starts_with("Emilia plays f5 like 25 % of people rated 1500\n"), "{of_people}");
        assert!(text(Source::Search).contains("+1.50"));
    }
}

#[test]
fn a_strength_that_is_not_in_use_says_what_plays() {
    let mut options = Options::default();
    options.set("human", "1500").expect("a rating");
    let mut console = script();
    asked(&mut console, "strength");
    let text = written(&mut console, &Event::Options(options.settings()));
    assert!(text.starts_with("strength is not in use: human 1500 plays ("), "{text}");
}

#[test]
fn what_is_no_move_and_no_number_is_named() {
    let mut console = script();
    for line in ["explain z9", "why z9"] {
        assert_eq!(said(&mut console, line), "error: z9 is no square of this board (a1 to h8)\n");
    }
    for number in ["0", "-1", "x"] {
        let expected = format!("error: hint takes the number of moves to name, 1 or more, not \"{number}\"\n");
        assert_eq!(said(&mut console, &format!("hint {number}")), expected);
    }
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
    assert!(
        greeting.contains("play black") && greeting.contains("\nemilia serve opens a page in the browser.\n    a b")
    );
    assert!(greeting.contains("  5 . . . X O + . . 5") && greeting.ends_with("\n> "), "{greeting}");
    assert_eq!(said(&mut console, ""), "> ");
    assert!(said(&mut console, "version").ends_with("\n> "));
}

#[test]
fn a_prompt_follows_the_last_answer_to_a_line() {
    let mut console = Console::new(OutputMode::Person);
    asked(&mut console, "f5d6");
    assert_eq!(written(&mut console, &Event::Done), "");
    assert!(written(&mut console, &shown("f5d6")).ends_with("\n> "));
    asked(&mut console, "c3");
    assert_eq!(written(&mut console, &Event::Refused("no".into())), "error: no\n> ", "Show is not obeyed then");
    asked(&mut console, "go");
    let row = report("d6", 1.0, depth(3, 73));
    assert!(!written(&mut console, &Event::Thinking(vec![row.clone()])).ends_with("> "));
    asked(&mut console, "threads 2");
    assert_eq!(written(&mut console, &Event::Done), "> ");
    let news = written(&mut console, &Event::Thinking(vec![row]));
    assert!(news.starts_with('\n'), "news does not stand behind the prompt: {news:?}");
    assert_eq!(written(&mut console, &chosen("pass", None)), "Emilia passes\n> ");
    asked(&mut console, "quit");
    assert_eq!(written(&mut console, &Event::Goodbye), "");
}

/// Answers a line that plays, as the session does; the last answer is this game.
fn answered(console: &mut Console, line: &str, moves: &str) -> String {
    let commands = asked(console, line);
    assert!(matches!(commands.last(), Some(Command::Show)), "{commands:?}");
    let done: String = commands[1..].iter().map(|_| written(console, &Event::Done)).collect();
    done + &written(console, &shown(moves))
}

#[test]
fn the_first_move_of_a_person_begins_a_game_against_emilia() {
    let mut console = Console::new(OutputMode::Person);
    assert_eq!(asked_in_words(&mut console, "a1"), r#"Transcript("a1") Mode([White]) Show"#);
    written(&mut console, &Event::Refused("no".into()));
    let text = answered(&mut console, "f5", "f5");
    assert!(text.contains("You play black, Emilia white. To change that: play white, play both"), "{text}");
    written(&mut console, &shown("f5d6"));
    assert_eq!(asked_in_words(&mut console, "c3"), r#"Transcript("c3") Show"#, "once is enough");
    for (line, words) in [("mode 3", "Mode([]) Show"), ("play both", "Mode([]) Show")] {
        let mut console = Console::new(OutputMode::Person);
        assert_eq!(asked_in_words(&mut console, line), words);
        answered(&mut console, line, "");
        assert_eq!(asked_in_words(&mut console, "f5"), r#"Transcript("f5") Show"#, "{line}");
    }
    // What is pasted is to be looked at.
    let mut console = Console::new(OutputMode::Person);
    answered(&mut console, "f5d6", "f5d6");
    assert_eq!(asked_in_words(&mut console, "c3"), r#"Transcript("c3") Show"#);
    assert_eq!(asked_in_words(&mut script(), "f5"), r#"Transcript("f5") Show"#);
}

#[test]
fn a_person_always_reads_how_it_goes_on() {
    let mut console = Console::new(OutputMode::Person);
    answered(&mut console, "play white", "");
    asked(&mut console, "undo 1");
    written(&mut console, &Event::Done);
    assert!(written(&mut console, &shown("")).contains("Emilia waits; go lets it move."));
    assert!(!written(&mut console, &shown("")).contains("waits"));
    let over = written(&mut console, &shown("e6f4e3f6g5d6e7f5c5"));
    assert!(over.contains("play black or play white begins another game"), "{over}");
    assert!(matches!(asked(&mut console, "play black")[..], [Command::New(_), Command::Mode(_), Command::Show]));
    let turn = format!("{}OXXXXXX- X", "-".repeat(56));
    let pass = Game::new(Rules::from_start(turn.parse().expect("a board")));
    assert!(pass.must_pass() && pass.to_move() == Colour::Black);
    let text = written(&mut console, &Event::Shown { game: Box::new(pass), left: None });
    assert!(
        text.contains("There is no move: type pass; before a move of the other side it may be left out."),
        "{text}"
    );
}

#[test]
fn emilia_waits_at_what_a_person_sets_up() {
    let board = format!("{} X", Game::default().turn().board);
    let setboard = format!("setboard {board}");
    for line in [board.as_str(), &setboard, "(;GM[2]B[f5])"] {
        let mut console = Console::new(OutputMode::Person);
        answered(&mut console, "play white", "");
        let commands = asked(&mut console, line);
        assert!(matches!(commands[1..], [Command::Sync(_), Command::Show]), "{line}: {commands:?}");
        written(&mut console, &Event::Done);
        written(&mut console, &Event::Synced(0));
        let text = written(&mut console, &shown("f5"));
        assert!(text.contains("\nWhite is to move. You play white, Emilia black. "), "{text}");
    }
    let mut console = Console::new(OutputMode::Person);
    asked(&mut console, &setboard);
    let text = written(&mut console, &shown("f5"));
    assert!(text.contains("\nWhite is to move. go lets Emilia move; play black or play white begins"), "{text}");
    let mut console = Console::new(OutputMode::Person);
    let Input::Load { then, .. } = console.read("load game.ggf") else { panic!("no file is loaded") };
    assert!(matches!(then[..], [Command::Sync(_), Command::Show]));
    written(&mut console, &Event::Refused("no file".into()));
    assert!(!written(&mut console, &shown("f5")).contains("go lets"));
    let Input::Load { then, .. } = script().read("load game.ggf") else { panic!("no file is loaded") };
    assert!(matches!(then[..], [Command::Show]), "a script says itself who plays");
}

#[test]
fn a_person_is_told_how_long_a_proof_takes() {
    let mut console = Console::new(OutputMode::Person);
    assert_eq!(asked_in_words(&mut console, "solve"), "Show Solve { wld: false }");
    let text = written(&mut console, &shown(""));
    assert_eq!(text, "60 empty squares: this takes years; stop or Ctrl-C ends it.\n");
    let turn = format!("{}{} X", "XO".repeat(22), "-".repeat(20));
    let game = Box::new(Game::new(Rules::from_start(turn.parse().expect("a board"))));
    written(&mut console, &Event::Shown { game, left: None });
    assert_eq!(asked_in_words(&mut console, "solve wld"), "Solve { wld: true }");
    written(&mut console, &shown("e6f4e3f6g5d6e7f5c5"));
    assert_eq!(asked_in_words(&mut console, "solve"), "Solve { wld: false }", "there is nothing to prove");
    assert_eq!(asked_in_words(&mut script(), "solve"), "Solve { wld: false }");
}

#[test]
fn a_person_reads_the_time_that_was_set() {
    for (line, text) in [
        ("time 5", "Each side has 5:00 for the game.\n> "),
        ("time 90s 2", "Each side has 1:30 for the game, and 0:02 more for each move.\n> "),
        ("time off", "The clocks are off.\n> "),
    ] {
        let mut console = Console::new(OutputMode::Person);
        asked(&mut console, line);
        written(&mut console, &Event::Done);
        assert_eq!(written(&mut console, &shown("")), text);
    }
}

#[test]
fn a_time_that_is_over_is_told_once() {
    let mut console = script();
    let mut text = |black, white| {
        let game = Box::new(transcript::read("f5").expect("a legal transcript"));
        let left = Some([Duration::from_secs(black), Duration::from_secs(white)]);
        written(&mut console, &Event::Shown { game, left })
    };
    let over = |text: &str, side: &str| text.contains(&format!("{side}'s time is over: by the clock "));
    assert!(!over(&text(3, 3), "Black"));
    let first = text(0, 2);
    assert!(over(&first, "Black") && !over(&first, "White"), "{first}");
    let second = text(0, 0);
    assert!(over(&second, "White") && !over(&second, "Black"), "{second}");
}

#[test]
fn the_clocks_are_shown_below_the_board() {
    let game = transcript::read("f5").expect("a legal transcript");
    let left = Some([Duration::from_millis(299_900), Duration::from_secs(3600)]);
    let text = written(&mut script(), &Event::Shown { game: Box::new(game), left });
    assert!(text.contains("was f5\nclock: black 5:00, white 1:00:00\n"), "{text}");
}

#[test]
fn the_last_move_is_marked_on_a_terminal_and_colours_are_asked_for() {
    let mut console = Console::new(OutputMode::Terminal);
    let plain = written(&mut console, &shown("f5d6"));
    assert!(plain.contains("\n  6 . . +[O]. . . . 6\n") && !plain.contains('\x1b'), "{plain}");
    let coloured = written(&mut console.with_colours(), &shown("f5d6"));
    assert!(coloured.contains("\x1b[1;97;42mO\x1b[0m"), "{coloured:?}");
    let mut letters = String::new();
    for part in coloured.split("\x1b[") {
        letters += if letters.is_empty() { part } else { part.split_once('m').expect("a colour").1 };
    }
    assert_eq!(letters, plain);
}

#[test]
fn text_is_wrapped_at_words_for_a_person() {
    let mut console = Console::new(OutputMode::Person).with_width(40);
    let mut texts = vec![written(&mut console, &Event::Started), said(&mut console, "help")];
    texts.extend(["help play", "help strength", "help book", "hnit"].map(|line| said(&mut console, line)));
    for line in ["options", "strength"] {
        asked(&mut console, line);
        texts.push(written(&mut console, &Event::Options(Options::default().settings())));
    }
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.len() <= 40, "{line}");
    }
}

#[test]
fn time_alone_shows_the_clocks() {
    let mut console = script();
    for (left, text) in [
        (None, "There are no clocks; time 5:00 gives each side five minutes.\n"),
        (Some([Duration::from_millis(400), Duration::from_secs(60)]), "clock: black 0:01, white 1:00\n"),
    ] {
        assert!(matches!(asked(&mut console, "time")[..], [Command::Show]));
        assert_eq!(written(&mut console, &Event::Shown { game: Box::default(), left }), text);
    }
}

#[test]
fn a_person_reads_how_emilia_plays_then_and_what_that_ended() {
    let mut console = Console::new(OutputMode::Person);
    let mut options = Options::default();
    for (line, text) in [
        ("human 1500", "Emilia plays like people rated 1500, no longer at strength full (level 21)."),
        ("level 12", "Emilia plays like people rated 1500; level 12 counts for advice."),
        ("human = 800", "Emilia plays like people rated 800."),
        ("strength club", "Emilia plays at strength club (level 4, handicap 25), no longer like people rated 800."),
        ("set handicap 7", "Emilia plays at level 4, handicap 7."),
        ("Human 2000", "Emilia plays like people rated 2000, no longer at level 4, handicap 7."),
        ("set human = 0", "Emilia plays at level 4, handicap 7, no longer like people rated 2000."),
        ("strength master", "Emilia plays at strength master (level 7)."),
    ] {
        let commands = asked(&mut console, line);
        let [Command::ShowOptions, Command::Option { name, value }, Command::ShowOptions] = &commands[..] else {
            panic!("{line}: {commands:?}")
        };
        assert_eq!(written(&mut console, &Event::Options(options.settings())), "", "{line}");
        options.set(name, value).expect("a value");
        assert_eq!(written(&mut console, &Event::Done), "");
        assert_eq!(written(&mut console, &Event::Options(options.settings())), format!("{text}\n> "), "{line}");
    }
    // What is refused changes nothing, and an option alone is shown as before.
    asked(&mut console, "level 99");
    written(&mut console, &Event::Options(options.settings()));
    assert!(written(&mut console, &Event::Refused("level takes less".into())).starts_with("error: level takes less"));
    for rating in ["1", "799", "2201", "5000", "-800", "strong"] {
        for mode in [OutputMode::Person, OutputMode::Script] {
            let said = said(&mut Console::new(mode), &format!("human {rating}"));
            let expected = format!("error: human takes a rating from 800 to 2200, or 0 for none, not \"{rating}\"\n");
            assert!(said.starts_with(&expected), "{said}");
        }
    }
    asked(&mut console, "human");
    assert!(written(&mut console, &Event::Options(options.settings())).starts_with("human 0 "));
    assert_eq!(asked(&mut script(), "human 1500").len(), 1, "a script knows what it says");
}

#[test]
fn a_person_is_told_of_work_that_a_line_ends() {
    let told = |work: &str| format!("The {work} ended before it was done.\n");
    let mut console = Console::new(OutputMode::Person);
    for (line, work) in
        [("analyze", "analysis"), ("solve", "proof"), ("hint 2", "search for a hint"), ("why", "explanation")]
    {
        asked(&mut console, line);
        asked(&mut console, "level 5");
        assert!(!written(&mut console, &Event::Refused("no".into())).contains("ended"), "it goes on");
        asked(&mut console, "undo");
        assert_eq!(written(&mut console, &Event::Done).trim_start(), told(work), "{line}");
        assert!(!written(&mut console, &shown("f5")).contains("ended"), "once is enough");
    }
    // An illegal move ends it, too; another question is the next one that can end.
    asked(&mut console, "analyze");
    asked(&mut console, "a1");
    assert!(written(&mut console, &Event::Refused("no".into())).contains(&told("analysis")));
    asked(&mut console, "analyze");
    asked(&mut console, "hint");
    assert!(written(&mut console, &hinted(vec![])).contains(&told("analysis")));
    asked(&mut console, "new");
    assert!(!written(&mut console, &Event::Done).contains("ended"), "the hint was done");
    // A file that cannot be read ends nothing.
    asked(&mut console, "analyze");
    console.read("load missing.ggf");
    assert!(!written(&mut console, &Event::Refused("no file".into())).contains("ended"));
    console.read("load game.ggf");
    assert!(written(&mut console, &Event::Done).contains(&told("analysis")));
    for line in ["stop", "quit"] {
        asked(&mut console, "analyze");
        asked(&mut console, line);
        assert!(!written(&mut console, &hinted(vec![])).contains("ended"), "{line}");
    }
}

#[test]
fn a_part_of_a_board_is_no_smaller_board() {
    let quarter = format!("{}XO--OX------ X", "-".repeat(4));
    for line in [quarter.clone(), format!("setboard {quarter}")] {
        let text = said(&mut script(), &line);
        let expected = "error: a board of 16 squares (4x4), and the game is on 64 squares (8x8); begin one on such a board first (new 4x4)\n";
        assert_eq!(text, expected, "{line}");
        let mut console = Console::new(OutputMode::Script).with_rules(Rules::sized(4).expect("a size"));
        assert!(matches!(asked(&mut console, &line)[..], [Command::SetUp(_), Command::Show]));
        // A whole board of Othello is one everywhere.
        asked(&mut console, &format!("setboard {}", Game::default().turn()));
    }
}

#[test]
fn a_person_has_a_name_in_games() {
    let mut console = Console::new(OutputMode::Person);
    assert_eq!(said(&mut console, "name"), "In saved games you are You; name Rose changes that.\n> ");
    assert_eq!(asked_in_words(&mut console, "name Rose M\u{fc}ller"), "Name(\"Rose M\u{fc}ller\") Show");
    written(&mut console, &Event::Done);
    assert_eq!(written(&mut console, &shown("")), "You are Rose M?ller in the games against Emilia.\n> ");
    assert_eq!(said(&mut console, "name"), "name Rose M?ller\n> ");
    assert_eq!(asked_in_words(&mut script(), "name Rose"), "Name(\"Rose\")");
}

#[test]
fn a_move_of_people_shows_no_search() {
    let search = choice("f5", Some(report("f5", 14.75, depth(6, 73))));
    let people = Choice { source: Source::People { rating: 1500, percent: 65 }, ..search.clone() };
    let text = |choice| written(&mut Console::new(OutputMode::Person), &Event::Chosen(choice));
    assert!(text(search).contains("14.75"));
    let of_people = text(people);
    assert!(of_people.contains("Emilia plays f5 like 65 % of people rated 1500"), "{of_people}");
    assert!(!of_people.contains("14.75") && !of_people.contains("nodes"), "{of_people}");
}
