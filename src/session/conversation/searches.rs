//! A session's searches: what is asked of the worker, and what comes of its answer.

use super::ponder::after_reply;
use super::{Refusal, Session};
use crate::board::Position;
use crate::game::{Colour, Game, IllegalMove, Move, Played};
use crate::score::Score;
use crate::search::{Budget, Level, Limits, Stop};
use crate::session::lines::at_a_glance;
use crate::session::worker::{self, Found, Job, News, Task, look};
use crate::session::{Choice, Event, Options};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Plies to search where there is only one move and a clock runs: enough for a score to show.
const ONLY_MOVE_DEPTH: u32 = 8;
/// Time to spend at most where there is only one move and a clock runs.
const ONLY_MOVE_TIME: Duration = Duration::from_millis(100);

/// The highest level at which all moves are scored for a handicap. Its error is small beside what is given away, and to score every
/// move costs several times as much as to find the best one: at level 21 minutes for a hard ending, at level 10 ten seconds yet.
const JUDGE: u8 = 8;

/// The running search.
pub(super) struct Search {
    purpose: Purpose,
    /// The game it thinks about.
    game: Game,
    began: Instant,
    stop: Stop,
    found: Arc<Mutex<Found>>,
}

#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Go {
        play: bool,
        /// Tenths of a disc to give away.
        handicap: u32,
    },
    Hint,
    Analyze,
    /// To be ready when time counts.
    Prepare,
}

