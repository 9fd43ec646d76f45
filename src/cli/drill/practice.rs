//! Practice on the console.

use super::file::DeckFile;
use super::input::{Answer, Answers};
use super::{count, now, state, until};
use crate::cli::event_loop::{columns, has_colours};
use crate::cli::signals::INTERRUPTED;
use crate::protocol::{Console, OutputMode, Protocol as _};
use crate::session::Event;
use emilia::Move;
use emilia::notation::printable::printable;
use emilia_analysis::Class;
use emilia_analysis::drill::{Exercise, Grade};
use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::process::ExitCode;

const HELP: &str = "Type a move such as d3, or hint, show (the solution), skip (it comes another time), quit.";
/// The columns of texts where there is no terminal.
const WIDTH: usize = 100;

/// How an exercise ended.
enum Outcome {
    Answered(Grade),
    Skipped,
    /// The practice is over.
    Ended {
        is_interrupted: bool,
    },
}

/// A person, or a script, at practice.
struct Practice {
    answers: Answers,
    console: Console,
    width: usize,
}

/// Asks what is due, then at most `new` exercises that were never answered. Each answer is saved at once.
///
/// # Errors
/// If the file cannot be written, or the streams fail.
pub(super) fn run(mut file: DeckFile, new: usize) -> anyhow::Result<ExitCode> {
    let mut practice = Practice::new();
    let mut queue: VecDeque<usize> = file.deck.session(now(), new).into();
    if queue.is_empty() {
        let advice = "emilia drill add makes exercises from your games: emilia drill add games.pgn --player NAME.";
        let text = match file.deck.cards.is_empty() {
            true => format!("There are no exercises. {advice}"),
            false => format!("Nothing is due. {}.", state(&file.deck, now())),
        };
        practice.say(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    practice.say(&format!("{} to practise. {HELP}", count(queue.len() as u64, "exercise")))?;
    let (mut done, mut grades, mut code) = (0, Vec::new(), ExitCode::SUCCESS);
    while let Some(number) = queue.pop_front() {
        let Some(card) = file.deck.cards.get(number) else { continue };
        done += 1;
        let title = format!("{done} of {}: {}", done + queue.len(), printable(&card.exercise.from));
        match practice.ask(&card.exercise, &title)? {
            Outcome::Answered(grade) => {
                let answered = now();
                file.deck.answer(number, grade, answered);
                file.save()?;
                let due = file.deck.cards[number].memory.map_or(answered, |memory| memory.due);
                practice.say(&match grade {
                    Grade::Again => {
                        "More than one hint or wrong move, or show, counts as not yet. It comes again at the end."
                            .to_owned()
                    }
                    Grade::Hard | Grade::Good => format!("It comes again {}.", until(due, answered)),
                })?;
                grades.push(grade);
                if grade == Grade::Again {
                    queue.push_back(number);
                }
            }
            Outcome::Skipped => {}
            Outcome::Ended { is_interrupted } => {
                code = if is_interrupted { ExitCode::from(INTERRUPTED) } else { code };
                break;
            }
        }
    }
    practice.say("")?;
    practice.say(&summary(&grades))?;
    practice.say(&format!("{}.", state(&file.deck, now())))?;
    Ok(code)
}

/// What was answered how.
fn summary(grades: &[Grade]) -> String {
    let [again, hard, good] =
        [Grade::Again, Grade::Hard, Grade::Good].map(|grade| grades.iter().filter(|other| **other == grade).count());
    format!(
        "{}: {good} right at once, {hard} at the second try or with one hint, {again} not yet.",
        count(grades.len() as u64, "answer")
    )
}

impl Practice {
    fn new() -> Practice {
        let answers = Answers::open();
        let (console, width) = match answers.is_terminal() {
            true => (Console::new(OutputMode::Terminal), columns()),
            false => (Console::new(OutputMode::Script), WIDTH),
        };
        let console = if answers.is_terminal() && has_colours() { console.with_colours() } else { console };
        Practice { answers, console: console.with_width(width), width }
    }

    /// Writes a paragraph.
    fn say(&self, text: &str) -> io::Result<()> {
        writeln!(io::stdout(), "{}", textwrap::fill(text, self.width))
    }

    /// Shows the board and asks until the move is found, shown or skipped.
    fn ask(&mut self, exercise: &Exercise, title: &str) -> io::Result<Outcome> {
        self.say(&format!("\n{title}"))?;
        let mut board = String::new();
        let shown = self.console.write(&Event::Shown { game: Box::new(exercise.game.clone()), left: None }, &mut board);
        debug_assert!(shown.is_ok(), "memory");
        io::stdout().write_all(board.as_bytes())?;
        self.say(exercise.question())?;
        let (mut wrong, mut hints, mut hint) = (0, 0, exercise.hints().into_iter());
        loop {
            let line = match self.answers.read()? {
                Answer::Line(line) => line,
                Answer::End => return Ok(Outcome::Ended { is_interrupted: false }),
                Answer::Interrupt => return Ok(Outcome::Ended { is_interrupted: true }),
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Outcome::Ended { is_interrupted: false }),
                "skip" => return Ok(Outcome::Skipped),
                "show" => {
                    self.solution(exercise, None)?;
                    return Ok(Outcome::Answered(Grade::Again));
                }
                "hint" | "h" => match hint.next() {
                    Some(text) => {
                        hints += 1;
                        self.say(&sentence(&text))?;
                    }
                    None => self.say("There are no more hints; show gives the solution.")?,
                },
                text => match text.parse::<Move>() {
                    Ok(mv) if exercise.right.contains(&mv) => {
                        self.solution(exercise, Some(mv))?;
                        return Ok(Outcome::Answered(Grade::of(wrong, hints)));
                    }
                    Ok(mv) if exercise.game.is_legal(mv) => {
                        let (text, is_wrong) = refusal(exercise, mv);
                        wrong += u32::from(is_wrong);
                        self.say(&text)?;
                    }
                    Ok(mv) => self.say(&format!("{mv} is not a legal move here."))?,
                    Err(_) => self.say(HELP)?,
                },
            }
        }
    }

    /// Says that this move is right, or which one would be, and why.
    fn solution(&self, exercise: &Exercise, found: Option<Move>) -> io::Result<()> {
        let names: Vec<String> = exercise.right.iter().map(Move::to_string).collect();
        let others = names.iter().filter(|name| found.is_none_or(|found| found.to_string() != **name));
        let others = others.cloned().collect::<Vec<_>>().join(" or ");
        self.say(&match found {
            Some(found) if others.is_empty() => format!("Right: {found}."),
            Some(found) => format!("Right: {found}. So is {others}."),
            None => format!("The move is {others}."),
        })?;
        for text in &exercise.why {
            self.say(&format!("  {}", sentence(&printable(text))))?;
        }
        self.say(&sentence(&printable(&exercise.remark())))
    }
}

/// What is said of a legal move that is not the right one, and whether it counts as wrong: a move that is as good as the one of the
/// player's opening does not.
fn refusal(exercise: &Exercise, mv: Move) -> (String, bool) {
    match exercise.loss(mv) {
        Some(loss) if Class::of(emilia::Score::from_discs(loss)) == Class::Best => {
            (format!("{mv} is good, too, but not your move here. Try again."), false)
        }
        Some(loss) => (format!("{mv} loses {loss} discs. Try again."), true),
        None => (format!("{mv} is not the move. Try again."), true),
    }
}

/// The text with a full stop.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}
