//! Records of other programs: every sign of a file is used, refused with its place, or counted as left out.

use crate::game::{cases, random_game, with_outcome};
use crate::random::Random;
use emilia_core::notation::{
    any::{self, ReadGameError},
    dropped::{Content, Dropped},
    ggf, pgn, sgf, transcript, wthor,
};
use emilia_core::{Colour, Ending, Game, Move, Outcome, Rules, Transform};
use proptest::prelude::*;

const START: &str = "8 ---------------------------O*------*O--------------------------- *";

/// The games of a file, the messages of those that cannot be read, and what was left out.
fn read(bytes: &[u8]) -> (Vec<Game>, Vec<String>, Dropped) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    let dropped = any::for_each_game(bytes, |game| {
        match game {
            Ok(game) => games.push(game),
            Err(error) => faults.push(error.to_string()),
        }
        true
    });
    (games, faults, dropped.expect("a known notation"))
}

/// The only game of a file of which nothing is left out.
fn whole(bytes: &[u8]) -> Game {
    let (games, faults, dropped) = read(bytes);
    assert_eq!((games.len(), faults, dropped), (1, Vec::new(), Dropped::default()));
    games.into_iter().next().expect("one game")
}

fn transcripts(games: &[Game]) -> Vec<String> {
    games.iter().map(Game::transcript).collect()
}

fn names(game: &Game) -> (&str, &str) {
    (&game.tags.black.name, &game.tags.white.name)
}

#[test]
fn comments_before_the_first_tag_are_no_game() {
    for bytes in [
        &include_bytes!("../cases/03-pgn-comment-first.pgn")[..],
        include_bytes!("../cases/03b-pgn-semicolon-comment-first.pgn"),
        b"{ exported\n  by a tool }\n[Black \"ann\"]\n[White \"bob\"]\n\n1. f5 d6 2. c3 d3\n",
    ] {
        let (games, faults, dropped) = read(bytes);
        assert_eq!((transcripts(&games), faults), (vec!["f5d6c3d3".to_owned()], Vec::new()));
        assert_eq!((names(&games[0]), dropped.count(Content::Comment)), (("ann", "bob"), 1));
    }
}

#[test]
fn titles_and_lines_of_dashes_divide_games() {
    let (games, faults, dropped) = read(include_bytes!("../cases/08b-dashes-between-games.pgn"));
    assert_eq!((transcripts(&games), faults), (vec!["f5d6c3d3".to_owned(); 2], Vec::new()));
    assert_eq!((names(&games[1]), dropped.to_string()), (("c", "d"), "1 line of text (line 6)".to_owned()));
    let text = "Final, round 2\n======\n\n[Black \"a\"]\n1. f5 d6\n2. c3 40-24\nRound 3\n-----\n1. f5 f6 *\nThe end\n";
    let (games, faults, dropped) = read(text.as_bytes());
    assert_eq!((transcripts(&games), faults), (vec!["f5d6c3".to_owned(), "f5f6".to_owned()], Vec::new()));
    assert_eq!((names(&games[1]).0, dropped.count(Content::Line)), ("", 5));
}

#[test]
fn a_game_in_pgn_ends_where_the_next_one_begins() {
    let text =
        "[Black \"a\"]\n1. f5 d6 2. c3 1-0 1. f5 f6\n1. f5 f4 2. e3\n\n[Black \"b\"]\n\n[Black \"c\"]\n1. d3 *\n";
    let (games, faults, dropped) = read(text.as_bytes());
    let expected = ["f5d6c3", "f5f6", "f5f4e3", "", "d3"].map(str::to_owned).to_vec();
    assert_eq!((transcripts(&games), faults, dropped.is_empty()), (expected, Vec::new(), true));
    assert_eq!(games.iter().map(|game| names(game).0).collect::<Vec<_>>(), ["a", "", "", "b", "c"]);
    assert_eq!(games[0].tags.others, [("RESULT".to_owned(), "1-0".to_owned())]);
}

