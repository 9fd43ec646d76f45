//! The state of a session.

use super::player::Player;
use super::search::{Ponder, Search};
use crate::session::book_choice::BookChoice;
use crate::session::known::KnownResults;
use crate::session::{Options, Ticket};
use emilia::book::Book;
use emilia::clocks::Clocks;
use emilia::internal::engine::Handicap;
use emilia::{Colour, Engine, EngineOptions, Game, TaskEvent, Weights};
use std::sync::Arc;
use std::time::Instant;

/// One conversation about one game.
pub struct Session {
    pub(super) game: Game,
    pub(super) options: Options,
    pub(super) clocks: Clocks,
    /// When the side to move could move.
    pub(super) turn_began: Instant,
    /// The colours that the session plays.
    pub(super) auto: Vec<Colour>,
    /// The moves of the game that it chose, each by the number of moves before it.
    pub(super) own_moves: Vec<usize>,
    /// The sides whose time was over in this game.
    pub(super) overdrawn: Vec<Colour>,
    /// Whether it waits all the same: after a move was taken back or replayed, `Sync`, a `Go` that is not played, or a failed search.
    pub(super) paused: bool,
    pub(super) engine: Engine,
    pub(super) post: Post,
    pub(super) ticket: Ticket,
    pub(super) search: Option<Search>,
    /// The discs lost on purpose.
    pub(super) handicap: Handicap,
    /// Who plays where the model of people does.
    pub(super) player: Player,
    /// The game after the expected reply to the last move, until the search of it begins.
    pub(super) expected: Option<Game>,
    pub(super) ponder: Option<Ponder>,
    pub(super) book: BookChoice,
    /// Results for the next search under limits of its own.
    pub(super) known: KnownResults,
}

/// Posts an event of a search; called from the engine's thread or, where nothing is searched, by the session itself.
pub(super) type Post = Arc<dyn Fn(Ticket, TaskEvent) + Send + Sync>;

/// The reason why a command is refused: a line for a person.
pub(super) type Refusal = String;

impl Session {
    /// A session at the start of Othello. Events of searches are passed to `post`, mostly by another thread, which brings them to
    /// [`Session::on_task_event`].
    pub fn new(options: Options, weights: Arc<Weights>, post: Box<dyn Fn(Ticket, TaskEvent) + Send + Sync>) -> Session {
        Session {
            game: Game::default(),
            options,
            clocks: Clocks::default(),
            turn_began: Instant::now(),
            auto: Vec::new(),
            own_moves: Vec::new(),
            overdrawn: Vec::new(),
            paused: false,
            engine: Engine::with_weights(weights, EngineOptions::default()),
            post: post.into(),
            ticket: Ticket::default(),
            search: None,
            handicap: Handicap::default(),
            player: Player::default(),
            expected: None,
            ponder: None,
            book: BookChoice::default(),
            known: KnownResults::default(),
        }
    }

    /// Uses these books from now on; none at first.
    pub fn set_book(&mut self, book: Book) {
        self.book = BookChoice::new(book);
    }
}
