//! The `--help` of every command of the program.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::LazyLock;

/// What the help of a command says.
pub struct Help {
    /// The commands below it.
    pub commands: Vec<String>,
    /// The options, each with whether a value follows it.
    pub options: BTreeMap<String, bool>,
}

impl Help {
    fn of(command: &[String]) -> Help {
        let output = Command::new(env!("CARGO_BIN_EXE_emilia")).args(command).arg("--help").output();
        let output = output.expect("the program starts");
        assert!(output.status.success(), "{command:?} --help");
        let text = String::from_utf8(output.stdout).expect("a help in UTF-8");
        let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let commands = listed
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
            .collect();
        let options = text.lines().filter_map(option).collect();
        Help { commands, options }
    }
}

/// The long option that a line of a help describes.
fn option(line: &str) -> Option<(String, bool)> {
    let line = line.trim_start();
    let long = line.strip_prefix("--").or_else(|| {
        let (short, long) = line.strip_prefix('-')?.split_once(", --")?;
        (short.len() == 1).then_some(long)
    })?;
    let name: String = long.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
    let takes_value = long[name.len()..].starts_with(" <");
    Some((format!("--{name}"), takes_value))
}

/// The help of every command, by the words that call it; that of the program itself by none.
pub static HELP: LazyLock<BTreeMap<Vec<String>, Help>> = LazyLock::new(|| {
    let (mut found, mut waiting) = (BTreeMap::new(), vec![Vec::new()]);
    while let Some(command) = waiting.pop() {
        let help = Help::of(&command);
        for name in help.commands.iter().filter(|name| *name != "help") {
            waiting.push([command.as_slice(), std::slice::from_ref(name)].concat());
        }
        found.insert(command, help);
    }
    assert!(found.len() >= 15, "{} commands", found.len());
    found
});
