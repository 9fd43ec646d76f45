//! A claim: one computed fact about a move, in words and squares.

use super::difference;
use super::kind::ClaimKind;
use emilia::{Bitboard, Colour, Square, Value};
use std::fmt;

/// The most squares that a sentence names.
const MOST_SQUARES: usize = 4;

/// A fact about a move, compared with another one. `Display` writes it as a sentence without a full stop.
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
        use ClaimKind::*;
        let (at, squares) = (self.at, list(self.squares));
        let [own, opp] = [self.mover, self.mover.other()].map(name);
        let corners =
            if self.squares.len() == 1 { format!("the corner {squares}") } else { format!("the corners {squares}") };
        match self.kind {
            TakesCorner => write!(f, "{at} takes the corner"),
            GivesCorner => write!(f, "{at} gives {opp} {corners}"),
            DeniesCorner => write!(f, "{at} keeps {opp} out of {corners}"),
            WinsCorner => write!(f, "{at} wins {corners}, whatever {opp} replies"),
            XSquare => write!(f, "{at} is the X-square beside the empty corner {squares}"),
            CSquare => write!(f, "{at} is a C-square beside the empty corner {squares}"),
            OpponentMobility => self.compared(f, &format!("leaves {opp}"), "move"),
            OwnMobility => self.compared(f, &format!("keeps {own}"), "next move"),
            ForcedPass => write!(f, "after {at} {opp} must pass"),
            Frontier => self.compared(f, &format!("leaves {own}"), "frontier disc"),
            Wall => write!(f, "{at} leaves {own} a wall of frontier discs, {squares}"),
            Quiet => write!(f, "{at} is a quiet move, it opens no new move to {opp}"),
            Stable => self.compared(f, &format!("leaves {own} at least"), "stable disc"),
            OddRegion if self.squares.len() == 1 => write!(f, "{at} fills a region of one square, which is odd"),
            OddRegion => {
                let region = region(self.squares);
                write!(f, "{at} plays into the odd region {region}: {own} moves last there if both play there in turn")
            }
            OwnRegion => {
                let (side, region) = (name(self.favours), region(self.squares));
                write!(f, "after {at} only {side} has a move in the region {region}, for now")
            }
            Tempo => write!(f, "{at} gains a tempo, {opp} has no answer nearby"),
            OpponentSafe => self.compared(f, &format!("leaves {opp}"), "safe move"),
            OwnSafe => self.compared(f, &format!("keeps {own}"), "safe move"),
            Wedge => write!(f, "{at} wedges between {squares}"),
            Hole => write!(f, "{at} lets {opp} wedge at {squares}"),
            UnbalancedEdge => write!(f, "{at} leaves {own} an unbalanced edge, {squares}"),
            BalancedEdge => write!(f, "{at} leaves {own} a balanced edge of six, {squares}"),
            StonerTrap => write!(f, "{at} sets a Stoner trap: {opp} cannot keep both {squares}"),
            CornerInLine => write!(f, "{own} takes {corners} in the best line after {at}"),
            CornerLostInLine => write!(f, "{opp} takes {corners} in the best line after {at}"),
            SharedSquare => write!(f, "after {at} the best reply of {opp} is {squares} itself"),
            OpensReply => write!(f, "{at} opens {squares} to {opp}, its best reply"),
            DeniesReply => write!(f, "{at} keeps {opp} from {squares}, its best reply to {}", self.than()),
            BestMove => {
                let equals = if self.squares.is_empty() { String::new() } else { format!(" (like {squares})") };
                write!(f, "{at}{equals} is best, {}", self.amount(&format!(" better than {}", self.than())))
            }
            FirstSight => write!(f, "{at} looks natural, but loses {}", self.amount("")),
            Sacrifice => write!(f, "{at} gives {opp} {corners} and is best all the same"),
            Unexplained if self.squares.is_empty() => write!(f, "no term known here shows why {at} is worse"),
            Unexplained => write!(f, "no term known here shows why {at} is worse; {opp} answers it with {squares}"),
            OnlyMove => write!(f, "{at} is the only move"),
            EqualMoves => {
                write!(f, "no move that was searched is clearly better than {at}; within half a disc: {squares}")
            }
        }
    }
}

impl Claim {
    /// `d7 leaves White 4 moves, g7 9`.
    fn compared(&self, f: &mut fmt::Formatter<'_>, verb: &str, what: &str) -> fmt::Result {
        let [count, other] = self.counts;
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{} {verb} {count} {what}{plural}, {} {other}", self.at, self.than())
    }

    fn than(&self) -> String {
        self.than.map_or_else(|| "the others".to_owned(), |than| than.to_string())
    }

    /// `5.8 discs better than d2 (12@73%)`: the size of the difference, these words, and its certainty.
    fn amount(&self, words: &str) -> String {
        self.value.map_or_else(String::new, |value| difference::size(value, words))
    }
}

/// `Black` or `White`, as a name in a sentence.
pub(super) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// `in the south-west (a7, a8 and b8)`.
fn region(squares: Bitboard) -> String {
    format!("{} ({})", area(squares), list(squares))
}

/// `a1`, `a1 and h1`, `a1, h1 and h8`, `c4 to f4` for discs side by side on a line, `a1, b1, c1, d1 and 5 more`.
fn list(squares: Bitboard) -> String {
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first, .., last] if names.len() > 2 && is_run(squares) => format!("{first} to {last}"),
        [others @ .., last] if names.len() <= MOST_SQUARES => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {} more", names[..MOST_SQUARES].join(", "), names.len() - MOST_SQUARES),
    }
}

/// Whether the squares are neighbours in one row or one column, without a gap.
fn is_run(squares: Bitboard) -> bool {
    let all: Vec<Square> = squares.collect();
    [1, 8].iter().any(|step| {
        let is_next = |pair: &[Square]| pair[0] as u8 + step == pair[1] as u8;
        all.windows(2).all(is_next) && (*step == 8 || all.iter().all(|at| at.row() == all[0].row()))
    })
}

/// `in the south-east`, by the centre of the squares: they lie to one side if their mean is more than half a square off the middle of the
/// board; `in the middle` otherwise.
fn area(squares: Bitboard) -> String {
    let count = f64::from(squares.len().max(1));
    let mean = |place: fn(emilia::Square) -> u8| squares.map(|at| f64::from(place(at))).sum::<f64>() / count - 3.5;
    let side = |offset: f64, low: &'static str, high: &'static str| match offset {
        offset if offset < -0.5 => low,
        offset if offset > 0.5 => high,
        _ => "",
    };
    let (vertical, horizontal) =
        (side(mean(|at| at.row()), "north", "south"), side(mean(|at| at.column()), "west", "east"));
    match (vertical, horizontal) {
        ("", "") => "in the middle".to_owned(),
        (only, "") | ("", only) => format!("in the {only}"),
        (vertical, horizontal) => format!("in the {vertical}-{horizontal}"),
    }
}
