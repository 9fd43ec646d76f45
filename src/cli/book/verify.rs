//! The result of `emilia book verify`.

use crate::book::VerifiedMove;
use crate::score::Score;
use std::io::{self, Write as _, stdout};

/// Losses in discs that the summary of `verify` counts.
const LOSSES: [f32; 4] = [0.0, 0.5, 1.0, 2.0];

/// Prints the moves that lose more than this by deeper searches, and a summary; false if there is one.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn write(verified: &[VerifiedMove], max_loss: Score) -> io::Result<bool> {
    let refuted: Vec<_> = verified.iter().filter(|verified| verified.loss > max_loss).collect();
    for VerifiedMove { key, at, stored, searched, best, loss } in &refuted {
        writeln!(
            stdout(),
            "{} X: {at} {} in the book, {} searched, loses {:.2} against {best}",
            key.position(),
            stored.score(),
            searched.score(),
            loss.to_discs()
        )?;
    }
    let count = verified.len().max(1) as f64;
    let differences =
        verified.iter().map(|verified| f64::from((verified.searched.score() - verified.stored.score()).to_discs()));
    let (mean, squares) = differences
        .fold((0.0, 0.0), |(sum, squares), difference| (sum + difference, squares + difference * difference));
    let loss: f64 = verified.iter().map(|verified| f64::from(verified.loss.to_discs())).sum();
    writeln!(stdout(), "{} moves, {} lose more than {:.2} discs", verified.len(), refuted.len(), max_loss.to_discs())?;
    for least in LOSSES {
        let losing = verified.iter().filter(|verified| verified.loss.to_discs() > least).count();
        writeln!(stdout(), "lose more than {least:.1}: {losing}")?;
    }
    writeln!(
        stdout(),
        "mean loss {:.3}; searched minus stored: mean {:+.3}, root of the mean square {:.3}",
        loss / count,
        mean / count,
        (squares / count).sqrt()
    )?;
    Ok(refuted.is_empty())
}
