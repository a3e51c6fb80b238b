//! States that meet their constraints, from states that do not.

use core::array::from_fn;

use crate::dense::{dot, solve};
use crate::{PreparedConstrainedDynamics, Real};

/// Brings positions, then rates to the constraints of a robot, in a fixed number of Newton's steps.
///
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `mobility`: `[T; NV]`, not negative, how willingly each coordinate moves: 1 for all alike, whatever their units; one with 0 is fixed;
///   only their ratios matter
/// - `steps`: how often positions are moved; each step squares the error once it is small, so that from near
///   the constraints 3 are enough, and from a guess some 10
/// - returns the state, with `C(q)` and `J qd` next to 0
///
/// ```text
/// q' = q exp(-W J^T (J W J^T)^-1 C),    qd' = qd - W J^T (J W J^T)^-1 J qd,    W = diag(mobility)
/// ```
///
/// A step is the least that meets the constraints to first order, by the sum of `step^2 / mobility`. (The nearest by kinetic
/// energy, of rates, is [`constraint_impulse`](crate::ConstrainedDynamics::constraint_impulse) without restitution.)
/// Fixed coordinates partition the others from them: of a four-bar whose crank is fixed, coupler and rocker are found
/// from a rough guess, and from the rate of the crank theirs.
///
/// Velocity-level rows have no error of positions: steps go where these rows allow.
///
/// Where rows depend on one another, as the out-of-plane rows of a planar loop do, `J W J^T` is singular: its diagonal is
/// raised by 1024 units in the last place (rows are divided by their lengths under W), so that dependent rows share the requested change. That makes nothing inexact, since the steps go on until C is 0,
/// but motions along which J is less than some 1e-7 of its size (f32: 1e-3) are found slower, or not. Where no
/// position within reach meets the constraints the result does not either: ask
/// [`constraint`](crate::ConstrainedDynamics::constraint).
///
/// No allocation, no panic, no branch that depends on the state; non-finite in, non-finite out. Cost: a step takes C, J, about
/// `NC^2 NV + NC^3 / 3` operations and one [`integrate`](crate::Multibody::integrate). Source: Hairer, Lubich and
/// Wanner 2006, chapter IV.4; partitioning: Wehage and Haug 1982.
///
/// ```
/// use multibody::{ConstrainedDynamics, project};
///
/// /// A state on the constraints that is as good as the one given, its first coordinate as it is.
/// fn closed<R, const N: usize, const NC: usize>(robot: &R, guess: &[f64; N]) -> [f64; N]
/// where
///     R: ConstrainedDynamics<N, N, NC>,
/// {
///     let mobility = core::array::from_fn(|k| if k == 0 { 0.0 } else { 1.0 });
///     project(robot, (guess, &[0.0; N]), &mobility, 10).0
/// }
/// ```
pub fn project<R, T, const NQ: usize, const NV: usize, const NC: usize>(
    robot: &R,
    (q, qd): (&[T; NQ], &[T; NV]),
    mobility: &[T; NV],
    steps: usize,
) -> ([T; NQ], [T; NV])
where
    R: PreparedConstrainedDynamics<T, NQ, NV, NC>,
    T: Real,
{
    let mut q = *q;
    for _ in 0..steps {
        let jacobian = robot.constraint_jacobian(&q);
        let step = least(&jacobian, mobility, &robot.constraint(&q));
        q = robot.integrate(&q, &step, -T::ONE);
    }
    let jacobian = robot.constraint_jacobian(&q);
    let mut qd = *qd;
    // Twice: the second takes away what the raised diagonal has left.
    for _ in 0..2 {
        let step = least(&jacobian, mobility, &jacobian.map(|row| dot(&row, &qd)));
        qd = from_fn(|k| qd[k] - step[k]);
    }
    (q, qd)
}

/// `W J^T (J W J^T)^-1 c`, where the diagonal is raised.
///
/// Neither the unit of W nor those of rows matter: W is divided by its trace, and each row by its length under W, so that the
/// matrix has ones on its diagonal.
fn least<T: Real, const NV: usize, const NC: usize>(
    jacobian: &[[T; NV]; NC],
    mobility: &[T; NV],
    c: &[T; NC],
) -> [T; NV] {
    let unit = unit_in_the_last_place::<T>();
    let square = unit * unit;
    // Next to nothing, in f32 too: where all mobilities, or all entries of a row, are 0, nothing moves.
    let least = square * square * unit;
    let trace = mobility.iter().fold(least, |sum, &entry| sum + entry);
    let mobility = mobility.map(|entry| entry / trace);
    let scales = jacobian.map(|row| {
        let square: T = (0..NV).fold(least, |sum, k| sum + row[k] * (mobility[k] * row[k]));
        T::ONE / square.sqrt()
    });
    let rows: [[T; NV]; NC] = from_fn(|i| jacobian[i].map(|entry| scales[i] * entry));
    let weighted = rows.map(|row| from_fn(|k| mobility[k] * row[k]));
    // On and below the diagonal.
    let mut products = [[T::ZERO; NC]; NC];
    for (i, products) in products.iter_mut().enumerate() {
        for (entry, other) in products.iter_mut().zip(&weighted).take(i) {
            *entry = dot(&rows[i], other);
        }
        products[i] = T::ONE + T::lit(1024.0) * unit;
    }
    let y = solve(&mut products, &from_fn(|i| scales[i] * c[i]));
    from_fn(|k| (0..NC).fold(T::ZERO, |sum, i| sum + weighted[i][k] * y[i]))
}

