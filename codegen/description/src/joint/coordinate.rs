//! The kinds of positions.

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// An angle in radians: appears in sines and cosines, and may appear bare.
    Angle,
    /// A length in metres: appears bare.
    Length,
    /// A component of a unit quaternion x y z w; the four are consecutive.
    Quaternion,
    /// A component of a rotation vector in radians, axis times angle; the three are consecutive.
    RotationVector,
    /// A number to which expressions give a meaning: it has its own unit, and appears bare and in
    /// functions.
    Number,
}
