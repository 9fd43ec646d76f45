//! The commands: one table, from which every list, help text and reading is made.

use super::answer::Answer;
use super::fault::Fault;
use super::gogui::{self, Draw};
use super::stream::{Stream, Style};
use super::text::{self, Letters};
use crate::protocol::text::number as whole;
use crate::session::{ClockUpdate, Command};
use emilia::{Game, Move, Rules, Turn, Variant};
use std::time::Duration;

/// A command of GTP.
pub(super) struct Known {
    /// Its name.
    pub(super) name: &'static str,
    /// Its arguments, for people.
    usage: &'static str,
    /// A sentence for people.
    doc: &'static str,
    /// Reads the arguments. More than the command has are left alone.
    pub(super) read: fn(&Arguments) -> Result<Meaning, Fault>,
}

/// The words behind the name of a command.
pub(super) struct Arguments<'a> {
    pub(super) words: &'a [&'a str],
    /// The letters that its squares have.
    pub(super) letters: Letters,
}

impl<'a> Arguments<'a> {
    fn word(&self, at: usize) -> Result<&'a str, Fault> {
        self.words.get(at).copied().ok_or(Fault::Syntax)
    }

    fn parsed<T: std::str::FromStr>(&self, at: usize) -> Result<T, Fault> {
        self.word(at)?.parse().map_err(|_| Fault::Syntax)
    }

    /// A number with or without a fraction.
    fn number(&self, at: usize) -> Result<f64, Fault> {
        self.parsed(at).and_then(|number: f64| if number.is_finite() { Ok(number) } else { Err(Fault::Syntax) })
    }

    fn mv(&self, at: usize) -> Result<Move, Fault> {
        self.letters.read(self.word(at)?)
    }
}

/// The meaning of a line.
#[derive(Debug)]
pub(super) enum Meaning {
    /// The text of the response.
    Say(String),
    /// Commands for the session, and what their events answer.
    Ask(Vec<Command>, Answer),
    /// The client's last move is to be taken back.
    Undo,
    /// A game is to be read from this file, with at most this number of moves.
    Load {
        /// The file.
        path: String,
        /// The most moves.
        plies: usize,
    },
    /// The nodes of the last chosen move.
    Nodes,
    /// Whether searches are drawn while they run.
    Live(bool),
    /// A stream of results.
    Stream(Box<Stream>),
    /// Another game begins.
    Begin(Start),
}

/// The game that begins.
#[derive(Debug)]
pub(super) enum Start {
    /// The same one.
    Again,
    /// One on a board of this size.
    Size(u8),
    /// One by these rules.
    Rules(Box<Rules>),
    /// One from this board, which does not count as the game of `clear_board`.
    Board(Box<Turn>),
}

impl Start {
    /// The rules of the game that begins after one by these rules; none if the board is as it should be.
    pub(super) fn rules(self, now: &Rules) -> Result<Option<Rules>, Fault> {
        match self {
            Start::Again => Ok(Some(now.clone())),
            Start::Size(size) if now.shape().columns().max(now.shape().rows()) == size => Ok(None),
            Start::Size(size) => match Rules::sized(size) {
                Ok(rules) => Ok(Some(rules.with_conditions(*now.conditions()))),
                Err(_) => Err(Fault::Size),
            },
            Start::Rules(rules) => Ok(Some(*rules)),
            Start::Board(turn) => Ok(Some(Rules::from_start(*turn).with_conditions(*now.conditions()))),
        }
    }

    /// Whether `clear_board` begins this game again.
    pub(super) const fn is_kept(&self) -> bool {
        !matches!(self, Start::Board(_))
    }
}

type Read = Result<Meaning, Fault>;

const fn row(name: &'static str, usage: &'static str, doc: &'static str, read: fn(&Arguments) -> Read) -> Known {
    Known { name, usage, doc, read }
}

/// The command by which a client chooses among several games.
pub(super) const SET_GAME: &str = "set_game";
/// The arguments of the commands that stream results.
const STREAM: &str = "[COLOUR] [INTERVAL] [KEY VALUE]...";

