//! What expressions say, in pieces that are differentiated one by one.
//!
//! A definition that several expressions share is a piece, and so is the argument of a function: the
//! computer algebra differentiates each by what it is made of, and the chain rule goes through them
//! (`moving.rs`). No expression is ever put into another one.

mod cut;
mod moving;

use crate::ir::{Function, Input, Program};
use crate::system::Expressed;

#[cfg(feature = "symbolica")]
pub use cut::cut;
pub use moving::{Along, Direction, Moving};

/// All pieces of a system's expressions, each behind those that it is made of.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    all: Vec<Piece>,
    /// What the expressions are: their values stand for positions in `roots`.
    expressed: Expressed,
    /// The piece of each value of `expressed`, in the order in which these are visited.
    roots: Vec<usize>,
    /// Of each rate the position whose derivative it is.
    positions: Vec<Option<usize>>,
}

/// A piece: a function of coordinates, rates and earlier pieces, which are local inputs.
#[derive(Clone, Debug)]
enum Piece {
    /// Made of arguments and constants by arithmetic, and sines and cosines of arguments.
    Arithmetic(Box<Arithmetic>),
    /// A function of one argument.
    Call(Function, Input),
}

/// See [`Piece::Arithmetic`].
#[derive(Clone, Debug)]
struct Arithmetic {
    /// What it is differentiated by.
    arguments: Vec<Input>,
    /// What does not move, of parameters.
    constants: Program,
    /// Of arguments and then constants, as local inputs: its value, then, where they are known, its first
    /// derivatives, then the second ones, `a <= b` by rows.
    partials: Program,
}

impl Pieces {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expressed.is_empty()
    }

    /// The same with the derivatives that `derive` finds of a program by so many of its local inputs.
    ///
    /// # Errors
    /// Those of `derive`.
    #[cfg(feature = "symbolica")]
    pub fn differentiated<E>(
        mut self,
        derive: impl Fn(&Program, usize) -> Result<Program, E>,
    ) -> Result<Self, E> {
        for piece in &mut self.all {
            if let Piece::Arithmetic(of) = piece {
                of.partials = derive(&of.partials, of.arguments.len())?;
            }
        }
        Ok(self)
    }
}
