//! Training: the fits recover known weights, and data files become weights or a clear error.

use crate::common::files::empty_folder;
use crate::random::{Random, random_move};
use emilia::internal::eval::{Features, Stages, net::WIDTH};
use emilia::{Bitboard, Position, Square, Weights};
use emilia_analysis::people::People;
use emilia_training::people::{PeopleOptions, train_people};
use emilia_training::train::{
    Accuracy, Epoch, Example, LeastSquares, PatternClasses, TrainOptions, TrainableNet, evaluate, solve_ridge,
    solve_robust, train,
};
#[cfg(feature = "gpu")]
use emilia_training::train::{GpuTrainer, Trainer as _};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A WTHOR game as a line of data: black wins 34 to 30, or 41 to 23 with perfect play from 24 empty squares.
const GAME: &str = "1977 34 41 24 f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1\n";

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("train/{name}"))
}

fn write_compressed(path: PathBuf, text: &str) {
    let file = fs::File::create(path).expect("a file for the test");
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("room for the test");
    encoder.finish().expect("room for the test");
}

/// Rows of three indices each, whose targets are exactly the sums of these weights.
fn problem(truth: &[f32], rows: usize) -> LeastSquares {
    let mut random = 1u32;
    let mut next = || {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        random >> 8
    };
    let indices: Vec<u32> = (0..3 * rows).map(|_| next() % truth.len() as u32).collect();
    let targets = indices.chunks(3).map(|row| row.iter().map(|&place| truth[place as usize]).sum()).collect();
    let importance = (0..rows).map(|_| 0.5 + (next() % 4) as f32).collect();
    LeastSquares { width: 3, weights: truth.len(), indices, targets, importance }
}

#[test]
fn the_fit_finds_the_weights_that_made_the_targets() {
    let truth: Vec<f32> = (0..40).map(|i| (i * 37 % 23) as f32 - 11.0).collect();
    let problem = problem(&truth, 4000);
    let found = solve_ridge(&problem, 1e-3, 60);
    for (found, truth) in found.iter().zip(&truth) {
        assert!((found - truth).abs() < 0.01, "{found} instead of {truth}");
    }
    assert!(problem.mean_error(&found) < 0.01);
}

#[test]
fn a_strong_ridge_keeps_weights_small_and_unused_ones_at_zero() {
    let mut problem = problem(&[5.0; 8], 100);
    problem.weights = 9;
    let (free, bound) = (solve_ridge(&problem, 1.0, 30), solve_ridge(&problem, 1e4, 30));
    let size = |weights: &[f32]| weights.iter().map(|weight| weight * weight).sum::<f32>();
    assert!(size(&bound) < size(&free) / 10.0);
    assert_eq!((free[8], bound[8]), (0.0, 0.0));
}

#[test]
fn without_a_ridge_unused_weights_are_zero() {
    let mut problem = problem(&[1.0, 2.0, 3.0], 100);
    problem.weights = 4;
    let found = solve_ridge(&problem, 0.0, 30);
    assert!(found[3] == 0.0 && found.iter().all(|weight| weight.is_finite()), "{found:?}");
}

#[test]
fn a_robust_fit_resists_outliers() {
    let truth: Vec<f32> = (0..20).map(|i| (i % 7) as f32 - 3.0).collect();
    let mut problem = problem(&truth, 2000);
    problem.targets.iter_mut().step_by(50).for_each(|target| *target += 60.0);
    let distance = |found: &[f32]| found.iter().zip(&truth).map(|(found, truth)| (found - truth).abs()).sum::<f32>();
    let plain = distance(&solve_ridge(&problem, 1.0, 30));
    let robust = distance(&solve_robust(&mut problem, 1.0, 30, 15.0));
    assert!(robust < plain / 2.0, "{robust} and {plain}");
}

