//! What this processor can run, and the program.

use pyo3::prelude::*;
use std::ffi::OsString;

/// The x86-64 level of this processor, 1 to 4, and of the build; 0 on other machines.
#[pyfunction]
pub fn processor_levels() -> (u8, u8) {
    #[cfg(target_arch = "x86_64")]
    return (emilia::kernel::processor::level(), emilia::kernel::processor::built_for());
    #[cfg(not(target_arch = "x86_64"))]
    (0, 0)
}

/// Runs the program with these arguments, the first one its name; its exit code.
#[pyfunction]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| emilia_cli::cli::run_with(arguments));
    // A code has no number but for the system.
    (0..=u8::MAX).find(|number| std::process::ExitCode::from(*number) == code).unwrap_or(1)
}
