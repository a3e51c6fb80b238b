//! Symbolic terms, cut into pieces that are differentiated separately.
//!
//! Pieces are expressions, their definitions, arguments of functions, calls of functions other than sine and cosine, and operands
//! of expressions that would be too long. The computer algebra differentiates each piece with respect to its arguments, and the
//! chain rule goes through the pieces (`piece_derivatives.rs`). Constants, and definitions that are sums of coordinates, are
//! inserted instead.
mod cutter;
mod length;
mod partials;
mod piece_derivatives;
mod pieces;
pub use cutter::divide_into_pieces;
pub use partials::differentiated_pieces;
pub use piece_derivatives::{Direction, DirectionalDerivative, PieceDerivatives};
pub use pieces::Pieces;
