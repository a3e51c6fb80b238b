//! Derivatives of other functions. `mod.rs` says how the macro passes its rows on.

macro_rules! derivatives {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// Derivatives of tau by q, qd and qdd.
    InverseDynamicsDerivatives {
        name: "inverse_dynamics_derivatives",
        frames: Frames::of(&[Function::InverseDynamics, Function::InverseDynamicsDerivatives]),
        quantity: Quantity::Derivatives(Derivatives::of(Function::InverseDynamics, &[Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd],
        shape: FORCE_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `inverse_dynamics`. Column j of `dq` is `d/ds inverse_dynamics(integrate(q, s e_j), qd, qdd)` at\n\
                  `s = 0`, with the components of `qd` and `qdd` held.",
        result: "three matrices by rows; N m or N, per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivatives of tau under wrenches by q, qd, qdd and the wrenches, which keep their components in world axes.
    InverseDynamicsDerivativesWithWrenches {
        name: "inverse_dynamics_derivatives(wrenches)",
        frames: Frames::of(&[Function::InverseDynamics, Function::InverseDynamicsDerivatives]),
        quantity: Quantity::Derivatives(Derivatives::of(Function::InverseDynamicsWithWrenches, &[Q, Qd, Qdd, Wrench])),
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: FORCE_DERIVATIVES_UNDER_WRENCHES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `inverse_dynamics` under external wrenches, each at its link's origin, which moves. Wrenches keep\n\
                  their components in world axes.",
        result: "four matrices by rows; N m or N, per rad or m, per rad/s or m/s, per rad/s^2 or m/s^2, and per N or N m",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivative of g by q, and M.
    GravityStiffness {
        name: "gravity_stiffness",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::Derivatives(Derivatives::with_mass_matrix(Function::Gravity, &[Q])),
        arguments: &[Q],
        shape: GRAVITY_STIFFNESS,
        offered: Offered::OnRequest,
        summary: "Derivative of `gravity`, and the mass matrix: the equation of motion about a position of rest. Column j of `dq` is\n\
                  `d/ds gravity(integrate(q, s e_j))` at `s = 0`.",
        result: "two matrices by rows; N m or N, per rad or m, and kg m^2, kg m or kg",
        source: STEPWISE_DERIVATIVES,
    }
    /// qdd, and its derivatives by q, qd and tau.
    ForwardDynamicsDerivatives {
        name: "forward_dynamics_derivatives",
        trait_name: "ForwardDynamics",
        frames: Frames::of(&[Function::InverseDynamics, Function::InverseDynamicsDerivatives]),
        quantity: Quantity::Derivatives(Derivatives::with_value(Function::ForwardDynamics, &[Q, Qd, Tau])),
        arguments: &[Q, Qd, Tau],
        shape: MOTION_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` and its derivatives. Column j of `dq` is `d/ds forward_dynamics(integrate(q, s e_j), qd, tau)` at\n\
                  `s = 0`, with the components of `qd` and `tau` held.",
        result: "`qdd`, rad/s^2 or m/s^2, and three matrices by rows, of `qdd` per rad or m, per rad/s or m/s, and per N m or N",
        source: SOLUTION_WITH_INVERSE,
    }
    /// qdd under wrenches, and its derivatives by q, qd, tau and the wrenches, which keep their components in world
    /// axes.
    ForwardDynamicsDerivativesWithWrenches {
        name: "forward_dynamics_derivatives(wrenches)",
        frames: Frames::of(&[Function::InverseDynamics, Function::InverseDynamicsDerivatives]),
        quantity: Quantity::Derivatives(Derivatives::with_value(Function::ForwardDynamicsWithWrenches, &[Q, Qd, Tau, Wrench])),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: MOTION_DERIVATIVES_UNDER_WRENCHES,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` under external wrenches and its derivatives. Each wrench acts at its link's origin, which moves, and\n\
                  keeps its components in world axes.",
        result: "`qdd`, rad/s^2 or m/s^2, and four matrices by rows, of `qdd` per rad or m, per rad/s or m/s, per N m or N, and per N or N m",
        source: SOLUTION_WITH_INVERSE,
    }
    /// Derivatives of the velocity of the centre of mass.
    CenterOfMassVelocityDerivatives {
        name: "center_of_mass_velocity_derivatives",
        quantity: Quantity::Derivatives(Derivatives::of(Function::CenterOfMassVelocity, &[Q, Qd])),
        arguments: &[Q, Qd],
        shape: Shape::Record(&RecordShape {
            runtime_struct: None,
            fields: &[
                field("dq", Shape::POINT_BY_RATES, "By positions: column j is the derivative along the motion at the rate `e_j`."),
                field("dqd", Shape::POINT_BY_RATES, "By rates: the Jacobian."),
            ],
        }),
        offered: Offered::OnRequest,
        summary: "Derivatives of `center_of_mass_velocity` along the motion at each rate, with the components of `qd` held.",
        result: "matrices of three rows; m/s, per rad or m, and per rad/s or m/s",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivatives of the velocity of a link, in world axes.
    VelocityDerivatives {
        name: "velocity_derivatives",
        name_for_link: "velocity_derivatives_of_{link}",
        quantity: Quantity::Derivatives(Derivatives::of(Function::Velocity, &[Q, Qd])),
        arguments: &[Q, Qd],
        shape: VELOCITY_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `velocity_of_{link}`, the components in world axes, along the motion at each rate, with the components of `qd` held.",
        result: "matrices of six rows, linear, then angular; m/s and rad/s, per rad or m, and per rad/s or m/s",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivatives of the velocity of a link, in its own axes.
    VelocityDerivativesBody {
        name: "velocity_derivatives_body",
        name_for_link: "velocity_derivatives_of_{link}_body",
        quantity: Quantity::Derivatives(Derivatives::of(Function::VelocityBody, &[Q, Qd])),
        arguments: &[Q, Qd],
        shape: VELOCITY_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `velocity_of_{link}_body`, the components in its own axes, along the motion at each rate, with the components of `qd` held.",
        result: "matrices of six rows, linear, then angular; m/s and rad/s, per rad or m, and per rad/s or m/s",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivatives of the acceleration of a link, in world axes.
    AccelerationDerivatives {
        name: "acceleration_derivatives",
        name_for_link: "acceleration_derivatives_of_{link}",
        quantity: Quantity::Derivatives(Derivatives::of(Function::Acceleration, &[Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd],
        shape: ACCELERATION_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `acceleration_of_{link}`, the components in world axes, along the motion at each rate, with the components of `qd` and `qdd` held.",
        result: "matrices of six rows, linear, then angular; m/s^2 and rad/s^2, per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: STEPWISE_DERIVATIVES,
    }
    /// Derivatives of the acceleration of a link, in its own axes.
    AccelerationDerivativesBody {
        name: "acceleration_derivatives_body",
        name_for_link: "acceleration_derivatives_of_{link}_body",
        quantity: Quantity::Derivatives(Derivatives::of(Function::AccelerationBody, &[Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd],
        shape: ACCELERATION_DERIVATIVES,
        offered: Offered::OnRequest,
        summary: "Derivatives of `acceleration_of_{link}_body`, the components in its own axes, along the motion at each rate, with the components of `qd` and `qdd` held.",
        result: "matrices of six rows, linear, then angular; m/s^2 and rad/s^2, per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: STEPWISE_DERIVATIVES,
    }
        }
    };
}

pub(super) use derivatives;
