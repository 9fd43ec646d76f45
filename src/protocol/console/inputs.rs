//! The commands of the console as [`Input`]: commands of the session, and answers.
//!
//! Knows nothing of the table of commands.

use super::show::{self, View};
use super::state::State;
use crate::protocol::{Input, text};
use crate::session::{Command, Options};
use emilia::{Colour, Move, Rules, Turn};

/// The option for the strength by name.
const STRENGTH: &str = "strength";

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

/// A new value of an option.
pub(super) fn set(name: &str, value: &str) -> Input {
    handle(Command::Option { name: name.to_owned(), value: value.to_owned() })
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
        value if value.parse::<i64>().is_ok() || rest.starts_with('=') => set("book", value),
        words => Input::Book { words: words.to_owned() },
    }
}

/// Plays moves. After a move by which a person begins a game, Emilia plays the other side.
pub(super) fn play(state: &mut State, moves: &str) -> Input {
    let mut commands = vec![Command::Transcript(moves.to_owned())];
    if state.is_begun_by(moves) {
        commands.push(give_sides(state, vec![state.game.to_move().other()]));
    }
    commands.push(Command::Show);
    Input::Commands(commands)
}

/// Lets Emilia play these sides, in a new game if the last one is over.
pub(super) fn play_sides(state: &mut State, emilia: Vec<Colour>) -> Input {
    let new = state.game.is_over().then(|| Command::New(state.begun.clone()));
    Input::Commands(new.into_iter().chain([give_sides(state, emilia), Command::Show]).collect())
}

fn give_sides(state: &mut State, emilia: Vec<Colour>) -> Command {
    state.note = show::sides(&emilia);
    state.next_emilia = Some(emilia.clone());
    Command::Mode(emilia)
}

/// A new game by these rules.
pub(super) fn new(state: &mut State, rules: Rules) -> Input {
    state.begun = rules.clone();
    then_show(Command::New(rules))
}

/// The strength of this name, which a person is shown.
pub(super) fn strength(state: &mut State, name: &str) -> Input {
    let set = Command::Option { name: STRENGTH.to_owned(), value: name.to_owned() };
    if !state.is_interactive() {
        return handle(set);
    }
    state.option = Some(STRENGTH.to_owned());
    Input::Commands(vec![set, Command::ShowOptions])
}

/// The game in this way.
pub(super) fn show_as(state: &mut State, view: View) -> Input {
    state.view = view;
    handle(Command::Show)
}

/// An explanation of the position, or of this move.
pub(super) fn explain(mv: &str) -> Option<Input> {
    let mv = if mv.is_empty() { None } else { Some(mv.parse::<Move>().ok()?) };
    Some(handle(Command::Explain(mv)))
}

/// Begins at a board; text after `;` or `%`, as in a problem file, is skipped.
pub(super) fn set_board(board: &str) -> Input {
    match Turn::read(board.split([';', '%']).next().unwrap_or_default()) {
        Ok(turn) => then_show(Command::SetUp(Box::new(turn))),
        Err(refused) => error(&refused),
    }
}
