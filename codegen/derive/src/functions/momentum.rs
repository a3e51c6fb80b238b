//! Momenta of links of the description, and their rates; the centroidal momentum of the robot.

use super::Recursion;
use super::columns::{Columns, ScaledColumn};
use super::kinematics::LinkMotion;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use multibody_description::function::Axes;
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<K: Kernels> Recursion<'_, K> {
    /// `P = m v_c` and `L = I w` about the centre of mass, in world axes.
    pub(super) fn momentum(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Value> {
        // Only `rate`, which is not used, depends on the accelerations.
        let LinkMotion { velocity, .. } = self.motion(b, joints, link, Some(InputKind::Qdd));
        let (arm, inertia) = self.arm_and_inertia(b, link);
        let tangential_velocity = b.cross(&velocity.angular, &arm);
        let v = b.add3(&velocity.linear, &tangential_velocity);
        let p = b.scale3(self.tree.masses[link].mass, &v);
        let l = b.mul_vec(&inertia, &velocity.angular);
        self.express_in_axes(b, joints, link, Axes::World, [p, l])
    }

    /// `dP/dt = m dv_c/dt` and `dL/dt = I dw/dt + w x I w`, in world axes.
    pub(super) fn momentum_rate(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Value> {
        let LinkMotion { velocity, rate } = self.motion(b, joints, link, Some(InputKind::Qdd));
        let (arm, inertia) = self.arm_and_inertia(b, link);
        let w = velocity.angular;
        // Let u be the velocity of the origin, u' the derivatives of its components in the body's axes, c the arm and e the
        // angular acceleration. The centre of mass has the velocity v = u + w x c and the acceleration
        // u' + w x u + e x c + w x (w x c) = u' + e x c + w x v.
        let tangential_velocity = b.cross(&w, &arm);
        let v = b.add3(&velocity.linear, &tangential_velocity);
        let turning = b.cross(&w, &v);
        let tangential_acceleration = b.cross(&rate.angular, &arm);
        let sum = b.add3(&rate.linear, &tangential_acceleration);
        let a = b.add3(&sum, &turning);
        let force = b.scale3(self.tree.masses[link].mass, &a);
        let l = b.mul_vec(&inertia, &w);
        let gyroscopic_moment = b.cross(&w, &l);
        let change = b.mul_vec(&inertia, &rate.angular);
        let moment = b.add3(&change, &gyroscopic_moment);
        self.express_in_axes(b, joints, link, Axes::World, [force, moment])
    }

    /// The momentum about the centre of mass in world axes, then the matrix that gives it from the rates, by rows
    /// (Orin, Goswami and Lee 2013). A column is the momentum at a unit rate: that of a composite body, as in the
    /// composite rigid-body algorithm, transformed to the world.
    pub(super) fn centroidal(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let columns = self.momenta_about_origin(b, joints);
        let center = self.center_of_mass(b, joints);
        let columns: Vec<[Value; 6]> = columns
            .into_iter()
            .map(|Wrench { force, moment }| {
                let orbital_part = b.cross(&center, &force);
                let [[x, y, z], [u, v, w]] = [force, b.sub3(&moment, &orbital_part)];
                [x, y, z, u, v, w]
            })
            .collect();
        let rows = (0..6).map(|row| columns.iter().map(|column| column[row]).collect());
        let rows: Vec<Vec<Value>> = rows.collect();
        let rates: Vec<Value> = (0..self.tree.nv)
            .map(|v| b.input(InputKind::Qd, v))
            .collect();
        let momentum: Vec<Value> = rows.iter().map(|row| b.dot(row, &rates)).collect();
        [momentum, rows.concat()].concat()
    }

    /// For each rate, the momentum at a unit of this rate, about the world's origin and in world axes.
    fn momenta_about_origin(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Wrench> {
        let composites = self.composites(b, joints);
        // For each body, the columns that its children have passed to it.
        let mut child_columns = Columns::none(joints.len());
        let mut momenta = vec![Wrench::zero(b); self.tree.nv];
        for body in (0..joints.len()).rev() {
            let mut columns = child_columns[body].take();
            for ((v, factor), axis) in self.tree_rates(body).zip(&joints[body].axes) {
                let column = self.kernels.column(b, &composites[body], axis);
                columns.add(b, v, factor, column);
            }
            for (v, ScaledColumn { factor, column }) in columns.iter() {
                let parent_column = self.kernels.to_parent(b, &joints[body], column);
                match self.tree.bodies[body].parent {
                    Some(parent) => child_columns[parent].add(b, v, factor, parent_column),
                    None => {
                        let factor = b.constant(factor);
                        let scaled = parent_column.scaled(b, factor);
                        momenta[v] = momenta[v].plus(b, &scaled);
                    }
                }
            }
        }
        momenta
    }

    /// The vector from a link's origin to its centre of mass, and its inertia about that centre, in the axes of the
    /// link's body.
    fn arm_and_inertia(&self, b: &mut Builder, link: usize) -> (Vector3, Matrix3) {
        let (rotation, mass) = (self.tree.links[link].pose.rotation, self.tree.masses[link]);
        let product = b.mul_mat(&rotation, &mass.inertia);
        let inertia = b.mul_mat(&product, &Builder::transpose(&rotation));
        (b.mul_vec(&rotation, &mass.com), inertia)
    }
}
