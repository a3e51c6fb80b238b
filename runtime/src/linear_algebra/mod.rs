//! Small matrices, spatial vectors, and conversions to nalgebra.

#[cfg(feature = "nalgebra")]
pub mod convert;
pub mod dense;
#[cfg(feature = "nalgebra")]
pub mod spatial;
