//! The games of a player: exercises from them, and the fair-play report. Games are judged one by one, so that a page shows how far it is.

use super::games::each_game;
use super::knowledge::embedded;
use emilia::{Clock, Colour, Engine, EngineOptions, Game, Level, ReviewedMove, Stop, Weights};
use emilia_analysis::drill::{Deck, Exercise, ExerciseKind, OwnGame, Trainer, TrainerOptions};
use emilia_analysis::fair_play::{FairPlayReport, GameEvidence};
use emilia_analysis::internal::judge_all;
use emilia_analysis::people::{Grader, Opponent, People, rating_of};
use emilia_analysis::{JudgeOptions, JudgedGame, JudgedMove};
use serde::Deserialize;
use serde_json::json;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// As in `emilia drill` and `emilia fair-play`: the levels, the table of each engine in MiB, the moves up to which the book counts.
const DRILL_LEVEL: u8 = 12;
const FAIR_PLAY_LEVEL: u8 = 8;
const HASH: usize = 32;
const BOOK_MOVES: u8 = 60;

/// Games of Othello, to choose those of a player.
#[derive(Default)]
pub struct OwnGames {
    games: Vec<Game>,
    /// Games that cannot be read, or are of other rules.
    left_out: usize,
}

/// A player in some games.
#[derive(Default)]
struct KnownPlayer {
    games: usize,
    /// Those with a rating that the model of people knows.
    rated: usize,
    /// The rating of the last of these; 0 if there is none.
    rating: u32,
}

impl KnownPlayer {
    /// Counts a game with this rating in its record.
    fn add(&mut self, rating: Option<u32>) {
        self.games += 1;
        if let Some(rating) = rating {
            self.rated += 1;
            self.rating = rating;
        }
    }

    fn object(&self, name: &str) -> serde_json::Value {
        json!({ "name": name, "games": self.games, "rated": self.rated, "rating": self.rating })
    }
}

const COLOURS: [Colour; 2] = [Colour::Black, Colour::White];

fn name(game: &Game, colour: Colour) -> &str {
    game.tags.player(colour).name.trim()
}

impl OwnGames {
    /// Adds the games of a file or of text in any notation.
    ///
    /// # Errors
    /// If no notation is recognised: the reason, for a person.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), String> {
        each_game(bytes, &mut |game, fault| match fault.is_none()
            && game.position_at(0).is_some()
            && !game.moves().is_empty()
        {
            true => self.games.push(game),
            false => self.left_out += 1,
        })
        .map(drop)
    }

    /// The players, those with most games first: `{"games", "leftOut", "players": [{"name", "games", "rated", "rating"}], "sides"}`, and the
    /// same of whoever plays black and white as a list of two without names. Games that cannot be read and those of other rules are left
    /// out.
    pub fn players(&self) -> String {
        let mut players: BTreeMap<&str, KnownPlayer> = BTreeMap::new();
        let mut sides: [KnownPlayer; 2] = Default::default();
        for game in &self.games {
            for (colour, side) in COLOURS.into_iter().zip(&mut sides) {
                let rating = rating_of(game.tags.player(colour));
                side.add(rating);
                if !name(game, colour).is_empty() {
                    players.entry(name(game, colour)).or_default().add(rating);
                }
            }
        }
        let mut players: Vec<(&str, KnownPlayer)> = players.into_iter().collect();
        players.sort_by_key(|(_, player)| Reverse(player.games));
        let players: Vec<_> = players.iter().map(|(name, player)| player.object(name)).collect();
        let sides = sides.map(|side| side.object(""));
        json!({ "games": self.games.len(), "leftOut": self.left_out, "players": players, "sides": sides }).to_string()
    }
}

/// What is made of the games.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Goal {
    Drill,
    FairPlay,
}

/// What a page asks for.
#[derive(Deserialize)]
struct Task {
    goal: Goal,
    /// The name of the player; none for the sides below.
    player: Option<String>,
    /// The sides of the player in all games: `black`, `white`, both by default.
    side: Option<String>,
    /// The rating of the player; none for that in the record of each game.
    rating: Option<u32>,
}

/// The sides of the player in a game, with the ratings.
type OwnSides = Vec<(Colour, u32)>;

/// Judges the games of a player.
pub struct Study {
    task: Task,
    level: Level,
    engine: Engine,
    trainer: Trainer,
    grader: Grader,
    /// The games that are not judged yet, with their numbers, the next one last.
    left: Vec<(u64, Game, OwnSides)>,
    judged: Vec<OwnGame>,
    exercises: Vec<Exercise>,
    evidence: Vec<GameEvidence>,
    ratings: Vec<u32>,
}

