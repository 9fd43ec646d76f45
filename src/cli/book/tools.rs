//! Looking into a book, checking it, and converting it.

use crate::cli::files::check_outputs;
use crate::cli::input::{Games, Source};
use crate::cli::message::{name_of, print_left_out, shown};
use anyhow::{Context as _, bail, ensure};
use emilia::book::{
    Book, BookError, CompactBook, Comparison, ForeignBook, Leaf, Lookup, OWN_GAMES, Reliability, Report, Store,
    Verification, VerifiedMove, level_of_text,
};
use emilia::internal::storage::{open_decompressed, read_decompressed, read_up_to, replace};
use emilia::notation::printable::printable;
use emilia::{Colour, Game, Level, OpeningNames, Position, Score};
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// How a book in text begins.
const TEXT_MAGIC: &[u8] = b"emilia-book";
/// Why a position cannot be in a book.
const OTHER_GAME: &str = "only positions of standard 8x8 Othello are in books";

/// Prints what the book, or without one the embedded book, knows of a position.
///
/// # Errors
/// If the book cannot be read, or the text is neither a game nor a position.
pub(super) fn show(book: Option<&Path>, position: &OsStr) -> anyhow::Result<ExitCode> {
    let file = book.map(Store::open).transpose()?;
    let embedded = file.is_none().then(|| Arc::new(CompactBook::embedded()));
    let book = Book::new(file, embedded.clone());
    let game = read_position(position)?;
    let given = game.position().context(OTHER_GAME)?;
    let position = if given.moves().is_empty() { given.pass() } else { given };
    let Some(found) = book.lookup(position)? else {
        writeln!(stdout(), "the position is not in the book")?;
        return Ok(ExitCode::FAILURE);
    };
    let mut out = stdout().lock();
    if let Some(name) = OpeningNames::new().of(&game) {
        writeln!(out, "opening: {name}")?;
    }
    if position != given {
        writeln!(out, "the side to move must pass; the values are for the other side")?;
    }
    let after = found.moves.iter().filter_map(|known| position.try_play(known.at));
    let positions: Vec<Position> = std::iter::once(position).chain(after).collect();
    let marks = match (book.file(), embedded) {
        (Some(store), _) => store.reliabilities(&positions)?,
        (None, Some(embedded)) => embedded.reliabilities(&positions)?,
        (None, None) => vec![None; positions.len()],
    };
    write_found(&book, position, &found, &marks, &mut out)?;
    Ok(ExitCode::SUCCESS)
}

fn mark(reliability: Option<&Option<Reliability>>) -> String {
    reliability.copied().flatten().map_or("-".to_owned(), |mark| mark.to_string())
}

/// What a game or a position is read from. Standard input may be the console, or carry results of searches.
fn source_of(from: &OsStr) -> anyhow::Result<Source> {
    match Source::of(from)? {
        Source::StandardInput => bail!("neither a file, a position nor moves: {from:?}"),
        Source::File(path) => Source::regular(&path),
        text => Ok(text),
    }
}

/// The game or the position; the start if nothing is named.
fn read_position(from: &OsStr) -> anyhow::Result<Game> {
    if from.as_encoded_bytes().trim_ascii().is_empty() {
        return Ok(Game::default());
    }
    let games = Games::read(source_of(from)?)?;
    let (game, dropped) = games.game(1)?;
    print_left_out(games.source.name(), &dropped);
    Ok(game)
}

/// The position of a text and its side to move.
///
/// # Errors
/// If it is not a position of 8x8 Othello.
pub(super) fn position_of(from: &OsStr) -> anyhow::Result<(Position, Colour)> {
    let game = read_position(from)?;
    let position = game.position().context(OTHER_GAME)?;
    Ok((position, game.to_move()))
}

