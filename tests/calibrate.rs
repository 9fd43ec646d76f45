//! `emilia calibrate`: the fits recover known errors, and only the errors and constants of the weights change.

use crate::common::files::new_file;
use crate::common::program::{done, run, stderr};
use crate::random::Random;
use emilia::internal::eval::{PLIES, SearchErrors, Stages};
use emilia_training::calibrate::{
    Bin, Calibration, DepthScores, ScorePair, bin_pairs, fit_deviation, fit_leaf, fit_static, measure_reliability,
};
use std::fs;
use std::path::PathBuf;

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/emilia/data/weights.bin");

fn path(name: &str) -> PathBuf {
    new_file(&format!("calibrate {name}"))
}

/// The name of a new file of games.
fn games(name: &str, arguments: &[&str]) -> String {
    let path = path(name).display().to_string();
    let output = run(&[&["selfplay", "--level", "1", "--solve-from", "4", "--out", &path], arguments].concat(), "");
    done(&output);
    path
}

/// An approximately normal random number.
fn normal(random: &mut Random) -> f32 {
    (0..12).map(|_| random.below(1 << 16) as f32 / (1 << 16) as f32).sum::<f32>() - 6.0
}

fn pairs(errors: &SearchErrors, random: &mut Random) -> Vec<ScorePair> {
    let mut pairs = Vec::new();
    for (empties, deep) in (10..50).step_by(4).flat_map(|empties| (3..=9).map(move |deep| (empties, deep))) {
        for shallow in [0, 1 + deep % 2] {
            for mobility in (12..36).step_by(6) {
                let deviation = errors.between(empties as f32, mobility as f32, deep as f32, shallow as f32);
                let pair = |difference| ScorePair { empties, mobility, deep, shallow, difference };
                pairs.extend((0..400).map(|_| pair(deviation * normal(random))));
            }
        }
    }
    pairs
}

/// The maximum relative difference between two error models.
fn farthest(found: &SearchErrors, truth: &SearchErrors, pairs: &[ScorePair]) -> f32 {
    let of = |errors: &SearchErrors, pair: &ScorePair| {
        let (empties, mobility) = (pair.empties as f32, pair.mobility as f32);
        errors.between(empties, mobility, pair.deep as f32, pair.shallow as f32)
    };
    pairs.iter().map(|pair| (of(found, pair) / of(truth, pair) - 1.0).abs()).fold(0.0, f32::max)
}

const TRUTH: SearchErrors = SearchErrors { leaf: [0.0; PLIES], deviation: [1.8, 0.02, -0.0004, 0.3, -0.06, -0.03] };

#[test]
fn the_fit_recovers_the_deviations() {
    let pairs = pairs(&TRUTH, &mut Random::new(1));
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    assert!(farthest(&SearchErrors { deviation, ..TRUTH }, &TRUTH, &pairs) < 0.03, "{deviation:?}");
}

#[test]
fn the_fit_resists_outliers() {
    let mut pairs = pairs(&TRUTH, &mut Random::new(2));
    pairs.iter_mut().step_by(100).for_each(|pair| pair.difference = 60.0);
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    assert!(farthest(&SearchErrors { deviation, ..TRUTH }, &TRUTH, &pairs) < 0.10, "{deviation:?}");
}

#[test]
fn deviations_below_a_disc_are_raised_to_it() {
    let tiny = SearchErrors { deviation: [-3.0, 0.0, 0.0, 0.0, 0.0, 0.0], ..TRUTH };
    let pairs = pairs(&tiny, &mut Random::new(3));
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    let one = SearchErrors::default();
    assert!(farthest(&SearchErrors { deviation, ..TRUTH }, &one, &pairs) < 1e-3, "{deviation:?}");
}

#[test]
fn too_few_pairs_give_no_fit() {
    let mut pairs = pairs(&TRUTH, &mut Random::new(4));
    pairs.retain(|pair| pair.empties == 30);
    assert_eq!(
        fit_deviation(&bin_pairs(&pairs)),
        None,
        "one number of empty squares does not determine the coefficients"
    );
    assert_eq!(bin_pairs(&pairs[..5]), [], "five pairs are too few for a bin");
}

#[test]
fn a_bin_without_a_difference_in_depth_gives_no_fit() {
    let mut bins = bin_pairs(&pairs(&TRUTH, &mut Random::new(5)));
    assert!(fit_deviation(&bins).is_some());
    bins.push(Bin { empties: 0, deep: 0, shallow: 0, ..bins[0] });
    assert_eq!(fit_deviation(&bins), None);
}

#[test]
fn the_residual_is_finite_if_all_searches_of_a_bin_agree() {
    let pair = ScorePair { empties: 30, mobility: 20, deep: 5, shallow: 1, difference: 0.0 };
    let bins = bin_pairs(&[pair; 20]);
    assert!(!bins.is_empty() && bins.iter().all(|bin| bin.deviation == 0.0), "{bins:?}");
    let calibration = Calibration {
        errors: SearchErrors::default(),
        constants: [0; PLIES],
        fitted: 20,
        tested: 10,
        bins,
        reliability: Vec::new(),
    };
    assert_eq!(calibration.residual(), 0.0);
}

