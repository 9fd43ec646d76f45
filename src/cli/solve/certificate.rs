//! `emilia solve --certificate`: a proof that others can check.
//!
//! The file is a line `Emilia proof 1 CRC`, with the CRC-32 of all that follows in hexadecimal digits, and zlib data of these lines:
//!
//! ```text
//! --------------OX----XO-------------- X     the board and the side to move
//! most                                       the goal: most or fewest discs
//! 4                                          empty squares from which on the checker finishes by itself
//! at-least -4 c2b4...                        a bound for the side to move, and the moves of the side that has it
//! at-most -4 b4...
//! ```

use crate::container::{compress, crc32};
use crate::game::{Cell, Game, Goal};
use crate::score::Value;
use crate::search::Stop;
use crate::storage::replace;
use crate::variant::VariantSearcher;
use flate2::Compression;
use std::path::Path;

/// The number of empty squares from which on the checker finishes by itself.
const FINISH: u32 = 4;

/// Writes the proof of the value, which is an exact one or a bound.
///
/// # Errors
/// If the value is an estimate or the rules are unknown to the checker, the proof was stopped, or the file cannot be written.
pub(super) fn write(
    path: &Path,
    searcher: &mut VariantSearcher,
    game: &Game,
    value: Value,
    stop: &Stop,
) -> anyhow::Result<()> {
    anyhow::ensure!(value.certainty().is_proved(), "an estimate has no proof");
    let goal = if game.rules().goal() == Goal::Most { "most" } else { "fewest" };
    let mut text = format!("{}\n{goal}\n{FINISH}\n", game.turn());
    let bounds = [value.lower().map(|least| ("at-least", least)), value.upper().map(|most| ("at-most", most))];
    for (name, discs) in bounds.into_iter().flatten() {
        let bound = if name == "at-least" { Value::at_least(discs) } else { Value::at_most(discs) };
        let moves: String = searcher.prove(game, bound, FINISH, stop)?.iter().map(Cell::to_string).collect();
        text += &format!("{name} {discs} {moves}\n");
    }
    let content = compress(Compression::best(), |out| out.write_all(text.as_bytes()))?;
    let header = format!("Emilia proof 1 {:08x}\n", crc32(&content));
    replace(path, |out| Ok(out.write_all(header.as_bytes()).and_then(|()| out.write_all(&content))?))
}
