//! A judged game as a table for people.

use super::judged::seen_by;
use super::people::{self, Difficulty};
use super::{Class, JudgedGame, JudgedMove, Phase, Tally, TallyPart};
use emilia::notation::printable::printable;
use emilia::{Certainty, Colour, Game, Move, Score, Tags, Value};
use std::fmt::{self, Write};

/// The moves of the best line that are shown.
const LINE: usize = 8;
/// The columns before the depth of a move.
const BEFORE_DEPTH: usize = 50;
/// The columns before its best line.
const BEFORE_LINE: usize = 61;
/// The columns of the shares of people, between the depth and the best line.
const SHARES: usize = 15;
/// The columns of the shortest line that is worth them.
const LEAST_LINE: usize = 9;
/// The columns of the names of phases.
const LEAST_NAME: usize = 10;
/// The columns of the sums, without the names.
const SUMS: usize = 60;
/// Values at most this far from a draw count as even, as on the page of `web/`.
const EVEN: Score = Score::discs(1);

/// Writes the table: who played, each move with Black's values, its loss, and the sums of both players.
///
/// # Errors
/// If `out` fails.
pub fn table(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    table_within(judged, usize::MAX, out)
}

/// The same in lines of this width, if that is not too small: with fewer columns and shorter lines of moves.
///
/// # Errors
/// If `out` fails.
pub fn table_within(judged: &JudgedGame, width: usize, out: &mut dyn Write) -> fmt::Result {
    head(judged, out)?;
    let shares = if judged.is_graded() { SHARES } else { 0 };
    let head = "  #  side   move   before   after   loss      best  depth    ".to_owned();
    let head = head + if judged.is_graded() { "found  chance  " } else { "" } + "best line";
    writeln!(out, "{}", head.get(..columns(width, shares)).unwrap_or(&head).trim_end())?;
    let thrown = judged.first_thrown().map(|first| first.ply);
    for judged_move in &judged.moves {
        row(judged_move, thrown == Some(judged_move.ply), width, shares, out)?;
    }
    if judged.moves.len() < judged.game.moves().len() {
        writeln!(out, "interrupted: the moves before these are not analysed")?;
    }
    if let Some(end) = judged.end {
        let score = score_text(end);
        let depth = if judged.end_from_book { "book".to_owned() } else { depth_text(end) };
        match judged.game.is_over() {
            true => writeln!(out, "final score {score}")?,
            false => writeln!(out, "the game is not finished; value of the last position {score}, {depth}")?,
        }
    }
    writeln!(out)?;
    if columns(width, shares) > BEFORE_DEPTH && judged.moves.iter().any(JudgedMove::is_provisional) {
        writeln!(out, "~: searched to the end of the game with forward pruning, so the judgement is provisional.")?;
    }
    if columns(width, shares) > BEFORE_DEPTH {
        shares_text(judged, out)?;
    }
    sums(judged, width, out)?;
    match verdict(judged) {
        Some(verdict) => writeln!(out, "{verdict}"),
        None => Ok(()),
    }
}

/// The columns of a row that are shown: where the best line has no room, those before it; where the depth and the shares of people, which
/// take this number of columns, have none, those before that.
const fn columns(width: usize, shares: usize) -> usize {
    if width < BEFORE_LINE + shares {
        BEFORE_DEPTH
    } else if width < BEFORE_LINE + shares + LEAST_LINE {
        BEFORE_LINE + shares
    } else {
        usize::MAX
    }
}

/// Where the game was lost: the last move by which the side that is behind at the end fell behind.
fn verdict(judged: &JudgedGame) -> Option<String> {
    let end = judged.end.filter(|_| !judged.moves.is_empty())?.score();
    let is_over = judged.game.is_over();
    let loser = match end {
        _ if is_over && judged.game.winner().is_none() => return Some("A draw: nobody lost it.".to_owned()),
        Score::ZERO if is_over => return None, // the rules give the tie to a side
        end if !is_over && (-EVEN..=EVEN).contains(&end) => return Some("The game is even so far.".to_owned()),
        end if end > Score::ZERO => Colour::White,
        _ => Colour::Black,
    };
    let of_loser = |value: Value| seen_by(loser, value).score();
    let is_fatal = |judged: &&JudgedMove| {
        judged.colour == loser && of_loser(judged.before) >= -EVEN && of_loser(judged.after) < -EVEN
    };
    let side = if loser == Colour::Black { "Black" } else { "White" };
    let Some(fatal) = judged.moves.iter().rfind(is_fatal) else {
        let is_whole = judged.moves.len() == judged.game.moves().len();
        return is_whole.then(|| format!("{side} {} behind from the start.", if is_over { "was" } else { "is" }));
    };
    let did = if is_over { "lost the game" } else { "fell behind" };
    let number = fatal.number.map_or_else(String::new, |number| format!("move {number}, "));
    let [before, after] = [fatal.before, fatal.after].map(score_text);
    let view = if loser == Colour::White { " for Black" } else { "" };
    Some(format!("{side} {did} at {number}{}: from {before} to {after}{view}.", fatal.mv))
}

