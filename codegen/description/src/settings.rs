//! What to generate: one struct, read from tokens, from a build script or from a command line.

mod functions;
mod root;

use std::collections::BTreeSet;

use crate::function::{Function, Offered};
use multibody_program::exact::{Rational, decimal};
use multibody_support::foreign::rust_name;
use multibody_support::word::named;

pub use functions::Functions;
pub use root::Root;

/// Stands for every link in the list of links.
pub const ALL: &str = "all";
/// Stands for no joint, where a list of motors names it alone.
pub const NONE: &str = "none";

/// The function that prepares all of a position.
pub const AT: &str = "at";

/// All choices about a generated robot. `Settings::default()` is what a user gets who says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Name of the emitted type.
    pub name: String,
    /// Visibility of the emitted type, e.g. `pub` or `pub(crate)`; empty: private.
    pub visibility: String,
    /// How the root link is joined to the world.
    pub root: Root,
    /// Joints to be fixed at a position.
    pub welds: Vec<Weld>,
    /// Whether mimic joints follow their leaders.
    pub mimic: Mimic,
    /// Acceleration of gravity in world axes, m/s^2.
    pub gravity: [Rational; 3],
    /// Apparent inertias of joints, besides those of the description.
    pub armatures: Vec<Armature>,
    /// Springs of joints, besides those of the description.
    pub springs: Vec<Spring>,
    /// Whether damping and friction of a URDF act; those of tokens do anyway.
    pub passive: bool,
    /// The rate below which friction is smoothed, rad/s or m/s.
    pub friction_rate: Positive,
    /// Whether angles, axes and rotations next to a quarter turn are taken to be that.
    pub snap: bool,
    /// Frames of the user's own, besides those of the description.
    pub frames: Vec<Frame>,
    /// Links whose origins are fixed where they are.
    pub contacts: Vec<String>,
    /// Frames that are fixed to each other, besides those of the description.
    pub loops: Vec<Closure>,
    /// What `J M^-1 J^T` gets on its diagonal where rows of constraints may come to depend on one another, per kg for rows
    /// that are lengths; none: rows are independent.
    pub regularization: Option<Positive>,
    /// Joints that motors drive; none: all but the root and spatial ones.
    pub actuated: Option<Vec<String>>,
    /// Functions to emit.
    pub functions: Functions,
    /// Functions that are computed together.
    pub bundles: Vec<Bundle>,
    /// Functions that share what only the position decides.
    pub at: Vec<String>,
    /// Which half of a symmetric matrix is written in place.
    pub triangle: Triangle,
    /// Whether limbs of one shape are computed side by side.
    pub pack_limbs: bool,
    /// Whether functions ask at run time what the processor has.
    pub dispatch: bool,
    /// Whether functions that follow from others call these.
    pub size: bool,
    /// Links whose pose and Jacobians are emitted.
    pub links: Vec<String>,
    /// Links on which external wrenches act.
    pub wrenches: Vec<String>,
    /// Links whose functions are named in another way than their names say.
    pub renames: Vec<Rename>,
    /// Fields whose values are never 0, so that what is prepared may divide by them.
    pub nonzero: Vec<String>,
    /// Path of the crate `multibody` in emitted code.
    pub krate: CratePath,
    /// Whether every function is proved before anything is emitted.
    pub proof: bool,
    /// Whether forms written by hand may replace derived ones they are proved equal to.
    pub written_forms: bool,
    /// How long to search for the fewest operations.
    pub effort: Effort,
    /// How many times the rounding errors of the textbook algorithm a cheaper program may have.
    pub accuracy: u32,
    /// Whether the report says what the functions would cost without forms written by hand.
    pub count_derived: bool,
    /// Whether there are constants that say where Pinocchio has positions and rates.
    pub pinocchio: bool,
    /// Whether the equations of motion are written down to be read: in the report, and as the
    /// constants `EQUATIONS` and `EQUATIONS_LATEX` of the type.
    pub equations: bool,
    /// Ideas that are left out, to see what they are worth.
    pub without: Vec<Idea>,
}

