//! A robot while it is read.

use super::body::Body;
use super::tendon::Tendons;
use crate::model::Model;

/// Bodies and tendons as MuJoCo reads them, and the model, to which constraints and actuators are still added.
pub(super) struct Robot<'a> {
    pub(super) bodies: Vec<Body<'a>>,
    pub(super) tendons: Tendons,
    pub(super) model: Model,
}
