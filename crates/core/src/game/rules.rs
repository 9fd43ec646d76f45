//! What makes a game: the board it starts from, and the conditions under which it is played.
//!
//! Knows nothing of the moves played: rules are a value that a game obeys.

use super::{
    Board, Cell, Cells, Colour, Conditions, EmptySquares, FourthDisc, Goal, IllegalMove, Lines, Move, NoMove,
    Placement, Shape, Turn,
};
use alloc::vec;
use alloc::vec::Vec;

/// The rules of a game. The default is Othello: 8x8, diagonal start, black first, most discs win.
///
/// # Examples
/// ```
/// use emilia_core::{Game, Rules};
///
/// let game = Game::new(Rules::parallel(10)?);
/// assert_eq!(game.rules().size(), Some(10));
/// // The fast search plays 8x8 for the most discs.
/// assert_eq!(game.position(), None);
/// # Ok::<(), emilia_core::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    start: Turn,
    conditions: Conditions,
}

/// The rules are not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A size that no board has.
    #[error("a board has 4 to 10 columns and rows, not {0}")]
    Size(u8),
    /// A shape whose centre is not on the board.
    #[error("the four squares in the middle are not all on the board")]
    Centre,
}

impl RulesError {
    /// The error of a rectangle that is not a board.
    pub(super) fn of_sides(columns: u8, rows: u8) -> RulesError {
        RulesError::Size(if Shape::SIDES.contains(&columns) { rows } else { columns })
    }
}

/// What the side to move must do.
pub(super) enum Duty {
    /// Put a disc on one of these cells.
    Move(Cells),
    Pass,
    /// Nothing: the game is over.
    Nothing,
}

impl Rules {
    /// The discs of a colour on the falling diagonal for white, row by row.
    pub(super) const DIAGONAL: &str = "OXXO";
    /// White's discs above black's.
    pub(super) const PARALLEL: &str = "OOXX";
    /// The diagonal start turned by 90 degrees.
    pub(super) const ROTATED: &str = "XOOX";

    /// Othello on a board of this size, black to move first, discs of one colour on a diagonal. On a board of odd size the
    /// four discs are up and to the left of its middle.
    ///
    /// # Errors
    /// If the size is not within [`Shape::SIDES`].
    pub fn sized(size: u8) -> Result<Rules, RulesError> {
        Rules::diagonal(Shape::rectangle(size, size).ok_or(RulesError::Size(size))?)
    }

    /// Othello on a board of this size with the discs of one colour side by side, white's above black's.
    ///
    /// # Errors
    /// If the size is not within [`Shape::SIDES`].
    pub fn parallel(size: u8) -> Result<Rules, RulesError> {
        Rules::with_centre(Shape::rectangle(size, size).ok_or(RulesError::Size(size))?, Rules::PARALLEL)
    }

    /// Othello on a board of any shape, black to move first, discs of one colour on a diagonal.
    ///
    /// # Errors
    /// If the four squares in the middle are not on the board.
    pub fn diagonal(shape: Shape) -> Result<Rules, RulesError> {
        Rules::with_centre(shape, Rules::DIAGONAL)
    }

    fn with_centre(shape: Shape, discs: &str) -> Result<Rules, RulesError> {
        let board = Board::with_centre(shape, discs).ok_or(RulesError::Centre)?;
        Ok(Rules::from_start(Turn { board, to_move: Colour::Black }))
    }

    /// A game for most discs from any board.
    pub fn from_start(start: Turn) -> Rules {
        Rules { start, conditions: Conditions::default() }
    }

