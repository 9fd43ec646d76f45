//! A session's searches: requests to the engine, and events from the results.

use super::ponder::after_reply;
use super::search::{Proof, Purpose, ReadyMove, Search};
use super::state::{Refusal, Session};
use crate::session::bounds::tighter;
use crate::session::{Bounds, Choice, Event, Graded, Options, Source};
use emilia::{
    Analysis, Bitboard, Budget, Colour, Engine, EngineError, Game, IllegalMove, Level, Limits, Move, Played, Report,
    Review, ReviewedMove, Score, Task, TaskEvent, Turn, Value,
};
use emilia_analysis::internal::WORDS_OF_OTHELLO;
use emilia_analysis::people::{Grader, People};
use emilia_analysis::{JudgedGame, explain, explain_move};
use std::time::{Duration, Instant};

/// Plies to search where there is only one move and a clock runs: enough for a score to show.
const ONLY_MOVE_DEPTH: u32 = 8;
/// Time to spend at most where there is only one move and a clock runs.
const ONLY_MOVE_TIME: Duration = Duration::from_millis(100);

/// The highest level at which all moves are scored for a handicap. Its error is small beside the loss that is asked for, and to score
/// every move costs several times as much as to find the best one: at level 21 minutes for a hard ending, at level 10 ten seconds.
const HANDICAP_LEVEL: u8 = 8;

/// The level at which an explanation scores all moves where none is set: some seconds.
const EXPLAIN_LEVEL: u8 = 12;

impl Session {
    pub(super) fn go(&mut self, colour: Option<Colour>, play: bool) -> Result<Option<Event>, Refusal> {
        self.go_within(colour, play, &Bounds::default())
    }

    pub(super) fn go_within(
        &mut self,
        colour: Option<Colour>,
        play: bool,
        bounds: &Bounds,
    ) -> Result<Option<Event>, Refusal> {
        let game = self.game_for(colour)?;
        self.paused = !play;
        let search = Search::new(Purpose::Go { play, handicap: self.options.handicap }, game.clone());
        let search = Search { moves: bounds.moves, ..search };
        if game.is_over() || game.must_pass() && !bounds.is_endless {
            return Ok(Some(self.conclude(search)));
        }
        if !bounds.is_endless
            && bounds.moves.is_none()
            && bounds.lines < 2
            && let Some(ready) = self.ready_move(&game)?
        {
            let after = ready.after;
            let search = Search { ready: Some(ready), ..search };
            if after.is_zero() {
                return Ok(Some(self.conclude(search)));
            }
            self.end_after(search, after);
            return Ok(None);
        }
        let mut limits = self.limits(&game, bounds);
        let earlier = self.pondered(&game, &limits);
        self.bring_knowledge(&game);
        let empties = game.turn().board.empties();
        let clock = self.clocks.budget(&game, game.to_move(), empties);
        if let Some(clock) = clock.filter(|_| !bounds.is_endless) {
            limits.budget = Some(limits.budget.map_or(clock, |own| tighter(own, clock)));
            if game.legal().len() == 1 {
                if let Some(Limits { depth, selectivity, .. }) = limits.level.map(|level| level.limits(empties)) {
                    limits = Limits { level: None, depth: depth.min(ONLY_MOVE_DEPTH), selectivity, ..limits };
                }
                let short = Budget { soft: ONLY_MOVE_TIME, hard: ONLY_MOVE_TIME };
                limits.budget = limits.budget.map(|budget| tighter(budget, short));
            }
        }
        self.start(search, |engine, report| engine.start(&game, limits, earlier.as_ref(), report))
    }

