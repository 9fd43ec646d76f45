//! Large memory on large pages.
//!
//! Knows nothing of what the memory holds. It stands here because the rooms that have large tables, to look things up in at random,
//! all see this one.

/// Asks for huge pages, so that a look-up anywhere in a large table seldom has to walk the page tables too. Best asked before the
/// memory is touched; a system that has none goes on with small ones.
#[cfg(target_os = "linux")]
pub fn advise_huge_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};
    /// Advice is given for whole pages; this is the size of every page or a multiple of it.
    const PAGE: usize = 1 << 16;
    let first = memory.as_ptr().cast::<u8>();
    let skipped = first.align_offset(PAGE);
    let bytes = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if bytes > 0 {
        // SAFETY: the range lies within the memory, and the advice changes nothing of what is in it.
        if let Err(error) =
            unsafe { madvise(first.wrapping_add(skipped).cast_mut().cast(), bytes, Advice::LinuxHugepage) }
        {
            log::debug!("no huge pages: {error}");
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages<T>(_: &[T]) {}
