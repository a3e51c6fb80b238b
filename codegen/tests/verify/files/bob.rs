/// A damped pendulum whose mass and length are known at run time.
#[multibody(
    effort = none,
    reference = false,
    joint hinge { revolute, axis: y, parent: world, child: bob, damping: 0.1 },
    body bob { mass: m, com: [0, 0, -l], inertia: diag(0.01, 0.01, 0.001) },
    wrenches(bob),
    functions(default, forward_dynamics(wrenches)),
    links(all),
    at(mass_matrix, bias),
    bundle(step = [mass_matrix, bias], weight = [total_mass]),
)]
pub struct Bob {
    m: f64,
    l: f64,
}
