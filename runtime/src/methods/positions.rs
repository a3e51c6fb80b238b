//! The relation between the positions of a robot and its rates.

use core::array::from_fn;

use crate::{Chart, JointInfo, Real, manifold};

/// The positions of a robot. Positions in a vector space are updated inline. The operations of all other charts are
/// calls of functions that are not inlined, so that the step of a robot without such charts is as short as one written
/// by hand.
#[derive(Clone, Copy)]
pub(crate) struct Positions<const NQ: usize, const NV: usize> {
    joints: &'static [JointInfo],
    /// Whether `dq/dt = qd`, entry by entry. This depends on the joints alone, so a branch on it does not depend on the state.
    is_vector_space: bool,
}

impl<const NQ: usize, const NV: usize> Positions<NQ, NV> {
    #[inline]
    pub(crate) fn of(joints: &'static [JointInfo]) -> Self {
        let is_vector = |joint: &JointInfo| {
            joint.chart == Chart::Vector && joint.q == joint.v && joint.nq == joint.nv
        };
        let count: usize = joints.iter().map(|joint| joint.nq).sum();
        Self {
            joints,
            is_vector_space: NQ == NV && count == NQ && joints.iter().all(is_vector),
        }
    }

    /// `dq/dt = N(q) qd`
    #[inline]
    pub(crate) fn rate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV]) -> [T; NQ] {
        if self.is_vector_space {
            return as_positions(qd);
        }
        rate(self.joints, q, qd)
    }

    /// `q exp(h qd)`
    #[inline]
    pub(crate) fn integrate<T: Real>(&self, q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
        if self.is_vector_space {
            let qd = as_positions::<T, NQ, NV>(qd);
            return from_fn(|k| q[k] + h * qd[k]);
        }
        integrate(self.joints, q, qd, h)
    }

    /// The matrix of `delta -> -[qd, delta]`, with the Lie bracket; 0 if rates are derivatives of positions.
    #[inline]
    pub(crate) fn drift<T: Real>(&self, qd: &[T; NV]) -> [[T; NV]; NV] {
        if self.is_vector_space {
            return [[T::ZERO; NV]; NV];
        }
        drift(self.joints, qd)
    }

    /// The same state with orientations normalized as their charts define.
    #[inline]
    pub(crate) fn normalize<T: Real>(&self, q: [T; NQ], qd: [T; NV]) -> ([T; NQ], [T; NV]) {
        if self.is_vector_space {
            return (q, qd);
        }
        normalize(self.joints, q, qd)
    }
}

/// The same array, for NQ = NV.
#[inline]
fn as_positions<T: Real, const NQ: usize, const NV: usize>(rates: &[T; NV]) -> [T; NQ] {
    from_fn(|k| rates.get(k).copied().unwrap_or(T::ZERO))
}

#[inline(never)]
fn rate<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qd: &[T; NV],
) -> [T; NQ] {
    let mut rate = [T::ZERO; NQ];
    manifold::position_rate(joints, q, qd, &mut rate);
    rate
}

#[inline(never)]
fn integrate<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qd: &[T; NV],
    h: T,
) -> [T; NQ] {
    let mut next = [T::ZERO; NQ];
    manifold::integrate(joints, q, qd, h, &mut next);
    next
}

#[inline(never)]
fn drift<T: Real, const NV: usize>(joints: &[JointInfo], qd: &[T; NV]) -> [[T; NV]; NV] {
    manifold::perturbation_drift(joints, qd)
}

#[inline(never)]
fn normalize<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    mut q: [T; NQ],
    mut qd: [T; NV],
) -> ([T; NQ], [T; NV]) {
    manifold::normalize(joints, &mut q, &mut qd);
    (q, qd)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions and rates in the same order form a vector space. In different orders, with a quaternion or with a gap
    /// they do not, and the operations then give the results of the charts.
    #[test]
    fn vector_spaces_are_recognised_by_their_joints() {
        static ONE_BY_ONE: [JointInfo; 2] = [
            JointInfo::for_test(Chart::Vector, [0, 1, 0, 1]),
            JointInfo::for_test(Chart::Vector, [1, 2, 1, 2]),
        ];
        assert!(Positions::<3, 3>::of(&ONE_BY_ONE).is_vector_space);
        assert!(!Positions::<4, 4>::of(&ONE_BY_ONE).is_vector_space);
        static SWAPPED: [JointInfo; 2] = [
            JointInfo::for_test(Chart::Vector, [0, 1, 1, 1]),
            JointInfo::for_test(Chart::Vector, [1, 1, 0, 1]),
        ];
        let swapped = Positions::<2, 2>::of(&SWAPPED);
        assert!(!swapped.is_vector_space);
        assert_eq!(swapped.rate(&[0.0; 2], &[3.0, 5.0]), [5.0, 3.0]);
        assert_eq!(
            swapped.integrate(&[1.0, 2.0], &[3.0, 5.0], 2.0),
            [11.0, 8.0]
        );
        static BALL: [JointInfo; 1] = [JointInfo::for_test(Chart::Quaternion, [0, 4, 0, 3])];
        let ball = Positions::<4, 3>::of(&BALL);
        assert_eq!(
            ball.rate(&[0.0, 0.0, 0.0, 1.0], &[2.0, 0.0, 0.0]),
            [1.0, 0.0, 0.0, 0.0]
        );
        assert_eq!(
            ball.normalize([0.0, 0.0, 0.0, 2.0], [0.0; 3]).0,
            [0.0, 0.0, 0.0, 1.0]
        );
        static FOUR_RATES: [JointInfo; 1] =
            [JointInfo::for_test(Chart::QuaternionRates, [0, 4, 0, 4])];
        assert!(!Positions::<4, 4>::of(&FOUR_RATES).is_vector_space);
    }
}
