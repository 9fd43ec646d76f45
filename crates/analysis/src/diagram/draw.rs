//! Diagrams as pictures.

use super::{BoardStyle, Diagram, Mark};
use crate::picture::Picture;
use emilia::{Cell, Colour};

/// The side of a square, a centimetre in print.
const SQUARE: f32 = 10.0;
/// The space around the board, with and without coordinates.
const MARGIN: f32 = 7.0;
const NARROW_MARGIN: f32 = 1.0;
/// The space for a line below the board.
const CAPTION: f32 = 7.0;
const RADIUS: f32 = 4.2;

/// The widths of the lines between squares and around the board.
const THIN: f32 = 0.25;
const THICK: f32 = 0.6;
const BLACK: [u8; 3] = [0x11; 3];
const WHITE: [u8; 3] = [0xff; 3];
const GREEN: [u8; 3] = [0x3f, 0xa3, 0x64];
const RED: [u8; 3] = [0xd2, 0x22, 0x1e];
const BLUE: [u8; 3] = [0x1a, 0x5f, 0xb4];

impl Diagram {
    /// The diagram as a picture: the board with its lines and dots, the discs with numbers in the other colour, the marks, the last
    /// move as a red dot, or a red ring if the disc has a number.
    pub fn picture(&self) -> Picture {
        let margin = if self.has_coordinates { MARGIN } else { NARROW_MARGIN };
        let shape = self.board.shape();
        let [width, height] = [shape.columns(), shape.rows()].map(|side| f32::from(side) * SQUARE);
        let below = if self.caption.is_empty() { 0.0 } else { CAPTION };
        let title = if self.caption.is_empty() { "Othello board" } else { &self.caption };
        let mut picture = Picture::new(title, width + 2.0 * margin, height + 2.0 * margin + below);
        self.draw_board(&mut picture, margin);
        if self.has_coordinates {
            self.draw_coordinates(&mut picture, margin);
        }
        for cell in self.board.cells() {
            self.draw_square(&mut picture, cell, margin);
        }
        if !self.caption.is_empty() {
            let at = (margin + width / 2.0, height + 2.0 * margin + CAPTION / 2.0 - 1.0);
            picture.text_within(at, 4.5, BLACK, &self.caption, width + margin);
        }
        picture
    }

    /// The squares, a thin line between two of them and a thick one around the board, and the dots.
    fn draw_board(&self, picture: &mut Picture, margin: f32) {
        let fill = match self.style {
            BoardStyle::White => WHITE,
            BoardStyle::Green => GREEN,
        };
        let shape = self.board.shape();
        let place = |line: u8| margin + f32::from(line) * SQUARE;
        let (columns, rows) = (shape.columns(), shape.rows());
        if shape.is_whole() {
            let (width, height) = (f32::from(columns) * SQUARE, f32::from(rows) * SQUARE);
            picture.rectangle((margin, margin), (width, height), fill);
        } else {
            for cell in shape.cells() {
                picture.rectangle((place(cell.column()), place(cell.row())), (SQUARE, SQUARE), fill);
            }
        }
        let has = |column: Option<u8>, row: Option<u8>| {
            column.zip(row).and_then(|(column, row)| Cell::at(column, row)).is_some_and(|cell| shape.has(cell))
        };
        for (along, across, is_row) in [(columns, rows, true), (rows, columns, false)] {
            for line in 0..=across {
                // The width of the line beside each square along it; none where there is no board on either side.
                let width = |square: u8| {
                    let sides = [line.checked_sub(1), Some(line)];
                    let on_board =
                        sides.map(|side| if is_row { has(Some(square), side) } else { has(side, Some(square)) });
                    match on_board {
                        [true, true] => Some(THIN),
                        [false, false] => None,
                        _ => Some(THICK),
                    }
                };
                let mut first = 0;
                for square in 0..along {
                    let next = (square + 1 < along).then(|| width(square + 1)).flatten();
                    if width(square) != next {
                        let (from, to) = ((place(first), place(line)), (place(square + 1), place(line)));
                        let turned = |(x, y)| if is_row { (x, y) } else { (y, x) };
                        if let Some(width) = width(square) {
                            picture.line(turned(from), turned(to), BLACK, width);
                        }
                        first = square + 1;
                    }
                }
            }
        }
        if columns > 5 && rows > 5 {
            for (column, row) in [(2, 2), (2, rows - 2), (columns - 2, 2), (columns - 2, rows - 2)] {
                picture.disc((place(column), place(row)), 0.7, Some(BLACK), None);
            }
        }
    }

    fn draw_coordinates(&self, picture: &mut Picture, margin: f32) {
        let shape = self.board.shape();
        let middle = |line: u8| margin + (f32::from(line) + 0.5) * SQUARE;
        let sides = |count: u8| [margin / 2.0, margin * 1.5 + f32::from(count) * SQUARE];
        for column in 0..shape.columns() {
            for y in sides(shape.rows()) {
                picture.text((middle(column), y), 4.5, BLACK, &char::from(b'a' + column).to_string());
            }
        }
        for row in 0..shape.rows() {
            for x in sides(shape.columns()) {
                picture.text((x, middle(row)), 4.5, BLACK, &(row + 1).to_string());
            }
        }
    }

    fn draw_square(&self, picture: &mut Picture, at: Cell, margin: f32) {
        let middle = |place: u8| margin + (f32::from(place) + 0.5) * SQUARE;
        let centre = (middle(at.column()), middle(at.row()));
        let disc = self.disc_at(at);
        match disc {
            Some(Colour::Black) => picture.disc(centre, RADIUS, Some(BLACK), None),
            Some(Colour::White) => picture.disc(centre, RADIUS, Some(WHITE), Some((BLACK, 0.4))),
            None => {}
        }
        let ink = if disc == Some(Colour::Black) { WHITE } else { BLACK };
        let number = self.number_at(at).map(|(_, number)| number.to_string());
        if let Some(number) = &number {
            picture.text(centre, if number.len() > 2 { 4.2 } else { 5.2 }, ink, number);
        }
        if self.last == Some(at) {
            match number {
                Some(_) => picture.disc(centre, RADIUS + 0.5, None, Some((RED, 0.7))),
                None => picture.disc(centre, 1.3, Some(RED), None),
            }
        }
        for mark in self.marks_at(at) {
            match mark {
                // A label on a numbered disc would hide the number.
                Mark::Label(text) if number.is_some() => {
                    picture.text((centre.0 + 3.4, centre.1 - 3.6), 2.8, BLUE, text);
                }
                Mark::Label(text) => {
                    picture.text_within(centre, 5.8, ink, text, 8.6);
                }
                Mark::Circle => picture.disc(centre, 2.6, None, Some((if disc.is_some() { RED } else { BLACK }, 0.7))),
                Mark::Cross => {
                    let ink = if disc.is_some() { RED } else { BLACK };
                    let (x, y) = centre;
                    picture.line((x - 2.0, y - 2.0), (x + 2.0, y + 2.0), ink, 0.8);
                    picture.line((x - 2.0, y + 2.0), (x + 2.0, y - 2.0), ink, 0.8);
                }
            }
        }
    }
}
