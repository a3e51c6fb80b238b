//! Steps along positions that are not vectors, and differences between them.
//!
//! If positions contain quaternions, or rates are in body axes, a step cannot simply be added: `dq/dt = N(q) qd`. Each
//! joint has a [`Chart`] that defines the operations on its positions, and the functions here apply them to all joints.
//! The traits have the same functions for a robot, such as [`Multibody::integrate`](crate::Multibody::integrate).
//!
//! - `joints`: as in [`Joints::joints`](crate::Joints::joints)
//! - `q`: `NQ` numbers, rad or m; quaternions of unit length
//! - `qd`: `NV` numbers, rad/s or m/s
//! - `step`: `NV` numbers, rad or m; a step is a velocity times a time
//!
//! No allocation, no panic, no branch that depends on the state. Entries beyond the end of a slice are read as 0, and
//! are not written; non-finite in, non-finite out. Source: Stumpff functions ([`Real::stumpff`]) in the exponential
//! maps of SO(3), SE(2) and SE(3), as e.g. in Murray, Li and Sastry 1994, chapter 2.

mod derivatives;
mod exponential;
mod floating;
mod modified_rodrigues;
pub mod mujoco;
mod planar;
pub(crate) mod quaternion;
pub(crate) mod rotation;
mod three_parameters;
mod vector;

#[cfg(test)]
mod tests;

use exponential::RotationVector;
use floating::Floating;
use modified_rodrigues::ModifiedRodrigues;
use planar::Planar;
use quaternion::{Quaternion, QuaternionRates};
use three_parameters::{Ball, BallByDerivatives, OrientedFloating};
use vector::Vector;

use crate::{JointInfo, Real};

/// What the positions and rates of a joint are, and how the derivatives of the positions follow from the rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chart {
    /// Any number of positions whose derivatives are the rates.
    Vector,
    /// A unit quaternion x y z w, body to parent; three rates, the angular velocity in body axes: SO(3).
    Quaternion,
    /// x, y and the angle; three rates, the velocity along the body's x and y, then the angular velocity: SE(2). The
    /// angle is a plain number, which counts whole turns.
    Planar,
    /// x y z and a unit quaternion x y z w, body to parent; six rates, linear, then angular velocity, both in
    /// body axes: SE(3).
    Floating,
    /// A rotation vector, axis times angle; three rates, the angular velocity in body axes: SO(3).
    Exponential,
    /// A rotation vector; three rates, its derivatives. It is treated as a vector except by [`normalize`], which also
    /// changes the rates.
    ExponentialRates,
    /// x y z and a rotation vector; six rates, linear, then angular velocity, both in body axes: SE(3).
    ExponentialFloating,
    /// A quaternion x y z w, body to parent; four rates, its derivatives. It is treated as a vector except by
    /// [`neutral`], and by [`normalize`], which also changes the rates.
    QuaternionRates,
    /// Modified Rodrigues parameters, the axis times the tangent of a quarter of the angle; three rates, the angular
    /// velocity in body axes: SO(3).
    ModifiedRodrigues,
    /// Modified Rodrigues parameters; three rates, their derivatives. It is treated as a vector except by
    /// [`normalize`], which also changes the rates.
    ModifiedRodriguesRates,
    /// x y z and modified Rodrigues parameters; six rates, linear, then angular velocity, both in body axes: SE(3).
    ModifiedRodriguesFloating,
    /// A chart that this crate does not define; results that depend on it are NaN.
    Other,
}

/// The operations of a chart with NQ positions and NV rates. One file has all operations of a chart, or of a group of
/// charts.
trait Operations<T: Real, const NQ: usize, const NV: usize> {
    /// The position without displacement and rotation.
    fn neutral() -> [T; NQ];

    /// The same position in normalized form, and rates of the same motion.
    fn normalize(q: [T; NQ], qd: [T; NV]) -> ([T; NQ], [T; NV]);

    /// `dq/dt = N(q) qd`.
    fn position_rate(q: [T; NQ], qd: [T; NV]) -> [T; NQ];

    /// The position that a body reaches if it keeps the rates `step` for a unit of time.
    fn integrate(q: [T; NQ], step: [T; NV]) -> [T; NQ];

    /// The step that leads from one position to another.
    fn difference(from: [T; NQ], to: [T; NQ]) -> [T; NV];

    /// The Lie bracket of two velocities: `[a, b] = a b - b a`, with velocities as matrices of the Lie algebra.
    fn bracket(a: [T; NV], b: [T; NV]) -> [T; NV];
}

/// Evaluates an expression for each block of coordinates of some joints, given the block's chart and the indices at
/// which its positions and its rates begin. Evaluates the expression after `other` for each joint of [`Chart::Other`].
macro_rules! for_each_block {
    ($joints:expr, |$Block:ident, $q:ident, $v:ident| $do:expr, other |$joint:ident| $other:expr) => {
        for $joint in $joints {
            let ($q, $v) = ($joint.q, $joint.v);
            match $joint.chart {
                Chart::Vector => {
                    type $Block = Vector;
                    for ($q, $v) in $joint.q_range().zip($joint.v_range()) {
                        $do
                    }
                }
                Chart::Quaternion => {
                    type $Block = Quaternion;
                    $do
                }
                Chart::Planar => {
                    type $Block = Planar;
                    $do
                }
                Chart::Floating => {
                    type $Block = Floating;
                    $do
                }
                Chart::Exponential => {
                    type $Block = Ball<RotationVector>;
                    $do
                }
                Chart::ExponentialRates => {
                    type $Block = BallByDerivatives<RotationVector>;
                    $do
                }
                Chart::ExponentialFloating => {
                    type $Block = OrientedFloating<RotationVector>;
                    $do
                }
                Chart::QuaternionRates => {
                    type $Block = QuaternionRates;
                    $do
                }
                Chart::ModifiedRodrigues => {
                    type $Block = Ball<ModifiedRodrigues>;
                    $do
                }
                Chart::ModifiedRodriguesRates => {
                    type $Block = BallByDerivatives<ModifiedRodrigues>;
                    $do
                }
                Chart::ModifiedRodriguesFloating => {
                    type $Block = OrientedFloating<ModifiedRodrigues>;
                    $do
                }
                Chart::Other => $other,
            }
        }
    };
}

