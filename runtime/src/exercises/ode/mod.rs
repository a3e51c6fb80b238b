//! State vectors for systems that are not described as a robot: particles and free bodies under forces of your own.
//!
//! [`ode`] integrates `dy/dt` of an array y of numbers. The array consists of [`Part`]s, one after the other:
//! [`Particle`]s `[x v]` and [`RigidBody`]s `[x R P L]`. [`flatten`] writes them into the array, and [`unflatten`]
//! reads them from it.
//!
//! ```
//! use multibody::exercises::ode::{Particle, flatten, ode, unflatten};
//!
//! // Two particles of 1 kg, 1 m apart, on a spring of 50 N/m that is 0.8 m long at rest.
//! let particle = |x: f64| Particle { x: [x, 0.0, 0.0], v: [0.0; 3] };
//! let mut y = [0.0; 12];
//! flatten(&[particle(0.0), particle(1.0)], &mut y);
//!
//! let dydt = |_: f64, y: &[f64; 12], ydot: &mut [f64; 12]| {
//!     let [a, b]: [Particle<f64>; 2] = unflatten(y);
//!     let pull = 50.0 * (b.x[0] - a.x[0] - 0.8);
//!     flatten(&[a.rate(1.0, [pull, 0.0, 0.0]), b.rate(1.0, [-pull, 0.0, 0.0])], ydot);
//! };
//! // A frame every thirtieth of a second, ten steps each; half a period of the distance takes pi / 10 s.
//! let mut stretch = Vec::new();
//! for frame in 0..9 {
//!     let start = f64::from(frame) / 30.0;
//!     y = ode(&y, start, start + 1.0 / 30.0, 10, dydt);
//!     stretch.push(y[6] - y[0] - 0.8);
//! }
//! let expected = 0.2 * (10.0 * 9.0 / 30.0_f64).cos();
//! assert!((stretch[8] - expected).abs() < 1e-7);
//! ```
//!
//! Source: Baraff 1997, sections 1 and 2.

mod particle;
mod rigid_body;
mod solver;
mod state;

pub use particle::Particle;
pub use rigid_body::{Inertia, Orientation, RigidBody};
pub use solver::ode;
pub use state::{Part, flatten, unflatten};
