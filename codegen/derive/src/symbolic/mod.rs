//! Symbolic terms, cut into pieces that are differentiated separately.
//!
//! A definition that several expressions share is a piece, and so is the argument of a function. The computer
//! algebra differentiates each piece with respect to its arguments, and the chain rule goes through the pieces
//! (`piece_derivatives.rs`). No expression is inserted into another one, except constants and sums of coordinates.
mod cutter;
mod length;
mod partials;
mod piece_derivatives;
mod pieces;
pub use cutter::divide;
pub use partials::symbolic;
pub use piece_derivatives::{Direction, DirectionalDerivative, PieceDerivatives};
pub use pieces::Pieces;
