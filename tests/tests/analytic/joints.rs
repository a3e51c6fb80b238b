//! As joints and bodies.

use multibody::multibody;

/// Point mass at the end of a rod.
#[multibody(
    gravity = [0, 0, -g],
    joint hinge { revolute, parent: world, child: bob, axis: y },
    body bob { mass: m, com: [0, 0, -l] },
)]
struct SimplePendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// Two links in a plane, angles from the horizontal.
#[multibody(
    gravity = [0, -g, 0],
    joint shoulder { revolute, parent: world, child: upper, axis: z },
    joint elbow { revolute, parent: upper, child: lower, axis: z, origin: [l1, 0, 0] },
    body upper { mass: m1, com: [lc1, 0, 0], inertia: diag(0, 0, i1) },
    body lower { mass: m2, com: [lc2, 0, 0], inertia: diag(0, 0, i2) },
)]
struct Planar2r {
    m1: f64,
    l1: f64,
    lc1: f64,
    i1: f64,
    m2: f64,
    lc2: f64,
    i2: f64,
    g: f64,
}

/// The same, hanging: a quarter turn is in front of the first joint.
#[multibody(
    gravity = [0, -g, 0],
    joint shoulder { revolute, parent: world, child: upper, axis: z, rotation: z(-pi / 2) },
    joint elbow { revolute, parent: upper, child: lower, axis: z, origin: [l1, 0, 0] },
    body upper { mass: m1, com: [lc1, 0, 0], inertia: [0, 0, 0, 0, 0, i1] },
    body lower { mass: m2, com: [lc2, 0, 0], inertia: [[0, 0, 0], [0, 0, 0], [0, 0, i2]] },
)]
struct Acrobot {
    m1: f64,
    l1: f64,
    lc1: f64,
    i1: f64,
    m2: f64,
    lc2: f64,
    i2: f64,
    g: f64,
}

/// A point mass above a cart.
#[multibody(
    gravity = [0, 0, -g],
    joint rail { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cart_mass },
    body pole { mass: m, com: [0, 0, l] },
)]
struct CartPole {
    cart_mass: f64,
    m: f64,
    l: f64,
    g: f64,
}

/// A pendulum on a turning arm.
#[multibody(
    gravity = [0, 0, -g],
    joint motor { continuous, parent: world, child: arm, axis: z },
    joint hinge { continuous, parent: arm, child: pendulum, axis: x, origin: [l1, 0, 0] },
    body arm { inertia: diag(0, 0, j1) },
    body pendulum { mass: m, com: [0, 0, -l], inertia: diag(j2, j2, 0) },
)]
struct FurutaPendulum {
    j1: f64,
    m: f64,
    l1: f64,
    l: f64,
    j2: f64,
    g: f64,
}

/// Azimuth, then the angle from the vertical.
#[multibody(
    gravity = [0, 0, -g],
    joint rod { universal(z, -y), parent: world, child: bob },
    body bob { mass: m, com: [0, 0, -l] },
)]
struct SphericalPendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// Moments about the fixed point become those about the centre of mass.
#[multibody(
    gravity = [0, 0, -g],
    joint tip { ball, chart: zxz, parent: world, child: top },
    body top { mass: m, com: [0, 0, l], inertia: diag(i1 - m * l.powi(2), i1 - m * l.powi(2), i3) },
)]
struct LagrangeTop {
    m: f64,
    l: f64,
    i1: f64,
    i3: f64,
    g: f64,
}

/// Free, with yaw, pitch and roll; moments about the centre of mass.
#[multibody(
    gravity = [0, 0, -g],
    joint root { floating, chart: zyx, parent: world, child: body },
    body body { mass: m, inertia: diag(ixx, iyy, izz) },
)]
struct RigidBodyZyx {
    m: f64,
    ixx: f64,
    iyy: f64,
    izz: f64,
    g: f64,
}

systems! {
    simple_pendulum: SimplePendulum { m, l, g } [0];
    planar_2r: Planar2r { m1, l1, lc1, i1 = "I1", m2, lc2, i2 = "I2", g } [0, 1];
    acrobot: Acrobot { m1, l1, lc1, i1 = "I1", m2, lc2, i2 = "I2", g } [0, 1];
    cart_pole: CartPole { cart_mass = "M", m, l, g } [0, 1];
    furuta_pendulum: FurutaPendulum { j1 = "J1", m, l1 = "L1", l, j2 = "J2", g } [0, 1];
    // There the angle from the vertical comes first.
    spherical_pendulum: SphericalPendulum { m, l, g } [1, 0];
    lagrange_top: LagrangeTop { m, l, i1 = "I1", i3 = "I3", g } [0, 1, 2];
    rigid_body_zyx: RigidBodyZyx { m, ixx = "Ixx", iyy = "Iyy", izz = "Izz", g } [0, 1, 2, 3, 4, 5];
}
