//! The kinds of claims.

use serde::Serialize;

/// What a claim is about. The name in JSON is the name here in lower case with `_` between the words.
///
/// The kinds of [`ClaimKind::MEASURED`] have an amount for every move, see [`super::amounts()`]; the others are about the position as a
/// whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The move takes a corner.
    TakesCorner,
    /// The opponent can take a corner that it could not take before.
    GivesCorner,
    /// The opponent can no longer take a corner.
    DeniesCorner,
    /// A corner can be taken next, whatever the opponent replies.
    WinsCorner,
    /// The move is to an X-square beside an empty corner that the opponent cannot take at once.
    XSquare,
    /// The move is to a C-square beside an empty corner that the opponent cannot take at once, with less than five own discs in the row.
    CSquare,
    /// The opponent must pass.
    ForcedPass,
    /// The number of the opponent's moves.
    OpponentMobility,
    /// The number of own moves after the move.
    OwnMobility,
    /// The number of own frontier discs.
    Frontier,
    /// Own discs of walls.
    Wall,
    /// The move is quiet: it opens no new move to the opponent.
    Quiet,
    /// The number of own stable discs.
    Stable,
    /// The move is in a region with an odd number of empty squares.
    OddRegion,
    /// Small regions where only one side can move.
    OwnRegion,
    /// The opponent cannot answer nearby.
    Tempo,
    /// The number of the opponent's safe moves.
    OpponentSafe,
    /// The number of own safe moves after the move.
    OwnSafe,
    /// The move is a wedge that the opponent cannot flip at once.
    Wedge,
    /// Holes in own edges where the opponent can wedge.
    Hole,
    /// Own unbalanced fives.
    UnbalancedEdge,
    /// Own balanced sixes.
    BalancedEdge,
    /// The move sets a Stoner trap.
    StonerTrap,
    /// In the best line the side of the move takes a corner.
    CornerInLine,
    /// In the best line the opponent takes a corner.
    CornerLostInLine,
    /// The opponent's best reply to a worse move is the best move's square.
    SharedSquare,
    /// A worse move opens the square of the opponent's best reply.
    OpensReply,
    /// The best move takes away the opponent's best reply to a worse move.
    DeniesReply,
    /// The best move, and by how much it is better than the next one.
    BestMove,
    /// A worse move that people would choose at first sight.
    FirstSight,
    /// The best move gives a corner all the same.
    Sacrifice,
    /// No claim shows why the best move is better.
    Unexplained,
    /// There is one legal move.
    OnlyMove,
    /// No move is clearly better than the best ones.
    EqualMoves,
}

impl ClaimKind {
    /// Whether it counts moves or discs that lie all over the board, so that a picture is clearer without them.
    pub(super) fn is_count(self) -> bool {
        use ClaimKind::*;
        matches!(self, OpponentMobility | OwnMobility | Frontier | Stable | OpponentSafe | OwnSafe)
    }

    /// The kinds that every move has an amount of, in the order of the amounts, which is that of their declaration.
    pub const MEASURED: [ClaimKind; 23] = {
        use ClaimKind::*;
        [
            TakesCorner,
            GivesCorner,
            DeniesCorner,
            WinsCorner,
            XSquare,
            CSquare,
            ForcedPass,
            OpponentMobility,
            OwnMobility,
            Frontier,
            Wall,
            Quiet,
            Stable,
            OddRegion,
            OwnRegion,
            Tempo,
            OpponentSafe,
            OwnSafe,
            Wedge,
            Hole,
            UnbalancedEdge,
            BalancedEdge,
            StonerTrap,
        ]
    };
}
