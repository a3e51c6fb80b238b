//! Projection of states onto the constraint manifold.

use core::array::from_fn;

use crate::dense::{dot, solve};
use crate::{ConstrainedDynamics, Real};

/// Projects positions and then rates onto the constraints of a robot, in a fixed number of Newton steps.
///
/// - `(q, qd)`: `[T; NQ]` and `[T; NV]`, the state
/// - `mobility`: `[T; NV]`, not negative, how freely each coordinate may be changed: 1 for all treats them alike,
///   whatever their units; a coordinate with 0 is fixed; only ratios matter
/// - `steps`: the number of Newton steps of the positions; once the error is small each step squares it, so 3 are
///   enough from near the constraints, and some 10 from a guess
/// - returns the state, with `C(q)` and `J qd` next to 0
///
/// ```text
/// q' = q exp(-W J^T (J W J^T)^-1 C),    qd' = qd - W J^T (J W J^T)^-1 J qd,    W = diag(mobility)
/// ```
///
/// Each step is the smallest, measured by the sum of `step^2 / mobility`, that satisfies the constraints to first
/// order. (The change of the rates that is smallest in kinetic energy is
/// [`constraint_impulse`](crate::ConstrainedDynamics::constraint_impulse) without restitution.) Fixed coordinates
/// partition the coordinates into independent and dependent ones: for a four-bar linkage with a fixed crank, coupler
/// and rocker are found from a rough guess, and their rates from the rate of the crank.
///
/// Velocity-level rows have no position error; steps of the positions are restricted to directions that satisfy these
/// rows.
///
/// If rows depend on one another, as the out-of-plane rows of a planar loop do, `J W J^T` is singular. Therefore rows
/// are divided by their lengths under W, and the diagonal is raised by 1024 units in the last place. So dependent rows
/// share the requested change. The result is no less exact, since further steps bring C to 0. But motions along
/// which J is less than some 1e-7 of its size (f32: 1e-3) are found slowly or not at all. If no position within reach
/// satisfies the constraints, neither does the result: check it with
/// [`constraint`](crate::ConstrainedDynamics::constraint).
///
/// No allocation, no panic, no branch that depends on the state; non-finite in, non-finite out. Cost: each step takes
/// C, J, about `NC^2 NV + NC^3 / 3` operations and one [`integrate`](crate::Multibody::integrate). Source: Hairer,
/// Lubich and Wanner 2006, chapter IV.4; partitioning: Wehage and Haug 1982.
///
/// ```
/// use multibody::{ConstrainedDynamics, project};
///
/// /// A position on the constraints near a guess, with the guess's first coordinate.
/// fn closed<R, const N: usize, const NC: usize>(robot: &R, guess: &[f64; N]) -> [f64; N]
/// where
///     R: ConstrainedDynamics<f64, N, N, NC> + ?Sized,
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
    R: ConstrainedDynamics<T, NQ, NV, NC> + ?Sized,
    T: Real,
{
    let mut q = *q;
    for _ in 0..steps {
        let jacobian = robot.constraint_jacobian(&q);
        let step = minimal_step(&jacobian, mobility, &robot.constraint(&q));
        q = robot.integrate(&q, &step, -T::ONE);
    }
    let jacobian = robot.constraint_jacobian(&q);
    let mut qd = *qd;
    // Twice: the second step removes what remains because of the raised diagonal.
    for _ in 0..2 {
        let step = minimal_step(&jacobian, mobility, &jacobian.map(|row| dot(&row, &qd)));
        qd = from_fn(|k| qd[k] - step[k]);
    }
    (q, qd)
}

/// `W J^T (J W J^T)^-1 c`, with a raised diagonal of `J W J^T`: see [`project`].
///
/// The result depends neither on the unit of W nor on those of the rows: W is divided by its trace, and each row by its
/// length under W, so that the matrix has ones on its diagonal.
fn minimal_step<T: Real, const NV: usize, const NC: usize>(
    jacobian: &[[T; NV]; NC],
    mobility: &[T; NV],
    c: &[T; NC],
) -> [T; NV] {
    let unit = unit_in_the_last_place::<T>();
    let square = unit * unit;
    // Almost 0, but not rounded to 0 in f32. It avoids divisions by 0: if all mobilities, or all entries of a row, are
    // 0, nothing moves.
    let tiny = square * square * unit;
    let trace = mobility.iter().fold(tiny, |sum, &entry| sum + entry);
    let weights = mobility.map(|entry| entry / trace);
    let scales = jacobian.map(|row| {
        let squared_length: T = (0..NV).fold(tiny, |sum, k| sum + row[k] * (weights[k] * row[k]));
        T::ONE / squared_length.sqrt()
    });
    let rows: [[T; NV]; NC] = from_fn(|i| jacobian[i].map(|entry| scales[i] * entry));
    let weighted = rows.map(|row| from_fn(|k| weights[k] * row[k]));
    // J W J^T with scaled rows: its entries on and below the diagonal, which `solve` reads.
    let mut products = [[T::ZERO; NC]; NC];
    for (i, row) in products.iter_mut().enumerate() {
        for (entry, weighted_row) in row.iter_mut().zip(&weighted).take(i) {
            *entry = dot(&rows[i], weighted_row);
        }
        row[i] = T::ONE + T::lit(1024.0) * unit;
    }
    let y = solve(&mut products, &from_fn(|i| scales[i] * c[i]));
    from_fn(|k| (0..NC).fold(T::ZERO, |sum, i| sum + weighted[i][k] * y[i]))
}

