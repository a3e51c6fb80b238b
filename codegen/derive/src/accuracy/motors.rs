//! The data that determine motor forces: actuation and regularization.

use multibody_description::findings::Actuation;

/// The rates that motors drive and, if multipliers are found by proximal steps, eps of these steps.
#[derive(Clone, Copy, Debug)]
pub struct Motors<'a> {
    pub actuation: &'a Actuation,
    pub eps: Option<f64>,
}
