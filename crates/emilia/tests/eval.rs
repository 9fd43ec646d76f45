//! The evaluation: kept features against fresh ones, symmetry, the file, and a few truths every estimate should know.

use emilia::internal::eval::{
    Features, PLIES, STAGES, SearchErrors, Stages, kernel,
    net::{COUNT_UNIT, COUNTS, HIDDEN, HIDDEN_SHIFT, Layer, OUTER_SHIFT, RANGE, WIDTH},
    pattern::{DIGITS, FIRST, SHAPES},
};
use emilia::{Bitboard, Position, Score, Square, Symmetry, Weights, WeightsError};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);

/// The positions of a game whose moves are picked by these numbers, each with the step that led to it; none is a pass.
fn game(picks: &[u32]) -> Vec<(Position, Option<(Square, Bitboard)>)> {
    let mut position = Position::START;
    let mut positions = Vec::new();
    for &pick in picks {
        let moves = position.moves();
        if moves.is_empty() {
            position = position.pass();
            positions.push((position, None));
            if position.moves().is_empty() {
                break;
            }
            continue;
        }
        let at = moves.into_iter().nth((pick % moves.len()) as usize).expect("one of the moves");
        let flips = position.flips(at);
        position = position.play(at, flips);
        positions.push((position, Some((at, flips))));
    }
    positions
}

/// The content of an instance read square by square.
fn content(position: Position, squares: impl IntoIterator<Item = Square>) -> u16 {
    let digit = |square| u16::from(position.own().has(square)) + 2 * u16::from(position.opp().has(square));
    squares.into_iter().enumerate().map(|(j, square)| digit(square) * 3u16.pow(j as u32)).sum()
}

/// Stages with some pseudo-random weights.
fn some_stages() -> Stages {
    let mut random = 7u32;
    let mut next = || {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        ((random >> 24) as i16) - 128
    };
    let classes = Stages::classes();
    Stages {
        weights: (0..STAGES).map(|_| (0..classes).map(|_| next()).collect()).collect(),
        constants: std::array::from_fn(|_| next()),
        rows: (0..classes).map(|_| std::array::from_fn(|_| (next() / 8) as i8)).collect(),
        layers: (0..STAGES).map(|_| some_layer(&mut next)).collect(),
        errors: SearchErrors {
            leaf: std::array::from_fn(|empties| empties as f32 / 4.0 - 8.0),
            deviation: [1.0, -0.5, 0.25, 3.0, -0.125, 0.0625],
        },
        description: "made of nothing".to_owned(),
    }
}

/// A layer of the numbers that come next, from -128 to 127.
fn some_layer(next: &mut impl FnMut() -> i16) -> Layer {
    Layer {
        offsets: std::array::from_fn(|_| next()),
        inner: std::array::from_fn(|_| std::array::from_fn(|_| 8 * next())),
        inner_offsets: std::array::from_fn(|_| 1024 * i32::from(next())),
        outer: std::array::from_fn(|_| 16 * next()),
        outer_offset: 4096 * i32::from(next()),
    }
}

