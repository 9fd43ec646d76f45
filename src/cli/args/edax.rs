//! Edax's command lines in the words of this program: GUIs start engines so.
//!
//! ```text
//!   emilia -gtp -l 10 -n-tasks 2 -q   ──►   emilia gtp --level 10 --threads 2, and that -q has no effect
//! ```

use super::commands::{BOOK, CLOCK, CommandInfo};
use Translation::{Command, Flag, Nothing, Own};
use emilia::TimeControl;
use std::ffi::{OsStr, OsString};

/// What takes the place of a word of Edax.
#[derive(Clone, Copy)]
enum Translation {
    /// The command of this name.
    Command(&'static str),
    /// This flag with the value, which may have to be written in another way; none if it is wrong.
    Flag(&'static str, fn(&str) -> Option<String>),
    /// This argument.
    Own(&'static str),
    /// Nothing.
    Nothing { has_value: bool },
}

/// Edax's words, without the dash before them. What is for GGS is left out: `emilia ggs` has other settings.
const WORDS: &[(&[&str], Translation)] = &[
    (&["edax"], Command("console")),
    (&["gtp"], Command("gtp")),
    (&["nboard"], Command("nboard")),
    (&["xboard"], Command("xboard")),
    (&["cassio"], Command("cassio")),
    (&["solve"], Command("solve")),
    (&["v", "version"], Own("-V")),
    (&["?", "help"], Own("--help")),
    (&["l", "level"], Flag("level", |level| Some(level.parse::<u8>().ok()?.clamp(1, 60).to_string()))),
    (&["n", "n-tasks"], Flag("threads", |tasks| Some(tasks.to_owned()))),
    (&["h", "hash-table-size"], Flag("hash", mebibytes)),
    (&["t", "game-time"], Flag(CLOCK, |time| Some(time.to_owned()))),
    (&["move-time"], Flag("movetime", |time| Some(time.parse::<TimeControl>().ok()?.main.as_millis().to_string()))),
    (&["ponder"], Flag("ponder", yes_or_no)),
    (&["book-usage"], Flag("book", yes_or_no)),
    (&["book-randomness"], Flag("bookloss", |discs| Some((100 * discs.parse::<u32>().ok()?.min(64)).to_string()))),
    (&["book-file"], Flag(BOOK, |file| Some(file.to_owned()))),
    (&["q", "vv", "info", "cpu", "debug-cassio", "follow-cassio"], Nothing { has_value: false }),
    (&["verbose", "noise", "width", "echo", "name", "o", "option-file", "mode"], Nothing { has_value: true }),
    (&["d", "depth", "selectivity", "alpha", "beta", "all-best", "speed", "nps"], Nothing { has_value: true }),
    (&["inc-pvnode-sort-depth", "inc-cutnode-sort-depth", "inc-allnode-sort-depth"], Nothing { has_value: true }),
    (&["probcut-d", "pv-debug", "pv-check", "pv-guess", "eval-file"], Nothing { has_value: true }),
    (&["game-file", "search-log-file", "ui-log-file", "ggs-log-file"], Nothing { has_value: true }),
    (&["auto-start", "auto-store", "auto-swap", "auto-quit", "repeat"], Nothing { has_value: true }),
];

/// The arguments of the process, those of Edax in the words of this program, and the options of Edax that have no effect. A line is one of
/// Edax if its first argument is.
pub(super) fn translated(arguments: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    if arguments.get(1).is_none_or(|first| translation(first, arguments.get(2)).is_none()) {
        return (arguments, Vec::new());
    }
    let mut words = arguments.into_iter().peekable();
    let (program, mut command, mut rest) = (words.next(), None, Vec::new());
    let mut flags: Vec<(&str, [OsString; 2])> = Vec::new();
    let mut ignored = Vec::new();
    while let Some(word) = words.next() {
        match translation(&word, words.peek()) {
            None => rest.push(with_two_dashes(word)),
            Some(Own(argument)) => rest.push(argument.into()),
            Some(Command(name)) => command = Some(name),
            Some(Nothing { has_value }) => {
                ignored.push(word.to_string_lossy().into_owned());
                words.next_if(|_| has_value);
            }
            Some(Flag(flag, convert)) => {
                // The last one counts.
                flags.retain(|(other, _)| *other != flag);
                let value = words.next().map(|value| value.to_str().and_then(convert).map_or(value, OsString::from));
                match value {
                    Some(value) => flags.push((flag, [word, value])),
                    None => rest.push(format!("--{flag}").into()),
                }
            }
        }
    }
    let takes = CommandInfo::of(command.unwrap_or_default());
    for (flag, [word, value]) in flags {
        if takes.has_flag(flag) {
            rest.extend([format!("--{flag}").into(), value]);
        } else {
            ignored.push(word.to_string_lossy().into_owned());
        }
    }
    (program.into_iter().chain(command.map(OsString::from)).chain(rest).collect(), ignored)
}

/// What takes the place of a word; none if it is not one of Edax.
fn translation(word: &OsStr, next: Option<&OsString>) -> Option<Translation> {
    let name = word.to_str()?.strip_prefix('-')?;
    // Otherwise it asks this program for help.
    let is_size = || next.and_then(|next| next.to_str()).is_some_and(|next| next.parse::<u32>().is_ok());
    let known = WORDS.iter().find(|(names, _)| names.contains(&name));
    known.filter(|_| name != "h" || is_size()).map(|(_, translation)| *translation)
}

/// An unknown word so that it is named whole: with one dash each letter would be an option.
fn with_two_dashes(word: OsString) -> OsString {
    let is_long = |word: &str| word.len() > 2 && word.starts_with('-') && word[1..].starts_with(char::is_alphabetic);
    match word.to_str() {
        Some(text) if is_long(text) => format!("-{text}").into(),
        _ => word,
    }
}

/// The memory of a table with 2 to the power of this number of entries, 32 bytes each.
fn mebibytes(bits: &str) -> Option<String> {
    let bits: u32 = bits.parse().ok()?;
    Some(1_u64.checked_shl(bits.saturating_sub(15))?.to_string())
}

fn yes_or_no(word: &str) -> Option<String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some("1".to_owned()),
        "off" | "false" | "no" | "0" => Some("0".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::translated;
    use std::ffi::OsString;

    /// The line that this program reads, and what has no effect.
    fn of(line: &str) -> (String, Vec<String>) {
        let (arguments, ignored) = translated(line.split_whitespace().map(OsString::from).collect());
        (arguments.join(" ".as_ref()).into_string().expect("text"), ignored)
    }

    #[test]
    fn a_line_of_edax_becomes_one_of_this_program() {
        for (line, own) in [
            ("emilia -gtp -l 10 -n 2", "emilia gtp --level 10 --threads 2"),
            ("emilia -level 0 -nboard", "emilia nboard --level 1"),
            ("emilia -cassio -n-tasks 2 -h 21", "emilia cassio --threads 2 --hash 64"),
            ("emilia -xboard -hash-table-size 10", "emilia xboard --hash 1"),
            ("emilia -l 3 -l 4", "emilia --level 4"),
            ("emilia -gtp -book-usage off -ponder on -book-file a", "emilia gtp --book 0 --ponder 1 --book-file a"),
            ("emilia -gtp -move-time 1:05 -t 5:00", "emilia gtp --movetime 65000 --game-time 5:00"),
            ("emilia -gtp -book-randomness 2", "emilia gtp --bookloss 200"),
            ("emilia -n 4 -solve a.obf", "emilia solve a.obf --threads 4"),
            ("emilia -gtp --threads 2", "emilia gtp --threads 2"),
            ("emilia -version", "emilia -V"),
        ] {
            assert_eq!(of(line), (own.to_owned(), Vec::new()), "{line}");
        }
    }

    #[test]
    fn what_has_no_effect_is_named_and_what_is_unknown_is_left_to_the_parser() {
        let (own, ignored) = of("emilia -nboard -vv -eval-file data/eval.dat -game-time 5:00 -q");
        assert_eq!(own, "emilia nboard");
        assert_eq!(ignored, ["-vv", "-eval-file", "-q", "-game-time"]);
        assert_eq!(of("emilia -gtp -levle 3 -l x -n").0, "emilia gtp --levle 3 --threads --level x");
    }

    #[test]
    fn other_lines_are_left_as_they_are() {
        for line in
            ["emilia", "emilia -h", "emilia -V", "emilia gtp -l 10", "emilia solve -level", "emilia --level 3 -gtp"]
        {
            assert_eq!(of(line), (line.to_owned(), Vec::new()));
        }
    }
}
