//! What the other commands mean and what they answer.

use crate::gtp::client::{Client, report};
use emilia::{Colour, Report, Score, Value};
use emilia_cli::protocol::{Gtp, Input, PROTOCOLS, Protocol};
use emilia_cli::session::{ClockUpdate, Command, Event};
use std::time::Duration;

#[test]
fn boards_games_and_columns_that_there_are_not_are_refused() {
    Client::new().expect(&[
        ("boardsize 3", "? unacceptable size"),
        ("boardsize 11", "? unacceptable size"),
        ("boardsize 99999999999999999999", "? unacceptable size"),
        ("set_game REVERSI", "="),
        ("set_game Go", "? unsupported game"),
        ("emilia-variant 6x6 komi=3", "? unsupported game"),
        ("emilia-variant", "? syntax error"),
        ("komi 6.5", "="),
        // Boards of eight columns have neither I nor J.
        ("play b i4", "? illegal move"),
        ("play b j4", "? illegal move"),
        ("play b l4", "? syntax error"),
    ]);
}

#[test]
fn the_columns_after_h_have_the_letters_of_gtp() {
    let mut client = Client::new();
    let board = ["----------"; 4].into_iter().chain(["----OXXXX-", "----XO----"]).chain(["----------"; 4]);
    let setboard = format!("emilia-setboard {} O", board.collect::<Vec<_>>().join("/"));
    client.expect(&[(&setboard, "=")]);
    for (line, answer) in [
        ("play w j5", "? illegal move"),
        ("play w I5", "? illegal move"),
        ("gogui-rules_legal_moves", "= F4 H4 K5 D6 E7"),
        ("emilia-hint 3", "= F4 +1.50 7@73% F4\nH4 +1.50 7@73% H4\nK5 +1.50 7@73% K5\n"),
        ("play w K5", "="),
        ("undo", "="),
        ("play white k5", "="),
        ("emilia-transcript", "= j5"),
    ] {
        let said = client.send(line);
        assert!(said.starts_with(answer), "{line}: {said}");
    }
    let drawn = client.send("showboard");
    assert_eq!(drawn.lines().filter(|line| line.trim_start().starts_with("a b c d e f g h j k")).count(), 2, "{drawn}");
    // On 9x9 the last column is J, and I as in transcripts.
    for column in ["J", "I", "j", "i"] {
        let row =
            ["---------"; 3].into_iter().chain(["------XO-"]).chain(["---------"; 5]).collect::<Vec<_>>().join("/");
        let mut client = Client::new();
        let setboard = format!("emilia-setboard {row} X");
        let play = format!("play b {column}4");
        client.expect(&[
            (&setboard, "="),
            ("gogui-rules_legal_moves", "= J4"),
            ("genmove b", "= J4"),
            ("undo", "="),
            (&play, "="),
        ]);
    }
    let allowed = client.send("kata-analyze w 10 allow w K5,J4 20 maxmoves 1");
    assert!(!allowed.starts_with('?'), "{allowed}");
}

#[test]
fn clients_that_choose_among_games_have_the_letters_of_transcripts() {
    let mut client = Client::new();
    client.expect(&[("set_game 10x10", "="), ("play b i4", "? illegal move"), ("play b k4", "? syntax error")]);
    let row =
        ["----------"; 4].into_iter().chain(["-------XO-"]).chain(["----------"; 5]).collect::<Vec<_>>().join("/");
    let setboard = format!("emilia-setboard {row} X");
    client.expect(&[
        (&setboard, "="),
        ("gogui-rules_legal_moves", "= J5"),
        ("genmove b", "= J5"),
        ("undo", "="),
        ("play b J5", "="),
        ("emilia-transcript", "= j5"),
    ]);
    let drawn = client.send("showboard");
    assert!(drawn.starts_with("=\n    a b c d e f g h i j\n"), "{drawn}");
    assert!(drawn.ends_with("\nblack 3, white 0, game over\n\n"), "{drawn}");
}

#[test]
fn variants_are_chosen_by_size_by_name_and_by_words_and_stay_for_the_games_that_follow() {
    Client::new().expect(&[
        ("play black F5", "="),
        ("boardsize 8", "="),
        ("emilia-transcript", "= f5"),
        ("boardsize 6", "="),
        ("emilia-position", "= --------------OX----XO-------------- X"),
        ("gogui-rules_board_size", "= 6"),
        ("play black C2", "="),
        ("clear_board", "="),
        ("gogui-rules_legal_moves", "= C2 B3 E4 D5"),
        ("set_game anti", "="),
        ("boardsize 4", "="),
        ("play black B1", "="),
        ("play white A1", "="),
        ("emilia-transcript", "= b1a1"),
        ("emilia-variant 10x8 parallel", "="),
        ("gogui-rules_board_size", "= 10"),
        ("emilia-setboard ------OXXO------ X", "="),
        ("gogui-rules_legal_moves", "= B2 C3"),
        ("clear_board", "="),
        ("gogui-rules_board_size", "= 10"),
        ("set_game Othello", "="),
        ("gogui-rules_board_size", "= 8"),
    ]);
    let listed = Client::new().send("emilia-variants");
    assert!(listed.lines().any(|line| line.starts_with("octagon ")), "{listed}");
}

