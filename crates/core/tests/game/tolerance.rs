//! Texts from outside: a reader answers any text with a game or with an error that names the place.

use crate::game::{cases, random_game, with_outcome};
use crate::readers::readers;
use emilia_core::notation::{ggf, obf, sgf, transcript, wthor};
use emilia_core::{Colour, Game, Move, Rules, Tags, TimeControl, Turn};
use proptest::prelude::*;

const BO: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// A valid text of every notation.
fn valid_texts(seed: u64) -> Vec<Vec<u8>> {
    let game = random_game(Rules::default(), seed, 60);
    let problem = obf::Problem {
        position: game.position().expect("8x8"),
        to_move: game.to_move(),
        answers: game.legal().into_iter().map(|mv| (mv, Some(-2))).collect(),
        comment: "one".to_owned(),
    };
    let entry = wthor::Entry::of_game(&game).expect("a game from the start");
    let database = wthor::Database { entries: vec![entry; 2], ..Default::default() };
    let texts = [ggf::write(&game), sgf::write(&game), game.transcript(), problem.to_string(), game.turn().to_string()];
    texts.into_iter().map(String::into_bytes).chain([wthor::write(&database), b"15:00/12/5:00".to_vec()]).collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn no_bytes_crash_a_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        readers(&bytes);
    }

    #[test]
    fn no_text_of_the_notations_letters_crashes_a_reader(text in r"[\]\[();:/\\BWGMOPATYIZSCRE*XO.,a-j0-9 \n%-]{0,300}") {
        readers(text.as_bytes());
        readers(format!("(;{text};)").as_bytes());
    }

    #[test]
    fn no_damage_to_a_valid_text_crashes_a_reader(
        seed in 0u64..50, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..6)
    ) {
        for mut bytes in valid_texts(seed) {
            for (place, byte, kind) in &damage {
                let place = place.index(bytes.len());
                match kind {
                    0 => bytes[place] = *byte,
                    1 => bytes.insert(place, *byte),
                    _ => drop(bytes.drain(place..(place + usize::from(*byte % 8)).min(bytes.len()))),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            readers(&bytes);
        }
    }
}

/// What a reader says about a text that it refuses.
fn complaints(text: &str) -> Vec<String> {
    fn of<T, E: ToString>(results: impl IntoIterator<Item = Result<T, E>>) -> Vec<String> {
        results.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect()
    }
    let single = [of([transcript::read(text)]), of([text.parse::<Turn>()]), of([text.parse::<TimeControl>()])];
    let others = [of([text.parse::<Move>()]), of([text.parse::<Colour>()]), of([ggf::read_move(text)])];
    let files = [
        of(ggf::games(text)),
        of([ggf::read(text)]),
        of(sgf::games(text)),
        of([sgf::read(text)]),
        of(obf::problems(text)),
    ];
    single.into_iter().chain(others).chain(files).flatten().collect()
}

#[test]
fn complaints_are_short_and_in_ascii_whatever_the_text() {
    let start = "---------------------------OX------XO--------------------------- X;";
    for strange in ["\u{2014}", "\u{1F600}\u{e9}", &"\u{2014}Z".repeat(1000)] {
        for text in [
            strange.to_owned(),
            format!("{start} {strange}"),
            format!("{start} D3:{strange}"),
            format!("f5 {strange}"),
            format!("(;GM[{strange}];)"),
            format!("(;TY[{strange}]SZ[{strange}];)"),
            format!("(;KM[{strange}]AB[{strange}];)"),
            format!("(;BO[{strange}]AB[{strange}];)"),
            format!("(;B[{strange}];)"),
            format!("(;{strange};)"),
            format!("(;{};)", "A".repeat(1000)),
        ] {
            let complaints = complaints(&text);
            assert!(complaints.len() >= 6, "{text}");
            for complaint in complaints {
                assert!(complaint.is_ascii() && complaint.len() < 150, "{complaint}");
            }
        }
    }
}

#[test]
fn megabytes_of_anything_are_read_to_their_end() {
    for part in [
        "(", "(;", "(;B[", "(;B[]", "[", "]", ")", "f5", "1.", "-", "--", "X", " ", "9", "%", ";", "\n", "\\", "5:",
        "/",
    ] {
        readers(part.repeat(2_000_000 / part.len()).as_bytes());
    }
    let many = format!("(;GM[Othello]{BO}B[F5];)\n").repeat(10_000);
    assert_eq!(ggf::games(&many).flatten().count(), 10_000);
}

#[test]
fn ggf_is_read_in_every_spelling_that_is_met() {
    let plain = ggf::read(&format!("(;GM[Othello]{BO}B[F5]W[D6]B[C3];)")).expect("plain");
    for text in [
        format!("(;GM[Othello]{BO}B[f5]W[d6]B[c3];)"),
        format!("1 (;GM[Othello]{BO}B[F5]W[D6]B[C3];)"),
        format!("some words\n( ;\n GM[othello] {BO}\r\n ;B[F5 ];W[ D6];B[C3] )"),
        format!("(;gm[Othello]{BO}b[F5]w[D6]b[C3];)"),
        "(;GM[Othello]B[F5]W[D6]B[C3];)".to_owned(),
        "(;GM[Reversi]TY[s8r14]B[F5]W[D6]B[C3];)".to_owned(),
        format!("(;GM[Othello]{BO}KM[0.00]B[F5]W[D6]B[C3];)(;GM[Chess];)"),
        "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3];)"
            .to_owned(),
    ] {
        let mut game = ggf::read(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
        game.tags.others.clear();
        assert_eq!(game, plain, "{text}");
    }
}

#[test]
fn notes_beside_moves_are_read_in_every_spelling_that_is_met() {
    let text = format!(
        "(;GM[Othello]{BO}B[F5//2.0E-4]W[D6/-0,97/0,344]B[C3/1.50]W[D3//]B[C4/nan/x]W[F4/ /0.34400000000000003];)"
    );
    let game = ggf::read(&text).expect("legal");
    let notes: Vec<_> = game.moves().iter().map(|played| (played.eval, played.seconds)).collect();
    let expected = [
        (None, Some(0.0002)),
        (Some(-0.97), Some(0.344)),
        (Some(1.5), None),
        (None, None),
        (None, None),
        (None, Some(0.344)),
    ];
    assert_eq!(notes, expected);
}

#[test]
fn names_and_unknown_tags_are_kept_whatever_is_in_them() {
    let text = format!(
        r"(;GM[Othello]PC[here [and\] there]PB[A B  C]PW[]CO[line one
line \\ two]XX[1]{BO}B[F5];)"
    );
    let game = ggf::read(&text).expect("legal");
    assert_eq!(game.tags.place, "here [and] there");
    assert_eq!((game.tags.black.name.as_str(), game.tags.white.name.as_str()), ("A B  C", ""));
    assert_eq!(game.tags.others[0].1, "line one\nline \\ two");
    assert_eq!(game.tags.others[1], ("XX".to_owned(), "1".to_owned()));
    for again in [ggf::read(&ggf::write(&game)).ok(), sgf::read(&sgf::write(&game)).ok()] {
        assert_eq!(again.as_ref(), Some(&game));
    }
}

