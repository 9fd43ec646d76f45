//! What the console knows of its user and of the conversation.

use super::show::{Manner, Style, View};
use crate::protocol::Input;
use crate::protocol::text::capitalized;
use crate::session::{Command, Event};
use emilia::{Colour, Game, Move, Rules};
use std::time::Duration;

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

/// The searches for a person's questions, each by what it is called.
#[derive(Default)]
pub(super) struct Work {
    /// The one that runs.
    running: Option<&'static str>,
    /// The one that the last line ended, until the person is told.
    ended: Option<&'static str>,
    /// The one that runs if the last line is refused.
    if_refused: Option<&'static str>,
}

impl Work {
    /// After a line with this meaning.
    pub(super) fn read(&mut self, input: &Input) {
        let before = self.running;
        (self.running, self.ended, self.if_refused) = match input {
            Input::Load { .. } => (None, before, before),
            Input::Commands(commands) if !commands.iter().all(Command::leaves_search) => {
                let is_asked = commands.iter().any(|command| matches!(command, Command::Stop | Command::Quit));
                (commands.iter().find_map(asked), before.filter(|_| !is_asked), None)
            }
            _ => (before, None, before),
        };
    }

    /// After an event; what there is to say before it.
    pub(super) fn write(&mut self, event: &Event) -> String {
        match event {
            Event::Hinted { .. } | Event::Explained { .. } => self.running = None,
            Event::Refused(_) => {
                self.running = self.if_refused;
                self.ended = self.ended.filter(|_| self.running.is_none());
            }
            _ => {}
        }
        let text = |work| format!("The {work} ended before it was done.\n");
        self.ended.take().map_or_else(String::new, text)
    }
}

/// What a search is called that answers a question.
fn asked(command: &Command) -> Option<&'static str> {
    match command {
        Command::Analyze => Some("analysis"),
        Command::Solve { .. } => Some("proof"),
        Command::Hint(_) => Some("search for a hint"),
        Command::Explain(_) | Command::ExplainLast => Some("explanation"),
        _ => None,
    }
}

/// The state that the words of the console read and change.
pub(super) struct State {
    pub output_mode: OutputMode,
    /// The columns of texts.
    pub width: usize,
    pub style: Style,
    /// How the next game is shown.
    pub view: View,
    /// The option to show next; all if none.
    pub option: Option<String>,
    /// Whether the last line changes how Emilia plays, and a person is told.
    pub is_confirming: bool,
    /// How Emilia played before it, once that is known.
    pub manner: Option<Manner>,
    /// What the person is called in games, if the person said so.
    pub name: Option<String>,
    pub work: Work,
    /// What there is to say about the game to be shown next; empty if nothing.
    pub note: String,
    /// The game as it was shown last.
    pub game: Game,
    /// The sides that Emilia plays; none until that is decided.
    pub emilia: Option<Vec<Colour>>,
    /// The same after the last line, if it is not refused.
    pub next_emilia: Option<Vec<Colour>>,
    /// Whether the last line made Emilia wait.
    pub is_looking_back: bool,
    /// Whether the last line began at a game or a board from elsewhere.
    pub is_set_up: bool,
    /// The game that the last hint was about.
    pub hinted: Option<Game>,
    /// The clocks as they were shown last.
    pub left: Option<[Duration; 2]>,
    /// Whether each iteration of a search is shown, or only its result.
    pub verbose: bool,
    /// The moves that the last line plays.
    pub moves: Option<String>,
    /// The rules of the games that begin, if the user names no others.
    pub rules: Rules,
    /// The rules by which the last game began.
    pub begun: Rules,
}

impl State {
    pub(super) fn new(output_mode: OutputMode, width: usize) -> State {
        let style = Style { marks_last: output_mode == OutputMode::Terminal, has_colours: false };
        State {
            output_mode,
            width,
            style,
            view: View::Board,
            option: None,
            is_confirming: false,
            manner: None,
            name: None,
            work: Work::default(),
            note: String::new(),
            game: Game::default(),
            emilia: None,
            next_emilia: None,
            is_looking_back: false,
            is_set_up: false,
            hinted: None,
            left: None,
            verbose: true,
            moves: None,
            rules: Rules::default(),
            begun: Rules::default(),
        }
    }

    pub(super) fn is_interactive(&self) -> bool {
        self.output_mode != OutputMode::Script
    }

    /// Whether Emilia plays the side to move.
    pub(super) fn is_emilias_turn(&self) -> bool {
        self.emilia.as_ref().is_some_and(|emilia| emilia.contains(&self.game.to_move()))
    }

    /// Whether the game as it was shown last is over.
    pub(super) fn is_over(&self) -> bool {
        self.game.is_over() || self.game.is_resigned()
    }

    /// The moves that can be played, if this is one move that cannot.
    pub(super) fn instead_of(&self, moves: &str) -> Option<String> {
        let mv: Move = moves.trim_matches([' ', '.']).parse().ok()?;
        let (legal, side) = (self.game.legal(), capitalized(&self.game.to_move().to_string()));
        match legal.as_slice() {
            _ if legal.contains(&mv) => None,
            [] => Some("the game is over; new begins another".to_owned()),
            [Move::Pass] => Some(format!("{mv} is not legal here; {side} has no move: type pass")),
            _ => {
                let names: Vec<String> = legal.iter().map(Move::to_string).collect();
                Some(format!("{mv} is not legal here; {side} can play {}", names.join(" ")))
            }
        }
    }

    /// Whether a person begins a game with these moves: it is a single one, and nothing was said of who plays which side.
    pub(super) fn is_begun_by(&self, moves: &str) -> bool {
        let is_at_start = self.game.moves().len() <= 1 && *self.game.rules() == self.begun;
        self.is_interactive() && self.emilia.is_none() && is_at_start && moves.trim().parse::<Move>().is_ok()
    }
}
