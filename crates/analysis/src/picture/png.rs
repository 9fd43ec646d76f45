//! Pictures as PNG. Texts are drawn with the letters of this module, so that no font is needed.

use super::glyphs::{Stroke, glyph};
use super::{CAPITALS, Ink, Picture, Shape, Text};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Transform};

/// The most pixels of a side.
const MOST: u32 = 10_000;

/// The picture cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The width, or the height that follows from it, is too small or too large.
    #[error("a picture has 1 to {MOST} pixels a side, not {0}")]
    Size(u32),
    /// The image cannot be compressed.
    #[error("cannot encode the picture: {0}")]
    Encode(String),
}

impl Picture {
    /// The picture as PNG, this number of pixels wide.
    ///
    /// # Errors
    /// If the width or the height is not from 1 to 10,000 pixels.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        let scale = width as f32 / self.width;
        let height = (self.height * scale).round() as u32;
        for side in [width, height] {
            if !(1..=MOST).contains(&side) {
                return Err(PngError::Size(side));
            }
        }
        let mut image = Pixmap::new(width, height).ok_or(PngError::Size(width))?;
        image.fill(Color::WHITE);
        let mut canvas = Canvas { image, scale: Transform::from_scale(scale, scale) };
        self.shapes.iter().for_each(|shape| canvas.draw(shape));
        canvas.image.encode_png().map_err(|error| PngError::Encode(error.to_string()))
    }
}

struct Canvas {
    image: Pixmap,
    scale: Transform,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rectangle { x, y, width, height, fill } => {
                if let Some(area) = tiny_skia::Rect::from_xywh(*x, *y, *width, *height) {
                    self.fill(&PathBuilder::from_rect(area), *fill);
                }
            }
            Shape::Disc { x, y, radius, fill, line } => {
                let circle = |radius| PathBuilder::from_circle(*x, *y, radius);
                if let (Some(fill), Some(path)) = (fill, circle(*radius)) {
                    self.fill(&path, *fill);
                }
                if let Some((ink, width)) = line
                    && let Some(path) = circle(radius - width / 2.0)
                {
                    self.stroke(&path, *ink, *width);
                }
            }
            Shape::Line { from, to, ink, width } => {
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
                if let Some(path) = path.finish() {
                    self.stroke(&path, *ink, *width);
                }
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn fill(&mut self, path: &Path, ink: Ink) {
        self.image.fill_path(path, &paint(ink), FillRule::Winding, self.scale, None);
    }

    fn stroke(&mut self, path: &Path, ink: Ink, width: f32) {
        let pen =
            tiny_skia::Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Default::default() };
        self.image.stroke_path(path, &paint(ink), &pen, self.scale, None);
    }

    fn text(&mut self, Text { x, y, size, ink, is_centred, text }: &Text) {
        // Glyphs are six units high.
        let unit = size * CAPITALS / 6.0;
        let glyphs: Vec<_> = text.chars().map(glyph).collect();
        let width: f32 = glyphs.iter().map(|glyph| glyph.width + GAP).sum::<f32>() - GAP;
        let mut left = if *is_centred { x - width * unit / 2.0 } else { *x };
        let top = y - 3.0 * unit;
        let mut path = PathBuilder::new();
        for glyph in glyphs {
            let place = |(x, y): (f32, f32)| (left + x * unit, top + y * unit);
            for stroke in &glyph.strokes {
                match *stroke {
                    Stroke::Move(to) => path.move_to(place(to).0, place(to).1),
                    Stroke::Line(to) => path.line_to(place(to).0, place(to).1),
                    Stroke::Curve(one, two, to) => {
                        let ((x1, y1), (x2, y2), (x, y)) = (place(one), place(two), place(to));
                        path.cubic_to(x1, y1, x2, y2, x, y);
                    }
                }
            }
            left += (glyph.width + GAP) * unit;
        }
        if let Some(path) = path.finish() {
            self.stroke(&path, *ink, PEN * unit);
        }
    }
}

/// The space between two glyphs, and the width of their lines, in the units of glyphs.
const GAP: f32 = 1.5;
const PEN: f32 = 0.95;

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(ink[0], ink[1], ink[2], 255);
    paint
}
