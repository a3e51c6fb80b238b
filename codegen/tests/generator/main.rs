//! The generator from end to end: what it derives, what its proof refutes, what it costs. The folders are stages, besides
//! `joints`, `forces` and `constraints`, whose tests are about all stages.
//!
//! Tests of the corpus run where `MULTIBODY_CORPUS` names a folder with `robots/`.

#![cfg(feature = "symbolica")]

mod constraints;
#[path = "../shared/corpus_folder.rs"]
mod corpus_folder;
mod derive;
mod emit;
mod examine;
mod forces;
#[path = "../shared/golden_numbers.rs"]
mod golden_numbers;
mod joints;
mod lower;
#[path = "../shared/mutated_programs.rs"]
mod mutated_programs;
mod optimise;
mod prove;
#[path = "../shared/random_robot.rs"]
mod random_robot;
mod select;
#[path = "../shared/statements.rs"]
mod statements;
mod support;
