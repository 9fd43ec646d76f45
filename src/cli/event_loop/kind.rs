//! The protocols, and how the first line tells them apart.

use super::terminal;
use crate::game::Rules;
use crate::protocol::{Audience, Cassio, Console, Gtp, NBoard, Protocol, Ugi, XBoard};

/// The protocols on standard input and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProtocolKind {
    NBoard,
    Gtp,
    Ugi,
    Cassio,
    XBoard,
    Console,
}

/// The defaults of UGI that differ from the declared ones: the client manages the openings.
pub(crate) const UGI_DEFAULTS: [(&str, &str); 1] = [("book", "0")];

impl ProtocolKind {
    /// The protocol of a conversation with this first line.
    pub(crate) fn of(line: &str) -> ProtocolKind {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["nboard" | "ping", ..] | ["set", "game" | "depth", ..] => ProtocolKind::NBoard,
            ["ugi"] => ProtocolKind::Ugi,
            ["xboard"] => ProtocolKind::XBoard,
            _ if Cassio::knows(line) => ProtocolKind::Cassio,
            // The console has this command as well; a GTP client adds the colour.
            ["play", _] => ProtocolKind::Console,
            _ if Gtp::knows(line) => ProtocolKind::Gtp,
            _ => ProtocolKind::Console,
        }
    }

    /// The defaults of options that differ from the declared ones.
    pub(super) const fn defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ProtocolKind::Ugi => &UGI_DEFAULTS,
            _ => &[],
        }
    }

    /// The protocol for this audience; `rules` are those of the games that begin.
    pub(super) fn protocol(self, audience: Audience, rules: Rules) -> Box<dyn Protocol> {
        match self {
            ProtocolKind::NBoard => Box::new(NBoard::new()),
            ProtocolKind::Gtp => Box::new(Gtp::new().with_rules(rules)),
            ProtocolKind::Ugi => Box::new(Ugi::new().with_rules(rules)),
            ProtocolKind::Cassio => Box::new(Cassio::new()),
            ProtocolKind::XBoard => Box::new(XBoard::new().with_rules(rules)),
            ProtocolKind::Console if audience == Audience::Script => Box::new(Console::new(audience)),
            ProtocolKind::Console => Box::new(Console::new(audience).with_width(terminal::columns())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ProtocolKind;

    #[test]
    fn the_first_line_decides_the_protocol() {
        for line in ["nboard 2", "ping 1", "set game (;GM[Othello];)", "set depth 5"] {
            assert_eq!(ProtocolKind::of(line), ProtocolKind::NBoard, "{line}");
        }
        for line in ["protocol_version", "7 name", "genmove b", "play black F5", "boardsize 8", "list_commands"] {
            assert_eq!(ProtocolKind::of(line), ProtocolKind::Gtp, "{line}");
        }
        assert_eq!(ProtocolKind::of(" ugi "), ProtocolKind::Ugi);
        assert_eq!(ProtocolKind::of("xboard"), ProtocolKind::XBoard);
        assert_eq!(ProtocolKind::of("ENGINE-PROTOCOL init"), ProtocolKind::Cassio);
        for line in ["f5", "play f5", "hint 3", "set level 3", "go", "f5d6c3", "hello", "7", "?", "ugi 2"] {
            assert_eq!(ProtocolKind::of(line), ProtocolKind::Console, "{line}");
        }
    }
}
