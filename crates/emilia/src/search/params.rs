//! The parameters of the search, with their meaning and how they were found.

/// Fewest empty squares at which an ending uses a table. Below, the table costs more than it saves.
pub(super) const ENDGAME_TABLE: u32 = 7;
/// Fewest empty squares at which an ending uses the table that the threads share; smaller ones use the thread's own table, which stays in
/// the cache of its core.
pub(super) const ENDGAME_SHARED_TABLE: u32 = 11;
/// Fewest empty squares at which an ending tries enhanced transposition cut-offs.
pub(super) const ENDGAME_ETC: u32 = 9;
/// Most empty squares at which a position is solved without an evaluation to guide it.
pub(super) const ENDGAME_WITHOUT_EVAL: u32 = 13;

/// The weights of the move ordering of endings: the least cost comes first. Only their ratios matter.
///
/// A small tree is not the same as a good move: nearly all moves that are tried first cut off, and the weights choose those with the
/// smallest trees. Found by coordinate descent on the cost of 110 proofs with 20 empty squares, a node of each kind weighted with its time.
/// These and 153 others cost 3.0 % less than with the features before: the frontier, X-squares and the mover's own mobility in place of the
/// last three.
pub(super) struct OrderWeights {
    /// Each reply of the opponent.
    pub reply: i64,
    /// Each reply in a corner, in addition.
    pub corner_reply: i64,
    /// A move in an odd region.
    pub odd_region: i64,
    /// A move in a corner.
    pub corner: i64,
    /// Each empty square beside the square of the move.
    pub empty_beside: i64,
    /// Each disc that the move puts or turns over.
    pub disc: i64,
    /// Each of these on an edge, in addition.
    pub edge_disc: i64,
}

/// With fewer than [`ENDGAME_ETC`] empty squares.
pub(super) const SMALL_ENDING_WEIGHTS: OrderWeights =
    OrderWeights { reply: 22, corner_reply: 12, odd_region: -4, corner: -10, empty_beside: 4, disc: 0, edge_disc: -1 };
/// With [`ENDGAME_ETC`] empty squares and more.
pub(super) const LARGE_ENDING_WEIGHTS: OrderWeights =
    OrderWeights { reply: 18, corner_reply: 18, odd_region: -4, corner: -10, empty_beside: 5, disc: 2, edge_disc: -3 };

/// How far on either side of a guess, in discs, the score of an ending is searched first.
pub(super) const GUESS_MARGIN: i32 = 3;

/// Most empty squares at which the move of a proved line is searched for if the table has no proof of it: one thread needs about a tenth of
/// a second.
pub(super) const LINE_SEARCH: u32 = 20;

/// Size of each thread's table for endings, in bytes.
pub(super) const ENDGAME_TABLE_BYTES: usize = 1 << 18;
/// The most bytes of the table for endings that the threads share: a part of a third-level cache.
pub(super) const ENDGAME_SHARED_TABLE_BYTES: usize = 1 << 22;

/// The least alpha, in discs, at which stable discs are counted. With more than five empty squares and a lower alpha, the opponent rarely
/// has enough of them.
pub(super) fn stability_threshold(empties: u32) -> i32 {
    if empties <= 5 { -64 } else { (2 * empties as i32 - 4).min(56) }
}

/// How many discs more than must be stable for a cut-off the opponent has at least where they are counted. In FFO #45 with five empty
/// squares, 42 % of the counts with 6 more lead to a cut-off, 69 % with 10, 1 % with none.
pub(super) fn stability_surplus(empties: u32) -> i32 {
    match empties {
        ..=4 => 8,
        5 => 6,
        6.. => 4,
    }
}

/// Size of the table for searches of two plies, in bytes.
pub(super) const SHALLOW_TABLE_BYTES: usize = 1 << 18;
/// Most plies above the leaves that are searched without the shared table, evaluation order or ProbCut.
pub(super) const SHALLOW_DEPTH: u32 = 2;
/// Fewest plies at which a node tries enhanced transposition cut-offs.
pub(super) const ETC_DEPTH: u32 = 5;
/// Fewest plies at which a node is split among threads.
pub(super) const SPLIT_DEPTH: u32 = 5;
/// The same in searches that do not reach the end of the game, which split only for an idle thread. With 5 instead of 3 plies, two threads
/// take 2 to 4 % more time for midgame positions to depths 20 and 22.
pub(super) const MIDGAME_SPLIT_DEPTH: u32 = 3;
/// Fewest plies at which a node that is expected to fail high searches two moves before it is split. Where the first move does not cut off,
/// the second one often does, and the large trees of the others are wasted: with one move FFO #40-49 take 19 % more nodes with 16 threads
/// instead of 10.
pub(super) const LATE_SPLIT_DEPTH: u32 = 16;

