//! All readers of games, and records written by hand.

use super::readers::{readers, survives};
use emilia_analysis::{Corrector, Diagram, Written};

/// Gives the bytes to every reader of a notation, and to the corrector.
pub fn notations(data: &[u8]) {
    readers(data);
    corrections(&String::from_utf8_lossy(data));
}

/// Reads the text as a record written by hand. What is proposed for it is drawn.
fn corrections(text: &str) {
    let Ok(written) = Written::read(text) else { return };
    let corrector = Corrector { nodes: 2000, ..Corrector::default() };
    for proposal in corrector.correct(&written).proposals {
        let diagram = Diagram::game(&proposal.game, 0);
        assert!(diagram.to_text().is_ascii() && diagram.picture().to_svg().ends_with("</svg>\n"));
        survives(&proposal.game);
    }
}
