//! Small robots, and arms of six joints.

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::examination::examine;
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::lower::lower;
use multibody_codegen::internal::{check, source};
use multibody_codegen::{Settings, Source};

/// A quarter turn, as descriptions write it.
const TURN: &str = "1.5707963267948966";
/// The same the other way round.
const BACK: &str = "-1.5707963267948966";

/// A robot as read.
pub fn read(text: &str) -> ExaminedSystem {
    let source = Source::new("robot.urdf", text);
    let mut faults = Faults::new();
    let model = source::urdf(&source, &mut faults).expect("it can be read");
    let structure = check::check(&model, &mut faults).expect("it is sound");
    let system = lower(&model, &structure, &Settings::default(), &mut faults);
    let _ = faults.finish();
    examine(system.expect("it can be built"))
}

/// A link: name, mass, centre of mass, inertia (xx xy xz yy yz zz).
fn link(name: &str, mass: &str, com: &str, inertia: [&str; 6]) -> String {
    let [xx, xy, xz, yy, yz, zz] = inertia;
    format!(
        r#"<link name="{name}"><inertial><origin xyz="{com}"/><mass value="{mass}"/>
<inertia ixx="{xx}" ixy="{xy}" ixz="{xz}" iyy="{yy}" iyz="{yz}" izz="{zz}"/></inertial></link>
"#
    )
}

/// A joint: name, type, links, place of its frame, roll, axis.
fn joint(
    name: &str,
    kind: &str,
    [parent, child]: [&str; 2],
    xyz: &str,
    roll: &str,
    axis: &str,
) -> String {
    format!(
        r#"<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="{xyz}" rpy="{roll} 0 0"/><axis xyz="{axis}"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
"#
    )
}

fn robot(parts: &[String]) -> String {
    let parts = parts.concat();
    format!("<robot name=\"robot\"><link name=\"base\"/>\n{parts}</robot>")
}

const SLIM: [&str; 6] = ["0.02", "0", "0", "0.03", "0", "0.015"];
const FULL: [&str; 6] = ["0.02", "0.001", "0.002", "0.03", "0.003", "0.025"];
const X: &str = "1 0 0";
const Y: &str = "0 1 0";
const Z: &str = "0 0 1";

/// Two links in a plane.
pub fn double_pendulum() -> String {
    robot(&[
        link("upper", "1.2", "0 0 -0.25", SLIM),
        link("lower", "0.8", "0 0 -0.2", SLIM),
        joint("j1", "continuous", ["base", "upper"], "0 0 1", "0", Y),
        joint("j2", "continuous", ["upper", "lower"], "0 0 -0.5", "0", Y),
    ])
}

/// A head on a turning post, the axes not meeting.
pub fn pan_tilt() -> String {
    robot(&[
        link("post", "2", "0.01 0 0.1", FULL),
        link("head", "0.9", "0.03 0.01 0.15", FULL),
        joint("pan", "revolute", ["base", "post"], "0 0 0.3", "0", Z),
        joint("tilt", "revolute", ["post", "head"], "0.05 0.1 0.2", "0", Y),
    ])
}

/// A pole on a cart.
pub fn cart_pole() -> String {
    robot(&[
        link("cart", "2", "0 0 0", SLIM),
        link("pole", "0.3", "0 0 0.35", SLIM),
        joint("rail", "prismatic", ["base", "cart"], "0 0 0", "0", X),
        joint("hinge", "continuous", ["cart", "pole"], "0 0 0.1", "0", Y),
    ])
}

/// Waist, shoulder and elbow; shoulder and elbow are parallel.
pub fn elbow_arm() -> String {
    robot(&[
        link("waist", "2", "0.01 0 0.1", FULL),
        link("upper", "1.5", "0.04 0.02 0.2", FULL),
        link("fore", "0.9", "0.03 0.01 0.15", FULL),
        joint("j1", "revolute", ["base", "waist"], "0 0 0.3", "0", Z),
        joint("j2", "revolute", ["waist", "upper"], "0.05 0 0.2", "0", Y),
        joint("j3", "revolute", ["upper", "fore"], "0 0.02 0.4", "0", Y),
    ])
}

