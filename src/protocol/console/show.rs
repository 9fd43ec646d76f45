//! Games, moves and options as text.

use crate::protocol::text;
use crate::session::{Choice, Setting};
use emilia::notation::ggf;
use emilia::{Colour, Game, Level, Move, OpeningNames, Played, diagram};
use std::fmt::{self, Write};

/// The moves after which the name of the opening is not shown any more; the longest has 21.
const OPENING_PLIES: usize = 24;

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum View {
    /// The board with the discs, the side to move and the last move.
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
        // Names may have letters beyond ASCII.
        View::Ggf => writeln!(out, "{}", text::ascii(&ggf::write(game))),
        View::Obf => writeln!(out, "{};", text::board(game.turn())),
    }
}

/// The board with the legal moves marked; below it the discs, the side to move or the winner, and the last move.
fn board(game: &Game, out: &mut dyn Write) -> fmt::Result {
    out.write_str(&diagram::draw(game, &game.legal()))?;
    write!(out, "X black {}, O white {}; ", game.discs(Colour::Black), game.discs(Colour::White))?;
    if game.is_over() {
        result(game, out)?;
    } else {
        write!(out, "{} {}", game.to_move(), if game.must_pass() { "must pass" } else { "to move" })?;
    }
    let number = game.moves().iter().filter(|played| played.mv != Move::Pass).count();
    match game.moves().last() {
        Some(Played { mv: Move::Pass, .. }) => writeln!(out, "; {} passed", game.to_move().other()),
        Some(last) => writeln!(out, "; move {number} was {}", last.mv),
        None => writeln!(out),
    }
}

/// The name of the opening, in a line of its own, while the opening lasts.
pub(super) fn opening(names: &OpeningNames, game: &Game, out: &mut dyn Write) -> fmt::Result {
    match names.of(game).filter(|_| game.moves().len() <= OPENING_PLIES && !game.is_over()) {
        Some(name) => writeln!(out, "opening: {name}"),
        None => Ok(()),
    }
}

fn result(game: &Game, out: &mut dyn Write) -> fmt::Result {
    match (game.winner(), game.score()) {
        (None, _) => write!(out, "a draw"),
        (Some(winner), 0) => write!(out, "{winner} wins the tie"),
        (Some(winner), score) => write!(out, "{winner} wins by {}", score.abs()),
    }
}

/// The move that Emilia chose, and the board if it was played.
pub(super) fn choice(choice: &Choice, out: &mut dyn Write) -> fmt::Result {
    match choice.mv {
        Some(Move::Pass) => writeln!(out, "Emilia passes")?,
        Some(mv) if choice.from_book => writeln!(out, "Emilia plays {mv} from the book")?,
        Some(mv) => writeln!(out, "Emilia plays {mv}")?,
        None => writeln!(out, "the game is over")?,
    }
    choice.game.as_ref().map_or(Ok(()), |game| board(game, out))
}

/// One option: its value, its range and its description; for the level its effect, too.
pub(super) fn option(setting: &Setting, out: &mut dyn Write) -> fmt::Result {
    let Setting { name, value, kind, default, doc } = setting;
    writeln!(out, "{name} {value} ({kind}; default {default})\n{doc}")?;
    match value.parse().ok().and_then(Level::new).filter(|_| *name == "level") {
        Some(level) => {
            let [(exact, _), ..] = level.endings();
            writeln!(out, "Level {value}: midgame depth {value}; exact scores from {exact} empty squares on.")
        }
        None => Ok(()),
    }
}

/// The options as a table.
pub(super) fn options(settings: &[Setting], out: &mut dyn Write) -> fmt::Result {
    let width = |cell: fn(&Setting) -> usize| settings.iter().map(cell).max().unwrap_or(0);
    let (names, values) = (width(|setting| setting.name.len()), width(|setting| setting.value.len()));
    settings
        .iter()
        .try_for_each(|Setting { name, value, doc, .. }| writeln!(out, "{name:names$}  {value:>values$}  {doc}"))
}
