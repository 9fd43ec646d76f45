//! Streams of results.

use super::search::{Purpose, Search};
use super::searches::variant;
use super::state::{Refusal, Session};
use crate::board::{Bitboard, Position};
use crate::game::{Colour, Game, Move};
use crate::search::{Level, Limits, Report};
use crate::session::{Candidate, Event, Options, Scope};

/// The difference in discs between two static evaluations that divides the share of a move by e.
const PRIOR_SCALE: f32 = 2.0;

impl Session {
    /// Starts a stream, see [`crate::session::Command::Stream`].
    pub(super) fn stream(&mut self, scope: Scope) -> Result<Option<Event>, Refusal> {
        if scope.play {
            let reply = self.go(scope.colour, true)?;
            if let Some(search) = &mut self.search {
                search.streams = true;
            }
            return Ok(reply);
        }
        let game = self.game_for(scope.colour)?;
        if game.is_over() {
            return Ok(Some(Event::Done));
        }
        let root = game.position().ok_or_else(variant)?;
        let deepest = Options { level: Level::MAX.get(), ..self.options.clone() };
        let limits = Limits {
            lines: scope.lines.max(1),
            root_moves: chosen_moves(root, game.to_move(), &scope)?,
            ..deepest.limits(game.to_move(), root.empties())
        };
        let search = Search { streams: true, ..Search::new(Purpose::Stream, game) };
        self.start(search, |engine, report| engine.start(root, limits, None, report))?;
        Ok(Some(Event::Done))
    }

    /// The moves of an iteration of the running search.
    pub(super) fn candidates(&self, lines: &[Report<Move>]) -> Vec<Candidate> {
        self.search.as_ref().map_or_else(Vec::new, |search| self.candidates_of(&search.game, lines))
    }

    /// The moves of an iteration of a search of this game.
    pub(super) fn candidates_of(&self, game: &Game, lines: &[Report<Move>]) -> Vec<Candidate> {
        let Some(root) = game.position() else { return Vec::new() };
        let priors = self.priors(root);
        let candidate = |report: &Report<Move>| {
            let first = report.line.first().and_then(|mv| mv.square());
            let prior = priors.iter().find(|(at, _)| Some(*at) == first).map_or(1.0, |(_, prior)| *prior);
            let deviation = self.engine.deviation(root, report.certainty()).unwrap_or_default();
            Candidate { report: report.clone(), deviation, prior }
        };
        lines.iter().filter(|report| !report.line.is_empty()).map(candidate).collect()
    }

    /// The share of each move by the static evaluation.
    fn priors(&self, root: Position) -> Vec<(crate::board::Square, f32)> {
        let weigh = |at| {
            let next = root.try_play(at)?;
            let eval = self.engine.evaluate(next).ok()?;
            Some((at, (-eval.to_discs() / PRIOR_SCALE).exp()))
        };
        let weighed: Vec<_> = root.moves().filter_map(weigh).collect();
        let sum: f32 = weighed.iter().map(|(_, weight)| weight).sum();
        weighed.into_iter().map(|(at, weight)| (at, weight / sum)).collect()
    }
}

/// The moves that a stream searches; none for all.
fn chosen_moves(root: Position, to_move: Colour, scope: &Scope) -> Result<Option<Bitboard>, Refusal> {
    let legal = root.moves();
    let allowed = scope.allowed.iter().rev().find(|(colour, _)| *colour == to_move).map(|(_, moves)| moves);
    let allowed = allowed.map_or(legal, |moves| moves.iter().filter_map(|mv| mv.square()).collect::<Bitboard>());
    let avoided = scope.avoided.iter().filter(|(colour, _)| *colour == to_move).filter_map(|(_, mv)| mv.square());
    let chosen = legal & allowed & !avoided.collect::<Bitboard>();
    if legal.is_empty() || chosen == legal {
        return Ok(None);
    }
    if chosen.is_empty() { Err("none of the legal moves is to be searched".to_owned()) } else { Ok(Some(chosen)) }
}
