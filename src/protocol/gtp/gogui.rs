//! Drawings for GoGui: its analyze commands, and graphics during a search.
//!
//! Values are black's view: GoGui fills a square with black for 1 and with white for -1. Row 1 is at the bottom there, so boards have their
//! last row first.

use super::text::{Letters, certainty, gogui_rows};
use emilia::{Cell, Certainty, Colour, Game, Move, Report, Score};

/// The discs that fill a square with the colour of the side that leads by them.
const FULL: f32 = 16.0;

/// The analyze commands: type, label in the menu, command.
pub(super) const ANALYZE_COMMANDS: &str = "\
gfx/Scores of the Moves/emilia-gfx
dboard/Scores as Colours/emilia-dboard
sboard/Scores as Numbers/emilia-sboard
var/Principal Variation/emilia-variation
string/Prove the Score/emilia-solve
hstring/Best Moves/emilia-hint 60
hstring/Review of the Game/emilia-review
hstring/Options/emilia-options
none/Set Level/emilia-level %s
none/Live Graphics On/emilia-live_gfx 1
none/Live Graphics Off/emilia-live_gfx 0";

/// Draws lines of play, the best one first, in this game.
pub(super) type Draw = fn(&[Report<Move>], &Game, Letters) -> String;

/// Labels with the scores in discs, a circle on the best move, a square on moves with a proved score, the values as colours, and the
/// certainty of the best move in the status bar.
pub(super) fn graphics(lines: &[Report<Move>], game: &Game, letters: Letters) -> String {
    let moves = moves(lines);
    let Some((best, report)) = moves.first() else { return String::new() };
    let list = |word: &str, of: &dyn Fn(&Report<Move>) -> Option<String>| {
        let points: Vec<String> = moves
            .iter()
            .filter_map(|(cell, report)| Some(format!(" {}{}", letters.vertex(Move::At(*cell)), of(report)?)))
            .collect();
        if points.is_empty() { String::new() } else { format!("{word}{}\n", points.concat()) }
    };
    let circle = format!("CIRCLE {}\n", letters.vertex(Move::At(*best)));
    let labels = list("LABEL", &|report| Some(format!(" {}", label(report))));
    let proved = list("SQUARE", &|report| (report.certainty() == Certainty::Exact).then(String::new));
    let influence = list("INFLUENCE", &|report| Some(format!(" {:.2}", value(report, game))));
    labels + &influence + &circle + &proved + &status(report, letters)
}

/// A number from -1 to 1 for each square; 0 where there is no move.
pub(super) fn values(lines: &[Report<Move>], game: &Game, _: Letters) -> String {
    board(lines, game, |report| report.map_or(0.0, |report| value(report, game)).to_string())
}

/// A score in discs for each square; empty where there is no move.
pub(super) fn scores(lines: &[Report<Move>], game: &Game, _: Letters) -> String {
    board(lines, game, |report| report.map_or_else(|| "\"\"".to_owned(), label))
}

/// The best line, each move behind the colour that plays it.
pub(super) fn variation(lines: &[Report<Move>], game: &Game, letters: Letters) -> String {
    lines.first().map_or_else(String::new, |report| colours_of(&report.line, game, letters))
}

/// Graphics of a search so far: the best line, or the scores where there are several.
pub(super) fn live(lines: &[Report<Move>], game: &Game, letters: Letters) -> String {
    let drawing = match lines {
        [] => return String::new(),
        [report] => format!("VAR {}\n{}", colours_of(&report.line, game, letters), status(report, letters)),
        lines => graphics(lines, game, letters),
    };
    format!("gogui-gfx:\n{drawing}\n")
}

/// The moves behind their colours. A forced pass before the line may be left out.
fn colours_of(line: &[Move], game: &Game, letters: Letters) -> String {
    let has_passed = game.must_pass() && line.first() != Some(&Move::Pass);
    let mut colour = if has_passed { game.to_move().other() } else { game.to_move() };
    let mut words = Vec::new();
    for mv in line {
        words.push(format!("{} {}", if colour == Colour::Black { "b" } else { "w" }, letters.vertex(*mv)));
        colour = colour.other();
    }
    words.join(" ")
}

fn status(report: &Report<Move>, letters: Letters) -> String {
    format!("TEXT {} {} {}\n", report.score(), certainty(report.certainty()), letters.vertices(&report.line))
}

/// The moves with a disc, with the lines that begin with them.
fn moves(lines: &[Report<Move>]) -> Vec<(Cell, &Report<Move>)> {
    lines.iter().filter_map(|report| Some((report.line.first()?.cell()?, report))).collect()
}

/// The score in whole discs, `>` or `<` before it if it is a bound.
fn label(report: &Report<Move>) -> String {
    let bound = match report.certainty() {
        Certainty::AtLeast => ">",
        Certainty::AtMost => "<",
        Certainty::Exact | Certainty::Depth { .. } => "",
    };
    // Not -0.
    format!("{bound}{:+}", report.score().to_discs().round() as i32)
}

/// Black's lead in parts of the discs that fill a square.
fn value(report: &Report<Move>, game: &Game) -> f32 {
    let sign = game.to_move().sign() as f32;
    let share = (Score::to_discs(report.score()) * sign / FULL).clamp(-1.0, 1.0);
    // Not -0.
    (share * 100.0).round() / 100.0 + 0.0
}

fn board(lines: &[Report<Move>], game: &Game, content: impl Fn(Option<&Report<Move>>) -> String) -> String {
    let moves = moves(lines);
    gogui_rows(game, |cell| content(moves.iter().find(|(other, _)| *other == cell).map(|(_, report)| *report)))
}
