//! The modules of the library and the one direction of their imports.

mod circles;

use crate::common::files::{read, root, with_extension};
use circles::Crate;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The modules from the lowest up, each with those that it may import.
const MODULES: [(&str, &[&str]); 17] = [
    ("random", &[]),
    ("container", &[]),
    ("storage", &[]),
    ("score", &[]),
    ("board", &["score"]),
    ("eval", &["container", "score", "board"]),
    ("game", &["score", "board"]),
    ("search", &["score", "board", "eval"]),
    ("solver", &["container", "score", "board", "eval", "game", "search", "storage"]),
    ("book", &["container", "random", "score", "board", "game", "search"]),
    ("variant", &["container", "score", "board", "game", "search"]),
    ("engine", &["score", "board", "eval", "game", "search", "solver", "book", "variant"]),
    ("analysis", &["score", "board", "eval", "game", "search", "engine"]),
    ("training", &["container", "random", "score", "board", "eval", "game", "search", "engine", "storage", "variant"]),
    ("session", &["random", "score", "board", "eval", "game", "search", "solver", "book", "engine", "analysis"]),
    ("protocol", &["score", "game", "search", "analysis", "session"]),
    (
        "cli",
        &[
            "container",
            "score",
            "board",
            "eval",
            "game",
            "search",
            "solver",
            "book",
            "engine",
            "analysis",
            "training",
            "session",
            "protocol",
            "storage",
            "variant",
        ],
    ),
];

/// The vocabulary of the search that modules above it share.
const SEARCH_VOCABULARY: [&str; 7] = ["Limits", "Level", "Selectivity", "Budget", "Report", "Observer", "Stop"];
/// What the session and the commands name beside it: progress and saved state of long proofs, and the tunable parameters.
const PROGRESS_VOCABULARY: [&str; 5] = ["Proof", "SavedEntry", "Snapshot", "Step", "TUNABLES"];
/// The module that sees only the vocabulary of the search.
const SEES_VOCABULARY_ONLY: &str = "protocol";
/// The modules that search by the engine and the solver alone.
const SEARCH_BY_ENGINE: [&str; 3] = ["analysis", "session", "cli"];

/// Where `unsafe` is allowed: the kernels, squares from an index, the tables of the search, and the evaluation's own kernel.
const UNSAFE: [&str; 5] =
    ["src/board/kernel", "src/board/square.rs", "src/board/symmetry.rs", "src/search/table", "src/eval/kernel"];
/// Where the processor's own instructions may be named.
const INTRINSICS: [&str; 3] = ["src/board/kernel", "src/eval/kernel", "src/search/table.rs"];

/// No file is longer.
const LINES: usize = 400;
/// No function is longer.
const FUNCTION_LINES: usize = 80;

struct File {
    path: String,
    module: String,
    /// The text without comments.
    code: String,
    lines: usize,
}

fn files() -> Vec<File> {
    let file = |path: PathBuf| {
        let text = read(&path);
        let path = path.display().to_string();
        let module = path.split(['/', '.']).nth(1).unwrap_or_default().to_owned();
        File { path, module, code: without_comments(&text), lines: text.lines().count() }
    };
    with_extension("src", "rs").into_iter().map(file).collect()
}

/// The text without line comments; those inside string literals go too, which does no harm here.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The modules below `crate::` that this code names, each with the names that follow it: `crate::search::{Limits, Stop}` gives
/// search with Limits and Stop, in a `use` or anywhere else.
fn imports(code: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (at, _) in code.match_indices("crate::") {
        for path in branches(&code[at + "crate::".len()..]) {
            let mut parts = path.into_iter();
            if let Some(module) = parts.next() {
                found.entry(module).or_default().extend(parts.next());
            }
        }
    }
    found
}

