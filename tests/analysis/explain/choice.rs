//! Which claims are made: five at most, true, about legal moves, never against one another, the same in mirror images.

use super::naive::{Board, place};
use super::{POSITIONS, turn};
use emilia::analysis::explain::{
    Claim, ClaimKind, MOST_CLAIMS, all_claims, claims_of_move, claims_of_position, explain, explain_move,
};
use emilia::board::{Bitboard, Position, Symmetry};
use emilia::{Colour, Engine, EngineOptions, Limits, Move, Report, Turn, Value};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Each position with the lines of all its moves, searched to a few plies.
static SEARCHED: LazyLock<Vec<(Position, Vec<Report<Move>>)>> = LazyLock::new(|| {
    let mut engine = Engine::new(EngineOptions { threads: 1, hash: 1, ..EngineOptions::default() });
    let limits = Limits::depth(4).with_lines(usize::MAX);
    let mut search =
        |&position: &Position| (position, engine.search(position, &limits).expect("a position").lines().to_vec());
    POSITIONS.iter().map(&mut search).collect()
});

/// What is said of a position and of each of its moves.
fn all(turn: &Turn, lines: &[Report<Move>]) -> Vec<Vec<Claim>> {
    let of_moves = lines.iter().map(|line| claims_of_move(turn, lines, line.line[0]));
    [claims_of_position(turn, lines)].into_iter().chain(of_moves).collect()
}

#[test]
fn five_claims_at_most_are_made_and_each_once() {
    let mut made = 0;
    for (position, lines) in SEARCHED.iter() {
        for claims in all(&turn(*position), lines) {
            assert!(claims.len() <= MOST_CLAIMS, "{claims:?}");
            let different: HashSet<_> = claims.iter().map(|claim| (claim.kind, claim.at)).collect();
            assert_eq!(different.len(), claims.len(), "{claims:?}");
            made += claims.len();
        }
    }
    assert!(made > 1000, "{made} claims");
}

#[test]
fn claims_name_legal_moves_and_squares_that_are_what_they_say() {
    for (position, lines) in SEARCHED.iter() {
        let moves = position.moves();
        for claim in all(&turn(*position), lines).concat() {
            assert!(moves.has(claim.at) && claim.than.is_none_or(|than| moves.has(than)), "{claim:?} in {position}");
            let after = position.try_play(claim.at).expect("a legal move");
            let (own, empty) = (after.opp(), after.empty());
            use ClaimKind::*;
            let of = match claim.kind {
                GivesCorner | Sacrifice => Bitboard::CORNERS & after.moves(),
                DeniesCorner | ThreatensCorner | XSquare | CSquare | StonerTrap => Bitboard::CORNERS & empty,
                OpponentMobility | OpponentSafe => after.moves(),
                OwnMobility | OwnSafe => after.pass().moves(),
                Frontier | Wall | Quiet | Stable | UnbalancedEdge | BalancedEdge => own,
                OwnRegion | Tempo | Hole => empty,
                OddRegion => position.empty(),
                Wedge => after.own(),
                TakesCorner | ForcedPass | OnlyMove | Unexplained => Bitboard::EMPTY,
                EqualMoves => moves,
            };
            assert_eq!(claim.squares - of, Bitboard::EMPTY, "{claim:?} in {position}");
            let needs_squares = !matches!(
                claim.kind,
                TakesCorner
                    | ForcedPass
                    | OnlyMove
                    | Unexplained
                    | Tempo
                    | OpponentMobility
                    | OpponentSafe
                    | OwnMobility
                    | OwnSafe
            );
            assert!(!needs_squares || !claim.squares.is_empty(), "{claim:?} in {position}");
        }
    }
}

#[test]
fn claims_are_true_and_never_speak_for_the_worse_move() {
    for (position, lines) in SEARCHED.iter() {
        let (board, best) = (Board::new(*position), lines[0].line[0].square());
        for claim in all(&turn(*position), lines).concat() {
            let Some(than) = claim.than else { continue };
            let (better, worse) = if claim.favours == claim.mover { (claim.at, than) } else { (than, claim.at) };
            assert_eq!(Some(better), best, "{claim:?} in {position}");
            let sign = if better == claim.at { 1.0 } else { -1.0 };
            assert!(claim.value.is_none_or(|value| sign * value.score().to_discs() >= 0.5), "{claim:?} in {position}");
            if matches!(claim.kind, ClaimKind::Sacrifice | ClaimKind::Unexplained) {
                continue;
            }
            let amount = |at| board.amount(claim.kind, place(at));
            assert!(amount(better) > amount(worse), "{claim:?} in {position}");
            assert_eq!(claim.counts, [claim.at, than].map(|at| amount(at).unsigned_abs()), "{claim:?} in {position}");
        }
    }
}

#[test]
fn mirror_images_have_mirrored_claims() {
    let mut compared = 0;
    for (position, lines) in SEARCHED.iter().filter(|(position, _)| position.symmetries().count() == 1) {
        let claims = all(&turn(*position), lines);
        for symmetry in Symmetry::ALL {
            let image = |line: &Report<Move>| {
                let at = line.line[0].square().expect("no pass");
                Report { line: vec![symmetry.square(at).into()], ..line.clone() }
            };
            let lines: Vec<Report<Move>> = lines.iter().map(image).collect();
            let mirrored = |claim: &Claim| Claim {
                at: symmetry.square(claim.at),
                than: claim.than.map(|than| symmetry.square(than)),
                squares: symmetry.apply(claim.squares),
                ..*claim
            };
            let expected: Vec<Vec<Claim>> = claims.iter().map(|claims| claims.iter().map(mirrored).collect()).collect();
            assert_eq!(all(&turn(symmetry.position(*position)), &lines), expected, "{symmetry:?} of {position}");
            compared += expected.len();
        }
    }
    assert!(compared > 5000, "{compared} lists");
}

