//! Any text and any event: no protocol may be confused by them.

use crate::common::reviewed;
use crate::fuzz::targets::gui;
use emilia::{Cell, Game, Goal, Move, Report, ReviewedMove, Rules, Score, Weights};
use emilia_analysis::explain;
use emilia_cli::protocol::{Console, Input, NBoard, OutputMode, PROTOCOLS, Protocol};
use emilia_cli::session::{Candidate, Choice, Event, Options};
use proptest::prelude::*;
use std::time::Duration;

/// Lines that mean something in one language or another, to be spoilt.
const LINES: &[&str] = &[
    "nboard 2",
    "nboard 1",
    "set depth 12",
    "set contempt -100",
    "set time 5:00/12",
    "set game (;GM[Othello]PC[NBoard]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5];)",
    "move F5/1.25/0.5",
    "ping 17",
    "hint 4",
    "explain d3",
    "go",
    "analyze",
    "learn",
    "f5d6c3",
    "play f5 d6 -- c3",
    "setboard ---------------------------OX------XO--------------------------- X",
    "set level = 6",
    "time 5:00 3",
    "new 6x6 anti",
    "help hint",
    "mode 0",
    "undo 2",
    "7 play black d3",
    "time_settings 600 30 1",
    "genmove b",
    "boardsize 8",
    "3 kata-analyze b 10 avoid b d3,c4 1 maxmoves 2 rootInfo true",
    "lz-genmove_analyze w interval 1",
    "emilia-analyze",
    "emilia-live_gfx 1",
    "emilia-gfx",
    "emilia-hint 4",
    "# interrupt",
    "ENGINE-PROTOCOL init",
    "ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 21 73",
    "ENGINE-PROTOCOL endgame-search ---------------------------OX------XO---------------------------O -1 1 100",
    "ENGINE-PROTOCOL feed-hash ---------------------------OX------XO---------------------------X 0 2 20 73 D3c5",
    "ENGINE-PROTOCOL get-search-infos",
    "ENGINE-PROTOCOL stop",
    "ugi",
    "isready",
    "setoption name Hash value 16",
    "setoption name Variant value 6x6 anti",
    "position startpos moves f5 d6 c3",
    "position fen 8/8/8/3ox3/3xo3/8/8/8 x 0 1 moves f5",
    "go p1time 60000 p2time 60000 p1inc 100 p2inc 100",
    "go infinite",
    "query result",
    "uci",
    "setoption name UCI_Variant value flipersi",
    "setoption name MultiPV value 3",
    "position startpos moves P@f4 P@d3 P@c6",
    "position fen 8/8/8/3PP3/3PP3/8/8/8[PPpp] w - - 0 1 moves d4d4",
    "go ponder wtime 60000 btime 60000 winc 100 binc 100 movestogo 20",
    "ponderhit",
    "stop",
    "xboard",
    "protover 2",
    "accepted highlight",
    "variant 6x6",
    "usermove P@d3",
    "setboard 8/8/8/3Pp3/3pP3/8/8/8[PPpp] w - - 0 1",
    "level 40 0:30 0",
    "ggf",
    "obf",
];

/// What happens to a protocol.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    Event(Event),
}

fn line() -> impl Strategy<Value = String> {
    let spoilt = (
        prop::sample::select(LINES),
        prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..4u8), 0..4),
    );
    let spoilt = spoilt.prop_map(|(line, slips)| {
        let mut letters: Vec<char> = line.chars().collect();
        for (at, letter, slip) in slips {
            let at = at.index(letters.len() + 1);
            match slip {
                0 => letters.insert(at, letter),
                1 => letters.truncate(at),
                2 if at < letters.len() => letters[at] = letter,
                _ if at < letters.len() => drop(letters.remove(at)),
                _ => letters.push('9'),
            }
        }
        letters.into_iter().collect()
    });
    prop_oneof![4 => spoilt, 1 => any::<String>(), 1 => "[ -~]{0,40}", 1 => "(set|ping|hint|level|time) [-+]?[0-9]{0,30}"]
}

fn game() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..70);
    (4..=10u8, any::<bool>(), choices, any::<String>()).prop_map(|(size, fewest, choices, name)| {
        let goal = if fewest { Goal::Fewest } else { Goal::Most };
        let mut game = Game::new(Rules::sized(size).expect("a size of a board").with_goal(goal));
        game.tags.black.name = name;
        for choice in choices {
            let legal = game.legal();
            if !legal.is_empty() {
                game.play(legal[choice.index(legal.len())]).expect("a legal move");
            }
        }
        game
    })
}

fn mv() -> impl Strategy<Value = Move> {
    prop_oneof![9 => (0..8u8, 0..8u8).prop_filter_map("on the board", |(x, y)| Cell::at(x, y)).prop_map(Move::At), 1 => Just(Move::Pass)]
}

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![(0..100_000u64).prop_map(Duration::from_millis), any::<u64>().prop_map(Duration::from_secs)]
}

