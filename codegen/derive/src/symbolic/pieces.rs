//! The pieces of expressions, and their arguments.

use multibody_description::system::SymbolicTerms;
use multibody_program::ir::{Function, Input, Program};

/// All pieces of a system's expressions, each after those on which it depends.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pub(super) pieces: Vec<Piece>,
    /// The structure of the expressions. Each of its values corresponds to an entry of `roots`.
    pub(super) symbolic: SymbolicTerms,
    /// The piece of each value of `symbolic`, in the order in which `symbolic` visits its values.
    pub(super) roots: Vec<usize>,
    /// For each rate, the position whose derivative it is.
    pub(super) positions_of_rates: Vec<Option<usize>>,
}

/// A piece: a function of inputs such as coordinates and rates, and of earlier pieces, which are local inputs.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Arithmetic on arguments and constants, and on sines and cosines of arguments.
    Arithmetic(Box<Arithmetic>),
    /// A function of one argument.
    Call(Function, Input),
}

/// See [`Piece::Arithmetic`].
#[derive(Clone, Debug)]
pub(super) struct Arithmetic {
    /// The inputs with respect to which the piece is differentiated.
    pub(super) arguments: Vec<Input>,
    /// The values that do not move, which depend only on parameters.
    pub(super) constants: Program,
    /// A program whose local inputs are the arguments, then the constants. Its outputs are the value and, after `differentiated`,
    /// the first derivatives, then the second ones for each pair of arguments `a <= b`, by rows.
    pub(super) partials: Program,
}

impl Pieces {
    /// Whether there are no expressions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.symbolic.is_empty()
    }

    /// The pieces with their derivatives: `derive` differentiates a program with respect to the given number of its
    /// local inputs.
    ///
    /// # Errors
    /// Those of `derive`.
    pub fn differentiated<E>(
        mut self,
        derive: impl Fn(&Program, usize) -> Result<Program, E>,
    ) -> Result<Self, E> {
        for piece in &mut self.pieces {
            if let Piece::Arithmetic(arithmetic) = piece {
                arithmetic.partials = derive(&arithmetic.partials, arithmetic.arguments.len())?;
            }
        }
        Ok(self)
    }
}
