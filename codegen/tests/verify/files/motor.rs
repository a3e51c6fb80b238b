/// A pendulum whose mass is known at run time, and which a motor drives by time.
#[multibody(
    effort = none,
    reference = false,
    joint hinge { revolute, axis: y, parent: world, child: bob, damping: 0.1 },
    body bob { mass: m, com: [0, 0, -0.5], inertia: diag(0.01, 0.01, 0.001) },
    force(hinge) = sin(3 * t),
    wrenches(bob),
    functions(
        default, forward_dynamics_derivatives, forward_dynamics_derivatives(wrenches), inverse_dynamics_vjp, forward_dynamics_jvp(wrenches),
    ),
)]
pub struct Driven {
    m: f64,
}
