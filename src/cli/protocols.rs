//! `emilia protocols`: the protocols in one table, also as `emilia help protocols`.

use std::io::{self, Write};
use std::process::ExitCode;

/// The table: the command, the protocol, who speaks it, and first lines by which the program without a command recognises it.
pub(super) const TABLE: &str = "\
COMMAND  PROTOCOL          FOR                     FIRST LINE, NO COMMAND
nboard   NBoard, 1 and 2   NBoard, tournaments     nboard 2; ping 1; set depth 5
gtp      GTP 2             Quarry, GoGui, matches  name; 7 name; genmove black
ugi      UGI               match programs          ugi
cassio   ENGINE-PROTOCOL   Cassio                  ENGINE-PROTOCOL init
xboard   CECP 2            XBoard, WinBoard        xboard
json     JSON in lines     programs that analyse   {\"id\":\"a\"}
console  words             people, scripts         f5; help; hint 3
serve    JSON over HTTP    browsers, web sites     none: it listens on a port
ggs      GGS, as a client  the server GGS          none: it connects to it
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
            let command = row.split_whitespace().next().expect("a command");
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
