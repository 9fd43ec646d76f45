//! A node whose moves threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A node whose moves threads share.
pub(super) struct Split {
    above: Option<Arc<Split>>,
    cut: AtomicBool,
}

impl Split {
    /// A node below this one.
    pub fn below(above: Option<Arc<Split>>) -> Split {
        Split { above, cut: AtomicBool::new(false) }
    }

    /// Ends all searches of the node.
    pub fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    /// Whether this node or one above it needs no result any more.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }
}
