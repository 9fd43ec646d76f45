//! The family of games: boards, conditions and the catalogue.

use super::rules::{cells, names};
use crate::game::random_game;
use emilia_core::notation::{ggf, sgf, transcript};
use emilia_core::{
    Cell, Colour, Conditions, FourthDisc, Game, Move, NoMove, Passes, Position, Rules, Shape, Transform, Variant,
};

fn rules(words: &str) -> Rules {
    Rules::read(words).unwrap_or_else(|error| panic!("{words}: {error}"))
}

fn play(words: &str, moves: &str) -> Game {
    transcript::read_by(rules(words), moves).unwrap_or_else(|error| panic!("{words} {moves}: {error}"))
}

#[test]
fn every_variant_of_the_catalogue_is_played_to_an_end_and_saved() {
    for variant in &Variant::ALL {
        let rules = variant.rules().expect(variant.name);
        assert_eq!(rules.to_string(), variant.name);
        assert_eq!(variant.name.parse(), Ok(rules.clone()), "{}", variant.name);
        for seed in 0..20 {
            let game = random_game(rules.clone(), seed, usize::MAX);
            assert!(game.is_over() && game.legal().is_empty(), "{}", variant.name);
            let outcome = game.outcome().expect("the game is over");
            let mut recorded = game.clone();
            recorded.tags.outcome = Some(outcome);
            let [ggf, sgf] =
                [ggf::read(&ggf::write(&game)).expect("a game"), sgf::read(&sgf::write(&game)).expect("a game")];
            for read in [ggf, sgf] {
                assert_eq!((read.rules(), read.moves(), read.turn()), (game.rules(), game.moves(), game.turn()));
                assert_eq!(read.outcome(), Some(outcome), "{}", variant.name);
            }
            assert_eq!(game.turn().to_string().parse(), Ok(*game.turn()));
            let parsed: Game = game.to_string().parse().expect("a game");
            assert_eq!(parsed, game);
        }
    }
}

#[test]
fn rules_without_a_name_are_read_as_they_are_shown() {
    for variant in &Variant::ALL {
        for (seed, length) in [(1, 0), (2, 1), (3, 7), (4, 20)] {
            let game = random_game(variant.rules().expect(variant.name), seed, length);
            // Discs on the board are no placement.
            let conditions =
                Conditions { placement: None, fourth: FourthDisc::default(), ..*game.rules().conditions() };
            let rules = Rules::from_start(*game.turn()).with_conditions(conditions);
            assert_eq!(rules.to_string().parse(), Ok(rules.clone()), "{rules}");
        }
    }
}

#[test]
fn names_are_unique() {
    for (number, variant) in Variant::ALL.iter().enumerate() {
        assert!(Variant::ALL[..number].iter().all(|other| other.name != variant.name), "{}", variant.name);
    }
}

#[test]
fn the_fast_board_and_the_plain_one_agree_on_standard_rules() {
    for seed in 0..200 {
        let game = random_game(rules("reversi-1886"), seed, 4);
        assert_eq!(game.position(), None, "the game ends without a pass");
        let game = random_game(rules("8x8 empty placement=alternate"), seed, 30);
        for (ply, turn) in game.turns() {
            let Some(position) = game.position_at(ply) else {
                assert!(ply < 4);
                continue;
            };
            let fast: Vec<String> = position.moves().map(|at| Cell::from(at).to_string()).collect();
            let plain: Vec<String> = turn.moves().map(|cell| cell.to_string()).collect();
            assert_eq!(fast, plain);
        }
    }
    assert_eq!(Game::default().perft(6, Passes::Counted), Position::START.perft(6, Passes::Counted));
}

