//! As energies of coordinates, particles and rigid bodies.

use multibody::multibody;

#[multibody(
    coordinates = [theta],
    kinetic = m / 2 * (l * theta_dot).powi(2),
    potential = -m * g * l * cos(theta),
)]
struct SimplePendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// Point masses, angles from the downward vertical.
#[multibody(
    gravity = [0, -g, 0],
    coordinates = [theta1, theta2],
    let x = l1 * sin(theta1);
    let y = -l1 * cos(theta1);
    particle first { mass: m1, position: [x, y, 0] },
    particle second { mass: m2, position: [x + l2 * sin(theta2), y - l2 * cos(theta2), 0] },
)]
struct DoublePendulum {
    m1: f64,
    m2: f64,
    l1: f64,
    l2: f64,
    g: f64,
}

/// Relative angles; inertias about the centres of mass.
#[multibody(
    coordinates = [q1, q2],
    let x = l1 * cos(q1) + lc2 * cos(q1 + q2);
    let y = l1 * sin(q1) + lc2 * sin(q1 + q2);
    gravity = [0, -g, 0],
    rigid upper { mass: m1, inertia: diag(0, 0, i1), position: [lc1 * cos(q1), lc1 * sin(q1), 0], orientation: zyx(q1, 0, 0) },
    rigid lower { mass: m2, inertia: diag(0, 0, i2), position: [x, y, 0], orientation: zyx(q1 + q2, 0, 0) },
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

/// A cart on a joint, and a point mass by its position: the expression names the joint's coordinate.
#[multibody(
    gravity = [0, 0, -g],
    joint x { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: cart_mass },
    coordinates = [theta],
    particle bob { mass: m, position: [x + l * sin(theta), 0, l * cos(theta)] },
)]
struct CartPole {
    cart_mass: f64,
    m: f64,
    l: f64,
    g: f64,
}

#[multibody(
    coordinates = [r, theta],
    kinetic = m / 2 * (r_dot.powi(2) + (r * theta_dot).powi(2)),
    potential = k / 2 * (r - l0).powi(2) - m * g * r * cos(theta),
)]
struct SpringPendulum {
    m: f64,
    k: f64,
    l0: f64,
    g: f64,
}

#[multibody(
    coordinates = [x1, x2],
    kinetic = m1 / 2 * x1_dot.powi(2) + m2 / 2 * x2_dot.powi(2),
    potential = k1 / 2 * (x1 - l01).powi(2) + k2 / 2 * (x2 - x1 - l02).powi(2),
)]
struct TwoMassSpring {
    m1: f64,
    m2: f64,
    k1: f64,
    k2: f64,
    l01: f64,
    l02: f64,
}

/// A hoop that turns at a constant rate: what T has without `theta_dot` goes with V.
#[multibody(
    coordinates = [theta],
    kinetic = m / 2 * (r * theta_dot).powi(2) + m / 2 * (r * omega * sin(theta)).powi(2),
    potential = -m * g * r * cos(theta),
)]
struct BeadOnRotatingHoop {
    m: f64,
    r: f64,
    omega: f64,
    g: f64,
}

#[multibody(
    coordinates = [theta, phi],
    let rho = l * sin(theta);
    gravity = [0, 0, -g],
    particle bob { mass: m, position: [rho * cos(phi), rho * sin(phi), -l * cos(theta)] },
)]
struct SphericalPendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// Inertias about the fixed point.
#[multibody(
    coordinates = [phi, theta, psi],
    kinetic = i1 / 2 * ((phi_dot * sin(theta)).powi(2) + theta_dot.powi(2))
        + i3 / 2 * (phi_dot * cos(theta) + psi_dot).powi(2),
    potential = m * g * l * cos(theta),
)]
struct LagrangeTop {
    m: f64,
    l: f64,
    i1: f64,
    i3: f64,
    g: f64,
}

#[multibody(
    gravity = [0, 0, -g],
    coordinates = [x, y, z, psi, theta, phi],
    rigid body { mass: m, inertia: diag(ixx, iyy, izz), position: [x, y, z], orientation: zyx(psi, theta, phi) },
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
    double_pendulum: DoublePendulum { m1, m2, l1, l2, g } [0, 1];
    planar_2r: Planar2r { m1, l1, lc1, i1 = "I1", m2, lc2, i2 = "I2", g } [0, 1];
    cart_pole: CartPole { cart_mass = "M", m, l, g } [0, 1];
    spring_pendulum: SpringPendulum { m, k, l0, g } [0, 1];
    two_mass_spring: TwoMassSpring { m1, m2, k1, k2, l01, l02 } [0, 1];
    bead_on_rotating_hoop: BeadOnRotatingHoop { m, r = "R", omega = "Omega", g } [0];
    spherical_pendulum: SphericalPendulum { m, l, g } [0, 1];
    lagrange_top: LagrangeTop { m, l, i1 = "I1", i3 = "I3", g } [0, 1, 2];
    rigid_body_zyx: RigidBodyZyx { m, ixx = "Ixx", iyy = "Iyy", izz = "Izz", g } [0, 1, 2, 3, 4, 5];
}