#[test]
fn comments_stand_beside_their_moves_and_the_rest_is_counted() {
    let text = "[Black \"a\"] [White \"b [c\\\"]\"]\n[Result \"40-24\"]\n\n{before} 1. f5! {one\n two} d6?! $3 (1... f6 (1... f4) {)} 2. e6) 2. c3; end\n!? 40-24 {resigned}";
    let (games, faults, dropped) = read(text.as_bytes());
    assert_eq!((transcripts(&games), faults), (vec!["f5d6c3".to_owned()], Vec::new()));
    assert_eq!(names(&games[0]), ("a", "b [c\"]"));
    let comments = [(0, "before"), (1, "one two"), (3, "end"), (3, "resigned")];
    assert_eq!(games[0].tags.comments, comments.map(|(moves, text)| (moves, text.to_owned())));
    assert_eq!(dropped.to_string(), "4 marks beside moves (first: line 4), 1 variation (line 5)");
}

#[test]
fn what_is_no_move_in_pgn_is_refused_with_its_line() {
    for (moves, message) in [
        ("1. f5 xx d6", "line 3: not a move: \"xx\""),
        ("1. f5 d6\n2. what", "line 4: not a move: \"what\""),
        ("1. f5 d6\nwhat", "line 4: not a move: \"what\""),
        ("1. f5 P@@d6", "line 3: not a move: \"P@@d6\""),
        ("1. f5 a1", "line 3: move 2: no disc is flipped by a1"),
        ("1. f5 {never closed", "line 3: what begins with '{' does not end"),
        ("1. f5 (1. d3", "line 3: what begins with '(' does not end"),
        ("1. f5 )", "line 3: not a move: \")\""),
    ] {
        let text = format!("[Black \"a\"]\n\n{moves}\n\n[Black \"b\"]\n\n1. f5 d6 *\n");
        let (games, faults, _) = read(text.as_bytes());
        assert_eq!((transcripts(&games), faults), (vec!["f5d6".to_owned()], vec![message.to_owned()]), "{moves}");
    }
}

#[test]
fn the_start_of_a_pgn_is_that_of_edax_or_of_xboard() {
    let game = whole(include_bytes!("../cases/10-fen-edax.pgn"));
    assert_eq!(
        (game.transcript().as_str(), names(&game), *game.rules() == Rules::default()),
        ("f5d6c3d3", ("ann", "bob"), true)
    );
    // After f5, white to move.
    let game = whole(b"[FEN \"8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1\"]\n\n1... f6 2. e6 *\n");
    assert_eq!((game.rules().start().to_move, game.transcript().as_str()), (Colour::White, "f6e6"));
    // XBoard's White moves first, and so is black.
    let game = read(include_bytes!("../cases/10b-drops-xboard.pgn")).0.remove(0);
    assert_eq!((game.transcript().as_str(), names(&game)), ("f5d6c3d3", ("a", "b")));
    let text = "[White \"a\"]\n[Variant \"othello\"]\n[Result \"1-0\"]\n[FEN \"8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1\"]\n\n1. P@f5 @d6 1-0\n";
    let game = whole(text.as_bytes());
    assert_eq!((names(&game).0, *game.rules() == Rules::default()), ("a", true));
    assert_eq!(game.tags.outcome.and_then(|outcome| outcome.winner), Some(Colour::Black));
    let wrong = read(b"[FEN \"8/8/8/3qP3/3Pp3/8/8/8 b\"]\n\n1. f5 *\n").1;
    assert_eq!(wrong, ["line 1: the start: not a square's content: 'q'"]);
}