#[test]
fn a_time_control_is_read_and_written_in_every_form() {
    let time = |text: &str| -> Result<[Option<u64>; 3], _> {
        let TimeControl { main, increment, grace, .. } = text.parse()?;
        Ok::<_, emilia_core::ParseTimeError>([Some(main), increment, grace].map(|part| part.map(|part| part.as_secs())))
    };
    for (text, parts, written) in [
        ("5:00", [Some(300), None, None], "5:00"),
        ("15:00/12", [Some(900), Some(12), None], "15:00/0:12"),
        ("15:00//5:00", [Some(900), None, Some(300)], "15:00//5:00"),
        ("30", [Some(30), None, None], "0:30"),
        ("1:00:05.5/0/2:00", [Some(3605), Some(0), Some(120)], "1:00:05.5/0:00/2:00"),
        ("02:00/00:12,5/02:00", [Some(120), Some(12), Some(120)], "2:00/0:12,5/2:00"),
        ("05:00,N20/00:12,x/1:00,", [Some(300), Some(12), Some(60)], "5:00,20/0:12/1:00"),
        ("04:58,1:0/00:05,1:3/02:00,1:0", [Some(298), Some(5), Some(120)], "4:58/0:05,3/2:00"),
    ] {
        assert_eq!(time(text), Ok(parts));
        let read: TimeControl = text.parse().expect("a time control");
        assert_eq!(read.to_string(), written);
        assert_eq!(written.parse(), Ok(read));
    }
    assert_eq!(time("05:00,0:1/00:10,0:0/02:00"), Ok([Some(300), Some(10), Some(120)]));
    for text in [
        "",
        "/",
        "x",
        "-5",
        "1:2:3:4",
        "5:",
        ":5",
        "1/2/3/4",
        "inf",
        "nan",
        "1e9",
        "99999999999999999999",
        "1:-1",
        "+5",
    ] {
        assert!(time(text).is_err(), "{text}");
    }
}