impl Study {
    /// Of these games, with the weights of this file. The task is in JSON: `{"goal": "drill" | "fairPlay", "player", "side", "rating"}`, and
    /// the deck as [`Deck::read`] takes it: its positions make no new exercises.
    ///
    /// # Errors
    /// If the weights, the task or the deck cannot be read.
    pub fn new(games: OwnGames, task: &str, deck: &str, weights: &[u8], clock: Clock) -> Result<Study, String> {
        let weights = Arc::new(Weights::read(weights).map_err(|error| error.to_string())?);
        let task: Task = serde_json::from_str(task).map_err(|error| error.to_string())?;
        let deck = Deck::read(deck).map_err(|error| error.to_string())?;
        let people = People::embedded().ok_or("there is no model of people")?;
        let level = if task.goal == Goal::Drill { DRILL_LEVEL } else { FAIR_PLAY_LEVEL };
        let level = Level::new(level).unwrap_or(Level::DEFAULT);
        let engine =
            || Engine::with_weights(weights.clone(), EngineOptions::default().with_hash(HASH).with_clock(clock));
        let rating = task.rating.map_or(0.0, |rating| rating as f32);
        let opponent = Opponent::new(people.clone(), weights.clone());
        let options = TrainerOptions::new(rating, level);
        let trainer = Trainer::new(engine(), opponent, options, deck.positions());
        let mut judge = engine();
        if task.goal == Goal::Drill {
            judge.set_book(embedded(), BOOK_MOVES);
        }
        let sides = |game: &Game| -> OwnSides {
            let is_own = |colour: &Colour| match (&task.player, &task.side) {
                (Some(player), _) => name(game, *colour) == player,
                (None, Some(side)) => colour.to_string() == *side,
                (None, None) => true,
            };
            let rating = |colour: Colour| Some((colour, task.rating.or_else(|| rating_of(game.tags.player(colour)))?));
            COLOURS.into_iter().filter(is_own).filter_map(rating).collect()
        };
        let numbered = (1..).zip(games.games).map(|(number, game)| {
            let sides = sides(&game);
            (number, game, sides)
        });
        let mut left: Vec<_> = numbered.filter(|(.., sides)| !sides.is_empty()).collect();
        left.reverse();
        Ok(Study {
            level,
            engine: judge,
            trainer,
            grader: Grader::new(people, weights),
            left,
            task,
            judged: Vec::new(),
            exercises: Vec::new(),
            evidence: Vec::new(),
            ratings: Vec::new(),
        })
    }

    /// The number of games that are not judged yet.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Judges the next game. `report` gets the part of it that is done, from 0 to 1: half of it is the value of each position, the other half
    /// what the moves lose that exercises or the report need.
    pub fn step(&mut self, report: &mut dyn FnMut(f64)) {
        let Some((number, game, sides)) = self.left.pop() else { return };
        let all_moves = (self.task.goal == Goal::FairPlay).then_some(self.level);
        let options = JudgeOptions { all_moves, ..JudgeOptions::level(self.level) };
        // Every game begins alike, so that its result does not depend on the games before it.
        self.engine.clear();
        // Both passes go from the last position to the first, which has no moves before it.
        let positions = game.moves().len() + 1;
        let part = |ply: usize| (positions - ply) as f64 / positions as f64;
        let report = RefCell::new(report);
        let tell = |part: f64| (report.borrow_mut())(part);
        let (reviewed, scored) = (|of: &ReviewedMove| tell(part(of.ply) / 2.0), |ply| tell(0.5 + part(ply) / 2.0));
        let judged: JudgedGame = judge_all(&mut self.engine, &game, &options, &Stop::new(), reviewed, scored);
        match self.task.goal {
            Goal::Drill => {
                let TrainerOptions { loss, .. } = TrainerOptions::new(0.0, self.level);
                let is_mistake = |of: &&JudgedMove| of.loss >= loss && sides.iter().any(|(own, _)| *own == of.colour);
                let mistakes = judged.moves.iter().filter(is_mistake).count().max(1) as f64;
                let mut before = 0;
                for &(colour, _) in &sides {
                    let own = OwnGame { judged: judged.clone(), colour, number };
                    let looked_at = |number: usize| tell(0.5 + (before + number) as f64 / mistakes / 2.0);
                    self.exercises.extend(self.trainer.mistakes(std::slice::from_ref(&own), &Stop::new(), looked_at));
                    before += judged.moves.iter().filter(|of| of.colour == colour && of.loss >= loss).count();
                    self.judged.push(own);
                }
            }
            Goal::FairPlay => {
                for (colour, rating) in sides {
                    self.evidence.push(GameEvidence::of(&judged, number, colour, rating, &mut self.grader));
                    self.ratings.push(rating);
                }
            }
        }
    }

