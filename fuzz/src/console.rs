//! The console, with a person and with a script.

use super::talk::{Talk, lines};
use emilia_cli::protocol::{Console, OutputMode};

/// Sends the bytes as lines to a console of each kind. A line that ends in a tab leaves its search to be interrupted by the next
/// one where a person types; the others wait for it.
///
/// A person is asked for the next line once the engine waits for it; a script gets whole lines and no prompt.
pub fn console(data: &[u8]) {
    const PROMPT: &str = "> ";
    for output_mode in [OutputMode::Script, OutputMode::Person, OutputMode::Terminal] {
        let (is_interactive, has_prompt) = (output_mode != OutputMode::Script, output_mode == OutputMode::Person);
        let mut talk = Talk::new(Console::new(output_mode)).at_terminal(output_mode == OutputMode::Terminal);
        for line in lines(data) {
            let waits = !is_interactive || !line.ends_with('\t');
            let mut text = talk.send(&line);
            if talk.is_over() {
                break;
            }
            if waits {
                text += &talk.wait();
            }
            if !has_prompt {
                assert!(text.is_empty() || text.ends_with('\n'), "{line:?}: {text:?}");
            } else if waits {
                assert!(text.ends_with(PROMPT), "{line:?}: {text:?}");
            }
        }
        talk.wait();
    }
}
