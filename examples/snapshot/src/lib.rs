//! A crane whose equations are kept as snapshots: a change of the crane shows its effect on the equations in the
//! review.

use multibody::multibody;

/// A boom that turns in the vertical plane, with a telescope on it that slides along the boom and carries a load.
#[multibody(
    gravity = [0, 0, -g],
    joint boom { revolute, parent: world, child: beam, axis: -y },
    joint telescope { prismatic, parent: beam, child: load, axis: x },
    body beam { mass: beam_mass, com: [length / 2, 0, 0], inertia: diag(0, beam_mass * length * length / 12, beam_mass * length * length / 12) },
    body load { mass: load_mass },
    equations = true,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crane {
    /// m/s^2
    pub g: f64,
    /// kg
    pub beam_mass: f64,
    /// kg
    pub load_mass: f64,
    /// m
    pub length: f64,
}
