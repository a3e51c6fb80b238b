//! Twists of bodies, and their kinetic energy.

use super::derived::{
    Derived, JointMotion, body_inputs, inline_terms, joint_inputs, placement_adjoint, times, twist,
    twist_components,
};
use super::hand_written::{HandWritten, angular_momentum};
use super::{JointFrame, Twist};
use multibody_program::ir::{Builder, Value};
use multibody_tree::Inertia;

/// Twists and kinetic energies, from the world outwards.
pub trait Velocities {
    /// A child's twist from its parent's.
    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist;
    /// The kinetic energy T of one body.
    fn kinetic_energy(&self, b: &mut Builder, moments: &Inertia, velocity: &Twist) -> Value;
}

impl Velocities for Derived<'_> {
    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist {
        let adjoint = placement_adjoint(b, &joint.placement);
        let carrier = twist(&times(b, &adjoint, &twist_components(parent)));
        let zero_twist = Twist::zero(b);
        let no_change = vec![b.zero(); qd.len()];
        let motion = JointMotion {
            qd,
            qdd: &no_change,
            carrier: &carrier,
            carrier_rate: &zero_twist,
        };
        let inputs = joint_inputs(joint, &motion);
        twist(&inline_terms(b, &joint.terms.velocity, &inputs))
    }

    fn kinetic_energy(&self, b: &mut Builder, moments: &Inertia, velocity: &Twist) -> Value {
        let (zero_twist, zeros) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(moments, velocity, &zero_twist, &zeros);
        inline_terms(b, &self.body_terms.kinetic, &inputs)[0]
    }
}

impl Velocities for HandWritten {
    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist {
        let mut twist = *parent;
        for pose in [&joint.placement, &joint.transform] {
            let tangential_velocity = b.cross(&twist.angular, &pose.translation);
            let linear = b.add3(&twist.linear, &tangential_velocity);
            twist = Twist {
                linear: b.transpose_mul_vec(&pose.rotation, &linear),
                angular: b.transpose_mul_vec(&pose.rotation, &twist.angular),
            };
        }
        let joint_velocity = Twist::combine(b, &joint.axes, qd);
        twist.plus(b, &joint_velocity)
    }

    fn kinetic_energy(&self, b: &mut Builder, moments: &Inertia, velocity: &Twist) -> Value {
        // T = (v . p + w . l) / 2 with p = m v + w x h, l = h x v + I w
        let (v, w, h) = (&velocity.linear, &velocity.angular, &moments.first_moment);
        let (linear_momentum, turn_part) = (b.scale3(moments.mass, v), b.cross(w, h));
        // v . (w x h) = w . (h x v), so the mixed part counts twice and the rest once.
        let mixed = b.dot(v, &turn_part);
        let linear = b.dot(v, &linear_momentum);
        let l = angular_momentum(b, &moments.second_moment, w);
        let angular = b.dot(w, &l);
        let half = b.constant(
            &(multibody_program::exact::integer(1) / multibody_program::exact::integer(2)),
        );
        let sum = b.add(linear, angular);
        let unmixed = b.mul(half, sum);
        b.add(unmixed, mixed)
    }
}
