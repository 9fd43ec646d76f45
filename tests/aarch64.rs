//! The kernels of aarch64 against the portable ones, and a search with the same result and the same nodes as here, under qemu.
//!
//! Needs Debian's compiler with its standard library for aarch64 (unpacked in `target/aarch64/std`), a cross linker and qemu-user;
//! `.ci/run` installs them. Without them the test is skipped.

use crate::common::skip;
use emilia::{Engine, EngineOptions, Limits, Position};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const HOST: &str = "x86_64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";

/// A folder with the standard libraries of both processors, as the compiler expects it; none if one of them is missing.
fn sysroot(folder: &Path) -> Option<PathBuf> {
    let of_target = folder.join("std/usr/lib/rustlib").join(TARGET);
    let of_host = Path::new("/usr/lib/rustlib").join(HOST);
    if !of_target.is_dir() || !of_host.is_dir() || !Path::new("/usr/bin/rustc").exists() {
        return None;
    }
    let lib = folder.join("sysroot/lib/rustlib");
    std::fs::create_dir_all(&lib).ok()?;
    for (name, from) in [(TARGET, of_target), (HOST, of_host)] {
        if !lib.join(name).exists() {
            std::os::unix::fs::symlink(from, lib.join(name)).ok()?;
        }
    }
    Some(folder.join("sysroot"))
}

fn succeeded(output: std::io::Result<Output>) -> String {
    let output = output.expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
#[ignore = "builds the libraries; scripts/test --all runs it"]
fn aarch64_finds_what_the_library_finds_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target/aarch64");
    let starts = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let (Some(sysroot), true, true) = (sysroot(&folder), starts(LINKER), starts("qemu-aarch64")) else {
        skip("aarch64", &format!("needs qemu-aarch64, {LINKER} and a compiler for {TARGET}"));
        return;
    };
    let sysroot = format!("--sysroot={}", sysroot.display());
    let mut cargo = Command::new("/usr/bin/cargo");
    let words = "build --package emilia --lib --no-default-features --features weights --target";
    cargo.args(words.split(' ')).arg(TARGET);
    cargo.arg("--target-dir").arg(&folder).current_dir(root).env("RUSTC", "/usr/bin/rustc");
    cargo.env("RUSTFLAGS", format!("{sysroot} -Dwarnings"));
    // Optimized little, as building takes longer than searching.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false");
    succeeded(cargo.output());
    let built = folder.join(TARGET).join("debug");
    let program = built.join("check");
    let mut rustc = Command::new("/usr/bin/rustc");
    rustc.args(["--edition=2024", "-O", "--target", TARGET, &sysroot, &format!("-Clinker={LINKER}")]);
    // The second folder has the procedural macros, which run on this machine.
    for dependencies in [built.join("deps"), folder.join("debug/deps")] {
        rustc.arg("-L").arg(format!("dependency={}", dependencies.display()));
    }
    rustc.arg("--extern").arg(format!("emilia={}", built.join("libemilia.rlib").display()));
    rustc.arg(root.join("tests/aarch64/check.rs")).arg("-o").arg(&program);
    succeeded(rustc.output());
    let printed = succeeded(Command::new("qemu-aarch64").args(["-L", "/usr/aarch64-linux-gnu"]).arg(&program).output());
    let mut engine = Engine::new(EngineOptions::default());
    let analysis = engine.search(Position::START, &Limits::depth(8));
    let expected = format!("{} {} {}", analysis.score(), analysis.certainty(), analysis.nodes());
    assert_eq!(printed.lines().collect::<Vec<_>>(), ["kernels agree", expected.as_str()]);
}
