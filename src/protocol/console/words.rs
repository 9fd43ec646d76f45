//! The commands of the console: one table with their effect and their help.

use super::arguments::{self, clock, count, name_and_value, rotation};
use super::help;
use super::inputs::{
    alone, book, error, explain, handle, is_option, new, play, play_sides, reply, set, set_board, show_as, show_option,
    strength, then_show,
};
use super::show::View;
use super::state::State;
use crate::protocol::{Input, text};
use crate::session::Command;
use emilia::notation::{any, dropped::Dropped, transcript, wthor::Names};
use emilia::{Cell, Colour, Rules, Transform, Turn, Variant};

/// The name and version of the program.
pub(super) const VERSION: &str = concat!("Emilia ", env!("CARGO_PKG_VERSION"));
/// The word after `save` that allows to replace a file.
const OVERWRITE: &str = "--overwrite";

/// What commands are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Playing a game.
    Play,
    /// Advice, judgement, proof.
    Analyze,
    /// Games and boards from elsewhere, and in other forms.
    Games,
    /// The program.
    Program,
}

impl Group {
    /// All, in the order of the help, with their titles.
    pub const ALL: [(Group, &str); 4] =
        [(Group::Play, "play"), (Group::Analyze, "analyze"), (Group::Games, "games"), (Group::Program, "program")];
}

/// A command of the console.
pub struct Word {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The command with its arguments: capitals are values, brackets are optional.
    pub usage: &'static str,
    /// A description.
    pub doc: &'static str,
    /// An example.
    pub example: &'static str,
    /// Where the help lists it.
    pub group: Group,
    /// Reads the text after the command; none if it is wrong.
    read: fn(&mut State, &str) -> Option<Input>,
}

