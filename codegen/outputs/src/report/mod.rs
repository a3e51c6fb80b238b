//! Plain data about a generated robot. The stages collect them, and the front ends show them.

mod errors;
mod figure;
mod motion;
mod rounding;
mod verification;

use std::ops::Range;
use std::time::Duration;

use multibody_description::function::Function;
use multibody_program::ir::Count;
use multibody_support::word::named;

pub use errors::{Errors, ulps};
pub use figure::{Figure, FigureJoint, FigureMass, FigureTie, MovingFigure, TieKind};
pub use motion::{Handle, HandleKind, MotionField, MotionFunction, MotionRate, MovableRobot};
pub use multibody_description::lower::{ArmatureReport, ForceReport};
pub use multibody_description::system::Snap;
pub use rounding::Rounding;
pub use verification::{UnprovedItem, Verification, Verified};

/// Data about a generated robot.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Name of the type.
    pub name: String,
    /// Number of positions.
    pub nq: usize,
    /// Number of rates.
    pub nv: usize,
    /// Emitted functions in order of emission, e.g. `pose_of_hand`; then bundles.
    pub functions: Vec<FunctionReport>,
    /// Whether the emitted text was verified.
    pub verification: Verification,
    /// Requested functions that are not emitted.
    pub absent: Vec<AbsentFunction>,
    /// Functions for CasADi that have no Jacobian.
    pub without_jacobian: Vec<String>,
    /// The hand-written kernel that could not be proved equal to the derived one; if there is one, no hand-written
    /// kernel was used.
    pub refuted: Option<String>,
    /// Angles and rotations that were rounded to quarter turns, and axes without their negligible components, each with its change.
    pub snaps: Vec<Snap>,
    /// Force elements of the description, such as damping and friction, and whether they act.
    pub passive: Vec<ForceReport>,
    /// Armatures of tendons and of actuators. That of an actuator is a part of the armature of its joint or tendon.
    pub armatures: Vec<ArmatureReport>,
    /// Springs between points of links.
    pub springs: Vec<SpringReport>,
    /// Constraint rows in the order of the multipliers, then those that are left out.
    pub constraints: Vec<ConstraintReport>,
    /// Stages and their times.
    pub stages: Vec<Stage>,
    /// The tree of mobile bodies, drawn as text.
    pub tree: String,
    /// Pattern of the mass matrix, drawn as text.
    pub sparsity: String,
    /// The functions that are derivatives of others, with the patterns of their matrices.
    pub patterns: Vec<PatternReport>,
    /// The links, each after the one that carries it.
    pub links: Vec<LinkReport>,
    /// The joints of the tree, as data for software that reads the report.
    pub joints: Vec<JointReport>,
    /// Parameters that are known only at run time.
    pub parameters: Vec<ParameterReport>,
    /// The equations of motion, if the settings request them.
    pub equations: Option<Equations>,
    /// The robot at its neutral position, or at a chosen one, if the settings request equations.
    pub figure: Figure,
    /// The size and stack usage of the machine code, if they were requested.
    pub machine_code: Option<MachineCode>,
}

/// A requested function that is not emitted, since it cannot be derived or is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsentFunction {
    /// The name of the function.
    pub function: String,
    /// Why it is not emitted.
    pub reason: String,
}

/// The patterns of a function that returns derivatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternReport {
    /// The name of the function.
    pub function: String,
    /// The matrices that the function returns.
    pub matrices: Vec<MatrixPattern>,
}

/// The pattern of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixPattern {
    /// The name of the matrix among the results of its function.
    pub name: String,
    /// The pattern, drawn as text: `·` where the entry is always 0, else another mark.
    pub drawing: String,
}

impl MatrixPattern {
    /// The mark of an entry that is always 0.
    pub const ZERO: &str = "·";

    /// The marks of the entries, by rows.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<&str>> {
        let rows = self.drawing.lines();
        rows.map(|row| row.split(' ').collect()).collect()
    }

    /// How many entries may be nonzero, and how many there are.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        let entries = self.rows().concat();
        let nonzeros = entries.iter().filter(|mark| **mark != Self::ZERO);
        [nonzeros.count(), entries.len()]
    }
}

/// A constraint row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintReport {
    /// The name of the row.
    pub name: String,
    /// What the row constrains: positions or rates, or nothing because it is left out.
    pub constrains: String,
}

/// A parameter that is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterReport {
    /// The field of the struct that has the parameter.
    pub field: String,
    /// The value of the parameter in the description; empty if there is none.
    pub value: String,
}

/// A link and the joint that moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkReport {
    /// Name of the link.
    pub name: String,
    /// Index of the link that carries it; `None` if that is the world.
    pub parent: Option<usize>,
    /// Name of the joint.
    pub joint: String,
    /// How the joint moves, e.g. `revolute q[0]`.
    pub moves: String,
    /// The motion that it allows the link.
    pub freedom: Freedom,
}

/// The motion that a joint allows a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// No motion.
    Fixed,
    /// The link turns, as with revolute and ball joints.
    Turns,
    /// The link slides.
    Slides,
    /// The link turns and slides, as with screws, planar and floating joints.
    TurnsAndSlides,
}

named!(Freedom {
    Fixed = "fixed",
    Turns = "turns",
    Slides = "slides",
    TurnsAndSlides = "turns_and_slides",
});

