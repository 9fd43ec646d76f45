//! The values and losses of judged moves, compared with a solver that shares nothing with the engine.

use super::{engine, has_pass, judged, level, random_game};
use crate::oracle::board::Board;
use crate::oracle::claims;
use crate::oracle::search::Solver;
use emilia::notation::transcript;
use emilia::{Certainty, Colour, Game, Limits, Move, Rules, Score, Selectivity, Stop, Turn, Value};
use emilia_analysis::internal::table_within;
use emilia_analysis::{JudgeOptions, JudgedGame, Phase, Tally, Thrown, judge, table};
use std::time::Duration;

/// The board before a move.
fn board(game: &Game, ply: usize) -> Board {
    let position = game.position_at(ply).expect("Othello");
    Board { own: position.own().0, opp: position.opp().0 }
}

/// The move in the oracle's words.
fn named(mv: Move) -> claims::Move {
    mv.square().map_or(claims::Move::Pass, |at| claims::Move::At(at.index() as u8))
}

#[test]
fn exact_losses_are_those_of_an_independent_solver() {
    let mut solver = Solver::new();
    for seed in 100..106 {
        let game = random_game(seed);
        let judged = judged(&game, &JudgeOptions { exact: 10, ..level(2) });
        assert!(judged.is_complete);
        for judged_move in judged.moves.iter().filter(|judged_move| judged_move.empties <= 10) {
            assert!(judged_move.is_exact());
            let truth = solver.truth(board(&game, judged_move.ply));
            let of_move = |mv| truth.of(named(mv)).expect("a legal move");
            let (best, played) = (truth.value, of_move(judged_move.mv));
            let sign = judged_move.colour.sign();
            assert_eq!(judged_move.before, Value::exact(sign * best));
            assert_eq!(judged_move.after, Value::exact(sign * played));
            assert_eq!(judged_move.loss, Score::discs(best - played));
            assert_eq!(of_move(judged_move.best), best, "the best move");
            assert_eq!(judged_move.line.first(), Some(&judged_move.best));
        }
    }
}

#[test]
fn exact_losses_sum_to_the_change_of_the_result() {
    for seed in 200..210 {
        let game = random_game(seed);
        let judged = judged(&game, &JudgeOptions { exact: 12, ..level(1) });
        let end = judged.end.expect("judged to the end");
        assert_eq!(end, Value::exact(game.score()));
        let exact: Vec<_> = judged.moves.iter().filter(|judged_move| judged_move.is_exact()).collect();
        assert!(exact.len() >= 10);
        for (index, first) in exact.iter().enumerate() {
            let change: i32 =
                exact[index..].iter().map(|judged_move| -judged_move.colour.sign() * judged_move.loss.rounded()).sum();
            assert_eq!(first.before.score().rounded() + change, game.score());
        }
    }
}

#[test]
fn no_move_loses_against_its_mirror_image() {
    for moves in ["d3", "c4", "f5", "e6", "f5f6e6f4", "c4c3d3c5"] {
        let game = transcript::read(moves).expect("legal");
        let judged = judged(&game, &JudgeOptions { all_moves: level(3).level.into(), ..level(5) });
        let first = &judged.moves[0];
        assert_eq!((first.loss, first.best, first.mv), (Score::ZERO, first.mv, first.mv), "{moves}");
        let values: Vec<Value> = first.moves.iter().map(|report| report.value).collect();
        assert_eq!(values, [first.before; 4], "{moves}");
        assert_eq!(first.line.first(), Some(&first.mv));
    }
}

#[test]
fn a_loss_compares_searches_of_one_depth() {
    let game = random_game(20);
    for judged_move in judged(&game, &level(6)).moves {
        let [before, after] = [judged_move.before, judged_move.after].map(Value::certainty);
        assert!(after == Certainty::Exact || before == after, "{judged_move:?}");
        let of_mover = |value: Value| judged_move.colour.sign() as f32 * value.score().to_discs();
        let loss = of_mover(judged_move.before) - of_mover(judged_move.after);
        assert_eq!(judged_move.loss.to_discs(), loss.max(0.0));
        // With at most 14 empty squares no search to the end is pruned.
        let is_whole = matches!(before, Certainty::Depth { plies, .. } if u32::from(plies) >= judged_move.empties);
        assert_eq!(judged_move.deviation == 0.0, before == Certainty::Exact || is_whole && judged_move.empties <= 14);
    }
}

#[test]
fn passes_are_moves_without_a_choice() {
    let game = (300..).map(random_game).find(has_pass).expect("a game with a pass");
    let judged = judged(&game, &level(2));
    assert_eq!(judged.moves.len(), game.moves().len());
    let pass = judged.moves.iter().find(|judged_move| judged_move.mv == Move::Pass).expect("the pass");
    assert_eq!((pass.number, pass.loss, pass.best), (None, Score::ZERO, Move::Pass));
    let numbers: Vec<usize> = judged.moves.iter().filter_map(|judged_move| judged_move.number).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
}

