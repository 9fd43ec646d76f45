//! Any text and any event: no protocol may be confused by them.

use crate::common::documents::document;
use crate::common::reviewed;
use crate::fuzz::targets::gui;
use emilia::{Cell, Game, Goal, Move, Report, ReviewedMove, Rules, Score, Weights};
use emilia_analysis::explain;
use emilia_cli::protocol::{Console, Input, NBoard, OutputMode, PROTOCOLS, Protocol};
use emilia_cli::session::{Candidate, Choice, Event, Options, Source};
use proptest::prelude::*;
use std::sync::LazyLock;
use std::time::Duration;

/// The lines of the examples of `protocol.md`, which mean something in one language or another, to be spoilt.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let protocols = document("protocol.md");
    let (_, examples) = protocols.parts();
    let lines = examples.iter().flat_map(|example| &example.lines);
    lines.filter_map(|(_, line)| line.strip_prefix("> ")).map(str::to_owned).collect()
});

/// What happens to a protocol.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    Event(Event),
}

fn line() -> impl Strategy<Value = String> {
    let spoilt = (
        prop::sample::select(LINES.as_slice()),
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
    (prop::option::of(mv()), prop::option::of(report()), any::<bool>(), time(), game).prop_map(
        |(mv, report, from_book, time, game)| Choice {
            mv,
            report,
            source: if from_book { Source::Book } else { Source::Search },
            time,
            game,
            left: None,
        },
    )
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
        game().prop_map(|game| Event::Shown { game: Box::new(game), left: None }),
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
            Event::Explained { turn, lines, explanations, people: None, nodes, time }
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
