//! Bodies as branches of a tree of joints: each coordinate is a joint, and each body is carried by one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::motion_samples::states;
use super::moved_body::MovedBody;
use super::single_axis_motion::SingleAxisMotion;
use multibody_program::exact::rotation;
use multibody_program::exact::{Rational, RationalMatrix};
use multibody_program::ir::{Builder, Class, Input, InputKind, Node, Program, Value, Vector3};

/// Largest number of operations of the positions, since exact arithmetic with many digits is slow.
const MOST_NODES: usize = 4000;

/// A coordinate that is a joint.
#[derive(Clone, Debug)]
pub struct RecognisedJoint {
    /// The coordinate.
    pub coordinate: Input,
    /// Its motion where all coordinates are 0. All joint frames have the axes of the world there.
    pub motion: SingleAxisMotion,
    /// The joint that carries it; none: the world.
    pub parent: Option<usize>,
}

/// Joints, and the bodies that they carry.
pub struct Branches {
    /// The joints, depth first.
    pub joints: Vec<RecognisedJoint>,
    /// For each body, the joint that carries it; none: it does not move.
    pub carriers: Vec<Option<usize>>,
    builder: Builder,
    /// The bodies, relative to the joints found so far.
    bodies: Vec<MovedBody>,
}

impl Branches {
    /// The joints of some bodies. None: there are none, or some body is not moved by joints alone.
    pub fn of(b: &Builder, bodies: Vec<MovedBody>) -> Option<Self> {
        let programs: Vec<Program> = bodies.iter().map(|body| body.program(b)).collect();
        let size: usize = programs.iter().map(|program| program.nodes().len()).sum();
        if size > MOST_NODES || !programs.iter().all(is_of_angles_and_lengths) {
            return None;
        }
        let all = (0..bodies.len()).collect();
        let mut branches = Self {
            joints: Vec::new(),
            carriers: vec![None; bodies.len()],
            builder: b.clone(),
            bodies,
        };
        branches.add_joints(None, all)?;
        (!branches.joints.is_empty()).then_some(branches)
    }

    /// Adds all joints between a joint, or the world, and the bodies that it moves. The motion of a joint is constant only
    /// in the frame of its parent, so joints are found from the world outwards. Where the coordinate of a joint is 0, its
    /// frame is that of its parent, so the bodies are then placed relative to it.
    fn add_joints(&mut self, parent: Option<usize>, mut bodies: Vec<usize>) -> Option<()> {
        loop {
            let (moved, carried): (Vec<usize>, Vec<usize>) = (bodies.into_iter())
                .partition(|&at| !self.bodies[at].coordinates(&self.builder).is_empty());
            carried.iter().for_each(|&at| self.carriers[at] = parent);
            if moved.is_empty() {
                return Some(());
            }
            let (joint, outboard) = self.next_joint(parent, &moved)?;
            for &at in &outboard {
                self.set_neutral(at, joint.coordinate);
            }
            bodies = moved
                .into_iter()
                .filter(|at| !outboard.contains(at))
                .collect();
            self.joints.push(joint);
            self.add_joints(Some(self.joints.len() - 1), outboard)?;
        }
    }

    /// A joint on a parent, and the bodies that it moves. No coordinate moves both these bodies and others, since a
    /// coordinate is one joint.
    fn next_joint(
        &self,
        parent: Option<usize>,
        bodies: &[usize],
    ) -> Option<(RecognisedJoint, Vec<usize>)> {
        let sets = bodies
            .iter()
            .map(|&at| self.bodies[at].coordinates(&self.builder));
        let sets: Vec<BTreeSet<Input>> = sets.collect();
        let all: BTreeSet<Input> = sets.iter().flatten().copied().collect();
        let mut choices: Vec<(Input, Vec<usize>)> = Vec::new();
        for &coordinate in &all {
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                (0..bodies.len()).partition(|&at| sets[at].contains(&coordinate));
            let reach = |of: &[usize]| -> BTreeSet<Input> {
                of.iter().flat_map(|&at| sets[at].iter().copied()).collect()
            };
            if reach(&inside).is_disjoint(&reach(&outside)) {
                choices.push((coordinate, inside.iter().map(|&at| bodies[at]).collect()));
            }
        }
        // The joint nearest to the parent moves the most bodies.
        choices.sort_by_key(|(_, moved)| Reverse(moved.len()));
        choices.into_iter().find_map(|(coordinate, moved)| {
            let of: Vec<&MovedBody> = moved.iter().map(|&at| &self.bodies[at]).collect();
            let motion = SingleAxisMotion::of(states(&self.builder, &of, coordinate))?;
            let joint = RecognisedJoint {
                coordinate,
                motion,
                parent,
            };
            Some((joint, moved))
        })
    }

    /// Sets a coordinate to 0 in the expressions of a body.
    fn set_neutral(&mut self, at: usize, coordinate: Input) {
        let b = &mut self.builder;
        let program = self.bodies[at].program(b);
        let values = b.inline(&program, |b, input| match input == coordinate {
            true => b.zero(),
            false => b.input(input.kind, input.index as usize),
        });
        let mut values = values.into_iter();
        let body = &mut self.bodies[at];
        body.each_value(&mut |value| *value = values.next().expect("as many as there were"));
    }

    /// The position and rotation of a body where all coordinates are 0. None: they are not rational, or it is no rotation.
    pub fn neutral_pose(&self, at: usize) -> Option<([Rational; 3], RationalMatrix)> {
        let body = &self.bodies[at];
        let exact = |value: Value| self.builder.as_constant(value).cloned();
        let vector = |vector: Vector3| -> Option<[Rational; 3]> {
            let [x, y, z] = vector.map(exact);
            Some([x?, y?, z?])
        };
        let rotation = match body.rotation {
            None => rotation::identity(),
            Some([x, y, z]) => [vector(x)?, vector(y)?, vector(z)?],
        };
        is_rotation(&rotation).then_some((vector(body.position)?, rotation))
    }
}

/// `R R^T = 1` and `det R = 1`
fn is_rotation(rows: &RationalMatrix) -> bool {
    let product = rotation::product(rows, &rotation::transpose(rows));
    let [a, b, c] = rows;
    let determinant = (0..3).fold(Rational::ZERO, |sum, k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        sum + &a[k] * (&b[i] * &c[j] - &b[j] * &c[i])
    });
    product == rotation::identity() && determinant == Rational::ONE
}

/// Whether a program consists of coordinates, constants, and sines and cosines: others have no rational values, or are
/// known only at run time.
fn is_of_angles_and_lengths(program: &Program) -> bool {
    program.nodes().iter().all(|node| match node {
        Node::Input(input) => input.kind == InputKind::Q,
        Node::Call(function, _) => matches!(function.class(), Class::Circle(_)),
        _ => true,
    })
}
