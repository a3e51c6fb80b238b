//! A robot as its description states it: links, joints, numbers, each with its place in the source.

mod constraint;
mod conventions;
mod force_coefficients;
mod number;
mod origin;
mod parameter;
mod point_spring;
mod quantity;
mod source;
mod symbolic;
mod tendon;

pub use constraint::{Constraint, ConstraintKind};
pub use conventions::{Conventions, OptionalForces};
pub use force_coefficients::ForceCoefficients;
pub use number::Number;
pub use origin::{Origin, Rotation};
pub use parameter::{FieldShape, Parameter};
pub use point_spring::{End, PointSpring};
pub use quantity::Quantity;
pub(crate) use source::join_paths;
pub use source::{IncludedFile, Inclusion, NotIncluded, Source, SourceFile, Span, Spanned};
pub use symbolic::{LocalInput, PlacedBody, SymbolicTerms};
pub use tendon::{Actuator, ActuatorTarget, DriveArmature, NamedJointState, NamedState, Tendon};

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
    /// Frames that the user defined; `extend::frames` makes massless links of them.
    pub frames: Vec<Frame>,
    /// Frames that the description offers: only those that settings or constraints name become links.
    pub offered_frames: Vec<Frame>,
    /// Springs between points of links.
    pub point_springs: Vec<PointSpring>,
    /// Fixed tendons.
    pub tendons: Vec<Tendon>,
    /// Actuators.
    pub actuators: Vec<Actuator>,
    /// Names of the joints with one position that actuators drive, directly or through fixed tendons. Actuators that are left out
    /// of `actuators` count too.
    pub motors: Vec<String>,
    /// What the drives of actuators contribute to armatures.
    pub drive_armatures: Vec<DriveArmature>,
    /// States with names.
    pub keyframes: Vec<NamedState>,
    /// Its constraints.
    pub constraints: Vec<Constraint>,
    /// Terms and bodies that are given by expressions.
    pub symbolic: SymbolicTerms,
    /// Elements and attributes of a URDF that were ignored, since they do not influence the dynamics.
    pub ignored: Vec<IgnoredElement>,
    /// Facts about the kind of description that the robot was read from.
    pub conventions: Conventions,
    /// Passive forces of the description that are not read, and where they are written.
    pub unread_forces: Vec<Spanned<String>>,
    /// Acceleration of gravity in world axes, m/s^2; `None` if the description gives none.
    pub gravity: Option<[Quantity; 3]>,
    /// Fields of the robot's struct, whose values are known only at run time.
    pub parameters: Vec<Parameter>,
    /// The builder of the expressions that depend on parameters.
    pub builder: Builder,
}

/// An element or an attribute that was ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredElement {
    /// The tag of the element; for an attribute, `tag@attribute`.
    pub tag: String,
    /// How often it occurred.
    pub count: usize,
}

impl Model {
    /// A robot without parts.
    #[must_use]
    pub fn new(name: Spanned<String>, conventions: Conventions) -> Self {
        Self {
            name,
            conventions,
            links: Vec::new(),
            joints: Vec::new(),
            frames: Vec::new(),
            offered_frames: Vec::new(),
            point_springs: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            motors: Vec::new(),
            drive_armatures: Vec::new(),
            keyframes: Vec::new(),
            constraints: Vec::new(),
            symbolic: SymbolicTerms::default(),
            ignored: Vec::new(),
            unread_forces: Vec::new(),
            gravity: None,
            parameters: Vec::new(),
            builder: Builder::new(),
        }
    }

    /// The names of links and of frames that settings and constraints may name.
    pub fn offered_names(&self) -> impl Iterator<Item = &str> + Clone {
        let links = self.links.iter().filter(|link| !link.is_intermediate);
        let frames = self.offered_frames.iter().map(|frame| &frame.name);
        let names = links.map(|link| &link.name).chain(frames);
        names.map(|name| name.value.as_str())
    }
}

/// A rigid body, with its own frame.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unique among links.
    pub name: Spanned<String>,
    /// `None` if the link is massless.
    pub inertial: Option<Inertial>,
    /// Whether it is a massless link between two joints of one body. No list of links contains it.
    pub is_intermediate: bool,
    /// The fraction of its weight that a force at its centre of mass compensates; `None` without such a force.
    pub gravity_compensation: Option<Number>,
}

impl Link {
    /// A link.
    #[must_use]
    pub fn new(name: Spanned<String>, inertial: Option<Inertial>) -> Self {
        Self {
            name,
            inertial,
            is_intermediate: false,
            gravity_compensation: None,
        }
    }
}

/// Mass, centre of mass and inertia of a link.
#[derive(Clone, Debug)]
pub struct Inertial {
    /// The frame of the inertia tensor in the link's frame; its origin is the centre of mass.
    pub origin: Origin,
    /// kg.
    pub mass: Quantity,
    /// About the centre of mass, in the axes of `origin`, kg m^2: xx xy xz yy yz zz.
    pub inertia: [Quantity; 6],
}

/// The motions that a joint allows its child: elementary motions in series; empty if the joint is fixed.
#[derive(Clone, Debug, Default)]
pub struct JointKind(pub Vec<ElementaryMotion>);

