//! Sums of products of variables.

use multibody_program::exact::Rational;

/// A variable: its position in a table that the caller keeps.
pub type Variable = u16;

/// `coefficient * product of factors`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monomial {
    /// The coefficient, not 0.
    pub coefficient: Rational,
    /// The factors in ascending order; a power is a repeated factor.
    pub factors: Vec<Variable>,
}

/// A sum of terms with different factors.
pub type Polynomial = Vec<Monomial>;

/// Polynomials to be computed together.
#[derive(Clone, Debug, Default)]
pub struct Polynomials {
    /// Number of atoms: the variables that have no definition here. The variables after them are defined by `definitions`.
    pub atom_count: usize,
    /// The polynomials of the further variables. They may use each other, but never in a cycle.
    pub definitions: Vec<Polynomial>,
    /// The results.
    pub outputs: Vec<Polynomial>,
}

impl Polynomials {
    /// Number of terms.
    pub fn terms(&self) -> usize {
        self.polynomials().map(Vec::len).sum()
    }

    /// Number of factors of the longest term.
    pub fn most_factors(&self) -> usize {
        let lengths = self.polynomials().flatten().map(|term| term.factors.len());
        lengths.max().unwrap_or(0)
    }

    fn polynomials(&self) -> impl Iterator<Item = &Polynomial> {
        self.outputs.iter().chain(&self.definitions)
    }
}
