//! The program on processors that it was not built for. `scripts/tests/test_universal.py` tests the universal program.

use crate::common::skip;
use emilia::kernel::processor;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_emilia");

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The program on a processor that qemu imitates; none without qemu.
fn on(processor: &str) -> Option<Output> {
    let output = Command::new("qemu-x86_64").args(["-cpu", processor, PROGRAM, "--version"]).output().ok();
    if output.is_none() {
        skip("processor", "needs qemu-x86_64");
    }
    output
}

#[test]
fn an_older_processor_is_named_with_the_build_that_it_needs() {
    for (model, level, name) in [("qemu64", 1, "x86-64"), ("Nehalem", 2, "x86-64-v2"), ("Haswell", 3, "x86-64-v3")] {
        let Some(output) = on(model) else { return };
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        if output.status.success() {
            assert!(processor::built_for() <= level && out.starts_with("emilia "), "{model}: {errors}");
        } else {
            // A build for the level of the model may use further instructions, which belong to no level.
            assert_eq!((output.status.code(), out.as_str()), (Some(1), ""), "{model}: {errors}");
            assert!(
                errors.contains("emilia: this build is for another processor; this one lacks "),
                "{model}: {errors}"
            );
            assert!(errors.contains(&format!("target-cpu={name}\"")), "{model}: {errors}");
        }
    }
}
