//! Judged games as records: GGF with a value beside each move, SGF with values, comments and best lines as variations.

use super::judged::seen_by;
use super::table::{beginning, score_text};
use super::{Class, JudgedGame, JudgedMove};
use emilia::notation::{
    ggf,
    sgf::{self, Annotation, Passes},
};
use emilia::{Game, Played};

/// How the comment of a best move begins, and how that of another one.
const BEST_MOVE: &str = "Best move. Value for Black";
const OTHER_MOVE: &str = "Value for Black";

/// What follows if the values rest on a search to the end of the game with forward pruning.
const PROVISIONAL: &str = " Provisional: searched to the end with forward pruning.";

/// The game in GGF. The value beside a move is that of the move for the side that played it, as NBoard and GGS have it; values that the
/// record had are replaced where a move was judged.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{JudgeOptions, annotated_ggf, judge};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(3).unwrap());
/// let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
/// assert!(annotated_ggf(&judged).contains("B[F5/"));
/// ```
pub fn annotated_ggf(judged: &JudgedGame) -> String {
    let mut game = Game::new(judged.game.rules().clone());
    game.tags = judged.game.tags.clone();
    for (ply, played) in judged.game.moves().iter().enumerate() {
        let of_move = judged.moves.iter().find(|judged| judged.ply == ply);
        let eval =
            of_move.map_or(played.eval, |of_move| Some(seen_by(of_move.colour, of_move.after).score().to_discs()));
        // The moves were legal before.
        if game.play_noted(Played { eval, ..*played }).is_err() {
            break;
        }
    }
    ggf::write(&game)
}

/// The game in SGF: Black's value in `V`, a comment for each move, the marks `DO`, `BM` and `TE`, and the best line as a
/// variation where the move lost two discs or more.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Stop};
/// use emilia::notation::{sgf, transcript};
/// use emilia_analysis::{JudgeOptions, annotated_sgf, judge};
///
/// let game = transcript::read("f5f6e6d6").unwrap();
/// let options = JudgeOptions::level(Level::new(3).unwrap());
/// let judged = judge(&mut Engine::new(EngineOptions::default()), &game, &options, &Stop::new(), |_| {});
/// let text = annotated_sgf(&judged, sgf::Passes::Written);
/// assert!(text.contains("V[") && sgf::read(&text).unwrap().transcript() == "f5f6e6d6");
/// ```
pub fn annotated_sgf(judged: &JudgedGame, passes: Passes) -> String {
    let mut game = judged.game.clone();
    for (_, comment) in &mut game.tags.comments {
        *comment = without_values(comment);
    }
    game.tags.comments.retain(|(_, comment)| !comment.is_empty());
    sgf::write_annotated(&game, passes, |ply| {
        judged.moves.iter().find(|judged| judged.ply == ply).map_or_else(Annotation::default, annotation)
    })
}

/// The comment without the lines that an earlier analysis wrote, which the new ones replace.
fn without_values(comment: &str) -> String {
    let is_value =
        |line: &&str| line.starts_with(BEST_MOVE) || line.starts_with(OTHER_MOVE) && line.contains("; best ");
    comment.lines().filter(|line| !is_value(line)).collect::<Vec<_>>().join("\n")
}

/// A phrase as the beginning of a sentence.
fn capitalised(phrase: &str) -> String {
    phrase.get(..1).map_or_else(String::new, str::to_ascii_uppercase) + phrase.get(1..).unwrap_or_default()
}

fn annotation(judged: &JudgedMove) -> Annotation {
    let JudgedMove { before, after, best, line, loss, .. } = judged;
    let (of_best, of_move) = (score_text(*before), score_text(*after));
    let class = judged.class();
    let mut comment = match best == &judged.mv {
        true => format!("{BEST_MOVE} {of_move} ({}).", judged.basis()),
        false => format!(
            "{OTHER_MOVE} {of_move}; best {best} {of_best} ({}): {}. Loses {:.2} discs.",
            judged.basis(),
            beginning(line),
            loss.to_discs()
        ),
    };
    if judged.is_provisional() {
        comment += PROVISIONAL;
    }
    if let Some(difficulty) = &judged.difficulty {
        comment += &format!(" {}.", capitalised(&difficulty.to_string()));
        if class >= Class::Inaccuracy {
            comment += &format!(" {}.", capitalised(&difficulty.of_mistake()));
        }
    }
    if let Some(thrown) = judged.thrown() {
        comment += &format!(" Proved: {thrown}.");
    }
    let mut properties = vec![("V", format!("{:.2}", after.score().to_discs())), ("C", comment)];
    match class {
        Class::Best | Class::Good => {}
        Class::Inaccuracy => properties.push(("DO", String::new())),
        Class::Mistake => properties.push(("BM", "1".to_owned())),
        Class::Blunder => properties.push(("BM", "2".to_owned())),
    }
    let variation = if class >= Class::Inaccuracy { line.clone() } else { Vec::new() };
    Annotation { properties, variation }
}