/// An elementary motion.
#[derive(Clone, Debug)]
pub struct ElementaryMotion {
    /// Its type.
    pub kind: Kind,
    /// Its axis in the joint's frame, not necessarily of unit length; `None` if it has the axis of the joint.
    pub axis: Option<[Number; 3]>,
    /// Name of its coordinate; `None` if the name is derived from the name of the joint.
    pub name: Option<Spanned<String>>,
    /// The numbers that its type needs, such as a pitch.
    pub numbers: Vec<Number>,
}

impl JointKind {
    /// Its elementary motions, in series.
    #[must_use]
    pub fn motions(&self) -> &[ElementaryMotion] {
        &self.0
    }

    /// A single motion about or along the joint's axis.
    #[must_use]
    pub fn single(kind: Kind) -> Self {
        Self::of([kind])
    }

    /// Whether it allows no motion.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is one motion with one position, so that the joint may mimic others, be locked and have limits.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        matches!(&self.0[..], [motion] if motion.kind.positions().len() == 1)
    }

    /// Whether an armature may act along every rate. Its kinetic energy, for the armature a, is the sum of `a rate^2 / 2`. This
    /// causes no bias force if each rate is the derivative of a position, or an angular velocity of a ball joint.
    #[must_use]
    pub fn allows_armature_on_every_rate(&self) -> bool {
        (self.0.iter()).all(|motion| motion.kind.nv() == 1 || motion.kind.turns_in_body_axes())
    }

    /// Whether any motion uses the joint's axis.
    #[must_use]
    pub fn has_axis(&self) -> bool {
        let motions = self.0.iter().filter(|motion| motion.axis.is_none());
        motions
            .map(|motion| motion.kind.axis())
            .any(|axis| axis != Axis::None)
    }

    /// Motions of these types in series, about or along the joint's axis.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Self {
        let motions = kinds.into_iter().map(|kind| ElementaryMotion {
            kind,
            axis: None,
            name: None,
            numbers: Vec::new(),
        });
        Self(motions.collect())
    }

    /// The names of the coordinates of a joint with this name, one for each motion: the motion's own name, or the
    /// name of the joint, with a number appended if there are several motions.
    pub fn coordinate_names(&self, joint: &str) -> impl Iterator<Item = String> {
        let has_several = self.0.len() > 1;
        let motions = self.0.iter().zip(1..);
        motions.map(move |(motion, number)| match &motion.name {
            Some(name) => name.value.clone(),
            None if has_several => format!("{joint}_{number}"),
            None => joint.to_owned(),
        })
    }

    /// The name of this kind of joint in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.0[..] {
            [] => "fixed",
            [motion] => motion.kind.name(),
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
    /// Its pose in the link's frame.
    pub origin: Origin,
    /// Whether its origin is the link's centre of mass instead of the point `origin.xyz`.
    pub is_at_com: bool,
}

/// A joint between two links.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Unique among joints.
    pub name: Spanned<String>,
    /// Its motions.
    pub kind: Spanned<JointKind>,
    /// Name of the parent link.
    pub parent: Spanned<String>,
    /// Name of the child link.
    pub child: Spanned<String>,
    /// The joint's frame in the parent link's frame; at position 0, or at `reference`, it coincides with the child
    /// link's frame.
    pub origin: Origin,
    /// In the joint's frame; not necessarily of unit length.
    pub axis: [Number; 3],
    /// Where the axis was written; if it was left out, where the joint was written.
    pub axis_span: Span,
    /// The axis, if it is known only at run time; `axis` is then the value in the description.
    pub run_time_axis: Option<[Value; 3]>,
    /// The position in the pose that the description draws; `None` means 0. The joint moves its child by the position
    /// minus this reference. Only a simple joint has one.
    pub reference: Option<Number>,
    /// Range of positions, effort and velocity.
    pub limits: Option<Limits>,
    /// Apparent inertia of its drive, kg or kg m^2.
    pub armature: Option<Quantity>,
    /// The coefficients of the forces along its motion.
    pub forces: ForceCoefficients,
    /// Which joint it follows, if it is a mimic joint.
    pub mimic: Option<Mimic>,
}

/// A spring along the motion of a joint.
#[derive(Clone, Debug)]
pub struct Spring {
    /// N/m or N m/rad.
    pub stiffness: Quantity,
    /// The position at which its force is 0, rad or m.
    pub rest: Quantity,
}

impl Joint {
    /// A joint between two links, with the axis x, and without limits, inertia and forces of its own.
    #[must_use]
    pub fn new(
        name: Spanned<String>,
        kind: Spanned<JointKind>,
        [parent, child]: [Spanned<String>; 2],
        origin: Origin,
    ) -> Self {
        let span = name.span;
        Self {
            name,
            kind,
            parent,
            child,
            origin,
            axis: [1, 0, 0].map(|component| Number::left_out(component, span)),
            axis_span: span,
            run_time_axis: None,
            reference: None,
            limits: None,
            armature: None,
            forces: ForceCoefficients::default(),
            mimic: None,
        }
    }

    /// The coefficients of its equation of motion: armature, damping, friction and spring.
    pub fn coefficients(&self) -> impl Iterator<Item = &Quantity> {
        self.armature.iter().chain(self.forces.quantities())
    }
}

/// Limits of a joint; each may be absent.
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

/// How a joint follows another: `position = multiplier * position of joint + offset`.
#[derive(Clone, Debug)]
pub struct Mimic {
    /// Name of the joint that is followed.
    pub joint: Spanned<String>,
    /// Default 1.
    pub multiplier: Number,
    /// Default 0, rad or m.
    pub offset: Number,
}
