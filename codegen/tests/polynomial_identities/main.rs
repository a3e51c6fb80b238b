//! Emitted programs against Lagrange's equations of the description as read, as polynomials: what
//! is equal here is equal at every state, not only at random ones.
#![cfg(feature = "symbolica")]

mod arms;
mod expanded;
mod lagrangian;
#[path = "../shared/mutated_programs.rs"]
mod mutated_programs;
mod robots;
