//! Steps along positions have the bits of the runtime's `manifold`.

use multibody::{Chart, JointInfo, JointKind, Limits, manifold};
use multibody_codegen::Function;
use multibody_codegen::settings::Root;

use crate::compiler::{Folder, NO_CONTRACTION, OPTIMISATIONS, installed};
use crate::numbers::{Draws, Number};
use crate::robots::{CRobot, settings};
use crate::support::Robot;

/// All charts, two joints of each.
const ROBOT: &str = "gravity = [0, 0, -9.81],
    joint slider { prismatic, parent: world, child: a, axis: x }, joint hinge { revolute, parent: a, child: b, axis: y },
    joint plane { planar, parent: b, child: c, axis: z }, joint second_plane { planar, parent: c, child: d, axis: y },
    joint ball { ball, parent: d, child: e }, joint second_ball { ball, parent: e, child: f },
    joint last { revolute, parent: f, child: g, axis: x },
    joint free { floating, parent: g, child: h }, joint second_free { floating, parent: h, child: i },
    body a {}, body b {}, body c {}, body d {}, body e {}, body f {}, body g {}, body h {}, body i { mass: 1, inertia: diag(1, 1, 1) }";

/// The charts of its joints, and how many positions and rates each has.
const JOINTS: [(Chart, usize, usize); 9] = [
    (Chart::Vector, 1, 1),
    (Chart::Vector, 1, 1),
    (Chart::Planar, 3, 3),
    (Chart::Planar, 3, 3),
    (Chart::Quaternion, 4, 3),
    (Chart::Quaternion, 4, 3),
    (Chart::Vector, 1, 1),
    (Chart::Floating, 7, 6),
    (Chart::Floating, 7, 6),
];

const NQ: usize = 31;
const NV: usize = 27;
const CALLS: usize = 500;

/// Reads q, qd, h and another position, and writes what the functions make of them.
const MAIN: &str = "#include \"robot.h\"\n#include <stdio.h>\n#ifndef real\n#define real double\n#endif\n\
    int main(int count, char **words)\n{\n  static real x[31], qd[27], h, to[31], q[31], v[27];\n  \
    FILE *numbers = fopen(words[count - 1], \"rb\");\n  \
    while (fread(x, sizeof x, 1, numbers) && fread(qd, sizeof qd, 1, numbers) && fread(&h, sizeof h, 1, numbers) && \
    fread(to, sizeof to, 1, numbers)) {\n    \
    robot_normalize(x);\n    robot_normalize(to);\n    fwrite(x, sizeof x, 1, stdout);\n    \
    robot_position_rate(x, qd, q);\n    fwrite(q, sizeof q, 1, stdout);\n    \
    robot_integrate(x, qd, h, q);\n    fwrite(q, sizeof q, 1, stdout);\n    \
    robot_difference(x, to, v);\n    fwrite(v, sizeof v, 1, stdout);\n  }\n  return 0;\n}\n";

fn joints() -> Vec<JointInfo> {
    let (mut q, mut v) = (0, 0);
    let joint = |(chart, nq, nv): (Chart, usize, usize)| {
        let joint = JointInfo {
            name: "joint",
            kind: JointKind::Other("any"),
            chart,
            q,
            nq,
            v,
            nv,
            parent: None,
            link: None,
            limits: Limits::NONE,
        };
        (q, v) = (q + nq, v + nv);
        joint
    };
    JOINTS.map(joint).into()
}

fn compare<T: Number>(robot: &CRobot) {
    let (mut draws, joints) = (Draws::new(), joints());
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    // The arc tangent is that of the C library, which rounds otherwise.
    let mut is_rounded = Vec::new();
    for call in 0..CALLS {
        // From tiny steps to several turns.
        let size = [1e-9, 1e-3, 1.0, 30.0][call % 4];
        let mut numbers = |count: usize, size: f64| -> Vec<T> {
            let numbers = (0..count).map(|_| T::lit((draws.next() - 0.5) * size));
            numbers.collect()
        };
        let (mut q, mut qd) = (numbers(NQ, 4.0), numbers(NV, size));
        let (h, mut to) = (numbers(1, 2.0), numbers(NQ, 4.0));
        for list in [&q, &qd, &h, &to] {
            input.extend(list.iter().flat_map(|number| number.bytes()));
        }
        let (mut rate, mut next, mut step) = ([T::ZERO; NQ], [T::ZERO; NQ], [T::ZERO; NV]);
        manifold::normalize(&joints, &mut q, &mut qd);
        manifold::normalize(&joints, &mut to, &mut qd);
        manifold::position_rate(&joints, &q, &qd, &mut rate);
        manifold::integrate(&joints, &q, &qd, h[0], &mut next);
        manifold::difference(&joints, &q, &to, &mut step);
        expected.extend(q.into_iter().chain(rate).chain(next).chain(step));
        is_rounded.extend([false; 3 * NQ]);
        let flags = joints
            .iter()
            .map(|joint| (joint.chart, joint.nv))
            .flat_map(|(chart, nv)| vec![matches!(chart, Chart::Quaternion | Chart::Floating); nv]);
        is_rounded.extend(flags);
    }
    let folder = Folder::new(&format!("steps-{}", T::FLAGS.len()));
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("main.c", MAIN);
    folder.write("numbers", input);
    for compiler in installed() {
        for optimisation in OPTIMISATIONS {
            let words = [
                "-std=c99",
                NO_CONTRACTION,
                "main.c",
                "robot.c",
                "-lm",
                "-o",
                "main",
            ];
            folder.compile(compiler, &[optimisation, T::FLAGS, &words].concat());
            let actual: Vec<T> = T::all(&folder.run("main", "numbers"));
            assert_eq!(actual.len(), expected.len());
            let pairs = actual.into_iter().zip(&expected).zip(&is_rounded);
            for (at, ((actual, &expected), is_rounded)) in pairs.enumerate() {
                let distance: f64 = (actual - expected).into();
                let is_close = *is_rounded && distance.abs() <= T::PRECISION * 100.0;
                assert!(
                    is_close || actual.bits() == expected.bits(),
                    "{compiler} {optimisation:?}: number {at}: {}, not {}",
                    actual.bits(),
                    expected.bits()
                );
            }
        }
    }
}

#[test]
fn steps_are_those_of_the_runtime() {
    let mut settings = settings("Robot", Root::Fixed);
    settings.functions = [Function::TotalMass].into();
    settings.layout.language = multibody_codegen::internal::language::Language::C;
    let robot = CRobot::of("steps", Robot::of_tokens(ROBOT, settings));
    compare::<f64>(&robot);
    compare::<f32>(&robot);
}
