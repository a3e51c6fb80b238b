//! Emitted programs against Lagrange's equations of the description as read, as polynomials: what
//! is equal here is equal at every state, not only at random ones.
#![cfg(feature = "symbolica")]

mod arms;
#[path = "../changed_programs/mod.rs"]
mod changed_programs;
mod expanded;
mod lagrangian;
mod robots;
