//! As joints and bodies.

use multibody::{Cost, multibody};

use crate::{Against, compare};

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

/// What each takes, by the name of its file.
pub const COSTS: [(&str, &[Cost]); 8] = [
    ("simple_pendulum", &SimplePendulum::COSTS),
    ("planar_2r", &Planar2r::COSTS),
    ("acrobot", &Acrobot::COSTS),
    ("cart_pole", &CartPole::COSTS),
    ("furuta_pendulum", &FurutaPendulum::COSTS),
    ("spherical_pendulum", &SphericalPendulum::COSTS),
    ("lagrange_top", &LagrangeTop::COSTS),
    ("rigid_body_zyx", &RigidBodyZyx::COSTS),
];

systems! {
    simple_pendulum
    planar_2r
    acrobot
    cart_pole
    furuta_pendulum
    spherical_pendulum
    lagrange_top
    rigid_body_zyx
}

fn simple_pendulum(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| SimplePendulum {
        m: p("m"),
        l: p("l"),
        g: p("g"),
    };
    compare(against, "simple_pendulum", robot, [0]);
}

fn planar_2r(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| Planar2r {
        m1: p("m1"),
        l1: p("l1"),
        lc1: p("lc1"),
        i1: p("I1"),
        m2: p("m2"),
        lc2: p("lc2"),
        i2: p("I2"),
        g: p("g"),
    };
    compare(against, "planar_2r", robot, [0, 1]);
}

fn acrobot(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| Acrobot {
        m1: p("m1"),
        l1: p("l1"),
        lc1: p("lc1"),
        i1: p("I1"),
        m2: p("m2"),
        lc2: p("lc2"),
        i2: p("I2"),
        g: p("g"),
    };
    compare(against, "acrobot", robot, [0, 1]);
}

fn cart_pole(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| CartPole {
        cart_mass: p("M"),
        m: p("m"),
        l: p("l"),
        g: p("g"),
    };
    compare(against, "cart_pole", robot, [0, 1]);
}

fn furuta_pendulum(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| FurutaPendulum {
        j1: p("J1"),
        m: p("m"),
        l1: p("L1"),
        l: p("l"),
        j2: p("J2"),
        g: p("g"),
    };
    compare(against, "furuta_pendulum", robot, [0, 1]);
}

fn spherical_pendulum(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| SphericalPendulum {
        m: p("m"),
        l: p("l"),
        g: p("g"),
    };
    // There the angle from the vertical comes first.
    compare(against, "spherical_pendulum", robot, [1, 0]);
}

fn lagrange_top(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| LagrangeTop {
        m: p("m"),
        l: p("l"),
        i1: p("I1"),
        i3: p("I3"),
        g: p("g"),
    };
    compare(against, "lagrange_top", robot, [0, 1, 2]);
}

fn rigid_body_zyx(against: Against) {
    let robot = |p: &dyn Fn(&str) -> f64| RigidBodyZyx {
        m: p("m"),
        ixx: p("Ixx"),
        iyy: p("Iyy"),
        izz: p("Izz"),
        g: p("g"),
    };
    compare(against, "rigid_body_zyx", robot, [0, 1, 2, 3, 4, 5]);
}
