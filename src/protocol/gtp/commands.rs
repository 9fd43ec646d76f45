//! The commands: one table, from which every list and help text is made, and by which every line is read.

use super::Gtp;
use super::answer::Answer;
use super::gogui::{self, Draw};
use super::stream::{Stream, Style};
use super::text::{self, Fault, Letters};
use crate::protocol::Input;
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
    pub(super) read: Read,
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

/// The response to a command.
pub(super) enum Response {
    /// The response as text, at once.
    Now(String),
    /// The response follows from the events that this input leads to.
    Later(Input, Answer),
}

type Read = fn(&mut Gtp, &Arguments) -> Result<Response, Fault>;

const fn row(name: &'static str, usage: &'static str, doc: &'static str, read: Read) -> Known {
    Known { name, usage, doc, read }
}

/// The arguments of the commands that stream results.
const STREAM: &str = "[COLOUR] [INTERVAL] [KEY VALUE]...";

/// The table, in the order of `list_commands`.
#[rustfmt::skip]
static COMMANDS: [Known; 55] = [
    row("protocol_version", "", "The version of GTP: 2.", |_, _| reply("2")),
    row("name", "", "The name of the engine.", |_, _| reply("Emilia")),
    row("version", "", "The version of the engine.", |_, _| reply(env!("CARGO_PKG_VERSION"))),
    row("known_command", "COMMAND", "Whether the command exists: true or false.", known_command),
    row("list_commands", "", "The commands, one per line.", |_, _| reply(COMMANDS.each_ref().map(|known| known.name).join("\n"))),
    row("quit", "", "Ends the conversation.", |_, _| ask(Command::Quit, Answer::Done)),
    row("boardsize", "SIZE", "Begins a game on a board of 4 to 10 columns and rows, unless the board has this size.", boardsize),
    row("clear_board", "", "Begins the game again.", |gtp, _| ask(Command::New(gtp.rules.clone()), Answer::NewGame)),
    row("komi", "NUMBER", "Accepted and without effect: Othello has no komi.", komi),
    row("play", "COLOUR MOVE", "Plays a move; a forced pass of the other colour before it may be left out.", play),
    row("genmove", "COLOUR", "Chooses a move and plays it; PASS if there is none.", genmove),
    row("reg_genmove", "COLOUR", "Chooses a move and does not play it.", reg_genmove),
    row("undo", "", "Takes back the last move, with a forced pass before it that was left out.", undo),
    row("time_settings", "MAIN PERIOD STONES", "Sets the main time, then the time for every STONES moves, in seconds.", time_settings),
    row("time_left", "COLOUR SECONDS STONES", "What a clock shows; STONES is 0 in the main time.", time_left),
    row("set_game", "GAME", "Begins a game: Othello or Reversi, which are the same here, or a variant as in emilia-variant.", set_game),
    row("list_games", "", "The games: Othello.", |_, _| reply("Othello")),
    row("showboard", "", "Draws the board.", |_, _| squares(text::drawing)),
    row("final_score", "", "The result of a finished game: B+12, W+3 or 0; W+0 if white wins a tie.", |_, _| show(text::final_score)),
    row("loadsgf", "FILE [NUMBER]", "Loads a game, up to the position before this move.", loadsgf),
    row("gogui-rules_game_id", "", "The game for GoGui: Othello.", |_, _| reply("Othello")),
    row("gogui-rules_board", "", "The board for GoGui, row 8 first.", |_, _| show(text::gogui_board)),
    row("gogui-rules_board_size", "", "The number of columns.", |_, _| show(text::board_size)),
    row("gogui-rules_legal_moves", "", "The legal moves, or PASS; none after the end of the game.", |_, _| squares(text::legal_moves)),
    row("gogui-rules_side_to_move", "", "The side to move: black or white.", |_, _| show(text::side_to_move)),
    row("gogui-rules_final_result", "", "The result of a finished game in words.", |_, _| show(text::final_result)),
    row("gogui-analyze_commands", "", "The commands that GoGui offers in its menu: type, label, command.", |_, _| reply(gogui::ANALYZE_COMMANDS)),
    row("gogui-interrupt", "", "Says that the line # interrupt ends a search with its answer so far.", |_, _| reply("")),
    row("emilia-gfx", "", "Scores all moves for GoGui: labels, colours, marks, status text.", |_, _| draw(gogui::graphics)),
    row("emilia-dboard", "", "Scores all moves for GoGui: black's lead on each square from -1 to 1, 16 discs or more.", |_, _| draw(gogui::values)),
    row("emilia-sboard", "", "Scores all moves for GoGui: the discs on each square.", |_, _| draw(gogui::scores)),
    row("emilia-variation", "", "The best line for GoGui: colours and moves.", |_, _| draw(gogui::variation)),
    row("emilia-live_gfx", "ON", "Whether searches write graphics for GoGui to standard error: 1 yes, 0 no.", live),
    row("set_level", "LEVEL", "Sets the level, under the name that Neural Reversi gives it.", level),
    row("emilia-level", "LEVEL", "Sets the level.", level),
    row("emilia-set", "NAME VALUE", "Sets an option.", set),
    row("emilia-variant", "RULES", "Begins a game by these rules: the name of a variant, or words such as 6x6 anti.", variant),
    row("emilia-variants", "", "The named variants with their rules.", |_, _| reply(Variant::list().trim_end())),
    row("emilia-options", "", "The options: name, value, range, meaning.", |_, _| ask(Command::ShowOptions, Answer::Options)),
    row("emilia-hint", "[N]", "Scores the best N moves, 1 if N is left out: move, score, certainty, line.", hint),
    row("emilia-solve", "[wld]", "Proves the score of the position, or with wld who wins: move, score, certainty, line.", solve),
    row("emilia-analyze", STREAM, "Scores all moves, deeper and deeper, in a line every INTERVAL centiseconds, until the next line comes.", |gtp, words| stream(gtp, Style::Own, words)),
    row("analyze", STREAM, "As kata-analyze.", |gtp, words| stream(gtp, Style::Kata, words)),
    row("kata-analyze", STREAM, "As emilia-analyze, with the fields of KataGo.", |gtp, words| stream(gtp, Style::Kata, words)),
    row("lz-analyze", STREAM, "As emilia-analyze, with the fields of Leela Zero.", |gtp, words| stream(gtp, Style::Leela, words)),
    row("emilia-genmove_analyze", STREAM, "Plays a move as genmove, and streams its search.", |gtp, words| play_streaming(gtp, Style::Own, words)),
    row("genmove_analyze", STREAM, "As kata-genmove_analyze.", |gtp, words| play_streaming(gtp, Style::Kata, words)),
    row("kata-genmove_analyze", STREAM, "As emilia-genmove_analyze, with the fields of KataGo.", |gtp, words| play_streaming(gtp, Style::Kata, words)),
    row("lz-genmove_analyze", STREAM, "As emilia-genmove_analyze, with the fields of Leela Zero.", |gtp, words| play_streaming(gtp, Style::Leela, words)),
    row("emilia-review", "", "Scores the game: ply, move, score, certainty, best move, loss.", review),
    row("emilia-position", "", "The board as one word and the side to move.", |_, _| show(text::position)),
    row("emilia-setboard", "BOARD [SIDE]", "Begins a game at this board: X black, O white, - empty, ~ cut off, / between the rows of a board that is not a square.", setboard),
    row("emilia-transcript", "", "The moves so far as one word, passes left out.", |_, _| show(text::transcript)),
    row("emilia-nodes", "", "The nodes of the search for the last chosen move; 0 without a search.", |gtp, _| reply(gtp.nodes.to_string())),
    row("emilia-help", "[COMMAND]", "The commands with their arguments and effects.", help),
];