#[test]
fn passes_are_read_in_every_spelling_of_pgn() {
    let with_pass = |seed| Some(random_game(Rules::default(), seed, 60)).filter(super::notation::has_inner_pass);
    let game = (0..1000).find_map(with_pass).expect("one of the games has a pass");
    let written = pgn::write(&game);
    assert!(written.contains(" @@@@ ") || written.contains("\n@@@@ "), "{written}");
    for pass in ["@@@@", "--", "pass", "PA", "ps"] {
        assert_eq!(whole(written.replace("@@@@", pass).as_bytes()).moves(), game.moves(), "{pass}");
    }
    let over = pgn::write(&random_game(Rules::default(), 3, 100));
    let (moves, result) = over.trim_end().rsplit_once(char::is_whitespace).expect("a result");
    let (games, faults, dropped) = read(format!("{moves} -- @@@@ {result}\n").as_bytes());
    assert_eq!((games.len(), faults.len(), dropped.count(Content::Pass)), (1, 0, 2));
}

#[test]
fn long_names_of_sgf_are_those_in_capital_letters() {
    let game = whole(include_bytes!("../cases/04-sgf-long-names.sgf"));
    assert_eq!((game.transcript().as_str(), names(&game).0), ("f5d6c3", "ann"));
}

#[test]
fn a_game_in_sgf_is_decoded_by_the_encoding_that_it_names() {
    let (games, faults, dropped) = read(include_bytes!("../cases/05-sgf-shift-jis.sgf"));
    assert_eq!((transcripts(&games), faults), (vec!["f5d6c3".to_owned(), "f5f4".to_owned()], Vec::new()));
    assert_eq!((games[0].tags.comment(2).as_str(), dropped.is_empty()), ("\u{8868}", true));
    let mut file = Vec::new();
    let texts = [
        ("Shift_JIS", &b"\x95\x5c\x83\x5c"[..], "\u{8868}\u{30bd}"),
        ("cp932", b"\x95\x5c", "\u{8868}"),
        ("GBK", b"\xab\x5c", "\u{7395}"),
        ("Big5", b"\xa5\x5c\xb3\x5c", "\u{529f}\u{8a31}"),
        ("EUC-JP", b"\xc2\xbc", "\u{6751}"),
        ("EUC-KR", b"\xb1\xe8", "\u{ae40}"),
        ("ISO-8859-1", b"Ren\xe9", "Ren\u{e9}"),
        ("windows-1251", b"\xc8", "\u{418}"),
        ("UTF-8", "\u{6751}".as_bytes(), "\u{6751}"),
    ];
    for (encoding, bytes, _) in texts {
        file.extend(format!("(;GM[2]CA[{encoding}]PB[").bytes());
        file.extend([bytes, b"];B[f5];W[d6]C[", bytes, b"];B[c3])\n"].concat());
    }
    let (games, faults, dropped) = read(&file);
    assert_eq!((games.len(), faults, dropped.is_empty()), (texts.len(), Vec::new(), true));
    for (game, (encoding, _, text)) in games.iter().zip(texts) {
        assert_eq!((names(game).0, game.tags.comment(2).as_str(), game.moves().len()), (text, text, 3), "{encoding}");
    }
}

#[test]
fn bytes_that_no_encoding_explains_are_counted_or_refused() {
    let (games, _, dropped) = read(b"(;GM[2]CA[Shift_JIS]PB[a\xff];B[f5])");
    assert_eq!((games.len(), dropped.to_string().as_str()), (1, "1 invalid byte (line 1)"));
    let (games, _, dropped) = read(b"(;GM[2]PB[Ren\xe9];B[f5])\n(;GM[2]PB[b];B[f5])");
    assert_eq!((games.len(), dropped.to_string().as_str()), (2, "1 line read as Latin-1, not being UTF-8 (line 1)"));
    assert_eq!(names(&games[0]).0, "Ren\u{e9}");
    // Half a letter of an unknown encoding does not hide the end of the value.
    let (games, _, dropped) = read(b"(;GM[2]PB[\xa5\x5c];B[f5];W[d6])");
    assert_eq!((transcripts(&games), dropped.count(Content::Byte)), (vec!["f5d6".to_owned()], 1));
    let unknown = |name: &str| format!("(;GM[2]CA[Klingon]PB[{name}];B[f5])");
    assert_eq!(read(unknown("\u{e9}").as_bytes()).1, ["the encoding is not known: \"Klingon\""]);
    assert_eq!(whole(unknown("e").as_bytes()).transcript(), "f5");
}

