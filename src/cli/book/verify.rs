//! The result of `emilia book verify`.

use emilia::book::{Comparison, Verification, VerifiedMove};
use emilia::score::Score;
use std::io::{self, Write as _, stdout};

/// Losses in discs that the summary of `verify` counts.
const LOSSES: [f32; 4] = [0.0, 0.5, 1.0, 2.0];

/// Prints the moves that lose more than is accepted, what searches of them again found, and a summary; false if one loses more after that.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn write(verified: &[VerifiedMove], verification: Verification) -> io::Result<bool> {
    let Verification { max_loss, plies, plies_again, .. } = verification;
    let mut out = stdout().lock();
    let refuted: Vec<_> = verified.iter().filter(|verified| verified.first.loss > max_loss).collect();
    for VerifiedMove { key, at, stored, first, again } in &refuted {
        let (position, stored) = (key.position(), stored.score());
        write!(out, "{position} X: {at} {stored} in the book, {} searched, {}", first.value.score(), loss(first))?;
        if let Some(again) = again {
            write!(out, "; {plies_again} plies deeper {}, {}", again.value.score(), loss(again))?;
        }
        writeln!(out)?;
    }
    let max_loss = max_loss.to_discs();
    writeln!(out, "{} moves, {} lose more than {max_loss:.2} discs", verified.len(), refuted.len())?;
    let left = refuted.iter().filter(|verified| verified.loss().to_discs() > max_loss).count();
    if plies_again > 0 {
        writeln!(out, "searched again {plies_again} plies deeper: {left} lose more than {max_loss:.2} discs")?;
    }
    writeln!(out, "by the searches of {plies} plies above the level:")?;
    for least in LOSSES {
        let losing = verified.iter().filter(|verified| verified.first.loss.to_discs() > least).count();
        writeln!(out, "lose more than {least:.1}: {losing}")?;
    }
    let count = verified.len().max(1) as f64;
    let differences =
        verified.iter().map(|verified| f64::from((verified.first.value.score() - verified.stored.score()).to_discs()));
    let (mean, squares) = differences
        .fold((0.0, 0.0), |(sum, squares), difference| (sum + difference, squares + difference * difference));
    let loss = verified.iter().fold(0.0, |sum, verified| sum + f64::from(verified.first.loss.to_discs()));
    writeln!(
        out,
        "mean loss {:.3}; searched minus stored: mean {:+.3}, root of the mean square {:.3}",
        loss / count,
        mean / count,
        (squares / count).sqrt()
    )?;
    Ok(left == 0)
}

/// What a move loses, in words.
fn loss(Comparison { best, loss, .. }: &Comparison) -> String {
    if *loss == Score::ZERO {
        "the best move".to_owned()
    } else {
        format!("loses {:.2} against {best}", loss.to_discs())
    }
}
