//! Games as players keep them and servers export them, all through the reader that recognises them.

use emilia_core::notation::{
    any::{self, ReadGameError},
    quest::QuestError,
};
use emilia_core::{Colour, Game, Move, TimeControl};

const START: &str = "---------------------------OX------XO---------------------------";

/// All games of a text.
fn games(text: &str) -> Vec<Result<Game, ReadGameError>> {
    let mut games = Vec::new();
    any::for_each_game(text.as_bytes(), |game| {
        games.push(game);
        true
    })
    .unwrap_or_else(|error| panic!("{error} in {text:?}"));
    games
}

/// The transcripts of all games of a text.
fn transcripts(text: &str) -> Vec<String> {
    games(text).into_iter().map(|game| game.map_or_else(|error| error.to_string(), |game| game.transcript())).collect()
}

/// A record of Othello Quest.
fn quest(kind: &str, moves: &str) -> String {
    format!(
        r#"{{"attrs":[],"id":"g1","gtype":"{kind}","players":[{{"id":"a","name":"Aé","oldR":1500,"newR":1510}},
        {{"id":"b","oldR":1600.5}}],"position":{{"moves":[{moves}]}},"tcb":60000,"created":"2026-01-02T03:04:05Z","finished":false}}"#
    )
}

#[test]
fn a_game_of_othello_quest_keeps_players_ratings_and_times() {
    let moves = r#"{"t":1250,"m":"e6"},{"t":0,"m":"F6"},{"m":"f5"},{"s":"RESIGN"}"#;
    let text = format!(r#"{{"name":"player","args":[{}]}}"#, quest("reversi1", moves));
    let game = any::read(text.as_bytes(), 1).expect("a game");
    assert_eq!(game.transcript(), "e6f6f5");
    let seconds: Vec<Option<f32>> = game.moves().iter().map(|played| played.seconds).collect();
    assert_eq!(seconds, [Some(1.25), Some(0.0), None]);
    let player = game.tags.player(Colour::Black);
    assert_eq!((player.name.as_str(), player.rating), ("Aé", Some(1500.0)));
    assert_eq!(player.time, "1:00".parse::<TimeControl>().ok());
    assert_eq!((game.tags.white.name.as_str(), game.tags.white.rating), ("b", Some(1600.5)));
    assert_eq!(game.tags.date, "2026-01-02T03:04:05Z");
}

#[test]
fn lists_of_games_of_othello_quest_are_read_one_by_one() {
    let (one, other) = (quest("reversi", r#"{"m":"f5"},{"m":"d6"}"#), quest("go9", ""));
    let bad = quest("reversi", r#"{"m":"f5"},{"m":"-"},{"m":7}"#);
    for text in [
        format!("[{one},{other},{bad}]"),
        format!("{one}\n{other}\n{bad}\n"),
        format!(r#"{{"games":[{one},{other},{bad}]}}"#),
    ] {
        let games = games(&text);
        assert_eq!(games.len(), 3);
        assert!(matches!(&games[0], Ok(game) if game.transcript() == "f5d6"));
        assert!(matches!(&games[1], Err(ReadGameError::Quest(QuestError::OtherGame(name))) if name == "go9"));
        // Black's opponent cannot pass here.
        assert!(matches!(&games[2], Err(ReadGameError::Quest(QuestError::Move(error))) if error.number == 2));
    }
    assert!(matches!(any::read(b"{\"position\":", 1), Err(ReadGameError::Quest(QuestError::Json(_)))));
    assert_eq!(any::read(b"{}", 1), Err(ReadGameError::TooFew(0)));
    assert!(any::read("[".repeat(100_000).as_bytes(), 1).is_err(), "the depth is limited");
}

#[test]
fn a_pass_of_othello_quest_is_a_dash() {
    let with_pass =
        |seed| Some(super::random_game(Default::default(), seed, 60)).filter(super::notation::has_inner_pass);
    let game = (0..1000).find_map(with_pass).expect("a game with a pass");
    let name = |mv: Move| mv.cell().map_or("-".to_owned(), |cell| cell.to_string());
    let moves =
        game.moves().iter().map(|played| format!(r#"{{"m":"{}"}}"#, name(played.mv))).collect::<Vec<_>>().join(",");
    let read = any::read(quest("reversi", &moves).as_bytes(), 1).expect("a game");
    assert_eq!(read.moves(), game.moves());
}

#[test]
fn the_text_of_playok_is_read_with_and_without_tags() {
    assert_eq!(transcripts("F5 f4 2. F3 g4 3. H3 f6 4. G5"), ["f5f4f3g4h3f6g5"]);
    let tagged = "[Event \"?\"]\n[Site \"Server\"]\n[Date \"2026.01.02\"]\n[Round \"-\"]\n[Black \"One\"]\n[White \"Two\"]\n\
                  [BlackElo \"1500\"]\n[TimeControl \"300+5\"]\n[Result \"33-31\"]\n\n1. f5! d6 {good (1. d3)} 2. c3 (2. c5 c4) d3?! 33-31\n\n";
    let two = tagged.repeat(2);
    assert_eq!(transcripts(&two), ["f5d6c3d3"; 2]);
    let game = any::read(tagged.as_bytes(), 1).expect("a game");
    assert_eq!(
        (game.tags.black.name.as_str(), game.tags.white.name.as_str(), game.tags.place.as_str()),
        ("One", "Two", "Server")
    );
    assert_eq!((game.tags.black.rating, game.tags.white.rating), (Some(1500.0), None));
    assert_eq!(game.tags.black.time.map(|time| time.to_string()), Some("5:00/0:05".to_owned()));
    assert!(game.tags.others.contains(&("RESULT".to_owned(), "33-31".to_owned())));
    let set_up = format!("[FEN \"{START} X\"]\n\n1. d3 c3 *\n");
    assert_eq!(transcripts(&set_up), ["d3c3"]);
    let comments =
        any::read(b"[Black \"x\"]\n\n1. f5 d6 ; (c3 is best\n%escaped f6\n2. c3 {a; b} d3 *\n", 1).expect("a game");
    assert_eq!(comments.transcript(), "f5d6c3d3");
    assert!(matches!(any::read(b"[Black \"x\"]\n1. f5 h8", 1), Err(ReadGameError::Pgn(_))));
}

/// The tags are those of a text of PlayOK (`https://www.playok.com/p/?g=rvNUMBER.txt`) in the comments of a parser on GitHub, and in the
/// tests of another one, which have `xot` too.
#[test]
fn a_text_of_playok_with_random_openings_has_the_colours_of_its_discs() {
    let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"One\"]\n[White \"Two\"]\n\
                [Result \"38-26\"]\n[Time \"11:24:48\"]\n[TimeControl \"300\"]\n[BlackElo \"1073\"]\n[WhiteElo \"1183\"]\n\
                [Variant \"xot\"]\n\n1. f5 d6 2. c3 f3 3. f4\n";
    let game = any::read(text.as_bytes(), 1).expect("a game");
    assert_eq!((game.tags.black.name.as_str(), game.tags.black.rating), ("One", Some(1073.0)));
    assert_eq!((game.tags.white.name.as_str(), game.tags.white.rating), ("Two", Some(1183.0)));
    assert!(game.tags.others.contains(&("VARIANT".to_owned(), "xot".to_owned())));
}

/// A program on GitHub that reads the games of another game takes `k2pback["m"] = "(.*?)";` from the script of the page, and the
/// script of the viewer itself names `k2pback` with `m`, `w` and `b`, and `m2`, `w2` and `b2` for a second game.
#[test]
fn a_saved_page_of_the_viewer_of_playok_has_its_games() {
    let page = |script: &str| {
        format!(
            "<!DOCTYPE html>\n<html><head><title>f5d6</title></head>\n<body><p>a1a1</p><script>k2pback = {{}};\n{script}</script></body></html>\n"
        )
    };
    let one = r#"k2pback["m"] = "1. f5 d6 2. c3 f3"; k2pback["w"] = "a \"q\""; k2pback["b"]="B\u00e4r";"#;
    let game = any::read(page(one).as_bytes(), 1).expect("a game");
    assert_eq!(game.transcript(), "f5d6c3f3");
    assert_eq!((game.tags.black.name.as_str(), game.tags.white.name.as_str()), ("Bär", "a \"q\""));
    assert_eq!(game.tags.place, "PlayOK");
    let two = page(&format!("{one}\nk2pback[\"m2\"] = \"1. f5 f6\";"));
    assert_eq!(transcripts(&two), ["f5d6c3f3", "f5f6"]);
    let other_game = page(r#"k2pback["m"] = "1. h8 i9";"#);
    assert!(matches!(any::read(other_game.as_bytes(), 1), Err(ReadGameError::Pgn(_))));
}

/// The page is the tree of Chromium 156 for a file of JSON, and for one of text.
#[test]
fn the_text_that_a_browser_shows_is_read_from_its_page() {
    let page = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            "<html><head><meta name=\"color-scheme\" content=\"light dark\"><meta charset=\"utf-8\"></head><body><pre>{text}</pre>\
             <div class=\"json-formatter-container\"></div></body></html>"
        )
    };
    assert_eq!(transcripts(&page("[Black \"a<&amp;\"]\n\n1. f5 d6\n")), ["f5d6"]);
    assert_eq!(
        any::read(page("[Black \"a<&amp;\"]\n\n1. f5 d6\n").as_bytes(), 1).map(|game| game.tags.black.name),
        Ok("a<&amp;".to_owned())
    );
    let list = format!("{{\"games\":[{},{}]}}", quest("reversi", r#"{"m":"f5"}"#), quest("reversi1", r#"{"m":"d3"}"#));
    assert_eq!(transcripts(&page(&list)), ["f5", "d3"]);
    for text in [
        "<!doctype html><html><body><h1>Games</h1></body></html>",
        "<HTML>\n<script>k2pback[\"m\"] = 1;</script>",
        "<html><body",
    ] {
        assert_eq!(any::read(text.as_bytes(), 1), Err(ReadGameError::Page));
    }
    assert!(ReadGameError::Page.to_string().contains("k2pback"), "the message says what was looked for");
}

#[test]
fn addresses_of_hamlite_are_read() {
    let address = "https://example.org/hamlite.htm";
    let text =
        format!("one: {address}?kifu=f5f6e6f4&ai=off two: \"{address}?ai=on&amp;kifu=F5D6\" and {address}?kifu=f5a1");
    assert_eq!(transcripts(&text), ["f5f6e6f4", "f5d6", "move 2: no disc is flipped by a1"]);
    let board = START.replace("XO", "XXX").replacen("---", "--", 1);
    let board: String = board.chars().take(64).collect::<String>().replacen("-OX", "%2DOX", 1);
    let game = &games(&format!("{address}?start_board={START}&start_color=white&kifu=c5"))[0];
    assert!(
        matches!(game, Ok(game) if game.transcript() == "c5" && game.rules().start().to_move == Colour::White),
        "{game:?}"
    );
    assert!(games(&format!("{address}?start_board={board}&kifu=")).len() == 1);
}

#[test]
fn lists_may_have_other_words_before_and_behind_the_moves() {
    let text = "Results of the evening\n\n1) Rose - Ueda: f5d6c3d3c4 33-31\n2) Ueda - Rose (final): F5 F6 E6 F4; 40-24\n3. f5d6a1c3 late\n";
    assert_eq!(transcripts(text), ["f5d6c3d3c4", "f5f6e6f4", "line 5: move 3: no disc is flipped by a1"]);
    let names: Vec<String> = games(text).iter().flatten().map(|game| game.tags.others[0].1.clone()).collect();
    assert_eq!(names, ["1) Rose - Ueda", "2) Ueda - Rose (final"]);
    assert_eq!(transcripts("2001 40 38 24 f5d6c3d3\n1999 20 20 0 f5f6e6f4\n"), ["f5d6c3d3", "f5f6e6f4"]);
    assert_eq!(transcripts("id;moves;score\n7;f5d6c3d3;+2\n8;f5f6e6f4;-4\n"), ["f5d6c3d3", "f5f6e6f4"]);
    for text in ["hello", "no moves here\nf5", "a1b2c3d4 is no game", "\u{feff}"] {
        assert!(any::for_each_game(text.as_bytes(), |_| true).is_err(), "{text}");
    }
    assert_eq!(transcripts("\u{feff}f5d6"), ["f5d6"]);
    let notes = "# part of a list, -- and a pass\nf5d6c3d3 -1.5\nf5f6e6f4 +2\n";
    assert_eq!(transcripts(notes), ["f5d6c3d3", "f5f6e6f4"], "words of a text are not passes");
}

#[test]
fn boards_are_read_with_the_moves_behind_them() {
    let black = |moves: &str| format!("{START} X {moves}");
    assert_eq!(transcripts(&black("f5d6c3")), ["f5d6c3"]);
    let several =
        [black("f5d6"), format!("{START} X; F5:+0; % answers"), format!("{START} X; d3 c3;"), black("a1")].join("\n");
    assert_eq!(transcripts(&several), ["f5d6", "", "d3c3", "line 4: move 1: no disc is flipped by a1"]);
    let digits = START.replace('X', "0").replace('O', "1").replace('-', ".");
    let game = any::read(format!("{digits} 0 f5").as_bytes(), 1);
    assert_eq!(game.map(|game| (game.transcript(), game.discs(Colour::Black))), Ok(("f5".to_owned(), 4)));
    let rows: String = (0..8).map(|row| format!("{} {}\n", row + 1, &START[8 * row..8 * row + 8])).collect();
    for drawn in [
        format!("{}\nwhite to move\n c5 c4", rows.replace(|letter: char| letter.is_ascii_digit() || letter == ' ', "")),
        format!("  A B C D E F G H\n{rows}  A B C D E F G H\nO c5c4"),
        format!("{rows}O\n"),
    ] {
        let game = any::read(drawn.as_bytes(), 1).unwrap_or_else(|error| panic!("{error} in {drawn}"));
        assert_eq!(
            (game.rules().start().to_move, game.rules().start().board.to_string().as_str()),
            (Colour::White, START)
        );
    }
    // Without a side, the first move tells it; a board alone does not.
    assert_eq!(transcripts(&format!("{START} f5d6")), ["f5d6"]);
    assert!(games(START)[0].is_err());
}
