//! Constraints, and forward dynamics under them. `mod.rs` says how the macro passes its rows on. Placeholders such as `{timed}` are
//! those of `FunctionRow::summary`.

macro_rules! constraints {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// The constraint function C(q).
    Constraint {
        name: "constraint",
        trait_name: "ConstrainedDynamics",
        quantity: Quantity::Constraint,
        arguments: &[Q],
        shape: Shape::CONSTRAINTS,
        offered: Offered::WithConstraints,
        summary: "Constraint function `C(q)`: 0 where the constraints are satisfied, and in velocity-level rows.",
        result: "`C`, in the order of `CONSTRAINTS`",
        source: DECLARED_CONSTRAINTS,
    }
    /// The constraint Jacobian J(q).
    ConstraintJacobian {
        name: "constraint_jacobian",
        trait_name: "ConstrainedDynamics",
        quantity: Quantity::ConstraintJacobian,
        arguments: &[Q],
        shape: Shape::CONSTRAINT_ROWS,
        offered: Offered::WithConstraints,
        summary: "Constraint Jacobian `J(q)`: rates satisfy the constraints where `J qd = 0`; in holonomic rows `J qd` is the\ntime derivative of `constraint`.\n{timed}Where constraints depend on time, rates satisfy them where `dC/dt = 0`: `J qd` plus a term without rates.",
        result: "a row for each constraint, a column for each rate",
        source: DECLARED_CONSTRAINTS,
    }
    /// The bias dJ/dt qd.
    ConstraintBias {
        name: "constraint_bias",
        trait_name: "ConstrainedDynamics",
        quantity: Quantity::ConstraintBias,
        arguments: &[Q, Qd],
        shape: Shape::CONSTRAINTS,
        offered: Offered::WithConstraints,
        summary: "Bias `dJ/dt qd` of the second derivative of the constraints, `J qdd + dJ/dt qd`.\n{timed}Where constraints depend on time, the bias is `d2C/dt2` at `qdd = 0`.",
        result: "the bias, in the order of `CONSTRAINTS`",
        source: DECLARED_CONSTRAINTS,
    }
    /// qdd and lambda.
    ConstrainedForwardDynamics {
        name: "constrained_forward_dynamics",
        trait_name: "ConstrainedForwardDynamics",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            selectors: false,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau],
        shape: CONSTRAINED_ACCELERATION,
        offered: Offered::WithConstraints,
        summary: "Acceleration and multipliers under a generalized force and the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and `J qdd + dJ/dt qd = 0`.\n{timed}Where constraints depend on time, `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: MULTIPLIERS_RESULT,
        source: KKT_FACTORS,
    }
    /// qdd and lambda, with feedback of constraint errors.
    ConstrainedForwardDynamicsWithFeedback {
        name: "constrained_forward_dynamics(feedback)",
        trait_name: "ConstrainedForwardDynamics",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            selectors: false,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Feedback],
        shape: CONSTRAINED_ACCELERATION,
        offered: Offered::WithConstraints,
        summary: "Acceleration and multipliers, with feedback that drives errors of the constraints to 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`, and `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: MULTIPLIERS_RESULT,
        source: KKT_FACTORS,
    }
    /// Rates after an impulse.
    ConstraintImpulse {
        name: "constraint_impulse",
        trait_name: "ConstrainedDynamics",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Impulse { selectors: false }),
        arguments: &[Q, Qd, Restitution],
        shape: CONSTRAINT_IMPULSE,
        offered: Offered::WithConstraints,
        summary: "Rates after an impulse of the constraints: `M (qd' - qd) = J^T p` and `J qd' = -e J qd`.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`.",
        result: "`qd'`, per s, and the impulses `p`",
        source: KKT_FACTORS,
    }
    /// qdd and lambda under wrenches, with feedback of constraint errors.
    ConstrainedForwardDynamicsWithWrenches {
        name: "constrained_forward_dynamics(wrenches)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            selectors: false,
            external: true,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Wrench, Feedback],
        shape: CONSTRAINED_ACCELERATION,
        offered: Offered::WithConstraintsAndWrenches,
        summary: "Acceleration and multipliers under external wrenches f, with feedback that drives errors of the constraints to 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`, J_f of the links with wrenches.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`, and `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: MULTIPLIERS_RESULT,
        source: KKT_FACTORS,
    }
    /// qdd and lambda of the selected constraint rows, with feedback of constraint errors.
    ConstrainedForwardDynamicsWithSelectors {
        name: "constrained_forward_dynamics(selectors)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            selectors: true,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Feedback, Selector],
        shape: CONSTRAINED_ACCELERATION,
        offered: Offered::OnRequest,
        summary: "Acceleration and multipliers of the selected constraint rows:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`; multipliers of the other rows are 0.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`, and `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: MULTIPLIERS_RESULT,
        source: KKT_FACTORS,
    }
    /// qdd and lambda if each row determines a rate, with the pivots.
    ConstrainedForwardDynamicsWithPivots {
        name: "constrained_forward_dynamics(pivots)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            selectors: false,
            external: false,
            pivots: true,
        }),
        arguments: &[Q, Qd, Tau],
        shape: PIVOTED_ACCELERATION,
        offered: Offered::OnRequest,
        summary: "`constrained_forward_dynamics` in fewer operations, where no pivot is near 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and `J qdd + dJ/dt qd = 0`, where each row is solved for the\n\
                  rate of a joint. The pivots are the divisors: of each row its entry in J at that rate after the other rows are\n\
                  eliminated, along axes that suit the joints. Where a pivot is 0, as at a straight leg, there is no result; where it\n\
                  is p times the largest entry of its row of J, errors may be 1 / p^2 times as large.\n{timed}Where constraints depend on time, `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: PIVOTS_RESULT,
        source: COORDINATE_PARTITIONING,
    }
    /// qdd and lambda of the selected constraint rows under wrenches, with feedback of constraint errors.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches {
        name: "constrained_forward_dynamics(selectors, wrenches)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            selectors: true,
            external: true,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Wrench, Feedback, Selector],
        shape: CONSTRAINED_ACCELERATION,
        offered: Offered::OnRequest,
        summary: "Acceleration and multipliers under external wrenches f, of the selected constraint rows:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`, J_f of the links with wrenches; multipliers of the other rows are 0.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`, and `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: MULTIPLIERS_RESULT,
        source: KKT_FACTORS,
    }
    /// qdd and lambda if each row determines a rate, with the pivots, under wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches {
        name: "constrained_forward_dynamics(pivots, wrenches)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            selectors: false,
            external: true,
            pivots: true,
        }),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: PIVOTED_ACCELERATION,
        offered: Offered::OnRequest,
        summary: "Acceleration and multipliers under external wrenches f, where each row is solved for the rate of a joint:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and `J qdd + dJ/dt qd = 0`, J_f of the links\n\
                  with wrenches. The pivots are the divisors: of each row its entry in J at that rate after the other rows are\n\
                  eliminated, along axes that suit the joints. Where a pivot is 0, as at a straight leg, there is no result; where it\n\
                  is p times the largest entry of its row of J, errors may be 1 / p^2 times as large.\n{timed}Where constraints depend on time, `d2C/dt2` replaces `J qdd + dJ/dt qd`.",
        result: PIVOTS_RESULT,
        source: COORDINATE_PARTITIONING,
    }
    /// Rates after an impulse of the selected constraint rows.
    ConstraintImpulseWithSelectors {
        name: "constraint_impulse(selectors)",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Constrained(Response::Impulse { selectors: true }),
        arguments: &[Q, Qd, Restitution, Selector],
        shape: CONSTRAINT_IMPULSE,
        offered: Offered::OnRequest,
        summary: "Rates after an impulse of the selected constraint rows: `M (qd' - qd) = J^T p` and `J qd' = -e J qd`;\n\
                  impulses of the other rows are 0.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`.",
        result: "`qd'`, per s, and the impulses `p`",
        source: KKT_FACTORS,
    }
        }
    };
}
pub(super) use constraints;