/// Three axes along three directions.
pub fn spatial_arm() -> String {
    robot(&[
        link("first", "2", "0.01 0.03 0.1", FULL),
        link("second", "1.5", "0.04 0.02 0.2", FULL),
        link("third", "0.9", "0.03 0.01 0.15", FULL),
        joint("j1", "revolute", ["base", "first"], "0 0 0.3", "0", Z),
        joint(
            "j2",
            "revolute",
            ["first", "second"],
            "0.05 0.1 0.2",
            "0",
            Y,
        ),
        joint(
            "j3",
            "revolute",
            ["second", "third"],
            "0.3 0.02 0.4",
            "0",
            X,
        ),
    ])
}

/// Turns, slides, turns.
pub fn turn_slide_turn() -> String {
    robot(&[
        link("post", "2", "0.01 0 0.1", FULL),
        link("boom", "1.5", "0.04 0.02 0.2", FULL),
        link("tip", "0.9", "0.03 0.01 0.15", FULL),
        joint("j1", "revolute", ["base", "post"], "0 0 0.3", "0", Z),
        joint("j2", "prismatic", ["post", "boom"], "0.05 0 0.2", "0", X),
        joint("j3", "revolute", ["boom", "tip"], "0.3 0.02 0", "0", Y),
    ])
}

/// A wrist with two fingers, one of which mimics the other.
pub fn gripper() -> String {
    let text = robot(&[
        link("palm", "1", "0 0.01 0.05", FULL),
        link("left", "0.1", "0.01 0.01 0.03", FULL),
        link("right", "0.1", "0.01 -0.01 0.03", FULL),
        joint("j1", "revolute", ["base", "palm"], "0 0 0", "0", Y),
        joint("j2", "revolute", ["palm", "left"], "0 0.03 0.1", "0", X),
        joint("j3", "revolute", ["palm", "right"], "0 -0.03 0.1", "0", X),
    ]);
    let mimic = r#"<mimic joint="j2" multiplier="-1" offset="0.4"/></joint></robot>"#;
    text.replace("</joint>\n</robot>", mimic)
}

/// Six joints: waist, two parallel axes, and a wrist whose axes meet.
pub fn wrist_arm() -> String {
    robot(&[
        link("l1", "4", "0 -0.05 0", SLIM),
        link("l2", "8", "0.2 0 0.1", SLIM),
        link("l3", "3", "0 -0.1 0.02", SLIM),
        link("l4", "1", "0 0.05 0", SLIM),
        link("l5", "1", "0 -0.02 0", SLIM),
        link("l6", "0.5", "0.01 0 0.03", FULL),
        joint("j1", "revolute", ["base", "l1"], "0 0 0.6", "0", Z),
        joint("j2", "revolute", ["l1", "l2"], "0 0.1 0", BACK, Z),
        joint("j3", "revolute", ["l2", "l3"], "0.4 0 0.1", "0", Z),
        joint("j4", "revolute", ["l3", "l4"], "0.02 -0.4 0", TURN, Z),
        joint("j5", "revolute", ["l4", "l5"], "0 0 0", BACK, Z),
        joint("j6", "revolute", ["l5", "l6"], "0 0 0", TURN, Z),
    ])
}

/// Six joints, three of them parallel, the wrist's axes apart.
pub fn parallel_arm() -> String {
    robot(&[
        link("l1", "4", "0 0.02 0.01", SLIM),
        link("l2", "8", "-0.2 0 0.1", SLIM),
        link("l3", "3", "-0.2 0 0.01", SLIM),
        link("l4", "1", "0 -0.01 0.02", SLIM),
        link("l5", "1", "0 0.01 0.02", SLIM),
        link("l6", "0.5", "0 0 -0.03", SLIM),
        joint("j1", "revolute", ["base", "l1"], "0 0 0.1", "0", Z),
        joint("j2", "revolute", ["l1", "l2"], "0 0 0", TURN, Z),
        joint("j3", "revolute", ["l2", "l3"], "-0.4 0 0", "0", Z),
        joint("j4", "revolute", ["l3", "l4"], "-0.4 0 0.1", "0", Z),
        joint("j5", "revolute", ["l4", "l5"], "0 -0.1 0", TURN, Z),
        joint("j6", "revolute", ["l5", "l6"], "0 0.08 0", BACK, Z),
    ])
}
