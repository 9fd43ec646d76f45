//! Weaker play on purpose: chooses moves with a given average loss in discs.
//!
//! Knows nothing of searches: moves and their scores are given.
//!
//! A weak opponent that looks less far ahead plays well for a while and then blunders as no person would. Here every move is
//! scored, at level 8 at most, and one is picked at random with a probability proportional to exp(-loss / temperature), at the
//! temperature that gives the wanted mean loss. If a position offers less (all moves are equally good, or there is only one), the
//! difference is added to the loss wanted of later moves.

use crate::random::Random;
use crate::search::Report;
use emilia_core::{Certainty, Colour, Game, Move, Score, Turn};

/// The largest loss of a move: a multiple of the wanted mean loss, plus a number of discs. With the multiple alone the mean loss was half
/// the wanted one: few moves lose less than a few discs, in endings hardly any.
const WORST: (f32, f32) = (4.0, 4.0);

/// The index of the line to play, so that the loss has this mean in discs and is never above `most`; `random` is a random number in 0..1.
/// None without lines.
///
/// A move whose score is only an upper bound may lose more than that, and is not picked.
fn draw(lines: &[Report<Move>], mean: f32, most: f32, random: f64) -> Option<usize> {
    let best = best(lines)?;
    let choices: Vec<(usize, f64)> = (lines.iter().enumerate())
        .map(|(n, line)| (n, loss(lines[best].score(), line.score())))
        .filter(|&(n, loss)| n == best || loss <= most && is_known(&lines[n]))
        .map(|(n, loss)| (n, f64::from(loss)))
        .collect();
    if mean <= 0.0 {
        return Some(best);
    }
    let chances = chances(&choices, f64::from(mean));
    let mut rest = random * chances.iter().sum::<f64>();
    for (&(n, _), chance) in choices.iter().zip(chances) {
        rest -= chance;
        if rest < 0.0 {
            return Some(n);
        }
    }
    Some(best)
}

/// The line to play with this mean loss in discs, and what it loses; none without lines. [`Handicap`] does so for the moves of a game.
pub fn weaker<'a>(lines: &'a [Report<Move>], mean: f32, random: &mut Random) -> Option<(&'a Report<Move>, f32)> {
    let chosen = lines.get(draw(lines, mean, most_loss(mean), random.fraction())?)?;
    Some((chosen, loss(lines[best(lines)?].score(), chosen.score())))
}

/// The largest loss of a move with this mean loss, in discs.
fn most_loss(mean: f32) -> f32 {
    WORST.0 * mean + WORST.1
}

/// Whether it is known how much the move of this line loses at most.
fn is_known(line: &Report<Move>) -> bool {
    line.certainty() != Certainty::AtMost && !line.line.is_empty()
}

/// The index of the best line; an upper bound makes no line the best one. None without lines.
fn best(lines: &[Report<Move>]) -> Option<usize> {
    (0..lines.len()).rev().max_by_key(|&n| (is_known(&lines[n]), lines[n].score()))
}

/// The discs that a score is below the best one.
fn loss(best: Score, score: Score) -> f32 {
    best.to_discs() - score.to_discs()
}

/// The relative probabilities of the choices for this mean loss, or equal ones if their mean loss is smaller.
fn chances(choices: &[(usize, f64)], mean: f64) -> Vec<f64> {
    let at = |coldness: f64| -> Vec<f64> { choices.iter().map(|(_, loss)| (-loss * coldness).exp()).collect() };
    let mean_at = |coldness: f64| {
        let chances = at(coldness);
        let sum: f64 = chances.iter().zip(choices).map(|(chance, (_, loss))| chance * loss).sum();
        sum / chances.iter().sum::<f64>()
    };
    let (mut hot, mut cold) = (0.0, 1e4);
    if mean_at(hot) <= mean {
        return at(hot);
    }
    for _ in 0..64 {
        let middle = (hot + cold) / 2.0;
        if mean_at(middle) > mean { hot = middle } else { cold = middle }
    }
    at(cold)
}

