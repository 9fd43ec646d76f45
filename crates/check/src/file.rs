//! The text of a proof, which docs/solving.md describes.

use anyhow::{Context as _, Result, bail, ensure};
use flate2::bufread::ZlibDecoder;
use regex_lite::Regex;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::LazyLock;

/// No file is longer.
const MOST_BYTES: u64 = 1 << 28;
/// No line is longer, but for its moves.
const MOST_LETTERS: u64 = 512;
static POSITION: LazyLock<Regex> = LazyLock::new(|| pattern("[-XO]{64} [XO]"));
/// More than 16 empty squares would take too long to finish.
static FINISH: LazyLock<Regex> = LazyLock::new(|| pattern("0?[0-9]|1[0-6]"));
static BOUND: LazyLock<Regex> = LazyLock::new(|| pattern("(at-least|at-most) (-?[0-9]{1,3})"));
static PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "part ([-XO]{64} [XO]) ((?:at-least|at-most) -?[0-9]{1,3}) ([A-Za-z0-9-][A-Za-z0-9.-]{0,99}) ([0-9a-f]{64})",
    )
});

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("^(?:{text})$")).expect("a pattern")
}

/// A claim: that the side to move gets at least, or at most, so many discs.
#[derive(Clone, Copy)]
pub struct Bound {
    pub is_least: bool,
    pub discs: i32,
}

impl Bound {
    fn read(text: &str) -> Result<Bound> {
        let of = BOUND.captures(text).with_context(|| format!("not a bound: {text:?}"))?;
        Ok(Bound { is_least: &of[1] == "at-least", discs: of[2].parse()? })
    }

    /// Whether the other one follows from this one.
    pub fn proves(self, other: Bound) -> bool {
        let is_as_strong = if self.is_least { self.discs >= other.discs } else { self.discs <= other.discs };
        self.is_least == other.is_least && is_as_strong
    }
}

/// The discs of the side to move and those of the other side.
pub fn discs(position: &str) -> (u64, u64) {
    let of = |disc| (0..64).filter(|&at| position.as_bytes()[at] == disc).map(|at| 1 << at).sum();
    if position.ends_with('X') { (of(b'X'), of(b'O')) } else { (of(b'O'), of(b'X')) }
}

/// Another file, in the same folder, that proves a bound.
#[derive(Clone)]
pub struct Part {
    pub position: String,
    pub bound: Bound,
    pub name: String,
    /// The SHA-256 of its bytes in hexadecimal digits.
    pub sum: String,
}

/// The bytes of a file, whose SHA-256 must be this one if there is one.
pub fn read(path: &Path, sum: Option<&str>) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut content)?;
    ensure!(content.len() as u64 <= MOST_BYTES, "not a proof: it has more than {} MiB", MOST_BYTES >> 20);
    let sum_of = |content| Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    ensure!(sum.is_none_or(|sum| sum_of(&content) == sum), "another file, or damaged: its SHA-256 is another one");
    Ok(content)
}

/// The text of a file, which is expanded as it is read.
pub struct Text<'a>(BufReader<ZlibDecoder<&'a [u8]>>);

impl<'a> Text<'a> {
    /// The text and the version of the format.
    pub fn open(content: &'a [u8]) -> Result<(Text<'a>, u8)> {
        let header = content.strip_prefix(b"Emilia proof ").and_then(|rest| rest.split_at_checked(11));
        let Some((&[version @ b'1'..=b'2', b' ', ref sum @ .., b'\n'], packed)) = header else { bail!("not a proof") };
        ensure!(sum == format!("{:08x}", crc32fast::hash(packed)).as_bytes(), "not a proof, or damaged");
        Ok((Text(BufReader::with_capacity(1 << 16, ZlibDecoder::new(packed))), version - b'0'))
    }

    /// The next letters up to this one, which is left out.
    fn until(&mut self, end: u8) -> Result<String> {
        let mut line = Vec::new();
        self.0.by_ref().take(MOST_LETTERS).read_until(end, &mut line)?;
        ensure!(line.pop() == Some(end), "not a proof: a line is missing, or too long");
        Ok(String::from_utf8(line)?)
    }

    /// The next letter; none at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.0.fill_buf()?.first().copied())
    }

    fn take(&mut self) -> Result<u8> {
        let letter = self.peek()?.context("not a proof: it is cut off")?;
        self.0.consume(1);
        Ok(letter)
    }

    /// The lines before the first bound: the position, the number of empty squares from which on positions are finished, and the parts.
    pub fn head(&mut self, version: u8) -> Result<(String, i32, Vec<Part>)> {
        let (position, goal, finish) = (self.until(b'\n')?, self.until(b'\n')?, self.until(b'\n')?);
        let is_usual = POSITION.is_match(&position) && goal == "most";
        ensure!(is_usual, "not a position of 8x8 by the usual rules; scripts/check_proof.py checks others");
        ensure!(FINISH.is_match(&finish), "not a number of empty squares to finish, or too many: {finish:?}");
        let mut parts = Vec::new();
        while version > 1 && self.peek()? == Some(b'p') {
            let line = self.until(b'\n')?;
            let fields = PART.captures(&line).with_context(|| format!("not a part: {line:?}"))?;
            let [position, bound, name, sum] = fields.extract().1.map(str::to_owned);
            parts.push(Part { position, bound: Bound::read(&bound)?, name, sum });
        }
        Ok((position, finish.parse()?, parts))
    }

    /// The next bound, which its moves follow; none at the end of the file.
    pub fn bound(&mut self) -> Result<Option<Bound>> {
        match self.peek()? {
            None => Ok(None),
            Some(_) => Bound::read(&(self.until(b' ')? + " " + &self.until(b' ')?)).map(Some),
        }
    }

    /// The square of the next move; none at the end of the line.
    pub fn mv(&mut self) -> Result<Option<u32>> {
        let column = self.take()?;
        if column == b'\n' {
            return Ok(None);
        }
        let row = self.take()?;
        let is_move = (b'a'..=b'h').contains(&column) && (b'1'..=b'8').contains(&row);
        ensure!(is_move, "not a move of 8x8: {:?}", [column, row].escape_ascii().to_string());
        Ok(Some(u32::from(8 * (row - b'1') + column - b'a')))
    }

    /// Fails if this is not the end.
    pub fn end(mut self) -> Result<()> {
        let is_end = self.peek()?.is_none() && self.0.into_inner().into_inner().is_empty();
        ensure!(is_end, "not a proof: something is left over");
        Ok(())
    }
}
