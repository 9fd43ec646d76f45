//! The notations that are written.

use super::lost::Lost;
use crate::cli::date;
use anyhow::Context as _;
use clap::ValueEnum;
use emilia::internal::storage::replace;
use emilia::notation::{
    ggf, pgn,
    sgf::{self, Annotation, Passes},
    transcript,
    wthor::{self, Collection},
};
use emilia::{Game, Rules};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The moves of an opening of XOT.
const XOT_MOVES: usize = 8;

/// A notation.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    Ggf,
    Sgf,
    Pgn,
    /// A WTHOR database.
    Wthor,
    /// A transcript a line.
    Transcripts,
    /// The first eight moves of each game, a line each.
    Xot,
}

impl Form {
    /// The notation of a file name.
    ///
    /// # Errors
    /// If it has no ending, or none of those that are known.
    pub fn of_name(path: &Path) -> anyhow::Result<Form> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("ggf") => Ok(Form::Ggf),
            Some("sgf") => Ok(Form::Sgf),
            Some("pgn") => Ok(Form::Pgn),
            Some("wtb") => Ok(Form::Wthor),
            Some("txt") => Ok(Form::Transcripts),
            _ => anyhow::bail!(
                "a file of games ends in .ggf, .sgf, .pgn, .wtb or .txt, or --form says what is written: {}",
                path.display()
            ),
        }
    }

    /// The files of names that belong to the output.
    pub fn names_beside(self, out: &Path) -> Vec<PathBuf> {
        let endings: &[&str] = if self == Form::Wthor { &["jou", "trn"] } else { &[] };
        endings.iter().map(|ending| out.with_extension(ending)).collect()
    }
}

/// The games as they are written.
pub(super) struct Output {
    form: Form,
    passes: Passes,
    /// The games of a WTHOR database, whose length comes first.
    collection: Collection,
    has_games: bool,
}

impl Output {
    pub fn new(form: Form, passes: Passes) -> Output {
        Output { form, passes, collection: Collection::default(), has_games: false }
    }

    /// Writes a game, and reads it again from what is written. The inner error is why the notation cannot express it.
    pub fn add(&mut self, game: &Game, to: &mut dyn Write) -> anyhow::Result<Result<Game, String>> {
        if self.form == Form::Wthor {
            return Ok(self.collect(game));
        }
        Ok(match self.text(game).and_then(|text| Ok((self.again(&text)?, text))) {
            Ok((again, text)) => {
                if self.form == Form::Pgn && self.has_games {
                    writeln!(to)?;
                }
                self.has_games = true;
                writeln!(to, "{}", text.trim_end_matches('\n'))?;
                Ok(again)
            }
            Err(reason) => Err(reason),
        })
    }

    fn text(&self, game: &Game) -> Result<String, String> {
        Ok(match self.form {
            Form::Ggf => ggf::write(game),
            Form::Sgf => sgf::write_annotated(game, self.passes, |_| Annotation::default()),
            Form::Pgn => pgn::write(game),
            Form::Transcripts | Form::Xot | Form::Wthor if *game.rules() != Rules::default() => {
                return Err("it has a start or rules that a transcript cannot express".to_owned());
            }
            Form::Transcripts | Form::Wthor if game.moves().is_empty() => {
                return Err("it has no moves".to_owned());
            }
            Form::Transcripts | Form::Wthor => game.transcript(),
            Form::Xot => {
                let transcript = game.transcript();
                let opening = transcript.get(..2 * XOT_MOVES);
                let too_short = || format!("it has fewer than {XOT_MOVES} moves: {}", transcript.len() / 2);
                opening.ok_or_else(too_short)?.to_owned()
            }
        })
    }

    fn again(&self, text: &str) -> Result<Game, String> {
        let read = match self.form {
            Form::Ggf => ggf::read(text).map_err(|error| error.to_string()),
            Form::Sgf => sgf::read(text).map_err(|error| error.to_string()),
            Form::Pgn => {
                pgn::games(text).next().map_or(Ok(Game::default()), |game| game.map_err(|error| error.to_string()))
            }
            Form::Transcripts | Form::Xot | Form::Wthor => transcript::read(text).map_err(|error| error.to_string()),
        };
        read.map_err(|reason| format!("it cannot be written so that it is read again: {reason}"))
    }

    fn collect(&mut self, game: &Game) -> Result<Game, String> {
        let cannot = || "it has a start or rules that WTHOR cannot express, or there are too many names".to_owned();
        let mut single = Collection::default();
        single.add(game).and_then(|()| self.collection.add(game)).ok_or_else(cannot)?;
        let (database, names) = single.finish();
        let letters = |names: &[String], length| {
            wthor::names(&wthor::write_names(names, length, [0; 4]), length).map_err(|error| error.to_string())
        };
        let players = letters(&names.players, wthor::PLAYER_LENGTH)?;
        let tournaments = letters(&names.tournaments, wthor::TOURNAMENT_LENGTH)?;
        let again = database.game(0, &wthor::Names { players, tournaments }).ok_or_else(cannot)?;
        again.map_err(|error| error.to_string())
    }

    /// Writes what is written last: a database, and its names if there are files for them.
    pub fn finish(self, to: &mut dyn Write, names_files: &[PathBuf], lost: &mut Lost) -> anyhow::Result<()> {
        if self.form != Form::Wthor {
            return Ok(());
        }
        let (mut database, names) = self.collection.finish();
        let now = date::now();
        let digits = |at: usize| now.get(at..at + 2).and_then(|digits| digits.parse().ok()).context("the date");
        let made = [digits(0)?, digits(2)?, digits(5)?, digits(8)?];
        database.head.made = made;
        to.write_all(&wthor::write(&database))?;
        if database.head.year == 0 {
            lost.add_kept_dates();
        }
        if names_files.is_empty() {
            lost.add_names((names.players.len() + names.tournaments.len()) as u64);
        }
        let of_kind = [(&names.players, wthor::PLAYER_LENGTH), (&names.tournaments, wthor::TOURNAMENT_LENGTH)];
        for (path, (names, length)) in names_files.iter().zip(of_kind) {
            replace(path, |out| Ok(out.write_all(&wthor::write_names(names, length, made))?))?;
        }
        Ok(())
    }
}
