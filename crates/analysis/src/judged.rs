//! A game with the value and the loss of each move.

use super::people::Difficulty;
use super::{Class, Explanation, Phase, Thrown, explain_move};
use emilia::internal::engine::is_provisional;
use emilia::{Colour, Engine, Game, Move, Report, Review, ReviewedMove, Score, Turn, Value};
use std::time::Duration;

/// A move of a judged game. Values are Black's, the loss is that of the side that moved.
///
/// See [`JudgedGame`] for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// Its number among the moves with a disc, from 1; none for a pass.
    pub number: Option<usize>,
    /// The side that moved.
    pub colour: Colour,
    /// The move.
    pub mv: Move,
    /// The empty squares before it.
    pub empties: u32,
    /// Black's value of the position before it.
    pub before: Value,
    /// Black's value of the move: exact, or searched to the depth of `before`.
    pub after: Value,
    /// Whether the values are those of a book, see [`ReviewedMove::from_book`].
    pub from_book: bool,
    /// The standard deviation of `before` from the result of perfect play in discs, as measured for searches like this; 0 if it is exact.
    pub deviation: f32,
    /// The best move; the move played if it is as good.
    pub best: Move,
    /// The best line, beginning with the best move.
    pub line: Vec<Move>,
    /// Discs lost by the side that moved, 0 or more; `to_discs` shows it without a sign.
    pub loss: Score,
    /// Black's values of all moves with their lines, the best for the mover first, often of a lower depth; empty if they were not asked
    /// for.
    pub moves: Vec<Report<Move>>,
    /// How people fare here, see [`JudgedGame::grade`]; none if that was not asked for, without a choice, and on other boards than 8x8.
    pub difficulty: Option<Difficulty>,
    /// Nodes of the searches.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

impl JudgedMove {
    /// Whether the loss is proved: both values are exact.
    pub fn is_exact(&self) -> bool {
        self.before.is_exact() && self.after.is_exact()
    }

    /// Whether the judgement rests on a search to the end of the game with forward pruning, which looks like a solution and is none.
    pub fn is_provisional(&self) -> bool {
        !self.from_book && [self.before, self.after].iter().any(|value| is_provisional(*value, self.empties))
    }

    /// What it rests on: `book`, or the certainty of `before`.
    pub fn basis(&self) -> String {
        if self.from_book { "book".to_owned() } else { self.before.certainty().to_string() }
    }

    /// Its class by the loss.
    pub fn class(&self) -> Class {
        Class::of(self.loss)
    }

    /// Its phase.
    pub fn phase(&self) -> Phase {
        Phase::of(self.empties)
    }

    /// Why the best move is better, given the position before the move: nothing if the move loses less than half a disc.
    pub fn explanations(&self, turn: &Turn) -> Vec<Explanation> {
        if self.class() == Class::Best {
            return Vec::new();
        }
        let report = |value: Value, line: Vec<Move>| Report {
            value: seen_by(self.colour, value),
            line,
            nodes: 0,
            time: Duration::ZERO,
        };
        let lines = [report(self.before, self.line.clone()), report(self.after, vec![self.mv])];
        explain_move(turn, &lines, self.mv)
    }

    /// The result that it threw away, if that is proved.
    pub fn thrown(&self) -> Option<Thrown> {
        Thrown::between(seen_by(self.colour, self.before), seen_by(self.colour, self.after))
    }
}

/// A value of Black's view for this side, or the other way round.
pub(super) fn seen_by(colour: Colour, value: Value) -> Value {
    match colour {
        Colour::Black => value,
        Colour::White => -value,
    }
}

/// A judged game.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{JudgeOptions, JudgedGame, JudgedMove, judge};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(5).unwrap());
/// let mut engine = Engine::new(EngineOptions::default());
/// let judged: JudgedGame = judge(&mut engine, &game, &options, &Stop::new(), |_| {});
/// let second: &JudgedMove = &judged.moves[1];
/// assert_eq!((second.number, second.mv.to_string()), (Some(2), "f6".to_owned()));
/// assert_eq!(judged.opening.as_deref(), Some("Diagonal Opening"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedGame {
    /// The game with its tags.
    pub game: Game,
    /// The name of its opening.
    pub opening: Option<String>,
    /// Every move that was judged, in the order of the game, passes included.
    pub moves: Vec<JudgedMove>,
    /// Black's value of the last position; none if the analysis was stopped before it.
    pub end: Option<Value>,
    /// Whether that is the value of a book.
    pub end_from_book: bool,
    /// Whether all was done that was asked for; otherwise moves at the beginning, or the scores of all moves there, are missing.
    pub is_complete: bool,
}

impl JudgedGame {
    /// The first move that threw a result away, proved.
    pub fn first_thrown(&self) -> Option<&JudgedMove> {
        self.moves.iter().find(|judged| judged.thrown().is_some())
    }

    /// Puts together what this engine reviewed.
    pub fn new(game: Game, opening: Option<String>, review: &Review, engine: &Engine) -> JudgedGame {
        let numbers = numbers(&game);
        let judged = |reviewed: &ReviewedMove| judged_move(&game, &numbers, reviewed, engine);
        let last = review.moves.last().filter(|last| last.ply == game.moves().len());
        let colour = game.to_move();
        let moves = review.moves.iter().filter_map(judged).collect();
        JudgedGame {
            game,
            opening,
            moves,
            end: last.map(|last| seen_by(colour, last.value)),
            end_from_book: last.is_some_and(|last| last.from_book),
            is_complete: review.is_complete,
        }
    }
}

/// The number of each move among those with a disc.
pub(super) fn numbers(game: &Game) -> Vec<Option<usize>> {
    let mut count = 0;
    let number = |mv: Move| {
        count += usize::from(mv != Move::Pass);
        (mv != Move::Pass).then_some(count)
    };
    game.moves().iter().map(|played| played.mv).map(number).collect()
}

/// The move that was played in a reviewed position; none for the last position.
pub(super) fn judged_move(
    game: &Game,
    numbers: &[Option<usize>],
    reviewed: &ReviewedMove,
    engine: &Engine,
) -> Option<JudgedMove> {
    let turn = game.at_ply(reviewed.ply)?;
    let colour = turn.to_move;
    let of_black = |value| seen_by(colour, value);
    Some(JudgedMove {
        ply: reviewed.ply,
        number: *numbers.get(reviewed.ply)?,
        colour,
        mv: reviewed.played?,
        empties: turn.board.empties(),
        before: of_black(reviewed.value),
        after: of_black(reviewed.of_played?),
        from_book: reviewed.from_book,
        deviation: engine.deviation(turn, reviewed.value),
        best: reviewed.best?,
        line: reviewed.line.clone(),
        loss: reviewed.loss?,
        moves: Vec::new(),
        difficulty: None,
        nodes: reviewed.nodes,
        time: reviewed.time,
    })
}
