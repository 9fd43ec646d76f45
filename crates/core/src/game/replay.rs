//! Plays the moves of a record by the rules and reports the first that fails.
//!
//! Knows nothing of the notation that the moves come from.

use super::{Colour, Game, IllegalMove, Move, ParseMoveError, Played};

/// A move of a record that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}: {fault}")]
pub struct ReplayError {
    /// The number of the move, counted from 1, passes among them.
    pub number: usize,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What can be wrong with a move of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayFault {
    /// It is not a move.
    #[error(transparent)]
    Text(#[from] ParseMoveError),
    /// It is against the rules, or out of turn.
    #[error(transparent)]
    Rules(#[from] IllegalMove),
}

/// Plays a move as it was read, after a forced pass that the record leaves out. Without a colour it is a move of
/// the side that can move.
pub(super) fn replay(
    game: &mut Game,
    colour: Option<Colour>,
    played: Result<Played, ParseMoveError>,
) -> Result<(), ReplayError> {
    let number = game.moves().len() + 1;
    let result = played.map_err(ReplayFault::from).and_then(|played| {
        // Asked first because it is cheap, and true of nearly every move.
        let must_pass = || played.mv.cell().is_some() && !game.is_legal(played.mv) && game.must_pass();
        let colour = colour.unwrap_or_else(|| if must_pass() { game.to_move().other() } else { game.to_move() });
        game.play_implied(colour, played).map_err(ReplayFault::from)
    });
    result.map_err(|fault| ReplayError { number, fault })
}

/// The same, but a pass after the end of the game is left out, as some programs end a game with one for each side. Says whether the move
/// was played.
pub(super) fn replay_to_end(
    game: &mut Game,
    colour: Option<Colour>,
    played: Result<Played, ParseMoveError>,
) -> Result<bool, ReplayError> {
    let is_late = matches!(played, Ok(Played { mv: Move::Pass, .. })) && game.is_over();
    if !is_late {
        replay(game, colour, played)?;
    }
    Ok(!is_late)
}
