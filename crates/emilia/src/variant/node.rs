//! Positions of any game as the side to move sees them, and the rules that they obey.

use super::bits::{Bits, lines, places};
use super::geometry::Geometry;
use emilia_core::{Conditions, EmptySquares, FourthDisc, Game, Goal, Lines, Move, NoMove, Placement};

/// A position. Who is black does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node<B> {
    pub own: B,
    pub opp: B,
    /// The discs that the side to move and the other side have left to put; [`Node::UNLIMITED`] if that is no rule.
    left: [u8; 2],
}

/// A move in two bytes: the place of its disc, and one more than the place of the disc at the end of the only line that it turns, or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice(pub u16);

impl Choice {
    /// No move.
    pub const NONE: Choice = Choice(u8::MAX as u16);

    pub const fn place(self) -> u32 {
        self.0 as u32 & 0xff
    }

    const fn of(place: u32, end: Option<u32>) -> Choice {
        let end = if let Some(end) = end { end + 1 } else { 0 };
        Choice((place | end << 8) as u16)
    }

    fn end(self) -> Option<u32> {
        u32::from(self.0 >> 8).checked_sub(1)
    }
}

/// What the side to move must do.
pub(super) enum Duty<B> {
    /// Put a disc on one of these places.
    Move(B),
    Pass,
    Over,
}

/// The rules of a game on words.
#[derive(Clone, Debug)]
pub(super) struct Play<B> {
    pub geometry: Geometry<B>,
    conditions: Conditions,
    /// Whether the side to move may put a disc wherever it flips one and passes only if it cannot.
    pub is_plain: bool,
}

impl<B: Bits> Play<B> {
    /// The rules of this game; none if the words have no room for its board.
    pub fn of(game: &Game) -> Option<Play<B>> {
        let conditions = *game.rules().conditions();
        let is_plain = game.rules().conditions().placement.is_none()
            && conditions.supply.is_none()
            && conditions.no_move == NoMove::Pass
            && conditions.lines == Lines::All
            && !conditions.quiet;
        Some(Play { geometry: Geometry::new(game.rules().shape())?, conditions, is_plain })
    }

    /// The position of the game now.
    pub fn node(&self, game: &Game) -> Node<B> {
        let sides = [game.to_move(), game.to_move().other()];
        let [own, opp] = sides.map(|colour| self.geometry.set(game.turn().board.discs(colour)));
        let left = |colour| game.supply(colour).and_then(|left| u8::try_from(left).ok());
        Node { own, opp, left: sides.map(|colour| left(colour).unwrap_or(Node::<B>::UNLIMITED)) }
    }

    pub fn empty(&self, node: &Node<B>) -> B {
        self.geometry.board & !(node.own | node.opp)
    }

    pub fn empties(&self, node: &Node<B>) -> u32 {
        self.empty(node).len()
    }

    pub fn duty(&self, node: &Node<B>) -> Duty<B> {
        let moves = self.moves(node);
        if !moves.is_empty() {
            return Duty::Move(moves);
        }
        let may_pass = self.conditions.no_move == NoMove::Pass || node.left[0] == 0;
        if may_pass && !self.moves(&node.pass()).is_empty() { Duty::Pass } else { Duty::Over }
    }

    /// The places where the side to move may put a disc.
    #[inline]
    pub fn moves(&self, node: &Node<B>) -> B {
        if self.is_plain { self.geometry.moves(node.own, node.opp) } else { self.moves_by_conditions(node) }
    }

    fn moves_by_conditions(&self, node: &Node<B>) -> B {
        if node.left[0] == 0 {
            return B::EMPTY;
        }
        let flipping = self.geometry.moves(node.own, node.opp);
        if self.conditions.placement.is_none() || node.discs() >= 4 {
            return if self.conditions.quiet { flipping | node.own.spread() & self.empty(node) } else { flipping };
        }
        let free = self.geometry.centre & !(node.own | node.opp);
        match self.conditions.fourth {
            FourthDisc::MayFlip if node.discs() == 3 => free | flipping,
            FourthDisc::MustFlip if node.discs() == 3 => flipping,
            _ => free,
        }
    }

    /// Visits the moves that put a disc on these places, each with the position after it as the side that moves then sees it, and whether
    /// that is the same side.
    #[inline]
    pub fn visit(&self, node: &Node<B>, moves: B, mut visit: impl FnMut(Choice, Node<B>, bool)) {
        for place in places(moves) {
            let flips = B::flips(node.own, node.opp, place);
            let is_choice = self.conditions.lines == Lines::One && lines(flips, place).nth(1).is_some();
            let mut visit = |end, flips| {
                let (next, stays) = self.play(node, place, flips);
                visit(Choice::of(place, end), next, stays);
            };
            match is_choice {
                true => lines(flips, place).for_each(|(end, line)| visit(Some(end), line)),
                false => visit(None, flips),
            }
        }
    }

    #[inline]
    fn play(&self, node: &Node<B>, place: u32, flips: B) -> (Node<B>, bool) {
        let mut next = node.after(B::of(place), flips);
        if next.left[1] != Node::<B>::UNLIMITED {
            next.left[1] -= 1;
        }
        let stays = self.conditions.placement == Some(Placement::Pairs) && [0, 2].contains(&node.discs());
        if stays { (next.pass(), true) } else { (next, false) }
    }

