//! Memory larger than the caches: on large pages, and fetched ahead of its use.
//!
//! Knows nothing of the content of the memory.

/// Asks for huge pages, so that a look-up anywhere in a large table seldom has to walk the page tables too. Call it before the
/// memory is touched; a system without them uses small pages.
#[cfg(target_os = "linux")]
pub(crate) fn advise_huge_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};
    /// Advice is given for whole pages; this is the size of every page or a multiple of it.
    const PAGE: usize = 1 << 16;
    let first = memory.as_ptr().cast::<u8>();
    let skipped = first.align_offset(PAGE);
    let bytes = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if bytes > 0 {
        let pages = first.wrapping_add(skipped).cast_mut().cast();
        // SAFETY: the range lies within the memory, and the advice changes nothing of what is in it.
        let advised = unsafe { madvise(pages, bytes, Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no huge pages: {error}");
        }
    }
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise_huge_pages<T>(_: &[T]) {}

/// Fetches the cache line of something ahead of its use.
#[inline]
pub(crate) fn prefetch<T>(something: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address: *const T = something;
        // SAFETY: a prefetch reads nothing the program can see; SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = something;
}