impl Session {
    pub(super) fn go(&mut self, colour: Option<Colour>, play: bool) -> Result<Option<Event>, Refusal> {
        let mut game = self.game.clone();
        if colour.is_some_and(|colour| colour != game.to_move()) && !game.is_over() {
            let implied = if game.must_pass() {
                game.play(Move::Pass)
            } else {
                Err(IllegalMove::WrongColour(game.to_move().other()))
            };
            implied.map_err(|error| error.to_string())?;
        }
        self.paused = !play;
        let search = Search::new(Purpose::Go { play, handicap: self.options.handicap }, game.clone(), Instant::now());
        if game.is_over() || game.must_pass() {
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = game.position().ok_or_else(unknown_game)?;
        let mut limits = self.limits(&game, root);
        let earlier = self.pondered(root, &limits);
        if let Some(clock) = self.clocks.budget(&game, game.to_move(), root.empties()) {
            limits.budget = Some(limits.budget.map_or(clock, |own| tighter(own, clock)));
            if root.moves().len() == 1 {
                limits.depth = limits.depth.min(ONLY_MOVE_DEPTH);
                let quick = Budget { soft: ONLY_MOVE_TIME, hard: ONLY_MOVE_TIME };
                limits.budget = limits.budget.map(|budget| tighter(budget, quick));
            }
        }
        self.think(search, Task::Think { root, limits, earlier })
    }

    /// The bounds of a `Go` in this game, but for the clock. Where a clock runs, a level that nobody asked for is no bound.
    pub(super) fn limits(&self, game: &Game, root: Position) -> Limits {
        let (options, empties) = (&self.options, root.empties());
        let at_level = |level| Options { level, ..options.clone() }.limits(game.to_move(), empties);
        if options.handicap > 0 {
            return Limits { lines: usize::MAX, ..at_level(options.level.min(JUDGE)) };
        }
        let is_timed = options.movetime > 0 || self.clocks.budget(game, game.to_move(), empties).is_some();
        at_level(if is_timed && !options.level_is_set { Level::MAX.get() } else { options.level })
    }

    pub(super) fn hint(&mut self, lines: usize) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone(), Instant::now());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = self.game.position().ok_or_else(unknown_game)?;
        let mut limits = self.options.limits(self.game.to_move(), root.empties());
        limits.lines = lines.max(1);
        self.think(search, Task::Think { root, limits, earlier: None })
    }

    pub(super) fn solve(&mut self, wld: bool) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone(), Instant::now());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = self.game.position().ok_or_else(unknown_game)?;
        let exact = Limits::exact();
        let window = if wld { (Score::discs(-1), Score::discs(1)) } else { exact.window };
        let Limits { nodes, budget, .. } = self.options.limits(self.game.to_move(), root.empties());
        self.think(search, Task::Think { root, limits: Limits { nodes, budget, window, ..exact }, earlier: None })
    }

    pub(super) fn analyze(&mut self) -> Result<Option<Event>, Refusal> {
        self.game.position().ok_or_else(unknown_game)?;
        let task = Task::Judge { game: Box::new(self.game.clone()), options: self.options.clone() };
        self.think(Search::new(Purpose::Analyze, self.game.clone(), Instant::now()), task)
    }

    /// Hands the task to the worker; the answer comes by news.
    fn think(&mut self, search: Search, task: Task) -> Result<Option<Event>, Refusal> {
        self.ticket.0 += 1;
        let job = Job {
            ticket: Some(self.ticket),
            began: search.began,
            stop: search.stop.clone(),
            found: search.found.clone(),
            ..self.job(task)
        };
        self.employ(job)?;
        self.search = Some(search);
        Ok(None)
    }

    /// Lets the worker make ready for searches whose time will count; the answer comes when it is. A search that is running goes on.
    pub(super) fn prepare(&mut self) -> Result<Option<Event>, Refusal> {
        if self.search.is_some() {
            return Ok(Some(Event::Done));
        }
        // The worker takes one job after the other, and a search that nobody asked for may have no end.
        self.stop_pondering();
        self.think(Search::new(Purpose::Prepare, self.game.clone(), Instant::now()), Task::Prepare)
    }

    /// A job that begins now and that nobody hears of.
    pub(super) fn job(&mut self, task: Task) -> Job {
        Job {
            ticket: None,
            task,
            began: Instant::now(),
            stop: Stop::new(),
            found: Arc::default(),
            hash: self.options.hash,
            threads: self.options.threads,
            forget: std::mem::take(&mut self.forget),
        }
    }

    /// Gives the worker a job; starts one if there is none.
    fn employ(&mut self, job: Job) -> Result<(), Refusal> {
        let jobs = match &self.jobs {
            Some(jobs) => jobs,
            None => {
                let started = worker::start(self.weights.clone(), self.post.clone());
                self.jobs.insert(started.map_err(|error| format!("cannot start thinking: {error}"))?)
            }
        };
        if jobs.send(job).is_err() {
            self.jobs = None;
            return Err("thinking ended unexpectedly; ask again".to_owned());
        }
        Ok(())
    }

    /// Begins to think if it is the turn of a colour that the session plays by itself, else on the opponent's time, if it is
    /// to. What needs no thought is posted as news all the same: nobody asked, so there is no reply to return.
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
        let news = if self.game.must_pass() {
            Some(News::Ended(Found::default()))
        } else {
            self.go(None, true).err().map(News::Failed)
        };
        if let Some(news) = news {
            self.ticket.0 += 1;
            self.search = Some(Search::new(Purpose::Go { play: true, handicap: 0 }, self.game.clone(), Instant::now()));
            (self.post)(self.ticket, news);
        }
    }

    pub(super) fn drop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.request();
        }
        self.ticket.0 += 1;
    }

    pub(super) fn stop(&mut self) -> Event {
        let Some(search) = self.search.take() else { return Event::Done };
        search.stop.request();
        self.ticket.0 += 1;
        let found = look(&search.found).clone();
        self.conclude(search, found)
    }

    /// The last event of a search that found this.
    pub(super) fn conclude(&mut self, search: Search, found: Found) -> Event {
        let time = search.began.elapsed();
        let (play, handicap) = match search.purpose {
            Purpose::Go { play, handicap } => (play, handicap),
            Purpose::Hint | Purpose::Analyze => return Event::Hinted { lines: found.lines, nodes: found.nodes, time },
            Purpose::Prepare => return Event::Done,
        };
        let mut game = search.game;
        let report = match handicap {
            0 => found.lines.first().cloned(),
            tenths => self.given.choose(&game, &found.lines, tenths as f32 / 10.0),
        };
        let report = report.filter(|report| !report.line.is_empty());
        let report = match game.position() {
            Some(root) if report.is_none() => at_a_glance(root, &self.weights),
            _ => report,
        };
        let mv = match &report {
            Some(report) => report.line.first().copied(),
            None => game.must_pass().then_some(Move::Pass),
        };
        if play && let Some(mv) = mv {
            self.clocks.spend(game.to_move(), time);
            let eval = report.as_ref().map(|report| report.score().to_discs());
            let played = Played { mv, eval, seconds: Some(time.as_secs_f32()) };
            match game.play_noted(played) {
                Ok(()) => {
                    self.expected = self.options.ponder.then(|| after_reply(game.clone(), found.reply(mv)));
                    self.game = game;
                }
                Err(error) => log::error!("a search chose an illegal move: {error}"),
            }
        }
        let game = play.then(|| Box::new(self.game.clone()));
        Event::Chosen(Choice { mv, report, time, game })
    }
}

impl Search {
    /// Whether nobody is told what it finds before it ends: whoever plays against a handicap is not shown the best move.
    pub(super) fn is_silent(&self) -> bool {
        matches!(self.purpose, Purpose::Go { handicap: 1.., .. })
    }

    fn new(purpose: Purpose, game: Game, began: Instant) -> Search {
        Search { purpose, game, began, stop: Stop::new(), found: Arc::default() }
    }
}

fn tighter(one: Budget, other: Budget) -> Budget {
    Budget { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) }
}

fn unknown_game() -> Refusal {
    "only games on 8x8 for the most discs can be thought about so far".to_owned()
}
