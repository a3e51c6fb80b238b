//! Charts of orientations, one file each.

mod modified_rodrigues;
mod quaternion;
mod rotation_vector;

pub use modified_rodrigues::ModifiedRodrigues;
pub use quaternion::Quaternion;
pub(super) use quaternion::{matrix_with_factor, quaternion_rate_map};
pub use rotation_vector::RotationVector;

use super::coordinate::OrientationChart;

/// The charts that descriptions can name. The first one is the default.
pub const CHARTS: [&dyn OrientationChart; 3] = [&Quaternion, &RotationVector, &ModifiedRodrigues];
