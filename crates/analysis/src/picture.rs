//! Pictures of simple shapes, written as SVG or PNG.
//!
//! Knows nothing of boards. All lengths are in units of the picture; the formats scale them.

mod glyphs;
mod png;
mod svg;

pub use png::PngError;

/// A colour: red, green and blue.
pub(super) type Ink = [u8; 3];

/// A picture, from the top left corner to the right and down.
///
/// # Examples
/// ```
/// use emilia_analysis::Diagram;
/// use emilia::Game;
///
/// let picture = Diagram::position(Game::default().turn()).picture();
/// assert!(picture.to_svg().starts_with("<svg"));
/// assert_eq!(picture.to_png(400)?[..4], *b"\x89PNG");
/// # Ok::<(), emilia_analysis::PngError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The title for people who do not see the picture.
    title: String,
    width: f32,
    height: f32,
    shapes: Vec<Shape>,
}

/// A part of a picture; later ones cover earlier ones.
#[derive(Clone, PartialEq, Debug)]
enum Shape {
    Rectangle { x: f32, y: f32, width: f32, height: f32, fill: Ink },
    Disc { x: f32, y: f32, radius: f32, fill: Option<Ink>, line: Option<(Ink, f32)> },
    Line { from: (f32, f32), to: (f32, f32), ink: Ink, width: f32 },
    Text(Text),
}

/// One line of text.
#[derive(Clone, PartialEq, Debug)]
struct Text {
    /// The middle of the text, or its left end.
    x: f32,
    /// The middle of its capital letters.
    y: f32,
    /// The size of the font; capital letters are 0.7 of it high.
    size: f32,
    ink: Ink,
    is_centred: bool,
    text: String,
}

/// The height of capital letters in parts of the size of the font.
const CAPITALS: f32 = 0.7;

/// The width of a wide letter in parts of the size of the font.
const LETTER: f32 = 0.62;

impl Picture {
    /// A white picture of this size.
    pub(super) fn new(title: &str, width: f32, height: f32) -> Picture {
        let mut picture = Picture { title: title.to_owned(), width, height, shapes: Vec::new() };
        picture.rectangle((0.0, 0.0), (width, height), [255; 3]);
        picture
    }

    pub(super) fn rectangle(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), fill: Ink) {
        self.shapes.push(Shape::Rectangle { x, y, width, height, fill });
    }

    /// A disc, filled, with a line around it, or both; the line is within the radius.
    pub(super) fn disc(&mut self, (x, y): (f32, f32), radius: f32, fill: Option<Ink>, line: Option<(Ink, f32)>) {
        self.shapes.push(Shape::Disc { x, y, radius, fill, line });
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink, width: f32) {
        self.shapes.push(Shape::Line { from, to, ink, width });
    }

    /// A text around this point, smaller if it would be wider than this.
    pub(super) fn text_within(&mut self, at: (f32, f32), size: f32, ink: Ink, text: &str, width: f32) {
        self.text(at, fitting(size, text, width), ink, text);
    }

    /// A text around this point.
    pub(super) fn text(&mut self, (x, y): (f32, f32), size: f32, ink: Ink, text: &str) {
        self.shapes.push(Shape::Text(Text { x, y, size, ink, is_centred: true, text: text.to_owned() }));
    }

    /// A text to the right of this point, smaller if it would be wider than this.
    pub(super) fn text_beside(&mut self, (x, y): (f32, f32), size: f32, ink: Ink, text: &str, width: f32) {
        let size = fitting(size, text, width);
        self.shapes.push(Shape::Text(Text { x, y, size, ink, is_centred: false, text: text.to_owned() }));
    }
}

/// The size at which a text is at most this wide, if its letters have the usual width.
fn fitting(size: f32, text: &str, width: f32) -> f32 {
    size.min(width / (LETTER * text.chars().count().max(1) as f32))
}
