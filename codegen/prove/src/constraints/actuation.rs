//! The equations of motor forces and multipliers, and the forces that constraints can supply at rates without motors.

use super::{jacobian, take_steps};
use crate::arithmetic::Residue;
use crate::equations::{
    CheckResult, Degree, LinearSystems, MOTION_DEGREE, Trial, check_equation, dot,
};
use crate::random_states::at_random_states;
use crate::rank::independent_rows;
use multibody_description::findings::Actuation;
use multibody_description::function::Terms;
use multibody_description::system::System;
use multibody_program::ir::InputKind;

/// The degree of the equations for given multipliers: the equations of motion, in which each multiplier has a row as
/// factor.
pub const GIVEN_MULTIPLIERS_DEGREE: Degree = Degree {
    rows: 1,
    ..MOTION_DEGREE
};
/// The degree of the equations for the least multipliers: in addition, residual and gradient are compared with columns of J.
pub const LEAST_FORCES_DEGREE: Degree = Degree {
    decided_by: LinearSystems::LeastMotorForces,
    ..GIVEN_MULTIPLIERS_DEGREE
};

/// A solution of inverse dynamics under constraints.
struct MotorForces<'a> {
    /// The forces of motors.
    tau: &'a [Residue],
    /// The multipliers of the constraints.
    multipliers: &'a [Residue],
    /// The forces that neither motors nor constraints can supply.
    residual: &'a [Residue],
}

impl Trial<'_> {
    /// Checks tau, multipliers and residual: they satisfy the equation of motion, no solution has a smaller residual,
    /// and among the solutions with this residual they have the least `|tau|^2 + w^2 |lambda|^2`, with the weight w of the
    /// multipliers lambda. With regularization, multipliers have to be those that the proximal steps reach.
    pub fn check_constrained_inverse(&mut self, values: &[Residue], terms: Terms) -> CheckResult {
        let nv = self.nv();
        let (tau, multipliers_and_residual) = values.split_at(nv);
        let (multipliers, residual) =
            multipliers_and_residual.split_at(multipliers_and_residual.len() - nv);
        let forces = MotorForces {
            tau,
            multipliers,
            residual,
        };
        self.check_balance(forces, terms)?;
        let rows = jacobian(&mut self.system_at_state, nv);
        let system = self.system_at_state.system;
        if let Some(eps) = &system.regularization {
            let required_forces: Vec<Residue> = (0..nv)
                .map(|v| {
                    let reactions = rows.iter().zip(multipliers);
                    reactions.fold(tau[v] + residual[v], |sum, (row, &x)| sum + row[v] * x)
                })
                .collect();
            let weight = self.values(InputKind::Weight)[0];
            let square = weight * weight;
            let expected = Residue::of(eps).and_then(|eps| {
                least_multipliers_by_steps(&rows, &system.has_motor, &required_forces, square, eps)
            });
            let equation = "(A + eps) x' = y + eps x: of the least residual the least sum";
            return self.check_equal(&expected.ok_or(equation)?, multipliers, equation);
        }
        let slopes: Vec<Residue> = rows.iter().map(|row| dot(row, residual)).collect();
        self.check_zero(&slopes, "J residual = 0: it is the least")?;
        // `|tau|^2 + w^2 |lambda|^2` is stationary along every change of multipliers that leaves the residual unchanged.
        let weight = self.values(InputKind::Weight)[0];
        let pairs = rows.iter().zip(multipliers);
        let gradient: Vec<Residue> = pairs
            .map(|(row, &multiplier)| weight * weight * multiplier - dot(row, tau))
            .collect();
        let has_motor = &self.system_at_state.system.has_motor;
        let columns: Vec<Vec<Residue>> = (0..nv)
            .filter(|&v| !has_motor[v])
            .map(|v| rows.iter().map(|row| row[v]).collect())
            .collect();
        self.check_span(
            columns,
            gradient,
            "w^2 lambda - J tau is made of columns of J without motors",
        )
    }

    /// Checks that a vector is a linear combination of columns.
    fn check_span(
        &mut self,
        mut columns: Vec<Vec<Residue>>,
        vector: Vec<Residue>,
        equation: &'static str,
    ) -> CheckResult {
        let rank = independent_rows(&columns).len();
        columns.push(vector);
        #[cfg(test)]
        if self.system_at_state.degree_probe.record_minor(&columns) {
            return Ok(());
        }
        check_equation(independent_rows(&columns).len() == rank, equation)
    }

    /// Checks tau and residual for given multipliers.
    pub fn check_motor_forces(&mut self, values: &[Residue], terms: Terms) -> CheckResult {
        let (tau, residual) = values.split_at(self.nv());
        let multipliers = self.values(InputKind::Multipliers);
        let forces = MotorForces {
            tau,
            multipliers: &multipliers,
            residual,
        };
        self.check_balance(forces, terms)
    }

    /// Checks the equation of motion, that tau acts only along rates with a motor, and that the residual acts only
    /// along the others.
    fn check_balance(&mut self, forces: MotorForces<'_>, terms: Terms) -> CheckResult {
        let MotorForces {
            tau,
            multipliers,
            residual,
        } = forces;
        let w = self.random_vector();
        let [qd, qdd] = [InputKind::Qd, InputKind::Qdd].map(|kind| self.values(kind));
        let expected = self.force_along(terms, &w, &qd, &qdd);
        let reaction = dot(multipliers, &self.row_rates(&w));
        self.check_equal(
            &[dot(&w, tau) + reaction + dot(&w, residual)],
            &[expected],
            "tau + Q + J^T lambda + residual = d/dt dL/dqd - dL/dq",
        )?;
        let has_motor = &self.system_at_state.system.has_motor;
        let pairs = has_motor.iter().zip(tau.iter().zip(residual));
        let absent_forces: Vec<Residue> = pairs
            .map(|(&has_motor, (&tau, &residual))| if has_motor { residual } else { tau })
            .collect();
        self.check_zero(
            &absent_forces,
            "tau where motors drive, the residual elsewhere",
        )
    }
}

