//! A book as games: lines from the start position that together pass through every position that follows from it.
//!
//! Best moves come first. A line ends where every further move leads to a position of an earlier line, so no position is extended twice.

use crate::book::error::BookError;
use crate::book::key::{Child, Key};
use crate::book::store::Store;
use crate::book::tables::Snapshot;
use crate::book::tree::Tree;
use emilia_core::notation::ggf;
use emilia_core::{Game, Move, Played, Position, Square, Value};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::Write;

impl Store {
    /// Writes the book as transcripts, one a line. Returns what they do not carry, in sentences.
    ///
    /// # Errors
    /// If the book cannot be read, or those of the writer.
    pub fn export_transcripts(&self, to: &mut dyn Write) -> Result<Vec<String>, BookError> {
        let mut notes = self.export_games(to, Game::transcript)?;
        notes.push("values, best moves outside the book and results of games are not written".to_owned());
        Ok(notes)
    }

    /// Writes the book as games in GGF, one a line, each move with its value in discs. Returns what they do not carry, in sentences.
    ///
    /// # Errors
    /// If the book cannot be read, or those of the writer.
    pub fn export_ggf(&self, to: &mut dyn Write) -> Result<Vec<String>, BookError> {
        let mut notes = self.export_games(to, ggf::write)?;
        notes
            .push("certainties of values, best moves outside the book and results of games are not written".to_owned());
        Ok(notes)
    }

    fn export_games(&self, to: &mut dyn Write, text: fn(&Game) -> String) -> Result<Vec<String>, BookError> {
        let snapshot = self.snapshot()?;
        let (mut game, mut known, mut notes) = (Game::default(), HashSet::new(), Vec::new());
        let mut path: Vec<Fork> = Vec::new();
        if let Some(start) = Key::of(Position::START).filter(|start| snapshot.has(start.key).unwrap_or(false)) {
            known.insert(start.key);
            path.push(Fork::of(&snapshot, Position::START, 0)?);
        }
        // Whether the line has a position that no line before it has.
        let mut is_new = !path.is_empty();
        while let Some(fork) = path.last_mut() {
            match fork.moves.pop() {
                Some(next) if known.insert(next.key) => {
                    let (position, plies) = fork.play(&next, &mut game)?;
                    path.push(Fork::of(&snapshot, position, plies)?);
                    is_new = true;
                }
                Some(_) => {}
                None => {
                    if std::mem::take(&mut is_new) {
                        let line = text(&game);
                        writeln!(to, "{line}").map_err(|error| BookError::Access(error.to_string()))?;
                        if line.is_empty() {
                            notes.push(
                                "only the start position follows from the start: the line has no moves".to_owned(),
                            );
                        }
                    }
                    path.pop();
                }
            }
        }
        let left_out = snapshot.len()?.saturating_sub(known.len() as u64);
        if left_out > 0 {
            notes.push(format!("{left_out} positions cannot be reached from the start position and are left out"));
        }
        Ok(notes)
    }
}

/// A position of the line with the moves that are not yet followed.
struct Fork {
    /// The position with the side to move that has a move.
    position: Position,
    /// The number of moves of the line before it, with passes but without one in this position.
    plies: usize,
    /// The moves, the best last.
    moves: Vec<Next>,
}

/// A move to a position of the book.
struct Next {
    at: Square,
    /// The value for the side that moves.
    value: Option<Value>,
    key: Key,
}

impl Fork {
    fn of(tree: &Snapshot, position: Position, plies: usize) -> Result<Fork, BookError> {
        let position = if position.moves().is_empty() { position.pass() } else { position };
        let mut fork = Fork { position, plies, moves: Vec::new() };
        let Some(view) = Key::of(position) else { return Ok(fork) };
        let Some(entry) = tree.get(view.key)? else { return Ok(fork) };
        for at in entry.links {
            let Some(Child::Position(child)) = view.key.child(at) else { continue };
            let Some(entry) = tree.get(child.key)? else { continue };
            let value = entry.value.map(|value| child.value_of_move(value));
            fork.moves.push(Next { at: view.from_key(at), value, key: child.key });
        }
        fork.moves.sort_by_key(|next| Reverse((Reverse(next.value.map(Value::score)), next.at)));
        Ok(fork)
    }

    /// Plays a move of this position in the game, after the moves of the line before it. The new position and the moves up to it.
    fn play(&self, next: &Next, game: &mut Game) -> Result<(Position, usize), BookError> {
        let damaged = || BookError::Damaged(format!("a link of {}", self.position));
        while game.moves().len() > self.plies {
            game.undo();
        }
        if game.must_pass() {
            game.play(Move::Pass).map_err(|_| damaged())?;
        }
        let eval = next.value.map(|value| value.score().to_discs());
        game.play_noted(Played { mv: next.at.into(), eval, seconds: None }).map_err(|_| damaged())?;
        Ok((self.position.try_play(next.at).ok_or_else(damaged)?, game.moves().len()))
    }
}
