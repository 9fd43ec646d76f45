//! Windows of a board: small sets of places whose whole content has a weight, the corners with what is around them and the edges.
//!
//! Windows that the symmetries of the board exchange are one pattern and share their weights (source of the idea: Buro, Logistello, 1997).

use super::bits::Bits;
use emilia_core::{Cell, Shape};

/// The most windows of a board.
pub(super) const LANES: usize = 16;
/// The most squares of a window at a corner.
const BLOCK: usize = 9;
/// The most squares of a window along an edge, and the fewest.
const EDGE: std::ops::RangeInclusive<usize> = 3..=8;

/// The windows that the symmetries of a shape exchange, each with its cells in the same order.
pub(super) type Pattern = Vec<Vec<Cell>>;

/// The patterns of a shape, together at most [`LANES`] windows.
pub(super) fn patterns(shape: &Shape) -> Vec<Pattern> {
    let corners: Vec<Cell> = shape.cells().filter(|&cell| is_corner(shape, cell)).collect();
    let blocks = corners.iter().map(|&corner| block(shape, corner));
    let edges = corners.iter().flat_map(|&corner| edges(shape, corner));
    let inner = corners.iter().flat_map(|&corner| inner_lines(shape, corner));
    let mut found: Vec<Pattern> = Vec::new();
    for window in blocks.chain(edges).chain(inner) {
        if !found.iter().flatten().any(|known| is_same_set(known, &window)) {
            found.push(images(shape, &window));
        }
    }
    // What does not fit is left out.
    let mut lanes = 0;
    found.retain(|pattern| {
        let fits = lanes + pattern.len() <= LANES;
        lanes += if fits { pattern.len() } else { 0 };
        fits
    });
    found
}