    /// The same rules with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Rules {
        Rules { conditions: Conditions { goal, ..self.conditions }, ..self }
    }

    /// The same start under other conditions.
    #[must_use]
    pub fn with_conditions(self, conditions: Conditions) -> Rules {
        Rules { conditions, ..self }
    }

    /// The board and the side to move at the start.
    pub const fn start(&self) -> &Turn {
        &self.start
    }

    /// What differs from Othello besides the start.
    pub const fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// What wins.
    pub const fn goal(&self) -> Goal {
        self.conditions.goal
    }

    /// The cells of the board.
    pub const fn shape(&self) -> &Shape {
        self.start.board.shape()
    }

    /// The number of columns and rows of a whole square board; none for other shapes.
    pub fn size(&self) -> Option<u8> {
        self.shape().size()
    }

    /// Whether the fast 8x8 board plays by these rules, after the placement of the first discs if there is one. Who wins a tie does not
    /// matter: the move with the most discs is the best one for each answer.
    pub fn are_fast(&self) -> bool {
        let same = Conditions { tie: None, placement: None, fourth: FourthDisc::Centre, ..self.conditions };
        *self.shape() == Shape::STANDARD && same == Conditions::default()
    }

    /// Whether a disc is put on a centre square without flips now.
    pub fn is_placement(&self, board: &Board) -> bool {
        self.conditions.placement.is_some() && discs(board) < 4
    }

    /// What the side to move must do when the sides have put this many discs on the board, black first.
    pub(super) fn duty(&self, turn: &Turn, placed: [u32; 2]) -> Duty {
        let moves = self.moves(turn, placed);
        if !moves.is_empty() {
            return Duty::Move(moves);
        }
        let may_pass = self.conditions.no_move == NoMove::Pass || !self.has_discs(turn.to_move, placed);
        if may_pass && !self.moves(&turn.pass(), placed).is_empty() { Duty::Pass } else { Duty::Nothing }
    }

    /// The cells where the side to move may put a disc.
    fn moves(&self, turn: &Turn, placed: [u32; 2]) -> Cells {
        if !self.has_discs(turn.to_move, placed) {
            Cells::EMPTY
        } else if self.is_placement(&turn.board) || self.conditions.quiet {
            turn.board.cells().filter(|&cell| self.is_free(turn, cell)).collect()
        } else {
            turn.moves()
        }
    }

    /// Whether the side has a disc to put.
    fn has_discs(&self, colour: Colour, placed: [u32; 2]) -> bool {
        self.conditions.supply.is_none_or(|supply| placed[colour as usize] < supply.into())
    }

    /// Whether a disc may be put on this cell of the board, if the side to move has one.
    fn is_free(&self, turn: &Turn, cell: Cell) -> bool {
        let flips = || !turn.board.flips(turn.to_move, cell).is_empty();
        let is_empty = turn.board.has(cell) && turn.board.colour_at(cell).is_none();
        if !self.is_placement(&turn.board) {
            return flips() || self.conditions.quiet && is_empty && turn.board.is_beside(turn.to_move, cell);
        }
        let may_flip = discs(&turn.board) == 3 && self.conditions.fourth != FourthDisc::Centre;
        let must_flip = may_flip && self.conditions.fourth == FourthDisc::MustFlip;
        may_flip && flips() || !must_flip && is_empty && self.is_centre(cell)
    }

    /// The legal moves that put a disc on this cell, where the side to move may put one: one for each line where it has to choose.
    pub(super) fn moves_at(&self, turn: &Turn, cell: Cell) -> Vec<Move> {
        let lines = || turn.board.lines(turn.to_move, cell);
        match self.conditions.lines {
            Lines::One if lines().count() > 1 => lines().map(|(end, _)| Move::Line(cell, end)).collect(),
            _ => vec![Move::At(cell)],
        }
    }

    /// The discs that a legal move flips; none if it does not say which, or names a line that it does not close.
    fn flips_of(&self, turn: &Turn, mv: Move) -> Option<Cells> {
        let Turn { board, to_move } = turn;
        match (mv, self.conditions.lines) {
            (Move::Pass, _) => Some(Cells::EMPTY),
            (Move::At(cell), Lines::One) if board.lines(*to_move, cell).count() > 1 => None,
            (Move::At(cell), _) => Some(board.flips(*to_move, cell)),
            (Move::Line(..), Lines::All) => None,
            (Move::Line(cell, end), Lines::One) => {
                board.lines(*to_move, cell).find(|(found, _)| *found == end).map(|(_, line)| line)
            }
        }
    }

    fn is_centre(&self, cell: Cell) -> bool {
        self.shape().has(cell) && self.shape().centre().contains(&Some(cell))
    }

    /// The turn after this move.
    ///
    /// # Errors
    /// If the rules forbid it.
    pub(super) fn after(&self, turn: &Turn, placed: [u32; 2], mv: Move) -> Result<Turn, IllegalMove> {
        let Turn { board, to_move } = *turn;
        if let Some(cell) = mv.cell()
            && self.has_discs(to_move, placed)
            && self.is_free(turn, cell)
        {
            let flips = self.flips_of(turn, mv).ok_or(match mv {
                Move::Line(..) => IllegalMove::NoLine(mv),
                _ => IllegalMove::Lines(cell),
            })?;
            return Ok(Turn { board: board.with(to_move, flips.with(cell)), to_move: self.next_to_move(turn) });
        }
        Err(match (self.duty(turn, placed), mv) {
            (Duty::Pass, Move::Pass) => return Ok(turn.pass()),
            (Duty::Nothing, _) => IllegalMove::Over(mv),
            (_, Move::Pass) => IllegalMove::MustMove(to_move),
            (_, Move::At(cell) | Move::Line(cell, _)) => self.fault_at(turn, placed, cell),
        })
    }

    /// Why the side to move may not put a disc on this cell.
    fn fault_at(&self, turn: &Turn, placed: [u32; 2], cell: Cell) -> IllegalMove {
        let Turn { board, to_move } = turn;
        match cell {
            cell if !board.has(cell) => IllegalMove::OffBoard(cell),
            cell if board.colour_at(cell).is_some() => IllegalMove::Occupied(cell),
            _ if !self.has_discs(*to_move, placed) => IllegalMove::NoDiscs(*to_move),
            cell if self.is_placement(board) && !self.is_centre(cell) => IllegalMove::Centre(cell),
            cell if self.conditions.quiet => IllegalMove::NotBeside(cell),
            cell => IllegalMove::NoFlip(cell),
        }
    }

    /// The side that moves after a disc of the side to move.
    fn next_to_move(&self, turn: &Turn) -> Colour {
        let is_first_of_pair = self.conditions.placement == Some(Placement::Pairs)
            && discs(&turn.board) < 4
            && discs(&turn.board).is_multiple_of(2);
        if is_first_of_pair { turn.to_move } else { turn.to_move.other() }
    }

    /// Black's lead in discs, by the goal.
    pub(super) fn lead(&self, board: &Board) -> i32 {
        let difference = board.discs(Colour::Black).len() as i32 - board.discs(Colour::White).len() as i32;
        match self.goal() {
            Goal::Most => difference,
            Goal::Fewest => -difference,
        }
    }

    /// Black's score when the game is over with this turn; the sides have put `placed` discs on the board.
    pub(super) fn final_score(&self, turn: &Turn, placed: [u32; 2]) -> i32 {
        let (lead, empties) = (self.lead(&turn.board), turn.board.empties() as i32);
        if let Some(loser) = self.loser_without_move(turn, placed) {
            return -loser.sign() * turn.board.cells().len() as i32;
        }
        match self.conditions.empties {
            EmptySquares::ToWinner => lead + lead.signum() * empties,
            EmptySquares::ToNobody => lead,
        }
    }

    /// The side that has lost every square because it cannot move, when the game is over with this turn.
    fn loser_without_move(&self, turn: &Turn, placed: [u32; 2]) -> Option<Colour> {
        if self.conditions.no_move != NoMove::Loss || turn.board.empties() == 0 {
            return None;
        }
        // A side without discs passes, and then the other side is to move.
        [turn.to_move, turn.to_move.other()].into_iter().find(|&side| self.has_discs(side, placed))
    }

    /// The scores of a loss and of a win of this side: up to the first one it has lost, from the second one on it has won. Between them
    /// is a draw, unless a tie is a win for one side.
    ///
    /// # Examples
    /// ```
    /// use emilia_core::{Colour, Rules};
    ///
    /// let rules = Rules::read("6x6 tie=white")?;
    /// assert_eq!(rules.win_window(Colour::Black), (0, 1)); // black needs a disc more
    /// assert_eq!(rules.tie_share(Colour::White), 1.0);
    /// # Ok::<(), emilia_core::ParseRulesError>(())
    /// ```
    pub fn win_window(&self, side: Colour) -> (i32, i32) {
        match self.conditions.tie {
            None => (-1, 1),
            Some(winner) if winner == side => (-1, 0),
            Some(_) => (0, 1),
        }
    }

    /// What equal discs are worth to this side, from 0 for a loss to 1 for a win. See [`Rules::win_window`] for an example.
    pub fn tie_share(&self, side: Colour) -> f32 {
        self.conditions.tie.map_or(0.5, |winner| f32::from(u8::from(winner == side)))
    }
}

/// The number of discs on the board.
fn discs(board: &Board) -> u32 {
    board.discs(Colour::Black).len() + board.discs(Colour::White).len()
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
