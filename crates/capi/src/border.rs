//! The border to C: pointers and text that come in, errors that go out. No panic crosses it.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It did what was asked.
    Ok,
    /// A pointer is NULL where one is needed.
    Null,
    /// An argument is not valid: text that is not UTF-8, not a game or not rules; a number outside its range.
    Invalid,
    /// The rules forbid a move, or there is no move to take back.
    Illegal,
    /// The engine is searching, in another thread or around the callback that makes this call.
    Busy,
    /// A file of a book cannot be opened or read.
    Book,
    /// A fault in the library. What was searched with stays usable.
    Panic,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    text: CString,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Display) -> Failure {
        Failure { status, text: c_text(text) }
    }
}

thread_local! {
    /// Why the last call of this thread failed; none if it did not.
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Does the work of a function and keeps how it ended for `emilia_last_status`.
pub(crate) fn run<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Status> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let done = done.unwrap_or_else(|panic| Err(Failure::new(Status::Panic, message(&*panic))));
    let (result, failure) = match done {
        Ok(result) => (Ok(result), None),
        Err(failure) => (Err(failure.status), Some(failure)),
    };
    // A thread that ends has no place for it any more.
    let _ = LAST.try_with(|last| last.replace(failure));
    result
}

/// The same for a function whose result is a status.
pub(crate) fn run_for_status(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    run(work).err().unwrap_or(Status::Ok)
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault in the library: {}", text.unwrap_or("no message"))
}

/// Text for C. What would end it early is replaced.
pub(crate) fn c_text(text: impl Display) -> CString {
    CString::new(text.to_string().replace('\0', "?")).unwrap_or_default()
}

/// What a pointer from C leads to.
///
/// # Safety
/// The pointer is NULL or leads to a valid `T` that is not changed during `'a`.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: as for this function.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// The same, to change it.
///
/// # Safety
/// The pointer is NULL or leads to a valid `T` that nothing else uses during `'a`.
pub(crate) unsafe fn borrow_mut<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: as for this function.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// Text from C.
///
/// # Safety
/// The pointer is NULL or leads to text that ends with a NUL and is not changed during `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: it is not NULL, and the rest is as for this function.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.map_err(|error| Failure::new(Status::Invalid, format_args!("{name} is not UTF-8: {error}")))
}

/// The same; none for NULL.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    // SAFETY: as for this function.
    (!pointer.is_null()).then(|| unsafe { text(pointer, name) }).transpose()
}

fn null(name: &str) -> Failure {
    Failure::new(Status::Null, format_args!("{name} is NULL"))
}

/// Frees what a function gave out in a box; NULL is nothing. The status of the last call stays, so that it can be read after the end.
///
/// # Safety
/// The pointer is NULL, or came from [`Box::into_raw`] and is not used any more.
pub(crate) unsafe fn release<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: as for this function.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(pointer) })));
    }
}

/// How the last call of this thread ended. The functions that free, `emilia_version`, `emilia_stop_request` and the two that ask for it
/// leave it as it is.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_last_status() -> Status {
    LAST.try_with(|last| last.borrow().as_ref().map(|failure| failure.status)).ok().flatten().unwrap_or(Status::Ok)
}

/// Why the last call of this thread failed, for a person; empty if it did not. Valid until the next call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_last_error() -> *const c_char {
    let text = LAST.try_with(|last| last.borrow().as_ref().map(|failure| failure.text.as_ptr()));
    text.ok().flatten().unwrap_or(c"".as_ptr())
}

/// The version of the library: `0.2.0`.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::{Failure, Status, emilia_last_error, emilia_last_status, run, text};
    use std::ffi::CStr;

    /// The text of the last error.
    fn error() -> String {
        // SAFETY: the text ends with a NUL, and is read before the next call.
        unsafe { CStr::from_ptr(emilia_last_error()) }.to_str().expect("UTF-8").to_owned()
    }

    #[test]
    fn a_panic_comes_back_as_an_error() {
        let number = 3;
        assert_eq!(run::<()>(|| panic!("injected {number}")), Err(Status::Panic));
        assert_eq!((emilia_last_status(), error().as_str()), (Status::Panic, "a fault in the library: injected 3"));
        assert_eq!(run::<()>(|| std::panic::panic_any(number)), Err(Status::Panic));
        assert_eq!(error(), "a fault in the library: no message");
        assert_eq!(run(|| Ok(number)), Ok(number));
        assert_eq!((emilia_last_status(), error().as_str()), (Status::Ok, ""));
    }

    #[test]
    fn an_error_belongs_to_its_thread() {
        assert_eq!(run::<()>(|| Err(Failure::new(Status::Illegal, "one\0two"))), Err(Status::Illegal));
        let other = std::thread::spawn(|| (emilia_last_status(), error())).join().expect("no panic");
        assert_eq!(other, (Status::Ok, String::new()));
        assert_eq!(error(), "one?two");
    }

    #[test]
    fn text_must_be_utf_8() {
        // SAFETY: the text ends with a NUL.
        assert_eq!(run(|| unsafe { text(c"f5\xff".as_ptr(), "moves") }.map(str::len)), Err(Status::Invalid));
        assert!(error().starts_with("moves is not UTF-8"), "{}", error());
    }
}
