//! How long to think about one move.
//!
//! Knows nothing of searches: clocks and empty squares in, a [`Budget`] out.
//!
//! A move gets its share of the time that is left, by a weight for each phase of the game: little in the opening, most where
//! the ending is about to be solved, next to nothing afterwards. The share is of what is left *now*, so that time saved by a
//! solved ending or an only move goes to the moves that follow, and time overspent is taken from them. Dividing what is left
//! by the moves to come is the rule of Huang, Coulom and Lin, "Time management for Monte-Carlo tree search applied to the
//! game of Go" (2010); the weights and the reserve are ours.

use super::Clock;
use crate::game::{Colour, Game};
use crate::search::Budget;
use std::time::Duration;

/// Lost between a client's clock and ours at every move: pipes, the scheduler, a search that winds down.
const LAG: Duration = Duration::from_millis(50);
/// This part of what is left is never planned with, against clocks that run faster than ours.
const MARGIN: u32 = 50;
/// No more than this part of what is left is kept for the lag: a client is seldom so slow, and moving blindly loses as well.
const KEPT: (u32, u32) = (9, 10);
/// What a search is allowed of its share before it begins another depth: it ends early as often as not, since it begins none that it
/// could not finish. With 1 a third of the clock was left over in games of 3 seconds.
const EAGER: (u32, u32) = (3, 2);
/// A search may take so many times its share if it is in the middle of a depth.
const STRETCH: u32 = 3;
/// No clock shows more (34 years); keeps the arithmetic within bounds.
const LONGEST: Duration = Duration::from_secs(1 << 30);
/// What a player has left after the main time of a game record, where the record does not say it.
const GRACE: Duration = Duration::from_secs(120);

/// How much thinking a move with so many empty squares deserves, compared with the others.
const fn weight(empties: u32) -> u32 {
    match empties {
        0..=16 => 1,
        17..=20 => 6,
        21..=28 => 12,
        29..=48 => 8,
        _ => 4,
    }
}

/// The clocks of both players.
#[derive(Clone, Default, Debug)]
pub(super) struct Clocks {
    /// Whether the record of the game is the clock.
    noted: bool,
    start: Option<Timer>,
    black: Option<Timer>,
    white: Option<Timer>,
}

impl Clocks {
    /// Obeys a change. New settings start both clocks.
    pub fn set(&mut self, clock: Clock) {
        match clock {
            Clock::None => *self = Clocks::default(),
            Clock::Game { main, increment } => self.begin(Timer::sudden(main, increment)),
            Clock::Overtime { main, period, stones } => self.begin(Timer::overtime(main, period, stones)),
            Clock::Noted => *self = Clocks { noted: true, ..Clocks::default() },
            Clock::PerMove(time) => self.begin(Timer::overtime(Duration::ZERO, time, 1)),
            Clock::Left { colour, time, stones } => {
                let timer = self.of(colour);
                *timer = Some(Timer::showing(*timer, time, stones));
            }
        }
    }

    fn begin(&mut self, timer: Timer) {
        *self = Clocks { start: Some(timer), black: Some(timer), white: Some(timer), noted: false };
    }

    /// Both clocks show again what they showed when they were set: a new game begins.
    pub fn restart(&mut self) {
        (self.black, self.white) = (self.start, self.start);
    }

