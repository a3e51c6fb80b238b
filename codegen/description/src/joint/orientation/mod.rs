//! Charts of orientations, one file each.

mod quaternion;
mod rotation_vector;

pub use quaternion::Quaternion;
pub(super) use quaternion::{quaternion_rate, scaled_matrix};
pub use rotation_vector::RotationVector;

use super::coordinate::OrientationChart;

/// The charts that descriptions can name. The first one is used where none is named.
pub const CHARTS: [&dyn OrientationChart; 2] = [&Quaternion, &RotationVector];
