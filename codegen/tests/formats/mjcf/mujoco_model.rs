//! A robot for the generic algorithms of the runtime: made of the numbers that MuJoCo has for it, not of its file.

use multibody::reference::{Constraint, Coordinate, Frame, Joint, Level, Link, Model, Motion, Row};
use serde_json::Value;

use super::states::text;
use crate::golden_numbers::{flat, index, list, number};
use crate::mujoco::{rotation, times, transposed};

const UNIT: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The moments of a body about its centre of mass, in its axes, by rows.
pub fn inertia(body: &Value) -> Vec<f64> {
    let axes = rotation(&flat(&body["iquat_wxyz"]));
    let moments = flat(&body["diaginertia"]);
    let rows: Vec<f64> = (0..9).map(|k| axes[k] * moments[k % 3]).collect();
    let columns = axes.chunks(3).map(|row| times(&rows, row));
    transposed(&columns.flatten().collect::<Vec<f64>>(), 3)
}

/// Bodies on hinges and slides, where each body begins in the list of links, and the anchor of its last joint.
#[derive(Default)]
struct Tree {
    links: Vec<Link>,
    joints: Vec<Joint>,
    /// The name of each body, its link, and where the link's origin is in the body's frame.
    bodies: Vec<(String, usize, [f64; 3])>,
}

impl Tree {
    /// A body behind its joints, each at its anchor: links without mass are between them.
    fn add(&mut self, body: &Value, joints: &[&Value]) {
        let parent = self.find(text(&body["parent"]));
        let start = triple(&body["pos"]);
        let (mut parent_link, parent_anchor) = match parent {
            Some((link, anchor)) => (Some(link), anchor),
            None => (None, [0.0; 3]),
        };
        let axes = rotation(&flat(&body["quat_wxyz"]));
        let (mut frame, mut anchor) = (rows(&axes), [0.0; 3]);
        let mut origin = difference(start, parent_anchor);
        for joint in joints {
            let next = triple(&joint["pos"]);
            let step = times(frame.as_flattened(), &difference(next, anchor));
            let translation = std::mem::replace(&mut origin, [0.0; 3]);
            let translation = [0, 1, 2].map(|k| translation[k] + step[k]);
            parent_link = Some(self.connect(parent_link, (frame, translation), motion(joint)));
            (frame, anchor) = (UNIT, next);
        }
        if joints.is_empty() {
            parent_link = Some(self.connect(parent_link, (frame, origin), Motion::Fixed));
        }
        let link = parent_link.expect("it was added");
        let com = difference(triple(&body["ipos"]), anchor);
        self.links[link] = Link {
            name: "",
            mass: number(&body["mass"]),
            com,
            inertia: rows(&inertia(body)),
        };
        let name = text(&body["name"]).to_owned();
        self.bodies.push((name, link, anchor));
    }

    /// A link without mass on a joint.
    fn connect(
        &mut self,
        parent: Option<usize>,
        (rotation, translation): ([[f64; 3]; 3], [f64; 3]),
        motion: Motion,
    ) -> usize {
        let child = self.links.len();
        self.links.push(Link {
            name: "",
            mass: 0.0,
            com: [0.0; 3],
            inertia: [[0.0; 3]; 3],
        });
        self.joints.push(Joint {
            name: "",
            parent,
            child,
            rotation,
            translation,
            motion,
        });
        child
    }

    /// The link of a body, and its origin in the body's frame; `None` is the world.
    fn find(&self, body: &str) -> Option<(usize, [f64; 3])> {
        let mut bodies = self.bodies.iter();
        let found = bodies.find(|(name, ..)| name == body);
        assert!(found.is_some() || body == "world", "{body}");
        found.map(|(_, link, anchor)| (*link, *anchor))
    }

    /// The frame of a body displaced to a point in its axes.
    fn frame(&self, body: &str, point: [f64; 3]) -> Frame {
        let (link, anchor) = self.find(body).expect("a body");
        Frame {
            link: Some(link),
            rotation: UNIT,
            translation: difference(point, anchor),
        }
    }
}

/// The second bodies and joints of equalities, which the golden files do not name.
pub type Seconds<'a> = &'a [&'a str];

/// The robot without passive forces, under all rows of the equalities that have an index in the list.
pub fn model(golden: &Value, seconds: Seconds<'_>, equalities: &[usize]) -> Model {
    let mut tree = Tree::default();
    for body in list(&golden["bodies"]) {
        let joints = list(&golden["joints"]).iter();
        let joints: Vec<&Value> = joints.filter(|of| of["body"] == body["name"]).collect();
        tree.add(body, &joints);
    }
    let coordinate = |name: &str| {
        let mut joints = list(&golden["joints"]).iter();
        let joint = joints.find(|of| of["name"] == name).expect("a joint");
        assert_eq!(flat(&joint["qpos0"]), [0.0]);
        (index(&joint["idx_q"]), index(&joint["idx_v"]))
    };
    let constraint = |equality: usize| {
        let second = seconds[equality];
        let equality = &list(&golden["equalities"])[equality];
        let (first, data) = (text(&equality["obj1"]), flat(&equality["data"]));
        match text(&equality["type"]) {
            "connect" => {
                let [from, to] = [(first, 0), (second, 3)]
                    .map(|(body, k)| tree.frame(body, [data[k], data[k + 1], data[k + 2]]));
                Constraint::between(from, to, [0, 1, 2].map(Row::Offset))
            }
            kind => {
                assert_eq!(
                    (kind, &data[..5]),
                    ("joint", &[0.0, 1.0, 0.0, 0.0, 0.0][..])
                );
                let [x, y] = [first, second].map(coordinate);
                Constraint::expressed(&[x, y], [Level::Position], move |_, q, _| [q[x.0] - q[y.0]])
            }
        }
    };
    let constraints: Vec<Constraint> = equalities.iter().map(|k| constraint(*k)).collect();
    let armatures: Vec<(usize, f64)> = flat(&golden["armature"]).into_iter().enumerate().collect();
    let gravity = triple(&golden["gravity"]);
    Model::new(gravity, tree.links, tree.joints)
        .with_armatures_of_rates(&armatures)
        .with_constraints(constraints)
}

/// `qpos` of a hinge or slide, whose body is at its pose as drawn at `qpos0`.
fn motion(joint: &Value) -> Motion {
    let axis = triple(&joint["axis"]);
    let coordinate = Coordinate {
        index_q: index(&joint["idx_q"]),
        index_v: index(&joint["idx_v"]),
        multiplier: 1.0,
        offset: -flat(&joint["qpos0"])[0],
    };
    match text(&joint["type"]) {
        "hinge" => Motion::Revolute { axis, coordinate },
        "slide" => Motion::Prismatic { axis, coordinate },
        other => panic!("a joint of type {other}"),
    }
}

fn triple(value: &Value) -> [f64; 3] {
    flat(value).try_into().expect("three numbers")
}

fn rows(matrix: &[f64]) -> [[f64; 3]; 3] {
    [0, 3, 6].map(|k| [matrix[k], matrix[k + 1], matrix[k + 2]])
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}
