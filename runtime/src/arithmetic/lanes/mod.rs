//! Several states at once, one in each lane of a vector register.
//!
//! With the feature `wide` the types of the crate `wide` are numbers. Emitted functions take any [`Real`](crate::Real),
//! so a function of `f64x4` computes four states in little more than the time of one. Each lane has the same bits as a
//! call for its state alone.
//!
#![cfg_attr(feature = "wide", doc = "```")]
#![cfg_attr(not(feature = "wide"), doc = "```ignore")]
//! use multibody::lanes;
//! use wide::f64x4;
//!
//! /// Stands for any emitted function.
//! fn energy<T: multibody::Real>(q: &[T; 2], qd: &[T; 2]) -> T {
//!     qd[0] * qd[0] + qd[1] * qd[1] + q[0].cos() * T::lit(9.81)
//! }
//!
//! let q: Vec<[f64; 2]> = (0..10).map(|k| [0.1 * f64::from(k), 0.0]).collect();
//! let qd = vec![[1.0, 2.0]; 10];
//! let mut energies = vec![0.0; 10];
//! lanes::map(&mut energies, |k| (q[k], qd[k]), |(q, qd): ([f64x4; 2], [f64x4; 2])| energy(&q, &qd));
//! assert_eq!(energies[9], energy(&q[9], &qd[9])); // ten are no multiple of four
//! ```

#[cfg(feature = "wide")]
mod wide_types;

use core::array;

use super::Dual;

/// Numbers side by side, or arrays, tuples and records of them: one quantity for several states.
///
/// `f32` and `f64` have a single lane. Emitted code implements the trait for the parameters of a robot, so that each
/// lane may be a robot of its own. A dual number has the lanes of its value.
pub trait Lanes: Sized {
    /// The quantity for a single state.
    type One: Copy + 'static;
    /// The number of states.
    const COUNT: usize;

    /// One value for each lane.
    type Each<T: Copy>: AsRef<[T]>;

    /// Computes a value for each lane.
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> Self::Each<T>;

    /// Gathers the quantity from its values for single states; `quantity(lane)` is that of a lane.
    fn gather<'a>(quantity: impl Fn(usize) -> &'a Self::One) -> Self;

    /// The quantity for the state in a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    fn lane(&self, lane: usize) -> Self::One;
}

/// Computes `results[k] = f(states(k))` for each k, with as many states at a time as there are lanes.
///
/// Unused lanes at the end repeat the last state.
pub fn map<I, O>(results: &mut [O::One], states: impl Fn(usize) -> I::One, f: impl Fn(I) -> O)
where
    I: Lanes,
    O: Lanes,
{
    const {
        assert!(
            I::COUNT == O::COUNT,
            "arguments and results must have the same number of lanes"
        )
    };
    let last = results.len().saturating_sub(1);
    for (index, group) in results.chunks_mut(O::COUNT).enumerate() {
        let first = index * O::COUNT;
        let arguments = I::each(|lane| states(last.min(first + lane)));
        let values = f(I::gather(|lane| &arguments.as_ref()[lane]));
        for (lane, result) in group.iter_mut().enumerate() {
            *result = values.lane(lane);
        }
    }
}

/// Like [`map`], but distributed over all processors.
#[cfg(feature = "rayon")]
pub fn map_in_parallel<I, O>(
    results: &mut [O::One],
    states: impl Fn(usize) -> I::One + Sync,
    f: impl Fn(I) -> O + Sync,
) where
    I: Lanes,
    O: Lanes,
    O::One: Send,
{
    use rayon::prelude::*;

    /// The number of states in one work item. It is so large that scheduling costs nothing noticeable.
    const STATES: usize = 256;
    results
        .par_chunks_mut(STATES)
        .enumerate()
        .for_each(|(index, group)| map(group, |k| states(index * STATES + k), &f));
}

impl<L: Lanes, const N: usize> Lanes for [L; N] {
    type One = [L::One; N];
    type Each<T: Copy> = L::Each<T>;
    const COUNT: usize = L::COUNT;

    #[inline]
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> L::Each<T> {
        L::each(value)
    }

    #[inline]
    fn gather<'a>(quantity: impl Fn(usize) -> &'a Self::One) -> Self {
        array::from_fn(|index| L::gather(|lane| &quantity(lane)[index]))
    }

    #[inline]
    fn lane(&self, lane: usize) -> Self::One {
        array::from_fn(|index| self[index].lane(lane))
    }
}

