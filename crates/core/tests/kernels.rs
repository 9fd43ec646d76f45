//! Every spelling of the kernels against their meaning, and the meaning against a walk from square to square.

use crate::random::{Random, random_move};
use emilia_core::kernel::portable;
use emilia_core::{Bitboard, Position, Square, kernel};
use proptest::prelude::*;

/// The functions of one kernel file.
struct Kernel {
    name: &'static str,
    moves: fn(u64, u64) -> u64,
    flips: fn(usize, u64, u64) -> u64,
    last_count: fn(usize, u64) -> u32,
    stable: fn(u64, u64) -> u64,
    flips_x4: fn([u32; 4], u64, u64) -> [u64; 4],
    moves_x4: fn([u64; 4], [u64; 4]) -> [u64; 4],
    min_position: fn(&[u16; 8]) -> (u16, usize),
    costs: fn([u64; 4], [u64; 4]) -> [u16; 8],
}

macro_rules! kernel {
    ($file:ident) => {{
        use emilia_core::kernel::$file as file;
        Kernel {
            name: stringify!($file),
            moves: file::moves,
            flips: file::flips,
            last_count: file::last_count,
            stable: file::stable,
            flips_x4: |squares, own, opp| file::flips_x4(squares, own, opp).to_array(),
            moves_x4: |own, opp| file::moves_x4(file::U64x4::new(own), file::U64x4::new(opp)).to_array(),
            min_position: file::min_position,
            costs: |sets, masks| {
                let (sets, masks) = (file::U64x4::new(sets), file::U64x4::new(masks));
                let shifted = sets.up::<9>().or(sets.down::<7>()).and_not(masks);
                let cost = file::U64x4::splat(1 << 13)
                    .plus(sets.and(masks).weight_where_any(-300))
                    .plus(shifted.count().times(8))
                    .plus(sets.count().times(-3));
                cost.pack(masks.count())
            },
        }
    }};
}

/// Every kernel that this build's processor can run.
fn kernels() -> Vec<Kernel> {
    vec![
        kernel!(portable),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
        kernel!(x86_v3),
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512vl",
            target_feature = "avx512cd",
            target_feature = "bmi2"
        ))]
        kernel!(x86_v4),
        #[cfg(target_arch = "aarch64")]
        kernel!(neon),
    ]
}

/// The discs flipped by a move, found by walking.
fn walked_flips(at: usize, own: u64, opp: u64) -> u64 {
    let mut flips = 0;
    for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut column, mut row) = (at as i32 % 8 + right, at as i32 / 8 + down);
        let mut line = 0;
        while (0..8).contains(&column) && (0..8).contains(&row) {
            let bit = 1u64 << (8 * row + column);
            if opp & bit == 0 {
                if own & bit != 0 {
                    flips |= line;
                }
                break;
            }
            line |= bit;
            column += right;
            row += down;
        }
    }
    flips
}

/// Compares every kernel with the meaning on one position; the meaning of `stable` is the portable one.
fn check(own: u64, opp: u64) {
    let empty = !(own | opp);
    let squares = (0..64).filter(|at| empty >> at & 1 != 0);
    let moves = squares.clone().filter(|&at| walked_flips(at, own, opp) != 0).fold(0, |moves, at| moves | 1 << at);
    let stable = portable::stable(own, opp);
    for kernel in kernels() {
        assert_eq!((kernel.moves)(own, opp), moves, "{}: moves {own:#x} {opp:#x}", kernel.name);
        assert_eq!((kernel.stable)(own, opp), stable, "{}: stable {own:#x} {opp:#x}", kernel.name);
        for at in squares.clone() {
            let flips = walked_flips(at, own, opp);
            assert_eq!((kernel.flips)(at, own, opp), flips, "{}: flips {at} {own:#x} {opp:#x}", kernel.name);
            let rest = !own & !(1 << at);
            let last = walked_flips(at, own, rest).count_ones();
            assert_eq!((kernel.last_count)(at, own), last, "{}: last_count {at} {own:#x}", kernel.name);
        }
    }
}

