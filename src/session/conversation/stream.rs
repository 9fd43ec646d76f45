//! Streams of results.

use super::search::{Purpose, Search};
use super::searches::score_after;
use super::state::{Refusal, Session};
use crate::session::{Bounds, Candidate, Event, Options, Scope};
use emilia::{Bitboard, Game, Level, Limits, Move, Report};

/// The difference in discs between two static evaluations that divides the share of a move by e.
const PRIOR_SCALE: f32 = 2.0;

impl Session {
    /// Starts a stream, see [`crate::session::Command::Stream`].
    pub(super) fn stream(&mut self, scope: Scope) -> Result<Option<Event>, Refusal> {
        let game = self.game_for(scope.colour)?;
        if scope.play {
            let bounds = Bounds { moves: chosen_moves(&game, &scope)?, ..Bounds::default() };
            let reply = self.go_within(scope.colour, true, &bounds)?;
            if let Some(search) = &mut self.search {
                search.streams = true;
            }
            return Ok(reply);
        }
        if game.is_over() {
            return Ok(Some(Event::Done));
        }
        let deepest = Options { level: Level::MAX.get(), ..self.options.clone() };
        let limits = Limits {
            lines: scope.lines.max(1),
            root_moves: chosen_moves(&game, &scope)?,
            ..deepest.limits(game.to_move())
        };
        let search = Search { streams: true, ..Search::new(Purpose::Stream, game.clone()) };
        self.start(search, |engine, report| engine.start(game, limits, None, report))?;
        Ok(Some(Event::Done))
    }

    /// The moves of an iteration of the running search.
    pub(super) fn candidates(&self, lines: &[Report<Move>]) -> Vec<Candidate> {
        self.search.as_ref().map_or_else(Vec::new, |search| self.candidates_of(&search.game, lines))
    }

    /// The moves of an iteration of a search of this game.
    pub(super) fn candidates_of(&self, game: &Game, lines: &[Report<Move>]) -> Vec<Candidate> {
        let (priors, tie) = (self.priors(game), game.rules().tie_share(game.to_move()));
        let candidate = |report: &Report<Move>| {
            let first = report.line.first();
            let prior = priors.iter().find(|(mv, _)| Some(mv) == first).map_or(1.0, |(_, prior)| *prior);
            let deviation = self.engine.deviation(game, report.value);
            Candidate { report: report.clone(), deviation, prior, tie }
        };
        lines.iter().filter(|report| !report.line.is_empty()).map(candidate).collect()
    }

    /// The share of each move by the static evaluation.
    fn priors(&self, game: &Game) -> Vec<(Move, f32)> {
        let weigh = |mv| {
            let (score, _) = score_after(game, mv, &self.engine)?;
            Some((mv, (score.to_discs() / PRIOR_SCALE).exp()))
        };
        let weighed: Vec<_> = game.legal().into_iter().filter_map(weigh).collect();
        let sum: f32 = weighed.iter().map(|(_, weight)| weight).sum();
        weighed.into_iter().map(|(mv, weight)| (mv, weight / sum)).collect()
    }
}

/// The moves that a stream searches; none for all.
fn chosen_moves(game: &Game, scope: &Scope) -> Result<Option<Bitboard>, Refusal> {
    let (legal, to_move) = (game.legal(), game.to_move());
    let allowed = scope.allowed.iter().rev().find(|(colour, _)| *colour == to_move).map(|(_, moves)| moves);
    let is_avoided = |mv: &Move| scope.avoided.contains(&(to_move, *mv));
    let is_chosen = |mv: &&Move| allowed.is_none_or(|moves| moves.contains(mv)) && !is_avoided(mv);
    let chosen: Vec<Move> = legal.iter().filter(is_chosen).copied().collect();
    if chosen == legal || game.must_pass() {
        return Ok(None);
    }
    if chosen.is_empty() {
        return Err("none of the legal moves is to be searched".to_owned());
    }
    let squares: Option<Bitboard> = chosen.iter().map(|mv| mv.square()).collect();
    squares.map(Some).ok_or_else(|| "on boards above 8x8 all moves are searched".to_owned())
}
