//! Derivatives of inverse dynamics by a recursion, where motion subspaces are constant in their bodies (Carpentier and Mansard 2018, in
//! the form of Singh, Russell and Wensing 2022).

use std::vec::Vec;

use nalgebra::{DMatrix, Matrix6, Matrix6xX, Vector3, Vector6};

use super::Model;
use super::model::Body;
use crate::spatial::{cross_force, cross_motion, spatial};

/// A body, with all vectors in world axes at the world's origin.
struct Composite {
    /// J: the joint's motion subspace.
    axes: Matrix6xX<f64>,
    /// `dJ/dt = v x J`.
    axis_rates: Matrix6xX<f64>,
    /// How the velocity changes with the joint's position, for who moves with the body: `v_parent x J`.
    by_position: Matrix6xX<f64>,
    /// The same of the acceleration: `a_parent x J + v_parent x (v_parent x J)`.
    by_position_of_acceleration: Matrix6xX<f64>,
    /// The composite inertia.
    inertia: Matrix6<f64>,
    /// `2 B = (v x*) I - I (v x) + (I v) bar x*`, of the composite.
    rate: Matrix6<f64>,
    /// The composite force.
    force: Vector6<f64>,
}

impl Model {
    /// The derivatives of motion and gravity by positions, rates and accelerations, one below the other; none if a motion subspace
    /// depends on positions.
    pub(super) fn derivatives_of_motion(&self, [q, qd, qdd]: [&[f64]; 3]) -> Option<DMatrix<f64>> {
        if !self.has_constant_subspaces(q) {
            return None;
        }
        let bodies = self.composites([q, qd, qdd]);
        let mut matrix = DMatrix::zeros(3 * self.nv, self.nv);
        for (i, outer) in bodies.iter().enumerate() {
            let outer_range = self.bodies[i].joint.velocities();
            let required = [
                outer.rate * &outer.by_position
                    + outer.inertia * &outer.by_position_of_acceleration,
                outer.rate * &outer.axes + outer.inertia * (&outer.by_position + &outer.axis_rates),
                outer.inertia * &outer.axes,
            ];
            // If it moves, the force of all that it carries turns too.
            let mut axis_forces = outer.axes.clone();
            for mut column in axis_forces.column_iter_mut() {
                let axis: Vector6<f64> = column.clone_owned();
                column.copy_from(&(cross_force(&axis) * outer.force));
            }
            let mut next = Some(i);
            while let Some(k) = next {
                let (inner, inner_range) = (&bodies[k], self.bodies[k].joint.velocities());
                let by_inner = [
                    outer.rate * &inner.by_position
                        + outer.inertia * &inner.by_position_of_acceleration,
                    outer.rate * &inner.axes
                        + outer.inertia * (&inner.by_position + &inner.axis_rates),
                    outer.inertia * &inner.axes,
                ];
                for (part, column) in by_inner.iter().enumerate() {
                    let rows = part * self.nv + outer_range.start..part * self.nv + outer_range.end;
                    let mut block = matrix.view_range_mut(rows, inner_range.clone());
                    block += outer.axes.tr_mul(column);
                }
                if k != i {
                    for (part, column) in required.iter().enumerate() {
                        let rows =
                            part * self.nv + inner_range.start..part * self.nv + inner_range.end;
                        let mut block = matrix.view_range_mut(rows, outer_range.clone());
                        block += inner.axes.tr_mul(column);
                        if part == 0 {
                            block += inner.axes.tr_mul(&axis_forces);
                        }
                    }
                }
                next = self.bodies[k].parent;
            }
        }
        for (rate, armature) in self.armature.iter().enumerate() {
            matrix[(2 * self.nv + rate, rate)] += armature;
        }
        Some(matrix)
    }

