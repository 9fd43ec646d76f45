//! Lines of text from a stream of arbitrary bytes.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes. Clients send far shorter lines; the limit keeps an endless line from filling the memory.
const MAX_LINE_BYTES: usize = 4 << 20;

/// Calls `handle` with each line, without its line ending, until it returns false or the stream ends.
///
/// Lines end in LF or CR LF. Bytes that are not UTF-8 become U+FFFD. A line is cut after 4 MiB.
///
/// # Errors
/// The errors of the stream, except interrupted reads, which are repeated.
///
/// # Examples
/// ```
/// use emilia::storage::for_each_line;
///
/// let mut lines = Vec::new();
/// for_each_line(&b"go\r\nstop\nquit\n"[..], |line| {
///     lines.push(line);
///     lines.len() < 2
/// })?;
/// assert_eq!(lines, ["go", "stop"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn for_each_line(mut from: impl BufRead, mut handle: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE_BYTES - line.len())]);
        let (is_over, used) = (bytes.is_empty(), part.len() + usize::from(end.is_some()));
        from.consume(used);
        if end.is_some() || is_over && !line.is_empty() {
            let text = line.strip_suffix(b"\r").unwrap_or(&line);
            if !handle(String::from_utf8_lossy(text).into_owned()) {
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
    use super::{MAX_LINE_BYTES, for_each_line};
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
    fn invalid_utf_8_is_replaced() {
        assert_eq!(read(b"a\0b\xff\n\xc3\xa9\rz"), ["a\0b\u{fffd}", "\u{e9}\rz"]);
    }

    #[test]
    fn a_long_line_is_cut() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES + 100];
        bytes.extend_from_slice(b"\nnext\n");
        let read = read(&bytes);
        assert_eq!(read.iter().map(String::len).collect::<Vec<_>>(), [MAX_LINE_BYTES, 4]);
    }
}
