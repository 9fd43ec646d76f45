//! A picture for each kind of claim.

use super::naive::{Board, place};
use super::turn;
use emilia::{Bitboard, Engine, EngineOptions, Limits, Move, Position, Report, Square, Value, Weights};
use emilia_analysis::internal::features::edges::holes;
use emilia_analysis::internal::features::traps::stoner_traps;
use emilia_analysis::internal::{ClaimKind, all_claims, claims_of_move, claims_of_position};
use std::sync::Arc;
use std::time::Duration;

/// The line of a move with this exact value.
fn line(at: &str, discs: i32) -> Report<Move> {
    let line = vec![at.parse().expect("a move")];
    Report { value: Value::exact(discs), line, nodes: 0, time: Duration::ZERO }
}

fn weights() -> Arc<Weights> {
    Weights::embedded()
}

fn board(picture: &str) -> Position {
    picture.parse().expect("a board")
}

/// What is said of this kind where black, `X`, has the better move and loses two discs by the worse one.
fn said(picture: &str, better: &str, worse: &str, kind: ClaimKind) -> String {
    let claims = all_claims(&turn(board(picture)), &line(better, 0), &line(worse, -2));
    claims.iter().find(|claim| claim.kind == kind).map_or_else(|| format!("only {claims:?}"), ToString::to_string)
}

const CORNER: &str = "
    - O X - - - - -
    - - - - - - - -
    - - X O - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -";

const GIFT: &str = "
    - - - - - - - -
    - - - - - - - -
    - - X O - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - O - -
    - - - - X O - -
    - - - - - - - -";

const PASS: &str = "
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - O X - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -";

const WALL: &str = "
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - X O O O - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -
    - - - - - - - -";

const REGIONS: &str = "
    - O X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X O
    X X X X X X X X
    X X X X X O - -";

const WEDGE: &str = "
    - - O - O - - -
    - - - O - - - -
    - - - X - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -
    - - - - - - - -";

/// Black plays b2 and threatens f1, h1. White cannot take a1, where b2 and d4 hold the diagonal.
const TRAP: &str = "
    - - X X X - O -
    - - O O O O - X
    - X O X O O X X
    - O O O X X X X
    - - O X X X X X
    - - - X X X - X
    - - - - - - - -
    - - - - - - - -";

const DENIED: &str = "
    - X O - - - - -
    - - - - - - - -
    - - X O - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -";

const C_SQUARE: &str = "
    - - O X - - - -
    - - - - - - - -
    - - X O - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -";

/// After b3 White has b6, as before; f6 opens g5.
const QUIET: &str = "
    - - - - - - - -
    - X X X - - - -
    - - O X - - - -
    - X X X - - - -
    - - - - - - - -
    - - X O O - - -
    - - - - O - - -
    - - - - - - - -";

const OURS: &str = "
    - X O X X X X X
    X O O O O O O -
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X";

/// h2 turns b2, by which black could go to a1; a8 is black's in any case.
const LEFT: &str = "
    - X O X X X X X
    X O O O O O O -
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    - O X X X X X X";

const HOLE: &str = "
    - - X - - - - -
    - - - X O - - -
    - - - O X - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -
    - - - - - - - -";

const FIVE: &str = "
    - - X X X X - -
    - O - - - - - -
    - X - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -
    - - - - - - - -";

const SIX: &str = "
    - X X X X X - -
    - - - - - - O -
    - - - - - - X -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    X O - - - - - -
    - - - - - - - -";

