//! A bead on a wire bent to a circle, held there by a penalty spring: `V = k C^2 / 2` of the constraint
//! `C = (r . r - R^2) / 2 R`, which next to the wire is the distance from it.
//!
//! The spring is easy to write, and has a price: weak, it lets the bead leave the wire by `m a / k`; stiff, it
//! oscillates with `sqrt(k / m)`, and an explicit method has to follow that with its steps, though nobody wants to see
//! it. What the bead would do on the wire itself, [`OnWire`] says by the one coordinate that it has there.
//!
//! - [`fixed`]: steps of one length, by `multibody::integrators`;
//! - [`adaptive`]: steps as long as a tolerance allows, explicit and implicit, by the crate `differential-equations`.

pub mod adaptive;
pub mod fixed;

use multibody::multibody;

/// Radius of the wire, m.
pub const RADIUS: f64 = 2.0;

/// kg
pub const MASS: f64 = 1.0;

/// A bead of 1 kg in a plane, drawn to a circle of 2 m about the origin.
#[multibody(
    coordinates = [x, z],
    particle bead { mass: 1, position: [x, 0, z] },
    potential = stiffness / 2 * ((x.powi(2) + z.powi(2) - 4) / 4).powi(2),
)]
#[derive(Clone, Copy, Debug)]
pub struct Bead {
    /// N/m
    pub stiffness: f64,
}

/// The same bead where it cannot leave the wire: an angle from the horizontal, downwards.
#[multibody(
    coordinates = [theta],
    particle bead { mass: 1, position: [2 * cos(theta), 0, -2 * sin(theta)] },
)]
#[derive(Clone, Copy, Debug)]
pub struct OnWire;

/// Positions and rates.
pub type State = ([f64; 2], [f64; 2]);

/// Level with the centre, at rest, on the wire.
pub const START: State = ([RADIUS, 0.0], [0.0, 0.0]);

/// How far a bead is outside the wire, m.
#[must_use]
pub fn off_wire([x, z]: [f64; 2]) -> f64 {
    x.hypot(z) - RADIUS
}

/// Where the bead is after a time on the wire itself.
#[must_use]
pub fn on_wire(time: f64) -> [f64; 2] {
    let steps = 2000;
    let h = time / f64::from(steps);
    let none = |_, _: &[f64; 1], _: &[f64; 1]| [0.0];
    let step = |(q, qd): ([f64; 1], [f64; 1]), _| {
        multibody::integrators::rk4(&OnWire, 0.0, (&q, &qd), h, none)
    };
    let ([theta], _) = (0..steps).fold(([0.0], [0.0]), step);
    [RADIUS * theta.cos(), -RADIUS * theta.sin()]
}

/// What a motion came to.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The last state.
    pub state: State,
    /// How far the bead was from the wire at most, at the ends of steps, m; not finite where it flew away.
    pub drift: f64,
    /// How often the acceleration was evaluated.
    pub evaluations: usize,
}
