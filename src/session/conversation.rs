//! A session: obeys commands, hears the news of its searches.

use super::lines::at_a_glance;
use super::time::Clocks;
use super::worker::{self, Found, Job, News, Post, Task, look};
use super::{Choice, Command, Event, Options, Ticket};
use crate::eval::Weights;
use crate::game::{Colour, Game, IllegalMove, Move, Played, transcript};
use crate::score::Score;
use crate::search::{Budget, Limits, Stop};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Plies to search where there is only one move and a clock runs: enough for a score to show.
const ONLY_MOVE_DEPTH: u32 = 8;
/// Time to spend at most where there is only one move and a clock runs.
const ONLY_MOVE_TIME: Duration = Duration::from_millis(100);

/// One conversation about one game.
pub struct Session {
    game: Game,
    options: Options,
    clocks: Clocks,
    /// The colours that the session plays by itself.
    auto: Vec<Colour>,
    /// Whether it waits all the same, because somebody is looking back or has called it off.
    paused: bool,
    weights: Arc<Weights>,
    post: Post,
    /// The worker's jobs, once there was one.
    jobs: Option<Sender<Job>>,
    /// Whether the next job begins with an empty table.
    forget: bool,
    ticket: Ticket,
    search: Option<Search>,
}

/// The running search.
struct Search {
    purpose: Purpose,
    /// The game it thinks about.
    game: Game,
    began: Instant,
    stop: Stop,
    found: Arc<Mutex<Found>>,
}

#[derive(Clone, Copy)]
enum Purpose {
    Go { play: bool },
    Hint,
    Analyze,
}

/// Why a command is refused: a line for a person.
type Refusal = String;

impl Session {
    /// A session at the start of Othello. News are given to `post` by another thread, to be brought to [`Session::hear`].
    pub fn new(options: Options, weights: Arc<Weights>, post: Box<dyn Fn(Ticket, News) + Send + Sync>) -> Session {
        Session {
            game: Game::default(),
            options,
            clocks: Clocks::default(),
            auto: Vec::new(),
            paused: false,
            weights,
            post: post.into(),
            jobs: None,
            forget: false,
            ticket: Ticket::default(),
            search: None,
        }
    }

    /// Obeys a command, and replies unless the answer is to come by news. Never waits for a search.
    pub fn obey(&mut self, command: Command) -> Option<Event> {
        let reply = self.carry_out(command).unwrap_or_else(|refusal| Some(Event::Refused(refusal)));
        self.resume();
        reply
    }

    /// Takes note of news and gives the event to show; none if they are of a search that was ended.
    pub fn hear(&mut self, ticket: Ticket, news: News) -> Option<Event> {
        if ticket != self.ticket || self.search.is_none() {
            return None;
        }
        let event = match news {
            News::Thinking(lines) => Event::Thinking(lines),
            News::Analyzed(verdict) => Event::Analyzed(verdict),
            News::Ended(found) => {
                let search = self.search.take()?;
                self.conclude(search, found)
            }
            News::Failed(reason) => {
                self.drop_search();
                self.paused = true;
                Event::Refused(reason)
            }
        };
        self.resume();
        Some(event)
    }

