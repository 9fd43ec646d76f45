//! The searches of the running games: a session for each game, with its share of the threads and of the memory.
//!
//! The boards of a synchro match are searched at once: one to move, the other on the opponent's time.

use super::conversation::Message;
use crate::protocol::ggs::{Found, Id, Task};
use crate::session::{ClockUpdate, Command, Event, Options, Session, Ticket};
use emilia::book::Book;
use emilia::{TaskEvent, Weights};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// A game on the opponent's time gets this part of what it gets when it is to move.
const PONDER_PART: u32 = 2;

/// The sessions.
pub(super) struct Searches {
    options: Options,
    weights: Arc<Weights>,
    book: Book,
    sender: Sender<Message>,
    games: BTreeMap<Id, Board>,
    /// The number of the last session.
    last: u64,
}

/// A game with its session.
struct Board {
    session: Session,
    /// The number of the session: events of an earlier one are ignored.
    number: u64,
    task: Task,
    began: Instant,
    /// Whether the client is to move in it, so that a search for a move runs.
    is_due: bool,
    threads: usize,
    hash: usize,
}

impl Searches {
    pub fn new(options: Options, weights: Arc<Weights>, book: Book, sender: Sender<Message>) -> Searches {
        Searches { options, weights, book, sender, games: BTreeMap::new(), last: 0 }
    }

    /// Searches for a move. `running` are the games that share the memory with it, this one among them, each with the time on its clock.
    /// Moves that need no search are returned at once.
    pub fn search(&mut self, task: Task, running: &[(Id, Duration)]) -> Vec<Found> {
        let id = task.id;
        let mut hash = 1;
        let needs: Vec<Duration> = running.iter().map(|(_, left)| *left).collect();
        for ((other, _), share) in running.iter().zip(shares(self.options.hash, &needs)) {
            if *other == id {
                hash = share;
            }
            if let Some(board) = self.games.get_mut(other) {
                board.resize(share);
            }
        }
        let mut board = self.games.remove(&id).unwrap_or_else(|| self.begin(&task, hash));
        board.session.handle(Command::Set(Box::new(task.game.clone())));
        (board.task, board.began, board.is_due) = (task, Instant::now(), true);
        self.games.insert(id, board);
        let mut changed = self.divide_threads();
        changed.retain(|other| *other != id);
        changed.push(id);
        changed.into_iter().filter_map(|id| self.games.get_mut(&id)?.go()).collect()
    }

    /// A session for a game.
    fn begin(&mut self, task: &Task, hash: usize) -> Board {
        self.last += 1;
        let (number, id, sender) = (self.last, task.id, self.sender.clone());
        // What comes after the end of the program is dropped.
        let post = move |ticket, event| drop(sender.send(Message::Search(id, number, ticket, event)));
        let options = Options { threads: 1, hash, ..self.options.clone() };
        let mut session = Session::new(options, self.weights.clone(), Box::new(post));
        session.set_book(self.book.clone());
        session.handle(Command::Clock(match task.stones {
            Some(stones) => ClockUpdate::Overtime { main: Duration::ZERO, period: task.left, stones },
            None => ClockUpdate::Game { main: task.left, increment: task.income },
        }));
        Board { session, number, task: task.clone(), began: Instant::now(), is_due: false, threads: 1, hash }
    }

    /// Brings the threads to their shares by the time that each game needs, and returns the games whose searches must begin anew for it.
    fn divide_threads(&mut self) -> Vec<Id> {
        let is_pondering = self.options.ponder;
        let active: Vec<&mut Board> = self.games.values_mut().filter(|board| board.is_due || is_pondering).collect();
        let need = |board: &&mut Board| board.task.need() / if board.is_due { 1 } else { PONDER_PART };
        let needs: Vec<Duration> = active.iter().map(need).collect();
        let mut changed = Vec::new();
        for (board, threads) in active.into_iter().zip(shares(self.options.threads, &needs)) {
            if board.threads != threads {
                board.threads = threads;
                board.set("threads", threads);
                changed.extend(board.is_due.then_some(board.task.id));
            }
        }
        changed
    }

    /// Ends the search of a game now.
    pub fn hurry(&mut self, id: Id) -> Option<Found> {
        let board = self.games.get_mut(&id)?;
        let event = board.session.handle(Command::Stop)?;
        board.conclude(&event)
    }

