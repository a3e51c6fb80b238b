//! C: compiled by gcc and clang with every warning denied, it gives the bits of Rust with the feature `same-bits`.
//!
//! A compiler that is not installed is left out, and the test says so.

#![cfg(all(feature = "symbolica", unix))]

mod bits;
mod called;
mod compiler;
mod controller;
#[path = "../shared/corpus_folder.rs"]
mod corpus_folder;
mod driver;
mod evaluation;
#[path = "../shared/header_of_c.rs"]
mod header_of_c;
#[allow(
    dead_code,
    unused_imports,
    reason = "the generator's tests use all of it"
)]
#[path = "../generator/support/hostile.rs"]
mod hostile;
mod hostile_names;
mod numbers;
mod nvrtc;
mod package;
mod python;
mod reader;
#[path = "../shared/reader_of_c.rs"]
mod reader_of_c;
mod robots;
mod sanitizers;
mod size;
mod solvers;
#[path = "../shared/statements.rs"]
mod statements;
mod steps;
#[allow(
    dead_code,
    unused_imports,
    reason = "the generator's tests use all of it"
)]
#[path = "../generator/support/mod.rs"]
mod support;
mod text;
mod warnings;
