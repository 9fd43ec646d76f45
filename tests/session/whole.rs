//! Whole sessions: new games, faults, storms and the end.

use crate::session::talk::{Talk, WEIGHTS, black_must_pass, over, set_option, white_must_pass};
use emilia::{Certainty, Colour, Game, Move, Rules, Score, TaskEvent};
use emilia_cli::session::{ClockUpdate, Command, Event, Options, Session};
use std::sync::mpsc::channel;
use std::time::Duration;

#[test]
fn the_contempt_decides_the_value_of_draws() {
    let options = |contempt| Options { contempt, ..Options::default() };
    assert_eq!(options(100).limits(Colour::Black).draw, Score::discs(1));
    assert_eq!(options(100).limits(Colour::White).draw, Score::discs(-1));
    assert_eq!(options(-100).limits(Colour::White).draw, Score::discs(1));
    assert_eq!(options(0).limits(Colour::White).draw, Score::ZERO);
}

#[test]
fn a_search_that_panics_still_chooses_a_move() {
    let (post, news) = channel();
    let panics = std::sync::atomic::AtomicBool::new(true);
    let post = move |ticket, item| {
        if matches!(item, TaskEvent::Iteration(_)) && panics.swap(false, std::sync::atomic::Ordering::Relaxed) {
            panic!("a fault in the middle of a search, as this test wants it");
        }
        drop(post.send((ticket, item)));
    };
    let options = Options { level: 4, threads: 1, hash: 1, ..Options::default() };
    let mut talk = Talk { session: Session::new(options, WEIGHTS.clone(), Box::new(post)), news };
    let mv = talk.go(true).mv.expect("a move");
    assert!(Game::default().legal().contains(&mv));
    // The next search is as good as any.
    assert!(
        matches!(talk.go(true).report, Some(report) if report.certainty() == Certainty::Depth { plies: 4, percent: 73 })
    );
}

#[test]
fn quitting_ends_everything() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Mode(vec![Colour::Black, Colour::White]));
    assert!(matches!(talk.handle(Command::Quit), Some(Event::Goodbye)));
    assert!(talk.is_quiet());
}

/// Any command, chosen by a number.
fn some_command(number: u64) -> Command {
    let pick = number / 32;
    let colour = [None, Some(Colour::Black), Some(Colour::White)][(pick % 3) as usize];
    let game = match pick % 4 {
        0 => black_must_pass(),
        1 => white_must_pass(),
        2 => over(),
        _ => Box::new(Game::default()),
    };
    let sizes = [4, 6, 8, 8, 8, 10];
    let time = Duration::from_millis(pick % 50);
    match number % 32 {
        0 => Command::New(Rules::sized(sizes[(pick % 6) as usize]).expect("a size")),
        1 => Command::Set(game),
        2..=7 => {
            let cells: Vec<Move> = Game::default().turn().board.cells().map(Move::At).chain([Move::Pass]).collect();
            Command::Play { colour, played: cells[pick as usize % cells.len()].into() }
        }
        8 => Command::Undo((pick % 4) as usize),
        9 => Command::Redo([None, Some(0), Some(1), Some(2), Some(3)][(pick % 5) as usize]),
        10..=13 => Command::Go { colour, play: pick.is_multiple_of(2) },
        14 if pick.is_multiple_of(5) => Command::ExplainLast,
        14 if pick.is_multiple_of(2) => Command::Explain([None, "f5".parse().ok()][(pick / 2 % 2) as usize]),
        14 => Command::Hint((pick % 9) as usize),
        15 => Command::Solve { wld: pick.is_multiple_of(2) },
        16 => Command::Analyze,
        17 => Command::Learn,
        18 | 19 => Command::Stop,
        20 => Command::Sync(pick as i64),
        21 => Command::Clock(ClockUpdate::Game { main: time, increment: time }),
        22 => Command::Clock(ClockUpdate::Overtime { main: time, period: time, stones: (pick % 3) as u32 }),
        23 => Command::Clock(ClockUpdate::Left { colour: Colour::Black, time, stones: (pick % 3) as u32 }),
        24 => Command::Clock([ClockUpdate::None, ClockUpdate::Noted, ClockUpdate::PerMove(time)][(pick % 3) as usize]),
        25 => set_option(
            ["level", "contempt", "hash", "threads", "handicap", "ponder"][(pick % 6) as usize],
            &(pick % 3).to_string(),
        ),
        26 => Command::Mode(vec![Colour::Black]),
        27 => Command::Mode(vec![Colour::White, Colour::Black]),
        28 => Command::Mode(Vec::new()),
        29 => Command::Transcript(["f5d6c3", "e6", "zz", ""][(pick % 4) as usize].to_owned()),
        30 => Command::ShowOptions,
        _ => Command::Show,
    }
}

#[test]
fn a_storm_of_commands_ends_quietly() {
    for seed in 0..4u64 {
        let mut talk = Talk::at_level(2);
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
        let mut asked = Vec::new();
        for _ in 0..1500 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let command = some_command(state >> 16);
            asked.push(format!("{command:?}"));
            talk.handle(command);
            // Sometimes the news is heard, sometimes the next command comes first.
            if state % 3 == 0 {
                while let Ok((ticket, news)) = talk.news.try_recv() {
                    talk.session.on_task_event(ticket, news);
                }
            }
        }
        talk.handle(Command::Quit);
        assert!(talk.is_quiet(), "seed {seed}: {:?}", &asked[asked.len() - 5..]);
    }
}
