//! The fuzz targets for a few seconds: the committed corpus, and mutations of it that are the same in every run.
//!
//! An input that fails is kept; the message says where. `fuzz/README.md` tells how to search for longer.

pub mod mutation;
#[path = "../fuzz/src/lib.rs"]
pub mod targets;

use crate::random::Random;
use mutation::mutate;
use peak_alloc::PeakAlloc;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What all targets together may hold at any time, in MB. Most of it are the engine's own weights and copies of them; a header that
/// promises gigabytes must not get them.
const MOST_MEMORY: f32 = 400.0;

/// The inputs in the corpus of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("an input can be read")).collect()
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

#[test]
fn notations() {
    attack("notations", targets::notations, 3000);
}

#[test]
fn nboard() {
    attack("nboard", targets::nboard, 500);
}

#[test]
fn gtp() {
    attack("gtp", targets::gtp, 500);
}

#[test]
fn ugi() {
    attack("ugi", targets::ugi, 500);
}

#[test]
fn uci() {
    attack("uci", targets::uci, 500);
}

#[test]
fn xboard() {
    attack("xboard", targets::xboard, 500);
}

#[test]
fn cassio() {
    attack("cassio", targets::cassio, 500);
}

#[test]
fn json() {
    attack("json", targets::json, 3000);
}

#[test]
fn ggs() {
    attack("ggs", targets::ggs, 2000);
}

#[test]
fn console() {
    attack("console", targets::console, 300);
}

#[test]
fn saves() {
    attack("saves", targets::saves, 2000);
}

#[test]
fn weights() {
    attack("weights", targets::weights, 30);
}

#[test]
fn games() {
    attack("games", targets::games, 2000);
}

#[test]
fn the_corpus_stays_small() {
    let names = [
        "notations",
        "nboard",
        "gtp",
        "ugi",
        "uci",
        "cassio",
        "xboard",
        "console",
        "json",
        "ggs",
        "weights",
        "games",
        "saves",
    ];
    let bytes: usize = names.iter().flat_map(|name| corpus(name)).map(|input| input.len()).sum();
    assert!(bytes < 300_000, "{bytes} bytes");
}