/// A joint with its place among the coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct JointReport {
    /// Name of the joint.
    pub name: String,
    /// `fixed`, `revolute`, `continuous`, `prismatic`, `screw`, `ball`, `planar`, `floating`, or `sequence` for several
    /// of them; a welded joint is `fixed`.
    pub kind: &'static str,
    /// Name of the link that carries it; `None` if that is the world.
    pub parent: Option<String>,
    /// Name of the link that it moves.
    pub child: String,
    /// The coordinates that move it; `None` if it does not move.
    pub coordinates: Option<JointCoordinates>,
    /// The apparent inertia of its drive, kg m^2 or kg; `a parameter` if it is known only at run time; `None` if it has
    /// no armature.
    pub armature: Option<String>,
}

/// A spring between two points. Numbers are texts; `a parameter` stands for one that is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpringReport {
    /// The name of the spring.
    pub name: String,
    /// The points that it joins.
    pub ends: [SpringEnd; 2],
    /// The stiffness, N/m.
    pub stiffness: String,
    /// The length at rest, m.
    pub length: String,
    /// The damping, N s/m.
    pub damping: String,
}

/// An end of a spring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpringEnd {
    /// The link to which the end is attached; `None` if it is the world.
    pub link: Option<String>,
    /// The point in the frame of the link, m.
    pub point: [String; 3],
}

/// The coordinates of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointCoordinates {
    /// The joint to which they belong, if this joint follows another.
    pub follows: Option<String>,
    /// The range of these coordinates among the positions.
    pub q: Range<usize>,
    /// The range of these coordinates among the rates.
    pub v: Range<usize>,
    /// The joint's own limits, as far as the description has them.
    pub limits: Vec<JointLimit>,
}

/// A limit of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimit {
    /// `lower`, `upper`, `velocity` or `effort`.
    pub name: &'static str,
    /// The value of the limit, in SI units.
    pub value: f64,
}

/// Data about one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// The name of the function, with its options in parentheses.
    pub name: String,
    /// The operations of the emitted program.
    pub count: Count,
    /// The number of its multiplications that are fused with an addition into one operation on targets that have such an
    /// operation.
    pub fused: usize,
    /// The operations of the program without hand-written kernels; `None` if they were not counted.
    pub with_derived_kernels: Option<Count>,
    /// The selected route of derivation.
    pub route: String,
    /// The other routes.
    pub others: Vec<OtherRoute>,
    /// The rounding errors; `None` if nothing could be measured.
    pub rounding: Option<Rounding>,
    /// Routes that are cheaper than the selected one but were refused, and routes that could not be tried.
    pub refused: Vec<RefusedRoute>,
    /// Whether it was proved.
    pub proved: bool,
}

/// A route that was not selected, since it is not cheaper, or since calls replace its program (option `size`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRoute {
    /// The route.
    pub route: String,
    /// The operations of its program.
    pub count: Count,
}

/// A route that is cheaper than the selected one but was refused, or that could not be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRoute {
    /// The route.
    pub route: String,
    /// Why it was not selected.
    pub why: String,
}

/// A stage that has ended, or whose search is in progress.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The name of the stage: read, check, reduce, derive, accuracy, prove, emit or verify; also expand, if equations
    /// are requested, and simulate, in the command of this name.
    pub name: &'static str,
    /// The result of the stage, in a few words; empty during its search.
    pub summary: String,
    /// The time that the stage took; during its search, the time since it began.
    pub time: Duration,
    /// The progress of its search while it lasts; `None` if the stage has ended.
    pub search: Option<SearchProgress>,
}

/// The progress of the search for the cheapest frames of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// The function for which frames are searched; other functions may use the same frames.
    pub function: Function,
    /// Trials done.
    pub done: usize,
    /// Trials in all.
    pub total: usize,
    /// The least weight of a program found so far; `usize::MAX` before there is one. Trials of parts of the robot do not count.
    pub best: usize,
}

/// The size and stack usage of the functions when they are compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineCode {
    /// The target; `None` if it is the host.
    pub target: Option<String>,
    /// The sizes for numbers of the type `f64`.
    pub f64: CodeSizes,
    /// The sizes for numbers of the type `f32`.
    pub f32: CodeSizes,
}

/// The size and stack usage of the functions when they are compiled for one type of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSizes {
    /// The size of each function of the report, in order; `None` if nothing with the function's name was compiled.
    pub functions: Vec<Option<CodeSize>>,
    /// Bytes of the other code: code that several functions call, and code that the option `dispatch` compiles for a
    /// processor.
    pub shared: u64,
}

impl CodeSizes {
    /// Bytes of all code.
    #[must_use]
    pub fn total(&self) -> u64 {
        let functions = self.functions.iter().flatten();
        functions.map(|size| size.bytes).sum::<u64>() + self.shared
    }
}

/// The bytes of machine code and of stack that a function needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSize {
    /// Bytes of machine code, without code that it shares with other functions.
    pub bytes: u64,
    /// Bytes on the stack, including those of the parts into which the generator splits the function, but without those
    /// of other functions that it calls; `None` if the compiler does not report them.
    pub stack: Option<u64>,
}

/// The equations of motion of a robot, in several notations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equations {
    /// Plain text.
    pub plain: String,
    /// LaTeX, for a document with the package amsmath.
    pub latex: String,
    /// MathML inside HTML, without the surrounding page, the first heading and the two tables below.
    pub mathml: String,
    /// The fields with their symbols and defaults, in the same notation; empty if there are none.
    pub fields_mathml: String,
    /// Masses, centres of mass and inertias of the links, in the same notation; empty if nothing has a mass.
    pub masses_mathml: String,
    /// The functions that are written out.
    pub counts: Vec<CountAsWritten>,
}

/// A function that the equations write out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountAsWritten {
    /// Its name.
    pub function: String,
    /// The operations of the function, if it were computed as the equations write it out.
    pub count: Count,
}
