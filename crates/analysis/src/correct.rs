//! Corrects transcripts and sheets written by hand: the nearest legal games, by plausible slips of the pen.
//!
//! Knows nothing of good moves: a game is near if few and likely mistakes turn it into what is written.

mod change;
mod cost;
mod search;
mod tokens;
mod written;

pub use change::Change;
pub use written::Written;

use emilia::{Game, Move};
use search::{Found, Search};

/// A legal game that the record may mean.
///
/// # Examples
/// ```
/// use emilia_analysis::{Corrector, Written};
///
/// // The fifth move should be c4: b4 flips nothing.
/// let corrections = Corrector::default().correct(&Written::transcript("f5d6c3d3b4"));
/// assert_eq!(corrections.proposals[0].game.transcript(), "f5d6c3d3c4");
/// assert_eq!(corrections.proposals[0].changes[0].to_string(), "move 5: c4, not b4");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Correction {
    /// The game.
    pub game: Game,
    /// What is changed, in the order of the record.
    pub changes: Vec<Change>,
    /// How unlikely the mistakes are, in tenths of a misread neighbouring square; 0 for a record without mistakes.
    pub cost: u32,
}

/// What is wrong with a record, and what it may mean. See [`Correction`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Corrections {
    /// The faults as text, among them the first move that cannot be; none if the record is a legal game.
    pub faults: Vec<String>,
    /// The nearest legal games, the nearest first. Empty if there is no fault, or no game within the limits of the search.
    pub proposals: Vec<Correction>,
    /// Whether no nearer game was overlooked: the search was not cut off by its limit of nodes.
    pub is_complete: bool,
}

/// Finds corrections. The same record gives the same proposals on every machine. See [`Correction`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corrector {
    /// Proposals at most.
    pub proposals: usize,
    /// Positions looked at, at most; a million takes about 0.1 s.
    pub nodes: u64,
    /// The cost of a proposal at most, as in [`Correction::cost`].
    pub most_cost: u32,
}

impl Default for Corrector {
    /// Three proposals, ten million positions, and about five mistakes.
    fn default() -> Corrector {
        Corrector { proposals: 3, nodes: 10_000_000, most_cost: 60 }
    }
}

/// By how much the cost of proposals grows from one search to the next.
const STEP: u32 = 4;

impl Corrector {
    /// The faults of the record and the nearest legal games.
    pub fn correct(&self, written: &Written) -> Corrections {
        let faults = written.faults();
        if faults.is_empty() {
            return Corrections { faults, proposals: Vec::new(), is_complete: true };
        }
        let mut search = Search::new(written.slots(), written.start(), self.nodes);
        let (mut limit, mut is_complete) = (STEP, true);
        while is_complete && limit <= self.most_cost && search.count() < self.proposals {
            is_complete = search.run(limit);
            limit += STEP;
        }
        let proposals = search.into_found().into_iter().filter_map(|found| correction(written, found));
        Corrections { faults, proposals: proposals.take(self.proposals).collect(), is_complete }
    }
}

fn correction(written: &Written, Found { cost, line, changes }: Found) -> Option<Correction> {
    let mut game = written.empty_game();
    for square in line {
        while game.must_pass() {
            game.play(Move::Pass).ok()?;
        }
        game.play(square.into()).ok()?;
    }
    Some(Correction { game, changes, cost })
}
