//! The thread of an engine: one task after the other.

use super::core::Core;
use super::task::EngineError;
use crate::solver::lock;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// Work for the thread.
pub(super) type Work = Box<dyn FnOnce(&mut Core) + Send>;

/// A thread that ends, and is joined, when this is dropped.
pub(super) struct Background {
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn start(core: Arc<Mutex<Core>>) -> Result<Background, EngineError> {
        let (work, queue) = channel::<Work>();
        let run = move || queue.into_iter().for_each(|work| work(&mut lock(&core)));
        let thread = std::thread::Builder::new().name("engine".into()).spawn(run);
        Ok(Background { work: Some(work), thread: Some(thread.map_err(|_| EngineError::Thread)?) })
    }

    /// Adds work to the end of the queue.
    ///
    /// # Errors
    /// If the thread has ended.
    pub(super) fn add(&self, work: Work) -> Result<(), EngineError> {
        self.work.as_ref().and_then(|queue| queue.send(work).ok()).ok_or(EngineError::Thread)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.work = None; // the queue ends
        if let Some(thread) = self.thread.take() {
            // A panic was reported where it happened.
            let _ = thread.join();
        }
    }
}
