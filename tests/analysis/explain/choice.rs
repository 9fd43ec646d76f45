//! Which claims are made: five at most, true, about legal moves, never against one another, the same in mirror images.

use super::naive::{Board, place};
use super::{POSITIONS, turn};
use emilia::{
    Bitboard, Colour, Engine, EngineOptions, Limits, Move, Position, Report, Square, Symmetry, Turn, Value, Weights,
};
use emilia_analysis::internal::{
    Claim, ClaimKind, MOST_CLAIMS, all_claims, claims_of_move, claims_of_position, first_sight,
};
use emilia_analysis::{explain, explain_move};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// Each position with the lines of all its moves, searched to a few plies.
static SEARCHED: LazyLock<Vec<(Position, Vec<Report<Move>>)>> = LazyLock::new(|| {
    let mut engine = Engine::new(EngineOptions::default().with_threads(1).with_hash(1));
    let limits = Limits::depth(8).with_lines(usize::MAX);
    let mut search = |&position: &Position| (position, engine.search(position, &limits).lines().to_vec());
    POSITIONS.iter().map(&mut search).collect()
});

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);

/// What is said of a position and of each of its moves.
fn all(turn: &Turn, lines: &[Report<Move>]) -> Vec<Vec<Claim>> {
    let of_moves = lines.iter().map(|line| claims_of_move(turn, lines, line.line[0]));
    [claims_of_position(turn, lines, &WEIGHTS)].into_iter().chain(of_moves).collect()
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
                DeniesCorner | WinsCorner | XSquare | CSquare | StonerTrap => Bitboard::CORNERS & empty,
                CornerInLine | CornerLostInLine => Bitboard::CORNERS & position.empty(),
                OpponentMobility | OpponentSafe | SharedSquare | OpensReply | Unexplained => after.moves(),
                OwnMobility | OwnSafe => after.pass().moves(),
                Frontier | Wall | Stable | UnbalancedEdge | BalancedEdge => own,
                OwnRegion | Hole => empty,
                OddRegion | DeniesReply => position.empty(),
                Wedge => after.own(),
                Quiet | Tempo | TakesCorner | ForcedPass | OnlyMove | FirstSight => Bitboard::EMPTY,
                BestMove | EqualMoves => moves,
            };
            assert_eq!(claim.squares - of, Bitboard::EMPTY, "{claim:?} in {position}");
            let needs_squares = !matches!(
                claim.kind,
                TakesCorner
                    | ForcedPass
                    | OnlyMove
                    | Unexplained
                    | BestMove
                    | FirstSight
                    | Quiet
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
            if !ClaimKind::MEASURED.contains(&claim.kind) {
                continue;
            }
            let amount = |at| board.amount(claim.kind, place(at));
            assert!(amount(better) > amount(worse), "{claim:?} in {position}");
            if COUNTED.contains(&claim.kind) {
                let counts = [claim.at, than].map(|at| amount(at).unsigned_abs());
                assert_eq!(claim.counts, counts, "{claim:?} in {position}");
                let [of_move, of_other] = counts;
                let text = claim.to_string();
                assert!(
                    text.contains(&format!(" {of_move} ")) && text.ends_with(&format!(", {than} {of_other}")),
                    "{text}"
                );
                let difference = of_move.abs_diff(of_other);
                assert!(difference >= 2 && 4 * difference >= of_move.max(of_other), "{text}");
            }
        }
    }
}

/// Kinds with counts in their sentences.
const COUNTED: [ClaimKind; 6] = {
    use ClaimKind::*;
    [OpponentMobility, OwnMobility, Frontier, Stable, OpponentSafe, OwnSafe]
};

