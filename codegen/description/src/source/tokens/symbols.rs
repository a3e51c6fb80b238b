//! Names with a fixed meaning, and the names in expressions of coordinates.

use crate::model::LocalInput;

/// The suffix that turns the name of a coordinate into that of its rate.
pub const DOT: &str = "_dot";
/// The name of time in expressions of coordinates; nothing else may have it if there are such expressions.
pub const TIME: &str = "t";
/// The name of the fixed world in place of a link.
pub const WORLD: &str = "world";

/// A coordinate that expressions may name.
#[derive(Clone, Debug)]
pub struct KnownCoordinate {
    pub name: String,
    /// Whether it has one position, whose derivative is its rate.
    pub is_single: bool,
}

/// The names in expressions of coordinates, and the meaning of each local input.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub coordinates: Vec<KnownCoordinate>,
    pub local_inputs: Vec<LocalInput>,
}
