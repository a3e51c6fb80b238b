//! All types of joints and sequences of them, in tokens, against the generic algorithms and each other.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{JointKind, check, multibody};

/// A base that slides and turns in a plane, a screw, a ball in the middle, a universal joint, and a
/// turning slide.
#[multibody(
    joint base { planar, parent: world, child: cart, axis: [1, 2, 2], origin: [0.1, 0, 0.2] },
    joint lift { screw, parent: cart, child: column, axis: [0, 3, 4], pitch: 0.05, damping: 0.3 },
    joint shoulder { ball, parent: column, child: arm, origin: [0, 0.3, 0.1], rotation: rpy(0.3, -0.2, 0.5) },
    joint wrist { universal(x, [0, 1, 1]), parent: arm, child: hand, origin: [0.4, 0.1, 0] },
    joint drill { motions: [cylindrical(z), thread: screw(-y, -0.02)], parent: hand, child: bit, origin: [0, 0, 0.1] },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body arm { mass: 1.5, com: [0.2, 0.03, -0.04], inertia: diag(0.004, 0.03, 0.031) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    body bit { mass: 0.2, com: [0.03, 0, 0.06], inertia: diag(0.0004, 0.0005, 0.0002) },
    gravity = [0.4, -0.3, -9.81],
    links(arm, bit), wrenches(bit),
)]
pub struct Rig;

#[test]
fn each_type_and_sequence_agrees_with_the_generic_algorithms() {
    let report = check(&Rig).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    println!("{report}");
    assert_eq!((Rig::NQ, Rig::NV), (3 + 1 + 4 + 2 + 3, 3 + 1 + 3 + 2 + 3));
    let joints = Rig::JOINTS.map(|joint| (joint.name, joint.kind, joint.q, joint.v));
    assert_eq!(
        joints,
        [
            ("base", JointKind::Planar, 0, 0),
            ("lift", JointKind::Screw, 3, 3),
            ("shoulder", JointKind::Ball, 4, 4),
            ("wrist_1", JointKind::Continuous, 8, 7),
            ("wrist_2", JointKind::Continuous, 9, 8),
            ("drill_1", JointKind::Continuous, 10, 9),
            ("drill_2", JointKind::Prismatic, 11, 10),
            ("thread", JointKind::Screw, 12, 11),
        ]
    );
}

/// A body that moves freely, by a quaternion and body rates; by x y z and a quaternion; by x y z and three
/// angles.
macro_rules! free {
    ($name:ident, $($kind:tt)*) => {
        #[multibody(
            joint root { $($kind)*, parent: world, child: body },
            joint spin { revolute, parent: body, child: wheel, axis: [1, 1, 0], origin: [0.2, 0, 0.1] },
            body body { mass: 2.5, com: [0.05, -0.02, 0.1], inertia: diag(0.02, 0.03, 0.04) },
            body wheel { mass: 0.5, com: [0.01, 0, 0.02], inertia: diag(0.001, 0.001, 0.002) },
            effort = none,
        )]
        pub struct $name;
    };
}

free!(ByQuaternion, floating);
free!(ByPlace, floating, rates: derivative);
free!(ByAngles, floating, chart: zyx);
free!(InOrder, motions: [translation, ball]);
free!(AndTurned, motions: [floating, screw(x, 0.1)]);

#[test]
fn the_charts_of_a_free_body_agree_with_the_generic_algorithms() {
    check(&ByQuaternion).expect("floating");
    check(&ByPlace).expect("translation and ball");
    check(&ByAngles).expect("translation and three angles");
    assert_eq!((ByQuaternion::NQ, ByQuaternion::NV), (8, 7));
    assert_eq!((ByPlace::NQ, ByPlace::NV), (8, 7));
    assert_eq!((ByAngles::NQ, ByAngles::NV), (7, 7));
    assert_eq!(InOrder::COSTS, ByPlace::COSTS);
    check(&AndTurned).expect("floating, and a screw behind it");
    assert_eq!((AndTurned::NQ, AndTurned::NV), (9, 8));
}

