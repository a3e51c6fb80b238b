//! A robot as its description states it: links, joints, numbers, each with its place in the source.

mod parameter;
mod quantity;
mod source;

pub use parameter::{Parameter, Shape};
pub use quantity::Quantity;
pub use source::{Source, Span, Spanned};

use crate::exact::Rational;
use crate::ir::{Builder, Value};

/// A number as written: its exact value, its text and its place.
#[derive(Clone, Debug)]
pub struct Number {
    /// The exact value of the text.
    pub value: Rational,
    /// What was written; empty where the description left the number out and a default stands in.
    pub text: String,
    /// Where it was written, or the element that left it out.
    pub span: Span,
}

/// A robot as read.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text it was read from.
    pub source: Source,
    /// The robot's name.
    pub name: Spanned<String>,
    /// Links, in the order of the source.
    pub links: Vec<Link>,
    /// Joints, in the order of the source.
    pub joints: Vec<Joint>,
    /// Elements that have no part in dynamics and were passed over: tag and how often.
    pub ignored: Vec<(String, usize)>,
    /// What it was written in.
    pub vocabulary: Vocabulary,
    /// Acceleration of gravity in world axes, m/s^2; none: as the settings say.
    pub gravity: Option<[Quantity; 3]>,
    /// Fields of the robot's struct, known only at run time.
    pub parameters: Vec<Parameter>,
    /// Holds the expressions over parameters.
    pub builder: Builder,
}

/// What a description is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// URDF: damping acts if a setting asks for it.
    Urdf,
    /// Tokens on a struct: damping acts, and joints need no limits.
    Tokens,
}

/// A rigid body and the frame that its joint gives it.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unique among links.
    pub name: Spanned<String>,
    /// Absent: massless.
    pub inertial: Option<Inertial>,
}

/// Mass, centre of mass and inertia of a link.
#[derive(Clone, Debug)]
pub struct Inertial {
    /// Frame of the inertia tensor, its origin at the centre of mass, in the link's frame.
    pub origin: Origin,
    /// kg.
    pub mass: Quantity,
    /// About the centre of mass, in the axes of `origin`, kg m^2: xx xy xz yy yz zz.
    pub inertia: [Quantity; 6],
    /// The whole element.
    pub span: Span,
}

/// A constant placement: rotation and then translation, seen from the parent.
#[derive(Clone, Debug)]
pub struct Origin {
    /// m.
    pub xyz: [Quantity; 3],
    /// How the axes are turned.
    pub rotation: Rotation,
}

/// A constant rotation as written.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// Roll, pitch, yaw about the fixed axes x, y, z: `Rz(yaw) Ry(pitch) Rx(roll)`, rad.
    RollPitchYaw([Quantity; 3]),
}

/// What a joint lets its child do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// Turn about the axis, within limits.
    Revolute,
    /// Turn about the axis without end.
    Continuous,
    /// Slide along the axis.
    Prismatic,
    /// Move freely.
    Floating,
}

/// A joint between two links.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Unique among joints.
    pub name: Spanned<String>,
    /// What moves.
    pub kind: Spanned<JointKind>,
    /// Name of the parent link.
    pub parent: Spanned<String>,
    /// Name of the child link.
    pub child: Spanned<String>,
    /// The joint's frame in the parent link's frame; at position 0 the child link's frame.
    pub origin: Origin,
    /// In the joint's frame; not necessarily of unit length.
    pub axis: [Number; 3],
    /// Where the axis was written, or the joint that left it out.
    pub axis_span: Span,
    /// The axis, where it is known only at run time; `axis` is then what the description says.
    pub run_time_axis: Option<[Value; 3]>,
    /// Range of positions, effort and velocity.
    pub limits: Option<Limits>,
    /// Viscous damping, N s/m or N m s/rad.
    pub damping: Option<Quantity>,
    /// Dry friction, N or N m.
    pub friction: Option<Quantity>,
    /// Its position follows another joint's.
    pub mimic: Option<Mimic>,
}

/// Limits of a joint, as far as they are given.
#[derive(Clone, Debug)]
pub struct Limits {
    /// rad or m.
    pub lower: Option<Number>,
    /// rad or m.
    pub upper: Option<Number>,
    /// N m or N.
    pub effort: Option<Number>,
    /// rad/s or m/s.
    pub velocity: Option<Number>,
}

/// `position = multiplier * position of joint + offset`.
#[derive(Clone, Debug)]
pub struct Mimic {
    /// Name of the joint that is followed.
    pub joint: Spanned<String>,
    /// Default 1.
    pub multiplier: Number,
    /// Default 0, rad or m.
    pub offset: Number,
}
