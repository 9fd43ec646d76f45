//! The check of a file and of all its parts, on all threads.

use crate::file::{self, Bound, Part, Text};
use crate::finish::Finisher;
use crate::walk::{Leaf, Walk, known};
use anyhow::{Error, Result, ensure};
use rayon::Scope;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, hash_map::Entry};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Parts have parts at most so often.
const MOST_NESTED: usize = 64;
/// Positions that a thread finishes at once.
const BATCH: usize = 1 << 12;
/// For each thread at most this many such batches wait.
const WAITING: usize = 8;

thread_local! {
    static FINISHER: RefCell<Finisher> = RefCell::default();
}

/// What a file proves, if its parts do.
#[derive(Default)]
pub struct Proved {
    pub position: String,
    /// The bounds, with the number of moves of each.
    pub bounds: Vec<(Bound, u64)>,
    parts: Vec<Part>,
}

/// A check of many files.
struct Check<'a> {
    folder: &'a Path,
    /// The parts by their names, with their sums. Those that are not checked yet prove nothing.
    parts: Mutex<HashMap<String, (String, Proved)>>,
    /// The first error, which ends the check.
    error: Mutex<Option<Error>>,
    /// The batches that wait.
    waiting: AtomicUsize,
}

/// What this file proves, and the number of its parts, by this number of threads, or one for each core if it is 0.
///
/// # Errors
/// If it proves nothing, or cannot be read.
pub fn check(path: &Path, threads: usize) -> Result<(Proved, usize)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20).build();
    let folder = path.parent().unwrap_or(Path::new(""));
    let check = Check { folder, parts: Mutex::default(), error: Mutex::default(), waiting: AtomicUsize::new(0) };
    let mut root = Proved::default();
    pool?.scope(|scope| match check.file(scope, path, None) {
        Ok(proved) => root = proved,
        Err(error) => check.fail(error),
    });
    check.error.into_inner().expect("no thread panics").map_or(Ok(()), Err)?;
    let checked = check.parts.into_inner().expect("no thread panics");
    for part in checked.values().map(|(_, file)| file).chain([&root]).flat_map(|file| &file.parts) {
        let of = &checked[&part.name].1;
        let is_proved = of.position == part.position && of.bounds.iter().any(|(bound, _)| bound.proves(part.bound));
        ensure!(is_proved, "{}: it does not prove what it is named for", part.name);
    }
    let mut level = BTreeSet::from_iter(root.parts.iter().map(|part| &part.name));
    for _ in 0..MOST_NESTED {
        level = level.into_iter().flat_map(|name| &checked[name].1.parts).map(|part| &part.name).collect();
    }
    ensure!(level.is_empty(), "its parts are nested too deeply");
    Ok((root, checked.len()))
}

impl<'a> Check<'a> {
    /// Walks through a file, and spawns the check of its parts.
    fn file<'s>(&'s self, scope: &Scope<'s>, path: &Path, sum: Option<&str>) -> Result<Proved> {
        let content = file::read(path, sum)?;
        let (mut text, version) = Text::open(&content)?;
        let (position, finish, parts) = text.head(version)?;
        parts.iter().try_for_each(|part| self.add(scope, part))?;
        let (known, mut bounds) = (known(&parts), Vec::new());
        while let Some(bound) = if bounds.len() < 2 { text.bound()? } else { None } {
            let target = if bound.is_least { bound.discs } else { -bound.discs };
            let mut batch = Vec::new();
            let leave = &mut |leaf| {
                batch.push(leaf);
                if batch.len() < BATCH { Ok(()) } else { self.hand_over(scope, std::mem::take(&mut batch), target) }
            };
            let (known, text, seen) = (&known, &mut text, Default::default());
            let mut walk = Walk { text, known, finish, target, leave, seen, count: 0 };
            walk.from(file::discs(&position), bound.is_least)?;
            ensure!(walk.text.mv()?.is_none(), "moves are left over");
            bounds.push((bound, walk.count));
            self.hand_over(scope, batch, target)?;
        }
        text.end()?;
        ensure!(!bounds.is_empty(), "not a proof: there is no bound");
        Ok(Proved { position, bounds, parts })
    }

    /// Spawns the check of a part, unless that was done.
    fn add<'s>(&'s self, scope: &Scope<'s>, part: &Part) -> Result<()> {
        let Part { name, sum, .. } = part.clone();
        match self.parts.lock().expect("no thread panics").entry(name.clone()) {
            Entry::Occupied(of) => ensure!(of.get().0 == sum, "{name}: it is named with two sums"),
            Entry::Vacant(of) => {
                of.insert((sum.clone(), Proved::default()));
                scope.spawn(move |scope| match self.file(scope, &self.folder.join(&name), Some(&sum)) {
                    Ok(proved) => drop(self.parts.lock().expect("no thread panics").insert(name, (sum, proved))),
                    Err(error) => self.fail(error.context(name)),
                });
            }
        }
        Ok(())
    }

    /// Lets another thread finish positions, or does it where too many wait.
    fn hand_over<'s>(&'s self, scope: &Scope<'s>, batch: Vec<Leaf>, target: i32) -> Result<()> {
        if self.waiting.load(Relaxed) >= WAITING * rayon::current_num_threads() {
            return finish(&batch, target);
        }
        self.waiting.fetch_add(1, Relaxed);
        scope.spawn(move |_| {
            self.waiting.fetch_sub(1, Relaxed);
            finish(&batch, target).unwrap_or_else(|error| self.fail(error));
        });
        ensure!(self.error.lock().expect("no thread panics").is_none(), "the check has failed");
        Ok(())
    }

    /// Notes an error.
    fn fail(&self, error: Error) {
        self.error.lock().expect("no thread panics").get_or_insert(error);
    }
}

/// Fails unless the bound holds in all of these positions.
fn finish(batch: &[Leaf], target: i32) -> Result<()> {
    FINISHER.with_borrow_mut(|finisher| {
        batch.iter().try_for_each(|&((own, other), has_bound)| {
            let reached = finisher.reaches(own, other, if has_bound { target } else { 1 - target });
            ensure!(reached == has_bound, "the bound {target:+} does not hold: {own:x} {other:x}");
            Ok(())
        })
    })
}
