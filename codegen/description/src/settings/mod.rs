//! What to generate: one struct, read from tokens, from a build script or from a command line.

mod functions;
mod root;
pub mod type_name;

use std::collections::BTreeSet;

use crate::function::{Function, Offered};
use crate::language::Layout;
use multibody_program::exact::{Rational, decimal};
use multibody_support::foreign::rust_name;
use multibody_support::word::named;

pub use functions::{FunctionName, Functions};
pub use root::Root;

/// The word for all links, in the list of links.
pub const ALL: &str = "all";
/// The word for an empty list, such as a list without motors.
pub const NONE: &str = "none";

/// The name of the function that does the work which depends only on the position.
pub const AT: &str = "at";

/// All options of a generated robot. `Settings::default()` applies if the user sets none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Name of the emitted type.
    pub name: String,
    /// Visibility of the emitted type, e.g. `pub` or `pub(crate)`; empty if it is private.
    pub visibility: String,
    /// How the root link is joined to the world.
    pub root: Root,
    /// Joints to be fixed at a position.
    pub welds: Vec<Weld>,
    /// Whether mimic joints follow their leaders or have coordinates of their own.
    pub mimic: Mimic,
    /// Acceleration of gravity in world axes, m/s^2; `None` for that of the description or, without one, [`gravity`].
    pub gravity: Option<[Rational; 3]>,
    /// Apparent inertias of joints, besides those of the description.
    pub armatures: Vec<Armature>,
    /// Springs of joints, besides those of the description.
    pub springs: Vec<Spring>,
    /// Whether these act: damping and friction of a file, springs and gravity compensation of an MJCF. Forces described in
    /// tokens always act.
    pub passive: bool,
    /// The rate below which friction is smoothed, rad/s or m/s.
    pub friction_rate: Positive,
    /// Whether angles and rotations close to quarter turns, and axes close to coordinate axes, are rounded to these.
    pub snap: bool,
    /// User-defined frames, besides those of the description.
    pub frames: Vec<Frame>,
    /// Links whose origins cannot move.
    pub contacts: Vec<String>,
    /// Loop closures, besides those of the description.
    pub loops: Vec<Closure>,
    /// The number added to the diagonal of `J M^-1 J^T`, per kg for rows that are lengths, if constraint rows may become
    /// dependent; `None` if rows are independent.
    pub regularization: Option<Positive>,
    /// Joints with motors; `None` for the joints that actuators of the description drive or, without actuators, for all
    /// joints but the root and those that turn about three axes.
    pub actuated: Option<Vec<String>>,
    /// Functions to emit.
    pub functions: Functions,
    /// Functions that are computed in one call.
    pub bundles: Vec<Bundle>,
    /// Functions that share the work which depends only on the position.
    pub at: Vec<FunctionName>,
    /// The triangles of a symmetric matrix that functions write in place.
    pub triangle: Triangle,
    /// Whether isomorphic subtrees are computed packed in the lanes of vector registers.
    pub pack_limbs: bool,
    /// Whether functions are dispatched at run time by the features of the processor.
    pub dispatch: bool,
    /// Whether functions that follow from others call them, which makes the code smaller.
    pub size: bool,
    /// Links whose functions, such as poses and Jacobians, are emitted.
    pub links: Vec<String>,
    /// Links on which external wrenches act.
    pub wrenches: Vec<String>,
    /// Links that have another name in the names of their functions.
    pub renames: Vec<Rename>,
    /// Fields whose values are never 0, so that `prepare` may divide by them.
    pub nonzero: Vec<String>,
    /// Path of the crate `multibody` in emitted code.
    pub krate: CratePath,
    /// Whether every function is proved before anything is emitted.
    pub proof: bool,
    /// Whether the emitted text is verified.
    pub verify: Verify,
    /// Whether hand-written kernels may replace the derived ones to which they are proved equal.
    pub hand_written_kernels: bool,
    /// How long to search for the fewest operations.
    pub effort: Effort,
    /// The largest rounding errors that a cheaper program may have, as a multiple of those of the textbook algorithm.
    pub accuracy: u32,
    /// Whether the report says what the functions would cost without hand-written kernels.
    pub count_derived: bool,
    /// Whether constants with the indices of positions and rates in Pinocchio's vectors are emitted.
    pub pinocchio: bool,
    /// Whether the equations of motion are written out as text: in the report, and as the constants `EQUATIONS` and
    /// `EQUATIONS_LATEX` of the type.
    pub equations: bool,
    /// Whether what `multibody::check` needs is emitted: the model as read, and a call of each function.
    pub reference: bool,
    /// Ideas that are switched off, to measure how much each of them saves.
    pub without: Vec<Idea>,
    /// How the text is laid out. The table of options does not have it: the path of the file and arguments of the command,
    /// such as `--columns`, choose it.
    pub layout: Layout,
}

