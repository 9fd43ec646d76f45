//! Text from bytes: Unicode, the encodings that games in SGF name, and a guess for text that names none.
//!
//! SGF names its encoding in each game, and in some encodings the second byte of a letter looks like a bracket, so the bytes are decoded
//! before anything else is read.

use super::dropped::{Content, Dropped};
use alloc::string::String;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// The bytes that show whether a text without a mark is UTF-16.
const SAMPLE: usize = 4096;
/// What a program of Windows calls its code pages, and their names in the Encoding Standard.
const CODE_PAGES: [(&str, &str); 4] = [("932", "shift_jis"), ("936", "gbk"), ("949", "euc-kr"), ("950", "big5")];

/// The text of a file, its lines ended by line feeds.
///
/// The text is UTF-16 with a byte order mark or recognisable by its zeros, or else UTF-8. A game in SGF that names another encoding is
/// decoded by it. Lines that are not UTF-8 are read in an encoding of East Asia if all of the text is valid in it and looks like it, and
/// otherwise as Latin-1. What is guessed or invalid is counted.
pub fn decode(bytes: &[u8], dropped: &mut Dropped) -> String {
    let mut text = Text { text: String::with_capacity(bytes.len()), lines: 1, dropped };
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding != UTF_8 => text.push_declared(&bytes[mark..], encoding),
        Some((_, mark)) => text.push_games(&bytes[mark..]),
        None => match utf_16(bytes) {
            Some(encoding) => text.push_declared(bytes, encoding),
            None => text.push_games(bytes),
        },
    }
    text.text
}

/// Whether a text that begins with these bytes is UTF-16, so that its lines cannot be told apart before it is decoded.
pub fn is_utf_16(beginning: &[u8]) -> bool {
    Encoding::for_bom(beginning)
        .map(|(encoding, _)| encoding)
        .or_else(|| utf_16(beginning))
        .is_some_and(|encoding| encoding != UTF_8)
}

/// Whether an SGF reader can trust the text of a game that names this encoding: it is known here.
pub(super) fn is_known(name: &str) -> bool {
    of_name(name).is_some()
}

fn of_name(name: &str) -> Option<&'static Encoding> {
    let name = name.trim().to_ascii_lowercase();
    let number = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let is_page = ["cp", "ms", "windows", ""].contains(&name[..name.len() - number.len()].trim_end_matches(['-', '_']));
    let page = CODE_PAGES.iter().find(|(page, _)| is_page && *page == number).map(|(_, label)| *label);
    Encoding::for_label(page.unwrap_or(&name).as_bytes()).filter(|encoding| *encoding != REPLACEMENT)
}

/// The order of the bytes of a text that is UTF-16: one byte of most pairs is zero, and nearly always the same one.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes.len().min(SAMPLE) / 2;
    let zeros = |at| bytes.chunks_exact(2).take(pairs).filter(|pair| pair[at] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let are_high = |high: usize, low: usize| high * 4 > pairs && high > low * 8;
    match (are_high(first, second), are_high(second, first)) {
        (true, _) => Some(UTF_16BE),
        (_, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// The text so far.
struct Text<'a> {
    text: String,
    /// The line that is not ended yet, counted from 1.
    lines: usize,
    dropped: &'a mut Dropped,
}

impl Text<'_> {
    /// Adds bytes of which each game in SGF may name its encoding.
    fn push_games(&mut self, bytes: &[u8]) {
        let (mut begin, mut from) = (0, 0);
        while let Some(open) = find(bytes, from, |rest| rest.starts_with(b"(")) {
            from = open + 1;
            let Some(encoding) = declared(&bytes[open..]) else { continue };
            self.push_undeclared(&bytes[begin..open]);
            let end = open + length_of_game(&bytes[open..], encoding);
            self.push_declared(&bytes[open..end], encoding);
            (begin, from) = (end, end);
        }
        self.push_undeclared(&bytes[begin..]);
    }

    fn push_undeclared(&mut self, bytes: &[u8]) {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.push(text),
            Err(_) => match guess(bytes) {
                Some(encoding) => self.push_guessed(&encoding.decode_without_bom_handling(bytes).0, encoding.name()),
                None => self.push_guessed(&latin_1(bytes), "Latin-1"),
            },
        }
    }

    fn push_declared(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        if encoding == UTF_8 {
            // Programs that say so and write Latin-1 are met.
            return self.push_undeclared(bytes);
        }
        let (text, has_invalid) = encoding.decode_without_bom_handling(bytes);
        let from = self.lines;
        self.push(&text);
        if has_invalid {
            self.drop_invalid(&text, from);
        }
    }

    /// Counts what could not be decoded, in a text that begins on this line.
    fn drop_invalid(&mut self, text: &str, from: usize) {
        for (line, at) in text.split('\n').zip(from..) {
            line.matches(char::REPLACEMENT_CHARACTER).for_each(|_| self.dropped.add(Content::Byte, at));
        }
    }

    /// Adds text of which every line that is not in ASCII was guessed.
    fn push_guessed(&mut self, text: &str, encoding: &'static str) {
        let from = self.lines;
        self.push(text);
        let guessed = text.split('\n').zip(from..).filter(|(line, _)| !line.is_ascii());
        guessed.for_each(|(_, at)| self.dropped.add(Content::Encoding(encoding), at));
        self.drop_invalid(text, from);
    }

    fn push(&mut self, text: &str) {
        let begin = self.text.len();
        if text.contains('\r') {
            self.text.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
        } else {
            self.text.push_str(text);
        }
        self.lines += self.text[begin..].matches('\n').count();
    }
}

