//! Proofs of a position's value that a program without knowledge of the engine can check.
//!
//! Knows nothing of files: it gives the text of which one is made. docs/solving.md describes it.

use super::EngineOptions;
use crate::eval::Weights;
use crate::search::{Searcher, Stop};
use crate::variant::{ProofError, VariantSearcher, proof_moves};
use emilia_core::{Conditions, Game, Goal, Move, Value};
use std::fmt;
use std::sync::Arc;

/// A proof of the value of a position: for each bound of it, one move for the side that has the bound wherever it is to move.
///
/// # Examples
/// ```
/// use emilia::Certificate;
/// use emilia::variant::VariantSearcher;
/// use emilia::{Game, Limits, Rules, Stop};
///
/// let (game, stop) = (Game::new(Rules::sized(4)?), Stop::new());
/// let mut searcher = VariantSearcher::new(1, 1);
/// let value = searcher.search(&game, &Limits::exact(), &stop, |_| {})[0].value;
/// let certificate = Certificate::of_variant(&game, value, Certificate::FINISH, &mut searcher, &stop)?;
/// assert!(certificate.to_string().starts_with("-----OX--XO----- X\nmost\n6\nat-least -10 "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    game: Game,
    finish: u32,
    proofs: Vec<(Value, Vec<Move>)>,
}

impl Certificate {
    /// The number of empty squares from which on the checker finishes by itself, if nothing else is asked for. One more makes the file
    /// smaller and the check longer: of #41 of the FFO test it is 496 KB and 17 s with 4, 227 KB and 20 s with 6, 144 KB and 31 s with 7.
    pub const FINISH: u32 = 6;

    /// Proves this value of the game's position now, which is one of 8x8 Othello, by the fast search with these weights, threads and memory.
    /// Positions with at most `finish` empty squares are left to the checker. Of an estimate nothing is proved.
    ///
    /// # Errors
    /// If the value is wrong, the proof was stopped, or it is another game.
    pub fn of_position(
        game: &Game,
        value: Value,
        finish: u32,
        weights: &Arc<Weights>,
        options: EngineOptions,
        stop: &Stop,
    ) -> Result<Certificate, ProofError> {
        let searcher = Searcher::new(weights.clone(), options.hash, options.threads);
        Certificate::of(game, value, finish, |bound| {
            proof_moves(game, bound, finish, &mut |position, discs| searcher.reaches(position, discs, stop))
        })
    }

    /// The same for a game that the fast search does not know.
    ///
    /// # Errors
    /// If the value is wrong, the proof was stopped, or a checker does not know the rules.
    pub fn of_variant(
        game: &Game,
        value: Value,
        finish: u32,
        searcher: &mut VariantSearcher,
        stop: &Stop,
    ) -> Result<Certificate, ProofError> {
        Certificate::of(game, value, finish, |bound| searcher.prove(game, bound, finish, stop))
    }

    fn of(
        game: &Game,
        value: Value,
        finish: u32,
        mut prove: impl FnMut(Value) -> Result<Vec<Move>, ProofError>,
    ) -> Result<Certificate, ProofError> {
        let bounds = [value.lower().map(Value::at_least), value.upper().map(Value::at_most)];
        let proofs = bounds.into_iter().flatten().map(|bound| prove(bound).map(|moves| (bound, moves)));
        Ok(Certificate { game: game.clone(), finish, proofs: proofs.collect::<Result<_, _>>()? })
    }

    /// The number of moves that are named.
    pub fn len(&self) -> usize {
        self.proofs.iter().map(|(_, moves)| moves.len()).sum()
    }

    /// Whether the checker finishes everything by itself.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The lines of the file.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.game.rules();
        let goal = if rules.goal() == Goal::Most { "most" } else { "fewest" };
        // Who wins a tie is not part of a bound.
        let others = Conditions { goal: Goal::Most, tie: None, ..*rules.conditions() }.to_string();
        writeln!(f, "{}\n{}\n{}", self.game.turn(), format!("{goal} {others}").trim_end(), self.finish)?;
        for (bound, moves) in &self.proofs {
            match (bound.lower(), bound.upper()) {
                (Some(least), _) => write!(f, "at-least {least} ")?,
                (None, Some(most)) => write!(f, "at-most {most} ")?,
                (None, None) => {}
            }
            moves.iter().try_for_each(|mv| write!(f, "{mv}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
