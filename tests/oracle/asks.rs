//! What is asked in a conversation, whatever its language.

use super::claims::{Claim, Move, Status};
use super::positions::{Position, rest_of_game};
use super::program::run;
use super::search::Solver;
use super::tally::{Question, Tally, with_script};
use crate::random::Random;

/// What is asked about a position.
pub enum Ask {
    /// This number of the best moves.
    Hint(usize),
    Solve,
    Wld,
    /// Every position of this game.
    Analyze(Game),
}

/// A game that begins at a position.
pub struct Game {
    pub moves: Vec<Move>,
    /// The positions before each move and at the end.
    pub questions: Vec<Question>,
}

impl Game {
    /// Moves at random from this position to the end.
    pub fn random(mut position: Position, random: &mut Random, solver: &mut Solver) -> Game {
        let moves = rest_of_game(position, random);
        let mut questions = vec![Question::new(position, solver)];
        for mv in &moves {
            position = position.after(*mv);
            questions.push(Question::new(position, solver));
        }
        Game { moves, questions }
    }
}

/// The options of a conversation at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub level: u32,
    /// 0 for none.
    pub nodes: u64,
    /// Milliseconds, 0 for none.
    pub movetime: u64,
    pub contempt: i32,
}

impl Bounds {
    /// Any options.
    pub fn random(random: &mut Random) -> Bounds {
        let (nodes, movetime) = match random.below(7) {
            0 => (1 + random.below(400) as u64, 0),
            4 => (1 + random.below(3) as u64, 0),
            1 | 2 => (1 + random.below(40_000) as u64, 0),
            3 => (0, 1),
            _ => (0, 0),
        };
        Bounds {
            level: [1, 2, 4, 7, 60, 60][random.below(6)],
            nodes,
            movetime,
            contempt: [0, 0, 0, 100, -100][random.below(5)],
        }
    }
}

impl Ask {
    /// Any question about this position.
    pub fn random(position: Position, random: &mut Random, solver: &mut Solver) -> Ask {
        match random.below(6) {
            0 => Ask::Hint(2 + random.below(6)),
            1 | 2 => Ask::Hint(1),
            3 => Ask::Solve,
            4 => Ask::Wld,
            _ => Ask::Analyze(Game::random(position, random, solver)),
        }
    }

    /// The window in which the answer must prove the score; none if it need not.
    pub fn whole(&self, bounds: Bounds) -> Option<(i32, i32)> {
        let window = match self {
            Ask::Solve => (-64, 64),
            Ask::Wld => (-1, 1),
            // The highest level solves everything.
            Ask::Hint(_) | Ask::Analyze(_) if bounds.level == 60 => (-64, 64),
            _ => return None,
        };
        (bounds.nodes == 0 && bounds.movetime == 0).then_some(window)
    }

    /// How many moves are scored at most.
    pub fn lines(&self) -> usize {
        if let Ask::Hint(lines) = self { *lines } else { 1 }
    }
}

/// A question of a conversation, with the lines that lead to it.
pub struct Asked<'a> {
    pub question: &'a Question,
    pub ask: Ask,
    /// The window in which the answer must prove the score.
    pub whole: Option<(i32, i32)>,
    lines: String,
}

