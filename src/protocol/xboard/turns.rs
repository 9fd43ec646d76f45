//! The commands that change the game or whose turn it is, and the search that follows them.

use super::XBoard;
use super::answer;
use super::board::{are_on_same_squares, read_fen, read_move};
use super::features;
use crate::protocol::Input;
use crate::protocol::text::plain;
use crate::session::{Bounds, Command};
use emilia::{Game, Move, Rules, Turn};

impl XBoard {
    fn begin(&mut self, rules: Rules) -> Input {
        self.game = Game::new(rules.clone());
        self.is_broken = false;
        self.clock.forget();
        self.draw();
        self.is_preparing = true;
        self.rules = rules.clone();
        self.handle(Command::New(rules))
    }

    /// A new game, in which the engine plays the side that does not begin.
    pub(super) fn new_game(&mut self) -> Input {
        self.depth = None;
        self.side = Some(self.rules.start().to_move.other());
        self.begin(self.rules.clone())
    }

    pub(super) fn variant(&mut self, name: &str) -> Input {
        let Some(rules) = features::rules(name) else { return self.error("unsupported variant") };
        self.side = self.side.map(|_| rules.start().to_move.other());
        self.due = answer::setup(&Game::new(rules.clone()), self.has_marks);
        self.begin(rules)
    }

    pub(super) fn set_board(&mut self, fen: &str) -> Input {
        let Some(turn) = read_fen(fen, self.rules.shape()) else {
            self.is_broken = true;
            self.due = "tellusererror Illegal position\n".to_owned();
            return self.idle();
        };
        if self.is_pass(&turn) {
            return self.play_move(Move::Pass, "@@@@");
        }
        self.is_broken = false;
        self.clock.forget();
        self.game = Game::new(Rules::from_start(turn).with_conditions(*self.rules.conditions()));
        self.draw();
        self.handle(Command::Set(Box::new(self.game.clone())))
    }

    /// Whether a board that the client sets up is its way to say that the side to move passes. XBoard does so, and as it knows no flips,
    /// only the squares of the discs are right. During a game against the engine any board of this kind is meant as a pass.
    fn is_pass(&self, turn: &Turn) -> bool {
        let is_due = self.game.must_pass() || self.side.is_some();
        is_due
            && !self.is_broken
            && turn.to_move != self.game.to_move()
            && are_on_same_squares(&turn.board, &self.game.turn().board)
    }

    /// Ends the search, if one runs, without an answer.
    pub(super) fn idle(&mut self) -> Input {
        (self.is_preparing, self.is_thinking) = (false, false);
        Input::Commands(vec![Command::Sync(0)])
    }

    pub(super) fn force(&mut self) -> Input {
        self.side = None;
        self.idle()
    }

    /// Handles a command that changes the board.
    fn handle(&mut self, command: Command) -> Input {
        self.is_thinking = false;
        Input::Commands(vec![command])
    }

    /// The commands by which the engine finds its move.
    fn think(&mut self) -> Vec<Command> {
        (self.is_thinking, self.latest) = (true, None);
        let bounds = Bounds { depth: self.depth, is_played: true, ..Bounds::default() };
        let clock = self.clock.take(&self.game).map(Command::Clock);
        clock.into_iter().chain([Command::GoWithin(bounds)]).collect()
    }

    pub(super) fn go(&mut self) -> Input {
        if self.is_broken {
            return self.error("no position");
        }
        self.side = Some(self.game.to_move());
        Input::Commands(self.think())
    }

    pub(super) fn play(&mut self, text: &str) -> Input {
        let text = plain(text);
        let Some(mv) = read_move(&text) else {
            return Input::Reply(format!("Illegal move (not a drop such as P@d3): {text}\n"));
        };
        self.play_move(mv, &text)
    }

    /// Plays a move of the client. The engine answers if it is its turn.
    fn play_move(&mut self, mv: Move, text: &str) -> Input {
        if self.is_broken || self.game.play(mv).is_err() {
            return Input::Reply(format!("Illegal move: {text}\n"));
        }
        self.draw();
        self.due += &answer::result(&self.game);
        let played = Command::Play { colour: None, played: mv.into() };
        if self.side == Some(self.game.to_move()) && !self.game.is_over() {
            return Input::Commands([played].into_iter().chain(self.think()).collect());
        }
        self.handle(played)
    }

    pub(super) fn undo(&mut self, count: usize) -> Input {
        if self.is_broken || self.game.moves().len() < count {
            return self.error("command not legal now");
        }
        for _ in 0..count {
            self.game.undo();
        }
        self.draw();
        self.handle(Command::Undo(count))
    }
}