tunable! {
    /// The weight of one reply of the opponent in the move ordering of the midgame, in 1/128 disc.
    mobility_weight = 100 in 0..=800;
    /// The same in searches to the end of the game, where few replies mean a small tree.
    solving_mobility_weight = 400 in 0..=1600;
    /// The weight of a frontier square of the mover in searches to the end of the game, in 1/128 disc.
    solving_frontier_weight = 30 in 0..=200;
    /// The weight of an empty square beside the square of the move in searches to the end of the game, in 1/128 disc.
    solving_empty_beside_weight = 110 in 0..=800;
    /// The weight of a disc that the move turns over in searches to the end of the game, in 1/128 disc.
    solving_disc_weight = 44 in 0..=400;
    /// The weight of a move in a corner in searches to the end of the game, in 1/128 disc.
    solving_corner_weight = 220 in 0..=1600;
    /// The margin below alpha, in discs, beyond which the move ordering does not distinguish moves.
    order_margin = 16 in 2..=64;
    /// Half the width of the first aspiration window, in 1/128 disc.
    aspiration = 256 in 32..=1024;
    /// The same in searches to the end of the game, where scores are even numbers of discs.
    solving_aspiration = 128 in 32..=1024;
    /// The standard deviation that ProbCut assumes, in percent of the measured one.
    probcut_caution = 100 in 50..=200;
}

/// What the move ordering of a node knows of a move, besides the opponent's mobility.
#[derive(Clone, Copy)]
pub(super) enum OrderEffort {
    /// The linear part of the static evaluation of the position after it.
    Linear,
    /// A search of this depth in plies; 0 is the whole static evaluation.
    Search(u32),
}

/// The effort of the move ordering of a node that is searched to this depth; none for mobility alone. More than the linear evaluation pays
/// only in searches to the end of the game: in the midgame a search of one ply costs more than it saves (10 % of the nodes at 17 plies),
/// and with less than 16 plies to the end the whole evaluation does (2 % of the nodes of FFO #40-49).
pub(super) fn order_effort(depth: u32, empties: u32) -> Option<OrderEffort> {
    match depth {
        0..=3 => None,
        16..=18 if depth >= empties => Some(OrderEffort::Search(0)),
        19..=22 if depth >= empties => Some(OrderEffort::Search(1)),
        23..=24 if depth >= empties => Some(OrderEffort::Search(2)),
        25.. if depth >= empties => Some(OrderEffort::Search(3)),
        _ => Some(OrderEffort::Linear),
    }
}

/// Fewest plies at which ProbCut is tried.
pub(super) const PROBCUT_DEPTH: u32 = 3;
/// The greatest nesting of ProbCut probes.
pub(super) const PROBCUT_NESTING: u8 = 4;
/// Fewest empty squares at which the probes of a search to the end of the game are careful inside. Smaller endings lose as much time as
/// they gain.
pub(super) const CAREFUL_PROBES: u32 = 21;
/// The factor of the margins inside of a careful probe. What is wrong there adds to the error of the probe, and a wrong cut costs a large
/// tree. In the midgame a factor gains nothing.
pub(super) const CAREFUL_FACTOR: f32 = 1.5;
/// How far inside of its bound the static value may be for a probe inside of a careful one to be tried, as a part of the margin that it has
/// elsewhere. Static value and probe together err less than the probe alone.
pub(super) const CAREFUL_SLACK: f32 = 0.5;

/// The additional margin, in standard deviations, of a cut by the static value alone, two plies above the leaves. With this margin
/// the results are as good as without these cuts (13 plies on 1,000 positions with 24 empty squares: 19 % fewer nodes, error 2.41).
pub(super) const STATIC_CAUTION: f32 = 0.9;
/// Fewest moves at which a node one ply above the leaves is cut off by its static value: with 200 positions with 42 empty squares, depth 16
/// takes 0.70 of the time at the same error.
pub(super) const STATIC_MOVES: u32 = 4;
/// Fewest empty squares at which it is: with fewer, a search that is one ply less deep is as quick and errs less.
pub(super) const STATIC_EMPTIES: u32 = 16;

/// The depth of the shallow search that predicts one of this depth: about half of it, and of the same parity, as the evaluation
/// is biased differently at odd and even depths. For depths from 3 on.
pub fn probe_depth(depth: u32) -> u32 {
    let probe = depth / 4 * 2 + depth % 2;
    if probe == 0 { depth.saturating_sub(2) } else { probe }
}
