//! A robot with each type of joint, in tokens, against the numbers of `golden/tokens/joint_types.py`.

use multibody::{JointInfo, multibody};
use serde::Deserialize;

/// A planar base, a screw, a ball, a turning and a sliding joint, an endless one; beside it a free body with a
/// wheel, and a universal, a cylindrical and a translational joint.
#[multibody(
    joint base { planar, parent: world, child: cart, axis: z, origin: [0.1, 0, 0.2], rotation: rpy(0.1, -0.2, 0.3) },
    joint lift { screw, parent: cart, child: column, axis: [0, 3, 4], pitch: 0.05, origin: [0, 0.1, 0.3] },
    joint shoulder { ball, parent: column, child: arm, origin: [0, 0.3, 0.1], rotation: rpy(0.3, -0.2, 0.5) },
    joint elbow { revolute, parent: arm, child: forearm, axis: [2, 3, 6], origin: [0.4, 0.1, 0] },
    joint slide {
        prismatic, parent: forearm, child: hand, axis: [1, 4, 8], origin: [0.3, 0, 0.05], rotation: rpy(-0.4, 0.6, 0.2)
    },
    joint drill { continuous, parent: hand, child: bit, axis: z, origin: [0, 0, 0.1], rotation: rpy(-0.6, 0.4, 0.1) },
    joint root { floating, parent: world, child: puck },
    joint wheel { revolute, parent: puck, child: disc, axis: [1, 1, 0], origin: [0.05, 0.02, 0.01], rotation: rpy(0.7, 0.1, -0.3) },
    joint gimbal { universal(x, y), parent: puck, child: yoke, origin: [-0.04, 0.03, 0.02], rotation: rpy(0.2, -0.5, 0.4) },
    joint sleeve { cylindrical(z), parent: yoke, child: ram, origin: [0.02, 0, 0.06], rotation: rpy(0.5, 0.2, -0.1) },
    joint table { translation, parent: ram, child: probe, origin: [0, 0.01, 0.05], rotation: rpy(-0.3, 0.1, 0.6) },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body arm { mass: 1.5, com: [0.2, 0.03, -0.04], inertia: diag(0.004, 0.03, 0.031) },
    body forearm { mass: 0.9, com: [0.15, 0.02, 0.01], inertia: diag(0.002, 0.012, 0.013) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    body bit { mass: 0.2, com: [0.03, 0, 0.06], inertia: diag(0.0004, 0.0005, 0.0002) },
    body puck { mass: 0.5, com: [0.02, -0.01, 0.03], inertia: diag(0.001, 0.0012, 0.0008) },
    body disc { mass: 0.3, com: [0.01, 0, 0.02], inertia: diag(0.0005, 0.0004, 0.0006) },
    body yoke { mass: 0.25, com: [0.02, 0.01, 0.03], inertia: diag(0.0003, 0.0004, 0.0002) },
    body ram { mass: 0.15, com: [0.01, -0.02, 0.04], inertia: diag(0.0002, 0.0003, 0.0001) },
    body probe { mass: 0.1, com: [0.01, 0.005, -0.01], inertia: diag(0.0001, 0.00012, 0.00008) },
    gravity = [0.4, -0.3, -9.81],
    links(bit, disc, probe),
)]
struct JointTypes;

const NQ: usize = JointTypes::NQ;
const NV: usize = JointTypes::NV;

#[derive(Deserialize)]
struct Numbers {
    joints: Vec<Joint>,
    samples: Vec<Sample>,
}

/// As Pinocchio has it.
#[derive(Deserialize)]
struct Joint {
    name: String,
    idx_q: usize,
    nq: usize,
    idx_v: usize,
    nv: usize,
}

#[derive(Deserialize)]
struct Sample {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    tau: Vec<f64>,
    #[serde(rename = "M")]
    mass_matrix: Vec<Vec<f64>>,
    #[serde(rename = "Minv")]
    inverse: Vec<Vec<f64>>,
    nle: Vec<f64>,
    g: Vec<f64>,
    rnea: Vec<f64>,
    aba: Vec<f64>,
    kinetic: f64,
    poses: std::collections::BTreeMap<String, Pose>,
}

