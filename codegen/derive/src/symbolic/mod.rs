//! Symbolic terms, cut into pieces that are differentiated separately.
//!
//! A definition that several expressions share is a piece, and so is the argument of a function: the
//! computer algebra differentiates each by what it is made of, and the chain rule goes through them
//! (`moving.rs`). No expression is ever put into another one.
mod cut;
mod length;
mod partials;
mod piece_derivatives;
mod pieces;
pub use cut::cut;
pub use partials::symbolic;
pub use piece_derivatives::{Direction, DirectionalDerivative, PieceDerivatives};
pub use pieces::Pieces;