/// Acceleration of gravity where neither settings nor description give it, world axes, m/s^2.
#[must_use]
pub fn gravity() -> [Rational; 3] {
    [
        Rational::ZERO,
        Rational::ZERO,
        decimal("-9.81").expect("a decimal"),
    ]
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "Robot".into(),
            visibility: "pub".into(),
            root: Root::Fixed,
            welds: Vec::new(),
            mimic: Mimic::Resolve,
            gravity: None,
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
            verify: Verify::Auto,
            hand_written_kernels: true,
            effort: Effort::Default,
            accuracy: 16,
            count_derived: false,
            pinocchio: false,
            equations: false,
            reference: true,
            without: Vec::new(),
            layout: Layout::default(),
        }
    }
}

impl Idea {
    /// All ideas, in the order in which they are shown.
    pub const ALL: [Self; 12] = [
        Self::Regrouping,
        Self::Origins,
        Self::Gauge,
        Self::LengthUnit,
        Self::Unturned,
        Self::ThirdColumn,
        Self::Meeting,
        Self::OtherAlgorithms,
        Self::Expansion,
        Self::CommonParts,
        Self::JointsOfExpressions,
        Self::HandWrittenKernels,
    ];
}

/// The kinds of forces that act on a robot, besides wrenches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acting {
    /// Whether there is a drive: expressions depend on time, or T has terms linear in the rates.
    pub drive: bool,
    /// Whether forces other than gravity and wrenches act: force elements, springs between points, constant forces, or
    /// forces given by expressions.
    pub forces: bool,
    /// Whether any springs act: of joints, of tendons, or between points.
    pub springs: bool,
    /// Whether there are constraints.
    pub constraints: bool,
    /// Whether there are actuators.
    pub actuators: bool,
}

impl Settings {
    /// Whether an idea is used.
    #[must_use]
    pub fn uses(&self, idea: Idea) -> bool {
        let is_option_on = idea != Idea::HandWrittenKernels || self.hand_written_kernels;
        is_option_on && !self.without.contains(&idea)
    }

    /// The name of a link in the names of its functions.
    #[must_use]
    pub fn rust_name(&self, link: &str) -> String {
        let rename = self.renames.iter().find(|rename| rename.link == link);
        rename.map_or_else(
            || rust_name(link),
            |rename| rename.name_in_functions.clone(),
        )
    }

    /// Restricts what is derived to these functions: no functions of links, no bundles, nothing at a position, no equations.
    pub fn restrict_to(&mut self, functions: impl IntoIterator<Item = Function>) {
        self.functions = functions.into_iter().collect();
        self.links.clear();
        self.wrenches.clear();
        self.renames.clear();
        self.bundles.clear();
        self.at.clear();
        self.equations = false;
    }

    /// The functions to emit, in the order in which they are emitted. Some are offered only if certain forces act: with
    /// force elements, for example, those for their forces and energy.
    #[must_use]
    pub fn select_functions(&self, acting: Acting) -> Vec<Function> {
        let offers_links = self.offers(&[Offered::OfLinks], &self.links);
        let with_wrenches = [
            Offered::WithForces,
            Offered::WithWrenches,
            Offered::WithConstraintsAndWrenches,
        ];
        let offers_wrenches = self.offers(&with_wrenches, &self.wrenches);
        let is_offered = |function: Function| match function.row().offered {
            Offered::Always => self.functions.default,
            Offered::OfLinks => offers_links,
            Offered::WithWrenches => offers_wrenches,
            Offered::WithForces => offers_wrenches || (acting.forces && self.functions.default),
            Offered::OnRequest => false,
            Offered::WithDrive => acting.drive && self.functions.default,
            Offered::WithSprings => acting.springs && self.functions.default,
            Offered::WithActuators => acting.actuators && self.functions.default,
            Offered::WithConstraintsAndWrenches => acting.constraints && offers_wrenches,
            Offered::WithConstraints => acting.constraints && self.functions.default,
        };
        let is_requested = |function| self.functions.names(function) || self.is_bundled(function);
        let functions = Function::ALL.into_iter();
        functions
            .filter(|&f| is_requested(f) || is_offered(f))
            .collect()
    }

    /// The functions that bundles or the option `at` name; a name for the function of one link, such as
    /// `jacobian_of_hand`, does not count.
    pub fn bundle_functions(&self) -> impl Iterator<Item = Function> {
        let names: BTreeSet<&FunctionName> = self.bundled_names().collect();
        names
            .into_iter()
            .filter_map(|name| name.as_str().parse().ok())
    }

    /// The names in all bundles, and in the option `at`.
    fn bundled_names(&self) -> impl Iterator<Item = &FunctionName> {
        let members = self.bundles.iter().flat_map(|bundle| &bundle.functions);
        members.chain(&self.at)
    }

    /// Whether a bundle or the option `at` names a function, or the same function of one link.
    fn is_bundled(&self, function: Function) -> bool {
        let mut members = self.bundled_names();
        let is_of_link = |name: &FunctionName| {
            let mut names = self
                .links
                .iter()
                .map(|link| function.name_for_link(&self.rust_name(link)));
            names.any(|link_function| link_function.as_deref() == Some(name.as_str()))
        };
        members.any(|name| name.as_str() == function.name() || is_of_link(name))
    }

