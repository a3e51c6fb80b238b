//! Springs, actuators and external wrenches. `mod.rs` says how the macro passes its rows on.

macro_rules! forces {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// Energy of the springs.
    SpringEnergy {
        name: "spring_energy",
        quantity: Quantity::SpringEnergy,
        arguments: &[Q],
        shape: Shape::SCALAR,
        offered: Offered::WithSprings,
        summary: "Energy stored in springs: `k (q - q0)^2 / 2` of each joint spring and `k (l - l0)^2 / 2` of each\n\
                  spring between points; it is not part of `potential_energy`.",
        result: "the energy, J",
        source: common("sums over the springs"),
    }
    /// Q: the generalized force of external wrenches and force elements.
    GeneralizedForce {
        name: "generalized_force",
        quantity: Quantity::Applied,
        arguments: &[Q, Qd, Wrench],
        shape: Shape::VECTOR,
        offered: Offered::WithForces,
        summary: "Generalized force of {acting}: `Q = {q}`.",
        result: "`Q`, N m or N",
        source: common("virtual work"),
    }
    /// tau(q, qd, ctrl).
    Actuate {
        name: "actuate",
        quantity: Quantity::Actuation,
        arguments: &[Q, Qd, Control],
        shape: Shape::VECTOR,
        offered: Offered::WithActuators,
        summary: "Generalized force of the actuators, `tau = sum f dl/dq`: at the control u, which is not clamped, an actuator of\n\
                  length `l = gear c . q` exerts the force `f = (g0 + g1 l + g2 dl/dt) u + b0 + b1 l + b2 dl/dt`.",
        result: FORCES_RESULT,
        source: common("virtual work"),
    }
    /// tau(q, qd, qdd, wrenches).
    InverseDynamicsWithWrenches {
        name: "inverse_dynamics(wrenches)",
        quantity: Quantity::Force(Terms::ALL),
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::VECTOR,
        offered: Offered::WithWrenches,
        summary: "Generalized force for a given acceleration under external wrenches: \
                  `tau = M(q) qdd + C(q, qd) qd + g(q){plus_drive}{minus_q} - sum J^T f`.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// qdd(q, qd, tau, wrenches).
    ForwardDynamicsWithWrenches {
        name: "forward_dynamics(wrenches)",
        quantity: Quantity::Acceleration(Terms::ALL),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: Shape::VECTOR,
        offered: Offered::WithWrenches,
        summary: "Acceleration under a generalized force and external wrenches: \
                  `M(q) qdd = tau{plus_q} + sum J^T f - C(q, qd) qd - g(q){minus_drive}`.",
        result: "`qdd`, per s^2",
        source: MASS_MATRIX_FACTORS,
    }
    /// qdd in maximal coordinates, by free bodies and multipliers.
    ForwardDynamicsInMaximalCoordinates {
        name: "forward_dynamics_in_maximal_coordinates",
        quantity: Quantity::FreeBodies(Terms::ALONE),
        arguments: &[Q, Qd, Tau],
        shape: Shape::VECTOR,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics` in maximal coordinates: all bodies are free, and joints are constraints with\n\
                  multipliers. Operations are linear in the number of bodies, and there are more of them.",
        result: "`qdd`, per s^2",
        source: FREE_BODIES,
    }
    /// qdd in maximal coordinates, under wrenches.
    ForwardDynamicsInMaximalCoordinatesWithWrenches {
        name: "forward_dynamics_in_maximal_coordinates(wrenches)",
        quantity: Quantity::FreeBodies(Terms::ALL),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: Shape::VECTOR,
        offered: Offered::OnRequest,
        summary: "`forward_dynamics(wrenches)` in maximal coordinates: all bodies are free, and joints are constraints with\n\
                  multipliers. Operations are linear in the number of bodies, and there are more of them.",
        result: "`qdd`, per s^2",
        source: FREE_BODIES,
    }
        }
    };
}
pub(super) use forces;
