//! State vectors as arrays of numbers, and their parts.

use crate::Real;

/// A part of a state vector that consists of `L` numbers: a particle or a body.
pub trait Part<T: Real, const L: usize>: Sized {
    /// Returns the numbers of the part.
    fn flatten(&self) -> [T; L];

    /// Makes the part from its numbers.
    fn unflatten(numbers: &[T; L]) -> Self;
}

/// Writes parts one after the other; numbers beyond the end of `y` are dropped.
pub fn flatten<T: Real, P: Part<T, L>, const L: usize>(parts: &[P], y: &mut [T]) {
    let numbers = parts.iter().flat_map(P::flatten);
    y.iter_mut()
        .zip(numbers)
        .for_each(|(y, number)| *y = number);
}

/// Reads parts one after the other; numbers beyond the end of `y` are 0.
#[must_use]
pub fn unflatten<T: Real, P: Part<T, L>, const L: usize, const N: usize>(y: &[T]) -> [P; N] {
    core::array::from_fn(|part| {
        let number = |k: usize| y.get(part * L + k).copied().unwrap_or(T::ZERO);
        P::unflatten(&core::array::from_fn(number))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Particle;
    use super::*;

    #[test]
    fn parts_follow_one_another() {
        let numbers: [f64; 12] = core::array::from_fn(|k| k as f64);
        let parts: [Particle<f64>; 2] = unflatten(&numbers);
        assert_eq!((parts[0].v, parts[1].x), ([3.0, 4.0, 5.0], [6.0, 7.0, 8.0]));
        let mut y = [0.0; 12];
        flatten(&parts, &mut y);
        assert_eq!(y, numbers);
        let [_, _, beyond]: [Particle<f64>; 3] = unflatten(&numbers);
        assert_eq!(beyond.flatten(), [0.0; 6]);
        let mut prefix = [0.0; 7];
        flatten(&parts, &mut prefix);
        assert_eq!(prefix[..], numbers[..7]);
    }
}
