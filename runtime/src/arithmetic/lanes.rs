//! Several states at once, one in each lane of a vector register: the types of the crate `wide` as numbers.
//!
//! Emitted functions take any [`Real`], so a function of `f64x4` computes four states in little more than the time of
//! one. Each lane has the same bits as a call for its state alone.
//! ```
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

use core::array;

use wide::bytemuck::cast;
use wide::{f32x8, f32x16, f64x4, f64x8, u64x4, u64x8};

use super::dispatch::AsCompiled;
use super::real::{FUSED, Real};
use super::sines::{FAR, Number, Sines, is_far, near, with_far};

/// Numbers side by side, or arrays and tuples of them: one quantity for several states.
pub trait Lanes: Sized {
    /// The quantity for a single state.
    type One: Copy + 'static;
    /// The number of states.
    const COUNT: usize;

    /// One value for each lane.
    type Each<T: Copy>: AsRef<[T]>;

    /// Computes a value for each lane.
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> Self::Each<T>;

    /// Gathers the quantity from the states, given by their lanes.
    fn gather<'a>(of: impl Fn(usize) -> &'a Self::One) -> Self;

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
    const { assert!(I::COUNT == O::COUNT, "as many states go in as come out") };
    let last = results.len().saturating_sub(1);
    for (rank, results) in results.chunks_mut(O::COUNT).enumerate() {
        let first = rank * O::COUNT;
        let ones = I::each(|lane| states(last.min(first + lane)));
        let found = f(I::gather(|lane| &ones.as_ref()[lane]));
        for (lane, result) in results.iter_mut().enumerate() {
            *result = found.lane(lane);
        }
    }
}

/// Like [`map`], but over all processors.
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

    /// The number of states in one work item; large enough that scheduling costs nothing noticeable.
    const STATES: usize = 256;
    results
        .par_chunks_mut(STATES)
        .enumerate()
        .for_each(|(rank, results)| map(results, |k| states(rank * STATES + k), &f));
}

impl<L: Lanes, const N: usize> Lanes for [L; N] {
    type One = [L::One; N];
    type Each<T: Copy> = L::Each<T>;
    const COUNT: usize = L::COUNT;

    #[inline]
    fn each<T: Copy>(of: impl FnMut(usize) -> T) -> L::Each<T> {
        L::each(of)
    }

    #[inline]
    fn gather<'a>(of: impl Fn(usize) -> &'a Self::One) -> Self {
        array::from_fn(|place| L::gather(|lane| &of(lane)[place]))
    }

    #[inline]
    fn lane(&self, lane: usize) -> Self::One {
        array::from_fn(|place| self[place].lane(lane))
    }
}

macro_rules! tuple {
    ($($part:ident $place:tt),+) => {
        impl<First: Lanes, $($part: Lanes),+> Lanes for (First, $($part),+) {
            type One = (First::One, $($part::One),+);
            type Each<T: Copy> = First::Each<T>;
            const COUNT: usize = {
                $(assert!(First::COUNT == $part::COUNT, "all have as many lanes");)+
                First::COUNT
            };

            #[inline]
            fn each<T: Copy>(of: impl FnMut(usize) -> T) -> First::Each<T> {
                First::each(of)
            }

            #[inline]
            fn gather<'a>(of: impl Fn(usize) -> &'a Self::One) -> Self
            {
                (
                    First::gather(|lane| &of(lane).0),
                    $($part::gather(|lane| &of(lane).$place)),+
                )
            }

            #[inline]
            fn lane(&self, lane: usize) -> Self::One {
                (self.0.lane(lane), $(self.$place.lane(lane)),+)
            }
        }
    };
}

tuple!(B 1);
tuple!(B 1, C 2);
tuple!(B 1, C 2, D 3);
tuple!(B 1, C 2, D 3, E 4);

macro_rules! lanes {
    ($wide:ident, $float:ident, $count:literal, $all:expr) => {
        impl Lanes for $wide {
            type One = $float;
            type Each<T: Copy> = [T; $count];
            const COUNT: usize = $count;

            #[inline]
            fn each<T: Copy>(of: impl FnMut(usize) -> T) -> [T; $count] {
                array::from_fn(of)
            }

            #[inline]
            fn gather<'a>(of: impl Fn(usize) -> &'a $float) -> Self {
                Self::from(array::from_fn::<_, $count, _>(|lane| *of(lane)))
            }

            #[inline]
            fn lane(&self, lane: usize) -> $float {
                self.as_array()[lane]
            }
        }

        // Functions are computed lane by lane with those of one number, so that their bits are the same.
        impl Real for $wide {
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            #[inline(always)]
            fn lit(x: f64) -> Self {
                Self::splat(x as $float)
            }

            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let both = self.to_array().map(Real::sin_cos);
                (
                    Self::from(both.map(|(sine, _)| sine)),
                    Self::from(both.map(|(_, cosine)| cosine)),
                )
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                let all = if N == 1 { Self::sin_cos } else { $all };
                let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
                for k in 0..N {
                    (sines[k], cosines[k]) = all(angles[k]);
                }
                (sines, cosines)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                match FUSED {
                    true => Self::mul_add(self, factor, term),
                    false => self * factor + term,
                }
            }

            #[inline]
            fn sin(self) -> Self {
                Self::from(self.to_array().map(Real::sin))
            }

            #[inline]
            fn cos(self) -> Self {
                Self::from(self.to_array().map(Real::cos))
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Self::sqrt(self)
            }

            #[inline]
            fn exp(self) -> Self {
                Self::from(self.to_array().map(Real::exp))
            }

            #[inline]
            fn ln(self) -> Self {
                Self::from(self.to_array().map(Real::ln))
            }

            #[inline]
            fn atan(self) -> Self {
                Self::from(self.to_array().map(Real::atan))
            }

            #[inline]
            fn stumpff(self, k: u32) -> Self {
                Self::from(self.to_array().map(|x| Real::stumpff(x, k)))
            }
        }
    };
}

