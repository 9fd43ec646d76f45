//! The kinds of nodes. They are types, so that one generic function serves all of them without run-time tests.

/// A kind of node.
pub(super) trait NodeKind {
    /// Whether it is searched with an open window, for its exact score and line.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node that may be on the principal variation.
pub(super) struct Principal;
/// A node that is searched with a null window.
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
