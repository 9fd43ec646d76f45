//! Playing like people of a rating.

use crate::session::talk::{Talk, game, set_option};
use emilia::{Certainty, Colour, Game, Rules};
use emilia_cli::session::{Command, Event, Options, Source};
use std::time::{Duration, Instant};

/// Two empty squares.
const ENDING: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXOOXXXXXXXXXXXXOOOOOX--XXXXXXX X";

fn talk(human: u32, humanseed: u64) -> Talk {
    Talk::with(Options { human, humanseed, ..Options::default() })
}

fn whole_game(human: u32, seed: u64) -> Game {
    let mut talk = talk(human, seed);
    talk.done(Command::Mode(vec![Colour::Black, Colour::White]));
    while talk.session.is_thinking() {
        talk.events();
    }
    talk.game()
}

#[test]
fn a_move_says_whose_it_is() {
    let mut talk = talk(1500, 3);
    let choice = talk.go(true);
    let Source::People { rating: 1500, percent: 1..=100 } = choice.source else { panic!("{choice:?}") };
    assert!(choice.source.to_string().ends_with("of people rated 1500"), "{}", choice.source);
    assert!(matches!(choice.report.expect("a value").certainty(), Certainty::Depth { plies: 6, .. }));
    // A rating below all others plays as the lowest one.
    talk.done(set_option("human", "1"));
    assert!(matches!(talk.go(true).source, Source::People { rating: 800, .. }));
    talk.done(set_option("human", "0"));
    assert_eq!(talk.go(true).source, Source::Search);
}

#[test]
fn the_same_player_plays_the_same_game() {
    let games = [1, 1, 2, 3].map(|seed| whole_game(1200, seed).transcript());
    assert_eq!(games[0], games[1]);
    assert!(games[1] != games[2] && games[2] != games[3]);
}

#[test]
fn weaker_people_lose_more() {
    let lost = |human: u32| -> f32 {
        let mut talk = Talk::at_level(4);
        let games = (1..=6).map(|seed| whole_game(human, seed));
        let of_game = |game: Game| {
            talk.done(Command::Set(Box::new(game)));
            talk.analyze().iter().filter_map(|verdict| verdict.loss).map(|loss| loss.to_discs()).sum::<f32>()
        };
        games.map(of_game).sum()
    };
    let (weak, strong) = (lost(800), lost(2200));
    assert!(weak > 1.5 * strong, "{weak} and {strong} discs");
}

#[test]
fn an_ending_has_exact_values() {
    let mut talk = talk(2200, 1);
    talk.done(Command::Set(game(ENDING)));
    let report = talk.go(false).report.expect("a value");
    assert!(report.certainty() == Certainty::Exact, "{report:?}");
}

#[test]
fn other_boards_are_refused() {
    let mut talk = talk(1500, 1);
    talk.done(Command::New("6x6".parse::<Rules>().expect("rules")));
    let refusal = talk.refused(Command::Go { colour: None, play: true });
    assert!(refusal.contains("8x8"), "{refusal}");
    // Also where the session is to move by itself.
    assert!(talk.handle(Command::Mode(vec![Colour::Black])).is_some_and(|event| matches!(event, Event::Done)));
    assert!(matches!(talk.events()[..], [Event::Refused(_)]));
}

#[test]
fn a_person_takes_time_and_can_be_stopped() {
    let mut talk = talk(1500, 1);
    talk.done(set_option("humantime", "1"));
    let began = Instant::now();
    assert!(talk.handle(Command::Go { colour: None, play: true }).is_none());
    assert!(talk.session.is_thinking());
    assert!(matches!(talk.handle(Command::Stop), Some(Event::Chosen(choice)) if choice.mv.is_some()));
    assert!(began.elapsed() < Duration::from_secs(20) && !talk.session.is_thinking());
}
