//! When an exercise is repeated: the intervals of FSRS with its standard parameters.

use fsrs::{FSRS, MemoryState};
use serde::{Deserialize, Serialize};

/// The share of exercises that are to be known when they are due.
const RETENTION: f32 = 0.9;
/// The seconds of a day.
const DAY: u64 = 86_400;
/// The seconds after which an exercise that was not solved is due again.
const SOON: u64 = 600;
/// Intervals of days end this number of seconds earlier, so that a player who practises at the same hour each day finds what is due.
const EARLIER: u64 = 6 * 3600;
/// The longest interval in days.
const LONGEST: f32 = 3650.0;

/// How well an exercise was solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// It was not solved.
    Again,
    /// It was solved with a hint, or at the second try.
    Hard,
    /// It was solved at once.
    Good,
}

impl Grade {
    /// The grade of an exercise that was solved after this number of wrong moves and hints.
    pub const fn of(wrong: u32, hints: u32) -> Grade {
        match wrong + hints {
            0 => Grade::Good,
            1 => Grade::Hard,
            _ => Grade::Again,
        }
    }
}

/// How well a player remembers an exercise, and when it is due.
///
/// # Examples
/// ```
/// use emilia_analysis::drill::{Grade, Memory};
///
/// let now = 1_800_000_000;
/// let first = Memory::after(None, Grade::Good, now);
/// let second = Memory::after(Some(first), Grade::Good, first.due);
/// assert!(second.due - first.due > first.due - now);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The days after which it is known with nine chances in ten.
    pub stability: f32,
    /// How hard it is for the player, 1 to 10.
    pub difficulty: f32,
    /// When it was answered, in seconds after the beginning of 1970.
    pub reviewed: u64,
    /// When it is due, in the same unit.
    pub due: u64,
    /// The number of answers.
    pub reviews: u32,
    /// The number of answers in which it was not solved.
    pub lapses: u32,
}

impl Memory {
    /// The memory after an answer at this time. A clock that was set back counts as no time.
    pub fn after(before: Option<Memory>, grade: Grade, now: u64) -> Memory {
        let state = before.map(|Memory { stability, difficulty, .. }| MemoryState { stability, difficulty });
        let days = before.map_or(0, |before| now.saturating_sub(before.reviewed) / DAY);
        let next = FSRS::default().next_states(state, RETENTION, u32::try_from(days).unwrap_or(u32::MAX));
        // Numbers that are no numbers: the exercise begins anew.
        let Ok(next) = next else { return Memory::after(None, grade, now) };
        let next = match grade {
            Grade::Again => next.again,
            Grade::Hard => next.hard,
            Grade::Good => next.good,
        };
        let interval = match grade {
            Grade::Again => SOON,
            _ => next.interval.round().clamp(1.0, LONGEST) as u64 * DAY - EARLIER,
        };
        let (reviews, lapses) = before.map_or((0, 0), |before| (before.reviews, before.lapses));
        Memory {
            stability: next.memory.stability,
            difficulty: next.memory.difficulty,
            reviewed: now,
            due: now.saturating_add(interval),
            reviews: reviews.saturating_add(1),
            lapses: lapses.saturating_add(u32::from(grade == Grade::Again)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DAY, Grade, Memory, SOON};

    const NOW: u64 = 1_800_000_000;

    #[test]
    fn intervals_grow_as_long_as_the_exercise_is_solved() {
        let (mut memory, mut now, mut last) = (None, NOW, 0);
        for _ in 0..6 {
            let next = Memory::after(memory, Grade::Good, now);
            let interval = next.due - now;
            assert!(interval > last, "{interval} after {last}");
            (memory, now, last) = (Some(next), next.due, interval);
        }
        assert!(last > 60 * DAY, "{last}");
    }

    #[test]
    fn an_exercise_that_was_not_solved_is_due_soon_and_more_often_afterwards() {
        let good = Memory::after(None, Grade::Good, NOW);
        let again = Memory::after(Some(good), Grade::Again, good.due);
        assert_eq!((again.due - again.reviewed, again.reviews, again.lapses), (SOON, 2, 1));
        let [after_good, after_again] =
            [good, again].map(|before| Memory::after(Some(before), Grade::Good, good.due + DAY));
        assert!(after_again.due < after_good.due);
    }

    #[test]
    fn a_hard_exercise_comes_before_one_that_was_solved_at_once() {
        let [good, hard] = [Grade::Good, Grade::Hard].map(|grade| Memory::after(None, grade, NOW));
        assert!(hard.due < good.due && hard.due > NOW);
    }

    #[test]
    fn a_clock_that_was_set_back_and_numbers_that_are_none_do_no_harm() {
        let good = Memory::after(None, Grade::Good, NOW);
        let earlier = Memory::after(Some(good), Grade::Good, 5);
        assert!(earlier.due > 5 && earlier.due < NOW);
        let broken = Memory { stability: f32::NAN, ..good };
        let mended = Memory::after(Some(broken), Grade::Good, NOW);
        assert!(mended.stability.is_finite() && mended.due > NOW);
    }

    #[test]
    fn the_grade_falls_with_wrong_moves_and_hints() {
        let grades = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)].map(|(wrong, hints)| Grade::of(wrong, hints));
        assert_eq!(grades, [Grade::Good, Grade::Hard, Grade::Hard, Grade::Again, Grade::Again]);
    }
}
