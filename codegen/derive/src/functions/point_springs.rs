//! Springs between points of links, and constant forces on links: generalized forces and energy.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use multibody_description::system::{End, PointSpring};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Function, Pose, Value, Vector3};

/// A spring at a state, in world axes.
struct Extension {
    /// The vector from the first point to the second.
    span: Vector3,
    /// The length of that vector.
    length: Value,
    /// The length minus the length at rest.
    stretch: Value,
}

/// The wrench of a force at a point of a link.
pub struct EndWrench {
    pub end: End,
    /// The body that has the link; none: the world.
    pub body: Option<usize>,
    /// The wrench, in the frame of this body.
    pub wrench: Wrench,
}

/// A point of a link, or of the world.
pub struct PlacedPoint {
    /// The body that has the link; none: the world.
    pub body: Option<usize>,
    /// The pose of this body, relative to the world or to an ancestor.
    pub body_pose: Pose,
    /// The point in the frame of this body.
    pub point_in_body: Vector3,
}

impl<K: Kernels> Recursion<'_, K> {
    /// The generalized force of springs between points and of constant forces.
    pub fn derive_link_forces(&self, b: &mut Builder) -> Vec<Value> {
        let joints = &self.joints(b);
        let mut wrenches = vec![Wrench::zero(b); joints.len()];
        for applied in self.link_forces(b, joints) {
            if let Some(body) = applied.body {
                wrenches[body] = wrenches[body].plus(b, &applied.wrench);
            }
        }
        self.generalized_forces(b, joints, wrenches)
    }

    /// The wrenches of constant forces, and those at all ends of the springs. The force `k (l - l0) + c dl/dt` pulls
    /// each end towards the other.
    pub(super) fn link_forces(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<EndWrench> {
        let mut end_wrenches = Vec::new();
        for spring in &self.tree.point_springs {
            let Extension {
                span,
                length,
                stretch,
            } = self.extension(b, joints, spring);
            let [source, target] = spring.ends.map(|end| self.velocity_of(b, joints, end));
            let relative_velocity = b.sub3(&target, &source);
            let product = b.dot(&span, &relative_velocity);
            let length_rate = b.div(product, length);
            let elastic = b.mul(spring.stiffness, stretch);
            let viscous = b.mul(spring.damping, length_rate);
            let tension = b.add(elastic, viscous);
            let force_density = b.div(tension, length);
            let force = b.scale3(force_density, &span);
            for (end, force) in spring.ends.into_iter().zip([force, b.neg3(&force)]) {
                end_wrenches.push(self.end_wrench(b, joints, end, &force));
            }
        }
        for constant in &self.tree.constant_forces {
            let end = End {
                link: Some(constant.link),
                point: constant.point,
            };
            end_wrenches.push(self.end_wrench(b, joints, end, &constant.force));
        }
        end_wrenches
    }

    /// The wrench on the body of an end from a force at this end, which is in world axes.
    fn end_wrench(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        end: End,
        force: &Vector3,
    ) -> EndWrench {
        let point = self.locate(b, joints, end);
        let force = b.transpose_mul_vec(&point.body_pose.rotation, force);
        let moment = b.cross(&point.point_in_body, &force);
        EndWrench {
            end,
            body: point.body,
            wrench: Wrench { force, moment },
        }
    }

    /// `sum k (l - l0)^2 / 2`
    pub(super) fn point_spring_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let half = integer(1) / integer(2);
        let springs = self.tree.point_springs.iter();
        springs.fold(b.zero(), |sum, spring| {
            let Extension { stretch, .. } = self.extension(b, joints, spring);
            let square = b.mul(stretch, stretch);
            let double_energy = b.mul(spring.stiffness, square);
            let energy = b.scale(&half, double_energy);
            b.add(sum, energy)
        })
    }

    /// The vector from the first end of a spring to the second, its length, and the stretch.
    fn extension(&self, b: &mut Builder, joints: &[JointFrame], spring: &PointSpring) -> Extension {
        let [source, target] = spring.ends.map(|end| {
            let point = self.locate(b, joints, end);
            let arm = b.mul_vec(&point.body_pose.rotation, &point.point_in_body);
            b.add3(&point.body_pose.translation, &arm)
        });
        let span = b.sub3(&target, &source);
        let square = b.dot(&span, &span);
        let length = b.call(Function::Sqrt, square);
        Extension {
            span,
            length,
            stretch: b.sub(length, spring.length),
        }
    }

    /// A point, with the pose of its body in the world.
    pub(super) fn locate(&self, b: &mut Builder, joints: &[JointFrame], end: End) -> PlacedPoint {
        self.locate_from(None, b, joints, end)
    }

    /// A point, with the pose of its body relative to an ancestor; none: the world.
    pub(super) fn locate_from(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: End,
    ) -> PlacedPoint {
        let Some(link) = end.link else {
            return PlacedPoint {
                body: None,
                body_pose: b.identity_pose(),
                point_in_body: end.point,
            };
        };
        let frame = self.tree.links[link];
        let arm = b.mul_vec(&frame.pose.rotation, &end.point);
        let point_in_body = b.add3(&frame.pose.translation, &arm);
        PlacedPoint {
            body: frame.body,
            body_pose: self.relative_pose(b, joints, frame.body, ancestor),
            point_in_body,
        }
    }

    /// The velocity of an end, in world axes.
    fn velocity_of(&self, b: &mut Builder, joints: &[JointFrame], end: End) -> Vector3 {
        let PlacedPoint {
            body: Some(body),
            body_pose,
            point_in_body,
        } = self.locate(b, joints, end)
        else {
            return b.zeros();
        };
        let velocity = self.velocities(b, joints)[body];
        let tangential_velocity = b.cross(&velocity.angular, &point_in_body);
        let point_velocity = b.add3(&velocity.linear, &tangential_velocity);
        b.mul_vec(&body_pose.rotation, &point_velocity)
    }

    /// Subtracts the generalized force of springs between points and constant forces from the left-hand side of the equation of
    /// motion.
    pub(super) fn subtract_link_forces(&self, b: &mut Builder, tau: &mut [Value]) {
        for (tau, force) in tau.iter_mut().zip(self.generalized_link_forces(b)) {
            *tau = b.sub(*tau, force);
        }
    }

    /// The generalized force of springs between points and constant forces, from the program of
    /// [`Self::derive_link_forces`]; empty if there are none.
    pub(super) fn generalized_link_forces(&self, b: &mut Builder) -> Vec<Value> {
        b.inline(self.generalized_link_forces, |b, input| {
            b.input(input.kind, input.index as usize)
        })
    }
}
