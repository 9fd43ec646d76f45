//! The record of a game: GGF, and a line for a journal.

use super::{Id, LiveGame, MatchEnd, MatchKind, MatchLine};
use emilia::notation::ggf;
use emilia::{Colour, Ending, Game, Move, Outcome, Played, Player, Tags};
use serde_json::{Value, json};

/// A game that has ended, or that the server keeps or dropped.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number.
    pub id: Id,
    /// The type of the match.
    pub kind: MatchKind,
    /// The komi, if there was one.
    pub komi: Option<f32>,
    /// The game, with players, ratings and the outcome.
    pub game: Game,
    /// Whether the match has a result.
    pub is_finished: bool,
    /// The number under which the server archives or keeps it.
    pub archive: Option<Id>,
    /// The ratings before and after, if they changed.
    pub ratings: Vec<(String, f64, f64)>,
}

impl GameRecord {
    /// The record of a game of this match, which ended like this.
    pub(super) fn new(live: LiveGame, line: &MatchLine, end: &MatchEnd, ratings: &[(String, f64, f64)]) -> GameRecord {
        let LiveGame { id, kind, komi, mut game, .. } = live;
        let is_black_first = live.players[0].name.eq_ignore_ascii_case(&line.players[0].0);
        let is_finished = matches!(end, MatchEnd::Result { .. });
        let score = match end {
            MatchEnd::Result { discs, .. } if id.part.is_none() => Some(if is_black_first { *discs } else { -discs }),
            MatchEnd::Result { .. } => live.result.or_else(|| game.is_over().then(|| game.score() as f32)),
            _ => None,
        };
        let ending = match game.is_over() {
            _ if live.is_timed_out => Ending::TimedOut,
            // The report of the last moves could not be read.
            is_over if is_over || live.is_stale => Ending::Played,
            _ => Ending::Resigned,
        };
        game.tags.outcome = score.and_then(|score| Outcome::of_score(score, ending));
        game.tags.place = "GGS/os".to_owned();
        let colours = [Colour::Black, Colour::White];
        for ((colour, line), allowed) in colours.into_iter().zip(live.players).zip(live.allowed) {
            *game.tags.player_mut(colour) =
                Player { name: line.name, rating: Some(line.rating), time: allowed.map(|clock| clock.time) };
        }
        let archive = match end {
            MatchEnd::Result { archive: id, .. } | MatchEnd::Left { stored: id, .. } => *id,
            MatchEnd::Aborted => None,
        };
        GameRecord { id, kind, komi, game, is_finished, archive, ratings: ratings.to_vec() }
    }

    /// The game in GGF, in one line without its end. The tags `GT`, `GN`, `KM`, `RBA` and `RWA` have the type of the match, the number of
    /// the archived game, the komi and the ratings after the match.
    pub fn ggf(&self, date: &str) -> String {
        let mut game = self.game.clone();
        game.tags.date = date.to_owned();
        let after = |colour| {
            let is_meant =
                |(player, ..): &&(String, f64, f64)| player.eq_ignore_ascii_case(&game.tags.player(colour).name);
            self.ratings.iter().find(is_meant).map(|(_, _, after)| after.to_string())
        };
        let others = [
            ("GT", Some(self.kind.to_string())),
            ("GN", self.archive.map(|id| id.to_string())),
            ("KM", self.komi.map(|komi| komi.to_string())),
            ("RBA", after(Colour::Black)),
            ("RWA", after(Colour::White)),
        ];
        let others = others.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        game.tags.others = others;
        ggf::write(&game)
    }

    /// A line of a journal without its end, of the same form as the games of a contest; none for a game without a result, and for one that
    /// does not begin at the start of 8x8 Othello, which the form cannot express.
    pub fn journal(&self, date: &str) -> Option<String> {
        let Tags { black, white, outcome, .. } = &self.game.tags;
        let is_standard = self.game.rules() == Game::default().rules();
        let outcome = outcome.filter(|_| self.is_finished && is_standard)?;
        let score = outcome.score()?;
        let of_move = |played: &Played| -> Option<Value> {
            let Move::At(cell) = played.mv else { return None };
            Some(json!({"at": cell.to_string(), "seconds": played.seconds, "score": played.eval}))
        };
        let moves: Vec<Value> = self.game.moves().iter().filter_map(of_move).collect();
        let mut game = json!({
            "task": self.id.number, "half": self.id.part.unwrap_or(0), "opening": "", "black": black.name, "white": white.name,
            "moves": moves, "score": score.round() as i32, "event": self.kind.to_string(), "began": date, "place": "GGS",
        });
        let fault = match outcome.ending {
            Ending::TimedOut => Some("time"),
            Ending::Resigned => Some("resigned"),
            Ending::Played | Ending::Agreed => None,
        };
        if let (Some(fault), Some(winner)) = (fault, outcome.winner) {
            game["fault"] = json!(fault);
            game["at_fault"] = json!(winner.other().to_string());
        }
        Some(json!({ "game": game }).to_string())
    }
}
