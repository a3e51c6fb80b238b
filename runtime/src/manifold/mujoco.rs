//! Conversions of positions, rates, accelerations and forces from and to MuJoCo's vectors.
//!
//! For robots read from MJCF, joints have the same order in MuJoCo and here, and the position of a hinge or slide is the
//! same number. MuJoCo's quaternions are w x y z, and the linear rates of its free joints are in world axes:
//! `qvel = T(q) qd`, where T is the body's rotation R for these rates, and the identity for all others. (A free joint
//! with armature is three slides and a ball joint here; its linear rates are in world axes here too.) So forces are
//! `tau = T^T qfrc`, and accelerations `qacc = T qdd + dT/dt qd`. For the linear part of a free joint this is
//! `R (a + w x v)`, where v and w are the linear and the angular rates in body axes, and a is the derivative of v. If
//! MuJoCo's mass matrix is M, ours is `T^T M T`, and `bias` is `T^T (qfrc_bias + M dT/dt qd)`.
//!
//! - `joints`: as in [`Joints::joints`](crate::Joints::joints). MuJoCo has no joint with another [`Chart`] than `Vector`,
//!   `Quaternion` and `Floating`: entries of joints with other charts are NaN
//! - `q`, `qd`, `qdd`, `tau`: of this crate, in every function
//! - `qpos`, `qvel`, `qacc`, `qfrc`: of MuJoCo
//!
//! No allocation, no panic; entries beyond the end of a slice are read as 0, and are not written. Source: MuJoCo's manual,
//! chapter Computation.
//!
//! ```
//! use multibody::manifold::mujoco;
//! use multibody::{Chart, JointInfo, JointKind, Limits};
//!
//! let base = JointInfo {
//!     name: "base", kind: JointKind::Floating, chart: Chart::Floating, q: 0, nq: 7, v: 0, nv: 6,
//!     parent: None, link: Some(0), limits: Limits::NONE,
//! };
//! // Turned by a quarter about z; it moves along x of the world, which is -y of the body.
//! let half = 0.5_f64.sqrt();
//! let q = mujoco::position_from(&[base], &[0.0, 0.0, 1.0, half, 0.0, 0.0, half]);
//! assert_eq!(q, [0.0, 0.0, 1.0, 0.0, 0.0, half, half]);
//! let qd = mujoco::rates_from(&[base], &q, &[1.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
//! assert!((qd[1] + 1.0).abs() < 1e-15 && qd[5] == 0.5);
//! assert_eq!(mujoco::position_to(&[base], &q), [0.0, 0.0, 1.0, half, 0.0, 0.0, half]);
//! ```

use super::rotation::{conjugate, cross, rotate, sum};
use super::{Chart, fill_nan, read, write};
use crate::{JointInfo, Real};

/// Converts MuJoCo's `qpos` to `q`.
#[inline]
pub fn position_from<T: Real, const NQ: usize>(joints: &[JointInfo], qpos: &[T; NQ]) -> [T; NQ] {
    reorder(joints, qpos, |[w, x, y, z]| [x, y, z, w])
}

/// Converts `q` to MuJoCo's `qpos`.
#[inline]
pub fn position_to<T: Real, const NQ: usize>(joints: &[JointInfo], q: &[T; NQ]) -> [T; NQ] {
    reorder(joints, q, |[x, y, z, w]| [w, x, y, z])
}

/// Converts MuJoCo's `qvel` at the position `q` to `qd = T^T qvel`.
#[inline]
pub fn rates_from<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qvel: &[T; NV],
) -> [T; NV] {
    change_linear(joints, q, qvel, |quat, linear, _| {
        rotate(conjugate(quat), linear)
    })
}

/// Converts `qd` at the position `q` to MuJoCo's `qvel = T qd`.
#[inline]
pub fn rates_to<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qd: &[T; NV],
) -> [T; NV] {
    change_linear(joints, q, qd, |quat, linear, _| rotate(quat, linear))
}

/// Converts MuJoCo's `qacc` at the state `q`, `qd` to `qdd = T^T (qacc - dT/dt qd)`.
#[inline]
pub fn acceleration_from<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qd: &[T; NV],
    qacc: &[T; NV],
) -> [T; NV] {
    change_linear(joints, q, qacc, |quat, linear, index| {
        let acceleration = rotate(conjugate(quat), linear);
        sum(T::ONE, acceleration, -T::ONE, spin_term(qd, index))
    })
}

/// Converts `qdd` at the state `q`, `qd` to MuJoCo's `qacc = T qdd + dT/dt qd`.
#[inline]
pub fn acceleration_to<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qd: &[T; NV],
    qdd: &[T; NV],
) -> [T; NV] {
    change_linear(joints, q, qdd, |quat, linear, index| {
        rotate(quat, sum(T::ONE, linear, T::ONE, spin_term(qd, index)))
    })
}

/// Converts MuJoCo's `qfrc` at the position `q` to `tau = T^T qfrc`.
#[inline]
pub fn force_from<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    qfrc: &[T; NV],
) -> [T; NV] {
    rates_from(joints, q, qfrc)
}

/// Converts `tau` at the position `q` to MuJoCo's `qfrc = T tau`; T is orthogonal.
#[inline]
pub fn force_to<T: Real, const NQ: usize, const NV: usize>(
    joints: &[JointInfo],
    q: &[T; NQ],
    tau: &[T; NV],
) -> [T; NV] {
    rates_to(joints, q, tau)
}

