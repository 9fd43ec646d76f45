//! Judged games in JSON, CSV, GGF and SGF.

use super::{judged, level, random_game};
use emilia::notation::{
    ggf,
    sgf::{self, Passes},
    transcript,
};
use emilia::{Certainty, Colour, Played};
use emilia_analysis::{
    CSV_HEAD, JudgeOptions, annotated_ggf, annotated_sgf, csv_rows, read_result, table, write_result,
};

#[test]
fn comments_of_the_record_stand_before_those_of_the_analysis() {
    let game = sgf::read("(;FF[4]GM[2];B[f5]C[mine];W[d6];B[c3]C[last])").expect("legal");
    let judged = judged(&game, &level(1));
    let written = annotated_sgf(&judged, Passes::Written);
    assert!(written.contains("C[mine\nBest move.") || written.contains("C[mine\nValue for Black"), "{written}");
    assert_eq!(written.matches("C[").count(), 3, "one comment in a node: {written}");
    assert!(annotated_ggf(&judged).contains("]C[mine]W["));
    assert_eq!(read_result(&write_result(&judged, false)).expect("a result").game.tags.comments, game.tags.comments);
}

#[test]
fn values_of_an_earlier_analysis_do_not_stay_beside_new_ones() {
    let game = sgf::read("(;FF[4]GM[2];B[f5]C[mine];W[d6];B[c3]C[Value for money];W[d3];B[c4])").expect("legal");
    let first = annotated_sgf(&judged(&game, &level(1)), Passes::Written);
    let again = annotated_sgf(&judged(&sgf::read(&first).expect("SGF"), &level(1)), Passes::Written);
    assert_eq!(again, first);
    let deeper = annotated_sgf(&judged(&sgf::read(&first).expect("SGF"), &level(4)), Passes::Written);
    assert_eq!(deeper.matches("Value for Black").count(), game.moves().len(), "{deeper}");
    assert!(deeper.contains("C[mine\n") && deeper.contains("C[Value for money\n"), "{deeper}");
}

#[test]
fn a_result_is_read_as_it_was_written() {
    for exact in [0, 12] {
        let mut game = random_game(31);
        game.tags.black.name = "A \"quoted\" \u{fc}, name]".to_owned();
        let judged = judged(&game, &JudgeOptions { exact, all_moves: level(1).level.into(), ..level(2) });
        for times in [false, true] {
            let line = write_result(&judged, times);
            assert!(!line.contains('\n'));
            let read = read_result(&line).expect("a result");
            assert!(write_result(&read, times) == line, "not the same again");
            assert_eq!((read.game.moves().len(), read.end, read.is_complete), (game.moves().len(), judged.end, true));
            for (read, judged) in read.moves.iter().zip(&judged.moves) {
                assert_eq!(
                    (read.ply, read.number, read.mv, &read.line),
                    (judged.ply, judged.number, judged.mv, &judged.line)
                );
                assert_eq!((read.class(), read.thrown(), read.best), (judged.class(), judged.thrown(), judged.best));
                assert_eq!(read.before.certainty(), judged.before.certainty());
            }
        }
    }
}

#[test]
fn a_result_that_is_damaged_is_refused_with_a_sentence() {
    let judged = judged(&transcript::read("f5d6c3").unwrap(), &level(2));
    let line = write_result(&judged, false);
    for (from, to) in [
        ("\"move\":\"d6\"", "\"move\":\"a1\""),
        ("\"move\":\"d6\"", "\"move\":\"zz\""),
        ("\"ply\":2", "\"ply\":7"),
        ("\"ply\":1", "\"ply\":0"),
        ("\"certainty\":\"", "\"certainty\":\"very "),
        ("B[F5]", "B[A1]"),
        ("\"end\":{\"score\":", "\"end\":{\"score\":1000"),
    ] {
        assert!(line.contains(from), "{from}");
        assert!(!read_result(&line.replacen(from, to, 1)).expect_err(from).to_string().is_empty());
    }
    assert!(read_result("").is_err() && read_result(&line[..line.len() / 2]).is_err());
}

