//! Numbers that lowering replaced by exact ones close to them.

/// An angle, an axis or a rotation that was snapped.
#[derive(Clone, Debug)]
pub struct Snap {
    /// What it belongs to, e.g. ``joint `elbow` roll``.
    pub place: String,
    /// Largest change, in rad, or of an entry of a unit vector or a rotation matrix.
    pub change: f64,
}
