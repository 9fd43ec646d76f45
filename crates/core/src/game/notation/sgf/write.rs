//! Writes SGF.

use super::{COMMENT, CUT_OFF, FEWEST, OWN_NAMES};
use crate::game::notation::properties::{self, is_foreign};
use crate::game::{Colour, Conditions, Ending, Game, Goal, Move, Outcome, Rules, Shape, Turn, Variation};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is written beside a move in SGF. See [`write_annotated`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Properties of the node, each a name and a value.
    pub properties: Vec<(&'static str, String)>,
    /// A line of play in place of the move, written as a variation; may be empty.
    pub variation: Vec<Move>,
}

/// Whether nodes are written for passes.
///
/// # Examples
/// ```
/// use emilia_core::notation::sgf::{Annotation, Passes, self};
///
/// let game = sgf::read("(;GM[2]AB[aa:ca]AW[d1]PL[W];W[];B[e1]C[won])")?;
/// let text = sgf::write_annotated(&game, Passes::LeftOut, |_| Annotation::default());
/// assert!(text.ends_with("PL[W];B[e1]C[won])\n"), "{text}");
/// assert_eq!(sgf::read(&text)?.moves(), game.moves());
/// # Ok::<(), emilia_core::notation::sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passes {
    /// They have nodes as moves have.
    #[default]
    Written,
    /// They follow from the rules; Edax and other programs stop reading at their nodes. What is written beside a pass stands with the move
    /// before it, and passes behind the last move are lost.
    LeftOut,
}

/// Writes a game, a node a move; notes beside the moves and what a player's clock adds have no place in SGF.
pub fn write(game: &Game) -> String {
    write_annotated(game, Passes::Written, |_| Annotation::default())
}

/// Writes a game with annotations for the moves by their number, counted from 0 with the passes. The game is the main line: where there
/// is a variation it is the first one.
///
/// # Examples
/// ```
/// use emilia_core::notation::{sgf::{Annotation, Passes, write_annotated}, transcript};
///
/// let game = transcript::read("f5d6").unwrap();
/// let line = vec!["f6".parse().unwrap()];
/// let text = write_annotated(&game, Passes::Written, |ply| match ply {
///     1 => Annotation { properties: vec![("C", "or f6".into())], variation: line.clone() },
///     _ => Annotation::default(),
/// });
/// assert!(text.ends_with(";B[f5](;W[d6]C[or f6])(;W[f6]))\n"));
/// ```
pub fn write_annotated(game: &Game, passes: Passes, annotation: impl Fn(usize) -> Annotation) -> String {
    let mut out = String::from("(;");
    head(game, &mut out);
    // Each move with variations opens a tree, which ends after the game and is followed by the variations.
    let mut forks = Vec::new();
    let is_node =
        |ply: usize| passes == Passes::Written || game.moves().get(ply).is_some_and(|played| played.mv != Move::Pass);
    for ((ply, turn), played) in game.turns().zip(game.moves()).filter(|((ply, _), _)| is_node(*ply)) {
        let Annotation { properties, variation } = annotation(ply);
        let of_annotation = Variation { ply, moves: variation, comments: Vec::new() };
        let of_record = game.tags.variations.iter().filter(|variation| variation.ply == ply).cloned();
        let lines = core::iter::once(of_annotation).chain(of_record).filter(|line| !line.moves.is_empty());
        let lines: Vec<Variation> = lines.collect();
        if !lines.is_empty() {
            out.push('(');
            forks.push((turn, lines));
        }
        out.push_str(&node(turn.to_move, played.mv));
        let next = (ply + 1..game.moves().len()).find(|&ply| is_node(ply)).unwrap_or(game.moves().len());
        let own = (ply + 1..=next).map(|moves| (COMMENT, game.tags.comment(moves)));
        put(&mut out, own.filter(|(_, text)| !text.is_empty()).chain(properties));
    }
    for (turn, lines) in forks.into_iter().rev() {
        out.push(')');
        for line in &lines {
            out.push('(');
            write_line(game.rules().conditions(), turn, line, &mut out);
            out.push(')');
        }
    }
    out + ")\n"
}

/// Writes the nodes of a line from this turn, as far as it is legal.
fn write_line(conditions: &Conditions, turn: &Turn, line: &Variation, out: &mut String) {
    // The discs left are not counted on the way to this turn.
    let conditions = Conditions { supply: None, ..*conditions };
    let mut game = Game::new(Rules::from_start(*turn).with_conditions(conditions));
    for (number, mv) in line.moves.iter().enumerate() {
        let colour = game.to_move();
        if game.play(*mv).is_err() {
            break;
        }
        out.push_str(&node(colour, *mv));
        // A comment before the first move has no node of its own.
        let is_here = |at: usize| at == number + 1 || number == 0 && at == 0;
        let comments = line.comments.iter().filter(|(at, _)| is_here(*at));
        put(out, comments.map(|(_, text)| (COMMENT, text.clone())));
    }
}