/// The table, in the order of `list_commands`.
#[rustfmt::skip]
static COMMANDS: [Known; 55] = [
    row("protocol_version", "", "The version of GTP: 2.", |_| say("2")),
    row("name", "", "The name of the engine.", |_| say("Emilia")),
    row("version", "", "The version of the engine.", |_| say(env!("CARGO_PKG_VERSION"))),
    row("known_command", "COMMAND", "Whether the command exists: true or false.", known_command),
    row("list_commands", "", "The commands, one per line.", |_| say(COMMANDS.each_ref().map(|known| known.name).join("\n"))),
    row("quit", "", "Ends the conversation.", |_| ask(Command::Quit, Answer::Done)),
    row("boardsize", "SIZE", "Begins a game on a board of 4 to 10 columns and rows, unless the board has this size.", boardsize),
    row("clear_board", "", "Begins the game again.", |_| Ok(Meaning::Begin(Start::Again))),
    row("komi", "NUMBER", "Accepted and without effect: Othello has no komi.", komi),
    row("play", "COLOUR MOVE", "Plays a move; a forced pass of the other colour before it may be left out.", play),
    row("genmove", "COLOUR", "Chooses a move and plays it; PASS if there is none.", genmove),
    row("reg_genmove", "COLOUR", "Chooses a move and does not play it.", reg_genmove),
    row("undo", "", "Takes back the last move, with a forced pass before it that was left out.", |_| Ok(Meaning::Undo)),
    row("time_settings", "MAIN PERIOD STONES", "Sets the main time, then the time for every STONES moves, in seconds.", time_settings),
    row("time_left", "COLOUR SECONDS STONES", "What a clock shows; STONES is 0 in the main time.", time_left),
    row(SET_GAME, "GAME", "Begins a game: Othello or Reversi, which are the same here, or a variant as in emilia-variant.", set_game),
    row("list_games", "", "The games: Othello.", |_| say("Othello")),
    row("showboard", "", "Draws the board.", |_| name(text::drawing)),
    row("final_score", "", "The result of a finished game: B+12, W+3 or 0; W+0 if white wins a tie.", |_| show(text::final_score)),
    row("loadsgf", "FILE [NUMBER]", "Loads a game, up to the position before this move.", loadsgf),
    row("gogui-rules_game_id", "", "The game for GoGui: Othello.", |_| say("Othello")),
    row("gogui-rules_board", "", "The board for GoGui, row 8 first.", |_| show(text::gogui_board)),
    row("gogui-rules_board_size", "", "The number of columns.", |_| show(text::board_size)),
    row("gogui-rules_legal_moves", "", "The legal moves, or PASS; none after the end of the game.", |_| name(text::legal_moves)),
    row("gogui-rules_side_to_move", "", "The side to move: black or white.", |_| show(text::side_to_move)),
    row("gogui-rules_final_result", "", "The result of a finished game in words.", |_| show(text::final_result)),
    row("gogui-analyze_commands", "", "The commands that GoGui offers in its menu: type, label, command.", |_| say(gogui::ANALYZE_COMMANDS)),
    row("gogui-interrupt", "", "Says that the line # interrupt ends a search with its answer so far.", |_| say("")),
    row("emilia-gfx", "", "Scores all moves for GoGui: labels, colours, marks, status text.", |_| draw(gogui::graphics)),
    row("emilia-dboard", "", "Scores all moves for GoGui: black's lead on each square from -1 to 1, 16 discs or more.", |_| draw(gogui::values)),
    row("emilia-sboard", "", "Scores all moves for GoGui: the discs on each square.", |_| draw(gogui::scores)),
    row("emilia-variation", "", "The best line for GoGui: colours and moves.", |_| draw(gogui::variation)),
    row("emilia-live_gfx", "ON", "Whether searches write graphics for GoGui to standard error: 1 yes, 0 no.", live),
    row("set_level", "LEVEL", "Sets the level, under the name that Neural Reversi gives it.", level),
    row("emilia-level", "LEVEL", "Sets the level.", level),
    row("emilia-set", "NAME VALUE", "Sets an option.", set),
    row("emilia-variant", "RULES", "Begins a game by these rules: the name of a variant, or words such as 6x6 anti.", variant),
    row("emilia-variants", "", "The named variants with their rules.", |_| say(Variant::list().trim_end())),
    row("emilia-options", "", "The options: name, value, range, meaning.", |_| ask(Command::ShowOptions, Answer::Options)),
    row("emilia-hint", "[N]", "Scores the best N moves, 1 if N is left out: move, score, certainty, line.", hint),
    row("emilia-solve", "[wld]", "Proves the score of the position, or with wld who wins: move, score, certainty, line.", solve),
    row("emilia-analyze", STREAM, "Scores all moves, deeper and deeper, in a line every INTERVAL centiseconds, until the next line comes.", |words| stream(Style::Own, words)),
    row("analyze", STREAM, "As kata-analyze.", |words| stream(Style::Kata, words)),
    row("kata-analyze", STREAM, "As emilia-analyze, with the fields of KataGo.", |words| stream(Style::Kata, words)),
    row("lz-analyze", STREAM, "As emilia-analyze, with the fields of Leela Zero.", |words| stream(Style::Leela, words)),
    row("emilia-genmove_analyze", STREAM, "Plays a move as genmove, and streams its search.", |words| play_streaming(Style::Own, words)),
    row("genmove_analyze", STREAM, "As kata-genmove_analyze.", |words| play_streaming(Style::Kata, words)),
    row("kata-genmove_analyze", STREAM, "As emilia-genmove_analyze, with the fields of KataGo.", |words| play_streaming(Style::Kata, words)),
    row("lz-genmove_analyze", STREAM, "As emilia-genmove_analyze, with the fields of Leela Zero.", |words| play_streaming(Style::Leela, words)),
    row("emilia-review", "", "Scores the game: ply, move, score, certainty, best move, loss.", review),
    row("emilia-position", "", "The board as one word and the side to move.", |_| show(text::position)),
    row("emilia-setboard", "BOARD [SIDE]", "Begins a game at this board: X black, O white, - empty, ~ cut off, / between the rows of a board that is not a square.", setboard),
    row("emilia-transcript", "", "The moves so far as one word, passes left out.", |_| show(text::transcript)),
    row("emilia-nodes", "", "The nodes of the search for the last chosen move; 0 without a search.", |_| Ok(Meaning::Nodes)),
    row("emilia-help", "[COMMAND]", "The commands with their arguments and effects.", help),
];

