//! The recursive Newton-Euler algorithm (RNEA): accelerations from the world outwards, and the wrenches of bodies.
//!
//! The derived motion consists of the twist V, the derivatives of its components, and gravity in the frame's axes. The
//! hand-written one consists of the angular velocity w, the angular acceleration e and the acceleration a of the origin
//! minus that of gravity, all in body axes. With `U = [e]x + w w^T - |w|^2 1`, where 1 is the identity, the
//! acceleration of a point r is `a + U r`, and forces are sums over the body's mass moments (Featherstone 2008, chapter
//! 5; Khalil and Dombre 2002, chapter 9).

use super::Symbol;
use super::derived::{
    Derived, JointMotion, body_inputs, inline_terms, joint_inputs, placement_adjoint, times, twist,
    twist_components, wrench,
};
use super::hand_written::HandWritten;
use super::rotations::quarter_turn;
use super::{Hinted, JointFrame, Linear, Twist, Wrench};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};
use multibody_tree::Inertia;

/// Motions of frames, and the wrenches that they require.
pub trait NewtonEuler {
    /// The motion of a frame: all that accelerations and wrenches depend on.
    type Motion: Clone + Hinted;

    /// The motion of the world. It includes gravity, as an upward acceleration or as a vector.
    fn world(&self, b: &mut Builder, gravity: &Vector3) -> Self::Motion;
    /// A child's motion from its parent's.
    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &Self::Motion,
        qd: &[Value],
        qdd: &[Value],
    ) -> Self::Motion;
    /// The wrench that a body's motion requires: d/dt(dT/dV), the product of dT/dV with the adjoint of V, and the
    /// derivative of the potential energy with respect to the body's pose.
    fn wrench(&self, b: &mut Builder, moments: &Inertia, motion: &Self::Motion) -> Wrench;
    /// Acceleration of a point of a frame minus that of gravity, and angular acceleration, both in the frame's axes.
    fn acceleration(&self, b: &mut Builder, motion: &Self::Motion, point: &Vector3) -> Twist;
}

/// The motion of a frame, as the derived kernels use it.
#[derive(Clone, Copy, Debug)]
pub struct DerivedMotion {
    /// The twist V, in the frame's axes.
    pub velocity: Twist,
    /// The derivatives of V's components.
    pub acceleration: Twist,
    /// Acceleration of gravity in the frame's axes.
    pub gravity: Vector3,
}

impl Hinted for DerivedMotion {
    fn hint(&self, b: &mut Builder, body: usize) {
        self.velocity.hint_velocity(b, body);
        self.acceleration.hint_rate(b, body);
        b.hint_vector(Symbol::Gravity, body, &self.gravity);
    }
}

impl NewtonEuler for Derived<'_> {
    type Motion = DerivedMotion;

    fn world(&self, b: &mut Builder, gravity: &Vector3) -> DerivedMotion {
        DerivedMotion {
            velocity: Twist::zero(b),
            acceleration: Twist::zero(b),
            gravity: *gravity,
        }
    }

    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &DerivedMotion,
        qd: &[Value],
        qdd: &[Value],
    ) -> DerivedMotion {
        let adjoint = placement_adjoint(b, &joint.placement);
        let transform = |b: &mut Builder, parent_twist: &Twist| {
            twist(&times(b, &adjoint, &twist_components(parent_twist)))
        };
        let (v, a) = (
            transform(b, &parent.velocity),
            transform(b, &parent.acceleration),
        );
        let motion = JointMotion {
            qd,
            qdd,
            carrier: &v,
            carrier_rate: &a,
        };
        let inputs = joint_inputs(joint, &motion);
        let velocity = twist(&inline_terms(b, &joint.terms.velocity, &inputs));
        let acceleration = twist(&inline_terms(b, &joint.terms.acceleration, &inputs));
        let fixed_gravity = b.transpose_mul_vec(&joint.placement.rotation, &parent.gravity);
        let gravity = b.transpose_mul_vec(&joint.transform.rotation, &fixed_gravity);
        DerivedMotion {
            velocity,
            acceleration,
            gravity,
        }
    }

    fn wrench(&self, b: &mut Builder, moments: &Inertia, motion: &DerivedMotion) -> Wrench {
        let terms = self.body_terms;
        let inputs = body_inputs(
            moments,
            &motion.velocity,
            &motion.acceleration,
            &motion.gravity,
        );
        let inertial = wrench(&inline_terms(b, &terms.wrench, &inputs));
        let weight = wrench(&inline_terms(b, &terms.gravity, &inputs));
        inertial.plus(b, &weight)
    }

    fn acceleration(&self, b: &mut Builder, motion: &DerivedMotion, point: &Vector3) -> Twist {
        let (velocity, rate) = (&motion.velocity, &motion.acceleration);
        // The point's velocity changes because its components do, and because the axes turn.
        let [point_velocity, change] = [velocity, rate].map(|twist| {
            let tangential_velocity = b.cross(&twist.angular, point);
            b.add3(&twist.linear, &tangential_velocity)
        });
        let turning = b.cross(&velocity.angular, &point_velocity);
        let linear = b.add3(&change, &turning);
        Twist {
            linear: b.sub3(&linear, &motion.gravity),
            angular: rate.angular,
        }
    }
}

