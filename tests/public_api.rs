//! The public items of the libraries are those of the record `tests/public_api.txt`.
//!
//! A change of the interface is made on purpose: `EMILIA_RECORD_API=1 cargo test --test all public_api` writes the record anew.

use crate::common::skip;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The compiler whose output the record was made from. Another one may write its documentation in another format.
const RUSTC: &str = "rustc 1.95.";

/// The crates that people depend on.
const CRATES: [&str; 3] = ["emilia-core", "emilia", "emilia-analysis"];

/// The items of a crate, one a line. The kernels are left out: they differ by processor.
fn public_items(root: &Path, package: &str) -> String {
    let folder = root.join("target/public-api");
    let output = Command::new("cargo")
        .args(["rustdoc", "--lib", "--package", package, "--all-features", "--target-dir"])
        .arg(&folder)
        .args(["--", "-Zunstable-options", "--output-format", "json"])
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(root)
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let api = public_api::Builder::from_rustdoc_json(folder.join(format!("doc/{}.json", package.replace('-', "_"))))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .expect("the documentation as JSON");
    let items = api.items().map(ToString::to_string).filter(|item| !item.contains("::kernel"));
    items.map(|item| item + "\n").collect()
}

#[test]
#[ignore = "builds the libraries; scripts/test --all runs it"]
fn the_public_items_are_those_of_the_record() {
    let version = Command::new("rustc").arg("--version").output().expect("rustc starts");
    if !version.stdout.starts_with(RUSTC.as_bytes()) {
        skip("public_api", &format!("the record was made with {RUSTC}x"));
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = root.join("tests/public_api.txt");
    let items = CRATES.map(|package| public_items(root, package)).concat();
    if std::env::var_os("EMILIA_RECORD_API").is_some() {
        fs::write(&record, &items).expect("the record is written");
    }
    let recorded = fs::read_to_string(&record).expect("the record");
    let missing: Vec<&str> = recorded.lines().filter(|line| !items.lines().any(|item| item == *line)).collect();
    let new: Vec<&str> = items.lines().filter(|item| !recorded.lines().any(|line| line == *item)).collect();
    assert!(missing.is_empty() && new.is_empty(), "missing: {missing:#?}\nnew: {new:#?}");
}
