//! The searches of the running games: a session for each game, with its share of the threads and of the memory.
//!
//! The boards of a synchro match are searched at once: one to move, the other on the opponent's time.

use super::link::Arrival;
use crate::protocol::ggs::{Found, GameId, Task, shares};
use crate::session::{ClockUpdate, Command, Event, News, Options, Session, Ticket};
use emilia::book::Book;
use emilia::eval::Weights;
use emilia::game::{Game, Move};
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
    sender: Sender<Arrival>,
    games: BTreeMap<GameId, Board>,
    /// The number of the last session.
    last: u64,
}

/// A game with its session.
struct Board {
    session: Session,
    /// The number of the session: news of an earlier one is ignored.
    number: u64,
    task: Task,
    began: Instant,
    /// Whether the client is to move in it, so that a search for a move runs.
    is_due: bool,
    threads: usize,
    hash: usize,
}

impl Searches {
    pub fn new(options: Options, weights: Arc<Weights>, book: Book, sender: Sender<Arrival>) -> Searches {
        Searches { options, weights, book, sender, games: BTreeMap::new(), last: 0 }
    }

    /// Searches for a move. `running` are the games that share the memory with it, this one among them, each with the time on its clock.
    /// Moves that need no search are returned at once.
    pub fn search(&mut self, task: Task, running: &[(GameId, Duration)]) -> Vec<Found> {
        let id = task.id;
        self.divide_memory(running);
        if !self.games.contains_key(&id) {
            self.begin(&task, running);
        }
        if let Some(board) = self.games.get_mut(&id) {
            (board.task, board.began, board.is_due) = (task, Instant::now(), true);
            board.session.obey(Command::Set(Box::new(board.task.game.clone())));
        }
        let mut begun = self.divide_threads();
        begun.retain(|other| *other != id);
        begun.push(id);
        begun.into_iter().filter_map(|id| self.go(id)).collect()
    }

    /// Starts a session for a game.
    fn begin(&mut self, task: &Task, running: &[(GameId, Duration)]) {
        self.last += 1;
        let (number, id, sender) = (self.last, task.id, self.sender.clone());
        // News after the end of the program is dropped.
        let post = move |ticket, news| drop(sender.send(Arrival::News(id, number, ticket, news)));
        let hash = self.memory(running).into_iter().find(|(other, _)| *other == id).map_or(1, |(_, hash)| hash);
        let options = Options { threads: 1, hash, ..self.options.clone() };
        let mut session = Session::new(options, self.weights.clone(), Box::new(post));
        session.set_book(self.book.clone());
        session.obey(Command::Clock(match task.stones {
            Some(stones) => ClockUpdate::Overtime { main: Duration::ZERO, period: task.left, stones },
            None => ClockUpdate::Game { main: task.left, increment: task.income },
        }));
        let (task, began) = (task.clone(), Instant::now());
        self.games.insert(id, Board { session, number, task, began, is_due: false, threads: 1, hash });
    }

    /// The MiB of each game.
    fn memory(&self, running: &[(GameId, Duration)]) -> Vec<(GameId, usize)> {
        let needs: Vec<Duration> = running.iter().map(|(_, left)| *left).collect();
        running.iter().map(|(id, _)| *id).zip(shares(self.options.hash, &needs)).collect()
    }

    /// Brings the tables to their shares. A new size clears a table, so that a game keeps what it has unless the share is smaller, or at
    /// least twice as large.
    fn divide_memory(&mut self, running: &[(GameId, Duration)]) {
        for (id, hash) in self.memory(running) {
            let Some(board) = self.games.get_mut(&id) else { continue };
            if hash < board.hash || hash >= 2 * board.hash {
                board.hash = hash;
                set(&mut board.session, "hash", hash);
            }
        }
    }

    /// Brings the threads to their shares by the time that each game needs, and returns the games whose searches must begin anew for it.
    fn divide_threads(&mut self) -> Vec<GameId> {
        let is_pondering = self.options.ponder;
        let active: Vec<&mut Board> = self.games.values_mut().filter(|board| board.is_due || is_pondering).collect();
        let need = |board: &&mut Board| board.task.need() / if board.is_due { 1 } else { PONDER_PART };
        let needs: Vec<Duration> = active.iter().map(need).collect();
        let mut changed = Vec::new();
        for (board, threads) in active.into_iter().zip(shares(self.options.threads, &needs)) {
            if board.threads != threads {
                board.threads = threads;
                set(&mut board.session, "threads", threads);
                if board.is_due {
                    changed.push(board.task.id);
                }
            }
        }
        changed
    }

    /// Starts the search of a game, or starts it anew with what is in the table.
    fn go(&mut self, id: GameId) -> Option<Found> {
        let board = self.games.get_mut(&id)?;
        let Task { left, stones, lag, ref game, .. } = board.task;
        let (colour, left) = (game.to_move(), left.saturating_sub(board.began.elapsed()));
        board.session.obey(Command::Clock(ClockUpdate::Left { colour, time: left, stones: stones.unwrap_or(0) }));
        board.session.obey(Command::Clock(ClockUpdate::Lag { colour, delay: lag }));
        let event = board.session.obey(Command::Go { colour: None, play: true })?;
        board.conclude(&event)
    }

    /// Ends the search of a game now.
    pub fn hurry(&mut self, id: GameId) -> Option<Found> {
        let board = self.games.get_mut(&id)?;
        let event = board.session.obey(Command::Stop)?;
        board.conclude(&event)
    }

    /// News of a search.
    pub fn hear(&mut self, id: GameId, number: u64, ticket: Ticket, news: News) -> Option<Found> {
        self.games.get(&id).filter(|board| board.number == number)?;
        if matches!(news, News::Ended)
            && let Some(board) = self.games.get_mut(&id).filter(|board| board.is_due)
        {
            // What follows is the search on the opponent's time, with the threads for it.
            board.is_due = false;
            self.divide_threads();
            self.games.get_mut(&id)?.is_due = true;
        }
        let board = self.games.get_mut(&id)?;
        let event = board.session.hear(ticket, news)?;
        board.conclude(&event)
    }

    /// Ends what there is of a game.
    pub fn forget(&mut self, id: GameId) {
        self.games.remove(&id);
    }
}

impl Board {
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
        let any = |game: &Game| game.legal().first().copied();
        let mv: Move = mv.or_else(|| any(&self.task.game))?;
        Some(Found { id: self.task.id, ply: self.task.ply, mv, eval })
    }
}

/// Sets an option to a number within its range.
fn set(session: &mut Session, name: &str, number: usize) {
    session.obey(Command::Option { name: name.to_owned(), value: number.to_string() });
}
