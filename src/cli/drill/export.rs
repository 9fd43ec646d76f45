//! `emilia drill export`: the exercises for Anki, or as a text with diagrams.

use super::file;
use crate::cli::files::check_outputs;
use crate::cli::message::print_message;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use emilia::internal::container::crc32;
use emilia::internal::storage::replace;
use emilia::notation::printable::printable;
use emilia_analysis::drill::{Card, Exercise, ExerciseKind};
use emilia_analysis::{BoardStyle, Diagram, Mark};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The first lines of a file for Anki: <https://docs.ankiweb.net/importing/text-files.html>.
const ANKI_HEAD: &str = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:Othello\n#guid column:1\n#tags column:4\n";

#[derive(Args)]
pub(super) struct Export {
    /// File to write: .tsv for Anki (File, Import), .md for Markdown, .txt for text
    #[arg(value_name = "FILE")]
    out: PathBuf,
    /// Form of the file [default: by its ending]
    #[arg(long, value_enum)]
    form: Option<Form>,
    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text that Anki imports, with pictures
    Anki,
    /// Markdown, the solutions at the end
    Markdown,
    /// Plain text, the solutions at the end
    Text,
}

impl Export {
    /// Writes the exercises of the file of this name, or of the user's own.
    ///
    /// # Errors
    /// If there are none, the form is not known, or the file exists or cannot be written.
    pub fn run(&self, from: Option<&Path>) -> anyhow::Result<ExitCode> {
        let ending = self.out.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let by_ending = match ending.as_str() {
            "tsv" => Some(Form::Anki),
            "md" => Some(Form::Markdown),
            "txt" => Some(Form::Text),
            _ => None,
        };
        let form = self
            .form
            .or(by_ending)
            .context("a file of exercises ends in .tsv for Anki, .md or .txt; or name its --form")?;
        let deck = file::read(from)?;
        check_outputs(&[&self.out], from.into_iter(), self.overwrite)?;
        let text = match form {
            Form::Anki => anki(&deck.cards)?,
            Form::Markdown => text(&deck.cards, "## ", ["```text\n", "```\n"]),
            Form::Text => text(&deck.cards, "", ["", ""]),
        };
        replace(&self.out, |to| Ok(to.write_all(text.as_bytes())?))?;
        print_message(&super::count(deck.cards.len() as u64, "exercise"));
        Ok(ExitCode::SUCCESS)
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

/// A note a line: identity, front, back, tags. A second import of the same exercise replaces the first.
fn anki(cards: &[Card]) -> anyhow::Result<String> {
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
    Ok(ANKI_HEAD.to_owned() + &String::from_utf8(rows)?)
}

/// The text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