#[test]
fn shapes_have_the_cells_that_they_are_named_for() {
    let octagon = Shape::octagon();
    assert_eq!(octagon.cells().len(), 88);
    let corners = cells("a1 b1 a2 j1 i1 j2 a10 b10 a9 j10 i10 j9");
    assert!(corners.into_iter().all(|cell| !octagon.has(cell)));
    assert_eq!(Shape::cross().cells().len(), 48);
    assert_eq!(rules("10x8").shape().cells().len(), 80);
    assert_eq!(rules("4x5").start().board.to_string(), "----/-OX-/-XO-/----/----");
    for wrong in ["3x3", "4x11", "0", "4x", "x4", "12"] {
        assert!(Rules::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_picture_is_a_board() {
    let text = "; a small cross\ngoal=fewest first=white\n#..#\n.OX.\n.XO.\n#..#\n";
    let rules = rules(text);
    assert_eq!((rules.shape().cells().len(), rules.start().to_move), (12, Colour::White));
    let game = Game::new(rules.clone());
    assert_eq!(names(&game.legal()), "c1 d2 a3 b4");
    assert!(Rules::read("8x8\n....\n.OX.\n.XO.\n....").is_err(), "two boards");
    assert_eq!(
        Rules::read("....\n.OX.\n\n.XO.\n....").unwrap_err().to_string(),
        "the rows of the picture are not together"
    );
    for (words, fault) in [("placement=alternate", "placement= needs"), ("empty fourth=may-flip", "fourth= needs")] {
        assert!(Rules::read(words).unwrap_err().to_string().starts_with(fault), "{words}");
    }
    assert!(Rules::read("....\n.OX\n").is_err() && Rules::read("chess").is_err() && Rules::read("goal=none").is_err());
}

#[test]
fn every_word_of_the_rules_counts_in_any_order() {
    let words = ["6x6", "10x8", "octagon", "anti", "no-pass", "reversi-1886", "tie-white", "first=white", "supply=40"];
    for one in words {
        for other in words.into_iter().filter(|other| *other != one) {
            let (there, back) = (Rules::read(&format!("{one} {other}")), Rules::read(&format!("{other} {one}")));
            match (there, back) {
                (Ok(there), Ok(back)) => assert_eq!(there, back, "{one} {other}"),
                (there, back) => assert!(there.is_err() && back.is_err(), "{one} {other}"),
            }
        }
    }
    for (words, sides) in [("6x6 reversi-1886", 6), ("4x4 no-pass", 4), ("parallel 10", 10), ("othello 6", 6)] {
        assert_eq!(rules(words).size(), Some(sides), "{words}");
    }
    assert_eq!(rules("4x4 no-pass").conditions().no_move, NoMove::Loss);
    assert_eq!(rules("6x6 anti-6x6 goal=fewest"), rules("anti-6x6"), "said twice");
    for (words, earlier, word) in [
        ("6x6 10", "6x6", "10"),
        ("octagon 10x10", "octagon", "10x10"),
        ("anti-6x6 8x8", "anti-6x6", "8x8"),
        ("anti goal=most", "anti", "goal=most"),
        ("no-pass no-move=pass", "no-pass", "no-move=pass"),
        ("PARALLEL rotated", "PARALLEL", "rotated"),
        ("reversi-1886 parallel", "reversi-1886", "parallel"),
        ("reversi-1886 reversi-1893", "reversi-1886", "reversi-1893"),
        ("first=black first=white", "first=black", "first=white"),
        ("supply=10 supply=12", "supply=10", "supply=12"),
        ("goal=most\n....\n.OX.\n.XO.\n....\nanti", "goal=most", "anti"),
    ] {
        let message = Rules::read(words).expect_err(words).to_string();
        assert_eq!(message, format!("the rules have {earlier:?} and, which contradicts it, {word:?}"));
    }
    let record = "(;GM[Othello]TY[8]RU[goal=most goal=fewest];)";
    assert!(ggf::read(record).expect_err("two goals").to_string().ends_with("\"goal=fewest\""));
}

#[test]
fn words_of_a_game_that_is_over_before_its_first_move_are_refused() {
    for words in ["4x4 empty", "empty", "supply=2", "first=white supply=1"] {
        let message = Rules::read(words).expect_err(words).to_string();
        assert_eq!(message, format!("the game is over before its first move: {words:?}"));
    }
    assert!(Game::new(rules("XXXX\nXXXX\nOOOO\nOOOO")).is_over(), "a picture may be one of the end");
}

#[test]
fn the_first_discs_of_reversi_go_to_the_centre_without_flips() {
    let mut game = Game::new(rules("reversi-1886"));
    assert_eq!(names(&game.legal()), "d4 e4 d5 e5");
    assert!(game.play("c3".parse::<Move>().expect("a move")).is_err());
    transcript::play(&mut game, "d4d5e5e4").expect("legal");
    assert_eq!(game.turn(), rules("rotated").start());
    assert_eq!(names(&game.legal()), "e3 f4 c5 d6");
    assert_eq!(game.to_move(), Colour::Black);
}

#[test]
fn in_the_game_of_1893_a_player_puts_both_discs_in_one_turn() {
    let game = play("reversi-1893", "d4e4");
    assert_eq!((game.discs(Colour::Black), game.to_move()), (2, Colour::White));
    let parallel = play("reversi-1893", "d4e4d5e5");
    assert_eq!(parallel.to_move(), Colour::Black);
    let diagonal = play("reversi-1893", "d4e5d5e4");
    assert_eq!(diagonal.discs(Colour::White), 2);
}

#[test]
fn the_fourth_disc_may_or_must_flip() {
    let may = play("reversi-may-flip", "d4e4d5");
    assert_eq!(names(&may.legal()), "c4 e5 c6");
    let centre = "e5".parse::<Move>().expect("a move");
    assert!(may.is_legal(centre));
    let must = play("reversi-must-flip", "d4e4d5");
    assert!(!must.is_legal(centre) && !must.legal().is_empty());
    for mv in must.legal() {
        let mut game = must.clone();
        game.play(mv).expect("legal");
        assert_eq!((game.discs(Colour::Black), game.discs(Colour::White)), (1, 3), "{mv}");
        assert_eq!(game.to_move(), Colour::Black);
    }
}

#[test]
fn a_game_of_1886_ends_when_the_side_to_move_cannot_move() {
    let mut ends = 0;
    for seed in 0..300 {
        let game = random_game(rules("reversi-1886"), seed, usize::MAX);
        assert!(game.moves().iter().all(|played| played.mv != Move::Pass));
        assert_eq!(game.score(), game.discs(Colour::Black) as i32 - game.discs(Colour::White) as i32);
        ends += usize::from(!game.turn().pass().moves().is_empty());
    }
    assert!(ends > 0, "the other side could have moved");
}

#[test]
fn a_side_without_discs_passes() {
    let game = random_game(rules("8x8 supply=10"), 1, usize::MAX);
    assert_eq!((game.supply(Colour::Black), game.supply(Colour::White)), (Some(0), Some(0)));
    assert_eq!(game.discs(Colour::Black) + game.discs(Colour::White), 20);
    let limited = rules("8x8").with_conditions("supply=3".parse::<Conditions>().expect("conditions"));
    let mut game = Game::new(limited);
    transcript::play(&mut game, "f5d6").expect("legal");
    assert!(game.is_over());
    assert_eq!(Game::default().supply(Colour::Black), None);
}

#[test]
fn without_a_move_a_player_may_lose() {
    let conditions = |text: &str| text.parse::<Conditions>().expect("conditions");
    assert_eq!(conditions("no-move=loss").no_move, NoMove::Loss);
    let mut losses = 0;
    for seed in 0..300 {
        let game = random_game(rules("no-pass"), seed, usize::MAX);
        if game.turn().board.empties() > 0 {
            losses += 1;
            assert_eq!(game.score(), -64 * game.to_move().sign());
        }
    }
    assert!(losses > 0);
}

#[test]
fn who_cannot_move_after_a_pass_without_discs_loses_too() {
    for (rows, supply, score) in [
        // White has no discs left and passes. Black has one and cannot move.
        ("O...\n.O..\n....\n...X", 2, -16),
        ("O...\n.O..\n....\n...X", 3, 16),
        // Neither side has a disc left, so nobody loses by that.
        ("X...\n.O..\n....\n....", 1, 0),
        ("OOOO\nOOOO\nOOOO\nOOXO", 15, -14),
    ] {
        let game = Game::new(rules(&format!("no-move=loss supply={supply} first=white\n{rows}")));
        assert!(game.is_over(), "{rows} {supply}");
        assert_eq!(game.score(), score, "{rows} {supply}");
    }
}

#[test]
fn equal_discs_are_a_win_where_the_rules_say_so() {
    for (words, winner) in [("8x8", None), ("tie-white", Some(Colour::White)), ("tie-black", Some(Colour::Black))] {
        let start = format!("{}{}{} X", "X".repeat(8), "-".repeat(48), "O".repeat(8)).parse().expect("a board");
        let game = Game::new(Rules::from_start(start).with_conditions(*rules(words).conditions()));
        let outcome = game.outcome().expect("the game is over");
        assert_eq!((game.score(), outcome.winner, outcome.score()), (0, winner, Some(0.0)), "{words}");
        assert!(game.position().is_some());
    }
}

#[test]
fn the_images_of_a_game_on_a_rectangle_are_legal() {
    for words in
        ["4x6", "10x7", "octagon", "cross", "#..#.\n.OX..\n.XO..\n#....\n", "7x6 one-line", "10x9 quiet one-line"]
    {
        let game = random_game(rules(words), 3, 20);
        for transform in (0..8).filter_map(Transform::numbered) {
            let image = game.transformed(transform);
            let mut again = Game::new(image.rules().clone());
            image.moves().iter().for_each(|played| again.play(played.mv).expect("legal"));
            assert_eq!(again.turn(), image.turn(), "{words:?}");
        }
    }
}

/// A game in which white closes two lines with each of two moves.
const CHOICE: &str = "f5f6e6";

#[test]
fn a_move_turns_one_line_that_it_names_where_it_closes_several() {
    let mut game = play("one-line", CHOICE);
    let named: Vec<Move> = game.legal().into_iter().filter(|mv| matches!(mv, Move::Line(..))).collect();
    assert_eq!(named.iter().map(Move::to_string).collect::<Vec<_>>(), ["f4xf6", "f4xd4", "d6xf6", "d6xd4"]);
    assert_eq!(names(&play("othello", CHOICE).legal()).matches("f4").count(), 1);
    for (mv, fault) in [
        ("f4", "one of several lines is to be named by the disc at its end, as in f5xc5, not f4 alone"),
        ("f4xd6", "no line is turned by f4xd6"),
        ("f4xf8", "no line is turned by f4xf8"),
        ("a1xf6", "no disc is flipped by a1"),
        ("e6xd4", "there is already a disc on e6"),
        ("k4xd4", "not a move: \"k4xd4\""),
    ] {
        let refused = mv.parse::<Move>().map_err(|error| error.to_string());
        let refused = refused.and_then(|mv| game.clone().play(mv).map_err(|error| error.to_string()));
        assert_eq!(refused, Err(fault.to_owned()));
    }
    assert!(play("othello", CHOICE).play(named[0]).is_err(), "Othello turns all lines");
    for (mv, turned, kept) in [("f4xf6", "f5", "e4"), ("F4Xd4", "e4", "f5")] {
        transcript::play(&mut game, mv).expect("legal");
        assert_eq!((game.discs(Colour::Black), game.discs(Colour::White)), (4, 4));
        assert_eq!(cells(turned).map(|cell| game.colour_at(cell)).next(), Some(Some(Colour::White)));
        assert_eq!(cells(kept).map(|cell| game.colour_at(cell)).next(), Some(Some(Colour::Black)));
        assert_eq!(game.undo().map(|played| played.mv.to_string()), Some(mv.to_lowercase()));
    }
    assert_eq!(game.redo().map(|mv| mv.to_string()), Some("f4xd4".to_owned()));
    assert_eq!(game.transcript(), "f5f6e6f4xd4");
    assert_eq!(play("one-line", "1. f5 f6 2. E6 f4Xd4"), game);
    assert!(ggf::write(&game).ends_with("B[F5]W[F6]B[E6]W[F4XD4];)"), "{}", ggf::write(&game));
    assert!(sgf::write(&game).contains(";B[e6];W[f4xd4]"), "{}", sgf::write(&game));
}

#[test]
fn a_line_is_not_named_where_there_is_only_one() {
    assert_eq!(play("one-line", "f5xd5"), play("one-line", "f5"));
    assert!(transcript::read("f5xd5").is_err(), "Othello names no lines");
    let wide = play("10x10 one-line", "g6xe6");
    assert_eq!(wide.transcript(), "g6");
}

#[test]
fn a_quiet_disc_is_beside_an_own_one_and_turns_none() {
    let game = Game::new(rules("quiet"));
    // Each of the two squares that are beside a black disc and close a line turns its disc.
    assert_eq!(names(&game.legal()), "d3 e3 f3 c4 f4 c5 f5 c6 d6 e6");
    let quiet = play("quiet", "f3");
    assert_eq!((quiet.discs(Colour::Black), quiet.discs(Colour::White)), (3, 2));
    assert_eq!(play("quiet", "f5").discs(Colour::Black), 4, "what is closed is turned");
    assert_eq!(
        quiet.clone().play("h8".parse().expect("a move")).expect_err("far away").to_string(),
        "no disc is flipped by h8, and no own disc is beside it"
    );
    // A side with a disc beside an empty square does not pass.
    let start = "OX------/--------/--------/--------/--------/--------/--------/-------- O".parse().expect("a board");
    let blocked = Game::new(Rules::from_start(start).with_conditions(*rules("quiet").conditions()));
    assert_eq!(names(&blocked.legal()), "c1 a2 b2");
    let othello = Game::new(Rules::from_start(start));
    assert_eq!(names(&othello.legal()), "c1");
}

#[test]
fn each_player_has_thirty_discs() {
    for seed in 0..20 {
        let game = random_game(rules("supply-30"), seed, usize::MAX);
        let discs = |colour: Colour| {
            let turns = game.turns().zip(game.moves());
            2 + turns.filter(|((_, turn), played)| turn.to_move == colour && played.mv != Move::Pass).count()
        };
        assert!(discs(Colour::Black) <= 30 && discs(Colour::White) <= 30);
    }
}

/// Paths of moves; scripts/lab/variant_board.py, a second implementation, counts the same.
#[test]
fn the_paths_of_moves_are_those_of_a_second_implementation() {
    let tables: [(&str, &[u64]); 14] = [
        ("4x4 one-line", &[4, 12, 52, 200, 800, 2856, 9992]),
        ("4x4 quiet", &[10, 88, 772, 5804]),
        ("4x4 quiet one-line", &[10, 88, 784, 6096, 47432]),
        ("6x6 one-line", &[4, 12, 64, 340, 2192, 13704]),
        ("one-line", &[4, 12, 64, 340, 2244, 14688]),
        ("quiet", &[10, 96, 1240, 15872]),
        ("supply-30", &[4, 12, 56, 244, 1396, 8200]),
        ("4x4", &[4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436]),
        ("6x6", &[4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792]),
        ("10x10", &[4, 12, 56, 244, 1396, 8200, 55180]),
        ("reversi-1886", &[4, 12, 24, 24, 96, 320]),
        ("reversi-1893", &[4, 12, 24, 24, 96, 320]),
        ("reversi-may-flip", &[4, 12, 24, 72, 208, 624]),
        ("reversi-must-flip", &[4, 12, 24, 48, 112, 304]),
    ];
    for (name, counts) in tables {
        for (plies, count) in (1..).zip(counts) {
            assert_eq!(Game::new(rules(name)).perft(plies, Passes::Counted), *count, "{name} {plies}");
        }
    }
}