/// The command of this name. Upper and lower case differ.
pub(super) fn find(name: &str) -> Option<&'static Known> {
    COMMANDS.iter().find(|known| known.name == name)
}

fn say(text: impl Into<String>) -> Read {
    Ok(Meaning::Say(text.into()))
}

fn ask(command: Command, answer: Answer) -> Read {
    Ok(Meaning::Ask(vec![command], answer))
}

fn show(describe: fn(&Game) -> Result<String, Fault>) -> Read {
    ask(Command::Show, Answer::Board(describe))
}

/// The same for a text with squares.
fn name(describe: fn(&Game, Letters) -> Result<String, Fault>) -> Read {
    ask(Command::Show, Answer::Squares(describe))
}

fn known_command(arguments: &Arguments) -> Read {
    say(find(arguments.word(0)?).is_some().to_string())
}

fn boardsize(arguments: &Arguments) -> Read {
    match whole(arguments.word(0)?) {
        Some(size) if size >= 0 => Ok(Meaning::Begin(Start::Size(u8::try_from(size).unwrap_or(u8::MAX)))),
        _ => Err(Fault::Syntax),
    }
}

fn komi(arguments: &Arguments) -> Read {
    arguments.number(0).and_then(|_| say(""))
}

fn set_game(arguments: &Arguments) -> Read {
    let game = arguments.word(0)?;
    let is_othello = game.eq_ignore_ascii_case("reversi");
    if is_othello { Ok(begin(Rules::default())) } else { variant(arguments) }
}

fn variant(arguments: &Arguments) -> Read {
    arguments.word(0)?;
    Rules::read(&arguments.words.join(" ")).map(begin).map_err(|_| Fault::Game)
}

fn begin(rules: Rules) -> Meaning {
    Meaning::Begin(Start::Rules(Box::new(rules)))
}

fn play(arguments: &Arguments) -> Read {
    let (colour, mv) = (arguments.parsed(0)?, arguments.mv(1)?);
    let play = Command::Play { colour: Some(colour), played: mv.into() };
    Ok(Meaning::Ask(vec![Command::Show, play, Command::Show], Answer::Played { mv, before: None }))
}

fn genmove(arguments: &Arguments) -> Read {
    let go = Command::Go { colour: Some(arguments.parsed(0)?), play: true };
    Ok(Meaning::Ask(vec![Command::Show, go], Answer::Move { before: None }))
}

fn reg_genmove(arguments: &Arguments) -> Read {
    ask(Command::Go { colour: Some(arguments.parsed(0)?), play: false }, Answer::Advice)
}

