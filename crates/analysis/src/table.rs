//! A judged game as a table for people.

use super::{Class, JudgedGame, JudgedMove, Phase, Tally, TallyPart};
use emilia::notation::printable::printable;
use emilia::{Certainty, Colour, Game, Move, Score, Value};
use std::fmt::{self, Write};

/// The moves of the best line that are shown.
const LINE: usize = 8;

/// Writes the table: who played, each move with Black's values, its loss, and the sums of both players.
///
/// # Errors
/// If `out` fails.
pub fn table(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    head(judged, out)?;
    writeln!(out, "  #  side   move   before   after   loss      best  depth    best line")?;
    let thrown = judged.first_thrown().map(|first| first.ply);
    for judged_move in &judged.moves {
        row(judged_move, thrown == Some(judged_move.ply), out)?;
    }
    if judged.moves.len() < judged.game.moves().len() {
        writeln!(out, "interrupted: the moves before these are not analysed")?;
    }
    if let Some(end) = judged.end {
        let score = score_text(end);
        let depth = if judged.end_from_book { "book".to_owned() } else { depth_text(end) };
        match judged.game.is_over() {
            true => writeln!(out, "final score {score}")?,
            false => writeln!(out, "the game is not finished; value of the last position {score}, {depth}")?,
        }
    }
    writeln!(out)?;
    if judged.moves.iter().any(JudgedMove::is_provisional) {
        writeln!(out, "~: searched to the end of the game with forward pruning, so the judgement is provisional.")?;
    }
    sums(judged, out)
}

/// Who played, the opening, and the convention of signs.
fn head(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    let Game { tags, .. } = &judged.game;
    let [black, white] = [Colour::Black, Colour::White].map(|colour| name(&judged.game, colour));
    write!(out, "{black} (black) - {white} (white)")?;
    for text in [&tags.place, &tags.date].into_iter().filter(|text| !text.is_empty()) {
        write!(out, ", {}", plain(text))?;
    }
    writeln!(out)?;
    if let Some(opening) = &judged.opening {
        writeln!(out, "opening: {opening}")?;
    }
    writeln!(
        out,
        "Scores are discs for Black: + is good for Black, - for White. Losses are those of the side that moved."
    )
}

/// The name of a player, or `?`.
pub(super) fn name(game: &Game, colour: Colour) -> String {
    let name = plain(&game.tags.player(colour).name);
    if name.is_empty() { "?".to_owned() } else { name }
}

/// Text of a record on one line.
fn plain(text: &str) -> String {
    printable(text.trim()).into_owned()
}

fn row(judged: &JudgedMove, is_first_thrown: bool, out: &mut dyn Write) -> fmt::Result {
    let JudgedMove { number, colour, mv, before, after, best, line, loss, .. } = judged;
    let number = number.map_or_else(String::new, |number| number.to_string());
    let (mv, best) = (mv.to_string(), if best == mv { "-".to_owned() } else { best.to_string() });
    let [before_text, after_text] = [*before, *after].map(score_text);
    let (loss, mark, depth) = (loss_text(*loss), judged.class().mark(), basis_text(judged));
    let text = format!(
        "{number:>3}  {colour:<5}  {mv:<4} {before_text:>8}{after_text:>8} {loss:>6} {mark:<2} {best:>6}  {depth:<7}  {}",
        beginning(if best == "-" { &[] } else { line })
    );
    write!(out, "{}", text.trim_end())?;
    match judged.thrown() {
        Some(thrown) if is_first_thrown => writeln!(out, "  <- first result thrown away: {thrown}"),
        Some(thrown) => writeln!(out, "  <- {thrown}"),
        None => writeln!(out),
    }
}

/// The sums of both players by phase, with the limits of the classes.
fn sums(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    writeln!(out, "{:<27}{:>10}  {:>5}  {:>5}  inaccuracies  mistakes  blunders", "", "discs lost", "moves", "best")?;
    for colour in [Colour::Black, Colour::White] {
        let tally = Tally::of(judged, colour);
        part(&format!("{} ({colour})", shortened(&name(&judged.game, colour))), &tally.total(), out)?;
        for phase in Phase::ALL {
            part(&format!("  {phase}"), tally.phase(phase), out)?;
        }
    }
    writeln!(
        out,
        "Only moves with a choice are counted. Best: loses less than 0.5 discs; inaccuracy: {} or more; mistake: {} or more; \
         blunder: {} or more.\nOpening: more than 40 empty squares; endgame: 20 or fewer.",
        Class::INACCURACY,
        Class::MISTAKE,
        Class::BLUNDER
    )
}

fn shortened(name: &str) -> String {
    name.chars().take(18).collect()
}

fn part(name: &str, part: &TallyPart, out: &mut dyn Write) -> fmt::Result {
    let best = part.best_rate().map_or_else(|| "-".to_owned(), |rate| format!("{:.0}%", 100.0 * rate));
    let [inaccuracies, mistakes, blunders] =
        [Class::Inaccuracy, Class::Mistake, Class::Blunder].map(|class| part.count(class));
    let (lost, moves) = (part.discs_lost(), part.moves);
    writeln!(out, "{name:<27}{lost:>10.2}  {moves:>5}  {best:>5}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}")
}

/// A score with its sign; whole numbers for proofs, and `>=` or `<=` before bounds.
pub(super) fn score_text(value: Value) -> String {
    let whole = match value.score().rounded() {
        0 => "0".to_owned(),
        discs => format!("{discs:+}"),
    };
    match value.certainty() {
        Certainty::Depth { .. } => value.score().to_string(),
        Certainty::Exact => whole,
        Certainty::AtLeast => format!(">={whole}"),
        Certainty::AtMost => format!("<={whole}"),
    }
}

/// `book`, or the depth of the value before the move, with `~` if the judgement is provisional.
fn basis_text(judged: &JudgedMove) -> String {
    match judged.from_book {
        true => judged.basis(),
        false => depth_text(judged.before) + if judged.is_provisional() { "~" } else { "" },
    }
}

/// `exact`, `proved` for a bound, or the depth with the confidence.
fn depth_text(value: Value) -> String {
    match value.certainty() {
        Certainty::AtLeast | Certainty::AtMost => "proved".to_owned(),
        certainty => certainty.to_string(),
    }
}

fn loss_text(loss: Score) -> String {
    if loss == Score::ZERO { "-".to_owned() } else { format!("{:.2}", loss.to_discs()) }
}

/// The first moves of a line.
pub(super) fn beginning(line: &[Move]) -> String {
    line_text(&line[..line.len().min(LINE)])
}

/// The names of the moves with a blank between two of them.
pub(super) fn line_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