/// The command of this name. Upper and lower case differ.
pub(super) fn find(name: &str) -> Option<&'static Known> {
    COMMANDS.iter().find(|known| known.name == name)
}

fn reply(text: impl Into<String>) -> Result<Response, Fault> {
    Ok(Response::Now(text.into()))
}

fn ask(command: Command, answer: Answer) -> Result<Response, Fault> {
    ask_all(vec![command], answer)
}

fn ask_all(commands: Vec<Command>, answer: Answer) -> Result<Response, Fault> {
    Ok(Response::Later(Input::Commands(commands), answer))
}

/// A search that is drawn while it runs, if searches are. The drawing needs the game.
fn search(gtp: &Gtp, command: Command, answer: Answer) -> Result<Response, Fault> {
    ask_all(gtp.is_live.then_some(Command::Show).into_iter().chain([command]).collect(), answer)
}

fn show(describe: fn(&Game) -> Result<String, Fault>) -> Result<Response, Fault> {
    ask(Command::Show, Answer::Board(describe))
}

/// The same for a text with names of squares, in the letters that the client speaks.
fn squares(describe: fn(&Game, Letters) -> Result<String, Fault>) -> Result<Response, Fault> {
    ask(Command::Show, Answer::Squares(describe))
}

fn known_command(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    reply(find(arguments.word(0)?).is_some().to_string())
}

fn boardsize(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let size = whole(arguments.word(0)?).filter(|size| *size >= 0).ok_or(Fault::Syntax)?;
    let size = u8::try_from(size).map_err(|_| Fault::Size)?;
    let shape = gtp.rules.shape();
    if shape.columns().max(shape.rows()) == size {
        return reply("");
    }
    let rules = Rules::sized(size).map_err(|_| Fault::Size)?;
    begin(gtp, rules.with_conditions(*gtp.rules.conditions()))
}

fn komi(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    arguments.number(0).and_then(|_| reply(""))
}

