//! The words of the console: one table with what each means and how it is explained.

use super::arguments::{self, clock, count, name_and_value, rotation, rules};
use super::{Console, VERSION, View, help, text};
use crate::game::{Cell, Game, Move, Rules, Turn, Turning};
use crate::protocol::Reading;
use crate::session::{Command, Options};

/// A word of the console.
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// The word with what may follow it: capitals stand for a value, brackets for what may be left out.
    pub usage: &'static str,
    /// What it does: a sentence for a person.
    pub doc: &'static str,
    /// A line that uses it.
    pub example: &'static str,
    /// What a line with this word means, given what follows the word; none if that is wrong.
    read: fn(&mut Console, &str) -> Option<Reading>,
}

/// Every word, in the order in which the help shows them.
pub const WORDS: &[Word] = &[
    Word {
        name: "help",
        aliases: &["?"],
        usage: "help [WORD]",
        doc: "Lists the commands, or explains one of them or an option.",
        example: "help hint",
        read: |_, word| Some(say(if word.is_empty() { help::overview() } else { help::of(word) })),
    },
    Word {
        name: "new",
        aliases: &["n", "init", "i"],
        usage: "new [SIZE] [parallel] [anti]",
        doc: "Begins a new game: on a board of 4x4 to 10x10, with a parallel start, or won by the fewest discs.",
        example: "new 6x6",
        read: |_, words| match rules(words)? {
            Ok(rules) => Some(then_show(Command::New(rules))),
            Err(refused) => Some(error(&refused)),
        },
    },
    Word {
        name: "setboard",
        aliases: &[],
        usage: "setboard BOARD",
        doc: "Begins at a board: its squares row by row as X, O and -, then the side to move.",
        example: "setboard ---------------------------OX------XXX-------------------------- O",
        read: |_, board| (!board.is_empty()).then(|| set_board(board)),
    },
    Word {
        name: "load",
        aliases: &["open", "o"],
        usage: "load FILE",
        doc: "Goes on with the game in a file.",
        example: "load game.ggf",
        read: |_, path| {
            let load = Command::Load { path: path.to_owned(), plies: usize::MAX };
            (!path.is_empty()).then(|| then_show(load))
        },
    },
    Word {
        name: "save",
        aliases: &["s"],
        usage: "save FILE",
        doc: "Writes the game to a file: its name ends in .ggf, .sgf, .txt (the moves) or .obf (the board).",
        example: "save game.ggf",
        read: |_, path| (!path.is_empty()).then(|| obey(Command::Save(path.to_owned()))),
    },
    Word {
        name: "play",
        aliases: &[],
        usage: "play MOVES",
        doc: "Plays moves, forced passes written or left out; the moves alone do the same.",
        example: "play f5d6c3",
        read: |_, moves| (!moves.is_empty()).then(|| then_show(Command::Transcript(moves.to_owned()))),
    },
    Word {
        name: "undo",
        aliases: &["u"],
        usage: "undo [N]",
        doc: "Takes back N moves; without N one, against Emilia her answer too.",
        example: "undo 2",
        read: |console, n| Some(then_show(Command::Undo(count(n, console.moves_of_a_turn())?))),
    },
    Word {
        name: "redo",
        aliases: &["r"],
        usage: "redo [N]",
        doc: "Plays N moves again that were taken back; without N one.",
        example: "redo",
        read: |_, n| Some(then_show(Command::Redo(count(n, 1)?))),
    },
    Word {
        name: "hmirror",
        aliases: &[],
        usage: "hmirror",
        doc: "Mirrors the game: left and right change places.",
        example: "hmirror",
        read: |_, rest| rest.is_empty().then(|| then_show(Command::Turn(Turning::LEFT_RIGHT))),
    },
    Word {
        name: "vmirror",
        aliases: &[],
        usage: "vmirror",
        doc: "Mirrors the game: top and bottom change places.",
        example: "vmirror",
        read: |_, rest| rest.is_empty().then(|| then_show(Command::Turn(Turning::TOP_BOTTOM))),
    },
    Word {
        name: "rotate",
        aliases: &[],
        usage: "rotate [90|180|270]",
        doc: "Turns the game clockwise by so many degrees, without a number by 90.",
        example: "rotate 180",
        read: |_, degrees| rotation(degrees).map(|turning| then_show(Command::Turn(turning))),
    },
    Word {
        name: "symetry",
        aliases: &["symmetry"],
        usage: "symetry N",
        doc: "Turns the game by the sum N of 1 (left and right), 2 (top and bottom) and, last, 4 (columns and rows change places).",
        example: "symetry 4",
        read: |_, n| Some(then_show(Command::Turn(Turning::numbered(n.parse().ok()?)?))),
    },
    Word {
        name: "go",
        aliases: &[],
        usage: "go",
        doc: "Emilia thinks and plays for the side to move.",
        example: "go",
        read: |_, rest| alone(rest, Command::Go { colour: None, play: true }),
    },
    Word {
        name: "hint",
        aliases: &[],
        usage: "hint [N]",
        doc: "Scores the best N moves; without N the best one.",
        example: "hint 4",
        read: |_, n| Some(obey(Command::Hint(count(n, 1)?))),
    },
    Word {
        name: "solve",
        aliases: &[],
        usage: "solve [wld]",
        doc: "Proves the score of the position whatever the level, or with wld only who wins.",
        example: "solve wld",
        read: |_, rest| match rest.to_ascii_lowercase().as_str() {
            "" => Some(obey(Command::Solve { wld: false })),
            "wld" => Some(obey(Command::Solve { wld: true })),
            _ => None,
        },
    },
    Word {
        name: "analyze",
        aliases: &["analyse", "a"],
        usage: "analyze",
        doc: "Scores every position of the game and what each move cost, the last one first.",
        example: "analyze",
        read: |_, rest| alone(rest, Command::Analyze),
    },
    Word {
        name: "stop",
        aliases: &[],
        usage: "stop",
        doc: "Ends the thinking; a move that was asked for is played.",
        example: "stop",
        read: |_, rest| alone(rest, Command::Stop),
    },
    Word {
        name: "mode",
        aliases: &["m"],
        usage: "mode N",
        doc: "Who plays by herself: Emilia white (0), black (1), both (2) or nobody (3).",
        example: "mode 3",
        read: mode,
    },
    Word {
        name: "level",
        aliases: &["l"],
        usage: "level N",
        doc: "Sets the playing strength, 1 to 60.",
        example: "level 6",
        read: |_, level| (!level.is_empty()).then(|| set("level", level)),
    },
    Word {
        name: "time",
        aliases: &[],
        usage: "time MAIN [INCREMENT] | time off",
        doc: "Sets the clocks: each side's time for the game as 5:00, and what every move adds.",
        example: "time 5:00 3",
        read: |_, time| clock(time).map(obey),
    },
    Word {
        name: "set",
        aliases: &[],
        usage: "set NAME VALUE",
        doc: "Sets an option; set and a = before the value may be written or not.",
        example: "set level = 6",
        read: |_, rest| {
            let (name, value) = name_and_value(rest)?;
            Some(set(name, value))
        },
    },
    Word {
        name: "verbose",
        aliases: &[],
        usage: "verbose N",
        doc: "Shows only what a search found in the end (0), or each depth too (1, as at the start, and above).",
        example: "verbose 0",
        read: |console, n| {
            console.verbose = n.parse::<u32>().ok()? > 0;
            Some(Reading::Say(String::new()))
        },
    },
    Word {
        name: "options",
        aliases: &[],
        usage: "options",
        doc: "Shows the options with their values.",
        example: "options",
        read: |_, rest| alone(rest, Command::ShowOptions),
    },
    Word {
        name: "show",
        aliases: &["board"],
        usage: "show",
        doc: "Shows the board.",
        example: "show",
        read: |console, rest| rest.is_empty().then(|| console.show(View::Board)),
    },
    Word {
        name: "transcript",
        aliases: &[],
        usage: "transcript",
        doc: "Shows the moves of the game in one line.",
        example: "transcript",
        read: |console, rest| rest.is_empty().then(|| console.show(View::Transcript)),
    },
    Word {
        name: "ggf",
        aliases: &[],
        usage: "ggf",
        doc: "Shows the game in GGF, the format of NBoard and of the game server GGS.",
        example: "ggf",
        read: |console, rest| rest.is_empty().then(|| console.show(View::Ggf)),
    },
    Word {
        name: "obf",
        aliases: &[],
        usage: "obf",
        doc: "Shows the board in one line, as setboard and problem files have it.",
        example: "obf",
        read: |console, rest| rest.is_empty().then(|| console.show(View::Obf)),
    },
    Word {
        name: "version",
        aliases: &["v"],
        usage: "version",
        doc: "Shows the version of the program.",
        example: "version",
        read: |_, rest| rest.is_empty().then(|| say(VERSION.to_owned())),
    },
    Word {
        name: "quit",
        aliases: &["q", "exit"],
        usage: "quit",
        doc: "Ends the program.",
        example: "quit",
        read: |_, rest| alone(rest, Command::Quit),
    },
];

