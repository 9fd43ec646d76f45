//! The queue of lines that a client sends ahead. Its memory is limited: the reader of lines waits while it is full.

use emilia::internal::solver::lock;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes of lines that may wait. One line may be longer.
const MOST_BYTES: usize = 1 << 20;
/// Bytes of a line beside its text.
const LINE_BYTES: usize = 64;

/// The memory for waiting lines.
#[derive(Clone, Default)]
pub(crate) struct LineBudget(Arc<Shared>);

#[derive(Default)]
struct Shared {
    taken: Mutex<usize>,
    is_freed: Condvar,
}

/// A waiting line. Dropping it frees its memory for others.
pub(crate) struct Line {
    pub text: String,
    budget: LineBudget,
    bytes: usize,
}

impl LineBudget {
    /// Admits a line once there is memory for it.
    pub fn admit(&self, text: String) -> Line {
        let bytes = text.len() + LINE_BYTES;
        let is_full = |taken: &mut usize| *taken > 0 && *taken + bytes > MOST_BYTES;
        let wait = self.0.is_freed.wait_while(lock(&self.0.taken), is_full);
        *wait.unwrap_or_else(PoisonError::into_inner) += bytes;
        Line { text, budget: self.clone(), bytes }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        *lock(&self.budget.0.taken) -= self.bytes;
        self.budget.0.is_freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::{LineBudget, MOST_BYTES};
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::Duration;

    #[test]
    fn a_reader_waits_until_there_is_memory() {
        let budget = LineBudget::default();
        let first = budget.admit("x".repeat(2 * MOST_BYTES));
        let (sender, admitted) = channel();
        let reader = std::thread::spawn(move || {
            for line in ["one", "two"] {
                let line = budget.admit(line.to_owned());
                sender.send(line.text.clone()).expect("a receiver");
            }
        });
        assert_eq!(admitted.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
        drop(first);
        assert_eq!(admitted.iter().collect::<Vec<_>>(), ["one", "two"]);
        reader.join().expect("the reader ends");
    }
}