/// A position with the entries of quaternions in another order.
#[inline]
fn reorder<T: Real, const NQ: usize>(
    joints: &[JointInfo],
    position: &[T; NQ],
    order: fn([T; 4]) -> [T; 4],
) -> [T; NQ] {
    let mut result = *position;
    for joint in joints {
        match joint.chart {
            Chart::Vector => {}
            Chart::Quaternion => write(&mut result, joint.q, order(read(position, joint.q))),
            Chart::Floating => write(&mut result, joint.q + 3, order(read(position, joint.q + 3))),
            _ => fill_nan(&mut result, joint.q, joint.nq),
        }
    }
    result
}

/// The rates, with the linear part of each free joint replaced by the result of `change`. Its arguments are the joint's
/// quaternion, the linear part, and the index of the joint's first rate.
#[inline]
fn change_linear<T: Real, const NV: usize>(
    joints: &[JointInfo],
    q: &[T],
    rates: &[T; NV],
    change: impl Fn([T; 4], [T; 3], usize) -> [T; 3],
) -> [T; NV] {
    let mut result = *rates;
    for joint in joints {
        match joint.chart {
            Chart::Vector | Chart::Quaternion => {}
            Chart::Floating => {
                let linear = change(read(q, joint.q + 3), read(rates, joint.v), joint.v);
                write(&mut result, joint.v, linear);
            }
            _ => fill_nan(&mut result, joint.v, joint.nv),
        }
    }
    result
}

/// The cross product `w x v` of the angular and the linear rates of a free joint, which begin at this index.
#[inline]
fn spin_term<T: Real>(qd: &[T], index: usize) -> [T; 3] {
    cross(read(qd, index + 3), read(qd, index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold;

    /// A free body with a hinge, and a ball.
    const JOINTS: [JointInfo; 3] = [
        JointInfo::for_test(Chart::Floating, [0, 7, 0, 6]),
        JointInfo::for_test(Chart::Vector, [7, 1, 6, 1]),
        JointInfo::for_test(Chart::Quaternion, [8, 4, 7, 3]),
    ];
    const QPOS: [f64; 12] = [
        0.3, -0.2, 1.1, 0.5, -0.1, 0.7, 0.5, 0.4, 0.1, -0.7, 0.5, 0.5,
    ];
    const QVEL: [f64; 10] = [0.4, -1.2, 0.3, 0.8, -0.5, 0.6, 0.2, -0.3, 0.9, 0.1];
    const QACC: [f64; 10] = [-0.7, 0.2, 1.3, 0.1, 0.4, -0.9, 0.5, 0.6, -0.2, 0.3];

    fn assert_close<const N: usize>(actual: [f64; N], expected: [f64; N], tolerance: f64) {
        for (actual, expected) in actual.into_iter().zip(expected) {
            assert!(
                (actual - expected).abs() < tolerance,
                "{actual} is not {expected}"
            );
        }
    }

    #[test]
    fn conversions_there_and_back_change_nothing() {
        let q = position_from(&JOINTS, &QPOS);
        assert_eq!(q[3..7], [-0.1, 0.7, 0.5, 0.5]);
        assert_eq!(position_to(&JOINTS, &q), QPOS);
        let qd = rates_from(&JOINTS, &q, &QVEL);
        assert_close(rates_to(&JOINTS, &q, &qd), QVEL, 1e-15);
        let qdd = acceleration_from(&JOINTS, &q, &qd, &QACC);
        assert_close(acceleration_to(&JOINTS, &q, &qd, &qdd), QACC, 1e-15);
        let tau = force_from(&JOINTS, &q, &QACC);
        assert_close(force_to(&JOINTS, &q, &tau), QACC, 1e-15);
    }

    /// The origin of a free body moves with its rates in world axes, its acceleration is the derivative of its rates, and a
    /// force has the same power here and in MuJoCo.
    #[test]
    fn rates_and_accelerations_are_derivatives() {
        const STEP: f64 = 1e-4;
        let q = position_from(&JOINTS, &QPOS);
        let qd = rates_from(&JOINTS, &q, &QVEL);
        let mut rate = [0.0; 12];
        manifold::position_rate(&JOINTS, &q, &qd, &mut rate);
        assert_close([rate[0], rate[1], rate[2]], [0.4, -1.2, 0.3], 1e-15);
        let rates_at = |time: f64| {
            let mut next = [0.0; 12];
            let qvel: [f64; 10] = core::array::from_fn(|k| QVEL[k] + time * QACC[k]);
            manifold::integrate(&JOINTS, &q, &qd, time, &mut next);
            rates_from(&JOINTS, &next, &qvel)
        };
        let [later, earlier] = [STEP, -STEP].map(rates_at);
        let derivative = core::array::from_fn(|k| (later[k] - earlier[k]) / (2.0 * STEP));
        let qdd = acceleration_from(&JOINTS, &q, &qd, &QACC);
        assert_close(qdd, derivative, 1e-7);
        let tau = force_from(&JOINTS, &q, &QACC);
        let power = |force: [f64; 10], rates: [f64; 10]| -> f64 {
            force
                .iter()
                .zip(rates)
                .map(|(force, rate)| force * rate)
                .sum()
        };
        assert!((power(tau, qd) - power(QACC, QVEL)).abs() < 1e-15);
    }

    #[test]
    fn other_charts_have_no_counterpart() {
        let planar = [JointInfo::for_test(Chart::Planar, [0, 3, 0, 3])];
        assert!(
            position_from(&planar, &[1.0_f64; 3])
                .iter()
                .all(|x| x.is_nan())
        );
        assert!(
            rates_to(&planar, &[0.0; 3], &[1.0_f64; 3])
                .iter()
                .all(|x| x.is_nan())
        );
    }
}
