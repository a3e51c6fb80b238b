//! What functions should be, of syntax trees alone: Lagrange's equations by central differences of energies in 512 bits.
//! Nothing is shared with the generator but the names of functions and the order of coordinates.

mod big;
mod compare;
mod energies;
mod equations;
mod functions;
mod places;

pub use compare::compare;
