//! The command, and the generator in processes of their own.

mod cache;
mod committed;
mod determinism;
mod figures;
mod folder;
#[path = "../../../tests/generator/support/hostile.rs"]
mod hostile;
mod hostile_names;
mod languages;
mod package;
mod processes;
mod python;
mod robots;
mod surroundings;
mod verify;
