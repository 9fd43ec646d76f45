//! `emilia diagram`: pictures of positions and games, and transcript sheets.

use super::{files, input};
use crate::cli::{CliCommand, Invocation};
use anyhow::Context as _;
use clap::{Args, ValueEnum, value_parser};
use emilia::internal::storage::replace;
use emilia::notation::sheet::Sheet;
use emilia::{Cell, Game, Move};
use emilia_analysis::{BoardStyle, Mark, Picture, draw_sheet, parse_mark};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The width of a PNG in pixels, unless one is given.
const WIDTH: u32 = 800;

/// Draw a position or a game as text, SVG or PNG, or write a transcript sheet
#[derive(Args)]
pub(super) struct Diagram {
    /// File with a game or a position in any notation that `load` reads; a transcript; a position; or `-` for standard input
    #[arg(value_name = "FILE|TRANSCRIPT|POSITION", allow_hyphen_values = true)]
    from: OsString,
    /// Number of the game in a file of several games
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), default_value_t = 1)]
    game: u32,
    /// Show the position after N moves, passes not counted [default: all moves; with --numbers none]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Show the later moves as discs with their numbers
    #[arg(long)]
    numbers: bool,
    /// Mark a square: a text of up to 5 characters, `o` for a circle or `x` for a cross; may be repeated
    #[arg(long, value_name = "SQUARE=MARK", value_parser = parse_mark)]
    mark: Vec<(Cell, Mark)>,
    /// Form of the output [default: by the ending of the file of --out, else text]
    #[arg(long, value_enum)]
    form: Option<Form>,
    /// File to write; a sheet is drawn if its name ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let --out replace an existing file
    #[arg(long, requires = "out")]
    overwrite: bool,
    /// Look of the board in pictures
    #[arg(long, value_enum, default_value_t = Style::White)]
    board: Style,
    /// Leave out the letters and numbers beside the board
    #[arg(long)]
    no_coordinates: bool,
    /// Line below the board, empty for none [default: the side to move]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    caption: Option<String>,
    /// Width of a PNG in pixels [default: 800]
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u32).range(50..=10_000))]
    width: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Letters and signs
    Text,
    /// Scalable Vector Graphics
    Svg,
    /// A picture of pixels
    Png,
    /// Transcript sheet: the board with the numbers of the moves
    Sheet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Black lines on white
    White,
    /// Black lines on green
    Green,
}

impl Diagram {
    /// The form that the name of the file asks for.
    fn form_of_name(&self) -> Option<Form> {
        let ending = self.out.as_deref()?.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Form::Svg),
            "png" => Some(Form::Png),
            _ => None,
        }
    }

    /// Checks that the file is not the one that is read, and that its name does not promise another form.
    fn check_out(&self, path: &Path) -> anyhow::Result<()> {
        files::check_outputs(&[&path.to_owned()], std::iter::once(Path::new(&self.from)), self.overwrite)?;
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let is_text = ["txt", "text"].contains(&ending.as_str());
        let is_form = match (self.form, self.form_of_name()) {
            (Some(Form::Sheet), _) | (None, Some(_)) => true,
            (Some(form), Some(named)) => form == named,
            (Some(Form::Text) | None, None) => is_text || ending.is_empty(),
            (Some(_), None) => !is_text,
        };
        let name = path.display();
        anyhow::ensure!(
            is_form,
            "the ending of {name} is not that of the form; pictures end in .svg or .png, text in .txt"
        );
        Ok(())
    }
}

impl CliCommand for Diagram {
    /// Draws the diagram or the sheet.
    ///
    /// # Errors
    /// If there is no game, it does not have the moves, or the file exists or cannot be written.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        let Diagram { from, game, out, .. } = self;
        out.as_deref().map_or(Ok(()), |path| self.check_out(path))?;
        let game = input::game(from, *game as usize)?;
        let named = self.form_of_name();
        let form = self.form.or(named).unwrap_or(Form::Text);
        let is_png = form == Form::Png || form == Form::Sheet && named == Some(Form::Png);
        anyhow::ensure!(is_png || self.width.is_none(), "--width is for a PNG");
        let width = self.width.unwrap_or(WIDTH);
        let content = match form {
            Form::Sheet => {
                let is_plain = !self.numbers && self.mark.is_empty() && self.caption.is_none();
                let is_plain = is_plain && self.board == Style::White && !self.no_coordinates;
                anyhow::ensure!(is_plain, "of the options for the board a sheet takes --at and --width only");
                let sheet = Sheet::of_game(&after(&game, self.at)?).context("a sheet has 8x8 squares")?;
                match named {
                    Some(form) => picture(&draw_sheet(&sheet), form, width)?,
                    None => sheet.to_string().into_bytes(),
                }
            }
            Form::Text if self.board != Style::White => anyhow::bail!("--board is for pictures"),
            Form::Text => diagram(&game, self)?.to_text().into_bytes(),
            form => picture(&diagram(&game, self)?.picture(), form, width)?,
        };
        match out {
            Some(path) => replace(path, |out| Ok(out.write_all(&content)?))?,
            None => {
                let mut stdout = io::stdout().lock();
                let is_image = std::str::from_utf8(&content).is_err();
                anyhow::ensure!(
                    !(is_image && stdout.is_terminal()),
                    "a PNG is not for a terminal; name a file with --out"
                );
                stdout.write_all(&content)?;
                stdout.flush()?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn picture(picture: &Picture, form: Form, width: u32) -> anyhow::Result<Vec<u8>> {
    Ok(match form {
        Form::Svg => picture.to_svg().into_bytes(),
        _ => picture.to_png(width)?,
    })
}

/// The game after this number of moves, passes not counted; by default the whole game.
fn after(game: &Game, moves: Option<usize>) -> anyhow::Result<Game> {
    let played = |game: &Game| game.moves().iter().filter(|played| played.mv != Move::Pass).count();
    let total = played(game);
    let moves = moves.unwrap_or(total);
    anyhow::ensure!(moves <= total, "the game has only {total} moves, --at asks for {moves}");
    let mut game = game.clone();
    while played(&game) > moves {
        game.undo();
    }
    Ok(game)
}

fn diagram(game: &Game, arguments: &Diagram) -> anyhow::Result<emilia_analysis::Diagram> {
    let shown = after(game, arguments.at.or(arguments.numbers.then_some(0)))?;
    let mut diagram = match arguments.numbers {
        true => emilia_analysis::Diagram::game(game, shown.moves().len()),
        false => emilia_analysis::Diagram::position(shown.turn()),
    };
    if !arguments.numbers {
        diagram.last = shown.moves().iter().rev().find_map(|played| played.mv.cell());
    }
    for (index, (cell, _)) in arguments.mark.iter().enumerate() {
        anyhow::ensure!(diagram.board.has(*cell), "not on the board: {cell}");
        let is_twice = arguments.mark[..index].iter().any(|(other, _)| other == cell);
        anyhow::ensure!(!is_twice, "marked twice: {cell}");
    }
    diagram.marks.clone_from(&arguments.mark);
    diagram.has_coordinates = !arguments.no_coordinates;
    diagram.style = match arguments.board {
        Style::White => BoardStyle::White,
        Style::Green => BoardStyle::Green,
    };
    if let Some(caption) = &arguments.caption {
        diagram.caption.clone_from(caption);
    }
    Ok(diagram)
}
