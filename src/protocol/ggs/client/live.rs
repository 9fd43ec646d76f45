//! One running game: its moves, its clocks, and how far the client is with its move.

use crate::protocol::ggs::{BoardReport, GameClock, Id, MatchKind, PlayerLine};
use emilia::{Game, Move, Played, Rules, Turn};
use std::time::Duration;

/// A running game.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Its number.
    pub id: Id,
    /// Its type.
    pub kind: MatchKind,
    /// The komi, once it is fixed.
    pub komi: Option<f32>,
    /// Black, then white, with the clocks at the present position.
    pub players: [PlayerLine; 2],
    /// The game as far as it is known.
    pub game: Game,
    /// The clocks at the start, black's first, if they are known.
    pub(in crate::protocol::ggs) allowed: [Option<GameClock>; 2],
    /// The discs for black, once the server has told the result of this game of a synchro match.
    pub(in crate::protocol::ggs) result: Option<f32>,
    /// Whether a player has lost it on time.
    pub(in crate::protocol::ggs) is_timed_out: bool,
    /// Whether a report is missing, or the connection was lost: no search begins until the game is reported again.
    pub(in crate::protocol::ggs) is_stale: bool,
    /// When the present position came: then the clock of the side to move began.
    pub(super) came: Duration,
    pub(super) step: Step,
}

/// What the client has done at the present position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Nothing.
    Idle,
    /// It has begun a search.
    Searching {
        /// Whether the search was told to end.
        is_hurried: bool,
    },
    /// It has sent a move, which the server has not reported.
    Sent { at: Duration, mv: Move, eval: Option<f32> },
    /// Its move was refused at this time. It is not sent again and again.
    Refused(Duration),
}

/// What a report is to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The position, the colours or the komi changed.
    New,
    /// It was known, or is older than what is known.
    Old,
    /// Moves are missing, or what is known is wrong: the whole game is needed.
    Gap,
}

impl LiveGame {
    /// The game of a report with all moves; none if there are moves missing.
    pub(super) fn joined(report: &BoardReport, now: Duration) -> Option<LiveGame> {
        Some(LiveGame {
            id: report.id,
            kind: report.kind,
            komi: report.komi,
            players: report.players.clone(),
            game: replay(report)?,
            allowed: report.allowed,
            result: None,
            is_timed_out: false,
            is_stale: false,
            came: now,
            step: Step::Idle,
        })
    }

    /// The number of moves played, passes included.
    pub fn count(&self) -> usize {
        self.game.moves().len()
    }

    /// What the last report says of this player, who is in the game.
    pub(super) fn player(&self, name: &str) -> &PlayerLine {
        let is_player = |line: &&PlayerLine| line.name.eq_ignore_ascii_case(name);
        self.players.iter().find(is_player).unwrap_or(&self.players[0])
    }

    /// Whether the players bid for the colours.
    pub(super) fn is_bidding(&self) -> bool {
        self.kind.has_komi && self.players.iter().all(|line| line.colour.is_none())
    }

    /// Whether this player is to move, or to bid.
    pub(super) fn is_turn_of(&self, name: &str) -> bool {
        let is_to_move = self.player(name).colour == Some(self.game.to_move());
        (is_to_move || self.is_bidding()) && !self.game.is_over()
    }

    /// What is left on the clock of this player, whose turn it is.
    pub(super) fn left(&self, name: &str, now: Duration) -> Duration {
        self.player(name).clock.left().saturating_sub(now.saturating_sub(self.came))
    }

    /// Adds what a report says.
    pub(super) fn apply(&mut self, report: &BoardReport, now: Duration) -> Change {
        let change = if report.is_join { self.rejoin(report) } else { self.advance(report) };
        match change {
            Change::New => {
                self.players.clone_from(&report.players);
                (self.komi, self.came, self.step, self.is_stale) = (report.komi, now, Step::Idle, false);
            }
            Change::Old => self.is_stale &= !report.is_join,
            Change::Gap => self.is_stale = true,
        }
        change
    }

    /// A report of the last move.
    fn advance(&mut self, report: &BoardReport) -> Change {
        let Some((number, played)) = report.moves.last() else { return Change::Gap };
        if let Some(known) = self.game.moves().get(number.saturating_sub(1)) {
            return if known.mv == played.mv { Change::Old } else { Change::Gap };
        }
        let mut next = self.game.clone();
        if *number == self.count() + 1 && next.play_noted(noted(played)).is_ok() && is_at(&next, &report.now) {
            self.game = next;
            return Change::New;
        }
        Change::Gap
    }

    /// A report of the whole game. One that lacks moves which are known is older than they are.
    fn rejoin(&mut self, report: &BoardReport) -> Change {
        let Some(game) = replay(report) else { return Change::Gap };
        let is_renamed = report.komi != self.komi
            || report.players.iter().zip(&self.players).any(|(a, b)| a.colour != b.colour || a.name != b.name);
        let is_older = game.rules() == self.game.rules()
            && game.moves().len() <= self.count()
            && game.moves().iter().zip(self.game.moves()).all(|(one, other)| one.mv == other.mv);
        if is_older && !is_renamed {
            return Change::Old;
        }
        self.game = game;
        Change::New
    }
}

/// The game of a report with all moves; none if they do not lead to its board.
fn replay(report: &BoardReport) -> Option<Game> {
    let mut game = Game::new(Rules::from_start(report.start?).with_goal(report.kind.goal()));
    let is_legal = report.moves.iter().all(|(_, played)| game.play_noted(noted(played)).is_ok());
    (report.is_join && is_legal && is_at(&game, &report.now)).then_some(game)
}

/// Whether the game is at this board. After its last move the side to move does not matter.
fn is_at(game: &Game, turn: &Turn) -> bool {
    game.turn().board == turn.board && (game.is_over() || game.to_move() == turn.to_move)
}

/// The move without notes that no record can have.
fn noted(played: &Played) -> Played {
    Played { seconds: played.seconds.filter(|seconds| *seconds >= 0.0), ..*played }
}
