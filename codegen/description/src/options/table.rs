//! The table of options: a row each, with its texts and its place in [`Settings`].
//!
//! To add one: a field of [`Settings`], and a row here. All front ends have it then.

use super::setting::{Form, Names, Setting};
use crate::settings::Settings;
use crate::source::tokens::{Context, Piece};

/// An option of a robot.
#[derive(Clone, Copy)]
pub struct Choice {
    /// As the attribute names it.
    pub name: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// As the attribute has it.
    pub example: &'static str,
    /// How it stands in the attribute.
    pub form: Form,
    /// Words that it can be; empty: others too.
    pub words: &'static [&'static str],
    /// Sets it to what stands behind its name in the attribute.
    pub read: fn(&mut Settings, Piece, &mut Context<'_>, &mut Names) -> Option<()>,
    /// Sets it to what a text says.
    pub parse: fn(&mut Settings, &str) -> Result<(), String>,
    /// Its value as text.
    pub text: fn(&Settings) -> String,
}

/// The rows, for a macro that makes something of them.
#[macro_export]
macro_rules! with_options {
    ($macro:ident) => {
        $macro! {
            /// how the root link is joined to the world: fixed, floating, planar or ball, with the chart and rates of such a joint: floating(chart = zyx), ball(chart = zxz) by three angles, ball(chart = exponential) by a rotation vector, floating(chart = quaternion, rates = derivative), planar(rates = derivative) by the world's axes
            "root" root(root: $crate::settings::Root)
                "root = floating"
            /// joints held at a position, in rad or m, and what mimics them; names that are no identifiers stand in quotes
            "weld" weld(welds: Vec<$crate::settings::Weld>)
                "weld(elbow = -0.5, \"wrist 1\")"
            /// whether mimic joints follow their leaders or are coordinates of their own
            "mimic" mimic(mimic: $crate::settings::Mimic)
                "mimic = independent"
            /// acceleration of gravity in world axes, m/s^2
            "gravity" gravity(gravity: [multibody_program::exact::Rational; 3])
                "gravity = [0, 0, -1.62]"
            /// apparent inertias of joints, kg m^2 or kg: that of the rotor times the square of the gear ratio; part of T and so of the mass matrix
            "armature" armature(armatures: Vec<$crate::settings::Armature>)
                "armature(knee = 0.01, \"hip 1\" = 0.02)"
            /// springs of joints: stiffness in N m/rad or N/m, or that and the position at rest; they act, and their energy is no part of V
            "spring" spring(springs: Vec<$crate::settings::Spring>)
                "spring(knee = 20, \"hip 1\" = [50, 0.1])"
            /// let damping and friction of a URDF act, as -d qd and as -mu qd / sqrt(qd^2 + e^2)
            "passive" passive(passive: bool)
                "passive = true"
            /// the rate e below which friction falls to 0, rad/s or m/s
            "friction_rate" friction_rate(friction_rate: $crate::settings::Positive)
                "friction_rate = 0.001"
            /// take angles, axes and rotations next to a quarter turn to be that; 0 keeps the description to the letter
            "snap" snap(snap: bool)
                "snap = 0"
            /// frames of your own: a link that carries it, its origin there, or `com` for the centre of mass, and roll, pitch, yaw; each is one of the links whose functions are emitted
            "frame" frame(frames: Vec<$crate::settings::Frame>)
                "frame(tcp = hand [0, 0, 0.1], camera = head [0, 0, 0] [0, 0.5, 0])"
            /// links whose origins are held where they are: three constraints on rates each, in world axes
            "contact" contact(contacts: Vec<String>)
                "contact(left_foot, right_foot)"
            /// loops to close: two links whose origins and z axes are held together by a hinge, slider, cylindrical, ball or fixed joint
            "loop" closed_loop(loops: Vec<$crate::settings::Closure>)
                "loop(shank : tendon : hinge)"
            /// for constraints whose rows depend on one another where they are met: what J M^-1 J^T, in inverse dynamics J J^T, gets on its diagonal in four steps to the least multipliers, per kg for rows that are lengths; 0 for rows that are independent
            "regularization" regularization(regularization: Option<$crate::settings::Positive>)
                "regularization = 1e-5"
            /// joints that motors drive, for constrained inverse dynamics; by default all but the root and those that turn about three axes; `none`: there are no motors
            "actuated" actuated(actuated: Option<Vec<String>>)
                "actuated(crank, \"hip 1\")"
            /// functions to emit; by default all but the rates of the centre of mass, momenta, joint wrenches, Christoffel symbols, maximal coordinates and what has selectors or pivots; `default` among others adds to these; `none`: those of links only
            "functions" functions(functions: $crate::settings::Functions)
                "functions(mass_matrix, bias)"
            /// functions that compute several others at once, with all that these share: a name, and what it gives; `pose` and the like stand for those of all links, `jacobian_of_hand` for that of one
            "bundle" bundle(bundles: Vec<$crate::settings::Bundle>)
                "bundle(step = [mass_matrix, bias], poses = [pose])"
            /// functions that `at` shares the work between that the position alone decides
            "at" at(at: Vec<String>)
                "at(mass_matrix, bias)"
            /// which half of the mass matrix and of its inverse functions write in place: both, or the diagonal and what is below
            "triangle" triangle(triangle: $crate::settings::Triangle)
                "triangle = lower"
            /// compute limbs of one shape side by side, in the lanes of vector registers: for `f64` and `f32` with the feature `wide`
            "side_by_side" side_by_side(side_by_side: bool)
                "side_by_side = true"
            /// compile functions for AVX2 with FMA too, and long ones for AVX-512, and ask the processor at run time which to take
            "detect" detect(detect: bool)
                "detect = true"
            /// compute functions that follow from others by calls of these, and solve with the mass matrix in loops that all robots share: less code, which is slower
            "size" size(size: bool)
                "size = true"
            /// links whose poses, Jacobians and motions are emitted; `all`: of every link
            "links" links(links: Vec<String>)
                "links(hand, \"finger-1\")"
            /// links on which external wrenches act
            "wrenches" wrenches(wrenches: Vec<String>)
                "wrenches(hand)"
            /// what stands for a link in the names of its functions, where two would get the same
            "rename" rename(renames: Vec<$crate::settings::Rename>)
                "rename(\"link-1\" = first_link)"
            /// fields that are never 0: lengths among them may be a unit, which saves operations
            "nonzero" nonzero(nonzero: Vec<String>)
                "nonzero(upper_arm, forearm)"
            /// path of the crate `multibody`, for those who reach it through another crate
            "crate" crate_path(krate: $crate::settings::CratePath)
                "crate = my_robots::multibody"
            /// prove that each function equals Lagrange's equations
            "proof" proof(proof: bool)
                "proof = false"
            /// let forms written by hand replace derived ones they are proved equal to
            "written_forms" written_forms(written_forms: bool)
                "written_forms = false"
            /// how long to search for the fewest operations; `high` is for output that is committed
            "effort" effort(effort: $crate::settings::Effort)
                "effort = high"
            /// how many times the rounding errors of the textbook algorithm a cheaper program may have, at least 1
            "accuracy" accuracy(accuracy: u32)
                "accuracy = 4"
            /// have the places of positions and rates in Pinocchio's vectors, as the constants `PINOCCHIO_Q` and `PINOCCHIO_V`
            "pinocchio" pinocchio(pinocchio: bool)
                "pinocchio = true"
            /// have the equations of motion, to be read, as the constants `EQUATIONS` and `EQUATIONS_LATEX`
            "equations" equations(equations: bool)
                "equations = true"
        }
    };
}
pub use with_options;

/// Makes the table.
macro_rules! choices {
    ($(
        $(#[doc = $doc:literal])+
        $name:literal $method:ident($($field:ident).+: $type:ty) $example:literal
    )+) => {
        /// All options, in the order in which they are shown.
        pub const CHOICES: &[Choice] = &[$(Choice {
            name: $name,
            summary: concat!($($doc),+).trim_ascii(),
            example: $example,
            form: <$type as Setting>::FORM,
            words: <$type as Setting>::WORDS,
            read: |settings, piece, context, names| {
                settings.$($field).+ = <$type as Setting>::read(piece, context, names)?;
                Some(())
            },
            parse: |settings, text| {
                settings.$($field).+ = <$type as Setting>::parse(text)?;
                Ok(())
            },
            text: |settings| settings.$($field).+.text(),
        }),+];
    };
}
with_options!(choices);
