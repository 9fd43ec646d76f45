//! Every feature agrees with the naive board, on every position and every move.

use super::naive::{Board, CORNERS, Places, place, places};
use super::{POSITIONS, turn};
use crate::random::{Random, random_move, random_position};
use emilia::{Position, Square};
use emilia_analysis::internal::features::edges::{EdgeShape, holes, shaped, wedges};
use emilia_analysis::internal::features::regions::{Access, has_last_move, region_of, regions};
use emilia_analysis::internal::features::{corners, mobility, tempo, traps};
use emilia_analysis::internal::{ClaimKind, amounts};
use std::collections::BTreeSet;

/// Every position with its naive board, as the side to move sees it and as the other one does.
fn each(mut check: impl FnMut(Position, Board)) {
    for &position in POSITIONS.iter() {
        for position in [position, position.pass()] {
            check(position, Board::new(position));
        }
    }
}

/// Every legal move of every position.
fn each_move(mut check: impl FnMut(Position, Square, Board)) {
    each(|position, board| {
        position.moves().for_each(|at| check(position, at, board));
    });
}

#[test]
fn mobility_agrees() {
    each(|position, board| {
        assert_eq!(places(position.moves()), board.moves(), "{position}");
        assert_eq!(places(mobility::frontier(position)), board.frontier(), "{position}");
        assert_eq!(places(mobility::potential_moves(position)), board.potential_moves(), "{position}");
        assert_eq!(places(mobility::walls(position)), board.walls(), "{position}");
    });
    each_move(|position, at, board| {
        assert_eq!(mobility::is_quiet(position, at), board.is_quiet(place(at)), "{at} in {position}");
        let after = board.after(place(at));
        let passes = after.swapped().moves().is_empty() && !after.moves().is_empty();
        assert_eq!(mobility::forces_pass(position, at), passes, "{at} in {position}");
    });
}

#[test]
fn stable_discs_agree() {
    each(|position, board| assert_eq!(places(position.stable()), board.stable(), "{position}"));
}

#[test]
fn regions_agree() {
    each(|position, board| {
        let found = regions(position);
        let squares: BTreeSet<Places> = found.iter().map(|region| places(region.squares)).collect();
        assert_eq!((squares, found.len()), (board.regions(), board.regions().len()), "{position}");
        assert_eq!(has_last_move(position), board.of('-').len() % 2 == 1);
        for region in found {
            let those = places(region.squares);
            assert_eq!(region.is_odd(), those.len() % 2 == 1);
            for (access, board) in [(region.own, board), (region.opp, board.swapped())] {
                let expected = match () {
                    () if !board.moves().is_disjoint(&those) => Access::Now,
                    () if those.iter().any(|&at| board.could_ever_move(at)) => Access::Later,
                    () => Access::Never,
                };
                assert_eq!(access, expected, "{those:?} in {position}");
            }
        }
        for at in position.empty() {
            assert_eq!(places(region_of(position.empty(), at)), board.region(place(at)));
        }
    });
}

/// White can go to a1, black never: behind b1, b2 and a2 all discs are stable ones of white.
const CLOSED: &str = "
    - X O O O O O O
    X X O O O O O O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O";

/// Plays at random to the end.
#[test]
fn a_region_without_access_is_never_entered() {
    let mut random = Random::new(4);
    let closed: Position = CLOSED.parse().expect("a board");
    assert_eq!(
        regions(closed).iter().map(|region| (region.own, region.opp)).collect::<Vec<_>>(),
        [(Access::Never, Access::Now)]
    );
    let mut count = 0;
    // They are rare.
    let starts: Vec<Position> = (0..2000).map(|number| random_position(2 + number % 4, &mut random)).collect();
    for start in starts.into_iter().chain([closed, closed.pass()]) {
        for region in regions(start) {
            let never = [region.own, region.opp].map(|access| access == Access::Never);
            if never == [false; 2] {
                continue;
            }
            count += 1;
            for _ in 0..20 {
                let (mut position, mut side) = (start, 0);
                while !position.is_over() {
                    let at = random_move(position, &mut random);
                    assert!(at.is_none_or(|at| !never[side] || !region.squares.has(at)), "{at:?} in {start}");
                    position = at.map_or_else(|| position.pass(), |at| position.try_play(at).expect("legal"));
                    side = 1 - side;
                }
            }
        }
    }
    assert!(count >= 3, "{count} regions");
}

#[test]
fn corners_agree() {
    each(|position, board| {
        let takeable = board.moves().into_iter().filter(|at| CORNERS.contains(at)).collect();
        assert_eq!(places(corners::takeable(position)), takeable, "{position}");
    });
    each_move(|position, at, board| {
        let to = place(at);
        assert_eq!(places(corners::given(position, at)), board.corners_given(to), "{at} in {position}");
        assert_eq!(places(corners::denied(position, at)), board.corners_denied(to), "{at} in {position}");
        assert_eq!(places(corners::won(position, at)), board.corners_won(to), "{at} in {position}");
    });
}

#[test]
fn edges_agree() {
    each(|position, board| {
        for (shape, mut expected) in [
            (EdgeShape::BalancedFour, board.balanced_fours()),
            (EdgeShape::UnbalancedFive, board.unbalanced_fives()),
            (EdgeShape::BalancedSix, board.balanced_sixes()),
        ] {
            let mut found: Vec<Places> = shaped(position, shape).into_iter().map(places).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{shape:?} in {position}");
        }
        assert_eq!(places(wedges(position)), board.wedges(), "{position}");
        assert_eq!(places(holes(position)), board.holes(), "{position}");
    });
}

#[test]
fn tempo_agrees() {
    each(|position, board| assert_eq!(places(tempo::safe_moves(position)), board.safe_moves(), "{position}"));
    each_move(|position, at, board| {
        assert_eq!(tempo::is_unanswered(position, at), board.is_unanswered(place(at)), "{at} in {position}");
    });
}

#[test]
fn traps_agree() {
    each_move(|position, at, board| {
        let found = traps::stoner_traps(position, at);
        let found: BTreeSet<_> =
            found.iter().map(|trap| (place(trap.near), place(trap.far), places(trap.attacks))).collect();
        let expected: BTreeSet<_> = board.stoner_traps(place(at)).into_iter().collect();
        assert_eq!(found, expected, "{at} in {position}");
    });
}

#[test]
fn amounts_agree() {
    let mut differing = BTreeSet::new();
    let moves = POSITIONS.iter().flat_map(|position| position.moves().map(move |at| (*position, at)));
    for (position, at) in moves {
        let board = Board::new(position);
        let found = amounts(position, at).expect("a legal move");
        for (kind, found) in ClaimKind::MEASURED.into_iter().zip(found) {
            assert_eq!(found, board.amount(kind, place(at)), "{kind:?} of {at} in {position}");
            if found != 0 {
                differing.insert(kind);
            }
        }
    }
    let missing: Vec<_> = ClaimKind::MEASURED.into_iter().filter(|kind| !differing.contains(kind)).collect();
    // Rare ones have pictures.
    assert!(missing.len() <= 3, "never seen: {missing:?}");
    assert_eq!(turn(Position::START).position(), Some(Position::START));
    assert_eq!(amounts(Position::START, Square::A1), None);
}