/// Chooses moves with a mean loss; remembers its choices in the game so far.
#[derive(Debug)]
pub struct Handicap {
    moves: Vec<ChosenMove>,
    random: Random,
}

#[derive(Debug)]
struct ChosenMove {
    /// The turn of the move.
    turn: Turn,
    mv: Move,
    /// The wanted loss minus the actual one, in discs.
    shortfall: f32,
}

impl Default for Handicap {
    fn default() -> Handicap {
        Handicap::seeded(Random::unseeded())
    }
}

impl Handicap {
    /// No moves yet; choices follow from this generator.
    fn seeded(random: Random) -> Handicap {
        Handicap { moves: Vec::new(), random }
    }

    /// The line to play in this game with this mean loss in discs per move. Earlier choices count if they were played.
    pub fn choose(&mut self, game: &Game, lines: &[Report<Move>], mean: f32) -> Option<Report<Move>> {
        self.moves.retain(|earlier| earlier.is_part_of(game));
        let turn = *game.turns().last()?.1;
        let most = most_loss(mean);
        let wanted = (mean + self.shortfall(turn.to_move)).min(most);
        let chosen = lines.get(draw(lines, wanted, most, self.random.fraction())?)?;
        let best = lines[best(lines)?].score();
        let mv = *chosen.line.first()?;
        self.moves.push(ChosenMove { turn, mv, shortfall: mean - loss(best, chosen.score()) });
        Some(chosen.clone())
    }

    fn shortfall(&self, colour: Colour) -> f32 {
        self.moves.iter().filter(|earlier| earlier.turn.to_move == colour).map(|earlier| earlier.shortfall).sum()
    }
}

