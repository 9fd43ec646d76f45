//! What an analysis writes: the results file as it goes on, tables or JSON on standard output, other files at the end.

use super::Analyze;
use super::report::Page;
use super::results::Results;
use crate::cli::event_loop::columns;
use crate::cli::files::{check_distinct, check_free, check_named};
use crate::cli::input::{Collection, fault_line};
use crate::cli::message::{name_of, print_message, shown};
use crate::cli::workers::Judgement;
use anyhow::{Context as _, bail};
use emilia::internal::storage::replace;
use emilia::notation::{
    printable::{printable, printable_json},
    sgf::Passes,
};
use emilia::{Colour, Level};
use emilia_analysis::{
    CSV_HEAD, Class, JudgeOptions, JudgedGame, Phase, Tally, annotated_ggf, annotated_sgf, csv_rows,
    internal::table_within, write_result,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// The columns of a table where there is no terminal.
const WIDTH: usize = 100;
/// Games up to which the tables are printed.
const TABLES: u64 = 1;

/// The notation of a record with values.
#[derive(Clone, Copy)]
enum Notation {
    Ggf,
    Sgf(Passes),
}

/// Text that is written to a file at the end.
struct Kept<T> {
    path: PathBuf,
    text: T,
}

/// All outputs of an analysis.
pub(super) struct Outputs {
    results: Option<Results>,
    /// The file of the results.
    out: Option<PathBuf>,
    csv: Option<Kept<csv::Writer<Vec<u8>>>>,
    annotated: Option<(Notation, Kept<String>)>,
    page: Option<Kept<Page>>,
    players: Players,
    games: u64,
    added: u64,
    faults: u64,
    is_json: bool,
    has_tables: bool,
    has_times: bool,
    /// The levels of all games, which results of earlier analyses may have from there.
    levels: Vec<u8>,
    /// Whether the page has a game that was analysed at a lower level.
    has_first_look: bool,
    /// Whether a game was interrupted.
    is_partial: bool,
}

impl Outputs {
    /// Checks that the files can be written and are not those of the input, and reads the results that are continued.
    ///
    /// # Errors
    /// If a file exists and is not to be replaced, or cannot be written.
    pub(super) fn open(
        arguments: &Analyze,
        input: &Collection,
        options: &JudgeOptions,
        header: &Value,
        weights: Option<&Path>,
    ) -> anyhow::Result<Outputs> {
        let Analyze { out, csv, annotated, report, overwrite, resume, .. } = arguments;
        // An analysis that is continued writes them anew.
        let is_continued = *resume && out.as_ref().is_some_and(|out| out.exists());
        for path in [csv, annotated, report].into_iter().flatten() {
            check_free(path, *overwrite || is_continued)?;
        }
        out.as_deref().map_or(Ok(()), check_named)?;
        let paths: Vec<&PathBuf> = [out, csv, annotated, report].into_iter().flatten().collect();
        check_distinct(&paths, input.paths().chain(weights))?;
        if let Some(name) = input.with_results().filter(|_| out.is_some()) {
            bail!("{name} has results already; --out takes games");
        }
        let annotated = match annotated {
            Some(path) => {
                Some((notation(path, arguments.no_passes)?, Kept { path: path.clone(), text: String::new() }))
            }
            None => None,
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(CSV_HEAD)?;
        let page = Page::new(title(input), input.count());
        let mut outputs = Outputs {
            results: None,
            out: out.clone(),
            csv: csv.as_ref().map(|path| Kept { path: path.clone(), text: writer }),
            annotated,
            page: report.as_ref().map(|path| Kept { path: path.clone(), text: page }),
            players: Players::default(),
            games: input.count(),
            added: 0,
            faults: 0,
            is_json: arguments.json,
            has_tables: arguments.tables || input.count() <= TABLES,
            has_times: arguments.times,
            levels: input.levels(options.level.get()),
            has_first_look: false,
            is_partial: false,
        };
        if let Some(path) = out {
            let results = Results::open(path, header, (*resume, *overwrite), |earlier| match earlier {
                Ok(judged) => outputs.keep(&judged),
                Err(_) => {
                    outputs.leave_out();
                    Ok(())
                }
            })?;
            outputs.results = Some(results);
        }
        Ok(outputs)
    }

    /// The number of games that were done before.
    pub(super) fn done(&self) -> u64 {
        self.results.as_ref().map_or(0, |results| results.done)
    }

    /// Whether there is a page, which shows an analysis at a low level while a better one is made.
    pub(super) fn has_page(&self) -> bool {
        self.page.is_some()
    }

    /// Writes the page of a single game that was analysed at a low level.
    pub(super) fn first_look(&mut self, level: Level, judged: &JudgedGame) -> anyhow::Result<()> {
        if !judged.is_complete {
            return Ok(());
        }
        if let Some(Kept { path, text }) = &mut self.page {
            replace(path, |out| Ok(out.write_all(text.with_only(judged, level)?.as_bytes())?))?;
            self.has_first_look = true;
        }
        Ok(())
    }

    /// Writes the next game.
    pub(super) fn add(&mut self, number: u64, judgement: Judgement) -> anyhow::Result<()> {
        let judged = match judgement {
            Ok(judged) => judged,
            Err(fault) => {
                print_message(&format!("{fault:#}"));
                self.leave_out();
                let line = fault_line(&fault);
                if self.is_json {
                    self.print(&format!("{line}\n"))?;
                }
                return self.results.as_mut().map_or(Ok(()), |results| results.append(&line));
            }
        };
        let has_line = self.is_json || self.results.is_some();
        let line = if has_line { write_result(&judged, self.has_times) } else { String::new() };
        if let Some(results) = &mut self.results {
            results.append(&line)?;
        }
        self.keep(&judged)?;
        let text = match (self.is_json, self.has_tables) {
            (true, _) => line + "\n",
            (false, true) if self.games == 1 => game_text(&judged)?,
            (false, true) => {
                format!("{}game {}\n{}", if number > 0 { "\n" } else { "" }, number + 1, game_text(&judged)?)
            }
            (false, false) => row_text(number, &judged),
        };
        self.print(&text)
    }

    /// Writes to standard output. If its reader has gone, an analysis that writes files goes on.
    fn print(&self, text: &str) -> anyhow::Result<()> {
        let lines = text.split_inclusive('\n');
        let text: String = if self.is_json { lines.map(json_line).collect() } else { text.to_owned() };
        let mut out = io::stdout().lock();
        let has_files = self.results.is_some() || self.csv.is_some() || self.annotated.is_some() || self.page.is_some();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && has_files => Ok(()),
            written => Ok(written?),
        }
    }

    /// Counts a game that could not be judged.
    fn leave_out(&mut self) {
        (self.faults, self.added) = (self.faults + 1, self.added + 1);
        if let Some(page) = &mut self.page {
            page.text.leave_out();
        }
    }

    /// Keeps the game for the files at the end.
    fn keep(&mut self, judged: &JudgedGame) -> anyhow::Result<()> {
        self.added += 1;
        self.is_partial |= judged.moves.len() < judged.game.moves().len();
        self.players.add(judged);
        if let Some(csv) = &mut self.csv {
            csv_rows(self.added, judged).try_for_each(|row| csv.text.write_record(row))?;
        }
        if let Some((notation, kept)) = &mut self.annotated {
            kept.text += &match notation {
                Notation::Ggf => annotated_ggf(judged) + "\n",
                Notation::Sgf(passes) => annotated_sgf(judged, *passes),
            };
        }
        if let Some(page) = &mut self.page {
            page.text.add(self.added, judged);
        }
        Ok(())
    }

    /// Writes the files, and the sums over several games. Whether all games were judged.
    pub(super) fn finish(mut self, is_interrupted: bool) -> anyhow::Result<bool> {
        // Without a game that could be judged there is nothing to sum.
        if !self.is_json && self.games > TABLES && self.added > self.faults {
            self.print(&format!("\n{}", self.players.table()))?;
        }
        self.write_files(is_interrupted)?;
        self.out.iter().for_each(|out| print_written(out));
        if is_interrupted {
            let (added, games) = (self.added, self.games);
            let advice = if self.results.is_some() { "; the same command with --resume continues" } else { "" };
            print_message(&match self.is_partial {
                true => "interrupted; only the last moves are analysed".to_owned(),
                false => format!("interrupted after {added} of {games} games{advice}"),
            });
        }
        Ok(self.faults == 0)
    }

    /// Writes all files but the results, and names what was written. One that cannot be written does not keep the others from it.
    fn write_files(&mut self, is_interrupted: bool) -> anyhow::Result<()> {
        let rows = self.csv.take().map_or(Ok(()), |Kept { path, text }| {
            let bytes = text.into_inner().map_err(|error| error.into_error()).context("cannot write the rows")?;
            write(&path, &bytes)
        });
        let records = self.annotated.as_ref().map_or(Ok(()), |(_, Kept { path, text })| write(path, text.as_bytes()));
        // A whole game at a lower level says more than the end of one.
        let keeps_first_look = self.has_first_look && is_interrupted && (self.is_partial || self.added == 0);
        let page = self
            .page
            .as_mut()
            .filter(|_| !keeps_first_look)
            .map_or(Ok(()), |Kept { path, text }| write(path, text.whole(&self.levels)?.as_bytes()));
        rows.and(records).and(page)
    }
}

/// Writes a file, and says so.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, |out| Ok(out.write_all(bytes)?))?;
    print_written(path);
    Ok(())
}

