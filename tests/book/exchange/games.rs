//! Books as lists of games.

use super::{book_with_passes, entries};
use crate::book::{build, create, folder, is_sound, text};
use emilia::book::{GameFilter, GamePositions, Key, Store};
use emilia::notation::{any, transcript};
use emilia::{Bitboard, Game, Position, Square};
use std::collections::HashSet;

/// Values in GGF have two decimals.
const ROUNDING: f32 = 0.0051;

fn exported(store: &Store, form: fn(&Store, &mut dyn std::io::Write) -> Vec<String>) -> (String, Vec<String>) {
    let mut bytes = Vec::new();
    let notes = form(store, &mut bytes);
    (String::from_utf8(bytes).expect("ASCII"), notes)
}

fn transcripts(store: &Store) -> (String, Vec<String>) {
    exported(store, |store, to| store.export_transcripts(to).expect("a sound book"))
}

fn ggf(store: &Store) -> (String, Vec<String>) {
    exported(store, |store, to| store.export_ggf(to).expect("a sound book"))
}

fn games(text: &str) -> Vec<Game> {
    let mut games = Vec::new();
    any::for_each_game(text.as_bytes(), |game| {
        games.push(game.expect("a legal game"));
        true
    })
    .expect("a notation");
    games
}

/// The positions of the game, in order. Before and after a pass it is the same one.
fn positions(game: &Game) -> Vec<Position> {
    let keys = game.turns().filter_map(|(_, turn)| Some(Key::of(turn.position()?)?.key.position()));
    let mut positions: Vec<Position> = keys.collect();
    positions.dedup();
    positions
}

#[test]
fn both_forms_give_the_same_positions_again() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let (lines, games_in_ggf) = (transcripts(&store), ggf(&store));
    assert_eq!(lines.0, transcripts(&store).0, "the same bytes");
    for (name, (list, _)) in [("transcripts", &lines), ("ggf", &games_in_ggf)] {
        let all = GameFilter { max_plies: 59, min_games: 1 };
        let mut collection = GamePositions::default();
        for game in games(list) {
            assert!(collection.add(&game, all));
            assert!(game.outcome().is_none(), "no game has a result");
        }
        let copy = create(&folder, name);
        build(&copy, usize::MAX, |builder| builder.learn(&collection, all, name)).expect("built");
        let without_source = text(&copy).replace(&format!("source 0 {name}\n"), "");
        assert_eq!(without_source, text(&store), "{name}");
        is_sound(&copy);
    }
    assert!(games_in_ggf.0.contains("[PA]"), "a pass is written");
    assert!(games_in_ggf.0.lines().all(|line| line.starts_with("(;GM[Othello]") && line.contains("RE[?]")));
}

#[test]
fn every_line_has_a_new_position_at_its_end_and_the_best_moves_come_first() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let (list, games_in_ggf) = (games(&transcripts(&store).0), games(&ggf(&store).0));
    let mut seen = HashSet::new();
    for (line, with_values) in list.iter().zip(&games_in_ggf) {
        assert_eq!(line.transcript(), with_values.transcript());
        let new: Vec<bool> = positions(line).into_iter().map(|position| seen.insert(position)).collect();
        assert!(new.is_sorted() && new.last() == Some(&true), "{}", line.transcript());
        for (ply, played) in with_values.moves().iter().enumerate() {
            let Some(at) = played.mv.square() else {
                assert_eq!(played.eval, None, "a pass has no value");
                continue;
            };
            let position = with_values.position_at(ply).expect("8x8");
            let next = position.try_play(at).expect("legal");
            let view = Key::of(next).expect("not over");
            let entry = store.read(|book| book.entry(next)).expect("a book").expect("in the book");
            let value = -view.value(entry.value.expect("searched"));
            assert!((played.eval.expect("a value") - value.score().to_discs()).abs() <= ROUNDING);
        }
    }
    assert_eq!(seen.len() as u64, store.len().expect("a book"));
    assert!(list.len() < seen.len() / 2, "{} lines for {} positions", list.len(), seen.len());
    // The first line plays the best link everywhere.
    let best = |position: Position| -> f32 {
        let moves = position.moves().filter_map(|at| {
            let next = position.try_play(at)?;
            let entry = store.read(|book| book.entry(next)).expect("a book")?;
            Some((-Key::of(next)?.value(entry.value?)).score().to_discs())
        });
        moves.fold(f32::NEG_INFINITY, f32::max)
    };
    for (ply, played) in games_in_ggf[0].moves().iter().enumerate().filter(|(_, played)| played.mv.square().is_some()) {
        let position = games_in_ggf[0].position_at(ply).expect("8x8");
        assert!((played.eval.expect("a value") - best(position)).abs() <= ROUNDING);
    }
}

#[test]
fn positions_that_the_start_does_not_lead_to_are_counted() {
    let folder = folder();
    let store = create(&folder, "book");
    assert_eq!(transcripts(&store).0, "");
    build(&store, usize::MAX, |builder| builder.add([Position::START])).expect("built");
    let (list, notes) = transcripts(&store);
    assert!(list == "\n" && notes[0].contains("no moves"), "{notes:?}");
    assert_eq!(games(&ggf(&store).0)[0].moves().len(), 0);
    let far = transcript::read("f5d6c3d3c4").expect("legal").position().expect("8x8");
    let isolated = Position::new(far.own() | Bitboard::from(Square::A1), far.opp()).expect("disjoint");
    build(&store, usize::MAX, |builder| builder.add([far, isolated])).expect("built");
    let (_, notes) = ggf(&store);
    assert!(notes.iter().any(|note| note.starts_with("2 positions cannot be reached")), "{notes:?}");
    assert_eq!(entries(&store).len(), 3);
}