#[test]
fn depths_that_only_some_positions_reach_are_left_out() {
    let pair = |deep| ScorePair { empties: 30, mobility: 20, deep, shallow: 0, difference: 1.0 };
    let pairs = [vec![pair(5); 100], vec![pair(6); 95], vec![pair(7); 80]].concat();
    let mut depths: Vec<u32> = bin_pairs(&pairs).iter().map(|bin| bin.deep).collect();
    depths.dedup();
    assert_eq!(depths, [5, 6]);
}

#[test]
fn pairs_are_binned_by_mobility() {
    let pair = |mobility| ScorePair { empties: 30, mobility, deep: 4, shallow: 0, difference: mobility as f32 };
    let pairs: Vec<ScorePair> = (10..35).rev().map(pair).collect();
    let found = bin_pairs(&pairs);
    assert_eq!(found.iter().map(|bin| bin.count).collect::<Vec<_>>(), [6, 6, 6, 7], "none is lost");
    assert_eq!(found.iter().map(|bin| bin.mobility).collect::<Vec<_>>(), [12.5, 18.5, 24.5, 31.0]);
    assert!(found.iter().all(|bin| bin.bias == bin.mobility), "each with its own differences");
    assert_eq!(bin_pairs(&pairs[..13]).len(), 2, "no bin has too few pairs");
}

/// The true correction of a leaf: the last mover's advantage, and one that changes with the parity and the number of empty squares.
fn correction(empties: u32) -> f32 {
    let parity = if empties.is_multiple_of(2) { -1.0 } else { 1.0 };
    1.0 + parity * (0.5 - 0.02 * empties as f32)
}

/// Scores at depths 0 to 9 of a position with this value, before the correction of leaves; the static score is 30 discs too high.
fn scores(empties: u32, value: f32, exact: Option<f32>) -> DepthScores {
    let sign = |depth: u32| if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
    let mut by_depth: Vec<f32> = (0..10).map(|depth| value - sign(depth) * correction(empties - depth)).collect();
    by_depth[0] += 30.0;
    DepthScores { empties, mobility: 20, by_depth, exact }
}

/// Solved positions with 10 to 24 empty squares, others with up to 54.
fn all_scores() -> Vec<DepthScores> {
    let value = |empties: u32| (7 * empties % 31) as f32 - 15.0;
    let solved = (10..=24).map(|empties| scores(empties, value(empties), Some(value(empties))));
    let others = (25..=54).map(|empties| scores(empties, value(empties), None));
    solved.chain(others).flat_map(|scores| vec![scores; 50]).collect()
}

#[test]
fn the_corrections_of_leaves_make_all_depths_agree_with_perfect_play() {
    let found = fit_leaf(&all_scores()).expect("many scores");
    for empties in 1..=53 {
        let (found, truth) = (found[empties as usize], correction(empties));
        assert!((found - truth).abs() < 0.1, "{empties}: {found} instead of {truth}");
    }
    // Where no leaf was, the corrections stay about the same.
    assert!((found[60] - correction(60)).abs() < 0.5, "{found:?}");
}

#[test]
fn the_static_evaluation_gains_what_it_lacks() {
    // As in `scores`, the static score is the value without the correction, 60 discs more and therefore not balanced, or 2 discs less.
    let errors = SearchErrors { leaf: std::array::from_fn(|empties| correction(empties as u32)), ..TRUTH };
    let mut all = all_scores();
    all.iter_mut().for_each(|scores| scores.by_depth[0] += if scores.empties % 3 == 0 { 30.0 } else { -32.0 });
    let found = fit_static(&all, &errors).expect("many scores");
    for empties in 0..PLIES as u32 {
        let is_compared = (10..=54).contains(&empties) && !empties.is_multiple_of(3);
        let (found, truth) = (found[empties as usize], if is_compared { correction(empties) + 2.0 } else { 0.0 });
        assert!((found - truth).abs() < 0.2, "{empties}: {found} instead of {truth}");
    }
    assert_eq!(fit_static(&[], &errors), None);
}

#[test]
fn lost_and_won_positions_do_not_count_for_the_corrections_of_leaves() {
    let balanced = all_scores();
    let lost = (20..=24).map(|empties| scores(empties, -40.0, Some(-60.0)));
    assert_eq!(fit_leaf(&balanced.iter().cloned().chain(lost).collect::<Vec<_>>()), fit_leaf(&balanced));
}

#[test]
fn scores_of_one_depth_give_no_corrections_of_leaves() {
    assert_eq!(fit_leaf(&[]), None);
    let one = DepthScores { by_depth: vec![1.0, 2.0], ..scores(30, 0.0, None) };
    assert_eq!(fit_leaf(&[one]), None);
}

