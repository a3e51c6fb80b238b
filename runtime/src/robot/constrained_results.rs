//! What functions of robots with constraints give.

/// What constrained forward dynamics gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedAcceleration<T, const NV: usize, const NC: usize> {
    /// The acceleration, per s^2.
    pub qdd: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
}

/// What constrained forward dynamics with pivots gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PivotedAcceleration<T, const NV: usize, const NC: usize> {
    /// The acceleration, per s^2.
    pub qdd: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
    /// The pivots, in the order of the rows: where one is 0 the result is not finite.
    pub pivots: [T; NC],
}

/// What an impulse of the constraints gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintImpulse<T, const NV: usize, const NC: usize> {
    /// The rates after the impulse, per s.
    pub qd: [T; NV],
    /// The impulses p, multipliers times s: `M (qd' - qd) = J^T p`.
    pub impulse: [T; NC],
}

/// What constrained inverse dynamics gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstrainedForces<T, const NV: usize, const NC: usize> {
    /// The motor forces, N m or N; 0 at coordinates without a motor.
    pub tau: [T; NV],
    /// The multipliers: `J^T lambda` is the generalized constraint force.
    pub lambda: [T; NC],
    /// The forces that neither motors nor constraints can exert, N m or N; 0 at coordinates with a motor.
    pub residual: [T; NV],
}

/// What constrained inverse dynamics with given multipliers gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorForces<T, const NV: usize> {
    /// The motor forces, N m or N; 0 at coordinates without a motor.
    pub tau: [T; NV],
    /// The forces that neither motors nor the given constraint forces exert, N m or N; 0 at coordinates with a motor.
    pub residual: [T; NV],
}