/// Four positions of random games at a time, with the discs of the side to move and of the other.
fn fours(games: u32, mut visit: impl FnMut([u64; 4], [u64; 4])) {
    let mut lanes = ([0; 4], [0; 4]);
    let mut count = 0;
    random_games(games, 7, |position| {
        (lanes.0[count % 4], lanes.1[count % 4]) = (position.own().0, position.opp().0);
        count += 1;
        visit(lanes.0, lanes.1);
    });
}

#[test]
fn four_positions_at_once_have_the_moves_they_have_alone() {
    fours(500, |own, opp| {
        let alone = std::array::from_fn(|lane| portable::moves(own[lane], opp[lane]));
        for kernel in kernels() {
            assert_eq!((kernel.moves_x4)(own, opp), alone, "{}: {own:x?} {opp:x?}", kernel.name);
        }
    });
}

#[test]
fn four_moves_at_once_flip_what_they_flip_alone() {
    random_games(500, 11, |position| {
        let (own, opp) = (position.own().0, position.opp().0);
        for squares in position.empty().map(|at| at as u32).collect::<Vec<_>>().as_chunks::<4>().0 {
            let alone = squares.map(|at| portable::flips(at as usize, own, opp));
            for kernel in kernels() {
                let flips = (kernel.flips_x4)(*squares, own, opp);
                assert_eq!(flips, alone, "{}: {squares:?} {own:#x} {opp:#x}", kernel.name);
            }
        }
    });
}

#[test]
fn the_arithmetic_of_four_sets_is_that_of_each() {
    fours(500, |own, opp| {
        let lane = |own: u64, opp: u64| {
            let shifted = (own << 9 | own >> 7) & !opp;
            let weight = if own & opp != 0 { -300 } else { 0 };
            (8192 + weight + 8 * shifted.count_ones() as i32 - 3 * own.count_ones() as i32) as u16
        };
        // Sets that meet as well as disjoint ones.
        for masks in [opp, opp.map(|set| set << 8)] {
            let each =
                std::array::from_fn(|i| if i < 4 { lane(own[i], masks[i]) } else { masks[i - 4].count_ones() as u16 });
            for kernel in kernels() {
                assert_eq!((kernel.costs)(own, masks), each, "{}: {own:x?} {masks:x?}", kernel.name);
            }
        }
    });
}

proptest! {
    #[test]
    fn the_least_of_keys_is_the_first_of_equal_ones(keys in any::<[u16; 8]>(), range in prop_oneof![1..4u16, Just(u16::MAX)]) {
        let keys = keys.map(|key| key % range);
        let place = (0..8).min_by_key(|place| keys[*place]).expect("eight");
        for kernel in kernels() {
            prop_assert_eq!((kernel.min_position)(&keys), (keys[place], place), "{}", kernel.name);
        }
        prop_assert_eq!(kernel::min_position(&[u16::MAX; 8]), (u16::MAX, 0));
    }
}

/// Calls `visit` with every position of random games from the start.
fn random_games(games: u32, seed: u64, mut visit: impl FnMut(Position)) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut position = Position::START;
        while !position.is_over() {
            visit(position);
            position = match random_move(position, &mut random) {
                Some(at) => position.play(at, position.flips(at)),
                None => position.pass(),
            };
        }
        visit(position);
    }
}

/// Sets of discs as they come: full, sparse and empty boards, far from any game.
fn any_discs() -> impl Strategy<Value = (u64, u64)> {
    let mask = prop_oneof![Just(!0), any::<u64>(), (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b)];
    (mask, any::<u64>()).prop_map(|(occupied, own)| (occupied & own, occupied & !own))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn all_kernels_agree_on_any_discs((own, opp) in any_discs()) {
        check(own, opp);
    }
}

/// How many millions of positions are checked: one unless the environment asks for more (`EMILIA_MILLIONS=10`).
fn millions() -> u32 {
    std::env::var("EMILIA_MILLIONS").ok().and_then(|millions| millions.parse().ok()).unwrap_or(1)
}

#[test]
fn all_kernels_agree_in_a_million_positions_of_random_games() {
    let mut positions = 0;
    random_games(17_000 * millions(), 0x9E37_79B9_7F4A_7C15, |position| {
        check(position.own().0, position.opp().0);
        positions += 1;
    });
    assert!(positions > 1_000_000 * millions(), "{positions}");
}

