//! The robots of these examples, described as briefly as possible.

use multibody::multibody;

/// An arm of seven joints, from its file.
#[multibody(
    urdf = "../panda/panda.urdf",
    effort = none,
    frame tcp { link: panda_hand, origin: [0, 0, 0.1034] },
)]
#[derive(Clone, Copy, Debug)]
pub struct Panda;

/// An arm of six joints: three at the shoulder and elbow, three at the wrist.
#[multibody(
    effort = none,
    joint turn { revolute, parent: world, child: column, axis: z, origin: [0, 0, 0.4] },
    joint lift { revolute, parent: column, child: upper, axis: y },
    joint bend { revolute, parent: upper, child: lower, axis: y, origin: [0, 0, 0.5] },
    joint roll { revolute, parent: lower, child: wrist, axis: z, origin: [0, 0, 0.25] },
    joint tilt { revolute, parent: wrist, child: hand, axis: y, origin: [0, 0, 0.2] },
    joint spin { revolute, parent: hand, child: flange, axis: z, origin: [0, 0, 0.05] },
    body column { mass: 4, inertia: diag(0.03, 0.03, 0.02) },
    body upper { mass: 6, com: [0, 0.02, 0.22], inertia: diag(0.15, 0.15, 0.02) },
    body lower { mass: 3, com: [0, -0.01, 0.12], inertia: diag(0.03, 0.03, 0.005) },
    body wrist { mass: 1.5, com: [0, 0, 0.1], inertia: diag(0.008, 0.008, 0.002) },
    body hand { mass: 0.8, com: [0.01, 0, 0.02], inertia: diag(0.001, 0.001, 0.001) },
    body flange { mass: 0.4, com: [0, 0, 0.03], inertia: diag(0.0004, 0.0004, 0.0003) },
    frame tcp { link: flange, origin: [0, 0, 0.1] },
)]
#[derive(Clone, Copy, Debug)]
pub struct Sixfold;

/// A pole on a cart; the pole is upright at 0.
#[multibody(
    effort = none,
    joint rail { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y, damping: 0.01 },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: { let i = pole_mass * length * length / 12; diag(i, i, 0) } },
)]
#[derive(Clone, Copy, Debug)]
pub struct CartPole {
    /// kg
    pub cart_mass: f64,
    /// kg
    pub pole_mass: f64,
    /// m
    pub length: f64,
}

/// A dog of four legs with three joints each, free in space.
#[multibody(
    effort = none,
    joint base { floating, parent: world, child: trunk },
    body trunk { mass: 7, com: [0.01, 0, 0.005], inertia: diag(0.02, 0.06, 0.07) },
    joint front_left_hip { revolute, parent: trunk, child: front_left_shoulder, axis: x, origin: [0.19, 0.05, 0] },
    joint front_left_swing { revolute, parent: front_left_shoulder, child: front_left_thigh, axis: y, origin: [0, 0.08, 0] },
    joint front_left_knee { revolute, parent: front_left_thigh, child: front_left_shank, axis: y, origin: [0, 0, -0.21] },
    body front_left_shoulder { mass: 0.7, com: [0, 0.02, 0], inertia: diag(0.0005, 0.0008, 0.0006) },
    body front_left_thigh { mass: 1, com: [0, -0.02, -0.03], inertia: diag(0.005, 0.005, 0.001) },
    body front_left_shank { mass: 0.2, com: [0, 0, -0.1], inertia: diag(0.001, 0.001, 0) },
    frame front_left_foot { link: front_left_shank, origin: [0, 0, -0.21] },
    joint front_right_hip { revolute, parent: trunk, child: front_right_shoulder, axis: x, origin: [0.19, -0.05, 0] },
    joint front_right_swing { revolute, parent: front_right_shoulder, child: front_right_thigh, axis: y, origin: [0, -0.08, 0] },
    joint front_right_knee { revolute, parent: front_right_thigh, child: front_right_shank, axis: y, origin: [0, 0, -0.21] },
    body front_right_shoulder { mass: 0.7, com: [0, -0.02, 0], inertia: diag(0.0005, 0.0008, 0.0006) },
    body front_right_thigh { mass: 1, com: [0, 0.02, -0.03], inertia: diag(0.005, 0.005, 0.001) },
    body front_right_shank { mass: 0.2, com: [0, 0, -0.1], inertia: diag(0.001, 0.001, 0) },
    frame front_right_foot { link: front_right_shank, origin: [0, 0, -0.21] },
    joint hind_left_hip { revolute, parent: trunk, child: hind_left_shoulder, axis: x, origin: [-0.19, 0.05, 0] },
    joint hind_left_swing { revolute, parent: hind_left_shoulder, child: hind_left_thigh, axis: y, origin: [0, 0.08, 0] },
    joint hind_left_knee { revolute, parent: hind_left_thigh, child: hind_left_shank, axis: y, origin: [0, 0, -0.21] },
    body hind_left_shoulder { mass: 0.7, com: [0, 0.02, 0], inertia: diag(0.0005, 0.0008, 0.0006) },
    body hind_left_thigh { mass: 1, com: [0, -0.02, -0.03], inertia: diag(0.005, 0.005, 0.001) },
    body hind_left_shank { mass: 0.2, com: [0, 0, -0.1], inertia: diag(0.001, 0.001, 0) },
    frame hind_left_foot { link: hind_left_shank, origin: [0, 0, -0.21] },
    joint hind_right_hip { revolute, parent: trunk, child: hind_right_shoulder, axis: x, origin: [-0.19, -0.05, 0] },
    joint hind_right_swing { revolute, parent: hind_right_shoulder, child: hind_right_thigh, axis: y, origin: [0, -0.08, 0] },
    joint hind_right_knee { revolute, parent: hind_right_thigh, child: hind_right_shank, axis: y, origin: [0, 0, -0.21] },
    body hind_right_shoulder { mass: 0.7, com: [0, -0.02, 0], inertia: diag(0.0005, 0.0008, 0.0006) },
    body hind_right_thigh { mass: 1, com: [0, 0.02, -0.03], inertia: diag(0.005, 0.005, 0.001) },
    body hind_right_shank { mass: 0.2, com: [0, 0, -0.1], inertia: diag(0.001, 0.001, 0) },
    frame hind_right_foot { link: hind_right_shank, origin: [0, 0, -0.21] },
    wrenches(front_left_foot, front_right_foot, hind_left_foot, hind_right_foot),
)]
#[derive(Clone, Copy, Debug)]
pub struct Dog;
