//! What the console knows of its user and of the conversation.

use super::show::View;
use emilia::Rules;

/// Who reads the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputMode {
    /// A script: no greeting, no prompt; lines wait for the answers to earlier ones.
    Script,
    /// A person without line editing: a line ends the search before it.
    Person,
    /// A person at a terminal whose line editor shows the prompt, and which understands ANSI escape sequences.
    Terminal,
}

/// The state that the words of the console read and change.
pub(super) struct State {
    pub output_mode: OutputMode,
    /// The columns of help texts.
    pub width: usize,
    /// How the next game is shown.
    pub view: View,
    /// The option to show next; all if none.
    pub option: Option<String>,
    /// What was left out of the game to be shown next; empty if nothing.
    pub note: String,
    /// Whether each iteration of a search is shown, or only its result.
    pub verbose: bool,
    /// The moves that the last line plays.
    pub moves: Option<String>,
    /// The rules of the games that begin, if the user names no others.
    pub rules: Rules,
}

impl State {
    pub(super) fn new(output_mode: OutputMode, width: usize) -> State {
        let (rules, note) = (Rules::default(), String::new());
        State { output_mode, width, view: View::Board, option: None, note, verbose: true, moves: None, rules }
    }
}
