//! Structs of the header with what their pointers lead to.

use super::border::{c_text, release};
use std::ffi::{CString, c_char};
use std::fmt::Display;

/// The texts of a struct. They stay where they are, also if this is moved.
#[derive(Default)]
pub(crate) struct Texts(Vec<CString>);

impl Texts {
    /// Keeps a text; where it is.
    pub(crate) fn add(&mut self, text: impl Display) -> *const c_char {
        let text = c_text(text);
        let pointer = text.as_ptr();
        self.0.push(text);
        pointer
    }
}

/// A struct of the header, which comes first so that both have one address, and the rows and texts that it points to.
#[repr(C)]
pub(crate) struct Owned<T, R> {
    pub(crate) public: T,
    pub(crate) rows: Vec<R>,
    pub(crate) texts: Texts,
}

impl<T, R> Owned<T, R> {
    /// The struct for C, to be freed by [`free`].
    pub(crate) fn give(self) -> *mut T {
        Box::into_raw(Box::new(self)).cast()
    }
}

/// Frees a struct; NULL is nothing.
///
/// # Safety
/// The pointer is NULL, or of [`Owned::give`] with rows of this type, and is not used any more.
pub(crate) unsafe fn free<T, R>(pointer: *mut T) {
    // SAFETY: `give` made it of this type in a box.
    unsafe { release(pointer.cast::<Owned<T, R>>()) };
}