/// The sums of a colour, counted anew.
fn counted(judged: &JudgedGame, colour: Colour, phase: Option<Phase>) -> (u64, f32, [u64; 5]) {
    let (mut moves, mut lost, mut classes) = (0, 0.0, [0; 5]);
    for judged_move in &judged.moves {
        let turn = judged.game.at_ply(judged_move.ply).expect("a turn");
        let is_of_phase = match (phase, judged_move.empties) {
            (None, _) | (Some(Phase::Opening), 41..) | (Some(Phase::Midgame), 21..=40) => true,
            (Some(Phase::Endgame), empties) => empties < 21,
            _ => false,
        };
        if judged_move.colour == colour && is_of_phase && turn.moves().len() > 1 {
            let loss = judged_move.loss.to_discs();
            moves += 1;
            lost += loss;
            let limits = [0.5, 2.0, 4.0, 8.0];
            classes[limits.iter().filter(|limit| loss >= **limit).count()] += 1;
        }
    }
    (moves, lost, classes)
}

#[test]
fn the_sums_are_those_of_the_moves() {
    let judged = judged(&random_game(21), &level(3));
    for colour in [Colour::Black, Colour::White] {
        let tally = Tally::of(&judged, colour);
        for phase in Phase::ALL {
            let part = tally.phase(phase);
            let (moves, lost, classes) = counted(&judged, colour, Some(phase));
            assert_eq!((part.moves, part.classes), (moves, classes), "{colour} {phase}");
            assert!((part.discs_lost() - f64::from(lost)).abs() < 0.01);
        }
        let (moves, _, classes) = counted(&judged, colour, None);
        assert_eq!((tally.total().moves, tally.total().classes), (moves, classes));
    }
}

#[test]
fn a_result_is_thrown_away_only_where_it_is_proved() {
    let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 12, 73);
    for (before, after, thrown) in [
        (Value::exact(2), Value::exact(0), Some(Thrown::WinToDraw)),
        (Value::exact(2), Value::exact(-2), Some(Thrown::WinToLoss)),
        (Value::exact(0), Value::exact(-2), Some(Thrown::DrawToLoss)),
        (Value::at_least(2), Value::at_most(-2), Some(Thrown::WinToLoss)),
        (Value::at_least(2), Value::at_most(0), None),
        (Value::exact(-2), Value::exact(-8), None),
        (Value::exact(8), Value::exact(2), None),
        (estimate(8.0), Value::exact(-2), None),
        (Value::exact(8), estimate(-2.0), None),
    ] {
        assert_eq!(Thrown::between(before, after), thrown, "{before:?} {after:?}");
    }
}

#[test]
fn an_analysis_that_is_stopped_has_the_end_of_the_game() {
    let game = random_game(22);
    let (stop, mut positions) = (Stop::new(), 0);
    let judged = judge(&mut engine(), &game, &level(2), &stop, |_| {
        positions += 1;
        if positions == 20 {
            stop.request();
        }
    });
    assert!(!judged.is_complete && judged.end.is_some());
    assert_eq!(judged.moves.len(), 19);
    assert_eq!(judged.moves.last().map(|last| last.ply + 1), Some(game.moves().len()));
}

#[test]
fn a_time_for_the_game_is_kept() {
    let game = random_game(23);
    let options = JudgeOptions { game_time: Some(Duration::from_millis(300)), ..level(60) };
    assert!(judged(&game, &options).is_complete, "the level alone would take days");
}

#[test]
fn a_game_of_another_board_is_judged() {
    let mut game = Game::new(emilia::Rules::sized(4).expect("a size"));
    let options = JudgeOptions { exact: 16, ..level(2) };
    while !game.is_over() {
        let mv = game.legal()[0];
        game.play(mv).expect("legal");
    }
    let judged = judge(&mut engine(), &game, &options, &Stop::new(), |_| {});
    assert!(judged.is_complete && judged.moves.len() == game.moves().len());
    assert_eq!(judged.moves[0].before, Value::exact(-10));
    assert_eq!(judged.end, Some(Value::exact(game.score())));
    for (this, next) in judged.moves.iter().zip(&judged.moves[1..]) {
        assert!(this.is_exact(), "{this:?}");
        assert_eq!(this.after, next.before, "the value after a move is that of the next position");
    }
}

