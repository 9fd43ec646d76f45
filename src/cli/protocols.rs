//! `emilia protocols`: the protocols in one table, also as `emilia help protocols`.

use crate::cli::{CliCommand, Invocation};
use crate::protocol::PROTOCOLS;
use clap::Args;
use std::io::{self, Write};
use std::process::ExitCode;

/// List the protocols, and how each is recognised
#[derive(Args)]
pub(super) struct Protocols {}

/// A row: the command, the protocol, who speaks it, and first lines by which the program without a command recognises it.
type Row = [String; 4];

/// The rows besides those of [`PROTOCOLS`].
const OTHERS: [[&str; 4]; 4] = [
    ["json", "JSON in lines", "programs that analyse", "{\"id\":\"a\"}"],
    ["console", "words", "people, scripts", "f5; help; hint 3"],
    ["serve", "JSON over HTTP", "browsers, web sites", "none: it listens on a port"],
    ["ggs", "GGS, as a client", "the server GGS", "none: it connects to it"],
];

/// What stands below the table.
const EDAX: &str = "
The command lines of Edax start Emilia, too: emilia -gtp -l 10 -n-tasks 2.
What Edax knows and has no effect here is named on standard error.
";

/// The table, with a heading.
pub(super) fn table() -> String {
    let heading = ["COMMAND", "PROTOCOL", "FOR", "FIRST LINE, NO COMMAND"].map(str::to_owned);
    let of_table = PROTOCOLS.iter().map(|info| {
        [info.command.to_owned(), info.name.to_owned(), info.clients.to_owned(), info.first_lines.join("; ")]
    });
    let others =
        OTHERS.iter().filter(|row| cfg!(feature = "serve") || row[0] != "serve").map(|row| row.map(str::to_owned));
    let rows: Vec<Row> = std::iter::once(heading).chain(of_table).chain(others).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let (first, second, third) = (width(0), width(1), width(2));
    let line = |[a, b, c, d]: &Row| format!("{a:first$}  {b:second$}  {c:third$}  {d}\n");
    rows.iter().map(line).collect::<String>() + EDAX
}

impl CliCommand for Protocols {
    /// Prints the table.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        io::stdout().lock().write_all(table().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::{OTHERS, table};
    use crate::cli::event_loop::ProtocolKind;

    #[test]
    fn the_first_lines_of_the_console_select_it() {
        let [.., lines] = OTHERS.into_iter().find(|row| row[0] == "console").expect("a row");
        for line in lines.split("; ") {
            assert!(matches!(ProtocolKind::of(line), ProtocolKind::Console), "{line}");
        }
    }

    #[test]
    fn the_table_fits_a_terminal() {
        assert!(table().lines().all(|line| line.len() <= 80 && line.is_ascii()), "{}", table());
    }
}
