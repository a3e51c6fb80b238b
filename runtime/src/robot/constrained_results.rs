//! Results of the functions of robots with constraints.

/// The result of constrained forward dynamics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedAcceleration<T, const NV: usize, const NC: usize> {
    /// The acceleration, per s^2.
    pub qdd: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
}

/// The result of constrained forward dynamics with pivots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PivotedAcceleration<T, const NV: usize, const NC: usize> {
    /// The acceleration, per s^2.
    pub qdd: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
    /// The pivots, in the order of the rows: where one is 0 the result is not finite.
    pub pivots: [T; NC],
}

/// The result of an impulse of the constraints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintImpulse<T, const NV: usize, const NC: usize> {
    /// The rates after the impulse, per s.
    pub qd: [T; NV],
    /// The impulses p, in units of the multipliers times s: `M (qd' - qd) = J^T p`.
    pub impulse: [T; NC],
}

/// The result of constrained inverse dynamics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedForces<T, const NV: usize, const NC: usize> {
    /// The motor forces, N m or N; 0 at coordinates without a motor.
    pub tau: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
    /// The forces that neither motors nor constraints can exert, N m or N; 0 at coordinates with a motor.
    pub residual: [T; NV],
}

/// The result of constrained inverse dynamics with given multipliers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorForces<T, const NV: usize> {
    /// The motor forces, N m or N; 0 at coordinates without a motor.
    pub tau: [T; NV],
    /// The forces that neither motors nor the given constraint forces exert, N m or N; 0 at coordinates with a motor.
    pub residual: [T; NV],
}