/// The own discs of the top row that survive every play along it, by trying all of them.
fn tried_edge(own: u64, opp: u64) -> u64 {
    let mut stable = own;
    for at in (0..8).filter(|at| (own | opp) >> at & 1 == 0) {
        let (gained, lost) = (walked_flips(at, own, opp), walked_flips(at, opp, own));
        stable &= tried_edge(own | gained | 1 << at, opp & !gained);
        stable &= tried_edge(own & !lost, opp | lost | 1 << at);
    }
    stable
}

#[test]
fn edges_are_as_stable_as_trying_everything_shows() {
    for own in 0..256u64 {
        for opp in (0..256u64).filter(|opp| own & opp == 0 && (own | opp).count_ones() >= 3) {
            let edge = tried_edge(own, opp);
            // The same edge as row 1, row 8, column a and column h.
            assert_eq!(portable::stable(own, opp) & 0xFF, edge, "{own:#x} {opp:#x}");
            assert_eq!(portable::stable(own << 56, opp << 56) >> 56, edge, "{own:#x} {opp:#x}");
            let column = |set: u64, at: u32| (0..8).map(|row| (set >> row & 1) << (8 * row + at)).sum::<u64>();
            for at in [0, 7] {
                let stable = portable::stable(column(own, at), column(opp, at));
                assert_eq!(stable & column(0xFF, at), column(edge, at), "{own:#x} {opp:#x}");
            }
        }
    }
}

/// The discs of the side to move that keep their colour in every continuation, passes included.
fn never_flipped(position: Position) -> Bitboard {
    let (own, moves) = (position.own(), position.moves());
    if moves.is_empty() {
        let passed = position.pass();
        return if passed.moves().is_empty() { own } else { own & never_flipped_of_waiting(passed) };
    }
    moves.fold(own, |kept, at| kept & never_flipped_of_waiting(position.play(at, position.flips(at))))
}

/// As [`never_flipped`], for the discs of the side that waits.
fn never_flipped_of_waiting(position: Position) -> Bitboard {
    let (opp, moves) = (position.opp(), position.moves());
    if moves.is_empty() {
        let passed = position.pass();
        return if passed.moves().is_empty() { opp } else { opp & never_flipped(passed) };
    }
    moves.fold(opp, |kept, at| {
        let flips = position.flips(at);
        kept & (never_flipped(position.play(at, flips)) - flips)
    })
}

#[test]
fn no_continuation_flips_a_stable_disc() {
    let (mut claimed, mut kept) = (0, 0);
    random_games(2_000, 7, |position| {
        if position.empties() <= 5 {
            let stable = position.stable();
            let truth = never_flipped(position);
            assert!((stable - truth).is_empty(), "{position}: {:?}", stable - truth);
            claimed += stable.len();
            kept += truth.len();
        }
    });
    // Sound is not enough: claiming nothing would be that.
    assert!(f64::from(claimed) > 0.5 * f64::from(kept), "{claimed} of {kept}");
}

#[test]
fn no_random_game_flips_a_disc_once_stable() {
    let mut stable = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut last = Position::START;
    random_games(20_000, 3, |position| {
        if position == Position::START {
            stable = (Bitboard::EMPTY, Bitboard::EMPTY);
        } else {
            // The other side is to move now.
            stable = (stable.1, stable.0);
        }
        assert!((stable.0 - position.own()).is_empty(), "{last} {position}");
        assert!((stable.1 - position.opp()).is_empty(), "{last} {position}");
        stable = (stable.0 | position.stable(), stable.1 | position.pass().stable());
        last = position;
    });
}

#[test]
fn a_corner_holds_what_rests_on_it() {
    let position: Position = "
        X X X X X - - -
        X X X X - - - -
        X X O - - - - -
        X O - - - - - -
        - - - X X - - -
        - - - X O - - -
        - - - - - - - -
        - - - - - - - -"
        .parse()
        .expect("a board");
    let expected = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 a4".split(' ').map(|name| name.parse().expect(name));
    assert_eq!(position.stable(), expected.collect::<Bitboard>());
}

#[test]
fn all_of_a_full_board_is_stable() {
    assert_eq!(portable::stable(0x0123_4567_89AB_CDEF, !0x0123_4567_89AB_CDEF), 0x0123_4567_89AB_CDEF);
    assert_eq!(Square::all().collect::<Bitboard>(), Bitboard::ALL);
}
