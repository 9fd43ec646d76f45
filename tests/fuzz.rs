//! The fuzz targets for a few seconds: the committed corpus, and mutations of it that are the same in every run.
//!
//! An input that fails is kept; the message says where. `fuzz/README.md` tells how to search for longer.

pub mod mutation;
#[path = "../fuzz/src/lib.rs"]
pub mod targets;

use crate::common::files::{root, with_extension};
use crate::random::Random;
use mutation::mutate;
use peak_alloc::PeakAlloc;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::Command;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What all targets together may hold at any time, in MB. Most of it are the engine's own weights and copies of them; a header that
/// promises gigabytes must not get them.
const MOST_MEMORY: f32 = 400.0;

/// The inputs in the corpus of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let paths = with_extension(Path::new("fuzz/corpus").join(target), "");
    paths.iter().map(|path| fs::read(root().join(path)).expect("an input can be read")).collect()
}

/// Names the test that is to run in this process; others start one of their own, so that the memory measured is theirs alone.
const OWN_PROCESS: &str = "EMILIA_FUZZ_TEST";

/// Runs a target on its corpus and on `count` mutations of it, in a separate process.
fn attack(name: &str, target: fn(&[u8]), mutations: usize) {
    if std::env::var(OWN_PROCESS).is_ok_and(|test| test == name) {
        return attack_here(name, target, mutations);
    }
    let program = std::env::current_exe().expect("the test program");
    let mut test = Command::new(program);
    test.args([&format!("fuzz::{name}"), "--exact", "--nocapture"]).env(OWN_PROCESS, name);
    let output = test.output().expect("the test program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "the test has another name");
}

fn attack_here(name: &str, target: fn(&[u8]), mutations: usize) {
    let corpus = corpus(name);
    assert!(!corpus.is_empty());
    corpus.iter().for_each(|input| run(name, target, input));
    let mut random = Random::new(15);
    for _ in 0..mutations {
        run(name, target, &mutate(&corpus, &mut random));
    }
    assert!(MEMORY.peak_usage_as_mb() < MOST_MEMORY, "{} MB of memory were in use", MEMORY.peak_usage_as_mb());
}

/// Runs a target on one input, which is kept if it fails.
fn run(name: &str, target: fn(&[u8]), input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
        fs::write(&path, input).expect("the input can be kept");
        eprintln!("the input that failed: {}", path.display());
        resume_unwind(panic);
    }
}

/// A test of each target, with this number of mutations.
macro_rules! targets {
    ($($name:ident: $mutations:literal,)*) => {
        $(
            #[test]
            fn $name() {
                attack(stringify!($name), targets::$name, $mutations);
            }
        )*
    };
}

targets! {
    notations: 3000,
    nboard: 500,
    gtp: 500,
    ugi: 500,
    uci: 500,
    xboard: 500,
    cassio: 500,
    json: 3000,
    ggs: 2000,
    console: 300,
    saves: 2000,
    books: 100_000,
    weights: 30,
    games: 2000,
}

#[test]
fn the_corpus_stays_small() {
    let bytes: usize = corpus("").iter().map(Vec::len).sum();
    assert!((1..300_000).contains(&bytes), "{bytes} bytes");
}
