//! Exercises of five texts: the systems and solvers that these texts let their readers build. Neither emitted code nor
//! `check` uses them.
//!
//! The chapter [`texts`](crate::guide::texts) of the guide says which section of a text each of them is from.
//!
//! | module | has | feature |
//! |---|---|---|
//! | [`ode`](mod@ode) | state vectors of particles and free bodies, and a solver for them (Baraff 1997) | |
//! | `particles` | particle systems with forces and constraints, assembled at run time (Witkin 1997) | `reference` |
//! | `maximal_coordinates` | joint forces as wrenches on two links, and rates from velocities of links | `reference` |
//! | `free_bodies` | forward dynamics with joints as constraints, by sparse factors (Baraff 1996) | `reference` |
//! | `serial_linkage` | articulated bodies at centres of mass along principal axes (Mirtich 1996) | `reference` |

pub mod ode;

#[cfg(feature = "reference")]
pub mod free_bodies;
#[cfg(feature = "reference")]
pub mod maximal_coordinates;
#[cfg(feature = "reference")]
pub mod particles;
#[cfg(feature = "reference")]
pub mod serial_linkage;
#[cfg(feature = "reference")]
mod sparse;
