//! How accurate programs are in floats.
//!
//! Programs that are equal in exact arithmetic may differ in all digits in floats if terms cancel. So each program is
//! evaluated in f64 and f32 at ordinary and at ill-conditioned states. There its errors are compared with those of the
//! textbook algorithm in the link frames as read. True values are those of the textbook algorithm in 106 bits.
//! They have 128 bits if floats lose too many digits for 106, or if values are close to overflow or underflow.
//!
//! Errors are componentwise (Higham), in units in the last place of the scale of each entry. The scale is
//!
//! - `sqrt(A_ii A_jj)` if the result is the matrix A: the mass matrix or its inverse,
//! - the inverse mass matrix times the scales of forces for accelerations,
//! - the sizes of forces, with the inverses of M and of the Delassus matrix, for results that constraints determine,
//! - the sizes of forces, with the matrix that maps forces to multipliers, for constrained inverse dynamics,
//! - the size of the textbook's summands for all other results.
mod actuation;
mod constrained;
mod double;
mod expected_error;
mod floats;
mod judge;
mod lanes;
mod measurement;
mod motors;
mod precise_numbers;
mod reference;
mod scale;
mod state;
mod stated_errors;
mod states;
mod textbook_value;
mod trial;
mod unforced;
pub use judge::{Inaccurate, Judge};
pub use reference::{Reference, with_scale_functions};
pub use state::InputState;
pub use stated_errors::StatedErrors;
pub use states::StateRanges;
pub use trial::scales;
