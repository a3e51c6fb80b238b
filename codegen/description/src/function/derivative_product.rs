//! Products with the derivatives of a function, which need no matrix of them.

use super::Function;
use multibody_program::ir::InputKind;

/// A function, and a product with its derivatives by three arguments, in one record. The derivative by positions along
/// rate j is `d/ds f(integrate(q, s e_j))` at `s = 0`, where `e_j` is the unit vector of this rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivativeProduct {
    /// The function.
    pub function: Function,
    /// The arguments by which it is differentiated, in the order of the directions (forward) or of the results (reverse).
    pub inputs: [InputKind; 3],
    /// The side on which the derivatives are multiplied.
    pub mode: Mode,
}

/// The two modes of differentiation (Griewank and Walther 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The derivatives times a direction (Jacobian-vector product, JVP).
    Forward,
    /// Weights times the derivatives (vector-Jacobian product, VJP).
    Reverse,
}

impl DerivativeProduct {
    /// A Jacobian-vector product: the derivatives times a direction.
    pub(super) const fn jvp(function: Function, inputs: [InputKind; 3]) -> Self {
        let mode = Mode::Forward;
        Self {
            function,
            inputs,
            mode,
        }
    }

    /// A vector-Jacobian product: weights times the derivatives.
    pub(super) const fn vjp(function: Function, inputs: [InputKind; 3]) -> Self {
        let mode = Mode::Reverse;
        Self {
            function,
            inputs,
            mode,
        }
    }
}
