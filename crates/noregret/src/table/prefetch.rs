//! Memory asked for before it is needed.
//!
//! A cell of a large table takes as long to arrive as hundreds of additions. Asking does not wait for it, so that many are on their way together. It is a hint: it changes
//! no result, and where processors take none it is nothing.

/// Asks for the line of the cache a value begins in.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
