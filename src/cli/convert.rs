//! `emilia convert`: games from one notation to another.
//!
//! Every game is read again from what is written of it, so that what the notation cannot hold is known and counted.

mod form;
mod lost;

use super::files;
use super::input::{Games, Source};
use super::message::{print_left_out, print_message};
use crate::cli::{CliCommand, Invocation};
use anyhow::ensure;
use clap::Args;
use emilia::internal::storage::replace;
use emilia::notation::sgf::Passes;
use emilia::{Game, Transform};
use form::{Form, Output};
use lost::Lost;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Convert games to another notation, merge files and drop duplicates
#[derive(Args)]
pub(super) struct Convert {
    /// Files of games in any known notation, or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// File to write, which ends in .ggf, .sgf, .pgn, .wtb or .txt (a transcript a line), or `-` for standard output
    ///
    /// Beside a .wtb file the names of players and tournaments are written, to files with the endings .jou and .trn.
    #[arg(value_name = "OUT", required = true)]
    out: PathBuf,
    /// Write this notation whatever the name ends in; `xot` is the first eight moves of each game
    #[arg(long, value_enum)]
    form: Option<Form>,
    /// Leave out games with the start, the rules and the moves of an earlier one; passes, players and dates do not count
    #[arg(long)]
    unique: bool,
    /// With --unique, leave out rotated and mirrored games too
    #[arg(long, requires = "unique")]
    symmetric: bool,
    /// Write SGF without the passes, at which Edax and other programs stop reading
    #[arg(long)]
    no_passes: bool,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

impl CliCommand for Convert {
    /// Converts the games. Exits with 1 if one cannot be read or written.
    ///
    /// # Errors
    /// If there are no games, or the output cannot be written.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let Convert { inputs, out, form, no_passes, overwrite, .. } = self;
        let is_stream = out == Path::new("-");
        let form = form.map_or_else(|| Form::of_name(out), Ok)?;
        ensure!(!no_passes || form == Form::Sgf, "--no-passes is for SGF; other notations are read with passes");
        let names = if is_stream { Vec::new() } else { form.names_beside(out) };
        if !is_stream {
            let outputs: Vec<&PathBuf> = std::iter::once(out).chain(&names).collect();
            files::check_outputs(&outputs, inputs.iter().map(PathBuf::as_path), *overwrite)?;
        }
        let mut task =
            Conversion { arguments: self, seen: HashSet::new(), lost: Lost::default(), games: 0, twice: 0, faults: 0 };
        let mut run = |to: &mut dyn Write| {
            let mut output = Output::new(form, if *no_passes { Passes::LeftOut } else { Passes::Written });
            inputs.iter().try_for_each(|path| task.convert(path, &mut output, to))?;
            ensure!(task.games > 0, "there are no games to write");
            output.finish(to, &names, &mut task.lost)
        };
        if is_stream {
            let mut to = BufWriter::new(io::stdout().lock());
            run(&mut to)?;
            to.flush()?;
        } else {
            replace(out, |to| run(to))?;
        }
        task.report(is_stream)?;
        Ok(if task.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// What has been done.
struct Conversion<'a> {
    arguments: &'a Convert,
    /// The games so far, with `--unique`.
    seen: HashSet<String>,
    lost: Lost,
    games: u64,
    twice: u64,
    faults: u64,
}

impl Conversion<'_> {
    /// Converts the games of a file. What cannot be read or written is said and counted.
    fn convert(&mut self, path: &Path, output: &mut Output, to: &mut dyn Write) -> anyhow::Result<()> {
        let source = if path == Path::new("-") { Source::StandardInput } else { Source::File(path.to_owned()) };
        let games = match Games::read(source) {
            Ok(games) => games,
            Err(error) => {
                self.refuse(&format!("{error:#}"));
                return Ok(());
            }
        };
        let (name, mut number, mut written) = (games.source.name(), 0, Ok(()));
        let left_out = games.for_each(|game| {
            number += 1;
            match game {
                Err(error) => self.refuse(&format!("{name}, game {number}: {error}")),
                Ok(game) if self.is_twice(&game) => self.twice += 1,
                Ok(game) => match output.add(&game, to) {
                    Ok(Ok(again)) => {
                        self.games += 1;
                        self.lost.add(&game, &again);
                    }
                    Ok(Err(reason)) => self.refuse(&format!("{name}, game {number}: {reason}")),
                    Err(error) => written = Err(error),
                },
            }
            written.is_ok()
        });
        match left_out {
            Ok(left_out) => print_left_out(&name, &left_out),
            Err(error) => self.refuse(&format!("{error:#}")),
        }
        written
    }

    fn refuse(&mut self, message: &str) {
        self.faults += 1;
        print_message(message);
    }

    /// Whether a game is to be left out as another one was the same.
    fn is_twice(&mut self, game: &Game) -> bool {
        let key = |game: &Game| {
            let rules = game.rules();
            format!("{} {} {}", rules.start(), rules.conditions(), game.transcript())
        };
        if !self.arguments.unique {
            return false;
        }
        let images = (1..).map_while(|number| Some(key(&game.transformed(Transform::numbered(number)?))));
        let images = images.take(if self.arguments.symmetric { usize::MAX } else { 0 });
        !self.seen.insert(images.chain([key(game)]).min().unwrap_or_default())
    }

    /// Says what was done, and what the notation could not hold.
    fn report(&self, is_stream: bool) -> anyhow::Result<()> {
        if !self.lost.is_empty() {
            print_message(&format!("{} cannot hold: {}", self.arguments.out.display(), self.lost));
        }
        let counts = format!("games: {}, duplicates: {}", self.games, self.twice);
        if !is_stream {
            writeln!(io::stdout(), "{counts}")?;
        } else if self.twice > 0 {
            print_message(&counts);
        }
        Ok(())
    }
}
