//! The table of functions: one row for each, in the order of emission.

use super::sources::{
    BY_PRODUCTS, CENTROIDAL, CHRISTOFFEL, COMPOSITES, CONSTRAINED, DERIVATIVES, FACTORS, FORCES,
    FREE_BODIES, HESSIAN, LAGRANGE, LEAST_SUM, MOTIONS, MULTIPLIERS, OUTBOARD, PARTITIONED, PIVOTS,
    PRODUCTS, RESIDUAL, STATED, SUMS, TRANSMITTED, always,
};
use super::{Axes, Frames, FunctionRow, Offered, Quantity, Response, Shape, Terms};
use multibody_program::ir::InputKind::{
    Feedback, Multipliers, Q, Qd, Qdd, Restitution, Selector, Tau, Weight, Wrench,
};

/// Makes the enum of functions and the table.
macro_rules! functions {
    ($(
        $(#[doc = $doc:literal])+
        $function:ident { name: $name:literal, $($key:ident: $value:expr),+ $(,)? }
    )+) => {
        /// A function of a robot.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function {
            $($(#[doc = $doc])+ $function),+
        }

        const COUNT: usize = [$($name),+].len();

        impl Function {
            /// Every function, in the order of emission.
            pub const ALL: [Self; COUNT] = [$(Self::$function),+];

            /// The names of all functions.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its row of the table.
            #[must_use]
            pub fn row(self) -> &'static FunctionRow {
                match self {
                    $(Self::$function => const { &FunctionRow { name: $name, $($key: $value),+ } }),+
                }
            }
        }
    };
}

functions! {
    /// M(q).
    MassMatrix {
        name: "mass_matrix",
        of_link: None,
        quantity: Quantity::MassMatrix,
        arguments: &[Q],
        shape: Shape::Matrix,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::of(&[Function::MassMatrix]),
        summary: "Mass matrix `M(q)`: kinetic energy is `qd^T M qd / 2`.\n\
                  {armatures}Armatures are on its diagonal.",
        result: "`M` by rows, both triangles; kg m^2, kg m or kg",
        source: HESSIAN,
    }
    /// C(q, qd).
    CoriolisMatrix {
        name: "coriolis_matrix",
        of_link: None,
        quantity: Quantity::CoriolisMatrix,
        arguments: &[Q, Qd],
        shape: Shape::Matrix,
        offered: Offered::Always,
        of_trait: Some("CoriolisMatrix"),
        frames: Frames::of(&[Function::MassMatrix]),
        summary: "Coriolis matrix `C(q, qd)` with `C + C^T = dM/dt`; by Christoffel symbols where\n\
                  `qd = dq/dt`.",
        result: "`C` by rows",
        source: CHRISTOFFEL,
    }
    /// C_ijk.
    ChristoffelSymbols {
        name: "christoffel_symbols",
        of_link: None,
        quantity: Quantity::ChristoffelSymbols,
        arguments: &[Q],
        shape: Shape::Cube,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::MassMatrix]),
        summary: "Coefficients of the Coriolis matrix, `C_ij = sum_k C_ijk qd_k`; the Christoffel symbols of M,\n\
                  symmetric in j and k, where `qd = dq/dt`.",
        result: "`C_ijk` as `[i][j][k]`",
        source: CHRISTOFFEL,
    }
    /// C qd.
    Coriolis {
        name: "coriolis",
        of_link: None,
        quantity: Quantity::Force(Terms::CORIOLIS),
        arguments: &[Q, Qd],
        shape: Shape::Vector,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames {
            small: &[Function::Bias, Function::InverseDynamics],
            large: &[Function::InverseDynamics],
        },
        summary: "Coriolis and centrifugal force `C(q, qd) qd`.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// g(q).
    Gravity {
        name: "gravity",
        of_link: None,
        quantity: Quantity::Force(Terms::GRAVITY),
        arguments: &[Q],
        shape: Shape::Vector,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames {
            small: &[Function::Gravity],
            large: &[Function::InverseDynamics],
        },
        summary: "Gravity torque `g(q)`, on the left of the equation of motion.\n\
                  {expressions}`g = d(V - T0)/dq`, with T0 the terms of `kinetic` without rates.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// The drive: the effect of time, and of terms of T linear in the rates.
    Drive {
        name: "drive",
        of_link: None,
        quantity: Quantity::Force(Terms::DRIVE),
        arguments: &[Q, Qd],
        shape: Shape::Vector,
        offered: Offered::WithDrive,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Generalized force, on the left of the equation of motion, of time and of terms of T linear in the rates,\n\
                  `T1 = a . qd`: `dM/dt qd + da/dt + (da_i/dq_j - da_j/dq_i) qd_j`, with partial derivatives by t.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// C qd + g + drive.
    Bias {
        name: "bias",
        of_link: None,
        quantity: Quantity::Force(Terms::BIAS),
        arguments: &[Q, Qd],
        shape: Shape::Vector,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames {
            small: &[Function::Bias, Function::InverseDynamics],
            large: &[Function::InverseDynamics],
        },
        summary: "Bias `C(q, qd) qd + g(q){plus_drive}`.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// tau(q, qd, qdd).
    InverseDynamics {
        name: "inverse_dynamics",
        of_link: None,
        quantity: Quantity::Force(Terms::ALONE),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Vector,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Generalized force for a given acceleration: \
                  `tau = M(q) qdd + C(q, qd) qd + g(q){plus_drive}{minus_q}`.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// qdd(q, qd, tau).
    ForwardDynamics {
        name: "forward_dynamics",
        of_link: None,
        quantity: Quantity::Acceleration(Terms::ALONE),
        arguments: &[Q, Qd, Tau],
        shape: Shape::Vector,
        offered: Offered::Always,
        of_trait: Some("ForwardDynamics"),
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration under a generalized force: \
                  `M(q) qdd = tau{plus_q} - C(q, qd) qd - g(q){minus_drive}`.",
        result: "`qdd`, per s^2",
        source: FACTORS,
    }
    /// M(q)^-1.
    MassMatrixInverse {
        name: "mass_matrix_inverse",
        of_link: None,
        quantity: Quantity::MassMatrixInverse,
        arguments: &[Q],
        shape: Shape::Matrix,
        offered: Offered::Always,
        of_trait: Some("MassMatrixInverse"),
        frames: Frames::of(&[Function::MassMatrix]),
        summary: "Inverse of the mass matrix, `M(q)^-1`.",
        result: "`M^-1` by rows, both triangles",
        source: FACTORS,
    }
    /// T(q, qd).
    KineticEnergy {
        name: "kinetic_energy",
        of_link: None,
        quantity: Quantity::KineticEnergy,
        arguments: &[Q, Qd],
        shape: Shape::Scalar,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::PLAIN,
        summary: "Kinetic energy `qd^T M(q) qd / 2`.\n\
                  {armatures}Armatures are part of it.\n\
                  {expressions}Terms of `kinetic` without rates are part of it.\n\
                  {drive}So are its terms linear in the rates, and the energy of bodies that time moves.",
        result: "the energy, J",
        source: SUMS,
    }
    /// V(q).
    PotentialEnergy {
        name: "potential_energy",
        of_link: None,
        quantity: Quantity::PotentialEnergy,
        arguments: &[Q],
        shape: Shape::Scalar,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::PLAIN,
        summary: "Potential energy `-sum m g . r` of all mobile bodies, 0 at the world's origin.\n\
                  {expressions}`potential` is added.",
        result: "the energy, J",
        source: SUMS,
    }
    /// Centre of mass of all mobile bodies.
    CenterOfMass {
        name: "center_of_mass",
        of_link: None,
        quantity: Quantity::CenterOfMass,
        arguments: &[Q],
        shape: Shape::Point,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::PLAIN,
        summary: "Centre of mass of all mobile bodies, in the world.",
        result: "the point, m",
        source: SUMS,
    }
    /// Mass of all mobile bodies.
    TotalMass {
        name: "total_mass",
        of_link: None,
        quantity: Quantity::TotalMass,
        arguments: &[],
        shape: Shape::Scalar,
        offered: Offered::Always,
        of_trait: Some("Multibody"),
        frames: Frames::PLAIN,
        summary: "Mass of all mobile bodies.",
        result: "the mass, kg",
        source: SUMS,
    }
    /// Pose of a link.
    Pose {
        name: "pose",
        of_link: Some("pose_of_{link}"),
        quantity: Quantity::Pose,
        arguments: &[Q],
        shape: Shape::Pose,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Pose of the link `{link}` in the world: `x_world = R x + p`.",
        result: "`R` by rows and `p`, m",
        source: PRODUCTS,
    }
    /// Jacobian of a link, in world axes at the link's origin.
    Jacobian {
        name: "jacobian",
        of_link: Some("jacobian_of_{link}"),
        quantity: Quantity::Jacobian(Axes::World),
        arguments: &[Q],
        shape: Shape::Jacobian,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in \
                  world\naxes.",
        result: "six rows, a column for each rate",
        source: PRODUCTS,
    }
    /// Jacobian of a link, in its own axes.
    JacobianBody {
        name: "jacobian_body",
        of_link: Some("jacobian_of_{link}_body"),
        quantity: Quantity::Jacobian(Axes::Link),
        arguments: &[Q],
        shape: Shape::Jacobian,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in its \
                  own\naxes.",
        result: "six rows, a column for each rate",
        source: PRODUCTS,
    }
    /// Velocity of a link, in world axes.
    Velocity {
        name: "velocity",
        of_link: Some("velocity_of_{link}"),
        quantity: Quantity::LinkVelocity(Axes::World),
        arguments: &[Q, Qd],
        shape: Shape::Twist,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Velocity of the link `{link}`: of its origin, then its angular velocity, in world\naxes.",
        result: "the velocity, m/s and rad/s",
        source: MOTIONS,
    }
    /// Velocity of a link, in its own axes.
    VelocityBody {
        name: "velocity_body",
        of_link: Some("velocity_of_{link}_body"),
        quantity: Quantity::LinkVelocity(Axes::Link),
        arguments: &[Q, Qd],
        shape: Shape::Twist,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Velocity of the link `{link}`: of its origin, then its angular velocity, in its own\naxes.",
        result: "the velocity, m/s and rad/s",
        source: MOTIONS,
    }
    /// Acceleration of a link, in world axes.
    Acceleration {
        name: "acceleration",
        of_link: Some("acceleration_of_{link}"),
        quantity: Quantity::LinkAcceleration(Axes::World),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Twist,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Acceleration of the link `{link}`: of its origin, `J qdd + dJ/dt qd`, then its angular\nacceleration, in world axes.",
        result: "the acceleration, m/s^2 and rad/s^2",
        source: MOTIONS,
    }
    /// Acceleration of a link, in its own axes.
    AccelerationBody {
        name: "acceleration_body",
        of_link: Some("acceleration_of_{link}_body"),
        quantity: Quantity::LinkAcceleration(Axes::Link),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Twist,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Acceleration of the link `{link}`: of its origin, then its angular acceleration, in its\nown axes: the acceleration in the world, by components in the link's axes.",
        result: "the acceleration, m/s^2 and rad/s^2",
        source: MOTIONS,
    }
    /// Time derivative of a link's Jacobian, in world axes.
    JacobianRate {
        name: "jacobian_rate",
        of_link: Some("jacobian_rate_of_{link}"),
        quantity: Quantity::JacobianRate(Axes::World),
        arguments: &[Q, Qd],
        shape: Shape::Jacobian,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Time derivative of the Jacobian of the link `{link}`, by components in world axes.",
        result: "six rows, a column for each rate",
        source: MOTIONS,
    }
    /// Time derivative of a link's Jacobian, in its own axes.
    JacobianRateBody {
        name: "jacobian_rate_body",
        of_link: Some("jacobian_rate_of_{link}_body"),
        quantity: Quantity::JacobianRate(Axes::Link),
        arguments: &[Q, Qd],
        shape: Shape::Jacobian,
        offered: Offered::OfLinks,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Time derivative of the Jacobian of the link `{link}`, by components in its own\naxes.",
        result: "six rows, a column for each rate",
        source: MOTIONS,
    }
    /// Momentum of a link.
    Momentum {
        name: "momentum",
        of_link: Some("momentum_of_{link}"),
        quantity: Quantity::Momentum,
        arguments: &[Q, Qd],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Momentum of the link `{link}`: `P = m v_c`, then `L = R I R^T w` about its centre of mass, in world\naxes.",
        result: "the momentum, kg m/s and kg m^2/s",
        source: MOTIONS,
    }
    /// Time derivative of the momentum of a link.
    MomentumRate {
        name: "momentum_rate",
        of_link: Some("momentum_rate_of_{link}"),
        quantity: Quantity::MomentumRate,
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Rate of the momentum of the link `{link}`: by Newton `m dv_c/dt`, the sum of all forces on it, gravity\nincluded; then by Euler the sum of their moments about its centre of mass; in world axes.",
        result: "force and moment, N and N m",
        source: MOTIONS,
    }
    /// Wrench that a joint transmits, in world axes.
    JointWrench {
        name: "joint_wrench",
        of_link: Some("joint_wrench_of_{link}"),
        quantity: Quantity::JointWrench {
            axes: Axes::World,
            external: false,
        },
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not: force, then moment about the\nlink's origin, in world axes.",
        result: TRANSMITTED,
        source: OUTBOARD,
    }
    /// Wrench that a joint transmits, in the link's own axes.
    JointWrenchBody {
        name: "joint_wrench_body",
        of_link: Some("joint_wrench_of_{link}_body"),
        quantity: Quantity::JointWrench {
            axes: Axes::Link,
            external: false,
        },
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not: force, then moment about the\nlink's origin, in its own axes.",
        result: TRANSMITTED,
        source: OUTBOARD,
    }
    /// Wrench that a joint transmits while external wrenches act, in world axes.
    JointWrenchWithWrenches {
        name: "joint_wrench_with_wrenches",
        of_link: Some("joint_wrench_of_{link}_with_wrenches"),
        quantity: Quantity::JointWrench {
            axes: Axes::World,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not, under external wrenches:\nforce, then moment about the link's origin, in world axes.",
        result: TRANSMITTED,
        source: OUTBOARD,
    }
    /// Wrench that a joint transmits while external wrenches act, in the link's own axes.
    JointWrenchBodyWithWrenches {
        name: "joint_wrench_body_with_wrenches",
        of_link: Some("joint_wrench_of_{link}_body_with_wrenches"),
        quantity: Quantity::JointWrench {
            axes: Axes::Link,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::Twist,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not, under external wrenches:\nforce, then moment about the link's origin, in its own axes.",
        result: TRANSMITTED,
        source: OUTBOARD,
    }
    /// Velocity of the centre of mass.
    CenterOfMassVelocity {
        name: "center_of_mass_velocity",
        of_link: None,
        quantity: Quantity::CenterOfMassVelocity,
        arguments: &[Q, Qd],
        shape: Shape::Point,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Velocity of the centre of mass of all mobile bodies, in world axes; the total mass times it is the\n\
                  linear momentum.",
        result: "the velocity, m/s",
        source: DERIVATIVES,
    }
    /// Acceleration of the centre of mass.
    CenterOfMassAcceleration {
        name: "center_of_mass_acceleration",
        of_link: None,
        quantity: Quantity::CenterOfMassAcceleration,
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Point,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Acceleration of the centre of mass of all mobile bodies, in world axes; the total mass times it is\n\
                  the sum of all external forces, gravity included.",
        result: "the acceleration, m/s^2",
        source: DERIVATIVES,
    }
    /// Momentum about the centre of mass, and its matrix.
    Centroidal {
        name: "centroidal",
        of_link: None,
        quantity: Quantity::Centroidal,
        arguments: &[Q, Qd],
        shape: Shape::Record(CENTROIDAL),
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::MassMatrix]),
        summary: "Momentum `h` of all mobile bodies about their centre of mass, in world axes, and the centroidal momentum\n\
                  matrix `A(q)`: `h = A qd`.",
        result: "linear momentum, kg m/s, then angular momentum, kg m^2/s; `A` by rows",
        source: COMPOSITES,
    }
    /// Energy of the springs.
    SpringEnergy {
        name: "spring_energy",
        of_link: None,
        quantity: Quantity::SpringEnergy,
        arguments: &[Q],
        shape: Shape::Scalar,
        offered: Offered::WithSprings,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Energy stored in springs: `k (q - q0)^2 / 2` of each joint spring and `k (l - l0)^2 / 2` of each\n\
                  spring between points; it is not part of `potential_energy`.",
        result: "the energy, J",
        source: always("sums over the springs"),
    }
    /// Q: the generalized force of external wrenches and force elements.
    GeneralizedForce {
        name: "generalized_force",
        of_link: None,
        quantity: Quantity::Applied,
        arguments: &[Q, Qd, Wrench],
        shape: Shape::Vector,
        offered: Offered::WithForces,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Generalized force of {acting}: `Q = {q}`.",
        result: "`Q`, N m or N",
        source: always("virtual work"),
    }
    /// tau(q, qd, qdd, wrenches).
    InverseDynamicsWithWrenches {
        name: "inverse_dynamics_with_wrenches",
        of_link: None,
        quantity: Quantity::Force(Terms::ALL),
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::Vector,
        offered: Offered::WithWrenches,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Generalized force for a given acceleration under external wrenches: \
                  `tau = M(q) qdd + C(q, qd) qd + g(q){plus_drive}{minus_q} - sum J^T f`.",
        result: FORCES,
        source: LAGRANGE,
    }
    /// qdd(q, qd, tau, wrenches).
    ForwardDynamicsWithWrenches {
        name: "forward_dynamics_with_wrenches",
        of_link: None,
        quantity: Quantity::Acceleration(Terms::ALL),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: Shape::Vector,
        offered: Offered::WithWrenches,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Acceleration under a generalized force and external wrenches: \
                  `M(q) qdd = tau{plus_q} + sum J^T f - C(q, qd) qd - g(q){minus_drive}`.",
        result: "`qdd`, per s^2",
        source: FACTORS,
    }
    /// qdd in maximal coordinates, by free bodies and multipliers.
    ForwardDynamicsInMaximalCoordinates {
        name: "forward_dynamics_in_maximal_coordinates",
        of_link: None,
        quantity: Quantity::FreeBodies(Terms::ALONE),
        arguments: &[Q, Qd, Tau],
        shape: Shape::Vector,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "`forward_dynamics` in maximal coordinates: all bodies are free, and joints are constraints with\n\
                  multipliers. Operations are linear in the number of bodies, and there are more of them.",
        result: "`qdd`, per s^2",
        source: FREE_BODIES,
    }
    /// qdd in maximal coordinates, under wrenches.
    ForwardDynamicsInMaximalCoordinatesWithWrenches {
        name: "forward_dynamics_in_maximal_coordinates_with_wrenches",
        of_link: None,
        quantity: Quantity::FreeBodies(Terms::ALL),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: Shape::Vector,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "`forward_dynamics_with_wrenches` in maximal coordinates: all bodies are free, and joints are constraints with\n\
                  multipliers. Operations are linear in the number of bodies, and there are more of them.",
        result: "`qdd`, per s^2",
        source: FREE_BODIES,
    }
    /// C(q).
    Constraint {
        name: "constraint",
        of_link: None,
        quantity: Quantity::Constraint,
        arguments: &[Q],
        shape: Shape::Constraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::PLAIN,
        summary: "Constraint function `C(q)`: 0 where the constraints are satisfied, and in velocity-level rows.",
        result: "`C`, in the order of `CONSTRAINTS`",
        source: STATED,
    }
    /// J(q).
    ConstraintJacobian {
        name: "constraint_jacobian",
        of_link: None,
        quantity: Quantity::ConstraintJacobian,
        arguments: &[Q],
        shape: Shape::ConstraintRows,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::PLAIN,
        summary: "Constraint Jacobian `J(q)`: rates satisfy the constraints where `J qd = 0`; in holonomic rows `J qd` is the\ntime derivative of `constraint`.",
        result: "a row for each constraint, a column for each rate",
        source: STATED,
    }
    /// dJ/dt qd.
    ConstraintBias {
        name: "constraint_bias",
        of_link: None,
        quantity: Quantity::ConstraintBias,
        arguments: &[Q, Qd],
        shape: Shape::Constraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::PLAIN,
        summary: "Bias `dJ/dt qd` of the second derivative of the constraints, `J qdd + dJ/dt qd`.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`.",
        result: "the bias, in the order of `CONSTRAINTS`",
        source: STATED,
    }
    /// qdd and lambda.
    ConstrainedForwardDynamics {
        name: "constrained_forward_dynamics",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            switched: false,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau],
        shape: Shape::RatesAndConstraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers under a generalized force and the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and `J qdd + dJ/dt qd = 0`.",
        result: MULTIPLIERS,
        source: CONSTRAINED,
    }
    /// qdd and lambda, with feedback of constraint errors.
    ConstrainedForwardDynamicsWithFeedback {
        name: "constrained_forward_dynamics_with_feedback",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            switched: false,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Feedback],
        shape: Shape::RatesAndConstraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers, with feedback that drives errors of the constraints to 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`.",
        result: MULTIPLIERS,
        source: CONSTRAINED,
    }
    /// Rates after an impulse.
    ConstraintImpulse {
        name: "constraint_impulse",
        of_link: None,
        quantity: Quantity::Constrained(Response::Impulse { switched: false }),
        arguments: &[Q, Qd, Restitution],
        shape: Shape::RatesAndConstraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedDynamics"),
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Rates after an impulse of the constraints: `M (qd' - qd) = J^T p` and `J qd' = -e J qd`.\n{timed}Where constraints depend on time, `dC/dt` replaces `J qd`.",
        result: "`qd'`, per s, and the impulses `p`",
        source: CONSTRAINED,
    }
    /// qdd and lambda under wrenches.
    ConstrainedForwardDynamicsWithWrenches {
        name: "constrained_forward_dynamics_with_wrenches",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            switched: false,
            external: true,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Wrench, Feedback],
        shape: Shape::RatesAndConstraints,
        offered: Offered::WithConstraintsAndWrenches,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers under external wrenches f, with feedback that drives errors of the constraints to 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`, J_f of the links with wrenches.",
        result: MULTIPLIERS,
        source: CONSTRAINED,
    }
    /// qdd and lambda of the constraints that are switched on.
    ConstrainedForwardDynamicsWithSelectors {
        name: "constrained_forward_dynamics_with_selectors",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            switched: true,
            external: false,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Feedback, Selector],
        shape: Shape::RatesAndConstraints,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers of the selected constraint rows:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`; multipliers of the other rows are 0.",
        result: MULTIPLIERS,
        source: CONSTRAINED,
    }
    /// qdd and lambda if each row determines a rate, with the pivots.
    ConstrainedForwardDynamicsWithPivots {
        name: "constrained_forward_dynamics_with_pivots",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            switched: false,
            external: false,
            pivots: true,
        }),
        arguments: &[Q, Qd, Tau],
        shape: Shape::RatesAndTwiceConstraints,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "`constrained_forward_dynamics` in fewer operations, where no pivot is near 0:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda` and `J qdd + dJ/dt qd = 0`, where each row is solved for the\n\
                  rate of a joint. The pivots are the divisors: of each row its entry in J at that rate after the other rows are\n\
                  eliminated, along axes that suit the joints. Where a pivot is 0, as at a straight leg, there is no result; where it\n\
                  is p times the largest entry of its row of J, errors may be 1 / p^2 times as large.",
        result: PIVOTS,
        source: PARTITIONED,
    }
    /// qdd and lambda of the constraints that are switched on, under wrenches.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches {
        name: "constrained_forward_dynamics_with_selectors_and_wrenches",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: true,
            switched: true,
            external: true,
            pivots: false,
        }),
        arguments: &[Q, Qd, Tau, Wrench, Feedback, Selector],
        shape: Shape::RatesAndConstraints,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers under external wrenches f, of the selected constraint rows:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and\n\
                  `J qdd + dJ/dt qd = -ks C - kd J qd`, J_f of the links with wrenches; multipliers of the other rows are 0.",
        result: MULTIPLIERS,
        source: CONSTRAINED,
    }
    /// qdd and lambda if each row determines a rate, with the pivots, under wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches {
        name: "constrained_forward_dynamics_with_pivots_and_wrenches",
        of_link: None,
        quantity: Quantity::Constrained(Response::Acceleration {
            feedback: false,
            switched: false,
            external: true,
            pivots: true,
        }),
        arguments: &[Q, Qd, Tau, Wrench],
        shape: Shape::RatesAndTwiceConstraints,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Acceleration and multipliers under external wrenches f, where each row is solved for the rate of a joint:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda` and `J qdd + dJ/dt qd = 0`, J_f of the links\n\
                  with wrenches. The pivots are the divisors: of each row its entry in J at that rate after the other rows are\n\
                  eliminated, along axes that suit the joints. Where a pivot is 0, as at a straight leg, there is no result; where it\n\
                  is p times the largest entry of its row of J, errors may be 1 / p^2 times as large.",
        result: PIVOTS,
        source: PARTITIONED,
    }
    /// Rates after an impulse of the constraints that are switched on.
    ConstraintImpulseWithSelectors {
        name: "constraint_impulse_with_selectors",
        of_link: None,
        quantity: Quantity::Constrained(Response::Impulse { switched: true }),
        arguments: &[Q, Qd, Restitution, Selector],
        shape: Shape::RatesAndConstraints,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::of(&[Function::ForwardDynamics]),
        summary: "Rates after an impulse of the selected constraint rows: `M (qd' - qd) = J^T p` and `J qd' = -e J qd`;\n\
                  impulses of the other rows are 0.",
        result: "`qd'`, per s, and the impulses `p`",
        source: CONSTRAINED,
    }
    /// tau, lambda and the residual.
    ConstrainedInverseDynamics {
        name: "constrained_inverse_dynamics",
        of_link: None,
        quantity: Quantity::ConstrainedInverse {
            given: false,
            external: false,
        },
        arguments: &[Q, Qd, Qdd, Weight],
        shape: Shape::RatesAroundConstraints,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedInverseDynamics"),
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Motor forces and multipliers for a given acceleration under the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda + residual`, with the least residual, and with that\n\
                  the least `|tau|^2 + w^2 |lambda|^2`.\n\
                  {motors}",
        result: LEAST_SUM,
        source: BY_PRODUCTS,
    }
    /// tau and the residual, for given multipliers.
    ConstrainedInverseDynamicsWithMultipliers {
        name: "constrained_inverse_dynamics_with_multipliers",
        of_link: None,
        quantity: Quantity::ConstrainedInverse {
            given: true,
            external: false,
        },
        arguments: &[Q, Qd, Qdd, Multipliers],
        shape: Shape::TwiceRates,
        offered: Offered::WithConstraints,
        of_trait: Some("ConstrainedInverseDynamics"),
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Motor forces for a given acceleration and given multipliers:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + J^T lambda + residual`.\n\
                  {motors}",
        result: RESIDUAL,
        source: LAGRANGE,
    }
    /// tau, lambda and the residual, under wrenches.
    ConstrainedInverseDynamicsWithWrenches {
        name: "constrained_inverse_dynamics_with_wrenches",
        of_link: None,
        quantity: Quantity::ConstrainedInverse {
            given: false,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench, Weight],
        shape: Shape::RatesAroundConstraints,
        offered: Offered::WithConstraintsAndWrenches,
        of_trait: None,
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Motor forces and multipliers for a given acceleration under external wrenches f and the constraints:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda + residual`, with the least residual, and with that\n\
                  the least `|tau|^2 + w^2 |lambda|^2`; J_f is that of the links with wrenches.\n\
                  {motors}",
        result: LEAST_SUM,
        source: BY_PRODUCTS,
    }
    /// tau and the residual, for given multipliers and wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches {
        name: "constrained_inverse_dynamics_with_multipliers_and_wrenches",
        of_link: None,
        quantity: Quantity::ConstrainedInverse {
            given: true,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench, Multipliers],
        shape: Shape::TwiceRates,
        offered: Offered::WithConstraintsAndWrenches,
        of_trait: None,
        frames: Frames::of(&[Function::InverseDynamics]),
        summary: "Motor forces for a given acceleration, external wrenches f and given multipliers:\n\
                  `M qdd + C qd + g{plus_drive}{minus_q} = tau + sum J_f^T f + J^T lambda + residual`, J_f of the links with wrenches.\n\
                  {motors}",
        result: RESIDUAL,
        source: LAGRANGE,
    }
}
