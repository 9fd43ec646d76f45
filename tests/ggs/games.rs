//! Whole matches of the program against a server that misbehaves.

use super::server::{Plan, Played, Report, Server};
use crate::common::program::emilia;
use emilia::notation::ggf;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

pub const PASSWORD: &str = "made-up-pw";
/// The number of games of the long form.
const LONG: &str = "EMILIA_GGS_GAMES";
/// Another seed for the faults.
const SEED: &str = "EMILIA_GGS_SEED";
/// The faults in 10,000 messages.
const RATE: usize = 300;

const PLAIN: [&str; 14] = ["8", "8b", "8w", "6", "8a", "4", "8k", "10", "8", "88", "8kr20", "6a", "8", "10a"];
const SYNCHRO: [&str; 7] = ["s8r20", "s8", "s8r44", "s6", "s10r80", "s8r30a", "s88r60"];
const SETTINGS: [(f64, f64, f64); 3] = [(20.0, 0.0, 10.0), (15.0, 1.0, 10.0), (30.0, 0.0, 120.0)];

/// Matches with this number of games, half of them in synchro matches.
fn plans(games: usize) -> Vec<Plan> {
    let terms = |number: usize| ['R', 'R', 'T', 'R', 'R', 'U', 'R'][number % 7];
    let mut plans = Vec::new();
    let (mut plain, mut synchro) = (0, 0);
    while plain + 2 * synchro < games {
        let number = plain + synchro;
        let is_synchro = 2 * synchro < plain;
        let kind = if is_synchro { SYNCHRO[synchro % SYNCHRO.len()] } else { PLAIN[plain % PLAIN.len()] };
        let terms = terms(number);
        // The clocks of a tournament run on without the player.
        let setting = if terms == 'T' { (60.0, 0.0, 60.0) } else { SETTINGS[number % SETTINGS.len()] };
        plans.push(Plan { kind, terms, setting });
        if is_synchro { synchro += 1 } else { plain += 1 }
    }
    plans
}

/// The program, connected to this port; it is killed at the end.
struct Program(Child);

impl Program {
    fn start(port: u16, folder: &Path, more: &[&str]) -> Program {
        let (password, config) = (folder.join("password"), folder.join("config"));
        fs::write(&password, format!("{PASSWORD}\n")).expect("a file");
        let types = "types = 4, 6, 6a, 8, 8a, 8k, 8kr, 10, 10a, 88, s6, s8, s8r, s8ra, s10r, s88r\n";
        fs::write(&config, format!("{types}main = 00:05 - 10:00\n")).expect("a file");
        let mut command = emilia(&["ggs", "--host", "127.0.0.1", "--user", "otto", "--threads", "2", "--hash", "2"]);
        command.args(["--port", &port.to_string()]);
        command.arg("--password-file").arg(password).arg("--config").arg(config);
        command.arg("--records").arg(folder.join("records")).args(more).stdin(Stdio::null());
        let out = fs::File::create(folder.join("output")).expect("a file");
        let errors = out.try_clone().expect("a file");
        Program(command.stdout(out).stderr(errors).spawn().expect("the program starts"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The records of the folder by the number of the game in their names.
fn records(folder: &Path) -> BTreeMap<String, Vec<emilia::Game>> {
    let mut records: BTreeMap<String, Vec<emilia::Game>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the records") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "ggf") {
            let text = fs::read_to_string(&path).expect("a record");
            let game = ggf::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let id = name.split_once('.').map_or("", |(_, id)| id).split('-').next().unwrap_or_default();
            records.entry(format!(".{id}")).or_default().push(game);
        }
    }
    records
}

/// Checks that each game of the server has its record.
fn check(played: &Played, records: &BTreeMap<String, Vec<emilia::Game>>) {
    let found = records.get(&played.id).unwrap_or_else(|| panic!("no record of {played:?}"));
    let moves: Vec<String> =
        played.moves.iter().map(|text| text.split('/').next().unwrap_or_default().to_lowercase()).collect();
    let of_game = |game: &emilia::Game| -> Vec<String> {
        let text = |played: &emilia::Played| played.mv.cell().map_or_else(|| "pa".to_owned(), |cell| cell.to_string());
        game.moves().iter().map(text).collect()
    };
    let is_whole = |game: &&emilia::Game| {
        let (known, outcome) = (of_game(game), game.outcome());
        // The last report may have been damaged, and the server tells nothing more of a match that is over.
        let is_cut = moves.starts_with(&known) && moves.len() - known.len() == 1;
        let is_so_told = is_cut && outcome.is_some_and(|outcome| outcome.ending == emilia::Ending::Played);
        (known == moves || is_so_told) && outcome.and_then(|outcome| outcome.score()) == Some(played.score as f32)
    };
    if played.is_told {
        let game = found.iter().find(is_whole).unwrap_or_else(|| panic!("no whole record of {played:?} in {found:?}"));
        assert_eq!((&game.tags.black.name, &game.tags.white.name), (&played.black, &played.white));
    } else {
        assert!(found.iter().any(|game| moves.starts_with(&of_game(game))), "{played:?}");
    }
}

fn run(plans: Vec<Plan>, seed: u64, rate: usize, more: &[&str]) -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    let games: usize = plans.iter().map(|plan| if plan.kind.starts_with('s') { 2 } else { 1 }).sum();
    let server = Server::new(plans, seed, rate);
    let program = Program::start(server.port(), folder.path(), more);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| server.run()));
    drop(program); // by a kill
    let output = || fs::read_to_string(folder.path().join("output")).unwrap_or_default();
    let report = result.unwrap_or_else(|_| {
        let output = output();
        let last: Vec<&str> = output.lines().rev().take(60).collect();
        panic!(
            "the server failed; the last lines of the program:\n{}",
            last.into_iter().rev().collect::<Vec<_>>().join("\n")
        );
    });
    assert!(!output().contains(PASSWORD), "the password is in the output");
    assert_eq!((report.illegal, report.timeouts), (0, 0), "illegal moves, players out of time");
    let records = records(&folder.path().join("records"));
    report.played.iter().for_each(|played| check(played, &records));
    let lost = games - report.played.len().min(games);
    assert!(lost <= report.dropped, "{lost} games are lost, {} of them unrated", report.dropped);
    report
}

#[test]
fn games_are_played_to_their_ends_whatever_the_server_does() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (games, seed) = (number(LONG).unwrap_or(20), number(SEED).unwrap_or(7));
    let begun = std::time::Instant::now();
    let report = run(plans(games as usize), seed, RATE, &["--nodes", "40"]);
    println!("{} games, {:.0} s, seed {seed}", report.played.len(), begun.elapsed().as_secs_f64());
    println!("{:?}", Report { played: Vec::new(), ..report });
}
