//! Conversations with the program in Cassio's protocol.

use super::talk::Client;
use super::{run, stdout};
use emilia::{Game, Move};

const START: &str = "---------------------------OX------XO---------------------------X";
const ENDING: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO--X";

#[test]
fn a_session_is_answered_line_by_line() {
    let input = format!(
        "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-version\n\nENGINE-PROTOCOL new-position\n\
         ENGINE-PROTOCOL endgame-search {ENDING} -64 64 100\nENGINE-PROTOCOL endgame-search {ENDING} 0 2 100\nhello\n\
         ENGINE-PROTOCOL feed-hash {ENDING} 0 0 6 100 B7\nENGINE-PROTOCOL empty-hash\nENGINE-PROTOCOL dance\nENGINE-PROTOCOL quit\n"
    );
    let text = stdout(&run(&["cassio", "--hash", "1", "--threads", "1"], &input));
    let version = concat!("version: Emilia ", env!("CARGO_PKG_VERSION"));
    let start = ["ready.", version, "ready.", "ready.", "ready."];
    let (first, rest) = text.split_at(text.find("XOOO").expect("a result"));
    assert_eq!(first.lines().collect::<Vec<_>>(), start);
    let results: Vec<&str> = rest.lines().filter(|line| line.starts_with(ENDING)).collect();
    let exact = format!("{ENDING}, move B7, depth 6, @100%, B+0.00 <= v <= B+0.00, B7");
    let bound = format!("{ENDING}, move ");
    assert!(results.iter().any(|line| line.starts_with(&exact)), "{text}");
    assert!(results[results.len() - 1].starts_with(&bound), "{text}");
    assert!(results[results.len() - 1].contains(", depth 6, @100%, B-64.00 <= v <= B+0.00, "), "{text}");
    let end = "ready.\nERROR: Unknown protocol \"hello\"\nERROR: unknown command dance\nready.\nbye bye.\n";
    assert!(text.ends_with(end), "{text}");
    assert_eq!(rest.lines().filter(|line| *line == "ready.").count(), 3, "{text}");
}

#[test]
fn the_end_of_the_input_is_the_end_after_all_answers() {
    let text =
        stdout(&run(&["cassio", "--hash", "1"], &format!("ENGINE-PROTOCOL midgame-search {START} -64 64 4 73\n")));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 3 && lines[lines.len() - 3].contains(", depth 4, @73%, "), "{text}");
    assert_eq!(lines[lines.len() - 2..], ["ready.", "bye bye."], "{text}");
    for start in [&[][..], &["-cassio"], &["cassio", "--hash", "1"], &["-cassio", "--hash", "1"]] {
        let text = stdout(&run(start, "ENGINE-PROTOCOL init\n"));
        assert_eq!(text, "ready.\nbye bye.\n", "{start:?}");
    }
}

#[test]
fn a_search_is_watched_and_stopped_and_what_waits_behind_it_is_dropped() {
    let mut client = Client::start(&["cassio", "--hash", "16"]);
    client.say(&format!("ENGINE-PROTOCOL init\nENGINE-PROTOCOL midgame-search {START} -64 64 60 100\n"));
    client.say("ENGINE-PROTOCOL get-version\nENGINE-PROTOCOL sing\n");
    client.until(|line| line == "ready.");
    client.until(|line| line.contains(", depth 6, "));
    client.say("\nENGINE-PROTOCOL get-search-infos\n");
    client.until(|line| line == "ok.");
    let infos = client.until(|line| line.starts_with("node ")).pop().expect("a line");
    let (nodes, time) = infos["node ".len()..].split_once(", time ").expect("both");
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0) && time.parse::<f64>().is_ok(), "{infos}");
    client.say("ENGINE-PROTOCOL stop\n");
    client.until(|line| line == "ready.");
    client.say("\nENGINE-PROTOCOL dance\n");
    let rest = client.until(|line| line.starts_with("ERROR"));
    assert_eq!(rest, ["ready.", "ERROR: unknown command dance"], "nothing that waited is answered");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_game_is_played_by_the_moves_of_the_results() {
    let mut client = Client::start(&["cassio", "--hash", "1", "--threads", "1"]);
    let mut game = Game::default();
    while !game.is_over() {
        let position = game.turn().to_string().replace(' ', "");
        let (kind, depth) = if game.turn().board.empties() > 10 { ("midgame", "2 ") } else { ("endgame", "") };
        client.say(&format!("ENGINE-PROTOCOL {kind}-search {position} -64 64 {depth}100\n"));
        let lines = client.until(|line| line == "ready.");
        let last = lines[lines.len() - 2].strip_prefix(&format!("{position}, move ")).expect("a result");
        let mv: Move = last[..2].parse().expect("a move");
        let is_upper = last.starts_with(char::is_uppercase);
        assert_eq!(is_upper, game.to_move() == emilia::Colour::Black, "{last}");
        game.play(mv).expect("a legal move");
    }
    client.say("ENGINE-PROTOCOL quit\n");
    client.until(|line| line == "bye bye.");
    assert_eq!(client.end(), Some(0));
}
