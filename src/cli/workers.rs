//! Games judged at once, each by an engine of its own, and delivered in their order.

use super::input::Entry;
use super::progress::Progress;
use anyhow::Context as _;
use emilia::book::Book;
use emilia::{Engine, EngineOptions, Stop, Weights};
use emilia_analysis::people::{Grader, People};
use emilia_analysis::{JudgeOptions, JudgedGame, judge};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What is left of a game: its judgement, or why there is none.
pub(super) type Judgement = anyhow::Result<JudgedGame>;

/// The engines and what they share.
pub(super) struct Workers<'a> {
    pub weights: &'a Arc<Weights>,
    /// The book that counts, and up to which number of moves.
    pub book: (Book, u8),
    /// Games at once.
    pub jobs: usize,
    /// Threads of each engine.
    pub threads: usize,
    /// The table of each engine in MiB.
    pub hash: usize,
    pub stop: &'a Stop,
    /// Tells how many people find the moves; none if that is not asked for.
    pub people: Option<Arc<People>>,
    /// The rating of the people; none for those of the players.
    pub rating: Option<u32>,
    /// Whether a single game that was interrupted is delivered as far as it is judged.
    pub delivers_part: bool,
}

/// An event for the thread that delivers.
enum WorkerEvent {
    /// A position of a game with this number of positions is judged.
    Position(u64),
    /// A game is done.
    Game(u64, Box<Judgement>),
}

impl Workers<'_> {
    /// Judges those of this number of games that `read` passes on, from number `from` on, and passes each to `deliver` with its number, in
    /// order. A game that was interrupted is not delivered, unless there is only one and its part is wanted.
    ///
    /// # Errors
    /// Those of `deliver`, after which nothing more is delivered, or if a thread cannot be started.
    pub(super) fn run(
        &self,
        (games, from): (u64, u64),
        read: impl FnOnce(&mut dyn FnMut(u64, Entry) -> bool) -> anyhow::Result<()> + Send,
        options: &JudgeOptions,
        progress: &mut Progress,
        mut deliver: impl FnMut(u64, Judgement) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let delivers_part = self.delivers_part && games == 1;
        let (entries, queue) = sync_channel::<(u64, Entry)>(2 * self.jobs);
        let (post, events) = sync_channel::<WorkerEvent>(16 * self.jobs);
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
            let reader =
                move || read(&mut |number, entry| entries.send((number, entry)).is_ok() && !self.stop.is_requested());
            spawn("reader").spawn_scoped(scope, reader).context("cannot start a thread")?;
            for _ in 0..self.jobs {
                let (queue, post) = (&queue, post.clone());
                let work = move || self.work(queue, options, &post);
                spawn("worker").spawn_scoped(scope, work).context("cannot start a thread")?;
            }
            drop(post);
            let (mut next, mut waiting, mut failed, mut positions) = (from, BTreeMap::new(), None, 0);
            for event in events {
                match event {
                    WorkerEvent::Position(of) => {
                        positions += 1;
                        if games == 1 {
                            progress.set_steps(of);
                        }
                    }
                    WorkerEvent::Game(number, judgement) => drop(waiting.insert(number, *judgement)),
                }
                let pace = progress.pace(next - from, games - next, "games");
                match games {
                    1 => progress.show(positions, || format!("{positions} positions")),
                    games => progress.show(next, || format!("{next} of {games} games, {pace}")),
                }
                while let Some(judgement) = waiting.remove(&next).filter(|_| failed.is_none()) {
                    let is_whole = judgement.as_ref().map_or(true, |judged| judged.is_complete);
                    if !is_whole && !delivers_part && self.stop.is_requested() {
                        break;
                    }
                    next += 1;
                    if let Err(error) = progress.suspend(|| deliver(next - 1, judgement)) {
                        self.stop.request();
                        failed = Some(error);
                    }
                }
            }
            failed.map_or(Ok(()), Err)
        })
    }

    /// Judges games until there are no more.
    fn work(&self, queue: &Mutex<Receiver<(u64, Entry)>>, options: &JudgeOptions, post: &SyncSender<WorkerEvent>) {
        let engine_options = EngineOptions::default().with_threads(self.threads).with_hash(self.hash);
        let mut engine = Engine::with_weights(self.weights.clone(), engine_options);
        engine.set_book(self.book.0.clone(), self.book.1);
        let mut grader = self.people.as_ref().map(|people| Grader::new(people.clone(), self.weights.clone()));
        let mut grade = |judged: &mut JudgedGame| {
            // The shares of an earlier analysis stay, unless others are asked for.
            if let Some(grader) = grader.as_mut().filter(|_| self.rating.is_some() || !judged.is_graded()) {
                judged.grade(grader, self.rating);
            }
        };
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((number, entry)) = next else { return };
            let judgement = match entry {
                Entry::Judged(mut judged) => {
                    grade(&mut judged);
                    Ok(*judged)
                }
                Entry::Fault(fault) => Err(anyhow::anyhow!(fault)),
                Entry::Game(game) => {
                    // Every game begins alike, so that its result does not depend on the games before it.
                    engine.clear();
                    let positions = game.moves().len() as u64 + 1;
                    let report = |_: &_| drop(post.send(WorkerEvent::Position(positions)));
                    let mut judged = judge(&mut engine, &game, options, self.stop, report);
                    grade(&mut judged);
                    Ok(judged)
                }
            };
            if post.send(WorkerEvent::Game(number, Box::new(judgement))).is_err() {
                return;
            }
        }
    }
}