    /// What the games that are judged give: exercises as [`Deck::read`] takes them, or the report, `{"rating": [lowest, highest], "level",
    /// "report", "text"}`.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn finish(mut self) -> Result<String, String> {
        match self.task.goal {
            Goal::Drill => self.deck(),
            Goal::FairPlay => {
                let report = FairPlayReport::new(&self.evidence);
                let rating = [self.ratings.iter().min(), self.ratings.iter().max()];
                let (level, text) = (self.level.get(), report.to_string());
                Ok(json!({ "rating": rating, "level": level, "report": report, "text": text }).to_string())
            }
        }
    }

    /// The worst mistakes, then the openings.
    fn deck(&mut self) -> Result<String, String> {
        let TrainerOptions { mistakes, .. } = TrainerOptions::new(0.0, self.level);
        let loss = |exercise: &Exercise| match exercise.kind {
            ExerciseKind::Mistake { loss, .. } => loss,
            ExerciseKind::Opening { .. } => 0.0,
        };
        let mut exercises = std::mem::take(&mut self.exercises);
        exercises.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
        exercises.truncate(mistakes);
        exercises.extend(self.trainer.openings(&self.judged, &Stop::new(), |_| {}));
        let mut deck = Deck::default();
        deck.add(exercises);
        super::drill::text(&deck)
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnGames, Study};
    use crate::Drill;
    use emilia::Clock;
    use serde_json::{Value as Json, json};

    const WEIGHTS: &[u8] = include_bytes!("../../emilia/data/weights.bin");
    /// Otto's last move but one loses 25 discs.
    const MOVES: &str = "f5f6e6f4g5g6g4e7f3d6f7g2h6g3";

    fn games() -> OwnGames {
        let record = |black: &str, white: &str, moves: &str| {
            let moves: String = moves
                .as_bytes()
                .chunks(2)
                .enumerate()
                .map(|(ply, mv)| format!("{}[{}]", ['B', 'W'][ply % 2], String::from_utf8_lossy(mv)))
                .collect();
            format!(
                "(;GM[Othello]PB[{black}]PW[{white}]RB[1500]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]{moves};)"
            )
        };
        let mut games = OwnGames::default();
        let text = [record("Anna", "Otto", MOVES), record("Anna", "Carl", "f5d6")].concat();
        games.add(text.as_bytes()).expect("games");
        games
    }

    /// What the games give, judged one by one.
    fn result(task: Json) -> (usize, String) {
        let empty = Drill::default().text().expect("memory");
        let mut study = Study::new(games(), &task.to_string(), &empty, WEIGHTS, Clock::SYSTEM).expect("a study");
        let total = study.left();
        while study.left() > 0 {
            let mut parts = Vec::new();
            study.step(&mut |part| parts.push(part));
            assert!(parts.len() > 4 && parts.is_sorted() && parts[0] < 0.2 && parts.last() <= Some(&1.0), "{parts:?}");
        }
        (total, study.finish().expect("memory"))
    }

    #[test]
    fn players_have_their_games_and_ratings() {
        let players: Json = serde_json::from_str(&games().players()).expect("JSON");
        let of = |name: &str, games: usize, rating: u32| json!({ "name": name, "games": games, "rated": if rating > 0 { games } else { 0 }, "rating": rating });
        let expected = [of("Anna", 2, 1500), of("Carl", 1, 0), of("Otto", 1, 0)];
        let sides = [of("", 2, 1500), of("", 2, 0)];
        assert_eq!(players, json!({ "games": 2, "leftOut": 0, "players": expected, "sides": sides }));
        assert!(OwnGames::default().add(b"\x00 nothing").is_err());
    }

    #[test]
    fn a_mistake_becomes_an_exercise() {
        let (games, text) = result(json!({ "goal": "drill", "player": "Otto", "rating": 1500 }));
        let mut drill = Drill::read(&text).expect("a deck");
        let exercise: Json = serde_json::from_str(&drill.exercise(0)).expect("JSON");
        assert_eq!((games, &exercise["mistake"]["played"]), (1, &json!("g2")), "{text}");
        assert_eq!(exercise["moves"].as_array().map(Vec::len), Some(11));
        assert!(
            exercise["losses"]["g2"].as_f64() > Some(4.0)
                && exercise["certainty"] == "12@73%"
                && exercise["from"] == "Anna - Otto, move 12",
            "{text}"
        );
        assert_eq!(drill.merge(&text), Ok(0));
        let first = drill.session(1000, 10)[0];
        let due = drill.answer(first, Some(0), 1000).expect("a time");
        assert!(due > 1000 && !drill.session(1000, 10).contains(&first) && drill.answer(99, None, 0).is_none());
        drill.remove(first);
        assert_eq!(drill.exercise(99), "null");
    }

    #[test]
    fn a_report_is_about_the_rated_games_of_the_player() {
        let (games, text) = result(json!({ "goal": "fairPlay", "player": "Anna" }));
        let found: Json = serde_json::from_str(&text).expect("JSON");
        assert_eq!((games, &found["rating"], &found["level"]), (2, &json!([1500, 1500]), &json!(8)));
        assert!(
            found["report"]["all"]["choices"].as_u64() > Some(0) && found["report"]["is_beyond"].is_null(),
            "{text}"
        );
        assert!(found["text"].as_str().is_some_and(|text| text.contains("never a verdict")), "{text}");
        assert_eq!(result(json!({ "goal": "fairPlay", "player": "Otto" })).0, 0, "without a rating");
        assert_eq!(result(json!({ "goal": "fairPlay", "side": "white", "rating": 1700 })).0, 2);
    }
}
