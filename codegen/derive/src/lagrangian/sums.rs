//! Sums of coordinates.

use multibody_algebra::polynomial::Addend;

/// Sums of coordinates: `x_v = q_v`, or `x_v = q_v + sign x_index` with an earlier sum.
pub type Sums = Vec<Option<Addend>>;
