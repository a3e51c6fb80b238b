//! The quantities that emitted functions compute.

use std::fmt;

/// A quantity that an emitted function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// `M(q)`, `nv` x `nv`.
    MassMatrix,
    /// `M(q)^-1`, `nv` x `nv`.
    MassMatrixInverse,
    /// `C(q, qd)`, `nv` x `nv`.
    CoriolisMatrix,
    /// `C_ijk`, `nv^2` x `nv`, a row for each i and j.
    ChristoffelSymbols,
    /// `C(q, qd) qd`, `nv` long.
    Coriolis,
    /// `g(q)`, `nv` long.
    Gravity,
    /// The terms from the time dependence and from terms of T linear in the rates, `nv` long.
    Drive,
    /// `C(q, qd) qd + g(q)` and the drive, `nv` long.
    Bias,
    /// `tau` for the state's `qdd`, without wrenches, `nv` long.
    InverseDynamics,
    /// `tau` for the state's `qdd` and wrenches, `nv` long.
    InverseDynamicsWithWrenches,
    /// The derivatives of [`Self::InverseDynamics`] by position, rates and accelerations, 3 `nv` x `nv`.
    InverseDynamicsDerivatives,
    /// The derivatives of [`Self::InverseDynamicsWithWrenches`] row by row, by wrenches last, in one column.
    InverseDynamicsDerivativesWithWrenches,
    /// The derivative of [`Self::Gravity`] by position, then [`Self::MassMatrix`], 2 `nv` x `nv`.
    GravityStiffness,
    /// [`Self::ForwardDynamics`], then its derivatives by position, rates and generalized forces row by row, in one column.
    ForwardDynamicsDerivatives,
    /// The same of [`Self::ForwardDynamicsWithWrenches`], by wrenches last.
    ForwardDynamicsDerivativesWithWrenches,
    /// [`Self::InverseDynamics`], then its derivative along the state's direction of positions, rates and accelerations: 2 `nv` numbers.
    InverseDynamicsJvp,
    /// [`Self::InverseDynamicsWithWrenches`], then its derivative along the state's direction of positions, rates and accelerations: 2 `nv` numbers.
    InverseDynamicsJvpWithWrenches,
    /// [`Self::InverseDynamics`], then the derivatives of its sum with the state's weights by positions, rates and accelerations: 4 `nv` numbers.
    InverseDynamicsVjp,
    /// [`Self::InverseDynamicsWithWrenches`], then the derivatives of its sum with the state's weights by positions, rates and accelerations: 4 `nv` numbers.
    InverseDynamicsVjpWithWrenches,
    /// [`Self::ForwardDynamics`], then its derivative along the state's direction of positions, rates and generalized forces: 2 `nv` numbers.
    ForwardDynamicsJvp,
    /// [`Self::ForwardDynamicsWithWrenches`], then its derivative along the state's direction of positions, rates and generalized forces: 2 `nv` numbers.
    ForwardDynamicsJvpWithWrenches,
    /// [`Self::ForwardDynamics`], then the derivatives of its sum with the state's weights by positions, rates and generalized forces: 4 `nv` numbers.
    ForwardDynamicsVjp,
    /// [`Self::ForwardDynamicsWithWrenches`], then the derivatives of its sum with the state's weights by positions, rates and generalized forces: 4 `nv` numbers.
    ForwardDynamicsVjpWithWrenches,
    /// The derivatives of a link's velocity by position and rates, world axes, 12 x `nv`.
    VelocityDerivatives(&'static str),
    /// The derivatives of a link's velocity in its own axes, 12 x `nv`.
    VelocityDerivativesBody(&'static str),
    /// The derivatives of a link's acceleration by position, rates and accelerations, world axes, 18 x `nv`.
    AccelerationDerivatives(&'static str),
    /// The derivatives of a link's acceleration in its own axes, 18 x `nv`.
    AccelerationDerivativesBody(&'static str),
    /// `qdd` under the state's `tau`, without wrenches, `nv` long.
    ForwardDynamics,
    /// `qdd` under the state's `tau` and wrenches, `nv` long.
    ForwardDynamicsWithWrenches,
    /// [`Self::ForwardDynamics`] by the function in which every body is free.
    ForwardDynamicsInMaximalCoordinates,
    /// [`Self::ForwardDynamicsWithWrenches`] by the function in which every body is free.
    ForwardDynamicsInMaximalCoordinatesWithWrenches,
    /// `Q`: springs, damping, friction, and `sum J^T w` of the state's wrenches, `nv` long.
    GeneralizedForce,
    /// `T(q, qd)`.
    KineticEnergy,
    /// `U(q)`.
    PotentialEnergy,
    /// The potential energy of the springs.
    SpringEnergy,
    /// The centre of mass of all mobile bodies, world axes: 3 numbers.
    CenterOfMass,
    /// The velocity of the centre of mass, world axes: 3 numbers.
    CenterOfMassVelocity,
    /// The acceleration of the centre of mass, world axes: 3 numbers.
    CenterOfMassAcceleration,
    /// The momentum of all mobile bodies about their centre of mass, world axes, and its matrix: `6 + 6 nv` numbers.
    Centroidal,
    /// The mass of all mobile bodies.
    TotalMass,
    /// The pose of a link in the world: 12 numbers, the rotation by rows, then the position.
    Pose(&'static str),
    /// The Jacobian of a link's origin, world axes, 6 x `nv`, linear first.
    Jacobian(&'static str),
    /// The Jacobian of a link's origin, link axes, 6 x `nv`, linear first.
    JacobianBody(&'static str),
    /// The time derivative of [`Self::Jacobian`].
    JacobianRate(&'static str),
    /// The time derivative of [`Self::JacobianBody`].
    JacobianRateBody(&'static str),
    /// The velocity of a link's origin, then its angular velocity, world axes: 6 numbers.
    Velocity(&'static str),
    /// The same in link axes.
    VelocityBody(&'static str),
    /// The acceleration of a link's origin, then its angular acceleration, world axes: 6 numbers.
    Acceleration(&'static str),
    /// The same in link axes.
    AccelerationBody(&'static str),
    /// The momentum of a link, then its angular momentum about its centre of mass, world axes: 6 numbers.
    Momentum(&'static str),
    /// The time derivative of [`Self::Momentum`].
    MomentumRate(&'static str),
    /// Force and moment about a link's origin that its joint exerts on it, without wrenches, world axes: 6 numbers.
    JointWrench(&'static str),
    /// The same in link axes.
    JointWrenchBody(&'static str),
    /// [`Self::JointWrench`] under the state's wrenches.
    JointWrenchWithWrenches(&'static str),
    /// [`Self::JointWrenchBody`] under the state's wrenches.
    JointWrenchBodyWithWrenches(&'static str),
    /// `C(q)`, `nc` long.
    Constraint,
    /// J, `nc` x `nv`.
    ConstraintJacobian,
    /// `dJ/dt qd`, `nc` long.
    ConstraintBias,
    /// `qdd` under the state's `tau` and the constraints, without wrenches, then the multipliers: `nv + nc` numbers.
    ConstrainedForwardDynamics,
    /// The same with the state's feedback.
    ConstrainedForwardDynamicsWithFeedback,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithWrenches,
    /// [`Self::ConstrainedForwardDynamics`] by the function that also returns its pivots; the pivots are left out.
    ConstrainedForwardDynamicsWithPivots,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches,
    /// Rates after an impulse of the constraints with the state's restitution, then the impulse p: `nv + nc` numbers.
    ConstraintImpulse,
    /// [`Self::ConstrainedForwardDynamicsWithFeedback`] under the constraints that the state has switched on.
    ConstrainedForwardDynamicsWithSelectors,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches,
    /// [`Self::ConstraintImpulse`] of the constraints that the state has switched on.
    ConstraintImpulseWithSelectors,
    /// `tau` for the state's `qdd` and weight, without wrenches, then the multipliers and the residual: `2 nv + nc`
    /// numbers.
    ConstrainedInverseDynamics,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithWrenches,
    /// `tau` for the state's `qdd` and multipliers, without wrenches, then the residual: `2 nv` numbers.
    ConstrainedInverseDynamicsWithMultipliers,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches,
    /// The neutral position, `nq` long.
    Neutral,
    /// One and a half times the state's position, normalized, and the rates that belong to it: `nq + nv` numbers.
    Normalize,
    /// `dq/dt`, `nq` long.
    PositionRate,
    /// The position after [`STEP`] at the state's rates, `nq` long.
    Integrate,
    /// The step from the state's position to that of [`Self::Integrate`], `nv` long.
    Difference,
}

/// The length of the step of [`Quantity::Integrate`], in s. The factor by which [`Quantity::Normalize`] stretches
/// positions is 1.5.
pub const STEP: f64 = 0.125;
/// See [`STEP`].
pub(super) const STRETCH: f64 = 1.5;

impl Quantity {
    pub(super) fn inverts_mass_matrix(self) -> bool {
        matches!(
            self,
            Self::MassMatrixInverse
                | Self::ForwardDynamics
                | Self::ForwardDynamicsWithWrenches
                | Self::ForwardDynamicsInMaximalCoordinates
                | Self::ForwardDynamicsInMaximalCoordinatesWithWrenches
                | Self::ForwardDynamicsDerivatives
                | Self::ForwardDynamicsDerivativesWithWrenches
                | Self::ForwardDynamicsJvp
                | Self::ForwardDynamicsJvpWithWrenches
                | Self::ForwardDynamicsVjp
                | Self::ForwardDynamicsVjpWithWrenches
        )
    }

    /// Whether the reference finds it by differences.
    pub(super) fn is_by_differences(self) -> bool {
        matches!(
            self,
            Self::InverseDynamicsDerivatives
                | Self::InverseDynamicsDerivativesWithWrenches
                | Self::GravityStiffness
                | Self::ForwardDynamicsDerivatives
                | Self::ForwardDynamicsDerivativesWithWrenches
                | Self::InverseDynamicsJvp
                | Self::InverseDynamicsJvpWithWrenches
                | Self::InverseDynamicsVjp
                | Self::InverseDynamicsVjpWithWrenches
                | Self::ForwardDynamicsJvp
                | Self::ForwardDynamicsJvpWithWrenches
                | Self::ForwardDynamicsVjp
                | Self::ForwardDynamicsVjpWithWrenches
                | Self::VelocityDerivatives(_)
                | Self::VelocityDerivativesBody(_)
                | Self::AccelerationDerivatives(_)
                | Self::AccelerationDerivativesBody(_)
        )
    }

    /// Whether only some constraints are active.
    pub(super) fn is_switched(self) -> bool {
        matches!(
            self,
            Self::ConstrainedForwardDynamicsWithSelectors
                | Self::ConstrainedForwardDynamicsWithSelectorsAndWrenches
                | Self::ConstraintImpulseWithSelectors
        )
    }

    /// Whether multipliers are found by least squares.
    pub(super) fn is_least(self) -> bool {
        matches!(
            self,
            Self::ConstrainedInverseDynamics | Self::ConstrainedInverseDynamicsWithWrenches
        )
    }

    /// Whether it depends on the joints alone.
    pub(super) fn is_of_joints(self) -> bool {
        matches!(
            self,
            Self::Neutral
                | Self::Normalize
                | Self::PositionRate
                | Self::Integrate
                | Self::Difference
        )
    }

    /// Whether it consists of rates or accelerations, then of multipliers.
    pub(super) fn is_constrained(self) -> bool {
        matches!(
            self,
            Self::ConstrainedForwardDynamics
                | Self::ConstrainedForwardDynamicsWithPivots
                | Self::ConstrainedForwardDynamicsWithPivotsAndWrenches
                | Self::ConstrainedForwardDynamicsWithFeedback
                | Self::ConstrainedForwardDynamicsWithWrenches
                | Self::ConstraintImpulse
        ) || self.is_switched()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::MassMatrix => "mass_matrix",
            Self::MassMatrixInverse => "mass_matrix_inverse",
            Self::CoriolisMatrix => "coriolis_matrix",
            Self::ChristoffelSymbols => "christoffel_symbols",
            Self::Coriolis => "coriolis",
            Self::Gravity => "gravity",
            Self::Drive => "drive",
            Self::Bias => "bias",
            Self::InverseDynamics => "inverse_dynamics",
            Self::InverseDynamicsWithWrenches => "inverse_dynamics with wrenches",
            Self::InverseDynamicsDerivatives => "inverse_dynamics_derivatives",
            Self::InverseDynamicsDerivativesWithWrenches => {
                "inverse_dynamics_derivatives with wrenches"
            }
            Self::ForwardDynamics => "forward_dynamics",
            Self::ForwardDynamicsWithWrenches => "forward_dynamics with wrenches",
            Self::ForwardDynamicsInMaximalCoordinates => "forward_dynamics in maximal coordinates",
            Self::ForwardDynamicsInMaximalCoordinatesWithWrenches => {
                "forward_dynamics in maximal coordinates with wrenches"
            }
            Self::GeneralizedForce => "generalized_force",
            Self::KineticEnergy => "kinetic_energy",
            Self::PotentialEnergy => "potential_energy",
            Self::SpringEnergy => "spring_energy",
            Self::CenterOfMass => "center_of_mass",
            Self::CenterOfMassVelocity => "center_of_mass_velocity",
            Self::CenterOfMassAcceleration => "center_of_mass_acceleration",
            Self::Centroidal => "centroidal",
            Self::TotalMass => "total_mass",
            Self::Pose(link) => return write!(f, "pose of {link}"),
            Self::Jacobian(link) => return write!(f, "jacobian of {link}"),
            Self::JacobianBody(link) => return write!(f, "jacobian of {link} in its own axes"),
            Self::JacobianRate(link) => return write!(f, "jacobian rate of {link}"),
            Self::JacobianRateBody(link) => {
                return write!(f, "jacobian rate of {link} in its own axes");
            }
            Self::GravityStiffness => "gravity_stiffness",
            Self::ForwardDynamicsDerivatives => "forward_dynamics_derivatives",
            Self::ForwardDynamicsDerivativesWithWrenches => {
                "forward_dynamics_derivatives with wrenches"
            }
            Self::InverseDynamicsJvp => "inverse_dynamics_jvp",
            Self::InverseDynamicsJvpWithWrenches => "inverse_dynamics_jvp with wrenches",
            Self::InverseDynamicsVjp => "inverse_dynamics_vjp",
            Self::InverseDynamicsVjpWithWrenches => "inverse_dynamics_vjp with wrenches",
            Self::ForwardDynamicsJvp => "forward_dynamics_jvp",
            Self::ForwardDynamicsJvpWithWrenches => "forward_dynamics_jvp with wrenches",
            Self::ForwardDynamicsVjp => "forward_dynamics_vjp",
            Self::ForwardDynamicsVjpWithWrenches => "forward_dynamics_vjp with wrenches",
            Self::VelocityDerivatives(link) => {
                return write!(f, "velocity_derivatives of {link}");
            }
            Self::VelocityDerivativesBody(link) => {
                return write!(f, "velocity_derivatives of {link} in its own axes");
            }
            Self::AccelerationDerivatives(link) => {
                return write!(f, "acceleration_derivatives of {link}");
            }
            Self::AccelerationDerivativesBody(link) => {
                return write!(f, "acceleration_derivatives of {link} in its own axes");
            }
            Self::Velocity(link) => return write!(f, "velocity of {link}"),
            Self::VelocityBody(link) => return write!(f, "velocity of {link} in its own axes"),
            Self::Acceleration(link) => return write!(f, "acceleration of {link}"),
            Self::AccelerationBody(link) => {
                return write!(f, "acceleration of {link} in its own axes");
            }
            Self::Momentum(link) => return write!(f, "momentum of {link}"),
            Self::MomentumRate(link) => return write!(f, "momentum rate of {link}"),
            Self::JointWrench(link) => return write!(f, "joint wrench of {link}"),
            Self::JointWrenchBody(link) => {
                return write!(f, "joint wrench of {link} in its own axes");
            }
            Self::JointWrenchWithWrenches(link) => {
                return write!(f, "joint wrench of {link} with wrenches");
            }
            Self::JointWrenchBodyWithWrenches(link) => {
                return write!(f, "joint wrench of {link} in its own axes with wrenches");
            }
            Self::Constraint => "constraint",
            Self::ConstraintJacobian => "constraint_jacobian",
            Self::ConstraintBias => "constraint_bias",
            Self::ConstrainedForwardDynamics => "constrained_forward_dynamics",
            Self::ConstrainedForwardDynamicsWithPivots => {
                "constrained_forward_dynamics with pivots"
            }
            Self::ConstrainedForwardDynamicsWithPivotsAndWrenches => {
                "constrained_forward_dynamics with pivots and wrenches"
            }
            Self::ConstrainedForwardDynamicsWithFeedback => {
                "constrained_forward_dynamics with feedback"
            }
            Self::ConstrainedForwardDynamicsWithWrenches => {
                "constrained_forward_dynamics with wrenches"
            }
            Self::ConstraintImpulse => "constraint_impulse",
            Self::ConstrainedForwardDynamicsWithSelectors => {
                "constrained_forward_dynamics with selectors"
            }
            Self::ConstrainedForwardDynamicsWithSelectorsAndWrenches => {
                "constrained_forward_dynamics with selectors and wrenches"
            }
            Self::ConstraintImpulseWithSelectors => "constraint_impulse with selectors",
            Self::ConstrainedInverseDynamics => "constrained_inverse_dynamics",
            Self::ConstrainedInverseDynamicsWithWrenches => {
                "constrained_inverse_dynamics with wrenches"
            }
            Self::ConstrainedInverseDynamicsWithMultipliers => {
                "constrained_inverse_dynamics with multipliers"
            }
            Self::ConstrainedInverseDynamicsWithMultipliersAndWrenches => {
                "constrained_inverse_dynamics with multipliers and wrenches"
            }
            Self::Neutral => "neutral",
            Self::Normalize => "normalize",
            Self::PositionRate => "position_rate",
            Self::Integrate => "integrate",
            Self::Difference => "difference",
        };
        f.write_str(name)
    }
}
