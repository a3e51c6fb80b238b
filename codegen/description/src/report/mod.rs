//! Plain data about a generated robot: what stages find, and front ends show. Nothing is computed here.

mod errors;
mod figure;
mod rounding;

use std::ops::Range;
use std::time::Duration;

use crate::function::Function;
use multibody_program::ir::Count;
use multibody_support::word::named;

pub use errors::{Errors, ulps};
pub use figure::{Figure, FigureJoint, FigureMass, FigureTie, Tie};
pub use rounding::Rounding;

/// Figures about a generated robot.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Name of the type.
    pub name: String,
    /// Number of positions.
    pub nq: usize,
    /// Number of velocities.
    pub nv: usize,
    /// Emitted functions in order of emission: name as emitted, e.g. `pose_of_hand`.
    pub functions: Vec<FunctionReport>,
    /// Requested functions that cannot be derived: name and reason.
    pub absent: Vec<(String, String)>,
    /// The form written by hand that was not equal to the derived one, so that none was used.
    pub refuted: Option<String>,
    /// Numbers that were taken to be their neighbours: what, and by how much it changed.
    pub snaps: Vec<Snap>,
    /// Damping and friction of the description, and whether they act.
    pub passive: Vec<Passive>,
    /// Springs between points of links.
    pub springs: Vec<SpringReport>,
    /// Rows of constraints, in the order of multipliers, then those that are left out: name, and what it holds.
    pub constraints: Vec<(String, String)>,
    /// Stages and their times.
    pub stages: Vec<Stage>,
    /// The tree of moving bodies, drawn in text.
    pub tree: String,
    /// Pattern of the mass matrix, drawn in text.
    pub sparsity: String,
    /// The links, each after the one that carries it.
    pub links: Vec<LinkReport>,
    /// The joints of the tree, as a program reads them.
    pub joints: Vec<JointReport>,
    /// What is known only at run time: field, and the description's value where it has one.
    pub parameters: Vec<(String, String)>,
    /// The equations of motion, if the settings request them.
    pub equations: Option<Equations>,
    /// The robot at its neutral position, if the settings request equations to be read.
    pub figure: Figure,
    /// What functions take of a machine, if that was requested.
    pub machine_code: Option<MachineCode>,
}

/// A link and the joint that moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkReport {
    /// Name of the link.
    pub name: String,
    /// Position of the link that carries it; none: the world.
    pub parent: Option<usize>,
    /// Name of the joint.
    pub joint: String,
    /// How the joint moves, e.g. `revolute q[0]`.
    pub moves: String,
    /// What it lets the link do.
    pub freedom: Freedom,
}

/// What a joint lets a link do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// Nothing.
    Fixed,
    /// Turn, as revolute and ball joints do.
    Turns,
    /// Slide.
    Slides,
    /// Both, as screws, planar and floating joints do.
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
    /// `fixed`, `revolute`, `continuous`, `prismatic`, `screw`, `ball`, `planar`, `floating`, or `sequence` of
    /// several; what is welded is fixed.
    pub kind: &'static str,
    /// Name of the link that carries it; none: the world.
    pub parent: Option<String>,
    /// Name of the link that it moves.
    pub child: String,
    /// The coordinates that it moves with; none: it does not move.
    pub coordinates: Option<JointCoordinates>,
    /// The apparent inertia of what drives it, kg m^2 or kg, `a parameter` if it is known only at run time;
    /// none: it has none.
    pub armature: Option<String>,
}

/// A spring between two points. Numbers are texts: `a parameter` is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpringReport {
    /// Its name.
    pub name: String,
    /// The links that it joins, none: the world; and the points in their frames, m.
    pub ends: [(Option<String>, [String; 3]); 2],
    /// N/m
    pub stiffness: String,
    /// At rest, m.
    pub length: String,
    /// N s/m
    pub damping: String,
}

/// The coordinates of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointCoordinates {
    /// The joint that has them, where this one follows it.
    pub follows: Option<String>,
    /// Among the positions.
    pub q: Range<usize>,
    /// Among the rates.
    pub v: Range<usize>,
    /// Its own limits by name, as far as the description has them: `lower`, `upper`, `velocity`, `effort`.
    pub limits: Vec<(&'static str, f64)>,
}

/// Figures about one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// As emitted.
    pub name: String,
    /// Of the emitted program.
    pub count: Count,
    /// How many of its multiplications go with an addition into one operation, where the target has that.
    pub fused: usize,
    /// Of the program without forms written by hand.
    pub derived: Option<Count>,
    /// Which way was the cheaper.
    pub way: String,
    /// What the other ways cost.
    pub others: Vec<(String, Count)>,
    /// What floats lose; none where nothing could be measured.
    pub rounding: Option<Rounding>,
    /// Ways that are cheaper or could not be tried, and why they were not taken.
    pub refused: Vec<(String, String)>,
    /// Whether it was proved.
    pub proved: bool,
}

/// A number that was taken to be its neighbour.
#[derive(Clone, Debug)]
pub struct Snap {
    /// What it belongs to, e.g. ``joint `elbow` roll``.
    pub place: String,
    /// Largest change: rad, or of an entry of a unit vector or rotation.
    pub change: f64,
}

/// What is known when a stage ends.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name: read, check, reduce, derive, accuracy, prove, emit; expand, where equations are to be read.
    pub name: &'static str,
    /// What it found, in a few words.
    pub summary: String,
    /// How long it took.
    pub time: Duration,
    /// How far its search has come, while it lasts; none: the stage has ended.
    pub tried: Option<Tried>,
}

/// How far the search for the cheapest frames of a function has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The function; others may take its frames.
    pub function: Function,
    /// Trials done.
    pub done: usize,
    /// Trials in all.
    pub total: usize,
    /// What the best program weighs that was found for the whole robot.
    pub best: usize,
}

/// A force element, or friction, that a description gives to a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passive {
    /// The joint.
    pub joint: String,
    /// The name of its type, or `friction`.
    pub what: &'static str,
    /// As the description has it; `a parameter`, if it is known only at run time.
    pub value: String,
    /// Why it does not act; none: it does.
    pub idle: Option<&'static str>,
}

/// What functions take of a machine when they are compiled for `f64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineCode {
    /// The target; none: the machine that they were compiled on.
    pub target: Option<String>,
    /// Of each function of the report in its order; none: nothing of its name was compiled.
    pub functions: Vec<Option<OfMachine>>,
    /// Bytes of code of what is beside them: what several call, and what the option `dispatch` compiles for a processor.
    pub shared: u64,
}

/// Bytes that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfMachine {
    /// Of machine code, without what it shares with others.
    pub bytes: u64,
    /// On the stack, without what it calls but its own parts; none: the compiler does not say.
    pub stack: Option<u64>,
}

/// The equations of motion of a robot, in several notations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equations {
    /// Plain text.
    pub plain: String,
    /// LaTeX, for a document with the package amsmath.
    pub latex: String,
    /// MathML inside HTML, without a frame, the first heading and the two tables below.
    pub mathml: String,
    /// The fields with their symbols and defaults, in the same notation; empty where there are none.
    pub fields_mathml: String,
    /// Masses, centres of mass and inertias of the links, in the same notation; empty where nothing has a mass.
    pub masses_mathml: String,
    /// Operations of the functions that are written out, computed as they are read; none where they
    /// are not.
    pub counts: Vec<(String, Count)>,
}