/// The unit in the last place of 1 for any number type, found from the rounding of 4/3.
fn unit_in_the_last_place<T: Real>() -> T {
    let error = T::lit(3.0) * (T::lit(4.0) / T::lit(3.0) - T::ONE) - T::ONE;
    (error * error).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One row is a multiple of another, one is a sum of two others, and one is 0: the least step reaches the requested
    /// change, up to the error from the raised diagonal.
    fn satisfies_rows_that_depend_on_others<T: Real + Into<f64>>(tolerance: f64) {
        let rows = [
            [1.0, 2.0, -3.0, 0.5],
            [0.3, -0.1, 0.7, 0.2],
            [2.0, 4.0, -6.0, 1.0],
            [0.0; 4],
            [1.3, 1.9, -2.3, 0.7],
        ];
        let target = [2.0, 1.0, 4.0, 0.0, 3.0].map(T::lit);
        let jacobian = rows.map(|row| row.map(T::lit));
        let step = minimal_step(&jacobian, &[T::ONE; 4], &target).map(Into::into);
        for (row, target) in rows.iter().zip(target.map(Into::into)) {
            let actual: f64 = dot(row, &step);
            assert!((actual - target).abs() < tolerance, "{actual} {target}");
        }
        let independent_rows = [jacobian[0], jacobian[1]];
        let expected =
            minimal_step(&independent_rows, &[T::ONE; 4], &[target[0], target[1]]).map(Into::into);
        for (actual, expected) in step.iter().zip(expected) {
            assert!((actual - expected).abs() < tolerance, "{actual} {expected}");
        }
    }

    #[test]
    fn rows_may_depend_on_one_another() {
        satisfies_rows_that_depend_on_others::<f64>(1e-11);
        satisfies_rows_that_depend_on_others::<f32>(5e-3);
    }

    /// The step does not depend on the units of mobilities and of rows, and is right for mobilities that are very small
    /// compared with others.
    fn units_do_not_matter<T: Real + Into<f64>>(least_ratio: f64, tolerance: f64) {
        let jacobian = [[1.0, 2.0, -3.0], [0.5, -1.0, 0.0]].map(|row| row.map(T::lit));
        let c = [T::lit(2.0), T::lit(1.0)];
        let expected = minimal_step(&jacobian, &[1.0, 0.5, 2.0].map(T::lit), &c).map(Into::into);
        let check = |step: [T; 3], subject: &str| {
            for (actual, expected) in step.map(Into::into).iter().zip(expected) {
                assert!(
                    (actual - expected).abs() < tolerance,
                    "{subject}: {actual} {expected}"
                );
            }
        };
        for unit in [1e-32, 1e-20, 1e20] {
            let mobility = [1.0, 0.5, 2.0].map(|entry| T::lit(unit * entry));
            check(minimal_step(&jacobian, &mobility, &c), "all mobilities");
        }
        for unit in [1e-12, 1e12] {
            let mut scaled = jacobian;
            scaled[1] = scaled[1].map(|entry| T::lit(unit) * entry);
            let target = [c[0], T::lit(unit) * c[1]];
            let step = minimal_step(&scaled, &[1.0, 0.5, 2.0].map(T::lit), &target);
            check(step, "a row's unit");
        }
        // A row that only a coordinate of low mobility can satisfy.
        let stiff = [T::ONE, T::lit(least_ratio)];
        let step: [f64; 2] =
            minimal_step(&[[T::ZERO, T::lit(3.0)]], &stiff, &[T::ONE]).map(Into::into);
        assert!(
            step[0] == 0.0 && (step[1] - 1.0 / 3.0).abs() < tolerance,
            "{step:?}"
        );
        // Nothing moves if all coordinates are fixed.
        let step = minimal_step(&jacobian, &[T::ZERO; 3], &c).map(Into::into);
        assert_eq!(step, [0.0; 3]);
    }

    #[test]
    fn mobilities_and_rows_have_any_unit() {
        units_do_not_matter::<f64>(1e-32, 1e-12);
        units_do_not_matter::<f32>(1e-28, 1e-3);
    }
}
