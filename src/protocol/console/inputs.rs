//! The commands of the console as [`Input`]: commands of the session, and answers.
//!
//! Knows nothing of the table of commands.

use super::arguments::{count, joined_square, unquoted};
use super::show::{self, View};
use super::state::State;
use crate::protocol::{Input, text};
use crate::session::{ClockUpdate, Command, Options};
use emilia::{Cell, Colour, Game, Move, Rules, Shape, Turn};

/// The options that say how Emilia plays.
const MANNER: [&str; 4] = ["strength", "level", "handicap", "human"];
/// The word after `save` that allows to replace a file.
const OVERWRITE: &str = "--overwrite";
/// Why a game that was resigned does not go on.
const RESIGNED: &str = "the game is over by resignation; undo takes it back, new or restart begins another";
/// How long proofs take from a number of empty squares on, roughly: each square makes them about three times as long.
const FORECASTS: [(u32, &str); 6] =
    [(43, "years"), (39, "months"), (36, "days"), (33, "hours"), (30, "many minutes"), (27, "a minute or more")];

/// Whether an option has this name.
pub(super) fn is_option(name: &str) -> bool {
    Options::default().settings().iter().any(|setting| setting.name.eq_ignore_ascii_case(name))
}

/// A command of the session.
pub(super) fn handle(command: Command) -> Input {
    Input::Commands(vec![command])
}

/// A command of the session, and then the board.
pub(super) fn then_show(command: Command) -> Input {
    Input::Commands(vec![command, Command::Show])
}

/// A command without arguments.
pub(super) fn alone(rest: &str, command: Command) -> Option<Input> {
    rest.is_empty().then(|| handle(command))
}

/// An answer without the session.
pub(super) fn reply(answer: String) -> Input {
    Input::Reply(if answer.is_empty() { answer } else { answer.trim_end().to_owned() + "\n" })
}

/// The answer to what cannot be done.
pub(super) fn error(error: &dyn std::error::Error) -> Input {
    reply(format!("error: {}", text::plain(&error.to_string())))
}

/// The answer to what is wrong for this reason.
pub(super) fn refuse(reason: &str) -> Input {
    reply(format!("error: {reason}"))
}

/// A new value of an option. A person is told how Emilia plays then.
pub(super) fn set(state: &mut State, name: &str, value: &str) -> Input {
    if let Err(refused) = Options::check(name, value) {
        return error(&refused);
    }
    let set = Command::Option { name: name.to_owned(), value: value.to_owned() };
    if !state.is_interactive() || !MANNER.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return handle(set);
    }
    (state.is_confirming, state.manner) = (true, None);
    Input::Commands(vec![Command::ShowOptions, set, Command::ShowOptions])
}

/// The name of the person in games, which a person is shown.
pub(super) fn name(state: &mut State, name: &str) -> Input {
    if name.is_empty() {
        let known = state.name.as_deref().map(text::plain);
        return reply(
            known.map_or("In saved games you are You; name Rose changes that.".to_owned(), |name| {
                format!("name {name}")
            }),
        );
    }
    state.name = Some(name.to_owned());
    let set = Command::Name(name.to_owned());
    if !state.is_interactive() {
        return handle(set);
    }
    state.note = format!("You are {} in the games against Emilia.\n", text::plain(name));
    state.view = View::Nothing;
    then_show(set)
}

/// An option with its value.
pub(super) fn show_option(state: &mut State, name: &str) -> Input {
    state.option = Some(name.to_owned());
    handle(Command::ShowOptions)
}

/// The option, or a command for the book.
pub(super) fn book(state: &mut State, rest: &str) -> Input {
    match rest.strip_prefix('=').unwrap_or(rest).trim() {
        "" => show_option(state, "book"),
        value if value.parse::<i64>().is_ok() || rest.starts_with('=') => set(state, "book", value),
        words => Input::Book { words: words.to_owned() },
    }
}

/// Plays moves. After a move by which a person begins a game, Emilia plays the other side.
pub(super) fn play(state: &mut State, moves: &str) -> Input {
    let square = joined_square(moves);
    let moves = square.as_deref().unwrap_or(moves);
    if state.game.is_resigned() {
        return refuse(RESIGNED);
    }
    if let Ok(Move::At(cell)) = moves.trim().parse::<Move>()
        && !state.game.rules().shape().has(cell)
    {
        return refuse(&no_square(&state.game, &cell.to_string()));
    }
    let mut commands = vec![Command::Transcript(moves.to_owned())];
    if state.is_begun_by(moves) {
        commands.push(give_sides(state, vec![state.game.to_move().other()]));
    }
    commands.push(Command::Show);
    Input::Commands(commands)
}

/// Lets Emilia play these sides, in a new game if the last one is over.
pub(super) fn play_sides(state: &mut State, emilia: Vec<Colour>) -> Input {
    let new = state.is_over().then(|| Command::New(state.begun.clone()));
    Input::Commands(new.into_iter().chain([give_sides(state, emilia), Command::Show]).collect())
}

fn give_sides(state: &mut State, emilia: Vec<Colour>) -> Command {
    state.note = show::sides(&emilia);
    state.next_emilia = Some(emilia.clone());
    Command::Mode(emilia)
}

/// Plays a move of Emilia's.
pub(super) fn go(state: &State) -> Input {
    if state.game.is_resigned() { refuse(RESIGNED) } else { handle(Command::Go { colour: None, play: true }) }
}