/// All commands, in the order of the help.
pub const WORDS: &[Word] = &[
    Word {
        name: "help",
        aliases: &["?"],
        usage: "help [WORD]",
        doc: "Lists the commands, or explains a command or an option.",
        example: "help hint",
        group: Group::Program,
        read: |state, word| Some(Input::Reply(help::of(word, state.width))),
    },
    Word {
        name: "new",
        aliases: &["n", "init", "i", "variant"],
        usage: "new [RULES]",
        doc: "Begins a game, of Othello (or by --variant), or by rules: the name of a variant, or words such as 6x6, parallel, anti.",
        example: "new 6x6",
        group: Group::Play,
        read: |state, words| match Rules::read(words) {
            Ok(_) if words.is_empty() => Some(new(state, state.rules.clone())),
            Ok(rules) => Some(new(state, rules)),
            Err(refused) => Some(error(&refused)),
        },
    },
    Word {
        name: "variants",
        aliases: &[],
        usage: "variants",
        doc: "Lists the variants with their rules.",
        example: "variants",
        group: Group::Games,
        read: |_, rest| rest.is_empty().then(|| reply(Variant::list())),
    },
    Word {
        name: "setboard",
        aliases: &[],
        usage: "setboard BOARD",
        doc: "Begins a game at a board by the same rules: squares row by row as X, O and -, then the side to move.",
        example: "setboard ---------------------------OX------XXX-------------------------- O",
        group: Group::Games,
        read: |_, board| (!board.is_empty()).then(|| set_board(board)),
    },
    Word {
        name: "load",
        aliases: &["open", "o"],
        usage: "load FILE [N]",
        doc: "Loads game N of a file (without N the first) in any notation.",
        example: "load game.ggf",
        group: Group::Games,
        read: |_, rest| {
            let (path, number) = arguments::file_and_number(rest)?;
            Some(Input::Load { path, number, plies: usize::MAX, then: vec![Command::Show] })
        },
    },
    Word {
        name: "save",
        aliases: &["s"],
        usage: "save [--overwrite] FILE",
        doc: "Writes the game to a new file, which ends in .ggf, .sgf, .pgn, .txt (moves) or .obf (board), or replaces one.",
        example: "save game.ggf",
        group: Group::Games,
        read: |_, rest| {
            let (overwrite, path) = match text::split_word(rest) {
                (OVERWRITE, path) => (true, path),
                _ => (false, rest),
            };
            (!path.is_empty()).then(|| Input::Save { path: path.to_owned(), overwrite })
        },
    },
    Word {
        name: "play",
        aliases: &[],
        usage: "play black|white|both|MOVES",
        doc: "You play this side and Emilia the other one, or you play both. Moves are played; forced passes may be left out.",
        example: "play white",
        group: Group::Play,
        read: |state, rest| match rest.to_ascii_lowercase().as_str() {
            "" => None,
            "black" => Some(play_sides(state, vec![Colour::White])),
            "white" => Some(play_sides(state, vec![Colour::Black])),
            "both" => Some(play_sides(state, Vec::new())),
            _ => Some(play(state, rest)),
        },
    },
    Word {
        name: "undo",
        aliases: &["u"],
        usage: "undo [N]",
        doc: "Takes back N moves; without N the last one, and against Emilia also its answer.",
        example: "undo 2",
        group: Group::Play,
        read: |state, n| {
            let number = if n.is_empty() { None } else { Some(count(n, 1)?) };
            state.is_looking_back = number.is_some();
            Some(then_show(Command::TakeBack(number)))
        },
    },
    Word {
        name: "redo",
        aliases: &["r"],
        usage: "redo [N]",
        doc: "Replays N moves that were taken back; without N the next one, and against Emilia also its answer.",
        example: "redo",
        group: Group::Play,
        read: |state, n| {
            let number = if n.is_empty() { None } else { Some(count(n, 1)?) };
            state.is_looking_back = number.is_some();
            Some(then_show(Command::Redo(number)))
        },
    },
    Word {
        name: "hmirror",
        aliases: &[],
        usage: "hmirror",
        doc: "Mirrors the game: exchanges left and right.",
        example: "hmirror",
        group: Group::Games,
        read: |_, rest| rest.is_empty().then(|| then_show(Command::Transform(Transform::LEFT_RIGHT))),
    },
    Word {
        name: "vmirror",
        aliases: &[],
        usage: "vmirror",
        doc: "Mirrors the game: exchanges top and bottom.",
        example: "vmirror",
        group: Group::Games,
        read: |_, rest| rest.is_empty().then(|| then_show(Command::Transform(Transform::TOP_BOTTOM))),
    },
    Word {
        name: "rotate",
        aliases: &[],
        usage: "rotate [90|180|270]",
        doc: "Rotates the game clockwise by 90, 180 or 270 degrees (default 90).",
        example: "rotate 180",
        group: Group::Games,
        read: |_, degrees| rotation(degrees).map(|transform| then_show(Command::Transform(transform))),
    },
    Word {
        name: "symmetry",
        aliases: &["symetry"],
        usage: "symmetry N",
        doc: "Transforms the game. N is a sum of 1 (exchange left and right), 2 (top and bottom) and 4 (columns and rows, done last).",
        example: "symmetry 4",
        group: Group::Games,
        read: |_, n| Some(then_show(Command::Transform(Transform::numbered(n.parse().ok()?)?))),
    },
    Word {
        name: "go",
        aliases: &[],
        usage: "go",
        doc: "Emilia searches and plays a move for the side to move.",
        example: "go",
        group: Group::Play,
        read: |_, rest| alone(rest, Command::Go { colour: None, play: true }),
    },
    Word {
        name: "hint",
        aliases: &[],
        usage: "hint [N]",
        doc: "Scores the best N moves (default 1).",
        example: "hint 4",
        group: Group::Analyze,
        read: |_, n| Some(handle(Command::Hint(count(n, 1)?))),
    },
    Word {
        name: "explain",
        aliases: &[],
        usage: "explain [MOVE]",
        doc: "Scores all moves and explains what separates the best one from the others, or from MOVE. Without a set level it searches at level 12.",
        example: "explain d3",
        group: Group::Analyze,
        read: |_, mv| explain(mv),
    },
    Word {
        name: "solve",
        aliases: &[],
        usage: "solve [wld]",
        doc: "Proves the score of the position at any level; with wld only the winner.",
        example: "solve wld",
        group: Group::Analyze,
        read: |_, rest| match rest.to_ascii_lowercase().as_str() {
            "" => Some(handle(Command::Solve { wld: false })),
            "wld" => Some(handle(Command::Solve { wld: true })),
            _ => None,
        },
    },
    Word {
        name: "analyze",
        aliases: &["analyse", "a"],
        usage: "analyze",
        doc: "Judges the moves of the game: discs lost, better moves, the sums of both players.",
        example: "analyze",
        group: Group::Analyze,
        read: |_, rest| alone(rest, Command::Analyze),
    },
    Word {
        name: "stop",
        aliases: &[],
        usage: "stop",
        doc: "Ends the search; after go, the best move so far is played.",
        example: "stop",
        group: Group::Play,
        read: |_, rest| alone(rest, Command::Stop),
    },
    Word {
        name: "mode",
        aliases: &["m"],
        usage: "mode N",
        doc: "Sets which sides Emilia plays: white (0), black (1), both (2) or none (3).",
        example: "mode 3",
        group: Group::Play,
        read: |state, number| match arguments::mode(number)? {
            colours if state.is_interactive() => Some(play_sides(state, colours)),
            colours => Some(handle(Command::Mode(colours))),
        },
    },
    Word {
        name: "strength",
        aliases: &[],
        usage: "strength [NAME]",
        doc: "Sets how well Emilia plays: beginner, easy, club, strong, master or full; without NAME shows them.",
        example: "strength easy",
        group: Group::Play,
        read: |state, name| match name.strip_prefix('=').unwrap_or(name).trim() {
            "" => Some(show_option(state, "strength")),
            name => Some(strength(state, name)),
        },
    },
    Word {
        name: "level",
        aliases: &["l"],
        usage: "level [N]",
        doc: "Sets the playing strength, 1 to 60; without N shows it.",
        example: "level 6",
        group: Group::Play,
        read: |state, level| match level.strip_prefix('=').unwrap_or(level).trim() {
            "" => Some(show_option(state, "level")),
            level => Some(set("level", level)),
        },
    },
    Word {
        name: "time",
        aliases: &[],
        usage: "time MAIN [INCREMENT] | time off",
        doc: "Sets each side's time for the game, such as 5:00, and the increment per move in seconds.",
        example: "time 5:00 3",
        group: Group::Play,
        read: |_, time| clock(time).map(handle),
    },
    Word {
        name: "set",
        aliases: &[],
        usage: "set NAME [VALUE]",
        doc: "Sets an option; without a value, shows it. `set` and `=` are optional.",
        example: "set level = 6",
        group: Group::Program,
        read: |state, rest| match name_and_value(rest) {
            Some((name, value)) => Some(set(name, value)),
            None => is_option(rest).then(|| show_option(state, rest)),
        },
    },
    Word {
        name: "book",
        aliases: &["b"],
        usage: "book [COMMAND]",
        doc: "Shows and builds the opening book in use with the commands of `emilia book`; `book help` lists them. `book open FILE` and `book new FILE` choose it, `book 0` and `book 1` set the option.",
        example: "book show",
        group: Group::Analyze,
        read: |state, rest| Some(book(state, rest)),
    },
    Word {
        name: "verbose",
        aliases: &[],
        usage: "verbose N",
        doc: "Shows only the result of a search (0), or each iteration, too (1, the default).",
        example: "verbose 0",
        group: Group::Program,
        read: |state, n| {
            state.verbose = n.parse::<u32>().ok()? > 0;
            Some(reply(String::new()))
        },
    },
    Word {
        name: "options",
        aliases: &[],
        usage: "options",
        doc: "Shows the options with their values.",
        example: "options",
        group: Group::Program,
        read: |_, rest| alone(rest, Command::ShowOptions),
    },
    Word {
        name: "show",
        aliases: &["board"],
        usage: "show",
        doc: "Shows the board.",
        example: "show",
        group: Group::Play,
        read: |state, rest| rest.is_empty().then(|| show_as(state, View::Board)),
    },
    Word {
        name: "transcript",
        aliases: &[],
        usage: "transcript",
        doc: "Shows the moves of the game in one line.",
        example: "transcript",
        group: Group::Games,
        read: |state, rest| rest.is_empty().then(|| show_as(state, View::Transcript)),
    },
    Word {
        name: "ggf",
        aliases: &[],
        usage: "ggf",
        doc: "Shows the game in GGF, the format of NBoard and GGS.",
        example: "ggf",
        group: Group::Games,
        read: |state, rest| rest.is_empty().then(|| show_as(state, View::Ggf)),
    },
    Word {
        name: "obf",
        aliases: &[],
        usage: "obf",
        doc: "Shows the board in one line, as setboard takes it.",
        example: "obf",
        group: Group::Games,
        read: |state, rest| rest.is_empty().then(|| show_as(state, View::Obf)),
    },
    Word {
        name: "version",
        aliases: &["v"],
        usage: "version",
        doc: "Shows the version of the program.",
        example: "version",
        group: Group::Program,
        read: |_, rest| rest.is_empty().then(|| reply(VERSION.to_owned())),
    },
    Word {
        name: "quit",
        aliases: &["q", "exit"],
        usage: "quit",
        doc: "Ends the program.",
        example: "quit",
        group: Group::Program,
        read: |_, rest| alone(rest, Command::Quit),
    },
];

