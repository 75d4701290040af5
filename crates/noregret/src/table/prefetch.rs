//! Prefetching: asking for memory before it is needed.
//!
//! A cell of a large table takes as long to arrive as hundreds of additions. A prefetch does not wait
//! for it, so many can be on their way at once. It is a hint: it changes no result, and on processors
//! without one it does nothing.

/// Prefetches the 64 bytes of memory in which a value begins.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
