//! The exercises for Anki, or as a text with diagrams.

use super::deck::{Card, Deck};
use super::exercise::{Exercise, ExerciseKind};
use crate::diagram::{BoardStyle, Diagram, Mark};
use emilia::internal::container::crc32;
use emilia::notation::printable::printable;
use std::fmt::Write as _;
use std::io;

/// The first lines of a file for Anki: <https://docs.ankiweb.net/importing/text-files.html>.
const ANKI_HEAD: &str = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:Othello\n#guid column:1\n#tags column:4\n";

impl Deck {
    /// All exercises with diagrams, then all solutions.
    pub fn to_text(&self) -> String {
        text(&self.cards, "", ["", ""])
    }

    /// The same in Markdown.
    pub fn to_markdown(&self) -> String {
        text(&self.cards, "## ", ["```text\n", "```\n"])
    }

    /// A text that Anki imports, with pictures. A second import of the same exercise replaces the first.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn to_anki(&self) -> io::Result<String> {
        anki(&self.cards)
    }
}

/// The board of an exercise, with the last move highlighted, and without a caption.
fn diagram(exercise: &Exercise) -> Diagram {
    let last = exercise.game.moves().iter().rev().find_map(|played| played.mv.cell());
    Diagram { last, caption: String::new(), style: BoardStyle::Green, ..Diagram::position(exercise.turn()) }
}

/// The same with rings on the moves that are right, and a cross on the one that was played.
fn solved(exercise: &Exercise) -> Diagram {
    let right = exercise.right.iter().filter_map(|mv| Some((mv.cell()?, Mark::Circle)));
    let played = match &exercise.kind {
        ExerciseKind::Mistake { played, .. } => played.parse().ok().map(|cell| (cell, Mark::Cross)),
        ExerciseKind::Opening { .. } => None,
    };
    Diagram { marks: right.chain(played).collect(), ..diagram(exercise) }
}

/// The right moves, the reasons and what was played, a sentence each.
fn solution(exercise: &Exercise) -> Vec<String> {
    let moves: Vec<String> = exercise.right.iter().map(|mv| mv.to_string()).collect();
    let all = [vec![moves.join(" or ")], exercise.why.clone(), vec![exercise.remark()]].concat();
    all.iter().map(|text| printable(text.trim_end_matches('.')).into_owned() + ".").collect()
}

/// All exercises, then all solutions, with this before headings and these around diagrams.
fn text(cards: &[Card], heading: &str, [before, after]: [&str; 2]) -> String {
    let (mut tasks, mut solutions) = (String::new(), String::new());
    for (number, Card { exercise, .. }) in (1..).zip(cards) {
        let board = Diagram { last: None, ..diagram(exercise) }.to_text();
        let from = printable(&exercise.from);
        let _ = writeln!(tasks, "{heading}{number}. {from}\n\n{before}{board}{after}\n{}\n", exercise.task());
        let _ = writeln!(solutions, "{number}. {}", solution(exercise).join(" "));
    }
    format!("{tasks}{heading}Solutions\n\n{solutions}")
}

/// A note a line: identity, front, back, tags.
fn anki(cards: &[Card]) -> io::Result<String> {
    let mut rows = csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new());
    for Card { exercise, .. } in cards {
        let key = exercise.key().map_or(String::new(), |key| format!("{key:?}"));
        let identity = format!("emilia-{:08x}", crc32(key.as_bytes()));
        let picture = |diagram: Diagram| diagram.picture().to_svg().replace(['\n', '\t'], " ");
        let front = format!("{}<br>{}", picture(diagram(exercise)), escaped(&exercise.task()));
        let sentences: Vec<String> = solution(exercise).iter().map(|text| escaped(text)).collect();
        let back = format!(
            "{}<br>{}<br><small>{}</small>",
            picture(solved(exercise)),
            sentences.join("<br>"),
            escaped(&printable(&exercise.from))
        );
        let tag = match exercise.kind {
            ExerciseKind::Mistake { .. } => "mistake",
            ExerciseKind::Opening { .. } => "opening",
        };
        rows.write_record([identity.as_str(), &front, &back, tag])?;
    }
    let rows = rows.into_inner().map_err(|error| error.into_error())?;
    Ok(ANKI_HEAD.to_owned() + &String::from_utf8_lossy(&rows))
}

/// The text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
