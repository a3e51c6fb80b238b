//! How accurate programs are in floats.
//!
//! Programs that are equal in exact arithmetic may differ by all their digits in floats, where terms
//! cancel. So each program is evaluated in f64 and f32 at states that are chosen to be unkind, and
//! its errors are held against those of the textbook algorithm there, in the frames of the links as
//! they were read. True values come of the textbook algorithm in 106 bits,
//! or in 128 where floats lose so many digits that these are too few, or are next to overflow.
//!
//! An error counts in units in the last place of its entry's scale: of a mass matrix and its
//! inverse `sqrt(M_ii M_jj)`, of accelerations what the inverse makes of the sizes of forces, of all
//! else the size of the terms that the textbook adds up.
mod actuation;
mod constrained;
mod double;
mod expected;
mod floats;
mod judge;
mod lanes;
mod motors;
mod precise;
mod scale;
mod state;
mod states;
mod textbook;
mod unforced;
pub use judge::{Inaccurate, Judge, needed};
pub use states::Robot;
