//! A book in a file: a database with transactions, so that a crash at any moment leaves the state before or after a transaction.
//!
//! The database is redb. Several programs can use a book at the same time; one writes, the others read the last finished state.
//! Each entry carries a checksum, because redb verifies its pages only in [`Store::open_verified`].

use super::entry::{Entry, read_value, write_value};
use super::error::BookError;
use super::grow::{Evaluation, Request};
use super::guard::{access, add_checksum, begins_as_database, checked, guarded};
use super::key::Key;
use super::tables::{Bytes, Change, KeyBytes, Snapshot};
use super::tree::Tree;
use crate::search::Level;
use emilia_core::{Position, Square};
use redb::backends::FileBackend;
use redb::{
    Builder, ConcurrencyMode, Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const POSITIONS: TableDefinition<KeyBytes, Bytes> = TableDefinition::new("positions");
/// The positions while they are copied.
const REPACKED: TableDefinition<KeyBytes, Bytes> = TableDefinition::new("repacked");
/// Results of searches for a step of building that is not finished.
const EVALUATIONS: TableDefinition<Bytes, Bytes> = TableDefinition::new("evaluations");
/// The names of the sources of games, by their numbers.
pub(super) const SOURCES: TableDefinition<u16, &str> = TableDefinition::new("sources");
const SETTINGS: TableDefinition<&str, u64> = TableDefinition::new("settings");

/// The version of the tables and of their content.
const VERSION: u64 = 1;
const VERSION_NAME: &str = "version";
/// The level of the searches of the book.
const LEVEL_NAME: &str = "level";

/// A book in a file.
///
/// # Examples
/// ```
/// use emilia::{Level, book::Store};
///
/// let folder = tempfile::tempdir()?;
/// let store = Store::create(&folder.path().join("my.book"), Level::new(10).unwrap())?;
/// assert_eq!(store.len()?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    path: PathBuf,
    /// Always there until the store is dropped.
    database: Option<Database>,
}

/// One state of a book, for many lookups. See [`Store::read`].
pub struct Reader<'a>(&'a Snapshot);

impl Reader<'_> {
    /// What the book knows of a position, in the orientation of its key.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn entry(&self, position: Position) -> Result<Option<Entry>, BookError> {
        Key::of(position).map_or(Ok(None), |view| self.0.get(view.key))
    }
}

impl Store {
    /// Creates an empty book whose positions are searched at this level.
    ///
    /// # Errors
    /// If the file exists or cannot be created.
    pub fn create(path: &Path, level: Level) -> Result<Store, BookError> {
        let failed = |reason: String| BookError::Create { path: path.to_owned(), reason };
        if path.exists() {
            return Err(failed("it already exists".to_owned()));
        }
        let mut name = path.file_name().ok_or_else(|| failed("it has no name".to_owned()))?.to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let temporary = path.with_file_name(name);
        let created = create_at(&temporary, level).and_then(|()| {
            // Unlike a rename, a link does not replace a file.
            fs::hard_link(&temporary, path).map_err(|error| failed(error.to_string()))
        });
        let removed = fs::remove_file(&temporary);
        created
            .map_err(|error| if let BookError::Create { .. } = error { error } else { failed(error.to_string()) })?;
        removed.map_err(|error| failed(error.to_string()))?;
        Store::open(path)
    }

    /// Opens a book, whatever its size, within milliseconds.
    ///
    /// # Errors
    /// If the file does not exist, is not a book, is damaged where this is noticed at once, or cannot be written.
    pub fn open(path: &Path) -> Result<Store, BookError> {
        Store::open_with(path, false)
    }

    /// Opens a book after the checksums of all its pages were verified; for commands that change it.
    ///
    /// # Errors
    /// Those of [`Store::open`], or if a page is damaged.
    pub fn open_verified(path: &Path) -> Result<Store, BookError> {
        Store::open_with(path, true)
    }

