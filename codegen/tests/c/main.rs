//! C: compiled by gcc and clang with every warning denied, it gives the bits of Rust with the feature `same-bits`.
//!
//! A compiler that is not installed is left out, and the test says so.

#![cfg(all(feature = "symbolica", unix))]

mod called;
mod compiler;
mod numbers;
