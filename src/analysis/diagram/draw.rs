//! Diagrams as pictures.

use super::{BoardStyle, Diagram, Mark};
use crate::analysis::picture::Picture;
use crate::game::{Cell, Colour};

/// The side of a square, a centimetre in print.
const SQUARE: f32 = 10.0;
/// The space around the board, with and without coordinates.
const MARGIN: f32 = 7.0;
const NARROW_MARGIN: f32 = 1.0;
/// The space for a line below the board.
const CAPTION: f32 = 7.0;
const RADIUS: f32 = 4.2;

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
        let side = f32::from(self.board.size()) * SQUARE;
        let below = if self.caption.is_empty() { 0.0 } else { CAPTION };
        let title = if self.caption.is_empty() { "Othello board" } else { &self.caption };
        let mut picture = Picture::new(title, side + 2.0 * margin, side + 2.0 * margin + below);
        self.draw_board(&mut picture, margin, side);
        for cell in self.board.cells() {
            self.draw_square(&mut picture, cell, margin);
        }
        if !self.caption.is_empty() {
            let at = (margin + side / 2.0, side + 2.0 * margin + CAPTION / 2.0 - 1.0);
            picture.text_within(at, 4.5, BLACK, &self.caption, side + margin);
        }
        picture
    }

    fn draw_board(&self, picture: &mut Picture, margin: f32, side: f32) {
        let fill = match self.style {
            BoardStyle::White => WHITE,
            BoardStyle::Green => GREEN,
        };
        picture.rectangle((margin, margin), (side, side), fill);
        let size = self.board.size();
        for line in 0..=size {
            let at = margin + f32::from(line) * SQUARE;
            let width = if line == 0 || line == size { 0.6 } else { 0.25 };
            picture.line((margin, at), (margin + side, at), BLACK, width);
            picture.line((at, margin), (at, margin + side), BLACK, width);
        }
        if size > 5 {
            let [near, far] = [margin + 2.0 * SQUARE, margin + side - 2.0 * SQUARE];
            for dot in [(near, near), (near, far), (far, near), (far, far)] {
                picture.disc(dot, 0.7, Some(BLACK), None);
            }
        }
        if !self.has_coordinates {
            return;
        }
        for line in 0..size {
            let at = margin + (f32::from(line) + 0.5) * SQUARE;
            let (near, far) = (margin / 2.0, margin * 1.5 + side);
            let (letter, number) = (char::from(b'a' + line).to_string(), (line + 1).to_string());
            for other in [near, far] {
                picture.text((at, other), 4.5, BLACK, &letter);
                picture.text((other, at), 4.5, BLACK, &number);
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
