//! The numbers that steer the search, with what they mean and how they were found.

/// Fewest empty squares at which an ending remembers results. Below, remembering costs more than it saves.
pub(super) const ENDGAME_TABLE: u32 = 7;
/// Fewest empty squares at which an ending uses the big table; smaller ones have a table of their own that stays in the cache.
pub(super) const ENDGAME_SHARED_TABLE: u32 = 11;
/// Fewest empty squares at which an ending looks for moves that the table already refutes.
pub(super) const ENDGAME_ETC: u32 = 9;
/// Most empty squares at which a position is solved without an evaluation to guide it.
pub(super) const ENDGAME_WITHOUT_EVAL: u32 = 13;

/// What an ending weighs to sort its moves: an odd region, each reply of the opponent, each empty square beside the discs of the
/// side that moved, where replies may come from, and each move that side would have next. Only the ratios matter: found by descent
/// on the nodes of endings with 20 to 26 empty squares. What makes the tree small is not what makes a move good: a corner counts
/// for little, and mobility for one's own side makes trees larger.
pub(super) const ENDGAME_PARITY: i64 = 4;
pub(super) const ENDGAME_MOBILITY: i64 = 8;
pub(super) const ENDGAME_FRONTIER: i64 = 2;
pub(super) const ENDGAME_OWN_MOBILITY: i64 = -3;
/// Fewest empty squares at which that mobility is counted. Below, counting costs more than it saves.
pub(super) const ENDGAME_OWN_MOBILITY_FROM: u32 = 9;
/// What the square of a move counts: a corner is good, a square diagonally beside one is not.
pub(super) const ENDGAME_CORNER: i64 = 3;
pub(super) const ENDGAME_X_SQUARE: i64 = -3;

/// How far on either side of a guess, in discs, the score of an ending is searched first.
pub(super) const GUESS_MARGIN: i32 = 3;

/// Size of the table for small endings, in bytes.
pub(super) const ENDGAME_TABLE_BYTES: usize = 1 << 18;

/// The least alpha, in discs, at which stable discs are counted: the opponent needs many of them before the count can pay.
pub(super) fn stability_threshold(empties: u32) -> i32 {
    if empties < 5 { 64 } else { (2 * empties as i32 - 4).min(56) }
}

/// Most plies above the leaves that are searched without table, evaluation order or ProbCut.
pub(super) const SHALLOW_DEPTH: u32 = 2;
/// Fewest plies at which a node looks for moves that the table already refutes.
pub(super) const ETC_DEPTH: u32 = 5;
/// Fewest plies at which a node shares its moves among threads.
pub(super) const SPLIT_DEPTH: u32 = 5;

tunable! {
    /// Discs/128 that one reply of the opponent counts in the order of moves, in the midgame.
    mobility_worth = 100 in 0..=800;
    /// The same where every line is played out, and few replies mean a small worker.
    solving_mobility_worth = 400 in 0..=1600;
    /// Discs/128 that an empty square beside the mover's discs counts where every line is played out.
    solving_frontier_worth = 30 in 0..=200;
    /// How far below alpha, in discs, a move may be before its node in the order does not matter any more.
    order_margin = 16 in 2..=64;
    /// Half the width, in discs/128, of the first window around the score of the iteration before.
    aspiration = 256 in 32..=1024;
    /// The error that ProbCut reckons with, in percent of the one that was measured.
    probcut_caution = 100 in 50..=200;
}

/// How deep the moves of a node are searched to order them; none for mobility alone. Only trees that are played out are worth more than
/// the linear estimate: in the midgame a search of one ply costs more than it saves (a tenth of the nodes of searches of 17 plies).
pub(super) fn order_depth(depth: u32, empties: u32) -> Option<u32> {
    let is_solving = depth >= empties;
    match depth {
        0..=3 => None,
        19..=22 if is_solving => Some(1),
        23..=24 if is_solving => Some(2),
        25.. if is_solving => Some(3),
        _ => Some(0),
    }
}

/// Fewest plies at which ProbCut is tried.
pub(super) const PROBCUT_DEPTH: u32 = 3;
/// How many ProbCut searches may be inside of each other.
pub(super) const PROBCUT_NESTING: u8 = 2;

/// How many standard deviations more than a probe's the error of a static value must keep clear of to cut two plies above the leaves:
/// so much costs nothing (searches of 13 plies on 1,000 positions with 24 empty squares: 19 % fewer nodes, error 2.41 as before).
pub(super) const STATIC_CAUTION: f32 = 0.9;

/// The depth of the shallow search that predicts one of this depth: about half, of the same parity, as the evaluation
/// reads differently on odd and even plies. For depths from 3 on.
pub fn probe_depth(depth: u32) -> u32 {
    let probe = depth / 4 * 2 + depth % 2;
    if probe == 0 { depth.saturating_sub(2) } else { probe }
}
