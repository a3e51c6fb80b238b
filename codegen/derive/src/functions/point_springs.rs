//! Springs between points of links: generalized forces and energy.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use multibody_description::system::{End, PointSpring};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Function, Pose, Value, Vector3};

/// A spring at a state, in world axes.
struct Stretched {
    /// The vector from the first point to the second.
    span: Vector3,
    /// The length of that vector.
    length: Value,
    /// The length less the length at rest.
    stretch: Value,
}

/// An end of a spring.
pub struct PulledEnd {
    pub end: End,
    /// The body that carries it; none: the world.
    pub body: Option<usize>,
    /// The wrench on this body, in its frame.
    pub wrench: Wrench,
}

/// A point of a link, or of the world.
pub struct PlacedPoint {
    /// The body that carries it; none: the world.
    pub body: Option<usize>,
    /// The pose of this body.
    pub carrier: Pose,
    /// The point in the frame of this body.
    pub place: Vector3,
}

impl<F: Kernels> Recursion<'_, F> {
    /// The generalized force of the springs.
    pub fn pulls(&self, b: &mut Builder) -> Vec<Value> {
        let joints = &self.joints(b);
        let mut wrenches = vec![Wrench::zero(b); joints.len()];
        for pulled in self.pulled_ends(b, joints) {
            if let Some(body) = pulled.body {
                wrenches[body] = wrenches[body].plus(b, &pulled.wrench);
            }
        }
        self.to_coordinates(b, joints, wrenches)
    }

    /// All ends of the springs. The force `k (l - l0) + c dl/dt` pulls each end towards the other.
    pub(super) fn pulled_ends(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<PulledEnd> {
        let mut ends = Vec::new();
        for spring in &self.tree.point_springs {
            let Stretched {
                span,
                length,
                stretch,
            } = self.stretched(b, joints, spring);
            let [from, to] = spring.ends.map(|end| self.velocity_of(b, joints, end));
            let separation = b.sub3(&to, &from);
            let closing = b.dot(&span, &separation);
            let rate = b.div(closing, length);
            let elastic = b.mul(spring.stiffness, stretch);
            let viscous = b.mul(spring.damping, rate);
            let pull = b.add(elastic, viscous);
            let pull = b.div(pull, length);
            let force = b.scale3(pull, &span);
            for (end, force) in spring.ends.into_iter().zip([force, b.neg3(&force)]) {
                let placed = self.place(b, joints, end);
                let force = b.transpose_mul_vec(&placed.carrier.rotation, &force);
                let moment = b.cross(&placed.place, &force);
                ends.push(PulledEnd {
                    end,
                    body: placed.body,
                    wrench: Wrench { force, moment },
                });
            }
        }
        ends
    }

    /// `sum k (l - l0)^2 / 2`
    pub(super) fn point_spring_energy(&self, b: &mut Builder, joints: &[JointFrame]) -> Value {
        let half = integer(1) / integer(2);
        let springs = self.tree.point_springs.iter();
        springs.fold(b.zero(), |sum, spring| {
            let Stretched { stretch, .. } = self.stretched(b, joints, spring);
            let square = b.mul(stretch, stretch);
            let twice = b.mul(spring.stiffness, square);
            let energy = b.scale(&half, twice);
            b.add(sum, energy)
        })
    }

    fn stretched(&self, b: &mut Builder, joints: &[JointFrame], spring: &PointSpring) -> Stretched {
        let [from, to] = spring.ends.map(|end| {
            let placed = self.place(b, joints, end);
            let turned = b.mul_vec(&placed.carrier.rotation, &placed.place);
            b.add3(&placed.carrier.translation, &turned)
        });
        let span = b.sub3(&to, &from);
        let square = b.dot(&span, &span);
        let length = b.call(Function::Sqrt, square);
        Stretched {
            span,
            length,
            stretch: b.sub(length, spring.length),
        }
    }

    /// A point, with the pose of its body in the world.
    pub(super) fn place(&self, b: &mut Builder, joints: &[JointFrame], end: End) -> PlacedPoint {
        self.place_from(None, b, joints, end)
    }

    /// The same, with the pose relative to an ancestor of the body.
    pub(super) fn place_from(
        &self,
        from: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: End,
    ) -> PlacedPoint {
        let Some(link) = end.link else {
            return PlacedPoint {
                body: None,
                carrier: b.identity_pose(),
                place: end.point,
            };
        };
        let frame = self.tree.links[link];
        let turned = b.mul_vec(&frame.pose.rotation, &end.point);
        let place = b.add3(&frame.pose.translation, &turned);
        PlacedPoint {
            body: frame.body,
            carrier: self.relative_pose(b, joints, frame.body, from),
            place,
        }
    }

    /// The velocity of an end, in world axes.
    fn velocity_of(&self, b: &mut Builder, joints: &[JointFrame], end: End) -> Vector3 {
        let PlacedPoint {
            body: Some(body),
            carrier,
            place,
        } = self.place(b, joints, end)
        else {
            return b.zeros();
        };
        let velocity = self.velocities(b, joints)[body];
        let sweep = b.cross(&velocity.angular, &place);
        let own = b.add3(&velocity.linear, &sweep);
        b.mul_vec(&carrier.rotation, &own)
    }

    /// Subtracts the generalized force of the springs on the left-hand side of the equation of motion.
    pub(super) fn subtract_pulls(&self, b: &mut Builder, tau: &mut [Value]) {
        for (tau, pull) in tau.iter_mut().zip(self.pulled(b)) {
            *tau = b.sub(*tau, pull);
        }
    }

    /// The generalized force of the springs as derived before: empty if there are none.
    pub(super) fn pulled(&self, b: &mut Builder) -> Vec<Value> {
        b.inline(self.pulls, |b, input| {
            b.input(input.kind, input.index as usize)
        })
    }
}
