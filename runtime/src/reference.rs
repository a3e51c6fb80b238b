//! Textbook algorithms for a tree of bodies given at run time, to check emitted code with.
//!
//! They share no code with the generator: links are taken as the description has them, none merged
//! or moved, in `f64`, written for reading rather than for speed. What Featherstone, *Rigid Body
//! Dynamics Algorithms* (2008) calls `X`, `S`, `v`, `c`, `I^A` has those names here; spatial vectors
//! are linear first (in the book: angular first), in the axes of the body and at its origin.
//!
//! | function of [`Model`] | algorithm |
//! |---|---|
//! | `inverse_dynamics`, `bias`, `gravity`, `coriolis` | recursive Newton-Euler, table 5.1 |
//! | `mass_matrix` | composite rigid bodies, table 6.2 |
//! | `forward_dynamics` | articulated bodies, table 7.1 |
//! | `free_bodies` | the same in maximal coordinates: joints as constraints, sparse factors (Baraff 1996) |
//! | `wrench_pairs`, `joint_forces`, `rates_from_velocities` | motion subspaces and least squares |
//! | [`SerialLinkage`] | the same by Mirtich, at centres of mass along principal axes |
//! | `coriolis_matrix` | `sum m J^T dJ/dt` by first and second moments of mass |
//! | `jacobian`, `generalized_force` | products of transforms |
//! | energies, `center_of_mass` | sums over the bodies |
//! | `momentum`, `momentum_rate`, `joint_wrench` | Newton's and Euler's equations, link by link in world axes |
//! | `drive`, and all of the system's [`Expressions`] | Lagrange's equations by dual numbers |
//! | `constraint` and its derivatives | frames followed through time; [`Constraint`]s that are expressions by dual numbers |
//! | `constrained_forward_dynamics`, `constraint_impulse` | the null space of J and the least multipliers, by singular values |
//! | `constrained_inverse_dynamics` | least squares, and of these the least, by singular values |
//! | [`particles`] | particle systems put together at run time (Witkin 1997) |
//! | `passive`, `spring_energy` | sums over springs, damping and friction of joints |
//!
//! A joint may share its coordinate with others (mimic joints). All sums go to the coordinate, so
//! everything is `G^T (..) G` with `G` the derivative of the joints' positions by the coordinates.

mod articulated_bodies;
mod check;
mod composite_bodies;
mod constrained;
mod constrained_inverse;
mod constraint;
mod coriolis;
mod described;
mod energy;
mod expected;
mod expressions;
mod force;
mod free_bodies;
mod jacobian;
mod joint;
mod kinematics;
mod maximal;
mod model;
mod momentum;
mod newton_euler;
pub mod particles;
mod point_spring;
mod quantity;
mod report;
mod serial_linkage;
mod singular_values;
mod sparse;
mod state;
mod tables;

#[cfg(test)]
mod identities;
#[cfg(test)]
mod random_tree;

pub use check::{check, check_at};
pub use constraint::{Constraint, Frame, Level, Row};
pub use described::{Described, Part, Tables};
pub use expressions::{Expressions, Jet};
pub use free_bodies::{FreeBodies, Multipliers};
pub use joint::{Coordinate, Motion};
pub use maximal::WrenchPair;
pub use model::{Joint, Link, Model};
pub use point_spring::PointSpring;
pub use quantity::{Quantity, STEP};
pub use report::{Mismatch, Report, Worst};
pub use serial_linkage::{ArticulatedLink, LinkVelocity, SerialAccelerations, SerialLinkage};
pub use state::State;
