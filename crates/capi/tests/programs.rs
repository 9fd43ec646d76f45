//! Programs in C, compiled with warnings as errors, AddressSanitizer and UndefinedBehaviorSanitizer. Their part of the program is
//! instrumented; leaks are found in both.

use super::folder;
use emilia::{Level, book::Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What a Rust library needs of the system.
const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// The static library, which cargo builds for these tests.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    test.with_file_name("libemilia_capi.a")
}

/// The compiler of this name; none if there is none.
fn compiler(name: &str) -> Option<Command> {
    let found = Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {name} is not installed");
    }
    found.then(|| Command::new(name))
}

/// A program that is compiled, in its folder.
struct Program(TempDir);

impl Program {
    /// Compiles a source as this language; none without a compiler.
    fn new(name: &str, language: &str, source: &Path) -> Option<Program> {
        let mut compiler = compiler(name)?;
        let program = Program(TempDir::new().expect("a folder"));
        compiler.args(["-x", language, "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined"]);
        compiler.args(["-fno-sanitize-recover=all", "-I"]).arg(folder().join("include")).arg(source);
        compiler.args(["-x", "none"]).arg(library()).args(LIBRARIES).arg("-o").arg(program.path());
        let output = compiler.output().expect("the compiler starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(program)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("program")
    }

    /// What it prints; it must succeed without an error or a leak.
    fn run(&self, arguments: &[&Path]) -> String {
        let output = Command::new(self.path()).args(arguments).output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{}\n{errors}", output.status);
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

#[test]
fn the_example_runs() {
    let Some(program) = Program::new("cc", "c", &folder().join("examples/analyse.c")) else { return };
    let text = program.run(&[]);
    let has = |begin: &str| text.lines().any(|line| line.starts_with(begin));
    assert!(has("Tiger opening, legal: ") && has("book: ") && has("proved: +18.00 (exact) "), "{text}");
    // Depths 1, 3, 5 and so on.
    assert!(has("best after 6 iterations: "), "{text}");
}

/// Compiles a text in C.
fn of_text(text: &str) -> Option<Program> {
    let folder = TempDir::new().expect("a folder");
    let source = folder.path().join("source.c");
    fs::write(&source, text).expect("the source");
    Program::new("cc", "c", &source)
}

#[test]
fn the_example_of_the_document_runs() {
    let document = fs::read_to_string(folder().join("../../docs/c.md")).expect("the document");
    let (_, behind) = document.split_once("```c\n").expect("an example");
    let (example, _) = behind.split_once("```").expect("its end");
    let Some(program) = of_text(example) else { return };
    let text = program.run(&[]);
    assert!(text.contains(" (10@73%) ") && text.contains("  5 "), "{text}");
}

/// Else the other tests prove nothing.
#[test]
fn a_leak_is_found() {
    let leak = "#include <emilia.h>\nint main(void) { for (int i = 0; i < 9; i++) emilia_game_new(\"\"); return 0; }\n";
    let Some(program) = of_text(leak) else { return };
    let output = Command::new(program.path()).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("LeakSanitizer"), "{}\n{errors}", output.status);
}

/// Runs the program that misuses the library, as this language.
fn misuse(compiler: &str, language: &str) {
    let source = folder().join("tests/hostile.c");
    let Some(program) = Program::new(compiler, language, &source) else { return };
    let books = TempDir::new().expect("a folder");
    let book = books.path().join("own.book");
    Store::create(&book, Level::DEFAULT).expect("a book");
    assert_eq!(program.run(&[&book, &source]), concat!(env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn c_that_misuses_the_library_gets_errors() {
    misuse("cc", "c");
}

#[test]
fn cpp_that_misuses_the_library_gets_errors() {
    misuse("c++", "c++");
}
