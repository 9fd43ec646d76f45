//! The features on a plain board of letters, square by square, sharing nothing with the fast board.

use emilia::{Bitboard, Position, Square};
use emilia_analysis::internal::ClaimKind;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// A place: row and column, each 0..8.
pub type Place = (i32, i32);
pub type Places = BTreeSet<Place>;

const DIRECTIONS: [Place; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
pub const CORNERS: [Place; 4] = [(0, 0), (0, 7), (7, 0), (7, 7)];

thread_local! {
    /// What is known of edges.
    static KNOWN: RefCell<HashMap<String, [bool; 8]>> = RefCell::default();
}

/// `X` the side of interest, `O` the other, `-` empty.
#[derive(Clone, Copy, PartialEq)]
pub struct Board([[char; 8]; 8]);

pub fn place(at: Square) -> Place {
    (i32::from(at.row()), i32::from(at.column()))
}

pub fn places(set: Bitboard) -> Places {
    set.map(place).collect()
}

fn all() -> impl Iterator<Item = Place> {
    (0..64).map(|number| (number / 8, number % 8))
}

fn neighbours((row, column): Place) -> impl Iterator<Item = Place> {
    let beside = DIRECTIONS.into_iter().map(move |(down, right)| (row + down, column + right));
    beside.filter(|(row, column)| (0..8).contains(row) && (0..8).contains(column))
}

impl Board {
    pub fn new(position: Position) -> Board {
        let mut board = [['-'; 8]; 8];
        for (number, letter) in position.to_string().chars().enumerate() {
            board[number / 8][number % 8] = letter;
        }
        Board(board)
    }

    fn at(&self, (row, column): Place) -> char {
        if (0..8).contains(&row) && (0..8).contains(&column) { self.0[row as usize][column as usize] } else { '?' }
    }

    fn set(&mut self, (row, column): Place, letter: char) {
        self.0[row as usize][column as usize] = letter;
    }

    pub fn of(&self, letter: char) -> Places {
        all().filter(|&at| self.at(at) == letter).collect()
    }

    /// The same with the sides exchanged.
    pub fn swapped(&self) -> Board {
        let swap = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        Board(self.0.map(|row| row.map(swap)))
    }

    pub fn flips(&self, at: Place) -> Places {
        let mut flips = Places::new();
        if self.at(at) != '-' {
            return flips;
        }
        for (down, right) in DIRECTIONS {
            let mut line = Vec::new();
            let mut next = (at.0 + down, at.1 + right);
            while self.at(next) == 'O' {
                line.push(next);
                next = (next.0 + down, next.1 + right);
            }
            if self.at(next) == 'X' {
                flips.extend(line);
            }
        }
        flips
    }

    pub fn moves(&self) -> Places {
        all().filter(|&at| !self.flips(at).is_empty()).collect()
    }

    /// After a legal move of `X`, still with `X` for its side.
    pub fn after(&self, at: Place) -> Board {
        let mut next = *self;
        self.flips(at).into_iter().chain([at]).for_each(|flipped| next.set(flipped, 'X'));
        next
    }

    fn moves_of_other(&self) -> Places {
        self.swapped().moves()
    }

    pub fn is_beside_empty(&self, at: Place) -> bool {
        neighbours(at).any(|beside| self.at(beside) == '-')
    }

    pub fn frontier(&self) -> Places {
        self.of('X').into_iter().filter(|&at| self.is_beside_empty(at)).collect()
    }

    pub fn potential_moves(&self) -> Places {
        self.of('-').into_iter().filter(|&at| neighbours(at).any(|beside| self.at(beside) == 'O')).collect()
    }

    pub fn walls(&self) -> Places {
        let mut walls = Places::new();
        for (down, right) in [(0, 1), (1, 0)] {
            for side in [1, -1] {
                let faces = |at: Place| {
                    let front = (at.0 + right * side, at.1 + down * side);
                    let back = (at.0 - right * side, at.1 - down * side);
                    self.at(at) == 'X' && self.at(front) == '-' && self.at(back) != '?'
                };
                for start in all() {
                    let run: Vec<Place> = (0..8)
                        .map(|step| (start.0 + down * step, start.1 + right * step))
                        .take_while(|&at| faces(at))
                        .collect();
                    if run.len() >= 4 {
                        walls.extend(run);
                    }
                }
            }
        }
        walls
    }

    pub fn is_quiet(&self, at: Place) -> bool {
        let (before, after) = (self.moves_of_other(), self.after(at).moves_of_other());
        !after.is_empty() && after.iter().all(|to| before.contains(to))
    }

    /// The opponent has moves, but none within two squares.
    pub fn is_unanswered(&self, at: Place) -> bool {
        let replies = self.after(at).moves_of_other();
        let is_far = |to: &Place| (to.0 - at.0).abs().max((to.1 - at.1).abs()) > 2;
        !replies.is_empty() && replies.iter().all(is_far)
    }

    pub fn region(&self, at: Place) -> Places {
        let (mut region, mut open) = (Places::new(), vec![at]);
        while let Some(next) = open.pop() {
            if self.at(next) == '-' && region.insert(next) {
                open.extend(neighbours(next));
            }
        }
        region
    }

    pub fn regions(&self) -> BTreeSet<Places> {
        self.of('-').into_iter().map(|at| self.region(at)).collect()
    }

    /// Whether `X` might ever move to the empty place, given the stable discs of both sides.
    pub fn could_ever_move(&self, at: Place) -> bool {
        let (own, other) = (self.stable(), self.swapped().stable());
        DIRECTIONS.iter().any(|(down, right)| {
            let first = (at.0 + down, at.1 + right);
            let second = (first.0 + down, first.1 + right);
            self.at(second) != '?' && !own.contains(&first) && !other.contains(&first) && !other.contains(&second)
        })
    }

    /// Discs of `X` that no play along an edge flips, and inside the board those that on each line lie on a full line or beside a stable
    /// one.
    pub fn stable(&self) -> Places {
        let mut stable = Places::new();
        for (start, (down, right)) in [((0, 0), (0, 1)), ((7, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 7), (1, 0))] {
            let edge: Vec<Place> = (0..8).map(|step| (start.0 + down * step, start.1 + right * step)).collect();
            let letters: String = edge.iter().map(|&at| self.at(at)).collect();
            let kept = KNOWN.with_borrow_mut(|known| stable_on_edge(&letters, known));
            stable.extend(edge.iter().zip(kept).filter(|(_, kept)| *kept).map(|(at, _)| *at));
        }
        loop {
            let is_new = |&at: &Place| {
                let is_inside = (1..7).contains(&at.0) && (1..7).contains(&at.1);
                is_inside
                    && !stable.contains(&at)
                    && [(0, 1), (1, 0), (1, 1), (1, -1)].iter().all(|&line| self.is_safe(at, line, &stable))
            };
            let found: Vec<Place> = self.of('X').into_iter().filter(is_new).collect();
            if found.is_empty() {
                return stable;
            }
            stable.extend(found);
        }
    }

    fn is_safe(&self, at: Place, (down, right): Place, stable: &Places) -> bool {
        let along = |sign: i32| (1..8).map(move |step| (at.0 + sign * down * step, at.1 + sign * right * step));
        let is_full = [1, -1]
            .iter()
            .all(|&sign| along(sign).take_while(|&next| self.at(next) != '?').all(|next| self.at(next) != '-'));
        let is_held = [1, -1].iter().any(|&sign| along(sign).next().is_some_and(|next| stable.contains(&next)));
        is_full || is_held
    }

    pub fn corners_given(&self, at: Place) -> Places {
        let before = self.moves_of_other();
        self.after(at).moves_of_other().into_iter().filter(|to| CORNERS.contains(to) && !before.contains(to)).collect()
    }

    pub fn corners_denied(&self, at: Place) -> Places {
        let after = self.after(at).moves_of_other();
        self.moves_of_other()
            .into_iter()
            .filter(|to| CORNERS.contains(to) && !after.contains(to) && *to != at)
            .collect()
    }

    /// The corners that `X` could not take before the move, and can take after it whatever `O` replies.
    pub fn corners_won(&self, at: Place) -> Places {
        let (before, after) = (self.moves(), self.after(at));
        let replies = after.replies();
        let is_won = |to: &Place| {
            after.moves().contains(to) && !before.contains(to) && replies.iter().all(|board| board.moves().contains(to))
        };
        CORNERS.into_iter().filter(|to| !replies.is_empty() && is_won(to)).collect()
    }

    /// The number of own discs side by side on an edge, this one among them.
    fn row_on_edge(&self, at: Place) -> usize {
        let of_edge = |edge: Vec<Place>| {
            let letters: String = edge.iter().map(|&to| if to == at { '!' } else { self.at(to) }).collect();
            let is_own = |letter: char| letter == 'X' || letter == '!';
            letters.split(|letter| !is_own(letter)).find(|row| row.contains('!')).map_or(0, str::len)
        };
        Board::edges().into_iter().map(of_edge).max().unwrap_or(0)
    }

    /// Whether the own disc is between two of `O` on an edge, and no move of `O` flips it.
    pub fn is_kept_wedge(&self, at: Place) -> bool {
        self.wedges().contains(&at) && self.replies().iter().all(|board| board.at(at) == 'X')
    }

    /// Whether the place is beside an empty corner: diagonally, or along an edge.
    fn is_beside_corner(&self, at: Place, diagonally: bool) -> bool {
        CORNERS.iter().any(|&corner| {
            let (down, right) = ((at.0 - corner.0).abs(), (at.1 - corner.1).abs());
            self.at(corner) == '-' && if diagonally { (down, right) == (1, 1) } else { down + right == 1 }
        })
    }

    /// Whether `O` can take the corner beside the place.
    fn gives_beside(&self, at: Place) -> bool {
        neighbours(at).any(|beside| CORNERS.contains(&beside) && self.moves_of_other().contains(&beside))
    }

    pub fn safe_moves(&self) -> Places {
        let is_safe = |&at: &Place| {
            let gives = self.after(at).moves_of_other().iter().any(|to| CORNERS.contains(to));
            !gives && !self.is_beside_corner(at, true) && !self.is_beside_corner(at, false)
        };
        self.moves().into_iter().filter(is_safe).collect()
    }

    /// The edges with their places.
    fn edges() -> [Vec<Place>; 4] {
        [
            (0..8).map(|step| (0, step)).collect(),
            (0..8).map(|step| (7, step)).collect(),
            (0..8).map(|step| (step, 0)).collect(),
            (0..8).map(|step| (step, 7)).collect(),
        ]
    }

    fn edges_like(&self, shapes: &[&str]) -> Vec<Places> {
        let is_like =
            |edge: &Vec<Place>| shapes.contains(&edge.iter().map(|&at| self.at(at)).collect::<String>().as_str());
        let discs = |edge: Vec<Place>| edge.into_iter().filter(|&at| self.at(at) == 'X').collect();
        Board::edges().into_iter().filter(is_like).map(discs).collect()
    }

    pub fn balanced_fours(&self) -> Vec<Places> {
        self.edges_like(&["--XXXX--"])
    }

    pub fn unbalanced_fives(&self) -> Vec<Places> {
        self.edges_like(&["-XXXXX--", "--XXXXX-"])
    }

    pub fn balanced_sixes(&self) -> Vec<Places> {
        self.edges_like(&["-XXXXXX-"])
    }

    pub fn wedges(&self) -> Places {
        self.in_the_middle("OXO").into_iter().collect()
    }

    pub fn holes(&self) -> Places {
        let other = self.swapped();
        let is_wedge = |at: &Place| other.moves().contains(at) && other.after(*at).wedges().contains(at);
        self.in_the_middle("X-X").into_iter().filter(is_wedge).collect()
    }

    /// The middle of each three places of an edge with these letters.
    fn in_the_middle(&self, letters: &str) -> Vec<Place> {
        let mut found = Vec::new();
        for edge in Board::edges() {
            for start in 0..6 {
                let three: String = edge[start..start + 3].iter().map(|&at| self.at(at)).collect();
                if three == letters {
                    found.push(edge[start + 1]);
                }
            }
        }
        found
    }

    /// The near and the far corner of each Stoner trap that a move sets, and the attacks.
    pub fn stoner_traps(&self, at: Place) -> Vec<(Place, Place, Places)> {
        let mut traps = Vec::new();
        let after = self.after(at);
        for near in CORNERS.into_iter().filter(|near| (near.0 - at.0).abs() == 1 && (near.1 - at.1).abs() == 1) {
            for far in CORNERS.into_iter().filter(|far| *far != near && (far.0 == near.0 || far.1 == near.1)) {
                let (down, right) = ((near.0 - far.0).signum(), (near.1 - far.1).signum());
                let is_weak = after.at((far.0 + down, far.1 + right)) == 'O' && after.at(far) == '-';
                let is_set = after.at(near) == '-' && !after.moves_of_other().contains(&near);
                let attacks = after.attacks(near, far);
                let answers = |board: &Board| {
                    let moves = board.moves();
                    moves.contains(&near) || moves.contains(&far) || !board.attacks(near, far).is_empty()
                };
                let no_reply_helps = after.replies().iter().all(answers);
                if is_weak && is_set && !attacks.is_empty() && no_reply_helps {
                    traps.push((near, far, attacks));
                }
            }
        }
        traps
    }

    /// The boards after each move of `O`.
    pub fn replies(&self) -> Vec<Board> {
        let other = self.swapped();
        other.moves().into_iter().map(|to| other.after(to).swapped()).collect()
    }

    pub fn attacks(&self, near: Place, far: Place) -> Places {
        let (down, right) = ((far.0 - near.0).signum(), (far.1 - near.1).signum());
        let inside = (1..7).map(|step| (near.0 + down * step, near.1 + right * step));
        let moves = self.moves();
        let wins = |at: &Place| {
            let after = self.after(*at);
            let wins_one = |board: &Board| board.moves().contains(&near) || board.moves().contains(&far);
            let threatens = after.moves().contains(&far) && !after.moves_of_other().contains(&far);
            moves.contains(at) && threatens && after.replies().iter().all(wins_one)
        };
        inside.filter(wins).collect()
    }

    /// The regions of at most 8 squares where only `X` can move now, less those where only `O` can.
    fn region_balance(&self) -> i32 {
        let (own, other) = (self.moves(), self.moves_of_other());
        let balance = |region: Places| match (region.is_disjoint(&own), region.is_disjoint(&other)) {
            _ if region.len() > 8 => 0,
            (false, true) => 1,
            (true, false) => -1,
            _ => 0,
        };
        self.regions().into_iter().map(balance).sum()
    }

    /// The amount of a kind for a move.
    pub fn amount(&self, kind: ClaimKind, at: Place) -> i32 {
        use ClaimKind::*;
        let after = self.after(at);
        let replies = after.moves_of_other();
        let is = |holds: bool| i32::from(holds);
        match kind {
            TakesCorner => is(CORNERS.contains(&at)),
            GivesCorner => -(self.corners_given(at).len() as i32),
            DeniesCorner => self.corners_denied(at).len() as i32,
            WinsCorner => self.corners_won(at).len() as i32,
            XSquare => -is(self.is_beside_corner(at, true) && !after.gives_beside(at)),
            CSquare => -is(self.is_beside_corner(at, false) && !after.gives_beside(at) && after.row_on_edge(at) < 5),
            OpponentMobility => -(replies.len() as i32),
            OwnMobility => after.moves().len() as i32,
            ForcedPass => is(replies.is_empty() && !after.moves().is_empty()),
            Frontier => -(after.frontier().len() as i32),
            Wall => -(after.walls().len() as i32),
            Quiet => is(self.is_quiet(at)),
            Stable => after.stable().len() as i32,
            OddRegion => self.region(at).len() as i32 % 2,
            OwnRegion => after.region_balance(),
            Tempo => is(self.is_unanswered(at)),
            OpponentSafe => -(after.swapped().safe_moves().len() as i32),
            OwnSafe => after.safe_moves().len() as i32,
            Wedge => is(after.is_kept_wedge(at)),
            Hole => -(after.holes().len() as i32),
            UnbalancedEdge => -(after.unbalanced_fives().len() as i32),
            BalancedEdge => after.balanced_sixes().len() as i32,
            StonerTrap => is(!self.stoner_traps(at).is_empty()),
            _ => 0,
        }
    }
}

/// For each square of an edge, whether its `X` stays whatever is put on the empty squares of the edge, by either side.
fn stable_on_edge(edge: &str, known: &mut HashMap<String, [bool; 8]>) -> [bool; 8] {
    if let Some(found) = known.get(edge) {
        return *found;
    }
    let letters: Vec<char> = edge.chars().collect();
    let mut stable: [bool; 8] = std::array::from_fn(|at| letters[at] == 'X');
    for at in (0..8).filter(|&at| letters[at] == '-') {
        for (own, other) in [('X', 'O'), ('O', 'X')] {
            let mut next = letters.clone();
            next[at] = own;
            for step in [1, -1] {
                let line: Vec<usize> = (1..8)
                    .map(|steps| at as i32 + step * steps)
                    .take_while(|to| (0..8).contains(to))
                    .map(|to| to as usize)
                    .collect();
                let length = line.iter().take_while(|&&to| letters[to] == other).count();
                if line.get(length).is_some_and(|&to| letters[to] == own) {
                    line[..length].iter().for_each(|&to| next[to] = own);
                }
            }
            let after = stable_on_edge(&next.iter().collect::<String>(), known);
            stable.iter_mut().zip(after).for_each(|(stable, after)| *stable &= after);
        }
    }
    known.insert(edge.to_owned(), stable);
    stable
}