    /// The derivatives of inverse dynamics by positions, rates and accelerations, one below the other: those of motion and gravity by
    /// the recursion, if it applies, and those of all other forces by differences.
    pub(super) fn derivatives_of_forces(
        &self,
        state: [&[f64]; 3],
        wrenches: &[(usize, [f64; 6])],
    ) -> DMatrix<f64> {
        let forces = |[q, qd, qdd]: [&[f64]; 3]| self.inverse_dynamics(q, qd, qdd, wrenches);
        let Some(of_motion) = self.derivatives_of_motion(state) else {
            return self.derivatives(state, 3, forces);
        };
        if wrenches.is_empty() && self.has_only_motion() {
            return of_motion;
        }
        let others = self.derivatives(state, 3, |[q, qd, qdd]| {
            forces([q, qd, qdd]) - self.newton_euler(q, qd, qdd, self.gravity, &[])
        });
        of_motion + others
    }

    /// The derivative of gravity by positions along each rate.
    pub(super) fn derivative_of_gravity(&self, q: &[f64]) -> DMatrix<f64> {
        let rest = std::vec![0.0; self.nv];
        let state = [q, &rest[..], &rest[..]];
        let of_motion = self
            .expressions
            .is_none()
            .then(|| self.derivatives_of_motion(state));
        match of_motion.flatten() {
            Some(matrix) => matrix.rows(0, self.nv).into_owned(),
            None => self.derivatives(state, 1, |[q, ..]| self.gravity(q)),
        }
    }

    /// Whether motion subspaces are constant in their bodies: at no rates do they change.
    pub(super) fn has_constant_subspaces(&self, q: &[f64]) -> bool {
        // At rest, every subspace stands still.
        let rates = std::vec![1.0; self.nv];
        let moves = |body: &Body| body.subspace_rate(q, &rates).columns.amax() != 0.0;
        !self.bodies.iter().any(moves)
    }

    /// Whether no forces act but those of motion and gravity.
    pub(super) fn has_only_motion(&self) -> bool {
        self.forces.is_empty() && self.point_springs.is_empty() && self.expressions.is_none()
    }

    /// All bodies, with composites.
    fn composites(&self, [q, qd, qdd]: [&[f64]; 3]) -> Vec<Composite> {
        let configuration = self.configuration(q);
        let world = spatial(-self.gravity, Vector3::zeros());
        let mut motions: Vec<[Vector6<f64>; 2]> = Vec::with_capacity(self.bodies.len());
        let mut bodies: Vec<Composite> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let [v, a] = body
                .parent
                .map_or([Vector6::zeros(), world], |parent| motions[parent]);
            let subspace = &configuration.subspaces[i];
            let to_body = configuration.poses[i].motion_transform();
            let axes = configuration.poses[i].inverse().motion_transform() * &subspace.columns;
            let by_position = cross_motion(&v) * &axes;
            let by_position_of_acceleration =
                cross_motion(&a) * &axes + cross_motion(&v) * &by_position;
            let entries = |rates: &[f64]| {
                nalgebra::DVector::from_column_slice(&rates[subspace.velocities.clone()])
            };
            let a = a + &axes * entries(qdd) + &by_position * entries(qd);
            let v = v + &axes * entries(qd);
            motions.push([v, a]);
            let inertia = to_body.transpose() * body.inertia * to_body;
            let momentum = inertia * v;
            let bar = Matrix6::from_fn(|row, column| {
                let mut unit = Vector6::zeros();
                unit[column] = 1.0;
                (cross_force(&unit) * momentum)[row]
            });
            bodies.push(Composite {
                axis_rates: cross_motion(&v) * &axes,
                axes,
                by_position,
                by_position_of_acceleration,
                rate: cross_force(&v) * inertia - inertia * cross_motion(&v) + bar,
                force: inertia * a + cross_force(&v) * momentum,
                inertia,
            });
        }
        for (i, body) in self.bodies.iter().enumerate().rev() {
            let Some(parent) = body.parent else { continue };
            let (inertia, rate, force) = (bodies[i].inertia, bodies[i].rate, bodies[i].force);
            bodies[parent].inertia += inertia;
            bodies[parent].rate += rate;
            bodies[parent].force += force;
        }
        bodies
    }
}
