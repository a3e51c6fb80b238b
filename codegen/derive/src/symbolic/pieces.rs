//! The pieces of expressions, and their arguments.

use multibody_description::system::SymbolicTerms;
use multibody_program::ir::{Function, Input, Program};

/// All pieces of a system's expressions, each behind those that it is made of.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pub(super) all: Vec<Piece>,
    /// What the expressions are: their values stand for positions in `roots`.
    pub(super) symbolic: SymbolicTerms,
    /// The piece of each value of `expressed`, in the order in which these are visited.
    pub(super) roots: Vec<usize>,
    /// Of each rate the position whose derivative it is.
    pub(super) positions: Vec<Option<usize>>,
}

/// A piece: a function of coordinates, rates and earlier pieces, which are local inputs.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Made of arguments and constants by arithmetic, and sines and cosines of arguments.
    Arithmetic(Box<Arithmetic>),
    /// A function of one argument.
    Call(Function, Input),
}

/// See [`Piece::Arithmetic`].
#[derive(Clone, Debug)]
pub(super) struct Arithmetic {
    /// What it is differentiated by.
    pub(super) arguments: Vec<Input>,
    /// What does not move, of parameters.
    pub(super) constants: Program,
    /// Of arguments and then constants, as local inputs: its value, then, where they are known, its first
    /// derivatives, then the second ones, `a <= b` by rows.
    pub(super) partials: Program,
}

impl Pieces {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.symbolic.is_empty()
    }

    /// The same with the derivatives that `derive` finds of a program by so many of its local inputs.
    ///
    /// # Errors
    /// Those of `derive`.
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
