//! Whole games by the clock, in which every search takes all it may.

use super::lag::USUAL;
use super::{ClockUpdate, Clocks};
use crate::search::Budget;
use emilia_core::{Colour, Game};
use std::time::Duration;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn clocks(clock: ClockUpdate) -> Clocks {
    let mut clocks = Clocks::default();
    clocks.set(clock);
    clocks
}

fn budget(clocks: &Clocks, empties: u32) -> Budget {
    clocks.budget(&Game::default(), Colour::Black, empties).expect("a clock is set")
}

#[test]
fn without_a_clock_there_is_no_budget() {
    assert_eq!(clocks(ClockUpdate::None).budget(&Game::default(), Colour::Black, 40), None);
}

#[test]
fn a_budget_never_exceeds_what_is_left() {
    for empties in 0..=60 {
        for main in [0, 1, 20, 50, 100, 1000, 5000, 60_000, 300_000, 900_000, u64::MAX] {
            for increment in [0, 10, 1000, 12_000, u64::MAX] {
                let set = clocks(ClockUpdate::Game { main: MS(main), increment: MS(increment) });
                let Budget { soft, hard } = budget(&set, empties);
                assert!(soft <= hard && hard <= MS(main), "{empties} {main} {increment}: {soft:?} {hard:?}");
            }
            for stones in [0, 1, 3, 10, 1000] {
                let left = ClockUpdate::Left { colour: Colour::Black, time: MS(main), stones };
                let Budget { soft, hard } = budget(&clocks(left), empties);
                assert!(soft <= hard && hard <= MS(main), "{empties} {main} {stones}: {soft:?} {hard:?}");
                let set = clocks(ClockUpdate::Overtime { main: MS(main), period: MS(5000), stones });
                let period = if main == 0 { 5000 } else { 5000 / u64::from(stones.max(1)) };
                let own = MS(main).saturating_add(MS(period));
                assert!(budget(&set, empties).hard <= own);
            }
        }
    }
}

/// Plays a whole game in which every search takes all it may and every move loses this much more.
fn play_a_game(main: Duration, increment: Duration, lag: Duration) {
    let mut clocks = clocks(ClockUpdate::Game { main, increment });
    let mut left = main;
    for empties in (1..=60).rev().step_by(2) {
        let thought = budget(&clocks, empties).hard;
        let used = thought + lag;
        assert!(used <= left, "{empties} empty, {left:?} left, {used:?} used");
        clocks.spend(Colour::Black, thought);
        left = left - used + increment;
        clocks.set(ClockUpdate::Left { colour: Colour::Black, time: left, stones: 0 });
    }
}

#[test]
fn a_whole_game_never_oversteps() {
    for increment in [0, 1, 12] {
        for main in [2, 5, 10, 30, 60, 300, 900, 3600] {
            play_a_game(MS(1000 * main), MS(1000 * increment), USUAL * 4 / 5);
        }
        play_a_game(MS(1000), MS(1000 * increment), USUAL * 2 / 5);
    }
}

#[test]
fn a_slow_client_is_found_out_in_time() {
    for (main, lag) in [(5, 100), (10, 200), (30, 600), (60, 1000), (60, 1500), (300, 3000)] {
        play_a_game(MS(1000 * main), MS(0), MS(lag));
    }
}

/// The planned time for the next move of a player with a minute, after moves in which the client's clock ran on for
/// these times longer than ours and shows these parts of it.
fn plan(moves: u32, lag: Duration, shown: impl Fn(Duration) -> Duration) -> Duration {
    let mut clocks = clocks(ClockUpdate::Game { main: MS(60_000), increment: MS(0) });
    for made in 0..moves {
        clocks.spend(Colour::Black, MS(100));
        let left = MS(60_000) - (made + 1) * (MS(100) + lag);
        clocks.set(ClockUpdate::Left { colour: Colour::Black, time: shown(left), stones: 0 });
    }
    clocks.set(ClockUpdate::Left { colour: Colour::Black, time: MS(30_000), stones: 0 });
    budget(&clocks, 50).soft
}

#[test]
fn lag_is_learnt_but_rounding_and_the_opponents_time_are_none() {
    let usual = plan(0, MS(0), |left| left);
    assert!(plan(3, MS(400), |left| left) < usual * 3 / 4);
    assert_eq!(plan(9, MS(0), |left| Duration::from_secs(left.as_secs())), usual, "a clock of whole seconds");
    assert_eq!(plan(9, MS(5000), |left| left), usual, "clocks set anew");
    // The client shows both clocks before every move; the opponent's time is not ours to count.
    let mut clocks = clocks(ClockUpdate::Game { main: MS(60_000), increment: MS(0) });
    for time in [59_000, 58_500, 57_000, 30_000] {
        clocks.set(ClockUpdate::Left { colour: Colour::Black, time: MS(time), stones: 0 });
    }
    assert_eq!(budget(&clocks, 50).soft, usual);
}

