//! Sums of coordinates.

use multibody_algebra::polynomial::Addend;

/// Sums of coordinates: `x_v = q_v`, or `q_v + sign x_at` with an earlier sum.
pub type Sums = Vec<Option<Addend>>;
