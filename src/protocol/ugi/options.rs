//! The options: those of the session, and the rules of the game.

use super::dialect::Dialect;
use super::uci;
use crate::protocol::text;
use crate::session::{Kind, Options, Setting};
use emilia::Rules;

/// The rules that `Variant` has at first.
const OTHELLO: &str = "othello";
/// The engine only proposes moves, so it does not think on the opponent's time. In UCI the client says when to, with `go ponder`.
const PONDER: &str = "ponder";
const MULTI_PV: &str = "MultiPV";
const MOST_LINES: usize = 64;

/// What `setoption` changes.
#[derive(Debug)]
pub(super) enum Change {
    /// An option of the session.
    Option {
        name: String,
        value: String,
    },
    /// The rules.
    Rules(Rules),
    /// The number of moves to show.
    Lines(usize),
    Nothing,
}

/// The answer to the first line: who the engine is, its options with their present values as defaults, `ugiok`.
pub(super) fn handshake(dialect: Dialect, settings: &[Setting]) -> String {
    let options: String = settings.iter().filter(|setting| setting.name != PONDER).filter_map(declared).collect();
    let (name, variant) = (dialect.name(), dialect.variant());
    let own = match dialect {
        Dialect::Ugi => format!("option name {variant} type string default {OTHELLO}\n"),
        Dialect::Uci => {
            let variants = uci::VARIANTS.map(|(name, _)| name);
            format!(
                "option name {variant} type combo default {} var {}\noption name {MULTI_PV} type spin default 1 min 1 max {MOST_LINES}\noption name Ponder type check default false\n",
                variants[0],
                variants.join(" var ")
            )
        }
    };
    format!("id name Emilia {}\nid author the authors of Emilia\n{options}{own}{name}ok\n", env!("CARGO_PKG_VERSION"))
}

/// None for what sets other options: a client that sends back all that it was told would undo those.
fn declared(setting: &Setting) -> Option<String> {
    let (from, to) = setting.kind.range()?;
    let (name, value) = (text::capitalized(setting.name), &setting.value);
    Some(match is_check(setting.kind) {
        true => format!("option name {name} type check default {}\n", value == "1"),
        false => format!("option name {name} type spin default {value} min {from} max {to}\n"),
    })
}

/// Whether it is yes or no.
fn is_check(kind: Kind) -> bool {
    matches!(kind, Kind::Number { from: 0, to: 1, .. })
}

/// Reads `name NAME value VALUE`.
///
/// # Errors
/// If there is no option of this name, or the value is not one of it. The text is for a person.
pub(super) fn read(dialect: Dialect, arguments: &str) -> Result<Change, String> {
    let (word, rest) = text::split_word(arguments);
    let (name, rest) = text::split_word(rest);
    let (value_word, value) = text::split_word(rest);
    if word != "name" || name.is_empty() || value_word != "value" {
        return Err("usage: setoption name NAME value VALUE".to_owned());
    }
    let (is_named, variant) = (|known: &str| name.eq_ignore_ascii_case(known), dialect.variant());
    match dialect {
        Dialect::Ugi if is_named(variant) && value.is_empty() => {
            return Err(format!("{variant} takes a name or words of rules"));
        }
        Dialect::Ugi if is_named(variant) => {
            return Rules::read(value).map(Change::Rules).map_err(|error| error.to_string());
        }
        Dialect::Uci if is_named(variant) => return uci::rules(value).map(Change::Rules),
        Dialect::Uci if is_named(PONDER) => return Ok(Change::Nothing),
        Dialect::Uci if is_named(MULTI_PV) => {
            let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
            let wanted = || format!("{MULTI_PV} takes a number from 1 to {MOST_LINES}, not {value:?}");
            return lines.map(Change::Lines).ok_or_else(wanted);
        }
        _ => {}
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
