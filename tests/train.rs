//! The trainer: the fit finds what it should, and files of data become weights or a clear refusal.

use emilia::app::train::{
    Accuracy, Classes, Example, NetFit, Problem, TrainOptions, evaluate, solve, solve_robustly, train,
};
use emilia::board::{Bitboard, Position};
use emilia::eval::{Stages, Weights};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// A game of people as the data writes it: black wins 34 to 30, with perfect play from 24 empty squares on 41 to 23.
const GAME: &str = "1977 34 41 24 f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1\n";

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn write_packed(path: PathBuf, text: &str) {
    let file = fs::File::create(path).expect("a file for the test");
    let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("room for the test");
    packer.finish().expect("room for the test");
}

/// Rows of three places each, whose targets are exactly the sums of these weights.
fn problem(truth: &[f32], rows: usize) -> Problem {
    let mut random = 1u32;
    let mut next = || {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        random >> 8
    };
    let places: Vec<u32> = (0..3 * rows).map(|_| next() % truth.len() as u32).collect();
    let targets = places.chunks(3).map(|row| row.iter().map(|&place| truth[place as usize]).sum()).collect();
    let importance = (0..rows).map(|_| 0.5 + (next() % 4) as f32).collect();
    Problem { width: 3, weights: truth.len(), places, targets, importance }
}

#[test]
fn the_fit_finds_the_weights_that_made_the_targets() {
    let truth: Vec<f32> = (0..40).map(|i| (i * 37 % 23) as f32 - 11.0).collect();
    let problem = problem(&truth, 4000);
    let found = solve(&problem, 1e-3, 60);
    for (found, truth) in found.iter().zip(&truth) {
        assert!((found - truth).abs() < 0.01, "{found} instead of {truth}");
    }
    assert!(problem.mean_error(&found) < 0.01);
}

#[test]
fn a_strong_ridge_keeps_weights_small_and_unseen_places_at_nothing() {
    let mut problem = problem(&[5.0; 8], 100);
    problem.weights = 9;
    let (free, bound) = (solve(&problem, 1.0, 30), solve(&problem, 1e4, 30));
    let size = |weights: &[f32]| weights.iter().map(|weight| weight * weight).sum::<f32>();
    assert!(size(&bound) < size(&free) / 10.0);
    assert_eq!((free[8], bound[8]), (0.0, 0.0));
}

#[test]
fn a_few_wild_rows_spoil_a_robust_fit_less() {
    let truth: Vec<f32> = (0..20).map(|i| (i % 7) as f32 - 3.0).collect();
    let mut problem = problem(&truth, 2000);
    problem.targets.iter_mut().step_by(50).for_each(|target| *target += 60.0);
    let distance = |found: &[f32]| found.iter().zip(&truth).map(|(found, truth)| (found - truth).abs()).sum::<f32>();
    let plain = distance(&solve(&problem, 1.0, 30));
    let robust = distance(&solve_robustly(&mut problem, 1.0, 30, 15.0));
    assert!(robust < plain / 2.0, "{robust} and {plain}");
}

#[test]
fn the_fit_is_the_same_with_one_thread_and_with_many() {
    let problem = problem(&[1.0, -2.0, 3.5, 0.25, 7.0], 5000);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| solve(&problem, 2.0, 10))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn games_become_a_file_of_weights_that_explains_them() {
    let folder = folder("games");
    write_packed(folder.join("wthor.txt.gz"), &GAME.repeat(30));
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    train(&options).expect("enough to learn from");
    let weights = Weights::read(&fs::read(&options.out).expect("the trained file")).expect("a sound file");
    // After the first move white, to move, will lose 23 to 41 with perfect play late.
    let after_f5: Position =
        "---------------------------OX------XXX--------------------------".parse().expect("a board");
    // The net has seen next to nothing yet.
    let error = weights.quick_position(after_f5.pass()).to_discs() + 18.0;
    assert!(error.abs() < 4.0, "off by {error}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing half-written is left");
}