/// What a line means: a word of the table, an option with its value, or moves. What follows a `#` is skipped.
pub(super) fn read(console: &mut Console, line: &str) -> Reading {
    let line = if line.trim_start().starts_with('#') { "" } else { line.split(" #").next().unwrap_or_default() };
    let (first, rest) = text::split_word(line);
    if first.is_empty() {
        return Reading::Say(String::new());
    }
    if let Some(word) = find(first) {
        return (word.read)(console, rest).unwrap_or_else(|| say(format!("usage: {}", word.usage)));
    }
    if let Some((name, value)) = name_and_value(line).filter(|(name, _)| is_option(name)) {
        return set(name, value);
    }
    if are_moves(line) {
        return then_show(Command::Transcript(line.trim().to_owned()));
    }
    say(help::unknown(first))
}

/// The word of this name or alias, in upper or lower case.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| {
        word.name.eq_ignore_ascii_case(name) || word.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

fn is_option(name: &str) -> bool {
    Options::default().settings().iter().any(|setting| setting.name.eq_ignore_ascii_case(name))
}

/// Whether the line is made of moves and nothing else; whether they are legal, the session knows.
fn are_moves(line: &str) -> bool {
    let apart = line.replace("--", " -- ");
    let mut chunks = apart.split([' ', '\t', ',']).filter(|chunk| !chunk.is_empty());
    chunks.all(|chunk| chunk.parse::<Move>().is_ok() || are_cells(chunk))
}

