//! The search of a turn, at once or in slices.

use super::answer::{Found, answer};
use super::position::AskedTurn;
use super::request::Query;
use super::text::{ascii, number, rounded};
use crate::graded::difficulty;
use crate::judged::{judged_move, numbers, seen_by};
use crate::people::{Grader, Opponent, People, PeopleMove};
use crate::{Class, JudgedMove, explain};
use base64::prelude::{BASE64_STANDARD as BASE64, Engine as _};
use emilia::internal::engine::{BookValues, weaker};
use emilia::internal::random::Random;
use emilia::internal::search::ResumeState;
use emilia::variant::ProofError;
use emilia::{
    Analysis, Bitboard, Budget, Certainty, Certificate, Engine, Game, Limits, Move, OpeningNames, Report, ReviewedMove,
    Score, Stop, Value,
};
use serde_json::json;
use std::cmp::Reverse;
use std::time::Duration;

/// What was found of a turn before its search gave way.
#[derive(Clone, Default)]
pub struct Earlier {
    state: ResumeState,
    /// Nodes visited.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
    /// The positions that are reviewed, the last of the game first.
    reviewed: Vec<ReviewedMove>,
    /// Whether the certificate is made, or cannot be.
    is_certified: bool,
}

/// An answer before the last one.
pub enum Answer {
    /// What an iteration found. It may be left out.
    Interim(String),
    /// A part of the result.
    Part(String),
}

/// Who searches a turn.
pub struct Searchers<'a> {
    /// Searches.
    pub engine: &'a mut Engine,
    /// Tells the errors of scores while the other one searches. It never searches and so has no tables.
    pub judge: &'a Engine,
    /// For the moves of a weaker player.
    pub random: &'a mut Random,
    /// For the moves of people, from the first query for them on.
    pub people: &'a mut Option<Opponent>,
}

