//! Exercises from the player's own openings: what the player answers to the moves that people play.

use super::exercise::{Exercise, ExerciseKind};
use super::trainer::{OwnGame, Trainer, bare, sentences};
use crate::class::Class;
use crate::explain::explain;
use emilia::internal::engine::are_equal;
use emilia::{Colour, Game, Move, OpeningNames, Position, Score, Square, Stop};
use std::collections::{HashMap, HashSet};

/// An opening has this number of moves at most, passes included.
const MOST_PLIES: usize = 24;
/// Lines that come up in a smaller share of games are left out.
const LEAST_REACH: f32 = 0.02;

/// The moves that the player played in a position, by its canonical image, with their numbers. Mirror images are counted together.
#[derive(Default)]
struct Repertoire(HashMap<Position, Vec<(Square, usize)>>);

/// A line on the way through the openings.
struct Line {
    game: Game,
    /// The share of games that come to its end.
    reach: f32,
}

impl Repertoire {
    /// The first moves of the player in these games.
    fn of(games: &[OwnGame]) -> Repertoire {
        let mut repertoire = Repertoire::default();
        for own in games {
            let game = &own.judged.game;
            for (ply, played) in game.moves().iter().enumerate().take(MOST_PLIES) {
                let is_own = game.at_ply(ply).is_some_and(|turn| turn.to_move == own.colour);
                if let (true, Some(root), Some(at)) = (is_own, game.position_at(ply), played.mv.square()) {
                    repertoire.count(root, at);
                }
            }
        }
        repertoire
    }

    fn count(&mut self, root: Position, at: Square) {
        let (canonical, symmetry) = root.canonical();
        let (at, moves) = (symmetry.square(at), self.0.entry(canonical).or_default());
        match moves.iter_mut().find(|(other, _)| canonical.are_mirrored(*other, at)) {
            Some((_, count)) => *count += 1,
            None => moves.push((at, 1)),
        }
    }

    /// The move that the player played most often in this position, with its mirror images; empty if none.
    fn moves(&self, root: Position) -> Vec<Move> {
        let (canonical, symmetry) = root.canonical();
        let most = self.0.get(&canonical).and_then(|moves| moves.iter().rev().max_by_key(|(_, count)| *count));
        let is_it = |at: Square| most.is_some_and(|(most, _)| canonical.are_mirrored(*most, symmetry.square(at)));
        root.moves().filter(|&at| is_it(at)).map(Move::from).collect()
    }
}

impl Trainer {
    /// Exercises from the openings that the player plays with each colour, against the replies that people of the rating give, the
    /// positions that come up most often first. In a position that the player knows, the own move is right, unless it loses two discs or
    /// more; if it is a best one, those that are as good are right, too. Otherwise, and in the first position of a line that the player
    /// does not know, the best moves are. `report` gets the number of exercises so far. If the stop is requested, those so far.
    pub fn openings(&mut self, games: &[OwnGame], stop: &Stop, mut report: impl FnMut(usize)) -> Vec<Exercise> {
        let repertoire = Repertoire::of(games);
        let has = |colour: Colour| {
            games.iter().any(|own| own.colour == colour && *own.judged.game.rules() == Game::default().rules().clone())
        };
        let colours: Vec<Colour> = [Colour::Black, Colour::White].into_iter().filter(|colour| has(*colour)).collect();
        let mut lines: Vec<(Line, Colour)> =
            colours.iter().map(|colour| (Line { game: Game::default(), reach: 1.0 }, *colour)).collect();
        let (mut exercises, mut passed) = (Vec::new(), HashSet::new());
        while exercises.len() < self.options.openings && !stop.is_requested() {
            let likely =
                (0..lines.len()).rev().max_by(|one, other| lines[*one].0.reach.total_cmp(&lines[*other].0.reach));
            let Some((line, colour)) = likely.map(|at| lines.swap_remove(at)) else { break };
            let Some(root) = line.game.position().filter(|_| line.game.moves().len() < MOST_PLIES) else { continue };
            if !passed.insert((root.canonical().0, line.game.to_move() == colour)) {
                continue;
            }
            if line.game.to_move() != colour {
                lines.extend(self.replies(&line, root).into_iter().map(|line| (line, colour)));
                continue;
            }
            let own = repertoire.moves(root);
            let exercise = self.opening(&line, root, &own, stop);
            // What is wrong is not played on.
            let moves = exercise.as_ref().map_or(own.as_slice(), |exercise| exercise.right.as_slice());
            // Of mirror images one is played on, f5 at the start.
            let is_first = |mv: &&Move| mv.square().is_some_and(|at| root.distinct_moves().has(at));
            let next = moves.iter().find(is_first).or(moves.first()).copied();
            if let Some(next) = next.filter(|_| !own.is_empty()) {
                lines.extend(then(&line, next, line.reach).map(|line| (line, colour)));
            }
            exercises.extend(exercise);
            report(exercises.len());
        }
        exercises
    }

