//! The kinds of nodes: types, so that one function serves them all and costs none of them a test.

/// A kind of node.
pub(super) trait NodeKind {
    /// Whether the exact score in an open window is wanted, with a line.
    const PV: bool;
    /// Whether the moves to search are chosen by the root.
    const ROOT: bool;
}

/// The root of the worker.
pub(super) struct Root;
/// A node on a line that may become the principal variation.
pub(super) struct Principal;
/// A node searched with a null window: is it good enough or not?
pub(super) struct Null;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for Null {
    const PV: bool = false;
    const ROOT: bool = false;
}
