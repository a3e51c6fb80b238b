//! Operation counts do not depend on how a system is described: two pendulums in the forms that the guide lists.

use multibody_codegen::settings::Idea;
use multibody_codegen::{Count, Function, Settings};

use crate::support::robot::source;
use crate::support::{Derived, Robot};

const FUNCTIONS: [Function; 10] = [
    Function::MassMatrix,
    Function::CoriolisMatrix,
    Function::Coriolis,
    Function::Gravity,
    Function::Bias,
    Function::InverseDynamics,
    Function::ForwardDynamics,
    Function::MassMatrixInverse,
    Function::KineticEnergy,
    Function::PotentialEnergy,
];

/// A way to write a system: its name, a file, and the tokens on the struct.
struct Written {
    route: &'static str,
    file: Option<&'static str>,
    items: &'static str,
}

const fn tokens(route: &'static str, items: &'static str) -> Written {
    let file = None;
    Written { route, file, items }
}

const fn beside(route: &'static str, file: &'static str, items: &'static str) -> Written {
    let file = Some(file);
    Written { route, file, items }
}

/// Two point masses on rods, each rod by its angle from the vertical, a and c, and its azimuth, b and d.
const DOUBLE_SPHERICAL: &[Written] = &[
    tokens(
        "energies",
        "coordinates = [a, b, c, d],
        kinetic = a_dot.powi(2) + (sin(a) * b_dot).powi(2) + 0.224 * (c_dot.powi(2) + (sin(c) * d_dot).powi(2))
            + 0.56 * (a_dot * c_dot * (cos(a) * cos(c) * cos(b - d) + sin(a) * sin(c))
                + b_dot * d_dot * sin(a) * sin(c) * cos(b - d)
                + a_dot * d_dot * cos(a) * sin(c) * sin(b - d)
                - b_dot * c_dot * sin(a) * cos(c) * sin(b - d)),
        potential = -9.81 * (2 * cos(a) + 0.56 * cos(c))",
    ),
    tokens(
        "energies, by velocities",
        "coordinates = [a, b, c, d],
        let ux = cos(a) * cos(b) * a_dot - sin(a) * sin(b) * b_dot;
        let uy = cos(a) * sin(b) * a_dot + sin(a) * cos(b) * b_dot;
        let uz = sin(a) * a_dot;
        let vx = ux + 0.8 * (cos(c) * cos(d) * c_dot - sin(c) * sin(d) * d_dot);
        let vy = uy + 0.8 * (cos(c) * sin(d) * c_dot + sin(c) * cos(d) * d_dot);
        let vz = uz + 0.8 * sin(c) * c_dot;
        kinetic = 1.3 / 2 * (ux.powi(2) + uy.powi(2) + uz.powi(2)),
        kinetic = 0.7 / 2 * (vx.powi(2) + vy.powi(2) + vz.powi(2)),
        potential = -9.81 * (1.3 * cos(a) + 0.7 * (cos(a) + 0.8 * cos(c)))",
    ),
    tokens(
        "particles",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c, d],
        particle one { mass: 1.3, position: [sin(a) * cos(b), sin(a) * sin(b), -cos(a)] },
        particle two { mass: 0.7, position: [
            sin(a) * cos(b) + 0.8 * sin(c) * cos(d),
            sin(a) * sin(b) + 0.8 * sin(c) * sin(d),
            -cos(a) - 0.8 * cos(c),
        ] }",
    ),
    tokens(
        "particles, by definitions",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c, d],
        let x = sin(a) * cos(b);
        let y = sin(a) * sin(b);
        let z = -cos(a);
        let s = 0.8 * sin(c);
        particle one { mass: 1.3, position: [x, y, z] },
        particle two { mass: 0.7, position: [x + s * cos(d), y + s * sin(d), z - 0.8 * cos(c)] }",
    ),
    tokens(
        "rigid",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c, d],
        let x = sin(a) * cos(b);
        let y = sin(a) * sin(b);
        rigid one { mass: 1.3, inertia: diag(0, 0, 0), position: [x, y, -cos(a)], orientation: zyx(b, -a, 0) },
        rigid two {
            mass: 0.7,
            inertia: diag(0, 0, 0),
            position: [x + 0.8 * sin(c) * cos(d), y + 0.8 * sin(c) * sin(d), -cos(a) - 0.8 * cos(c)],
            orientation: zyx(d, -c, 0),
        }",
    ),
    tokens(
        "a joint and a particle",
        "gravity = [0, 0, -9.81],
        joint rod { motions: [b: revolute(z), a: revolute(-y)], parent: world, child: one },
        body one { mass: 1.3, com: [0, 0, -1] },
        coordinates = [c, d],
        particle two { mass: 0.7, position: [
            sin(a) * cos(b) + 0.8 * sin(c) * cos(d),
            sin(a) * sin(b) + 0.8 * sin(c) * sin(d),
            -cos(a) - 0.8 * cos(c),
        ] }",
    ),
    beside(
        "a file and a particle",
        r#"<robot name="pendulum"><link name="world"/><link name="between"/>
        <link name="one"><inertial><origin xyz="0 0 -1"/><mass value="1.3"/>
          <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
        <joint name="b" type="continuous"><parent link="world"/><child link="between"/><axis xyz="0 0 1"/></joint>
        <joint name="a" type="continuous"><parent link="between"/><child link="one"/><axis xyz="0 -1 0"/></joint>
        </robot>"#,
        "coordinates = [c, d],
        particle two { mass: 0.7, position: [
            sin(a) * cos(b) + 0.8 * sin(c) * cos(d),
            sin(a) * sin(b) + 0.8 * sin(c) * sin(d),
            -cos(a) - 0.8 * cos(c),
        ] }",
    ),
];

