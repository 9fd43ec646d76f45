//! Exercises from a player's games.

use super::exercise::{Exercise, ExerciseKind};
use crate::class::Class;
use crate::explain::{ClaimKind, Explanation, explain_move};
use crate::judged::{JudgedGame, JudgedMove, seen_by};
use crate::people::Opponent;
use crate::table::title;
use emilia::{Colour, Engine, Game, Level, Limits, Move, Position, Report, Score, Stop};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Duration;

/// Which exercises are made.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainerOptions {
    /// The player's rating.
    pub rating: f32,
    /// The level of the searches.
    pub level: Level,
    /// What a mistake loses at least.
    pub loss: Score,
    /// The share of people [`Exercise::STEP`] points above the rating who find a right move in the position of a mistake, at least.
    pub found: f32,
    /// The most mistakes.
    pub mistakes: usize,
    /// The most positions of openings.
    pub openings: usize,
}

impl TrainerOptions {
    /// Mistakes of four discs and more that a quarter of people 200 points stronger would not make.
    pub const fn new(rating: f32, level: Level) -> TrainerOptions {
        let loss = Score::discs(Class::MISTAKE);
        TrainerOptions { rating, level, loss, found: 0.25, mistakes: 20, openings: 10 }
    }
}

/// A judged game of the player.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnGame {
    /// The game.
    pub judged: JudgedGame,
    /// The player's colour.
    pub colour: Colour,
    /// Its number in its source, for a person.
    pub number: u64,
}

/// Makes exercises, one for each position, mirror images included.
///
/// # Examples
/// ```
/// use emilia::notation::transcript;
/// use emilia::{Colour, Engine, EngineOptions, Level, Stop};
/// use emilia_analysis::drill::{OwnGame, Trainer, TrainerOptions};
/// use emilia_analysis::people::{Opponent, People};
/// use emilia_analysis::{JudgeOptions, judge};
///
/// let level = Level::new(4).unwrap();
/// let game = transcript::read("f5d6c3d3c4f4f6f3e6e7d7g6f8f7").unwrap();
/// let mut engine = Engine::new(EngineOptions::default());
/// let judged = judge(&mut engine, &game, &JudgeOptions::level(level), &Stop::new(), |_| {});
/// # let Some(people) = People::embedded() else { return };
/// let opponent = Opponent::new(people, engine.weights().clone());
/// let mut trainer = Trainer::new(engine, opponent, TrainerOptions::new(1500.0, level), []);
/// let own = OwnGame { judged, colour: Colour::Black, number: 1 };
/// let exercises = trainer.mistakes(&[own], &Stop::new(), |_| {});
/// assert!(exercises.iter().all(|exercise| !exercise.right.is_empty()));
/// ```
pub struct Trainer {
    engine: Engine,
    pub(super) opponent: Opponent,
    pub(super) options: TrainerOptions,
    /// The positions that have an exercise.
    pub(super) seen: HashSet<Position>,
}

/// The moves of a position with what each loses.
pub(super) struct Choices {
    /// The lines of the search.
    pub lines: Vec<Report<Move>>,
    /// What each legal move loses, the best first.
    pub losses: Vec<(Move, Score)>,
}

impl Choices {
    /// What this move loses.
    pub fn loss(&self, mv: Move) -> Option<Score> {
        self.losses.iter().find(|(other, _)| *other == mv).map(|(_, loss)| *loss)
    }

    /// The moves that are as good as the best one.
    pub fn right(&self) -> Vec<Move> {
        self.losses.iter().filter(|(_, loss)| Class::of(*loss) == Class::Best).map(|(mv, _)| *mv).collect()
    }

    /// What they rest on.
    pub fn certainty(&self) -> String {
        self.lines.first().map_or_else(String::new, |line| line.certainty().to_string())
    }

    /// The losses in discs, with one decimal.
    pub fn in_discs(&self) -> Vec<(Move, f32)> {
        let rounded = |loss: Score| (loss.to_discs() * 10.0).round() / 10.0;
        self.losses.iter().map(|(mv, loss)| (*mv, rounded(*loss))).collect()
    }
}

impl Trainer {
    /// Makes exercises with this engine and this model of people. The positions have exercises already, see [`super::Deck::positions`].
    pub fn new(
        engine: Engine,
        opponent: Opponent,
        options: TrainerOptions,
        seen: impl IntoIterator<Item = Position>,
    ) -> Trainer {
        Trainer { engine, opponent, options, seen: seen.into_iter().collect() }
    }

