//! What goes wrong, from a seed.

use crate::random::Random;

/// What goes wrong with a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// It comes twice.
    Doubled,
    /// An old message comes again behind it.
    Late,
    /// The line READY is missing.
    NoReady,
    /// Other players talk before it.
    Chat,
    /// A line of it is cut, so that the message cannot be read.
    Damaged,
    /// The connection ends in the middle of a line.
    CutOff,
    /// The connection ends before it.
    Dropped,
    /// A line without a meaning and one without an end come before it.
    Garbage,
    /// It comes in small parts.
    Slow,
}

/// The faults of a run.
pub struct FaultPlan {
    pub random: Random,
    /// Faults in 10,000 messages.
    rate: usize,
    /// How often each occurred.
    pub counts: std::collections::BTreeMap<String, usize>,
}

const WEIGHTS: [(Fault, usize); 9] = [
    (Fault::Doubled, 22),
    (Fault::Late, 16),
    (Fault::NoReady, 16),
    (Fault::Chat, 9),
    (Fault::Damaged, 10),
    (Fault::CutOff, 7),
    (Fault::Dropped, 7),
    (Fault::Garbage, 6),
    (Fault::Slow, 7),
];

impl FaultPlan {
    pub fn new(seed: u64, rate: usize) -> FaultPlan {
        FaultPlan { random: Random::new(seed), rate, counts: Default::default() }
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    /// What goes wrong with the next message.
    pub fn next(&mut self) -> Fault {
        if self.random.below(10_000) >= self.rate {
            return Fault::None;
        }
        let total: usize = WEIGHTS.iter().map(|(_, weight)| weight).sum();
        let mut at = self.random.below(total);
        for (fault, weight) in WEIGHTS {
            if at < weight {
                *self.counts.entry(format!("{fault:?}")).or_default() += 1;
                return fault;
            }
            at -= weight;
        }
        Fault::None
    }
}