fn set_game(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    // Only a client that chooses among games sends it.
    gtp.letters = Letters::Plain;
    let is_othello = arguments.word(0)?.eq_ignore_ascii_case("reversi");
    if is_othello { begin(gtp, Rules::default()) } else { variant(gtp, arguments) }
}

fn variant(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    arguments.word(0)?;
    begin(gtp, Rules::read(&arguments.words.join(" ")).map_err(|_| Fault::Game)?)
}

/// Begins a game by these rules, which `clear_board` begins again.
fn begin(gtp: &mut Gtp, rules: Rules) -> Result<Response, Fault> {
    gtp.rules = rules.clone();
    ask(Command::New(rules), Answer::NewGame)
}

fn play(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let (colour, mv) = (arguments.parsed(0)?, arguments.mv(1)?);
    let play = Command::Play { colour: Some(colour), played: mv.into() };
    ask_all(vec![Command::Show, play, Command::Show], Answer::Played { mv, before: None })
}

fn genmove(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let go = Command::Go { colour: Some(arguments.parsed(0)?), play: true };
    ask_all(vec![Command::Show, go], Answer::Move { before: None })
}

fn reg_genmove(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    search(gtp, Command::Go { colour: Some(arguments.parsed(0)?), play: false }, Answer::Advice)
}

/// Takes back what the client's last move took.
fn undo(gtp: &mut Gtp, _: &Arguments) -> Result<Response, Fault> {
    ask(Command::Undo(gtp.turns.last().copied().unwrap_or(1)), Answer::TakenBack)
}

fn time_settings(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
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

fn time_left(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
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
fn loadsgf(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let (path, plies) = match (arguments.words, arguments.words.last().map(|last| last.parse::<usize>())) {
        ([], _) => return Err(Fault::Syntax),
        ([path @ .., _], Some(Ok(number))) if !path.is_empty() => (path, number.saturating_sub(1)),
        _ => (arguments.words, usize::MAX),
    };
    let load = Input::Load { path: path.join(" "), number: 1, plies, then: Vec::new() };
    Ok(Response::Later(load, Answer::Loaded))
}

fn level(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    option("level", arguments.word(0)?)
}

fn set(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let (name, value) = (arguments.word(0)?, arguments.word(1)?);
    option(name, value)
}

fn option(name: &str, value: &str) -> Result<Response, Fault> {
    ask(Command::Option { name: name.to_owned(), value: value.to_owned() }, Answer::Done)
}

fn hint(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    match arguments.words.first().map_or(Some(1), |count| whole(count)) {
        Some(lines @ 1..) => {
            search(gtp, Command::Hint(usize::try_from(lines).unwrap_or(usize::MAX)), Answer::Lines(Vec::new()))
        }
        _ => Err(Fault::Syntax),
    }
}

/// Scores every move, and draws the result.
fn draw(draw: Draw) -> Result<Response, Fault> {
    let answer = Answer::Drawn { draw, game: None, lines: Vec::new() };
    ask_all(vec![Command::Show, Command::Hint(usize::MAX)], answer)
}

fn live(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    gtp.is_live = match arguments.word(0)? {
        "0" => false,
        "1" => true,
        _ => return Err(Fault::Syntax),
    };
    reply("")
}

fn solve(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let wld = match arguments.words.first() {
        None => false,
        Some(&"wld") => true,
        Some(_) => return Err(Fault::Syntax),
    };
    search(gtp, Command::Solve { wld }, Answer::Lines(Vec::new()))
}

fn stream(gtp: &mut Gtp, style: Style, arguments: &Arguments) -> Result<Response, Fault> {
    let stream = gtp.stream.insert(Box::new(Stream::read(style, false, arguments)?));
    ask(Command::Stream(stream.scope()), Answer::Done)
}

fn play_streaming(gtp: &mut Gtp, style: Style, arguments: &Arguments) -> Result<Response, Fault> {
    let stream = gtp.stream.insert(Box::new(Stream::read(style, true, arguments)?));
    ask_all(vec![Command::Show, Command::Stream(stream.scope())], Answer::Move { before: None })
}

fn review(_: &mut Gtp, _: &Arguments) -> Result<Response, Fault> {
    ask(Command::Analyze, Answer::Verdicts(Vec::new()))
}

/// Begins at a board. `clear_board` begins the game before it again.
fn setboard(gtp: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let turn: Turn = arguments.words.join(" ").parse().map_err(|_| Fault::Syntax)?;
    ask(Command::New(Rules::from_start(turn).with_conditions(*gtp.rules.conditions())), Answer::NewGame)
}

fn help(_: &mut Gtp, arguments: &Arguments) -> Result<Response, Fault> {
    let explain = |known: &Known| format!("{} {}", known.name, known.usage).trim_end().to_owned() + ": " + known.doc;
    match arguments.words.first() {
        Some(name) => reply(explain(find(name).ok_or(Fault::Unknown)?)),
        None => reply(COMMANDS.iter().map(explain).collect::<Vec<_>>().join("\n")),
    }
}