fn file_of(stages: &Stages) -> Vec<u8> {
    let mut file = Vec::new();
    stages.write(&mut file).expect("memory takes all that is written");
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn features_kept_through_a_game_are_those_made_afresh(picks in prop::collection::vec(any::<u32>(), 64)) {
        let mut kept = Features::new(Position::START);
        for (position, step) in game(&picks) {
            kept = match step {
                Some((at, flips)) => {
                    prop_assert_eq!(kept.contents_after(at, flips), *Features::new(position).contents());
                    kept.play(at, flips)
                }
                None => kept.pass(),
            };
            prop_assert_eq!(kept, Features::new(position));
            prop_assert_eq!(kept.pass(), Features::new(position.pass()));
        }
    }

    #[test]
    fn all_eight_images_of_a_position_have_one_score(picks in prop::collection::vec(any::<u32>(), 64)) {
        for (position, _) in game(&picks) {
            let score = WEIGHTS.eval_position(position);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(WEIGHTS.eval_position(symmetry.position(position)), score);
            }
        }
    }

    #[test]
    fn damaged_bytes_are_noticed(at in 0usize..4096, change in 1u8..) {
        let mut file = FILE.clone();
        let at = at * file.len() / 4096;
        file[at] ^= change;
        prop_assert!(Stages::read(&file).is_err(), "byte {} of {}", at, file.len());
    }

    #[test]
    fn no_bytes_at_all_make_the_reader_fall(bytes in prop::collection::vec(any::<u8>(), 0..64), header in 0usize..=24) {
        let file: Vec<u8> = FILE[..header].iter().copied().chain(bytes).collect();
        prop_assert!(Stages::read(&file).is_err());
    }
}

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| file_of(&some_stages()));

#[test]
fn a_shape_has_each_of_its_turned_sets_of_squares_once_and_they_hold_what_the_board_shows() {
    let picks: Vec<u32> = (0..40).map(|i| i * 7919).collect();
    let (position, _) = *game(&picks).last().expect("a game has positions");
    let features = Features::new(position);
    for (shape, lanes) in SHAPES.iter().zip(FIRST.windows(2)) {
        let mut sets: Vec<Bitboard> = Symmetry::ALL
            .into_iter()
            .map(|turn| shape.squares.iter().map(|&square| turn.square(square)).collect())
            .collect();
        sets.sort();
        sets.dedup();
        assert_eq!(lanes[1] - lanes[0], sets.len());
        for lane in lanes[0]..lanes[1] {
            let mut squares: Vec<Square> = Square::all().filter(|square| DIGITS[square.index()].0[lane] > 0).collect();
            assert!(sets.contains(&squares.iter().copied().collect()));
            squares.sort_by_key(|square| DIGITS[square.index()].0[lane]);
            assert_eq!(features.contents()[lane], content(position, squares));
        }
    }
}

#[test]
fn contents_are_one_class_exactly_if_a_symmetry_turns_one_into_the_other() {
    for shape in &SHAPES {
        let (classes, count) = shape.classes();
        assert_eq!(classes.len(), shape.contents());
        assert_eq!(classes.iter().max().map(|&class| class as usize + 1), Some(count));
        let place = |square| shape.squares.iter().position(|&other| other == square);
        let turns: Vec<Vec<usize>> = Symmetry::ALL
            .into_iter()
            .filter_map(|turn| shape.squares.iter().map(|&square| place(turn.square(square))).collect())
            .collect();
        let digits = |content: usize| (0..shape.squares.len()).map(move |j| content / 3usize.pow(j as u32) % 3);
        let mut members = vec![0; count];
        for (content, &class) in classes.iter().enumerate() {
            members[class as usize] += 1;
            for turn in &turns {
                let turned: usize = digits(content).zip(turn).map(|(digit, &j)| digit * 3usize.pow(j as u32)).sum();
                assert_eq!(classes[turned], class);
            }
        }
        assert!(members.iter().all(|&members| members >= 1 && members <= turns.len()));
    }
}

#[test]
fn the_linear_part_is_the_plain_sum_of_the_interpolated_weights() {
    let stages = some_stages();
    let weights = Weights::new(&stages);
    let picks: Vec<u32> = (0..60).map(|i| i * 31337).collect();
    for (position, _) in game(&picks) {
        let features = Features::new(position);
        let ply = PLIES - 1 - position.empties() as usize;
        let (low, high) = (ply.saturating_sub(2) / 4, (ply.saturating_sub(2) / 4 + 1).min(STAGES - 1));
        let part = if low == high { 0.0 } else { (ply.saturating_sub(2) % 4) as f64 / 4.0 };
        let mut sum = f64::from(stages.constants[ply]);
        let mut first = 0;
        for (shape, lanes) in SHAPES.iter().zip(FIRST.windows(2)) {
            let (classes, count) = shape.classes();
            for lane in lanes[0]..lanes[1] {
                let weight = first + classes[usize::from(features.contents()[lane])] as usize;
                sum += f64::from(stages.weights[low][weight]) * (1.0 - part);
                sum += f64::from(stages.weights[high.min(STAGES - 1)][weight]) * part;
            }
            first += count;
        }
        let limit = f64::from(Score::MAX.raw());
        let error = f64::from(weights.eval_linear(features.contents(), position).raw()) - sum.clamp(-limit, limit);
        assert!(error.abs() <= 1.0, "ply {ply}: off by {error}");
    }
}