/// Reads a line: a command of the table, an option with or without a value, moves, or a game. Text after ` #` is skipped.
pub(super) fn read(state: &mut State, line: &str) -> Input {
    let line = if line.trim_start().starts_with('#') { "" } else { line.split(" #").next().unwrap_or_default() };
    let (first, rest) = text::split_word(line);
    if first.is_empty() {
        return reply(String::new());
    }
    if let Some(word) = find(first) {
        return (word.read)(state, rest).unwrap_or_else(|| reply(format!("usage: {}", word.usage)));
    }
    if let Some((name, value)) = name_and_value(line).filter(|(name, _)| is_option(name)) {
        return set(name, value);
    }
    if rest.is_empty() && is_option(first) {
        return show_option(state, first);
    }
    if transcript::is_transcript(line) {
        return play(state, line.trim());
    }
    if Turn::read(line.split([';', '%']).next().unwrap_or_default()).is_ok() {
        return set_board(line);
    }
    if !any::is_record(line) {
        return match transcript::read_by(state.rules.clone(), line) {
            Err(refused) if begins_with_a_move(line) => match line.chars().find(|letter| !letter.is_ascii()) {
                // It cannot be shown, and may look like the right one.
                Some(letter) => reply(format!("error: not a letter of moves: U+{:04X}", u32::from(letter))),
                None => error(&refused),
            },
            _ => Input::Reply(help::unknown(first)),
        };
    }
    let mut dropped = Dropped::default();
    match any::read_counting(line.as_bytes(), &Names::default(), 1, &mut dropped) {
        Ok(game) => {
            state.note = if dropped.is_empty() { String::new() } else { format!("left out {dropped}\n") };
            then_show(Command::Set(Box::new(game)))
        }
        Err(refused) => error(&refused),
    }
}

/// Whether a line begins as moves do, after a move number or a bracket and in letters of any width: then what follows is named, and not
/// taken for a command.
fn begins_with_a_move(line: &str) -> bool {
    let narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        letter => letter,
    };
    let line: String = line.trim_start().chars().take(16).map(narrow).collect();
    let first = line.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".)([ ".contains(letter));
    first.get(..2).is_some_and(|name| name.parse::<Cell>().is_ok())
}

/// The command of this name or alias, in upper or lower case.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| {
        word.name.eq_ignore_ascii_case(name) || word.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}
