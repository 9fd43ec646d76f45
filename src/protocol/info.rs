//! What a program has to know of a protocol to offer it.

use super::Protocol;
use super::{cassio, gtp, nboard, ugi, xboard};
use emilia::Rules;

/// A protocol of lines: what it is called, who speaks it, how it begins.
#[derive(Debug)]
pub struct ProtocolInfo {
    /// The command of the program that runs it.
    pub command: &'static str,
    /// Its name, with the versions.
    pub name: &'static str,
    /// A sentence for the help, without the full stop.
    pub help: &'static str,
    /// The programs that speak it.
    pub clients: &'static str,
    /// First lines that select it.
    pub first_lines: &'static [&'static str],
    /// Whether a conversation with this first line is one in this protocol. No line is recognised by two protocols.
    pub recognises: fn(&str) -> bool,
    /// The defaults of options of the session that differ from the declared ones.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Whether the rules that [`ProtocolInfo::begin`] is given matter; in other protocols each game names its rules, or all are those of
    /// Othello on 8x8.
    pub takes_rules: bool,
    /// Begins a conversation with these rules for the games that begin.
    pub begin: fn(Rules) -> Box<dyn Protocol>,
}

/// The protocols of lines, besides the console. A protocol is removed with its folder, its lines in `protocol.rs` and its item here.
pub static PROTOCOLS: &[ProtocolInfo] =
    &[nboard::INFO, gtp::INFO, ugi::INFO, ugi::UCI_INFO, cassio::INFO, xboard::INFO];
