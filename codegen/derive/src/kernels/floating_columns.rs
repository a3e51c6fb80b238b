//! Derivatives of the wrench of a whole robot, and of forces along its hinges, by position and rates of a floating root,
//! in the axes of the root's body.

use super::hand_written::{angular_momentum, unit_column};
use super::hinge_columns::{HingeColumns, HingeEntries};
use super::relative_moments::RelativeMoments;
use super::{Twist, Wrench};
use multibody_program::ir::{Builder, Vector3};
use multibody_tree::Inertia;

/// The motion of a floating body, in its own axes.
#[derive(Clone, Copy, Debug)]
pub struct FloatingMotion {
    /// Its twist.
    pub velocity: Twist,
    /// Minus the acceleration of gravity.
    pub lift: Vector3,
}

/// Derivatives along one axis of a floating body: by the acceleration, by the rate and by the position.
pub type ByAxis<T> = [T; 3];

impl FloatingMotion {
    /// Derivatives of the wrench along a unit axis, which is a translation or a rotation.
    pub fn wrenches(
        &self,
        b: &mut Builder,
        inertia: &Inertia,
        moving: &RelativeMoments,
        axis: &Twist,
    ) -> ByAxis<Wrench> {
        let (v, w) = (&self.velocity.linear, &self.velocity.angular);
        let (h, e) = (&inertia.first, &axis.angular);
        let unit = unit_column(b, inertia, axis);
        // The acceleration of the origin grows by w x axis + e x v, and U by e w^T + w e^T - 2 (w . e) 1.
        let (turn_part, shift_part) = (b.cross(w, &axis.linear), b.cross(e, v));
        let change = b.add3(&turn_part, &shift_part);
        let mut by_rate = uniform_wrench(b, inertia, &change);
        let gradient_part = gradient_by_rate(b, h, w, e);
        by_rate.force = b.add3(&by_rate.force, &gradient_part);
        let drag = b.cross(e, &moving.momentum);
        by_rate.force = b.add3(&by_rate.force, &drag);
        let rate_moment = inertia.second.map(|row| b.dot(&row, w));
        let axis_moment = inertia.second.map(|row| b.dot(&row, e));
        let (left, right) = (b.cross(&rate_moment, e), b.cross(&axis_moment, w));
        let bend = b.add3(&left, &right);
        by_rate.moment = b.add3(&by_rate.moment, &bend);
        let twist = angular_momentum(b, &moving.mixed, e);
        by_rate.moment = b.add3(&by_rate.moment, &twist);
        let tilted = b.cross(&self.lift, e);
        [unit, by_rate, uniform_wrench(b, inertia, &tilted)]
    }

    /// The entries of a hinge at a unit axis.
    pub fn entries(&self, b: &mut Builder, hinge: &HingeColumns, axis: &Twist) -> HingeEntries {
        let Wrench { force, moment } = &hinge.by_acceleration;
        let (v, w) = (&self.velocity.linear, &self.velocity.angular);
        let (turn_force, turn_moment) = (b.cross(force, w), b.cross(moment, w));
        let shift_moment = b.cross(v, force);
        let turn_moment = b.add3(&hinge.gyration, &turn_moment);
        let by_rate = Wrench {
            force: turn_force,
            moment: b.add3(&turn_moment, &shift_moment),
        };
        let tilted = b.cross(force, &self.lift);
        let wrenches = [&hinge.by_acceleration, &hinge.by_rate, &hinge.by_position];
        HingeEntries {
            inner: wrenches.map(|wrench| wrench.along(b, axis)),
            outer: [by_rate.along(b, axis), b.dot(&tilted, &axis.angular)],
        }
    }
}

/// The wrench of an acceleration of all points.
fn uniform_wrench(b: &mut Builder, inertia: &Inertia, acceleration: &Vector3) -> Wrench {
    Wrench {
        force: b.scale3(inertia.mass, acceleration),
        moment: b.cross(&inertia.first, acceleration),
    }
}

/// `(e w^T + w e^T - 2 (w . e) 1) h`
fn gradient_by_rate(b: &mut Builder, h: &Vector3, w: &Vector3, e: &Vector3) -> Vector3 {
    let two = b.integer(2);
    let (along_w, along_e) = (b.dot(w, h), b.dot(e, h));
    let (e_part, w_part) = (b.scale3(along_w, e), b.scale3(along_e, w));
    let product = b.dot(w, e);
    let double = b.mul(two, product);
    let part = b.scale3(double, h);
    let sum = b.add3(&e_part, &w_part);
    b.sub3(&sum, &part)
}
