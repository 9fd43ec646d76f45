//! What a book knows of a position, and its bytes.

use super::draws::{DrawValues, leaf_draws};
use super::key::Key;
use emilia_core::{Bitboard, Certainty, Score, Square, Value};

/// What a book knows of a position. Squares are those of its [`Key`], values are for its side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The best value of all moves, those of the book and the leaf; none if none of them has a value.
    pub value: Option<Value>,
    /// The values if proved draws are no draws; none if they are equal to [`Entry::value`].
    pub draws: Option<DrawValues>,
    /// The moves to positions of the book.
    pub links: Bitboard,
    /// The best of the other moves.
    pub leaf: Leaf,
    /// The games that passed through the position, by source, in the order of the numbers of the sources.
    pub games: Vec<(u16, Games)>,
    /// The priority for expansion, lower first, in 1/128 disc: what the moves from the start position lose, and half a disc for each
    /// move; none before the first `extend`.
    pub priority: Option<u16>,
}

/// The best move to a position that is not in the book. See [`Entry`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaf {
    /// It was not searched yet.
    #[default]
    Unknown,
    /// There is none: every move leads to a position of the book.
    Nothing,
    /// The value of the best one, which is not named: books of other programs have those. A search replaces it.
    Unnamed(Value),
    /// The best one.
    Best {
        /// The square.
        at: Square,
        /// The value of the move.
        value: Value,
    },
}

/// Results of games, for the side to move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Games that the side to move won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
}