/// One motion, three descriptions of it, the same energies.
#[test]
fn the_charts_of_a_free_body_agree() {
    let (yaw, pitch, roll) = (0.7_f64, -0.4_f64, 1.1_f64);
    let place = [0.3, -0.2, 0.5];
    // R = Rz Ry Rx
    let half = |angle: f64| (angle / 2.0).sin_cos();
    let ((sz, cz), (sy, cy), (sx, cx)) = (half(yaw), half(pitch), half(roll));
    let quaternion = [
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    ];
    let (linear, rates, spin) = ([0.9, -0.5, 0.2], [0.6, 1.3, -0.8], 2.0);
    // Body rates of z y x angles: w = Rx^T Ry^T z yaw' + Rx^T y pitch' + x roll'.
    let (sin, cos) = (f64::sin, f64::cos);
    let [dyaw, dpitch, droll] = rates;
    let angular = [
        droll - sin(pitch) * dyaw,
        cos(roll) * dpitch + sin(roll) * cos(pitch) * dyaw,
        -sin(roll) * dpitch + cos(roll) * cos(pitch) * dyaw,
    ];
    let [x, y, z] = place;
    let [a, b, c, d] = quaternion;
    let by_place = [x, y, z, a, b, c, d, 0.4];
    let by_angles = [x, y, z, yaw, pitch, roll, 0.4];
    let (pose, _): ([[f64; 3]; 3], [f64; 3]) = rotation(quaternion);
    let body = std::array::from_fn::<f64, 3, _>(|k| (0..3).map(|i| pose[i][k] * linear[i]).sum());
    let [u, v, w] = linear;
    let [p, q, r] = angular;
    let moving = [body[0], body[1], body[2], p, q, r, spin];
    let energies = [
        ByQuaternion.kinetic_energy(&by_place, &moving),
        ByPlace.kinetic_energy(&by_place, &[u, v, w, p, q, r, spin]),
        ByAngles.kinetic_energy(&by_angles, &[u, v, w, dyaw, dpitch, droll, spin]),
    ];
    assert!(energies[0] > 1.0);
    for energy in energies {
        assert!(
            (energy - energies[0]).abs() < 1e-13 * energies[0],
            "{energies:?}"
        );
    }
    let potentials = [
        ByQuaternion.potential_energy(&by_place),
        ByPlace.potential_energy(&by_place),
        ByAngles.potential_energy(&by_angles),
    ];
    for potential in potentials {
        assert!(
            (potential - potentials[0]).abs() < 1e-13 * potentials[0].abs(),
            "{potentials:?}"
        );
    }
}

/// Of a unit quaternion x y z w, and no shift.
fn rotation([x, y, z, w]: [f64; 4]) -> ([[f64; 3]; 3], [f64; 3]) {
    let rows = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        [
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    (rows, [0.0; 3])
}

/// Two screws of different pitch in one robot, and one of none, which is a hinge.
#[multibody(
    joint first { screw, parent: world, child: a, axis: z, pitch: 0.1 },
    joint second { screw, parent: a, child: b, axis: x, pitch: -0.2, origin: [0.3, 0, 0] },
    body a { mass: 1, com: [0.1, 0.2, 0], inertia: diag(0.1, 0.1, 0.1) },
    body b { mass: 2, com: [0, 0.2, 0.1], inertia: diag(0.1, 0.2, 0.1) },
)]
pub struct Screws;

/// The same with screws that do not advance.
#[multibody(
    joint first { screw, parent: world, child: a, axis: z, pitch: 0 },
    joint second { screw, parent: a, child: b, axis: x, pitch: 0, origin: [0.3, 0, 0] },
    body a { mass: 1, com: [0.1, 0.2, 0], inertia: diag(0.1, 0.1, 0.1) },
    body b { mass: 2, com: [0, 0.2, 0.1], inertia: diag(0.1, 0.2, 0.1) },
)]
pub struct Still;

/// The same with hinges.
#[multibody(
    joint first { revolute, parent: world, child: a, axis: z },
    joint second { revolute, parent: a, child: b, axis: x, origin: [0.3, 0, 0] },
    body a { mass: 1, com: [0.1, 0.2, 0], inertia: diag(0.1, 0.1, 0.1) },
    body b { mass: 2, com: [0, 0.2, 0.1], inertia: diag(0.1, 0.2, 0.1) },
)]
pub struct Hinges;

#[test]
fn screws_differ_by_their_pitch_and_without_one_are_hinges() {
    check(&Screws).expect("two pitches");
    check(&Still).expect("no pitch");
    assert_eq!(Still::COSTS, Hinges::COSTS);
    let q = [0.3, -0.7];
    let hinges = Hinges.mass_matrix(&q);
    assert_eq!(Still.mass_matrix(&q), hinges);
    // Alone, a screw has M = I + m pitch^2: here b's 2 kg ride along x.
    let gained = Screws.mass_matrix(&q)[1][1] - hinges[1][1];
    assert!((gained - 0.08_f64).abs() < 1e-14, "{gained}");
}

/// A robot of a file whose root moves by three lengths and three angles, or in a plane by derivatives.
macro_rules! rooted {
    ($name:ident, $($root:tt)*) => {
        #[multibody(urdf = "robots/planar_arm.urdf", root = $($root)*, effort = none)]
        pub struct $name;
    };
}

rooted!(RootedByAngles, floating(chart = zyx));
rooted!(RootedByDerivatives, floating(rates = derivative));
rooted!(RootedInPlane, planar(rates = derivative));

#[test]
fn roots_have_the_charts_that_joints_have() {
    check(&RootedByAngles).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&RootedByDerivatives).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&RootedInPlane).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let names = RootedByAngles::JOINTS.map(|joint| (joint.name, joint.kind));
    assert_eq!(
        names[..2],
        [
            ("root_joint_1", JointKind::Prismatic),
            ("root_joint_2", JointKind::Prismatic)
        ]
    );
    assert_eq!(names[5], ("root_joint_6", JointKind::Continuous));
    assert_eq!(RootedByDerivatives::JOINTS[3].kind, JointKind::Ball);
    assert_eq!(RootedInPlane::JOINTS[2].name, "root_joint_3");
}