#[test]
fn both_clocks_are_read_from_one_tag_or_from_two() {
    let read = |tags: &str| ggf::read(&format!("(;GM[Othello]{tags}{BO};)")).expect("legal");
    let one = read("TI[5:00]");
    assert_eq!((one.tags.black.time, one.tags.white.time), ("5:00".parse().ok(), "5:00".parse().ok()));
    let two = read("TB[5:00]TW[1:00/2]");
    assert_eq!((two.tags.black.time, two.tags.white.time), ("5:00".parse().ok(), "1:00/2".parse().ok()));
    for game in [one, two] {
        assert_eq!(ggf::read(&ggf::write(&game)), Ok(game));
    }
}

#[test]
fn errors_in_ggf_say_what_and_where() {
    for (text, message) in [
        ("nothing", r#"there is no game in "nothing""#),
        ("(;GM[Othello]B[F5]", "the text ends within the game that begins on line 1"),
        ("\n\n(;GM[Othello", "the text ends within the game that begins on line 3"),
        ("(;GM[Othello]\nPB;)", r#"line 2: no value in brackets after "PB""#),
        ("(;GM[Othello]\n!;)", "line 2: not part of a game: '!'"),
        ("(;GM[Chess];)", r#"only Othello is played here, not "Chess""#),
        ("(;GM[Othello]TY[8q];)", r#"this type of game is not played here: "8q""#),
        ("(;GM[Othello]TY[12];)", "a board has 4 to 10 columns and rows, not 12"),
        ("(;GM[Othello]BO[14 - *];)", "a board has 4 to 10 columns and rows, not 14"),
        (
            "(;GM[Othello]BO[8 --- *];)",
            "the start: expected 64 squares, or those of another board from 4x4 to 10x10, got 3",
        ),
        (
            "(;GM[Othello]BO[6 -----O*--*O----- *];)",
            r#"the board does not have its declared size: "6 -----O*--*O----- *""#,
        ),
        ("(;GM[Othello]B[F5]W[Z9];)", r#"move 2: not a move: "Z9""#),
        ("(;GM[Othello]B[F5]B[D6];)", "move 2: it is not the turn of black"),
        ("(;GM[Othello]B[F5]W[D6]B[A1];)", "move 3: no disc is flipped by a1"),
        ("(;GM[Othello]B[PA];)", "move 1: black cannot pass: there are legal moves"),
    ] {
        assert_eq!(ggf::read(text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn one_bad_game_does_not_spoil_the_file() {
    let text = format!("(;GM[Othello]{BO}B[F5];)(;GM[Othello]!;)(;GM[Chess];) (;GM[Othello]{BO}B[D3];)");
    let games: Vec<Option<String>> = ggf::games(&text).map(|game| game.ok().map(|game| game.transcript())).collect();
    assert_eq!(games, [Some("f5".to_owned()), None, None, Some("d3".to_owned())]);
}

#[test]
fn errors_in_problems_say_what_and_where() {
    let start = "---------------------------OX------XO---------------------------";
    for (line, message) in [
        (format!("{start}; D3:+0;"), "line 1, column 65: the side to move is missing after 64 squares".to_owned()),
        (format!("{start} X; Z3:+0;"), r#"line 1, column 69: not a move: "Z3""#.to_owned()),
        (format!("{start} X; D3:+0; D6:0;"), "line 1, column 76: not a legal move here: d6".to_owned()),
        (format!("{start} X; D3:abc;"), r#"line 1, column 69: not a score from -64 to +64: "abc""#.to_owned()),
        (
            format!("{start} X; D3:99999999999;"),
            r#"line 1, column 69: not a score from -64 to +64: "99999999999""#.to_owned(),
        ),
        ("--? X".to_owned(), "line 1, column 3: not a square's content: '?'".to_owned()),
        ("-----OX--XO----- X".to_owned(), "line 1, column 1: a problem has a board of 8x8, not 4x4".to_owned()),
    ] {
        assert_eq!(line.parse::<obf::Problem>().map_err(|error| error.to_string()), Err(message), "{line}");
    }
    let text = format!("% only words\n\n{start} X\n{start} ?\n");
    let lines: Vec<_> = obf::problems(&text).map(|problem| problem.map_err(|error| error.line)).collect();
    assert!(matches!(lines.as_slice(), [Ok(_), Err(4)]));
}

#[test]
fn a_board_without_a_side_has_the_only_side_that_can_move() {
    let board = format!("XO-{}", "-".repeat(61));
    let problem: obf::Problem = board.parse().expect("only black can move");
    assert_eq!(problem.to_move, emilia_core::Colour::Black);
    let spaced = board.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row) + " ").collect::<String>();
    assert_eq!(spaced.parse(), Ok(problem));
}

#[test]
fn sgf_is_read_in_every_spelling_that_is_met() {
    let plain = transcript::read("f5d6c3").expect("legal");
    for text in [
        "(;GM[2];B[f5];W[d6];B[c3])",
        "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[F5];W[D6];B[C3])",
        "(;GM[2]AB[ed][de]AW[dd][ee];B[fe];W[df];B[cc])",
        "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[e6]))",
        "(;GM[2];B[f5]C[a ( comment)];W[d6];B[c3])",
    ] {
        let mut game = sgf::read(text).expect(text);
        game.tags = Tags::default();
        assert_eq!(game, plain, "{text}");
    }
    let white_first = sgf::read("(;GM[2]AB[aa:ca]AW[d1]PL[W];W[]B[e1])").map_err(|error| error.to_string());
    assert_eq!(white_first.map(|game| game.moves().len()), Ok(2));
    for (text, message) in [
        ("(;GM[1];B[aa])", r#"only Othello, game 2, is played here, not "1""#),
        ("(;GM[2]SZ[19])", "a board has 4 to 10 columns and rows, not 19"),
        ("(;GM[2]SZ[8:3])", "a board has 4 to 10 columns and rows, not 3"),
        ("(;GM[2]SZ[8:])", r#"not a size from 4 to 10, or two of them as "8:6": "8:""#),
        ("(;GM[2]AB[zz])", r#"set-up: not a move: "zz""#),
        ("(;GM[2];B[f5]AB[a1])", "discs are set up after move 1"),
        ("(;GM[2];B[f5];B[d6])", "move 2: it is not the turn of black"),
    ] {
        assert_eq!(sgf::read(text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn errors_in_transcripts_name_the_move() {
    for (text, message) in [
        ("f5d6a1", "move 3: no disc is flipped by a1"),
        ("f5 d6 x", r#"move 3: not a move: "x""#),
        ("f5d66c3", r#"move 3: not a move: "6""#),
        ("f5 pass", "move 2: white cannot pass: there are legal moves"),
        ("f5d9", "move 2: not on the board: d9"),
    ] {
        assert_eq!(transcript::read(text).map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
    let mut game = transcript::read("f5d6").expect("legal");
    let before = game.clone();
    assert!(transcript::play(&mut game, "c3a1").is_err());
    assert_eq!(game, before);
}

#[test]
fn the_variations_of_one_game_are_not_taken_for_the_next() {
    let text = "(;GM[2];B[f5](;W[d6]C[)](;B[c3])(;B[c4]))(;W[f6]))(;GM[2];B[d3])";
    let games: Vec<String> = sgf::games(text).map(|game| game.expect("legal").transcript()).collect();
    assert_eq!(games, ["f5d6c3", "d3"]);
}

#[test]
fn only_the_first_node_of_sgf_speaks_of_the_whole_game() {
    let game = sgf::read("(;FF[4]GM[2]AP[any:1]EV[cup]TM[600];C[later];B[f5]C[a move])").expect("legal");
    assert_eq!(game.tags.others, [("EVENT".to_owned(), "cup".to_owned())], "as in PGN");
    assert!(sgf::write(&game).contains("EV[cup]"));
    assert_eq!(game.tags.white.time, "10:00".parse().ok());
}

#[test]
fn comments_stay_beside_their_moves() {
    let text = "(;FF[4]GM[2]C[root];C[intro];B[f5]C[one];C[before]W[d6]C[two];C[after])";
    let game = sgf::read(text).expect("legal");
    let comments = [(0, "root"), (0, "intro"), (1, "one"), (2, "before"), (2, "two"), (2, "after")];
    assert_eq!(game.tags.comments, comments.map(|(moves, text)| (moves, text.to_owned())));
    let written = sgf::write(&game);
    assert!(
        written.contains("C[root\nintro]") && written.ends_with(";B[f5]C[one];W[d6]C[before\ntwo\nafter])\n"),
        "{written}"
    );
    let as_ggf = ggf::write(&game);
    assert!(as_ggf.contains("B[F5]C[one]W[D6]C[before\ntwo\nafter];)"), "{as_ggf}");
    let read = ggf::read(&as_ggf).expect("GGF");
    assert_eq!((read.tags.comment(1).as_str(), read.tags.comment(2)), ("one", game.tags.comment(2)));
    // Another move takes the comments of the moves that it replaces with it.
    let mut game = game;
    game.undo();
    game.play("f6".parse().unwrap()).expect("legal");
    assert_eq!((game.tags.comments.len(), game.tags.comment(2)), (3, String::new()));
}

#[test]
fn an_empty_board_stays_empty() {
    let game = Game::new(Rules::from_start(format!("{} X", "-".repeat(36)).parse().expect("6x6")));
    assert!(game.is_over());
    let recorded = with_outcome(&game);
    assert_eq!(ggf::read(&ggf::write(&game)), Ok(recorded.clone()));
    assert_eq!(sgf::read(&sgf::write(&game)), Ok(recorded));
}

#[test]
fn a_tag_that_is_no_name_is_not_written() {
    let mut game = Game::default();
    game.tags.others = ["", "A]B[", "BO", "AB", "XX"].map(|name| (name.to_owned(), "1".to_owned())).to_vec();
    assert!(ggf::write(&game).contains("TY[8]AB[1]XX[1]BO[8 -"));
    assert!(sgf::write(&game).contains("SZ[8]BO[1]XX[1])"));
}