/// The bytes that are UTF-8 as they are, each of the others as a letter of Latin-1, as Windows has it. A backslash behind one of them may
/// be half a letter of an encoding of East Asia; taken as an escape it would hide the end of a value, so it is invalid.
fn latin_1(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut is_half = false;
    for chunk in bytes.utf8_chunks() {
        match chunk.valid().strip_prefix('\\').filter(|_| is_half) {
            Some(rest) => {
                text.push(char::REPLACEMENT_CHARACTER);
                text.push_str(rest);
            }
            None => text.push_str(chunk.valid()),
        }
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
        is_half = !chunk.invalid().is_empty();
    }
    text
}

/// The encoding of East Asia that these bytes look like, if all of them are valid in it. Of other encodings only the names of people would
/// profit, and a wrong guess would harm more than Latin-1.
fn guess(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let is_double = [SHIFT_JIS, EUC_JP, GBK, BIG5, EUC_KR].contains(&encoding);
    (is_double && encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()).then_some(encoding)
}

/// The first place from `from` on where this holds for the rest of the bytes.
fn find(bytes: &[u8], from: usize, holds: impl Fn(&[u8]) -> bool) -> Option<usize> {
    (from..bytes.len()).find(|&at| holds(&bytes[at..]))
}

/// The encoding that the game which begins here names in `CA`, if it is known and one of bytes.
fn declared(game: &[u8]) -> Option<&'static Encoding> {
    let blanks = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let opens = |bytes: &[u8]| bytes.first() == Some(&b'(') && bytes.get(1 + blanks(&bytes[1..])) == Some(&b';');
    if !opens(game) {
        return None;
    }
    let end = find(game, 1, opens).unwrap_or(game.len());
    let is_name = |at: usize| !game[at - 1].is_ascii_uppercase();
    let at = (1..end).find(|&at| game[at..].starts_with(b"CA[") && is_name(at))?;
    let name = game[at + 3..end].split(|byte| *byte == b']').next()?;
    let encoding = of_name(core::str::from_utf8(name).ok()?)?;
    (encoding != UTF_16LE && encoding != UTF_16BE).then_some(encoding)
}

/// The bytes up to the bracket that closes the game, or all.
fn length_of_game(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let (mut at, mut depth, mut is_value) = (0, 0usize, false);
    let width = |at: usize| if is_pair(encoding, bytes.get(at..at + 2)) { 2 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        if width(at) == 1 {
            match (is_value, byte) {
                (true, b'\\') => at += 1,
                (true, b']') => is_value = false,
                (false, b'[') => is_value = true,
                (false, b'(') => depth += 1,
                (false, b')') if depth <= 1 => return at + 1,
                (false, b')') => depth -= 1,
                _ => {}
            }
        }
        at += width(at);
    }
    bytes.len()
}

/// Whether these are the bytes of one letter of which the second may be a byte of ASCII.
fn is_pair(encoding: &'static Encoding, bytes: Option<&[u8]>) -> bool {
    let Some(&[lead, trail]) = bytes else { return false };
    let is_lead = match encoding {
        _ if encoding == SHIFT_JIS => matches!(lead, 0x81..=0x9f | 0xe0..=0xfc),
        _ if [GBK, GB18030, BIG5].contains(&encoding) => matches!(lead, 0x81..=0xfe),
        _ => false,
    };
    is_lead && trail >= 0x40
}