    /// The game with this colour to move, if one is named: after a forced pass of the other one.
    pub(super) fn game_for(&self, colour: Option<Colour>) -> Result<Game, Refusal> {
        let mut game = self.game.clone();
        if colour.is_some_and(|colour| colour != game.to_move()) && !game.is_over() {
            let implied = if game.must_pass() {
                game.play(Move::Pass)
            } else {
                Err(IllegalMove::WrongColour(game.to_move().other()))
            };
            implied.map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    /// The limits of a `Go` within these bounds in this game, without the clock. With a clock the default level is no limit.
    pub(super) fn limits(&self, game: &Game, bounds: &Bounds) -> Limits {
        let (options, empties) = (&self.options, game.turn().board.empties());
        let at_level = |level| Options { level, ..options.clone() }.limits(game.to_move());
        if options.handicap > 0 {
            let all_moves = Limits { lines: usize::MAX, ..at_level(options.level.min(HANDICAP_LEVEL)) };
            return bounds.within(all_moves, empties);
        }
        let is_timed = options.movetime > 0 || self.clocks.budget(game, game.to_move(), empties).is_some();
        let is_bounded = (is_timed || bounds.bound_cost()) && !options.level_is_set;
        let level = if bounds.is_endless || is_bounded { Level::MAX.get() } else { options.level };
        bounds.within(at_level(level), empties)
    }

    pub(super) fn hint(&mut self, lines: usize) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search)));
        }
        if let Some(proof) = self.proof.as_ref().filter(|proof| lines <= 1 && proof.is_of(&self.game)) {
            let Report { nodes, time, .. } = proof.report;
            return Ok(Some(Event::Hinted { lines: vec![proof.report.clone()], nodes, time, judged: None }));
        }
        let (game, limits) = (self.game.clone(), self.options.advising().limits(self.game.to_move()));
        self.bring_knowledge(&search.game);
        let in_book = game.position().map(|root| self.book.hint(&self.game, root, lines.max(1), &self.options));
        let Some((book_lines, others)) = in_book.filter(|(lines, _)| !lines.is_empty()) else {
            let limits = limits.with_lines(lines.max(1));
            return self.start(search, |engine, report| engine.start(game, limits, None, report));
        };
        let missing = lines.max(1).saturating_sub(book_lines.len());
        if missing == 0 || others.is_empty() {
            self.end_at_once(search);
        } else {
            let limits = Limits { root_moves: Some(others), lines: missing, ..limits };
            self.start(search, |engine, report| engine.start(game, limits, None, report))?;
        }
        Ok(Some(Event::Book { lines: book_lines, opening: self.book.opening(&self.game) }))
    }

    pub(super) fn explain_last(&mut self) -> Result<Option<Event>, Refusal> {
        let mut game = self.game.clone();
        let last = std::iter::from_fn(|| game.undo()).map(|played| played.mv).find(|mv| *mv != Move::Pass);
        self.explain(game, last)
    }

    pub(super) fn explain(&mut self, game: Game, mv: Option<Move>) -> Result<Option<Event>, Refusal> {
        let level = if self.options.level_is_set { self.options.level } else { EXPLAIN_LEVEL };
        let options = Options { level, ..self.options.clone() };
        let limits = options.limits(game.to_move()).with_lines(usize::MAX);
        let plies = options.plies(game.turn().board.empties());
        let search = Search::new(Purpose::Explain { mv, plies }, game.clone());
        if let Some(Err(illegal)) = mv.map(|mv| game.clone().play(mv)) {
            return Err(illegal.to_string());
        }
        if game.is_over() {
            return Ok(Some(self.conclude(search)));
        }
        game.position().ok_or_else(|| WORDS_OF_OTHELLO.to_owned())?;
        self.bring_knowledge(&game);
        self.start(search, |engine, report| engine.start(game, limits, None, report))
    }

    /// Lets the next search begin with what the book knows of the positions after the next moves.
    pub(super) fn bring_knowledge(&mut self, game: &Game) {
        let known = if self.options.is_weakened() { Vec::new() } else { self.book.known(game, &self.options) };
        self.engine.set_known(known);
    }

    /// The move of the model of people if it is to play, or that of the book.
    ///
    /// # Errors
    /// If the model is to play and does not know the board.
    fn ready_move(&mut self, game: &Game) -> Result<Option<ReadyMove>, Refusal> {
        if let Some(rating) = self.options.people() {
            let left = self.clocks.left(game.to_move());
            return self.player.choose(game, rating, &self.options, self.engine.weights(), left).map(Some);
        }
        let of_book = if self.options.handicap > 0 { None } else { self.book.choose(game, &self.options) };
        Ok(of_book.map(|line| ReadyMove { report: line.report, source: Source::Book, after: Duration::ZERO }))
    }

    /// Posts the end of a search that needs no engine.
    fn end_at_once(&mut self, search: Search) {
        self.end_after(search, Duration::ZERO);
    }

    /// The same after some time.
    fn end_after(&mut self, search: Search, time: Duration) {
        self.ticket.0 += 1;
        self.search = Some(search);
        let (post, ticket) = (self.post.clone(), self.ticket);
        if time.is_zero() {
            return post(ticket, TaskEvent::Ended);
        }
        std::thread::spawn(move || {
            std::thread::sleep(time);
            post(ticket, TaskEvent::Ended);
        });
    }

    /// Adds the game to the book in a file.
    pub(super) fn learn(&mut self) -> Result<Event, Refusal> {
        self.book.learn(&self.game).map(|()| Event::Learned)
    }

    pub(super) fn solve(&mut self, wld: bool) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Solve, self.game.clone());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search)));
        }
        let (loss, win) = self.game.rules().win_window(self.game.to_move());
        let window = (Score::discs(loss), Score::discs(win));
        let proof = if wld { Limits { window, ..Limits::exact() } } else { Limits::exact() };
        let Limits { nodes, budget, .. } = self.options.limits(self.game.to_move());
        let (game, limits) = (self.game.clone(), Limits { nodes, budget, ..proof });
        self.start(search, |engine, report| engine.start(game, limits, None, report))
    }

    /// A search under limits of the client's own.
    pub(super) fn search_within(&mut self, limits: Limits) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search)));
        }
        let own = self.options.limits(self.game.to_move());
        let bounds = Bounds { nodes: own.nodes, time: own.budget.map(|budget| budget.hard), ..Bounds::default() };
        let limits = bounds.within(limits, self.game.turn().board.empties());
        let known = self.known.take();
        self.engine.set_known(known);
        let game = self.game.clone();
        self.start(search, |engine, report| engine.start(game, limits, None, report))
    }

    /// The cost of the running search so far.
    pub(super) fn progress(&self) -> Event {
        let Some(search) = &self.search else { return Event::Done };
        let nodes = search.task.as_ref().map_or(0, Task::nodes);
        Event::Progress { nodes, time: search.began.elapsed() }
    }

    pub(super) fn analyze(&mut self) -> Result<Option<Event>, Refusal> {
        let (game, options) = (self.game.clone(), self.options.advising());
        let limits = move |turn: &Turn| options.limits(turn.to_move);
        let search = Search::new(Purpose::Analyze, self.named());
        let (book, moves) = self.book.of(&self.options);
        self.engine.set_book(book, moves);
        self.start(search, |engine, report| engine.start_review(game, limits, report))
    }

    /// Lets the engine allocate its memory before searches whose time will count; the answer comes when it has. A search that is
    /// running continues.
    pub(super) fn prepare(&mut self) -> Result<Option<Event>, Refusal> {
        if self.search.is_some() {
            return Ok(Some(Event::Done));
        }
        // The engine does one task after the other, and a search on the opponent's time may have no end.
        self.stop_pondering();
        self.start(Search::new(Purpose::Prepare, self.game.clone()), |engine, report| engine.start_warm(report))
    }

    /// Starts a task of the engine; the answer comes by an event.
    pub(super) fn start(
        &mut self,
        search: Search,
        start: impl FnOnce(&mut Engine, Box<dyn FnMut(TaskEvent) + Send>) -> Result<Task, EngineError>,
    ) -> Result<Option<Event>, Refusal> {
        self.ticket.0 += 1;
        let (post, ticket) = (self.post.clone(), self.ticket);
        let report = Box::new(move |event| post(ticket, event));
        let task = start(self.engine(), report).map_err(|error| format!("{error}; try again"))?;
        self.search = Some(Search { task: Some(task), ..search });
        Ok(None)
    }

    /// The engine with the present options.
    pub(super) fn engine(&mut self) -> &mut Engine {
        let Options { threads, hash, .. } = self.options;
        self.engine.set_options(self.engine.options().with_threads(threads).with_hash(hash));
        &mut self.engine
    }

    /// Starts a search if the session plays the side to move, or else on the opponent's time, if it is to. What needs no search is
    /// posted as an event, too: there was no command to reply to.
    pub(super) fn resume(&mut self) {
        let expected = self.expected.take();
        if self.paused || self.search.is_some() || self.game.is_over() {
            return;
        }
        if !self.auto.contains(&self.game.to_move()) {
            if let Some(game) = expected {
                self.begin_to_ponder(&game);
            }
            return;
        }
        let game = self.game.clone();
        let search = || Search::new(Purpose::Go { play: true, handicap: 0 }, game.clone());
        if game.must_pass() {
            self.end_at_once(search());
        } else {
            match self.ready_move(&game) {
                Ok(Some(ready)) => self.end_after(Search { ready: Some(ready.clone()), ..search() }, ready.after),
                Ok(None) => {
                    if let Err(refusal) = self.go(None, true) {
                        self.end_at_once(Search { refusal: Some(refusal), ..search() });
                    }
                }
                Err(refusal) => self.end_at_once(Search { refusal: Some(refusal), ..search() }),
            }
        }
    }

    pub(super) fn drop_search(&mut self) {
        // Its task stops when it is dropped.
        self.search = None;
        self.ticket.0 += 1;
    }

    pub(super) fn stop(&mut self) -> Event {
        let Some(search) = self.search.take() else { return Event::Done };
        self.ticket.0 += 1;
        self.conclude(search)
    }

    /// The game with its moves judged, from what was reviewed, and with what people do. It takes about 2 ms a move.
    fn judged(&mut self, game: Game, mut moves: Vec<ReviewedMove>, nodes: u64) -> JudgedGame {
        moves.reverse();
        let is_complete = moves.len() == game.moves().len() + 1;
        let opening = self.book.opening(&game).map(str::to_owned);
        let mut judged = JudgedGame::new(game, opening, &Review { moves, nodes, is_complete }, &self.engine);
        let rating = self.options.people();
        if let Some(grader) = self.grader() {
            judged.grade(grader, rating);
        }
        judged
    }

    /// What tells what people choose; none in a program without the model of people.
    fn grader(&mut self) -> Option<&mut Grader> {
        if self.grader.is_none() {
            self.grader = People::embedded().map(|people| Grader::new(people, self.engine.weights().clone()));
        }
        self.grader.as_mut()
    }

    /// The last event of a search, from its results so far.
    pub(super) fn conclude(&mut self, mut search: Search) -> Event {
        let (time, task) = (search.began.elapsed(), search.task.take());
        let analysis = task.as_ref().and_then(Task::analysis);
        let lines: &[Report<Move>] = analysis.as_ref().map_or(&[], |analysis| analysis.lines());
        let nodes = task.as_ref().map_or(0, Task::nodes);
        let (play, handicap) = match search.purpose {
            Purpose::Go { play, handicap } => (play, handicap),
            Purpose::Hint | Purpose::Solve | Purpose::Analyze => {
                if matches!(search.purpose, Purpose::Solve) {
                    self.proof = Proof::of(&search.game, lines).or(self.proof.take());
                }
                let is_analysis = matches!(search.purpose, Purpose::Analyze);
                let judged = is_analysis.then(|| Box::new(self.judged(search.game, search.reviewed, nodes)));
                return Event::Hinted { lines: lines.to_vec(), nodes, time, judged };
            }
            Purpose::Stream => return Event::Streamed(self.candidates_of(&search.game, lines)),
            Purpose::Explain { mv, .. } => {
                let (turn, rating) = (*search.game.turn(), self.options.people());
                let people = self.grader().and_then(|grader| Graded::new(grader, &search.game, lines, mv, rating));
                let explanations = match mv {
                    Some(mv) => explain_move(&turn, lines, mv),
                    None => explain(&turn, lines, self.engine.weights()),
                };
                return Event::Explained {
                    turn,
                    lines: lines.to_vec(),
                    explanations,
                    people: people.map(Box::new),
                    nodes,
                    time,
                };
            }
            Purpose::Prepare => return Event::Done,
        };
        let mut game = search.game;
        let ready = search.ready.take();
        let source = ready.as_ref().map_or(Source::Search, |ready| ready.source);
        let report = match handicap {
            _ if ready.is_some() => ready.map(|ready| ready.report),
            0 => lines.first().cloned(),
            tenths => self.handicap.choose(&game, lines, tenths as f32 / 10.0),
        };
        let report = report.filter(|report| !report.line.is_empty());
        let report = report.or_else(|| static_choice(&game, search.moves, &self.engine));
        let mv = match &report {
            Some(report) => report.line.first().copied(),
            None => game.must_pass().then_some(Move::Pass),
        };
        if play && let Some(mv) = mv {
            self.spend(game.to_move(), time);
            let eval = report.as_ref().map(|report| report.score().to_discs());
            let played = Played { mv, eval, seconds: Some(time.as_secs_f32()) };
            match game.play_noted(played) {
                Ok(()) => {
                    let of_book = report
                        .as_ref()
                        .filter(|_| source == Source::Book)
                        .and_then(|report| report.line.get(1).copied());
                    let reply = of_book.or_else(|| task.as_ref().and_then(|task| expected_reply(task, mv)));
                    self.own_moves.retain(|own| *own < self.game.moves().len());
                    self.own_moves.push(self.game.moves().len());
                    self.expected = self.options.ponder.then(|| after_reply(game.clone(), reply));
                    self.game = game;
                    self.turn_began = Instant::now();
                }
                Err(error) => log::error!("a search chose an illegal move: {error}"),
            }
        }
        let game = play.then(|| Box::new(self.named()));
        Event::Chosen(Choice { mv, report, source, time, game, left: self.time_left() })
    }
}