impl Default for Settings {
    fn default() -> Self {
        let zero = || Rational::ZERO;
        Self {
            name: "Robot".into(),
            visibility: "pub".into(),
            root: Root::Fixed,
            welds: Vec::new(),
            mimic: Mimic::Resolve,
            gravity: [zero(), zero(), decimal("-9.81").expect("a decimal")],
            armatures: Vec::new(),
            springs: Vec::new(),
            passive: false,
            friction_rate: Positive(decimal("0.01").expect("a decimal")),
            snap: true,
            frames: Vec::new(),
            contacts: Vec::new(),
            loops: Vec::new(),
            regularization: None,
            actuated: None,
            functions: Functions::default(),
            bundles: Vec::new(),
            at: Vec::new(),
            triangle: Triangle::Both,
            pack_limbs: false,
            dispatch: false,
            size: false,
            links: Vec::new(),
            wrenches: Vec::new(),
            renames: Vec::new(),
            nonzero: Vec::new(),
            krate: CratePath::default(),
            proof: true,
            written_forms: true,
            effort: Effort::Default,
            accuracy: 16,
            count_derived: false,
            pinocchio: false,
            equations: false,
            without: Vec::new(),
        }
    }
}

impl Idea {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 11] = [
        Self::Regrouping,
        Self::Origins,
        Self::Gauge,
        Self::LengthUnit,
        Self::Unturned,
        Self::ThirdColumn,
        Self::Meeting,
        Self::OtherWays,
        Self::Expansion,
        Self::CommonParts,
        Self::WrittenForms,
    ];
}

/// What acts on a robot besides wrenches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acting {
    /// Whether time does, or terms of T of one rate.
    pub drive: bool,
    /// Whether force elements do.
    pub forces: bool,
    /// Whether some of them store energy.
    pub springs: bool,
    /// Whether constraints hold it.
    pub constraints: bool,
}

impl Settings {
    /// Whether an idea is made use of.
    #[must_use]
    pub fn does(&self, idea: Idea) -> bool {
        let used = idea != Idea::WrittenForms || self.written_forms;
        used && !self.without.contains(&idea)
    }

    /// What stands for a link in the names of its functions.
    #[must_use]
    pub fn rust_name(&self, link: &str) -> String {
        let renamed = self.renames.iter().find(|rename| rename.link == link);
        renamed.map_or_else(|| rust_name(link), |rename| rename.rust.clone())
    }

    /// The functions to emit, in the order in which they are emitted; for a robot with force
    /// elements also the force of those, and their energy.
    #[must_use]
    pub fn requested(&self, acting: Acting) -> Vec<Function> {
        let links = self.offers(&[Offered::OfLinks], &self.links);
        let by_wrenches = [
            Offered::WithForces,
            Offered::WithWrenches,
            Offered::WithConstraintsAndWrenches,
        ];
        let wrenches = self.offers(&by_wrenches, &self.wrenches);
        let is_offered = |function: Function| match function.row().offered {
            Offered::Always => self.functions.default,
            Offered::OfLinks => links,
            Offered::WithWrenches => wrenches,
            Offered::WithForces => wrenches || (acting.forces && self.functions.default),
            Offered::ToNobody => false,
            Offered::WithDrive => acting.drive && self.functions.default,
            Offered::WithSprings => acting.springs && self.functions.default,
            Offered::WithConstraintsAndWrenches => acting.constraints && wrenches,
            Offered::WithConstraints => acting.constraints && self.functions.default,
        };
        let is_chosen = |function| self.functions.names(function) || self.is_bundled(function);
        let requested = Function::ALL.into_iter();
        requested
            .filter(|&f| is_chosen(f) || is_offered(f))
            .collect()
    }

    /// What bundles call by the names of functions.
    pub fn bundled(&self) -> impl Iterator<Item = Function> {
        let names: BTreeSet<&String> = self.in_bundles().collect();
        names.into_iter().filter_map(|name| name.parse().ok())
    }

    fn in_bundles(&self) -> impl Iterator<Item = &String> {
        let members = self.bundles.iter().flat_map(|bundle| &bundle.functions);
        members.chain(&self.at)
    }

    /// Whether a bundle names a function, or that of a link.
    fn is_bundled(&self, function: Function) -> bool {
        let mut members = self.in_bundles();
        let is_of_link = |name: &String| {
            let mut names = self
                .links
                .iter()
                .map(|link| function.of_link(&self.rust_name(link)));
            names.any(|own| own.as_ref() == Some(name))
        };
        members.any(|name| name == function.name() || is_of_link(name))
    }