impl Searchers<'_> {
    /// Searches a turn on from what was found earlier, for the time of a slice or until the stop is requested; returns its last answer.
    pub fn search(
        &mut self,
        query: &Query,
        asked: &AskedTurn,
        (stop, slice): (&Stop, Option<Duration>),
        earlier: &mut Earlier,
        report: &mut (dyn FnMut(Answer) + Send),
    ) -> String {
        if query.is_review {
            return self.review(query, (stop, slice), earlier, report);
        }
        // What the fast board plays needs no game.
        let root = query.game.position_at(asked.number);
        let game = || game_at(&query.game, asked.number);
        let has_book = query.has_book && query.handicap.is_none();
        let of_book = match (has_book, &asked.moves, root) {
            (true, None, Some(root)) => self.engine.book_values(root),
            _ => None,
        };
        let book = of_book.as_ref().map_or(&[][..], |of_book| of_book.lines.lines());
        let in_book: Vec<Move> = book.iter().filter_map(first).collect();
        let wanted = query.limits.lines;
        let judge = self.judge;
        let deviation =
            |value| root.map_or_else(|| judge.deviation(game(), value), |root| judge.deviation(root, value));
        let (people, of_people) = self.moves_of_people(query, asked);
        let write = |value: Value, lines: &[Report<Move>], (nodes, time), chosen, certificate, is_during_search| {
            let people = if is_during_search { &[][..] } else { &people };
            let chosen = if is_during_search { None } else { of_people.or(chosen) };
            let explain = || explain(&asked.turn, lines, judge.weights());
            let (explain, deviation, book) = (&explain, &deviation, &in_book[..]);
            let found = Found { value, lines, book, chosen, people, certificate, nodes, time, explain, deviation };
            answer(query, asked, &found, is_during_search)
        };
        let squares = |moves: &[Move]| moves.iter().filter_map(|mv| mv.square()).collect::<Bitboard>();
        let root_moves = match (&asked.moves, &of_book, root) {
            (Some(moves), ..) => Some(squares(moves)),
            (None, Some(_), Some(root)) => Some(root.moves() & !squares(&in_book)),
            _ => None,
        };
        if let Some(of_book) = of_book.as_ref().filter(|_| book.len() >= wanted || root_moves == Some(Bitboard(0))) {
            let lines = &book[..book.len().min(wanted)];
            return write(of_book.lines.value(), lines, (earlier.nodes, earlier.time), None, None, false);
        }
        // The moves of the book stay above those that it says are worse.
        let with_book = |analysis: &Analysis| -> (Value, Vec<Report<Move>>) {
            let Some(of_book) = &of_book else { return (analysis.value(), analysis.lines().to_vec()) };
            (of_book.lines.value(), merged(of_book, analysis.lines()))
        };
        let Earlier { state, nodes, time, is_certified, .. } = earlier;
        let (nodes_before, time_before) = (*nodes, *time);
        let all = query.limits_of(asked.turn.to_move);
        let rest = all.after(nodes_before, time_before);
        let limits = Limits { root_moves, lines: wanted - book.len(), budget: sliced(rest.budget, slice), ..rest };
        let effort = |analysis: &Analysis| (nodes_before + analysis.nodes(), time_before + analysis.time());
        let keep = |analysis: &Analysis| {
            if query.every.is_some() {
                let (value, lines) = with_book(analysis);
                report(Answer::Interim(write(value, &lines, effort(analysis), None, None, true)));
            }
        };
        let analysis = match root {
            Some(root) => self.engine.resume(root, &limits, stop, state, keep),
            None => self.engine.resume(game(), &limits, stop, state, keep),
        };
        (*nodes, *time) = effort(&analysis);
        let (value, lines) = with_book(&analysis);
        let is_in_time = slice.is_none_or(|slice| analysis.time() < slice);
        let finish = query.certificate.filter(|_| value.certainty().is_proved() && is_in_time);
        let certificate = finish.and_then(|finish| {
            let clock = self.engine.options().clock.start();
            let made = self.engine.certify(&game(), value, finish, &all.after(*nodes, *time), stop);
            *nodes += made.as_ref().map_or(0, Certificate::nodes);
            *time += clock.elapsed();
            *is_certified = true;
            encoded(made).transpose()
        });
        let chosen = query.handicap.and_then(|mean| weaker(&lines, mean, self.random));
        let chosen = chosen.and_then(|(line, loss)| Some((first(line)?, loss)));
        write(value, &lines, (*nodes, *time), chosen, certificate, false)
    }

    /// The moves that people play in a turn, the likeliest first, and the one that is chosen with what it loses.
    fn moves_of_people(&mut self, query: &Query, asked: &AskedTurn) -> (Vec<PeopleMove>, Option<(Move, f32)>) {
        let Some((asked_people, people)) = query.human.zip(People::embedded()) else { return (Vec::new(), None) };
        let rating = asked_people.rating(asked.turn.to_move) as f32;
        let opponent = self.people.get_or_insert_with(|| Opponent::new(people, self.judge.weights().clone()));
        let game = game_at(&query.game, asked.number);
        let seed = asked_people.seed.unwrap_or_else(|| self.random.below(usize::MAX) as u64);
        let mut moves = opponent.chances(&game, rating);
        let best = moves.iter().map(PeopleMove::score).max();
        let chosen = opponent.choose(&game, rating, seed).zip(best);
        moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        (moves, chosen.map(|(of, best)| (of.values.square.into(), (best - of.score()).to_discs())))
    }

    /// Judges the moves of a game on from those that were judged earlier; returns the last answer.
    fn review(
        &mut self,
        query: &Query,
        (stop, slice): (&Stop, Option<Duration>),
        earlier: &mut Earlier,
        report: &mut (dyn FnMut(Answer) + Send),
    ) -> String {
        let (game, judge, numbers) = (&*query.game, self.judge, numbers(&query.game));
        let clock = self.engine.options().clock.start();
        let mut grader =
            query.human.and_then(|_| People::embedded()).map(|people| Grader::new(people, judge.weights().clone()));
        self.engine.resume_review(
            game,
            |turn| query.limits_of(turn.to_move),
            stop,
            &mut earlier.reviewed,
            |reviewed| {
                let mut judged = judged_move(game, &numbers, reviewed, judge);
                if let (Some(judged), Some(people), Some(grader)) = (&mut judged, query.human, &mut grader) {
                    judged.difficulty = difficulty(game, judged, people.rating(judged.colour), grader);
                }
                report(Answer::Part(part(query, reviewed, judged.as_ref())));
                if slice.is_some_and(|slice| clock.elapsed() >= slice) {
                    stop.request();
                }
            },
        );
        let opening = OpeningNames::new().of(game).map(str::to_owned);
        let (id, number) = (&query.id, game.moves().len());
        let is_complete = earlier.reviewed.len() > number;
        let review = json!({ "isComplete": is_complete, "opening": opening });
        ascii(&json!({ "id": id, "turnNumber": number, "isDuringSearch": false, "review": review }))
    }
}

