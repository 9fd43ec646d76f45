//! `emilia protocols`: the protocols in one table, also as `emilia help protocols`.

use std::io::{self, Write};
use std::process::ExitCode;

/// The table: the command, the protocol, who speaks it, and first lines by which the program without a command recognises it.
pub(super) const TABLE: &str = "\
COMMAND         PROTOCOL           FOR                              FIRST LINE WITHOUT A COMMAND
emilia nboard   NBoard, 1 and 2    NBoard, tournament programs      nboard 2; ping 1; set game (;GM[Othello];)
emilia gtp      GTP 2              Quarry, GoGui, match programs    name; 7 protocol_version; genmove black
emilia ugi      UGI                match programs without rules     ugi
emilia cassio   ENGINE-PROTOCOL    Cassio                           ENGINE-PROTOCOL init
emilia xboard   CECP 2             XBoard, WinBoard                 xboard
emilia json     JSON in lines      programs that analyse            {\"id\":\"a\"}
emilia console  words              people, scripts                  f5; help; hint 3
emilia serve    JSON over HTTP     browsers, web sites              none: it listens on a port
emilia ggs      GGS, as a client   the server of Othello programs   none: it connects to a server
";

/// Prints the table.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    io::stdout().lock().write_all(TABLE.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::TABLE;
    use crate::cli::event_loop::ProtocolKind;

    #[test]
    fn the_first_lines_of_the_table_are_recognised() {
        let mut seen = 0;
        for row in TABLE.lines().skip(1) {
            let command = row.split_whitespace().nth(1).expect("a command");
            let expected = match command {
                "nboard" => ProtocolKind::NBoard,
                "gtp" => ProtocolKind::Gtp,
                "ugi" => ProtocolKind::Ugi,
                "cassio" => ProtocolKind::Cassio,
                "xboard" => ProtocolKind::XBoard,
                "console" => ProtocolKind::Console,
                _ => continue, // not told apart by words
            };
            let column = TABLE.find("FIRST").expect("a heading");
            for line in row[column..].split("; ") {
                assert_eq!(ProtocolKind::of(line), expected, "{line}");
                seen += 1;
            }
        }
        assert_eq!(seen, 12);
    }
}
