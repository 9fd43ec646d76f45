//! Lines of text from a stream of arbitrary bytes.

use std::io::{self, BufRead};

/// Bytes of a line that are kept; what a client sends is far shorter, and a line without an end must not fill the memory.
const LONGEST: usize = 4 << 20;

/// Gives each line without its end to `take`, until that says it wants no more or the stream ends.
///
/// Lines end in LF or CR LF. What is not UTF-8 becomes U+FFFD; the rest of a line of more than 4 MiB is dropped.
///
/// # Errors
/// If the stream cannot be read.
pub fn lines(mut from: impl BufRead, mut take: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let (is_over, used) = (bytes.is_empty(), part.len() + usize::from(end.is_some()));
        from.consume(used);
        if end.is_some() || is_over && !line.is_empty() {
            let text = line.strip_suffix(b"\r").unwrap_or(&line);
            if !take(String::from_utf8_lossy(text).into_owned()) {
                return Ok(());
            }
            line.clear();
        }
        if is_over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, lines};
    use std::io::BufReader;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        let take = |line| {
            all.push(line);
            true
        };
        lines(BufReader::with_capacity(7, bytes), take).expect("memory can be read");
        all
    }

    #[test]
    fn lines_end_in_either_way() {
        assert_eq!(read(b"one\r\ntwo\n\nfour"), ["one", "two", "", "four"]);
        assert_eq!(read(b"one\n"), ["one"]);
        assert!(read(b"").is_empty());
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(read(b"a\0b\xff\n\xc3\xa9\rz"), ["a\0b\u{fffd}", "\u{e9}\rz"]);
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let mut bytes = vec![b'x'; LONGEST + 100];
        bytes.extend_from_slice(b"\nnext\n");
        let read = read(&bytes);
        assert_eq!(read.iter().map(String::len).collect::<Vec<_>>(), [LONGEST, 4]);
    }
}
