//! The quantities that emitted functions compute.

use std::fmt;

/// What the check must know of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// It is one number.
    Number,
    /// Its entries have a row and a column.
    Matrix,
    /// The reference inverts the mass matrix for it.
    InvertsMassMatrix,
    /// The reference computes it by differences, unless its recursion for derivatives applies.
    ByDifferences,
    /// Only those constraint rows are active whose selectors are 1.
    Selectors,
    /// Multipliers are found by least squares.
    LeastSquares,
    /// Of the robot, it depends only on the joints.
    JointsOnly,
    /// It consists of rates or accelerations, then of multipliers or impulses.
    Constrained,
}

/// Makes the enum from a row for each quantity: its name in reports, and its properties.
macro_rules! quantities {
    ($(
        $(#[doc = $doc:literal])+
        $quantity:ident $(($link:ident))? { $name:literal $(: $($property:ident)+)? }
    )+) => {
        /// A quantity that an emitted function computes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Quantity {
            $($(#[doc = $doc])+ $quantity $((quantities!(@name_of $link)))?),+
        }

        impl Quantity {
            fn properties(self) -> &'static [Property] {
                match self {
                    $(Self::$quantity { .. } => &[$($(Property::$property),+)?]),+
                }
            }
        }

        impl fmt::Display for Quantity {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$quantity $(($link))? => write!(f, $name)),+
                }
            }
        }
    };
    // The type of the field of a variant that belongs to a link: the link's name.
    (@name_of $link:ident) => { &'static str };
}

