//! Numbers of the search that a build with the feature `tune` can set; in any other build they are constants.
//!
//! `cargo build --release --features tune` makes an option of each: a flag, and a word of every protocol. They apply to the whole
//! process. This build is for `scripts/tune` and slower: it reads the values from memory.

use std::sync::atomic::{AtomicI32, Ordering};

/// A number that can be set.
#[derive(Debug)]
pub struct Tunable {
    /// The name, one word.
    pub name: &'static str,
    /// A description.
    pub doc: &'static str,
    /// The value in a build without the feature.
    pub default: i32,
    /// The least value.
    pub from: i32,
    /// The greatest value.
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

/// Declares tunable numbers, each with a description, a name, a default and a range: functions of these names, and `TUNABLES`.
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
        #[expect(non_upper_case_globals, reason = "each has the name of its function")]
        mod settable {
            use crate::search::Tunable;
            $(pub static $name: Tunable = Tunable::new(stringify!($name), $doc.trim_ascii(), $default, $from, $to);)+
        }

        /// The numbers that this build can set: none without the feature `tune`.
        pub const TUNABLES: &[&super::Tunable] = &[$(#[cfg(feature = "tune")] &settable::$name),+];
    };
}
