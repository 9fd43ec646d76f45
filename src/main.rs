//! The program; see [`emilia::app`].

fn main() -> std::process::ExitCode {
    emilia::app::run()
}