/// The motion of a frame, as the hand-written kernels use it: in the frame's axes.
#[derive(Clone, Copy, Debug)]
pub struct HandWrittenMotion {
    /// Angular velocity.
    pub angular: Vector3,
    /// Angular acceleration.
    pub angular_acceleration: Vector3,
    /// U: a point r has the acceleration `a + U r`.
    pub gradient: Matrix3,
    /// Acceleration of the origin, minus that of gravity.
    pub acceleration: Vector3,
}

impl Hinted for HandWrittenMotion {
    fn hint(&self, b: &mut Builder, body: usize) {
        let acceleration = Twist {
            linear: self.acceleration,
            angular: self.angular_acceleration,
        };
        b.hint_vector(Symbol::AngularVelocity, body, &self.angular);
        acceleration.hint_acceleration(b, body);
        b.hint_matrix(Symbol::AccelerationGradient, body, &self.gradient);
    }
}

impl HandWrittenMotion {
    /// The motion with angular velocity w and angular acceleration e: `U = [e]x + w w^T - |w|^2 1`.
    pub fn new(b: &mut Builder, w: Vector3, e: Vector3, acceleration: Vector3) -> Self {
        let squares = w.map(|x| b.mul(x, x));
        let mut u = [b.zeros(); 3];
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let sum = b.add(squares[i], squares[j]);
            u[k][k] = b.neg(sum);
            let product = b.mul(w[i], w[j]);
            u[i][j] = b.sub(product, e[k]);
            u[j][i] = b.add(product, e[k]);
        }
        Self {
            angular: w,
            angular_acceleration: e,
            gradient: u,
            acceleration,
        }
    }

    /// The motion with angular velocity w, the third column u of U, and e_z. These determine the rest of U and of e, so e
    /// is never rotated. Of the children, only those whose axis is not parallel to z need e_x and e_y. [`Builder::finish`]
    /// drops values that nothing uses.
    fn from_third_column(
        b: &mut Builder,
        w: Vector3,
        u: Vector3,
        e_z: Value,
        acceleration: Vector3,
        has_nonparallel_child: bool,
    ) -> Self {
        let [x, y, z] = w;
        let (xz, yz, xy) = (b.mul(x, z), b.mul(y, z), b.mul(x, y));
        // u = (xz + e_y, yz - e_x, -x^2 - y^2)
        let e_x = b.sub(yz, u[1]);
        let e_y = b.sub(u[0], xz);
        let (yy, zz) = (b.mul(y, y), b.mul(z, z));
        let difference = b.sub(yy, zz);
        let sum = b.add(yy, zz);
        let (u20, u21) = if has_nonparallel_child {
            (b.sub(xz, e_y), b.add(yz, e_x))
        } else {
            // The same values without e_x and e_y, which are then not computed.
            let two = b.integer(2);
            let double_z = b.mul(two, z);
            let (left, right) = (b.mul(x, double_z), b.mul(y, double_z));
            (b.sub(left, u[0]), b.sub(right, u[1]))
        };
        let gradient = [
            [b.neg(sum), b.sub(xy, e_z), u[0]],
            [b.add(xy, e_z), b.add(u[2], difference), u[1]],
            [u20, u21, u[2]],
        ];
        Self {
            angular: w,
            angular_acceleration: [e_x, e_y, e_z],
            gradient,
            acceleration,
        }
    }

    /// The motion of another frame fixed in this one, at the pose (R, p): its origin is at p, and its axes are R's
    /// columns.
    pub fn expressed_in(&self, b: &mut Builder, pose: &Pose) -> Self {
        let shift = b.mul_vec(&self.gradient, &pose.translation);
        let origin_acceleration = b.add3(&self.acceleration, &shift);
        let r = &pose.rotation;
        let acceleration = b.transpose_mul_vec(r, &origin_acceleration);
        let angular = b.transpose_mul_vec(r, &self.angular);
        let e = b.transpose_mul_vec(r, &self.angular_acceleration);
        if quarter_turn(b, r).is_some() {
            // A quarter turn only exchanges and negates entries, so U is rotated instead of computed anew.
            let left_product = b.mul_mat(&Builder::transpose(r), &self.gradient);
            let gradient = b.mul_mat(&left_product, r);
            Self {
                angular,
                angular_acceleration: e,
                gradient,
                acceleration,
            }
        } else {
            Self::new(b, angular, e, acceleration)
        }
    }
}

