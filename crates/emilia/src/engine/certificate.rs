//! Proofs of a position's value that a program without knowledge of the engine can check.
//!
//! Knows nothing of files: it gives the text of which one is made. docs/solving.md describes it.

use crate::container::{compress, crc32};
use crate::search::{Limits, Prover, Searcher, Stop};
use crate::variant::{Effort, ProofError, VariantSearcher, proof_moves};
use emilia_core::{Conditions, Game, Goal, Move, Value};
use flate2::Compression;
use std::fmt;
use std::io;

/// A proof of the value of a position: for each bound of it, one move for the side that has the bound wherever it is to move.
///
/// # Examples
/// ```
/// use emilia::Certificate;
/// use emilia::variant::VariantSearcher;
/// use emilia::{Game, Limits, Rules, Stop};
///
/// let (game, stop) = (Game::new(Rules::sized(4)?), Stop::new());
/// let mut searcher = VariantSearcher::new(1, 1);
/// let limits = Limits::exact();
/// let value = searcher.search(&game, &limits, &stop, |_| {})[0].value;
/// let certificate = Certificate::of_variant(&game, value, Certificate::FINISH, &mut searcher, &limits, &stop)?;
/// assert!(certificate.to_string().starts_with("-----OX--XO----- X\nmost\n6\nat-least -10 "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    game: Game,
    finish: u32,
    proofs: Vec<(Value, Vec<Move>)>,
    nodes: u64,
}

impl Certificate {
    /// The number of empty squares from which on the checker finishes by itself, if nothing else is asked for. One more makes the file
    /// smaller and the check longer: of #41 of the FFO test it is 496 KB and 17 s with 4, 227 KB and 20 s with 6, 144 KB and 31 s with 7.
    pub const FINISH: u32 = 6;

    /// Proves a value of 8x8 Othello, see [`crate::Engine::certify`].
    pub(super) fn of_position(
        game: &Game,
        value: Value,
        finish: u32,
        searcher: &Searcher,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Certificate, ProofError> {
        let prover = Prover::new(searcher, limits, stop);
        let mut certificate = Certificate::of(game, value, finish, |bound| {
            proof_moves(game, bound, finish, &mut |position, discs, effort| match effort {
                Effort::Look => prover.knows(position, discs),
                Effort::Search => prover.reaches(position, discs),
            })
        })?;
        certificate.nodes = prover.nodes();
        Ok(certificate)
    }

    /// The same for a game that the fast search does not know.
    ///
    /// # Errors
    /// If the value is wrong, the proof was stopped, or a checker does not know the rules.
    pub fn of_variant(
        game: &Game,
        value: Value,
        finish: u32,
        searcher: &mut VariantSearcher,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Certificate, ProofError> {
        let (timer, mut nodes) = (searcher.clock().start(), 0);
        let mut certificate = Certificate::of(game, value, finish, |bound| {
            let moves = searcher.prove(game, bound, finish, &limits.after(nodes, timer.elapsed()), stop);
            nodes += searcher.progress().nodes();
            moves
        })?;
        certificate.nodes = nodes;
        Ok(certificate)
    }

    fn of(
        game: &Game,
        value: Value,
        finish: u32,
        mut prove: impl FnMut(Value) -> Result<Vec<Move>, ProofError>,
    ) -> Result<Certificate, ProofError> {
        let bounds = [value.lower().map(Value::at_least), value.upper().map(Value::at_most)];
        let proofs = bounds.into_iter().flatten().map(|bound| prove(bound).map(|moves| (bound, moves)));
        Ok(Certificate { game: game.clone(), finish, proofs: proofs.collect::<Result<_, _>>()?, nodes: 0 })
    }

    /// The bytes of its file: a line `Emilia proof 1 CRC`, with the CRC-32 of all bytes after it in hexadecimal digits, and zlib data of
    /// the lines. Any changed byte is found.
    ///
    /// # Errors
    /// If zlib fails, which does not happen.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let content = compress(Compression::best(), |out| write!(out, "{self}"))?;
        let header = format!("Emilia proof 1 {:08x}\n", crc32(&content));
        Ok([header.as_bytes(), &content].concat())
    }

    /// The number of moves that are named.
    pub fn len(&self) -> usize {
        self.proofs.iter().map(|(_, moves)| moves.len()).sum()
    }

    /// The nodes that were visited to find them.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the checker finishes everything by itself.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The lines of the file.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.game.rules();
        let goal = if rules.goal() == Goal::Most { "most" } else { "fewest" };
        // Who wins a tie is not part of a bound.
        let others = Conditions { goal: Goal::Most, tie: None, ..*rules.conditions() }.to_string();
        writeln!(f, "{}\n{}\n{}", self.game.turn(), format!("{goal} {others}").trim_end(), self.finish)?;
        for (bound, moves) in &self.proofs {
            match (bound.lower(), bound.upper()) {
                (Some(least), _) => write!(f, "at-least {least} ")?,
                (None, Some(most)) => write!(f, "at-most {most} ")?,
                (None, None) => {}
            }
            moves.iter().try_for_each(|mv| write!(f, "{mv}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