/// The paths of a path with braces, up to the second name of each.
fn branches(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    let Some(inside) = text.strip_prefix('{') else {
        let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let rest = &text[name.len()..];
        let below = rest.strip_prefix("::").map(branches).unwrap_or_default();
        return match below.is_empty() {
            true => vec![vec![name]],
            false => below.into_iter().map(|path| [vec![name.clone()], path].concat()).collect(),
        };
    };
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, letter) in inside.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if !inside[start..at].trim().is_empty() {
                    paths.extend(branches(&inside[start..at]));
                }
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    paths
}

/// Whether the path is one of these files, or in one of these folders.
fn is_among(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| path.starts_with(place))
}

#[test]
fn paths_with_braces_are_read() {
    let code = "use crate::search::{self, Limits, report::Stop};\nuse crate::{game::Game, score::Score};\ncrate::board::Square::A1";
    let found = imports(code);
    let modules: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(modules, ["board", "game", "score", "search"]);
    assert_eq!(found["search"].iter().map(String::as_str).collect::<Vec<_>>(), ["Limits", "report", "self"]);
}

#[test]
fn every_file_is_in_a_module() {
    let modules: Vec<&str> = MODULES.iter().map(|(module, _)| *module).chain(["lib", "main"]).collect();
    let strays: Vec<String> =
        files().into_iter().filter(|file| !modules.contains(&file.module.as_str())).map(|file| file.path).collect();
    assert_eq!(strays, Vec::<String>::new());
}

