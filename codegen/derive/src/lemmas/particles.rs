//! A particle that moves relative to a frame, with symbols for all that its moments and its wrench depend on. Moments of
//! bodies are sums over particles, so what is linear in moments and holds for a particle holds for all composites.

use super::symbols::Side;
use crate::kernels::{DerivedMotion, HingeColumns, NewtonEuler, RelativeMoments, Wrench};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, DualValue, Value, Vector3};
use multibody_tree::Inertia;

#[derive(Clone, Copy)]
pub struct Particle {
    pub mass: Value,
    /// Its position, and the derivatives of the position's components.
    pub place: Vector3,
    pub velocity: Vector3,
    pub acceleration: Vector3,
}

impl Particle {
    pub fn new(b: &mut Builder, l: &mut Locals) -> Self {
        let [mass] = l.take(b);
        Self {
            mass,
            place: l.take(b),
            velocity: l.take(b),
            acceleration: l.take(b),
        }
    }

    /// The particle seen from another frame, in which a frame that moves gives it this place. `changes` are the
    /// derivatives by time of all that the place depends on.
    pub fn seen(&self, b: &mut Builder, place: Vector3, changes: &[(Value, Value)]) -> Self {
        let pairs = |of: &Vector3, by: &Vector3| [(of[0], by[0]), (of[1], by[1]), (of[2], by[2])];
        let places = pairs(&self.place, &self.velocity);
        let velocities = pairs(&self.velocity, &self.acceleration);
        let all_changes = [&places[..], &velocities, changes].concat();
        let velocity = along(b, &place, &all_changes);
        let acceleration = along(b, &velocity, &all_changes);
        Self {
            mass: self.mass,
            place,
            velocity,
            acceleration,
        }
    }

    pub fn moments(&self, b: &mut Builder) -> Inertia {
        let first = b.scale3(self.mass, &self.place);
        Inertia {
            mass: self.mass,
            first,
            second: first.map(|of| b.scale3(of, &self.place)),
        }
    }

    pub fn relative_moments(&self, b: &mut Builder) -> RelativeMoments {
        let two = b.integer(2);
        let double = b.mul(two, self.mass);
        let momentum = b.scale3(double, &self.velocity);
        let force = b.scale3(self.mass, &self.acceleration);
        RelativeMoments {
            momentum,
            mixed: momentum.map(|of| b.scale3(of, &self.place)),
            force,
            moment: b.cross(&self.place, &force),
        }
    }

    /// The wrench that its acceleration requires if the frame moves: `m (a + U r + 2 w x r' + r'')`.
    pub fn wrench(&self, b: &mut Builder, side: Side<'_>, motion: &DerivedMotion) -> Wrench {
        let transport = side.derived.acceleration(b, motion, &self.place).linear;
        let two = b.integer(2);
        let turning = b.cross(&motion.velocity.angular, &self.velocity);
        let turning = b.scale3(two, &turning);
        let sum = b.add3(&transport, &turning);
        let sum = b.add3(&sum, &self.acceleration);
        self.acceleration_wrench(b, &sum)
    }

    /// The wrench of an acceleration of the particle.
    pub fn acceleration_wrench(&self, b: &mut Builder, acceleration: &Vector3) -> Wrench {
        let force = b.scale3(self.mass, acceleration);
        Wrench {
            force,
            moment: b.cross(&self.place, &force),
        }
    }

    /// Velocity relative to the frame's origin if the frame turns with w.
    pub fn relative_velocity(&self, b: &mut Builder, w: &Vector3) -> Vector3 {
        let tangential_velocity = b.cross(w, &self.place);
        b.add3(&self.velocity, &tangential_velocity)
    }

    /// `2 m v x d`
    pub fn gyration(&self, b: &mut Builder, v: &Vector3, displaced: &Vector3) -> Vector3 {
        let two = b.integer(2);
        let double = b.mul(two, self.mass);
        let spun = b.cross(v, displaced);
        b.scale3(double, &spun)
    }

    /// Columns of something that displaces the particle, as far as they are used for rows.
    pub fn columns(
        &self,
        b: &mut Builder,
        displaced: &Vector3,
        motion: &DerivedMotion,
    ) -> HingeColumns {
        let velocity = self.relative_velocity(b, &motion.velocity.angular);
        HingeColumns {
            by_acceleration: self.acceleration_wrench(b, displaced),
            by_rate: Wrench::zero(b),
            by_position: Wrench::zero(b),
            gyration: self.gyration(b, &velocity, displaced),
        }
    }
}

/// The derivative of values along changes of inputs.
pub fn along<const N: usize>(
    b: &mut Builder,
    values: &[Value; N],
    changes: &[(Value, Value)],
) -> [Value; N] {
    let program = b.finish(values);
    let duals = b.inline_dual(&program, |b, input| {
        let value = b.input(input.kind, input.index as usize);
        let change = changes.iter().find(|(of, _)| *of == value);
        DualValue {
            value,
            change: change.map_or(Value::ZERO, |(_, change)| *change),
        }
    });
    std::array::from_fn(|k| duals[k].change)
}

/// The derivative of a wrench along changes of inputs.
pub fn wrench_along(b: &mut Builder, wrench: &Wrench, changes: &[(Value, Value)]) -> Wrench {
    Wrench {
        force: along(b, &wrench.force, changes),
        moment: along(b, &wrench.moment, changes),
    }
}
