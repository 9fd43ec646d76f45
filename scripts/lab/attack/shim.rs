//! A library to be preloaded (`LD_PRELOAD`) that ends a program, or makes a system call fail, at a chosen change of a file.
//!
//! Linux on x86-64 or AArch64 with glibc. Build: `rustc --crate-type cdylib -C panic=abort -O shim.rs`.
//!
//! Counts the calls that change files below the folder `FAULT_FOLDER` (an absolute path, which is also the working directory), from 1.
//! `FAULT_LOG` names a file outside of it that gets a line with the name of each. At call number `FAULT_AT`, `FAULT_ACTION` happens:
//!
//! - `kill`: the process is killed instead of the call;
//! - `half`: the process is killed after half of the bytes of a write;
//! - `full`: this call and all later ones that need room fail with "no space left on device", a write after half of its bytes;
//! - `once`: this call alone fails so;
//! - `error`: this call fails with "input/output error".

#![allow(non_upper_case_globals, clippy::missing_safety_doc)]

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn __errno_location() -> *mut c_int;
    fn getenv(name: *const c_char) -> *const c_char;
}

#[cfg(target_arch = "x86_64")]
mod calls {
    use super::c_long;
    pub const write: c_long = 1;
    pub const pwrite64: c_long = 18;
    pub const linkat: c_long = 265;
    pub const ftruncate: c_long = 77;
    pub const fsync: c_long = 74;
    pub const fdatasync: c_long = 75;
    pub const openat: c_long = 257;
    pub const unlinkat: c_long = 263;
    pub const renameat2: c_long = 316;
    pub const readlinkat: c_long = 267;
    pub const fchmod: c_long = 91;
    pub const fchown: c_long = 93;
    pub const kill: c_long = 62;
    pub const getpid: c_long = 39;
}

#[cfg(target_arch = "aarch64")]
mod calls {
    use super::c_long;
    pub const write: c_long = 64;
    pub const pwrite64: c_long = 68;
    pub const linkat: c_long = 37;
    pub const ftruncate: c_long = 46;
    pub const fsync: c_long = 82;
    pub const fdatasync: c_long = 83;
    pub const openat: c_long = 56;
    pub const unlinkat: c_long = 35;
    pub const renameat2: c_long = 276;
    pub const readlinkat: c_long = 78;
    pub const fchmod: c_long = 52;
    pub const fchown: c_long = 55;
    pub const kill: c_long = 129;
    pub const getpid: c_long = 172;
}

const AT_FDCWD: c_int = -100;
const O_ACCMODE: c_int = 3;
const O_CREAT: c_int = 0o100;
const O_TRUNC: c_int = 0o1000;
const SIGKILL: c_int = 9;
const EIO: c_int = 5;
const ENOSPC: c_int = 28;

#[derive(Clone, Copy, PartialEq)]
enum Action {
    None,
    Kill,
    Half,
    Full,
    Once,
    Error,
}

struct Plan {
    folder: Vec<u8>,
    log: c_int,
    at: u64,
    action: Action,
}

static PLAN: OnceLock<Plan> = OnceLock::new();
static COUNT: AtomicU64 = AtomicU64::new(0);

/// What happens to one call.
enum Fate {
    Go,
    /// It fails with this error; a write after half of its bytes.
    Fail(c_int),
    /// A write is made by half, then the process ends.
    Half,
}

fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: the name ends in a zero byte; nothing in the program changes its environment.
    unsafe {
        let value = getenv(name.as_ptr());
        if value.is_null() { None } else { Some(CStr::from_ptr(value)) }
    }
}

fn plan() -> &'static Plan {
    PLAN.get_or_init(|| {
        let text = |name| variable(name).map_or(&b""[..], CStr::to_bytes);
        // SAFETY: a plain system call with a path that ends in a zero byte.
        let log = variable(c"FAULT_LOG")
            .map_or(-1, |path| unsafe { syscall(calls::openat, AT_FDCWD, path.as_ptr(), 0o2001 | O_CREAT, 0o600) });
        let action = match text(c"FAULT_ACTION") {
            b"kill" => Action::Kill,
            b"half" => Action::Half,
            b"full" => Action::Full,
            b"once" => Action::Once,
            b"error" => Action::Error,
            _ => Action::None,
        };
        let at = std::str::from_utf8(text(c"FAULT_AT")).ok().and_then(|at| at.parse().ok()).unwrap_or(0);
        Plan { folder: text(c"FAULT_FOLDER").to_vec(), log: log as c_int, at, action }
    })
}

/// Counts a call and decides about it. `needs_room`: it fails on a full disk.
fn fate(name: &[u8], needs_room: bool) -> Fate {
    let plan = plan();
    let number = COUNT.fetch_add(1, SeqCst) + 1;
    if plan.log >= 0 {
        // SAFETY: a plain system call with a buffer of this length.
        unsafe { syscall(calls::write, plan.log, name.as_ptr(), name.len()) };
    }
    let is_here = number == plan.at;
    match plan.action {
        Action::Kill if is_here => die(),
        Action::Half if is_here => Fate::Half,
        Action::Full if plan.at > 0 && number >= plan.at && needs_room => Fate::Fail(ENOSPC),
        Action::Once if is_here => Fate::Fail(ENOSPC),
        Action::Error if is_here => Fate::Fail(EIO),
        _ => Fate::Go,
    }
}

fn die() -> ! {
    loop {
        // SAFETY: plain system calls.
        unsafe { syscall(calls::kill, syscall(calls::getpid), c_long::from(SIGKILL)) };
    }
}

fn fail(error: c_int) -> c_int {
    // SAFETY: the location belongs to this thread.
    unsafe { *__errno_location() = error };
    -1
}

