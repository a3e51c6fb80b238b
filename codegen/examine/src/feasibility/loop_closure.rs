//! Loop-closure feasibility: whether links are long enough for a loop to close.
//!
//! Around a loop of joints that turn, the origins of the joints and the points of a constraint are the corners of a
//! polygon whose sides have constant lengths. It can close only if no side is longer than all others together. This is
//! tested before any position that satisfies the constraints is searched for. Whether a polygon that passes the test
//! does close with the given joint axes is not tested here.

use std::collections::BTreeSet;

use multibody_description::fault::{Fault, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::joint::JointPrograms;
use multibody_description::system::{End, Row, System};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Pose, Value, Vector3};

/// Margin, relative to the perimeter, by which the longest side must exceed the sum of the others to count as longer.
const MARGIN: f64 = 1e-9;

/// A corner of the polygon: its position in the frame of the link that the path has reached, and its name.
struct Corner {
    position: [f64; 3],
    name: String,
}

/// A side of the polygon.
struct Side {
    name: String,
    length: f64,
}

/// The fault of a constraint that requires two points to coincide, or to have a given distance, if the lengths of the
/// links rule this out.
pub fn find_fault(system: &ExaminedSystem, constraint: usize, name: &str) -> Option<Fault> {
    let (ends, distance) = points_and_distance(system, constraint)?;
    let mut sides = polygon(system, &ends, distance)?;
    sides.sort_by(|a, b| a.length.total_cmp(&b.length));
    let longest = sides.pop()?;
    let others: f64 = sides.iter().map(|side| side.length).sum();
    let is_longer = longest.length > others + MARGIN * (others + longest.length);
    is_longer.then(|| Fault::TokenConstraintReach {
        name: Shown::from(name),
        side: longest.name,
        longest: length_text(longest.length),
        others: length_text(others),
    })
}

/// The two points that a constraint relates, and their distance; `None` if it does not fix the distance of two points.
fn points_and_distance(system: &ExaminedSystem, constraint: usize) -> Option<([End; 2], f64)> {
    let kept_rows = (system.constraints.iter()).map(|kept| (kept.owner, &kept.row));
    let left_out = system.findings.left_out.iter();
    let rows = kept_rows.chain(left_out.map(|omitted_row| (omitted_row.owner, &omitted_row.row)));
    let mut components = BTreeSet::new();
    for (_, row) in rows.filter(|(index, _)| *index == constraint) {
        let Row::Between {
            ends,
            frame_row,
            numbers,
        } = row
        else {
            continue;
        };
        if let Some(index) = frame_row.formula.distance_index() {
            return Some((*ends, constant_as_f64(system, numbers[index])?));
        }
        // Rows that keep all three components of the offset at 0 make the points coincide.
        components.extend(frame_row.formula.offset_component());
        if components.len() == 3 {
            return Some((*ends, 0.0));
        }
    }
    None
}

/// The sides of the polygon: the paths from both points up to their common ancestor, and the distance of the points
/// that the constraint requires. `None` if a joint on these paths slides, or if a length is a parameter.
fn polygon(system: &System, ends: &[End; 2], distance: f64) -> Option<Vec<Side>> {
    let paths = ends.map(|end| path(system, end.link));
    let is_shared = |joint: &usize| paths.iter().all(|path| path.contains(joint));
    let mut sides = vec![Side {
        name: "the distance".into(),
        length: distance,
    }];
    let mut corners = Vec::new();
    for (end, path) in ends.iter().zip(&paths) {
        let link = end
            .link
            .map_or("world", |link| &system.tree.links[link].name);
        let mut corner = Corner {
            position: vector_as_f64(system, &end.point)?,
            name: format!("the point of `{}`", Shown::from(link)),
        };
        for &index in path.iter().take_while(|joint| !is_shared(joint)) {
            let joint = &system.tree.joints[index];
            let mut is_mobile = false;
            for motion in &joint.motions {
                let [_, slides] = JointPrograms::of(&*motion.kind).turns_and_slides();
                if slides {
                    return None;
                }
                is_mobile = true;
            }
            // A joint that turns is a corner.
            if is_mobile {
                let pivot = Corner {
                    position: [0.0; 3],
                    name: format!("joint `{}`", Shown::from(&joint.name)),
                };
                sides.push(side(&corner, &pivot));
                corner = pivot;
            }
            corner.position = transform(system, &joint.origin, corner.position)?;
        }
        corners.push(corner);
    }
    sides.push(side(&corners[0], &corners[1]));
    Some(sides)
}

/// The joints from a link to the world.
fn path(system: &System, mut link: Option<usize>) -> Vec<usize> {
    let joints = &system.tree.joints;
    let mut path = Vec::new();
    while let Some(index) =
        link.and_then(|link| joints.iter().position(|joint| joint.child == link))
    {
        path.push(index);
        link = joints[index].parent;
    }
    path
}

/// The side between two corners.
fn side(start: &Corner, end: &Corner) -> Side {
    let square = (0..3).map(|k| (end.position[k] - start.position[k]).powi(2));
    Side {
        name: format!("from {} to {}", start.name, end.name),
        length: square.sum::<f64>().sqrt(),
    }
}

/// A position in the child frame, in coordinates of the parent frame. `pose` is the child frame's pose in the parent
/// frame.
fn transform(system: &System, pose: &Pose, position: [f64; 3]) -> Option<[f64; 3]> {
    let mut point = vector_as_f64(system, &pose.translation)?;
    for (entry, row) in point.iter_mut().zip(&pose.rotation) {
        let row = vector_as_f64(system, row)?;
        *entry += (0..3).map(|k| row[k] * position[k]).sum::<f64>();
    }
    Some(point)
}

/// The components of a vector; `None` if one of them is a parameter.
fn vector_as_f64(system: &System, vector: &Vector3) -> Option<[f64; 3]> {
    let [x, y, z] = vector.map(|value| constant_as_f64(system, value));
    Some([x?, y?, z?])
}

/// A constant as a float; `None` if the value depends on parameters.
fn constant_as_f64(system: &System, value: Value) -> Option<f64> {
    system.builder.as_constant(value).map(nearest_f64)
}

/// The length, rounded to four digits.
fn length_text(length: f64) -> String {
    let number: f64 = format!("{length:.3e}").parse().unwrap_or(length);
    number.to_string()
}
