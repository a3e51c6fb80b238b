//! The meaning of rates.

use std::str::FromStr;

/// The meaning of a joint's rates, if it can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rates {
    /// Velocities in the axes of the body.
    Body,
    /// The derivatives of the positions.
    Derivative,
}

impl FromStr for Rates {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "body" => Ok(Self::Body),
            "derivative" => Ok(Self::Derivative),
            _ => Err(()),
        }
    }
}