    /// The result in discs for the side to move where the game is over.
    pub fn result(&self, node: &Node<B>) -> i32 {
        let empties = self.empties(node) as i32;
        if self.conditions.no_move == NoMove::Loss && empties > 0 {
            let squares = self.geometry.board.len() as i32;
            // A side without discs passes, and then the other side is to move and loses.
            if let Some(loser) = node.left.iter().position(|left| *left > 0) {
                return if loser == 0 { -squares } else { squares };
            }
        }
        let difference = node.own.len() as i32 - node.opp.len() as i32;
        let lead = if self.conditions.goal == Goal::Most { difference } else { -difference };
        match self.conditions.empties {
            EmptySquares::ToWinner => lead + lead.signum() * empties,
            EmptySquares::ToNobody => lead,
        }
    }

    /// The move of the game; none for a place that is not on the board.
    pub fn mv(&self, choice: Choice) -> Option<Move> {
        let cell = self.geometry.cell(choice.place())?;
        Some(match choice.end() {
            Some(end) => Move::Line(cell, self.geometry.cell(end)?),
            None => Move::At(cell),
        })
    }
}

impl<B: Bits> Node<B> {
    /// More discs than any board has squares.
    const UNLIMITED: u8 = u8::MAX;

    pub fn discs(&self) -> u32 {
        self.own.len() + self.opp.len()
    }

    /// The position after a disc at a place that flips these ones.
    #[inline]
    pub fn after(&self, at: B, flips: B) -> Node<B> {
        Node { own: self.opp & !flips, opp: self.own | flips | at, left: [self.left[1], self.left[0]] }
    }

    #[inline]
    pub fn pass(&self) -> Node<B> {
        Node { own: self.opp, opp: self.own, left: [self.left[1], self.left[0]] }
    }

    /// A number that differs for different positions but by chance.
    #[inline]
    pub fn hash(&self) -> u64 {
        let left = u64::from(self.left[0]) << 8 | u64::from(self.left[1]);
        let own = self.own.mixed();
        let own = (own ^ own >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let hash = (own ^ own >> 29) ^ self.opp.mixed().rotate_left(23) ^ left << 40;
        let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ hash >> 32
    }
}

/// Work on words of any size.
pub(super) trait OnWords {
    type Output;
    fn run<B: Bits>(self, play: &Play<B>) -> Self::Output;
}

/// Does the work on the smallest words that have room for the board; none if there are none, which does not happen.
pub(super) fn on_words<W: OnWords>(game: &Game, work: W) -> Option<W::Output> {
    match Play::<u64>::of(game) {
        Some(play) => Some(work.run(&play)),
        None => Play::<u128>::of(game).map(|play| work.run(&play)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Duty, Play};
    use crate::variant::bits::Bits;
    use emilia_core::{Game, Move, Rules, Variant};

    /// Plays games of moves chosen by number and compares each position's moves, duty, result and moves after them with the plain board.
    fn compare<B: Bits>(name: &str, rules: &Rules) {
        for seed in 0..20_u64 {
            let (mut game, mut state) = (Game::new(rules.clone()), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
            let Some(play) = Play::<B>::of(&game) else { return };
            let mut node = play.node(&game);
            loop {
                assert_eq!(play.node(&game), node, "{name} {}", game.transcript());
                let legal = game.legal();
                let mut after = Vec::new();
                match play.duty(&node) {
                    Duty::Move(moves) => {
                        play.visit(&node, moves, |choice, next, stays| after.push((play.mv(choice), next, stays)));
                    }
                    Duty::Pass => after.push((Some(Move::Pass), node.pass(), false)),
                    Duty::Over => {}
                }
                let found: Vec<Move> = after.iter().filter_map(|(mv, ..)| *mv).collect();
                assert_eq!(found, legal, "{name} {}", game.transcript());
                if legal.is_empty() {
                    assert_eq!(play.result(&node), game.score() * game.to_move().sign(), "{}", game.transcript());
                    break;
                }
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let number = (state % legal.len() as u64) as usize;
                let (mover, mv, stays) = (game.to_move(), legal[number], after[number].2);
                node = after[number].1;
                game.play(mv).expect("legal");
                assert_eq!(stays, game.to_move() == mover, "{name} {}", game.transcript());
            }
        }
    }

    #[test]
    fn words_and_the_plain_board_play_the_same_games() {
        let supplied = [
            "6x6 supply=12 no-move=loss",
            "5x5 supply=8 no-move=loss",
            "no-move=loss supply=2 first=white\nO...\n.O..\n....\n...X",
            "9x10 lines=one quiet=yes",
            "5x5 lines=one supply=8 no-move=loss",
            "4x8 empty placement=alternate fourth=may-flip quiet=yes lines=one",
        ];
        for name in Variant::ALL.iter().map(|variant| variant.name).chain(supplied) {
            let rules = Rules::read(name).expect("rules");
            compare::<u64>(name, &rules);
            compare::<u128>(name, &rules);
        }
    }
}
