//! The degree of an equation, by kinds of factors.
//!
//! Each equation states its degree beside its check, and `bounds` follows it. A test over all functions measures each count by
//! itself: it multiplies all factors of one kind by t, and finds the degree in t of the difference of both sides.

/// The maximum number of factors of each kind in a product of an equation, once its terms are over one denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degree {
    /// Entries of placements of links, and of their derivatives.
    pub placements: u32,
    /// Derivatives of placements, expressions and rows, of all factors of a product together; each is along one vector.
    pub derivatives: u32,
    /// Masses, centres of mass, moments of inertia, and gravity.
    pub numbers: u32,
    /// Values of the program. Those at other rates have other denominators.
    pub evaluations: u32,
    /// Entries of vectors: arguments of the function besides positions, directions of derivatives, and random vectors.
    pub vectors: u32,
    /// Energies and forces that expressions, force elements and springs between points state.
    pub expressions: u32,
    /// Constraint rows.
    pub rows: u32,
    /// Whether expressions are evaluated at rates that the program returns.
    pub has_returned_rates: bool,
    /// Linear systems that decide in addition.
    pub decided_by: LinearSystems,
}

/// Linear systems that decide whether an equation holds. Their degree is that of minors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearSystems {
    /// None.
    None,
    /// The proximal steps with `J M^-1 J^T`, of as many rows as there are constraints, if the system is regularized.
    Multipliers,
    /// Of the motor forces and multipliers with the least norm: ranks of columns of J, in minors of as many rows as there are
    /// constraints, or proximal steps with `J J^T` if the system is regularized.
    LeastMotorForces,
}

impl Degree {
    /// One value of the program.
    pub const ONE_VALUE: Self = Self {
        placements: 0,
        derivatives: 0,
        numbers: 0,
        evaluations: 1,
        vectors: 0,
        expressions: 0,
        rows: 0,
        has_returned_rates: false,
        decided_by: LinearSystems::None,
    };
}