#[test]
fn an_estimate_is_the_linear_part_and_what_the_net_makes_of_the_sum_of_the_rows_and_the_counts() {
    let stages = some_stages();
    let weights = Weights::new(&stages);
    let picks: Vec<u32> = (0..60).map(|i| i * 40503).collect();
    let mut corrected = 0;
    for (position, _) in game(&picks) {
        let features = Features::new(position);
        let mut sum = [0i64; WIDTH];
        let mut first = 0;
        for (shape, lanes) in SHAPES.iter().zip(FIRST.windows(2)) {
            let (classes, count) = shape.classes();
            for lane in lanes[0]..lanes[1] {
                let row = stages.rows[first + classes[usize::from(features.contents()[lane])] as usize];
                sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += i64::from(number));
            }
            first += count;
        }
        let layer = &stages.layers[((60 - position.empties()) / 4).min(14) as usize];
        let correction = plain_outcome(layer, &sum, &plain_counts(position));
        let linear = weights.eval_linear(features.contents(), position).raw();
        let limit = i64::from(Score::MAX.raw());
        if linear.abs() < Score::MAX.raw() {
            corrected += 1;
            let expected = (i64::from(linear) + correction).clamp(-limit, limit);
            assert_eq!(i64::from(weights.eval_position(position).raw()), expected);
        }
    }
    assert!(corrected > 10, "{corrected}");
}

/// The counts by their definition, from square to square.
fn plain_counts(position: Position) -> [i16; COUNTS] {
    let count = |set: Bitboard| set.into_iter().count() as i16;
    let [own_moves, opp_moves] = [position, position.pass()].map(|position| count(position.moves()));
    let empty = |at: &Square| position.empty().has(*at);
    let quarter = |number: usize| Square::all().filter(move |at| number == at.index() % 8 / 4 + 2 * (at.index() / 32));
    let odd = (0..4).filter(|number| quarter(*number).filter(empty).count() % 2 == 1).count() as i16;
    let ply = 60 - count(position.empty());
    [own_moves, opp_moves, 8 * odd, 8 * (ply % 4), count(position.own()), count(position.opp())]
}

/// The hidden layer by its definition, in numbers that cannot overflow.
fn plain_outcome(layer: &Layer, sum: &[i64; WIDTH], counts: &[i16; COUNTS]) -> i64 {
    let range = i64::from(RANGE);
    let input = |k: usize| {
        if k < WIDTH {
            (sum[k] + i64::from(layer.offsets[k])).clamp(0, range).pow(2) / range
        } else {
            i64::from(counts[k - WIDTH]) * i64::from(COUNT_UNIT)
        }
    };
    let weight = |k: usize, hidden: usize| i64::from(layer.inner[k / 2][2 * hidden + k % 2]);
    let hidden = |hidden: usize| {
        let sum: i64 = (0..WIDTH + COUNTS).map(|k| input(k) * weight(k, hidden)).sum();
        ((sum + i64::from(layer.inner_offsets[hidden])) >> HIDDEN_SHIFT).clamp(0, range)
    };
    let outcome: i64 = (0..HIDDEN).map(|h| hidden(h) * i64::from(layer.outer[h])).sum();
    (outcome + i64::from(layer.outer_offset)) >> OUTER_SHIFT
}