/// Examples whose linear part knows nothing and whose outcome is the difference in corners times ten: a truth that rows can learn.
fn corner_examples() -> Vec<Example> {
    let mut random = 5u64;
    let mut examples = Vec::new();
    for _ in 0..150 {
        let mut position = Position::START;
        while !position.is_over() {
            let moves = position.moves();
            if moves.is_empty() {
                position = position.pass();
                continue;
            }
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = moves.into_iter().nth((random >> 33) as usize % moves.len() as usize).expect("one of the moves");
            position = position.play(at, position.flips(at));
            let corners = |set: Bitboard| (set & Bitboard::CORNERS).len() as f32;
            let score = 10.0 * (corners(position.own()) - corners(position.opp()));
            examples.push(Example { position, linear: 0.0, score, weight: 1.0 });
        }
    }
    examples
}

#[test]
fn the_net_learns_what_the_linear_part_leaves_over_and_keeps_it_in_whole_numbers() {
    let (classes, examples) = (Classes::new(), corner_examples());
    let mut net = NetFit::new(&classes, 1);
    let before = net.train_epoch(&classes, &examples, (0, 200));
    let after = (1..200).map(|epoch| net.train_epoch(&classes, &examples, (epoch, 200))).last();
    let after = after.expect("many epochs");
    assert!(after < before / 4.0, "{before} to {after}");
    let mut stages = Stages::zero();
    net.write_to(&mut stages);
    let weights = Weights::new(&stages);
    let error = |example: &Example| (weights.eval_position(example.position).to_discs() - example.score).abs();
    let mean = examples.iter().map(error).sum::<f32>() / examples.len() as f32;
    assert!(mean < after as f32 + 0.5, "{mean} in whole numbers, {after} before");
}

#[test]
fn the_net_is_the_same_with_one_thread_and_with_many() {
    let (classes, examples) = (Classes::new(), corner_examples());
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut net = NetFit::new(&classes, 1);
        pool.install(|| net.train_epoch(&classes, &examples, (0, 1)));
        net
    };
    assert!(with(1) == with(3));
}

#[test]
fn a_state_of_another_training_is_not_gone_on_with() {
    let folder = folder("state");
    write_packed(folder.join("wthor.txt.gz"), &GAME.repeat(30));
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let state = folder.join("weights.bin.training");
    fs::write(&state, "no state").expect("room for the test");
    let refusal = train(&options).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(refusal.starts_with("not the state of a training: "), "{refusal}");
    fs::remove_file(&state).expect("the file is there");
    // A folder in the place of the weights: all is learnt, and then they cannot be written.
    fs::create_dir(&options.out).expect("room for the test");
    train(&options).expect_err("no place for the weights");
    let other = TrainOptions { epochs: 3, ..options.clone() };
    let refusal = train(&other).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(refusal.ends_with("belongs to another training; remove it to begin anew"), "{refusal}");
    fs::remove_dir(&options.out).expect("the folder is there");
    train(&options).expect("what was learnt is still there");
    let gone_on = fs::read(&options.out).expect("the weights");
    train(&options).expect("once more");
    assert!(gone_on == fs::read(&options.out).expect("the weights"), "the same as without a break");
    assert!(!state.exists());
}

#[test]
fn nothing_to_learn_from_and_wrong_lines_are_refused_in_words() {
    let folder = folder("refused");
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let refusal = |options| train(options).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(refusal(&options).starts_with("no training data in "));
    write_packed(folder.join("wthor.txt.gz"), &(GAME.to_owned() + "1977 34 41 24 f5d6a1\n"));
    let words = refusal(&options);
    assert!(words.contains("wthor.txt.gz, line 2") && words.ends_with("not a legal move: a1"), "{words}");
    assert!(!options.out.exists());
}

#[test]
fn accuracy_is_measured_against_the_scores_given() {
    let nothing = Stages { constants: [256; 61], ..Stages::zero() };
    let scores = [(Position::START, 4), (Position::START, -2)];
    let found = Accuracy::of(&Weights::new(&nothing), scores);
    assert_eq!(found, Accuracy { count: 2, mean: 3.0, rms: 10f64.sqrt(), bias: 1.0 });
}

#[test]
fn a_report_on_a_folder_without_data_is_empty() {
    let weights = Weights::embedded().expect("the program's own weights");
    assert_eq!(evaluate(&weights, &folder("empty")).expect("an empty report").0, []);
}
