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
        let (turned, swept) = (b.cross(w, &axis.linear), b.cross(e, v));
        let change = b.add3(&turned, &swept);
        let mut by_rate = carried(b, inertia, &change);
        let spread = spread_by_rate(b, h, w, e);
        by_rate.force = b.add3(&by_rate.force, &spread);
        let drag = b.cross(e, &moving.momentum);
        by_rate.force = b.add3(&by_rate.force, &drag);
        let whole = inertia.second.map(|row| b.dot(&row, w));
        let spun = inertia.second.map(|row| b.dot(&row, e));
        let (left, right) = (b.cross(&whole, e), b.cross(&spun, w));
        let bend = b.add3(&left, &right);
        by_rate.moment = b.add3(&by_rate.moment, &bend);
        let twist = angular_momentum(b, &moving.mixed, e);
        by_rate.moment = b.add3(&by_rate.moment, &twist);
        let tilted = b.cross(&self.lift, e);
        [unit, by_rate, carried(b, inertia, &tilted)]
    }

    /// The entries of a hinge at a unit axis.
    pub fn entries(&self, b: &mut Builder, hinge: &HingeColumns, axis: &Twist) -> HingeEntries {
        let Wrench { force, moment } = &hinge.by_acceleration;
        let (v, w) = (&self.velocity.linear, &self.velocity.angular);
        let (across, about) = (b.cross(force, w), b.cross(moment, w));
        let swept = b.cross(v, force);
        let about = b.add3(&hinge.gyration, &about);
        let by_rate = Wrench {
            force: across,
            moment: b.add3(&about, &swept),
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
fn carried(b: &mut Builder, inertia: &Inertia, acceleration: &Vector3) -> Wrench {
    Wrench {
        force: b.scale3(inertia.mass, acceleration),
        moment: b.cross(&inertia.first, acceleration),
    }
}

/// `(e w^T + w e^T - 2 (w . e) 1) h`
fn spread_by_rate(b: &mut Builder, h: &Vector3, w: &Vector3, e: &Vector3) -> Vector3 {
    let two = b.integer(2);
    let (along_w, along_e) = (b.dot(w, h), b.dot(e, h));
    let (e_part, w_part) = (b.scale3(along_w, e), b.scale3(along_e, w));
    let both = b.dot(w, e);
    let double = b.mul(two, both);
    let less = b.scale3(double, h);
    let sum = b.add3(&e_part, &w_part);
    b.sub3(&sum, &less)
}
