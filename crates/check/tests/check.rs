//! Both checkers accept the proofs that Emilia makes, say the same of them, and refuse what was changed.

use emilia::{Certificate, Engine, EngineOptions, Game, Limits, Move, Rules, Stop, Value};
use flate2::{Compression, write::ZlibEncoder};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const CHECKER: &str = env!("CARGO_BIN_EXE_emilia-check");
const IN_PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/check_proof.py");

fn engine() -> Engine {
    Engine::new(EngineOptions::default().with_hash(4))
}

/// The game that begins where a random one has this number of empty squares, in which the side to move has a choice.
fn ending(empties: u32, seed: &mut u64) -> Game {
    loop {
        let mut game = Game::default();
        while game.turn().board.empties() > empties && !game.is_over() {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let moves = game.legal();
            game.play(moves[(*seed >> 33) as usize % moves.len()]).expect("legal");
        }
        if game.turn().board.empties() == empties && game.legal().len() > 1 {
            return Game::new(Rules::from_start(*game.turn()));
        }
    }
}

/// The certificate of this value of the position.
fn certificate(game: &Game, value: Value, finish: u32) -> Certificate {
    engine().certify(game, value, finish, &Limits::exact(), &Stop::new()).expect("a proof")
}

/// The exact score of the position in discs, for the side to move.
fn score(game: &Game) -> i32 {
    engine().solve(game).score().rounded()
}

/// The bytes of a file of this version with this text.
fn packed(version: u8, text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory");
    let content = encoder.finish().expect("memory");
    [format!("Emilia proof {version} {:08x}\n", crc32fast::hash(&content)).as_bytes(), &content].concat()
}

