//! Numbers of the search that a build with the feature `tune` can set; in any other build they are constants.
//!
//! `cargo build --release --features tune` makes an option of each: a flag, and a word of every protocol. They hold for the whole
//! process. Such a build is for `scripts/tune`: it reads from memory what others have in their instructions.

use std::sync::atomic::{AtomicI32, Ordering};

/// A number that can be set.
#[derive(Debug)]
pub struct Tunable {
    /// The name, one word.
    pub name: &'static str,
    /// What it is, for a person.
    pub doc: &'static str,
    /// The value that a build without the feature has.
    pub default: i32,
    /// The least value that makes sense.
    pub from: i32,
    /// The greatest one.
    pub to: i32,
    value: AtomicI32,
}

impl Tunable {
    #[cfg(feature = "tune")]
    pub(super) const fn new(name: &'static str, doc: &'static str, default: i32, from: i32, to: i32) -> Tunable {
        Tunable { name, doc, default, from, to, value: AtomicI32::new(default) }
    }

    /// The present value.
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value, for every search of this process.
    pub fn set(&self, value: i32) {
        self.value.store(value, Ordering::Relaxed);
    }
}

/// Declares numbers, each with a sentence, a name, the value and the range to look for better ones: functions of the same names,
/// and `TUNABLES`.
macro_rules! tunable {
    ($(#[doc = $doc:literal] $name:ident = $default:literal in $from:literal..=$to:literal;)+) => {
        $(
            #[doc = $doc]
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                $default
            }

            #[doc = $doc]
            #[cfg(feature = "tune")]
            #[inline]
            pub(super) fn $name() -> i32 {
                settable::$name.get()
            }
        )+

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "each is known by the name of its function")]
        mod settable {
            use crate::search::Tunable;
            $(pub static $name: Tunable = Tunable::new(stringify!($name), $doc.trim_ascii(), $default, $from, $to);)+
        }

        /// What this build can set: nothing, but for one with the feature `tune`.
        pub const TUNABLES: &[&super::Tunable] = &[$(#[cfg(feature = "tune")] &settable::$name),+];
    };
}
