//! The options: those of the session, and the rules of the game.

use super::super::text;
use crate::session::{Kind, Options, Setting};
use emilia::game::Rules;

/// The option that sets the rules of the games that begin.
const VARIANT: &str = "Variant";
/// The rules that it has at first.
const OTHELLO: &str = "othello";
/// Options without effect here: the engine only proposes moves, so it does not think on the opponent's time.
const LEFT_OUT: [&str; 1] = ["ponder"];

/// What `setoption` changes.
#[derive(Debug)]
pub(super) enum Change {
    /// An option of the session.
    Option { name: String, value: String },
    /// The rules.
    Rules(Rules),
}

/// The answer to `ugi`: who the engine is, its options with their present values as defaults, `ugiok`.
pub(super) fn handshake(settings: &[Setting]) -> String {
    let options: String = settings.iter().filter(|setting| !LEFT_OUT.contains(&setting.name)).map(declared).collect();
    format!(
        "id name Emilia {}\nid author the authors of Emilia\n{options}option name {VARIANT} type string default {OTHELLO}\nugiok\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn declared(setting: &Setting) -> String {
    let Kind::Number { from, to, .. } = setting.kind;
    let (name, value) = (text::capitalized(setting.name), &setting.value);
    if is_check(setting.kind) {
        return format!("option name {name} type check default {}\n", value == "1");
    }
    format!("option name {name} type spin default {value} min {from} max {to}\n")
}

/// Whether it is yes or no.
fn is_check(kind: Kind) -> bool {
    matches!(kind, Kind::Number { from: 0, to: 1, .. })
}

/// Reads `name NAME value VALUE`.
///
/// # Errors
/// If there is no option of this name, or the value is not one of it. The text is for a person.
pub(super) fn read(arguments: &str) -> Result<Change, String> {
    let (word, rest) = text::split_word(arguments);
    let (name, rest) = text::split_word(rest);
    let (value_word, value) = text::split_word(rest);
    if word != "name" || name.is_empty() || value_word != "value" {
        return Err("usage: setoption name NAME value VALUE".to_owned());
    }
    if name.eq_ignore_ascii_case(VARIANT) {
        if value.is_empty() {
            return Err(format!("{VARIANT} takes a name or words of rules"));
        }
        let rules = Rules::read(value).map_err(|error| error.to_string())?;
        return Ok(Change::Rules(rules));
    }
    let mut options = Options::default();
    let is_meant = |setting: &Setting| setting.name.eq_ignore_ascii_case(name);
    let is_check = options.settings().iter().any(|setting| is_meant(setting) && is_check(setting.kind));
    let value = match value.to_ascii_lowercase().as_str() {
        "true" if is_check => "1",
        "false" if is_check => "0",
        _ => value,
    };
    options.set(name, value).map_err(|error| error.to_string())?;
    Ok(Change::Option { name: name.to_owned(), value: value.to_owned() })
}
