//! Games, moves and options as text.

use crate::protocol::text::{self, capitalized};
use crate::session::{Choice, ClockUpdate, Setting, Source};
use emilia::notation::ggf;
use emilia::{Colour, Game, Level, Move, OpeningNames, Played, Strength, TimeControl, diagram};
use emilia_analysis::people::RATINGS;
use std::fmt::{self, Write};
use std::time::Duration;
use textwrap::{Options as Wrap, fill};

/// The moves after which the name of the opening is not shown any more; the longest has 21.
const OPENING_PLIES: usize = 24;
/// The columns before the first cell of a row.
const BEFORE_ROW: usize = 3;
/// Erases the terminal from the cursor on.
pub(super) const ERASE: &str = "\x1b[J";
/// Before the further lines of a row of a table.
const CONTINUED: &str = "            ";
/// Begins a control sequence of the terminal.
const ESCAPE: char = '\x1b';

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum View {
    /// The board with the discs, the side to move and the last move.
    #[default]
    Board,
    /// The moves in one line.
    Transcript,
    /// The record in GGF.
    Ggf,
    /// The board in one line.
    Obf,
    /// The clocks.
    Clocks,
    /// Nothing of it, only the note about it.
    Nothing,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Style {
    /// Whether the last move is in brackets.
    pub marks_last: bool,
    /// Whether it has colours.
    pub has_colours: bool,
}

/// The text with long lines wrapped at words; rows of tables, with blanks between columns, go on indented. Coloured lines are those of
/// boards.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let wrap = |line: &str| {
        let (erasing, line) = line.split_at(line.rfind(ERASE).map_or(0, |at| at + ERASE.len()));
        erasing.to_owned()
            + &match line.strip_suffix('\n') {
                Some(prose) if prose.len() > width && !prose.contains(ESCAPE) => {
                    let indent = if prose.contains("  ") { CONTINUED } else { "" };
                    fill(prose, Wrap::new(width).subsequent_indent(indent).break_words(false)) + "\n"
                }
                _ => line.to_owned(),
            }
    };
    text.split_inclusive('\n').map(wrap).collect()
}

/// Shows a game in this way.
pub(super) fn game(game: &Game, view: View, style: Style, out: &mut dyn Write) -> fmt::Result {
    match view {
        View::Board => board(game, style, out),
        View::Transcript => writeln!(out, "{}", game.transcript()),
        // Names may have letters beyond ASCII.
        View::Ggf => writeln!(out, "{}", text::ascii(&ggf::write(game))),
        View::Obf => writeln!(out, "{};", text::board(game.turn())),
        View::Clocks | View::Nothing => Ok(()),
    }
}

/// The board with the legal moves marked; below it the discs, the side to move or the winner, and the last move.
fn board(game: &Game, style: Style, out: &mut dyn Write) -> fmt::Result {
    let picture = diagram::draw(game, &game.legal());
    let rows = usize::from(game.rules().shape().rows());
    for (row, line) in picture.lines().enumerate() {
        match row {
            1.. if row <= rows => self::row(game, row - 1, line, style, out)?,
            _ => writeln!(out, "{line}")?,
        }
    }
    write!(out, "X black {}, O white {}; ", game.discs(Colour::Black), game.discs(Colour::White))?;
    if game.is_over() {
        result(game, out)?;
    } else if let Some(winner) = game.outcome().filter(|_| game.is_resigned()).and_then(|outcome| outcome.winner) {
        write!(out, "{} resigned, {winner} wins", winner.other())?;
    } else {
        write!(out, "{} {}", game.to_move(), if game.must_pass() { "must pass" } else { "to move" })?;
    }
    let number = game.moves().iter().filter(|played| played.mv != Move::Pass).count();
    match game.moves().last() {
        Some(Played { mv: Move::Pass, .. }) => writeln!(out, "; {} passed", game.to_move().other()),
        Some(last) => writeln!(out, "; move {number} was {}", last.mv),
        None => writeln!(out),
    }
}

/// A row of the board, drawn in letters, in this style.
fn row(game: &Game, row: usize, line: &str, style: Style, out: &mut dyn Write) -> fmt::Result {
    let mut letters: Vec<char> = line.chars().collect();
    let last = game.moves().last().filter(|_| style.marks_last).and_then(|played| played.mv.cell());
    if let Some(last) = last.filter(|cell| usize::from(cell.row()) == row) {
        let at = BEFORE_ROW + 2 * usize::from(last.column());
        (letters[at], letters[at + 2]) = ('[', ']');
    }
    if !style.has_colours {
        return writeln!(out, "{}", letters.into_iter().collect::<String>());
    }
    let end = BEFORE_ROW + 2 * usize::from(game.rules().shape().columns());
    for (at, letter) in letters.into_iter().enumerate() {
        match letter {
            _ if !(BEFORE_ROW..=end).contains(&at) => write!(out, "{letter}")?,
            'O' => write!(out, "{ESCAPE}[1;97;42m{letter}{ESCAPE}[0m")?,
            '+' | '[' | ']' => write!(out, "{ESCAPE}[93;42m{letter}{ESCAPE}[0m")?,
            _ => write!(out, "{ESCAPE}[30;42m{letter}{ESCAPE}[0m")?,
        }
    }
    writeln!(out)
}

/// The clocks of Black and White, in whole seconds, of which the last one is not over.
pub(super) fn clocks(left: [Duration; 2], out: &mut dyn Write) -> fmt::Result {
    let seconds = |left: Duration| left.as_secs() + u64::from(left.subsec_nanos() > 0);
    let whole = |left| TimeControl { main: Duration::from_secs(seconds(left)), ..TimeControl::default() };
    let [black, white] = left.map(whole);
    writeln!(out, "clock: black {black}, white {white}")
}

