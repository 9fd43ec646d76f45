//! Sums over the moves of a player: discs lost, mistakes by size, best moves.

use super::{Class, JudgedGame, JudgedMove, Phase};
use emilia::{Colour, Move, Score};

/// The sums over some moves. A move is counted if its player had a choice.
///
/// See [`Tally`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TallyPart {
    /// Moves with a choice.
    pub moves: u64,
    /// Their losses, in 1/128 disc.
    pub lost: i64,
    /// The number of moves of each class, in the order of [`Class::ALL`].
    pub classes: [u64; 5],
    /// Moves whose loss is proved.
    pub exact: u64,
}

impl TallyPart {
    fn add(&mut self, judged: &JudgedMove) {
        self.moves += 1;
        self.lost += i64::from(judged.loss.raw());
        self.classes[judged.class() as usize] += 1;
        self.exact += u64::from(judged.is_exact());
    }

    /// With the sums of other moves.
    #[must_use]
    pub fn plus(self, other: TallyPart) -> TallyPart {
        TallyPart {
            moves: self.moves + other.moves,
            lost: self.lost + other.lost,
            classes: std::array::from_fn(|class| self.classes[class] + other.classes[class]),
            exact: self.exact + other.exact,
        }
    }

    /// Discs lost in all.
    pub fn discs_lost(&self) -> f64 {
        self.lost as f64 / f64::from(Score::UNIT)
    }

    /// The share of best moves, 0 to 1; none without moves.
    pub fn best_rate(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.count(Class::Best) as f64 / self.moves as f64)
    }

    /// The number of moves of this class.
    pub const fn count(&self, class: Class) -> u64 {
        self.classes[class as usize]
    }
}

/// The sums over the moves of a player by phase.
///
/// # Examples
/// ```
/// use emilia::{Colour, Engine, EngineOptions, Level, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{JudgeOptions, Phase, Tally, TallyPart, judge};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(3).unwrap());
/// let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
/// let of_white: TallyPart = Tally::of(&judged, Colour::White).total();
/// assert_eq!(of_white.moves, 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The sums of each phase, in the order of [`Phase::ALL`].
    pub phases: [TallyPart; 3],
}

impl Tally {
    /// The sums over the moves of this colour in a game.
    pub fn of(judged: &JudgedGame, colour: Colour) -> Tally {
        let mut tally = Tally::default();
        for judged_move in judged.moves.iter().filter(|judged_move| judged_move.colour == colour) {
            let choices = judged.game.at_ply(judged_move.ply).map_or(0, |turn| turn.moves().len());
            if judged_move.mv != Move::Pass && choices > 1 {
                tally.phases[judged_move.phase() as usize].add(judged_move);
            }
        }
        tally
    }

    /// With the sums of other moves.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        Tally { phases: std::array::from_fn(|phase| self.phases[phase].plus(other.phases[phase])) }
    }

    /// The sums of a phase.
    pub const fn phase(&self, phase: Phase) -> &TallyPart {
        &self.phases[phase as usize]
    }

    /// The sums of all phases.
    pub fn total(&self) -> TallyPart {
        self.phases.iter().fold(TallyPart::default(), |sum, phase| sum.plus(*phase))
    }
}
