//! `emilia calibrate`: the fits recover known errors, and only the errors of the weights change.

use crate::common::Random;
use emilia::eval::{SearchErrors, Stages};
use emilia::training::calibrate::{
    Bin, Calibration, DepthScores, ScorePair, bin_pairs, fit_deviation, fit_parity, fit_tempo, measure_reliability,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/weights.bin");

fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("calibrate {name}"));
    let _ = fs::remove_file(&path);
    path
}

fn emilia(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_emilia"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The name of a new file of games.
fn games(name: &str, arguments: &[&str]) -> String {
    let path = path(name).display().to_string();
    let output = emilia(&[&["selfplay", "--level", "1", "--solve-from", "4", "--out", &path], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
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

const TRUTH: SearchErrors =
    SearchErrors { tempo: 0.0, parity: 0.0, deviation: [1.8, 0.02, -0.0004, 0.3, -0.06, -0.03] };

#[test]
fn the_fit_recovers_the_deviations() {
    let pairs = pairs(&TRUTH, &mut Random::new(1));
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    assert!(farthest(&SearchErrors { tempo: 0.0, parity: 0.0, deviation }, &TRUTH, &pairs) < 0.03, "{deviation:?}");
}

#[test]
fn the_fit_resists_outliers() {
    let mut pairs = pairs(&TRUTH, &mut Random::new(2));
    pairs.iter_mut().step_by(100).for_each(|pair| pair.difference = 60.0);
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    assert!(farthest(&SearchErrors { tempo: 0.0, parity: 0.0, deviation }, &TRUTH, &pairs) < 0.10, "{deviation:?}");
}

#[test]
fn deviations_below_a_disc_are_raised_to_it() {
    let tiny = SearchErrors { tempo: 0.0, parity: 0.0, deviation: [-3.0, 0.0, 0.0, 0.0, 0.0, 0.0] };
    let pairs = pairs(&tiny, &mut Random::new(3));
    let deviation = fit_deviation(&bin_pairs(&pairs)).expect("a fit");
    let one = SearchErrors { tempo: 0.0, parity: 0.0, deviation: [0.0; 6] };
    assert!(farthest(&SearchErrors { tempo: 0.0, parity: 0.0, deviation }, &one, &pairs) < 1e-3, "{deviation:?}");
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
    let calibration = Calibration { errors: of(0.0), fitted: 20, tested: 10, bins, reliability: Vec::new() };
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

/// Scores that rise linearly with depth, with a bonus at odd depths.
fn scores(odd: f32) -> DepthScores {
    let by_depth = (0..9).map(|depth| 3.0 + 0.25 * depth as f32 + odd * (depth % 2) as f32).collect();
    DepthScores { empties: 30, mobility: 20, by_depth, exact: None }
}

fn of(tempo: f32) -> SearchErrors {
    SearchErrors { tempo, ..SearchErrors::default() }
}

#[test]
fn the_tempo_is_half_of_the_excess_of_odd_depths() {
    let found = fit_tempo(&[scores(2.0), scores(3.0)]).expect("depths enough");
    assert!((found - 1.25).abs() < 1e-4, "{found}");
    let even: Vec<f32> = (0..9).filter_map(|depth| scores(2.5).at_depth(depth, &of(1.25))).collect();
    assert!(even.windows(2).all(|two| (two[1] - two[0] - 0.25).abs() < 1e-4), "{even:?}");
    assert_eq!(fit_tempo(&[DepthScores { by_depth: vec![1.0, 2.0], ..scores(0.0) }]), None);
}

#[test]
fn the_parity_is_the_bonus_of_the_side_with_the_last_move() {
    let solved = |empties, exact| DepthScores { empties, exact: Some(exact), ..scores(0.0) };
    let search = (1..9).map(|depth| 3.0 + 0.25 * depth as f32).sum::<f32>() / 8.0;
    let (odd, even) = (solved(17, search + 0.5), solved(18, search - 1.5));
    // Three of one kind weigh as much as one of the other.
    let found = fit_parity(&[odd.clone(), odd.clone(), odd.clone(), even], &of(0.0)).expect("both kinds");
    assert!((found - 1.0).abs() < 1e-4, "{found}");
    let errors = SearchErrors { parity: found, ..of(0.0) };
    let mean = |scores: &DepthScores| (1..9).filter_map(|depth| scores.at_depth(depth, &errors)).sum::<f32>() / 8.0;
    assert!((mean(&odd) - (search + 1.0)).abs() < 1e-4);
    assert_eq!(fit_parity(&[odd, scores(0.0)], &of(0.0)), None, "there is no even number");
}

#[test]
fn a_cut_is_correct_if_the_deep_score_is_beyond_the_bound() {
    // The deviation is one disc everywhere, and all deep scores are this far above the shallow ones.
    let errors = SearchErrors { tempo: 0.0, parity: 0.0, deviation: [0.0; 6] };
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
fn a_run_changes_only_the_errors_and_does_not_depend_on_threads() {
    let games = games("games", &["--games", "1200", "--random", "8:16"]);
    let run = |name: &str, threads| {
        let (out, report) = (path(name), path(&format!("{name}, report")));
        let (to, tell) = (out.display().to_string(), report.display().to_string());
        let given = ["calibrate", "--data", &games, "--weights", WEIGHTS, "--positions", "900", "--depth", "4"];
        let output = emilia(&[&given[..], &["--out", &to, "--report", &tell, "--threads", threads]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        (output.stdout, fs::read(out).expect("weights"), fs::read(report).expect("a report"))
    };
    let (text, weights, report) = run("with one thread", "1");
    assert!(run("with three threads", "3") == (text.clone(), weights.clone(), report.clone()));
    let before = Stages::read(&fs::read(WEIGHTS).expect("weights")).expect("sound weights");
    let after = Stages::read(&weights).expect("sound weights");
    assert!(Stages { errors: before.errors, ..after.clone() } == before, "nothing else changes");
    assert_ne!(after.errors, before.errors);
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["tempo"].as_f64().map(|tempo| tempo as f32), Some(after.errors.tempo));
    let text = String::from_utf8(text).expect("text");
    assert!(text.starts_with(&format!("tempo      {:.3} discs\n", after.errors.tempo)), "{text}");
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
        let output = emilia(&[&["calibrate", "--out", &to, "--depth", "3"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert!(!out.exists());
    }
    assert_eq!(emilia(&["calibrate", "--out", &to]).status.code(), Some(2), "no games at all are misuse");
}