#[test]
fn the_best_move_is_named_first_with_its_lead() {
    let mut with_natural = 0;
    for (position, lines) in SEARCHED.iter().filter(|(position, _)| position.moves().len() > 1) {
        let (turn, best) = (turn(*position), lines[0].line[0]);
        let said = explain(&turn, lines, &WEIGHTS);
        assert!(said[0].text.contains(&best.to_string()), "{said:?}");
        assert!(matches!(said[0].kind, ClaimKind::BestMove | ClaimKind::EqualMoves), "{said:?}");
        for worse in lines {
            let said = explain_move(&turn, lines, worse.line[0]);
            assert!(said[0].text.contains(&best.to_string()), "{said:?}");
            // A move that is clearly worse has a reason, or the sentence that there is none.
            assert!(said[0].kind != ClaimKind::BestMove || said.len() > 1, "{said:?}");
        }
        for natural in said.iter().filter(|one| one.kind == ClaimKind::FirstSight) {
            assert_eq!(first_sight(*position, &WEIGHTS).map(|at| at.to_string()).as_ref(), Some(&natural.at));
            with_natural += 1;
        }
    }
    assert!(with_natural >= 5, "{with_natural}");
}

#[test]
fn the_natural_move_has_the_best_value_after_the_best_reply() {
    for &position in POSITIONS.iter() {
        let value = |at: Square| {
            let next = position.try_play(at).expect("a legal move");
            let of_reply = |reply| WEIGHTS.eval_position(next.try_play(reply).expect("a legal move"));
            match next.moves().map(of_reply).min() {
                Some(least) => least,
                None if next.is_over() => -next.final_score(),
                None => WEIGHTS.eval_position(next.pass()),
            }
        };
        let best = position.moves().map(value).max();
        assert_eq!(first_sight(position, &WEIGHTS).map(value), best, "{position}");
    }
}

/// The board after the moves of a line, with `X` for the side that moves first.
fn boards(position: Position, line: &[Move]) -> Vec<Board> {
    let mut boards = vec![Board::new(position)];
    for (ply, mv) in line.iter().enumerate() {
        let board = *boards.last().expect("a board");
        let board = if ply % 2 == 0 { board } else { board.swapped() };
        let next = mv.square().map_or(board, |at| board.after(place(at)));
        boards.push(if ply % 2 == 0 { next } else { next.swapped() });
    }
    boards
}