#[test]
fn an_analysis_that_is_stopped_while_all_moves_are_scored_is_not_complete() {
    let game = random_game(24);
    let (stop, options) = (Stop::new(), JudgeOptions { all_moves: level(2).level.into(), ..level(2) });
    let judged = judge(&mut engine(), &game, &options, &stop, |reviewed| {
        if reviewed.ply == 0 {
            stop.request();
        }
    });
    assert_eq!(judged.moves.len(), game.moves().len());
    assert!(!judged.is_complete && judged.moves.iter().all(|judged_move| judged_move.moves.is_empty()));
}

#[test]
fn a_large_loss_in_a_selective_search_to_the_end_is_proved_or_withdrawn() {
    let limits = Limits::new(Limits::MOST_PLIES, Selectivity::P33);
    let (mut proved, mut left) = (0, 0);
    for seed in 60..64 {
        let game = random_game(seed);
        let late = |turn: &Turn| if turn.board.empties() <= 16 { limits.clone() } else { Limits::depth(1) };
        let review = engine().review_with(&game, late, &Stop::new(), |_| {});
        for reviewed in review.moves.iter().filter(|reviewed| reviewed.loss >= Some(Score::discs(4))) {
            let Some(root) = game.position_at(reviewed.ply).filter(|root| root.empties() <= 16) else { continue };
            left += u32::from(reviewed.is_provisional(root.empties()));
            let of_played = reviewed.of_played.filter(|value| value.is_exact());
            let Some(of_played) = of_played.filter(|_| reviewed.value.is_exact()) else { continue };
            proved += 1;
            let exact = engine().solve(root).value();
            let mut after = game.at_ply(reviewed.ply).map(|turn| Game::new(Rules::from_start(*turn))).expect("a turn");
            let mover = after.to_move();
            after.play(reviewed.played.expect("a move")).expect("legal");
            let of_child = engine().solve(&after).value();
            let of_child = if after.to_move() == mover { of_child } else { -of_child };
            assert_eq!((reviewed.value, of_played), (exact, of_child), "{reviewed:?}");
        }
    }
    assert!(proved > 10 && left == 0, "{proved} proved, {left} left");
}

/// The table without what is prose.
fn rows(judged: &JudgedGame, width: usize) -> Vec<String> {
    let mut text = String::new();
    table_within(judged, width, &mut text).expect("writing to a string");
    let is_row = |line: &&str| line.starts_with(' ') || line.contains("(black)  ") || line.contains("(white)  ");
    text.lines().filter(is_row).map(str::to_owned).collect()
}

#[test]
fn a_table_has_no_row_beyond_its_width() {
    let judged = judged(&random_game(7), &JudgeOptions { exact: 10, ..level(1) });
    assert!(judged.first_thrown().is_some());
    for width in [50, 60, 64, 80, 100] {
        let rows = rows(&judged, width);
        assert!(rows.iter().all(|row| row.len() <= width), "{width}: {rows:#?}");
        assert!(rows.iter().any(|row| row.contains("<- first result thrown away: ")));
        assert!(rows[1].starts_with("  1  black  ") && rows[0].contains("best"));
    }
    assert!(rows(&judged, usize::MAX).iter().any(|row| row.contains("  best line")));
}

#[test]
fn the_last_line_says_where_the_game_was_lost() {
    let verdict = |judged: &JudgedGame| {
        let mut text = String::new();
        table(judged, &mut text).expect("writing to a string");
        text.lines().last().expect("a table").to_owned()
    };
    let mut lost = 0;
    for seed in 300..310 {
        let judged = judged(&random_game(seed), &JudgeOptions { exact: 10, ..level(1) });
        let text = verdict(&judged);
        let Some(winner) = judged.game.winner() else {
            assert_eq!(text, "A draw: nobody lost it.");
            continue;
        };
        let (loser, sign) = if winner == Colour::Black { ("White", -1) } else { ("Black", 1) };
        assert!(text.starts_with(loser), "{text}");
        // After the move that lost it, the loser is behind for good.
        let Some((_, at)) = text.split_once(" lost the game at move ") else { continue };
        let number: usize = at.split(',').next().and_then(|number| number.parse().ok()).expect("a number");
        let fatal = judged.moves.iter().find(|judged_move| judged_move.number == Some(number)).expect("a move");
        assert!(fatal.colour != winner && fatal.loss > Score::ZERO && text.contains(&format!(", {}: from ", fatal.mv)));
        for after in judged.moves.iter().filter(|after| after.ply > fatal.ply && after.is_exact()) {
            assert!(after.after.score().rounded() * sign < 0, "{text}");
        }
        lost += 1;
    }
    assert!(lost >= 5, "{lost}");
    let draw = "XO".repeat(32);
    let game = Game::new(Rules::from_start(format!("{draw} X").parse::<Turn>().expect("a board")));
    assert!(!verdict(&judged(&game, &level(1))).contains("lost"), "no move, no verdict");
    assert_eq!(verdict(&judged(&transcript::read("f5").expect("legal"), &level(3))), "The game is even so far.");
}
