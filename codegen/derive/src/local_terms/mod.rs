//! Local terms of joints and bodies, derived from the transforms of joints and the energies of bodies.

mod body;
mod chart;
mod free_body;
mod joint;

pub use body::body_terms;
pub use joint::local_terms;
