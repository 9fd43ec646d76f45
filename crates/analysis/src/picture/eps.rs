//! Pictures as encapsulated PostScript, with the font Helvetica, which every interpreter has.

use super::{CAPITALS, Ink, Picture, Shape, Text};
use std::fmt::Write;

/// Points of a unit: ten units are a centimetre.
const POINTS: f32 = 72.0 / 25.4;

/// The font with the letters of Latin-1, and a procedure for a text: `x y size text centred`.
const PROLOGUE: &str = "/Helvetica-Bold findfont dup length dict begin
{1 index /FID ne {def} {pop pop} ifelse} forall
/Encoding ISOLatin1Encoding def currentdict end /Bold exch definefont pop
/centred {/Bold findfont exch scalefont setfont 3 1 roll moveto dup stringwidth pop 2 div neg 0 rmoveto show} bind def
/beside {/Bold findfont exch scalefont setfont 3 1 roll moveto show} bind def
1 setlinecap
";

impl Picture {
    /// The picture as EPS of level 2, a centimetre for ten units; letters beyond Latin-1 become `?`.
    pub fn to_eps(&self) -> String {
        let Picture { title, width, height, shapes } = self;
        let (right, top) = (width * POINTS, height * POINTS);
        let title: String = title.chars().filter(|letter| letter.is_ascii() && !letter.is_control()).collect();
        let mut out = format!(
            "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {} {}\n%%HiResBoundingBox: 0 0 {right:.3} {top:.3}\n\
             %%Title: {title}\n%%LanguageLevel: 2\n%%EndComments\nsave 20 dict begin\n{PROLOGUE}{POINTS:.5} dup scale\n",
            right.ceil(),
            top.ceil()
        );
        for shape in shapes {
            // Writing to a String cannot fail.
            let _ = write_shape(&mut out, shape, *height);
        }
        out + "end restore\nshowpage\n%%EOF\n"
    }
}

/// Writes a shape; PostScript counts from the bottom.
fn write_shape(out: &mut String, shape: &Shape, height: f32) -> std::fmt::Result {
    match shape {
        Shape::Rectangle { x, y, width, height: depth, fill } => {
            writeln!(out, "{} {x} {} {width} {depth} rectfill", colour(*fill), height - y - depth)
        }
        Shape::Disc { x, y, radius, fill, line } => {
            let y = height - y;
            if let Some(fill) = fill {
                writeln!(out, "{} newpath {x} {y} {radius} 0 360 arc closepath fill", colour(*fill))?;
            }
            if let Some((ink, width)) = line {
                let radius = radius - width / 2.0;
                write!(out, "{} {width} setlinewidth ", colour(*ink))?;
                writeln!(out, "newpath {x} {y} {radius:.3} 0 360 arc closepath stroke")?;
            }
            Ok(())
        }
        Shape::Line { from: (x1, y1), to: (x2, y2), ink, width } => {
            let (y1, y2) = (height - y1, height - y2);
            writeln!(out, "{} {width} setlinewidth newpath {x1} {y1} moveto {x2} {y2} lineto stroke", colour(*ink))
        }
        Shape::Text(Text { x, y, size, ink, is_centred, text }) => {
            let baseline = height - y - size * CAPITALS / 2.0;
            let procedure = if *is_centred { "centred" } else { "beside" };
            writeln!(out, "{} {x} {baseline:.3} {} {size} {procedure}", colour(*ink), string(text))
        }
    }
}

fn colour(ink: Ink) -> String {
    let [red, green, blue] = ink.map(|part| f32::from(part) / 255.0);
    format!("{red:.3} {green:.3} {blue:.3} setrgbcolor")
}

/// A string of PostScript in ASCII.
fn string(text: &str) -> String {
    let mut out = String::from("(");
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match u8::try_from(letter).unwrap_or(b'?') {
            letter @ (b'(' | b')' | b'\\') => out.extend(['\\', char::from(letter)]),
            letter if letter.is_ascii() => out.push(char::from(letter)),
            // Writing to a String cannot fail.
            letter => drop(write!(out, "\\{letter:03o}")),
        }
    }
    out + ")"
}