    /// Whether functions that come with the naming of some links come: where links are named, and not only some of these
    /// functions are requested by name.
    fn offers(&self, offered: &[Offered], links: &[String]) -> bool {
        let is_one = |function: &Function| offered.contains(&function.row().offered);
        let functions = &self.functions;
        !links.is_empty() && (functions.default || !functions.named.iter().any(is_one))
    }
}

/// How mimic joints are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mimic {
    /// They follow their leaders.
    #[default]
    Resolve,
    /// They are coordinates of their own.
    Independent,
}

/// Which half of a symmetric matrix is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Triangle {
    /// Both.
    #[default]
    Both,
    /// The diagonal and what is below.
    Lower,
}

/// How long to search for the fewest operations. Bounded by trials, never by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Not at all: plain Denavit-Hartenberg frames.
    None,
    /// As long as a build may take.
    #[default]
    Default,
    /// As long as it helps: for output that is committed.
    High,
}

/// An idea that saves operations, and that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Idea {
    /// Mass that a joint leaves at rest moves to the parent.
    Regrouping,
    /// Where the origins of frames are, and which child's common normal is x.
    Origins,
    /// Mass is left on a child's axis, so that a component of h vanishes.
    Gauge,
    /// A length of the robot is the unit.
    LengthUnit,
    /// Frames that do not turn with their links, sums of angles.
    Unturned,
    /// The angular acceleration is not turned.
    ThirdColumn,
    /// Columns of the mass matrix meet the axes of all carriers in one frame.
    Meeting,
    /// Gravity by composites, forward dynamics by articulated bodies.
    OtherWays,
    /// Lagrangians of small robots as polynomials.
    Expansion,
    /// Common parts of sums are taken out.
    CommonParts,
    /// Forms written by hand.
    WrittenForms,
}

/// Functions that are computed together, by one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The name of that function; in snake_case.
    pub name: String,
    /// The names of the others; that of functions of links stands for those of all.
    pub functions: Vec<String>,
}

/// Two frames that a joint about or along their z axes closes a loop between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// A link.
    pub from: String,
    /// Another.
    pub to: String,
    /// What joins them.
    pub by: LoopJoint,
}

/// A joint that closes a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopJoint {
    /// Turns about z.
    Hinge,
    /// Slides along z.
    Slider,
    /// Turns about z and slides along it.
    Cylindrical,
    /// Turns about all axes.
    Ball,
    /// Nothing.
    Fixed,
}

named!(LoopJoint {
    Hinge = "hinge",
    Slider = "slider",
    Cylindrical = "cylindrical",
    Ball = "ball",
    Fixed = "fixed",
});

/// A joint fixed at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weld {
    /// Name of the joint.
    pub joint: String,
    /// rad or m.
    pub position: Rational,
}

/// The apparent inertia of what drives a joint, felt at the joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armature {
    /// Name of the joint.
    pub joint: String,
    /// kg m^2 or kg.
    pub inertia: Rational,
}

/// A spring along the motion of a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spring {
    /// Name of the joint.
    pub joint: String,
    /// N m/rad or N/m.
    pub stiffness: Rational,
    /// The position at which it does not pull, rad or m.
    pub rest: Rational,
}

/// A number above 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positive(pub Rational);

/// A frame of the user's own, fixed to a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// Name of the link that carries it.
    pub link: String,
    /// Its origin in the link's frame, m; none: at the link's centre of mass.
    pub xyz: Option<[Rational; 3]>,
    /// Roll, pitch, yaw about the link's fixed axes x, y, z, rad.
    pub rpy: [Rational; 3],
}

/// A link whose functions are named in another way than its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Name of the link.
    pub link: String,
    /// What stands for it in the names of functions; in snake_case.
    pub rust: String,
}

/// A path of Rust, by default `multibody`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CratePath(pub String);

impl Default for CratePath {
    fn default() -> Self {
        Self("multibody".into())
    }
}

named!(Effort { None = "none", Default = "default", High = "high" });
named!(Idea {
    Regrouping = "regrouping",
    Origins = "origins",
    Gauge = "gauge",
    LengthUnit = "length_unit",
    Unturned = "unturned",
    ThirdColumn = "third_column",
    Meeting = "meeting",
    OtherWays = "other_ways",
    Expansion = "expansion",
    CommonParts = "common_parts",
    WrittenForms = "written_forms",
});
named!(Triangle { Both = "both", Lower = "lower" });
named!(Mimic { Resolve = "resolve", Independent = "independent" });