/// A bead on a circle of radius 2, by its angle: at the bottom, moving at 4 m/s, it is pushed upwards only.
#[multibody(
    gravity = [0, -9.8, 0],
    coordinates = [theta],
    particle bead { mass: 10, position: [2 * cos(theta), 2 * sin(theta), 0] },
    functions(forward_dynamics, center_of_mass_acceleration),
)]
struct Bead;

#[test]
fn a_bead_on_a_wire_by_its_angle() {
    let (theta, rate) = (-std::f64::consts::FRAC_PI_2, -2.0_f64);
    let [acceleration] = Bead.forward_dynamics(&[theta], &[rate], &[0.0]);
    assert!(acceleration.abs() < 1e-12, "{acceleration}");
    let [x, y, z] = Bead.center_of_mass_acceleration(&[theta], &[rate], &[acceleration]);
    assert!(x.abs() < 1e-12 && (y - 8.0).abs() < 1e-12, "{x} {y}");
    assert_eq!(z, 0.0);
    multibody::check(&Bead).expect("the generic algorithms agree");
}

/// Forces along a coordinate and at a body, functions of all kinds, a joint that follows another one.
#[multibody(
    gravity = [0, 0, -9.81],
    joint arm { revolute, parent: world, child: upper, axis: y },
    joint finger { revolute, parent: upper, child: tip, axis: y, origin: [0, 0, 0.4] },
    body upper { mass: 1.5, com: [0, 0, 0.2], inertia: diag(0.02, 0.02, 0.001) },
    body tip { mass: 0.3, com: [0, 0, 0.1], inertia: diag(0.002, 0.002, 0.0001) },
    coordinates = [s],
    let reach = sqrt(1 + s.powi(2));
    potential = k * exp(-s) + ln(reach) * arm.powi(2),
    force(s) = -drag * s_dot / reach,
    force(finger) = -sin(s - 2 * arm),
    particle bead { mass: 0.2, position: [s, 0.1 * sin(2 * s + arm), 0.3 * cos(s)], force: [0, -drag * s_dot, 1] },
)]
struct Mixed {
    k: f64,
    drag: f64,
}

#[test]
fn joints_and_expressions_in_one_system() {
    let robot = Mixed { k: 0.7, drag: 0.3 };
    multibody::check(&robot).expect("the generic algorithms agree");
    assert_eq!(Mixed::NV, 3);
    // A force along a coordinate alone: its sign and size.
    let still = robot.generalized_force(&[0.0, 0.0, 1.0], &[0.0, 0.0, 0.0]);
    let lifted: f64 = -0.3 * 1.0_f64.sin(); // dz/ds of the bead, times 1 N
    assert!((still[2] - lifted).abs() < 1e-15, "{still:?}");
    assert!((still[1] + 1.0_f64.sin()).abs() < 1e-15, "{still:?}");
}

/// By its rotation vector, whose derivatives are its rates.
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [x, y, z],
    rigid body {
        mass: 1.4,
        inertia: diag(0.2, 0.3, 0.4),
        position: [0.1 * x, y * z, 0],
        orientation: exponential([x, y, z]),
    },
)]
struct ByRotationVector;

/// The same by a joint.
#[multibody(
    gravity = [0, 0, -9.81],
    joint ball { ball, chart: exponential, rates: derivative, parent: world, child: body },
    body body { mass: 1.4, inertia: diag(0.2, 0.3, 0.4) },
    coordinates = [s],
    kinetic = s_dot.powi(2),
)]
struct Ball;

#[test]
fn a_rigid_body_by_its_rotation_vector() {
    multibody::check(&ByRotationVector).expect("the generic algorithms agree");
    let q = [0.3, -0.8, 1.1];
    let matrix = ByRotationVector.mass_matrix(&q);
    let ball = Ball.mass_matrix(&[q[0], q[1], q[2], 0.0]);
    // What moves the centre adds m dr/dq_i . dr/dq_j.
    let jacobian = [[0.1, 0.0, 0.0], [0.0, q[2], q[1]]];
    for i in 0..3 {
        for j in 0..3 {
            let share: f64 = jacobian.iter().map(|row| 1.4 * row[i] * row[j]).sum();
            let expected: f64 = ball[i][j] + share;
            assert!((matrix[i][j] - expected).abs() < 1e-14, "{i} {j}");
        }
    }
}
