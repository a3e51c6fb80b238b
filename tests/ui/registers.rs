//! Nobody names the numbers of a processor that may not be there, or takes one out of a call that asked the processor.

use multibody::Real;
use multibody::arithmetic::registers::Fused;
use multibody::dispatch::{Arithmetic, Call, HasVariants};

/// By its name.
pub fn named() -> Fused<f64> {
    Arithmetic::load(1.0)
}

/// As what the runtime chooses.
pub fn chosen() -> <f64 as HasVariants>::Avx2 {
    Arithmetic::load(1.0)
}

/// A call that returns a number of its variant.
pub struct Taken;

impl<T: Real> Call<T> for Taken {
    type Output = T;
    const IS_LONG: bool = false;

    fn with<A: Arithmetic<T>>(self) -> T {
        A::ONE
    }
}