fn time_settings(arguments: &Arguments) -> Read {
    let (main, period) = (duration(arguments.number(0)?)?, duration(arguments.number(1)?)?);
    let stones: u32 = arguments.parsed(2)?;
    let clock = match (main.is_zero(), period.is_zero(), stones) {
        // Literally no time for the whole game; clients that send it want no clock.
        (true, true, _) => ClockUpdate::None,
        (_, true, _) => ClockUpdate::Game { main, increment: Duration::ZERO },
        (_, false, 0) => ClockUpdate::None,
        (_, false, stones) => ClockUpdate::Overtime { main, period, stones },
    };
    ask(Command::Clock(clock), Answer::Done)
}

fn time_left(arguments: &Arguments) -> Read {
    let colour = arguments.parsed(0)?;
    // A negative time means that the flag has fallen; the game continues.
    let time = duration(arguments.number(1)?.max(0.0))?;
    let stones = arguments.parsed(2)?;
    ask(Command::Clock(ClockUpdate::Left { colour, time, stones }), Answer::Done)
}

/// This number of seconds, at most about thirty years, so that no sum overflows.
fn duration(seconds: f64) -> Result<Duration, Fault> {
    Duration::try_from_secs_f64(seconds.min(1e9)).map_err(|_| Fault::Syntax)
}

/// The name of the file may have blanks; a number after it is that of a move.
fn loadsgf(arguments: &Arguments) -> Read {
    let (path, plies) = match (arguments.words, arguments.words.last().map(|last| last.parse::<usize>())) {
        ([], _) => return Err(Fault::Syntax),
        ([path @ .., _], Some(Ok(number))) if !path.is_empty() => (path, number.saturating_sub(1)),
        _ => (arguments.words, usize::MAX),
    };
    Ok(Meaning::Load { path: path.join(" "), plies })
}

fn level(arguments: &Arguments) -> Read {
    option("level", arguments.word(0)?)
}

fn set(arguments: &Arguments) -> Read {
    let (name, value) = (arguments.word(0)?, arguments.word(1)?);
    option(name, value)
}

fn option(name: &str, value: &str) -> Read {
    ask(Command::Option { name: name.to_owned(), value: value.to_owned() }, Answer::Done)
}

fn hint(arguments: &Arguments) -> Read {
    match arguments.words.first().map_or(Some(1), |count| whole(count)) {
        Some(lines @ 1..) => {
            ask(Command::Hint(usize::try_from(lines).unwrap_or(usize::MAX)), Answer::Lines(Vec::new()))
        }
        _ => Err(Fault::Syntax),
    }
}

/// Scores every move, and draws the result.
fn draw(draw: Draw) -> Read {
    let answer = Answer::Drawn { draw, game: None, lines: Vec::new() };
    Ok(Meaning::Ask(vec![Command::Show, Command::Hint(usize::MAX)], answer))
}

fn live(arguments: &Arguments) -> Read {
    match arguments.word(0)? {
        "0" => Ok(Meaning::Live(false)),
        "1" => Ok(Meaning::Live(true)),
        _ => Err(Fault::Syntax),
    }
}

fn solve(arguments: &Arguments) -> Read {
    match arguments.words.first() {
        None => ask(Command::Solve { wld: false }, Answer::Lines(Vec::new())),
        Some(&"wld") => ask(Command::Solve { wld: true }, Answer::Lines(Vec::new())),
        Some(_) => Err(Fault::Syntax),
    }
}

fn stream(style: Style, arguments: &Arguments) -> Read {
    Stream::read(style, false, arguments).map(|stream| Meaning::Stream(Box::new(stream)))
}

fn play_streaming(style: Style, arguments: &Arguments) -> Read {
    Stream::read(style, true, arguments).map(|stream| Meaning::Stream(Box::new(stream)))
}

fn review(_: &Arguments) -> Read {
    ask(Command::Analyze, Answer::Verdicts(Vec::new()))
}

fn setboard(arguments: &Arguments) -> Read {
    let turn: Turn = arguments.words.join(" ").parse().map_err(|_| Fault::Syntax)?;
    Ok(Meaning::Begin(Start::Board(Box::new(turn))))
}

fn help(arguments: &Arguments) -> Read {
    let explain = |known: &Known| format!("{} {}", known.name, known.usage).trim_end().to_owned() + ": " + known.doc;
    match arguments.words.first() {
        Some(name) => say(explain(find(name).ok_or(Fault::Unknown)?)),
        None => say(COMMANDS.iter().map(explain).collect::<Vec<_>>().join("\n")),
    }
}
