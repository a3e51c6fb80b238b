//! The numbers that emitted code computes with: floats, dual numbers, several numbers at once, and the processor's
//! instructions for them.

pub mod dispatch;
mod dual;
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
mod lane_by_lane;
pub mod lanes;
pub mod packed;
mod real;
#[cfg(target_arch = "x86_64")]
mod registers;
mod sines;
mod stumpff;

pub use dual::Dual;
pub use real::Real;