#[test]
fn claims_about_lines_are_borne_out_by_them() {
    let mut seen = HashSet::new();
    for (position, lines) in SEARCHED.iter() {
        for claim in all(&turn(*position), lines).concat() {
            let line = |at: Square| &lines.iter().find(|line| line.line[0] == Move::from(at)).expect("its line").line;
            let of_claim = boards(*position, line(claim.at));
            let holds = |letter: char, boards: &[Board]| {
                claim.squares.filter(|at| boards.last().expect("a board").of(letter).contains(&place(*at))).count()
            };
            let end = of_claim.len().min(7);
            let before = Board::new(*position);
            let after = |at: Square| before.after(place(at)).swapped().moves();
            use ClaimKind::*;
            let is_true = match claim.kind {
                CornerInLine => holds('X', &of_claim[..end]) == claim.squares.len() as usize,
                CornerLostInLine => holds('O', &of_claim[..end]) == claim.squares.len() as usize,
                SharedSquare => {
                    line(claim.at).get(1).and_then(|reply| reply.square()) == claim.than
                        && claim.squares == claim.than.into_iter().collect()
                }
                OpensReply => claim.squares.into_iter().all(|at| {
                    line(claim.at)[1] == Move::from(at)
                        && after(claim.at).contains(&place(at))
                        && !before.swapped().moves().contains(&place(at))
                }),
                DeniesReply => claim.squares.into_iter().all(|at| {
                    let than = claim.than.expect("another move");
                    line(than)[1] == Move::from(at)
                        && after(than).contains(&place(at))
                        && !after(claim.at).contains(&place(at))
                }),
                _ => continue,
            };
            assert!(is_true, "{claim:?} in {position}");
            seen.insert(claim.kind);
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn sentences_name_few_squares() {
    for (position, lines) in SEARCHED.iter() {
        for claim in all(&turn(*position), lines).concat() {
            let text = claim.to_string();
            let squares = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            let names = squares.filter(|word| word.parse::<Square>().is_ok()).count();
            assert!(names <= 6, "{text}");
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
                let moves = line.line.iter().map(|mv| mv.square().map_or(Move::Pass, |at| symmetry.square(at).into()));
                Report { line: moves.collect(), ..line.clone() }
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
        let [of_black, of_white] = [black, white].map(|turn| explain(&turn, lines, &WEIGHTS));
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
        for claim in
            claims_of_position(&turn, lines, &WEIGHTS).iter().filter(|claim| ClaimKind::MEASURED.contains(&claim.kind))
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
    let said = explain(&start, &equal, &WEIGHTS);
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].text, "no move that was searched is clearly better than f5; within half a disc: d3, c4 and e6");
    let of_d3 = explain_move(&start, &equal, "d3".parse().expect("a move"));
    assert_eq!(of_d3[0].text, "no move that was searched is clearly better than f5; within half a disc: d3");
    assert_eq!(explain(&start, &[], &WEIGHTS), []);
    assert_eq!(explain(&start, &equal[..1], &WEIGHTS), []);
    assert_eq!(explain_move(&start, &equal, "a1".parse().expect("a move")), []);
    assert_eq!(explain(&start, &[line("a1", Value::exact(2)), line("pass", Value::exact(0))], &WEIGHTS), []);
    let small = *emilia::Game::new(emilia::Rules::sized(6).expect("a size")).turn();
    assert_eq!(explain(&small, &equal, &WEIGHTS), []);
    let passes: Turn = ("XO".to_owned() + &"-".repeat(62) + " O").parse().expect("a position");
    assert_eq!(explain(&passes, &[line("pass", Value::exact(-2))], &WEIGHTS), []);
    let only: Turn = ("XO".to_owned() + &"-".repeat(62) + " X").parse().expect("a position");
    assert_eq!(explain(&only, &[line("c1", Value::exact(64))], &WEIGHTS)[0].text, "c1 is the only move");
}

#[test]
fn values_are_no_more_certain_than_the_moves() {
    let turn = turn(POSITIONS[0]);
    let moves: Vec<String> = turn.position().expect("8x8").moves().map(|at| at.to_string()).collect();
    let value = |better: Value, worse: Value| {
        let lines = [line(&moves[0], better), line(&moves[1], worse)];
        let claims = claims_of_move(&turn, &lines, lines[1].line[0]);
        claims.first().map_or((None, String::new()), |lead| (lead.value, lead.to_string()))
    };
    let estimate = |discs: f32, plies| Value::estimate(emilia::Score::from_discs(discs), plies, 73);
    let discs = |value: Value| value.score().to_discs();
    let lead = |words: &str| format!("{} is best, {words}", moves[0]).replace("than", &format!("than {}", moves[1]));
    assert_eq!(value(Value::exact(4), Value::exact(-2)), (Some(Value::exact(6)), lead("6 discs better than (exact)")));
    let bound = (Some(Value::at_least(6)), lead("at least 6 discs better than (proved)"));
    assert_eq!(value(Value::exact(4), Value::at_most(-2)), bound);
    // Bounds that do not tell say nothing.
    assert_eq!(value(Value::at_most(4), Value::at_least(-2)).0, None);
    assert_eq!(value(Value::at_least(4), Value::at_least(-2)).0, None);
    let (found, text) = value(estimate(1.0, 8), estimate(-0.25, 6));
    assert_eq!(found.map(|value| (discs(value), value.certainty())), Some((1.25, estimate(0.0, 6).certainty())));
    assert_eq!(text, lead("1.2 discs better than (6@73%)"));
    assert!(value(estimate(1.0, 8), Value::exact(-2)).0.is_some_and(|value| !value.certainty().is_proved()));
}

#[test]
fn an_explanation_is_an_object_of_json() {
    let (position, lines) = SEARCHED
        .iter()
        .find(|(position, lines)| !explain(&turn(*position), lines, &WEIGHTS).is_empty())
        .expect("an explanation");
    let said = explain(&turn(*position), lines, &WEIGHTS);
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

#[test]
fn a_corner_is_said_once_for_each_comparison() {
    for (position, lines) in SEARCHED.iter() {
        for worse in lines {
            use ClaimKind::*;
            let of_corner = |claim: &&Claim| match claim.kind {
                CornerInLine | CornerLostInLine => true,
                SharedSquare | OpensReply | DeniesReply => !(claim.squares & Bitboard::CORNERS).is_empty(),
                _ => false,
            };
            let said = claims_of_move(&turn(*position), lines, worse.line[0]);
            let of_lines = said.iter().filter(of_corner);
            assert!(of_lines.count() <= 1, "{said:?} in {position}");
        }
    }
}