/// Ends the game: the person loses it, or the side to move where that is not one side.
pub(super) fn resign(state: &State) -> Input {
    if state.is_over() {
        return refuse("the game is over; new begins another");
    }
    let loser = match state.emilia.as_deref() {
        Some([emilia]) => emilia.other(),
        _ => state.game.to_move(),
    };
    then_show(Command::Resign(loser))
}

/// The game again from its first board.
pub(super) fn restart(state: &mut State) -> Input {
    state.note = state.emilia.as_deref().map(show::sides).unwrap_or_default();
    then_show(Command::New(state.game.rules().clone()))
}

/// The best moves, of this number or one.
pub(super) fn hint(state: &mut State, number: &str) -> Input {
    let Some(count) = count(number, 1) else {
        return refuse(&format!("hint takes the number of moves to name, 1 or more, not \"{}\"", text::plain(number)));
    };
    state.hinted = Some(state.game.clone());
    handle(Command::Hint(count))
}

/// An explanation of what was last played or advised.
pub(super) fn why(state: &State) -> Input {
    let is_advised = state.hinted.as_ref() == Some(&state.game) && !state.game.is_over();
    handle(if is_advised { Command::Explain(None) } else { Command::ExplainLast })
}

/// A proof; a person is told first how long it takes, where that is long.
pub(super) fn solve(state: &mut State, wld: bool) -> Input {
    let empties = state.game.turn().board.empties();
    let forecast =
        FORECASTS.iter().find(|(from, _)| empties >= *from).filter(|_| state.is_interactive() && !state.game.is_over());
    let solve = Command::Solve { wld };
    let Some((_, time)) = forecast else { return handle(solve) };
    state.note = format!("{empties} empty squares: this takes {time}; stop or Ctrl-C ends it.\n");
    state.view = View::Nothing;
    Input::Commands(vec![Command::Show, solve])
}

/// The clocks; a person is told what was set.
pub(super) fn set_time(state: &mut State, update: ClockUpdate) -> Input {
    let clock = Command::Clock(update);
    if !state.is_interactive() {
        return handle(clock);
    }
    state.note = show::time(update);
    state.view = View::Nothing;
    then_show(clock)
}

/// A new game by these rules.
pub(super) fn new(state: &mut State, rules: Rules) -> Input {
    state.begun = rules.clone();
    then_show(Command::New(rules))
}

/// The game in this way.
pub(super) fn show_as(state: &mut State, view: View) -> Input {
    state.view = view;
    handle(Command::Show)
}

/// An explanation of the position, or of this move.
pub(super) fn explain(state: &State, mv: &str) -> Input {
    match mv.parse::<Move>() {
        _ if mv.is_empty() => handle(Command::Explain(None)),
        Ok(Move::At(cell)) if !state.game.rules().shape().has(cell) => refuse(&no_square(&state.game, mv)),
        Ok(mv) => handle(Command::Explain(Some(mv))),
        Err(_) => refuse(&no_square(&state.game, &text::plain(mv))),
    }
}

/// Begins at a board; text after `;` or `%`, as in a problem file, is skipped.
pub(super) fn set_board(state: &mut State, board: &str) -> Input {
    match Turn::read(board.split([';', '%']).next().unwrap_or_default()) {
        Ok(turn) => match other_shape(state.game.rules().shape(), turn.board.shape()) {
            Some(reason) => refuse(&reason),
            None => set_up(state, Command::SetUp(Box::new(turn))),
        },
        Err(refused) => error(&refused),
    }
}

/// Why a board of this shape does not belong in a game on another one: it may be a part of a board.
fn other_shape(game: &Shape, board: &Shape) -> Option<String> {
    if board == game || *board == Shape::STANDARD {
        return None;
    }
    let text = |shape: &Shape| format!("{} squares ({}x{})", shape.cells().len(), shape.columns(), shape.rows());
    let new = board.size().map_or_else(String::new, |size| format!(" (new {size}x{size})"));
    Some(format!("a board of {}, and the game is on {}; begin one on such a board first{new}", text(board), text(game)))
}

/// A game or a board from elsewhere.
pub(super) fn set_up(state: &mut State, command: Command) -> Input {
    Input::Commands([vec![command], show_and_wait(state)].concat())
}

/// Shows what was set up. Emilia leaves it to a person as it is.
pub(super) fn show_and_wait(state: &mut State) -> Vec<Command> {
    state.is_set_up = true;
    let wait = state.is_interactive().then_some(Command::Sync(0));
    wait.into_iter().chain([Command::Show]).collect()
}

/// Writes the game to a file.
pub(super) fn save(rest: &str) -> Option<Input> {
    let (overwrite, path) = match text::split_word(rest) {
        (OVERWRITE, path) => (true, path),
        _ => (false, rest),
    };
    let path = unquoted(path);
    (!path.is_empty()).then(|| Input::Save { path: path.to_owned(), overwrite })
}

/// Why this is not a square of the game's board.
pub(super) fn no_square(game: &Game, name: &str) -> String {
    let shape = game.rules().shape();
    let last = Cell::at(shape.columns() - 1, shape.rows() - 1).map(|last| format!(" (a1 to {last})"));
    format!("{name} is no square of this board{}", last.unwrap_or_default())
}