/// Each `$part` is the type of an entry after the first, and `$index` is its index in the tuple.
macro_rules! impl_for_tuple {
    ($($part:ident $index:tt),+) => {
        impl<First: Lanes, $($part: Lanes),+> Lanes for (First, $($part),+) {
            type One = (First::One, $($part::One),+);
            type Each<T: Copy> = First::Each<T>;
            const COUNT: usize = {
                $(assert!(First::COUNT == $part::COUNT, "all parts must have the same number of lanes");)+
                First::COUNT
            };

            #[inline]
            fn each<T: Copy>(value: impl FnMut(usize) -> T) -> First::Each<T> {
                First::each(value)
            }

            #[inline]
            fn gather<'a>(quantity: impl Fn(usize) -> &'a Self::One) -> Self
            {
                (
                    First::gather(|lane| &quantity(lane).0),
                    $($part::gather(|lane| &quantity(lane).$index)),+
                )
            }

            #[inline]
            fn lane(&self, lane: usize) -> Self::One {
                (self.0.lane(lane), $(self.$index.lane(lane)),+)
            }
        }
    };
}

impl_for_tuple!(B 1);
impl_for_tuple!(B 1, C 2);
impl_for_tuple!(B 1, C 2, D 3);
impl_for_tuple!(B 1, C 2, D 3, E 4);

macro_rules! impl_for_float {
    ($($float:ident)+) => { $(
        impl Lanes for $float {
            type One = Self;
            type Each<T: Copy> = [T; 1];
            const COUNT: usize = 1;

            #[inline]
            fn each<T: Copy>(mut value: impl FnMut(usize) -> T) -> [T; 1] {
                [value(0)]
            }

            #[inline]
            fn gather<'a>(quantity: impl Fn(usize) -> &'a Self) -> Self {
                *quantity(0)
            }

            #[inline]
            fn lane(&self, lane: usize) -> Self {
                [*self][lane]
            }
        }
    )+ };
}

impl_for_float!(f32 f64);

impl<L: Lanes, const N: usize> Lanes for Dual<L, N> {
    type One = Dual<L::One, N>;
    type Each<T: Copy> = L::Each<T>;
    const COUNT: usize = L::COUNT;

    #[inline]
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> L::Each<T> {
        L::each(value)
    }

    #[inline]
    fn gather<'a>(quantity: impl Fn(usize) -> &'a Self::One) -> Self {
        Self {
            value: L::gather(|lane| &quantity(lane).value),
            derivatives: Lanes::gather(|lane| &quantity(lane).derivatives),
        }
    }

    #[inline]
    fn lane(&self, lane: usize) -> Self::One {
        Dual {
            value: self.value.lane(lane),
            derivatives: self.derivatives.lane(lane),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn one_number_has_one_lane() {
        let mut sums = [0.0; 3];
        map(
            &mut sums,
            |k| (k as f64, [0.5]),
            |(x, [y]): (f64, [f64; 1])| x + y,
        );
        assert_eq!(sums, [0.5, 1.5, 2.5]);
        assert_eq!((f64::COUNT, <[f32; 3]>::COUNT), (1, 1));
    }

    #[cfg(feature = "wide")]
    #[test]
    fn a_dual_number_has_the_lanes_of_its_value() {
        use wide::f64x4;
        let states = [1.0, 2.0, 3.0, 4.0, 5.0].map(|x| Dual::<f64, 2>::variable(x, 1));
        let square = |x: Dual<f64x4, 2>| x * x;
        let mut squares = [Dual::constant(0.0); 5];
        map(&mut squares, |k| states[k], square);
        for (x, square) in states.iter().zip(squares) {
            assert_eq!(square, *x * *x);
        }
        assert_eq!(squares[4].derivatives, [0.0, 10.0]);
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn map_in_parallel_gives_the_same_results() {
        use wide::f64x4;
        let state = |k: usize| [k as f64, 0.5];
        let product = |[x, y]: [f64x4; 2]| x * y;
        let (mut sequential, mut parallel) = (std::vec![0.0; 1003], std::vec![0.0; 1003]);
        map(&mut sequential, state, product);
        map_in_parallel(&mut parallel, state, product);
        assert_eq!(sequential, parallel);
        assert_eq!(sequential[1002], 501.0);
    }
}