    /// Handles an event of a search.
    pub fn handle(&mut self, id: Id, number: u64, ticket: Ticket, event: TaskEvent) -> Option<Found> {
        let board = self.games.get_mut(&id).filter(|board| board.number == number)?;
        if matches!(event, TaskEvent::Ended) && std::mem::take(&mut board.is_due) {
            // What follows is the search on the opponent's time, with the threads for it.
            self.divide_threads();
            self.games.get_mut(&id)?.is_due = true;
        }
        let board = self.games.get_mut(&id)?;
        let event = board.session.on_task_event(ticket, event)?;
        board.conclude(&event)
    }

    /// Ends what there is of a game.
    pub fn forget(&mut self, id: Id) {
        self.games.remove(&id);
    }
}

impl Board {
    /// Brings the table to this size in MiB. A new size clears it, so that a game keeps what it has unless the share is smaller, or at
    /// least twice as large.
    fn resize(&mut self, hash: usize) {
        if hash < self.hash || hash >= 2 * self.hash {
            self.hash = hash;
            self.set("hash", hash);
        }
    }

    /// Sets an option to a number within its range.
    fn set(&mut self, name: &str, number: usize) {
        self.session.handle(Command::Option { name: name.to_owned(), value: number.to_string() });
    }

    /// Starts the search, or starts it anew with what is in the table.
    fn go(&mut self) -> Option<Found> {
        let Task { left, stones, lag: delay, ref game, .. } = self.task;
        let (colour, time) = (game.to_move(), left.saturating_sub(self.began.elapsed()));
        self.session.handle(Command::Clock(ClockUpdate::Left { colour, time, stones: stones.unwrap_or(0) }));
        self.session.handle(Command::Clock(ClockUpdate::Lag { colour, delay }));
        let event = self.session.handle(Command::Go { colour: None, play: true })?;
        self.conclude(&event)
    }

    /// The move of an event, if it is the end of the search for one.
    fn conclude(&mut self, event: &Event) -> Option<Found> {
        let (mv, eval) = match event {
            Event::Chosen(choice) => (choice.mv, choice.report.as_ref().map(|report| report.score().to_discs())),
            Event::Refused(reason) => {
                log::error!("{}: {reason}", self.task.id);
                (None, None)
            }
            _ => return None,
        };
        if !std::mem::take(&mut self.is_due) {
            return None;
        }
        // Any move is better than none.
        let mv = mv.or_else(|| self.task.game.legal().first().copied())?;
        Some(Found { id: self.task.id, ply: self.task.ply, mv, eval })
    }
}

/// Divides units among needs: each share is at least one unit, and each unit more goes where the need of a unit is largest.
fn shares(units: usize, needs: &[Duration]) -> Vec<usize> {
    let mut shares = vec![1; needs.len()];
    // Without any need the shares are even.
    let need = |index: usize, share: usize| (needs[index].as_secs_f64() + 1e-9) / (share + 1) as f64;
    for _ in needs.len()..units {
        let largest = (0..shares.len()).max_by(|a, b| need(*a, shares[*a]).total_cmp(&need(*b, shares[*b])));
        largest.into_iter().for_each(|index| shares[index] += 1);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;
    use std::time::Duration;

    fn seconds(needs: &[u64]) -> Vec<Duration> {
        needs.iter().map(|need| Duration::from_secs(*need)).collect()
    }

    #[test]
    fn all_units_are_given_by_need_and_each_game_has_one() {
        assert_eq!(shares(8, &seconds(&[30, 10])), [6, 2]);
        assert_eq!(shares(1, &seconds(&[30, 10])), [1, 1]);
        assert_eq!(shares(8, &seconds(&[0, 0])), [4, 4]);
        for units in 1..40 {
            for needs in [&[][..], &[1], &[1, 1], &[0, 0, 0], &[1, 1000], &[7, 5, 3, 1], &[0, 60, 0]] {
                let found = shares(units, &seconds(needs));
                assert!(found.len() == needs.len() && found.iter().all(|share| *share >= 1));
                assert!(needs.is_empty() || found.iter().sum::<usize>() == units.max(needs.len()), "{units} {needs:?}");
            }
        }
    }
}
