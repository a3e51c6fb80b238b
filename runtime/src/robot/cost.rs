//! The cost of an emitted function.

use core::fmt;

/// The operations of an emitted function, counted in the program from which it was emitted. Negation is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The function's name.
    pub function: &'static str,
    /// Multiplications.
    pub mul: usize,
    /// Additions and subtractions.
    pub add: usize,
    /// Divisions.
    pub div: usize,
    /// Square roots.
    pub sqrt: usize,
    /// Angles of which the sine, the cosine or both are computed.
    pub sincos: usize,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            function,
            mul,
            add,
            div,
            sqrt,
            sincos,
        } = self;
        write!(
            f,
            "{function}: {mul} mul, {add} add, {div} div, {sqrt} sqrt, {sincos} sin/cos"
        )
    }
}
