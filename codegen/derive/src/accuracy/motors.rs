//! The data that determine motor forces: actuation and regularization.

use multibody_description::findings::Actuation;

/// The rates that motors drive, and eps of the proximal steps to multipliers, if there are any.
#[derive(Clone, Copy, Debug)]
pub struct Motors<'a> {
    pub actuation: &'a Actuation,
    pub eps: Option<f64>,
}
