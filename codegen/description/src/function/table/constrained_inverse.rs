//! Inverse dynamics under constraints. `mod.rs` says how the macro passes its rows on.

macro_rules! constrained_inverse {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// tau, lambda and the residual.
    ConstrainedInverseDynamics {
        name: "constrained_inverse_dynamics",
        trait_name: "ConstrainedInverseDynamics",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::ConstrainedInverse {
            takes_multipliers: false,
            external: false,
        },
        arguments: &[Q, Qd, Qdd, Weight],
        shape: CONSTRAINED_FORCES,
        offered: Offered::WithConstraints,
        summary: "Motor forces and multipliers for a given acceleration under the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda + residual`, with the least residual, and with that\n\
                  the least `|tau|^2 + w^2 |lambda|^2`.\n\
                  {motors}",
        result: LEAST_SQUARES_RESULT,
        source: CONSTRAINT_FACTORS,
    }
    /// tau and the residual, for given multipliers.
    ConstrainedInverseDynamicsWithMultipliers {
        name: "constrained_inverse_dynamics(multipliers)",
        trait_name: "ConstrainedInverseDynamics",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::ConstrainedInverse {
            takes_multipliers: true,
            external: false,
        },
        arguments: &[Q, Qd, Qdd, Multipliers],
        shape: MOTOR_FORCES,
        offered: Offered::WithConstraints,
        summary: "Motor forces for a given acceleration and given multipliers:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda + residual`.\n\
                  {motors}",
        result: RESIDUAL_RESULT,
        source: LAGRANGE,
    }
    /// tau, lambda and the residual, under wrenches.
    ConstrainedInverseDynamicsWithWrenches {
        name: "constrained_inverse_dynamics(wrenches)",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::ConstrainedInverse {
            takes_multipliers: false,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench, Weight],
        shape: CONSTRAINED_FORCES,
        offered: Offered::WithConstraintsAndWrenches,
        summary: "Motor forces and multipliers for a given acceleration under external wrenches f and the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda + residual`, with the least residual, and with that\n\
                  the least `|tau|^2 + w^2 |lambda|^2`; J_f is that of the links with wrenches.\n\
                  {motors}",
        result: LEAST_SQUARES_RESULT,
        source: CONSTRAINT_FACTORS,
    }
    /// tau and the residual, for given multipliers and wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches {
        name: "constrained_inverse_dynamics(multipliers, wrenches)",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::ConstrainedInverse {
            takes_multipliers: true,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench, Multipliers],
        shape: MOTOR_FORCES,
        offered: Offered::WithConstraintsAndWrenches,
        summary: "Motor forces for a given acceleration, external wrenches f and given multipliers:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda + residual`, J_f of the links with wrenches.\n\
                  {motors}",
        result: RESIDUAL_RESULT,
        source: LAGRANGE,
    }
        }
    };
}
pub(super) use constrained_inverse;