#[test]
fn records_with_values_have_the_moves_of_the_game() {
    for seed in 32..37 {
        let game = random_game(seed);
        let judged = judged(&game, &JudgeOptions { exact: 8, ..level(1) });
        let (as_ggf, as_sgf) = (annotated_ggf(&judged), annotated_sgf(&judged, Passes::Written));
        let read = ggf::read(&as_ggf).expect("GGF");
        assert_eq!(sgf::read(&as_sgf).expect("SGF").transcript(), game.transcript());
        assert_eq!(read.transcript(), game.transcript());
        assert_eq!(as_sgf.matches('(').count(), as_sgf.matches(')').count() + unbalanced(&as_sgf));
        for (judged_move, Played { eval, .. }) in judged.moves.iter().zip(read.moves()) {
            let sign = if judged_move.colour == Colour::Black { 1.0 } else { -1.0 };
            let value = sign * judged_move.after.score().to_discs();
            assert!((eval.expect("a value") - value).abs() < 0.006, "{judged_move:?}");
        }
    }
}

/// Brackets inside comments do not count.
fn unbalanced(text: &str) -> usize {
    let comments: String = text.split("C[").skip(1).map(|part| part.split(']').next().unwrap_or_default()).collect();
    comments.matches('(').count() - comments.matches(')').count()
}

#[test]
fn a_row_for_each_move_has_all_columns() {
    let game = random_game(33);
    let judged = judged(&game, &level(2));
    let rows: Vec<_> = csv_rows(7, &judged).collect();
    assert_eq!(rows.len(), game.moves().len());
    let column = |name: &str| CSV_HEAD.iter().position(|head| *head == name).expect("a column");
    for (row, judged_move) in rows.iter().zip(&judged.moves) {
        assert_eq!(row[column("game")], "7");
        assert_eq!(row[column("move")], judged_move.mv.to_string());
        assert_eq!(row[column("class")], judged_move.class().to_string());
        assert_eq!(row[column("certainty")], judged_move.before.certainty().to_string());
    }
}

#[test]
fn the_table_runs_forward_and_states_its_signs() {
    let game = transcript::read("f5d6c3d3c4f4f6f3e6e7").unwrap();
    let judged = judged(&game, &level(4));
    let mut text = String::new();
    table(&judged, &mut text).expect("written");
    assert!(text.contains("Scores are discs for Black"), "{text}");
    assert!(text.contains("opening: Comp'Oth"), "{text}");
    let moves: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2).filter(|_| line.starts_with(' ')))
        .take(11)
        .collect();
    assert_eq!(moves[1..], ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"], "{text}");
    assert!(text.contains("the game is not finished"), "{text}");
    assert!(text.lines().all(|line| line.trim_end() == line), "no blanks at the ends of lines");
}

#[test]
fn what_rests_on_a_selective_search_to_the_end_is_provisional_everywhere() {
    let judged = judged(&random_game(34), &level(7));
    let provisional = judged.moves.iter().filter(|judged_move| judged_move.is_provisional()).count();
    assert!(provisional > 0 && provisional < judged.moves.len(), "{provisional}");
    for judged_move in judged.moves.iter().filter(|judged_move| judged_move.is_provisional()) {
        let Certainty::Depth { plies, percent } = judged_move.before.certainty() else { panic!("{judged_move:?}") };
        assert!(u32::from(plies) >= judged_move.empties && percent < 100);
    }
    let mut text = String::new();
    table(&judged, &mut text).expect("written");
    assert_eq!(text.lines().filter(|line| line.contains("%~")).count(), provisional, "{text}");
    assert!(text.contains("\n~: "), "{text}");
    assert_eq!(write_result(&judged, false).matches("\"provisional\":true").count(), provisional);
    assert_eq!(annotated_sgf(&judged, Passes::Written).matches("Provisional: ").count(), provisional);
    let column = CSV_HEAD.iter().position(|head| *head == "provisional").expect("a column");
    assert_eq!(csv_rows(1, &judged).filter(|row| row[column] == "true").count(), provisional);
}
