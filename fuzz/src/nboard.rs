//! NBoard, with the rules of the program's own reader.

use super::gui::{self, Kind};
use super::talk::{Talk, lines};
use emilia_cli::protocol::NBoard;

/// Sends the bytes as lines. A line that ends in a tab leaves its search to be interrupted by the next one; the others wait for it.
///
/// Every line written must be one that the program accepts. A ping is answered at once and with one pong.
pub fn nboard(data: &[u8]) {
    let mut talk = Talk::new(NBoard::new());
    for line in lines(data) {
        let pongs = pongs(&talk.send(&line));
        match ping(&line) {
            Some(Ok(number)) => assert_eq!(pongs, [number], "{line:?}"),
            Some(Err(())) => assert_eq!(pongs.len(), 1, "{line:?}"),
            None => assert!(pongs.is_empty(), "{line:?}: {pongs:?}"),
        }
        if talk.is_over() {
            return;
        }
        if !line.ends_with('\t') {
            assert!(self::pongs(&talk.wait()).is_empty(), "a pong too late after {line:?}");
        }
    }
    assert!(pongs(&talk.wait()).is_empty(), "a pong too late at the end");
}

/// The numbers of the pongs in a text whose lines the program accepts.
fn pongs(text: &str) -> Vec<i64> {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    let kinds = text.lines().map(|line| gui::read(line).unwrap_or_else(|dialog| panic!("{dialog}")));
    kinds.filter_map(|kind| if let Kind::Pong(number) = kind { Some(number) } else { None }).collect()
}

/// The number that a line asks to be sent back, or that there is one that no `i64` holds.
fn ping(line: &str) -> Option<Result<i64, ()>> {
    let mut words = line.split_whitespace();
    words.next().filter(|word| word.eq_ignore_ascii_case("ping"))?;
    let number = words.next()?;
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().map_err(drop))
}
