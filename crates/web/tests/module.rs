//! The module that is in the page answers as the crate does here, with the same nodes, and the crate builds for WebAssembly.

use emilia::Clock;
use emilia::internal::random::Random;
use emilia_web::Queries;
use serde_json::Value as Json;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../emilia/data/weights.bin");
const QUERIES: [&str; 6] = [
    r#"{"id":"a","depth":12,"lines":2}"#,
    r#"{"id":"b","moves":"f5d6c3d3c4f4","depth":9,"explain":true}"#,
    // FFO #1.
    r#"{"id":"c","board":"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X","exact":true}"#,
    r#"{"id":"d","moves":"f5d6c3d3c4f4f6g5","depth":8,"lines":64,"book":true}"#,
    r#"{"id":"e","rules":"6x6","depth":8}"#,
    r#"{"id":"f","moves":"f5d6c3d3c4f4f6f3e6","depth":6,"review":true,"explain":true}"#,
];

/// The answers without what differs from run to run.
fn answers<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Json> {
    let parsed = |line| {
        let mut answer: Json = serde_json::from_str(line).expect("JSON");
        answer.as_object_mut().expect("an object").remove("time");
        answer
    };
    lines.map(parsed).collect()
}

#[test]
fn the_module_of_the_page_finds_what_the_crate_finds() {
    if Command::new("node").arg("--version").output().is_err() {
        println!("skipped: the module of the page: needs node");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = [root.join("tests/answers.mjs"), root.join("../../web/pkg"), Path::new(WEIGHTS).to_owned()];
    let found = Command::new("node").args(script).args(QUERIES).stderr(Stdio::inherit()).output().expect("node starts");
    let found = String::from_utf8(found.stdout).expect("text");
    let weights = std::fs::read(WEIGHTS).expect("weights");
    let mut queries = Queries::new(&weights, 16, Clock::SYSTEM, Random::new(1, 0)).expect("weights");
    let mut expected = Vec::new();
    for line in QUERIES {
        expected.extend(queries.send(line));
        while !queries.is_idle() {
            expected.extend(queries.step(Duration::from_secs(3600)));
        }
    }
    let (found, expected) = (answers(found.lines()), answers(expected.iter().map(String::as_str)));
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "scripts/web builds the module anew");
    }
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Cargo for WebAssembly: that of rustup with its target installed, or Debian's with the sources of the standard library.
fn cargo() -> Option<Command> {
    let rustc = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output().ok()?;
    if Path::new(String::from_utf8_lossy(&rustc.stdout).trim()).is_dir() {
        return Some(Command::new("cargo"));
    }
    let debian = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library"];
    if !debian.iter().all(|path| Path::new(path).exists()) {
        return None;
    }
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1").env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
    Some(cargo)
}

#[test]
#[ignore = "checks the libraries; scripts/test --all runs it"]
fn the_crate_builds_for_web_assembly() {
    let Some(mut cargo) = cargo() else {
        println!("skipped: the build of the page: needs a toolchain for {TARGET}");
        return;
    };
    cargo.args(["check", "--package", "emilia-web", "--no-default-features", "--target", TARGET, "--target-dir"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/wasm"));
    // The target processor of this machine is not that of the module.
    cargo.env("RUSTFLAGS", "-Dwarnings").current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
