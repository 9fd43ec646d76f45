//! One running game: its moves, its clocks, and what the client has sent.

use crate::protocol::ggs::{BoardReport, GameClock, GameId, MatchKind, PlayerLine};
use emilia::game::{Colour, Game, Move, Played, Rules, Turn};
use std::time::Duration;

/// A running game. See [`super::Client`] for an example.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Its number.
    pub id: GameId,
    /// Its type.
    pub kind: MatchKind,
    /// The komi, once it is fixed.
    pub komi: Option<f32>,
    /// Black, then white, with the clocks of the last report.
    pub players: [PlayerLine; 2],
    /// The game as far as it is known.
    pub game: Game,
    /// The moves before the game's first, if the server did not give them.
    pub(super) base: usize,
    /// The clocks at the start, black's first, if they are known.
    pub(super) allowed: [Option<GameClock>; 2],
    /// The colour of the client; none while the players bid.
    pub(super) own: Option<Colour>,
    /// When the position came: then the clock of the side to move began.
    pub(super) came: Duration,
    /// When the clocks were as they are in `players`.
    pub(super) since: Duration,
    /// The number of moves for which a search was requested, if one runs.
    pub(super) searched: Option<usize>,
    /// Whether the running search was told to end.
    pub(super) is_hurried: bool,
    /// The move that was sent and not yet reported.
    pub(super) sent: Option<Sent>,
    /// When a move was refused at the present position, so that it is not sent again and again.
    pub(super) refused: Option<Duration>,
    /// When all moves were asked for.
    pub(super) asked: Option<Duration>,
    /// Whether a report is missing, so that all moves are to be asked for.
    pub(super) has_gap: bool,
    /// The player whose time is used up, and whether the game is lost by it.
    pub(super) timed_out: Option<(String, bool)>,
    /// Whether the connection was lost since the last report.
    pub(super) is_stale: bool,
}

/// A move on its way to the server.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// The number of moves before it.
    pub(super) ply: usize,
    pub(super) at: Duration,
    pub(super) mv: Move,
    pub(super) eval: Option<f32>,
}

/// What a report is to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// The position, the colours or the komi changed.
    New,
    /// It was known, or is older than what is known.
    Old,
    /// Moves are missing, or what is known is wrong: the whole game is needed.
    Gap,
}

impl LiveGame {
    /// The game of a report with all moves.
    pub(super) fn joined(report: &BoardReport, name: &str, now: Duration) -> LiveGame {
        let (base, game) = replay(report);
        LiveGame {
            id: report.id,
            kind: report.kind,
            komi: report.komi,
            players: report.players.clone(),
            game,
            base,
            allowed: report.allowed,
            own: report.player(name).and_then(|(colour, _)| colour),
            came: now,
            since: now,
            searched: None,
            is_hurried: false,
            sent: None,
            refused: None,
            asked: None,
            has_gap: false,
            timed_out: None,
            is_stale: false,
        }
    }

    /// The number of moves played, passes included.
    pub fn count(&self) -> usize {
        self.base + self.game.moves().len()
    }

    /// Whether the players bid for the colours.
    pub(super) fn is_bidding(&self) -> bool {
        self.kind.has_komi && self.players.iter().all(|line| line.colour.is_none())
    }

    /// Whether the client is to move and has not sent its move.
    pub(super) fn is_due(&self) -> bool {
        let is_own = self.is_bidding() || self.own == Some(self.game.to_move());
        let is_sent = self.sent.as_ref().is_some_and(|sent| sent.ply == self.count());
        is_own && !is_sent && !self.is_stale && !self.game.is_over() && self.refused.is_none()
    }

    /// Whether the report, which was asked for after a move was sent, shows that the server does not have this move.
    pub(super) fn lacks_sent(&self, report: &BoardReport) -> bool {
        let is_missing = |sent: &Sent| sent.ply == report.count && self.asked.is_some_and(|asked| asked >= sent.at);
        report.is_join && self.sent.as_ref().is_some_and(is_missing)
    }

