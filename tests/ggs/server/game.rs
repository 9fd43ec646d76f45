//! A game of the server: its players, its moves, its clocks.

use super::board::Board;
use emilia::Move;
use std::time::{Duration, Instant};

/// The clock of a player.
#[derive(Clone)]
pub struct Clock {
    /// What it shows, in seconds.
    pub left: f64,
    increment: f64,
    extension: f64,
    moves: usize,
    /// Whether the extension was added.
    pub is_extended: bool,
}

/// A game.
#[derive(Clone)]
pub struct Game {
    /// `.12` or `.12.1`.
    pub id: String,
    pub kind: String,
    /// Black, then white. While the players bid, in the order of their names.
    pub players: [String; 2],
    pub start: Board,
    pub board: Board,
    /// The moves as they are printed.
    pub moves: Vec<String>,
    pub clocks: [Clock; 2],
    /// When the clock of the side to move began.
    pub since: Option<Instant>,
    pub is_bidding: bool,
    pub komi: Option<f64>,
    /// The setting of the clocks.
    pub setting: (f64, f64, f64),
}

impl Game {
    pub fn new(id: String, kind: &str, players: [&str; 2], start: Board, setting: (f64, f64, f64)) -> Game {
        let (left, increment, extension) = setting;
        let clock = Clock { left, increment, extension, moves: 0, is_extended: false };
        Game {
            id,
            kind: kind.to_owned(),
            players: players.map(str::to_owned),
            board: start.clone(),
            start,
            moves: Vec::new(),
            clocks: [clock.clone(), clock],
            since: None,
            is_bidding: kind.contains('k'),
            komi: None,
            setting,
        }
    }

    /// 0 if black is to move, 1 for white.
    pub fn turn(&self) -> usize {
        self.board.turn()
    }

    /// The player to move.
    pub fn mover(&self) -> &str {
        &self.players[self.turn()]
    }

    pub fn is_over(&self) -> bool {
        !self.is_bidding && self.board.is_over()
    }

    pub fn is_anti(&self) -> bool {
        self.kind.contains('a')
    }

    /// What is left on the clock of the side to move.
    pub fn left(&self) -> f64 {
        self.clocks[self.turn()].left - self.since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }

    /// Plays a move that took this time, of which four seconds at most are believed to be the connection's.
    pub fn play(&mut self, mv: Move, notes: &str, claimed: f64) {
        let wall = self.since.map_or(0.0, |since| since.elapsed().as_secs_f64());
        let clock = &mut self.clocks[self.board.turn()];
        clock.left = clock.left - claimed.max(wall - 4.0) + clock.increment;
        clock.moves += 1;
        let name = mv.cell().map_or_else(|| "PA".to_owned(), |cell| cell.to_string());
        self.moves.push(format!("{name}{notes}"));
        self.board.play(mv);
        self.since = None;
    }

    /// Adds the extension to the clock of the side to move; false if it was added before.
    pub fn extend(&mut self) -> bool {
        let clock = &mut self.clocks[self.board.turn()];
        clock.left += clock.extension;
        !std::mem::replace(&mut clock.is_extended, true)
    }

    /// Stops the clock of the side to move.
    pub fn freeze(&mut self) {
        let left = self.left();
        self.clocks[self.turn()].left = left;
        self.since = None;
    }

    fn player_lines(&self) -> [String; 2] {
        [0, 1].map(|index| {
            let clock = &self.clocks[index];
            let left = if self.turn() == index && self.since.is_some() { self.left() } else { clock.left };
            let colour = if self.is_bidding { '?' } else { ['*', 'O'][index] };
            let count = clock.moves;
            let part = |seconds: f64| if seconds > 0.0 { format!("{},0:1", time(seconds)) } else { String::new() };
            format!(
                "|{:8} (1720.0 {colour}) {},{count}:0/{}/{},{count}:0",
                self.players[index],
                time(left),
                part(clock.increment),
                time(clock.extension)
            )
        })
    }

    fn head(&self, word: &str) -> String {
        let komi = self.komi.map_or_else(|| "K?".to_owned(), |komi| format!("K{komi:+.1}"));
        format!("/os: {word} {} {} {komi}", self.id, self.kind)
    }

    /// The message after the last move.
    pub fn update(&self) -> Vec<String> {
        let last = format!("|{:3}: {}", self.moves.len(), self.moves.last().expect("a move"));
        [vec![self.head("update"), last], self.player_lines().to_vec(), self.board.lines()].concat()
    }

    /// The message with the whole game, or with all moves but the last ones. With `is_doubled` also a game without moves has two boards.
    pub fn join(&self, left_out: usize, is_doubled: bool) -> Vec<String> {
        let count = self.moves.len() - left_out;
        let mut now = self.start.clone();
        for text in &self.moves[..count] {
            now.play(now.legal(text.split('/').next().expect("a move")).expect("a legal move"));
        }
        let mut lines = vec![self.head("join"), format!("|{count} move(s)")];
        if count > 0 || is_doubled {
            let (main, increment, extension) = self.setting;
            let part = if increment > 0.0 { time(increment) } else { String::new() };
            let colours = if self.is_bidding { ['?', '?'] } else { ['*', 'O'] };
            for (player, colour) in self.players.iter().zip(colours) {
                lines.push(format!("|{player:8} (1720.0 {colour}) {}/{part}/{}", time(main), time(extension)));
            }
            lines.extend(self.start.lines());
        }
        let moves = (1..).zip(&self.moves[..count]).map(|(number, text)| format!("|{number:3}: {text}"));
        lines.extend(if count == 0 { vec!["|  0: PASS".to_owned()] } else { moves.collect() });
        lines.extend(self.player_lines());
        lines.extend(now.lines());
        lines
    }
}

/// `MM:SS`, rounded down.
pub fn time(seconds: f64) -> String {
    let whole = seconds.abs().floor() as u64;
    format!("{}{:02}:{:02}", if seconds < 0.0 { "-" } else { "" }, whole / 60, whole % 60)
}

/// A moment of the other player.
pub fn pause(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}