    fn open_with(path: &Path, verifies: bool) -> Result<Store, BookError> {
        let failed = |reason: String| BookError::Open { path: path.to_owned(), reason };
        if !fs::metadata(path).map_err(|error| failed(error.to_string()))?.is_file() {
            return Err(failed("it is not a file".to_owned()));
        }
        if !begins_as_database(path).map_err(|error| failed(error.to_string()))? {
            return Err(failed("it is not a book".to_owned()));
        }
        File::options()
            .write(true)
            .open(path)
            .map_err(|error| failed(format!("it must be writable, also to be read: {error}")))?;
        let open = || builder().set_check_integrity_on_open(verifies).open(path);
        let database = guarded(|| Ok(open().map_err(|error| failed(error.to_string()))));
        let database = database.map_err(|_| failed("its pages are invalid".to_owned()))??;
        let store = Store { path: path.to_owned(), database: Some(database) };
        match store.setting(VERSION_NAME) {
            Ok(Some(VERSION)) => Ok(store),
            Ok(Some(version)) => {
                Err(failed(format!("it has version {version} of the format, this program knows version {VERSION}")))
            }
            Ok(None) => Err(failed("it is a database, but not a book".to_owned())),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of positions.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn len(&self) -> Result<u64, BookError> {
        let snapshot = self.snapshot()?;
        snapshot.len()
    }

    /// Whether the book has no position.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn is_empty(&self) -> Result<bool, BookError> {
        Ok(self.len()? == 0)
    }

    /// The level of the searches of the book.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn level(&self) -> Result<Level, BookError> {
        let level = self.setting(LEVEL_NAME)?.and_then(|level| Level::new(u8::try_from(level).ok()?));
        level.ok_or_else(|| BookError::Damaged("it has no level".to_owned()))
    }

    /// Reads several positions of one state of the book.
    ///
    /// # Errors
    /// If the book cannot be read, or those of `read`.
    pub fn read<T>(&self, read: impl FnOnce(&Reader<'_>) -> Result<T, BookError>) -> Result<T, BookError> {
        let snapshot = self.snapshot()?;
        read(&Reader(&snapshot))
    }

    /// The state of the book now.
    pub(super) fn snapshot(&self) -> Result<Snapshot, BookError> {
        guarded(|| {
            let transaction = self.database()?.begin_read().map_err(access)?;
            Ok(Snapshot(transaction.open_table(POSITIONS).map_err(access)?))
        })
    }

    /// A number beside the positions.
    pub(super) fn setting(&self, name: &str) -> Result<Option<u64>, BookError> {
        guarded(|| {
            let transaction = self.database()?.begin_read().map_err(access)?;
            let table = match transaction.open_table(SETTINGS) {
                Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
                table => table.map_err(access)?,
            };
            Ok(table.get(name).map_err(access)?.map(|value| value.value()))
        })
    }

    /// Keeps numbers beside the positions.
    pub(super) fn keep_settings(
        &self,
        settings: impl IntoIterator<Item = (&'static str, u64)>,
    ) -> Result<(), BookError> {
        self.transaction(|transaction| {
            let mut table = transaction.open_table(SETTINGS).map_err(access)?;
            for (name, value) in settings {
                table.insert(name, value).map_err(access)?;
            }
            Ok(())
        })
    }

    /// Changes the positions in one transaction.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut Change<'_>) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        self.transaction(|transaction| {
            let table = transaction.open_table(POSITIONS).map_err(access)?;
            change(&mut Change(table))
        })
    }

    /// Changes the positions and drops these evaluations, which the change has used, in one transaction.
    pub(super) fn change_with<T>(
        &self,
        used: impl IntoIterator<Item = Request>,
        change: impl FnOnce(&mut Change<'_>) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        self.transaction(|transaction| {
            let mut evaluations = transaction.open_table(EVALUATIONS).map_err(access)?;
            for request in used {
                evaluations.remove(request.to_bytes().as_slice()).map_err(access)?;
            }
            drop(evaluations);
            let table = transaction.open_table(POSITIONS).map_err(access)?;
            change(&mut Change(table))
        })
    }

    pub(super) fn database(&self) -> Result<&Database, BookError> {
        self.database.as_ref().ok_or_else(|| BookError::Access("it is closed".to_owned()))
    }

    pub(super) fn transaction<T>(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        guarded(|| {
            let transaction = begin(self.database()?)?;
            let done = work(&transaction)?;
            transaction.commit().map_err(access)?;
            Ok(done)
        })
    }

    /// The result of a search that was stored.
    pub(super) fn evaluation(&self, request: &Request) -> Result<Option<Evaluation>, BookError> {
        guarded(|| {
            let transaction = self.database()?.begin_read().map_err(access)?;
            let table = transaction.open_table(EVALUATIONS).map_err(access)?;
            let bytes = table.get(request.to_bytes().as_slice()).map_err(access)?;
            bytes.map(|bytes| evaluation(request, bytes.value())).transpose()
        })
    }

    /// The number of stored results of searches.
    pub(super) fn evaluations(&self) -> Result<u64, BookError> {
        guarded(|| {
            let transaction = self.database()?.begin_read().map_err(access)?;
            transaction.open_table(EVALUATIONS).map_err(access)?.len().map_err(access)
        })
    }

    /// Stores results of searches.
    pub(super) fn store_evaluations(&self, found: &[(Request, Evaluation)]) -> Result<(), BookError> {
        self.transaction(|transaction| {
            let mut table = transaction.open_table(EVALUATIONS).map_err(access)?;
            for (request, Evaluation { at, value }) in found {
                let mut bytes = vec![*at as u8];
                write_value(*value, &mut bytes);
                add_checksum(&request.to_bytes(), &mut bytes);
                table.insert(request.to_bytes().as_slice(), bytes.as_slice()).map_err(access)?;
            }
            Ok(())
        })
    }

    /// Fills the pages of the file and gives unused space back to the file system, as far as no other program uses the book.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn compact(&mut self) -> Result<(), BookError> {
        self.repack()?;
        let database = &mut self.database;
        guarded(|| match database.as_mut().map_or(Ok(false), Database::compact) {
            Ok(_) | Err(redb::CompactionError::TransactionInProgress) => Ok(()),
            Err(error) => Err(access(error)),
        })
    }
}

