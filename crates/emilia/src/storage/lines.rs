//! Lines of text from a stream of arbitrary bytes.

use std::io::{self, BufRead};
use std::mem;

/// The maximum length of a line in bytes. Clients send far shorter lines; the limit keeps an endless line from filling the memory.
const MAX_LINE_BYTES: usize = 4 << 20;
/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Calls `handle` with each line, without its line ending, until it returns false or the stream ends.
///
/// Lines end in LF or CR LF. The byte order mark that some systems put before a text is left out. Bytes that are not UTF-8 become U+FFFD. A
/// line is cut after 4 MiB.
///
/// # Errors
/// The errors of the stream, except interrupted reads, which are repeated.
pub fn for_each_line(from: impl BufRead, mut handle: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut is_first = true;
    for_each_raw_line(from, MAX_LINE_BYTES, |line, _| {
        let mark: &[u8] = if mem::take(&mut is_first) { BYTE_ORDER_MARK } else { b"" };
        handle(String::from_utf8_lossy(line.strip_prefix(mark).unwrap_or(line)).into_owned())
    })
}

/// The same with the bytes as they are, a line being cut after this number of them. `handle` gets each line with whether it was cut.
///
/// # Errors
/// As [`for_each_line`].
pub fn for_each_raw_line(
    mut from: impl BufRead,
    most: usize,
    mut handle: impl FnMut(&[u8], bool) -> bool,
) -> io::Result<()> {
    let (mut line, mut is_cut) = (Vec::new(), false);
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let kept = part.len().min(most - line.len());
        is_cut |= kept < part.len();
        line.extend_from_slice(&part[..kept]);
        let (is_over, used) = (bytes.is_empty(), part.len() + usize::from(end.is_some()));
        from.consume(used);
        if end.is_some() || is_over && !line.is_empty() {
            if !handle(line.strip_suffix(b"\r").unwrap_or(&line), is_cut) {
                return Ok(());
            }
            line.clear();
            is_cut = false;
        }
        if is_over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_BYTES, for_each_line, for_each_raw_line};
    use std::io::BufReader;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        let push = |line| {
            all.push(line);
            true
        };
        for_each_line(BufReader::with_capacity(7, bytes), push).expect("memory can be read");
        all
    }

    #[test]
    fn lines_end_in_lf_or_cr_lf() {
        assert_eq!(read(b"one\r\ntwo\n\nfour"), ["one", "two", "", "four"]);
        assert_eq!(read(b"one\n"), ["one"]);
        assert!(read(b"").is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_left_out_before_the_first_line_only() {
        assert_eq!(read("\u{feff}one\n\u{feff}two".as_bytes()), ["one", "\u{feff}two"]);
        assert_eq!(read("\u{feff}\ntwo".as_bytes()), ["", "two"]);
    }

    #[test]
    fn invalid_utf_8_is_replaced() {
        assert_eq!(read(b"a\0b\xff\n\xc3\xa9\rz"), ["a\0b\u{fffd}", "\u{e9}\rz"]);
    }

    #[test]
    fn a_raw_line_keeps_its_bytes_and_tells_that_it_was_cut() {
        let mut all = Vec::new();
        let push = |line: &[u8], is_cut| {
            all.push((line.to_vec(), is_cut));
            true
        };
        for_each_raw_line(&b"a\xff\r\nabcd\nabcde\n\nf"[..], 4, push).expect("memory can be read");
        let expected: [(&[u8], bool); 5] =
            [(b"a\xff", false), (b"abcd", false), (b"abcd", true), (b"", false), (b"f", false)];
        assert_eq!(all, expected.map(|(line, is_cut)| (line.to_vec(), is_cut)));
    }

    #[test]
    fn a_long_line_is_cut() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES + 100];
        bytes.extend_from_slice(b"\nnext\n");
        let read = read(&bytes);
        assert_eq!(read.iter().map(String::len).collect::<Vec<_>>(), [MAX_LINE_BYTES, 4]);
    }
}
