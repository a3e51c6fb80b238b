//! What positions are.

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// An angle in radians: appears in sines and cosines, and may appear bare.
    Angle,
    /// A length in metres: appears bare.
    Length,
    /// A component of a unit quaternion x y z w; the four stand together.
    Quaternion,
    /// A component of a rotation vector in radians, axis times angle; the three stand together.
    RotationVector,
    /// What expressions make of it: in a unit of its own, bare and in functions.
    Number,
}
