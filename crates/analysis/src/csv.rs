//! Judged moves as rows of numbers and words, for spreadsheets. The writer of the file quotes them.

use super::JudgedGame;
use super::people::Difficulty;
use super::table::line_text;

/// The names of the columns of [`csv_rows`]. Scores are Black's, in discs; shares of people are 0 to 1.
pub const CSV_HEAD: [&str; 26] = [
    "game",
    "black",
    "white",
    "date",
    "opening",
    "ply",
    "number",
    "side",
    "move",
    "empties",
    "before",
    "certainty",
    "deviation",
    "after",
    "after_certainty",
    "loss",
    "class",
    "best",
    "line",
    "thrown",
    "book",
    "provisional",
    "rating",
    "found",
    "chance",
    "as_bad",
];

/// The rows of a judged game with this number, one for each move.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{CSV_HEAD, JudgeOptions, csv_rows, judge};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(3).unwrap());
/// let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
/// let rows: Vec<[String; CSV_HEAD.len()]> = csv_rows(1, &judged).collect();
/// assert_eq!(&rows[1][5..9], ["1", "2", "white", "f6"]);
/// ```
pub fn csv_rows(game: u64, judged: &JudgedGame) -> impl Iterator<Item = [String; CSV_HEAD.len()]> {
    let tags = &judged.game.tags;
    judged.moves.iter().map(move |judged_move| {
        let people = judged_move.difficulty;
        let share =
            |share: fn(Difficulty) -> f32| people.map_or_else(String::new, |people| format!("{:.3}", share(people)));
        [
            game.to_string(),
            text_cell(&tags.black.name),
            text_cell(&tags.white.name),
            text_cell(&tags.date),
            judged.opening.clone().unwrap_or_default(),
            judged_move.ply.to_string(),
            judged_move.number.map_or_else(String::new, |number| number.to_string()),
            judged_move.colour.to_string(),
            judged_move.mv.to_string(),
            judged_move.empties.to_string(),
            format!("{:.2}", judged_move.before.score().to_discs()),
            judged_move.before.certainty().to_string(),
            format!("{:.2}", judged_move.deviation),
            format!("{:.2}", judged_move.after.score().to_discs()),
            judged_move.after.certainty().to_string(),
            format!("{:.2}", judged_move.loss.to_discs()),
            judged_move.class().to_string(),
            judged_move.best.to_string(),
            line_text(&judged_move.line),
            judged_move.thrown().map_or_else(String::new, |thrown| thrown.to_string()),
            judged_move.from_book.to_string(),
            judged_move.is_provisional().to_string(),
            people.map_or_else(String::new, |people| people.rating.to_string()),
            share(|people| people.found),
            share(|people| people.chance),
            share(|people| people.as_bad),
        ]
    })
}

/// Text from outside as a cell, which no spreadsheet takes for a formula.
fn text_cell(text: &str) -> String {
    let is_formula = text.starts_with(|letter| "=+-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(letter));
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::text_cell;

    #[test]
    fn a_name_is_no_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\u{ff1d}1"] {
            assert_eq!(text_cell(text), format!("'{text}"));
        }
        for text in ["", "Anna", "a=1", " x", "2024-01-02", "'quoted'"] {
            assert_eq!(text_cell(text), text);
        }
    }
}
