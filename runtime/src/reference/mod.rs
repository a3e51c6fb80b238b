//! Textbook algorithms for a tree of bodies given at run time, for checking emitted code.
//!
//! They share no code with the generator. Links are used as they are in the description, without merging or moving any;
//! numbers are `f64`; the code is written to be read rather than to be fast. The names `X`, `S`, `v`, `c`, `I^A` are
//! those of Featherstone, *Rigid Body Dynamics Algorithms* (2008). Spatial vectors are linear first (in the book:
//! angular first), in the axes of the body and at its origin.
//!
//! | function of [`Model`] | algorithm |
//! |---|---|
//! | `inverse_dynamics`, `bias`, `gravity`, `coriolis` | recursive Newton-Euler, table 5.1 |
//! | `mass_matrix` | composite rigid bodies, table 6.2 |
//! | `forward_dynamics` | articulated bodies, table 7.1 |
//! | `coriolis_matrix` | `sum m J^T dJ/dt` from first and second moments of mass |
//! | `jacobian`, `generalized_force` | products of transforms |
//! | derivatives | of inverse dynamics by a recursion, where motion subspaces are constant; otherwise by extrapolated differences |
//! | energies, `center_of_mass` | sums over the bodies |
//! | `momentum`, `momentum_rate`, `joint_wrench` | Newton's and Euler's equations, link by link in world axes |
//! | `drive`, and all results of the system's [`Expressions`] | Lagrange's equations with dual numbers |
//! | `constraint` and its derivatives | frames followed through time; dual numbers for [`Constraint`]s that are expressions |
//! | `constrained_forward_dynamics`, `constraint_impulse` | null space of J and least multipliers, from singular values |
//! | `constrained_inverse_dynamics` | least-squares solution of least norm, from singular values |
//! | `passive`, `spring_energy` | sums over springs, damping, friction and constant forces |
//! | `actuate` | a sum over the actuators |
//!
//! [`exercises`](crate::exercises) has more functions of a [`Model`], which `check` does not need.
//!
//! A joint may share its coordinate with others (mimic joints). The contributions of all these joints are added at the
//! coordinate: forces have the form `G^T f`, and matrices the form `G^T A G`, where G is the derivative of the joints'
//! positions with respect to the coordinates.

mod actuator;
mod articulated_bodies;
mod check;
mod composite_bodies;
mod constant_force;
mod constrained_dynamics;
mod constrained_inverse_dynamics;
mod constraint;
mod coriolis;
mod derivative_products;
mod derivatives;
mod described_robot;
mod energy;
mod expected_results;
mod expressions;
mod force;
mod force_derivatives;
mod jacobian;
mod joint;
pub(crate) mod kinematics;
mod model;
mod momentum;
mod newton_euler;
mod point_spring;
mod quantity;
mod report;
pub(crate) mod singular_values;
pub(crate) mod state;
mod tables;

#[cfg(test)]
mod identities;
#[cfg(test)]
pub(crate) mod random_tree;

pub use actuator::Actuator;
pub use check::{check, check_at};
pub use constraint::{Constraint, Frame, Level, Row};
pub use described_robot::{Described, Part, Tables};
pub use expressions::{Expressions, Jet};
pub use joint::{Coordinate, Motion};
pub use model::{Joint, Link, Model};
pub use point_spring::PointSpring;
pub use quantity::{Quantity, STEP};
pub use report::{Mismatch, Report, Worst};
pub use state::State;
