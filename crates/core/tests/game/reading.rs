//! Texts of strangers, read as what they say or refused with the reason.

use crate::game::random_game;
use emilia_core::notation::{any, dropped::Content};
use emilia_core::{Colour, Game, Rules, diagram};

const GAME: &str = "d3c5c6e3c4b6f5d2d1c3f2e1a7f3f1f4g3g5b3e6g4b4b2h2e7b1a1f7c1h3h4e2f6b5h1g1g7c7d7g2a5a4a6h5c8b7d6f8g6c2g8a2d8h6h8e8h7b8a8a3";
const PASSES: &str = "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5g6h2h7h8g1b2f2PAa1PAb1";
const BOARD: [&str; 8] =
    ["O--OOOOX", "-OOOOOOX", "OOXXOOOX", "OOXOOOXX", "OOOOOOXX", "---OOOOX", "----O--X", "--------"];

/// What is said of each game of a text, and what is left out; of a text that is refused, the reason.
fn read(text: &str) -> (Vec<String>, String) {
    let mut games = Vec::new();
    let dropped = any::for_each_game(text.as_bytes(), |game| {
        games.push(game.map_or_else(|error| error.to_string(), |game| game.transcript()));
        true
    });
    match dropped {
        Ok(dropped) => (games, dropped.to_string()),
        Err(error) => (vec![error.to_string()], String::new()),
    }
}