/// Whether this open file is below the folder.
fn is_inside(file: c_int) -> bool {
    let mut link = *b"/proc/self/fd/\0\0\0\0\0\0\0\0\0\0\0\0";
    let digits = file.max(0).to_string();
    link[14..14 + digits.len()].copy_from_slice(digits.as_bytes());
    let mut path = [0_u8; 4096];
    // SAFETY: a plain system call with a buffer of this length and a path that ends in a zero byte.
    let length = unsafe { syscall(calls::readlinkat, AT_FDCWD, link.as_ptr(), path.as_mut_ptr(), path.len()) };
    let folder = &plan().folder;
    length > 0 && !folder.is_empty() && path[..length as usize].starts_with(folder)
}

/// Whether this path, from the folder `base` on, is below the folder.
unsafe fn is_below(base: c_int, path: *const c_char) -> bool {
    // SAFETY: the caller gives a path that ends in a zero byte.
    let path = unsafe { CStr::from_ptr(path) }.to_bytes();
    let folder = &plan().folder;
    if folder.is_empty() {
        return false;
    }
    match path.first() {
        Some(b'/') => path.starts_with(folder),
        // The working directory is the folder.
        _ => base == AT_FDCWD || is_inside(base),
    }
}

/// What a call is answered with: by the system, or with an error.
macro_rules! decide {
    ($counts:expr, $name:literal, $needs_room:literal, $call:expr) => {
        match if $counts { fate($name, $needs_room) } else { Fate::Go } {
            Fate::Go => $call as c_int,
            Fate::Fail(error) => fail(error),
            Fate::Half => die(),
        }
    };
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, bytes: *const c_void, length: usize) -> isize {
    // SAFETY: as the caller promises for `length` bytes, and so for fewer.
    write_with(file, length, |length| unsafe { syscall(calls::write, file, bytes, length) as isize })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(file: c_int, bytes: *const c_void, length: usize, at: i64) -> isize {
    // SAFETY: as above.
    write_with(file, length, |length| unsafe { syscall(calls::pwrite64, file, bytes, length, at) as isize })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite(file: c_int, bytes: *const c_void, length: usize, at: i64) -> isize {
    // SAFETY: as above.
    unsafe { pwrite64(file, bytes, length, at) }
}

/// A write by this system call, which takes the number of bytes.
fn write_with(file: c_int, length: usize, write: impl Fn(usize) -> isize) -> isize {
    if !is_inside(file) {
        return write(length);
    }
    match fate(b"write\n", true) {
        Fate::Go => write(length),
        Fate::Half => {
            write(length / 2);
            die()
        }
        // A disk that is full takes what still fits.
        Fate::Fail(_) if length > 1 && plan().at == COUNT.load(SeqCst) => write(length / 2),
        Fate::Fail(error) => fail(error) as isize,
    }
}

unsafe fn open_at(base: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    let is_change = flags & (O_CREAT | O_TRUNC) != 0 && flags & O_ACCMODE != 0;
    // SAFETY: as the caller promises.
    unsafe { decide!(is_change && is_below(base, path), b"open\n", true, syscall(calls::openat, base, path, flags, mode)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as the caller promises; a mode that was not given is not looked at.
    unsafe { open_at(AT_FDCWD, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as above.
    unsafe { open_at(AT_FDCWD, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn openat(base: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as above.
    unsafe { open_at(base, path, flags, mode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn openat64(base: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as above.
    unsafe { open_at(base, path, flags, mode) }
}

unsafe fn truncate_to(file: c_int, length: i64) -> c_int {
    // SAFETY: a plain system call.
    unsafe { decide!(is_inside(file), b"ftruncate\n", false, syscall(calls::ftruncate, file, length)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate(file: c_int, length: i64) -> c_int {
    // SAFETY: a plain system call.
    unsafe { truncate_to(file, length) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate64(file: c_int, length: i64) -> c_int {
    // SAFETY: a plain system call.
    unsafe { truncate_to(file, length) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(file: c_int) -> c_int {
    // SAFETY: a plain system call.
    unsafe { decide!(is_inside(file), b"fsync\n", false, syscall(calls::fsync, file)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    // SAFETY: a plain system call.
    unsafe { decide!(is_inside(file), b"fdatasync\n", false, syscall(calls::fdatasync, file)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fchmod(file: c_int, mode: c_uint) -> c_int {
    // SAFETY: a plain system call.
    unsafe { decide!(is_inside(file), b"fchmod\n", false, syscall(calls::fchmod, file, mode)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fchown(file: c_int, owner: c_uint, group: c_uint) -> c_int {
    // SAFETY: a plain system call.
    unsafe { decide!(is_inside(file), b"fchown\n", false, syscall(calls::fchown, file, owner, group)) }
}

unsafe fn rename_at(from: c_int, old: *const c_char, to: c_int, new: *const c_char) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { decide!(is_below(to, new), b"rename\n", false, syscall(calls::renameat2, from, old, to, new, 0)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename(old: *const c_char, new: *const c_char) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { rename_at(AT_FDCWD, old, AT_FDCWD, new) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn renameat(from: c_int, old: *const c_char, to: c_int, new: *const c_char) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { rename_at(from, old, to, new) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn linkat(from: c_int, old: *const c_char, to: c_int, new: *const c_char, flags: c_int) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { decide!(is_below(to, new), b"link\n", true, syscall(calls::linkat, from, old, to, new, flags)) }
}

unsafe fn unlink_at(base: c_int, path: *const c_char, flags: c_int) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { decide!(is_below(base, path), b"unlink\n", false, syscall(calls::unlinkat, base, path, flags)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { unlink_at(AT_FDCWD, path, 0) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlinkat(base: c_int, path: *const c_char, flags: c_int) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { unlink_at(base, path, flags) }
}
