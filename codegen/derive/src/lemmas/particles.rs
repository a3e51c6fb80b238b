//! A particle that moves relative to a frame, with symbols for all that its moments and its wrench depend on.
//!
//! Moments of bodies are sums over particles. So an identity that is linear in moments and holds for a particle holds
//! for all composites.

use super::symbols::Side;
use crate::kernels::{DerivedMotion, HingeColumns, NewtonEuler, RelativeMoments, Wrench};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, DualValue, Value, Vector3};
use multibody_tree::Inertia;

/// The particle. Vectors are in the axes of the frame.
#[derive(Clone, Copy)]
pub struct Particle {
    pub mass: Value,
    /// Its position in the frame.
    pub position: Vector3,
    /// The derivatives of the components of `position`.
    pub velocity: Vector3,
    /// The derivatives of the components of `velocity`.
    pub acceleration: Vector3,
}

impl Particle {
    /// A particle with symbols for its mass and motion.
    pub fn new(b: &mut Builder, locals: &mut Locals) -> Self {
        let [mass] = locals.take(b);
        Self {
            mass,
            position: locals.take(b),
            velocity: locals.take(b),
            acceleration: locals.take(b),
        }
    }

    /// The particle in another frame, relative to which this one moves. There its position is `position`; `changes` are
    /// the time derivatives of the joint's values on which `position` depends.
    pub fn in_frame(&self, b: &mut Builder, position: Vector3, changes: &[(Value, Value)]) -> Self {
        let pairs = |x: &Vector3, dx: &Vector3| [(x[0], dx[0]), (x[1], dx[1]), (x[2], dx[2])];
        let positions = pairs(&self.position, &self.velocity);
        let velocities = pairs(&self.velocity, &self.acceleration);
        let all_changes = [&positions[..], &velocities, changes].concat();
        let velocity = differentiate(b, &position, &all_changes);
        let acceleration = differentiate(b, &velocity, &all_changes);
        Self {
            mass: self.mass,
            position,
            velocity,
            acceleration,
        }
    }

    /// The mass moments of the particle.
    pub fn moments(&self, b: &mut Builder) -> Inertia {
        let first_moment = b.scale3(self.mass, &self.position);
        Inertia {
            mass: self.mass,
            first_moment,
            second_moment: first_moment.map(|x| b.scale3(x, &self.position)),
        }
    }

    /// The moments of the particle's motion relative to the frame.
    pub fn relative_moments(&self, b: &mut Builder) -> RelativeMoments {
        let two = b.integer(2);
        let double_mass = b.mul(two, self.mass);
        let momentum = b.scale3(double_mass, &self.velocity);
        let force = b.scale3(self.mass, &self.acceleration);
        RelativeMoments {
            momentum,
            mixed: momentum.map(|x| b.scale3(x, &self.position)),
            force,
            moment: b.cross(&self.position, &force),
        }
    }

    /// The wrench that its acceleration requires if the frame moves: the force is `m (a + U r + 2 w x r' + r'')`, with
    /// a, U and w of the frame as in [`HandWrittenMotion`](crate::kernels::HandWrittenMotion), and the particle's
    /// position r in the frame.
    pub fn wrench(&self, b: &mut Builder, side: Side<'_>, motion: &DerivedMotion) -> Wrench {
        let transport = side.derived.acceleration(b, motion, &self.position).linear;
        let two = b.integer(2);
        let turning = b.cross(&motion.velocity.angular, &self.velocity);
        let coriolis = b.scale3(two, &turning);
        let sum = b.add3(&transport, &coriolis);
        let acceleration = b.add3(&sum, &self.acceleration);
        self.acceleration_wrench(b, &acceleration)
    }

    /// The wrench of an acceleration of the particle.
    pub fn acceleration_wrench(&self, b: &mut Builder, acceleration: &Vector3) -> Wrench {
        let force = b.scale3(self.mass, acceleration);
        Wrench {
            force,
            moment: b.cross(&self.position, &force),
        }
    }

    /// The velocity relative to the frame's origin, in axes at rest, if the frame turns with w.
    pub fn relative_velocity(&self, b: &mut Builder, w: &Vector3) -> Vector3 {
        let tangential_velocity = b.cross(w, &self.position);
        b.add3(&self.velocity, &tangential_velocity)
    }

    /// `2 m v x d` for the displacement d.
    pub fn gyration(&self, b: &mut Builder, v: &Vector3, displacement: &Vector3) -> Vector3 {
        let two = b.integer(2);
        let double_mass = b.mul(two, self.mass);
        let product = b.cross(v, displacement);
        b.scale3(double_mass, &product)
    }

    /// The columns of a hinge that displaces the particle. Those by rate and by position are set to 0, since entries in the row
    /// of this hinge do not depend on them.
    pub fn columns(
        &self,
        b: &mut Builder,
        displacement: &Vector3,
        motion: &DerivedMotion,
    ) -> HingeColumns {
        let velocity = self.relative_velocity(b, &motion.velocity.angular);
        HingeColumns {
            by_acceleration: self.acceleration_wrench(b, displacement),
            by_rate: Wrench::zero(b),
            by_position: Wrench::zero(b),
            gyration: self.gyration(b, &velocity, displacement),
        }
    }
}

/// The derivatives of values, if inputs change as given in `changes`: pairs of an input and its derivative.
pub fn differentiate<const N: usize>(
    b: &mut Builder,
    values: &[Value; N],
    changes: &[(Value, Value)],
) -> [Value; N] {
    let program = b.finish(values);
    let duals = b.inline_dual(&program, |b, input| {
        let value = b.input(input.kind, input.index as usize);
        let change = changes.iter().find(|(input, _)| *input == value);
        DualValue {
            value,
            change: change.map_or(Value::ZERO, |(_, change)| *change),
        }
    });
    std::array::from_fn(|k| duals[k].change)
}

/// The derivative of a wrench, if inputs change as given.
pub fn wrench_derivative(b: &mut Builder, wrench: &Wrench, changes: &[(Value, Value)]) -> Wrench {
    Wrench {
        force: differentiate(b, &wrench.force, changes),
        moment: differentiate(b, &wrench.moment, changes),
    }
}
