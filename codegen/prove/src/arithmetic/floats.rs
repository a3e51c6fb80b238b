//! Floats in place of residues. They may refute what a program computes in floats, and never prove anything.
//!
//! A [`Residue`](super::Residue) is then the index of a number that this thread stores, as in a wide field (`wide.rs`):
//! a float, with the size of the terms that it sums. So jets, equations and evaluators stay as they are. The numbers 0
//! and 1 have the indices 0 and 1.

use std::cell::RefCell;

/// A float and its size: the root of the sum of the squares of its terms. If the terms have independent rounding errors, the
/// error of the float is its size times the relative error of one term. Rotations leave sizes nearly unchanged; sums of
/// absolute values would grow exponentially along a chain.
#[derive(Clone, Copy)]
struct Float {
    value: f64,
    /// The square of the size.
    square: f64,
}

thread_local! {
    static FLOATS: RefCell<Vec<Float>> = const { RefCell::new(Vec::new()) };
}

/// The largest difference of equal numbers, relative to their size.
const TOLERANCE: f64 = 1e-6;
/// A divisor that is at most this large, relative to its size, may be 0 up to rounding errors.
const NEGLIGIBLE: f64 = 1e-8;
/// The largest exponent, positive or negative, of the power of two that balances a float.
const MAX_EXPONENT: f64 = 40.0;

impl Float {
    const ZERO: Self = Self::constant(0.0);
    const ONE: Self = Self::constant(1.0);

    const fn constant(value: f64) -> Self {
        let square = value * value;
        Self { value, square }
    }
}

/// Runs a function while residues are floats.
pub fn within<T>(run: impl FnOnce() -> T) -> T {
    /// Drops all floats, also when `run` panics.
    struct Dropped;
    impl Drop for Dropped {
        fn drop(&mut self) {
            FLOATS.with_borrow_mut(Vec::clear);
        }
    }
    FLOATS.with_borrow_mut(|floats| floats.extend([Float::ZERO, Float::ONE]));
    let _dropped = Dropped;
    run()
}

/// Whether residues are floats.
pub fn are_in_force() -> bool {
    FLOATS.with_borrow(|floats| !floats.is_empty())
}

fn get(index: u64) -> Float {
    FLOATS.with_borrow(|floats| floats[index as usize])
}

fn store(float: Float) -> u64 {
    FLOATS.with_borrow_mut(|floats| {
        floats.push(float);
        floats.len() as u64 - 1
    })
}

/// A constant.
pub fn of(value: f64) -> u64 {
    match value {
        0.0 => 0,
        1.0 => 1,
        _ => store(Float::constant(value)),
    }
}

/// The value of a float.
pub fn value(a: u64) -> f64 {
    get(a).value
}

/// The size of a float; 0 if it is not finite.
pub fn size(a: u64) -> f64 {
    let size = get(a).square.sqrt();
    if size.is_finite() { size } else { 0.0 }
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    match (a, b) {
        (0, term) | (term, 0) => term,
        _ => {
            let (a, b) = (get(a), get(b));
            store(Float {
                value: a.value + b.value,
                square: a.square + b.square,
            })
        }
    }
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    let (a, b) = (get(a), get(b));
    store(Float {
        value: a.value - b.value,
        square: a.square + b.square,
    })
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (1, factor) | (factor, 1) => factor,
        _ => {
            let (a, b) = (get(a), get(b));
            store(Float {
                value: a.value * b.value,
                square: a.value * a.value * b.square + b.value * b.value * a.square,
            })
        }
    }
}

/// The inverse. None: the float may be 0.
pub fn inverse(a: u64) -> Option<u64> {
    let Float { value, square } = get(a);
    if value.abs() <= NEGLIGIBLE * square.sqrt() {
        return None;
    }
    let inverse = 1.0 / value;
    let slope = inverse * inverse;
    Some(store(Float {
        value: inverse,
        square: slope * slope * square,
    }))
}

/// The result of a function that has this value and this slope at the float.
pub fn function_result(a: u64, value: f64, slope: f64) -> u64 {
    let square = value * value + slope * slope * get(a).square;
    store(Float { value, square })
}

/// A power of two that brings a float near 1, if [`MAX_EXPONENT`] permits; 1 if the float is 0 or not finite.
pub fn balance(a: u64) -> u64 {
    let exponent = -get(a).value.abs().log2().round();
    if exponent.is_finite() {
        of(exponent.clamp(-MAX_EXPONENT, MAX_EXPONENT).exp2())
    } else {
        1
    }
}

/// Whether both may be the same number, up to rounding errors.
pub fn agree(a: u64, b: u64) -> bool {
    let (a, b) = (get(a), get(b));
    let size = (a.square + b.square).sqrt();
    // A NaN means that the equation has no value in floats, which refutes nothing.
    let differ = (a.value - b.value).abs() > TOLERANCE * size;
    !differ
}
