//! Nobody can name the numbers of a processor that may not be there, or return one from a call that computes in them.

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
pub struct Returned;

impl<T: Real> Call<T> for Returned {
    type Output = T;
    const IS_LONG: bool = false;

    fn with<A: Arithmetic<T>>(self) -> T {
        A::ONE
    }
}
