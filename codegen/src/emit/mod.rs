//! Text: Rust, equations to read, and the drawings of a report. Emitting does not fail.

pub mod draw;
pub mod equations;
pub mod figure;
mod order;
pub mod rust;
mod schedule;
