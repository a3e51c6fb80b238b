//! Motion under constraints of any rank: the null space of J, and the least multipliers.

use std::vec::Vec;

use nalgebra::{DMatrix, DVector};

use super::Model;
use super::singular_values::Decomposition;

/// The equations `M x = f + J^T lambda` and `J x = b`, with J already decomposed.
///
/// The singular values are those of `J D` with `D = diag(M)^(-1/2)`, which do not depend on the units of the
/// coordinates. In the directions of nonzero singular values the constraints determine x. In the null space the forces
/// determine x, so M has to be regular there. Rows may depend on one another: x is still unique, and lambda is the
/// least. Rows that contradict one another are satisfied in the sense of least squares.
struct Kkt {
    mass: DMatrix<f64>,
    /// The scaling D.
    scale: DMatrix<f64>,
    /// `J D`.
    jacobian: DMatrix<f64>,
    decomposition: Decomposition,
}

/// The steps `(S + eps) lambda' = r + eps lambda` from `lambda = 0`. They solve `S lambda = r` with `S = J M^-1 J^T`,
/// where S may be singular.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proximal {
    pub eps: f64,
    pub steps: u32,
}

impl Proximal {
    /// The fraction of the error that remains after the steps in a direction with this eigenvalue of S.
    pub fn remainder(self, s: f64) -> f64 {
        (self.eps / (s + self.eps)).powi(self.steps as i32)
    }

    /// x and lambda of `M x = f + J^T lambda`, `J x = b`. Along each eigenvector of S, lambda is what the steps reach. If M
    /// cannot be inverted, both are NaN.
    fn solve(
        self,
        mass: &DMatrix<f64>,
        jacobian: &DMatrix<f64>,
        (force, b): (&DVector<f64>, &DVector<f64>),
    ) -> (DVector<f64>, DVector<f64>) {
        let nan = |count| DVector::from_element(count, f64::NAN);
        let Some(factors) = mass.clone().cholesky() else {
            return (nan(mass.nrows()), nan(jacobian.nrows()));
        };
        let lower = factors.l();
        let scaled = lower.solve_lower_triangular(&jacobian.transpose());
        // J L^-T: the squares of its singular values are the eigenvalues of S.
        let decomposition = Decomposition::new(scaled.expect("regular").transpose());
        let residual = b - jacobian * factors.solve(force);
        let lambda = decomposition.solve_gram(&residual, |s| 1.0 - self.remainder(s));
        (factors.solve(&(force + jacobian.tr_mul(&lambda))), lambda)
    }
}

impl Kkt {
    fn new(mass: DMatrix<f64>, jacobian: &DMatrix<f64>) -> Self {
        let inverse_root = |m: f64| if m > 0.0 { 1.0 / m.sqrt() } else { 1.0 };
        let scale = DMatrix::from_diagonal(&mass.diagonal().map(inverse_root));
        let scaled_jacobian = jacobian * &scale;
        Self {
            decomposition: Decomposition::new(scaled_jacobian.clone()),
            mass,
            scale,
            jacobian: scaled_jacobian,
        }
    }

    /// x and lambda; both are NaN if M is singular on the null space of J.
    fn solve(&self, force: &DVector<f64>, b: &DVector<f64>) -> (DVector<f64>, DVector<f64>) {
        let constrained_x = &self.scale * self.decomposition.solve(b);
        let null_space = &self.scale * &self.decomposition.null;
        let reduced_mass = null_space.tr_mul(&self.mass) * &null_space;
        let null_force = null_space.tr_mul(&(force - &self.mass * &constrained_x));
        let coordinates = match reduced_mass.cholesky() {
            Some(factors) => factors.solve(&null_force),
            None => DVector::from_element(null_force.len(), f64::NAN),
        };
        let x = constrained_x + null_space * coordinates;
        // J^T lambda = M x - f
        let right_side = &self.scale * (&self.mass * &x - force);
        let lambda = self.decomposition.solve_transposed(&right_side);
        (x, lambda)
    }

