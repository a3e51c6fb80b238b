//! Bodies as branches of a tree of joints: each coordinate is a joint, and each body is carried by one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::linear_parameters::linear;
use super::moved_body::MovedBody;
use super::recognised_motion::RecognisedMotion;
use multibody_program::exact::{Rational, RationalMatrix, rotation};
use multibody_program::ir::{
    Builder, Class, Input, InputKind, Matrix3, Node, Pose, Program, Value,
};

/// Largest number of operations of the positions, since exact arithmetic with many digits is slow.
const MOST_NODES: usize = 4000;

/// A coordinate that is a joint.
#[derive(Clone, Debug)]
pub struct RecognisedJoint {
    /// The coordinate.
    pub coordinate: Input,
    /// Its motion where all coordinates are 0. All joint frames have the axes of the world there.
    pub motion: RecognisedMotion,
    /// The joint that carries it; none: the world.
    pub parent: Option<usize>,
}

/// A body that a joint carries.
pub struct CarriedBody {
    /// The index of the body.
    pub body: usize,
    /// The index of the joint.
    pub carrier: usize,
    /// Its pose where all coordinates are 0.
    pub neutral: Pose,
}

/// Joints, and the bodies that they carry.
pub struct Branches {
    /// The joints, depth first.
    pub joints: Vec<RecognisedJoint>,
    /// For each body, the joint that carries it; none: it does not move.
    pub carriers: Vec<Option<usize>>,
    /// The builder of all values.
    pub builder: Builder,
    /// The bodies, relative to the joints found so far.
    bodies: Vec<MovedBody>,
}

impl Branches {
    /// The joints of some bodies. None: there are none, or some body is not moved by joints alone.
    pub fn of(b: Builder, bodies: Vec<MovedBody>) -> Option<Self> {
        let programs: Vec<Program> = bodies.iter().map(|body| body.program(&b)).collect();
        let size: usize = programs.iter().map(|program| program.nodes().len()).sum();
        if size > MOST_NODES || !programs.iter().all(has_rational_values) {
            return None;
        }
        let all = (0..bodies.len()).collect();
        let mut branches = Self {
            joints: Vec::new(),
            carriers: vec![None; bodies.len()],
            builder: b,
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
        &mut self,
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
            let motion = RecognisedMotion::of(&mut self.builder, &of, coordinate)?;
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

    /// The bodies that joints carry. None: some body has no neutral pose.
    pub fn carried_bodies(&mut self) -> Option<Vec<CarriedBody>> {
        let carriers = self.carriers.clone().into_iter().enumerate();
        let carried = carriers.filter_map(|(body, carrier)| Some((body, carrier?)));
        let carried = carried.map(|(body, carrier)| {
            Some(CarriedBody {
                body,
                carrier,
                neutral: self.neutral_pose(body)?,
            })
        });
        carried.collect()
    }

    /// The pose of a body where all coordinates are 0. None: the position is not linear in parameters, or the rotation is not
    /// constant.
    fn neutral_pose(&mut self, at: usize) -> Option<Pose> {
        let MovedBody { position, rotation } = self.bodies[at];
        let rotation = rotation.unwrap_or_else(|| self.builder.identity());
        self.is_rotation(&rotation).then_some(())?;
        let translation = linear(&mut self.builder, &position)?;
        Some(Pose {
            rotation,
            translation,
        })
    }

    fn is_rotation(&self, rows: &Matrix3) -> bool {
        let exact = |value: Value| self.builder.as_constant(value).cloned();
        let entries: Option<Vec<Rational>> = rows.iter().flatten().copied().map(exact).collect();
        entries.is_some_and(|entries| {
            is_rotation(&std::array::from_fn(|i| {
                std::array::from_fn(|j| entries[3 * i + j].clone())
            }))
        })
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

/// Whether a program consists of coordinates, parameters, constants, and sines and cosines: others have no rational values.
fn has_rational_values(program: &Program) -> bool {
    program.nodes().iter().all(|node| match node {
        Node::Input(input) => matches!(input.kind, InputKind::Q | InputKind::Parameter),
        Node::Call(function, _) => matches!(function.class(), Class::Circle(_)),
        _ => true,
    })
}
