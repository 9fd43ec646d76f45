//! The state of a session.

use super::player::Player;
use super::search::{Ponder, Proof, Search};
use crate::session::book_choice::BookChoice;
use crate::session::known::KnownResults;
use crate::session::{Options, Ticket};
use emilia::book::Book;
use emilia::clocks::Clocks;
use emilia::internal::engine::Handicap;
use emilia::{Colour, Engine, EngineOptions, Game, TaskEvent, Weights};
use emilia_analysis::people::Grader;
use std::sync::Arc;
use std::time::Instant;

/// What a person without a name is called in games.
const PERSON: &str = "You";

/// One conversation about one game.
pub struct Session {
    pub(super) game: Game,
    pub(super) options: Options,
    pub(super) clocks: Clocks,
    /// When the side to move could move.
    pub(super) turn_began: Instant,
    /// When the game was resigned, if it was.
    pub(super) resigned: Option<Instant>,
    /// What the person is called.
    pub(super) person: String,
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
    /// Tells what people choose, from the first question on.
    pub(super) grader: Option<Grader>,
    /// The game after the expected reply to the last move, until the search of it begins.
    pub(super) expected: Option<Game>,
    pub(super) ponder: Option<Ponder>,
    pub(super) book: BookChoice,
    /// Results for the next search under limits of its own.
    pub(super) known: KnownResults,
    /// The last proof of a score.
    pub(super) proof: Option<Proof>,
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
            resigned: None,
            person: PERSON.to_owned(),
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
            grader: None,
            expected: None,
            ponder: None,
            book: BookChoice::default(),
            known: KnownResults::default(),
            proof: None,
        }
    }

    /// The game, with names of the players if it has none and the session plays it.
    pub(super) fn named(&self) -> Game {
        let mut game = self.game.clone();
        let sides = [Colour::Black, Colour::White];
        let is_named = sides.iter().any(|colour| !game.tags.player(*colour).name.is_empty());
        // A game from elsewhere is nobody's until the session has moved in it.
        let is_played = !self.auto.is_empty() && self.own_moves.iter().any(|own| *own < game.moves().len());
        for colour in sides.into_iter().filter(|_| is_played && !is_named) {
            let is_own = self.auto.contains(&colour);
            game.tags.player_mut(colour).name = if is_own { self.options.name() } else { self.person.clone() };
        }
        game
    }

    /// Uses these books from now on; none at first.
    pub fn set_book(&mut self, book: Book) {
        self.book = BookChoice::new(book);
    }
}
