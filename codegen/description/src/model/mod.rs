//! A robot as its description states it: links, joints, numbers, each with its place in the source.

mod constraint;
mod number;
mod parameter;
mod point_spring;
mod quantity;
mod source;
mod symbolic;

pub use constraint::{Constraint, ConstraintKind, FreeMotions};
pub use number::Number;
pub use parameter::{FieldShape, Parameter};
pub use point_spring::{End, PointSpring};
pub use quantity::Quantity;
pub use source::{Source, Span, Spanned};
pub use symbolic::{Name, PlacedBody, SymbolicTerms};

use crate::joint::{Axis, Kind};
use multibody_program::ir::{Builder, Value};

/// A robot as read.
#[derive(Clone, Debug)]
pub struct Model {
    /// The robot's name.
    pub name: Spanned<String>,
    /// Links, in the order of the source.
    pub links: Vec<Link>,
    /// Joints, in the order of the source.
    pub joints: Vec<Joint>,
    /// Frames of the user's own: links without mass once `frames` has placed them.
    pub frames: Vec<Frame>,
    /// Springs between points of links.
    pub point_springs: Vec<PointSpring>,
    /// What holds it.
    pub constraints: Vec<Constraint>,
    /// What expressions say besides.
    pub symbolic: SymbolicTerms,
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
    /// URDF: damping and friction act if a setting requests it.
    Urdf,
    /// Tokens on a struct: damping and friction act, and joints need no limits.
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

/// What a joint lets its child do: elementary motions, one after the other; none: it is fixed.
#[derive(Clone, Debug, Default)]
pub struct JointKind(pub Vec<Elementary>);

/// An elementary motion.
#[derive(Clone, Debug)]
pub struct Elementary {
    /// How it moves.
    pub kind: Kind,
    /// Its axis in the joint's frame, not necessarily of unit length; none: that of the joint.
    pub axis: Option<[Number; 3]>,
    /// What its coordinate is called; none: as the joint says.
    pub name: Option<Spanned<String>>,
    /// The numbers that are in its type, such as a pitch.
    pub numbers: Vec<Number>,
}

impl JointKind {
    /// A single motion about or along the joint's axis.
    #[must_use]
    pub fn single(kind: Kind) -> Self {
        Self::of([kind])
    }

    /// Whether it lets nothing move.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has one degree of freedom, so that it may mimic others, be locked and be limited.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        matches!(&self.0[..], [only] if only.kind.coordinates().len() == 1)
    }

    /// Whether the joint's axis has a say.
    #[must_use]
    pub fn has_axis(&self) -> bool {
        let open = self.0.iter().filter(|motion| motion.axis.is_none());
        open.map(|motion| motion.kind.axis())
            .any(|axis| axis != Axis::Link)
    }

    /// Motions of these types, one after the other; what axes they have, the joint says.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Self {
        let motions = kinds.into_iter().map(|kind| Elementary {
            kind,
            axis: None,
            name: None,
            numbers: Vec::new(),
        });
        Self(motions.collect())
    }

    /// What the coordinates of a joint of this name are called, one for each motion: as it is named, or by
    /// the joint, with a number where there are several.
    pub fn coordinate_names(&self, joint: &str) -> impl Iterator<Item = String> {
        let several = self.0.len() > 1;
        let motions = self.0.iter().zip(1..);
        motions.map(move |(motion, number)| match &motion.name {
            Some(name) => name.value.clone(),
            None if several => format!("{joint}_{number}"),
            None => joint.to_owned(),
        })
    }

    /// What reports call it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.0[..] {
            [] => "fixed",
            [only] => only.kind.name(),
            _ => "sequence",
        }
    }
}

/// A frame that is fixed to a link.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its name.
    pub name: Spanned<String>,
    /// Name of the link that carries it.
    pub link: Spanned<String>,
    /// In the link's frame.
    pub origin: Origin,
    /// Whether it stands at the link's centre of mass instead.
    pub at_com: bool,
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
    /// Apparent inertia of what drives it, kg or kg m^2.
    pub armature: Option<Quantity>,
    /// Viscous damping, N s/m or N m s/rad.
    pub damping: Option<Quantity>,
    /// Coulomb friction, N or N m.
    pub friction: Option<Quantity>,
    /// A spring along its motion.
    pub spring: Option<Spring>,
    /// Its position follows another joint's.
    pub mimic: Option<Mimic>,
}

/// A spring along the motion of a joint.
#[derive(Clone, Debug)]
pub struct Spring {
    /// N/m or N m/rad.
    pub stiffness: Quantity,
    /// The position at which it does not pull, rad or m.
    pub rest: Quantity,
}

impl Joint {
    /// What drives it and acts along its motion, as numbers of its equation.
    pub fn coefficients(&self) -> impl Iterator<Item = &Quantity> {
        let springs = self.spring.iter().flat_map(|s| [&s.stiffness, &s.rest]);
        let own = [&self.armature, &self.damping, &self.friction];
        own.into_iter().flatten().chain(springs)
    }
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
