//! A robot that a reader of its report can move: its functions, and the parts that are drawn.

use multibody_program::ir::{InputKind, Program};

use super::MovingFigure;

/// The data that a page needs to move a robot.
#[derive(Clone, Debug, Default)]
pub struct MovableRobot {
    /// The functions that the page calls, by their names there.
    pub functions: Vec<MotionFunction>,
    /// The positions and orientations that a reader can move.
    pub handles: Vec<Handle>,
    /// The positions at which the robot starts.
    pub start: Vec<f64>,
    /// The rates, in order.
    pub rates: Vec<MotionRate>,
    /// The numbers in fields of the struct.
    pub fields: Vec<MotionField>,
    /// What is drawn, by the indices of outputs of the function `figure`.
    pub moving_figure: MovingFigure,
    /// Why the page cannot let the robot move by its forward dynamics; `None` if it can.
    pub why_not_simulated: Option<String>,
}

/// A function of a page.
#[derive(Clone, Debug)]
pub struct MotionFunction {
    /// The name of the function.
    pub name: &'static str,
    /// The arguments of the function.
    pub arguments: &'static [InputKind],
    /// The program that computes its outputs, as one array.
    pub program: Program,
    /// Whether it is a derived function of the robot, not one of the page only.
    pub is_derived: bool,
}

/// A position or an orientation that a reader can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The name of its coordinate.
    pub name: String,
    /// The index of its position, or of the first one of a quaternion.
    pub q: usize,
    /// How it is moved.
    pub kind: HandleKind,
}

/// The kinds of [`Handle`]s.
#[derive(Clone, Debug, PartialEq)]
pub enum HandleKind {
    /// One position, which a slider moves.
    Slider {
        /// Its unit: rad, m, or nothing.
        unit: &'static str,
        /// The least position and the largest one, if they are limited.
        limits: [Option<f64>; 2],
    },
    /// Four positions of unit length, which a trackball turns.
    Quaternion {
        /// The index of the first of the four rates that are their derivatives; none if the rates are others.
        derivatives: Option<usize>,
    },
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
