//! Bytes of a connection to lines.

/// Bytes of a line that are kept. The longest line of the server has some hundred.
const MOST_BYTES: usize = 16 << 10;

/// Cuts the bytes of a connection into lines, wherever the parts that arrive begin and end.
///
/// A line ends in LF or CR LF. A line without end takes bounded memory: what is longer than 16 KiB is no line of the server, and it is
/// dropped. So is the line that a lost connection leaves incomplete.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::LineBuffer;
///
/// let mut buffer = LineBuffer::default();
/// assert!(buffer.push(b"REA").is_empty());
/// assert_eq!(buffer.push(b"DY\r\n\r\n: + mira 1\r\n/os"), ["READY", "", ": + mira 1"]);
/// ```
#[derive(Default, Debug)]
pub struct LineBuffer {
    line: Vec<u8>,
    /// Whether the line is too long, so that the rest of it is skipped.
    skips: bool,
}

impl LineBuffer {
    /// Adds bytes and returns the lines that they complete. Bytes that are not UTF-8 become U+FFFD.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut parts = bytes.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.skips |= self.line.len() + part.len() > MOST_BYTES;
            if self.skips {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            if parts.peek().is_some() {
                if !std::mem::take(&mut self.skips) {
                    let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
                    lines.push(String::from_utf8_lossy(line).into_owned());
                }
                self.line.clear();
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::{LineBuffer, MOST_BYTES};

    #[test]
    fn the_lines_do_not_depend_on_the_parts_that_arrive() {
        let text = b"\r\n/os: error .5 illegal move\r\nREADY\nlast";
        for length in 1..=text.len() {
            let mut buffer = LineBuffer::default();
            let lines: Vec<String> = text.chunks(length).flat_map(|part| buffer.push(part)).collect();
            assert_eq!(lines, ["", "/os: error .5 illegal move", "READY"], "parts of {length}");
        }
    }

    #[test]
    fn a_line_without_end_is_dropped_and_takes_no_memory() {
        let mut buffer = LineBuffer::default();
        for _ in 0..100 {
            assert!(buffer.push(&[b'x'; 1000]).is_empty());
            assert!(buffer.line.capacity() <= 2 * MOST_BYTES);
        }
        assert_eq!(buffer.push(b"x\nREADY\n"), ["READY"]);
    }
}