#[test]
fn the_fit_is_the_same_with_one_thread_and_with_many() {
    let problem = problem(&[1.0, -2.0, 3.5, 0.25, 7.0], 5000);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| solve_ridge(&problem, 2.0, 10))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn trained_weights_predict_the_games() {
    let folder = folder("games");
    write_compressed(folder.join("wthor.txt.gz"), &GAME.repeat(30));
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    train(&options).expect("enough data");
    let weights = Weights::read(&fs::read(&options.out).expect("the trained file")).expect("a sound file");
    // After the first move, white is to move and loses 23 to 41.
    let after_f5: Position =
        "---------------------------OX------XXX--------------------------".parse().expect("a board");
    // The net has few examples, so only the linear part is tested.
    let error = weights.eval_linear_position(after_f5.pass()).to_discs() + 18.0;
    assert!(error.abs() < 4.0, "off by {error}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "no temporary file is left");
}

/// Examples with a linear estimate of 0 and ten times the difference in corners as score, which the net can learn.
fn corner_examples(games: u32) -> Vec<Example> {
    let mut random = Random::new(5);
    let mut examples = Vec::new();
    for _ in 0..games {
        let mut position = Position::START;
        while !position.is_over() {
            let Some(at) = random_move(position, &mut random) else {
                position = position.pass();
                continue;
            };
            position = position.play(at, position.flips(at));
            let corners = |set: Bitboard| (set & Bitboard::CORNERS).len() as f32;
            let score = 10.0 * (corners(position.own()) - corners(position.opp()));
            examples.push(Example { position, linear: 0.0, score, weight: 1.0 });
        }
    }
    examples
}

#[test]
fn the_net_learns_the_residuals_and_keeps_them_when_quantized() {
    let (classes, examples) = (PatternClasses::new(), corner_examples(50));
    let mut net = TrainableNet::new(&classes, 1);
    let epoch = |index| Epoch { classes: &classes, examples: &examples, index, epochs: 200 };
    let before = net.train_epoch(&epoch(0));
    let after = (1..200).map(|number| net.train_epoch(&epoch(number))).last();
    let after = after.expect("many epochs");
    assert!(after < before / 4.0, "{before} to {after}");
    let mut stages = Stages::zero();
    net.quantize_into(&mut stages);
    let trained: HashSet<u32> = examples
        .iter()
        .flat_map(|example| classes.indices(&Features::new(example.position)).collect::<Vec<_>>())
        .collect();
    for (row, numbers) in (0..).zip(&stages.rows) {
        assert!(trained.contains(&row) || *numbers == [0; WIDTH], "no example had row {row}: {numbers:?}");
    }
    let weights = Weights::new(&stages);
    let error = |example: &Example| (weights.eval_position(example.position).to_discs() - example.score).abs();
    let mean = examples.iter().map(error).sum::<f32>() / examples.len() as f32;
    assert!(mean < after as f32 + 0.5, "{mean} quantized, {after} before");
}

#[test]
fn the_net_learns_from_fewer_discs_than_the_start_has() {
    let classes = PatternClasses::new();
    let position = Position::new(Bitboard::EMPTY.with(Square::A1), Bitboard::EMPTY).expect("a lone disc");
    let examples = [Example { position, linear: 0.0, score: 2.0, weight: 1.0 }];
    let mut net = TrainableNet::new(&classes, 1);
    assert!(net.train_epoch(&Epoch { classes: &classes, examples: &examples, index: 0, epochs: 1 }).is_finite());
}

#[test]
fn the_net_is_the_same_with_one_thread_and_with_many() {
    let (classes, examples) = (PatternClasses::new(), corner_examples(150));
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut net = TrainableNet::new(&classes, 1);
        let epoch = Epoch { classes: &classes, examples: &examples, index: 0, epochs: 1 };
        pool.install(|| net.train_epoch(&epoch));
        net
    };
    assert!(with(1) == with(3));
}

#[cfg(feature = "gpu")]
#[test]
fn a_graphics_processor_trains_like_the_cores_and_reproducibly() {
    let Ok(gpu) = GpuTrainer::open() else {
        crate::common::skip("train", "no graphics processor and no software implementation (mesa-vulkan-drivers)");
        return;
    };
    let (classes, examples) = (PatternClasses::new(), corner_examples(150));
    let learn = |train_epoch: &dyn Fn(&mut TrainableNet, &Epoch) -> f64| {
        let mut net = TrainableNet::new(&classes, 1);
        let epoch = |index| Epoch { classes: &classes, examples: &examples, index, epochs: 5 };
        let errors: Vec<f64> = (0..5).map(|number| train_epoch(&mut net, &epoch(number))).collect();
        let mut stages = Stages::zero();
        net.quantize_into(&mut stages);
        let weights = Weights::new(&stages);
        let estimates: Vec<f32> =
            examples.iter().map(|example| weights.eval_position(example.position).to_discs()).collect();
        (errors, estimates)
    };
    let on_gpu = || learn(&|net, epoch| gpu.train_epoch(net, epoch).expect("a sound processor"));
    let (errors, estimates) = on_gpu();
    let (core_errors, core_estimates) = learn(&|net, epoch| net.train_epoch(epoch));
    assert!(core_errors[4] < core_errors[0] / 1.2, "the error falls: {core_errors:?}");
    for (error, on_cores) in errors.iter().zip(&core_errors) {
        assert!((error / on_cores - 1.0).abs() < 1e-3, "{errors:?}, on the cores {core_errors:?}");
    }
    let apart = estimates.iter().zip(&core_estimates).map(|(gpu, cores)| (gpu - cores).abs()).sum::<f32>();
    assert!(apart / (examples.len() as f32) < 0.1, "{} discs apart", apart / examples.len() as f32);
    assert!(on_gpu() == (errors, estimates));
}

