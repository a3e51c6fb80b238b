//! A robot while it is read.

use super::body::Body;
use super::tendon::Tendons;
use crate::model::Model;

/// What constraints and actuators are added to: bodies and tendons as MuJoCo reads them, and their model.
pub(super) struct Robot<'a> {
    pub(super) bodies: Vec<Body<'a>>,
    pub(super) tendons: Tendons,
    pub(super) model: Model,
}
