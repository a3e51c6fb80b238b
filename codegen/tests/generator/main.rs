//! The generator from end to end: what it derives, what its proof refutes, what it costs.
//!
//! Tests of the corpus run where `MULTIBODY_CORPUS` names a folder with `robots/`.

#![cfg(feature = "symbolica")]

mod ablation;
mod cam;
mod changed_models;
mod corpus;
mod counts;
mod determinism;
mod extra_energy;
mod identities;
mod mutations;
mod parametric;
mod singular;
mod snapping;
mod support;
mod welding;
mod written_forms;
