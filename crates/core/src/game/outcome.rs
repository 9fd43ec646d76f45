//! How a game ended, according to its record.

use super::{Colour, bits};

/// The result on record, which need not be the one on the board.
///
/// # Examples
/// ```
/// use emilia_core::{Colour, Ending, Outcome};
///
/// let outcome = Outcome::of_score(-6.0, Ending::Resigned).expect("a finite score");
/// assert_eq!((outcome.winner, outcome.margin), (Some(Colour::White), Some(6.0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The winner; none for a draw.
    pub winner: Option<Colour>,
    /// The winner's margin in discs, not negative; none if the record does not have it.
    pub margin: Option<f32>,
    /// What ended the game.
    pub ending: Ending,
}

equal_by!(Outcome, |outcome: &Outcome| (outcome.winner, outcome.margin.map(bits), outcome.ending));

/// What ended a game.
///
/// # Examples
/// ```
/// use emilia_core::Ending;
///
/// let game = emilia_core::notation::ggf::read("(;GM[Othello]TY[8]RE[+64.000:t]BO[8 ---------------------------O*------*O--------------------------- *];)")?;
/// assert_eq!(game.outcome().map(|outcome| outcome.ending), Some(Ending::TimedOut));
/// # Ok::<(), emilia_core::notation::ggf::GgfError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ending {
    /// The game was played to its end, or the record does not say otherwise.
    #[default]
    Played,
    /// A player resigned.
    Resigned,
    /// A player overstepped the time.
    TimedOut,
    /// The players agreed on the score.
    Agreed,
}

impl Outcome {
    /// The outcome of a score, black's discs minus white's; none if it is not a finite number.
    pub fn of_score(score: f32, ending: Ending) -> Option<Outcome> {
        let winner = match score {
            score if score > 0.0 => Some(Colour::Black),
            score if score < 0.0 => Some(Colour::White),
            _ => None,
        };
        score.is_finite().then_some(Outcome { winner, margin: Some(score.abs()), ending })
    }

    /// Black's discs minus white's, if the margin is known.
    pub fn score(&self) -> Option<f32> {
        let margin = self.margin?;
        // Without -0, a tie that white wins.
        Some(self.winner.map_or(0.0, |winner| margin * winner.sign() as f32) + 0.0)
    }
}
