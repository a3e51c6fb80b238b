//! Derivatives with respect to the motion of a floating root: of the wrench on the whole robot, and of the forces along
//! its hinges. All are in the axes of the root's body.

use super::hand_written::{angular_momentum, unit_momentum};
use super::hinge_columns::{HingeColumns, HingeEntries};
use super::relative_moments::RelativeMoments;
use super::{Twist, Wrench};
use multibody_program::ir::{Builder, Vector3};
use multibody_tree::Inertia;

/// The motion of a floating body, in its own axes.
#[derive(Clone, Copy, Debug)]
pub struct FloatingMotion {
    /// The twist V.
    pub velocity: Twist,
    /// Minus the acceleration of gravity.
    pub minus_gravity: Vector3,
}

/// Derivatives along one axis of a floating body: by the acceleration, by the rate and by the position.
pub type AxisDerivatives<T> = [T; 3];

impl FloatingMotion {
    /// Derivatives of the wrench along a unit axis: a translation or a rotation.
    pub fn wrench_derivatives(
        &self,
        b: &mut Builder,
        inertia: &Inertia,
        relative_moments: &RelativeMoments,
        axis: &Twist,
    ) -> AxisDerivatives<Wrench> {
        let (v, w) = (&self.velocity.linear, &self.velocity.angular);
        let (h, e) = (&inertia.first_moment, &axis.angular);
        let momentum = unit_momentum(b, inertia, axis);
        // With the axis (s, e), a unit rate changes the acceleration of the origin by w x s + e x v, and the U of
        // `newton_euler.rs` by e w^T + w e^T - 2 (w . e) 1.
        let (rotation_part, velocity_part) = (b.cross(w, &axis.linear), b.cross(e, v));
        let change = b.add3(&rotation_part, &velocity_part);
        let mut by_rate = uniform_wrench(b, inertia, &change);
        let gradient_part = gradient_by_rate(b, h, w, e);
        by_rate.force = b.add3(&by_rate.force, &gradient_part);
        let turned_momentum = b.cross(e, &relative_moments.momentum);
        by_rate.force = b.add3(&by_rate.force, &turned_momentum);
        let rate_moment = inertia.second_moment.map(|row| b.dot(&row, w));
        let axis_moment = inertia.second_moment.map(|row| b.dot(&row, e));
        let (left, right) = (b.cross(&rate_moment, e), b.cross(&axis_moment, w));
        let inertia_part = b.add3(&left, &right);
        by_rate.moment = b.add3(&by_rate.moment, &inertia_part);
        let turned_moment = angular_momentum(b, &relative_moments.mixed, e);
        by_rate.moment = b.add3(&by_rate.moment, &turned_moment);
        let gravity_change = b.cross(&self.minus_gravity, e);
        let by_position = uniform_wrench(b, inertia, &gravity_change);
        [momentum, by_rate, by_position]
    }

    /// The entries of the matrices of derivatives for a hinge and a unit axis of the floating body.
    pub fn entries(&self, b: &mut Builder, hinge: &HingeColumns, axis: &Twist) -> HingeEntries {
        let Wrench { force, moment } = &hinge.by_acceleration;
        let (v, w) = (&self.velocity.linear, &self.velocity.angular);
        let (turn_force, turn_moment) = (b.cross(force, w), b.cross(moment, w));
        let shift_moment = b.cross(v, force);
        let moment_sum = b.add3(&hinge.gyration, &turn_moment);
        let by_rate = Wrench {
            force: turn_force,
            moment: b.add3(&moment_sum, &shift_moment),
        };
        let weight_moment = b.cross(force, &self.minus_gravity);
        let wrenches = [&hinge.by_acceleration, &hinge.by_rate, &hinge.by_position];
        HingeEntries {
            inner: wrenches.map(|wrench| wrench.along(b, axis)),
            outer: [by_rate.along(b, axis), b.dot(&weight_moment, &axis.angular)],
        }
    }
}

/// The wrench that the same acceleration of all points requires.
fn uniform_wrench(b: &mut Builder, inertia: &Inertia, acceleration: &Vector3) -> Wrench {
    Wrench {
        force: b.scale3(inertia.mass, acceleration),
        moment: b.cross(&inertia.first_moment, acceleration),
    }
}

/// The force `(e w^T + w e^T - 2 (w . e) 1) h`, where 1 is the identity: the derivative of `U h` along e.
fn gradient_by_rate(b: &mut Builder, h: &Vector3, w: &Vector3, e: &Vector3) -> Vector3 {
    let two = b.integer(2);
    let (along_w, along_e) = (b.dot(w, h), b.dot(e, h));
    let (e_part, w_part) = (b.scale3(along_w, e), b.scale3(along_e, w));
    let product = b.dot(w, e);
    let double_product = b.mul(two, product);
    let identity_part = b.scale3(double_product, h);
    let sum = b.add3(&e_part, &w_part);
    b.sub3(&sum, &identity_part)
}