#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let folder = folder("checkpoint");
    write_compressed(folder.join("wthor.txt.gz"), &GAME.repeat(30));
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let state = folder.join("weights.bin.training");
    fs::write(&state, "no checkpoint").expect("room for the test");
    let refusal = train(&options).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(refusal.starts_with("not a checkpoint of a training: "), "{refusal}");
    fs::remove_file(&state).expect("the file is there");
    // The disk is full: the training ends, but the weights cannot be written.
    std::os::unix::fs::symlink("/dev/full", &options.out).expect("room for the test");
    let failure = train(&options).map_err(|error| format!("{error:#}")).expect_err("no room for the weights");
    assert!(failure.contains("weights.bin: No space left on device"), "{failure}");
    let other = TrainOptions { epochs: 4, ..options.clone() };
    let refusal = train(&other).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(
        refusal.ends_with(
            "is the checkpoint of a training with another version, other data, options or device; remove it to start a new training"
        ),
        "{refusal}"
    );
    fs::remove_file(&options.out).expect("the link is there");
    train(&options).expect("the checkpoint is still there");
    let resumed = fs::read(&options.out).expect("the weights");
    train(&options).expect("once more");
    assert!(resumed == fs::read(&options.out).expect("the weights"), "the same as without an interruption");
    assert!(!state.exists());
}

