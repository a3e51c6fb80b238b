//! The table of options: one row for each, with its texts and its field in [`Settings`].
//!
//! To add an option, add a field to [`Settings`] and a row here; then all front ends have it.

use super::setting::{Form, Names, Setting};
use crate::settings::Settings;
use crate::source::tokens::{Context, Piece};

/// An option of a robot, called a choice since `Option` is a type of Rust.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Its name in the attribute.
    pub name: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// An example, as written in the attribute.
    pub example: &'static str,
    /// Its syntax in the attribute.
    pub form: Form,
    /// The words that are its values; empty if it has other values.
    pub words: &'static [&'static str],
    /// Reads its value from the tokens after its name in the attribute, and sets it.
    pub read: fn(&mut Settings, Piece, &mut Context<'_>, &mut Names) -> Option<()>,
    /// Reads its value from a text, and sets it.
    pub parse: fn(&mut Settings, &str) -> Result<(), String>,
    /// Its value as text.
    pub text: fn(&Settings) -> String,
}

/// Passes the rows of the table to a macro: a summary; the name in the attribute, the method of `Config` with the field of
/// `Settings` that it sets, and the type of the field; and an example.
#[macro_export]
macro_rules! with_options {
    ($macro:ident) => {
        $macro! {
            /// how the root link is joined to the world: fixed, floating, planar or ball; chart and rates may follow in parentheses: floating(chart = zyx), ball(chart = zxz) for three angles, ball(chart = exponential) for a rotation vector, floating(chart = quaternion, rates = derivative), planar(rates = derivative) for rates along the world's axes
            "root" root(root: $crate::settings::Root)
                "root = floating"
            /// joints fixed at a position, in rad or m, with the joints that mimic them; a name that is not an identifier is quoted
            "weld" weld(welds: Vec<$crate::settings::Weld>)
                "weld(elbow = -0.5, \"wrist 1\")"
            /// whether mimic joints follow their leaders or are coordinates of their own
            "mimic" mimic(mimic: $crate::settings::Mimic)
                "mimic = independent"
            /// acceleration of gravity in world axes, m/s^2; without it that of the description, or 0, 0, -9.81
            "gravity" gravity(gravity: Option<[multibody_program::exact::Rational; 3]>)
                "gravity = [0, 0, -1.62]"
            /// apparent rotor inertias of joints, kg m^2 or kg: rotor inertia times the square of the gear ratio; part of the kinetic energy T and so of the mass matrix
            "armature" armature(armatures: Vec<$crate::settings::Armature>)
                "armature(knee = 0.01, \"hip 1\" = 0.02)"
            /// joint springs: the stiffness in N m/rad or N/m, or the stiffness and the rest position; they act as generalized forces, and their energy is not part of V
            "spring" spring(springs: Vec<$crate::settings::Spring>)
                "spring(knee = 20, \"hip 1\" = [50, 0.1])"
            /// let damping and friction of a file act, as -d qd and as -mu qd / sqrt(qd^2 + e^2), and springs and gravity compensation of an MJCF
            "passive" passive(passive: bool)
                "passive = true"
            /// the rate e below which friction falls to 0, rad/s or m/s
            "friction_rate" friction_rate(friction_rate: $crate::settings::Positive)
                "friction_rate = 0.001"
            /// round angles and rotations close to multiples of a quarter turn, and axes close to coordinate axes; `false` keeps the numbers of the description
            "snap" snap(snap: bool)
                "snap = false"
            /// frames of your own, each with its link, its origin in the link's frame (or `com` for the link's centre of mass), and roll, pitch, yaw; functions of links are emitted for them as for `links`
            "frame" frame(frames: Vec<$crate::settings::Frame>)
                "frame(tcp = hand [0, 0, 0.1], camera = head [0, 0, 0] [0, 0.5, 0])"
            /// links whose origins cannot move: three velocity-level constraint rows each, in world axes
            "contact" contact(contacts: Vec<String>)
                "contact(left_foot, right_foot)"
            /// loop-closure joints: two links whose origins are joined by a hinge, slider, cylindrical, ball or fixed joint;
            /// the first three turn about or slide along the z axes of both links. For other axes, join frames: z of
            /// `frame(a = hand [0, 0, 0] [-1.5708, 0, 0])` is y of the hand
            "loop" closed_loop(loops: Vec<$crate::settings::Closure>)
                "loop(shank : tendon : hinge)"
            /// eps, for constraint rows that become linearly dependent; 0 if rows are independent. It is added to the
            /// diagonal of the Delassus matrix J M^-1 J^T (in inverse dynamics, of J J^T), and four proximal steps give
            /// the least multipliers. Its unit is 1/kg for rows that are lengths
            "regularization" regularization(regularization: Option<$crate::settings::Positive>)
                "regularization = 1e-5"
            /// joints with motors, for constrained inverse dynamics; by default those that actuators of the description drive, or without actuators all but the root and those that turn about three axes; `none`: no motors
            "actuated" actuated(actuated: Option<Vec<String>>)
                "actuated(crank, \"hip 1\")"
            /// functions to emit; by default all but momenta, derivatives, joint wrenches, Christoffel symbols, velocity and
            /// acceleration of the centre of mass, maximal coordinates and functions with the option `selectors` or `pivots`;
            /// `default` in the list stands for the default functions; options of a function are in parentheses, as in
            /// `forward_dynamics(wrenches)`; with `none` only functions of links are emitted
            "functions" functions(functions: $crate::settings::Functions)
                "functions(mass_matrix, bias)"
            /// functions that compute several others in one call and share their common work: a name, and the functions in it; a name such as `pose` stands for the function of all links, one such as `jacobian_of_hand` for that of one link
            "bundle" bundle(bundles: Vec<$crate::settings::Bundle>)
                "bundle(step = [mass_matrix, bias], poses = [pose])"
            /// functions that share the work which depends only on the position: `at` does it once
            "at" at(at: Vec<$crate::settings::FunctionName>)
                "at(mass_matrix, bias)"
            /// triangle of the mass matrix and of its inverse that functions write in place: both, or the lower one with the diagonal
            "triangle" triangle(triangle: $crate::settings::Triangle)
                "triangle = lower"
            /// compute isomorphic subtrees, such as four legs, packed in the lanes of vector registers: for `f64` and `f32` with the feature `wide`
            "pack_limbs" pack_limbs(pack_limbs: bool)
                "pack_limbs = true"
            /// runtime dispatch: compile functions for AVX2 with FMA too, and long ones for AVX-512, and select at run time by the processor
            "dispatch" dispatch(dispatch: bool)
                "dispatch = true"
            /// smaller but slower code: functions that follow from others call them, and systems with the mass matrix are solved in loops that all robots share
            "size" size(size: bool)
                "size = true"
            /// links whose poses, Jacobians, velocities and accelerations are emitted; `all`: of every link
            "links" links(links: Vec<String>)
                "links(hand, \"finger-1\")"
            /// links on which external wrenches act
            "wrenches" wrenches(wrenches: Vec<String>)
                "wrenches(hand)"
            /// name of a link in the names of its functions, for example if those of two links would be the same
            "rename" rename(renames: Vec<$crate::settings::Rename>)
                "rename(\"link-1\" = first_link)"
            /// fields that are never 0; lengths among them may serve as a unit, which saves operations
            "nonzero" nonzero(nonzero: Vec<String>)
                "nonzero(upper_arm, forearm)"
            /// path of the crate `multibody`, if it is reached through another crate
            "crate" crate_path(krate: $crate::settings::CratePath)
                "crate = my_robots::multibody"
            /// whether each function is proved equal to Lagrange's equations
            "proof" proof(proof: bool)
                "proof = false"
            /// whether the emitted text, as the compiler reads it, is proved equal to Lagrange's equations too: `true`, `false`, or `auto`: up to 4 MB of text
            "verify" verify(verify: $crate::settings::Verify)
                "verify = true"
            /// whether hand-written kernels replace derived ones to which they are proved equal
            "hand_written_kernels" hand_written_kernels(hand_written_kernels: bool)
                "hand_written_kernels = false"
            /// how long to search for the fewest operations; `high` is for output that is committed
            "effort" effort(effort: $crate::settings::Effort)
                "effort = high"
            /// rounding errors that a cheaper program may have, as a multiple of those of the textbook algorithm, at least 1
            "accuracy" accuracy(accuracy: u32)
                "accuracy = 4"
            /// emit the indices of positions and rates in Pinocchio's vectors as the constants `PINOCCHIO_Q` and `PINOCCHIO_V`
            "pinocchio" pinocchio(pinocchio: bool)
                "pinocchio = true"
            /// emit the equations of motion as text: the constants `EQUATIONS` and `EQUATIONS_LATEX`
            "equations" equations(equations: bool)
                "equations = true"
            /// also emit, at the end, what `multibody::check` needs: the model as read, and a call of each function; it
            /// is compiled only with the feature `reference` of `multibody`
            "reference" reference(reference: bool)
                "reference = false"
        }
    };
}
pub use with_options;

/// Makes the table from its rows.
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