/// Of 1, whatever the number type: a third is rounded.
fn unit_in_the_last_place<T: Real>() -> T {
    let off = T::lit(3.0) * (T::lit(4.0) / T::lit(3.0) - T::ONE) - T::ONE;
    (off * off).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the same row, one that is a sum, one that is 0: the requested change is reached by the least step, to what the diagonal
    /// is raised by.
    fn meets_rows_that_depend_on_others<T: Real + Into<f64>>(tolerance: f64) {
        let rows = [
            [1.0, 2.0, -3.0, 0.5],
            [0.3, -0.1, 0.7, 0.2],
            [2.0, 4.0, -6.0, 1.0],
            [0.0; 4],
            [1.3, 1.9, -2.3, 0.7],
        ];
        let target = [2.0, 1.0, 4.0, 0.0, 3.0].map(T::lit);
        let jacobian = rows.map(|row| row.map(T::lit));
        let step = least(&jacobian, &[T::ONE; 4], &target).map(Into::into);
        for (row, target) in rows.iter().zip(target.map(Into::into)) {
            let found: f64 = dot(row, &step);
            assert!((found - target).abs() < tolerance, "{found} {target}");
        }
        let two = [jacobian[0], jacobian[1]];
        let expected = least(&two, &[T::ONE; 4], &[target[0], target[1]]).map(Into::into);
        for (found, expected) in step.iter().zip(expected) {
            assert!((found - expected).abs() < tolerance, "{found} {expected}");
        }
    }

    #[test]
    fn rows_may_depend_on_one_another() {
        meets_rows_that_depend_on_others::<f64>(1e-11);
        meets_rows_that_depend_on_others::<f32>(5e-3);
    }

    /// However small all mobilities are, and some beside others, and in whatever unit a row is: the step is that of others.
    fn units_do_not_matter<T: Real + Into<f64>>(least_ratio: f64, tolerance: f64) {
        let jacobian = [[1.0, 2.0, -3.0], [0.5, -1.0, 0.0]].map(|row| row.map(T::lit));
        let c = [T::lit(2.0), T::lit(1.0)];
        let expected = least(&jacobian, &[1.0, 0.5, 2.0].map(T::lit), &c).map(Into::into);
        let same = |step: [T; 3], what: &str| {
            for (found, expected) in step.map(Into::into).iter().zip(expected) {
                assert!(
                    (found - expected).abs() < tolerance,
                    "{what}: {found} {expected}"
                );
            }
        };
        for unit in [1e-32, 1e-20, 1e20] {
            let mobility = [1.0, 0.5, 2.0].map(|entry| T::lit(unit * entry));
            same(least(&jacobian, &mobility, &c), "all mobilities");
        }
        for unit in [1e-12, 1e12] {
            let mut scaled = jacobian;
            scaled[1] = scaled[1].map(|entry| T::lit(unit) * entry);
            let target = [c[0], T::lit(unit) * c[1]];
            let step = least(&scaled, &[1.0, 0.5, 2.0].map(T::lit), &target);
            same(step, "a row's unit");
        }
        // One row that only a coordinate of little mobility can meet.
        let stiff = [T::ONE, T::lit(least_ratio)];
        let step: [f64; 2] = least(&[[T::ZERO, T::lit(3.0)]], &stiff, &[T::ONE]).map(Into::into);
        assert!(
            step[0] == 0.0 && (step[1] - 1.0 / 3.0).abs() < tolerance,
            "{step:?}"
        );
        // Nothing moves where all is fixed.
        let step = least(&jacobian, &[T::ZERO; 3], &c).map(Into::into);
        assert_eq!(step, [0.0; 3]);
    }

    #[test]
    fn mobilities_and_rows_have_any_unit() {
        units_do_not_matter::<f64>(1e-32, 1e-12);
        units_do_not_matter::<f32>(1e-28, 1e-3);
    }
}
