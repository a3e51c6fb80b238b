//! The terms of the equation of motion, and the equation solved for tau and for qdd. `mod.rs` says how the macro passes its
//! rows on.

macro_rules! equation_of_motion {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// M(q).
    MassMatrix {
        name: "mass_matrix",
        trait_name: "Multibody",
        frames: Frames::of(&[Function::MassMatrix]),
        quantity: Quantity::MassMatrix,
        arguments: &[Q],
        shape: Shape::MATRIX,
        offered: Offered::Always,
        summary: "Mass matrix `M(q)`: kinetic energy is `qd^T M qd / 2`.\n\
                  {armatures}Armatures are on its diagonal.",
        result: "`M` by rows, both triangles; kg m^2, kg m or kg",
        source: HESSIAN,
    }
    /// C(q, qd).
    CoriolisMatrix {
        name: "coriolis_matrix",
        trait_name: "CoriolisMatrix",
        frames: Frames::of(&[Function::MassMatrix]),
        quantity: Quantity::CoriolisMatrix,
        arguments: &[Q, Qd],
        shape: Shape::MATRIX,
        offered: Offered::Always,
        summary: "Coriolis matrix `C(q, qd)` with `C + C^T = dM/dt`; by Christoffel symbols where\n\
                  `qd = dq/dt`.",
        result: "`C` by rows",
        source: CHRISTOFFEL,
    }
    /// C_ijk.
    ChristoffelSymbols {
        name: "christoffel_symbols",
        frames: Frames::of(&[Function::MassMatrix]),
        quantity: Quantity::ChristoffelSymbols,
        arguments: &[Q],
        shape: Shape::CUBE,
        offered: Offered::OnRequest,
        summary: "Coefficients of the Coriolis matrix, `C_ij = sum_k C_ijk qd_k`; the Christoffel symbols of M,\n\
                  symmetric in j and k, where `qd = dq/dt`.",
        result: "`C_ijk` as `[i][j][k]`",
        source: CHRISTOFFEL,
    }
    /// C qd.
    Coriolis {
        name: "coriolis",
        trait_name: "Multibody",
        frames: Frames {
            small: &[Function::Bias, Function::InverseDynamics],
            large: &[Function::InverseDynamics],
        },
        quantity: Quantity::Force(Terms::CORIOLIS),
        arguments: &[Q, Qd],
        shape: Shape::VECTOR,
        offered: Offered::Always,
        summary: "Coriolis and centrifugal force `C(q, qd) qd`.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// g(q).
    Gravity {
        name: "gravity",
        trait_name: "Multibody",
        frames: Frames {
            small: &[Function::Gravity],
            large: &[Function::InverseDynamics],
        },
        quantity: Quantity::Force(Terms::GRAVITY),
        arguments: &[Q],
        shape: Shape::VECTOR,
        offered: Offered::Always,
        summary: "Gravity torque `g(q)`, on the left of the equation of motion.\n\
                  {expressions}`g = d(V - T0)/dq`, with T0 the terms of `kinetic` without rates.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// The drive: the effect of time, and of terms of T linear in the rates.
    Drive {
        name: "drive",
        quantity: Quantity::Force(Terms::DRIVE),
        arguments: &[Q, Qd],
        shape: Shape::VECTOR,
        offered: Offered::WithDrive,
        summary: "Generalized force, on the left of the equation of motion, that is due to time and to terms of T linear in the rates,\n\
                  `T1 = a . qd`: `dM/dt qd + da/dt + (da_i/dq_j - da_j/dq_i) qd_j`, with partial derivatives by t.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// C qd + g + drive.
    Bias {
        name: "bias",
        trait_name: "Multibody",
        frames: Frames {
            small: &[Function::Bias, Function::InverseDynamics],
            large: &[Function::InverseDynamics],
        },
        quantity: Quantity::Force(Terms::BIAS),
        arguments: &[Q, Qd],
        shape: Shape::VECTOR,
        offered: Offered::Always,
        summary: "Bias `C(q, qd) qd + g(q){plus_drive}`.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// tau(q, qd, qdd).
    InverseDynamics {
        name: "inverse_dynamics",
        trait_name: "Multibody",
        frames: Frames::of(&[Function::InverseDynamics]),
        quantity: Quantity::Force(Terms::ALONE),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::VECTOR,
        offered: Offered::Always,
        summary: "Generalized force for a given acceleration: \
                  `tau = M(q) qdd + C(q, qd) qd + g(q){plus_drive}{minus_q}`.",
        result: FORCES_RESULT,
        source: LAGRANGE,
    }
    /// qdd(q, qd, tau).
    ForwardDynamics {
        name: "forward_dynamics",
        trait_name: "ForwardDynamics",
        frames: Frames::of(&[Function::ForwardDynamics]),
        quantity: Quantity::Acceleration(Terms::ALONE),
        arguments: &[Q, Qd, Tau],
        shape: Shape::VECTOR,
        offered: Offered::Always,
        summary: "Acceleration under a generalized force: \
                  `M(q) qdd = tau{plus_q} - C(q, qd) qd - g(q){minus_drive}`.",
        result: "`qdd`, per s^2",
        source: MASS_MATRIX_FACTORS,
    }
    /// M(q)^-1.
    MassMatrixInverse {
        name: "mass_matrix_inverse",
        trait_name: "MassMatrixInverse",
        frames: Frames::of(&[Function::MassMatrix]),
        quantity: Quantity::MassMatrixInverse,
        arguments: &[Q],
        shape: Shape::MATRIX,
        offered: Offered::Always,
        summary: "Inverse of the mass matrix, `M(q)^-1`.",
        result: "`M^-1` by rows, both triangles",
        source: MASS_MATRIX_FACTORS,
    }
        }
    };
}
pub(super) use equation_of_motion;