/// The multipliers that the proximal steps reach for the forces that are required along the rates. `squared_weight` is `w^2`, with
/// the weight w of multipliers. The first steps use the columns of J without motors. For the part of the multipliers that these leave
/// undetermined, further steps use w and the columns with motors.
pub fn least_multipliers_by_steps(
    rows: &[Vec<Residue>],
    has_motor: &[bool],
    required_forces: &[Residue],
    squared_weight: Residue,
    eps: Residue,
) -> Option<Vec<Residue>> {
    let [motor_rows, free_rows] = [true, false].map(|with_motor| -> Vec<Vec<Residue>> {
        let entry = |(&x, &has_motor): (&Residue, &bool)| {
            if has_motor == with_motor { x } else { Residue::ZERO }
        };
        let row = |row: &Vec<Residue>| row.iter().zip(has_motor).map(entry).collect();
        rows.iter().map(row).collect()
    });
    let times = |matrix: &[Vec<Residue>], x: &[Residue]| -> Vec<Residue> {
        matrix.iter().map(|row| dot(row, x)).collect()
    };
    // A A^T of a matrix A.
    let gram_matrix = |matrix: &[Vec<Residue>]| -> Vec<Vec<Residue>> {
        matrix.iter().map(|row| times(matrix, row)).collect()
    };
    let free_gram = gram_matrix(&free_rows);
    let lambda = take_steps(&free_gram, &times(&free_rows, required_forces), eps)?;
    // The part of x that the steps do not reach.
    let remainder = |x: Vec<Residue>| -> Option<Vec<Residue>> {
        let reached = take_steps(&free_gram, &times(&free_gram, &x), eps)?;
        Some(x.iter().zip(reached).map(|(&x, y)| x - y).collect())
    };
    // w^2 + A A^T of the columns with motors; its columns are projected onto the multipliers that the first steps leave
    // undetermined.
    let mut sums = gram_matrix(&motor_rows);
    (0..rows.len()).for_each(|k| sums[k][k] = sums[k][k] + squared_weight);
    let columns = (0..rows.len()).map(|k| {
        let mut unit = vec![Residue::ZERO; rows.len()];
        unit[k] = Residue::ONE;
        remainder(times(&sums, &remainder(unit)?))
    });
    let projected_sums = columns.collect::<Option<Vec<_>>>()?;
    let shortfall = required_forces.iter().enumerate().map(|(v, &force)| {
        let reactions = motor_rows.iter().zip(&lambda);
        reactions.fold(force, |shortfall, (row, &x)| shortfall - row[v] * x)
    });
    let projection = times(&motor_rows, &shortfall.collect::<Vec<_>>());
    let correction = remainder(take_steps(&projected_sums, &remainder(projection)?, eps)?)?;
    Some(lambda.iter().zip(correction).map(|(&x, y)| x + y).collect())
}

/// The forces that constraints can supply at rates without a motor, at almost all positions.
#[must_use]
pub fn actuation(system: &System) -> Actuation {
    let (has_motor, nv) = (&system.has_motor[..], system.nv());
    let supports = at_random_states(system, |system_at_state, _| {
        examine_support(&jacobian(system_at_state, nv), has_motor)
    });
    // An entry that is 0 by chance can only lower these numbers, so the largest are right.
    let maximum = supports.into_iter().max_by_key(|candidate| {
        (
            candidate.rank,
            candidate.constrained.len(),
            candidate.constraining.len(),
        )
    });
    Actuation {
        has_motor: system.has_motor.clone(),
        ..maximum.unwrap_or_default()
    }
}

/// Examines the columns of J for rates without a motor: their rank, the rates on which rows act, and the rows that act
/// on these rates.
fn examine_support(rows: &[Vec<Residue>], has_motor: &[bool]) -> Actuation {
    let acts = |row: &Vec<Residue>, v: usize| row[v] != Residue::ZERO;
    let free_rates = (0..has_motor.len()).filter(|&v| !has_motor[v]);
    let constrained: Vec<usize> = free_rates
        .filter(|&v| rows.iter().any(|row| acts(row, v)))
        .collect();
    let is_constraining = |row: &usize| constrained.iter().any(|&v| acts(&rows[*row], v));
    let constraining: Vec<usize> = (0..rows.len()).filter(is_constraining).collect();
    let submatrix: Vec<Vec<Residue>> = (constraining.iter())
        .map(|&row| constrained.iter().map(|&v| rows[row][v]).collect())
        .collect();
    Actuation {
        rank: independent_rows(&submatrix).len(),
        has_motor: has_motor.to_vec(),
        constrained,
        constraining,
    }
}