/// The number of contents of a window with this number of squares.
pub(super) const fn contents(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

/// The number of weights that the windows of a shape have in a phase.
pub(super) fn weights_of_windows(shape: &Shape) -> usize {
    patterns(shape).iter().map(|pattern| contents(pattern[0].len())).sum()
}

/// For each content of the pattern's windows the least content that is its image under a symmetry of the window itself.
fn representatives(shape: &Shape, pattern: &Pattern) -> Vec<u32> {
    let window = &pattern[0];
    let orders: Vec<Vec<usize>> = shape
        .symmetries(window)
        .iter()
        .filter_map(|image| image.iter().map(|cell| window.iter().position(|other| other == cell)).collect())
        .collect();
    let digit = |content: usize, at: usize| content / contents(at) % 3;
    let image = |content: usize, order: &Vec<usize>| -> usize {
        order.iter().enumerate().map(|(at, &to)| digit(content, at) * contents(to)).sum()
    };
    let least = |content| orders.iter().map(|order| image(content, order)).min().unwrap_or(content);
    (0..contents(window.len())).map(|content| least(content) as u32).collect()
}

/// Whether a disc on the cell can never be flipped: in no direction has it neighbours on both sides.
fn is_corner(shape: &Shape, cell: Cell) -> bool {
    let has = |columns, rows| cell.step(columns, rows).is_some_and(|cell| shape.has(cell));
    [(1, 0), (-1, 1), (0, 1), (1, 1)].iter().all(|&(columns, rows)| !(has(columns, rows) && has(-columns, -rows)))
}

/// The cells nearest to the corner: 3x3 on a rectangle.
fn block(shape: &Shape, corner: Cell) -> Vec<Cell> {
    let distance = |cell: &Cell| {
        let (columns, rows) = (cell.column().abs_diff(corner.column()), cell.row().abs_diff(corner.row()));
        u32::from(columns).pow(2) + u32::from(rows).pow(2)
    };
    let mut cells: Vec<Cell> = shape.cells().collect();
    cells.sort_by_key(distance);
    cells.truncate(BLOCK);
    cells
}

/// The lines from the corner on along which each cell has no neighbour on one side.
fn edges(shape: &Shape, corner: Cell) -> impl Iterator<Item = Vec<Cell>> {
    let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    directions.into_iter().filter_map(move |(columns, rows): (i8, i8)| {
        let has = |cell: Cell, columns, rows| cell.step(columns, rows).is_some_and(|cell| shape.has(cell));
        let is_edge = |cell: &Cell| shape.has(*cell) && !(has(*cell, -rows, columns) && has(*cell, rows, -columns));
        let line = std::iter::successors(Some(corner), |cell| cell.step(columns, rows));
        let line: Vec<Cell> = line.take_while(is_edge).take(*EDGE.end()).collect();
        EDGE.contains(&line.len()).then_some(line)
    })
}

/// The lines beside the edges from this corner on, and the diagonal.
fn inner_lines(shape: &Shape, corner: Cell) -> impl Iterator<Item = Vec<Cell>> {
    let quadrants = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let lines = quadrants.into_iter().flat_map(|(right, down): (i8, i8)| {
        [((right, 0), (0, down)), ((0, down), (right, 0)), ((right, down), (0, 0))]
    });
    lines.filter_map(move |((columns, rows), (right, down))| {
        let first = corner.step(right, down);
        let line = std::iter::successors(first, |cell| cell.step(columns, rows));
        let line: Vec<Cell> = line.take_while(|cell| shape.has(*cell)).take(*EDGE.end()).collect();
        EDGE.contains(&line.len()).then_some(line)
    })
}

fn images(shape: &Shape, window: &[Cell]) -> Pattern {
    let mut images: Pattern = Vec::new();
    for image in shape.symmetries(window) {
        if !images.iter().any(|known| is_same_set(known, &image)) {
            images.push(image);
        }
    }
    images
}

fn is_same_set(one: &[Cell], other: &[Cell]) -> bool {
    one.len() == other.len() && one.iter().all(|cell| other.contains(cell))
}

/// The windows of a board in words. A content is a number to the base 3: empty 0, own 1, the opponent's 2.
#[derive(Clone, Debug)]
pub(super) struct Windows<B> {
    /// For each byte of a word and each of its values what it adds to the contents of all windows.
    parts: Vec<[[u16; LANES]; 256]>,
    /// Where the weights of each window's pattern begin; as many as there are windows.
    pub begins: Vec<usize>,
    shape: Shape,
    word: std::marker::PhantomData<B>,
}

impl<B: Bits> Windows<B> {
    pub fn new(shape: &Shape) -> Windows<B> {
        let mut windows = Windows {
            parts: vec![[[0; LANES]; 256]; B::BYTES],
            begins: Vec::new(),
            shape: *shape,
            word: std::marker::PhantomData,
        };
        let mut begin = 0;
        for pattern in patterns(shape) {
            for window in &pattern {
                let lane = windows.begins.len();
                for (at, cell) in window.iter().enumerate() {
                    let place = usize::from(cell.row()) * B::STRIDE as usize + usize::from(cell.column());
                    let values = windows.parts[place / 8].iter_mut().enumerate();
                    let with_disc = values.filter(|(value, _)| value >> (place % 8) & 1 == 1);
                    with_disc.for_each(|(_, lanes)| lanes[lane] += contents(at) as u16);
                }
                windows.begins.push(begin);
            }
            begin += contents(pattern[0].len());
        }
        windows
    }

    /// For each weight of a phase the first one that it shares its value with: their contents are images of each other.
    pub fn representatives(&self) -> Vec<u32> {
        let mut all = Vec::new();
        for pattern in patterns(&self.shape) {
            let begin = all.len() as u32;
            all.extend(representatives(&self.shape, &pattern).into_iter().map(|least| begin + least));
        }
        all
    }

    /// The content of each window.
    #[inline]
    pub fn contents(&self, own: B, opp: B) -> [u16; LANES] {
        let mut sums = [0; LANES];
        for (at, part) in self.parts.iter().enumerate() {
            let (own, opp) = (&part[usize::from(own.byte(at))], &part[usize::from(opp.byte(at))]);
            for lane in 0..LANES {
                sums[lane] += own[lane] + 2 * opp[lane];
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, Windows, contents, patterns};
    use crate::variant::bits::Bits;
    use crate::variant::node::Play;
    use emilia_core::{Game, Variant};

    /// Compares the contents of all windows with those counted cell by cell.
    fn compare<B: Bits>(game: &Game) {
        let Some(play) = Play::<B>::of(game) else { return };
        let windows = Windows::<B>::new(game.rules().shape());
        let node = play.node(game);
        let found = windows.contents(node.own, node.opp);
        let (own, opp) = (game.to_move(), game.to_move().other());
        let board = &game.turn().board;
        let digit = |cell| usize::from(board.discs(own).has(cell)) + 2 * usize::from(board.discs(opp).has(cell));
        let all = patterns(game.rules().shape());
        let expected = all
            .iter()
            .flatten()
            .map(|window| window.iter().enumerate().map(|(at, &cell)| digit(cell) * contents(at)).sum::<usize>());
        assert_eq!(found.map(usize::from)[..windows.begins.len()], expected.collect::<Vec<_>>()[..]);
    }

    #[test]
    fn contents_are_those_of_the_plain_board() {
        for variant in &Variant::ALL {
            let mut game = Game::new(variant.rules().expect("rules"));
            while !game.is_over() {
                compare::<u64>(&game);
                compare::<u128>(&game);
                let legal = game.legal();
                game.play(legal[game.moves().len() % legal.len()]).expect("legal");
            }
        }
    }

    #[test]
    fn a_square_board_has_its_corners_and_edges() {
        for (name, expected) in [
            ("6x6", vec![(9, 4), (6, 4), (6, 4), (6, 2)]),
            ("8x8", vec![(9, 4), (8, 4), (8, 4), (8, 2)]),
            ("10x10", vec![(9, 4), (8, 8), (8, 4)]),
        ] {
            let rules = crate::Rules::read(name).expect("rules");
            let found = patterns(rules.shape());
            assert_eq!(found.iter().map(|pattern| (pattern[0].len(), pattern.len())).collect::<Vec<_>>(), expected);
        }
        for variant in &Variant::ALL {
            let shape = *variant.rules().expect("rules").shape();
            let windows = patterns(&shape).iter().map(Vec::len).sum::<usize>();
            assert!((4..=LANES).contains(&windows), "{}: {windows}", variant.name);
        }
    }
}
