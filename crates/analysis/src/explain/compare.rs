//! The claims that speak for one move against another one in the same position.

use super::amounts::{Amounts, amounts, only_side};
use super::claim::Claim;
use super::difference;
use super::features::edges::{EDGES, EdgeShape, holes, shaped};
use super::features::regions::{region_of, regions};
use super::features::{corners, mobility, tempo, traps};
use super::kind::ClaimKind;
use super::weights::{contribution, phase};
use emilia::{Bitboard, Certainty, Colour, Move, Position, Report, Square, Value};

/// Moves of a best line that are trusted: later ones are often not the best.
const LINE: usize = 6;

/// A legal move with its value, its amounts and its best line.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub at: Square,
    pub value: Value,
    pub amounts: Amounts,
    pub line: &'a [Move],
}

impl<'a> Candidate<'a> {
    /// The move of a line; none if it is not legal.
    pub(super) fn new(position: Position, report: &'a Report<Move>) -> Option<Candidate<'a>> {
        let at = report.line.first()?.square()?;
        Some(Candidate { at, value: report.value, amounts: amounts(position, at)?, line: &report.line })
    }

    /// The corners that the side of the move takes in the first plies of the best line, or else its opponent.
    fn corners_in_line(&self, is_own: bool, plies: usize) -> Bitboard {
        let of_side = self.line.iter().take(plies).skip(usize::from(!is_own)).step_by(2);
        of_side.filter_map(|mv| mv.square()).filter(|at| Bitboard::CORNERS.has(*at)).collect()
    }
}

/// Discs that the move loses against the better one, at least, 0 or more; none if bounds do not tell.
pub(super) fn loss(better: &Candidate, worse: &Candidate) -> Option<f32> {
    let value = difference::between(better.value, worse.value)?;
    (value.certainty() != Certainty::AtMost).then(|| value.score().to_discs().max(0.0))
}

/// The discs by which all terms together prefer the better move; negative if they prefer the other one.
pub(super) fn explained(position: Position, better: &Candidate, worse: &Candidate) -> f32 {
    let of_kind = |index| contribution(index, phase(position), [&better.amounts, &worse.amounts]);
    (0..ClaimKind::MEASURED.len()).map(of_kind).sum()
}

/// Every claim for the better move, each with the discs that it explains: what the fit says for the difference of the amounts, and at most
/// the loss.
pub(super) fn claims(position: Position, mover: Colour, better: &Candidate, worse: &Candidate) -> Vec<(Claim, f32)> {
    let loss = loss(better, worse).unwrap_or(0.0);
    let of_kind = |(index, kind): (usize, ClaimKind)| {
        let has_more = better.amounts[index] > worse.amounts[index];
        let strength = || strength(kind, phase(position), [&better.amounts, &worse.amounts]).min(loss);
        has_more.then(|| (claim(kind, index, position, mover, better, worse), strength()))
    };
    ClaimKind::MEASURED.into_iter().enumerate().filter_map(of_kind).collect()
}

/// The discs that the kind explains. A special case has those of the general kind, too, as far as it is a part of that.
fn strength(kind: ClaimKind, phase: usize, moves: [&Amounts; 2]) -> f32 {
    use ClaimKind::*;
    let explained = |kind: ClaimKind| contribution(kind as usize, phase, moves);
    let more = |kind: ClaimKind| (moves[0][kind as usize] - moves[1][kind as usize]) as f32;
    let general = match kind {
        ForcedPass => explained(OpponentMobility),
        // The discs of a wall are frontier discs.
        Wall if more(Frontier) > 0.0 => explained(Frontier) * (more(Wall) / more(Frontier)).min(1.0),
        _ => 0.0,
    };
    explained(kind) + general
}

/// What the best lines show: who takes corners in them, after the edge or the wedge of the move that leads to it.
pub(super) fn of_lines(position: Position, mover: Colour, better: &Candidate, worse: &Candidate) -> Vec<Claim> {
    let [of_better, of_worse] =
        [better, worse].map(|candidate| [true, false].map(|is_own| candidate.corners_in_line(is_own, LINE)));
    let balance = |[own, opp]: [Bitboard; 2]| own.len() as i32 - opp.len() as i32;
    // A corner that is taken later in the other line, too, makes no difference.
    let sooner_or_later = |candidate: &Candidate, is_own| candidate.corners_in_line(is_own, usize::MAX);
    let (won, lost) = (of_better[0] - sooner_or_later(worse, true), of_worse[1] - sooner_or_later(better, false));
    if balance(of_better) <= balance(of_worse) || better.line.len().min(worse.line.len()) < LINE {
        return Vec::new();
    }
    let edges = |corners: Bitboard| EDGES.iter().filter(move |edge| corners.has(edge[0]) || corners.has(edge[7]));
    let touches = |discs: Bitboard, corners| edges(corners).flatten().any(|at| discs.has(*at));
    let five = edge_shapes(position, worse.at, EdgeShape::UnbalancedFive);
    let of_move = [
        (ClaimKind::UnbalancedEdge, touches(five, lost)),
        (ClaimKind::WinsCorner, !(won & corners::won(position, better.at)).is_empty()),
        (ClaimKind::Wedge, touches(Bitboard::from(better.at), won)),
    ];
    let is_shown = |(kind, is_true): &(ClaimKind, bool)| {
        *is_true && better.amounts[*kind as usize] > worse.amounts[*kind as usize]
    };
    let shown = of_move.into_iter().filter(is_shown);
    let mut made: Vec<Claim> =
        shown.map(|(kind, _)| claim(kind, kind as usize, position, mover, better, worse)).collect();
    let of_line = |kind, [subject, other]: [&Candidate; 2], favours, squares| {
        let value = difference::between(subject.value, other.value);
        Claim { kind, mover, at: subject.at, than: Some(other.at), favours, squares, counts: [0; 2], value }
    };
    match (lost.is_empty(), won.is_empty()) {
        (false, _) => made.push(of_line(ClaimKind::CornerLostInLine, [worse, better], mover.other(), lost)),
        (true, false) => made.push(of_line(ClaimKind::CornerInLine, [better, worse], mover, won)),
        (true, true) => {}
    }
    made
}

/// What the opponent's best reply to the worse move shows.
pub(super) fn of_reply(position: Position, mover: Colour, better: &Candidate, worse: &Candidate) -> Option<Claim> {
    let reply = worse.line.get(1)?.square()?;
    let after = [better, worse].map(|candidate| position.try_play(candidate.at));
    let [of_better, of_worse] = [after[0]?.moves(), after[1]?.moves()];
    let was_open = position.pass().moves().has(reply);
    let of_corner = if was_open { ClaimKind::DeniesCorner } else { ClaimKind::GivesCorner };
    let has_more = better.amounts[of_corner as usize] > worse.amounts[of_corner as usize];
    let (kind, subject, other) = match () {
        () if !of_worse.has(reply) || of_better.has(reply) => return None,
        () if Bitboard::CORNERS.has(reply) && has_more => {
            return Some(claim(of_corner, of_corner as usize, position, mover, better, worse));
        }
        () if reply == better.at => (ClaimKind::SharedSquare, worse, better),
        () if was_open => (ClaimKind::DeniesReply, better, worse),
        () => (ClaimKind::OpensReply, worse, better),
    };
    let favours = if subject.at == better.at { mover } else { mover.other() };
    let value = difference::between(subject.value, other.value);
    let squares = Bitboard::from(reply);
    Some(Claim { kind, mover, at: subject.at, than: Some(other.at), favours, squares, counts: [0; 2], value })
}

/// The claim of this kind, given that the better move has more of it.
fn claim(
    kind: ClaimKind,
    index: usize,
    position: Position,
    mover: Colour,
    better: &Candidate,
    worse: &Candidate,
) -> Claim {
    let is_fault = is_fault(kind, position, better, worse);
    let (subject, other) = if is_fault { (worse, better) } else { (better, worse) };
    let counts = [subject, other].map(|candidate| candidate.amounts[index].unsigned_abs());
    let value = difference::between(subject.value, other.value);
    let favours = if is_fault { mover.other() } else { mover };
    let squares = squares(kind, position, subject.at, other.at, is_fault);
    Claim { kind, mover, at: subject.at, than: Some(other.at), favours, squares, counts, value }
}

/// Whether a claim of this kind is about what the worse move does wrong; else it is about a merit of the better one.
fn is_fault(kind: ClaimKind, position: Position, better: &Candidate, worse: &Candidate) -> bool {
    use ClaimKind::*;
    match kind {
        GivesCorner | XSquare | CSquare | Wall | Hole | UnbalancedEdge => true,
        // The better move has more regions of its own, or the worse one leaves the opponent more.
        OwnRegion => {
            let own = |candidate: &Candidate| only_regions(position, candidate.at, true).len();
            own(better) <= own(worse)
        }
        _ => false,
    }
}

/// The regions where only the side of the move, or only the opponent, can move after it.
fn only_regions(position: Position, at: Square, is_own: bool) -> Vec<Bitboard> {
    let regions = position.try_play(at).map_or(Vec::new(), |next| regions(next.pass()));
    regions.iter().filter(|region| only_side(region) == Some(is_own)).map(|region| region.squares).collect()
}

/// The largest region where only the side of the move, or only the opponent, can move after it, of those that the other move has not. Of
/// equal ones it is the same in mirror images.
fn largest_region(position: Position, at: Square, other: Square, is_own: bool) -> Bitboard {
    let (_, symmetry) = position.canonical();
    let shared = only_regions(position, other, is_own);
    let (old, new): (Vec<Bitboard>, Vec<Bitboard>) =
        only_regions(position, at, is_own).into_iter().partition(|region| shared.contains(region));
    let first = |region: Bitboard| region.map(|at| symmetry.square(at)).min();
    let rest = if new.is_empty() { old } else { new };
    rest.into_iter().max_by_key(|region| (region.len(), std::cmp::Reverse(first(*region)))).unwrap_or_default()
}

/// All squares of these sets.
fn union(sets: Vec<Bitboard>) -> Bitboard {
    sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
}

/// The squares that show the claim about the move `at`, without those that the other move has, too.
fn squares(kind: ClaimKind, position: Position, at: Square, other: Square, is_fault: bool) -> Bitboard {
    use ClaimKind::*;
    let Some(next) = position.try_play(at) else { return Bitboard::EMPTY };
    let own = next.pass();
    let unless_shared = |of: fn(Position, Square) -> Bitboard| {
        let rest = of(position, at) - of(position, other);
        if rest.is_empty() { of(position, at) } else { rest }
    };
    match kind {
        GivesCorner => unless_shared(corners::given),
        DeniesCorner => unless_shared(corners::denied),
        WinsCorner => unless_shared(corners::won),
        XSquare | CSquare => corners::corner_beside(at).map_or(Bitboard::EMPTY, Bitboard::from),
        OpponentMobility => next.moves(),
        OwnMobility => own.moves(),
        Frontier => mobility::frontier(own),
        Wall => unless_shared(|position, at| {
            position.try_play(at).map_or(Bitboard::EMPTY, |next| mobility::walls(next.pass()))
        }),
        Stable => own.stable(),
        OddRegion => region_of(position.empty(), at),
        OwnRegion => largest_region(position, at, other, !is_fault),
        OpponentSafe => tempo::safe_moves(next),
        OwnSafe => tempo::safe_moves(own),
        Wedge => wedged(own, at),
        Hole => unless_shared(|position, at| position.try_play(at).map_or(Bitboard::EMPTY, |next| holes(next.pass()))),
        UnbalancedEdge => unless_shared(|position, at| edge_shapes(position, at, EdgeShape::UnbalancedFive)),
        BalancedEdge => unless_shared(|position, at| edge_shapes(position, at, EdgeShape::BalancedSix)),
        StonerTrap => traps::stoner_traps(position, at).iter().flat_map(|trap| [trap.near, trap.far]).collect(),
        _ => Bitboard::EMPTY,
    }
}

/// The own discs of shapes of this kind after the move.
fn edge_shapes(position: Position, at: Square, shape: EdgeShape) -> Bitboard {
    union(position.try_play(at).map_or(Vec::new(), |next| shaped(next.pass(), shape)))
}

/// The opponent's discs on both sides of the wedge.
fn wedged(own: Position, at: Square) -> Bitboard {
    let is_row = at.row() == 0 || at.row() == 7;
    Bitboard::from(at)
        .spread()
        .filter(|beside| {
            own.opp().has(*beside) && if is_row { beside.row() == at.row() } else { beside.column() == at.column() }
        })
        .collect()
}