#[test]
fn each_kind_of_claim_has_its_sentence() {
    for (kind, picture, better, worse, sentence) in [
        (ClaimKind::TakesCorner, CORNER, "a1", "e3", "a1 takes the corner"),
        (ClaimKind::Stable, CORNER, "a1", "e3", "a1 leaves Black at least 3 stable discs, e3 0"),
        // Where the corner cannot be taken at once, the square is the fault.
        (ClaimKind::GivesCorner, GIFT, "e3", "g7", "g7 gives White the corner h8"),
        (ClaimKind::XSquare, TRAP, "a4", "b2", "b2 is the X-square beside the empty corner a1"),
        (ClaimKind::DeniesCorner, DENIED, "d1", "e3", "d1 keeps White out of the corner a1"),
        (ClaimKind::CSquare, C_SQUARE, "e3", "b1", "b1 is a C-square beside the empty corner a1"),
        (ClaimKind::ForcedPass, PASS, "a4", "c8", "after a4 White must pass"),
        (ClaimKind::OpponentMobility, PASS, "a4", "c8", "a4 leaves White 0 moves, c8 1"),
        (ClaimKind::OwnMobility, GIFT, "g7", "e3", "g7 keeps Black 4 next moves, e3 2"),
        (ClaimKind::Wall, WALL, "c7", "g4", "g4 leaves Black a wall of frontier discs, c4 to g4"),
        (ClaimKind::Frontier, WALL, "c7", "g4", "c7 leaves Black 4 frontier discs, g4 6"),
        (ClaimKind::Quiet, QUIET, "b3", "f6", "b3 is a quiet move, it opens no new move to White"),
        (ClaimKind::OddRegion, REGIONS, "a1", "g8", "a1 fills a region of one square, which is odd"),
        (ClaimKind::Tempo, REGIONS, "a1", "g8", "a1 gains a tempo, White has no answer nearby"),
        (
            ClaimKind::OwnRegion,
            OURS,
            "a1",
            "h2",
            "after a1 only Black has a move in the region in the north-east (h2), for now",
        ),
        (
            ClaimKind::OwnRegion,
            LEFT,
            "a8",
            "h2",
            "after h2 only White has a move in the region in the north-west (a1), for now",
        ),
        (ClaimKind::OwnSafe, GIFT, "g7", "e3", "g7 keeps Black 3 safe moves, e3 1"),
        (ClaimKind::OpponentSafe, PASS, "a4", "c8", "a4 leaves White 0 safe moves, c8 1"),
        (ClaimKind::Wedge, WEDGE, "d1", "c7", "d1 wedges between c1 and e1"),
        (ClaimKind::Hole, HOLE, "c7", "e1", "e1 lets White wedge at d1"),
        (ClaimKind::UnbalancedEdge, FIVE, "c7", "b1", "b1 leaves Black an unbalanced edge, b1 to f1"),
        (ClaimKind::BalancedEdge, SIX, "g1", "c7", "g1 leaves Black a balanced edge of six, b1 to g1"),
    ] {
        assert_eq!(said(picture, better, worse, kind), sentence, "{kind:?}");
    }
}

#[test]
fn a_sacrifice_gives_a_corner_and_is_best() {
    let claims = claims_of_position(&turn(board(GIFT)), &[line("g7", 2), line("e3", -2)], &weights());
    let said: Vec<String> = claims.iter().map(ToString::to_string).collect();
    assert!(said.contains(&"g7 gives White the corner h8 and is best all the same".to_owned()), "{said:?}");
}

#[test]
fn a_corner_is_won_if_no_reply_saves_it() {
    let picture = "
        - O - X X X X X
        - - O - - - - -
        - - X - - - - -
        - - - - - - - -
        - - - - - - - -
        X O - - - - - -
        - - - - - - - -
        - - - - - - - -";
    assert_eq!(said(picture, "c1", "c6", ClaimKind::WinsCorner), "c1 wins the corner a1, whatever White replies");
    // White's d1 turns c1, so that a1 is only threatened.
    let parried = picture.replacen("- O - X X X X X", "- O - - - - - -", 1);
    assert!(said(&parried, "c1", "c6", ClaimKind::WinsCorner).starts_with("only"));
}

/// What is said where these are the best lines, the second one of a move that loses two discs.
fn said_of_lines(picture: &str, lines: [&str; 2]) -> Vec<String> {
    let report = |moves: &str, discs| {
        let line: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
        Report { line, ..self::line("a1", discs) }
    };
    let lines = [report(lines[0], 0), report(lines[1], -2)];
    claims_of_move(&turn(board(picture)), &lines, lines[1].line[0]).iter().map(ToString::to_string).collect()
}

#[test]
fn an_unbalanced_edge_is_named_if_it_loses_a_corner_in_the_best_line() {
    let edge = "b1 leaves Black an unbalanced edge, b1 to f1".to_owned();
    let said = said_of_lines(FIVE, ["c7 d7 e7 f7 g6 h5", "b1 d7 e7 a1 g6 h5"]);
    let corner = "White takes the corner a1 in the best line after b1".to_owned();
    assert!(said.contains(&edge) && said.contains(&corner), "{said:?}");
    let said = said_of_lines(FIVE, ["c7 d7 e7 f7 g6 h5", "b1 d7 e7 f7 g6 h5"]);
    assert!(!said.contains(&edge), "{said:?}");
}