fn print_written(path: &Path) {
    print_message(&format!("wrote {}", shown(path)));
}

/// The title of the page: the name of the file, or of the first one.
fn title(input: &Collection) -> String {
    let names: Vec<&Path> = input.paths().collect();
    let first = names.first().map_or_else(String::new, |name| name_of(name));
    match names.len() {
        0 | 1 => first,
        more => format!("{first} and {} more", more - 1),
    }
}

/// The notation by the ending of the name.
fn notation(path: &Path, no_passes: bool) -> anyhow::Result<Notation> {
    let passes = if no_passes { Passes::LeftOut } else { Passes::Written };
    match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("ggf") => Ok(Notation::Ggf),
        Some("sgf") => Ok(Notation::Sgf(passes)),
        _ => bail!("a file for games with values ends in .ggf or .sgf, not {}", path.display()),
    }
}

/// A line of JSON, with its end, as it may stand on a terminal.
fn json_line(line: &str) -> String {
    line.strip_suffix('\n')
        .map_or_else(|| printable_json(line).into_owned(), |line| printable_json(line).into_owned() + "\n")
}

/// The table of a game, in lines that are no longer than the terminal is wide.
fn game_text(judged: &JudgedGame) -> anyhow::Result<String> {
    let mut text = String::new();
    let width = if io::stdout().is_terminal() { columns() } else { WIDTH };
    table_within(judged, width, &mut text)?;
    let wrap = |line: &str| match line.chars().count() > width {
        true => textwrap::fill(line, textwrap::Options::new(width).break_words(false)) + "\n",
        false => line.to_owned() + "\n",
    };
    Ok(text.lines().map(wrap).collect())
}

