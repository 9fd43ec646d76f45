//! The work of the threads as a tree of tasks with their costs, for a simulation of more cores than there are.
//!
//! Only a build with the feature `tune` records, and only when asked to; in any other build nothing is left of these calls.

#[cfg(feature = "tune")]
mod recording;

#[cfg(not(feature = "tune"))]
mod recording {
    /// Records nothing.
    pub(in crate::search) struct Trace;

    impl Trace {
        #[inline]
        pub fn new() -> Trace {
            Trace
        }
        #[inline]
        pub fn add(&mut self, _: u32) {}
        #[inline]
        pub fn split(&mut self, _: Tasks) {}
        #[inline]
        pub fn end(&mut self) {}
    }

    /// Records nothing.
    pub(in crate::search) struct Tasks;

    impl Tasks {
        #[inline]
        pub fn new() -> Tasks {
            Tasks
        }
        #[inline]
        pub fn add(&self, _: usize, _: &mut Trace) {}
    }
}

#[cfg(feature = "tune")]
pub use recording::{Task, TaskStep, cost, record_tasks, recorded_tasks};
pub(super) use recording::{Tasks, Trace};
