//! What emitted functions compute.

use std::fmt;

/// What an emitted function computes.
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
    /// What time and terms of T of one rate bring, `nv` long.
    Drive,
    /// `C(q, qd) qd + g(q)`, and the drive, `nv` long.
    Bias,
    /// `tau` for the state's `qdd`, without wrenches, `nv` long.
    InverseDynamics,
    /// `tau` for the state's `qdd` and wrenches, `nv` long.
    InverseDynamicsWithWrenches,
    /// `qdd` under the state's `tau`, without wrenches, `nv` long.
    ForwardDynamics,
    /// `qdd` under the state's `tau` and wrenches, `nv` long.
    ForwardDynamicsWithWrenches,
    /// [`Self::ForwardDynamics`] of the function that has every body free.
    ForwardDynamicsInMaximalCoordinates,
    /// The same under wrenches.
    ForwardDynamicsInMaximalCoordinatesWithWrenches,
    /// `Q`: springs, damping, friction, and `sum J^T w` of the state's wrenches, `nv` long.
    GeneralizedForce,
    /// `T(q, qd)`.
    KineticEnergy,
    /// `U(q)`.
    PotentialEnergy,
    /// That of the springs.
    SpringEnergy,
    /// Of all that moves, in world axes: 3 numbers.
    CenterOfMass,
    /// Of the centre of mass, in world axes: 3 numbers.
    CenterOfMassVelocity,
    /// Of the centre of mass, in world axes: 3 numbers.
    CenterOfMassAcceleration,
    /// Of all that moves.
    TotalMass,
    /// Of a link in the world: 12 numbers, the rotation by rows, then the position.
    Pose(&'static str),
    /// Of a link's origin, world axes, 6 x `nv`, linear first.
    Jacobian(&'static str),
    /// Of a link's origin, link axes, 6 x `nv`, linear first.
    JacobianBody(&'static str),
    /// The derivative in time of [`Self::Jacobian`].
    JacobianRate(&'static str),
    /// The derivative in time of [`Self::JacobianBody`].
    JacobianRateBody(&'static str),
    /// Of a link's origin, then angular, world axes: 6 numbers.
    Velocity(&'static str),
    /// The same in link axes.
    VelocityBody(&'static str),
    /// Of a link's origin, then angular, world axes: 6 numbers.
    Acceleration(&'static str),
    /// The same in link axes.
    AccelerationBody(&'static str),
    /// Of a link, then angular about its centre of mass, world axes: 6 numbers.
    Momentum(&'static str),
    /// The derivative in time of [`Self::Momentum`].
    MomentumRate(&'static str),
    /// Force and moment about a link's origin that it feels of its joint, without wrenches, world axes: 6 numbers.
    JointWrench(&'static str),
    /// The same in link axes.
    JointWrenchBody(&'static str),
    /// The same under the state's wrenches, world axes.
    JointWrenchWithWrenches(&'static str),
    /// The same under the state's wrenches, link axes.
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
    /// [`Self::ConstrainedForwardDynamics`] of the function that tells its pivots, without these.
    ConstrainedForwardDynamicsWithPivots,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches,
    /// Rates after an impulse of the constraints with the state's restitution, then the impulse: `nv + nc` numbers.
    ConstraintImpulse,
    /// [`Self::ConstrainedForwardDynamicsWithFeedback`] of the constraints that the state has switched on.
    ConstrainedForwardDynamicsWithSelectors,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches,
    /// [`Self::ConstraintImpulse`] of the constraints that the state has switched on.
    ConstraintImpulseWithSelectors,
    /// `tau` for the state's `qdd` and weight, without wrenches, multipliers, then the residual: `2 nv + nc` numbers.
    ConstrainedInverseDynamics,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithWrenches,
    /// `tau` for the state's `qdd` and multipliers, without wrenches, then the residual: `2 nv` numbers.
    ConstrainedInverseDynamicsWithMultipliers,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches,
    /// The position to start at, `nq` long.
    Neutral,
    /// One and a half of the state's position and its rates, made normal: `nq + nv` numbers.
    Normalize,
    /// `dq/dt`, `nq` long.
    PositionRate,
    /// The position after [`STEP`] at the state's rates, `nq` long.
    Integrate,
    /// The step from the state's position to that of [`Self::Integrate`], `nv` long.
    Difference,
}

/// The time of the step that [`Quantity::Integrate`] takes, in s. The factor that [`Quantity::Normalize`] stretches
/// positions by is 1.5.
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
        )
    }

    /// Whether only some constraints hold.
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

    /// Whether it follows from the joints alone.
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

    /// Of rates, then of multipliers.
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
            Self::TotalMass => "total_mass",
            Self::Pose(link) => return write!(f, "pose of {link}"),
            Self::Jacobian(link) => return write!(f, "jacobian of {link}"),
            Self::JacobianBody(link) => return write!(f, "jacobian of {link} in its own axes"),
            Self::JacobianRate(link) => return write!(f, "jacobian rate of {link}"),
            Self::JacobianRateBody(link) => {
                return write!(f, "jacobian rate of {link} in its own axes");
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