impl Earlier {
    /// Whether a search with slices has ended, after one of this length began with that time.
    pub fn is_over(&self, query: &Query, before: Duration, slice: Duration) -> bool {
        match query.is_review {
            true => self.reviewed.len() > query.game.moves().len(),
            false if self.is_certified => true,
            false => self.time - before < slice || query.limits.budget.is_some_and(|budget| self.time >= budget.hard),
        }
    }
}

/// A judged move, or the position at the end of the game. Values are Black's, the loss is that of the side that moved.
fn part(query: &Query, reviewed: &ReviewedMove, judged: Option<&JudgedMove>) -> String {
    let turn = query.game.at_ply(reviewed.ply);
    let value = |value| turn.map(|turn| number(seen_by(turn.to_move, value).score()));
    let text = |mv: Option<Move>| mv.map(|mv| mv.to_string());
    let mut review = json!({
        "move": text(reviewed.played),
        "best": text(reviewed.best),
        "before": value(reviewed.value),
        "after": reviewed.of_played.and_then(value),
        "loss": reviewed.loss.map(number),
        "certainty": if reviewed.from_book { "book".to_owned() } else { reviewed.value.certainty().to_string() },
        "fromBook": reviewed.from_book,
        "line": reviewed.line.iter().map(Move::to_string).collect::<Vec<_>>(),
        "thrown": judged.and_then(JudgedMove::thrown).map(|thrown| thrown.to_string()),
    });
    if let Some(of) = judged.and_then(|judged| judged.difficulty) {
        let [found, chance, as_bad] = [of.found, of.chance, of.as_bad].map(|share| rounded(share.into(), 1e3));
        review["people"] = json!({ "rating": of.rating, "found": found, "chance": chance, "asBad": as_bad });
    }
    let mistake = judged.filter(|judged| query.explains && judged.class() != Class::Best);
    if let Some((mistake, turn)) = mistake.zip(turn) {
        review["explanations"] = json!(mistake.explanations(turn));
    }
    ascii(&json!({ "id": query.id, "turnNumber": reviewed.ply, "isDuringSearch": true, "review": review }))
}

/// The game as it was after this number of moves.
fn game_at(game: &Game, number: usize) -> Game {
    let mut at = game.clone();
    while at.moves().len() > number {
        at.undo();
    }
    at
}

fn first(line: &Report<Move>) -> Option<Move> {
    line.line.first().copied()
}

/// A time limit, at most a slice.
fn sliced(budget: Option<Budget>, slice: Option<Duration>) -> Option<Budget> {
    match (budget, slice) {
        (budget, None) => budget,
        (None, Some(slice)) => Some(Budget { soft: Duration::MAX, hard: slice }),
        (Some(Budget { soft, hard }), Some(slice)) => Some(Budget { soft, hard: hard.min(slice) }),
    }
}

/// The file of a certificate as text, or what is wrong with it; none if it was stopped.
fn encoded(made: Result<Certificate, ProofError>) -> Result<Option<String>, String> {
    match made {
        Err(ProofError::Stopped) => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(certificate) => {
            certificate.to_bytes().map(|bytes| Some(BASE64.encode(bytes))).map_err(|error| error.to_string())
        }
    }
}

/// The moves of the book and the others, best first: none of these is better than the best one that leaves the book by the book.
fn merged(of_book: &BookValues, searched: &[Report<Move>]) -> Vec<Report<Move>> {
    let most = of_book.leaf.unwrap_or(Score::MAX);
    let capped = |line: &Report<Move>| match line.certainty() {
        Certainty::Depth { plies, percent } => {
            Report { value: Value::estimate(line.score().min(most), plies, percent), ..line.clone() }
        }
        _ => line.clone(),
    };
    let mut lines = of_book.lines.lines().to_vec();
    lines.extend(searched.iter().map(capped));
    lines.sort_by_key(|line| Reverse(line.score()));
    lines
}