impl Games {
    /// The number of games.
    pub fn count(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// The results for the other side.
    #[must_use]
    pub fn reversed(self) -> Games {
        Games { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The sum, at most 2^32 - 1 of each result.
    #[must_use]
    pub fn plus(self, other: Games) -> Games {
        let Games { wins, draws, losses } = other;
        Games {
            wins: self.wins.saturating_add(wins),
            draws: self.draws.saturating_add(draws),
            losses: self.losses.saturating_add(losses),
        }
    }
}

/// The parts that follow the first byte of an entry.
mod flag {
    pub const LEAF: u8 = 0b11;
    pub const LEAF_NOTHING: u8 = 1;
    pub const LEAF_BEST: u8 = 2;
    pub const LEAF_UNNAMED: u8 = 3;
    pub const LINKS: u8 = 1 << 2;
    /// The value, where it is not that of the leaf.
    pub const VALUE: u8 = 1 << 3;
    pub const GAMES: u8 = 1 << 4;
    pub const PRIORITY: u8 = 1 << 5;
    pub const DRAWS: u8 = 1 << 6;
    pub const ALL: u8 = (1 << 7) - 1;
}

impl Entry {
    /// A position without links.
    pub fn with_leaf(leaf: Leaf) -> Entry {
        let (value, draws) = (leaf.value(), leaf.value().map(leaf_draws));
        Entry { value, draws: draws.filter(|draws| Some(draws.won) != value), leaf, ..Entry::default() }
    }

    /// The value of the position for each way to count draws.
    pub(super) fn draw_values(&self) -> Option<DrawValues> {
        self.draws.or(self.value.map(DrawValues::same))
    }

    /// All games, of all sources.
    pub fn all_games(&self) -> Games {
        self.games.iter().fold(Games::default(), |sum, (_, games)| sum.plus(*games))
    }

    /// Adds games of a source.
    pub fn add_games(&mut self, source: u16, games: Games) {
        match self.games.binary_search_by_key(&source, |(source, _)| *source) {
            Ok(at) => self.games[at].1 = self.games[at].1.plus(games),
            Err(at) => self.games.insert(at, (source, games)),
        }
    }

    /// The entry as bytes for the position of this key.
    pub(super) fn to_bytes(&self, key: Key) -> Vec<u8> {
        let mut bytes = vec![0];
        match self.leaf {
            Leaf::Unknown => {}
            Leaf::Nothing => bytes[0] |= flag::LEAF_NOTHING,
            Leaf::Best { at, value } => {
                bytes[0] |= flag::LEAF_BEST;
                bytes.push(at as u8);
                write_value(value, &mut bytes);
            }
            Leaf::Unnamed(value) => {
                bytes[0] |= flag::LEAF_UNNAMED;
                write_value(value, &mut bytes);
            }
        }
        if !self.links.is_empty() {
            bytes[0] |= flag::LINKS;
            // A bit for each legal move.
            let moves = key.position().moves();
            let bits = moves.enumerate().fold(0, |bits, (n, at)| bits | u64::from(self.links.has(at)) << n);
            write_number(bits, &mut bytes);
        }
        if let Some(value) = self.value.filter(|value| self.leaf.value() != Some(*value)) {
            bytes[0] |= flag::VALUE;
            write_value(value, &mut bytes);
        }
        if !self.games.is_empty() {
            bytes[0] |= flag::GAMES;
            write_number(self.games.len() as u64, &mut bytes);
            for (source, Games { wins, draws, losses }) in &self.games {
                write_number(u64::from(*source), &mut bytes);
                [wins, draws, losses].into_iter().for_each(|count| write_number(u64::from(*count), &mut bytes));
            }
        }
        if let Some(priority) = self.priority {
            bytes[0] |= flag::PRIORITY;
            bytes.extend(priority.to_le_bytes());
        }
        if let Some(DrawValues { lost, won }) = self.draws {
            bytes[0] |= flag::DRAWS;
            write_value(lost, &mut bytes);
            write_value(won, &mut bytes);
        }
        bytes
    }

    /// The entry of these bytes for the position of this key; none if they are damaged.
    pub(super) fn from_bytes(key: Key, bytes: &[u8]) -> Option<Entry> {
        let (flags, rest) = bytes.split_first()?;
        let (mut entry, from) = (Entry::default(), &mut &*rest);
        let moves = key.position().moves();
        entry.leaf = match flags & flag::LEAF {
            0 => Leaf::Unknown,
            flag::LEAF_NOTHING => Leaf::Nothing,
            flag::LEAF_BEST => {
                let at = Square::new(read_byte(from)?).filter(|at| moves.has(*at))?;
                Leaf::Best { at, value: read_value(from)? }
            }
            _ => Leaf::Unnamed(read_value(from)?),
        };
        if flags & flag::LINKS != 0 {
            let bits = read_number(from)?;
            entry.links = moves.enumerate().filter(|(n, _)| bits >> n & 1 != 0).map(|(_, at)| at).collect();
            if bits == 0 || bits.checked_shr(moves.len()).is_some_and(|beyond| beyond != 0) {
                return None;
            }
        }
        entry.value = if flags & flag::VALUE != 0 { Some(read_value(from)?) } else { entry.leaf.value() };
        if flags & flag::GAMES != 0 {
            for _ in 0..read_number(from)? {
                let mut number = || read_number(from)?.try_into().ok();
                let source = u16::try_from(number()?).ok()?;
                entry.games.push((source, Games { wins: number()?, draws: number()?, losses: number()? }));
            }
            if !entry.games.is_sorted_by(|(one, _), (other, _)| one < other) {
                return None;
            }
        }
        if flags & flag::PRIORITY != 0 {
            entry.priority = Some(u16::from_le_bytes([read_byte(from)?, read_byte(from)?]));
        }
        if flags & flag::DRAWS != 0 {
            entry.draws = Some(DrawValues { lost: read_value(from)?, won: read_value(from)? });
        }
        (from.is_empty() && flags & !flag::ALL == 0).then_some(entry)
    }
}

impl Leaf {
    /// The value of the move, if it is known.
    pub fn value(self) -> Option<Value> {
        match self {
            Leaf::Best { value, .. } | Leaf::Unnamed(value) => Some(value),
            Leaf::Unknown | Leaf::Nothing => None,
        }
    }

    /// The square of the move, if it is known.
    pub fn square(self) -> Option<Square> {
        match self {
            Leaf::Best { at, .. } => Some(at),
            Leaf::Unknown | Leaf::Nothing | Leaf::Unnamed(_) => None,
        }
    }
}

/// Proofs first, then greater depths and confidences.
pub(super) fn certainty(value: Value) -> (u8, u8, u8) {
    match value.certainty() {
        Certainty::Exact => (2, 0, 0),
        Certainty::AtLeast | Certainty::AtMost => (1, 0, 0),
        Certainty::Depth { plies, percent } => (0, plies, percent),
    }
}

/// Bytes above every depth for what is proved.
const EXACT: u8 = 253;
const AT_LEAST: u8 = 254;
const AT_MOST: u8 = 255;

/// Appends the score in 1/128 disc, and the depth and the percentage, or one byte for a proof.
pub(super) fn write_value(value: Value, to: &mut Vec<u8>) {
    to.extend((value.score().raw() as i16).to_le_bytes());
    match value.certainty() {
        Certainty::Depth { plies, percent } => to.extend([plies, percent]),
        Certainty::Exact => to.push(EXACT),
        Certainty::AtLeast => to.push(AT_LEAST),
        Certainty::AtMost => to.push(AT_MOST),
    }
}

/// Reads what [`write_value`] wrote; none if it is damaged.
pub(super) fn read_value(from: &mut &[u8]) -> Option<Value> {
    let raw = i16::from_le_bytes([read_byte(from)?, read_byte(from)?]);
    let score = Score::from_raw(raw);
    if score < Score::MIN || score > Score::MAX {
        return None;
    }
    let certainty = match read_byte(from)? {
        EXACT => Certainty::Exact,
        AT_LEAST => Certainty::AtLeast,
        AT_MOST => Certainty::AtMost,
        plies @ 0..=60 => {
            Certainty::Depth { plies, percent: read_byte(from).filter(|percent| (1..=100).contains(percent))? }
        }
        _ => return None,
    };
    Value::from_parts(score, certainty)
}

fn read_byte(from: &mut &[u8]) -> Option<u8> {
    let (first, rest) = from.split_first()?;
    *from = rest;
    Some(*first)
}

/// Appends a number, seven bits a byte, the lowest first; all bytes but the last have the highest bit.
pub(super) fn write_number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads what [`write_number`] wrote; none if it is damaged.
pub(super) fn read_number(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = read_byte(from)?;
        number |= u64::from(byte & 0x7F).checked_shl(shift).filter(|part| part >> shift == u64::from(byte & 0x7F))?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The leaf whose move is named, then that of the more certain search; of equals the tighter bound or the better move, so that the order
/// does not matter.
pub(super) fn better(one: Leaf, other: Leaf) -> Leaf {
    let order = |leaf: Leaf| {
        // Others are known again once the links are.
        let value = leaf.value()?;
        let is_upper = value.certainty() == Certainty::AtMost;
        let score = if is_upper { -value.score() } else { value.score() };
        Some((leaf.square().is_some(), certainty(value), !is_upper, score, leaf.square()))
    };
    if order(other) > order(one) { other } else { one }
}

/// How a book ranks a move with this value: proved wins come first, then greater scores.
pub(super) fn rank(value: Value) -> (bool, Score) {
    rank_with(value, value.score())
}

/// The same where draws count otherwise, so that the move has this score.
pub(super) fn rank_with(value: Value, score: Score) -> (bool, Score) {
    (value.lower().is_some_and(|lower| lower > 0), score)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Games, read_number, read_value, write_number, write_value};
    use crate::book::draws::DrawValues;
    use crate::book::key::Key;
    use crate::book::tests::{leaf_of, random_positions};
    use emilia_core::{Score, Value};

    #[test]
    fn entries_are_read_as_they_were_written_and_damaged_ones_do_no_harm() {
        for (number, position) in random_positions(30, 5).into_iter().enumerate() {
            let Some(key) = Key::of(position).map(|view| view.key) else { continue };
            let games = vec![
                (1, Games { wins: 3, draws: 0, losses: 200 }),
                (300, Games { wins: u32::MAX, draws: 1, losses: 0 }),
            ];
            let value = Some(Value::estimate(Score::from_discs(-1.5), 21, 73));
            let links = key.position().moves().filter(|at| at.index() % 3 == number % 3).collect();
            let (priority, leaf) = ((number % 2 == 0).then_some(77), leaf_of(key, number));
            let draws = (number % 5 == 0).then_some(DrawValues { lost: Value::exact(-64), won: Value::at_least(2) });
            let entry = Entry { leaf, value, draws, links, games, priority };
            let bytes = entry.to_bytes(key);
            assert_eq!(Entry::from_bytes(key, &bytes), Some(entry));
            for length in 0..bytes.len() {
                let _ = Entry::from_bytes(key, &bytes[..length]);
                let mut damaged = bytes.clone();
                damaged[length] ^= 1 << (number % 8);
                let _ = Entry::from_bytes(key, &damaged);
            }
        }
    }

    #[test]
    fn numbers_and_values_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            write_number(number, &mut bytes);
            assert_eq!(read_number(&mut bytes.as_slice()), Some(number));
        }
        assert_eq!(read_number(&mut [0xFF; 11].as_slice()), None);
        for value in [
            Value::exact(-64),
            Value::at_least(2),
            Value::at_most(0),
            Value::estimate(Score::from_discs(0.25), 60, 100),
        ] {
            let mut bytes = Vec::new();
            write_value(value, &mut bytes);
            assert_eq!(read_value(&mut bytes.as_slice()), Some(value));
        }
    }
}