fn sum(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The output of both checkers, the one in Python first.
fn check(path: &Path) -> [Output; 2] {
    let python = Command::new("python3").arg(IN_PYTHON).arg(path).output().expect("python3");
    [python, Command::new(CHECKER).arg(path).args(["--threads", "2"]).output().expect("the checker")]
}

/// What both checkers say of a proof, which they accept.
fn accepted(path: &Path) -> String {
    let [python, own] = check(path).map(|output| {
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    });
    assert_eq!(python, own);
    own
}

/// Both checkers refuse the file, with one line.
fn refused(path: &Path, why: &str) {
    for output in check(path) {
        let lines = String::from_utf8_lossy(&output.stderr).lines().count();
        assert!(output.status.code() == Some(1) && output.stdout.is_empty() && lines == 1, "{why}: {output:?}");
    }
}

#[test]
fn both_checkers_say_the_same_of_proofs_of_one_file() {
    let (folder, mut seed) = (tempfile::tempdir().expect("a folder"), 1);
    let path = folder.path().join("a proof");
    for number in 0..12 {
        let game = ending(9, &mut seed);
        let score = score(&game);
        let less = (score - 3).max(-64);
        for (value, said) in [
            (Value::exact(score), vec![format!("at least {score:+}"), format!("at most {score:+}")]),
            (Value::at_least(less), vec![format!("at least {less:+}")]),
            (Value::at_most(score), vec![format!("at most {score:+}")]),
        ] {
            let proof = certificate(&game, value, number % 8);
            fs::write(&path, proof.to_bytes().expect("zlib")).expect("written");
            let lines = accepted(&path);
            assert!(lines.starts_with(&format!("proved for {} (", game.turn())), "{lines}");
            assert_eq!(lines.lines().count(), 1 + said.len());
            assert!(said.iter().zip(lines.lines().skip(1)).all(|(said, line)| line.contains(said)), "{lines}");
            // Another score is not proved by the same moves.
            for (kind, change) in [("at-least", 2), ("at-most", -2)] {
                let (old, new) = (format!("{kind} {score} "), format!("{kind} {} ", score + change));
                let text = proof.to_string();
                if value.is_exact() {
                    fs::write(&path, packed(1, &text.replace(&old, &new))).expect("written");
                    refused(&path, "a bound that does not hold");
                }
            }
        }
    }
}

/// A proof in parts: of a position with 10 empty squares, with a part for each move.
struct InParts {
    folder: TempDir,
    root: PathBuf,
    /// The text of the root, and the names of the parts in it.
    text: String,
    parts: Vec<String>,
}

impl InParts {
    fn new() -> InParts {
        let (folder, mut seed) = (tempfile::tempdir().expect("a folder"), 7);
        let game = ending(10, &mut seed);
        let score = score(&game);
        let (mut lines, mut parts, mut first) = (format!("{}\nmost\n4\n", game.turn()), Vec::new(), None);
        for mv in game.legal() {
            let after = after(&game, mv);
            let found = self::score(&after);
            // The first best move is proved with both bounds.
            let value = if found == -score && first.is_none() { Value::exact(found) } else { Value::at_least(-score) };
            let content = certificate(&after, value, 4).to_bytes().expect("zlib");
            let (sum, turn) = (sum(&content), *after.turn());
            let name = format!("{}.proof", &sum[..24]);
            fs::write(folder.path().join(&name), content).expect("written");
            lines += &format!("part {turn} at-least {} {name} {sum}\n", -score);
            if value.is_exact() {
                first = Some(mv);
                lines += &format!("part {turn} at-most {found} {name} {sum}\n");
            }
            parts.push(name);
        }
        let text = format!("{lines}at-least {score} {}\nat-most {score} \n", first.expect("a best move"));
        let proof = InParts { root: folder.path().join("root.proof"), folder, text, parts };
        proof.write(&proof.text);
        proof
    }

    fn part(&self, number: usize) -> PathBuf {
        self.folder.path().join(&self.parts[number])
    }

    /// Writes another root.
    fn write(&self, text: &str) {
        fs::write(&self.root, packed(2, text)).expect("written");
    }

    /// The root with another line in place of the one with this beginning, or without one.
    fn replace(&self, beginning: &str, new: impl Fn(&str) -> String) {
        let change = |line: &str| if line.starts_with(beginning) { new(line) } else { format!("{line}\n") };
        let changed: String = self.text.lines().map(change).collect();
        assert_ne!(changed, self.text, "{beginning}");
        self.write(&changed);
    }

    /// Makes sure that both checkers refuse the proof, and puts it back as it was.
    fn refused(&self, why: &str) {
        refused(&self.root, why);
        self.write(&self.text);
    }
}

fn after(game: &Game, mv: Move) -> Game {
    let mut after = game.clone();
    after.play(mv).expect("legal");
    Game::new(Rules::from_start(*after.turn()))
}

#[test]
fn both_checkers_accept_a_proof_in_parts_and_refuse_every_damage() {
    let proof = InParts::new();
    let said = accepted(&proof.root);
    assert!(said.ends_with(&format!("with {} parts\n", proof.parts.len())), "{said}");
    let (part, root) = (fs::read(proof.part(0)).expect("a part"), fs::read(&proof.root).expect("the root"));
    let changed = |content: &[u8], at: usize| {
        let mut content = content.to_vec();
        content[at] ^= 1;
        content
    };
    for at in [3, 13, 17, root.len() / 2, root.len() - 1] {
        fs::write(&proof.root, changed(&root, at)).expect("written");
        proof.refused("a byte of the root");
    }
    for (bad, why) in [(&root[..root.len() - 1], "cut off"), (&[&root[..], b"\n"].concat(), "a byte more")] {
        fs::write(&proof.root, bad).expect("written");
        proof.refused(why);
    }
    for at in [3, part.len() / 2, part.len() - 1] {
        fs::write(proof.part(0), changed(&part, at)).expect("written");
        proof.refused("a byte of a part");
    }
    let other = fs::read(proof.part(1)).expect("a part");
    fs::write(proof.part(0), &other).expect("written");
    proof.refused("a swapped file");
    fs::remove_file(proof.part(0)).expect("a part");
    proof.refused("a missing file");
    fs::write(proof.part(0), &part).expect("written");
    let first = proof.text.lines().find(|line| line.starts_with("part ")).expect("a part").to_owned();
    let [_, _, _, _, discs, name, sum_of] = first.split(' ').collect::<Vec<_>>()[..] else { panic!("{first}") };
    let discs: i32 = discs.parse().expect("a number");
    proof.replace(&first, |_| String::new());
    proof.refused("an omitted reply");
    proof.replace(&first, |line| line.replace(name, &proof.parts[1]).replace(sum_of, &sum(&other)) + "\n");
    proof.refused("a file about another position");
    proof.replace(&first, |line| line.replace(&format!(" {discs} "), &format!(" {} ", discs + 2)) + "\n");
    proof.refused("a part with a bound that it does not prove");
    proof.replace(&first, |line| line.replace(sum_of, &sum_of.replace(['0', '1'], "2")) + "\n");
    proof.refused("another sum");
    for bad in ["../part", ".part", "", "a/b", "a_b", &"a".repeat(101)] {
        proof.replace(&first, |line| line.replace(name, bad) + "\n");
        proof.refused("a name that is none");
    }
    for (kind, by) in [("at-least", 2), ("at-most", -2)] {
        proof.replace(kind, |line| line.replace(&format!(" {} ", -discs), &format!(" {} ", by - discs)) + "\n");
        proof.refused("a bound shifted by 2");
    }
    proof.replace("at-least", |line| format!("{}\n", &line[..line.len() - 2]));
    proof.refused("an omitted move");
    proof.replace("at-least", |line| format!("{line}a1\n"));
    proof.refused("a move too many");
    let position = proof.text.lines().next().expect("the position");
    proof.replace(
        position,
        |line| if line.ends_with('X') { line.replace(" X", " O\n") } else { line.replace(" O", " X\n") },
    );
    proof.refused("the other side to move");
    fs::write(&proof.root, packed(1, &proof.text)).expect("written");
    proof.refused("the first version has no parts");
    assert_eq!(accepted(&proof.root), said, "it is as it was");
}

#[test]
fn unused_parts_are_checked_and_positions_are_found_by_symmetry() {
    let proof = InParts::new();
    let (position, side) = proof.text.lines().next().and_then(|line| line.split_once(' ')).expect("the position");
    let rows: Vec<&[u8]> = position.as_bytes().chunks(8).collect();
    let mirrored = String::from_utf8(rows.iter().rev().copied().collect::<Vec<_>>().concat()).expect("text");
    let content = packed(2, &proof.text);
    let (score, name) = (proof.text.split(' ').rev().nth(1).expect("the score"), "below.proof");
    fs::write(proof.folder.path().join(name), &content).expect("written");
    let part = |bound: &str| format!("part {position} {side} {bound} {name} {}\n", sum(&content));
    let claims = format!("at-least {score} \nat-most {score} \n");
    for sides in [side, if side == "X" { "O" } else { "X" }] {
        // The same position with the colours exchanged is the same for the side to move.
        let exchanged = |square| {
            if square == 'X' {
                'O'
            } else if square == 'O' {
                'X'
            } else {
                square
            }
        };
        let board: String =
            mirrored.chars().map(|square| if sides == side { square } else { exchanged(square) }).collect();
        let parts = part(&format!("at-least {score}")) + &part(&format!("at-most {score}"));
        proof.write(&format!("{board} {sides}\nmost\n0\n{parts}{claims}"));
        assert!(accepted(&proof.root).ends_with(&format!("with {} parts\n", proof.parts.len() + 1)));
    }
    proof.write(&format!("{mirrored} {side}\nmost\n0\n{}{claims}", part(&format!("at-least {score}"))));
    refused(&proof.root, "a bound that no part has");
    let trivial = format!("{position} {side}\nmost\n0\n{}at-least -64 ", part("at-least -64"));
    fs::remove_file(proof.part(0)).expect("a part");
    proof.write(&trivial);
    refused(&proof.root, "a part of a part is missing");
}

#[test]
fn proofs_are_nested_at_most_64_times() {
    let (folder, full) = (tempfile::tempdir().expect("a folder"), "X".repeat(64));
    let mut content = packed(1, &format!("{full} X\nmost\n0\nat-least 64 \n"));
    for level in 0..66 {
        let name = format!("{level}.proof");
        fs::write(folder.path().join(&name), &content).expect("written");
        match level {
            1 | 64 => assert!(accepted(&folder.path().join(&name)).contains("at least +64")),
            65 => refused(&folder.path().join(&name), "too deep"),
            _ => {}
        }
        let part = format!("part {full} X at-least 64 {name} {}", sum(&content));
        content = packed(2, &format!("{full} X\nmost\n0\n{part}\nat-least 64 \n"));
    }
}

#[test]
fn other_games_are_left_to_the_checker_in_python() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("4x4.proof");
    let game = Game::new("4x4".parse().expect("rules"));
    fs::write(&path, certificate(&game, Value::exact(-10), 4).to_bytes().expect("zlib")).expect("written");
    let [python, own] = check(&path);
    assert!(python.status.success(), "{python:?}");
    assert_eq!(own.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&own.stderr).contains("scripts/check_proof.py checks others"), "{own:?}");
}

#[test]
fn arguments_that_are_wrong_print_the_usage() {
    let run = |arguments: &[&str]| Command::new(CHECKER).args(arguments).output().expect("the checker");
    assert!(run(&["--help"]).status.success());
    for wrong in [&[][..], &["a", "b"], &["--threads", "x", "a"], &["a", "--fast"]] {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("usage: "), "{output:?}");
    }
    assert_eq!(run(&["no such file"]).status.code(), Some(1));
}
