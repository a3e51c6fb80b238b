//! Names that mean something, and what names stand for in expressions of coordinates.

use crate::model::Name;

/// Behind the name of a coordinate: its rate.
pub const DOT: &str = "_dot";
/// Time, in expressions of coordinates; nothing else has that name beside them.
pub const TIME: &str = "t";
/// What does not move, where links are named.
pub const WORLD: &str = "world";

/// A coordinate that expressions may name.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    /// Whether it has one position, whose derivative is its rate.
    pub is_single: bool,
}

/// What names stand for in expressions of coordinates.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub known: Vec<Named>,
    pub names: Vec<Name>,
}
