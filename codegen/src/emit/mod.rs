//! Text: Rust, and the drawings of a report. Emitting does not fail.

pub mod draw;
pub mod rust;
