//! Results of the functions that compute derivatives.

/// The derivatives of inverse dynamics. Each matrix is an array of rows, `m[i][j]`: row i belongs to `tau[i]`.
///
/// With `bool` for `T`, this is the type of a robot's constant `INVERSE_DYNAMICS_DERIVATIVES_PATTERN`, the sparsity pattern
/// of the derivatives: `false` marks an entry that is 0 for all arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd` and
    /// `qdd`; N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; N m or N, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By accelerations: the mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
}

/// The derivatives of inverse dynamics under external wrenches, which have NF components in all. Each matrix is an
/// array of rows, `m[i][j]`: row i belongs to `tau[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsDerivativesUnderWrenches<T, const NV: usize, const NF: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd`, of
    /// `qdd`, and of the wrenches in world axes; N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; N m or N, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By accelerations: the mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
    /// By the components of the wrenches (for each link six: force, then moment): `-J^T`; N m or N, per N or N m.
    pub dwrenches: [[T; NF]; NV],
}

/// The derivative of gravity, and the mass matrix. About a position of rest, `M delta qdd + dq delta q = delta tau` if
/// no other forces act. Each matrix is an array of rows, `m[i][j]`: row i belongs to `tau[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GravityStiffness<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`; N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// The mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
}

/// The derivatives of forward dynamics. Each matrix is an array of rows, `m[i][j]`: row i belongs to `qdd[i]`.
///
/// With `bool` for `T`, this is the type of a robot's constant `FORWARD_DYNAMICS_DERIVATIVES_PATTERN`, the sparsity pattern
/// of the derivatives: `false` marks an entry that is 0 for all arguments. A tree on a floating base has few such entries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsDerivatives<T, const NV: usize> {
    /// The accelerations themselves; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd` and
    /// `tau`; rad/s^2 or m/s^2, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; rad/s^2 or m/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By generalized forces: the inverse of the mass matrix; rad/s^2 or m/s^2, per N m or N.
    pub dtau: [[T; NV]; NV],
}

/// The derivatives of forward dynamics under external wrenches, which have NF components in all. Each matrix is an
/// array of rows, `m[i][j]`: row i belongs to `qdd[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsDerivativesUnderWrenches<T, const NV: usize, const NF: usize> {
    /// The accelerations themselves; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd`, of
    /// `tau`, and of the wrenches in world axes; rad/s^2 or m/s^2, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; rad/s^2 or m/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By generalized forces: the inverse of the mass matrix; rad/s^2 or m/s^2, per N m or N.
    pub dtau: [[T; NV]; NV],
    /// By the components of the wrenches (for each link six: force, then moment): `M^-1 J^T`; rad/s^2 or m/s^2, per N
    /// or N m.
    pub dwrenches: [[T; NF]; NV],
}

/// Leaves out the derivatives by wrenches.
impl<T, const NV: usize, const NF: usize> From<ForwardDynamicsDerivativesUnderWrenches<T, NV, NF>>
    for ForwardDynamicsDerivatives<T, NV>
{
    fn from(derivatives: ForwardDynamicsDerivativesUnderWrenches<T, NV, NF>) -> Self {
        Self {
            qdd: derivatives.qdd,
            dq: derivatives.dq,
            dqd: derivatives.dqd,
            dtau: derivatives.dtau,
        }
    }
}

/// The derivatives of the velocity of a link. Each matrix is an array of six rows, linear, then angular: the components in world
/// axes, or in the axes of the link if the name of the function ends in `_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VelocityDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd`; m/s
    /// and rad/s, per rad or m.
    pub dq: [[T; NV]; 6],
    /// By rates: the Jacobian, in the same axes; m/s and rad/s, per rad/s or m/s.
    pub dqd: [[T; NV]; 6],
}

/// The derivatives of the acceleration of a link. Each matrix is an array of six rows, linear, then angular: the components in
/// world axes, or in the axes of the link if the name of the function ends in `_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccelerationDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, at constant components of `qd` and
    /// `qdd`; m/s^2 and rad/s^2, per rad or m.
    pub dq: [[T; NV]; 6],
    /// By rates; m/s^2 and rad/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; 6],
    /// By accelerations: the Jacobian, in the same axes; m/s^2 and rad/s^2, per rad/s^2 or m/s^2.
    pub dqdd: [[T; NV]; 6],
}
