//! Derivatives of steps and differences along rates, block by block, by dual numbers.

use core::marker::PhantomData;

use super::exponential::RotationVector;
use super::floating::Floating;
use super::modified_rodrigues::ModifiedRodrigues;
use super::planar::Planar;
use super::quaternion::{Quaternion, QuaternionRates};
use super::three_parameters::{Ball, BallByDerivatives, OrientedFloating};
use super::vector::Vector;
use super::{Chart, Operations, for_each_block, read};
use crate::{Dual, JointInfo, Real};

/// The number of directions in one pass.
const DIRECTIONS: usize = 3;

/// A square matrix by rows.
type Matrix<T, const N: usize> = [[T; N]; N];

/// Two matrices of derivatives of [`integrate`](super::integrate)`(q, qd, h)`: how a perturbation of the result depends
/// on a perturbation of `q`, and how it depends on `qd`.
///
/// A perturbation `delta` of a position is the step to `integrate(q, delta, 1)`: column j belongs to the rate j at `q`,
/// row i to the rate i at the result. If rates are derivatives, the matrices are the identity and `h` times
/// the identity. Entries that couple different joints are 0.
pub fn integrate_derivatives<T: Real, const NV: usize>(
    joints: &[JointInfo],
    q: &[T],
    (qd, h): (&[T; NV], T),
) -> [Matrix<T, NV>; 2] {
    let mut matrices = [[[T::ZERO; NV]; NV]; 2];
    for_each_block!(
        joints,
        |Block, at_q, at_v| {
            let step = read(qd, at_v).map(|rate| h * rate);
            let [by_position, by_step] = step_blocks(PhantomData::<Block>, read(q, at_q), step);
            write_block(&mut matrices[0], at_v, by_position);
            write_block(
                &mut matrices[1],
                at_v,
                by_step.map(|row| row.map(|x| h * x)),
            );
        },
        other | joint | fill_block_with_nan(&mut matrices, joint)
    );
    matrices
}

/// The derivatives of [`difference`](super::difference)`(from, to)` by perturbations of `from` and of `to`. At a
/// difference of half a turn there are none.
pub fn difference_derivatives<T: Real, const NV: usize>(
    joints: &[JointInfo],
    from: &[T],
    to: &[T],
) -> [Matrix<T, NV>; 2] {
    let mut matrices = [[[T::ZERO; NV]; NV]; 2];
    for_each_block!(
        joints,
        |Block, at_q, at_v| {
            let blocks = difference_blocks(PhantomData::<Block>, read(from, at_q), read(to, at_q));
            for (matrix, block) in matrices.iter_mut().zip(blocks) {
                write_block(matrix, at_v, block);
            }
        },
        other | joint | fill_block_with_nan(&mut matrices, joint)
    );
    matrices
}

/// The matrix of the map `delta -> -[qd, delta]`: how a perturbation of a position changes because the body moves. See
/// [`bracket`](super::bracket). The matrix is 0 if rates are derivatives.
pub(crate) fn perturbation_drift<T: Real, const NV: usize>(
    joints: &[JointInfo],
    qd: &[T; NV],
) -> Matrix<T, NV> {
    let mut drift = [[T::ZERO; NV]; NV];
    for_each_block!(
        joints,
        |Block, _q, at_v| {
            let block = block_drift(PhantomData::<Block>, read(qd, at_v));
            write_block(&mut drift, at_v, block);
        },
        other | joint | fill_block_with_nan(core::slice::from_mut(&mut drift), joint)
    );
    drift
}

/// The matrix of `delta -> -[qd, delta]` for one block: column j is minus the bracket of qd and the unit vector j.
fn block_drift<T, B, const NQ: usize, const NV: usize>(
    _: PhantomData<B>,
    qd: [T; NV],
) -> Matrix<T, NV>
where
    T: Real,
    B: Operations<T, NQ, NV>,
{
    let unit = |index| core::array::from_fn(|k| if k == index { T::ONE } else { T::ZERO });
    let columns: [[T; NV]; NV] = core::array::from_fn(|index| B::bracket(qd, unit(index)));
    core::array::from_fn(|row| columns.map(|column| -column[row]))
}

