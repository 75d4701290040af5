//! Loops that are compiled twice: for every processor, and for those with wide registers, of which the one here is known only when it runs.
//!
//! Both are the same operations in the same order: nothing is fused, estimated or summed in another order, so both give the same bits and only the
//! speed differs. The variable NOREGRET_SIMD=off takes the plain ones.

use pulp::Arch;
/// A loop to be compiled twice. Its `call`, and what that calls, must be inlined always: only so it is.
pub use pulp::NullaryFnOnce as Loop;
use std::sync::OnceLock;

/// Runs a loop, with wide registers where there are such.
#[inline]
pub fn wide<L: Loop>(run: L) -> L::Output {
    static WIDE: OnceLock<Option<Arch>> = OnceLock::new();
    let off = || std::env::var_os("NOREGRET_SIMD").is_some_and(|value| value == "off");
    match WIDE.get_or_init(|| if off() { None } else { Some(Arch::new()) }) {
        Some(arch) => arch.dispatch(run),
        None => run.call(),
    }
}

/// A function that is always inlined, with its argument, as a loop.
#[derive(Debug)]
pub struct Apply<A, F>(pub A, pub F);

impl<A, R, F: FnOnce(A) -> R> Loop for Apply<A, F> {
    type Output = R;

    #[inline(always)]
    fn call(self) -> R {
        self.1(self.0)
    }
}
