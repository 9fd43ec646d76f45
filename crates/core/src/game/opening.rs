//! The names of openings.
//!
//! The names are those of `data/opening-names.tsv`: facts from several catalogues, with the number of catalogues that agree.

use super::notation::transcript;
use super::{Game, Rules};
use crate::board::Position;
use alloc::collections::BTreeMap;

/// The names of openings by position.
///
/// # Examples
/// ```
/// use emilia_core::OpeningNames;
/// use emilia_core::notation::transcript;
///
/// let names = OpeningNames::new();
/// assert_eq!(names.of(&transcript::read("f5d6c3d3c4")?), Some("Tiger"));
/// // A mirror image, and a move later.
/// assert_eq!(names.of(&transcript::read("d3c5f6f5e6d7")?), Some("Tiger"));
/// # Ok::<(), emilia_core::ReplayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningNames(BTreeMap<Position, &'static str>);

impl OpeningNames {
    /// All names. Of several names of a position it is the one on which most catalogues agree.
    #[must_use]
    pub fn new() -> OpeningNames {
        let mut names: BTreeMap<Position, (&str, u32)> = BTreeMap::new();
        for line in include_str!("../../data/opening-names.tsv").lines().skip(1) {
            let mut fields = line.split('\t');
            let (Some(name), Some(moves), Some(sources)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let position = transcript::read(moves).ok().and_then(|game| game.position());
            let Some(position) = position.map(|position| position.canonical().0) else { continue };
            let sources = sources.parse().unwrap_or(0);
            let known = names.entry(position).or_insert((name, sources));
            if sources > known.1 {
                *known = (name, sources);
            }
        }
        OpeningNames(names.into_iter().map(|(position, (name, _))| (position, name)).collect())
    }

    /// The name of this very position, in any orientation; none if it has none.
    pub fn of_position(&self, position: Position) -> Option<&'static str> {
        self.0.get(&position.canonical().0).copied()
    }

    /// The name of the last position of a game that has one; none if no position has, or the game does not start from the start
    /// position of Othello.
    pub fn of(&self, game: &Game) -> Option<&'static str> {
        if *game.rules() != Rules::default() {
            return None;
        }
        (0..=game.moves().len()).rev().find_map(|ply| self.of_position(game.position_at(ply)?))
    }
}

impl Default for OpeningNames {
    fn default() -> OpeningNames {
        OpeningNames::new()
    }
}

#[cfg(test)]
mod tests {
    use super::OpeningNames;
    use crate::game::notation::transcript;
    use crate::game::{Game, Transform};

    #[test]
    fn every_name_is_found_under_all_symmetries() {
        let names = OpeningNames::new();
        assert!(names.0.len() >= 78, "{} positions", names.0.len());
        for line in include_str!("../../data/opening-names.tsv").lines().skip(1) {
            let moves = line.split('\t').nth(1).expect("moves");
            let game = transcript::read(moves).expect("a legal opening");
            let name = names.of(&game).expect(moves);
            for number in 0..8 {
                let image = game.transformed(Transform::numbered(number).expect("a symmetry"));
                // Only symmetries that keep the start position.
                if *image.rules() == *Game::default().rules() {
                    assert_eq!(names.of(&image), Some(name), "{moves} {number}");
                }
            }
        }
        assert_eq!(names.of(&Game::default()), None);
    }
}