fn game(text: &str) -> Game {
    any::read(text.as_bytes(), 1).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn fault(text: &str) -> String {
    any::read(text.as_bytes(), 1).map_or_else(|error| error.to_string(), |game| format!("a game: {}", game.turn()))
}

/// Whether the text is the board with this side to move.
fn is_board(text: &str, side: char) -> bool {
    fault(text) == format!("a game: {} {side}", BOARD.concat())
}

#[test]
fn the_side_stands_before_or_behind_a_board_in_signs_or_words() {
    let rows = BOARD.join("\n");
    for (side, letter) in [
        ("X", 'X'),
        ("O", 'O'),
        ("black", 'X'),
        ("White", 'O'),
        ("W", 'O'),
        ("Black to move", 'X'),
        ("* to move", 'X'),
        ("|O to move", 'O'),
        ("Turn: white", 'O'),
        ("Side to move: X", 'X'),
        ("White's turn (O)", 'O'),
        ("X black 12, O white 30; white to move; move 5 was f5", 'O'),
        ("ply 12, Black to play", 'X'),
    ] {
        for text in [format!("{side}\n{rows}\n"), format!("{rows}\n{side}\n"), format!("{side}\n\n{rows}")] {
            assert!(is_board(&text, letter), "{text}: {}", fault(&text));
        }
    }
    assert!(is_board(&format!("X {}", BOARD.concat()), 'X') && is_board(&format!("{} O", BOARD.concat()), 'O'));
    assert!(
        is_board(&format!("{}/X", rows.replace('\n', "/")), 'X') && is_board(&(rows.replace('\n', "") + ",O"), 'O')
    );
    let glued: String = (1..).zip(BOARD).map(|(row, squares)| format!("{row}:{squares}\n")).collect();
    assert!(is_board(&format!("{glued}X"), 'X'), "{}", fault(&glued));
    assert!(is_board(&format!("{rows} X"), 'X'), "{}", fault(&format!("{rows} X")));
    assert!(fault(&format!("X\n{rows}\nwhite to move\n")).contains("both sides are said to be to move"));
    let start = "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n";
    assert_eq!(fault(start), "line 1: the side to move is missing");
}

#[test]
fn text_beside_a_board_is_no_part_of_it() {
    let letters = "  A B C D E F G H";
    let spaced = |row: &str| row.chars().map(|sign| format!(" {sign}")).collect::<String>();
    let numbered = |beside: &[(usize, &str)]| -> String {
        let beside = |row: usize| beside.iter().find(|(at, _)| *at == row).map_or("", |(_, text)| text);
        (1..).zip(BOARD).map(|(row, squares)| format!("{row}{} {row}{}\n", spaced(squares), beside(row))).collect()
    };
    let edax = numbered(&[(2, " * to move"), (4, " *: discs = 12    moves =  4"), (6, "  empties = 22      ply = 38")]);
    let console = numbered(&[
        (1, "         0:00.000         1|  |  |  |  |  |  |  |  |1"),
        (2, "    12 discs  4 moves"),
        (4, "     ply 38 (22 empties)"),
        (5, "      Black's turn (*)"),
    ]);
    let ggs = numbered(&[]).lines().map(|line| format!("| {line}\n")).collect::<String>();
    let framed: String = BOARD
        .iter()
        .map(|row| format!("|{}\n", row.chars().map(|sign| format!(" {sign} |").replace('-', " ")).collect::<String>()))
        .collect();
    let ruled = BOARD.map(|row| format!("|{row}|\n")).concat();
    for text in [
        format!("{letters}\n{}{letters}\n", edax.replace('X', "*")),
        format!("{letters}            BLACK            A  B  C  D  E  F  G  H\n{console}{letters}            WHITE\n"),
        format!(
            "|mira     (1720.0 *) 02:52,1:0//02:00,1:0\n|\n|  {letters}\n{}|  {letters}\n|\n|* to move\n",
            ggs.replace('X', "*")
        ),
        format!("  a b c d e f g h\n{}", numbered(&[(2, "   BLACK to move"), (3, "   12 - 30")])),
        format!("Black: 12  White: 30\n{}\nBlack to move\n", BOARD.join("\n")),
        format!(
            "+---+---+---+---+---+---+---+---+\n{}X\n",
            framed.replace('\n', "\n+---+---+---+---+---+---+---+---+\n")
        ),
        format!("+--------+\n{ruled}+--------+\nX to move\n"),
        format!("{}\nX\n", BOARD.join("\n").replace('X', "●").replace('O', "○").replace('-', "・")),
        format!("{}\nX", BOARD.join("\n").replace('X', "#").replace('-', ".")),
        format!("{}\n@", BOARD.join("\n").replace('X', "@").to_lowercase()),
    ] {
        assert!(is_board(&text, 'X'), "{text}{}", fault(&text));
    }
    // Rows are where their numbers say.
    let from_below: String = BOARD.iter().zip(1..9).rev().map(|(row, number)| format!("{number} {row}\n")).collect();
    assert!(is_board(&format!("{from_below}X"), 'X'), "{}", fault(&from_below));
    let mirrored: String = BOARD.iter().map(|row| row.chars().rev().collect::<String>() + "\n").collect();
    for text in [format!("hgfedcba\n{mirrored}X"), format!("{mirrored}h g f e d c b a\nX")] {
        assert!(is_board(&text, 'X'), "{text}{}", fault(&text));
    }
    let beside = read(&format!("{letters}\n{edax}{letters}\n"));
    assert!(beside.1.starts_with("2 lines of text (first: line 5)"), "{beside:?}");
}

#[test]
fn a_board_of_the_wrong_size_is_refused_with_its_place() {
    let rows = |row: usize, text: &str| {
        let mut rows = BOARD;
        rows[row - 1] = text;
        format!("X\n{}\n", rows.join("\n"))
    };
    for (text, message) in [
        (rows(3, "OOXXOOOXX"), "line 4: row 3: expected 8 squares, got 9"),
        (rows(3, "OOXXOOO"), "line 4: row 3: expected 8 squares, got 7"),
        (rows(8, "-------"), "line 2: the board that begins here: expected 8 rows, got 7"),
        (rows(3, "OOXXOOOX\nOOXXOOOX"), "line 2: the board that begins here: expected 8 rows, got 9"),
        (rows(3, "hello"), "line 5: the board that begins here: expected 8 rows, got 5"),
        (format!("X{}", BOARD.concat()), "line 1: a board has 64 squares, not 65"),
        (format!("X{} X", BOARD.concat()), "line 1: a board has 64 squares, not 65"),
        (format!("{} X", &BOARD.concat()[1..]), "line 1: a board has 64 squares, not 63"),
        (rows(3, "OO#XOOOX"), "line 2: cannot tell black, white and empty squares apart: \"#x\""),
    ] {
        assert_eq!(fault(&text), message, "{text}");
    }
    let spaced = |text: &str| text.replace("", " ").replace(" \n ", "\n");
    assert_eq!(fault(&spaced(&rows(3, "OOXXOOOXX"))), "line 4: row 3: expected 8 squares, got 9");
    let numbered: String = (1..).zip(BOARD).map(|(row, squares)| format!("{row} {squares}\n")).collect();
    assert_eq!(fault(&(numbered.replace("2 ", "3 ") + "X")), "line 1: the rows are not numbered in order");
}

#[test]
fn digits_are_a_board_where_they_say_what_they_are() {
    let digits = |black: &str, white: &str, empty: &str| {
        BOARD.join("\n").replace('-', empty).replace('X', black).replace('O', white)
    };
    for text in [
        format!("0\n{}\n", digits("0", "1", ".")),
        format!("{}\n0\n", digits("0", "1", "-")),
        format!("1\n{}\n", digits("1", "2", ".")),
        format!("{}\nblack to move\n", digits("1", "2", "0")),
    ] {
        assert!(is_board(&text, 'X'), "{text}: {}", fault(&text));
    }
    let spaced: String = (1..)
        .zip(digits("1", "2", "0").lines())
        .map(|(row, line)| format!("{row} {}\n", line.chars().map(|digit| format!(" {digit}")).collect::<String>()))
        .collect();
    assert!(is_board(&format!("   a b c d e f g h\n{spaced}black to move\n"), 'X'), "{spaced}");
    // White has the middle, so 0 is not empty.
    let unclear = fault(&digits("1", "0", "2"));
    assert_eq!(unclear, "line 1: cannot tell black, white and empty squares apart: \"012\"");
    assert!(
        fault("00000001\n00000010\n01111100\n00211100\n22221200\n00222100\n00011000\n00010000\n")
            .contains("side to move is missing")
    );
}

#[test]
fn our_own_boards_are_read_as_they_were_written() {
    for seed in 0..200 {
        let game = random_game(Rules::default(), seed, seed as usize % 60);
        if game.is_over() {
            continue;
        }
        let to_move = game.to_move();
        for marked in [&[][..], &game.legal()] {
            let drawn = diagram::draw(&game, marked);
            let [black, white] = [Colour::Black, Colour::White].map(|colour| game.discs(colour));
            for below in [
                format!("X black {black}, O white {white}; {to_move} to move; move 3 was c4\nopening: Tiger\n"),
                format!("black {black}, white {white}, {to_move} to move\n"),
                format!("    {to_move} to move\n"),
            ] {
                let text = drawn.clone() + &below;
                let read = any::read(text.as_bytes(), 1).unwrap_or_else(|error| panic!("{error} in {text}"));
                assert_eq!(read.turn(), game.turn(), "{text}");
            }
        }
    }
    for size in [4, 6, 10] {
        let game = random_game(Rules::sized(size).expect("a size"), 7, 5);
        let text = format!("{}    {} to move\n", diagram::draw(&game, &[]), game.to_move());
        assert_eq!(any::read(text.as_bytes(), 1).map(|read| *read.turn()), Ok(*game.turn()), "{text}");
    }
}

#[test]
fn what_is_no_game_is_refused_with_what_was_tried() {
    for text in [
        "2024",
        "56 64 33 34 43 46 63 36",
        "40-24",
        "+8",
        "2024-01-02",
        "...",
        "-----",
        "--",
        "1. 2. 3.",
        "The game was long.\nBlack won.",
        "f9 z1",
        "black: ann\nwhite: bob",
    ] {
        let reason = fault(text);
        assert!(
            reason.contains("GGF, SGF, PGN, WTHOR") && reason.contains("transcripts: line 1, move 1"),
            "{text}: {reason}"
        );
    }
}

#[test]
fn a_word_within_the_moves_is_refused_and_not_the_end() {
    for (text, message) in [
        ("f5 d6 c3 d3 c4 f4 ?? f6 f3 e6", "move 7: not a move: \"??\""),
        ("f5 d6 c3 d3 c4 f4 f6 ??", "move 8: not a move: \"??\""),
        ("f5d6c3d3c4f4 xx f6f3", "move 7: not a move: \"xx\""),
        ("f5d6c3zd3c4f4f6f3", "move 4: not a move: \"zd3c4f4f6f3\""),
        ("f5 d6 c3 d3\n??\nc4 f4 f6 f3", "move 5: not a move: \"??\""),
        ("f5 d6 c3 d3 c4\n?? f6", "move 6: not a move: \"??\""),
        ("f5 (d6) c3 d3", "move 2: not a move: \"(d6\""),
        ("f5 d6 2024 c3 d3", "move 3: not a move: \"2024\""),
    ] {
        assert_eq!(fault(text), message, "{text}");
    }
    let list = format!("A: {GAME}\nB: f5d6c3 late d3c4f4\nC: {GAME}\n");
    assert_eq!(read(&list).0, [GAME, "line 2: move 4: not a move: \"late\"", GAME]);
}

#[test]
fn results_behind_the_moves_are_used_or_counted() {
    let over = game(GAME);
    let black = over.discs(Colour::Black);
    for result in [format!("{black}-{}", 64 - black), format!("{:+}", over.score())] {
        assert_eq!(read(&format!("{GAME} {result}\n")), (vec![GAME.to_owned()], String::new()), "{result}");
    }
    assert_eq!(read(&format!("{GAME} 40-24")).1, "1 unusable value (line 1)");
    assert_eq!(read("f5d6c3d3 +8"), (vec!["f5d6c3d3".to_owned()], "1 unusable value (line 1)".to_owned()));
    let outcome = game("f5d6c3d3 40-24").outcome().expect("an outcome");
    assert_eq!((outcome.winner, outcome.margin), (Some(Colour::Black), Some(16.0)));
    assert_eq!(game("f5d6c3d3 (40-24)").outcome(), Some(outcome));
    assert_eq!(read("f5d6c3d3; a fine game"), (vec!["f5d6c3d3".to_owned()], "1 comment (line 1)".to_owned()));
}

#[test]
fn passes_glued_to_the_moves_are_passes() {
    let plain = PASSES.replace("PA", "");
    for pass in ["PA", "PS", "--", "pass", "@@", "@@@@", " pa ", "p"] {
        assert_eq!(game(&PASSES.replace("PA", pass)).transcript(), game(&plain).transcript(), "{pass}");
    }
    assert_eq!(game("P@f5 P@d6 P@c3").transcript(), "f5d6c3");
    assert_eq!(game("ｆ５ｄ６　Ｃ３–d3—c4").transcript(), "f5d6c3d3c4");
}

#[test]
fn games_stand_between_titles_rules_and_names() {
    let plain = PASSES.replace("PA", "");
    let with_passes = game(&plain).transcript();
    let (all, left_out) = read(&format!("{GAME}\n----------\n{plain}\n"));
    assert_eq!((all, left_out.as_str()), (vec![GAME.to_owned(), with_passes.clone()], "1 line of text (line 2)"));
    let named = format!("Black: ann\nWhite: bob\n{GAME}\n\nBlack: bob\nWhite: ann\nResult: 40-24\nf5d6c3d3\n");
    let (all, left_out) = read(&named);
    assert_eq!((all, left_out.as_str()), (vec![GAME.to_owned(), "f5d6c3d3".to_owned()], ""));
    let second = any::read(named.as_bytes(), 2).expect("a game");
    assert_eq!(
        (second.tags.black.name.as_str(), second.outcome().and_then(|outcome| outcome.score())),
        ("bob", Some(16.0))
    );
    for list in [
        format!("[\"{GAME}\",\"{plain}\"]"),
        format!("[\n  \"{GAME}\",\n  \"{plain}\"\n]\n"),
        format!("Round 1\n{GAME}\nRound 2\n{plain}\n"),
        format!("1) {GAME}\n2) {plain}\n"),
        format!("date,moves,black\n2024-01-02,{GAME},Rose\n2024-01-03,{plain},Ueda\n"),
    ] {
        assert_eq!(read(&list).0, [GAME, with_passes.as_str()], "{list}");
    }
    let wrapped: String =
        GAME.as_bytes().chunks(20).map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect();
    assert_eq!(read(&format!("First\n{wrapped}\nSecond\n{wrapped}")).0, [GAME; 2]);
    assert_eq!(read("[\"f5\",\"d6\",\"c3\",\"d3\"]").0, ["f5d6c3d3"]);
    assert_eq!(
        read("f5! d6?! c3 d3??"),
        (vec!["f5d6c3d3".to_owned()], "3 marks beside moves (first: line 1)".to_owned())
    );
}

#[test]
fn a_sheet_may_have_zeros_in_the_middle() {
    let sheet = emilia_core::notation::sheet::Sheet::of_game(&game(GAME)).expect("8x8").to_string();
    let zeros = sheet.replace(" X", " 0").replace(" O", " 0");
    assert_eq!(read(&zeros), (vec![GAME.to_owned()], String::new()), "{zeros}");
    assert_eq!(read(&format!("Match 3\n{sheet}\nsigned by both\n")).1, "2 lines of text (first: line 1)");
}

#[test]
fn what_is_left_out_of_problems_addresses_and_json_is_counted() {
    let board = "---------------------------OX------XO---------------------------";
    let text = format!("% a file\n{board} X; d3:+0; c4:+0; % the start\n");
    assert_eq!(read(&text).1, "1 line of text (line 1), 2 answers (first: line 2)");
    assert_eq!(game(&text).tags.comments, [(0, "the start".to_owned())]);
    let dropped = any::for_each_game(b"see\nhttps://example.org/?kifu=f5&ai=off\n", |_| true).expect("an address");
    assert_eq!((dropped.count(Content::Line), dropped.count(Content::Property)), (1, 1));
    let json = r#"{"position":{"moves":[{"m":"f5"},{"s":"RESIGN"}]},"finished":true}"#;
    assert_eq!(read(json), (vec!["f5".to_owned()], "2 properties (first: line 1)".to_owned()));
}
