//! The documentation agrees with the program: levels, the example of the library, links, command lines, and the tests of guarantees.

mod commands;
mod links;

use crate::common::documents::document;
use crate::common::files::read;
use emilia::Level;

/// The README has the lines of the first example of the crate, within a `main`.
#[test]
fn the_readme_has_the_example_of_the_crate() {
    let library = read("crates/emilia/src/lib.rs");
    let of_crate = library.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let of_crate: Vec<&str> = of_crate
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .collect();
    let readme = document("README.md");
    let (_, blocks) = readme.parts();
    let block = blocks.iter().find(|block| block.language == "rust").expect("an example");
    let mut of_readme: Vec<&str> =
        block.lines.iter().map(|(_, line)| line.trim()).filter(|line| !line.is_empty()).collect();
    assert!(!of_crate.is_empty(), "no example");
    assert_eq!(of_readme.split_off(of_readme.len() - 2), ["Ok(())", "}"]);
    assert_eq!(of_readme.remove(1), "fn main() -> Result<(), Box<dyn std::error::Error>> {");
    assert_eq!(of_readme, of_crate);
}

#[test]
fn the_table_of_levels_says_from_where_each_solves_endings() {
    let text = document("docs/levels.md").text;
    let behind = text.split("<!-- levels -->").nth(1).expect("the table");
    let table = behind.split("<!-- /levels -->").next().expect("its end");
    let first_number = |cell: &str| cell.split_whitespace().next().and_then(|word| word.parse::<u32>().ok());
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let Some(level) = cells[1].parse().ok().and_then(Level::new) else { continue };
        let said: Vec<Option<u32>> = cells[3..8].iter().map(|cell| first_number(cell)).collect();
        assert_eq!(said, level.endings().map(|(from, _)| Some(from)), "{row}");
    }
}
