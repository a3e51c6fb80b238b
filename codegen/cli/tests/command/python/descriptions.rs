//! Robots whose packages for Python are tested.

/// A four-bar linkage with names that Python or the class has already.
pub const FOUR_BAR: &str = r#"
#[multibody(
    gravity = [0, -9.81, 0],
    joint crank { revolute, parent: world, child: first, axis: z },
    joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] },
    joint rocker { revolute, parent: second, child: third, axis: z, origin: [2.5, 0, 0] },
    body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 1 / 12, 1 / 12) },
    body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 12.5 / 12, 12.5 / 12) },
    body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
    loop closure { from: [world, [2.2, 0.1, 0]], to: [third, [2, 0, 0]], leaves: revolute(z) },
    links(third),
    wrenches(third),
    bundle(lambda = [mass_matrix, bias], poses = [pose], replace = [bias, pose], motor_forces = [gravity, pose], new = [bias], into = [bias]),
)]
pub struct FourBar;
"#;

/// A cart with a pole, with parameters.
pub const CART_POLE: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: masses[0] },
    body pole { mass: masses[1], com: [0, 0, r#in], inertia: diag(0, 0.01, 0.01) },
)]
pub struct CartPole {
    pub masses: [f64; 2],
    pub r#in: f32,
}
"#;

/// A pendulum whose pivot is driven: time is an argument of its functions.
pub const DRIVEN: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [theta],
    particle bob { mass: 1, position: [sin(3 * t) + sin(theta), 0, -cos(theta)] },
    functions(forward_dynamics, forward_dynamics_derivatives),
)]
pub struct Driven;
"#;

/// A cart with a pole whose settings have the lower triangle.
pub const LOWER: &str = r#"
#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: 1 },
    body pole { mass: 2, com: [0, 0, 1], inertia: diag(0, 0.01, 0.01) },
    functions(mass_matrix, mass_matrix_inverse),
    triangle = lower,
)]
pub struct Arm;
"#;

/// Fields that Python gives the same name or has in signatures, and bundles with names that the stubs have.
pub const ALIKE: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cls },
    body pole { mass: in_, com: [0, 0, r#in], inertia: diag(0, 0.01, 0.01) },
    bundle(float = [bias], array_like = [mass_matrix, bias]),
)]
pub struct Alike {
    pub r#in: f64,
    pub in_: f64,
    pub cls: f64,
}
"#;

/// Bundles with the names of a handler for JAX and of what the module for JAX calls, in a class that the stubs import already.
pub const BUNDLES: &str = r#"
#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: 1 },
    bundle(a = [bias], jax_a = [bias], len = [bias]),
)]
pub struct ArrayLike;
"#;

/// An MJCF with an actuator.
pub const SERVO: &str = r#"
<mujoco model="arm">
  <worldbody>
    <body name="rod">
      <joint name="hinge" type="hinge" axis="0 1 0"/>
      <inertial mass="1" pos="0 0 1" diaginertia="0.1 0.1 0.1"/>
    </body>
  </worldbody>
  <actuator><motor name="@name@ servo" joint="hinge" gear="2"/></actuator>
</mujoco>
"#;