/// Whether the text is names of cells one behind the other.
fn are_cells(text: &str) -> bool {
    let starts = text.char_indices().filter(|(_, letter)| letter.is_alphabetic()).map(|(start, _)| start);
    let ends = starts.clone().skip(1).chain([text.len()]);
    text.starts_with(char::is_alphabetic)
        && starts.zip(ends).all(|(start, end)| text.get(start..end).is_some_and(|name| name.parse::<Cell>().is_ok()))
}

fn obey(command: Command) -> Reading {
    Reading::Obey(vec![command])
}

fn then_show(command: Command) -> Reading {
    Reading::Obey(vec![command, Command::Show])
}

/// A command that nothing may follow.
fn alone(rest: &str, command: Command) -> Option<Reading> {
    rest.is_empty().then(|| obey(command))
}

fn say(answer: String) -> Reading {
    Reading::Say(answer.trim_end().to_owned() + "\n")
}

fn error(error: &dyn std::error::Error) -> Reading {
    say(format!("error: {}", text::plain(&error.to_string())))
}

fn set(name: &str, value: &str) -> Reading {
    obey(Command::Option { name: name.to_owned(), value: value.to_owned() })
}

/// Begins at a board; what follows a `;` or `%`, as in a problem file, is skipped.
fn set_board(board: &str) -> Reading {
    match Turn::read(board.split([';', '%']).next().unwrap_or_default()) {
        Ok(turn) => then_show(Command::Set(Box::new(Game::new(Rules::from_start(turn))))),
        Err(refused) => error(&refused),
    }
}

fn mode(console: &mut Console, number: &str) -> Option<Reading> {
    console.plays = arguments::mode(number)?;
    Some(obey(Command::Mode(console.plays.clone())))
}
