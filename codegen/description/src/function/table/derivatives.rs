//! Derivatives of other functions.

macro_rules! derivatives {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// tau by q, qd and qdd.
    InverseDynamicsDerivatives {
        name: "inverse_dynamics_derivatives",
        of_link: None,
        quantity: Quantity::Derivatives(Derivatives { of: Function::InverseDynamics, by: &[Q, Qd, Qdd] }),
        arguments: &[Q, Qd, Qdd],
        shape: FORCE_DERIVATIVES,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Derivatives of `inverse_dynamics`. Column j of `dq` is `d/ds inverse_dynamics(integrate(q, s e_j), qd, qdd)` at\n\
                  `s = 0`, with the components of `qd` and `qdd` held.",
        result: "three matrices by rows; N m or N, per rad or m, per rad/s or m/s, and per rad/s^2 or m/s^2",
        source: DIFFERENTIATED,
    }

        }
    };
}

pub(super) use derivatives;
