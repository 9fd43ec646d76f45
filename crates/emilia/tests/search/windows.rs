//! Windows of scores, and draws that count for one side.

use super::{any_position, brute_force, is_true, searcher, think};
use crate::random::Random;
use crate::random::random_position;
use emilia::{Certainty, Limits, Score};

#[test]
fn a_window_gives_a_bound_on_its_side_and_the_truth_within() {
    let mut random = Random::new(3);
    let mut searcher = searcher(1, 1);
    for _ in 0..60 {
        let position = random_position(14, &mut random);
        let truth = think(&mut searcher, position, &Limits::exact())[0].score();
        for (low, high) in
            [(-64, -20), (-20, -3), (-1, 1), (2, 9), (11, 64)].map(|(l, h)| (Score::discs(l), Score::discs(h)))
        {
            searcher.clear();
            let report = &think(&mut searcher, position, &Limits { window: (low, high), ..Limits::exact() })[0];
            match report.certainty() {
                Certainty::Exact => assert_eq!(report.score(), truth, "{position}"),
                Certainty::AtLeast => {
                    assert!(report.score() >= high && truth >= report.score(), "{position} {report:?}")
                }
                Certainty::AtMost => assert!(report.score() <= low && truth <= report.score(), "{position} {report:?}"),
                Certainty::Depth { .. } => panic!("a solved position is proved: {report:?}"),
            }
            if low < truth && truth < high {
                assert_eq!(report.certainty(), Certainty::Exact, "{position}");
            }
        }
    }
}

#[test]
fn an_empty_window_gives_a_true_bound() {
    let mut random = Random::new(6);
    let mut searcher = searcher(1, 1);
    for _ in 0..40 {
        let position = any_position(8, &mut random);
        let truth = brute_force(position);
        for (low, high) in [(5, -5), (0, 0), (64, 64), (64, -64), (-64, -64), (truth, truth)] {
            let value = think(&mut searcher, position, &Limits::exact().with_window(low, high))[0].value;
            let is_true =
                value.lower().is_none_or(|lower| lower <= truth) && value.upper().is_none_or(|upper| upper >= truth);
            assert!(is_true && value.certainty().is_proved(), "{position} {low} {high} {truth} {value:?}");
        }
    }
}

#[test]
fn a_draw_is_reported_as_a_draw_at_any_contempt() {
    let mut random = Random::new(7);
    let mut draws = 0;
    // Its table entries are from a search with another value of a draw.
    let mut experienced = searcher(1, 1);
    for _ in 0..300 {
        let position = random_position(8, &mut random);
        let truth = think(&mut searcher(1, 1), position, &Limits::exact())[0].score();
        draws += i32::from(truth == Score::ZERO);
        for draw in [Score::discs(1), Score::discs(-1), Score::from_discs(0.3)] {
            let report = &think(&mut searcher(1, 1), position, &Limits { draw, ..Limits::exact() })[0];
            assert_eq!((report.score(), report.certainty()), (truth, Certainty::Exact), "{position} draw {draw}");
            for (alpha, beta) in [(-1, 1), (-42, 1), (-1, 7), (0, 1), (-1, 0)] {
                let window = (Score::discs(alpha), Score::discs(beta));
                let report = &think(&mut experienced, position, &Limits { draw, window, ..Limits::exact() })[0];
                assert!(is_true(report, truth, window), "{position} draw {draw} {window:?} {truth} {report:?}");
            }
        }
    }
    assert!(draws > 5, "the positions hold draws, or the test says nothing");
}