impl ChosenMove {
    fn is_part_of(&self, game: &Game) -> bool {
        game.turns().zip(game.moves()).any(|((_, turn), played)| *turn == self.turn && played.mv == self.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::{Handicap, WORST, draw, loss};
    use crate::random::Random;
    use crate::search::Report;
    use emilia_core::{Certainty, Game, Move, Score, Value};
    use std::time::Duration;

    const SURE: Certainty = Certainty::Depth { plies: 8, percent: 100 };

    fn line(mv: Move, discs: f32, certainty: Certainty) -> Report<Move> {
        let value = Value::from_parts(Score::from_discs(discs), certainty).expect("whole discs");
        Report { value, line: vec![mv], nodes: 1, time: Duration::ZERO }
    }

    /// Lines with these losses in discs, in the opening.
    fn lines(losses: &[f32]) -> Vec<Report<Move>> {
        let legal = Game::default().legal();
        losses.iter().enumerate().map(|(n, loss)| line(legal[n % legal.len()], 3.0 - loss, SURE)).collect()
    }

    fn mean_loss(losses: &[f32], mean: f32, most: f32) -> f32 {
        let lines = lines(losses);
        let lots = 10_000;
        let drawn = (0..lots).map(|n| draw(&lines, mean, most, f64::from(n) / f64::from(lots)).expect("a line"));
        drawn.map(|n| losses[n]).sum::<f32>() / lots as f32
    }

    #[test]
    fn the_mean_loss_is_what_is_wanted_where_the_position_offers_it() {
        for losses in [&[0.0, 2.0, 4.0, 6.0][..], &[0.0, 0.5, 1.25, 9.0], &[0.0, 0.0, 4.0], &[0.0, 3.9, 4.0]] {
            for mean in [0.05, 0.2, 0.5] {
                let found = mean_loss(losses, mean, 8.0);
                assert!((found - mean).abs() < 0.01, "{losses:?} {mean}: {found}");
            }
        }
    }

    #[test]
    fn what_a_position_does_not_offer_is_not_taken_by_preferring_the_worst() {
        let found = mean_loss(&[0.0, 1.0, 2.0], 1.9, 8.0);
        assert!((found - 1.0).abs() < 0.01, "{found}");
    }

    #[test]
    fn no_move_loses_more_than_it_may() {
        let losses = [0.0, 1.0, 3.0, 3.5, 20.0];
        let lines = lines(&losses);
        for random in 0..1000 {
            let drawn = draw(&lines, 3.0, 3.2, f64::from(random) / 1000.0).expect("a line");
            assert!(losses[drawn] <= 3.2, "{}", losses[drawn]);
        }
    }

    #[test]
    fn the_more_a_move_loses_the_less_likely_it_is() {
        let losses = [0.0, 0.5, 1.0, 2.0, 4.0];
        let lines = lines(&losses);
        let mut counts = [0; 5];
        (0..10_000)
            .for_each(|random| counts[draw(&lines, 0.8, 9.0, f64::from(random) / 10_000.0).expect("a line")] += 1);
        assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    }

    #[test]
    fn a_move_with_only_an_upper_bound_is_not_picked() {
        let legal = Game::default().legal();
        let lines = [
            line(legal[0], 4.0, SURE),
            line(legal[1], 3.0, Certainty::AtMost),
            line(legal[2], 2.0, Certainty::AtLeast),
        ];
        let drawn = |random: i32| draw(&lines, 1.5, 4.0, f64::from(random) / 100.0);
        assert!((0..100).all(|random| drawn(random) != Some(1)) && (0..100).any(|random| drawn(random) == Some(2)));
        assert_eq!(draw(&[], 1.0, 4.0, 0.5), None);
        // Nor is it the best one.
        let lines = [line(legal[0], 40.0, Certainty::AtMost), line(legal[1], 2.0, SURE)];
        assert_eq!(draw(&lines, 0.0, 4.0, 0.5), Some(1));
    }

    /// The ratio of the actual to the wanted loss over a number of games.
    fn loss_ratio(mean: f32, games: u64) -> f32 {
        let (mut lost, mut wanted) = (0.0, 0.0);
        for seed in 0..games {
            let (mut game, mut handicap) = (Game::default(), Handicap::seeded(Random::new(seed, 0)));
            while !game.is_over() {
                // At every fourth move of a side all moves are equal.
                let step = if game.moves().len() % 8 < 2 { 0.0 } else { 0.5 };
                let legal = game.legal();
                let lines: Vec<_> =
                    (0u8..).zip(&legal).map(|(n, mv)| line(*mv, 1.0 - step * f32::from(n), SURE)).collect();
                let chosen = handicap.choose(&game, &lines, mean).expect("a line");
                let loss = loss(lines[0].score(), chosen.score());
                assert!(loss <= WORST.0 * mean + WORST.1);
                lost += loss;
                wanted += mean;
                game.play(chosen.line[0]).expect("a legal move");
            }
        }
        lost / wanted
    }

    #[test]
    fn over_a_game_the_mean_loss_is_the_wanted_one() {
        for mean in [0.2, 0.5] {
            let share = loss_ratio(mean, 200);
            assert!((0.9..1.1).contains(&share), "{mean}: {share}");
        }
    }

    #[test]
    fn a_choice_that_was_not_played_or_was_taken_back_is_forgotten() {
        let (mut game, mut handicap) = (Game::default(), Handicap::seeded(Random::new(1, 0)));
        let legal = game.legal();
        let only = [line(legal[0], 0.0, SURE)];
        for _ in 0..5 {
            handicap.choose(&game, &only, 1.0);
        }
        game.play(legal[1]).expect("a legal move");
        let only = [line(game.legal()[0], 0.0, SURE)];
        handicap.choose(&game, &only, 1.0);
        assert_eq!(handicap.moves.len(), 1);
        assert_eq!((handicap.shortfall(game.to_move()), handicap.shortfall(game.to_move().other())), (1.0, 0.0));
        game.play(game.legal()[0]).expect("a legal move");
        game.undo();
        game.undo();
        handicap.choose(&game, &[line(legal[0], 0.0, SURE)], 1.0);
        assert_eq!(handicap.moves.len(), 1);
    }
}
