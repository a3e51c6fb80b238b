//! The data that determine motor forces: actuation and regularization.

use multibody_description::findings::Actuation;

/// What motors drive, and eps of the steps to multipliers, if these take some.
#[derive(Clone, Copy, Debug)]
pub struct Motors<'a> {
    pub actuation: &'a Actuation,
    pub eps: Option<f64>,
}