    /// The lines after the moves of people, without rare ones and mirror images.
    fn replies(&mut self, line: &Line, root: Position) -> Vec<Line> {
        let chances = self.opponent.chances(&line.game, self.options.rating);
        let chance = |at: Square| -> f32 {
            chances.iter().filter(|of| root.are_mirrored(of.values.square, at)).map(|of| of.chance).sum()
        };
        let replies = root.distinct_moves().map(|at| (at, line.reach * chance(at)));
        let likely = replies.filter(|(_, reach)| *reach >= LEAST_REACH);
        likely.filter_map(|(at, reach)| then(line, at.into(), reach)).collect()
    }

    /// The exercise of the position at the end of a line; none if there is no choice or it has one.
    fn opening(&mut self, line: &Line, root: Position, own: &[Move], stop: &Stop) -> Option<Exercise> {
        let key = root.canonical().0;
        if root.distinct_moves().len() < 2 || self.seen.contains(&key) {
            return None;
        }
        let choices = self.choices(root, stop)?;
        let loss = own.iter().filter_map(|mv| choices.loss(*mv)).max();
        let is_kept = loss.is_some_and(|loss| loss < Score::discs(Class::INACCURACY));
        let best = choices.right();
        let is_best = !is_kept || best.iter().any(|best| own.iter().any(|mv| are_equal(root, *mv, *best)));
        // The own move comes first, as it is played on.
        let mut right = if is_kept { own.to_vec() } else { Vec::new() };
        for mv in best {
            if is_best && !right.contains(&mv) {
                right.push(mv);
            }
        }
        self.seen.insert(key);
        let mut why: Vec<String> = Vec::new();
        if let (false, Some(own), Some(loss)) = (is_kept, own.first(), loss) {
            why.push(format!("your usual move {own} loses {:.1} discs", loss.to_discs()));
        }
        match (right.first(), choices.losses.first()) {
            (Some(own), Some((best, _))) if !is_best => {
                let less = loss.map_or(0.0, Score::to_discs);
                why.push(format!("{best} is {less:.1} discs better than your usual move {own}, which is good enough"));
            }
            _ => why.extend(sentences(explain(line.game.turn(), &choices.lines, self.weights()))),
        }
        let name = OpeningNames::new().of(&line.game).unwrap_or("opening");
        let kind = ExerciseKind::Opening { reach: line.reach, known: !own.is_empty() };
        let from = format!("{name}, {}", line.game.transcript());
        let (losses, certainty) = (choices.in_discs(), choices.certainty());
        Some(Exercise { kind, right, losses, certainty, why, from, game: bare(line.game.clone()) })
    }
}

/// The line with this move, and the pass after it if there is no other move.
fn then(line: &Line, mv: Move, reach: f32) -> Option<Line> {
    let mut game = line.game.clone();
    game.play(mv).ok()?;
    if game.must_pass() {
        game.play(Move::Pass).ok()?;
    }
    Some(Line { game, reach })
}