/// Adds a game without searches.
///
/// # Errors
/// If it is not a game of 8x8 Othello from the start position, or the book cannot be written.
pub(super) fn learn(path: &Path, game: &OsStr) -> anyhow::Result<ExitCode> {
    let is_named = !game.as_encoded_bytes().trim_ascii().is_empty();
    ensure!(is_named, "expected a game: moves such as f5d6c3, or a file");
    let has_several = Games::read(source_of(game)?)?.game(2).is_ok();
    ensure!(!has_several, "{} has several games; `emilia book add` adds them", shown(game));
    let game = read_position(game)?;
    ensure!(!game.moves().is_empty(), "the game has no moves");
    let store = Store::open_verified(path)?;
    let before = store.len()?;
    ensure!(store.learn_game(&game, OWN_GAMES)?, "books take games of 8x8 Othello from the start position");
    let after = store.len()?;
    writeln!(stdout(), "{} positions added, {after} positions", after - before)?;
    if game.outcome().is_none() {
        writeln!(stdout(), "the game has no result, so none is counted")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Removes what does not follow a position.
///
/// # Errors
/// Those of [`remove`], or if the text is neither a game nor a position.
pub(super) fn subtree(path: &Path, position: &OsStr) -> anyhow::Result<ExitCode> {
    let (from, _) = position_of(position)?;
    remove(path, from, |store| store.keep_subtree(from))
}

/// Removes positions; what is kept begins with this one.
///
/// # Errors
/// If the position is not in the book, or the book cannot be written.
pub(super) fn remove(
    path: &Path,
    from: Position,
    removal: impl FnOnce(&Store) -> Result<u64, BookError>,
) -> anyhow::Result<ExitCode> {
    let mut store = Store::open_verified(path)?;
    let begins = Book::new(Some(Store::open(path)?), None).lookup(from)?.is_some();
    ensure!(begins, "the position is not in the book; nothing was removed");
    let removed = removal(&store)?;
    store.compact()?;
    writeln!(stdout(), "{removed} positions removed, {} positions", store.len()?)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what is known of a position; the marks are those of the position and then of its moves.
fn write_found(
    book: &Book,
    position: Position,
    found: &Lookup,
    marks: &[Option<Reliability>],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let value = found.value.map_or("unknown".to_owned(), |value| format!("{} ({})", value.score(), value.certainty()));
    writeln!(out, "value {value}, reliability {}, {} games", mark(marks.first()), found.games.count())?;
    writeln!(
        out,
        "{:<4} {:>7}  {:<9} {:<11} {:>8} {:>6} {:>6} {:>6}  line",
        "move", "score", "certainty", "reliability", "games", "won", "drawn", "lost"
    )?;
    for (number, known) in found.moves.iter().enumerate() {
        let (score, certainty) = known.value.map_or(("?".to_owned(), "unknown".to_owned()), |value| {
            (value.score().to_string(), value.certainty().to_string())
        });
        let next = position.try_play(known.at);
        let rest = next.map(|next| book.read(|reader| reader.line(next))).transpose()?.unwrap_or_default();
        let line: Vec<String> = rest.iter().map(ToString::to_string).collect();
        let games = known.games;
        writeln!(
            out,
            "{:<4} {score:>7}  {certainty:<9} {:<11} {:>8} {:>6} {:>6} {:>6}  {} {}",
            known.at.to_string(),
            mark(marks.get(number + 1)),
            games.count(),
            games.wins,
            games.draws,
            games.losses,
            known.at,
            line.join(" ")
        )?;
    }
    match found.leaf {
        Leaf::Best { at, value } => {
            writeln!(out, "best move outside the book: {at} {} ({})", value.score(), value.certainty())?;
        }
        Leaf::Unnamed(value) => {
            let (score, certainty) = (value.score(), value.certainty());
            writeln!(out, "of the best move outside the book only the value is known: {score} ({certainty})")?;
        }
        Leaf::Unknown => writeln!(out, "the moves outside the book were not searched")?,
        Leaf::Nothing => writeln!(out, "all moves are in the book")?,
    }
    Ok(())
}

/// Prints the numbers of a book.
pub(super) fn stats(path: &Path) -> anyhow::Result<ExitCode> {
    let store = Store::open(path)?;
    let report = store.check()?;
    writeln!(stdout(), "level      {}", store.level()?.get())?;
    write_numbers(&report)?;
    for (number, name) in store.sources()? {
        writeln!(stdout(), "source {number}   {}", printable(&name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a book; exit code 1 if something is wrong.
pub(super) fn check(path: &Path) -> anyhow::Result<ExitCode> {
    let report = Store::open_verified(path)?.check()?;
    report.faults.iter().try_for_each(|fault| writeln!(stdout(), "{fault}"))?;
    if report.fault_count > report.faults.len() as u64 {
        writeln!(stdout(), "and {} more", report.fault_count - report.faults.len() as u64)?;
    }
    writeln!(
        stdout(),
        "{} positions, {} links, {} leaves to search, {} faults",
        report.positions,
        report.links,
        report.unknown,
        report.fault_count
    )?;
    Ok(if report.fault_count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_numbers(report: &Report) -> std::io::Result<()> {
    writeln!(stdout(), "positions  {} ({} with a proved value)", report.positions, report.proved)?;
    writeln!(stdout(), "links      {}", report.links)?;
    writeln!(
        stdout(),
        "leaves     {} ({} positions have none, {} are not searched)",
        report.by_certainty.values().sum::<u64>(),
        report.without_leaf,
        report.unknown
    )?;
    let mut leaves: Vec<_> = report.by_certainty.iter().collect();
    // Proofs before searches, and those by their depth.
    let plies = |text: &str| text.split('@').next().and_then(|plies| plies.parse::<u32>().ok());
    leaves.sort_by_key(|(certainty, _)| (plies(certainty), *certainty));
    for (certainty, count) in leaves {
        writeln!(stdout(), "  {certainty:<9} {count}")?;
    }
    writeln!(stdout(), "moves      positions")?;
    for (discs, count) in &report.by_discs {
        writeln!(stdout(), "  {:<9} {count}", discs - 4)?;
    }
    if report.evaluations > 0 {
        writeln!(stdout(), "waiting    {} results of an interrupted command", report.evaluations)?;
    }
    Ok(())
}

/// The forms of a book in other files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Form {
    /// Sorted text, a line for each position
    Text,
    /// The compact form of the embedded book, without sources of games
    Compact,
    /// The book of Edax, `.dat`, with whole discs and without games
    Edax,
    /// Games from the start position through all positions that follow from it, as transcripts, one a line
    Transcripts,
    /// The same games in GGF, one a line, with the values of their moves
    Ggf,
}

/// Writes a book to a file of another form.
///
/// # Errors
/// If the book cannot be read, or the file exists or cannot be written.
pub(super) fn export(path: &Path, out: &Path, form: Form, overwrites: bool) -> anyhow::Result<ExitCode> {
    check_outputs(&[&out.to_owned()], std::iter::once(path), overwrites)?;
    let store = Store::open(path)?;
    match form {
        Form::Text => replace(out, |to| Ok(store.export_text(to)?))?,
        Form::Edax | Form::Transcripts | Form::Ggf => {
            let notes = replace(out, |to| {
                Ok(match form {
                    Form::Transcripts => store.export_transcripts(to)?,
                    Form::Ggf => store.export_ggf(to)?,
                    _ => store.export_edax(to)?,
                })
            })?;
            notes.iter().try_for_each(|note| writeln!(stdout(), "{note}"))?;
        }
        Form::Compact => {
            let (bytes, left_out) = store.compact_form()?;
            replace(out, |to| Ok(to.write_all(&bytes)?))?;
            if left_out > 0 {
                writeln!(stdout(), "{left_out} positions cannot be reached from the start position and are left out")?;
            }
            writeln!(stdout(), "the level of the book and the sources of the games are left out")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds the positions of a text or of another program's book to a book, which is created if it does not exist.
///
/// # Errors
/// If the file is not valid, or the book cannot be written.
pub(super) fn import(path: &Path, text: &Path) -> anyhow::Result<ExitCode> {
    let unreadable = || format!("cannot read {}", text.display());
    ensure!(!text.exists() || text.is_file(), "cannot read {}: it is not a file", text.display());
    let start = read_up_to(&mut open_decompressed(text)?, TEXT_MAGIC.len() as u64).with_context(unreadable)?;
    if start != TEXT_MAGIC {
        let bytes = read_decompressed(text)?;
        ensure!(!bytes.is_empty(), "cannot read {}: it is empty", text.display());
        if CompactBook::is_one(&bytes) {
            return import_compact(path, &CompactBook::read(&bytes).with_context(unreadable)?, text);
        }
        return import_foreign(path, &ForeignBook::read(&bytes).with_context(unreadable)?);
    }
    let read = |store: &Store| -> anyhow::Result<ExitCode> {
        let count = store.import_text(&*read_decompressed(text)?).with_context(unreadable)?;
        writeln!(stdout(), "{count} positions read, {} positions", store.len()?)?;
        write_unknown(store, "")?;
        Ok(ExitCode::SUCCESS)
    };
    if path.exists() {
        return read(&Store::open_verified(path)?);
    }
    let imported = read(&Store::create(path, level_of(text)?)?);
    if imported.is_err() {
        std::fs::remove_file(path).with_context(|| format!("cannot remove the empty book {}", path.display()))?;
    }
    imported
}

fn import_foreign(path: &Path, book: &ForeignBook) -> anyhow::Result<ExitCode> {
    let level = book.level.unwrap_or(Level::DEFAULT);
    let store = open_or_create(path, level)?;
    let kept = store.import_foreign(book)?;
    writeln!(stdout(), "{} positions read from a book of {}, {} positions", book.len(), book.program, store.len()?)?;
    if kept > 0 {
        writeln!(stdout(), "{kept} positions keep the more certain best move outside the book that they had")?;
    }
    book.notes.iter().try_for_each(|note| writeln!(stdout(), "{note}"))?;
    write_unknown(&store, "")
}

fn import_compact(path: &Path, book: &CompactBook, file: &Path) -> anyhow::Result<ExitCode> {
    let is_new = !path.exists();
    let store = open_or_create(path, Level::DEFAULT)?;
    let count = store.import_compact(book, &name_of(file))?;
    writeln!(stdout(), "{count} positions read, {} positions", store.len()?)?;
    if is_new {
        writeln!(stdout(), "the file holds no level; the new book has level {}", Level::DEFAULT.get())?;
    }
    write_unknown(&store, "")
}

/// Says how many leaves are to be searched, if any; `since` says that they were known before.
fn write_unknown(store: &Store, since: &str) -> anyhow::Result<ExitCode> {
    let unknown = store.check()?.unknown;
    if unknown > 0 {
        writeln!(stdout(), "{unknown} leaves are not known{since}; `emilia book fix` searches them")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn open_or_create(path: &Path, level: Level) -> anyhow::Result<Store> {
    Ok(if path.exists() { Store::open_verified(path)? } else { Store::create(path, level)? })
}

/// The level of the book in a text.
fn level_of(text: &Path) -> anyhow::Result<Level> {
    let mut line = String::new();
    let mut start = BufReader::new(open_decompressed(text)?.take(1000)); // No first line is longer.
    start.read_line(&mut line).with_context(|| format!("cannot read {}", text.display()))?;
    level_of_text(&line).with_context(|| format!("cannot read {}", text.display()))
}

/// Adds the positions of other books.
pub(super) fn merge(path: &Path, others: &[std::path::PathBuf]) -> anyhow::Result<ExitCode> {
    let store = Store::open_verified(path)?;
    for other in others {
        let count = store.merge(&Store::open_verified(other)?)?;
        writeln!(stdout(), "{count} positions of {}, {} positions", shown(other), store.len()?)?;
    }
    write_unknown(&store, " any more")
}

/// Parses a number of discs, 0 to 64.
pub(super) fn discs(text: &str) -> Result<Score, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.map(Score::from_discs).ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

/// Losses in discs that the summary of `verify` counts.
const LOSSES: [f32; 4] = [0.0, 0.5, 1.0, 2.0];

/// Prints the moves that lose more than is accepted, what searches of them again found, and a summary; false if one loses more after that.
pub(super) fn write_verified(verified: &[VerifiedMove], verification: Verification) -> io::Result<bool> {
    let Verification { max_loss, plies, plies_again, .. } = verification;
    let mut out = stdout().lock();
    let refuted: Vec<_> = verified.iter().filter(|verified| verified.first.loss > max_loss).collect();
    for VerifiedMove { key, at, stored, first, again } in &refuted {
        let (position, stored) = (key.position(), stored.score());
        write!(out, "{position} X: {at} {stored} in the book, {} searched, {}", first.value.score(), loss(first))?;
        if let Some(again) = again {
            write!(out, "; {plies_again} plies deeper {}, {}", again.value.score(), loss(again))?;
        }
        writeln!(out)?;
    }
    let max_loss = max_loss.to_discs();
    writeln!(out, "{} moves, {} lose more than {max_loss:.2} discs", verified.len(), refuted.len())?;
    let left = refuted.iter().filter(|verified| verified.loss().to_discs() > max_loss).count();
    if plies_again > 0 {
        writeln!(out, "searched again {plies_again} plies deeper: {left} lose more than {max_loss:.2} discs")?;
    }
    writeln!(out, "by the searches of {plies} plies above the level:")?;
    for least in LOSSES {
        let losing = verified.iter().filter(|verified| verified.first.loss.to_discs() > least).count();
        writeln!(out, "lose more than {least:.1}: {losing}")?;
    }
    let count = verified.len().max(1) as f64;
    let differences =
        verified.iter().map(|verified| f64::from((verified.first.value.score() - verified.stored.score()).to_discs()));
    let (mean, squares) = differences
        .fold((0.0, 0.0), |(sum, squares), difference| (sum + difference, squares + difference * difference));
    let loss = verified.iter().fold(0.0, |sum, verified| sum + f64::from(verified.first.loss.to_discs()));
    writeln!(
        out,
        "mean loss {:.3}; searched minus stored: mean {:+.3}, root of the mean square {:.3}",
        loss / count,
        mean / count,
        (squares / count).sqrt()
    )?;
    Ok(left == 0)
}

/// What a move loses, in words.
fn loss(Comparison { best, loss, .. }: &Comparison) -> String {
    if *loss == Score::ZERO {
        "the best move".to_owned()
    } else {
        format!("loses {:.2} against {best}", loss.to_discs())
    }
}