/// The database writes to the file when it is closed, which can fail on a damaged one.
impl Drop for Store {
    fn drop(&mut self) {
        let database = self.database.take();
        if let Err(error) = guarded(|| {
            drop(database);
            Ok(())
        }) {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

/// The part of the bytes of the pages, in percent, from which on they are filled anew.
const MAX_UNUSED: u64 = 15;

impl Store {
    /// Copies the positions in order, which fills the pages, if many of them have unused bytes: positions arrive in any order, which
    /// leaves a third of each page empty.
    fn repack(&self) -> Result<(), BookError> {
        let snapshot = self.snapshot()?;
        let stats = guarded(|| snapshot.0.stats().map_err(access))?;
        let all = stats.stored_bytes() + stats.metadata_bytes() + stats.fragmented_bytes();
        if stats.fragmented_bytes() * 100 < all * MAX_UNUSED {
            return Ok(());
        }
        drop(snapshot);
        self.transaction(|transaction| {
            let old = transaction.open_table(POSITIONS).map_err(access)?;
            let mut new = transaction.open_table(REPACKED).map_err(access)?;
            for row in old.iter().map_err(access)? {
                let (key, bytes) = row.map_err(access)?;
                new.insert(key.value(), bytes.value()).map_err(access)?;
            }
            drop((old, new));
            transaction.delete_table(POSITIONS).map_err(access)?;
            transaction.rename_table(REPACKED, POSITIONS).map_err(access)
        })
    }
}

/// Creates an empty book at this path.
fn create_at(path: &Path, level: Level) -> Result<(), BookError> {
    guarded(|| {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| BookError::Access(error.to_string()))?;
        let database = builder().create_with_backend(FileBackend::new(file).map_err(access)?).map_err(access)?;
        let transaction = begin(&database)?;
        transaction.open_table(POSITIONS).map_err(access)?;
        transaction.open_table(EVALUATIONS).map_err(access)?;
        transaction.open_table(SOURCES).map_err(access)?;
        let mut settings = transaction.open_table(SETTINGS).map_err(access)?;
        settings.insert(VERSION_NAME, VERSION).map_err(access)?;
        settings.insert(LEVEL_NAME, u64::from(level.get())).map_err(access)?;
        drop(settings);
        transaction.commit().map_err(access)
    })
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_concurrency_mode(ConcurrencyMode::MultiWriter);
    builder
}

/// A transaction after which a crash needs no repair, so that every book opens at once.
fn begin(database: &Database) -> Result<WriteTransaction, BookError> {
    let mut transaction = database.begin_write().map_err(access)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}

/// The result of a search from its bytes.
fn evaluation(request: &Request, bytes: &[u8]) -> Result<Evaluation, BookError> {
    let read = || {
        let (at, mut rest) = checked(&request.to_bytes(), bytes)?.split_first()?;
        let evaluation = Evaluation { at: Square::new(*at)?, value: read_value(&mut rest)? };
        (rest.is_empty() && request.accepts(evaluation)).then_some(evaluation)
    };
    read().ok_or_else(|| BookError::Damaged(format!("the evaluation of {}", request.key.position())))
}
