//! Pictures as SVG, with texts as text in the reader's sans-serif font.

use super::{CAPITALS, Ink, Picture, Shape, Text};
use std::fmt::Write;

/// Pixels of a unit, where the reader does not choose a size.
const PIXELS: f32 = 5.0;

impl Picture {
    /// The picture as SVG 1.1: one element, in lines.
    pub fn to_svg(&self) -> String {
        let Picture { title, width, height, shapes } = self;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
             role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"bold\">\n<title>{}</title>\n",
            width * PIXELS,
            height * PIXELS,
            escaped(title)
        );
        for shape in shapes {
            // Writing to a String cannot fail.
            let _ = write_shape(&mut out, shape);
        }
        out + "</svg>\n"
    }
}

fn write_shape(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Rectangle { x, y, width, height, fill } => {
            let fill = colour(*fill);
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")
        }
        Shape::Disc { x, y, radius, fill, line } => {
            let fill = fill.map_or_else(|| "none".to_owned(), colour);
            match line {
                Some((ink, width)) => {
                    let (radius, ink) = (rounded(radius - width / 2.0), colour(*ink));
                    write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" ")?;
                    writeln!(out, "stroke=\"{ink}\" stroke-width=\"{width}\"/>")
                }
                None => writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"),
            }
        }
        Shape::Line { from: (x1, y1), to: (x2, y2), ink, width } => {
            let ink = colour(*ink);
            write!(out, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{ink}\" stroke-width=\"{width}\" ")?;
            writeln!(out, "stroke-linecap=\"round\"/>")
        }
        Shape::Text(Text { x, y, size, ink, is_centred, text }) => {
            let (anchor, ink) = (if *is_centred { " text-anchor=\"middle\"" } else { "" }, colour(*ink));
            let baseline = rounded(y + size * CAPITALS / 2.0);
            write!(out, "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" fill=\"{ink}\"{anchor}>")?;
            writeln!(out, "{}</text>", escaped(text))
        }
    }
}

/// The number with two decimals at most.
fn rounded(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

fn colour([red, green, blue]: Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text of an element; letters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let allowed = text.chars().filter(|letter| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}'));
    allowed.collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