    /// A move of this colour took so long.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        if let Some(timer) = self.of(colour) {
            timer.spend(time);
        }
    }

    /// The time for the next move of this colour with so many empty squares; none without a clock.
    pub fn budget(&self, game: &Game, colour: Colour, empties: u32) -> Option<Budget> {
        let set = match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        };
        set.or_else(|| Timer::recorded(game, colour).filter(|_| self.noted)).map(|timer| timer.budget(empties))
    }

    fn of(&mut self, colour: Colour) -> &mut Option<Timer> {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

/// What follows when a clock's time is used, or what each move adds.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Control {
    /// The game is lost; every move adds this.
    Sudden(Duration),
    /// Periods of this length for so many moves, at least one, each.
    Overtime(Duration, u32),
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Timer {
    /// Left in the main time or in the running period.
    left: Duration,
    /// Moves to make in the running period; 0 in the main time.
    stones: u32,
    control: Control,
}

impl Timer {
    fn sudden(main: Duration, increment: Duration) -> Timer {
        Timer { left: main.min(LONGEST), stones: 0, control: Control::Sudden(increment.min(LONGEST)) }
    }

    fn overtime(main: Duration, period: Duration, stones: u32) -> Timer {
        if period.is_zero() {
            return Timer::sudden(main, Duration::ZERO);
        }
        let (period, stones) = (period.min(LONGEST), stones.max(1));
        let control = Control::Overtime(period, stones);
        if main.is_zero() {
            Timer { left: period, stones, control }
        } else {
            Timer { left: main.min(LONGEST), stones: 0, control }
        }
    }

    /// A clock that shows this, whatever we counted. One that was never set has no overtime but the running one.
    fn showing(timer: Option<Timer>, time: Duration, stones: u32) -> Timer {
        let left = time.min(LONGEST);
        let control = match timer.map(|timer| timer.control) {
            Some(control @ Control::Overtime(..)) => control,
            _ if stones > 0 => Control::Overtime(left, stones),
            Some(control) => control,
            None => Control::Sudden(Duration::ZERO),
        };
        Timer { left, stones, control }
    }

    /// The clock of a game record: the time allowed, less the seconds noted beside the player's moves.
    fn recorded(game: &Game, colour: Colour) -> Option<Timer> {
        let allowed = game.tags.player(colour).time?;
        let increment = allowed.increment.unwrap_or_default();
        let mut timer = Timer::sudden(allowed.main, increment);
        let mut overdrawn = Duration::ZERO;
        let own = game.turns().zip(game.moves()).filter(|((_, turn), _)| turn.to_move == colour);
        for (_, played) in own {
            let used = Duration::try_from_secs_f32(played.seconds.unwrap_or(0.0)).unwrap_or_default().min(LONGEST);
            overdrawn = overdrawn.saturating_add(used.saturating_sub(timer.left));
            timer.spend(used);
        }
        if !overdrawn.is_zero() {
            // The game is lost on the record and played to its end in the grace time.
            timer.left =
                timer.left.saturating_add(allowed.grace.unwrap_or(GRACE).min(LONGEST)).saturating_sub(overdrawn);
        }
        Some(timer)
    }

    fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        match self.control {
            Control::Sudden(increment) => self.left = self.left.saturating_add(increment).min(LONGEST),
            Control::Overtime(_, _) if self.stones == 0 && over.is_zero() => {}
            Control::Overtime(period, stones) => {
                if self.stones == 0 {
                    (self.left, self.stones) = (period.saturating_sub(over), stones);
                }
                self.stones -= 1;
                if self.stones == 0 {
                    (self.left, self.stones) = (period, stones);
                }
            }
        }
    }

    fn budget(&self, empties: u32) -> Budget {
        match self.control {
            Control::Sudden(increment) => share(self.left, increment, u32::MAX, empties),
            Control::Overtime(_, _) if self.stones > 0 => share(self.left, Duration::ZERO, self.stones, empties),
            Control::Overtime(period, stones) => {
                let each = period / stones.max(1);
                share(self.left.saturating_add(each), each, u32::MAX, empties)
            }
        }
    }
}