#[test]
fn every_form_of_text_is_read() {
    let first = "d3c5c6e3c4b6f5d2d1c3f2e1a7f3f1f4g3g5b3e6g4b4b2h2e7b1a1f7c1h3h4e2f6b5h1g1g7c7d7g2a5a4a6h5c8b7d6f8g6c2g8a2d8h6h8e8h7b8a8a3";
    for bytes in [&include_bytes!("../cases/12-cr-only.txt")[..], include_bytes!("../cases/13-utf16.txt")] {
        let (games, faults, dropped) = read(bytes);
        assert_eq!(
            (games.len(), games[0].transcript().as_str(), faults.len(), dropped.is_empty()),
            (2, first, 0, true)
        );
    }
    for text in [
        "[Black \"Ren\u{e9}\"]\n\n1. f5 d6 ; one\n2. c3 *\n",
        "(;GM[2]PB[Ren\u{e9}];B[f5]\n;W[d6];B[c3])\n",
        "(;GM[Othello]PB[Ren\u{e9}]\nB[F5]W[D6]B[C3];)\n",
    ] {
        let game = whole(text.as_bytes());
        let units = text.encode_utf16().collect::<Vec<u16>>();
        let marked = [&[0xfeff][..], &units].concat();
        let forms = [
            text.replace('\n', "\r").into_bytes(),
            text.replace('\n', "\r\n").into_bytes(),
            format!("\u{feff}{text}").into_bytes(),
            marked.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            marked.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        ];
        for bytes in forms {
            assert_eq!(whole(&bytes), game, "{bytes:?}");
        }
    }
}

#[test]
fn a_game_without_its_first_semicolon_is_read() {
    let game = whole(include_bytes!("../cases/15-missing-first-semicolon.sgf"));
    assert_eq!(*game.rules(), Rules::default());
    let game = whole(b"(GM[Othello]PB[a]B[F5]W[D6])");
    assert_eq!((game.transcript().as_str(), names(&game).0), ("f5d6", "a"));
}

#[test]
fn rows_from_below_are_those_of_gogui() {
    let (games, faults, dropped) = read(include_bytes!("../cases/18-gogui-twogtp.sgf"));
    assert_eq!(
        (games.len(), faults, dropped.to_string().as_str()),
        (1, Vec::new(), "2 passes after the end (first: line 18)")
    );
    assert!(games[0].transcript().starts_with("f5d6c4g5f6") && games[0].is_over());
    assert_eq!(games[0].score(), -10);
    let (_, faults, _) = read(b"(;FF[4]AP[gogui-twogtp:1.6]SZ[8];B[aa];W[bb])");
    assert_eq!(
        faults,
        [
            "a game of Go, or of Othello with other rules, written by \"gogui-twogtp:1.6\": move 1: no disc is flipped by a8"
        ]
    );
}

#[test]
fn what_a_game_has_no_place_for_is_counted() {
    let text =
        "Cup\n(;GM[2]PB[a]PB[b]BR[strong]TM[600];B[f5]N[x]BL[5](;W[d6]C[c])(;W[f6](;B[e6])(;B[e7])))\n(;GM[2];B[f5])";
    let (games, faults, dropped) = read(text.as_bytes());
    assert_eq!((transcripts(&games), faults), (vec!["f5d6".to_owned(), "f5".to_owned()], Vec::new()));
    assert_eq!(
        dropped.to_string(),
        "1 line of text (line 1), 3 properties (first: line 2), 1 unusable value (line 2), 1 variation (line 2)"
    );
    let (_, _, dropped) = read(format!("(;GM[Othello]RB[x]TI[soon]PB[a][b]BO[{START}]B[F5/x/1];)").as_bytes());
    assert_eq!(dropped.to_string(), "4 unusable values (first: line 1)");
}

