//! `emilia drill export`: the exercises for Anki, or as a text with diagrams.

use super::file;
use crate::cli::files::check_outputs;
use crate::cli::message::print_message;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use emilia::internal::storage::replace;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
            Form::Anki => deck.to_anki()?,
            Form::Markdown => deck.to_markdown(),
            Form::Text => deck.to_text(),
        };
        replace(&self.out, |to| Ok(to.write_all(text.as_bytes())?))?;
        print_message(&super::count(deck.cards.len() as u64, "exercise"));
        Ok(ExitCode::SUCCESS)
    }
}
