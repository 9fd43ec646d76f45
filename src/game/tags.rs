//! What a record says about a game beside its moves.

use super::{Colour, Outcome, TimeControl};

/// The head of a game's record. Every text may be empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tags {
    /// Where the game was played.
    pub place: String,
    /// When the game was played, in the words of the record.
    pub date: String,
    /// The player of the black discs.
    pub black: Player,
    /// The player of the white discs.
    pub white: Player,
    /// The result on record, if there is one.
    pub outcome: Option<Outcome>,
    /// What else the record says, as name and value, in the record's order.
    pub others: Vec<(String, String)>,
}

/// What a record says about a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Player {
    /// The name, perhaps empty, perhaps with blanks.
    pub name: String,
    /// The rating.
    pub rating: Option<f64>,
    /// The time allowed.
    pub time: Option<TimeControl>,
}

impl Tags {
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