/// The motion of a child that turns about z, from that of its joint's fixed frame. z is the same in both frames, so
/// `U z` is rotated as a vector.
fn advance_about_z(
    b: &mut Builder,
    joint: &JointFrame,
    fixed_motion: &HandWrittenMotion,
    qd: Value,
    qdd: Value,
) -> HandWrittenMotion {
    let r = &joint.transform.rotation;
    let [x, y, z] = b.transpose_mul_vec(r, &fixed_motion.angular);
    let angular = [x, y, b.add(z, qd)];
    let third_column = fixed_motion.gradient.map(|row| row[2]);
    let u = b.transpose_mul_vec(r, &third_column);
    let e_z = b.add(fixed_motion.angular_acceleration[2], qdd);
    let a = b.transpose_mul_vec(r, &fixed_motion.acceleration);
    HandWrittenMotion::from_third_column(b, angular, u, e_z, a, joint.has_nonparallel_child)
}

impl NewtonEuler for HandWritten {
    type Motion = HandWrittenMotion;

    fn world(&self, b: &mut Builder, gravity: &Vector3) -> HandWrittenMotion {
        let (zeros, acceleration) = (b.zeros(), b.neg3(gravity));
        HandWrittenMotion::new(b, zeros, zeros, acceleration)
    }

    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &HandWrittenMotion,
        qd: &[Value],
        qdd: &[Value],
    ) -> HandWrittenMotion {
        let fixed_motion = parent.expressed_in(b, &joint.placement);
        if self.rotates_column_of_u
            && joint.turns_about_z(b)
            && quarter_turn(b, &joint.placement.rotation).is_some()
        {
            return advance_about_z(b, joint, &fixed_motion, qd[0], qdd[0]);
        }
        let motion = fixed_motion.expressed_in(b, &joint.transform);
        let joint_velocity = Twist::combine(b, &joint.axes, qd);
        let joint_acceleration = Twist::combine(b, &joint.axes, qdd);
        let axis_change = Twist::combine(b, &joint.axis_rates, qd);
        // On the right, w, e and a are those of the fixed frame, from which `motion` is rotated:
        // w = R^T w + S_w qd;  e = R^T e + S_w qdd + S_w' qd + (R^T w) x S_w qd
        let angular = b.add3(&motion.angular, &joint_velocity.angular);
        let turning = b.cross(&motion.angular, &joint_velocity.angular);
        let mut e = b.add3(&motion.angular_acceleration, &turning);
        e = b.add3(&e, &joint_acceleration.angular);
        e = b.add3(&e, &axis_change.angular);
        // a = R^T (a + U p) + S_v qdd + S_v' qd + S_w qd x S_v qd + 2 (R^T w) x S_v qd
        let two = b.integer(2);
        let double_angular = b.scale3(two, &motion.angular);
        let angular_sum = b.add3(&double_angular, &joint_velocity.angular);
        let coriolis = b.cross(&angular_sum, &joint_velocity.linear);
        let mut a = b.add3(&motion.acceleration, &coriolis);
        a = b.add3(&a, &joint_acceleration.linear);
        a = b.add3(&a, &axis_change.linear);
        HandWrittenMotion::new(b, angular, e, a)
    }

    fn wrench(&self, b: &mut Builder, moments: &Inertia, motion: &HandWrittenMotion) -> Wrench {
        let u = &motion.gradient;
        let (h, s) = (&moments.first_moment, &moments.second_moment);
        let a = &motion.acceleration;
        // f = m a + U h
        let gradient_part = b.mul_vec(u, h);
        let mass_part = b.scale3(moments.mass, a);
        let force = b.add3(&gradient_part, &mass_part);
        // n = h x a + vee(U H - (U H)^T), where H are the second moments `s`. The diagonal of U enters as differences of squares
        // of w.
        let acceleration_moment = b.cross(h, a);
        let squares = motion.angular.map(|x| b.mul(x, x));
        let moment = std::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let difference = b.sub(squares[j], squares[i]);
            let terms = [
                (u[j][k], s[k][i]),
                (u[j][i], s[i][i]),
                (difference, s[i][j]),
            ];
            let total = terms
                .into_iter()
                .fold(acceleration_moment[k], |sum, (x, y)| {
                    let term = b.mul(x, y);
                    b.add(sum, term)
                });
            [(u[i][k], s[k][j]), (u[i][j], s[j][j])]
                .into_iter()
                .fold(total, |sum, (x, y)| {
                    let term = b.mul(x, y);
                    b.sub(sum, term)
                })
        });
        Wrench { force, moment }
    }

    fn acceleration(&self, b: &mut Builder, motion: &HandWrittenMotion, point: &Vector3) -> Twist {
        let gradient = b.mul_vec(&motion.gradient, point);
        Twist {
            linear: b.add3(&motion.acceleration, &gradient),
            angular: motion.angular_acceleration,
        }
    }
}
