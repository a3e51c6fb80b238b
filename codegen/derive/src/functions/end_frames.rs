//! Frames at points of links, and their motion.

use crate::kernels::Wrench;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// A frame at a point of a link or of the world, with the axes of the link or of the world. It is relative to the world or
/// to an ancestor of the link's body; in the comments below, "the world" is either of these.
pub struct EndFrame {
    /// The body that has the link; none: the world.
    pub body: Option<usize>,
    /// The pose of the body in the world.
    pub body_pose: Pose,
    /// The point in the body's frame.
    pub point_in_body: Vector3,
    /// The point in the world.
    pub point: Vector3,
    /// The rotation from the frame to the world. Its columns are the frame's axes.
    pub axes: Matrix3,
}

/// A wrench on a body, in the body's frame.
pub struct BodyWrench {
    pub body: usize,
    pub wrench: Wrench,
}

/// The motion of an end frame at qdd = 0.
pub struct EndFrameMotion {
    /// The velocity of the point; `acceleration` is its derivative.
    pub velocity: Vector3,
    pub acceleration: Vector3,
    /// The angular velocity of the axes; `angular_acceleration` is its derivative.
    pub angular: Vector3,
    pub angular_acceleration: Vector3,
}

/// A vector with its first and second derivative.
pub type Derivatives = [Vector3; 3];

impl EndFrame {
    /// The wrench on the end frame's body from a force at a point and a moment, which are given in world axes. None if the
    /// end frame is fixed in the world.
    pub fn wrench_from_world_axes(
        &self,
        b: &mut Builder,
        load: &Wrench,
        point: &Vector3,
    ) -> Option<BodyWrench> {
        let body = self.body?;
        let rotation = self.body_pose.rotation;
        let force = b.transpose_mul_vec(&rotation, &load.force);
        let point_in_body = if *point == self.point {
            self.point_in_body
        } else {
            let offset = b.sub3(point, &self.body_pose.translation);
            b.transpose_mul_vec(&rotation, &offset)
        };
        let moment = b.transpose_mul_vec(&rotation, &load.moment);
        let wrench = wrench_about_origin(b, &point_in_body, force, moment);
        Some(BodyWrench { body, wrench })
    }

    /// The wrench on the end frame's body from a force at the end frame's point and a moment, which are given in the
    /// body's axes. None if the end frame is fixed in the world.
    pub fn wrench_from_body_axes(
        &self,
        b: &mut Builder,
        force: Vector3,
        moment: Vector3,
    ) -> Option<BodyWrench> {
        let body = self.body?;
        let wrench = wrench_about_origin(b, &self.point_in_body, force, moment);
        Some(BodyWrench { body, wrench })
    }
}

/// The wrench about the origin of a force at the point p and a moment.
fn wrench_about_origin(b: &mut Builder, p: &Vector3, force: Vector3, moment: Vector3) -> Wrench {
    let moment_of_force = b.cross(p, &force);
    let moment = b.add3(&moment, &moment_of_force);
    Wrench { force, moment }
}

impl EndFrameMotion {
    /// An axis that turns with the end frame, and its derivatives.
    pub fn axis_derivatives(&self, b: &mut Builder, axis: Vector3) -> Derivatives {
        let derivative = b.cross(&self.angular, &axis);
        let [tangential_part, centripetal_part] = [
            b.cross(&self.angular_acceleration, &axis),
            b.cross(&self.angular, &derivative),
        ];
        [
            axis,
            derivative,
            b.add3(&tangential_part, &centripetal_part),
        ]
    }
}

/// The vector from the first end frame to the second, and its derivatives.
pub fn offset(
    b: &mut Builder,
    [source, target]: [&EndFrame; 2],
    [source_motion, target_motion]: [&EndFrameMotion; 2],
) -> Derivatives {
    [
        b.sub3(&target.point, &source.point),
        b.sub3(&target_motion.velocity, &source_motion.velocity),
        b.sub3(&target_motion.acceleration, &source_motion.acceleration),
    ]
}

/// `(x . y)''`
pub fn dot_second(b: &mut Builder, x: &Derivatives, y: &Derivatives) -> Value {
    let mixed = b.dot(&x[1], &y[1]);
    let (left, right) = (b.dot(&x[2], &y[0]), b.dot(&x[0], &y[2]));
    b.sum([left, mixed, mixed, right])
}

/// Axis k of a frame.
pub fn axis(axes: &Matrix3, k: usize) -> Vector3 {
    axes.map(|row| row[k])
}

pub fn half(b: &mut Builder, value: Value) -> Value {
    b.scale(&(integer(1) / integer(2)), value)
}