    /// The condition number of `[[D M D, (R J D)^T], [R J D, 0]]`, not counting dependent rows; R scales the rows to
    /// unit length. It is infinite if rounding hides any other direction.
    fn condition(&self) -> f64 {
        let (rows, columns) = self.jacobian.shape();
        let mut matrix = DMatrix::zeros(columns + rows, columns + rows);
        let mass = &self.scale * &self.mass * &self.scale;
        matrix.view_mut((0, 0), mass.shape()).copy_from(&mass);
        for (i, row) in self.jacobian.row_iter().enumerate() {
            let length = row.norm();
            let unit_row = if length > 0.0 { row / length } else { row.into_owned() };
            matrix
                .view_mut((columns + i, 0), (1, columns))
                .copy_from(&unit_row);
            let mut column = matrix.view_mut((0, columns + i), (columns, 1));
            column.copy_from(&unit_row.transpose());
        }
        let decomposition = Decomposition::new(matrix);
        if decomposition.rank() < columns + self.decomposition.rank() {
            f64::INFINITY
        } else {
            decomposition.condition()
        }
    }
}

impl Model {
    /// The same model, with multipliers computed by proximal steps: `(S + eps) lambda' = r + eps lambda` from 0, to
    /// solve `S lambda = r` with `S = J M^-1 J^T`; in inverse dynamics S consists of products of columns of J.
    ///
    /// - `eps`: in units of S, per kg for rows that are lengths, and in inverse dynamics in units of `J J^T`; with 0
    ///   multipliers are the least
    #[must_use]
    pub fn with_regularization(mut self, eps: f64, steps: u32) -> Self {
        self.proximal = (eps > 0.0).then_some(Proximal { eps, steps });
        self
    }

    /// Acceleration and multipliers under a generalized force:
    /// `M qdd + C qd + g = tau + Q + J^T lambda`, `J qdd + dJ/dt qd = -ks C - kd J qd`.
    ///
    /// - `feedback`: `[ks, kd]`
    ///
    /// Rows may depend on one another: multipliers are those of least norm, unless a regularization is set. If M is
    /// singular on the null space of J, all results are NaN.
    pub fn constrained_forward_dynamics(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
        feedback: [f64; 2],
    ) -> (DVector<f64>, DVector<f64>) {
        let ones = std::vec![1.0; self.nc()];
        self.constrained_forward_dynamics_with_selectors(q, qd, tau, wrenches, (feedback, &ones))
    }

    /// [`constrained_forward_dynamics`](Self::constrained_forward_dynamics) with only those rows active whose selector
    /// is 1; multipliers of rows whose selector is 0 are 0.
    ///
    /// # Panics
    /// If there are not as many selectors as rows.
    pub fn constrained_forward_dynamics_with_selectors(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
        (feedback, selectors): ([f64; 2], &[f64]),
    ) -> (DVector<f64>, DVector<f64>) {
        let zero_qdd = std::vec![0.0; self.nv];
        let force =
            DVector::from_column_slice(tau) - self.inverse_dynamics(q, qd, &zero_qdd, wrenches);
        let right_side = self.constraint_acceleration(q, qd, feedback);
        self.solve_active_rows(q, selectors, (&force, &right_side))
    }

    /// Rates after an impulse of the constraints, and the impulse p along their rows: `J qd' = -e J qd`,
    /// `M (qd' - qd) = J^T p`.
    pub fn constraint_impulse(
        &self,
        q: &[f64],
        qd: &[f64],
        restitution: f64,
    ) -> (DVector<f64>, DVector<f64>) {
        let ones = std::vec![1.0; self.nc()];
        self.constraint_impulse_with_selectors(q, qd, restitution, &ones)
    }