#[test]
fn gogui_gets_the_rules() {
    let board = "= . . . . . . . .
. . . . . . . .
. . . . . . . .
. . . X O . . .
. . . X X . . .
. . . X . . . .
. . . . . . . .
. . . . . . . .";
    Client::new().expect(&[
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_board_size", "= 8"),
        ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
        ("gogui-rules_side_to_move", "= black"),
        ("play b d3", "="),
        ("gogui-rules_board", board),
        ("gogui-rules_side_to_move", "= white"),
        ("gogui-rules_legal_moves", "= C3 E3 C5"),
    ]);
}

/// The clock that a line sets.
fn clock(line: &str) -> Option<ClockUpdate> {
    match Gtp::new().read(line) {
        Input::Commands(commands) => commands.into_iter().find_map(|command| match command {
            Command::Clock(clock) => Some(clock),
            _ => None,
        }),
        _ => None,
    }
}

#[test]
fn clocks_are_set_as_the_protocol_says() {
    let seconds = Duration::from_secs_f64;
    let overtime =
        |main, period, stones| ClockUpdate::Overtime { main: seconds(main), period: seconds(period), stones };
    let left = |colour, time, stones| ClockUpdate::Left { colour, time: seconds(time), stones };
    for (line, expected) in [
        ("time_settings 600 0 0", ClockUpdate::Game { main: seconds(600.0), increment: Duration::ZERO }),
        ("time_settings 0.5 0 3", ClockUpdate::Game { main: seconds(0.5), increment: Duration::ZERO }),
        ("time_settings 0 15 1", overtime(0.0, 15.0, 1)),
        ("time_settings 300 300.5 10", overtime(300.0, 300.5, 10)),
        ("time_settings 600 1 0", ClockUpdate::None),
        ("time_settings 0 1 0", ClockUpdate::None),
        ("time_settings 0 0 0", ClockUpdate::None),
        ("time_settings 1e300 0 0", ClockUpdate::Game { main: seconds(1e9), increment: Duration::ZERO }),
        ("time_left white 600 0", left(Colour::White, 600.0, 0)),
        ("time_left B 1.25 10", left(Colour::Black, 1.25, 10)),
        ("time_left b -3 0", left(Colour::Black, 0.0, 0)),
    ] {
        assert_eq!(clock(line), Some(expected), "{line}");
    }
}

/// The file and the number of moves that a line loads.
fn load(line: &str) -> Option<(String, usize)> {
    match Gtp::new().read(line) {
        Input::Load { path, plies, .. } => Some((path, plies)),
        _ => None,
    }
}

#[test]
fn a_file_is_loaded_up_to_the_position_before_a_move() {
    for (line, path, plies) in [
        ("loadsgf game.sgf", "game.sgf", usize::MAX),
        ("loadsgf game.sgf 11", "game.sgf", 10),
        ("loadsgf game.sgf 0", "game.sgf", 0),
        ("loadsgf my first game.sgf 3", "my first game.sgf", 2),
        ("loadsgf my second game", "my second game", usize::MAX),
        ("loadsgf 1986", "1986", usize::MAX),
        // A comment, by the letter of the standard; what is left names another file.
        ("loadsgf game#1.sgf 3", "game", usize::MAX),
    ] {
        assert_eq!(load(line), Some((path.to_owned(), plies)), "{line}");
    }
    Client::new().expect(&[("loadsgf none", "? cannot load file: cannot find \"none\"")]);
}

#[test]
fn hints_and_analyses_are_lines_of_fields() {
    Client::new().expect(&[
        ("emilia-hint 2", "= D3 +1.50 7@73% D3\nC4 +1.50 7@73% C4"),
        ("emilia-hint", "= D3 +1.50 7@73% D3"),
        ("emilia-solve", "= D3 +1.50 7@73% D3"),
        ("emilia-solve wld", "= D3 +1.50 7@73% D3"),
        ("emilia-solve draw", "? syntax error"),
        ("emilia-hint 64", "= D3 +1.50 7@73% D3\nC4 +1.50 7@73% C4\nF5 +1.50 7@73% F5\nE6 +1.50 7@73% E6"),
        (
            "emilia-hint 99999999999999999999",
            "= D3 +1.50 7@73% D3\nC4 +1.50 7@73% C4\nF5 +1.50 7@73% F5\nE6 +1.50 7@73% E6",
        ),
        ("play b f5", "="),
        ("emilia-review", "= 0 F5 +2.00 exact F5 0.00\n1 - +2.00 exact - -"),
    ]);
}

