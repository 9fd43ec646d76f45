//! What makes a game: the board it starts from and what wins it.
//!
//! Knows nothing of the moves played: rules are a value that a game obeys.

use super::{Board, Cell, Colour, Turn};

/// What wins.
///
/// # Examples
/// ```
/// use emilia::Rules;
/// use emilia::game::Goal;
///
/// assert_eq!(Rules::default().with_goal(Goal::Fewest).goal(), Goal::Fewest);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// The most discs: Othello.
    #[default]
    Most,
    /// The fewest discs: misere, also called anti-Othello.
    Fewest,
}

/// The rules of a game. The default is Othello: 8x8, diagonal start, black first, most discs win.
///
/// # Examples
/// ```
/// use emilia::{Game, Rules};
///
/// let game = Game::new(Rules::parallel(10)?);
/// assert_eq!(game.rules().size(), 10);
/// // The fast search plays 8x8 for the most discs.
/// assert_eq!(game.position(), None);
/// # Ok::<(), emilia::game::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    start: Turn,
    goal: Goal,
}

/// The rules are not valid.
///
/// # Examples
/// ```
/// use emilia::Rules;
///
/// assert_eq!(Rules::sized(11).unwrap_err().to_string(), "a board has 4 to 10 columns, not 11");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A size that no board has.
    #[error("a board has 4 to 10 columns, not {0}")]
    Size(u8),
}

impl Rules {
    /// Othello on a board of this size, black to move first, discs of one colour on a diagonal. On a board of odd size the
    /// four discs are up and to the left of its middle.
    ///
    /// # Errors
    /// If the size is not within [`Board::SIZES`].
    pub fn sized(size: u8) -> Result<Rules, RulesError> {
        let [a, b, c, d] = [(0, 0), (1, 1), (1, 0), (0, 1)];
        Rules::with_centre(size, [a, b], [c, d])
    }

    /// Othello on a board of this size with the discs of one colour side by side, white's above black's.
    ///
    /// # Errors
    /// If the size is not within [`Board::SIZES`].
    pub fn parallel(size: u8) -> Result<Rules, RulesError> {
        let [a, b, c, d] = [(0, 0), (1, 0), (0, 1), (1, 1)];
        Rules::with_centre(size, [a, b], [c, d])
    }

    fn with_centre(size: u8, white: [(u8, u8); 2], black: [(u8, u8); 2]) -> Result<Rules, RulesError> {
        let empty = Board::empty(size).ok_or(RulesError::Size(size))?;
        let first = size.div_ceil(2) - 1 - size % 2;
        let cells = |places: [(u8, u8); 2]| {
            places.into_iter().filter_map(|(column, row)| Cell::at(first + column, first + row)).collect()
        };
        let board = empty.with(Colour::White, cells(white)).with(Colour::Black, cells(black));
        Ok(Rules { start: Turn { board, to_move: Colour::Black }, goal: Goal::Most })
    }

    /// A game for most discs from any board.
    pub const fn from_start(start: Turn) -> Rules {
        Rules { start, goal: Goal::Most }
    }

    /// The same rules with another goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Rules {
        Rules { goal, ..self }
    }

    /// The board and the side to move at the start.
    pub const fn start(&self) -> &Turn {
        &self.start
    }

    /// What wins.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The number of columns, which is also the number of rows.
    pub const fn size(&self) -> u8 {
        self.start.board.size()
    }

    /// Whether the fast 8x8 board plays by these rules.
    pub fn are_fast(&self) -> bool {
        self.size() == 8 && self.goal == Goal::Most
    }
}

/// Othello.
impl Default for Rules {
    fn default() -> Rules {
        Rules::from_start(Turn {
            board: Board::from_position(crate::board::Position::START, Colour::Black),
            to_move: Colour::Black,
        })
    }
}