/// Three rods in a plane, each by its angle from the one before.
const TRIPLE_RELATIVE: &[Written] = &[
    tokens(
        "joints",
        "gravity = [0, 0, -9.81], 
        joint a { revolute, parent: world, child: upper, axis: y },
        joint b { revolute, parent: upper, child: middle, axis: y, origin: [0, 0, -1] },
        joint c { revolute, parent: middle, child: lower, axis: y, origin: [0, 0, -0.8] },
        body upper { mass: 1.3, com: [0, 0, -0.5], inertia: diag(0.11, 0.11, 0) },
        body middle { mass: 0.9, com: [0, 0, -0.4], inertia: diag(0.05, 0.05, 0) },
        body lower { mass: 0.7, com: [0, 0, -0.3], inertia: diag(0.02, 0.02, 0) }",
    ),
    beside(
        "a file",
        r#"<robot name="pendulum"><link name="world"/>
        <link name="upper"><inertial><origin xyz="0 0 -0.5"/><mass value="1.3"/>
          <inertia ixx="0.11" ixy="0" ixz="0" iyy="0.11" iyz="0" izz="0"/></inertial></link>
        <link name="middle"><inertial><origin xyz="0 0 -0.4"/><mass value="0.9"/>
          <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0"/></inertial></link>
        <joint name="a" type="continuous"><origin xyz="0 0 0"/><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint>
        <joint name="b" type="continuous"><origin xyz="0 0 -1"/><parent link="upper"/><child link="middle"/><axis xyz="0 1 0"/></joint>
        <link name="lower"><inertial><origin xyz="0 0 -0.3"/><mass value="0.7"/>
          <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0"/></inertial></link>
        <joint name="c" type="continuous"><origin xyz="0 0 -0.8"/><parent link="middle"/><child link="lower"/><axis xyz="0 1 0"/></joint>
        </robot>"#,
        "",
    ),
    tokens(
        "joints and a rigid body",
        "gravity = [0, 0, -9.81], 
        joint a { revolute, parent: world, child: upper, axis: y },
        joint b { revolute, parent: upper, child: middle, axis: y, origin: [0, 0, -1] },
        body upper { mass: 1.3, com: [0, 0, -0.5], inertia: diag(0.11, 0.11, 0) },
        body middle { mass: 0.9, com: [0, 0, -0.4], inertia: diag(0.05, 0.05, 0) },
        coordinates = [c],
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: yxz(a + b + c, 0, 0),
            position: [-sin(a) - 0.8 * sin(a + b) - 0.3 * sin(a + b + c), 0, -cos(a) - 0.8 * cos(a + b) - 0.3 * cos(a + b + c)],
        }",
    ),
    beside(
        "a file and a rigid body",
        r#"<robot name="pendulum"><link name="world"/>
        <link name="upper"><inertial><origin xyz="0 0 -0.5"/><mass value="1.3"/>
          <inertia ixx="0.11" ixy="0" ixz="0" iyy="0.11" iyz="0" izz="0"/></inertial></link>
        <link name="middle"><inertial><origin xyz="0 0 -0.4"/><mass value="0.9"/>
          <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0"/></inertial></link>
        <joint name="a" type="continuous"><origin xyz="0 0 0"/><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint>
        <joint name="b" type="continuous"><origin xyz="0 0 -1"/><parent link="upper"/><child link="middle"/><axis xyz="0 1 0"/></joint>
        </robot>"#,
        "coordinates = [c],
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: yxz(a + b + c, 0, 0),
            position: [-sin(a) - 0.8 * sin(a + b) - 0.3 * sin(a + b + c), 0, -cos(a) - 0.8 * cos(a + b) - 0.3 * cos(a + b + c)],
        }",
    ),
    tokens(
        "rigid, by turns",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: yxz(a, 0, 0),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: yxz(a + b, 0, 0),
            position: [-sin(a) - 0.4 * sin(a + b), 0, -cos(a) - 0.4 * cos(a + b)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: yxz(a + b + c, 0, 0),
            position: [-sin(a) - 0.8 * sin(a + b) - 0.3 * sin(a + b + c), 0, -cos(a) - 0.8 * cos(a + b) - 0.3 * cos(a + b + c)],
        }",
    ),
    tokens(
        "rigid, by three rows",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        let d = a + b;
        let e = d + c;
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: [[cos(a), 0, sin(a)], [0, 1, 0], [-sin(a), 0, cos(a)]],
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: [[cos(d), 0, sin(d)], [0, 1, 0], [-sin(d), 0, cos(d)]],
            position: [-sin(a) - 0.4 * sin(d), 0, -cos(a) - 0.4 * cos(d)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: [[cos(e), 0, sin(e)], [0, 1, 0], [-sin(e), 0, cos(e)]],
            position: [-sin(a) - 0.8 * sin(d) - 0.3 * sin(e), 0, -cos(a) - 0.8 * cos(d) - 0.3 * cos(e)],
        }",
    ),
    tokens(
        "rigid, by quaternions",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        let d = a + b;
        let e = d + c;
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: quat_xyzw([0, sin(a / 2), 0, cos(a / 2)]),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: quat_xyzw([0, sin(d / 2), 0, cos(d / 2)]),
            position: [-sin(a) - 0.4 * sin(d), 0, -cos(a) - 0.4 * cos(d)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: quat_xyzw([0, sin(e / 2), 0, cos(e / 2)]),
            position: [-sin(a) - 0.8 * sin(d) - 0.3 * sin(e), 0, -cos(a) - 0.8 * cos(d) - 0.3 * cos(e)],
        }",
    ),
    tokens(
        "rigid, by rotation vectors",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        let d = a + b;
        let e = d + c;
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: exponential([0, a, 0]),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: exponential([0, d, 0]),
            position: [-sin(a) - 0.4 * sin(d), 0, -cos(a) - 0.4 * cos(d)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: exponential([0, e, 0]),
            position: [-sin(a) - 0.8 * sin(d) - 0.3 * sin(e), 0, -cos(a) - 0.8 * cos(d) - 0.3 * cos(e)],
        }",
    ),
    tokens(
        "particles and energies",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        particle upper { mass: 1.3, position: [-0.5 * sin(a), 0, -0.5 * cos(a)] },
        particle middle { mass: 0.9, position: [-sin(a) - 0.4 * sin(a + b), 0, -cos(a) - 0.4 * cos(a + b)] },
        particle lower {
            mass: 0.7,
            position: [-sin(a) - 0.8 * sin(a + b) - 0.3 * sin(a + b + c), 0, -cos(a) - 0.8 * cos(a + b) - 0.3 * cos(a + b + c)],
        },
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * (a_dot + b_dot).powi(2) + 0.01 * (a_dot + b_dot + c_dot).powi(2)",
    ),
    tokens(
        "energies",
        "coordinates = [a, b, c],
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * (a_dot + b_dot).powi(2) + 0.01 * (a_dot + b_dot + c_dot).powi(2) + 0.1625 * a_dot.powi(2)
            + 0.45 * (a_dot.powi(2) + 0.16 * (a_dot + b_dot).powi(2) + 0.8 * a_dot * (a_dot + b_dot) * cos(b))
            + 0.35 * (a_dot.powi(2) + 0.64 * (a_dot + b_dot).powi(2) + 0.09 * (a_dot + b_dot + c_dot).powi(2)
                + 1.6 * a_dot * (a_dot + b_dot) * cos(b) + 0.6 * a_dot * (a_dot + b_dot + c_dot) * cos(b + c) + 0.48 * (a_dot + b_dot) * (a_dot + b_dot + c_dot) * cos(c)),
        potential = -9.81 * (2.25 * cos(a) + 0.92 * cos(a + b) + 0.21 * cos(a + b + c))",
    ),
    tokens(
        "energies, by velocities",
        "coordinates = [a, b, c],
        let x = cos(a) * a_dot + 0.8 * cos(a + b) * (a_dot + b_dot);
        let z = sin(a) * a_dot + 0.8 * sin(a + b) * (a_dot + b_dot);
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * (a_dot + b_dot).powi(2) + 0.01 * (a_dot + b_dot + c_dot).powi(2) + 0.1625 * a_dot.powi(2),
        kinetic = 0.45 * ((cos(a) * a_dot + 0.4 * cos(a + b) * (a_dot + b_dot)).powi(2) + (sin(a) * a_dot + 0.4 * sin(a + b) * (a_dot + b_dot)).powi(2)),
        kinetic = 0.35 * ((x + 0.3 * cos(a + b + c) * (a_dot + b_dot + c_dot)).powi(2) + (z + 0.3 * sin(a + b + c) * (a_dot + b_dot + c_dot)).powi(2)),
        potential = -9.81 * (0.65 * cos(a) + 0.9 * (cos(a) + 0.4 * cos(a + b)) + 0.7 * (cos(a) + 0.8 * cos(a + b) + 0.3 * cos(a + b + c)))",
    ),
];