/// A game among many in one line.
fn row_text(number: u64, judged: &JudgedGame) -> String {
    let player = |colour: Colour| {
        let total = Tally::of(judged, colour).total();
        let name: String = printable(&judged.game.tags.player(colour).name).chars().take(20).collect();
        let name = if name.is_empty() { "?".to_owned() } else { name };
        format!("{name} lost {:.2} ({} blunders)", total.discs_lost(), total.count(Class::Blunder))
    };
    let (end, unfinished) = match judged.end {
        Some(end) if judged.game.is_over() => (format!("{:+}", end.score().rounded()), String::new()),
        Some(end) => (String::new(), format!("; unfinished, {} ({})", end.score(), end.certainty())),
        None => (String::new(), String::new()),
    };
    let thrown = judged.first_thrown().map_or_else(String::new, |judged_move| {
        let thrown = judged_move.thrown().map_or_else(String::new, |thrown| thrown.to_string());
        format!("; {} {thrown} at {} {}", judged_move.colour, judged_move.number.unwrap_or(0), judged_move.mv)
    });
    let [black, white] = [Colour::Black, Colour::White].map(player);
    format!("{:>5}  {end:>3}  {black} - {white}{thrown}{unfinished}\n", number + 1)
}

/// Players in the table at most.
const MOST_ROWS: usize = 30;

/// The sums of each player over games.
#[derive(Default)]
struct Players(BTreeMap<String, (u64, Tally)>);

impl Players {
    pub(super) fn add(&mut self, judged: &JudgedGame) {
        for colour in [Colour::Black, Colour::White] {
            let name = judged.game.tags.player(colour).name.trim();
            let (games, tally) = self.0.entry(if name.is_empty() { "?" } else { name }.to_owned()).or_default();
            *games += 1;
            *tally = tally.plus(Tally::of(judged, colour));
        }
    }

    /// A table of the players with the most games.
    pub(super) fn table(&self) -> String {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by_key(|(name, (games, _))| (std::cmp::Reverse(*games), *name));
        let mut text = format!(
            "{:<24} {:>6}  discs lost per game: {:>6} {:>8} {:>8} {:>8}  {:>5}  {:>8}  {:>8}\n",
            "player", "games", "all", "opening", "midgame", "endgame", "best", "mistakes", "blunders"
        );
        for (name, (games, tally)) in rows.iter().take(MOST_ROWS) {
            let lost = |discs: f64| format!("{:.2}", discs / *games as f64);
            let total = tally.total();
            let [opening, midgame, endgame] = Phase::ALL.map(|phase| lost(tally.phase(phase).discs_lost()));
            let best = total.best_rate().map_or_else(|| "-".to_owned(), |rate| format!("{:.0}%", 100.0 * rate));
            let name: String = printable(name).chars().take(24).collect();
            text += &format!(
                "{name:<24} {games:>6}  {:>25} {opening:>8} {midgame:>8} {endgame:>8}  {best:>5}  {:>8}  {:>8}\n",
                lost(total.discs_lost()),
                total.count(Class::Mistake),
                total.count(Class::Blunder)
            );
        }
        if rows.len() > MOST_ROWS {
            text += &format!("and {} more players\n", rows.len() - MOST_ROWS);
        }
        text
    }
}
