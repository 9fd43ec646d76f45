//! The program on processors that it was not built for, and the universal program.

use emilia::board::kernel::processor;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_emilia");

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The program on a processor that qemu imitates; none without qemu.
fn on(processor: &str) -> Option<Output> {
    let output = Command::new("qemu-x86_64").args(["-cpu", processor, PROGRAM, "--version"]).output().ok();
    if output.is_none() {
        eprintln!("skipped: it needs qemu-x86_64");
    }
    output
}

#[test]
fn an_older_processor_is_named_with_the_build_that_it_needs() {
    for (model, level, name) in [("qemu64", 1, "x86-64"), ("Nehalem", 2, "x86-64-v2"), ("Haswell", 3, "x86-64-v3")] {
        let Some(output) = on(model) else { return };
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        if processor::built_for() <= level {
            assert!(out.starts_with("emilia "), "{model}: {errors}");
        } else {
            assert_eq!((output.status.code(), out.as_str()), (Some(1), ""), "{model}: {errors}");
            assert!(
                errors.contains("emilia: this build is for another processor; this one lacks "),
                "{model}: {errors}"
            );
            assert!(errors.contains(&format!("target-cpu={name}\"")), "{model}: {errors}");
        }
    }
}

/// Packs a universal program into a file: this program, and for each level the program at a path, whose weights stand at its end.
fn pack(folder: &Path, images: &[(u8, &str)]) -> PathBuf {
    const PACK: &str = "
import sys
from pathlib import Path
from lab.universal import pack
weights = Path('../data/weights.bin').read_bytes()
images = {int(level): Path(path).read_bytes() + weights for level, path in zip(sys.argv[3::2], sys.argv[4::2])}
Path(sys.argv[2]).write_bytes(pack(Path(sys.argv[1]).read_bytes(), images, weights))
Path(sys.argv[2]).chmod(0o755)
";
    let universal = folder.join("universal");
    let mut python = Command::new("python3");
    python
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"))
        .args(["-c", PACK, PROGRAM])
        .arg(&universal);
    for (level, path) in images {
        python.args([level.to_string().as_str(), path]);
    }
    let output = python.output().expect("Python");
    assert!(output.status.success(), "{}", text(&output.stderr));
    universal
}

/// Whether this build leaves room for a better one on this machine: the checks run the tests built for every PC, too.
fn has_better() -> bool {
    let has_better = processor::built_for() < processor::level();
    if !has_better {
        eprintln!("skipped: this build is the best for this machine");
    }
    has_better
}

fn run(program: &Path) -> Output {
    Command::new(program).arg("--version").output().expect("it starts")
}

#[test]
#[cfg(target_os = "linux")]
fn a_universal_program_becomes_the_best_image() {
    if !has_better() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let best = processor::level();
    let universal = pack(folder.path(), &[(best, "/bin/echo"), (best - 1, "/bin/false"), (best + 1, "/bin/false")]);
    let output = Command::new(&universal).args(["-n", "of", "this level"]).output().expect("it starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "of this level");
}

#[test]
#[cfg(target_os = "linux")]
fn a_damaged_universal_program_runs_without_its_images() {
    if !has_better() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let universal = pack(folder.path(), &[(processor::level(), "/bin/echo")]);
    let whole = fs::read(&universal).expect("the program");
    let first = fs::metadata(PROGRAM).expect("the program").len() as usize;
    let directory = whole.windows(10).rposition(|bytes| bytes == b"[{\"level\":").expect("the directory");
    // An image, the directory, and its length.
    for at in [first, first + 500, directory, directory + 4, whole.len() - 12] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        fs::write(&universal, &damaged).expect("the damaged program");
        let output = run(&universal);
        assert!(text(&output.stdout).starts_with("emilia "), "byte {at}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("cannot use the faster copy"), "byte {at}: {}", text(&output.stderr));
    }
    fs::write(&universal, &whole[..whole.len() - 1]).expect("the program cut off");
    let output = run(&universal);
    assert!(
        text(&output.stdout).starts_with("emilia ") && output.stderr.is_empty(),
        "without its end it is a plain one"
    );
}