use for_each_block;

pub(crate) use derivatives::perturbation_drift;
pub use derivatives::{difference_derivatives, integrate_derivatives};

/// The neutral position: zeros, and identity quaternions. It may be outside of limits.
#[inline]
pub fn neutral<T: Real>(joints: &[JointInfo], q: &mut [T]) {
    for_each_block!(
        joints,
        |Block, at_q, _v| write(q, at_q, Block::neutral()),
        other | joint | fill_nan(q, joint.q, joint.nq)
    );
}

/// Scales quaternions to unit length, `quat / |quat|`. Replaces rotation vectors and modified Rodrigues parameters of more
/// than half a turn by the shorter ones of the same orientation. All else is unchanged; in particular, angles are not
/// wrapped.
///
/// Results of [`integrate`] do not need it, unless rates are derivatives of such positions. Quaternions may have lengths
/// between 1e-150 and 1e150 (`f32`: 1e-18 and 1e18). Rates that are derivatives of such positions change with them, so
/// that the motion is the same; all other rates are unchanged. A quaternion of zeros becomes NaN: nothing is asserted,
/// since a [`Real`] cannot be compared.
#[inline]
pub fn normalize<T: Real>(joints: &[JointInfo], q: &mut [T], qd: &mut [T]) {
    for_each_block!(
        joints,
        |Block, at_q, at_v| {
            let (position, rates) = Block::normalize(read(q, at_q), read(qd, at_v));
            write(q, at_q, position);
            write(qd, at_v, rates);
        },
        other | joint | fill_nan(q, joint.q, joint.nq)
    );
}

/// The derivative of the position: `dq/dt = N(q) qd`.
#[inline]
pub fn position_rate<T: Real>(joints: &[JointInfo], q: &[T], qd: &[T], rate: &mut [T]) {
    for_each_block!(
        joints,
        |Block, at_q, at_v| write(
            rate,
            at_q,
            Block::position_rate(read(q, at_q), read(qd, at_v))
        ),
        other | joint | fill_nan(rate, joint.q, joint.nq)
    );
}

/// The position after the time `h` at constant rates: `q exp(h qd)`; if rates are derivatives, `q + h qd`.
#[inline]
pub fn integrate<T: Real>(joints: &[JointInfo], q: &[T], qd: &[T], h: T, next: &mut [T]) {
    for_each_block!(
        joints,
        |Block, at_q, at_v| {
            let step = read(qd, at_v).map(|rate| h * rate);
            write(next, at_q, Block::integrate(read(q, at_q), step));
        },
        other | joint | fill_nan(next, joint.q, joint.nq)
    );
}

/// The step from one position to another: `log(from^-1 to)`; if rates are derivatives, `to - from`.
///
/// With this step, [`integrate`] leads in a unit of time from `from` to `to`; a quaternion may end as the negative of
/// that in `to`, which is the same orientation. With rates in body axes the step is the shorter turn, which is unique
/// and accurate to rounding up to just below half a turn. The angle of a planar joint counts whole turns, so its step
/// is not the shorter turn. If the angles differ by almost a whole number of turns (other than 0), constant rates lead
/// almost back to the start, so the step to a different place is very long.
#[inline]
pub fn difference<T: Real>(joints: &[JointInfo], from: &[T], to: &[T], step: &mut [T]) {
    for_each_block!(
        joints,
        |Block, at_q, at_v| write(
            step,
            at_v,
            Block::difference(read(from, at_q), read(to, at_q))
        ),
        other | joint | fill_nan(step, joint.v, joint.nv)
    );
}

/// The Lie bracket `[a, b]` of two velocities of `NV` numbers each. Let `delta` be the perturbation of a position in
/// body axes, `q exp(delta)`, and `delta_qd` that of the velocity `qd`: then `d(delta)/dt = delta_qd - [qd, delta]` to
/// first order. If rates are derivatives, the bracket is 0.
#[inline]
pub fn bracket<T: Real>(joints: &[JointInfo], a: &[T], b: &[T], bracket: &mut [T]) {
    for_each_block!(
        joints,
        |Block, _q, at_v| write(bracket, at_v, Block::bracket(read(a, at_v), read(b, at_v))),
        other | joint | fill_nan(bracket, joint.v, joint.nv)
    );
}

/// Reads entries of a slice; those beyond its end are zeros.
#[inline(always)]
fn read<T: Real, const N: usize>(from: &[T], offset: usize) -> [T; N] {
    core::array::from_fn(|k| from.get(offset.wrapping_add(k)).copied().unwrap_or(T::ZERO))
}

/// Writes entries of a slice; those beyond its end are dropped.
#[inline(always)]
fn write<T: Real, const N: usize>(to: &mut [T], offset: usize, values: [T; N]) {
    for (slot, value) in to.iter_mut().skip(offset).zip(values) {
        *slot = value;
    }
}

/// Writes NaN to entries of a slice; those beyond its end are dropped.
#[inline(always)]
fn fill_nan<T: Real>(to: &mut [T], offset: usize, count: usize) {
    for slot in to.iter_mut().skip(offset).take(count) {
        *slot = T::lit(f64::NAN);
    }
}