/// The same, each by its angle from the vertical.
const TRIPLE_ABSOLUTE: &[Written] = &[
    tokens(
        "rigid, by turns",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: yxz(a, 0, 0),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: yxz(b, 0, 0),
            position: [-sin(a) - 0.4 * sin(b), 0, -cos(a) - 0.4 * cos(b)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: yxz(c, 0, 0),
            position: [-sin(a) - 0.8 * sin(b) - 0.3 * sin(c), 0, -cos(a) - 0.8 * cos(b) - 0.3 * cos(c)],
        }",
    ),
    tokens(
        "rigid, by quaternions",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: quat_xyzw([0, sin(a / 2), 0, cos(a / 2)]),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: quat_xyzw([0, sin(b / 2), 0, cos(b / 2)]),
            position: [-sin(a) - 0.4 * sin(b), 0, -cos(a) - 0.4 * cos(b)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: quat_xyzw([0, sin(c / 2), 0, cos(c / 2)]),
            position: [-sin(a) - 0.8 * sin(b) - 0.3 * sin(c), 0, -cos(a) - 0.8 * cos(b) - 0.3 * cos(c)],
        }",
    ),
    tokens(
        "rigid, by rotation vectors",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        rigid upper {
            mass: 1.3, inertia: diag(0.11, 0.11, 0), orientation: exponential([0, a, 0]),
            position: [-0.5 * sin(a), 0, -0.5 * cos(a)],
        },
        rigid middle {
            mass: 0.9, inertia: diag(0.05, 0.05, 0), orientation: exponential([0, b, 0]),
            position: [-sin(a) - 0.4 * sin(b), 0, -cos(a) - 0.4 * cos(b)],
        },
        rigid lower {
            mass: 0.7, inertia: diag(0.02, 0.02, 0), orientation: exponential([0, c, 0]),
            position: [-sin(a) - 0.8 * sin(b) - 0.3 * sin(c), 0, -cos(a) - 0.8 * cos(b) - 0.3 * cos(c)],
        }",
    ),
    tokens(
        "particles and energies",
        "gravity = [0, 0, -9.81], coordinates = [a, b, c],
        particle upper { mass: 1.3, position: [-0.5 * sin(a), 0, -0.5 * cos(a)] },
        particle middle { mass: 0.9, position: [-sin(a) - 0.4 * sin(b), 0, -cos(a) - 0.4 * cos(b)] },
        particle lower {
            mass: 0.7,
            position: [-sin(a) - 0.8 * sin(b) - 0.3 * sin(c), 0, -cos(a) - 0.8 * cos(b) - 0.3 * cos(c)],
        },
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * b_dot.powi(2) + 0.01 * c_dot.powi(2)",
    ),
    tokens(
        "energies",
        "coordinates = [a, b, c],
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * b_dot.powi(2) + 0.01 * c_dot.powi(2) + 0.1625 * a_dot.powi(2)
            + 0.45 * (a_dot.powi(2) + 0.16 * b_dot.powi(2) + 0.8 * a_dot * b_dot * cos(a - b))
            + 0.35 * (a_dot.powi(2) + 0.64 * b_dot.powi(2) + 0.09 * c_dot.powi(2)
                + 1.6 * a_dot * b_dot * cos(a - b) + 0.6 * a_dot * c_dot * cos(a - c) + 0.48 * b_dot * c_dot * cos(b - c)),
        potential = -9.81 * (2.25 * cos(a) + 0.92 * cos(b) + 0.21 * cos(c))",
    ),
    tokens(
        "energies, by velocities",
        "coordinates = [a, b, c],
        let x = cos(a) * a_dot + 0.8 * cos(b) * b_dot;
        let z = sin(a) * a_dot + 0.8 * sin(b) * b_dot;
        kinetic = 0.055 * a_dot.powi(2) + 0.025 * b_dot.powi(2) + 0.01 * c_dot.powi(2) + 0.1625 * a_dot.powi(2),
        kinetic = 0.45 * ((cos(a) * a_dot + 0.4 * cos(b) * b_dot).powi(2) + (sin(a) * a_dot + 0.4 * sin(b) * b_dot).powi(2)),
        kinetic = 0.35 * ((x + 0.3 * cos(c) * c_dot).powi(2) + (z + 0.3 * sin(c) * c_dot).powi(2)),
        potential = -9.81 * (0.65 * cos(a) + 0.9 * (cos(a) + 0.4 * cos(b)) + 0.7 * (cos(a) + 0.8 * cos(b) + 0.3 * cos(c)))",
    ),
];