#[derive(Deserialize)]
struct Pose {
    #[serde(rename = "R")]
    rotation: [[f64; 3]; 3],
    p: [f64; 3],
}

/// Our joint; the first, if Pinocchio has one for several motions, which are joints `gimbal_1` and `gimbal_2` here.
fn our_joint(theirs: &Joint) -> &'static JointInfo {
    let mut joints = JointTypes::JOINTS.iter();
    let joint = joints.find(|ours| ours.name.trim_end_matches("_1") == theirs.name);
    joint.expect("the same joints")
}

/// Ours in Pinocchio's numbers: endless angles and that of a plane are cosine and sine there.
fn positions(joints: &[Joint], q: &[f64]) -> [f64; NQ] {
    let mut ours = [0.0; NQ];
    for joint in joints {
        let theirs = &q[joint.idx_q..][..joint.nq];
        let start = our_joint(joint).q;
        match *theirs {
            [cos, sin] if joint.nv == 1 => ours[start] = f64::atan2(sin, cos),
            [x, y, cos, sin] if joint.nv == 3 && joint.name == "base" => {
                ours[start..start + 3].copy_from_slice(&[x, y, f64::atan2(sin, cos)]);
            }
            _ => ours[start..start + joint.nq].copy_from_slice(theirs),
        }
    }
    ours
}

/// What differs by more than `scale * 1e-12` times the largest entry.
fn compare(subject: &str, actual: &[f64], expected: &[f64], scale: f64) {
    assert_eq!(actual.len(), expected.len(), "{subject}");
    let largest = expected.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
    for (i, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-12 * scale * largest,
            "{subject}[{i}]: {actual:e}, by Pinocchio {expected:e}"
        );
    }
}

/// The largest sum of absolute values in a row.
fn norm(rows: &[Vec<f64>]) -> f64 {
    let sums = rows.iter().map(|row| row.iter().map(|x| x.abs()).sum());
    sums.fold(0.0, f64::max)
}

#[test]
fn each_type_of_joint_agrees_with_the_golden_data() {
    let text = include_str!("../../golden/tokens/joint_types.json");
    let numbers: Numbers = serde_json::from_str(text).expect("golden data");
    for theirs in &numbers.joints {
        assert_eq!(our_joint(theirs).v, theirs.idx_v, "{}", theirs.name);
    }
    assert_eq!(numbers.samples.len(), 8);
    for sample in &numbers.samples {
        let array = |values: &[f64]| -> [f64; NV] { values.try_into().expect("NV entries") };
        let q = positions(&numbers.joints, &sample.q);
        let (v, a, tau) = (array(&sample.v), array(&sample.a), array(&sample.tau));
        let robot = JointTypes;
        let condition = norm(&sample.mass_matrix) * norm(&sample.inverse);
        let flat = |rows: &[Vec<f64>]| rows.concat();
        compare(
            "M",
            robot.mass_matrix(&q).as_flattened(),
            &flat(&sample.mass_matrix),
            1.0,
        );
        compare(
            "inverse of M",
            robot.mass_matrix_inverse(&q).as_flattened(),
            &flat(&sample.inverse),
            condition,
        );
        compare("bias", &robot.bias(&q, &v), &sample.nle, 1.0);
        compare("gravity", &robot.gravity(&q), &sample.g, 1.0);
        compare(
            "inverse dynamics",
            &robot.inverse_dynamics(&q, &v, &a),
            &sample.rnea,
            1.0,
        );
        compare(
            "forward dynamics",
            &robot.forward_dynamics(&q, &v, &tau),
            &sample.aba,
            condition,
        );
        compare(
            "kinetic energy",
            &[robot.kinetic_energy(&q, &v)],
            &[sample.kinetic],
            1.0,
        );
        for (link, (rotation, position)) in [
            ("bit", robot.pose_of_bit(&q)),
            ("disc", robot.pose_of_disc(&q)),
            ("probe", robot.pose_of_probe(&q)),
        ] {
            let pose = &sample.poses[link];
            compare(
                link,
                rotation.as_flattened(),
                pose.rotation.as_flattened(),
                1.0,
            );
            compare(link, &position, &pose.p, 1.0);
        }
    }
}
