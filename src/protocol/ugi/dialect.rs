//! What differs between UGI and UCI: words, boards and moves.

use super::uci;
use emilia::{Game, Move, Turn};

/// A protocol of this family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Dialect {
    /// For games of any kind; the engine is the referee.
    #[default]
    Ugi,
    /// For variants of chess, as Fairy-Stockfish speaks it.
    Uci,
}

impl Dialect {
    /// The first line; its answer ends with this word and `ok`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        }
    }

    pub(super) const fn new_game(self) -> &'static str {
        match self {
            Dialect::Ugi => "uginewgame",
            Dialect::Uci => "ucinewgame",
        }
    }

    /// The option that sets the rules of the games that begin.
    pub(super) const fn variant(self) -> &'static str {
        match self {
            Dialect::Ugi => "Variant",
            Dialect::Uci => "UCI_Variant",
        }
    }

    /// The words of `go` for the clock and the increment of the first player, or of the other one.
    pub(super) const fn clock(self, is_first: bool) -> [&'static str; 2] {
        match (self, is_first) {
            (Dialect::Ugi, true) => ["p1time", "p1inc"],
            (Dialect::Ugi, false) => ["p2time", "p2inc"],
            (Dialect::Uci, true) => ["wtime", "winc"],
            (Dialect::Uci, false) => ["btime", "binc"],
        }
    }

    /// The answer where there is no move.
    pub(super) const fn no_move(self) -> &'static str {
        match self {
            Dialect::Ugi => "bestmove none\n",
            Dialect::Uci => "bestmove (none)\n",
        }
    }

    /// The moves from the position of the game on, one text for each.
    pub(super) fn line(self, moves: &[Move], game: &Game) -> Vec<String> {
        match self {
            Dialect::Ugi => moves.iter().map(Move::to_string).collect(),
            Dialect::Uci => uci::line(moves, game.clone()),
        }
    }

    /// The word of a move as a transcript has it.
    pub(super) fn transcript(self, word: &str) -> &str {
        if self.is_pass_of_disc(word) { "pass" } else { word }
    }

    /// Whether the word is a pass in the form of a disc that stays: `d4d4`.
    pub(super) fn is_pass_of_disc(self, word: &str) -> bool {
        self == Dialect::Uci && uci::is_pass(word)
    }

    /// Reads the words of a board and a side to move.
    ///
    /// # Errors
    /// If it is none. The text is for a person.
    pub(super) fn board(self, words: &[&str]) -> Result<Turn, String> {
        match self {
            Dialect::Ugi => super::position::board(words),
            Dialect::Uci => uci::board(words),
        }
    }
}
