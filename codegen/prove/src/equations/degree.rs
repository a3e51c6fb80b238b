//! The degree of an equation, by kinds of factors.
//!
//! Each equation states its degree beside its check; from this degree, `bounds` computes the probability that a wrong program
//! passes the check. A test over all functions measures each count by itself: it multiplies all factors of one kind by t, and finds
//! the degree in t of the difference of both sides.

/// The maximum number of factors of each kind in a product of an equation, once its terms are over one denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degree {
    /// Entries of placements of links, and of their derivatives.
    pub placements: u32,
    /// The sum of the orders of the derivatives, of placements, expressions and rows, in a product. Each order is a derivative
    /// along one vector.
    pub derivatives: u32,
    /// Constants of the system: masses, centres of mass, moments of inertia, and gravity.
    pub constants: u32,
    /// Values of the program, and their denominators. Values at two vectors of rates have two denominators, so they count twice.
    pub evaluations: u32,
    /// Entries of vectors: arguments of the function other than positions, directions of derivatives, and random
    /// vectors.
    pub vector_entries: u32,
    /// Energies and forces that expressions, force elements and springs between points state.
    pub expressions: u32,
    /// Constraint rows.
    pub rows: u32,
    /// Whether expressions are evaluated at rates that the program returns.
    pub has_returned_rates: bool,
    /// Linear systems whose solutions also decide whether the equation holds.
    pub decided_by: LinearSystems,
}

/// Linear systems whose solutions decide whether an equation holds. The solutions have the degree of minors of the matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearSystems {
    /// No linear system.
    None,
    /// The systems for the multipliers, if the robot's system is regularized: proximal steps with `J M^-1 J^T`, which
    /// has a row for each constraint row.
    Multipliers,
    /// The systems for the motor forces and multipliers with the least norm. If the robot's system is regularized,
    /// these are proximal steps with `J J^T`. Otherwise ranks of columns of J are compared, by minors with a row for
    /// each constraint row.
    LeastMotorForces,
}

impl Degree {
    /// One value of the program and no other factor.
    pub const ONE_EVALUATION: Self = Self {
        placements: 0,
        derivatives: 0,
        constants: 0,
        evaluations: 1,
        vector_entries: 0,
        expressions: 0,
        rows: 0,
        has_returned_rates: false,
        decided_by: LinearSystems::None,
    };
}
