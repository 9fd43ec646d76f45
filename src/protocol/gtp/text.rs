//! Boards, moves, scores and faults as words of GTP.

use crate::protocol::text;
use crate::session::ReviewedMove;
use crate::session::Setting;
use emilia::{Cell, Certainty, Colour, Game, Move, Report, Score, diagram};

/// Why a command fails, in the words that GTP has for it: the text of the response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    Size,
    #[error("unsupported game")]
    Game,
    #[error("illegal move")]
    Illegal,
    #[error("cannot undo")]
    Undo,
    #[error("cannot score")]
    Unfinished,
    #[error("cannot load file: {0}")]
    Load(String),
    /// The session's own message.
    #[error("{0}")]
    Refused(String),
}

/// A line for each of these things.
pub(super) fn rows<T>(things: &[T], row: impl Fn(&T) -> String) -> String {
    things.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The letters of the columns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Letters {
    /// Those of GTP, which leaves out I: `A` to `H`, `J`, `K`.
    #[default]
    Gtp,
    /// Those of transcripts, `A` to `J`: clients that choose among games, as Quarry, have them.
    Plain,
}

impl Letters {
    /// A move in upper case; `PASS` for a pass.
    pub(super) fn vertex(self, mv: Move) -> String {
        self.of(&mv.to_string()).to_ascii_uppercase()
    }

    /// Moves with blanks between them.
    pub(super) fn vertices(self, moves: &[Move]) -> String {
        moves.iter().map(|mv| self.vertex(*mv)).collect::<Vec<_>>().join(" ")
    }

    /// A move in either case. The letter I, which nothing else can mean, is always that of the ninth column.
    pub(super) fn read(self, word: &str) -> Result<Move, Fault> {
        let plain = match self {
            Letters::Gtp => word.to_ascii_lowercase().replace('j', "i").replace('k', "j"),
            Letters::Plain => word.to_owned(),
        };
        plain.parse().map_err(|_| Fault::Syntax)
    }

    /// A text in lower case in which every `i` and `j` is the name of a column.
    fn of(self, text: &str) -> String {
        match self {
            Letters::Gtp => text.replace('j', "k").replace('i', "j"),
            Letters::Plain => text.to_owned(),
        }
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// The depth as `12@73%`, or the kind of proof: `exact`, `at-least`, `at-most`.
pub(super) fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Depth { plies, percent } => format!("{plies}@{percent}%"),
        Certainty::Exact => "exact".to_owned(),
        Certainty::AtLeast => "at-least".to_owned(),
        Certainty::AtMost => "at-most".to_owned(),
    }
}

/// The first move, the score for the side to move, its certainty, the line: `D3 +0.50 12@73% D3 C5 F6`.
pub(super) fn report(report: &Report<Move>, letters: Letters) -> String {
    let first = or_dash(report.line.first().map(|mv| letters.vertex(*mv)));
    format!("{first} {} {} {}", report.score(), certainty(report.certainty()), letters.vertices(&report.line))
        .trim_end()
        .to_owned()
}

/// The moves before, the move played, the score for the side to move, its certainty, the best move, the discs lost.
pub(super) fn verdict(verdict: &ReviewedMove, letters: Letters) -> String {
    let [played, best] = [verdict.played, verdict.best].map(|mv| or_dash(mv.map(|mv| letters.vertex(mv))));
    let loss = or_dash(verdict.loss.map(|loss| format!("{:.2}", Score::to_discs(loss))));
    let basis = if verdict.from_book { "book".to_owned() } else { certainty(verdict.value.certainty()) };
    format!("{} {played} {} {basis} {best} {loss}", verdict.ply, verdict.value.score())
}

/// The name and the value, then its range and meaning.
pub(super) fn setting(setting: &Setting) -> String {
    let Setting { name, value, kind, default, doc } = setting;
    format!("{name} {value} ({kind}, default {default}) {doc}")
}

/// The board as it is drawn for people, and whose turn it is.
pub(super) fn drawing(game: &Game, letters: Letters) -> Result<String, Fault> {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| game.discs(colour));
    let turn = if game.is_over() { "game over".to_owned() } else { format!("{} to move", game.to_move()) };
    Ok(format!("\n{}black {black}, white {white}, {turn}", letters.of(&diagram::draw(game, &[]))))
}

/// `B+12`, `W+3` or `0`, the empty squares counted for the winner; `W+0` if white wins with as many discs.
pub(super) fn final_score(game: &Game) -> Result<String, Fault> {
    Ok(match final_result_of(game)? {
        (None, _) => "0".to_owned(),
        (Some(Colour::Black), lead) => format!("B+{lead}"),
        (Some(Colour::White), lead) => format!("W+{lead}"),
    })
}

/// The result in words.
pub(super) fn final_result(game: &Game) -> Result<String, Fault> {
    Ok(match final_result_of(game)? {
        (None, _) => "Draw".to_owned(),
        (Some(Colour::Black), lead) => format!("Black wins by {lead} discs"),
        (Some(Colour::White), lead) => format!("White wins by {lead} discs"),
    })
}

/// The winner on the board, and by how many discs.
fn final_result_of(game: &Game) -> Result<(Option<Colour>, i32), Fault> {
    if game.is_over() { Ok((game.winner(), game.score().abs())) } else { Err(Fault::Unfinished) }
}

/// The board for GoGui, which has row 1 at the bottom: row 8 first, blanks between the squares.
pub(super) fn gogui_board(game: &Game) -> Result<String, Fault> {
    let letter = |colour| if colour == Colour::Black { "X" } else { "O" };
    Ok(gogui_rows(game, |cell| game.colour_at(cell).map_or(".", letter).to_owned()))
}

/// The contents of the squares, as GoGui reads a board: the row with the highest number first, blanks between the squares.
pub(super) fn gogui_rows(game: &Game, content: impl Fn(Cell) -> String) -> String {
    let shape = game.rules().shape();
    let row = |row: u8| {
        let cells = (0..shape.columns()).filter_map(|column| Cell::at(column, row));
        cells.map(&content).collect::<Vec<_>>().join(" ")
    };
    (0..shape.rows()).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The number of columns and rows, whichever is larger: GoGui has square boards only.
pub(super) fn board_size(game: &Game) -> Result<String, Fault> {
    let shape = game.rules().shape();
    Ok(shape.columns().max(shape.rows()).to_string())
}

/// The moves of the side to move; `PASS` alone if it must pass, nothing when the game is over.
pub(super) fn legal_moves(game: &Game, letters: Letters) -> Result<String, Fault> {
    Ok(letters.vertices(&game.legal()))
}

/// `black` or `white`.
pub(super) fn side_to_move(game: &Game) -> Result<String, Fault> {
    Ok(game.to_move().to_string())
}

/// The squares from a1 to h8 as one word, and the side to move: `X` or `O`.
pub(super) fn position(game: &Game) -> Result<String, Fault> {
    Ok(text::board(game.turn()))
}

/// The moves so far as one word, without the passes.
pub(super) fn transcript(game: &Game) -> Result<String, Fault> {
    Ok(game.transcript())
}
