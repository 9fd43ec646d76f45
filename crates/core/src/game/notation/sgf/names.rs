//! The names of properties that have a meaning here.

/// The properties with a place of their own in a game, or that are about the file; others are kept as they are.
pub const OWN_NAMES: [&str; 22] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "PB", "PW", "BR", "WR", "PC", "DT", "RE", "TM", "RU", "AB", "AW", "AE", "PL",
    "B", "W", CUT_OFF,
];

/// The property for the squares of the rectangle that are not on the board; SGF has none.
pub const CUT_OFF: &str = "CUT";

/// The properties about the whole game that some programs put into a later node.
pub const GAME_INFO: [&str; 14] = ["GM", "FF", "CA", "AP", "SZ", "PB", "PW", "BR", "WR", "PC", "DT", "RE", "TM", "RU"];

/// The property for a comment.
pub const COMMENT: &str = "C";

/// The value of `RU` if the fewest discs win.
pub const FEWEST: &str = "fewest discs";
