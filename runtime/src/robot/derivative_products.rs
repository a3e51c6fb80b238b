//! Results of the functions that multiply derivatives by vectors.

/// The result of `inverse_dynamics_jvp`: the forces, and their derivative along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsJvp<T, const NV: usize> {
    /// The generalized forces; N m or N.
    pub tau: [T; NV],
    /// Their derivative by s at `s = 0`, if the arguments move by s times the direction; N m or N, per unit of s.
    pub change: [T; NV],
}

/// The result of `inverse_dynamics_vjp`: the forces, and the derivatives of the sum `weights . tau`. The unit of the sum is that
/// of a weight times N m or N; for a cost with the weights `d cost / d tau`, it is the cost's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsVjp<T, const NV: usize> {
    /// The generalized forces; N m or N.
    pub tau: [T; NV],
    /// By positions: entry j is the derivative along the motion at the rate `e_j`, at constant components of `qd` and
    /// `qdd`; the sum's unit, per rad or m.
    pub dq: [T; NV],
    /// By rates; the sum's unit, per rad/s or m/s.
    pub dqd: [T; NV],
    /// By accelerations: `M(q)` times the weights; the sum's unit, per rad/s^2 or m/s^2.
    pub dqdd: [T; NV],
}

/// The result of `forward_dynamics_jvp`: the accelerations, and their derivative along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsJvp<T, const NV: usize> {
    /// The accelerations; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// Their derivative by s at `s = 0`, if the arguments move by s times the direction; rad/s^2 or m/s^2, per unit of s.
    pub change: [T; NV],
}

/// The result of `forward_dynamics_vjp`: the accelerations, and the derivatives of the sum `weights . qdd`. The unit of the sum is
/// that of a weight times rad/s^2 or m/s^2; for a cost with the weights `d cost / d qdd`, it is the cost's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsVjp<T, const NV: usize> {
    /// The accelerations; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// By positions: entry j is the derivative along the motion at the rate `e_j`, at constant components of `qd` and
    /// `tau`; the sum's unit, per rad or m.
    pub dq: [T; NV],
    /// By rates; the sum's unit, per rad/s or m/s.
    pub dqd: [T; NV],
    /// By generalized forces: `M(q)^-1` times the weights; the sum's unit, per N m or N.
    pub dtau: [T; NV],
}
