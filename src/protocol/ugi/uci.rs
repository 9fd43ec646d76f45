//! UCI: its variants, and boards and moves as Fairy-Stockfish writes them. Source: github.com/fairy-stockfish/Fairy-Stockfish.
//!
//! White moves first and is the black side of Othello. Rank 1 is at the bottom, and the names of the squares are those of chess: as the
//! start is turned by 90 degrees, the game is the same.

use super::{INFO, Ugi};
use crate::protocol::ProtocolInfo;
use emilia::notation::fen;
use emilia::{Cell, Colour, Game, Move, NoMove, Rules, Turn};

pub(in crate::protocol) const UCI_INFO: ProtocolInfo = ProtocolInfo {
    command: "uci",
    name: "UCI",
    help: "Run UCI, the protocol of chess programs, for the variants flipello",
    clients: "GUIs of variants",
    first_lines: &["uci"],
    recognises: |line| line.trim() == "uci",
    takes_rules: false,
    begin: |_| Box::new(Ugi::uci()),
    ..INFO
};

/// The values of `UCI_Variant`, the default first, with the words of their rules.
pub(super) const VARIANTS: [(&str, &str); 4] = [
    ("flipello", "rotated"),
    ("flipello10", "10x10 rotated"),
    ("flipello6", "6x6 rotated"),
    ("flipersi", "reversi-1886"),
];

/// The rules of a value of `UCI_Variant`.
///
/// # Errors
/// If it is none of them. The text is for a person.
pub(super) fn rules(name: &str) -> Result<Rules, String> {
    let known = VARIANTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let words = known.map(|(_, words)| *words);
    let names = || VARIANTS.map(|(name, _)| name).join(", ");
    let rules = words.and_then(|words| Rules::read(words).ok());
    rules.ok_or_else(|| format!("UCI_Variant takes one of {}, not {name:?}", names()))
}

/// Reads `8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1`. The discs in the hand and the counters are skipped.
pub(super) fn board(words: &[&str]) -> Result<Turn, String> {
    let text = words.join(" ");
    let (board, rest) = text.split_once('[').unwrap_or((&text, ""));
    let (_, rest) = rest.split_once(']').unwrap_or(("", rest));
    fen::read(&format!("{board}{rest}"), Colour::Black).map_err(|error| error.to_string())
}

/// Whether a move is a disc that stays where it is.
pub(super) fn is_pass(word: &str) -> bool {
    let (from, to) = word.split_at_checked(word.len() / 2).unwrap_or_default();
    from == to && from.parse::<Cell>().is_ok()
}

/// The moves from this position on: `P@f4`, or for a pass the lowest disc of the side to move twice, `d4d4`.
pub(super) fn line(moves: &[Move], mut game: Game) -> Vec<String> {
    let text = |mv: &Move| {
        let text = mv.cell().map_or_else(|| pass(game.turn()), |cell| Some(format!("P@{cell}")))?;
        game.play(*mv).ok().map(|()| text)
    };
    moves.iter().map_while(text).collect()
}

/// What is left to play at the end of a game with empty squares: in Fairy-Stockfish both sides pass, and before that the game goes on. The
/// client has played `passes` of them.
pub(super) fn last_pass(game: &Game, passes: usize) -> Option<String> {
    let turn = if passes == 0 { *game.turn() } else { game.turn().pass() };
    let is_left = game.is_over() && passes < 2 && turn.board.empties() > 0;
    if is_left && game.rules().conditions().no_move == NoMove::Pass { pass(&turn) } else { None }
}

/// A pass of the side to move; none without a disc.
fn pass(turn: &Turn) -> Option<String> {
    let lowest = turn.board.discs(turn.to_move).min_by_key(|cell| (cell.row(), cell.column()))?;
    Some(format!("{lowest}{lowest}"))
}
