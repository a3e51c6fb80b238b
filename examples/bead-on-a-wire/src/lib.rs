//! A bead that a penalty spring keeps on a circular wire: `V = k C^2 / 2` for the constraint `C = (r . r - R^2) / (2 R)`,
//! which near the wire is the distance from it.
//!
//! The spring is easy to write, but has a price. A weak spring lets the bead leave the wire by `m a / k`, where a is its
//! acceleration towards the centre. A stiff one oscillates with `sqrt(k / m)`, and the steps of an explicit method have
//! to resolve this oscillation, although nobody is interested in it. [`OnWire`] describes the motion on the wire itself,
//! with a single coordinate.
//!
//! - [`fixed`]: steps of constant length, with `multibody::integrators`;
//! - [`adaptive`]: steps adapted to a tolerance, explicit and implicit, with the crate `differential-equations`.

pub mod adaptive;
pub mod fixed;

use multibody::multibody;

/// Radius of the wire, m.
pub const RADIUS: f64 = 2.0;

/// Mass of the bead, kg.
pub const MASS: f64 = 1.0;

/// A bead of 1 kg in a plane, pulled towards a circle of radius 2 m about the origin.
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

/// The same bead, fixed to the wire: its coordinate is the angle from the horizontal, positive downwards.
#[multibody(
    coordinates = [theta],
    particle bead { mass: 1, position: [2 * cos(theta), 0, -2 * sin(theta)] },
)]
#[derive(Clone, Copy, Debug)]
pub struct OnWire;

/// Positions and rates.
pub type State = ([f64; 2], [f64; 2]);

/// The bead at rest on the wire, level with the centre.
pub const START: State = ([RADIUS, 0.0], [0.0, 0.0]);

/// The distance of a bead outwards from the wire, m.
#[must_use]
pub fn distance_from_wire([x, z]: [f64; 2]) -> f64 {
    x.hypot(z) - RADIUS
}

/// The position of a bead that stays on the wire, `time` seconds after [`START`].
#[must_use]
pub fn position_on_wire(time: f64) -> [f64; 2] {
    let steps = 2000;
    let h = time / f64::from(steps);
    let no_force = |_, _: &[f64; 1], _: &[f64; 1]| [0.0];
    let step = |(q, qd): ([f64; 1], [f64; 1]), _| {
        multibody::integrators::rk4(&OnWire, 0.0, (&q, &qd), h, no_force)
    };
    let ([theta], _) = (0..steps).fold(([0.0], [0.0]), step);
    [RADIUS * theta.cos(), -RADIUS * theta.sin()]
}

/// The result of a simulation.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The last state.
    pub state: State,
    /// The largest distance from the wire at the ends of steps, m; not finite if the bead flew away.
    pub drift: f64,
    /// The number of evaluations of the acceleration.
    pub evaluations: usize,
}
