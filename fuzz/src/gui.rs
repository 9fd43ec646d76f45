//! What NBoard 2.0 does with a line of its engine: the rules of its reader, as far as they can go wrong.

use emilia::Move;

/// What a line is to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The engine's name, a status, a count, an analysis, or a word unknown to the program.
    Note,
    /// An answer to `ping`.
    Pong(i64),
    /// The score of this move.
    Hint(Move),
    /// The move that the engine plays.
    Played(Move),
}

/// Reads a line as the program does; the error is what would be shown in a dialog or make the program stop reading.
pub fn read(line: &str) -> Result<Kind, String> {
    if !line.is_ascii() || line.contains(|c: char| c.is_ascii_control()) {
        return Err(format!("not plain ASCII: {line:?}"));
    }
    let bad = |what: &str| format!("{what}: {line:?}");
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["pong", number] => number.parse().map(Kind::Pong).map_err(|_| bad("number of a pong")),
        ["set", "myname", name] => {
            name.chars().all(char::is_alphanumeric).then_some(Kind::Note).ok_or_else(|| bad("name"))
        }
        ["search" | "book", line, eval, games, depth, ..] => {
            if !is_decimal(eval) {
                return Err(bad("evaluation"));
            }
            if games.parse::<i64>().is_err() {
                return Err(bad("number of games"));
            }
            if !depth.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()) {
                return Err(bad("depth"));
            }
            let first = line.get(..2).ok_or_else(|| bad("line of play"))?;
            move_of(first).map(Kind::Hint).ok_or_else(|| bad("first move"))
        }
        ["nodestats", nodes, seconds] => {
            let fine = nodes.parse::<u64>().is_ok() && is_decimal(seconds);
            if fine { Ok(Kind::Note) } else { Err(bad("cost")) }
        }
        ["analysis", ply, eval] => {
            let fine = ply.parse::<u64>().is_ok() && is_decimal(eval);
            if fine { Ok(Kind::Note) } else { Err(bad("analysis")) }
        }
        ["===", answer] => {
            let parts: Vec<&str> = answer.split('/').collect();
            if parts.len() > 3 || parts.iter().skip(1).any(|part| !part.is_empty() && !is_decimal(part)) {
                return Err(bad("notes of a move"));
            }
            move_of(parts[0]).map(Kind::Played).ok_or_else(|| bad("move"))
        }
        ["pong" | "set" | "search" | "book" | "nodestats" | "analysis" | "===", ..] => Err(bad("fields")),
        _ => Ok(Kind::Note),
    }
}

/// A move of the 8x8 board or a pass.
fn move_of(text: &str) -> Option<Move> {
    text.parse().ok().filter(|mv: &Move| *mv == Move::Pass || mv.square().is_some())
}

/// A decimal number without an exponent, as a reader that knows neither infinities nor `nan` takes it.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    [whole, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn the_reader_knows_good_lines_from_bad_ones() {
    for line in
        ["search F5d6-- 1.50 0 12@73%", "=== PA", "=== F5/-1.00/0.25", "nodestats 12 0.50", "NBoard ignores this", ""]
    {
        assert!(read(line).is_ok(), "{line}");
    }
    for line in [
        "search F5 +inf 0 12",
        "search F5 NaN 0 12",
        "search F5 1.0 0 x5",
        "search F5 1.0 12",
        "search Z9 1.0 0 12",
        "=== F5/1e3",
        "=== i9",
        "nodestats 1e6 1",
        "set depth 3",
        "pong",
        "status \u{fc}",
    ] {
        assert!(read(line).is_err(), "{line}");
    }
}
