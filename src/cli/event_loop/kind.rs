//! The protocols on standard input and output, and how the first line tells them apart.

use super::terminal;
use crate::protocol::{Console, OutputMode, PROTOCOLS, Protocol, ProtocolInfo};
use emilia::Rules;

/// A protocol on standard input and output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProtocolKind {
    /// One of the table of protocols.
    Listed(&'static ProtocolInfo),
    /// The console, for people and scripts.
    Console,
}

impl ProtocolKind {
    /// The protocol that a command runs, if it runs one.
    pub(crate) fn of_command(command: &str) -> Option<ProtocolKind> {
        let info = PROTOCOLS.iter().find(|info| info.command == command);
        info.map(ProtocolKind::Listed).or_else(|| (command == "console").then_some(ProtocolKind::Console))
    }

    /// The protocol of a conversation with this first line.
    pub(crate) fn of(line: &str) -> ProtocolKind {
        PROTOCOLS.iter().find(|info| (info.recognises)(line)).map_or(ProtocolKind::Console, ProtocolKind::Listed)
    }

    /// Whether the rules of its games can be given on the command line.
    pub(super) const fn takes_rules(self) -> bool {
        match self {
            ProtocolKind::Listed(info) => info.takes_rules,
            ProtocolKind::Console => true,
        }
    }

    /// The defaults of options that differ from the declared ones.
    pub(super) const fn defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ProtocolKind::Listed(info) => info.defaults,
            ProtocolKind::Console => &[],
        }
    }

    /// The protocol in this mode of output; `rules` are those of the games that begin.
    pub(super) fn protocol(self, output_mode: OutputMode, rules: Rules) -> Box<dyn Protocol> {
        match self {
            ProtocolKind::Listed(info) => (info.begin)(rules),
            ProtocolKind::Console => {
                let console = Console::new(output_mode).with_rules(rules);
                Box::new(match output_mode {
                    OutputMode::Script => console,
                    OutputMode::Terminal if terminal::has_colours() => {
                        console.with_width(terminal::columns()).with_colours()
                    }
                    OutputMode::Person | OutputMode::Terminal => console.with_width(terminal::columns()),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ProtocolKind;
    use crate::protocol::PROTOCOLS;

    /// The command of the protocol that a first line selects.
    fn selected(line: &str) -> &'static str {
        match ProtocolKind::of(line) {
            ProtocolKind::Listed(info) => info.command,
            ProtocolKind::Console => "console",
        }
    }

    #[test]
    fn the_first_line_decides_the_protocol() {
        for info in PROTOCOLS {
            for line in info.first_lines {
                assert_eq!(selected(line), info.command, "{line}");
                let recognising = PROTOCOLS.iter().filter(|other| (other.recognises)(line));
                assert_eq!(recognising.count(), 1, "{line}");
            }
        }
        let lines = [
            ("nboard", "set game (;GM[Othello];)"),
            ("gtp", "protocol_version"),
            ("gtp", "genmove b"),
            ("gtp", "play black F5"),
            ("gtp", "boardsize 8"),
            ("gtp", "list_commands"),
            ("ugi", " ugi "),
            ("uci", "uci"),
            ("cassio", "ENGINE-PROTOCOL quit"),
        ];
        for (command, line) in lines {
            assert_eq!(selected(line), command, "{line}");
        }
        for line in ["f5", "play f5", "hint 3", "set level 3", "go", "f5d6c3", "hello", "7", "?", "ugi 2", "name Rose"]
        {
            assert_eq!(selected(line), "console", "{line}");
        }
    }
}