    /// The line of the client, who has this name.
    pub(super) fn own_line(&self, name: &str) -> &PlayerLine {
        let is_own = |line: &&PlayerLine| line.name.eq_ignore_ascii_case(name);
        self.players.iter().find(is_own).unwrap_or(&self.players[0])
    }

    /// What is left on the clock of the client, whose turn it is.
    pub(super) fn left(&self, name: &str, now: Duration) -> Duration {
        self.own_line(name).clock.left().saturating_sub(now.saturating_sub(self.since))
    }

    /// Adds what a report says.
    pub(super) fn apply(&mut self, report: &BoardReport, name: &str, now: Duration) -> News {
        let news = if report.is_join { self.rejoin(report) } else { self.advance(report) };
        if news == News::Gap {
            return news;
        }
        let is_same = news == News::Old && report.count == self.count();
        let is_asked = self.is_stale || self.asked.is_some();
        if is_same && report.is_join && is_asked {
            // The clocks are those of now.
            self.since = now;
        }
        if news == News::New || is_same {
            self.players.clone_from(&report.players);
            self.own = report.player(name).and_then(|(colour, _)| colour);
            self.komi = report.komi;
        }
        if news == News::New {
            (self.came, self.since, self.searched, self.refused) = (now, now, None, None);
            self.is_hurried = false;
        }
        if news == News::New || report.is_join {
            (self.asked, self.is_stale, self.has_gap) = (None, false, false);
        }
        self.sent.take_if(|sent| sent.ply < self.base + self.game.moves().len());
        news
    }

    /// A report of the last move.
    fn advance(&mut self, report: &BoardReport) -> News {
        let known = self.count();
        let Some((number, played)) = report.moves.last() else { return News::Gap };
        if *number <= known {
            let at = number.checked_sub(self.base + 1);
            let same = at.is_none_or(|at| self.game.moves().get(at).is_some_and(|other| other.mv == played.mv));
            return if same { News::Old } else { News::Gap };
        }
        let mut next = self.game.clone();
        if *number == known + 1 && next.play_noted(noted(played)).is_ok() && is_at(&next, &report.now) {
            self.game = next;
            return News::New;
        }
        News::Gap
    }

    /// A report of the whole game. One that lacks moves which are known is older than they are.
    fn rejoin(&mut self, report: &BoardReport) -> News {
        let (base, game) = replay(report);
        let is_renamed = report.komi != self.komi
            || report.players.iter().zip(&self.players).any(|(a, b)| a.colour != b.colour || a.name != b.name);
        let is_older = base == self.base
            && game.rules() == self.game.rules()
            && game.moves().len() <= self.game.moves().len()
            && game.moves().iter().zip(self.game.moves()).all(|(one, other)| one.mv == other.mv);
        if is_older && !is_renamed {
            return News::Old;
        }
        (self.base, self.game) = (base, game);
        self.sent = None;
        News::New
    }
}

/// The game of a report with all moves, and the number of moves before its start. If the moves do not lead to the board of the report,
/// the game begins at that board.
fn replay(report: &BoardReport) -> (usize, Game) {
    let begin = |turn: Turn| Game::new(Rules::from_start(turn).with_goal(report.kind.goal()));
    let mut game = begin(report.start.unwrap_or(report.now));
    let is_legal = report.moves.iter().all(|(_, played)| game.play_noted(noted(played)).is_ok());
    if is_legal && is_at(&game, &report.now) && (report.is_join || report.moves.is_empty()) {
        (0, game)
    } else {
        (report.count, begin(report.now))
    }
}

/// Whether the game is at this board. After its last move the side to move does not matter.
fn is_at(game: &Game, turn: &Turn) -> bool {
    game.turn().board == turn.board && (game.is_over() || game.to_move() == turn.to_move)
}

/// The move without notes that no record can have.
fn noted(played: &Played) -> Played {
    Played { seconds: played.seconds.filter(|seconds| *seconds >= 0.0), ..*played }
}