/// How a program is asked in a protocol whose answers come in the order of the questions.
pub struct Language {
    pub name: &'static str,
    /// The lines that set the options and the board, and ask the question with this number.
    pub lines: fn(&Question, &Ask, Bounds, usize) -> String,
    /// The answers to this number of questions.
    pub answers: fn(&str, usize) -> Vec<Result<String, String>>,
    /// Compares the answer to a question.
    pub compare: fn(&Asked<'_>, &str, &str, &mut Tally),
}

impl Language {
    /// Asks about all these positions, each of them twice, and compares the answers.
    pub fn talk(
        &self,
        questions: &[Question],
        threads: u32,
        random: &mut Random,
        solver: &mut Solver,
        tally: &mut Tally,
    ) {
        let arguments = [self.name.to_owned(), format!("--threads={threads}"), "--hash=1".to_owned()];
        let mut all = Vec::new();
        for question in questions.iter().flat_map(|question| [question; 2]) {
            let (ask, bounds) = (Ask::random(question.position, random, solver), Bounds::random(random));
            let lines = (self.lines)(question, &ask, bounds, all.len());
            all.push(Asked { question, whole: ask.whole(bounds), ask, lines });
        }
        let script: String = all.iter().map(|asked| asked.lines.as_str()).collect();
        let ended = run(&arguments, script.clone(), None);
        let answers = (self.answers)(&ended.stdout, all.len());
        with_script(tally, self.name, &script, |tally| {
            if !ended.status.success() {
                tally.faults.push(format!("emilia {}: ended with {}", arguments.join(" "), ended.status));
            }
            for (asked, answer) in all.iter().zip(&answers) {
                let command = format!("printf '{}' | emilia {}", asked.lines.replace('\n', "\\n"), arguments.join(" "));
                match answer {
                    Ok(text) => (self.compare)(asked, &command, text, tally),
                    Err(what) => tally.fault(asked.question, &command, what),
                }
            }
        });
    }
}

/// The last lines of a search that scored several moves. If nothing cut it short, these are the best ones.
pub fn compare_best(question: &Question, command: &str, claims: &[Claim], lines: usize, tally: &mut Tally) {
    let mut best: Vec<f64> = question.truth.moves.iter().map(|(_, score)| f64::from(*score)).collect();
    best.sort_by(|one, other| other.total_cmp(one));
    best.truncate(lines);
    let found: Vec<f64> = claims.iter().map(|claim| claim.score).collect();
    if found != best {
        tally.fault(question, command, &format!("the best {lines} moves have the scores {best:?}, not {found:?}"));
    }
}

/// What was said of one position of a game.
pub struct Verdict {
    /// Moves before it.
    pub ply: usize,
    pub claim: Claim,
    /// What was said of the move played there.
    pub of_played: Option<Claim>,
    /// The discs that the move played there lost.
    pub loss: Option<f64>,
}

/// Compares the verdicts on the positions of a game. A loss between two exact scores is exact as well.
pub fn compare_game(
    game: &Game,
    command: &str,
    verdicts: &[Result<Verdict, String>],
    whole: Option<(i32, i32)>,
    tally: &mut Tally,
) {
    let status_at = |ply: usize| {
        let of_ply = verdicts.iter().flatten().find(|verdict| verdict.ply == ply);
        of_ply.map_or(Status::Estimate, |verdict| verdict.claim.status)
    };
    for verdict in verdicts {
        let (verdict, question) = match verdict {
            Ok(verdict) if verdict.ply < game.questions.len() => (verdict, &game.questions[verdict.ply]),
            Ok(verdict) => {
                tally.fault(&game.questions[0], command, &format!("a verdict on ply {}", verdict.ply));
                continue;
            }
            Err(what) => {
                tally.fault(&game.questions[0], command, what);
                continue;
            }
        };
        tally.compare(question, command, &verdict.claim, whole);
        if let Some(claim) = &verdict.of_played {
            tally.compare(question, command, claim, None);
        }
        let is_exact = [0, 1].iter().all(|ahead| status_at(verdict.ply + ahead) == Status::Exact);
        if let (Some(loss), Some(mv), true) = (verdict.loss, game.moves.get(verdict.ply), is_exact) {
            let truth = question.truth.value - question.truth.of(*mv).unwrap_or(question.truth.value);
            if loss != f64::from(truth) {
                tally.fault(question, command, &format!("{mv} is said to lose {loss}; the truth is {truth}"));
            }
        }
    }
    if verdicts.len() != game.questions.len() {
        let what = format!("{} verdicts on {} positions", verdicts.len(), game.questions.len());
        tally.fault(&game.questions[0], command, &what);
    }
}
