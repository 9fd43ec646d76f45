//! How far a client may send ahead: lines that wait take memory, so that the reader of lines waits when there are too many.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of lines that may wait. One line may be longer.
const MOST_BYTES: usize = 1 << 20;
/// What a line takes beside its text.
const LINE_BYTES: usize = 64;

/// The room for lines that wait.
#[derive(Clone, Default)]
pub(super) struct Room(Arc<Shared>);

#[derive(Default)]
struct Shared {
    taken: Mutex<usize>,
    is_given_back: Condvar,
}

/// A line that waits for its turn. Once it is dropped, there is room for others.
pub(super) struct Line {
    pub text: String,
    room: Room,
    bytes: usize,
}

impl Room {
    /// The line as one of those that wait; there has to be room for it first.
    pub fn admit(&self, text: String) -> Line {
        let bytes = text.len() + LINE_BYTES;
        let is_full = |taken: &mut usize| *taken > 0 && *taken + bytes > MOST_BYTES;
        let wait = self.0.is_given_back.wait_while(self.taken(), is_full);
        *wait.unwrap_or_else(PoisonError::into_inner) += bytes;
        Line { text, room: self.clone(), bytes }
    }

    fn taken(&self) -> MutexGuard<'_, usize> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        *self.room.taken() -= self.bytes;
        self.room.0.is_given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, Room};
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::Duration;

    #[test]
    fn a_reader_waits_until_there_is_room() {
        let room = Room::default();
        let first = room.admit("x".repeat(2 * MOST_BYTES));
        let (sender, admitted) = channel();
        let reader = std::thread::spawn(move || {
            for line in ["one", "two"] {
                let line = room.admit(line.to_owned());
                sender.send(line.text.clone()).expect("somebody listens");
            }
        });
        assert_eq!(admitted.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
        drop(first);
        assert_eq!(admitted.iter().collect::<Vec<_>>(), ["one", "two"]);
        reader.join().expect("the reader ends");
    }
}
