//! The errors of sines and cosines of `f32`: `cargo bench --package multibody-benches --bench sines`.
//!
//! Compares the results for every float from 0 to 1e6, or with `-- all` to the largest float, with sines in double
//! precision. The results are computed twice: with the instructions of the compiler's target, and with AVX2 if the
//! processor has it. The benchmark fails if an error exceeds 0.85 ulp.

use multibody::Real;
use multibody::dispatch::{Arithmetic, Call, Instructions, at_most, instructions};

const LANES: usize = 8;

/// Stands for an emitted function with the option `dispatch`: sines and cosines of some angles, by `sin_cos_all` and one by
/// one.
struct Sines([f32; LANES]);

impl Call<f32> for Sines {
    type Output = [[(f32, f32); LANES]; 2];
    const IS_LONG: bool = false;

    #[inline(always)]
    fn with<A: Arithmetic<f32>>(self) -> Self::Output {
        let angles = self.0.map(A::load);
        let (sines, cosines) = A::sin_cos_all(angles);
        let mut results = [[(0.0, 0.0); LANES]; 2];
        for k in 0..LANES {
            let (sine, cosine) = angles[k].sin_cos();
            results[0][k] = (sines[k].store(), cosines[k].store());
            results[1][k] = (sine.store(), cosine.store());
        }
        results
    }
}

/// The difference of a float and an exact value, in units of the last place of the value.
fn error(value: f32, exact: f64) -> f64 {
    let exponent = (exact.abs().to_bits() >> 52).max(1023 - 126);
    let unit = f64::from_bits((exponent - 23) << 52);
    (f64::from(value) - exact).abs() / unit
}

/// The largest errors of sines and cosines, with the angles where they are.
fn largest_errors(last: f32) -> [(f64, f32); 2] {
    let mut largest = [(0.0, 0.0); 2];
    for first in (0..=last.to_bits()).step_by(LANES) {
        let angles = core::array::from_fn(|k| f32::from_bits(first + k as u32));
        let [values, values_alone] = f32::dispatched(Sines(angles));
        assert_eq!(values, values_alone, "an angle has one value: {angles:?}");
        for k in 0..LANES {
            let (sine, cosine) = f64::from(angles[k]).sin_cos();
            let errors = [error(values[k].0, sine), error(values[k].1, cosine)];
            for (largest, error) in largest.iter_mut().zip(errors) {
                if error > largest.0 {
                    *largest = (error, angles[k]);
                }
            }
        }
    }
    largest
}

fn main() {
    let has_all = std::env::args().any(|argument| argument == "all");
    let last = if has_all { f32::MAX } else { 1e6 };
    for limit in [Instructions::AsCompiled, Instructions::Avx2] {
        at_most(limit);
        let [sine, cosine] = largest_errors(last);
        println!(
            "{:?}: sine {:.3} ulp at {:?}, cosine {:.3} ulp at {:?}, of all floats from 0 to {last:e}",
            instructions(),
            sine.0,
            sine.1,
            cosine.0,
            cosine.1
        );
        assert!(sine.0 <= 0.85 && cosine.0 <= 0.85, "more than 0.85 ulp");
    }
}
