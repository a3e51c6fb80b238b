//! Products with derivatives of other functions. `mod.rs` says how the macro passes its rows on.

macro_rules! derivative_products {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// tau, and its derivative along a direction.
    InverseDynamicsJvp {
        name: "inverse_dynamics_jvp",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::jvp(Function::InverseDynamics, [Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd, Direction],
        shape: FORCE_JVP,
        offered: Offered::OnRequest,
        summary: "`inverse_dynamics` and its derivative along `direction`, the changes of `q`, `qd` and `qdd`: `change` is\n\
                  `d/ds inverse_dynamics(integrate(q, s direction[0]), qd + s direction[1], qdd + s direction[2])` at `s = 0`.",
        result: "`tau`, N m or N, and `change`, the same per unit of s",
        source: FORWARD_MODE,
    }
    /// tau under wrenches, and its derivative along a direction. Wrenches keep their components in world axes.
    InverseDynamicsJvpWithWrenches {
        name: "inverse_dynamics_jvp(wrenches)",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::jvp(Function::InverseDynamicsWithWrenches, [Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd, Wrench, Direction],
        shape: FORCE_JVP,
        offered: Offered::OnRequest,
        summary: "`inverse_dynamics` under external wrenches and its derivative along `direction`, the changes of `q`, `qd` and `qdd`: `change` is\n\
                  `d/ds inverse_dynamics(integrate(q, s direction[0]), qd + s direction[1], qdd + s direction[2])` at `s = 0`. Each wrench acts at its link's\n\
                  origin, which moves, and keeps its components in world axes.",
        result: "`tau`, N m or N, and `change`, the same per unit of s",
        source: FORWARD_MODE,
    }
    /// tau, and the derivatives of a weighted sum of it.
    InverseDynamicsVjp {
        name: "inverse_dynamics_vjp",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::vjp(Function::InverseDynamics, [Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd, Weights],
        shape: FORCE_VJP,
        offered: Offered::OnRequest,
        summary: "`inverse_dynamics` and the derivatives of the sum `weights . tau` (its gradient) by `q`, `qd` and `qdd`. Entry j of `dq` is\n\
                  `d/ds weights . inverse_dynamics(integrate(q, s e_j), qd, qdd)` at `s = 0`.",
        result: "`tau`, N m or N, and three vectors, of the sum per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: REVERSE_MODE,
    }
    /// tau under wrenches, and the derivatives of a weighted sum of it. Wrenches keep their components in world axes.
    InverseDynamicsVjpWithWrenches {
        name: "inverse_dynamics_vjp(wrenches)",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::vjp(Function::InverseDynamicsWithWrenches, [Q, Qd, Qdd])),
        arguments: &[Q, Qd, Qdd, Wrench, Weights],
        shape: FORCE_VJP,
        offered: Offered::OnRequest,
        summary: "`inverse_dynamics` under external wrenches and the derivatives of the sum `weights . tau` (its gradient) by `q`, `qd` and `qdd`. Entry j of `dq` is\n\
                  `d/ds weights . inverse_dynamics(integrate(q, s e_j), qd, qdd)` at `s = 0`. Each wrench acts at its link's\n\
                  origin, which moves, and keeps its components in world axes.",
        result: "`tau`, N m or N, and three vectors, of the sum per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: REVERSE_MODE,
    }
    /// qdd, and its derivative along a direction.
    ForwardDynamicsJvp {
        name: "forward_dynamics_jvp",
        frames: Frames::of(&[Function::ForwardDynamics, Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::jvp(Function::ForwardDynamics, [Q, Qd, Tau])),
        arguments: &[Q, Qd, Tau, Direction],
        shape: MOTION_JVP,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` and its derivative along `direction`, the changes of `q`, `qd` and `tau`: `change` is\n\
                  `d/ds forward_dynamics(integrate(q, s direction[0]), qd + s direction[1], tau + s direction[2])` at `s = 0`.",
        result: "`qdd`, rad/s^2 or m/s^2, and `change`, the same per unit of s",
        source: SOLUTION_WITH_FACTORS,
    }
    /// qdd under wrenches, and its derivative along a direction. Wrenches keep their components in world axes.
    ForwardDynamicsJvpWithWrenches {
        name: "forward_dynamics_jvp(wrenches)",
        frames: Frames::of(&[Function::ForwardDynamics, Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::jvp(Function::ForwardDynamicsWithWrenches, [Q, Qd, Tau])),
        arguments: &[Q, Qd, Tau, Wrench, Direction],
        shape: MOTION_JVP,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` under external wrenches and its derivative along `direction`, the changes of `q`, `qd` and `tau`: `change` is\n\
                  `d/ds forward_dynamics(integrate(q, s direction[0]), qd + s direction[1], tau + s direction[2])` at `s = 0`. Each wrench acts at its link's\n\
                  origin, which moves, and keeps its components in world axes.",
        result: "`qdd`, rad/s^2 or m/s^2, and `change`, the same per unit of s",
        source: SOLUTION_WITH_FACTORS,
    }
    /// qdd, and the derivatives of a weighted sum of it.
    ForwardDynamicsVjp {
        name: "forward_dynamics_vjp",
        frames: Frames::of(&[Function::ForwardDynamics, Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::vjp(Function::ForwardDynamics, [Q, Qd, Tau])),
        arguments: &[Q, Qd, Tau, Weights],
        shape: MOTION_VJP,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` and the derivatives of the sum `weights . qdd` (its gradient) by `q`, `qd` and `tau`. Entry j of `dq` is\n\
                  `d/ds weights . forward_dynamics(integrate(q, s e_j), qd, tau)` at `s = 0`.",
        result: "`qdd`, rad/s^2 or m/s^2, and three vectors, of the sum per rad or m, per rad/s or m/s, and per N m or N",
        source: SOLUTION_WITH_FACTORS,
    }
    /// qdd under wrenches, and the derivatives of a weighted sum of it. Wrenches keep their components in world axes.
    ForwardDynamicsVjpWithWrenches {
        name: "forward_dynamics_vjp(wrenches)",
        frames: Frames::of(&[Function::ForwardDynamics, Function::InverseDynamics]),
        quantity: Quantity::DerivativeProduct(DerivativeProduct::vjp(Function::ForwardDynamicsWithWrenches, [Q, Qd, Tau])),
        arguments: &[Q, Qd, Tau, Wrench, Weights],
        shape: MOTION_VJP,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` under external wrenches and the derivatives of the sum `weights . qdd` (its gradient) by `q`, `qd` and `tau`. Entry j of `dq` is\n\
                  `d/ds weights . forward_dynamics(integrate(q, s e_j), qd, tau)` at `s = 0`. Each wrench acts at its link's\n\
                  origin, which moves, and keeps its components in world axes.",
        result: "`qdd`, rad/s^2 or m/s^2, and three vectors, of the sum per rad or m, per rad/s or m/s, and per N m or N",
        source: SOLUTION_WITH_FACTORS,
    }
        }
    };
}

pub(super) use derivative_products;