fn value() -> impl Strategy<Value = emilia::Value> {
    use emilia::Value;
    let estimate = (score(), any::<u8>(), any::<u8>());
    let estimate = estimate.prop_map(|(score, plies, percent)| Value::estimate(score, plies, percent));
    let proved = prop::sample::select(vec![Value::exact as fn(i32) -> Value, Value::at_least, Value::at_most]);
    prop_oneof![estimate, (proved, -64..=64).prop_map(|(proved, discs)| proved(discs))]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![any::<i16>().prop_map(|raw| Score::clamped(raw.into())), Just(Score::INFINITY), Just(Score::ZERO)]
}

fn report() -> impl Strategy<Value = Report<Move>> {
    (value(), prop::collection::vec(mv(), 0..8), any::<u64>(), time()).prop_map(|(value, line, nodes, time)| Report {
        value,
        line,
        nodes,
        time,
    })
}

fn candidate() -> impl Strategy<Value = Candidate> {
    (report(), any::<f32>(), any::<f32>(), any::<f32>()).prop_map(|(report, deviation, prior, tie)| Candidate {
        report,
        deviation,
        prior,
        tie,
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    let game = prop::option::of(game().prop_map(Box::new));
    (prop::option::of(mv()), prop::option::of(report()), any::<bool>(), time(), game)
        .prop_map(|(mv, report, from_book, time, game)| Choice { mv, report, from_book, time, game })
}

fn verdict() -> impl Strategy<Value = ReviewedMove> {
    (any::<usize>(), prop::option::of(mv()), value(), prop::option::of(mv()), prop::option::of(score()))
        .prop_map(|(ply, played, value, best, loss)| reviewed(ply, played, value, best, loss))
}

fn event() -> impl Strategy<Value = Event> {
    let lines = || prop::collection::vec(report(), 0..5);
    prop_oneof![
        Just(Event::Done),
        any::<String>().prop_map(Event::Refused),
        game().prop_map(|game| Event::Shown(Box::new(game))),
        Just(Event::Options(Options::default().settings())),
        any::<i64>().prop_map(Event::Synced),
        (any::<u64>(), time()).prop_map(|(nodes, time)| Event::Progress { nodes, time }),
        Just(Event::Learned),
        Just(Event::Goodbye),
        lines().prop_map(Event::Thinking),
        prop::collection::vec(candidate(), 0..5).prop_map(Event::Streamed),
        choice().prop_map(Event::Chosen),
        verdict().prop_map(Event::Analyzed),
        (game(), lines(), any::<u64>(), time()).prop_map(|(game, lines, nodes, time)| {
            let turn = *game.turn();
            let explanations = explain(&turn, &lines, &Weights::embedded());
            Event::Explained { turn, lines, explanations, nodes, time }
        }),
        (lines(), any::<u64>(), time()).prop_map(|(lines, nodes, time)| Event::Hinted {
            lines,
            nodes,
            time,
            judged: None
        }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(prop_oneof![line().prop_map(Step::Line), event().prop_map(Step::Event)], 0..12)
}

/// Everything the protocol says on these steps, checked to be ASCII without control characters.
fn conversation(mut protocol: Box<dyn Protocol>, steps: &[Step]) -> String {
    let mut text = String::new();
    protocol.write(&Event::Started, &mut text).expect("writing to a string");
    for step in steps {
        match step {
            Step::Line(line) => match protocol.read(line) {
                Input::Reply(answer) => text.push_str(&answer),
                Input::Commands(commands) => assert!(!commands.is_empty(), "{line:?} is neither obeyed nor answered"),
                Input::Load { .. } | Input::Save { .. } | Input::Book { .. } | Input::EndSearch | Input::EndAll => {}
            },
            Step::Event(event) => protocol.write(event, &mut text).expect("writing to a string"),
        }
        if protocol.interval().is_some() {
            protocol.write(&Event::Tick, &mut text).expect("writing to a string");
        }
        text.push_str(&protocol.take_stderr());
    }
    let stray = text.chars().find(|c| !(c.is_ascii_graphic() || *c == ' ' || *c == '\n'));
    assert_eq!(stray, None, "in {text:?}");
    text
}

proptest! {
    #[test]
    fn nboard_says_nothing_that_its_client_would_not_accept(steps in steps()) {
        let text = conversation(Box::new(NBoard::new()), &steps);
        prop_assert!(text.is_empty() || text.ends_with('\n'));
        for line in text.lines() {
            if let Err(dialog) = gui::read(line) {
                prop_assert!(false, "{}", dialog);
            }
        }
    }

    #[test]
    fn every_protocol_survives_any_text_and_any_event(steps in steps()) {
        for info in PROTOCOLS {
            let text = conversation((info.begin)(Rules::default()), &steps);
            prop_assert!(text.is_empty() || text.ends_with('\n'), "{}", info.command);
        }
    }

    #[test]
    fn the_console_survives_any_text_and_any_event(steps in steps()) {
        let script = conversation(Box::new(Console::new(OutputMode::Script)), &steps);
        prop_assert!(script.is_empty() || script.ends_with('\n'));
        conversation(Box::new(Console::new(OutputMode::Person)), &steps);
    }
}
