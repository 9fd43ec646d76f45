//! What the engine declares: features, variants, options.

use super::board::can_show;
use crate::protocol::text::capitalized;
use crate::session::{Kind, Setting};
use emilia::{Rules, Variant};

/// The name of the standard game in WinBoard's Alien Edition.
const REVERSI: &str = "reversi";
/// Options that have commands of their own.
const LEFT_OUT: [&str; 3] = ["ponder", "hash", "threads"];
/// The greatest number that XBoard shows.
const MOST: i64 = i32::MAX as i64;

/// The answer to `protover`.
pub(super) fn declared(settings: &[Setting]) -> String {
    let options: String =
        settings.iter().filter(|setting| !LEFT_OUT.contains(&setting.name)).filter_map(option).collect();
    format!(
        "feature done=0\n\
         feature ping=1 setboard=1 playother=1 usermove=1 draw=0 sigint=0 sigterm=0 analyze=0 colors=0 nps=0 memory=1 smp=1 highlight=1\n\
         feature variants=\"{}\"\nfeature myname=\"Emilia {}\"\n{options}feature done=1\n",
        variants().join(","),
        env!("CARGO_PKG_VERSION")
    )
}

/// None for what sets other options: XBoard sends all of them back.
fn option(setting: &Setting) -> Option<String> {
    let (name, value) = (capitalized(setting.name), &setting.value);
    match setting.kind {
        Kind::Number { from: 0, to: 1, .. } => Some(format!("feature option=\"{name} -check {value}\"\n")),
        kind => {
            let (from, to) = kind.range()?;
            Some(format!("feature option=\"{name} -spin {value} {from} {}\"\n", to.min(MOST)))
        }
    }
}

/// The names of the variants: those of the catalogue that XBoard can show, and the other name of the standard game.
fn variants() -> Vec<&'static str> {
    let starts_with_letter = |name: &str| name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let can_be_shown =
        |variant: &&Variant| variant.rules().is_ok_and(|rules| can_show(&rules)) && starts_with_letter(variant.name);
    let mut names: Vec<&str> = Variant::ALL.iter().filter(can_be_shown).map(|variant| variant.name).collect();
    names.insert(names.len().min(1), REVERSI);
    names
}

/// The rules of a variant that XBoard can show.
pub(super) fn rules(name: &str) -> Option<Rules> {
    if name.is_empty() {
        return None;
    }
    let rules = if name.eq_ignore_ascii_case(REVERSI) { Rules::default() } else { Rules::read(name).ok()? };
    can_show(&rules).then_some(rules)
}
