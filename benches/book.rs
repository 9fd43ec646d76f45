//! A large book: size, opening, lookup, check.
//!
//! `cargo bench --bench book` makes a book of 200,000 positions of random games in a temporary folder;
//! `EMILIA_BOOK_POSITIONS=5000000 cargo bench --bench book` one of five million.

use emilia::book::{Book, Key, Store};
use emilia::{Level, Position};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::Instant;

/// Positions without the variable.
const DEFAULT_POSITIONS: usize = 200_000;
/// Lookups that are timed.
const LOOKUPS: usize = 1_000_000;

/// Marsaglia's xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }
}

/// Positions of random games up to 40 discs, each once.
fn positions(count: usize) -> Vec<Position> {
    let (mut random, mut keys) = (Random(88_172_645_463_325_252), HashSet::new());
    while keys.len() < count {
        let mut position = Position::START;
        while position.empties() > 24 {
            let moves: Vec<_> = position.moves().collect();
            position = match moves.len() {
                0 if position.is_over() => break,
                0 => position.pass(),
                moves_len => position.try_play(moves[random.below(moves_len)]).expect("a legal move"),
            };
            if let Some(view) = Key::of(position) {
                keys.insert(view.key);
            }
        }
    }
    keys.into_iter().take(count).map(Key::position).collect()
}

fn timed<T>(what: &str, units: usize, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = work();
    let seconds = began.elapsed().as_secs_f64();
    println!("{what:<24} {:>10.3} ms, {:>8.2} M/s", seconds * 1e3, units as f64 / seconds / 1e6);
    result
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::var("EMILIA_BOOK_POSITIONS").ok().and_then(|text| text.parse().ok());
    let positions = positions(wanted.unwrap_or(DEFAULT_POSITIONS));
    let (mut random, mut text) = (Random(1), "emilia-book 1 level 21\n".to_owned());
    for position in &positions {
        let moves: Vec<_> = position.moves().collect();
        let (at, discs) = (moves[random.below(moves.len())], random.below(16) as f32 / 2.0 - 4.0);
        writeln!(text, "{position} {at} {discs:+.3} 21@73%")?;
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("large.book");
    let mut store = Store::create(&path, Level::new(21).ok_or("a level")?)?;
    timed("import", positions.len(), || store.import_text(text.as_bytes()))?;
    timed("compact", positions.len(), || store.compact())?;
    drop((store, text));
    let bytes = std::fs::metadata(&path)?.len();
    println!(
        "size {:.1} MiB, {:.1} bytes a position",
        bytes as f64 / (1 << 20) as f64,
        bytes as f64 / positions.len() as f64
    );
    let store = timed("open", 1, || Store::open(&path))?;
    let report = timed("check", positions.len(), || store.check())?;
    assert_eq!((report.positions, report.fault_count), (positions.len() as u64, 0));
    for _ in 0..2 {
        timed("entry, warm", LOOKUPS, || {
            store.read(|book| {
                (0..LOOKUPS).try_for_each(|_| {
                    book.entry(positions[random.below(positions.len())]).map(|entry| assert!(entry.is_some()))
                })
            })
        })?;
    }
    let book = Book::new(Some(store), None);
    timed("lookup of its own", LOOKUPS / 10, || {
        (0..LOOKUPS / 10).try_for_each(|_| book.lookup(positions[random.below(positions.len())]).map(|_| ()))
    })?;
    timed("lookup, one of many", LOOKUPS / 10, || {
        book.read(|reader| {
            (0..LOOKUPS / 10).try_for_each(|_| reader.lookup(positions[random.below(positions.len())]).map(|_| ()))
        })
    })?;
    Ok(())
}
