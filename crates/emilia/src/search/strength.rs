//! Playing strengths with names, for people.

use super::Level;

/// A playing strength: a level, and discs that are lost on purpose.
///
/// # Examples
/// ```
/// use emilia::{Level, Strength};
///
/// let full = Strength::named("Full").unwrap();
/// assert_eq!((full.level, full.handicap), (Level::DEFAULT, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The name, lower case, one word.
    pub name: &'static str,
    /// How it plays: a sentence.
    pub doc: &'static str,
    /// The level of its searches.
    pub level: Level,
    /// Average loss per move in tenths of a disc, on purpose.
    pub handicap: u32,
}

impl Strength {
    /// All, the weakest first. `docs/levels.md` has their measured results.
    pub const ALL: [Strength; 6] = [
        Strength { name: "beginner", doc: "Gives away 10 discs a move.", level: WEAK, handicap: 100 },
        Strength { name: "easy", doc: "Gives away 5 discs a move.", level: WEAK, handicap: 50 },
        Strength { name: "club", doc: "Gives away 2.5 discs a move.", level: WEAK, handicap: 25 },
        Strength { name: "strong", doc: "Gives away 0.8 discs a move.", level: WEAK, handicap: 8 },
        Strength { name: "master", doc: "Gives nothing away; looks 7 moves ahead.", level: MASTER, handicap: 0 },
        Strength { name: "full", doc: "All that the engine can do.", level: Level::DEFAULT, handicap: 0 },
    ];

    /// The strength of this name, upper or lower case.
    pub fn named(name: &str) -> Option<&'static Strength> {
        Strength::ALL.iter().find(|strength| strength.name.eq_ignore_ascii_case(name))
    }
}

/// The level that scores all moves where some are lost on purpose.
const WEAK: Level = Level::new(4).expect("a level");
const MASTER: Level = Level::new(7).expect("a level");
