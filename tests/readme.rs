//! What the README says of levels is what they do, and every test that keeps a promise exists.

use emilia::search::Level;
use std::fs;
use std::path::Path;

#[test]
fn the_table_of_levels_says_from_where_each_solves_endings() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let behind = text.split("<!-- levels -->").nth(1).expect("the table");
    let table = behind.split("<!-- /levels -->").next().expect("its end");
    let first_number = |cell: &str| cell.split_whitespace().next().and_then(|word| word.parse::<u32>().ok());
    let mut seen = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let Some(level) = cells[1].parse().ok().and_then(Level::new) else { continue };
        let said: Vec<Option<u32>> = cells[3..8].iter().map(|cell| first_number(cell)).collect();
        assert_eq!(said, level.endings().map(|(from, _)| Some(from)), "{row}");
        seen += 1;
    }
    assert!(seen >= 20, "{seen} rows of single levels");
}

#[test]
fn every_promise_is_kept_by_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("SECURITY.md")).expect("the promises");
    let mut promises = 0;
    for row in text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| promise") && !line.starts_with("| ---"))
    {
        let keeper = row.trim_end_matches([' ', '|']).rsplit(" | ").next().expect("a second column");
        let quoted: Vec<&str> = keeper.split('`').skip(1).step_by(2).collect();
        let files: Vec<&str> =
            quoted.iter().copied().filter(|name| name.ends_with(".rs") || name.ends_with(".py")).collect();
        assert!(!files.is_empty(), "nothing keeps it: {row}");
        for file in files {
            let path = root.join(file);
            let content = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
            // The modules of a test binary lie in a folder of its name.
            let has_modules = path.with_extension("").is_dir();
            assert!(
                content.contains("#[test]") || content.contains("\ndef test_") || has_modules,
                "{file} has no test"
            );
        }
        promises += 1;
    }
    assert!(promises >= 20, "{promises} promises");
}
