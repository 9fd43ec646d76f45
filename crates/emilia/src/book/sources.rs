//! The names of the sources of games.

use super::error::BookError;
use super::guard::{access, guarded};
use super::store::{SOURCES, Store};
use redb::{ReadableDatabase, ReadableTable};

impl Store {
    /// The names of the sources of games with their numbers.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn sources(&self) -> Result<Vec<(u16, String)>, BookError> {
        guarded(|| {
            let transaction = self.database()?.begin_read().map_err(access)?;
            named(&transaction.open_table(SOURCES).map_err(access)?)
        })
    }

    /// The number of a source of games, which is added if it is new. Its name becomes one line, as the text form of a book needs.
    pub(super) fn source(&self, name: &str) -> Result<u16, BookError> {
        let name = name.replace(char::is_control, "?");
        let number_of =
            |sources: &[(u16, String)]| sources.iter().find(|(_, known)| *known == name).map(|(number, _)| *number);
        if let Some(number) = number_of(&self.sources()?) {
            return Ok(number);
        }
        self.transaction(|transaction| {
            let mut table = transaction.open_table(SOURCES).map_err(access)?;
            // Another program may have added one meanwhile.
            let sources = named(&table)?;
            if let Some(number) = number_of(&sources) {
                return Ok(number);
            }
            let number = sources.last().map_or(Some(0), |(last, _)| last.checked_add(1));
            let number = number.ok_or_else(|| BookError::Access("it has too many sources of games".to_owned()))?;
            table.insert(number, name.as_str()).map_err(access)?;
            Ok(number)
        })
    }
}

/// The rows of the table of sources.
fn named(table: &impl ReadableTable<u16, &'static str>) -> Result<Vec<(u16, String)>, BookError> {
    let rows = table.iter().map_err(access)?.map(|row| {
        let (number, name) = row.map_err(access)?;
        Ok((number.value(), name.value().to_owned()))
    });
    rows.collect()
}
