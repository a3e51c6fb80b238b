//! Computed-torque control of an arm that carries a load unknown to its controller.
//!
//! Everything except [`Panda`] is written once for all robots with revolute and prismatic joints.

mod control;
mod figure;
mod plot;
mod trajectory;

pub use control::{ComputedTorque, Sample, State, largest_error, runge_kutta_4, track};
pub use figure::draw;
pub use plot::{Line, Panel, svg};
pub use trajectory::{Leg, Reference, Trajectory};

use multibody::multibody;

/// The arm of `examples/panda`; the mass of its hand is free, so that it can hold something.
#[multibody(urdf = "panda.urdf")]
#[derive(Clone, Copy, Debug)]
pub struct Panda {
    /// kg; the file's value is the `Default`
    #[parameter(body = "panda_hand", mass)]
    pub hand_mass: f64,
}