/// The share of this move in the time that is left for so many moves or for the rest of the game, if that is shorter. Every
/// move but this one brings the income with it.
fn share(left: Duration, income: Duration, moves: u32, empties: u32) -> Budget {
    let moves = empties.div_ceil(2).clamp(1, moves.max(1));
    let usable = left.saturating_sub((LAG * moves).min(left / KEPT.1 * KEPT.0) + left / MARGIN);
    let total = usable.saturating_add(income * (moves - 1));
    let weights: u32 = (0..moves).map(|n| weight(empties.saturating_sub(2 * n))).sum();
    let share = total * weight(empties) / weights;
    let soft = (share * EAGER.0 / EAGER.1).min(usable);
    let most = if moves == 1 { usable } else { soft.max(usable / 2) };
    Budget { soft, hard: (share * STRETCH).min(most) }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Clocks, LAG};
    use crate::game::{Colour, Game};
    use crate::search::Budget;
    use std::time::Duration;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clocks(clock: Clock) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(clock);
        clocks
    }

    fn budget(clocks: &Clocks, empties: u32) -> Budget {
        clocks.budget(&Game::default(), Colour::Black, empties).expect("a clock is set")
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(clocks(Clock::None).budget(&Game::default(), Colour::Black, 40), None);
    }

    #[test]
    fn a_budget_never_exceeds_what_is_left() {
        for empties in 0..=60 {
            for main in [0, 1, 20, 50, 100, 1000, 5000, 60_000, 300_000, 900_000, u64::MAX] {
                for increment in [0, 10, 1000, 12_000, u64::MAX] {
                    let set = clocks(Clock::Game { main: MS(main), increment: MS(increment) });
                    let Budget { soft, hard } = budget(&set, empties);
                    assert!(soft <= hard && hard <= MS(main), "{empties} {main} {increment}: {soft:?} {hard:?}");
                }
                for stones in [0, 1, 3, 10, 1000] {
                    let left = Clock::Left { colour: Colour::Black, time: MS(main), stones };
                    let Budget { soft, hard } = budget(&clocks(left), empties);
                    assert!(soft <= hard && hard <= MS(main), "{empties} {main} {stones}: {soft:?} {hard:?}");
                    let set = clocks(Clock::Overtime { main: MS(main), period: MS(5000), stones });
                    let period = if main == 0 { 5000 } else { 5000 / u64::from(stones.max(1)) };
                    let own = MS(main).saturating_add(MS(period));
                    assert!(budget(&set, empties).hard <= own);
                }
            }
        }
    }

    /// Plays a whole game in which every search takes all it may and every move loses this much more.
    fn play_a_game(main: Duration, increment: Duration, lag: Duration) {
        let mut clocks = clocks(Clock::Game { main, increment });
        let mut left = main;
        for empties in (1..=60).rev().step_by(2) {
            let used = budget(&clocks, empties).hard + lag;
            assert!(used <= left, "{empties} empty, {left:?} left, {used:?} used");
            left = left - used + increment;
            clocks.set(Clock::Left { colour: Colour::Black, time: left, stones: 0 });
        }
    }

    #[test]
    fn a_whole_game_never_oversteps() {
        for increment in [0, 1, 12] {
            for main in [2, 5, 10, 30, 60, 300, 900, 3600] {
                play_a_game(MS(1000 * main), MS(1000 * increment), LAG * 4 / 5);
            }
            play_a_game(MS(1000), MS(1000 * increment), LAG * 2 / 5);
        }
    }

    #[test]
    fn tiny_clocks_last_a_game_if_the_client_is_quick() {
        for main in [50, 100, 200, 500, 1000] {
            play_a_game(MS(main), MS(0), MS(main) / 60);
        }
    }

    #[test]
    fn most_of_the_time_is_used_before_the_ending_is_solved() {
        let mut clocks = clocks(Clock::Game { main: MS(300_000), increment: MS(0) });
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
        let mut clocks = clocks(Clock::PerMove(MS(15_000)));
        for empties in (1..=60).rev() {
            let Budget { soft, hard } = budget(&clocks, empties);
            assert!(soft == hard && (MS(14_000)..MS(15_000)).contains(&hard), "{empties}: {hard:?}");
            clocks.spend(Colour::Black, hard);
        }
    }

    #[test]
    fn overtime_begins_when_main_time_ends_and_begins_again_after_its_stones() {
        let mut clocks = clocks(Clock::Overtime { main: MS(10_000), period: MS(60_000), stones: 3 });
        clocks.spend(Colour::Black, MS(9_000));
        // One second of main time and one stone's worth of the period to come.
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
            budget(&self::clocks(Clock::Overtime { main: MS(0), period: MS(60_000), stones: 3 }), 30)
        );
    }

    #[test]
    fn the_record_of_a_game_is_a_clock_if_it_is_to_be() {
        let text = "(;GM[Othello]TI[1:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5//20.0]W[D6//7]B[C3//30];)";
        let game = crate::game::ggf::read(text).expect("a game");
        let noted = clocks(Clock::Noted).budget(&game, Colour::Black, 56);
        let ten_seconds = Clock::Left { colour: Colour::Black, time: MS(10_000), stones: 0 };
        assert_eq!(noted, clocks(ten_seconds).budget(&game, Colour::Black, 56));
        assert_eq!(clocks(Clock::None).budget(&game, Colour::Black, 56), None);
        assert_eq!(clocks(Clock::Noted).budget(&Game::default(), Colour::Black, 60), None);
    }

    #[test]
    fn who_oversteps_on_the_record_plays_on_in_the_grace_time() {
        let text = "(;GM[Othello]TI[10//1:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5//15]W[D6//7]B[C3//1];)";
        let game = crate::game::ggf::read(text).expect("a game");
        let grace = Clock::Left { colour: Colour::Black, time: MS(54_000), stones: 0 };
        let expected = clocks(grace).budget(&game, Colour::Black, 56);
        assert_eq!(clocks(Clock::Noted).budget(&game, Colour::Black, 56), expected);
    }

    #[test]
    fn a_new_game_starts_the_clocks_again() {
        let mut clocks = clocks(Clock::Game { main: MS(60_000), increment: MS(0) });
        let fresh = budget(&clocks, 60);
        clocks.spend(Colour::Black, MS(30_000));
        assert!(budget(&clocks, 60).soft < fresh.soft);
        clocks.restart();
        assert_eq!(budget(&clocks, 60), fresh);
    }
}
