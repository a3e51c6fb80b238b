//! Frames at points of links, and their motion.

use crate::kernels::Wrench;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// A frame at a point of a link, or the world's own. It is relative to the world or to an ancestor of the link's
/// body; in the comments below, "the world" is either of these.
pub struct Fixture {
    pub body: Option<usize>,
    /// The pose of the body in the world.
    pub carrier: Pose,
    /// The point in the body's frame.
    pub place: Vector3,
    /// The point in the world.
    pub point: Vector3,
    /// The frame's axes in the world, by rows.
    pub axes: Matrix3,
}

/// A wrench on a body, in the body's frame.
pub struct BodyWrench {
    pub body: usize,
    pub wrench: Wrench,
}

/// The motion of a fixture at qdd = 0.
pub struct FixtureMotion {
    /// The velocity of the point.
    pub velocity: Vector3,
    pub acceleration: Vector3,
    /// The angular velocity of the axes; `turning` is its derivative.
    pub angular: Vector3,
    pub turning: Vector3,
}

/// A vector with its first and second derivative.
pub type Derivatives = [Vector3; 3];

impl Fixture {
    /// The wrench on the fixture's body from a force at a point and a moment, which are given in world axes.
    pub fn transmits(&self, b: &mut Builder, load: &Wrench, point: &Vector3) -> Option<BodyWrench> {
        let body = self.body?;
        let turn = self.carrier.rotation;
        let force = b.transpose_mul_vec(&turn, &load.force);
        let place = if *point == self.point {
            self.place
        } else {
            let offset = b.sub3(point, &self.carrier.translation);
            b.transpose_mul_vec(&turn, &offset)
        };
        let moment = b.transpose_mul_vec(&turn, &load.moment);
        let wrench = about_origin(b, &place, force, moment);
        Some(BodyWrench { body, wrench })
    }

    /// The wrench on the fixture's body from a force at the fixture's point and a moment, which are given in the
    /// body's axes.
    pub fn wrench(&self, b: &mut Builder, force: Vector3, moment: Vector3) -> Option<BodyWrench> {
        let body = self.body?;
        let wrench = about_origin(b, &self.place, force, moment);
        Some(BodyWrench { body, wrench })
    }
}

fn about_origin(b: &mut Builder, place: &Vector3, force: Vector3, moment: Vector3) -> Wrench {
    let lever = b.cross(place, &force);
    let moment = b.add3(&moment, &lever);
    Wrench { force, moment }
}

impl FixtureMotion {
    /// An axis that turns with the fixture, and its derivatives.
    pub fn axis_derivatives(&self, b: &mut Builder, axis: Vector3) -> Derivatives {
        let first = b.cross(&self.angular, &axis);
        let [tangential_part, inner] = [
            b.cross(&self.turning, &axis),
            b.cross(&self.angular, &first),
        ];
        [axis, first, b.add3(&tangential_part, &inner)]
    }
}

/// The vector from the first fixture to the second, and its derivatives.
pub fn offset(
    b: &mut Builder,
    [source, target]: [&Fixture; 2],
    [source_motion, target_motion]: [&FixtureMotion; 2],
) -> Derivatives {
    [
        b.sub3(&target.point, &source.point),
        b.sub3(&target_motion.velocity, &source_motion.velocity),
        b.sub3(&target_motion.acceleration, &source_motion.acceleration),
    ]
}

/// `(x . y)''`
pub fn second(b: &mut Builder, x: &Derivatives, y: &Derivatives) -> Value {
    let middle = b.dot(&x[1], &y[1]);
    let ends = [b.dot(&x[2], &y[0]), b.dot(&x[0], &y[2])];
    b.sum([ends[0], middle, middle, ends[1]])
}

pub fn axis(axes: &Matrix3, k: usize) -> Vector3 {
    axes.map(|row| row[k])
}

pub fn half(b: &mut Builder, value: Value) -> Value {
    b.scale(&(integer(1) / integer(2)), value)
}
