//! A robot that a reader of its report can move: its functions, and the parts that are drawn.

use multibody_program::ir::{InputKind, Program};

use super::TieKind;

/// The data that a page needs to move a robot.
#[derive(Clone, Debug, Default)]
pub struct MovableRobot {
    /// The functions that the page calls, by their names there.
    pub functions: Vec<MotionFunction>,
    /// The positions and orientations that a reader can move.
    pub handles: Vec<Handle>,
    /// The positions at which the robot starts.
    pub start: Vec<f64>,
    /// The rates in their order.
    pub rates: Vec<MotionRate>,
    /// The numbers in fields of the struct.
    pub fields: Vec<MotionField>,
    /// The joints, links and springs that are drawn.
    pub figure: MovingFigure,
    /// Why the page cannot let the robot move by itself, by its forward dynamics; none if it can.
    pub obstacle: Option<String>,
}

/// A function of a page.
#[derive(Clone, Debug)]
pub struct MotionFunction {
    /// The name of the function.
    pub name: &'static str,
    /// The arguments of the function.
    pub arguments: Vec<InputKind>,
    /// The program that computes its outputs, as one array.
    pub program: Program,
    /// Whether the robot has it in Rust too.
    pub is_derived: bool,
}

/// A position or an orientation that a reader can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The name of its coordinate.
    pub name: String,
    /// The index of its position, or of the first one of a quaternion.
    pub q: usize,
    /// The kind of its position.
    pub kind: HandleKind,
    /// The least position, or none.
    pub lower: Option<f64>,
    /// The largest position, or none.
    pub upper: Option<f64>,
}

/// The kinds of [`Handle`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    /// rad
    Angle,
    /// m
    Length,
    /// A position that is neither an angle nor a length.
    Number,
    /// Four positions of unit length; if four rates are their derivatives, the index of the first of these.
    Quaternion(Option<usize>),
}

/// A rate.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionRate {
    /// The name of its coordinate.
    pub name: String,
    /// The limit of the generalized force, N m or N.
    pub effort: Option<f64>,
}

/// A number in a field of the struct.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionField {
    /// The field, with an index if it is an array.
    pub name: String,
    /// The default of the field, or 1.
    pub value: f64,
}

/// The things that the function `figure` places, by the indices of its outputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovingFigure {
    /// Joints, each after the one that carries it.
    pub joints: Vec<MovingJoint>,
    /// Everything that may have a mass.
    pub masses: Vec<MovingMass>,
    /// Loops and springs.
    pub ties: Vec<MovingTie>,
}

/// A joint, and the frame of the link that it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MovingJoint {
    /// The name of the joint.
    pub name: String,
    /// The index of the joint that carries it; none if that is the world.
    pub parent: Option<usize>,
    /// The index of x of its origin, which y and z follow, in m.
    pub place: usize,
    /// The index of the first entry of the rotation from the link to the world, by rows.
    pub rotation: usize,
}

/// A mass.
#[derive(Clone, Debug, PartialEq)]
pub struct MovingMass {
    /// The name of the link or body.
    pub name: String,
    /// The index of the mass, in kg.
    pub mass: usize,
    /// The index of x of the centre of mass, in m.
    pub place: usize,
    /// The index of the joint that moves it; none if no joint does.
    pub joint: Option<usize>,
}

/// A line between two points that is not a link.
#[derive(Clone, Debug, PartialEq)]
pub struct MovingTie {
    /// The name of the constraint or spring.
    pub name: String,
    /// Whether it is a constraint or a spring.
    pub kind: TieKind,
    /// The indices of x of its points, in m.
    pub ends: [usize; 2],
}