#[test]
fn a_proved_score_says_what_was_proved() {
    for (value, word) in [
        (Value::exact(2), "+2.00 exact"),
        (Value::at_least(-4), "-4.00 at-least"),
        (Value::at_most(0), "+0.00 at-most"),
        (Value::estimate(Score::from_discs(1.5), 0, 100), "+1.50 0@100%"),
    ] {
        let mut gtp = Gtp::new();
        assert!(matches!(gtp.read("emilia-hint"), Input::Commands(_)));
        let lines = vec![Report { value, ..report(vec![]) }];
        let mut out = String::new();
        gtp.write(&Event::Hinted { lines, nodes: 1, time: Duration::ZERO, judged: None }, &mut out)
            .expect("a string takes everything");
        assert_eq!(out, format!("= - {word}\n\n"));
    }
}

#[test]
fn options_are_set_and_listed() {
    let mut client = Client::new();
    client.expect(&[("emilia-level 7", "="), ("emilia-set Hash 16", "=")]);
    let listed = client.send("emilia-options");
    assert!(listed.contains("level 7 (a number from 1 to 60, default 21) Playing strength"), "{listed}");
    assert!(listed.lines().any(|line| line.starts_with("hash 16 ")), "{listed}");
    client.expect(&[
        ("set_level 9", "="),
        ("emilia-level 0", "? level takes a number from 1 to 60, not \"0\""),
        ("emilia-set colour red", "? unknown option: \"colour\""),
    ]);
    assert!(client.send("emilia-options").contains("level 9 "));
}

#[test]
fn a_board_with_squares_that_are_cut_off_can_be_set() {
    let mut client = Client::new();
    for variant in ["octagon", "cross"] {
        client.expect(&[(&format!("emilia-variant {variant}"), "=")]);
        let written = client.send("emilia-position");
        assert!(written.contains("/~") || written.contains("= ~"), "{written}");
        assert!(!written.contains('#'), "{written}");
        client.expect(&[("set_game Othello", "=")]);
        client.expect(&[(written.replacen('=', "emilia-setboard", 1).trim_end(), "=")]);
        assert_eq!(client.send("emilia-position"), written);
    }
    client.expect(&[
        // The rest of the line is a comment.
        ("emilia-setboard ##--##/##--##/--OX--/--XO--/##--##/##--## X", "? syntax error"),
        ("emilia-setboard ~~--~~/~~--~~/--OX--/--XO--/~~--~~/~~--~~ X", "="),
        ("gogui-rules_legal_moves", "= C2 B3 E4 D5"),
        ("emilia-setboard ~~~~OXXO------~~ X", "="),
        ("emilia-position", "= ~~~~/OXXO/----/--~~ X"),
    ]);
}

/// Whether a conversation that begins with this line is one in GTP.
fn is_recognised(line: &str) -> bool {
    PROTOCOLS.iter().any(|info| info.command == "gtp" && (info.recognises)(line))
}

#[test]
fn every_listed_command_is_known_explained_and_documented() {
    let mut client = Client::new();
    let documentation =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md")).expect("protocol.md");
    let listed = client.send("list_commands");
    let names: Vec<_> = listed.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.len() > 30);
    let help = client.send("emilia-help");
    assert_eq!(help.trim_end().lines().count(), names.len());
    for name in names {
        client.expect(&[(&format!("known_command {name}"), "= true")]);
        assert!(is_recognised(name) && is_recognised(&format!("12 {name} foo")), "{name}");
        let explained = client.send(&format!("emilia-help {name}"));
        let usage = explained.trim_start_matches("= ").split(": ").next().unwrap_or_default();
        assert!(help.contains(explained.trim_start_matches("= ").trim_end()), "{name}");
        assert!(documentation.contains(&format!("`{usage}`")), "`{usage}` is not in protocol.md");
        assert_ne!(client.send(&format!("1 {name} \u{0}")), "?1 unknown command\n\n", "{name}");
    }
    client.expect(&[("known_command emilia", "= false"), ("emilia-help emilia", "? unknown command")]);
    for word in ["", "12", "nboard", "ping", "Name", "12 12 name"] {
        assert!(!is_recognised(word), "{word}");
    }
}
