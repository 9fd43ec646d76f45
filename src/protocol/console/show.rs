//! Games, moves chosen and options, drawn for a person.

use super::text;
use crate::game::notation::ggf;
use crate::game::{Colour, Game, Move, diagram};
use crate::session::{Choice, Setting};
use std::fmt::{self, Write};

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum View {
    /// The board with what there is to say about it.
    #[default]
    Board,
    /// The moves in one line.
    Transcript,
    /// The record in GGF.
    Ggf,
    /// The board in one line.
    Obf,
}

/// Shows a game in this way.
pub(super) fn game(game: &Game, view: View, out: &mut dyn Write) -> fmt::Result {
    match view {
        View::Board => board(game, out),
        View::Transcript => writeln!(out, "{}", game.transcript()),
        // A record may hold names in any letters.
        View::Ggf => writeln!(out, "{}", text::ascii(&ggf::write(game))),
        View::Obf => writeln!(out, "{};", game.turn()),
    }
}

/// The board with the legal moves marked; below it the discs, whose turn it is or who won, and the last move.
fn board(game: &Game, out: &mut dyn Write) -> fmt::Result {
    out.write_str(&diagram::draw(game, &game.legal()))?;
    write!(out, "X black {}, O white {}; ", game.discs(Colour::Black), game.discs(Colour::White))?;
    if game.is_over() {
        result(game.score(), out)?;
    } else {
        write!(out, "{} {}", game.to_move(), if game.must_pass() { "must pass" } else { "to move" })?;
    }
    match game.moves().last() {
        Some(last) => writeln!(out, "; move {} was {}", game.moves().len(), last.mv),
        None => writeln!(out),
    }
}

fn result(score: i32, out: &mut dyn Write) -> fmt::Result {
    match score {
        0 => write!(out, "a draw"),
        _ if score > 0 => write!(out, "black wins by {score}"),
        _ => write!(out, "white wins by {}", -score),
    }
}

/// The move that Emilia chose, and the board if she played it.
pub(super) fn choice(choice: &Choice, out: &mut dyn Write) -> fmt::Result {
    match choice.mv {
        Some(Move::Pass) => writeln!(out, "Emilia passes")?,
        Some(mv) => writeln!(out, "Emilia plays {mv}")?,
        None => writeln!(out, "the game is over")?,
    }
    choice.game.as_ref().map_or(Ok(()), |game| board(game, out))
}

/// The options as a table.
pub(super) fn options(settings: &[Setting], out: &mut dyn Write) -> fmt::Result {
    let width = |cell: fn(&Setting) -> usize| settings.iter().map(cell).max().unwrap_or(0);
    let (names, values) = (width(|setting| setting.name.len()), width(|setting| setting.value.len()));
    settings
        .iter()
        .try_for_each(|Setting { name, value, doc, .. }| writeln!(out, "{name:names$}  {value:>values$}  {doc}"))
}