/// Writes the properties of a node. A name may be used once in a node, so values of the same name, such as the comments of the record and
/// of an annotation, become one text.
fn put<'a>(out: &mut String, properties: impl Iterator<Item = (&'a str, String)>) {
    let mut merged: Vec<(&str, String)> = Vec::new();
    for (name, value) in properties {
        match merged.iter_mut().find(|(other, _)| *other == name) {
            Some((_, text)) => *text = format!("{text}\n{value}"),
            None => merged.push((name, value)),
        }
    }
    for (name, value) in merged {
        properties::write(out, name, &value);
    }
}

fn node(colour: Colour, mv: Move) -> String {
    let place = if mv == Move::Pass { String::new() } else { mv.to_string() };
    format!(";{}[{place}]", initial(colour))
}

/// The properties of a game before its first move.
fn head(game: &Game, out: &mut String) {
    let (rules, tags) = (game.rules(), &game.tags);
    for (name, value) in [("FF", "4"), ("GM", "2"), ("CA", "UTF-8"), ("SZ", &size_text(rules.shape()))] {
        properties::write(out, name, value);
    }
    let rating = |rating: Option<f64>| rating.map_or_else(String::new, |rating| rating.to_string());
    let time = tags.black.time.filter(|_| tags.black.time == tags.white.time);
    let named = [
        ("PB", tags.black.name.clone()),
        ("BR", rating(tags.black.rating)),
        ("PW", tags.white.name.clone()),
        ("WR", rating(tags.white.rating)),
        ("PC", tags.place.clone()),
        ("DT", tags.date.clone()),
        ("RE", game.outcome().as_ref().map_or_else(String::new, outcome_text)),
        ("TM", time.map_or_else(String::new, |time| time.main.as_secs_f64().to_string())),
        ("RU", rules_text(rules.conditions())),
    ];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    let own_name = |kept: &'_ str| properties::PGN_NAMES.iter().find(|(_, other)| *other == kept).map(|(own, _)| *own);
    let others = tags.others.iter().map(|(name, value)| (own_name(name).unwrap_or(name), value.clone()));
    let comment = core::iter::once((COMMENT, tags.comment(0))).filter(|(_, text)| !text.is_empty());
    put(out, named.chain(others.filter(|(name, _)| is_foreign(name, &OWN_NAMES))).chain(comment));
    let shape = rules.shape();
    if !shape.is_whole() {
        let cut_off = shape.places().filter(|&cell| !shape.has(cell));
        out.push_str(&format!("{CUT_OFF}{}", cut_off.map(|cell| format!("[{cell}]")).collect::<String>()));
    }
    if Rules::diagonal(*shape).is_ok_and(|standard| standard.start() == rules.start()) {
        return;
    }
    out.push_str(&set_up(rules.start()));
}

/// `8`, or `10:8` with columns and rows.
fn size_text(shape: &Shape) -> String {
    let (columns, rows) = (shape.columns(), shape.rows());
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

fn rules_text(conditions: &Conditions) -> String {
    let is_fewest = *conditions == Conditions { goal: Goal::Fewest, ..Conditions::default() };
    if is_fewest { FEWEST.to_owned() } else { conditions.to_string() }
}

const fn initial(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn set_up(start: &Turn) -> String {
    let places = |colour| -> String { start.board.discs(colour).map(|cell| format!("[{cell}]")).collect() };
    let named = [("AB", places(Colour::Black)), ("AW", places(Colour::White))];
    let mut text = String::new();
    for (name, places) in named.iter().filter(|(_, places)| !places.is_empty()) {
        text += name;
        text += places;
    }
    // Without any set-up a reader would take the standard start.
    if text.is_empty() {
        text += "AE[a1]";
    }
    text + "PL[" + initial(start.to_move) + "]"
}

pub(in crate::game) fn outcome_text(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else { return "0".to_owned() };
    let how = match (outcome.ending, outcome.margin) {
        (Ending::Resigned, _) => "R".to_owned(),
        (Ending::TimedOut, _) => "T".to_owned(),
        (_, Some(margin)) => margin.to_string(),
        (_, None) => String::new(),
    };
    format!("{}+{how}", initial(winner))
}
