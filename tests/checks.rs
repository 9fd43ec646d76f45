//! The run-time checks that all other tests rely on: in a profile without them an overflow or a broken assumption goes unnoticed.
//!
//! These tests fail in the release profile, which leaves the checks out.

use std::hint::black_box;

#[test]
#[should_panic(expected = "attempt to add with overflow")]
fn an_overflow_ends_a_test() {
    black_box(black_box(u8::MAX) + 1);
}

#[test]
#[should_panic(expected = "assertion failed")]
fn a_debug_assertion_that_does_not_hold_ends_a_test() {
    debug_assert!(black_box(false));
}
