//! Momenta of links as read, and their rates.

use super::Recursion;
use super::kinematics::LinkMotion;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::Axes;
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<F: Kernels> Recursion<'_, F> {
    /// `P = m v_c` and `L = I w` about the centre of mass, in world axes.
    pub(super) fn momentum(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Value> {
        let LinkMotion { velocity, .. } = self.motion(b, joints, link, Some(InputKind::Qdd));
        let (arm, inertia) = self.central(b, link);
        let sweep = b.cross(&velocity.angular, &arm);
        let v = b.add3(&velocity.linear, &sweep);
        let p = b.scale3(self.tree.masses[link].mass, &v);
        let l = b.mul_vec(&inertia, &velocity.angular);
        self.in_axes(b, joints, link, Axes::World, [p, l])
    }

    /// `dP/dt = m dv_c/dt` and `dL/dt = I dw/dt + w x I w`, in world axes.
    pub(super) fn momentum_rate(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Value> {
        let LinkMotion { velocity, rate } = self.motion(b, joints, link, Some(InputKind::Qdd));
        let (arm, inertia) = self.central(b, link);
        let w = velocity.angular;
        // v' + w x v is the acceleration of the origin; that of the centre of mass adds e x c + w x (w x c).
        let sweep = b.cross(&w, &arm);
        let v = b.add3(&velocity.linear, &sweep);
        let turning = b.cross(&w, &v);
        let swing = b.cross(&rate.angular, &arm);
        let a = b.add3(&rate.linear, &swing);
        let a = b.add3(&a, &turning);
        let force = b.scale3(self.tree.masses[link].mass, &a);
        let l = b.mul_vec(&inertia, &w);
        let gyration = b.cross(&w, &l);
        let change = b.mul_vec(&inertia, &rate.angular);
        let moment = b.add3(&change, &gyration);
        self.in_axes(b, joints, link, Axes::World, [force, moment])
    }

    /// The vector from a link's origin to its centre of mass, and its inertia about that centre, in the axes of the
    /// link's body.
    fn central(&self, b: &mut Builder, link: usize) -> (Vector3, Matrix3) {
        let (rotation, of_link) = (self.tree.links[link].pose.rotation, self.tree.masses[link]);
        let half = b.mul_mat(&rotation, &of_link.inertia);
        let inertia = b.mul_mat(&half, &Builder::transpose(&rotation));
        (b.mul_vec(&rotation, &of_link.com), inertia)
    }
}