/// The reply expected to this move. An interrupted iteration knows the move alone; then the one before it is asked.
fn expected_reply(task: &Task, mv: Move) -> Option<Move> {
    let of = |analysis: Option<Analysis>| {
        let analysis = analysis?;
        analysis.lines().iter().find(|line| line.line.len() > 1 && line.line[0] == mv).map(|line| line.line[1])
    };
    of(task.analysis()).or_else(|| of(task.last_iteration()))
}

/// The best of these moves, or of all of them, by the static evaluation one ply ahead; none without a move.
pub(super) fn static_choice(game: &Game, among: Option<Bitboard>, engine: &Engine) -> Option<Report<Move>> {
    let is_among = |mv: &Move| among.is_none_or(|squares| mv.square().is_some_and(|at| squares.has(at)));
    let moves: Vec<Move> = game.legal().into_iter().filter(|mv| *mv != Move::Pass && is_among(mv)).collect();
    let scored = moves.iter().filter_map(|mv| score_after(game, *mv, engine));
    let (score, best) = scored.max_by_key(|(score, mv)| (*score, *mv))?;
    Some(Report {
        value: Value::estimate(score, 1, 100),
        line: vec![best],
        nodes: moves.len() as u64,
        time: Duration::ZERO,
    })
}

/// The static evaluation after this move for the side that moves, with the move.
pub(super) fn score_after(game: &Game, mv: Move, engine: &Engine) -> Option<(Score, Move)> {
    let mut next = game.clone();
    next.play(mv).ok()?;
    let score = engine.evaluate(&next);
    Some((if next.to_move() == game.to_move() { score } else { -score }, mv))
}
