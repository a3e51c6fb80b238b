//! Drawings in text: the tree of bodies and the pattern of a matrix.

use std::fmt::Write;

use crate::ir::Program;
use crate::mechanism::Mechanism;

/// The tree of links and joints.
#[must_use]
pub fn tree(mechanism: &Mechanism) -> String {
    let mut text = String::from("world\n");
    let roots: Vec<usize> = children(mechanism, None);
    branches(mechanism, &roots, "", &mut text);
    text
}

fn children(mechanism: &Mechanism, link: Option<usize>) -> Vec<usize> {
    let joints = mechanism.joints.iter().enumerate();
    joints
        .filter(|(_, joint)| joint.parent == link)
        .map(|(at, _)| at)
        .collect()
}

fn branches(mechanism: &Mechanism, joints: &[usize], indent: &str, text: &mut String) {
    for (at, &joint) in joints.iter().enumerate() {
        let last = at + 1 == joints.len();
        let joint = &mechanism.joints[joint];
        let moves = match &joint.motion {
            None => "fixed".to_owned(),
            Some(motion) => {
                let coordinate = &mechanism.coordinates[motion.coordinate];
                let follows = if coordinate.joint == joint.name {
                    ""
                } else {
                    ", follows"
                };
                format!("{}{follows} q[{}]", motion.kind.name(), coordinate.q)
            }
        };
        let fork = if last { "└─" } else { "├─" };
        let child = &mechanism.links[joint.child].name;
        let _ = writeln!(text, "{indent}{fork} {child}  ({}: {moves})", joint.name);
        let deeper = format!("{indent}{}", if last { "   " } else { "│  " });
        branches(
            mechanism,
            &children(mechanism, Some(joint.child)),
            &deeper,
            text,
        );
    }
}

/// The entries of a square matrix that are not 0 everywhere.
#[must_use]
pub fn sparsity(program: &Program, size: usize) -> String {
    let rows = program.outputs().chunks(size.max(1));
    rows.map(|row| {
        let marks: Vec<&str> = row
            .iter()
            .map(|&entry| match program.as_constant(entry) {
                Some(constant) if *constant == crate::exact::Rational::ZERO => "·",
                Some(_) => "c",
                None => "x",
            })
            .collect();
        marks.join(" ") + "\n"
    })
    .collect()
}
