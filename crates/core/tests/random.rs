//! Numbers, moves, positions and games drawn by chance, the same on every machine; and their scores by trying everything.

#![allow(dead_code, reason = "not every program of tests needs all of it")]

use emilia_core::{Game, Move, Position, Rules, Square};

/// Marsaglia's xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 32) as usize % limit
    }
}

/// A legal move; none if the side to move has none.
pub fn random_move(position: Position, random: &mut Random) -> Option<Square> {
    let mut moves = position.moves();
    (!moves.is_empty()).then(|| moves.nth(random.below(moves.len() as usize))).flatten()
}

/// The position of a random game with this number of empty squares, either side to move, after forced passes; games that end earlier are
/// played anew.
pub fn random_position(empties: u32, random: &mut Random) -> Position {
    'game: loop {
        let mut position = Position::START;
        while position.empties() > empties {
            position = match random_move(position, random) {
                Some(at) => position.try_play(at).expect("legal"),
                None if position.is_over() => continue 'game,
                None => position.pass(),
            };
        }
        return position;
    }
}

/// A game by these rules of at most `length` random legal moves.
pub fn random_game(rules: Rules, seed: u64, length: usize) -> Game {
    let (mut game, mut random) = (Game::new(rules), Random::new(seed));
    while game.moves().len() < length && !game.is_over() {
        let moves = game.legal();
        game.play(moves[random.below(moves.len())]).expect("a legal move is played");
    }
    game
}

/// A random game of Othello to its end, passes included.
pub fn whole_game(seed: u64) -> Game {
    random_game(Rules::default(), seed, usize::MAX)
}

/// A random game by these rules that stops at this number of empty squares, or at its end.
pub fn random_ending(rules: Rules, empties: u32, random: &mut Random) -> Game {
    let mut game = Game::new(rules);
    while game.turn().board.empties() > empties && !game.is_over() {
        let moves = game.legal();
        game.play(moves[random.below(moves.len())]).expect("legal");
    }
    game
}

/// The score of perfect play for the side to move, in discs.
pub fn brute_force(position: Position) -> i32 {
    let moves = position.moves();
    if moves.is_empty() {
        return if position.is_over() { position.final_discs() } else { -brute_force(position.pass()) };
    }
    moves.map(|at| -brute_force(position.try_play(at).expect("legal"))).max().expect("moves")
}

/// The score of perfect play for the side to move, by any rules.
pub fn brute_force_game(game: &mut Game) -> i32 {
    let (moves, side) = (game.legal(), game.to_move());
    let after = |mv: Move| {
        game.play(mv).expect("legal");
        let score = brute_force_game(game) * game.to_move().sign() * side.sign();
        game.undo();
        score
    };
    moves.into_iter().map(after).max().unwrap_or_else(|| game.score() * side.sign())
}
