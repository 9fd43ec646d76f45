//! What a command of the console is.

use super::state::State;
use super::words::WORDS;
use crate::protocol::Input;

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
    /// All, in the order of the help, with their titles, which are no commands.
    pub const ALL: [(Group, &str); 4] =
        [(Group::Play, "Playing"), (Group::Analyze, "Analysis"), (Group::Games, "Games"), (Group::Program, "Program")];
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
    pub(super) read: fn(&mut State, &str) -> Option<Input>,
}

/// The command of this name or alias, in upper or lower case.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| {
        word.name.eq_ignore_ascii_case(name) || word.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}
