//! UCI: what differs from UGI.

use super::{asked, asked_in_words, chosen, depth, game_of, report, said, written};
use emilia::{Certainty, Colour, Game, Move};
use emilia_cli::protocol::Ugi;
use emilia_cli::session::{Command, Event, Options};

fn legal(game: &Game) -> Vec<String> {
    let mut names: Vec<String> = game.legal().iter().map(Move::to_string).collect();
    names.sort();
    names
}

/// A conversation about this variant.
fn variant(name: &str) -> Ugi {
    let mut uci = Ugi::uci();
    asked(&mut uci, &format!("setoption name UCI_Variant value {name}"));
    written(&mut uci, &Event::Done);
    uci
}

#[test]
fn the_handshake_names_the_variants_and_the_options_of_chess_programs() {
    let mut uci = Ugi::uci();
    assert_eq!(asked_in_words(&mut uci, "uci"), "ShowOptions");
    let text = written(&mut uci, &Event::Options(Options { hash: 64, ..Options::default() }.settings()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.last(), Some(&"uciok"));
    for line in [
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name UCI_Variant type combo default flipello var flipello var flipello10 var flipello6 var flipersi",
        "option name MultiPV type spin default 1 min 1 max 64",
        "option name Ponder type check default false",
    ] {
        assert_eq!(lines.iter().filter(|other| **other == line).count(), 1, "{line} is not in {text}");
    }
    assert!(lines.iter().any(|line| line.starts_with("option name Threads type spin ")), "{text}");
    for line in
        ["setoption name Ponder value true", "setoption name MultiPV value 3", "query result", "ugi", "ponderhit"]
    {
        assert_eq!(said(&mut uci, line), "", "{line}");
    }
    for line in [
        "setoption name UCI_Variant value chess",
        "setoption name MultiPV value 0",
        "setoption name Skill Level value 3",
    ] {
        let text = said(&mut uci, line);
        assert!(text.starts_with("info string ") && text.lines().count() == 1, "{line}: {text}");
    }
}

#[test]
fn the_starts_are_those_of_fairy_stockfish() {
    // The moves are those that `pyffish` 0.0.90 names.
    for (name, board, moves) in [
        ("flipello", "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1", "c5 d6 e3 f4"),
        ("flipello10", "10/10/10/10/4pP4/4Pp4/10/10/10/10[PPpp] w - - 0 1", "d6 e7 f4 g5"),
        ("flipello6", "6/6/2pP2/2Pp2/6/6[PPpp] w - - 0 1", "b4 c5 d2 e3"),
        ("flipersi", "8/8/8/8/8/8/8/8[PPpp] w 0 1", "d4 d5 e4 e5"),
    ] {
        let mut uci = variant(name);
        let start = game_of(&mut uci, "position startpos");
        assert_eq!((legal(&start).join(" ").as_str(), start.to_move()), (moves, Colour::Black), "{name}");
        assert_eq!(game_of(&mut uci, &format!("position fen {board}")).turn(), start.turn(), "{name}");
    }
}

#[test]
fn moves_are_drops_and_boards_have_a_hand() {
    let mut uci = Ugi::uci();
    let game = game_of(&mut uci, "position startpos moves P@f4 P@d3 P@c6");
    for board in [
        "position startpos moves P@f4 P@d3 moves",
        "position startpos moves P@f5",
        "position startpos moves d4d4",
        "position startpos moves e2e4",
        "position fen",
        "position fen 8/8/8 w",
        "position fen rnbqkbnr/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 8/8/8/3pP3/3Pp3/8/8/8[PP x",
    ] {
        assert!(said(&mut uci, board).starts_with("info string position not understood: "), "{board}");
    }
    // As `pyffish` writes the board after these moves.
    for board in ["8/8/2P5/3PP3/3pPP2/3p4/8/8[PPPppp] b - - 0 2", "8/8/2P5/3PP3/3pPP2/3p4/8/8 b"] {
        assert_eq!(game_of(&mut uci, &format!("position fen {board}")).turn(), game.turn(), "{board}");
    }
}

#[test]
fn a_pass_is_the_lowest_disc_onto_itself() {
    let mut uci = Ugi::uci();
    // Black must pass: white's next move is on c1.
    let board = "position fen 8/8/8/8/8/8/8/pP6[Pp] w - - 0 1";
    assert!(game_of(&mut uci, board).must_pass());
    asked(&mut uci, "go");
    assert!(written(&mut uci, &chosen("pass", None)).ends_with("bestmove b1b1\n"));
    let end = game_of(&mut uci, &format!("{board} moves b1b1 P@c1"));
    assert!(end.is_over() && end == game_of(&mut uci, &format!("{board} moves P@c1")), "a pass may be left out");
    let wide = "position fen 10/10/10/10/10/10/10/10/10/pP8[Pp] w - - 0 1 moves b1b1";
    assert_eq!(game_of(&mut variant("flipello10"), wide).to_move(), Colour::White);
}

#[test]
fn a_game_with_empty_squares_ends_with_a_pass_and_then_without_a_move() {
    let mut uci = Ugi::uci();
    let mut answer = |line: &str| {
        game_of(&mut uci, line);
        asked(&mut uci, "go");
        let text = written(&mut uci, &chosen("", None));
        text.lines().last().unwrap_or_default().to_owned()
    };
    // As `pyffish` has it.
    assert_eq!(answer("position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1"), "bestmove d4d4");
    assert_eq!(answer("position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1 moves d4d4"), "bestmove (none)");
    let stuck = "position fen 7p/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1";
    assert_eq!(answer(stuck), "bestmove d4d4");
    assert_eq!(answer(&format!("{stuck} moves d4d4")), "bestmove h8h8");
    assert_eq!(answer(&format!("{stuck} moves d4d4 h8h8")), "bestmove (none)");
    assert_eq!(answer("position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] b - - 0 1"), "bestmove (none)");
    let full = ["PPPPPPPP"; 8].join("/");
    assert_eq!(answer(&format!("position fen {full}[] w - - 0 1")), "bestmove (none)");
    let mut flipersi = variant("flipersi");
    game_of(&mut flipersi, "position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1");
    asked(&mut flipersi, "go");
    assert!(written(&mut flipersi, &chosen("", None)).ends_with("bestmove (none)\n"), "there is no pass in it");
}

#[test]
fn clocks_are_those_of_white_and_black() {
    for (line, clock) in [
        ("go wtime 60000 btime 50000 winc 100 binc 200", "Clock(Game { main: 60s, increment: 100ms })"),
        ("go wtime 60000 btime 50000 movestogo 20", "Clock(Overtime { main: 0ns, period: 60s, stones: 20 })"),
        ("go p1time 5 movetime 7", "Clock(None)"),
    ] {
        let mut uci = variant("flipello");
        let words = asked_in_words(&mut uci, line);
        assert!(words.starts_with(clock), "{line}: {words}");
    }
    let mut uci = Ugi::uci();
    game_of(&mut uci, "position startpos moves P@f4");
    assert!(
        asked_in_words(&mut uci, "go wtime 1 btime 50000").starts_with("Clock(Game { main: 50s, increment: 0ns })")
    );
    for line in ["go wtime", "go movestogo 0", "go binc x"] {
        assert!(said(&mut Ugi::uci(), line).starts_with("info string go "), "{line}");
    }
}

#[test]
fn lines_are_drops_and_several_are_numbered() {
    let mut uci = Ugi::uci();
    asked(&mut uci, "go depth 12");
    let best = report("f4 d3 c6", 1.5, depth(12, 73));
    let info = "info depth 12 time 500 nodes 12345 nps 24690 score cp 150 pv P@f4 P@d3 P@c6\n";
    assert_eq!(written(&mut uci, &Event::Thinking(vec![best.clone()])), info);
    // Another position does not change the answer to the search of this one.
    asked(&mut uci, "position fen 8/8/8/8/8/8/8/pP6[Pp] w - - 0 1");
    let last = written(&mut uci, &chosen("f4", Some(best.clone())));
    assert!(last.ends_with(" pv P@f4 P@d3 P@c6\nbestmove P@f4 ponder P@d3\n"), "{last}");
    written(&mut uci, &Event::Done);
    asked(&mut uci, "go");
    let passes = report("pass c1", 2.0, Certainty::Exact);
    assert!(written(&mut uci, &Event::Thinking(vec![passes])).ends_with(" score cp 200 pv b1b1 P@c1\n"));
    written(&mut uci, &chosen("pass", None));
    asked(&mut uci, "position startpos");
    written(&mut uci, &Event::Done);
    said(&mut uci, "setoption name MultiPV value 2");
    assert!(asked_in_words(&mut uci, "go").contains(" lines: 2,"));
    let text = written(&mut uci, &Event::Thinking(vec![best.clone(), report("e3", -0.5, depth(12, 73)), best]));
    let starts: Vec<&str> = text.lines().map(|line| &line[..line.find(" time").expect("a time")]).collect();
    assert_eq!(starts, ["info depth 12 multipv 1", "info depth 12 multipv 2"]);
}

#[test]
fn a_search_on_the_opponents_time_ends_with_ponderhit_or_stop() {
    let mut uci = variant("flipello");
    let best = || Some(report("f4 d3", 1.5, depth(12, 73)));
    let endless = "Clock(None) GoWithin(Bounds { depth: None, nodes: None, time: None, is_endless: true, moves: None, lines: 1, is_played: false })";
    assert_eq!(asked_in_words(&mut uci, "go ponder wtime 60000 btime 60000 depth 5"), endless);
    let hit = asked_in_words(&mut uci, "ponderhit");
    assert!(hit.starts_with("Clock(Game { main: 60s, increment: 0ns }) GoWithin(Bounds { depth: Some(5), "), "{hit}");
    assert!(written(&mut uci, &chosen("f4", best())).ends_with("bestmove P@f4 ponder P@d3\n"));
    assert_eq!(said(&mut uci, "ponderhit"), "");
    asked(&mut uci, "go ponder movetime 5");
    assert_eq!(asked_in_words(&mut uci, "stop"), "Stop");
    assert!(written(&mut uci, &chosen("f4", best())).ends_with("bestmove P@f4 ponder P@d3\n"));
    // One that has ended by itself is answered at once.
    asked(&mut uci, "go ponder movetime 5");
    assert!(!written(&mut uci, &chosen("f4", best())).contains("bestmove"));
    assert_eq!(said(&mut uci, "ponderhit"), "bestmove P@f4 ponder P@d3\n");
    assert_eq!(said(&mut uci, "stop"), "");
}

#[test]
fn a_search_without_a_position_begins_at_the_start() {
    let mut uci = Ugi::uci();
    let commands = asked(&mut uci, "go");
    let [Command::Set(game), Command::Clock(_), Command::GoWithin(_)] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    assert_eq!(legal(game), ["c5", "d6", "e3", "f4"]);
}
