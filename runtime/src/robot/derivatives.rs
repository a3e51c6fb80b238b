//! What derivatives of functions give.

/// What derivatives of inverse dynamics give. Each matrix is an array of rows, `m[i][j]`: row i belongs to `tau[i]`.
///
/// With `bool` for `T`, it is their sparsity pattern, the constant `INVERSE_DYNAMICS_DERIVATIVES_PATTERN` of a robot: `false` where an
/// entry is 0 whatever the arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd` and `qdd` held;
    /// N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; N m or N, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By accelerations: the mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
}

/// What derivatives of inverse dynamics under external wrenches give, with NF components of wrenches. Each matrix is an array of rows,
/// `m[i][j]`: row i belongs to `tau[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseDynamicsDerivativesUnderWrenches<T, const NV: usize, const NF: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd`, `qdd` and of the
    /// wrenches in world axes held; N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; N m or N, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By accelerations: the mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
    /// By the components of the wrenches, six for each link, force, then moment: `-J^T`; N m or N, per N or N m.
    pub dwrenches: [[T; NF]; NV],
}

/// What the derivative of gravity gives, with the mass matrix: about a position of rest, `M delta qdd + dq delta q = delta tau` where no
/// other forces act. Each matrix is an array of rows, `m[i][j]`: row i belongs to `tau[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GravityStiffness<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`; N m or N, per rad or m.
    pub dq: [[T; NV]; NV],
    /// The mass matrix, `M(q)`; kg m^2, kg m or kg.
    pub mass_matrix: [[T; NV]; NV],
}

/// What derivatives of forward dynamics give. Each matrix is an array of rows, `m[i][j]`: row i belongs to `qdd[i]`.
///
/// With `bool` for `T`, it is their sparsity pattern, the constant `FORWARD_DYNAMICS_DERIVATIVES_PATTERN` of a robot: `false`
/// where an entry is 0 whatever the arguments. A tree on a floating base has few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsDerivatives<T, const NV: usize> {
    /// The accelerations themselves; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd` and `tau` held;
    /// rad/s^2 or m/s^2, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; rad/s^2 or m/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By generalized forces: the inverse of the mass matrix; rad/s^2 or m/s^2, per N m or N.
    pub dtau: [[T; NV]; NV],
}

/// What derivatives of forward dynamics under external wrenches give, with NF components of wrenches. Each matrix is an array of
/// rows, `m[i][j]`: row i belongs to `qdd[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForwardDynamicsDerivativesUnderWrenches<T, const NV: usize, const NF: usize> {
    /// The accelerations themselves; rad/s^2 or m/s^2.
    pub qdd: [T; NV],
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd`, `tau` and of the
    /// wrenches in world axes held; rad/s^2 or m/s^2, per rad or m.
    pub dq: [[T; NV]; NV],
    /// By rates; rad/s^2 or m/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; NV],
    /// By generalized forces: the inverse of the mass matrix; rad/s^2 or m/s^2, per N m or N.
    pub dtau: [[T; NV]; NV],
    /// By the components of the wrenches, six for each link, force, then moment: `M^-1 J^T`; rad/s^2 or m/s^2, per N or N m.
    pub dwrenches: [[T; NF]; NV],
}

/// Without the derivatives by wrenches.
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

/// What derivatives of the velocity of a link give. Each matrix is an array of six rows, linear, then angular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VelocityDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd` held; m/s and
    /// rad/s, per rad or m.
    pub dq: [[T; NV]; 6],
    /// By rates: the Jacobian; m/s and rad/s, per rad/s or m/s.
    pub dqd: [[T; NV]; 6],
}

/// What derivatives of the acceleration of a link give. Each matrix is an array of six rows, linear, then angular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccelerationDerivatives<T, const NV: usize> {
    /// By positions: column j is the derivative along the motion at the rate `e_j`, with the components of `qd` and `qdd` held;
    /// m/s^2 and rad/s^2, per rad or m.
    pub dq: [[T; NV]; 6],
    /// By rates; m/s^2 and rad/s^2, per rad/s or m/s.
    pub dqd: [[T; NV]; 6],
    /// By accelerations: the Jacobian; m/s^2 and rad/s^2, per rad/s^2 or m/s^2.
    pub dqdd: [[T; NV]; 6],
}
