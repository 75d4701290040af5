//! Loops that are compiled twice: once for any processor, and once for wide registers (AVX2 and its like).
//!
//! Which one runs is decided when the program runs. Both come from the same source, with the same
//! operations in the same order: nothing is fused, estimated or summed in another order, so the bits are
//! the same and only the speed differs. NOREGRET_SIMD=off in the environment runs the plain ones, and a
//! test runs every learner both ways. A loop is written once; there is no second version to keep in step.

mod exp;
mod log;

pub(crate) use exp::Exp;
pub use exp::{exp, log1p};
pub use log::ln;

/// A loop to be compiled twice. Its `call` and all that it calls must be `#[inline(always)]`: what is not
/// inlined is compiled once, without the wide registers.
pub use pulp::NullaryFnOnce as Loop;
use pulp::{Arch, Scalar, WithSimd};
use std::sync::OnceLock;

/// Runs a loop, with the widest registers this processor has.
#[inline]
pub fn wide<L: WithSimd>(run: L) -> L::Output {
    static WIDE: OnceLock<Option<Arch>> = OnceLock::new();
    let off = || std::env::var_os("NOREGRET_SIMD").is_some_and(|value| value == "off");
    match WIDE.get_or_init(|| if off() { None } else { Some(Arch::new()) }) {
        Some(arch) => arch.dispatch(run),
        None => run.with_simd(Scalar),
    }
}

/// Makes a [`Loop`] of a function: `looped!(exp: Exp, [f64; N] => [f64; N])` defines `Exp`, and
/// `wide(Exp(x))` runs `exp(x)`. A function passed as a value would not be inlined.
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
