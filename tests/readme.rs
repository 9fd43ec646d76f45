//! What the README says of levels is what they do.

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
