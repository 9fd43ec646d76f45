//! A claim: one computed fact about a move, in words and squares.

use super::area;
use super::difference;
use super::kind::ClaimKind;
use crate::board::{Bitboard, Square};
use crate::game::Colour;
use crate::score::Value;
use std::fmt;

/// A fact about a move, compared with another one. `Display` writes it as a sentence without a full stop, and behind a colon the
/// difference of the values of the two moves in discs.
///
/// # Examples
/// ```
/// use emilia::analysis::explain::{Claim, ClaimKind};
/// use emilia::{Bitboard, Colour, Square, Value};
///
/// let claim = Claim {
///     kind: ClaimKind::GivesCorner,
///     mover: Colour::Black,
///     at: Square::G7,
///     than: Some(Square::D7),
///     favours: Colour::White,
///     squares: Bitboard::from(Square::H8),
///     counts: [1, 0],
///     value: Some(Value::exact(-6)),
/// };
/// assert_eq!(claim.to_string(), "g7 gives White h8: -6");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// What it is about.
    pub kind: ClaimKind,
    /// The side to move.
    pub mover: Colour,
    /// The move that it is about.
    pub at: Square,
    /// The move that it is compared with.
    pub than: Option<Square>,
    /// The side that it favours.
    pub favours: Colour,
    /// The squares to mark on the board, without the move.
    pub squares: Bitboard,
    /// What is counted, after the move and after the other one.
    pub counts: [u32; 2],
    /// The value of the move less that of the other one, in discs for the side to move; none if it is not known.
    pub value: Option<Value>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())?;
        match self.value {
            Some(value) => write!(f, ": {}", difference::text(value)),
            None => Ok(()),
        }
    }
}

impl Claim {
    /// The sentence without the value.
    fn sentence(&self) -> String {
        use ClaimKind::*;
        let (at, squares) = (self.at, list(self.squares));
        let [own, opp] = [self.mover, self.mover.other()].map(name);
        match self.kind {
            TakesCorner => format!("{at} takes a corner"),
            GivesCorner => format!("{at} gives {opp} {squares}"),
            DeniesCorner => format!("{at} keeps {opp} out of {squares}"),
            ThreatensCorner => format!("{at} threatens to take {squares}"),
            XSquare => format!("{at} is the X-square beside the empty corner {squares}"),
            CSquare => format!("{at} is a C-square beside the empty corner {squares}"),
            OpponentMobility => self.compared(&format!("leaves {opp}"), "move"),
            OwnMobility => self.compared(&format!("gives {own}"), "next move"),
            ForcedPass => format!("after {at} {opp} must pass"),
            Frontier => self.compared(&format!("leaves {own}"), "frontier disc"),
            Wall => format!("{at} leaves {own} a wall: {squares}"),
            Quiet => format!("{at} is a quiet move, no disc that it flips is beside an empty square"),
            Stable => self.compared(&format!("leaves {own} at least"), "stable disc"),
            OddRegion => {
                let (area, count) = (area::name(self.squares), empties(self.squares));
                format!("{at} is in the odd region {area} ({count}), where {own} moves last if both play there in turn")
            }
            OwnRegion => {
                let side = name(self.favours);
                format!("after {at} only {side} has a move among {squares}")
            }
            Tempo => format!("{at} gains a tempo, {opp} cannot answer {}", area::name(self.squares.with(at))),
            OpponentSafe => self.compared(&format!("leaves {opp}"), "safe move"),
            OwnSafe => self.compared(&format!("keeps {own}"), "safe move"),
            Wedge => format!("{at} wedges between {squares}"),
            Hole => format!("{at} leaves a hole where {opp} can wedge, {squares}"),
            UnbalancedEdge => format!("{at} leaves {own} an unbalanced five, {squares}"),
            BalancedEdge => format!("{at} leaves {own} a balanced six, {squares}"),
            StonerTrap => format!("{at} sets a Stoner trap, {opp} cannot keep all of {squares}"),
            Sacrifice => {
                let than = self.than.map_or_else(String::new, |than| format!(" than {than}"));
                format!("{at} gives {opp} {squares} and is better{than} all the same")
            }
            Unexplained => {
                let than = self.than.map_or_else(String::new, |than| format!(" than {than}"));
                format!("{at} is better{than}, and none of the terms known here shows why")
            }
            OnlyMove => format!("{at} is the only move"),
            EqualMoves => {
                format!("no move that was searched is clearly better than {at}; within half a disc: {squares}")
            }
        }
    }

    /// `d7 leaves White 4 moves, g7 leaves 9`.
    fn compared(&self, verb: &str, what: &str) -> String {
        let [count, other] = self.counts;
        let plural = if count == 1 { "" } else { "s" };
        let than = self.than.map_or_else(String::new, |than| format!(", {than} {other}"));
        format!("{} {verb} {count} {what}{plural}{than}", self.at)
    }
}

/// `Black` or `White`, as a name in a sentence.
pub(super) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

fn empties(region: Bitboard) -> String {
    if region.len() == 1 { "1 empty square".to_owned() } else { format!("{} empty squares", region.len()) }
}

/// `a1`, `a1 and h1`, `a1, h1 and h8`.
fn list(squares: Bitboard) -> String {
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