#[test]
fn a_module_imports_only_modules_below_it() {
    let mut faults = Vec::new();
    for file in files() {
        let Some((_, allowed)) = MODULES.iter().find(|(module, _)| *module == file.module) else { continue };
        for module in imports(&file.code).into_keys() {
            let is_module = MODULES.iter().any(|(other, _)| *other == module);
            if is_module && module != file.module && !allowed.contains(&module.as_str()) {
                faults.push(format!("{} imports {module}", file.path));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn what_a_module_may_import_forms_no_circle() {
    for (index, (module, allowed)) in MODULES.iter().enumerate() {
        for other in *allowed {
            let below = MODULES.iter().position(|(name, _)| name == other).expect("a module");
            assert!(below < index, "{module} may import {other}");
        }
    }
}

/// The path of a file's module below the crate.
fn module_path(path: &str) -> circles::Module {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    inside.split('/').filter(|part| *part != "lib").map(str::to_owned).collect()
}

/// The code before the tests of the file, which may import what they like.
fn without_tests(code: &str) -> String {
    code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned()
}

#[test]
fn no_files_import_one_another() {
    let code = files().into_iter().map(|file| (module_path(&file.path), without_tests(&file.code))).collect();
    assert_eq!(Crate::new(code).circles(), Vec::<BTreeSet<String>>::new());
}

#[test]
fn a_circle_is_found_through_a_parent_and_its_re_exports() {
    let file = |path: &str, code: &str| (module_path(path), code.to_owned());
    let parent = "mod left;\nmod right;\npub use left::{Left, left};\npub use right::Right;";
    let (left, right) = ("use super::Right;", "fn f() { super::left::left() }");
    let circle = BTreeSet::from(["a/left".to_owned(), "a/right".to_owned()]);
    let of = |right: &str| {
        let files = [file("lib", "pub mod a;"), file("a", parent), file("a/left", left), file("a/right", right)];
        Crate::new(files.into_iter().collect()).circles()
    };
    assert_eq!(of(right), std::slice::from_ref(&circle));
    assert_eq!(of("use crate::a::{Left as L, Other};"), [circle]);
    assert_eq!(of("use crate::a::Other;"), Vec::<BTreeSet<String>>::new());
}

#[test]
fn searches_are_made_by_the_engine() {
    let mut faults = Vec::new();
    for file in &files() {
        let module = file.module.as_str();
        let sees_progress = SEARCH_BY_ENGINE.contains(&module);
        if !sees_progress && module != SEES_VOCABULARY_ONLY {
            continue;
        }
        for name in imports(&file.code).remove("search").unwrap_or_default() {
            let is_known = SEARCH_VOCABULARY.contains(&name.as_str());
            let is_progress = sees_progress && PROGRESS_VOCABULARY.contains(&name.as_str());
            if !is_known && !is_progress {
                faults.push(format!("{} uses search::{name}", file.path));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn only_a_few_files_are_unsafe() {
    let is_unsafe =
        |file: &&File| file.code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe");
    let faults: Vec<String> = files()
        .iter()
        .filter(is_unsafe)
        .filter(|file| !is_among(&file.path, &UNSAFE))
        .map(|file| file.path.clone())
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn the_places_of_exceptions_exist() {
    for place in UNSAFE.iter().chain(&INTRINSICS) {
        let place = root().join(place);
        assert!(place.exists() || place.with_extension("rs").exists(), "{}", place.display());
    }
}

#[test]
fn only_kernels_name_instructions() {
    let names =
        |file: &&File| ["std::arch", "core::arch", "target_feature"].iter().any(|name| file.code.contains(name));
    let faults: Vec<String> = files()
        .iter()
        .filter(names)
        .filter(|file| !is_among(&file.path, &INTRINSICS))
        .map(|file| file.path.clone())
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_file_is_long() {
    let long: Vec<String> = files()
        .iter()
        .filter(|file| file.lines > LINES)
        .map(|file| format!("{} has {} lines", file.path, file.lines))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

/// The name of each function of a formatted file with the lines from its first to its last.
fn functions(code: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let Some((before, after)) = text.split_once("fn ") else { continue };
        if !before.split_whitespace().all(|word| FUNCTION_WORDS.iter().any(|known| word.starts_with(known))) {
            continue;
        }
        let indent = &line[..line.len() - text.len()];
        let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_last = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with('}'));
        // A declaration without a body, or with one on the same line, ends with its signature.
        let signature = lines[start..].iter().position(|line| line.ends_with(['{', '}', ';'])).unwrap_or(0);
        let end = if lines[start + signature].ends_with('{') { lines[start..].iter().position(is_last) } else { None };
        let length = end.unwrap_or(signature) + 1;
        found.push((name, length));
    }
    found
}

/// The words that may stand before `fn`.
const FUNCTION_WORDS: [&str; 6] = ["pub", "const", "unsafe", "extern", "\"C\"", "async"];

#[test]
fn no_function_is_long() {
    let mut long = Vec::new();
    for file in files() {
        let lengths = functions(&file.code).into_iter().filter(|(_, lines)| *lines > FUNCTION_LINES);
        long.extend(lengths.map(|(name, lines)| format!("{}: {name} has {lines} lines", file.path)));
    }
    assert_eq!(long, Vec::<String>::new());
    let code = "impl A {\n    pub(super) const fn f(\n    ) {\n        g();\n    }\n    fn e(\n    );\n}\nfn h() {}\nfn i() {\n}\n";
    assert_eq!(
        functions(code).iter().map(|(name, lines)| (name.as_str(), *lines)).collect::<Vec<_>>(),
        [("f", 4), ("e", 2), ("h", 1), ("i", 2)]
    );
}

#[test]
fn only_the_cli_uses_streams() {
    let streams = [
        "println!",
        "print!",
        "eprintln!",
        "eprint!",
        "dbg!",
        "stdout()",
        "stderr()",
        "stdin()",
        "io::stdout",
        "io::stdin",
    ];
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.module != "cli") {
        faults.extend(
            streams.iter().filter(|name| file.code.contains(**name)).map(|name| format!("{} has {name}", file.path)),
        );
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_protocol_knows_threads() {
    for file in files().iter().filter(|file| file.module == "protocol") {
        for name in ["std::thread", "std::sync", "std::fs", "std::net", "std::process"] {
            assert!(!file.code.contains(name), "{} has {name}", file.path);
        }
    }
}