quantities! {
    /// `M(q)`, `nv` x `nv`.
    MassMatrix { "mass_matrix": Matrix }
    /// `M(q)^-1`, `nv` x `nv`.
    MassMatrixInverse { "mass_matrix_inverse": Matrix InvertsMassMatrix }
    /// `C(q, qd)`, `nv` x `nv`.
    CoriolisMatrix { "coriolis_matrix": Matrix }
    /// The Christoffel symbols `C_ijk`, `nv^2` x `nv`, a row for each i and j.
    ChristoffelSymbols { "christoffel_symbols": Matrix }
    /// `C(q, qd) qd`, `nv` long.
    Coriolis { "coriolis" }
    /// `g(q)`, `nv` long.
    Gravity { "gravity" }
    /// The terms from the time dependence and from terms of T linear in the rates, `nv` long.
    Drive { "drive" }
    /// `C(q, qd) qd + g(q)` and the drive, `nv` long.
    Bias { "bias" }
    /// `tau` for the state's `qdd`, without wrenches, `nv` long.
    InverseDynamics { "inverse_dynamics" }
    /// The generalized force of the actuators at the state's controls, `nv` long.
    Actuate { "actuate" }
    /// `tau` for the state's `qdd` and wrenches, `nv` long.
    InverseDynamicsWithWrenches { "inverse_dynamics with wrenches" }
    /// The derivatives of [`Self::InverseDynamics`] by position, rates and accelerations, 3 `nv` x `nv`.
    InverseDynamicsDerivatives { "inverse_dynamics_derivatives": Matrix ByDifferences }
    /// The derivatives of [`Self::InverseDynamicsWithWrenches`] row by row, by wrenches last, in one column.
    InverseDynamicsDerivativesWithWrenches { "inverse_dynamics_derivatives with wrenches": ByDifferences }
    /// The derivative of [`Self::Gravity`] by position, then [`Self::MassMatrix`], 2 `nv` x `nv`.
    GravityStiffness { "gravity_stiffness": Matrix ByDifferences }
    /// [`Self::ForwardDynamics`], then its derivatives by position, rates and generalized forces row by row, in one
    /// column.
    ForwardDynamicsDerivatives { "forward_dynamics_derivatives": InvertsMassMatrix ByDifferences }
    /// [`Self::ForwardDynamicsWithWrenches`], then its derivatives by position, rates, generalized forces and wrenches
    /// row by row, in one column.
    ForwardDynamicsDerivativesWithWrenches { "forward_dynamics_derivatives with wrenches": InvertsMassMatrix ByDifferences }
    /// [`Self::InverseDynamics`], then its derivative along the state's direction of positions, rates and
    /// accelerations: 2 `nv` numbers.
    InverseDynamicsJvp { "inverse_dynamics_jvp": ByDifferences }
    /// [`Self::InverseDynamicsWithWrenches`], then its derivative along the state's direction of positions, rates and
    /// accelerations: 2 `nv` numbers.
    InverseDynamicsJvpWithWrenches { "inverse_dynamics_jvp with wrenches": ByDifferences }
    /// [`Self::InverseDynamics`], then the derivatives of its sum, weighted by the state's weights, by positions, rates
    /// and accelerations: 4 `nv` numbers.
    InverseDynamicsVjp { "inverse_dynamics_vjp": ByDifferences }
    /// [`Self::InverseDynamicsWithWrenches`], then the derivatives of its sum, weighted by the state's weights, by
    /// positions, rates and accelerations: 4 `nv` numbers.
    InverseDynamicsVjpWithWrenches { "inverse_dynamics_vjp with wrenches": ByDifferences }
    /// [`Self::ForwardDynamics`], then its derivative along the state's direction of positions, rates and generalized
    /// forces: 2 `nv` numbers.
    ForwardDynamicsJvp { "forward_dynamics_jvp": InvertsMassMatrix ByDifferences }
    /// [`Self::ForwardDynamicsWithWrenches`], then its derivative along the state's direction of positions, rates and
    /// generalized forces: 2 `nv` numbers.
    ForwardDynamicsJvpWithWrenches { "forward_dynamics_jvp with wrenches": InvertsMassMatrix ByDifferences }
    /// [`Self::ForwardDynamics`], then the derivatives of its sum, weighted by the state's weights, by positions, rates
    /// and generalized forces: 4 `nv` numbers.
    ForwardDynamicsVjp { "forward_dynamics_vjp": InvertsMassMatrix ByDifferences }
    /// [`Self::ForwardDynamicsWithWrenches`], then the derivatives of its sum, weighted by the state's weights, by
    /// positions, rates and generalized forces: 4 `nv` numbers.
    ForwardDynamicsVjpWithWrenches { "forward_dynamics_vjp with wrenches": InvertsMassMatrix ByDifferences }
    /// The derivatives of [`Self::CenterOfMassVelocity`] by position and rates, 6 x `nv`.
    CenterOfMassVelocityDerivatives { "center_of_mass_velocity_derivatives": Matrix ByDifferences }
    /// The derivatives of a link's velocity by position and rates, world axes, 12 x `nv`.
    VelocityDerivatives(link) { "velocity_derivatives of {link}": Matrix ByDifferences }
    /// The derivatives of a link's velocity in its own axes, 12 x `nv`.
    VelocityDerivativesBody(link) { "velocity_derivatives of {link} in its own axes": Matrix ByDifferences }
    /// The derivatives of a link's acceleration by position, rates and accelerations, world axes, 18 x `nv`.
    AccelerationDerivatives(link) { "acceleration_derivatives of {link}": Matrix ByDifferences }
    /// The derivatives of a link's acceleration in its own axes, 18 x `nv`.
    AccelerationDerivativesBody(link) { "acceleration_derivatives of {link} in its own axes": Matrix ByDifferences }
    /// `qdd` under the state's `tau`, without wrenches, `nv` long.
    ForwardDynamics { "forward_dynamics": InvertsMassMatrix }
    /// `qdd` under the state's `tau` and wrenches, `nv` long.
    ForwardDynamicsWithWrenches { "forward_dynamics with wrenches": InvertsMassMatrix }
    /// [`Self::ForwardDynamics`] by the function in which every body is free.
    ForwardDynamicsInMaximalCoordinates { "forward_dynamics in maximal coordinates": InvertsMassMatrix }
    /// [`Self::ForwardDynamicsWithWrenches`] by the function in which every body is free.
    ForwardDynamicsInMaximalCoordinatesWithWrenches { "forward_dynamics in maximal coordinates with wrenches": InvertsMassMatrix }
    /// `Q`: the forces of springs, damping, friction and expressions, constant forces, and `sum J^T w` of the state's
    /// wrenches, `nv` long.
    GeneralizedForce { "generalized_force" }
    /// `T(q, qd)`.
    KineticEnergy { "kinetic_energy": Number }
    /// `V(q)`.
    PotentialEnergy { "potential_energy": Number }
    /// The potential energy of the springs.
    SpringEnergy { "spring_energy": Number }
    /// The centre of mass of all mobile bodies, world axes: 3 numbers.
    CenterOfMass { "center_of_mass" }
    /// The velocity of the centre of mass, world axes: 3 numbers.
    CenterOfMassVelocity { "center_of_mass_velocity" }
    /// The acceleration of the centre of mass, world axes: 3 numbers.
    CenterOfMassAcceleration { "center_of_mass_acceleration" }
    /// The momentum of all mobile bodies about their centre of mass, world axes, and its matrix: `6 + 6 nv` numbers.
    Centroidal { "centroidal" }
    /// The mass of all mobile bodies.
    TotalMass { "total_mass": Number }
    /// The pose of a link in the world: 12 numbers, the rotation by rows, then the position.
    Pose(link) { "pose of {link}" }
    /// The Jacobian of a link's origin, world axes, 6 x `nv`, linear first.
    Jacobian(link) { "jacobian of {link}": Matrix }
    /// The Jacobian of a link's origin, link axes, 6 x `nv`, linear first.
    JacobianBody(link) { "jacobian of {link} in its own axes": Matrix }
    /// The time derivative of [`Self::Jacobian`].
    JacobianRate(link) { "jacobian rate of {link}": Matrix }
    /// The time derivative of [`Self::JacobianBody`].
    JacobianRateBody(link) { "jacobian rate of {link} in its own axes": Matrix }
    /// The velocity of a link's origin, then its angular velocity, world axes: 6 numbers.
    Velocity(link) { "velocity of {link}" }
    /// [`Self::Velocity`] in link axes.
    VelocityBody(link) { "velocity of {link} in its own axes" }
    /// The acceleration of a link's origin, then its angular acceleration, world axes: 6 numbers.
    Acceleration(link) { "acceleration of {link}" }
    /// [`Self::Acceleration`] in link axes.
    AccelerationBody(link) { "acceleration of {link} in its own axes" }
    /// The momentum of a link, then its angular momentum about its centre of mass, world axes: 6 numbers.
    Momentum(link) { "momentum of {link}" }
    /// The time derivative of [`Self::Momentum`].
    MomentumRate(link) { "momentum rate of {link}" }
    /// Force and moment about a link's origin that its joint exerts on it, without wrenches, world axes: 6 numbers.
    JointWrench(link) { "joint wrench of {link}" }
    /// [`Self::JointWrench`] in link axes.
    JointWrenchBody(link) { "joint wrench of {link} in its own axes" }
    /// [`Self::JointWrench`] under the state's wrenches.
    JointWrenchWithWrenches(link) { "joint wrench of {link} with wrenches" }
    /// [`Self::JointWrenchBody`] under the state's wrenches.
    JointWrenchBodyWithWrenches(link) { "joint wrench of {link} in its own axes with wrenches" }
    /// `C(q)`, `nc` long.
    Constraint { "constraint" }
    /// J, `nc` x `nv`.
    ConstraintJacobian { "constraint_jacobian" }
    /// `dJ/dt qd` and the terms from the time dependence, `nc` long.
    ConstraintBias { "constraint_bias" }
    /// `qdd` under the state's `tau` and the constraints, without wrenches, then the multipliers: `nv + nc` numbers.
    ConstrainedForwardDynamics { "constrained_forward_dynamics": Constrained }
    /// [`Self::ConstrainedForwardDynamics`] with the state's feedback.
    ConstrainedForwardDynamicsWithFeedback { "constrained_forward_dynamics with feedback": Constrained }
    /// [`Self::ConstrainedForwardDynamicsWithFeedback`] under the state's wrenches.
    ConstrainedForwardDynamicsWithWrenches { "constrained_forward_dynamics with wrenches": Constrained }
    /// [`Self::ConstrainedForwardDynamics`] by the function that also returns its pivots; the pivots are left out.
    ConstrainedForwardDynamicsWithPivots { "constrained_forward_dynamics with pivots": Constrained }
    /// [`Self::ConstrainedForwardDynamicsWithPivots`] under the state's wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches { "constrained_forward_dynamics with pivots and wrenches": Constrained }
    /// Rates after an impulse of the constraints with the state's restitution, then the impulse p: `nv + nc` numbers.
    ConstraintImpulse { "constraint_impulse": Constrained }
    /// [`Self::ConstrainedForwardDynamicsWithFeedback`] under the constraints that the state's selectors activate.
    ConstrainedForwardDynamicsWithSelectors { "constrained_forward_dynamics with selectors": Selectors Constrained }
    /// [`Self::ConstrainedForwardDynamicsWithSelectors`] under the state's wrenches.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches { "constrained_forward_dynamics with selectors and wrenches": Selectors Constrained }
    /// [`Self::ConstraintImpulse`] of the constraints that the state's selectors activate.
    ConstraintImpulseWithSelectors { "constraint_impulse with selectors": Selectors Constrained }
    /// `tau` for the state's `qdd` and weight, without wrenches, then the multipliers and the residual: `2 nv + nc`
    /// numbers.
    ConstrainedInverseDynamics { "constrained_inverse_dynamics": LeastSquares }
    /// [`Self::ConstrainedInverseDynamics`] under the state's wrenches.
    ConstrainedInverseDynamicsWithWrenches { "constrained_inverse_dynamics with wrenches": LeastSquares }
    /// `tau` for the state's `qdd` and multipliers, without wrenches, then the residual: `2 nv` numbers.
    ConstrainedInverseDynamicsWithMultipliers { "constrained_inverse_dynamics with multipliers" }
    /// [`Self::ConstrainedInverseDynamicsWithMultipliers`] under the state's wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches { "constrained_inverse_dynamics with multipliers and wrenches" }
    /// The neutral position, `nq` long.
    Neutral { "neutral": JointsOnly }
    /// One and a half times the state's position, normalized, and the rates that belong to it: `nq + nv` numbers.
    Normalize { "normalize": JointsOnly }
    /// `dq/dt`, `nq` long.
    PositionRate { "position_rate": JointsOnly }
    /// The position after [`STEP`] at the state's rates, `nq` long.
    Integrate { "integrate": JointsOnly }
    /// The step from the state's position to that of [`Self::Integrate`], `nv` long.
    Difference { "difference": JointsOnly }
}

/// The length of the step of [`Quantity::Integrate`], in s.
pub const STEP: f64 = 0.125;
/// The factor by which [`Quantity::Normalize`] stretches positions.
pub(super) const STRETCH: f64 = 1.5;

impl Quantity {
    /// Whether the quantity has this property.
    pub(super) fn has(self, property: Property) -> bool {
        self.properties().contains(&property)
    }
}
