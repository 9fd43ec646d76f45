//! The file of the model.

use super::net::{Net, ROW};
use super::openings::Openings;
use super::shapes::classes;
use super::situation::People;
use emilia::internal::container::{HeaderError, Kind, compress_numbers, crc32, decompress};
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
#[cfg(feature = "people")]
use std::sync::{Mutex, PoisonError, Weak};

const KIND: Kind = Kind { magic: b"EMILIA-H", version: 1, name: "a model of people" };
const HEADER: usize = Kind::header_bytes(1);
/// The most bytes of the content, some times what it has.
const MOST: u64 = 1 << 25;

/// The file that is part of the program.
#[cfg(feature = "people")]
static EMBEDDED: &[u8] = include_bytes!("../../data/people.bin");

/// Why bytes are not a usable model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeopleError {
    /// Another kind of file, or another version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file is cut off or changed.
    #[error("the model of people is damaged: {0}")]
    Damaged(String),
}

/// The content of the file. The order of the fields is its format.
#[derive(Serialize, Deserialize)]
struct Content {
    description: String,
    stretch: f32,
    net: Vec<f32>,
    /// The number that a step of the rows stands for.
    step: f32,
    rows: Vec<i8>,
    openings: Openings,
}

impl People {
    /// The model that is part of the library; none without the feature `people`. It is unpacked once and shared by all who hold it at the
    /// same time: 5 MB.
    ///
    /// # Panics
    /// If the library was built with a file that does not belong to it.
    pub fn embedded() -> Option<Arc<People>> {
        #[cfg(not(feature = "people"))]
        return None;
        #[cfg(feature = "people")]
        {
            static SHARED: Mutex<Weak<People>> = Mutex::new(Weak::new());
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            let read =
                || People::read(EMBEDDED).unwrap_or_else(|error| panic!("the embedded model of people: {error}"));
            Some(shared.upgrade().unwrap_or_else(|| {
                let people = Arc::new(read());
                *shared = Arc::downgrade(&people);
                people
            }))
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not such a file, are damaged, or belong to another version of the program.
    pub fn read(bytes: &[u8]) -> Result<People, PeopleError> {
        let damaged = |what: &str| PeopleError::Damaged(what.to_owned());
        let [sum] = KIND.numbers(bytes)?;
        let packed = &bytes[HEADER..];
        if crc32(packed) != sum {
            return Err(damaged("wrong checksum"));
        }
        let content = decompress(packed, MOST).map_err(|error| damaged(&error.to_string()))?;
        let content: Content = postcard::from_bytes(&content).map_err(|error| damaged(&error.to_string()))?;
        let net = Net::from_parameters(content.net).ok_or_else(|| damaged("numbers of the network"))?;
        if content.rows.len() != ROW * classes() || !(content.step * content.stretch).is_finite() {
            return Err(damaged("numbers of the rows"));
        }
        let rows = content.rows.as_chunks::<ROW>().0.iter().map(|row| row.map(|steps| f32::from(steps) * content.step));
        let Content { openings, stretch, description, .. } = content;
        Ok(People { net, rows: rows.collect(), openings, stretch, description })
    }

    /// The bytes of a file that [`People::read`] reads. The rows are rounded to 255 steps.
    ///
    /// # Errors
    /// If zlib fails, which does not happen.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let most = self.rows.iter().flatten().fold(0.0f32, |most, number| most.max(number.abs()));
        let step = if most > 0.0 { most / 127.0 } else { 1.0 };
        let content = Content {
            description: self.description.clone(),
            stretch: self.stretch,
            net: self.net.parameters().to_vec(),
            step,
            rows: self.rows.iter().flatten().map(|number| (number / step).round() as i8).collect(),
            openings: self.openings.clone(),
        };
        let content = postcard::to_stdvec(&content).map_err(io::Error::other)?;
        let packed = compress_numbers(&content)?;
        Ok([KIND.header(&[crc32(&packed)]), packed].concat())
    }
}
