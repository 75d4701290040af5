//! Loops that are compiled twice: for every processor, and for those with wide registers, of which the one here is known only when it runs.
//!
//! Both are the same operations in the same order: nothing is fused, estimated or summed in another order, so both give the same bits and only the
//! speed differs. The variable NOREGRET_SIMD=off takes the plain ones.

mod exp;
mod log;

pub(crate) use exp::Exp;
pub use exp::{exp, log1p};
pub use log::ln;

/// A loop to be compiled twice. Its `call`, and what that calls, must be inlined always: only so it is.
pub use pulp::NullaryFnOnce as Loop;
use pulp::{Arch, Scalar, WithSimd};
use std::sync::OnceLock;

/// Runs a loop, with wide registers where there are such.
#[inline]
pub fn wide<L: WithSimd>(run: L) -> L::Output {
    static WIDE: OnceLock<Option<Arch>> = OnceLock::new();
    let off = || std::env::var_os("NOREGRET_SIMD").is_some_and(|value| value == "off");
    match WIDE.get_or_init(|| if off() { None } else { Some(Arch::new()) }) {
        Some(arch) => arch.dispatch(run),
        None => run.with_simd(Scalar),
    }
}

/// Makes a loop of a function that is always inlined: `looped!(exp: Exp, [f64; N] => [f64; N])` is `Exp(x)`. A function passed as a value would not be inlined.
macro_rules! looped {
    ($(#[$doc:meta])* $function:path: $name:ident, $argument:ty => $result:ty) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name<const N: usize>(pub $argument);

        impl<const N: usize> $crate::simd::Loop for $name<N> {
            type Output = $result;

            #[inline(always)]
            fn call(self) -> $result {
                $function(self.0)
            }
        }
    };
}
pub(crate) use looped;