#[test]
fn tiny_clocks_last_a_game_if_the_client_is_quick() {
    for main in [50, 100, 200, 500, 1000] {
        play_a_game(MS(main), MS(0), MS(main) / 60);
    }
}

#[test]
fn most_of_the_time_is_used_before_the_ending_is_solved() {
    let mut clocks = clocks(ClockUpdate::Game { main: MS(300_000), increment: MS(0) });
    for empties in (20..=60).rev().step_by(2) {
        let soft = budget(&clocks, empties).soft;
        clocks.spend(Colour::Black, soft);
        assert!(soft > MS(4_000), "{empties}: {soft:?}");
    }
    let rest = budget(&clocks, 18).hard;
    assert!(rest < MS(60_000), "{rest:?}");
}

#[test]
fn a_fixed_time_for_every_move_is_used_but_for_the_lag() {
    let mut clocks = clocks(ClockUpdate::PerMove(MS(15_000)));
    for empties in (1..=60).rev() {
        let Budget { soft, hard } = budget(&clocks, empties);
        assert!(soft == hard && (MS(14_000)..MS(15_000)).contains(&hard), "{empties}: {hard:?}");
        clocks.spend(Colour::Black, hard);
    }
}

#[test]
fn most_of_a_short_time_for_every_move_is_used() {
    for time in [10, 50, 100, 300] {
        let Budget { soft, hard } = budget(&clocks(ClockUpdate::PerMove(MS(time))), 40);
        assert!(soft == hard && hard < MS(time) && hard >= MS(time) * 5 / 6, "{time}: {hard:?}");
    }
}

#[test]
fn overtime_begins_when_main_time_ends_and_begins_again_after_its_stones() {
    let mut clocks = clocks(ClockUpdate::Overtime { main: MS(10_000), period: MS(60_000), stones: 3 });
    clocks.spend(Colour::Black, MS(9_000));
    // One second of main time and the share of one stone in the next period.
    assert!(budget(&clocks, 30).hard > MS(1_000) && budget(&clocks, 30).hard < MS(21_000));
    clocks.spend(Colour::Black, MS(11_000));
    let in_period = budget(&clocks, 30).soft;
    assert!((MS(15_000)..MS(30_000)).contains(&in_period), "{in_period:?}");
    clocks.spend(Colour::Black, MS(1_000));
    let last_stone = budget(&clocks, 30).hard;
    assert!((MS(45_000)..MS(49_000)).contains(&last_stone), "{last_stone:?}");
    clocks.spend(Colour::Black, MS(48_000));
    assert_eq!(
        budget(&clocks, 30),
        budget(&self::clocks(ClockUpdate::Overtime { main: MS(0), period: MS(60_000), stones: 3 }), 30)
    );
}

#[test]
fn the_record_of_a_game_is_a_clock_if_it_is_to_be() {
    let text = "(;GM[Othello]TI[1:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5//20.0]W[D6//7]B[C3//30];)";
    let game = emilia_core::notation::ggf::read(text).expect("a game");
    let noted = clocks(ClockUpdate::Noted).budget(&game, Colour::Black, 56);
    let ten_seconds = ClockUpdate::Left { colour: Colour::Black, time: MS(10_000), stones: 0 };
    assert_eq!(noted, clocks(ten_seconds).budget(&game, Colour::Black, 56));
    assert_eq!(clocks(ClockUpdate::None).budget(&game, Colour::Black, 56), None);
    assert_eq!(clocks(ClockUpdate::Noted).budget(&Game::default(), Colour::Black, 60), None);
}

#[test]
fn who_oversteps_on_the_record_plays_on_in_the_grace_time() {
    let text = "(;GM[Othello]TI[10//1:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                B[F5//15]W[D6//7]B[C3//1];)";
    let game = emilia_core::notation::ggf::read(text).expect("a game");
    let grace = ClockUpdate::Left { colour: Colour::Black, time: MS(54_000), stones: 0 };
    let expected = clocks(grace).budget(&game, Colour::Black, 56);
    assert_eq!(clocks(ClockUpdate::Noted).budget(&game, Colour::Black, 56), expected);
}

#[test]
fn a_new_game_starts_the_clocks_again() {
    let mut clocks = clocks(ClockUpdate::Game { main: MS(60_000), increment: MS(0) });
    let fresh = budget(&clocks, 60);
    clocks.spend(Colour::Black, MS(30_000));
    assert!(budget(&clocks, 60).soft < fresh.soft);
    clocks.restart();
    assert_eq!(budget(&clocks, 60), fresh);
}

#[test]
fn a_measured_delay_is_left_unused_at_every_move() {
    let left = ClockUpdate::Left { colour: Colour::Black, time: MS(10_000), stones: 0 };
    let mut clocks = clocks(left);
    let before = budget(&clocks, 40);
    clocks.set(ClockUpdate::Lag { colour: Colour::Black, delay: MS(300) });
    let after = budget(&clocks, 40);
    assert!(after.soft < before.soft && after.hard + MS(20 * 300) <= MS(10_000), "{before:?} {after:?}");
}