#[test]
fn a_cut_is_correct_if_the_deep_score_is_beyond_the_bound() {
    // The deviation is one disc everywhere, and all deep scores are this far above the shallow ones.
    let errors = SearchErrors::default();
    for (above, right) in [(0.0, 1.0), (1.2, 0.5), (-1.2, 0.5)] {
        let by_depth = vec![0.0, 0.0, 0.0, above, above];
        let found = measure_reliability(&[DepthScores { empties: 30, mobility: 20, by_depth, exact: None }], &errors);
        let least_sure = &found[0];
        assert_eq!(least_sure.correct as f64 / least_sure.cuts as f64, right, "{least_sure:?}");
        let surest = &found[found.len() - 1];
        assert_eq!(surest.correct, surest.cuts, "a margin of more than two deviations holds: {surest:?}");
    }
}

#[test]
fn a_run_changes_only_errors_and_constants_and_does_not_depend_on_threads() {
    let games = games("games", &["--games", "1200", "--random", "8:16"]);
    let calibrated = |name: &str, threads| {
        let (out, report) = (path(name), path(&format!("{name}, report")));
        let (to, tell) = (out.display().to_string(), report.display().to_string());
        let given = ["calibrate", "--data", &games, "--weights", WEIGHTS, "--positions", "900", "--depth", "4"];
        let to = ["--out", &to, "--report", &tell, "--threads", threads, "--overwrite"];
        let text = done(&run(&[&given[..], &to].concat(), ""));
        (text, fs::read(out).expect("weights"), fs::read(report).expect("a report"))
    };
    let (text, weights, report) = calibrated("with one thread", "1");
    assert!(calibrated("with three threads", "3") == (text.clone(), weights.clone(), report.clone()));
    let before = Stages::read(&fs::read(WEIGHTS).expect("weights")).expect("sound weights");
    let after = Stages::read(&weights).expect("sound weights");
    let restored = Stages { errors: before.errors, constants: before.constants, ..after.clone() };
    assert!(restored == before, "nothing else changes");
    assert_ne!(after.errors, before.errors);
    assert_ne!(after.constants, before.constants);
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    let leaf =
        report["leaf"].as_array().expect("corrections").iter().map(|value| value.as_f64().map(|value| value as f32));
    assert_eq!(leaf.collect::<Option<Vec<f32>>>().as_deref(), Some(&after.errors.leaf[..]));
    for (title, tenth) in [
        ("corrections of leaves in discs, by number of empty squares", after.errors.leaf[10]),
        ("constants of the evaluation in discs, by ply", f32::from(after.constants[10]) / 128.0),
    ] {
        let table = text.split_once(&format!("{title}\n")).expect("a table").1;
        let second = table.lines().nth(1).expect("numbers 10 to 19");
        assert!(second.starts_with(&format!("10          {tenth:>7.2}")), "{text}");
    }
    assert_eq!(report["constants"][10].as_f64(), Some(f64::from(after.constants[10]) / 128.0));
    // A bin of fewer positions can be far from the fit by chance.
    let is_large = |bin: &&serde_json::Value| bin["count"].as_u64() >= Some(10);
    for bin in report["bins"].as_array().expect("bins").iter().filter(is_large) {
        let [measured, fitted] = ["deviation", "fitted"].map(|name| bin[name].as_f64().expect("a number"));
        assert!((0.2..5.0).contains(&(measured.max(1.0) / fitted)), "{bin}");
    }
}

#[test]
fn insufficient_data_is_refused_and_nothing_is_written() {
    let out = path("refused");
    let to = out.display().to_string();
    let (few, late) = (games("few games", &["--games", "3"]), games("late games", &["--games", "3", "--random", "52"]));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let nothing = path("no positions");
    fs::write(&nothing, "").expect("a file");
    let nothing = nothing.display().to_string();
    let full = path("full boards");
    fs::write(&full, format!("{} X +4\n", "XO".repeat(32)).repeat(3)).expect("a file");
    let (full, missing) = (full.display().to_string(), path("missing").display().to_string());
    let refusals: [(&[&str], &str); 8] = [
        (&["--data", &few], "too few positions to fit: "),
        (&["--data", &late], "no positions with 10 to 54 empty squares"),
        (&["--data", manifest], "not a file of games"),
        (&["--data", &few, "--weights", manifest], "not a weights file"),
        (&["--data", &few, "--exact", &nothing], "no solved positions in "),
        (&["--data", &few, "--exact", &full], "no solved positions in "),
        (&["--data", &few, "--exact", &missing], "missing: the file is missing"),
        (&["--data", &few, "--exact", manifest], "Cargo.toml, line 1: not a solved position"),
    ];
    for (arguments, words) in refusals {
        let output = run(&[&["calibrate", "--out", &to, "--depth", "3"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert!(!out.exists());
    }
    assert_eq!(run(&["calibrate", "--out", &to], "").status.code(), Some(2), "no games at all are misuse");
}