    /// [`constraint_impulse`](Self::constraint_impulse) with only those rows active whose selector is 1; impulses of
    /// rows whose selector is 0 are 0.
    ///
    /// # Panics
    /// If there are not as many selectors as rows.
    pub fn constraint_impulse_with_selectors(
        &self,
        q: &[f64],
        qd: &[f64],
        restitution: f64,
        selectors: &[f64],
    ) -> (DVector<f64>, DVector<f64>) {
        let jump = -(1.0 + restitution) * self.constraint_rate(q, qd);
        let no_force = DVector::zeros(self.nv);
        let (change, impulse) = self.solve_active_rows(q, selectors, (&no_force, &jump));
        (DVector::from_column_slice(qd) + change, impulse)
    }

    /// The factor by which errors may grow when `[[M, J^T], [J, 0]]` is inverted. The matrix is first scaled so that the
    /// diagonal of M and the lengths of the rows of J are 1.
    pub(super) fn constrained_condition(&self, q: &[f64], selectors: &[f64]) -> f64 {
        let rows = self
            .constraint_jacobian(q)
            .select_rows(&active_rows(selectors));
        Kkt::new(self.mass_matrix(q), &rows).condition()
    }

    /// x and lambda of `M x = f + J^T lambda`, `J x = b` for the active rows.
    fn solve_active_rows(
        &self,
        q: &[f64],
        selectors: &[f64],
        (force, b): (&DVector<f64>, &DVector<f64>),
    ) -> (DVector<f64>, DVector<f64>) {
        assert_eq!(selectors.len(), self.nc(), "a selector for each row");
        let rows = active_rows(selectors);
        let (mass, jacobian) = (self.mass_matrix(q), self.constraint_jacobian(q));
        let (jacobian, right_side) = (jacobian.select_rows(&rows), b.select_rows(&rows));
        let (x, multipliers) = match self.proximal {
            None => Kkt::new(mass, &jacobian).solve(force, &right_side),
            Some(steps) => steps.solve(&mass, &jacobian, (force, &right_side)),
        };
        let mut lambda = DVector::zeros(b.len());
        rows.iter()
            .zip(&multipliers)
            .for_each(|(&row, multiplier)| lambda[row] = *multiplier);
        (x, lambda)
    }
}

