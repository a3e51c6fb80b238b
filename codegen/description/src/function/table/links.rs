//! Poses, motions and momenta of links, and wrenches of their joints. `mod.rs` says how the macro passes its rows on.

macro_rules! links {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// Pose of a link.
    Pose {
        name: "pose",
        name_for_link: "pose_of_{link}",
        quantity: Quantity::Pose,
        arguments: &[Q],
        shape: Shape::Pose,
        offered: Offered::OfLinks,
        summary: "Pose of the link `{link}` in the world: `x_world = R x + p`.",
        result: "`R` by rows and `p`, m",
        source: TRANSFORM_PRODUCTS,
    }
    /// Jacobian of a link, in world axes at the link's origin.
    Jacobian {
        name: "jacobian",
        name_for_link: "jacobian_of_{link}",
        quantity: Quantity::Jacobian(Axes::World),
        arguments: &[Q],
        shape: Shape::JACOBIAN,
        offered: Offered::OfLinks,
        summary: "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in \
                  world\naxes.",
        result: "six rows, a column for each rate",
        source: TRANSFORM_PRODUCTS,
    }
    /// Jacobian of a link, in its own axes.
    JacobianBody {
        name: "jacobian_body",
        name_for_link: "jacobian_of_{link}_body",
        quantity: Quantity::Jacobian(Axes::Link),
        arguments: &[Q],
        shape: Shape::JACOBIAN,
        offered: Offered::OfLinks,
        summary: "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in its \
                  own\naxes.",
        result: "six rows, a column for each rate",
        source: TRANSFORM_PRODUCTS,
    }
    /// Velocity of a link, in world axes.
    Velocity {
        name: "velocity",
        name_for_link: "velocity_of_{link}",
        quantity: Quantity::LinkVelocity(Axes::World),
        arguments: &[Q, Qd],
        shape: Shape::TWIST,
        offered: Offered::OfLinks,
        summary: "Velocity of the link `{link}`: of its origin, then its angular velocity, in world\naxes.",
        result: "the velocity, m/s and rad/s",
        source: TWISTS,
    }
    /// Velocity of a link, in its own axes.
    VelocityBody {
        name: "velocity_body",
        name_for_link: "velocity_of_{link}_body",
        quantity: Quantity::LinkVelocity(Axes::Link),
        arguments: &[Q, Qd],
        shape: Shape::TWIST,
        offered: Offered::OfLinks,
        summary: "Velocity of the link `{link}`: of its origin, then its angular velocity, in its own\naxes.",
        result: "the velocity, m/s and rad/s",
        source: TWISTS,
    }
    /// Acceleration of a link, in world axes.
    Acceleration {
        name: "acceleration",
        name_for_link: "acceleration_of_{link}",
        quantity: Quantity::LinkAcceleration(Axes::World),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::TWIST,
        offered: Offered::OfLinks,
        summary: "Acceleration of the link `{link}`: of its origin, `J qdd + dJ/dt qd`, then its angular\nacceleration, in world axes.",
        result: "the acceleration, m/s^2 and rad/s^2",
        source: TWISTS,
    }
    /// Acceleration of a link, in its own axes.
    AccelerationBody {
        name: "acceleration_body",
        name_for_link: "acceleration_of_{link}_body",
        quantity: Quantity::LinkAcceleration(Axes::Link),
        arguments: &[Q, Qd, Qdd],
        shape: Shape::TWIST,
        offered: Offered::OfLinks,
        summary: "Acceleration of the link `{link}`: of its origin, then its angular acceleration, in its\nown axes: the acceleration in the world, by components in the link's axes.",
        result: "the acceleration, m/s^2 and rad/s^2",
        source: TWISTS,
    }
    /// Time derivative of a link's Jacobian, in world axes.
    JacobianRate {
        name: "jacobian_rate",
        name_for_link: "jacobian_rate_of_{link}",
        quantity: Quantity::JacobianRate(Axes::World),
        arguments: &[Q, Qd],
        shape: Shape::JACOBIAN,
        offered: Offered::OfLinks,
        summary: "Time derivative of the Jacobian of the link `{link}`, by components in world axes.",
        result: "six rows, a column for each rate",
        source: TWISTS,
    }
    /// Time derivative of a link's Jacobian, in its own axes.
    JacobianRateBody {
        name: "jacobian_rate_body",
        name_for_link: "jacobian_rate_of_{link}_body",
        quantity: Quantity::JacobianRate(Axes::Link),
        arguments: &[Q, Qd],
        shape: Shape::JACOBIAN,
        offered: Offered::OfLinks,
        summary: "Time derivative of the Jacobian of the link `{link}`, by components in its own\naxes.",
        result: "six rows, a column for each rate",
        source: TWISTS,
    }
    /// Momentum of a link.
    Momentum {
        name: "momentum",
        name_for_link: "momentum_of_{link}",
        quantity: Quantity::Momentum,
        arguments: &[Q, Qd],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Momentum of the link `{link}`: `P = m v_c`, then `L = R I R^T w` about its centre of mass, in world\naxes.",
        result: "the momentum, kg m/s and kg m^2/s",
        source: TWISTS,
    }
    /// Time derivative of the momentum of a link.
    MomentumRate {
        name: "momentum_rate",
        name_for_link: "momentum_rate_of_{link}",
        quantity: Quantity::MomentumRate,
        arguments: &[Q, Qd, Qdd],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Rate of the momentum of the link `{link}`: by Newton `m dv_c/dt`, the sum of all forces on it, gravity\nincluded; then by Euler the sum of their moments about its centre of mass; in world axes.",
        result: "force and moment, N and N m",
        source: TWISTS,
    }
    /// Wrench that a joint transmits, in world axes.
    JointWrench {
        name: "joint_wrench",
        name_for_link: "joint_wrench_of_{link}",
        quantity: Quantity::JointWrench {
            axes: Axes::World,
            external: false,
        },
        arguments: &[Q, Qd, Qdd],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not: force, then moment about the\nlink's origin, in world axes.",
        result: JOINT_WRENCH_RESULT,
        source: SUBTREE_EQUATIONS,
    }
    /// Wrench that a joint transmits, in the link's own axes.
    JointWrenchBody {
        name: "joint_wrench_body",
        name_for_link: "joint_wrench_of_{link}_body",
        quantity: Quantity::JointWrench {
            axes: Axes::Link,
            external: false,
        },
        arguments: &[Q, Qd, Qdd],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not: force, then moment about the\nlink's origin, in its own axes.",
        result: JOINT_WRENCH_RESULT,
        source: SUBTREE_EQUATIONS,
    }
    /// Wrench that a joint transmits while external wrenches act, in world axes.
    JointWrenchWithWrenches {
        name: "joint_wrench(wrenches)",
        name_for_link: "joint_wrench_of_{link}(wrenches)",
        quantity: Quantity::JointWrench {
            axes: Axes::World,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not, under external wrenches:\nforce, then moment about the link's origin, in world axes.",
        result: JOINT_WRENCH_RESULT,
        source: SUBTREE_EQUATIONS,
    }
    /// Wrench that a joint transmits while external wrenches act, in the link's own axes.
    JointWrenchBodyWithWrenches {
        name: "joint_wrench_body(wrenches)",
        name_for_link: "joint_wrench_of_{link}_body(wrenches)",
        quantity: Quantity::JointWrench {
            axes: Axes::Link,
            external: true,
        },
        arguments: &[Q, Qd, Qdd, Wrench],
        shape: Shape::TWIST,
        offered: Offered::OnRequest,
        summary: "Wrench on the link `{link}` by its parent joint, fixed or not, under external wrenches:\nforce, then moment about the link's origin, in its own axes.",
        result: JOINT_WRENCH_RESULT,
        source: SUBTREE_EQUATIONS,
    }
        }
    };
}
pub(super) use links;