#[test]
fn the_colours_are_exchanged_with_the_side_to_move() {
    for (position, lines) in SEARCHED.iter().take(40) {
        let black = turn(*position);
        let white = *emilia::Game::from_position(*position, Colour::White).turn();
        let swap = |text: &str| text.replace("Black", "?").replace("White", "Black").replace('?', "White");
        let [of_black, of_white] = [black, white].map(|turn| explain(&turn, lines));
        assert_eq!(of_black.len(), of_white.len());
        for (one, other) in of_black.iter().zip(&of_white) {
            assert_eq!((swap(&one.text), one.side), (other.text.clone(), other.side.other()));
        }
    }
}

#[test]
fn the_weights_choose_among_all_claims() {
    for (position, lines) in SEARCHED.iter() {
        let turn = turn(*position);
        for claim in claims_of_position(&turn, lines)
            .iter()
            .filter(|claim| !matches!(claim.kind, ClaimKind::Sacrifice | ClaimKind::Unexplained))
        {
            let Some(than) = claim.than else { continue };
            let (better, worse) = if claim.favours == claim.mover { (claim.at, than) } else { (than, claim.at) };
            let line = |at: emilia::Square| lines.iter().find(|line| line.line[0] == Move::from(at)).expect("its line");
            assert!(all_claims(&turn, line(better), line(worse)).contains(claim), "{claim:?} in {position}");
        }
    }
}

fn line(name: &str, value: Value) -> Report<Move> {
    Report { value, line: vec![name.parse().expect("a move")], nodes: 0, time: std::time::Duration::ZERO }
}

#[test]
fn where_there_is_nothing_to_compare_that_is_said_or_nothing() {
    let start = turn(Position::START);
    let equal: Vec<Report<Move>> = ["f5", "d3", "c4", "e6"].map(|name| line(name, Value::exact(0))).into();
    let said = explain(&start, &equal);
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].text, "no move that was searched is clearly better than f5; within half a disc: d3, c4 and e6");
    let of_d3 = explain_move(&start, &equal, "d3".parse().expect("a move"));
    assert_eq!(of_d3[0].text, "no move that was searched is clearly better than f5; within half a disc: d3");
    assert_eq!(explain(&start, &[]), []);
    assert_eq!(explain(&start, &equal[..1]), []);
    assert_eq!(explain_move(&start, &equal, "a1".parse().expect("a move")), []);
    assert_eq!(explain(&start, &[line("a1", Value::exact(2)), line("pass", Value::exact(0))]), []);
    let small = *emilia::Game::new(emilia::Rules::sized(6).expect("a size")).turn();
    assert_eq!(explain(&small, &equal), []);
    let passes: Turn = ("XO".to_owned() + &"-".repeat(62) + " O").parse().expect("a position");
    assert_eq!(explain(&passes, &[line("pass", Value::exact(-2))]), []);
    let only: Turn = ("XO".to_owned() + &"-".repeat(62) + " X").parse().expect("a position");
    assert_eq!(explain(&only, &[line("c1", Value::exact(64))])[0].text, "c1 is the only move");
}

#[test]
fn values_are_no_more_certain_than_the_moves() {
    let turn = turn(POSITIONS[0]);
    let moves: Vec<String> = turn.position().expect("8x8").moves().map(|at| at.to_string()).collect();
    let value = |better: Value, worse: Value| {
        let lines = [line(&moves[0], better), line(&moves[1], worse)];
        let said = all_claims(&turn, &lines[0], &lines[1]);
        let of_best = said.iter().find(|claim| claim.favours == claim.mover).expect("a merit");
        (of_best.value, of_best.to_string().rsplit(": ").next().unwrap_or_default().to_owned())
    };
    let estimate = |discs: f32, plies| Value::estimate(emilia::Score::from_discs(discs), plies, 73);
    let discs = |value: Value| value.score().to_discs();
    assert_eq!(value(Value::exact(4), Value::exact(-2)), (Some(Value::exact(6)), "+6".to_owned()));
    assert_eq!(value(Value::exact(4), Value::at_most(-2)), (Some(Value::at_least(6)), "+6 or more".to_owned()));
    assert_eq!(value(Value::at_most(4), Value::at_least(-2)), (Some(Value::at_most(6)), "+6 or less".to_owned()));
    assert_eq!(value(Value::at_least(4), Value::at_least(-2)).0, None);
    let (found, text) = value(estimate(1.0, 8), estimate(-0.25, 6));
    assert_eq!(found.map(|value| (discs(value), value.certainty())), Some((1.25, estimate(0.0, 6).certainty())));
    assert_eq!(text, "+1.2");
    assert!(value(estimate(1.0, 8), Value::exact(-2)).0.is_some_and(|value| !value.certainty().is_proved()));
}

#[test]
fn an_explanation_is_an_object_of_json() {
    let (position, lines) =
        SEARCHED.iter().find(|(position, lines)| !explain(&turn(*position), lines).is_empty()).expect("an explanation");
    let said = explain(&turn(*position), lines);
    let json = serde_json::to_value(&said).expect("JSON");
    for (object, explanation) in json.as_array().expect("a list").iter().zip(&said) {
        assert_eq!(object["text"], *explanation.text);
        assert_eq!(object["move"], *explanation.at);
        assert_eq!(object["squares"].as_array().map(Vec::len), Some(explanation.squares.len()));
        assert!(["black", "white"].contains(&object["side"].as_str().expect("a side")));
        assert_eq!(object["value"].is_number(), explanation.value.is_some());
        assert_eq!(object["certainty"].is_string(), explanation.value.is_some());
    }
}