/// Who played, the opening, and the convention of signs.
fn head(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    let Game { tags, .. } = &judged.game;
    let [black, white] = [Colour::Black, Colour::White].map(|colour| name(&judged.game, colour));
    write!(out, "{black} (black) - {white} (white)")?;
    for text in [&tags.place, &tags.date].into_iter().filter(|text| !text.is_empty()) {
        write!(out, ", {}", plain(text))?;
    }
    writeln!(out)?;
    if let Some(opening) = &judged.opening {
        writeln!(out, "opening: {opening}")?;
    }
    writeln!(
        out,
        "Scores are discs for Black: + is good for Black, - for White. Losses are those of the side that moved."
    )
}

/// The name of a player, or `?`.
pub(super) fn name(game: &Game, colour: Colour) -> String {
    let name = plain(&game.tags.player(colour).name);
    if name.is_empty() { "?".to_owned() } else { name }
}

/// What a game is called for a person: the players, or this where they are not known, and the date.
pub(super) fn title(tags: &Tags, unknown: &str) -> String {
    let known = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let players = match [&tags.black.name, &tags.white.name].map(|name| name.trim()) {
        ["", ""] => unknown.to_owned(),
        [black, white] => format!("{} - {}", known(black), known(white)),
    };
    // PGN has a question mark for each digit that is not known.
    let date = tags.date.split('?').next().unwrap_or_default().trim_end_matches(['.', '-']).trim();
    let parts = [players.as_str(), date].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// Text of a record on one line.
fn plain(text: &str) -> String {
    printable(text.trim()).into_owned()
}

/// What the shares of people mean, and of which rating they are.
fn shares_text(judged: &JudgedGame, out: &mut dyn Write) -> fmt::Result {
    let rating = |colour: Colour| {
        let mut of_colour = judged.moves.iter().filter(|judged| judged.colour == colour);
        of_colour.find_map(|judged| Some(judged.difficulty?.rating))
    };
    let ratings = match [Colour::Black, Colour::White].map(rating) {
        [Some(black), Some(white)] if black != white => format!("{black} (black) and {white} (white)"),
        [Some(rating), _] | [_, Some(rating)] => rating.to_string(),
        [None, None] => return Ok(()),
    };
    writeln!(
        out,
        "found: of people rated {ratings}, the share who find a best move; chance: who play the move played."
    )?;
    if judged.moves.iter().any(|judged| common_mistake(judged).is_some()) {
        let least = Class::INACCURACY;
        writeln!(
            out,
            "common mistake: a move that loses {least} discs or more, where half of these people lose as much or more."
        )?;
    }
    Ok(())
}

/// How common a mistake is, if it is a common one.
fn common_mistake(judged: &JudgedMove) -> Option<String> {
    let is_common = |of: &&Difficulty| of.is_common() && judged.class() >= Class::Inaccuracy;
    judged.difficulty.as_ref().filter(is_common).map(Difficulty::of_mistake)
}

fn row(judged: &JudgedMove, is_first_thrown: bool, width: usize, shares: usize, out: &mut dyn Write) -> fmt::Result {
    let JudgedMove { number, colour, mv, before, after, best, line, loss, .. } = judged;
    let number = number.map_or_else(String::new, |number| number.to_string());
    let (mv, best) = (mv.to_string(), if best == mv { "-".to_owned() } else { best.to_string() });
    let [before_text, after_text] = [*before, *after].map(score_text);
    let (loss, mark, depth) = (loss_text(*loss), judged.class().mark(), basis_text(judged));
    let share = |of: fn(&Difficulty) -> f32| judged.difficulty.as_ref().map(|difficulty| percent(of(difficulty)));
    let of_people = match shares {
        0 => String::new(),
        _ => {
            let [found, chance] = [share(|of| of.found), share(|of| of.chance)].map(Option::unwrap_or_default);
            format!("{found:>5}  {chance:>6}  ")
        }
    };
    let mut text = format!(
        "{number:>3}  {colour:<5}  {mv:<4} {before_text:>8}{after_text:>8} {loss:>6} {mark:<2} {best:>6}  {depth:<7}  {of_people}{}",
        if best == "-" { String::new() } else { line_within(line, width.saturating_sub(BEFORE_LINE + shares)) }
    );
    // The text is ASCII.
    text.truncate(columns(width, shares));
    let text = text.trim_end();
    write!(out, "{text}")?;
    let thrown = judged.thrown().map(|thrown| match is_first_thrown {
        true => format!("first result thrown away: {thrown}"),
        false => thrown.to_string(),
    });
    let mut length = text.len();
    for note in thrown.into_iter().chain(common_mistake(judged)) {
        let is_below = length + "  <- ".len() + note.len() > width;
        write!(out, "{}<- {note}", if is_below { "\n      " } else { "  " })?;
        length = if is_below { 6 } else { length + 2 } + 3 + note.len();
    }
    writeln!(out)
}

/// A share in the columns of the table: `23%`.
fn percent(share: f32) -> String {
    people::percent(share).replace("less than ", "<").replace("more than ", ">").replace(' ', "")
}

/// The first moves of a line, as many as have room in this number of columns.
fn line_within(line: &[Move], columns: usize) -> String {
    let most = line.len().min(LINE);
    (0..=most).rev().map(|count| line_text(&line[..count])).find(|text| text.len() <= columns).unwrap_or_default()
}

/// The sums of both players by phase, with the limits of the classes.
fn sums(judged: &JudgedGame, width: usize, out: &mut dyn Write) -> fmt::Result {
    let titles =
        [Colour::Black, Colour::White].map(|colour| format!("{} ({colour})", shortened(&name(&judged.game, colour))));
    let names = titles.iter().map(String::len).max().unwrap_or(0).max(LEAST_NAME);
    let classes = [Class::Inaccuracy, Class::Mistake, Class::Blunder];
    // Where words do not fit, the marks of the moves do.
    let heads = match names + SUMS <= width {
        true => ["inaccuracies", "mistakes", "blunders"],
        false => classes.map(Class::mark),
    };
    write!(out, "{:names$}{:>12}  {:>5}  {:>5}", "", "discs lost", "moves", "best")?;
    heads.iter().try_for_each(|head| write!(out, "  {head:>2}"))?;
    writeln!(out)?;
    for (colour, title) in [Colour::Black, Colour::White].into_iter().zip(&titles) {
        let tally = Tally::of(judged, colour);
        part(&format!("{title:names$}"), &tally.total(), heads, out)?;
        for phase in Phase::ALL {
            part(&format!("{:names$}", format!("  {phase}")), tally.phase(phase), heads, out)?;
        }
    }
    writeln!(
        out,
        "Only moves with a choice are counted. Best: loses less than 0.5 discs; inaccuracy (?!): {} or more; mistake (?): {} or more; \
         blunder (??): {} or more.\nOpening: more than 40 empty squares; endgame: 20 or fewer.",
        Class::INACCURACY,
        Class::MISTAKE,
        Class::BLUNDER
    )
}

fn shortened(name: &str) -> String {
    name.chars().take(18).collect()
}

fn part(name: &str, part: &TallyPart, heads: [&str; 3], out: &mut dyn Write) -> fmt::Result {
    let best = part.best_rate().map_or_else(|| "-".to_owned(), |rate| format!("{:.0}%", 100.0 * rate));
    let counts = [Class::Inaccuracy, Class::Mistake, Class::Blunder].map(|class| part.count(class));
    write!(out, "{name}{:>12.2}  {:>5}  {best:>5}", part.discs_lost(), part.moves)?;
    for (head, count) in heads.iter().zip(counts) {
        write!(out, "  {count:>0$}", head.len().max(2))?;
    }
    writeln!(out)
}

/// A score with its sign; whole numbers for proofs, and `>=` or `<=` before bounds.
pub(super) fn score_text(value: Value) -> String {
    let whole = match value.score().rounded() {
        0 => "0".to_owned(),
        discs => format!("{discs:+}"),
    };
    match value.certainty() {
        Certainty::Depth { .. } => value.score().to_string(),
        Certainty::Exact => whole,
        Certainty::AtLeast => format!(">={whole}"),
        Certainty::AtMost => format!("<={whole}"),
    }
}

/// `book`, or the depth of the value before the move, with `~` if the judgement is provisional.
fn basis_text(judged: &JudgedMove) -> String {
    match judged.from_book {
        true => judged.basis(),
        false => depth_text(judged.before) + if judged.is_provisional() { "~" } else { "" },
    }
}

/// `exact`, `proved` for a bound, or the depth with the confidence.
fn depth_text(value: Value) -> String {
    match value.certainty() {
        Certainty::AtLeast | Certainty::AtMost => "proved".to_owned(),
        certainty => certainty.to_string(),
    }
}

fn loss_text(loss: Score) -> String {
    if loss == Score::ZERO { "-".to_owned() } else { format!("{:.2}", loss.to_discs()) }
}

/// The first moves of a line.
pub(super) fn beginning(line: &[Move]) -> String {
    line_text(&line[..line.len().min(LINE)])
}

/// The names of the moves with a blank between two of them.
pub(super) fn line_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