fn derive(written: &Written) -> Derived {
    derive_without(written, Vec::new())
}

fn derive_without(written: &Written, without: Vec<Idea>) -> Derived {
    let settings = Settings {
        functions: FUNCTIONS.into(),
        without,
        ..Settings::default()
    };
    let robot = match written.file {
        Some(file) => Robot::of_both(&source(file), written.items, settings),
        None => Robot::of_tokens(written.items, settings),
    };
    robot.derive()
}

/// In each way, each function takes at most a tenth more than in the way in which it takes least.
fn assert_alike(descriptions: &[Written]) {
    let robot: Vec<Derived> = descriptions.iter().map(derive).collect();
    let mut dearer = Vec::new();
    for function in FUNCTIONS {
        let counts = robot.iter().map(|robot| Count::of(robot.program(function)));
        let counts: Vec<Count> = counts.collect();
        let figures: Vec<String> = counts
            .iter()
            .map(|count| format!("{}+{}", count.mul_add(), count.sincos))
            .collect();
        println!("{function}: {}", figures.join(" "));
        for figure in [Count::mul_add, Count::weight] {
            let least = counts
                .iter()
                .map(figure)
                .min()
                .expect("there are descriptions");
            let over = counts
                .iter()
                .zip(descriptions)
                .filter(|(count, _)| 10 * figure(count) > 11 * least);
            dearer.extend(over.map(|(count, written)| {
                format!("{function}, {}: {count}, least {least}", written.route)
            }));
        }
    }
    assert!(dearer.is_empty(), "{dearer:#?}");
    robot.iter().for_each(Derived::assert_proved);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_double_spherical_pendulum_costs_the_same_in_all_descriptions() {
    assert_alike(DOUBLE_SPHERICAL);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_triple_pendulum_costs_the_same_in_all_descriptions() {
    assert_alike(TRIPLE_RELATIVE);
    assert_alike(TRIPLE_ABSOLUTE);
}

/// The second rod's angles relative to the first, which joints have.
const DOUBLE_SPHERICAL_RELATIVE: [Written; 4] = [
    tokens(
        "joints",
        "gravity = [0, 0, -9.81],
        joint upper { universal(z, -y), parent: world, child: one },
        joint lower { universal(z, -y), parent: one, child: two, origin: [0, 0, -1] },
        body one { mass: 1.3, com: [0, 0, -1] },
        body two { mass: 0.7, com: [0, 0, -0.8] }",
    ),
    tokens(
        "particles",
        "gravity = [0, 0, -9.81], coordinates = [b, a, d, c],
        let u = 0.8 * sin(c) * cos(d);
        let v = 0.8 * sin(c) * sin(d);
        let w = -1 - 0.8 * cos(c);
        let r = cos(a) * u - sin(a) * w;
        particle one { mass: 1.3, position: [sin(a) * cos(b), sin(a) * sin(b), -cos(a)] },
        particle two { mass: 0.7, position: [
            cos(b) * r - sin(b) * v,
            sin(b) * r + cos(b) * v,
            sin(a) * u + cos(a) * w,
        ] }",
    ),
    tokens(
        "joints and a particle",
        "gravity = [0, 0, -9.81],
        joint b { continuous, parent: world, child: between, axis: z },
        joint a { continuous, parent: between, child: one, axis: -y },
        body between { mass: 0 },
        body one { mass: 1.3, com: [0, 0, -1] },
        coordinates = [d, c],
        let u = 0.8 * sin(c) * cos(d);
        let v = 0.8 * sin(c) * sin(d);
        let w = -1 - 0.8 * cos(c);
        let r = cos(a) * u - sin(a) * w;
        particle two { mass: 0.7, position: [
            cos(b) * r - sin(b) * v,
            sin(b) * r + cos(b) * v,
            sin(a) * u + cos(a) * w,
        ] }",
    ),
    tokens(
        "energies, by velocities",
        "coordinates = [b, a, d, c],
        let u = 0.8 * sin(c) * cos(d);
        let v = 0.8 * sin(c) * sin(d);
        let w = -1 - 0.8 * cos(c);
        let r = cos(a) * u - sin(a) * w;
        let z = sin(a) * u + cos(a) * w;
        let ud = 0.8 * (cos(c) * cos(d) * c_dot - sin(c) * sin(d) * d_dot);
        let vd = 0.8 * (cos(c) * sin(d) * c_dot + sin(c) * cos(d) * d_dot);
        let wd = 0.8 * sin(c) * c_dot;
        let rd = cos(a) * ud - sin(a) * wd - z * a_dot;
        let zd = sin(a) * ud + cos(a) * wd + r * a_dot;
        kinetic = 1.3 / 2 * (a_dot.powi(2) + (sin(a) * b_dot).powi(2)),
        kinetic = 0.7 / 2 * ((rd - v * b_dot).powi(2) + (r * b_dot + vd).powi(2) + zd.powi(2)),
        potential = 9.81 * (0.7 * z - 1.3 * cos(a))",
    ),
];

/// Of nested rotations joints have recursions in the axes of links. By particles, no function takes more than a tenth more
/// operations than by joints. Energies do not show joints: what depends on rates takes more. The guide says so, and how much.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn nested_rotations_cost_by_particles_what_they_cost_by_joints() {
    let counts = |robot: Derived| {
        robot.assert_proved();
        FUNCTIONS.map(|function| Count::of(robot.program(function)).mul_add())
    };
    let written = DOUBLE_SPHERICAL_RELATIVE.each_ref();
    let [joints, particles, pair, energies] = written.map(|written| counts(derive(written)));
    let idea = vec![Idea::JointsOfExpressions];
    let unrecognised = counts(derive_without(written[1], idea));
    assert_eq!(unrecognised, [34, 141, 139, 12, 147, 177, 226, 79, 45, 6]);
    assert_eq!(joints, [33, 158, 85, 12, 94, 101, 144, 78, 27, 7]);
    assert_eq!(particles, [33, 141, 85, 12, 94, 101, 144, 78, 27, 6]);
    let dearer = |of: [usize; 10]| {
        let tenths = joints.iter().zip(of).map(|(joints, of)| 10 * of / joints);
        tenths.max().expect("there are functions")
    };
    assert_eq!(pair, [33, 141, 85, 12, 94, 101, 144, 79, 27, 6]);
    assert_eq!(energies, [34, 141, 139, 12, 147, 191, 226, 79, 45, 6]);
    assert_eq!(dearer(particles), 10);
    assert_eq!(dearer(energies), 18, "1.9 in runtime/guide/expressions.md");
}
