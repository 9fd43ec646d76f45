//! The choice of the words that have room for a board.

use super::bits::Bits;
use super::node::Play;
use crate::game::Game;

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
