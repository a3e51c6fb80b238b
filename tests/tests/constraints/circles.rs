//! Points on circles: against pendulums, in a motion, and against the generic algorithms.
#![deny(warnings)]

use multibody::integrators::rk4;
use multibody::{Constrained, check, feedback, multibody, project};

const G: f64 = 9.81;

/// A bead that could move in any direction, on a wire about the y axis.
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { translation, parent: world, child: bead },
    body bead { mass: m },
    circle wire { at: bead, axis: y, radius: r },
)]
pub struct Wire {
    m: f64,
    r: f64,
}

/// A bead on a hoop that turns freely about the vertical.
#[multibody(
    gravity = [0, 0, -9.81],
    joint spin { revolute, parent: world, child: hoop, axis: z },
    joint slide { translation, parent: world, child: bead },
    body hoop { mass: 1, inertia: diag(0.5, 0.5, 0.3) },
    body bead { mass: 2 },
    circle wire { at: bead, of: hoop, axis: y, radius: 0.7 },
)]
pub struct Hoop;

/// Two points off the origins of their links, about an axis that no link has; and an arm that ends on a circle of its own base.
#[multibody(
    gravity = [0.4, -0.2, -9.81],
    joint carriage { prismatic, parent: world, child: base, axis: [1, 0, 2] },
    joint shoulder { ball, parent: base, child: upper, origin: [0, 0.1, 0.3] },
    joint elbow { revolute, parent: upper, child: lower, axis: y, origin: [0.6, 0, 0] },
    joint wheel { revolute, parent: base, child: disc, axis: [0, 1, 3], origin: [0.3, 0, 0] },
    body base { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) },
    body upper { mass: 1.2, com: [0.3, 0, 0.02], inertia: diag(0.01, 0.05, 0.05) },
    body lower { mass: 0.8, com: [0.2, 0.01, 0], inertia: diag(0.01, 0.03, 0.03) },
    body disc { mass: 0.5, com: [0, 0.05, 0], inertia: diag(0.02, 0.02, 0.03) },
    frame tilted { link: disc, origin: [0.05, 0, offset], rpy: [0.4, -0.3, 0.2] },
    circle rim { at: [lower, [0.4, 0, 0.05]], of: tilted, axis: x, radius: 0.2 + offset },
    circle groove { at: [upper, [0.5, 0.1, 0]], of: [world, [0.2, 0.1, 0]], axis: z, radius: 0.8 },
)]
pub struct Crane {
    offset: f64,
}

/// `x = (r sin a, 0, -r cos a)`, with `a'' = -g / r sin a`; the wire pulls with `m (r a'^2 + g cos a)` towards its centre.
#[test]
fn a_bead_on_a_wire_is_a_pendulum() {
    let wire = Wire { m: 1.7, r: 0.6 };
    assert_eq!(
        Wire::CONSTRAINTS.map(|row| row.name),
        ["wire.axial", "wire.radial"]
    );
    for (angle, rate) in [(0.3_f64, 1.2), (-2.4, 0.7), (1.4, -3.0)] {
        let (sin, cos) = angle.sin_cos();
        let vector = |normal: f64, tangent: f64| {
            let [x, z] = [normal * sin + tangent * cos, -normal * cos + tangent * sin];
            [x, 0.0, z]
        };
        let (q, qd) = (vector(wire.r, 0.0), vector(0.0, wire.r * rate));
        assert!(wire.constraint(&q).iter().all(|c: &f64| c.abs() < 1e-15));
        let multibody::ConstrainedAcceleration { qdd, lambda } =
            wire.constrained_forward_dynamics(&q, &qd, &[0.0; 3]);
        let expected = vector(-wire.r * rate * rate, -G * sin);
        for (actual, expected) in qdd.iter().zip(expected) {
            assert!((actual - expected).abs() < 1e-12, "{qdd:?} {expected}");
        }
        // The gradients of both rows have length 1, so the multipliers are forces.
        let tension = wire.m * (wire.r * rate * rate + G * cos);
        assert!(
            (lambda[1] + tension).abs() < 1e-12 && tension.abs() > 1.0,
            "{lambda:?}"
        );
        assert!(lambda[0].abs() < 1e-12, "{lambda:?}");
    }
    // A force across the plane of the wire is the axial multiplier's.
    let lambda: [f64; 2] = wire
        .constrained_forward_dynamics(&[0.0, 0.0, -0.6], &[0.0; 3], &[0.0, 5.0, 0.0])
        .lambda;
    assert!((lambda[0] + 5.0).abs() < 1e-12, "{lambda:?}");
    check(&wire).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// From off the hoop onto it; then the angular momentum about the vertical and the energy stay, and the bead stays on the hoop.
#[test]
fn a_bead_stays_on_a_hoop_that_turns() {
    let guess = ([0.4_f64, 0.5, 0.3, -0.5], [2.0, 0.3, 1.0, -0.2]);
    let off = Hoop.constraint(&guess.0);
    assert!(off.iter().all(|c| c.abs() > 0.02), "{off:?}");
    let (mut q, mut qd) = project(&Hoop, (&guess.0, &guess.1), &[1.0; 4], 20);
    let is_satisfied = |q: &[f64; 4]| Hoop.constraint(q).iter().all(|c: &f64| c.abs() < 1e-9);
    assert!(is_satisfied(&q), "{q:?}");
    let momentum = |q: &[f64; 4], qd: &[f64; 4]| 0.3 * qd[0] + 2.0 * (q[1] * qd[2] - q[2] * qd[1]);
    let energy =
        |q: &[f64; 4], qd: &[f64; 4]| Hoop.kinetic_energy(q, qd) + Hoop.potential_energy(q);
    let start = (momentum(&q, &qd), energy(&q, &qd));
    let robot = Constrained::new(&Hoop, feedback::critical(0.02));
    let first = q;
    for step in 0..1000 {
        let t = f64::from(step) * 1e-3;
        (q, qd) = rk4(&robot, t, (&q, &qd), 1e-3, |_, _, _| [0.0; 4]);
    }
    assert!(is_satisfied(&q), "{:?}", Hoop.constraint(&q));
    assert!(
        (momentum(&q, &qd) - start.0).abs() < 1e-8,
        "{}",
        momentum(&q, &qd)
    );
    assert!(
        (energy(&q, &qd) - start.1).abs() < 1e-6,
        "{}",
        energy(&q, &qd)
    );
    assert!((q[3] - first[3]).abs() > 0.01, "{q:?}");
    check(&Hoop).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn circles_of_links_agree_with_the_generic_algorithms() {
    assert_eq!(
        Crane::CONSTRAINTS.map(|row| row.name),
        ["rim.axial", "rim.radial", "groove.axial", "groove.radial"]
    );
    check(&Crane { offset: 0.1 }).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}
