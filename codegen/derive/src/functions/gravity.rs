//! Gravity forces: the joint force that balances the weight of each composite rigid body.

use super::Recursion;
use super::matrix::accumulate;
use crate::kernels::{JointFrame, Kernels, Twist};
use multibody_description::function::Terms;
use multibody_program::ir::{Builder, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// g(q). The gravity field is uniform, so it acts on a composite like an upward acceleration a of the whole
    /// composite: `g_i = S_i . (I_i a)` with the composite's moments I_i. Only composites are propagated to the base,
    /// and their second moments are not needed.
    pub(super) fn gravity_of_composites(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Value> {
        let composites = self.composites(b, joints);
        let mut force = vec![b.zero(); self.tree.nv];
        self.upward_fields(b, joints, |b, body, field| {
            let load = self.kernels.column(b, &composites[body], field);
            let forces = self.kernels.project(b, &joints[body], &load);
            for ((v, factor), value) in self.tree_rates(body).zip(forces) {
                let part = b.scale(factor, value);
                force[v] = b.add(force[v], part);
            }
        });
        self.add_symbolic_forces(b, Terms::GRAVITY, &mut force);
        force
    }

    /// The derivative of g along the motion at each rate, by rows, then M. None if there are symbolic terms, or if an axis
    /// of a joint is not constant in the joint's body.
    ///
    /// Let joint j carry joint i, let F be the force of column i of M, a the upward acceleration, and w an axis of j.
    /// If j turns, all that i carries turns in the field: `g_i = F . a` changes by `F . (a x w)`. If i moves, the first
    /// moment that j carries changes by F, and `g_j` by the same value.
    pub(super) fn gravity_stiffness(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Option<Vec<Value>> {
        let is_constant = |joint: &JointFrame| {
            let mut rates = joint.axis_rates.iter();
            rates.all(|rate| {
                [rate.linear, rate.angular]
                    .concat()
                    .iter()
                    .all(|&x| x == Value::ZERO)
            })
        };
        if !self.symbolic.is_empty() || !joints.iter().all(is_constant) {
            return None;
        }
        // Nothing is done at a visit: only the fields are needed.
        let fields = self.upward_fields(b, joints, |_, _, _| {});
        let nv = self.tree.nv;
        let mut stiffness = vec![vec![b.zero(); nv]; nv];
        self.visit_columns(b, joints, |b, visit| {
            let upwards = fields[visit.frame].linear;
            let values = visit.along_axes(b, |b, axis| {
                let change = b.cross(&upwards, &axis.angular);
                b.dot(&visit.column.force, &change)
            });
            match visit.own_axis {
                None => {
                    self.add_symmetric(b, &mut stiffness, visit.body, visit.v, visit.factor, values)
                }
                Some(_) => {
                    for ((column, column_factor), value) in self.tree_rates(visit.body).zip(values)
                    {
                        let weight = visit.factor * column_factor;
                        accumulate(b, &mut stiffness, (visit.v, column), &weight, value);
                    }
                }
            }
        });
        let mass_matrix = self.mass_matrix(b, joints);
        Some([stiffness.concat(), mass_matrix.concat()].concat())
    }

    /// The upward acceleration that is equivalent to gravity, in the frame of each body. `visit` is called with each.
    fn upward_fields(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut visit: impl FnMut(&mut Builder, usize, &Twist),
    ) -> Vec<Twist> {
        let upwards = Twist {
            linear: b.neg3(&self.tree.gravity),
            angular: b.zeros(),
        };
        let mut fields: Vec<Twist> = Vec::with_capacity(joints.len());
        for (body, joint) in joints.iter().enumerate() {
            let parent = self.tree.bodies[body]
                .parent
                .map_or(upwards, |parent| fields[parent]);
            let zero_rates = vec![b.zero(); joint.axes.len()];
            let field = self.kernels.velocity(b, joint, &parent, &zero_rates);
            field.hint_acceleration(b, body);
            visit(b, body, &field);
            fields.push(field);
        }
        fields
    }
}
