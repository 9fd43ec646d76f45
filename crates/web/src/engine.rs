//! The JSON protocol for a worker of a page: queries are searched in slices, so that it can listen in between.

use super::knowledge::embedded;
use emilia::internal::random::Random;
use emilia::{Clock, Engine, EngineOptions, Level, Stop, Timer, Weights};
use emilia_analysis::internal::json::{
    Answer, AskedTurn, Earlier, Parsed, Query, Request, Searchers, error, no_results, read,
};
use emilia_analysis::people::Opponent;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// The opening book counts up to this number of moves, as in the program.
const BOOK_MOVES: u8 = 60;

/// The queries of a page and the engine that answers them.
pub struct Queries {
    engine: Engine,
    judge: Engine,
    random: Random,
    people: Option<Opponent>,
    clock: Clock,
    /// The turns without a last answer, in the order of their queries.
    waiting: Vec<Waiting>,
}

/// A turn without a last answer.
struct Waiting {
    /// Without its turns.
    query: Arc<Query>,
    asked: AskedTurn,
    earlier: Earlier,
    /// The last answer if the search ends now; none before it has begun.
    last: Option<String>,
    /// Since the last report.
    reported: Timer,
}

impl Queries {
    /// An engine with the weights of this file and a table of this size in MiB.
    ///
    /// # Errors
    /// If the bytes are not a file of weights, or it is damaged.
    pub fn new(weights: &[u8], hash: usize, clock: Clock, random: Random) -> Result<Queries, String> {
        let weights = Arc::new(Weights::read(weights).map_err(|error| error.to_string())?);
        let new = || {
            let options = EngineOptions::default().with_hash(hash.max(1)).with_clock(clock);
            let mut engine = Engine::with_weights(weights.clone(), options);
            engine.set_book(embedded(), BOOK_MOVES);
            engine
        };
        Ok(Queries { engine: new(), judge: new(), random, people: None, clock, waiting: Vec::new() })
    }

    /// Takes a line of the protocol: what is answered at once.
    pub fn send(&mut self, line: &str) -> Vec<String> {
        let Parsed { mut replies, request } = read(line.as_bytes(), Level::DEFAULT);
        match request {
            None => {}
            Some(Request::Query(query)) if self.waiting.iter().any(|turn| turn.query.id == query.id) => {
                replies.push(error("a query with this id is not finished", Some("id"), Some(&query.id)));
            }
            Some(Request::Query(mut query)) => {
                let turns = std::mem::take(&mut query.turns);
                let (query, clock) = (Arc::new(*query), self.clock);
                self.waiting.extend(turns.into_iter().map(|asked| {
                    let (query, earlier) = (query.clone(), Earlier::default());
                    Waiting { query, asked, earlier, last: None, reported: clock.start() }
                }));
            }
            Some(Request::Terminate { id, turns }) => {
                let is_meant = |turn: &mut Waiting| {
                    id.as_ref().is_none_or(|id| *id == turn.query.id)
                        && turns.as_ref().is_none_or(|turns| turns.contains(&turn.asked.number))
                };
                let ended = self.waiting.extract_if(.., is_meant);
                replies.extend(
                    ended.map(|turn| turn.last.unwrap_or_else(|| no_results(&turn.query.id, turn.asked.number))),
                );
            }
            Some(Request::ClearCache) => self.engine.clear(),
        }
        replies
    }

    /// Searches the next turn for this time: the answers that are due. A position of a review is not left before it is judged.
    pub fn step(&mut self, slice: Duration) -> Vec<String> {
        let next = (0..self.waiting.len()).min_by_key(|&n| Reverse(self.waiting[n].asked.priority));
        let Some(turn) = next.and_then(|n| self.waiting.get_mut(n)) else { return Vec::new() };
        let (mut interim, mut answers, before) = (None, Vec::new(), turn.earlier.time);
        let report = &mut |answer| match answer {
            Answer::Interim(line) => interim = Some(line),
            Answer::Part(line) => answers.push(line),
        };
        let mut searchers = Searchers {
            engine: &mut self.engine,
            judge: &self.judge,
            random: &mut self.random,
            people: &mut self.people,
        };
        let slices = (&Stop::new(), Some(slice));
        let last = searchers.search(&turn.query, &turn.asked, slices, &mut turn.earlier, report);
        if turn.earlier.is_over(&turn.query, before, slice) {
            answers.push(last);
            self.waiting.remove(next.unwrap_or_default());
            return answers;
        }
        turn.last = Some(last);
        let is_due = turn.query.every.is_some_and(|every| turn.reported.elapsed() >= every);
        if let Some(line) = interim.filter(|_| is_due) {
            turn.reported = self.clock.start();
            answers.push(line);
        }
        answers
    }

    /// Whether nothing waits.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Queries;
    use emilia::Clock;
    use emilia::internal::random::Random;
    use serde_json::Value as Json;
    use std::time::Duration;

    fn queries() -> Queries {
        let weights = include_bytes!("../../emilia/data/weights.bin");
        Queries::new(weights, 16, Clock::SYSTEM, Random::new(1, 0)).expect("weights")
    }

    /// All answers to a line, of searches in slices of this many milliseconds.
    fn answers(queries: &mut Queries, line: &str, slice: u64) -> Vec<Json> {
        let mut lines = queries.send(line);
        while !queries.is_idle() {
            lines.extend(queries.step(Duration::from_millis(slice)));
        }
        lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    #[test]
    fn a_search_in_slices_finds_what_one_at_once_finds() {
        // FFO #5.
        let line =
            r#"{"id":"a","board":"-XX----X--X-XXXX-OOXXOOXXOXXOXOOXXOXOXOOXOOXXXOO--OXOOOO-OOOOOOO X","exact":true}"#;
        let (at_once, sliced) = (answers(&mut queries(), line, 60_000), answers(&mut queries(), line, 1));
        assert_eq!((at_once.len(), sliced.len()), (1, 1));
        for key in ["score", "certainty"] {
            assert_eq!(at_once[0][key], sliced[0][key], "{sliced:?}");
        }
        assert_eq!(at_once[0]["certainty"], "exact");
    }

    #[test]
    fn a_review_in_slices_judges_each_position_once() {
        let line = r#"{"id":"r","moves":"f5d6c3d3c4f4e3f3","depth":3,"review":true}"#;
        let found = answers(&mut queries(), line, 0);
        let numbers: Vec<_> = found.iter().map(|answer| answer["turnNumber"].as_u64()).collect();
        assert_eq!(numbers, [8, 7, 6, 5, 4, 3, 2, 1, 0, 8].map(Some));
        assert_eq!(found[9]["review"]["isComplete"], true);
    }

    #[test]
    fn a_search_that_is_ended_answers_with_what_it_found() {
        let mut queries = queries();
        let kept =
            queries.send(r#"{"id":"a","depth":60}"#).len() + queries.send(r#"{"id":"b","depth":1,"priority":1}"#).len();
        assert_eq!(kept, 0);
        assert!(queries.step(Duration::from_secs(60))[0].contains(r#""id":"b""#), "the higher priority first");
        assert!(queries.step(Duration::from_millis(50)).is_empty());
        let ended = queries.send(r#"{"id":"t","action":"terminate","terminateId":"a"}"#);
        assert!(
            ended.len() == 2 && ended[1].contains(r#""isDuringSearch":false"#) && ended[1].contains("moveInfos"),
            "{ended:?}"
        );
        assert!(queries.is_idle());
    }

    #[test]
    fn damaged_weights_are_refused() {
        assert!(Queries::new(b"nonsense", 16, Clock::SYSTEM, Random::new(1, 0)).is_err());
    }
}
