//! Accelerations, multipliers and impulses of a constrained system.
//!
//! With `M = L^T D L` and `W = L^-T J^T` the multipliers solve `W^T D^-1 W lambda = -(bias of J) - W^T D^-1 z`, where
//! `z = L^-T f` and f is the sum of all other forces. A singular M is replaced by the augmented mass matrix
//! (`augmented_mass_matrix.rs`).

use super::Recursion;
use super::matrix::{LinearSystem, Matrix, plus_transposed};
use super::propagated_rows::{BodyPoint, ConstrainedPoint, RowAxes};
use super::proximal::Proximal;
use super::row_elimination::RowElimination;
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels, Twist};
use multibody_description::function::{Response, Terms};
use multibody_description::system::Constraint;
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<F: Kernels> Recursion<'_, F> {
    /// qdd, then the multipliers; or, for an impulse, the rates after the impulse, then the impulse. The change of
    /// the rates follows from the impulse in the same way as qdd follows from the multipliers.
    pub(super) fn under_constraints(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let values = match response.has_pivots() {
            true => self.partitioned(b, joints, response),
            false => self.solved(b, joints, response),
        };
        self.rates_after_impulse(b, response, values)
    }

    /// The same by articulated bodies, with rows eliminated as requested. None: this is not possible, or no row would
    /// be eliminated early although this is requested.
    pub(super) fn under_constraints_otherwise(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
        how: RowElimination,
    ) -> Option<Vec<Value>> {
        let values = self.articulated_under_constraints(b, joints, response, how)?;
        Some(self.rates_after_impulse(b, response, values))
    }

    /// The same by the KKT matrix. None: the method does not apply, or would save too little fill.
    pub(super) fn under_constraints_at_once(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Option<Vec<Value>> {
        let values = self.by_kkt_matrix(b, joints, response)?;
        Some(self.rates_after_impulse(b, response, values))
    }

    /// The right-hand side of each row.
    pub(super) fn right_sides(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let feedback = match response {
            Response::Impulse { .. } => {
                let rates = self.constraint_rates(b, joints);
                return rates.into_iter().map(|rate| reversed(b, rate)).collect();
            }
            Response::Acceleration { feedback, .. } => feedback,
        };
        let bias = self.constraint_bias(b, joints);
        let opposite: Vec<Value> = bias.into_iter().map(|x| b.neg(x)).collect();
        if !feedback {
            return opposite;
        }
        let [stiffness, damping] = [0, 1].map(|at| b.input(InputKind::Feedback, at));
        let values = self.constraint_values(b, joints);
        let rates = self.constraint_rates(b, joints);
        let errors = values.into_iter().zip(rates);
        opposite
            .into_iter()
            .zip(errors)
            .map(|(right_side, (value, rate))| {
                let back = [b.mul(stiffness, value), b.mul(damping, rate)];
                let back = b.add(back[0], back[1]);
                b.sub(right_side, back)
            })
            .collect()
    }

    /// The right-hand sides of the rows of a point, in the axes of its body, to which `rotations` lead. The first
    /// vector is for the velocity of the point, or of the body's origin if there are all six rows; the second is for
    /// the angular velocity. The bias comes from the motion at qdd = 0.
    pub(super) fn right_sides_of_point(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        constrained: &ConstrainedPoint,
        at: &BodyPoint,
        rotations: &[Matrix3],
        response: Response,
    ) -> [Vector3; 2] {
        let BodyPoint { body, ref place } = *at;
        let moving = self.velocities(b, joints)[body];
        let origin = b.zeros();
        let point = if constrained.is_whole() {
            &origin
        } else {
            place
        };
        let turning = moving.angular;
        let sweep = b.cross(&turning, point);
        let velocity = [b.add3(&moving.linear, &sweep), turning];
        let feedback = match response {
            Response::Impulse { .. } => {
                return velocity.map(|part| part.map(|rate| reversed(b, rate)));
            }
            Response::Acceleration { feedback, .. } => feedback,
        };
        let motion = &self.motions(b, joints, Terms::ALONE.at_rest())[body];
        let Twist { linear, angular } = self.kernels.acceleration(b, motion, point);
        let gravity = self.gravity_at(b, joints, body);
        let linear = b.add3(&linear, &gravity);
        let linear = match constrained.axes {
            // The derivatives of components along axes that turn with the link.
            RowAxes::Link(_) => {
                let turned = b.cross(&turning, &velocity[0]);
                b.sub3(&linear, &turned)
            }
            // The acceleration of the point, without the part that is due to the angular acceleration.
            RowAxes::World(_) if constrained.is_whole() => {
                let sweep = b.cross(&turning, place);
                let inwards = b.cross(&turning, &sweep);
                b.add3(&linear, &inwards)
            }
            RowAxes::World(_) => linear,
        };
        let opposite = [linear, angular].map(|bias| b.neg3(&bias));
        if !feedback {
            return opposite;
        }
        let values = self.constraint_values(b, joints);
        let errors = constrained.rows.map(|rows| {
            let errors = rows.map(|row| row.map_or(b.zero(), |row| values[row]));
            (rotations.iter()).fold(errors, |errors, rotation| b.mul_vec(rotation, &errors))
        });
        let [stiffness, damping] = [0, 1].map(|at| b.input(InputKind::Feedback, at));
        std::array::from_fn(|part| {
            let back = [(stiffness, errors[part]), (damping, velocity[part])];
            back.into_iter()
                .fold(opposite[part], |right_side, (gain, error)| {
                    let back = b.scale3(gain, &error);
                    b.sub3(&right_side, &back)
                })
        })
    }

    /// The acceleration of gravity in the axes of a body.
    fn gravity_at(&self, b: &mut Builder, joints: &[JointFrame], body: usize) -> Vector3 {
        let path: Vec<usize> = self.path(Some(body)).collect();
        let everywhere = Twist {
            linear: self.tree.gravity,
            angular: b.zeros(),
        };
        let there = path.into_iter().rev().fold(everywhere, |seen, at| {
            let still = vec![b.zero(); joints[at].axes.len()];
            self.kernels.velocity(b, &joints[at], &seen, &still)
        });
        there.linear
    }

    /// For an impulse, replaces the changes of rates by the rates after the impulse.
    fn rates_after_impulse(
        &self,
        b: &mut Builder,
        response: Response,
        mut values: Vec<Value>,
    ) -> Vec<Value> {
        if let Response::Impulse { .. } = response {
            for (v, value) in values.iter_mut().take(self.tree.nv).enumerate() {
                let before = b.input(InputKind::Qd, v);
                *value = b.add(before, *value);
            }
        }
        values
    }

    /// The generalized forces other than those of constraints.
    pub(super) fn acting(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let Some(terms) = response.terms() else {
            return vec![b.zero(); self.tree.nv];
        };
        let bias = self.forces(b, joints, terms).into_iter().enumerate();
        let forces = bias.map(|(v, bias)| {
            let tau = b.input(InputKind::Tau, v);
            b.sub(tau, bias)
        });
        forces.collect()
    }

    /// Solves `M x = f + J^T y`, `J x = c` for x and y.
    fn solved(&self, b: &mut Builder, joints: &[JointFrame], response: Response) -> Vec<Value> {
        let right_side = self.right_sides(b, joints, response);
        let rows = self.constraint_rows(b, joints);
        let inertial = self.invertible_mass_matrix(b, joints, &rows, &right_side, response);
        let factors = factor(b, inertial.matrix);
        let columns: Matrix = rows.into_iter().map(|row| factors.inner(b, row)).collect();
        let free = factors.inner(b, inertial.right);
        let mut schur = vec![vec![b.zero(); columns.len()]; columns.len()];
        let mut right = Vec::with_capacity(columns.len());
        for (i, column) in columns.iter().enumerate() {
            let weighted = factors.weighted(b, column);
            for (j, other) in columns.iter().enumerate().take(i + 1) {
                let entry = b.dot(&weighted, other);
                (schur[i][j], schur[j][i]) = (entry, entry);
            }
            let moved = b.dot(&weighted, &free);
            right.push(b.sub(right_side[i], moved));
        }
        let all: Vec<usize> = (0..columns.len()).collect();
        let schur = LinearSystem {
            matrix: schur,
            right,
        };
        let multipliers = self.multipliers(b, &all, schur, response);
        let pushed = plus_transposed(b, &free, &columns, &multipliers);
        let mut solved = factors.outer(b, &pushed);
        solved.extend(self.in_si_units(b, multipliers));
        solved
    }

    /// Solves `S lambda = r` for these rows. Switched rows, with their selectors s on the diagonal of D, satisfy
    /// `(D S D + 1 - D) lambda = D r`: each row that is off has the equation `lambda = 0`. Rows that may be dependent
    /// are solved by proximal steps.
    pub(super) fn multipliers(
        &self,
        b: &mut Builder,
        rows: &[usize],
        mut schur: LinearSystem,
        response: Response,
    ) -> Vec<Value> {
        if response.is_switched() {
            switch(b, rows, &mut schur);
        }
        let Some(eps) = &self.tree.regularization else {
            return factor(b, schur.matrix).solve(b, schur.right);
        };
        let eps = b.constant(eps);
        let one = b.one();
        let inverse = b.div(one, self.tree.unit);
        let eps: Vec<Value> = rows
            .iter()
            .map(|&row| {
                let lengths = self.tree.constraints[row].row.lengths();
                (0..2 * lengths).fold(eps, |value, _| b.mul(inverse, value))
            })
            .collect();
        Proximal::new(b, schur.matrix, eps).solve(b, schur.right)
    }

    /// Pivots in SI units, from entries of J in the tree's unit of length.
    pub(super) fn pivots_in_si_units(&self, b: &mut Builder, pivots: Vec<Value>) -> Vec<Value> {
        let rows = self.tree.constraints.iter().zip(pivots);
        rows.map(|(Constraint { row, .. }, pivot)| {
            (0..row.lengths()).fold(pivot, |value, _| b.mul(self.tree.unit, value))
        })
        .collect()
    }

    /// Multipliers in SI units, from those in the tree's unit of length.
    pub(super) fn in_si_units(&self, b: &mut Builder, multipliers: Vec<Value>) -> Vec<Value> {
        let (one, unit) = (b.one(), self.tree.unit);
        let inverse = b.div(one, unit);
        let rows = self.tree.constraints.iter().zip(multipliers);
        rows.map(|(Constraint { row, .. }, multiplier)| {
            (0..row.lengths()).fold(multiplier, |value, _| b.mul(inverse, value))
        })
        .collect()
    }
}

/// Removes the rows that are switched off; selectors are 0 or 1.
fn switch(b: &mut Builder, rows: &[usize], schur: &mut LinearSystem) {
    let LinearSystem { matrix, right } = schur;
    let selectors = rows.iter().map(|&row| b.input(InputKind::Selector, row));
    let selectors: Vec<Value> = selectors.collect();
    for (i, &own) in selectors.iter().enumerate() {
        right[i] = b.mul(own, right[i]);
        for (j, &other) in selectors[..i].iter().enumerate() {
            let both = b.mul(own, other);
            let entry = b.mul(both, matrix[i][j]);
            (matrix[i][j], matrix[j][i]) = (entry, entry);
        }
        let (on, off) = (b.mul(own, matrix[i][i]), b.sub(Value::ONE, own));
        matrix[i][i] = b.add(on, off);
    }
}

/// The change of a rate by an impulse: `-(1 + e) rate` with the coefficient of restitution e.
fn reversed(b: &mut Builder, rate: Value) -> Value {
    let restitution = b.input(InputKind::Restitution, 0);
    let more = b.add(Value::ONE, restitution);
    let change = b.mul(more, rate);
    b.neg(change)
}
