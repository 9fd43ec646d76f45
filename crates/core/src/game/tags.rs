//! The tags of a game's record: players, place, date, outcome.

use super::{Colour, Move, Outcome, TimeControl};
use alloc::string::String;
use alloc::vec::Vec;

/// The head of a game's record. Every text may be empty.
///
/// # Examples
/// ```
/// use emilia_core::{Colour, Game};
///
/// let mut game = Game::default();
/// game.tags.player_mut(Colour::Black).name = "Rose".into();
/// assert!(emilia_core::notation::ggf::write(&game).contains("PB[Rose]"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tags {
    /// Where the game was played.
    pub place: String,
    /// When the game was played, as the record has it.
    pub date: String,
    /// The player of the black discs.
    pub black: Player,
    /// The player of the white discs.
    pub white: Player,
    /// The result on record, if there is one.
    pub outcome: Option<Outcome>,
    /// Other tags as name and value, in the record's order.
    pub others: Vec<(String, String)>,
    /// The comments beside the moves in the record's order: the number of moves before each of them, passes among these, and the text.
    pub comments: Vec<(usize, String)>,
    /// Other lines of play in the record's order. Only SGF has them.
    pub variations: Vec<Variation>,
}

/// A line of play beside the moves of a game.
///
/// # Examples
/// ```
/// use emilia_core::notation::sgf;
///
/// let game = sgf::read("(;GM[2];B[f5](;W[d6])(;W[f6];B[e6]C[why not]))")?;
/// let variation = &game.tags.variations[0];
/// assert_eq!((variation.ply, variation.moves[1].to_string()), (1, "e6".into()));
/// assert_eq!(variation.comments, [(2, "why not".into())]);
/// # Ok::<(), emilia_core::notation::sgf::SgfError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Variation {
    /// The number of moves of the game before it, passes included.
    pub ply: usize,
    /// Its moves, passes included. It takes the place of the game's next move.
    pub moves: Vec<Move>,
    /// The comments beside its moves: the number of its moves before each of them, and the text.
    pub comments: Vec<(usize, String)>,
}

/// A player in a record.
///
/// # Examples
/// ```
/// use emilia_core::Player;
///
/// let player = Player { name: "Rose".into(), rating: Some(2600.0), time: "15:00".parse().ok() };
/// assert_eq!(player.time.map(|time| time.main.as_secs()), Some(900));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The name; may be empty or contain blanks.
    pub name: String,
    /// The rating.
    pub rating: Option<f64>,
    /// The time allowed.
    pub time: Option<TimeControl>,
}

impl Player {
    /// What makes players equal.
    fn key(&self) -> (&str, Option<u64>, Option<TimeControl>) {
        (&self.name, self.rating.map(|rating| (rating + 0.0).to_bits()), self.time)
    }
}

equal_by!(Player, Player::key);

impl Tags {
    /// The comments after this number of moves as one text; empty if there are none.
    pub fn comment(&self, moves: usize) -> String {
        let texts = self.comments.iter().filter(|(number, _)| *number == moves).map(|(_, text)| text.as_str());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The player of this colour.
    pub const fn player(&self, colour: Colour) -> &Player {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// The player of this colour, to be changed.
    pub const fn player_mut(&mut self, colour: Colour) -> &mut Player {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}
