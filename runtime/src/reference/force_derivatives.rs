//! Derivatives of inverse dynamics by a recursion, for motion subspaces that are constant in the axes of their bodies.
//! Source: Carpentier and Mansard 2018, in the form of Singh, Russell and Wensing 2022.

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
    /// The derivative by the joint's position of the velocities of all bodies that move with this one: `v_parent x J`.
    v_by_position: Matrix6xX<f64>,
    /// The derivative of the accelerations of these bodies: `a_parent x J + v_parent x (v_parent x J)`.
    a_by_position: Matrix6xX<f64>,
    /// The composite inertia: that of this body and all bodies that it supports.
    inertia: Matrix6<f64>,
    /// `2 B = (v x*) I - I (v x) + (I v) bar x*` of the composite, where the matrix `h bar x*` is defined by
    /// `(h bar x*) u = u x* h`.
    two_b: Matrix6<f64>,
    /// The composite force: that on this body and on all bodies that it supports.
    force: Vector6<f64>,
}

impl Model {
    /// The derivatives of `M qdd + C qd + g` by positions, rates and accelerations, one below the other; `None` if a
    /// motion subspace depends on positions.
    pub(super) fn recursive_derivatives(&self, [q, qd, qdd]: [&[f64]; 3]) -> Option<DMatrix<f64>> {
        if !self.has_constant_subspaces(q) {
            return None;
        }
        let bodies = self.composites([q, qd, qdd]);
        let mut matrix = DMatrix::zeros(3 * self.nv, self.nv);
        for (i, outer) in bodies.iter().enumerate() {
            let outer_range = self.bodies[i].joint.velocities();
            let by_outer = [
                outer.two_b * &outer.v_by_position + outer.inertia * &outer.a_by_position,
                outer.two_b * &outer.axes
                    + outer.inertia * (&outer.v_by_position + &outer.axis_rates),
                outer.inertia * &outer.axes,
            ];
            // If the outer joint moves, the force of all bodies that it supports rotates with it.
            let mut axis_forces = outer.axes.clone();
            for mut column in axis_forces.column_iter_mut() {
                let axis: Vector6<f64> = column.clone_owned();
                column.copy_from(&(cross_force(&axis) * outer.force));
            }
            // Blocks of this body and of each body inboard of it, on both sides of the diagonal.
            let mut next = Some(i);
            while let Some(k) = next {
                let (inner, inner_range) = (&bodies[k], self.bodies[k].joint.velocities());
                let by_inner = [
                    outer.two_b * &inner.v_by_position + outer.inertia * &inner.a_by_position,
                    outer.two_b * &inner.axes
                        + outer.inertia * (&inner.v_by_position + &inner.axis_rates),
                    outer.inertia * &inner.axes,
                ];
                // The arguments are positions, rates and accelerations.
                for (argument, column) in by_inner.iter().enumerate() {
                    let offset = argument * self.nv;
                    let rows = offset + outer_range.start..offset + outer_range.end;
                    let mut block = matrix.view_range_mut(rows, inner_range.clone());
                    block += outer.axes.tr_mul(column);
                }
                if k != i {
                    for (argument, column) in by_outer.iter().enumerate() {
                        let offset = argument * self.nv;
                        let rows = offset + inner_range.start..offset + inner_range.end;
                        let mut block = matrix.view_range_mut(rows, outer_range.clone());
                        block += inner.axes.tr_mul(column);
                        if argument == 0 {
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

    /// The derivatives of inverse dynamics by positions, rates and accelerations, one below the other. Those of
    /// `M qdd + C qd + g` are computed by the recursion, if it applies, those of friction by its formula, and all others by
    /// differences. (The friction force `-mu qd / sqrt(qd^2 + e^2)` changes its sign within rates of about e, a
    /// small number; differences would need steps far below e.)
    pub(super) fn derivatives_of_forces(
        &self,
        state: [&[f64]; 3],
        wrenches: &[(usize, [f64; 6])],
    ) -> DMatrix<f64> {
        let recursive = self.recursive_derivatives(state);
        let is_whole = wrenches.is_empty() && self.has_only_inertia_and_gravity();
        match recursive {
            Some(matrix) if is_whole => return matrix,
            _ => {}
        }
        let mut sum = self.derivatives(state, 3, |[q, qd, qdd]| {
            // Inverse dynamics subtracts the friction force, so adding it removes friction.
            let smooth = self.inverse_dynamics(q, qd, qdd, wrenches) + self.friction_force(qd);
            match recursive {
                Some(_) => smooth - self.newton_euler(q, qd, qdd, self.gravity, &[]),
                None => smooth,
            }
        });
        if let Some(matrix) = recursive {
            sum += matrix;
        }
        let mut by_rates = sum.rows_mut(self.nv, self.nv);
        by_rates -= self.friction_derivatives(state[1]);
        sum
    }

    /// The derivative of the gravity forces g by positions along each rate.
    pub(super) fn derivative_of_gravity(&self, q: &[f64]) -> DMatrix<f64> {
        let zeros = std::vec![0.0; self.nv];
        let state = [q, &zeros[..], &zeros[..]];
        let inertia_and_gravity = self
            .expressions
            .is_none()
            .then(|| self.recursive_derivatives(state));
        match inertia_and_gravity.flatten() {
            Some(matrix) => matrix.rows(0, self.nv).into_owned(),
            None => self.derivatives(state, 1, |[q, ..]| self.gravity(q)),
        }
    }

    /// Whether all motion subspaces are constant in the axes of their bodies.
    pub(super) fn has_constant_subspaces(&self, q: &[f64]) -> bool {
        // All rates are 1, since at rest no subspace changes.
        let rates = std::vec![1.0; self.nv];
        let is_variable = |body: &Body| body.subspace_rate(q, &rates).columns.amax() != 0.0;
        !self.bodies.iter().any(is_variable)
    }

    /// Whether inverse dynamics is `M qdd + C qd + g`, without other forces: no springs, damping, friction, constant
    /// forces or expressions.
    pub(super) fn has_only_inertia_and_gravity(&self) -> bool {
        self.forces.is_empty()
            && self.point_springs.is_empty()
            && self.constant_forces.is_empty()
            && self.expressions.is_none()
    }

    /// All bodies, with their composite inertias, B matrices and forces.
    fn composites(&self, [q, qd, qdd]: [&[f64]; 3]) -> Vec<Composite> {
        let configuration = self.configuration(q);
        let a_world = spatial(-self.gravity, Vector3::zeros());
        let mut motions: Vec<[Vector6<f64>; 2]> = Vec::with_capacity(self.bodies.len());
        let mut bodies: Vec<Composite> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let [v_parent, a_parent] = body
                .parent
                .map_or([Vector6::zeros(), a_world], |parent| motions[parent]);
            let subspace = &configuration.subspaces[i];
            let to_body = configuration.poses[i].motion_transform();
            let axes = configuration.poses[i].inverse().motion_transform() * &subspace.columns;
            let v_by_position = cross_motion(&v_parent) * &axes;
            let a_by_position =
                cross_motion(&a_parent) * &axes + cross_motion(&v_parent) * &v_by_position;
            let entries = |rates: &[f64]| {
                nalgebra::DVector::from_column_slice(&rates[subspace.velocities.clone()])
            };
            let a = a_parent + &axes * entries(qdd) + &v_by_position * entries(qd);
            let v = v_parent + &axes * entries(qd);
            motions.push([v, a]);
            let inertia = to_body.transpose() * body.inertia * to_body;
            let momentum = inertia * v;
            // bar = (I v) bar x*: its column for the unit motion u is u x* (I v).
            let bar = Matrix6::from_fn(|row, column| {
                let mut unit = Vector6::zeros();
                unit[column] = 1.0;
                (cross_force(&unit) * momentum)[row]
            });
            bodies.push(Composite {
                axis_rates: cross_motion(&v) * &axes,
                axes,
                v_by_position,
                a_by_position,
                two_b: cross_force(&v) * inertia - inertia * cross_motion(&v) + bar,
                force: inertia * a + cross_force(&v) * momentum,
                inertia,
            });
        }
        for (i, body) in self.bodies.iter().enumerate().rev() {
            let Some(parent) = body.parent else { continue };
            let (inertia, two_b, force) = (bodies[i].inertia, bodies[i].two_b, bodies[i].force);
            bodies[parent].inertia += inertia;
            bodies[parent].two_b += two_b;
            bodies[parent].force += force;
        }
        bodies
    }
}