/// Runs a training and returns the checkpoints that it writes.
fn checkpoints_of(options: &TrainOptions) -> Vec<Vec<u8>> {
    let path = options.out.with_extension("bin.training");
    let mut states: Vec<Vec<u8>> = Vec::new();
    thread::scope(|scope| {
        let training = scope.spawn(|| train(options));
        while !training.is_finished() {
            match fs::read(&path) {
                Ok(state) if !state.is_empty() && states.last() != Some(&state) => states.push(state),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
        training.join().expect("no panic").expect("enough data");
    });
    states
}

#[test]
fn a_resumed_training_ends_with_the_same_weights_and_report() {
    let folder = folder("resumed");
    write_compressed(folder.join("wthor.txt.gz"), &GAME.repeat(30));
    let report = folder.join("report.json");
    let new = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let options = TrainOptions { report: Some(report.clone()), ..new };
    // Where other work keeps the cores busy, a checkpoint can be replaced before it is read. Every training writes the same ones.
    let states = (0..20).map(|_| checkpoints_of(&options)).find(|states| states.len() == 4);
    let states = states.expect("one after the linear part and one after each of three epochs");
    let results = || [&options.out, &report].map(|path| fs::read(path).expect("it is written"));
    let whole = results();
    let state = folder.join("weights.bin.training");
    for bytes in states.iter().step_by(2) {
        for path in [&options.out, &report] {
            fs::remove_file(path).expect("it is there");
        }
        fs::write(&state, bytes).expect("room for the test");
        train(&options).expect("it is resumed");
        assert!(results() == whole && !state.exists());
    }
    // If the report cannot be written, the checkpoint is kept.
    fs::write(&state, &states[3]).expect("room for the test");
    fs::remove_file(&report).expect("it is there");
    fs::create_dir(&report).expect("room for the test");
    let refusal = train(&options).map_err(|error| format!("{error:#}")).expect_err("no place for the report");
    assert!(refusal.starts_with("cannot write ") && refusal.contains("report.json"), "{refusal}");
    fs::remove_dir(&report).expect("the folder is there");
    assert!(fs::read(&state).expect("it is still there") == states[3]);
}

/// A random game as a line of data, and its position with 20 empty squares as a problem with one scored move.
fn random_game(mut random: u64) -> (String, String) {
    let (mut position, mut black, mut moves, mut problem) = (Position::START, true, String::new(), String::new());
    while !position.is_over() {
        if position.moves().is_empty() {
            (position, black) = (position.pass(), !black);
        }
        if position.empties() == 20 {
            let can_go_on = |at: &Square| position.try_play(*at).is_some_and(|next| !next.moves().is_empty());
            let at = position.moves().into_iter().find(can_go_on).expect("a move that can be answered");
            problem = format!("{position} X; {at}:-6\n");
        }
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let candidates = position.moves();
        let at = candidates.into_iter().nth((random >> 33) as usize % candidates.len() as usize).expect("a move");
        moves += &at.to_string();
        (position, black) = (position.play(at, position.flips(at)), !black);
    }
    let score = position.final_score().to_discs() as i32 * if black { 1 } else { -1 };
    let discs = (64 + score) / 2;
    (format!("1977 {discs} {discs} 24 {moves}\n"), problem)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

#[test]
fn the_report_contains_all_results() {
    let folder = folder("report");
    let (held_out, problem) = random_game(3);
    write_compressed(folder.join("wthor.txt.gz"), &(GAME.repeat(30) + &held_out));
    fs::write(folder.join("hard-20.obf"), problem).expect("room for the test");
    let report = folder.join("report.json");
    let new = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    train(&TrainOptions { report: Some(report.clone()), ..new.clone() }).expect("enough data");
    let report = read_report(&report);
    // Sixty moves were made in each game.
    assert_eq!(report["training"]["positions"], 30 * 60);
    assert_eq!(report["training"]["sources"][0]["file"], "wthor.txt.gz");
    let stages = report["stages"].as_array().expect("a list");
    assert_eq!(stages.len(), 15);
    for (stage, found) in stages.iter().enumerate() {
        assert_eq!(numbers(&found["plies"]), [4.0 * stage as f64, 4.0 * stage as f64 + 4.0]);
        // There is no move at ply 60.
        assert_eq!(found["count"], if stage < 14 { 150 } else { 120 });
        let mean = found["mean"].as_f64().expect("a number");
        assert!((0.0..40.0).contains(&mean), "{mean}");
    }
    let epochs = numbers(&report["epochs"]);
    assert!(epochs.len() == 3 && epochs.iter().all(|mean| (0.0..40.0).contains(mean)), "{epochs:?}");
    let weights = Weights::read(&fs::read(&new.out).expect("the trained file")).expect("a sound file");
    let found = evaluate(&weights, &folder).expect("a report").0;
    let sets = report["sets"].as_array().expect("a list");
    assert_eq!(sets.len(), found.len());
    for (entry, set) in sets.iter().zip(&found) {
        let Accuracy { count, mean, rms, bias } = set.accuracy;
        assert!(entry["name"] == set.name && entry["count"] == count, "{entry}");
        for (name, number) in [("mean", mean), ("rms", rms), ("bias", bias)] {
            let reported = entry[name].as_f64().expect("a number");
            assert!((reported - number).abs() < 1e-9, "{name} {reported} instead of {number}");
        }
        assert_eq!(entry.get("plies").map(numbers), set.plies.map(|plies| plies.map(|ply| ply as f64).to_vec()));
    }
    let plies: Vec<_> = found.iter().map(|set| set.plies).collect();
    assert_eq!(plies[..2], [None, None], "solved positions");
    let games: Vec<_> = (0..15).map(|stage| Some([4 * stage, 4 * stage + 3])).collect();
    assert_eq!(plies[2..], games);
}

fn read_report(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("the report")).expect("JSON")
}

#[test]
fn missing_data_and_invalid_lines_are_refused() {
    let folder = folder("refused");
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let refusal = |options| train(options).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(refusal(&options).starts_with("no training data in "));
    write_compressed(folder.join("wthor.txt.gz"), &(GAME.to_owned() + "1977 34 41 24 f5d6a1\n"));
    let words = refusal(&options);
    assert!(words.contains("wthor.txt.gz, line 2") && words.ends_with("move 3 is not legal: a1"), "{words}");
    // Black cannot have a negative number of discs.
    write_compressed(folder.join("wthor.txt.gz"), &GAME.replace("34 41", "34 -41"));
    let words = refusal(&options);
    assert!(words.ends_with("wthor.txt.gz, line 1: not a number of discs from 0 to 64: \"-41\""), "{words}");
    for (line, fault) in
        [("-?", "line 2, column 2: "), (&format!("{} X; f5;", Position::START), "expected moves with scores: ")]
    {
        fs::write(folder.join("hard-20.obf"), format!("% a comment\n{line}\n")).expect("room for the test");
        let words = refusal(&options);
        assert!(
            words.starts_with("invalid problem in ") && words.contains(&format!("hard-20.obf: {fault}")),
            "{words}"
        );
    }
    assert!(!options.out.exists());
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_opened_is_not_taken_for_missing() {
    let folder = folder("a link to itself");
    write_compressed(folder.join("wthor.txt.gz"), GAME);
    let link = folder.join("wthor24_exact.txt.gz");
    std::os::unix::fs::symlink(&link, &link).expect("room for the test");
    let options = TrainOptions::new(folder.clone(), folder.join("weights.bin"));
    let words = train(&options).map_err(|error| format!("{error:#}")).expect_err("a refusal");
    assert!(words.starts_with("cannot read ") && words.contains("wthor24_exact.txt.gz: "), "{words}");
}

#[test]
fn accuracy_is_measured_against_the_scores_given() {
    let nothing = Stages { constants: [256; 61], ..Stages::zero() };
    let scores = [(Position::START, 4), (Position::START, -2)];
    let found = Accuracy::new(&Weights::new(&nothing), scores);
    assert_eq!(found, Accuracy { count: 2, mean: 3.0, rms: 10f64.sqrt(), bias: 1.0 });
}

#[test]
fn a_report_on_a_folder_without_data_is_empty() {
    let weights = Weights::embedded();
    assert_eq!(evaluate(&weights, &folder("empty")).expect("an empty report").0, []);
}

/// The moves of the game as lines of rated games: people of these ratings, every year another one.
fn rated_games(ratings: &[u32]) -> String {
    let moves = GAME.split_whitespace().last().expect("moves");
    let line =
        |(year, rating): (u32, &u32)| format!("{year}\t1\tH1\t{rating}\t30\tP2\t2300\t50\t34\t41\t24\t{moves}\n");
    (2000..).zip(ratings).map(line).collect()
}

#[test]
fn the_model_of_people_follows_from_the_games() {
    let folder = folder("people");
    let games = folder.join("games.txt");
    fs::write(&games, rated_games(&[1000, 1200, 1400, 1600, 1800, 2000])).expect("room for the test");
    let train = |name: &str, epochs| {
        let options = PeopleOptions {
            positions: 60,
            held_out: 2005,
            epochs,
            ..PeopleOptions::new(games.clone(), folder.join(name))
        };
        let report = train_people(&options).expect("a model");
        (report, fs::read(folder.join(name)).expect("a model"))
    };
    let (report, model) = train("one.bin", 2);
    assert_eq!(train("two.bin", 2), (report.clone(), model.clone()));
    let bands: Vec<u32> = report.0.iter().map(|band| band.from).collect();
    assert_eq!(bands, [0, 2000], "all, and the only one of the held-out years");
    assert!(report.0[0].moves == 6 && report.0[0].loss > 0.0);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 3, "nothing else is left");
    let people = People::read(&model).expect("a model");
    assert!(people.description.contains("\"epochs\":2") && people.openings.is_empty());
    // Damaged files are refused.
    for at in [0, 8, 12, 20, model.len() - 1] {
        let mut damaged = model.clone();
        damaged[at] ^= 1;
        People::read(&damaged).expect_err("a damaged file");
    }
    (0..model.len()).step_by(1000).for_each(|length| drop(People::read(&model[..length]).expect_err("a part")));
}

#[test]
fn games_without_people_or_fields_are_refused() {
    let folder = folder("no-people");
    let refusal = |text: &str| {
        let games = folder.join("games.txt");
        fs::write(&games, text).expect("room for the test");
        let refused = train_people(&PeopleOptions::new(games, folder.join("people.bin")));
        refused.expect_err("no games").to_string()
    };
    assert!(refusal("").contains("no moves of people"));
    assert!(refusal(&rated_games(&[0])).contains("no moves of people"));
    assert!(refusal("2000\tf5d6\n").contains("line 1: 12 fields"));
    assert!(refusal(&rated_games(&[1500]).replace("\t1500", "\tmany")).contains("line 1: a number"));
}