    /// Whether the functions that are offered for named links are emitted: links are named, and either the default
    /// functions are requested or none of the offered ones is requested by name.
    fn offers(&self, offered: &[Offered], links: &[String]) -> bool {
        let is_offered = |function: &Function| offered.contains(&function.row().offered);
        let functions = &self.functions;
        !links.is_empty() && (functions.default || !functions.named.iter().any(is_offered))
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

/// The triangles of a symmetric matrix that functions write in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Triangle {
    /// Both triangles.
    #[default]
    Both,
    /// The lower triangle with the diagonal.
    Lower,
}

/// Whether the emitted text is verified. With `Auto` the length of the text and the options decide, never time, so that the same
/// input gives the same bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verify {
    /// If the text is no longer than [`Verify::LONGEST`], and the robot has no option that cannot be verified.
    #[default]
    Auto,
    /// Always; what cannot be verified is a fault.
    True,
    /// Never.
    False,
}

impl Verify {
    /// The number of bytes up to which `auto` verifies a text. A humanoid with 29 joints has 2.4 MB, which an optimised
    /// generator verifies in 0.6 s. For a chain of 100 joints, with 16 MB, it takes 930 MB of memory (`docs/design/proof.md`).
    pub const LONGEST: usize = 4_000_000;
}

/// How long to search for the fewest operations. The search is bounded by trials, never by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Not at all: plain Denavit-Hartenberg frames.
    None,
    /// As long as is acceptable in a build.
    #[default]
    Default,
    /// As long as it helps, for output that is committed.
    High,
}

/// An idea that saves operations, and can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Idea {
    /// Mass that a joint cannot move is transferred to the parent.
    Regrouping,
    /// The choice of frame origins, and of the child whose common normal is the x axis.
    Origins,
    /// Mass is left on a child's axis, so that a component of the first moment h vanishes.
    Gauge,
    /// A length of the robot serves as the unit.
    LengthUnit,
    /// Frames keep their parent's orientation instead of turning with their links, so that angles add up.
    Unturned,
    /// The angular acceleration is not rotated between frames; the third column of U is rotated instead.
    ThirdColumn,
    /// Columns of the mass matrix are propagated inwards only up to one body. The axes of its ancestors are expressed
    /// in its frame, where columns and axes meet.
    Meeting,
    /// Algorithms besides the default one of a function, such as articulated bodies for forward dynamics.
    OtherAlgorithms,
    /// The Lagrangians of small robots are expanded into polynomials.
    Expansion,
    /// Common parts of sums are factored out.
    CommonParts,
    /// Bodies of expressions whose coordinates move them as joints do are derived as links too.
    JointsOfExpressions,
    /// Hand-written kernels.
    HandWrittenKernels,
}

/// Functions that one emitted function computes in one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The name of the emitted function, in snake_case.
    pub name: String,
    /// The names of its members; the name of a function of links stands for that function of all links.
    pub functions: Vec<FunctionName>,
}

/// A loop closure: a joint between the frames of two links, about or along their z axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// The first link.
    pub from: String,
    /// The second link.
    pub to: String,
    /// The joint between them.
    pub by: LoopJoint,
}

impl Closure {
    /// The name of its constraint.
    #[must_use]
    pub fn constraint(&self) -> String {
        format!("{}:{}", self.from, self.to)
    }
}

/// A joint that closes a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopJoint {
    /// A joint that turns about z.
    Hinge,
    /// A joint that slides along z.
    Slider,
    /// A joint that turns about z and slides along it.
    Cylindrical,
    /// A joint that turns about all axes.
    Ball,
    /// No relative motion.
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
    /// The position, in rad or m.
    pub position: Rational,
}

/// The apparent inertia of a joint's drive, as it acts at the joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armature {
    /// Name of the joint.
    pub joint: String,
    /// The inertia, in kg m^2 or kg.
    pub inertia: Rational,
}

/// A spring along the motion of a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spring {
    /// Name of the joint.
    pub joint: String,
    /// The stiffness, in N m/rad or N/m.
    pub stiffness: Rational,
    /// The position at which its force is 0, in rad or m.
    pub rest: Rational,
}

/// A number above 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positive(pub Rational);

/// A user-defined frame, fixed to a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// Name of the link that carries it.
    pub link: String,
    /// Its origin in the link's frame, m; `None` if it is at the link's centre of mass.
    pub xyz: Option<[Rational; 3]>,
    /// Roll, pitch, yaw about the link's fixed axes x, y, z, rad.
    pub rpy: [Rational; 3],
}

/// Another name for a link in the names of its functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Name of the link.
    pub link: String,
    /// The name that replaces it in the names of functions, in snake_case.
    pub name_in_functions: String,
}

/// A Rust path, by default `multibody`.
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
    OtherAlgorithms = "other_algorithms",
    Expansion = "expansion",
    CommonParts = "common_parts",
    JointsOfExpressions = "joints_of_expressions",
    HandWrittenKernels = "hand_written_kernels",
});
named!(Verify { Auto = "auto", True = "true", False = "false" });
named!(Triangle { Both = "both", Lower = "lower" });
named!(Mimic { Resolve = "resolve", Independent = "independent" });
