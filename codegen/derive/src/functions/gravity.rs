//! Gravity forces: the joint force that balances the weight of each composite rigid body.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels, Twist};
use multibody_description::function::Terms;
use multibody_program::ir::{Builder, Value};

impl<F: Kernels> Recursion<'_, F> {
    /// g(q). The gravity field is uniform, so it acts on a composite like an upward acceleration a of the whole
    /// composite: `g_i = S_i . (I_i a)` with the composite's moments I_i. Only composites are propagated to the base,
    /// and their second moments are not needed.
    pub(super) fn gravity_of_composites(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Value> {
        let composites = self.composites(b, joints);
        let upwards = Twist {
            linear: b.neg3(&self.tree.gravity),
            angular: b.zeros(),
        };
        let mut fields: Vec<Twist> = Vec::with_capacity(joints.len());
        let mut force = vec![b.zero(); self.tree.nv];
        for (at, joint) in joints.iter().enumerate() {
            let parent = self.tree.bodies[at]
                .parent
                .map_or(upwards, |parent| fields[parent]);
            let still = vec![b.zero(); joint.axes.len()];
            let field = self.kernels.velocity(b, joint, &parent, &still);
            field.hint_acceleration(b, at);
            let load = self.kernels.column(b, &composites[at], &field);
            let own = self.kernels.project(b, joint, &load);
            for ((v, factor), value) in self.columns(at).zip(own) {
                let part = b.scale(factor, value);
                force[v] = b.add(force[v], part);
            }
            fields.push(field);
        }
        self.add_symbolic_forces(b, Terms::GRAVITY, &mut force);
        force
    }
}
