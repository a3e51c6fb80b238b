//! The numbers that emitted code computes with: floats, dual numbers, several numbers at once, and the processor's
//! instructions for them.

pub mod dispatch;
mod dual;
pub mod lanes;
pub mod packed;
mod real;
mod sines;
mod stumpff;

pub use dual::Dual;
pub use real::Real;