lanes!(f64x4, f64, 4, sines_of_f64x4);
lanes!(f64x8, f64, 8, sines_of_f64x8);
lanes!(f32x8, f32, 8, sines_of_lanes);
lanes!(f32x16, f32, 16, sines_of_lanes);

/// Sines and cosines of the lanes of one angle, as those of several angles.
#[inline]
fn sines_of_lanes<L, F: Real, const N: usize>(angle: L) -> (L, L)
where
    L: Into<[F; N]> + From<[F; N]>,
{
    let (sines, cosines) = F::sin_cos_all(angle.into());
    (sines.into(), cosines.into())
}

macro_rules! bits {
    ($sines:ident, $wide:ident, $bits:ident) => {
        #[inline(always)]
        fn $sines(angle: $wide) -> ($wide, $wide) {
            if !AsCompiled::BRANCH_FREE {
                return sines_of_lanes(angle);
            }
            let found = near::<$wide, AsCompiled>(angle);
            match angle.abs().simd_le($wide::splat(FAR)).all() {
                true => found,
                false => {
                    let arrays = (found.0.to_array(), found.1.to_array());
                    let (s, c) = with_far(angle.to_array(), arrays, is_far, Real::sin_cos);
                    (s.into(), c.into())
                }
            }
        }

        impl Number for $wide {
            #[inline(always)]
            fn of(x: f64) -> Self {
                Self::splat(x)
            }

            #[inline(always)]
            fn fused(self, factor: Self, term: Self) -> Self {
                self.mul_add(factor, term)
            }

            #[inline(always)]
            fn fused_from(self, factor: Self, term: Self) -> Self {
                self.mul_neg_add(factor, term)
            }

            #[inline(always)]
            fn turned(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
                let quarters: $bits = cast(shifted);
                let [one, two] = [1, 2].map($bits::splat);
                let exchanged = $bits::splat(0) - (quarters & one);
                let (s, c): ($bits, $bits) = (cast(sine), cast(cosine));
                let change = (s ^ c) & exchanged;
                let sine = s ^ change ^ ((quarters & two) << 62_u32);
                let cosine = c ^ change ^ (((quarters + one) & two) << 62_u32);
                (cast(sine), cast(cosine))
            }
        }
    };
}

bits!(sines_of_f64x4, f64x4, u64x4);
bits!(sines_of_f64x8, f64x8, u64x8);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// All operations of a number.
    fn everything<T: Real>((q, x): ([T; 3], T)) -> [T; 4] {
        let (s, c) = T::sin_cos_all(q);
        let (one, other) = x.sin_cos();
        let root = (x * x + T::lit(0.1)).sqrt();
        [
            s[0].mul_add(c[1], -s[2] / root),
            one.mul_add(other, x.sin() - x.cos()),
            root.exp() + root.ln() * x.atan(),
            root.stumpff(3) + T::ONE - T::ZERO,
        ]
    }

    fn has_the_bits_of_one<L>()
    where
        L: Lanes + Real,
        L::One: Real + PartialEq + core::fmt::Debug,
    {
        // Some angles are far, and one is infinite.
        let angle = |k: usize| match k {
            35 => L::One::lit(2e7),
            63 => L::One::lit(f64::INFINITY),
            _ => L::One::lit(k as f64 * 0.731 - 9.0),
        };
        let state = |k: usize| ([angle(k), angle(7 * k), angle(k + 50)], angle(3 * k));
        // No state, one, incomplete groups of lanes, and more than one work item.
        for count in [0, 1, L::COUNT - 1, L::COUNT, 2 * L::COUNT + 3, 700] {
            let alone: Vec<_> = (0..count).map(|k| everything(state(k))).collect();
            let mut found = std::vec![[L::One::ZERO; 4]; count];
            map::<([L; 3], L), [L; 4]>(&mut found, state, everything);
            // Compared as text, in which NaN is equal to itself.
            assert_eq!(std::format!("{found:?}"), std::format!("{alone:?}"));
        }
    }

    #[test]
    fn each_lane_has_the_bits_of_one_state() {
        has_the_bits_of_one::<f64x4>();
        has_the_bits_of_one::<f64x8>();
        has_the_bits_of_one::<f32x8>();
        has_the_bits_of_one::<f32x16>();
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn all_processors_find_the_same() {
        let state = |k: usize| [k as f64, 0.5];
        let double = |[x, y]: [f64x4; 2]| x * y;
        let (mut one, mut all) = (std::vec![0.0; 1003], std::vec![0.0; 1003]);
        map(&mut one, state, double);
        map_in_parallel(&mut all, state, double);
        assert_eq!(one, all);
        assert_eq!(one[1002], 501.0);
    }
}