/// The indices of the active rows.
fn active_rows(selectors: &[f64]) -> Vec<usize> {
    (0..selectors.len())
        .filter(|&row| selectors[row] != 0.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::random_tree::{Root, random_tree};
    use crate::reference::{Constraint, Coordinate, Frame, Joint, Link, Motion, Row, State};
    use crate::{Dual, Real};

    const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn pin(link: usize, rows: &[Row]) -> Constraint {
        let to = Frame {
            link: Some(link),
            ..Frame::world(IDENTITY, [0.1, 0.2, -0.3])
        };
        Constraint::between(Frame::world(IDENTITY, [0.5, 0.0, 0.2]), to, rows)
    }

    const POINT: [Row; 3] = [Row::Offset(0), Row::Offset(1), Row::Offset(2)];

    fn assert_close(subject: &str, actual: &DVector<f64>, expected: &DVector<f64>, tolerance: f64) {
        let error = (actual - expected).amax();
        let limit = tolerance * expected.amax().max(1.0);
        assert!(error <= limit, "{subject}: {error:e} above {limit:e}");
    }

    /// Checks the equation of motion and the accelerations of the constraints, and returns the solution.
    fn dynamics_of(
        model: &Model,
        state: &State,
        feedback: [f64; 2],
    ) -> (DVector<f64>, DVector<f64>) {
        let State { q, qd, tau, .. } = state;
        let wrenches = [(5, [1.0, -2.0, 3.0, 0.4, 0.5, -0.6])];
        let (qdd, lambda) = model.constrained_forward_dynamics(q, qd, tau, &wrenches, feedback);
        let jacobian = model.constraint_jacobian(q);
        let expected = model.inverse_dynamics(q, qd, qdd.as_slice(), &wrenches);
        let actual = DVector::from_column_slice(tau) + jacobian.tr_mul(&lambda);
        assert_close("forces", &actual, &expected, 1e-10);
        let velocity = DVector::from_column_slice(qd);
        let [ks, kd] = feedback;
        let rows = &jacobian * &qdd
            + model.constraint_bias(q, qd)
            + ks * model.constraint(q)
            + kd * &jacobian * velocity;
        assert_close("rows", &rows, &DVector::zeros(model.nc()), 1e-9);
        (qdd, lambda)
    }

    #[test]
    fn the_solution_solves_the_equations() {
        for root in [Root::Welded, Root::Floating] {
            for seed in 0..4 {
                let model = random_tree(seed, root, false)
                    .with_constraints([pin(5, &POINT), pin(3, &POINT[1..])]);
                let state = model.random_state(seed, 0);
                let (_, lambda) = dynamics_of(&model, &state, [0.0; 2]);
                assert!(lambda.iter().all(|lambda| *lambda != 0.0));
                let (_, lambda_with_feedback) = dynamics_of(&model, &state, [30.0, 4.0]);
                assert!((lambda - lambda_with_feedback).amax() > 1e-3);
            }
        }
    }

    /// If all rows are given three times, the acceleration is the same, and the multipliers are shared equally, which
    /// is the least solution.
    #[test]
    fn rows_may_depend_on_one_another() {
        for seed in 0..4 {
            let once = random_tree(seed, Root::Floating, false).with_constraints([pin(5, &POINT)]);
            let state = once.random_state(seed, 0);
            let (qdd, lambda) = dynamics_of(&once, &state, [30.0, 4.0]);
            let thrice = once.with_constraints([pin(5, &POINT), pin(5, &POINT), pin(5, &POINT)]);
            let (actual, shared) = dynamics_of(&thrice, &state, [30.0, 4.0]);
            assert_close("qdd", &actual, &qdd, 1e-11);
            for third in 0..3 {
                let share = shared.rows(3 * third, 3).into_owned();
                assert_close("shares", &share, &(&lambda / 3.0), 1e-11);
            }
        }
    }

    #[test]
    fn impulses_reverse_rates_of_rows_and_never_add_energy() {
        for seed in 0..4 {
            let model = random_tree(seed, Root::Floating, false).with_constraints([pin(5, &POINT)]);
            let State { q, qd, .. } = model.random_state(seed, 0);
            let energy = |qd: &[f64]| model.kinetic_energy(&q, qd);
            for (restitution, is_elastic) in [(0.0, false), (0.5, false), (1.0, true)] {
                let (next_rates, impulse) = model.constraint_impulse(&q, &qd, restitution);
                let jacobian = model.constraint_jacobian(&q);
                let rates = DVector::from_column_slice(&qd);
                assert_close(
                    "rows",
                    &(&jacobian * &next_rates),
                    &(-restitution * &jacobian * &rates),
                    1e-10,
                );
                let change = model.mass_matrix(&q) * (&next_rates - rates);
                assert_close("momentum", &jacobian.tr_mul(&impulse), &change, 1e-10);
                let [energy_before, energy_after] = [energy(&qd), energy(next_rates.as_slice())];
                let lost = (energy_before - energy_after) / energy_before;
                assert!(
                    lost > -1e-12 && (lost < 1e-12) == is_elastic,
                    "{restitution}: {lost:e}"
                );
            }
        }
    }

    /// If rounding hides a direction of `[[M, J^T], [J, 0]]`, the condition is infinite. Rows that already depend on
    /// others in J do not count.
    #[test]
    fn the_condition_leaves_out_dependent_rows() {
        let condition = |slant: f64| {
            let rows = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, 1.0, slant]);
            Kkt::new(DMatrix::identity(2, 2), &rows).condition()
        };
        let [wide, narrow, hidden, parallel] = [1.0, 1e-3, 1e-7, 0.0].map(condition);
        assert!(
            wide < 10.0 && (1e6..1e8).contains(&narrow),
            "{wide} {narrow}"
        );
        assert_eq!(hidden, f64::INFINITY);
        assert!(parallel < 10.0, "{parallel}");
    }

    /// Links that turn about z, each given by rotation and translation relative to the previous one. Constraint rows
    /// between `start` and a frame at the end of the last link close the loop.
    fn loop_of(
        placements: &[([[f64; 3]; 3], [f64; 3])],
        start: Frame,
        end: ([[f64; 3]; 3], [f64; 3]),
        rows: &[Row],
    ) -> Model {
        let links: Vec<Link> = (0..placements.len())
            .map(|k| Link {
                name: "link",
                mass: 1.0 + 0.3 * k as f64,
                com: [0.4, 0.1, -0.2],
                inertia: [[0.3, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.4]],
            })
            .collect();
        let last = links.len() - 1;
        let joints: Vec<Joint> = (placements.iter().enumerate())
            .map(|(child, &(rotation, translation))| Joint {
                name: "joint",
                parent: child.checked_sub(1),
                child,
                rotation,
                translation,
                motion: Motion::Revolute {
                    axis: [0.0, 0.0, 1.0],
                    coordinate: Coordinate {
                        index_q: child,
                        index_v: child,
                        multiplier: 1.0,
                        offset: 0.0,
                    },
                },
            })
            .collect();
        let end = Frame {
            link: Some(last),
            ..Frame::world(end.0, end.1)
        };
        Model::new([0.3, -9.81, 1.0], links, joints)
            .with_constraints([Constraint::between(start, end, rows)])
    }

    fn about_x(angle: f64) -> [[f64; 3]; 3] {
        let (s, c) = angle.sin_cos();
        [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]
    }

    /// Bennett's linkage: four hinges in space that can move, although counting degrees of freedom gives none. Of the
    /// five rows of its last hinge three are independent almost everywhere, and two in closed positions.
    #[test]
    fn bennetts_linkage_moves_as_its_closed_form() {
        let (alpha, beta) = (0.6_f64, 1.1_f64);
        let (a, b) = (1.0, beta.sin() / alpha.sin());
        let model = loop_of(
            &[
                (IDENTITY, [0.0; 3]),
                (about_x(alpha), [a, 0.0, 0.0]),
                (about_x(beta), [b, 0.0, 0.0]),
            ],
            Frame::world(about_x(-beta), [-b, 0.0, 0.0]),
            (about_x(alpha), [a, 0.0, 0.0]),
            &[
                Row::Offset(0),
                Row::Offset(1),
                Row::Offset(2),
                Row::Axes(0, 2),
                Row::Axes(1, 2),
            ],
        );
        // tan(first / 2) tan(second / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2)
        let product = (0.5 * (beta + alpha)).sin() / (0.5 * (beta - alpha)).sin();
        type NestedDual = Dual<Dual<f64, 1>, 1>;
        let loop_angles = |first: NestedDual| {
            let half = NestedDual::lit(0.5) * first;
            let second =
                NestedDual::lit(2.0) * (NestedDual::lit(product) * half.cos() / half.sin()).atan();
            [
                first,
                second,
                NestedDual::lit(std::f64::consts::TAU) - first,
            ]
        };
        let motion = |x: f64, rate: f64, acceleration: f64| -> NestedDual {
            let inner = Dual {
                value: x,
                derivatives: [rate],
            };
            let outer = Dual {
                value: rate,
                derivatives: [acceleration],
            };
            Dual {
                value: inner,
                derivatives: [outer],
            }
        };
        let numbers = |component: fn(NestedDual) -> f64, angles: [NestedDual; 3]| {
            DVector::from_iterator(3, angles.map(component))
        };
        let rank = |q: &[f64]| {
            let rows = model.constraint_jacobian(q);
            Kkt::new(model.mass_matrix(q), &rows).decomposition.rank()
        };
        let random_q = model.random_state(1, 0).q;
        assert_eq!(rank(&random_q), 3);
        for (first, rate) in [(0.9, 1.3), (-2.0, 0.7), (2.5, -2.0), (-0.4, 0.1)] {
            let angles = loop_angles(motion(first, rate, 0.0));
            let q = numbers(|x| x.value.value, angles);
            let qd = numbers(|x| x.value.derivatives[0], angles);
            assert!(model.constraint(q.as_slice()).amax() < 1e-14);
            assert_eq!(rank(q.as_slice()), 2);
            let tau = DVector::from_column_slice(&[2.0, -1.0, 0.5]);
            let (qdd, lambda) = model.constrained_forward_dynamics(
                q.as_slice(),
                qd.as_slice(),
                tau.as_slice(),
                &[],
                [0.0; 2],
            );
            let rows = model.constraint_jacobian(q.as_slice());
            let mass = model.mass_matrix(q.as_slice());
            let bias = model.bias(q.as_slice(), qd.as_slice());
            assert_close(
                "rows",
                &(&rows * &qdd),
                &-model.constraint_bias(q.as_slice(), qd.as_slice()),
                1e-12,
            );
            assert_close(
                "forces",
                &(&mass * &qdd + &bias),
                &(&tau + rows.tr_mul(&lambda)),
                1e-12,
            );
            // From the single degree of freedom: q' = G first', q'' = G first'' + the curvature term.
            let direction = &qd / rate;
            let curvature_term = numbers(|x| x.derivatives[0].derivatives[0], angles);
            let null_force = direction.dot(&(&tau - &bias - &mass * &curvature_term));
            let acceleration = null_force / direction.dot(&(&mass * &direction));
            assert_close(
                "qdd",
                &qdd,
                &(direction * acceleration + curvature_term),
                1e-12,
            );
            // Proximal steps converge to the same solution if there are enough of them.
            let force = &tau - &bias;
            let right_side = -model.constraint_bias(q.as_slice(), qd.as_slice());
            let solve_in =
                |steps| Proximal { eps: 1e-3, steps }.solve(&mass, &rows, (&force, &right_side));
            let (qdd_by_steps, lambda_by_steps) = solve_in(8);
            assert_close("qdd by steps", &qdd_by_steps, &qdd, 1e-11);
            assert_close("least multipliers", &lambda_by_steps, &lambda, 1e-11);
            assert!((solve_in(1).0 - &qdd).amax() > 1e-6);
        }
    }

    /// A parallelogram stretched out along a line has two branches of motion. At rest it is free to move along both,
    /// and one of its rows has no effect.
    #[test]
    fn a_stretched_parallelogram_has_two_freedoms() {
        let joints = [0.0, 1.0, 2.0].map(|x| (IDENTITY, [x, 0.0, 0.0]));
        let start = Frame::world(IDENTITY, [2.0, 0.0, 0.0]);
        let model =
            |rows: &[Row]| loop_of(&joints, start.clone(), (IDENTITY, [1.0, 0.0, 0.0]), rows);
        let q = [0.0, 0.0, std::f64::consts::PI];
        let dynamics = |rows: &[Row]| {
            let model = model(rows);
            assert!(model.constraint(&q).amax() < 1e-15);
            let zeros = [0.0; 3];
            model.constrained_forward_dynamics(&q, &zeros, &[1.0, 2.0, 3.0], &[], [0.0; 2])
        };
        let (qdd, lambda) = dynamics(&[Row::Offset(0), Row::Offset(1)]);
        let (expected, column) = dynamics(&[Row::Offset(1)]);
        assert_close("qdd", &qdd, &expected, 1e-12);
        assert!(lambda[0].abs() < 1e-12 && (lambda[1] - column[0]).abs() < 1e-12);
    }
}
