//! The program; see [`emilia_cli::cli`].

fn main() -> std::process::ExitCode {
    emilia_cli::cli::run()
}
