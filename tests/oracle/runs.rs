//! The short form, a test for each kind of run, and the long form, one test for all.

use super::console::CONSOLE;
use super::gtp::GTP;
use super::positions::{self, ONCE_FALSE};
use super::search::Solver;
use super::settings::{Output, Setting};
use super::solve::{Run, interrupt, resume};
use super::tally::{Question, Tally};
use super::{cassio, nboard};
use crate::random::Random;
use std::time::{Duration, Instant};

/// Positions of random games: their number, and the largest number of empty squares.
fn questions(count: usize, most_empties: u32, random: &mut Random, solver: &mut Solver) -> Vec<Question> {
    let any = |_| {
        let empties = random.below(most_empties as usize + 1) as u32;
        Question::new(positions::random(empties, random), solver)
    };
    (0..count).map(any).collect()
}

/// The positions that got a false answer once.
fn once_false(solver: &mut Solver) -> Vec<Question> {
    ONCE_FALSE.iter().map(|line| Question::new(line.parse().expect("a position"), solver)).collect()
}

/// Solves the same positions with each of these settings, whose output is in turns JSON, rows and events.
fn solve_with(settings: Vec<Setting>, seed: u64) -> Tally {
    let (mut random, mut solver, mut tally) = (Random::new(seed), Solver::new(), Tally::default());
    let mut questions = questions(70, 10, &mut random, &mut solver);
    questions.extend(once_false(&mut solver));
    for (number, setting) in settings.into_iter().enumerate() {
        let output = [Output::Json, Output::Rows, Output::Events][number % 3];
        Run::new(&questions, setting, output).go(None, &mut tally);
    }
    tally
}

#[test]
fn shallow_searches_print_nothing_false() {
    solve_with(Setting::shallow(), 1).assert_good(50);
}

#[test]
fn searches_that_a_limit_cuts_short_print_nothing_false() {
    solve_with(Setting::limited(), 2).assert_good(500);
}

#[test]
fn searches_to_the_end_print_nothing_false_and_all_there_is_to_prove() {
    solve_with(Setting::complete(), 3).assert_good(1000);
}

#[test]
fn interrupted_and_resumed_solves_print_nothing_false() {
    let (mut random, mut solver, mut tally) = (Random::new(4), Solver::new(), Tally::default());
    let questions = questions(20, 12, &mut random, &mut solver);
    let all = Setting { all_moves: true, ..Setting::PLAIN };
    interrupt(&questions, all, 3, &mut random, &mut tally);
    interrupt(&questions, Setting { jobs: 8, threads: 8, ..all }, 2, &mut random, &mut tally);
    resume(&questions, all, &mut random, &mut tally);
    tally.assert_good(100);
}

#[test]
fn conversations_print_nothing_false() {
    let (mut random, mut solver, mut tally) = (Random::new(5), Solver::new(), Tally::default());
    let questions: Vec<Question> =
        once_false(&mut solver).into_iter().chain(questions(40, 10, &mut random, &mut solver)).collect();
    for threads in [1, 2] {
        GTP.talk(&questions, threads, &mut random, &mut solver, &mut tally);
        CONSOLE.talk(&questions, threads, &mut random, &mut solver, &mut tally);
        cassio::talk(&questions, threads, &mut random, &mut tally);
    }
    for chunk in questions.chunks(14) {
        let limit = nboard::limit(&mut random);
        nboard::talk(chunk, 1, limit, &mut random, &mut tally);
    }
    tally.assert_good(500);
}

/// The comparison itself is put to the test: where what is held for true is not, every kind of output must look false.
#[test]
fn a_wrong_truth_is_noticed_in_every_kind_of_output() {
    let (mut random, mut solver) = (Random::new(6), Solver::new());
    let mut questions = questions(12, 10, &mut random, &mut solver);
    for question in &mut questions {
        question.truth.value += 2;
        question.truth.moves.iter_mut().for_each(|(_, score)| *score += 2);
        question.truth.replies.iter_mut().for_each(|(_, score)| *score += 2);
    }
    let least = questions.len() / 2;
    let mut tallies: [Tally; 7] = Default::default();
    let [rows, json, events, in_gtp, in_console, in_nboard, in_cassio] = &mut tallies;
    for (output, tally) in [(Output::Rows, rows), (Output::Json, json), (Output::Events, events)] {
        Run::new(&questions, Setting { all_moves: true, ..Setting::PLAIN }, output).go(None, tally);
    }
    GTP.talk(&questions, 1, &mut random, &mut solver, in_gtp);
    CONSOLE.talk(&questions, 1, &mut random, &mut solver, in_console);
    cassio::talk(&questions, 1, &mut random, in_cassio);
    // Without a limit: on a busy machine a search of a millisecond proves nothing that could look false.
    nboard::talk(&questions, 1, None, &mut random, in_nboard);
    for tally in tallies {
        let count = tally.faults.iter().filter(|fault| fault.contains("the truth is")).count();
        assert!(count >= least, "{count} faults: {:?}", tally.faults);
    }
}

/// A number from the environment.
fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Runs for `EMILIA_ORACLE_SECONDS`; without that variable it does nothing.
#[test]
fn the_long_form_prints_nothing_false() {
    let Some(seconds) = number_of("EMILIA_ORACLE_SECONDS") else { return };
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut solver, mut tally) = (Solver::new(), Tally::default());
    let first = number_of("EMILIA_ORACLE_SEED").unwrap_or(1);
    for seed in first.. {
        if Instant::now() >= end {
            break;
        }
        tally.add(round(seed, &mut solver, end));
    }
    println!("{}", tally.line());
    tally.assert_good(0);
}

/// All kinds of runs on the positions of a seed, as far as there is time.
fn round(seed: u64, solver: &mut Solver, end: Instant) -> Tally {
    let (mut random, mut tally) = (Random::new(seed), Tally::default());
    let mut questions = questions(40, 12, &mut random, solver);
    let hard = [13, 14].map(|empties| Question::new(positions::random(empties, &mut random), solver));
    questions.extend(hard);
    questions.extend(once_false(solver));
    tally.positions = questions.len() as u64;
    for number in 0..17 {
        if Instant::now() >= end {
            return tally;
        }
        let random = &mut random;
        let setting = Setting::random(random);
        let threads = [1, 2, 8][random.below(3)];
        match number {
            0..8 => {
                let output = [Output::Rows, Output::Json, Output::Events][random.below(3)];
                Run::new(&questions, setting, output).go(None, &mut tally);
            }
            8..10 => interrupt(&questions[20..], Setting { all_moves: true, ..setting }, 4, random, &mut tally),
            10 => resume(&questions[10..], setting, random, &mut tally),
            11 | 12 => GTP.talk(&questions, threads, random, solver, &mut tally),
            13 | 14 => CONSOLE.talk(&questions, threads, random, solver, &mut tally),
            15 => cassio::talk(&questions, threads, random, &mut tally),
            _ => nboard::talk(&questions, threads, nboard::limit(random), random, &mut tally),
        }
    }
    tally
}
