//! `EMILIA_RECORD_HEADER=1 cargo test -p emilia-capi header` writes the header anew.

use super::folder;
use std::fs;

/// The sources of the functions, in the order of the header.
const SOURCES: [&str; 5] = ["border", "game", "analysis", "engine", "book"];

#[test]
fn the_header_is_that_of_the_sources() {
    let config = cbindgen::Config::from_file(folder().join("cbindgen.toml")).expect("the settings");
    let sources = SOURCES.map(|name| folder().join(format!("src/{name}.rs")));
    let builder = sources.iter().fold(cbindgen::Builder::new(), |builder, path| builder.with_src(path));
    let mut made = Vec::new();
    builder.with_config(config).generate().expect("a header").write(&mut made);
    let made = String::from_utf8(made).expect("UTF-8");
    let path = folder().join("include/emilia.h");
    if std::env::var_os("EMILIA_RECORD_HEADER").is_some() {
        fs::write(&path, &made).expect("the header is written");
    }
    let recorded = fs::read_to_string(&path).expect("the header");
    assert!(made == recorded, "include/emilia.h is not that of the sources; record it as tests/header.rs says");
}
