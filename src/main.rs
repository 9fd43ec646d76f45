//! The program; see [`emilia::cli`].

fn main() -> std::process::ExitCode {
    emilia::cli::run()
}
