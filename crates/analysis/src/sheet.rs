//! Transcript sheets as pictures.
//!
//! Their text is a notation of games: [`emilia::notation::sheet`].

use super::picture::Picture;
use emilia::Colour;
use emilia::notation::sheet::{Entry, Sheet};

const SQUARE: f32 = 10.0;
const MARGIN: f32 = 8.0;
/// The height of a line of the head.
const LINE: f32 = 6.5;
const BLACK: [u8; 3] = [0x11; 3];
const GREY: [u8; 3] = [0x77; 3];
const WHITE: [u8; 3] = [0xff; 3];

/// The form of the federations: the head, and the board with the numbers of the moves and the discs of the start.
///
/// # Examples
/// ```
/// use emilia::notation::{sheet::Sheet, transcript};
/// use emilia_analysis::draw_sheet;
///
/// let sheet = Sheet::of_game(&transcript::read("f5d6c3")?).expect("8x8");
/// assert!(draw_sheet(&sheet).to_svg().contains(">3</text>"));
/// # Ok::<(), emilia::ReplayError>(())
/// ```
pub fn draw_sheet(sheet: &Sheet) -> Picture {
    let head = sheet.head();
    let above = MARGIN + head.len() as f32 * LINE + 2.0;
    let side = 8.0 * SQUARE;
    let mut picture = Picture::new("Othello transcript sheet", side + 2.0 * MARGIN, above + side + MARGIN);
    for (line, (name, value)) in (0u8..).zip(&head) {
        let y = MARGIN / 2.0 + (f32::from(line) + 0.5) * LINE;
        picture.text_beside((MARGIN, y), 4.5, GREY, name, 20.0);
        picture.text_beside((MARGIN + 20.0, y), 4.5, BLACK, value, side - 20.0);
        picture.line((MARGIN + 20.0, y + 2.8), (MARGIN + side, y + 2.8), GREY, 0.2);
    }
    for line in 0..=8u8 {
        let along = f32::from(line) * SQUARE;
        let width = if line % 8 == 0 { 0.6 } else { 0.25 };
        picture.line((MARGIN, above + along), (MARGIN + side, above + along), BLACK, width);
        picture.line((MARGIN + along, above), (MARGIN + along, above + side), BLACK, width);
    }
    for line in 0..8u8 {
        let along = (f32::from(line) + 0.5) * SQUARE;
        picture.text((MARGIN + along, above - MARGIN * 0.4), 4.2, GREY, &char::from(b'a' + line).to_string());
        picture.text((MARGIN * 0.5, above + along), 4.2, GREY, &(line + 1).to_string());
    }
    for (cell, entry) in sheet.squares() {
        let middle = |place: u8| (f32::from(place) + 0.5) * SQUARE;
        let centre = (MARGIN + middle(cell.column()), above + middle(cell.row()));
        match entry {
            Entry::Empty => {}
            Entry::Start(Some(Colour::Black)) => picture.disc(centre, 3.6, Some(BLACK), None),
            Entry::Start(Some(Colour::White)) => picture.disc(centre, 3.6, Some(WHITE), Some((BLACK, 0.4))),
            Entry::Start(None) => picture.disc(centre, 3.6, None, Some((GREY, 0.4))),
            Entry::Number(number) => picture.text(centre, 5.2, BLACK, &number.to_string()),
            Entry::Unreadable(text) => picture.text_within(centre, 5.2, GREY, text, 8.6),
        }
    }
    picture
}
