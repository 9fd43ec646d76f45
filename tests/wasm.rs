//! The library as a WebAssembly module, without a clock and without threads: it finds what it finds here, with the same nodes.

#[path = "../crates/emilia/examples/wasm.rs"]
mod example;

use crate::common::skip;
use emilia::Position;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Positions with X to move, and plies; 60 plies are a proof.
const SEARCHES: [(&str, u32); 4] = [
    ("---------------------------OX------XO---------------------------", 12),
    ("-------------------X-X----XXXO----XOOO-----O--------------------", 10),
    // FFO #1 and #15.
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", 60),
    ("----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX", 8),
];

/// The programs that build for WebAssembly: those of rustup with its target installed, or Debian's with the sources of the standard
/// library. None where there are neither.
fn cargo() -> Option<Command> {
    let rustc = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output().ok()?;
    if Path::new(String::from_utf8_lossy(&rustc.stdout).trim()).is_dir() {
        return Some(Command::new("cargo"));
    }
    let debian = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld-22", "/usr/lib/rustlib/src/rust/library"];
    if !debian.iter().all(|path| Path::new(path).exists()) {
        return None;
    }
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
    cargo.env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
    Some(cargo)
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Checks or builds for WebAssembly in a folder of its own, so that no other build waits.
fn build(mut cargo: Command, folder: &Path, arguments: &[&str]) {
    cargo
        .args(arguments)
        .args(["--package", "emilia", "--no-default-features", "--target", TARGET, "--target-dir"])
        .arg(folder);
    // The target processor of this machine is not that of the module.
    cargo.env("RUSTFLAGS", "-Dwarnings").current_dir(env!("CARGO_MANIFEST_DIR"));
    // Optimized little, as building takes longer than searching.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false");
    let output = cargo.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "builds the libraries; scripts/test --all runs it"]
fn a_module_finds_what_the_library_finds_here() {
    let has_node = Command::new("node").arg("--version").output().is_ok();
    let (Some(for_library), Some(for_example), true) = (cargo(), cargo(), has_node) else {
        skip("wasm", &format!("needs node and a toolchain for {TARGET}"));
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder: PathBuf = root.join("target/wasm");
    build(for_library, &folder, &["check", "--lib"]);
    build(for_example, &folder, &["build", "--features", "weights", "--example", "wasm"]);
    let mut node = Command::new("node");
    node.arg(root.join("tests/wasm/nodes.mjs")).arg(folder.join(TARGET).join("debug/examples/wasm.wasm"));
    let searches = SEARCHES.map(|(board, depth)| {
        let position: Position = board.parse().expect("a position");
        (position.own().0, position.opp().0, depth)
    });
    for (own, opp, depth) in searches {
        node.args([format!("{own:x}"), format!("{opp:x}"), depth.to_string()]);
    }
    let output = node.output().expect("node starts");
    let expected: Vec<String> = searches
        .into_iter()
        .map(|(own, opp, depth)| {
            let score = match depth {
                60 => example::emilia_solve(own, opp),
                _ => example::emilia_search(own, opp, depth),
            };
            format!("{score} {}", example::emilia_nodes(own, opp, depth))
        })
        .collect();
    let lines: Vec<&str> = std::str::from_utf8(&output.stdout).expect("text").lines().collect();
    assert_eq!(lines, expected, "{}", String::from_utf8_lossy(&output.stderr));
}