#[test]
fn the_hidden_layer_is_the_same_in_every_spelling() {
    let mut random = 99u32;
    let mut next = || {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        ((random >> 24) as i16) - 128
    };
    for _ in 0..1000 {
        let layer = some_layer(&mut next);
        let sum: [i16; WIDTH] = std::array::from_fn(|_| 4 * next());
        let counts = std::array::from_fn(|_| next().rem_euclid(65));
        let expected = plain_outcome(&layer, &sum.map(i64::from), &counts);
        assert_eq!(i64::from(kernel::portable::outcome(&layer, &sum, &counts)), expected);
        assert_eq!(i64::from(kernel::outcome(&layer, &sum, &counts)), expected);
    }
}

#[test]
fn a_file_gives_back_the_weights_it_was_made_of() {
    assert_eq!(Stages::read(&FILE).as_ref(), Ok(&some_stages()));
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    for length in (0..FILE.len()).step_by(FILE.len() / 20).chain(0..32).chain([FILE.len() - 1]) {
        assert!(Stages::read(&FILE[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn a_file_says_what_is_wrong_with_it() {
    let mut other = FILE.clone();
    other[8] = 9;
    assert_eq!(Stages::read(&other).map(drop), Err(WeightsError::Version(9)));
    let mut other = FILE.clone();
    other[12..16].copy_from_slice(&[4, 3, 2, 1]);
    assert_eq!(Stages::read(&other).map(drop), Err(WeightsError::Patterns(0x01020304)));
    let error = Stages::read(b"GIF89a, no weights").map(drop);
    assert_eq!(error, Err(WeightsError::Magic(b"GIF89a, ".to_vec())));
    let mut other = FILE.clone();
    other[16] ^= 1;
    let error = Stages::read(&other).map(drop).map_err(|error| error.to_string());
    assert_eq!(error, Err("weights file is damaged: wrong checksum".to_owned()));
}

#[test]
fn a_small_file_that_expands_without_end_is_refused() {
    let mut packer = flate2::write::ZlibEncoder::new(vec![0; 4], flate2::Compression::best());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), 1 << 26), &mut packer).expect("memory takes all");
    let body = packer.finish().expect("memory takes all");
    let mut sum = flate2::Crc::new();
    sum.update(&body);
    let file = [&FILE[..16], &sum.sum().to_le_bytes(), &body].concat();
    assert!(matches!(Stages::read(&file), Err(WeightsError::Damaged(_))));
}

#[test]
fn the_programs_own_estimates_are_near_the_truth_in_solved_positions() {
    let problems = include_str!("../../../data/problems/exact-6-16.obf");
    let errors: Vec<f32> = problems
        .lines()
        .filter_map(|line| {
            let (board, moves) = line.split_once(" X;")?;
            let best: f32 = moves.split(';').next()?.split_once(':')?.1.parse().ok()?;
            let position: Position = board.parse().ok()?;
            Some((WEIGHTS.eval_position(position).to_discs() - best).abs())
        })
        .collect();
    let mean = errors.iter().sum::<f32>() / errors.len() as f32;
    assert!(errors.len() > 500 && mean < 6.2, "{mean} discs on {} positions", errors.len());
}

#[test]
fn the_start_is_even_and_a_rout_is_seen_as_one() {
    let start = WEIGHTS.eval_position(Position::START).to_discs();
    assert!(start.abs() < 3.0, "{start}");
    let rout = Position::new(Bitboard(0x0000_FFFF_FFFF_FFFF), Bitboard(0x00FF_0000_0000_0000)).expect("disjoint sets");
    assert!(WEIGHTS.eval_position(rout) > Score::discs(30), "{}", WEIGHTS.eval_position(rout));
    assert!(WEIGHTS.eval_position(rout.pass()) < Score::discs(-30), "{}", WEIGHTS.eval_position(rout.pass()));
}