#[test]
fn a_wedge_is_named_if_it_wins_a_corner_in_the_best_line() {
    let wedge = "d1 wedges between c1 and e1".to_owned();
    let said = said_of_lines(WEDGE, ["d1 d7 h1 f7 g6 h5", "c7 d7 e7 f7 g6 h5"]);
    let corner = "Black takes the corner h1 in the best line after d1".to_owned();
    assert!(said.contains(&wedge) && said.contains(&corner), "{said:?}");
}

#[test]
fn a_stoner_trap_wins_a_corner_whatever_the_reply() {
    let expected = "b2 sets a Stoner trap: White cannot keep both a1 and h1";
    assert_eq!(said(TRAP, "b2", "a4", ClaimKind::StonerTrap), expected);
    let traps = stoner_traps(board(TRAP), Square::B2);
    assert_eq!(traps.len(), 1);
    assert_eq!((traps[0].near, traps[0].far, traps[0].attacks), (Square::A1, Square::H1, Bitboard::from(Square::F1)));
    // No reply helps: black takes one of the corners at once, or attacks and takes one after every second reply.
    let [near, far] = [Square::A1, Square::H1].map(place);
    let after = Board::new(board(TRAP)).after(place(Square::B2));
    let wins_corner = |board: &Board| board.moves().contains(&near) || board.moves().contains(&far);
    assert!(!after.replies().is_empty());
    for replied in after.replies() {
        let attacks = replied.attacks(near, far);
        let attack_wins = |at| replied.after(at).replies().iter().all(wins_corner);
        assert!(wins_corner(&replied) || attacks.iter().any(|&at| attack_wins(at)));
    }
}

#[test]
fn a_trap_that_a_reply_refutes_is_none() {
    // With b1 white can play f1 itself and turn the whole edge.
    let refuted = board(&TRAP.replacen("- - X X X - O -", "- O X X X - O -", 1));
    let after = Board::new(refuted).after(place(Square::B2));
    assert!(!after.attacks(place(Square::A1), place(Square::H1)).is_empty(), "the attack is there");
    assert_eq!(stoner_traps(refuted, Square::B2), []);
    // Where white can take the corner at once there is no trap either.
    let taken = TRAP.replacen("- - O O O O - X", "- - O O O O X X", 1).replacen("- O O O X", "- O O - X", 1);
    let taken = board(&taken);
    assert!(taken.try_play(Square::B2).is_some_and(|next| next.moves().has(Square::A1)));
    assert_eq!(stoner_traps(taken, Square::B2), []);
}

#[test]
fn a_stoner_trap_of_a_game_is_the_best_move() {
    let position = board("--OOOOO--XXXXO-OOXXOOXOO-XXXOOXOXXOXXOXOXOXXXOOO--OO-O-O-OOO----");
    assert_eq!(stoner_traps(position, Square::G7).len(), 1);
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(1));
    let analysis = engine.search(position, &Limits::exact().with_lines(usize::MAX));
    assert_eq!(analysis.best_move(), Some(Square::G7.into()));
    let said = claims_of_position(&turn(position), analysis.lines(), &weights());
    assert!(!said.is_empty() && said.iter().all(|claim| claim.value.is_none_or(Value::is_exact)), "{said:?}");
}

#[test]
fn bounds_that_do_not_tell_say_nothing() {
    let lines = |values: [Value; 3]| {
        let moves = ["a1", "e3", "h2"].into_iter().zip(values);
        moves.map(|(at, value)| Report { value, ..line(at, 0) }).collect::<Vec<_>>()
    };
    // Three moves with lower bounds: which one is best is not known.
    let said = claims_of_position(
        &turn(board(CORNER)),
        &lines([Value::at_least(10), Value::at_least(2), Value::at_least(2)]),
        &weights(),
    );
    assert_eq!(said, []);
    // An upper bound is no best move.
    let said = claims_of_position(
        &turn(board(CORNER)),
        &lines([Value::at_most(10), Value::exact(4), Value::exact(0)]),
        &weights(),
    );
    assert!(said.iter().all(|claim| claim.at != Square::A1), "{said:?}");
}

#[test]
fn a_square_where_a_disc_would_be_flipped_is_no_hole() {
    let picture = "
        - - X - X O - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -";
    // White's d1 flips e1 and has a disc of its own beside it then.
    assert!(board(picture).pass().moves().has(Square::D1));
    assert!(holes(board(picture)).is_empty());
}