/// The derivatives of the position of one block after a step, by a perturbation of its start and by the step. The
/// perturbation of the result is the difference from the unperturbed result to the perturbed one. (The marker names the
/// chart, so that the sizes can be inferred.)
fn step_blocks<T, B, const NQ: usize, const NV: usize>(
    _: PhantomData<B>,
    q: [T; NQ],
    step: [T; NV],
) -> [Matrix<T, NV>; 2]
where
    T: Real,
    B: Operations<T, NQ, NV> + Operations<Dual<T, DIRECTIONS>, NQ, NV>,
{
    let next = B::integrate(q, step).map(Dual::constant);
    let constants = |vector: [T; NV]| vector.map(Dual::constant);
    [
        jacobian(|seeds| {
            B::difference(
                next,
                B::integrate(perturb::<T, B, NQ, NV>(q, seeds), constants(step)),
            )
        }),
        jacobian(|seeds| {
            let step = core::array::from_fn(|k| Dual {
                value: step[k],
                ..seeds[k]
            });
            B::difference(next, B::integrate(q.map(Dual::constant), step))
        }),
    ]
}

/// The derivatives of the difference of two positions of one block, by perturbations of the first and of the second.
fn difference_blocks<T, B, const NQ: usize, const NV: usize>(
    _: PhantomData<B>,
    from: [T; NQ],
    to: [T; NQ],
) -> [Matrix<T, NV>; 2]
where
    T: Real,
    B: Operations<T, NQ, NV> + Operations<Dual<T, DIRECTIONS>, NQ, NV>,
{
    let [constant_from, constant_to] = [from, to].map(|q| q.map(Dual::constant));
    [
        jacobian(|seeds| B::difference(perturb::<T, B, NQ, NV>(from, seeds), constant_to)),
        jacobian(|seeds| B::difference(constant_from, perturb::<T, B, NQ, NV>(to, seeds))),
    ]
}

/// The perturbed position `q exp(delta)`; to first order it is `q + N(q) delta`.
fn perturb<T, B, const NQ: usize, const NV: usize>(
    q: [T; NQ],
    delta: [Dual<T, DIRECTIONS>; NV],
) -> [Dual<T, DIRECTIONS>; NQ]
where
    T: Real,
    B: Operations<Dual<T, DIRECTIONS>, NQ, NV>,
{
    let rate = B::position_rate(q.map(Dual::constant), delta);
    core::array::from_fn(|k| Dual {
        value: q[k],
        ..rate[k]
    })
}

/// The Jacobian of a function at the argument 0, with [`DIRECTIONS`] seeds in a pass.
fn jacobian<T: Real, const NV: usize>(
    function: impl Fn([Dual<T, DIRECTIONS>; NV]) -> [Dual<T, DIRECTIONS>; NV],
) -> Matrix<T, NV> {
    let mut matrix = [[T::ZERO; NV]; NV];
    for first in (0..NV).step_by(DIRECTIONS) {
        let mut seeds = [Dual::constant(T::ZERO); NV];
        for (k, seed) in seeds.iter_mut().skip(first).take(DIRECTIONS).enumerate() {
            seed.derivatives[k] = T::ONE;
        }
        for (row, result) in matrix.iter_mut().zip(function(seeds)) {
            let entries = row.iter_mut().skip(first).zip(result.derivatives);
            for (entry, derivative) in entries {
                *entry = derivative;
            }
        }
    }
    matrix
}

/// Writes a block on the diagonal, beginning at `offset`; entries beyond the end are dropped.
fn write_block<T: Real, const N: usize, const NV: usize>(
    matrix: &mut Matrix<T, NV>,
    offset: usize,
    block: Matrix<T, N>,
) {
    for (row, values) in matrix.iter_mut().skip(offset).zip(block) {
        for (entry, value) in row.iter_mut().skip(offset).zip(values) {
            *entry = value;
        }
    }
}

/// Writes NaN to the blocks of a joint.
fn fill_block_with_nan<T: Real, const NV: usize>(
    matrices: &mut [Matrix<T, NV>],
    joint: &JointInfo,
) {
    for matrix in matrices {
        for row in matrix.iter_mut().skip(joint.v).take(joint.nv) {
            for entry in row.iter_mut().skip(joint.v).take(joint.nv) {
                *entry = T::lit(f64::NAN);
            }
        }
    }
}