    /// Exercises from the mistakes of the player's moves that lost most, the worst first.
    ///
    /// A mistake is worth learning if a second search of all moves confirms at least half of its loss, and enough people of a somewhat
    /// higher rating find a right move. `report` gets the number of mistakes that were looked at. If the stop is requested, the exercises
    /// so far.
    pub fn mistakes(&mut self, games: &[OwnGame], stop: &Stop, mut report: impl FnMut(usize)) -> Vec<Exercise> {
        let own = |game: &'_ OwnGame| {
            game.judged.moves.iter().filter(|judged| judged.colour == game.colour).cloned().collect::<Vec<_>>()
        };
        let moves = games.iter().flat_map(|game| own(game).into_iter().map(move |judged| (game, judged)));
        let mut mistakes: Vec<(&OwnGame, JudgedMove)> =
            moves.filter(|(_, judged)| judged.loss >= self.options.loss).collect();
        mistakes.sort_by_key(|(_, judged)| Reverse(judged.loss));
        let mut exercises = Vec::new();
        for (number, (own, judged)) in mistakes.iter().enumerate() {
            if exercises.len() >= self.options.mistakes || stop.is_requested() {
                break;
            }
            report(number);
            exercises.extend(self.mistake(own, judged, stop));
        }
        exercises
    }

    /// The exercise of a mistake; none if it is not worth learning, or its position has one.
    fn mistake(&mut self, own: &OwnGame, judged: &JudgedMove, stop: &Stop) -> Option<Exercise> {
        let game = before(&own.judged.game, judged.ply);
        let root = game.position()?;
        let key = root.canonical().0;
        if self.seen.contains(&key) {
            return None;
        }
        let choices = self.choices(root, stop)?;
        let mut right = choices.right();
        let [confirmed, of_best] = [judged.mv, judged.best].map(|mv| choices.loss(mv));
        if right.contains(&judged.mv) || 2 * confirmed?.raw() < judged.loss.raw() {
            return None;
        }
        // The two searches may differ a little.
        if !right.contains(&judged.best) {
            of_best.filter(|loss| *loss < Score::discs(Class::INACCURACY))?;
            right.insert(0, judged.best);
        }
        let found = self.share(&game, self.options.rating + Exercise::STEP, &right);
        if found < self.options.found {
            return None;
        }
        self.seen.insert(key);
        let why = sentences(explain_move(game.turn(), &compared(judged, &choices), judged.mv));
        let basis = if judged.is_exact() { "exact".to_owned() } else { judged.basis() };
        let (played, loss) = (judged.mv.to_string(), judged.loss.to_discs());
        let kind = ExerciseKind::Mistake { played, loss, certainty: basis, found };
        let from =
            format!("{}, move {}", title(&own.judged.game.tags, &format!("game {}", own.number)), judged.number?);
        let (losses, certainty) = (choices.in_discs(), choices.certainty());
        Some(Exercise { kind, right, losses, certainty, why, from, game: bare(game) })
    }

    /// All moves of a position, searched to one depth; none if the stop is requested.
    pub(super) fn choices(&mut self, root: Position, stop: &Stop) -> Option<Choices> {
        // Mirror images are searched too, so that each move has a line.
        let limits = Limits { root_moves: Some(root.moves()), lines: usize::MAX, ..Limits::level(self.options.level) };
        let lines = self.engine.search_with(root, &limits, stop, |_| {}).lines().to_vec();
        if stop.is_requested() {
            return None;
        }
        let best = lines.iter().map(Report::score).max()?;
        let loss = |line: &Report<Move>| Some((*line.line.first()?, best - line.score()));
        let mut losses: Vec<(Move, Score)> = lines.iter().filter_map(loss).collect();
        losses.sort_by_key(|(_, loss)| *loss);
        Some(Choices { lines, losses })
    }

    /// The share of people of this rating who play one of these moves.
    fn share(&mut self, game: &Game, rating: f32, moves: &[Move]) -> f32 {
        let chances = self.opponent.chances(game, rating);
        chances.iter().filter(|of| moves.contains(&of.values.square.into())).map(|of| of.chance).sum()
    }

    /// The weights of the engine.
    pub(super) fn weights(&self) -> &emilia::Weights {
        self.engine.weights()
    }
}

/// The best move and the one that was played with their judged values, and the lines that were found.
fn compared(judged: &JudgedMove, choices: &Choices) -> [Report<Move>; 2] {
    let line = choices.lines.iter().find(|line| line.line.first() == Some(&judged.mv));
    let played = line.map_or(vec![judged.mv], |line| line.line.clone());
    [(judged.before, judged.line.clone()), (judged.after, played)].map(|(value, line)| {
        let value = seen_by(judged.colour, value);
        Report { value, line, nodes: 0, time: Duration::ZERO }
    })
}

/// The sentences of an explanation. Where it has no reason, the reply to the worse move, if that is known.
pub(super) fn sentences(explanations: Vec<Explanation>) -> Vec<String> {
    let sentence = |Explanation { kind, text, at, squares, side, .. }: Explanation| match (kind, squares.first()) {
        (ClaimKind::Unexplained, Some(reply)) => {
            let side = if side == Colour::Black { "Black" } else { "White" };
            Some(format!("{side} answers {at} with {reply}"))
        }
        (ClaimKind::Unexplained, None) => None,
        _ => Some(text),
    };
    explanations.into_iter().filter_map(sentence).collect()
}

/// The game before the move of this number, passes counted.
fn before(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    while game.moves().len() > ply {
        game.undo();
    }
    game
}

/// The moves of a game alone: without names, comments, times and moves taken back.
pub(super) fn bare(game: Game) -> Game {
    let mut bare = Game::new(game.rules().clone());
    for played in game.moves() {
        let played = bare.play(played.mv);
        debug_assert!(played.is_ok(), "a move of the game");
    }
    bare
}