    /// Whether news are to come.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    fn carry_out(&mut self, command: Command) -> Result<Option<Event>, Refusal> {
        use Command::*;
        if !matches!(command, Stop | Clock(_) | Option { .. } | Save(_) | Show | ShowOptions) {
            self.drop_search();
        }
        let reply = match command {
            New(rules) => self.begin_game(Game::new(rules), true),
            Set(game) => self.begin_game(*game, false),
            Play { colour, played } => self.play(colour, played)?,
            Transcript(text) => self.transcript(&text)?,
            Load { path, .. } | Save(path) => return Err(format!("a session has no files: {path:?}")),
            Undo(moves) => self.undo(moves)?,
            Redo(moves) => self.redo(moves)?,
            Turn(turning) => {
                self.game = self.game.turned(turning);
                Event::Done
            }
            Go { colour, play } => return self.go(colour, play),
            Hint(lines) => return self.hint(lines),
            Solve { wld } => return self.solve(wld),
            Analyze => return self.analyze(),
            Learn => Event::Learned,
            Stop => self.stop(),
            Sync(number) => {
                self.paused = true;
                Event::Synced(number)
            }
            Clock(clock) => {
                self.clocks.set(clock);
                Event::Done
            }
            Option { name, value } => {
                self.options.set(&name, &value).map_err(|error| error.to_string())?;
                Event::Done
            }
            Mode(colours) => {
                (self.auto, self.paused) = (colours, false);
                Event::Done
            }
            Show => Event::Shown(Box::new(self.game.clone())),
            ShowOptions => Event::Options(self.options.settings()),
            Quit => {
                self.auto.clear();
                Event::Goodbye
            }
        };
        Ok(Some(reply))
    }

    fn begin_game(&mut self, game: Game, forget: bool) -> Event {
        self.game = game;
        self.clocks.restart();
        self.forget |= forget;
        self.paused = false;
        Event::Done
    }

    fn play(&mut self, colour: Option<Colour>, played: Played) -> Result<Event, Refusal> {
        let colour = colour.unwrap_or(self.game.to_move());
        self.game.play_implied(colour, played).map_err(|error| error.to_string())?;
        self.paused = false;
        Ok(Event::Done)
    }

    fn transcript(&mut self, text: &str) -> Result<Event, Refusal> {
        transcript::play(&mut self.game, text).map_err(|error| error.to_string())?;
        self.paused = false;
        Ok(Event::Done)
    }

    fn undo(&mut self, moves: usize) -> Result<Event, Refusal> {
        let played = self.game.moves().len();
        if moves > played {
            return Err(format!("there are not so many moves to take back: {moves}"));
        }
        for _ in 0..moves {
            self.game.undo();
        }
        self.paused = true;
        Ok(Event::Done)
    }

    fn redo(&mut self, moves: usize) -> Result<Event, Refusal> {
        for done in 0..moves {
            if self.game.redo().is_none() {
                self.undo(done)?;
                return Err(format!("there are not so many moves to play again: {moves}"));
            }
        }
        self.paused = true;
        Ok(Event::Done)
    }

    fn go(&mut self, colour: Option<Colour>, play: bool) -> Result<Option<Event>, Refusal> {
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
        let began = Instant::now();
        if game.is_over() || game.must_pass() {
            let search = Search::new(Purpose::Go { play }, game, began);
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = game.position().ok_or_else(unknown_game)?;
        let mut limits = self.options.limits(game.to_move(), root.empties());
        if let Some(clock) = self.clocks.budget(&game, game.to_move(), root.empties()) {
            limits.budget = Some(limits.budget.map_or(clock, |own| tighter(own, clock)));
            if root.moves().len() == 1 {
                limits.depth = limits.depth.min(ONLY_MOVE_DEPTH);
                let quick = Budget { soft: ONLY_MOVE_TIME, hard: ONLY_MOVE_TIME };
                limits.budget = limits.budget.map(|budget| tighter(budget, quick));
            }
        }
        self.think(Search::new(Purpose::Go { play }, game, began), Task::Think { root, limits })
    }

    fn hint(&mut self, lines: usize) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone(), Instant::now());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = self.game.position().ok_or_else(unknown_game)?;
        let mut limits = self.options.limits(self.game.to_move(), root.empties());
        limits.lines = lines.max(1);
        self.think(search, Task::Think { root, limits })
    }

    fn solve(&mut self, wld: bool) -> Result<Option<Event>, Refusal> {
        let search = Search::new(Purpose::Hint, self.game.clone(), Instant::now());
        if self.game.is_over() {
            return Ok(Some(self.conclude(search, Found::default())));
        }
        let root = self.game.position().ok_or_else(unknown_game)?;
        let exact = Limits::exact();
        let window = if wld { (Score::discs(-1), Score::discs(1)) } else { exact.window };
        let Limits { nodes, budget, .. } = self.options.limits(self.game.to_move(), root.empties());
        self.think(search, Task::Think { root, limits: Limits { nodes, budget, window, ..exact } })
    }

    fn analyze(&mut self) -> Result<Option<Event>, Refusal> {
        self.game.position().ok_or_else(unknown_game)?;
        let task = Task::Judge { game: Box::new(self.game.clone()), options: self.options.clone() };
        self.think(Search::new(Purpose::Analyze, self.game.clone(), Instant::now()), task)
    }

    /// Hands the task to the worker; the answer comes by news.
    fn think(&mut self, search: Search, task: Task) -> Result<Option<Event>, Refusal> {
        let jobs = match &self.jobs {
            Some(jobs) => jobs,
            None => {
                let started = worker::start(self.weights.clone(), self.post.clone());
                self.jobs.insert(started.map_err(|error| format!("cannot start thinking: {error}"))?)
            }
        };
        self.ticket.0 += 1;
        let job = Job {
            ticket: self.ticket,
            task,
            began: search.began,
            stop: search.stop.clone(),
            found: search.found.clone(),
            hash: self.options.hash,
            threads: self.options.threads,
            forget: std::mem::take(&mut self.forget),
        };
        if jobs.send(job).is_err() {
            self.jobs = None;
            return Err("thinking ended unexpectedly; ask again".to_owned());
        }
        self.search = Some(search);
        Ok(None)
    }

    /// Begins to think if it is the turn of a colour that the session plays by itself. What needs no thought is posted as
    /// news all the same: nobody asked, so there is no reply to return.
    fn resume(&mut self) {
        if self.paused || self.search.is_some() || self.game.is_over() || !self.auto.contains(&self.game.to_move()) {
            return;
        }
        let news = if self.game.must_pass() {
            Some(News::Ended(Found::default()))
        } else {
            self.go(None, true).err().map(News::Failed)
        };
        if let Some(news) = news {
            self.ticket.0 += 1;
            self.search = Some(Search::new(Purpose::Go { play: true }, self.game.clone(), Instant::now()));
            (self.post)(self.ticket, news);
        }
    }

    fn drop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.request();
        }
        self.ticket.0 += 1;
    }

    fn stop(&mut self) -> Event {
        let Some(search) = self.search.take() else { return Event::Done };
        search.stop.request();
        self.ticket.0 += 1;
        let found = look(&search.found).clone();
        self.conclude(search, found)
    }

    /// The last event of a search that found this.
    fn conclude(&mut self, search: Search, found: Found) -> Event {
        let time = search.began.elapsed();
        let Purpose::Go { play } = search.purpose else {
            return Event::Hinted { lines: found.lines, nodes: found.nodes, time };
        };
        let mut game = search.game;
        let report = found.lines.into_iter().next().filter(|report| !report.line.is_empty());
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
            let eval = report.as_ref().map(|report| report.score.to_discs());
            let played = Played { mv, eval, seconds: Some(time.as_secs_f32()) };
            match game.play_noted(played) {
                Ok(()) => self.game = game,
                Err(error) => log::error!("a search chose an illegal move: {error}"),
            }
        }
        let game = play.then(|| Box::new(self.game.clone()));
        Event::Chosen(Choice { mv, report, time, game })
    }
}

/// A search that outlives its session stops.
impl Drop for Session {
    fn drop(&mut self) {
        self.drop_search();
    }
}

impl Search {
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