#[test]
fn a_set_up_is_what_it_says() {
    let game = whole(b"(;GM[2]AB[ed][de][aa]AW[dd][ee]PL[B];AE[aa];B[fe])");
    assert_eq!(game.rules().start(), Rules::default().start());
    for (text, message) in [
        ("(;GM[2]AB[j9]AW[dd])", "set-up: not a move: \"j9\""),
        ("(;GM[2]AB[ed]AW[dd]PL[red])", "the side to move: not a colour: \"red\""),
        ("(;GM[2];B[f5][d6])", "move 1: not a move: \"f5][d6\""),
        ("(;GM[2];B[f5](;W[d6])", "the text ends within the game that begins on line 1"),
    ] {
        assert_eq!(sgf::read(text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
    // The next game does not belong to one that is not closed.
    let (games, faults, _) = read(b"(;GM[2];B[f5]\n(;GM[2];B[d3])");
    assert_eq!((transcripts(&games), faults.len()), (vec!["d3".to_owned()], 1));
}

#[test]
fn a_game_with_komi_keeps_it() {
    let game = whole(include_bytes!("../cases/11-komi.ggf"));
    assert_eq!(game.transcript(), "f5d6");
    let written = ggf::write(&game);
    for tag in ["TY[8k]", "KM[-2.5]", "KB[-3.2/-3.2/1.0]"] {
        assert!(written.contains(tag), "{written}");
    }
    assert_eq!(ggf::read(&written), Ok(game.clone()));
    assert_eq!(
        sgf::read(&sgf::write(&game)).map(|game| ggf::write(&game)),
        Ok(written.replace("TI[15:00//2:00]", "TI[15:00]"))
    );
    for kind in ["8k", "8kr20", "8KR14", "s8r18", "8a", "10ka", "88r20k", "8b", "8w"] {
        let text = format!("(;GM[Othello]TY[{kind}]KM[4];)");
        let game = whole(text.as_bytes());
        assert!(ggf::write(&game).contains(&format!("TY[{kind}]")), "{}", ggf::write(&game));
        assert_eq!(whole(ggf::write(&game).as_bytes()), game);
    }
}

#[test]
fn games_of_edax_in_wthor_end_early() {
    let (games, faults, _) = read(include_bytes!("../cases/base.wtb"));
    assert_eq!((games.len(), faults), (13, Vec::new()));
    assert_eq!((games[3].transcript().len() / 2, games[3].score(), games[3].is_over()), (44, 64, true));
    assert_eq!(games[12].tags.date, "2026");
    let first = read(include_bytes!("../cases/p.sgf")).0.remove(0);
    assert_eq!(games[0].transcript(), first.transcript());
}

#[test]
fn damage_of_a_wthor_file_is_said() {
    let bytes = include_bytes!("../cases/base.wtb");
    let (games, faults, _) = read(&bytes[..bytes.len() - 1]);
    assert_eq!((games.len(), faults), (12, vec!["the file is too short: it ends after 899 bytes".to_owned()]));
    let (games, faults, _) = read(&[bytes.as_slice(), b"more"].concat());
    let long = "the file is too long: 4 bytes follow the games that it should have";
    assert_eq!((games.len(), faults), (13, vec![long.to_owned()]));
    for (byte, message) in
        [(0, "move 3: not a move: \"0\""), (92, "move 3: not on the board: b9"), (99, "move 3: not on the board: i9")]
    {
        let mut damaged = bytes.to_vec();
        damaged[16 + 68 + 8 + 2] = byte;
        let (games, faults, _) = read(&damaged);
        assert_eq!((games.len(), faults), (12, vec![message.to_owned()]));
    }
}

#[test]
fn numbers_in_wthor_are_names_where_these_are_known() {
    let mut collection = wthor::Collection::default();
    let mut game = transcript::read("f5d6c3").expect("legal");
    for (black, white) in [("Rose", "Ueda"), ("Ueda", ""), ("\u{5c0f}\u{6797} the long name of a player", "Ren\u{e9}")]
    {
        game.tags.black.name = black.to_owned();
        game.tags.white.name = white.to_owned();
        game.tags.place = "Paris".to_owned();
        game.tags.date = "1998-03-01".to_owned();
        game.tags.outcome = Outcome::of_score(-64.0, Ending::TimedOut);
        collection.add(&game).expect("8x8");
    }
    let (mut database, names) = collection.finish();
    database.head.made = [20, 26, 1, 1];
    let bytes = wthor::write(&database);
    let players =
        wthor::names(&wthor::write_names(&names.players, wthor::PLAYER_LENGTH, [20, 26, 1, 1]), wthor::PLAYER_LENGTH);
    let known = wthor::Names { players: players.expect("names"), tournaments: names.tournaments };
    let game = |number| any::read_counting(&bytes, &known, number, &mut Dropped::default()).expect("a game");
    assert_eq!(
        (names_of(&game(1)), names_of(&game(2))),
        (("Rose".into(), "Ueda".into()), ("Ueda".into(), String::new()))
    );
    assert_eq!(names_of(&game(3)), ("?? the long name of".to_owned(), "Ren\u{e9}".to_owned()));
    assert_eq!((game(1).tags.place, game(1).tags.date), ("Paris".to_owned(), "1998".to_owned()));
    assert_eq!(game(1).outcome().and_then(|outcome| outcome.score()), Some(-64.0));
    assert_eq!(names_of(&any::read(&bytes, 2).expect("a game")), ("#1".to_owned(), "#2".to_owned()));
}

fn names_of(game: &Game) -> (String, String) {
    (game.tags.black.name.clone(), game.tags.white.name.clone())
}

#[test]
fn nothing_recognised_is_no_game() {
    assert!(matches!(any::read(b"(see below)", 1), Err(ReadGameError::Unknown { .. })));
}

#[test]
fn passes_can_be_left_out_of_sgf() {
    let game = whole(include_bytes!("../cases/p.sgf"));
    let text = sgf::write_annotated(&game, sgf::Passes::LeftOut, |_| sgf::Annotation::default());
    assert!(game.moves().iter().any(|played| played.mv == Move::Pass) && !text.contains("[]"));
    assert_eq!(sgf::read(&text).map(|again| again.moves().to_vec()), Ok(game.moves().to_vec()));
}

/// A game with tags that are hard to write.
fn annotated(seed: u64, length: usize) -> Game {
    let mut game = random_game(Rules::default(), seed, length);
    let mut random = Random::new(seed);
    let texts = ["Ann", "\"A\" [b] \\c\\", "Ren\u{e9} \u{6751}", "{a} (b) ; c", "]", "\\", "1-0"];
    let mut text = || texts[random.below(texts.len())].to_owned();
    (game.tags.black.name, game.tags.white.name, game.tags.place) = (text(), text(), text());
    game.tags.others = vec![("EVENT".to_owned(), text()), ("KM".to_owned(), "-2.5".to_owned())];
    for moves in [0, game.moves().len() / 2, game.moves().len()] {
        game.tags.comments.push((moves, text()));
    }
    game.tags.comments.dedup_by_key(|(moves, _)| *moves);
    game.tags.black.rating = Some(1720.5);
    with_outcome(&game)
}

/// The names of squares in a text, one after the other, as its notation writes moves.
fn squares_in(text: &str, before: &[char], upper: bool) -> String {
    let text = if upper { text.to_ascii_lowercase() } else { text.to_owned() };
    let words = text.split(before).filter(|word| matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']));
    words.collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_game_is_read_from_every_notation_as_it_was_written(seed: u64, length in 0usize..70) {
        let game = annotated(seed, length);
        for text in [ggf::write(&game), sgf::write(&game), pgn::write(&game)] {
            prop_assert!(with_outcome(&whole(text.as_bytes())) == game, "{}", text);
        }
    }

    #[test]
    fn a_start_of_any_size_is_read_from_pgn(seed: u64, size in 4u8..=10, length in 0usize..20, white: bool) {
        let turn = *random_game(Rules::sized(size).expect("a size that there is"), seed, length).turn();
        let turn = if white { turn.pass() } else { turn };
        let game = random_game(Rules::from_start(turn), seed, length);
        let text = pgn::write(&game);
        prop_assert!(whole(text.as_bytes()) == game, "{}", text);
    }

    #[test]
    fn a_token_deleted_or_moved_is_another_game_or_refused(seed: u64, length in 4usize..60, at: prop::sample::Index, to: prop::sample::Index, kind in 0..3) {
        let game = random_game(Rules::default(), seed, length);
        let damage = |text: String, divider: &str| {
            let mut tokens: Vec<&str> = text.split_inclusive(divider).collect();
            let token = tokens[at.index(tokens.len())];
            match kind {
                0 => drop(tokens.remove(at.index(tokens.len()))),
                1 => tokens.insert(to.index(tokens.len()), token),
                _ => {
                    tokens.remove(at.index(tokens.len()));
                    tokens.insert(to.index(tokens.len().max(1)).min(tokens.len()), token);
                }
            }
            tokens.concat()
        };
        for (text, before, upper) in [
            (damage(pgn::write(&game), " "), &[' ', '\n'][..], false),
            (damage(sgf::write(&game), "]"), &['[', ']'][..], false),
            (damage(ggf::write(&game), "]"), &['[', ']'][..], true),
        ] {
            let mut read = String::new();
            let mut is_refused = false;
            let result = any::for_each_game(text.as_bytes(), |game| {
                match game {
                    Ok(game) => read += &game.transcript(),
                    Err(_) => is_refused = true,
                }
                true
            });
            let is_counted = result.as_ref().is_ok_and(|dropped| dropped.count(Content::Line) > 0);
            if result.is_ok() && !is_refused && !is_counted {
                prop_assert_eq!(&read, &squares_in(&text, before, upper), "{}", text);
            }
        }
    }
}

#[test]
fn variations_of_sgf_are_kept_and_written_again() {
    let text = "(;GM[2]FF[4];B[f5](;W[d6]C[main];B[c3](;W[d3])(;W[f4];B[e6]))(;W[f6](;B[e6]C[a])(;B[d3];W[c3]C[b])))";
    let game = sgf::read(text).unwrap();
    assert_eq!(game.transcript(), "f5d6c3d3");
    let lines: Vec<(usize, String)> = game
        .tags
        .variations
        .iter()
        .map(|line| (line.ply, line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
        .collect();
    assert_eq!(
        lines,
        [(3, "f4 e6".to_owned()), (1, "f6 e6".to_owned()), (1, "f6 d3 c3".to_owned())],
        "the lines in the order of the text"
    );
    assert_eq!(game.tags.variations[2].comments, [(3, "b".to_owned())]);
    let again = sgf::read(&sgf::write(&game)).unwrap();
    assert_eq!(again, game, "{}", sgf::write(&game));
    let turned = game.transformed(Transform::HALF);
    assert_eq!(turned.tags.variations[0].moves[0].to_string(), "c5");
}

#[test]
fn variations_that_cannot_be_are_counted_and_the_game_is_read() {
    for (text, dropped) in [
        ("(;GM[2];B[f5](;W[d6])(;W[a1]))", "1 variation (line 1)"),
        ("(;GM[2];B[f5](;W[d6])(;C[nothing]))", "1 variation (line 1)"),
        ("(;GM[2];B[f5](;W[d6])(;W[f6]X))", "1 variation (line 1)"),
        ("(;GM[2];B[f5](;C[x])(;W[f6]))", "1 variation (line 1)"),
    ] {
        let (games, faults, left_out) = read(text.as_bytes());
        assert!(faults.is_empty() && games[0].tags.variations.is_empty(), "{text}");
        assert_eq!(left_out.to_string(), dropped, "{text}");
    }
}