/// What follows if the time of this side is over.
pub(super) fn overstepped(colour: Colour, out: &mut dyn Write) -> fmt::Result {
    let (side, other) = (capitalized(&colour.to_string()), colour.other());
    writeln!(out, "{side}'s time is over: by the clock {other} wins. You can play on; time off ends the clocks.")
}

/// What was set.
pub(super) fn time(update: ClockUpdate) -> String {
    let ClockUpdate::Game { main, increment } = update else { return "The clocks are off.\n".to_owned() };
    let text = |main| TimeControl { main, ..TimeControl::default() }.to_string();
    let each = format!("Each side has {} for the game", text(main));
    if increment.is_zero() { each + ".\n" } else { format!("{each}, and {} more for each move.\n", text(increment)) }
}

/// How Emilia plays, by the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Manner {
    /// `like people rated 1500`, `at strength club (level 4, handicap 25)`.
    text: String,
    /// The rating of the people who play in its place.
    people: Option<u32>,
    level: String,
}

impl Manner {
    pub(super) fn of(settings: &[Setting]) -> Manner {
        let value =
            |name: &str| settings.iter().find(|setting| setting.name == name).map_or("", |of| of.value.as_str());
        let (rating, level) = (value("human").parse::<u32>().unwrap_or(0), value("level").to_owned());
        let handicap = match value("handicap") {
            "0" => String::new(),
            handicap => format!(", handicap {handicap}"),
        };
        let is_named = Strength::named(value("strength")).is_some();
        let people = (rating > 0).then(|| rating.max(*RATINGS.start()));
        let text = match (people, is_named) {
            (Some(rating), _) => format!("like people rated {rating}"),
            (None, true) => format!("at strength {} (level {level}{handicap})", value("strength")),
            (None, false) => format!("at level {level}{handicap}"),
        };
        Manner { text, people, level }
    }

    /// What is in force now, and what this ended, if it did.
    pub(super) fn after(&self, before: &Manner) -> String {
        let Manner { text, people, level } = self;
        let rest = if people.is_some() != before.people.is_some() {
            format!(", no longer {}", before.text)
        } else if people.is_some() && *level != before.level {
            format!("; level {level} counts for advice")
        } else {
            String::new()
        };
        format!("Emilia plays {text}{rest}.\n")
    }
}

/// Who plays which side, and how to change it, if Emilia plays these.
pub(super) fn sides(emilia: &[Colour]) -> String {
    match emilia {
        [] => "You play both sides; go lets Emilia move.\n".to_owned(),
        [emilia] => format!(
            "You play {}, Emilia {emilia}. To change that: play {emilia}, play both, strength easy.\n",
            emilia.other()
        ),
        _ => "Emilia plays both sides; mode 3 ends that.\n".to_owned(),
    }
}

/// The name of the opening, in a line of its own, while the opening lasts.
pub(super) fn opening(names: &OpeningNames, game: &Game, out: &mut dyn Write) -> fmt::Result {
    match names.of(game).filter(|_| game.moves().len() <= OPENING_PLIES && !game.is_over()) {
        Some(name) => writeln!(out, "opening: {name}"),
        None => Ok(()),
    }
}

fn result(game: &Game, out: &mut dyn Write) -> fmt::Result {
    match (game.winner(), game.score()) {
        (None, _) => write!(out, "a draw"),
        (Some(winner), 0) => write!(out, "{winner} wins the tie"),
        (Some(winner), score) => write!(out, "{winner} wins by {}", score.abs()),
    }
}

/// The move that Emilia chose.
pub(super) fn choice(choice: &Choice, out: &mut dyn Write) -> fmt::Result {
    match choice.mv {
        Some(Move::Pass) => writeln!(out, "Emilia passes"),
        Some(mv) if choice.source != Source::Search => writeln!(out, "Emilia plays {mv} {}", choice.source),
        Some(mv) => writeln!(out, "Emilia plays {mv}"),
        None => writeln!(out, "the game is over"),
    }
}

/// One option: its value, its range and its description; the effect of the level, and all strengths, or what plays in their place by these
/// options.
pub(super) fn option(setting: &Setting, all: &[Setting], out: &mut dyn Write) -> fmt::Result {
    let Setting { name, value, kind, default, doc } = setting;
    let people = Manner::of(all).people.filter(|_| *name == "strength");
    let value = people.map_or(value.clone(), |rating| format!("is not in use: human {rating} plays"));
    writeln!(out, "{name} {value} ({kind}; default {default})\n{doc}")?;
    match (*name, value.parse().ok().and_then(Level::new)) {
        ("level", Some(level)) => {
            let [(exact, _), ..] = level.endings();
            writeln!(out, "Level {value}: midgame depth {value}; exact scores from {exact} empty squares on.")
        }
        ("strength", _) => Strength::ALL.iter().try_for_each(|Strength { name, doc, level, handicap }| {
            writeln!(out, "  {name:8}  level {:2}, handicap {handicap:3}  {doc}", level.get())
        }),
        _ => Ok(()),
    }
}

/// The options as a table of at most this width.
pub(super) fn options(settings: &[Setting], width: usize, out: &mut dyn Write) -> fmt::Result {
    let longest = |cell: fn(&Setting) -> usize| settings.iter().map(cell).max().unwrap_or(0);
    let (names, values) = (longest(|setting| setting.name.len()), longest(|setting| setting.value.len()));
    let indent = " ".repeat(names + values + 4);
    settings.iter().try_for_each(|Setting { name, value, doc, .. }| {
        let row = format!("{name:names$}  {value:>values$}  {doc}");
        let wrap = Wrap::new(width).subsequent_indent(&indent).break_words(false);
        writeln!(out, "{}", if row.len() > width { fill(&row, wrap) } else { row })
    })
}
