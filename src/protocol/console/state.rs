//! What the console knows of its user and of the conversation.

use super::show::View;
use crate::game::Colour;
use crate::protocol::Reading;

/// Who reads the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A script: no greeting, no prompt; lines wait for the answers to earlier ones.
    Script,
    /// A person without line editing: a line ends the search before it.
    Person,
    /// A person at a terminal whose line editor shows the prompt, and which obeys ANSI escape sequences.
    Terminal,
}

/// The state that the words of the console read and change.
pub(super) struct State {
    pub audience: Audience,
    /// The columns of help texts.
    pub width: usize,
    /// The colours that Emilia plays.
    pub plays: Vec<Colour>,
    /// The side to move in the game as last shown.
    pub to_move: Option<Colour>,
    /// How the next game is shown.
    pub view: View,
    /// The option to show next; all if none.
    pub option: Option<String>,
    /// Whether each iteration of a search is shown, or only its result.
    pub verbose: bool,
}

impl State {
    pub(super) fn new(audience: Audience, width: usize) -> State {
        State { audience, width, plays: Vec::new(), to_move: None, view: View::Board, option: None, verbose: true }
    }

    /// The number of moves that `undo` takes back so that it is the person's turn again: against Emilia two.
    pub(super) fn moves_of_a_turn(&self) -> usize {
        match self.plays.as_slice() {
            [colour] if self.to_move != Some(*colour) => 2,
            _ => 1,
        }
    }
}

/// The meaning of a line.
pub(super) enum Meaning {
    /// A reading for the event loop.
    Read(Reading),
    /// The help for this word, or for all if it is empty.
    Help(String),
    /// A word that is not known.
    Unknown(String),
}
