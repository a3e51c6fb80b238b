//! The attribute `#[multibody]`: one call into `multibody_codegen`, which reads the attribute. Faults become errors of
//! the compiler.
#![deny(missing_docs)]

mod errors;
mod expand;

use proc_macro::TokenStream;

/// Derives the dynamics of the robot that a file describes, proves them equal to Lagrange's
/// equations, and implements them for a struct.
///
/// ```text
/// #[multibody(urdf = "robots/panda.urdf")]
/// pub struct Panda;
/// ```
///
/// Alternatively, the attribute itself describes joints, bodies and gravity. Values are Rust expressions over the
/// fields of the struct; these fields are the robot's run-time parameters:
///
/// ```text
/// #[multibody(
///     gravity = [0, 0, -g],
///     joint rail  { prismatic, parent: world, child: cart, axis: x },
///     joint hinge { revolute, parent: cart, child: pole, axis: y, damping: viscosity },
///     body cart { mass: cart_mass },
///     body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(i, i, 0) },
/// )]
/// pub struct CartPole { pub g: f64, pub cart_mass: f64, pub pole_mass: f64, pub length: f64, pub i: f64, pub viscosity: f64 }
/// ```
///
/// The documentation of `multibody_codegen::tokens` lists all keys. Springs, damping and friction in the attribute
/// always act; damping and friction of a file, and springs of an MJCF, act with `passive = true`. The method `prepare`
/// does the work that depends only on the parameters, once for all later calls. `parameters::<T>()` converts the
/// parameters to numbers of any type, such as lanes or dual numbers.
///
/// If a file describes the robot, a field can replace a value of the file:
///
/// | on a field | it is | its type |
/// |---|---|---|
/// | `#[parameter(body = "hand", mass)]` | the mass, kg; the inertia does not scale with it | `f64` |
/// | `#[parameter(body = "hand", com)]` | the centre of mass in the link's frame, m; the inertia stays the one about the centre of mass | `[f64; 3]` |
/// | `#[parameter(body = "hand", inertia)]` | ixx ixy ixz iyy iyz izz about the centre of mass, in the axes that the file gives it, kg m^2 | `[f64; 6]` |
/// | `#[parameter(joint = "elbow", origin)]` | the joint's place in the parent link's frame, m; its rotation stays as in the file | `[f64; 3]` |
/// | `#[parameter(joint = "elbow", axis)]` | the axis in the joint's frame, of any length but 0. Let u be the one of x, -x, y, -y, z, -z that is nearest to the file's axis: the field must not point along -u | `[f64; 3]` |
///
/// The attribute may also add a frame of your own to the file,
/// `frame tcp { link: hand, origin: [0, 0, 0.1], rpy: [0, 0, 0] }`; its poses, Jacobians, velocities and accelerations
/// are emitted. It may also add springs between points, and expressions of the joints' coordinates, as if it described
/// the robot itself. A field that these additions use is marked `#[parameter]`, without arguments.
///
/// Parameters may also be `f32`. Fields without `#[parameter]` are your own. If every field replaces a value of the file,
/// `Default` is implemented with the file's values.
///
/// The crate `multibody` must be a dependency. When the file, or one that it includes, changes, the crate is compiled again.
///
/// | option | means | default |
/// |---|---|---|
/// | `urdf = "robots/arm.urdf"` | the description; the path starts from the folder of `Cargo.toml` | |
/// | `mjcf = "robots/arm.xml"` | the same in the format of MuJoCo, with the files that it includes | |
/// | `committed = "src/arm.rs"` | take the items from this file, made by `cargo multibody generate`, instead of deriving them; a fault is reported if the file differs from what would be generated now | |
/// | `root = floating` | how the root link is joined to the world: fixed, floating, planar or ball; chart and rates may follow in parentheses: floating(chart = zyx), ball(chart = zxz) for three angles, ball(chart = exponential) for a rotation vector, floating(chart = quaternion, rates = derivative), planar(rates = derivative) for rates along the world's axes | `fixed` |
/// | `weld(elbow = -0.5, "wrist 1")` | joints fixed at a position, in rad or m, with the joints that mimic them; a name that is not an identifier is quoted | |
/// | `mimic = independent` | whether mimic joints follow their leaders or are coordinates of their own | `resolve` |
/// | `gravity = [0, 0, -1.62]` | acceleration of gravity in world axes, m/s^2; without it that of the description, or 0, 0, -9.81 | |
/// | `armature(knee = 0.01, "hip 1" = 0.02)` | apparent rotor inertias of joints, kg m^2 or kg: rotor inertia times the square of the gear ratio; part of the kinetic energy T and so of the mass matrix | |
/// | `spring(knee = 20, "hip 1" = [50, 0.1])` | joint springs: the stiffness in N m/rad or N/m, or the stiffness and the rest position; they act as generalized forces, and their energy is not part of V | |
/// | `passive = true` | let damping and friction of a file act, as -d qd and as -mu qd / sqrt(qd^2 + e^2), and springs and gravity compensation of an MJCF | `false` |
/// | `friction_rate = 0.001` | the rate e below which friction falls to 0, rad/s or m/s | `0.01` |
/// | `snap = false` | round angles and rotations close to multiples of a quarter turn, and axes close to coordinate axes; `false` keeps the numbers of the description | `true` |
/// | `frame(tcp = hand [0, 0, 0.1], camera = head [0, 0, 0] [0, 0.5, 0])` | frames of your own, each with its link, its origin in the link's frame (or `com` for the link's centre of mass), and roll, pitch, yaw; functions of links are emitted for them as for `links` | |
/// | `contact(left_foot, right_foot)` | links whose origins cannot move: three velocity-level constraint rows each, in world axes | |
/// | `loop(shank : tendon : hinge)` | loop-closure joints: two links whose origins are joined by a hinge, slider, cylindrical, ball or fixed joint; the first three turn about or slide along the z axes of both links. For other axes, join frames: z of `frame(a = hand [0, 0, 0] [-1.5708, 0, 0])` is y of the hand | |
/// | `regularization = 1e-5` | eps, for constraint rows that become linearly dependent; 0 if rows are independent. It is added to the diagonal of the Delassus matrix J M^-1 J^T (in inverse dynamics, of J J^T), and four proximal steps give the least multipliers. Its unit is 1/kg for rows that are lengths | `0` |
/// | `actuated(crank, "hip 1")` | joints with motors, for constrained inverse dynamics; by default those that actuators of the description drive, or without actuators all but the root and those that turn about three axes; `none`: no motors | |
/// | `functions(mass_matrix, bias)` | functions to emit; by default all but momenta, derivatives, joint wrenches, Christoffel symbols, velocity and acceleration of the centre of mass, maximal coordinates and functions with the option `selectors` or `pivots`; `default` in the list stands for the default functions; options of a function are in parentheses, as in `forward_dynamics(wrenches)`; with `none` only functions of links are emitted | |
/// | `bundle(step = [mass_matrix, bias], poses = [pose])` | functions that compute several others in one call and share their common work: a name, and the functions in it; a name such as `pose` stands for the function of all links, one such as `jacobian_of_hand` for that of one link | |
/// | `at(mass_matrix, bias)` | functions that share the work which depends only on the position: `at` does it once | |
/// | `triangle = lower` | triangle of the mass matrix and of its inverse that functions write in place: both, or the lower one with the diagonal | `both` |
/// | `pack_limbs = true` | compute isomorphic subtrees, such as four legs, packed in the lanes of vector registers: for `f64` and `f32` with the feature `wide` | `false` |
/// | `dispatch = true` | runtime dispatch: compile functions for AVX2 with FMA too, and long ones for AVX-512, and select at run time by the processor | `false` |
/// | `size = true` | smaller but slower code: functions that follow from others call them, and systems with the mass matrix are solved in loops that all robots share | `false` |
/// | `links(hand, "finger-1")` | links whose poses, Jacobians, velocities and accelerations are emitted; `all`: of every link | |
/// | `wrenches(hand)` | links on which external wrenches act | |
/// | `rename("link-1" = first_link)` | name of a link in the names of its functions, for example if those of two links would be the same | |
/// | `nonzero(upper_arm, forearm)` | fields that are never 0; lengths among them may serve as a unit, which saves operations | |
/// | `crate = my_robots::multibody` | path of the crate `multibody`, if it is reached through another crate | `multibody` |
/// | `proof = false` | whether each function is proved equal to Lagrange's equations | `true` |
/// | `verify = true` | whether the emitted text, as the compiler reads it, is proved equal to Lagrange's equations too: `true`, `false`, or `auto`: up to 4 MB of text | `auto` |
/// | `hand_written_kernels = false` | whether hand-written kernels replace derived ones to which they are proved equal | `true` |
/// | `effort = high` | how long to search for the fewest operations; `high` is for output that is committed | `default` |
/// | `accuracy = 4` | rounding errors that a cheaper program may have, as a multiple of those of the textbook algorithm, at least 1 | `16` |
/// | `pinocchio = true` | emit the indices of positions and rates in Pinocchio's vectors as the constants `PINOCCHIO_Q` and `PINOCCHIO_V` | `false` |
/// | `equations = true` | emit the equations of motion as text: the constants `EQUATIONS` and `EQUATIONS_LATEX` | `false` |
/// | `reference = false` | also emit, at the end, what `multibody::check` needs: the model as read, and a call of each function; it is compiled only with the feature `reference` of `multibody` | `true` |
///
/// All faults, of the attribute and of the file, are reported at once. Warnings about the file go to stderr.
#[proc_macro_attribute]
pub fn multibody(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(arguments.into(), item.into()).into()
}

#[cfg(test)]
mod tests {
    use multibody_codegen::internal::options::CHOICES;

    #[test]
    fn the_documentation_has_the_table_of_options() {
        let row = |example: &str, summary: &str, default: &str| {
            let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
            format!("/// | `{example}` | {summary} | {default} |\n").replace("|  |", "| |")
        };
        let urdf = "the description; the path starts from the folder of `Cargo.toml`";
        let committed = "take the items from this file, made by `cargo multibody generate`, instead of \
            deriving them; a fault is reported if the file differs from what would be generated now";
        let mut table = row("urdf = \"robots/arm.urdf\"", urdf, "");
        let mjcf = "the same in the format of MuJoCo, with the files that it includes";
        table += &row("mjcf = \"robots/arm.xml\"", mjcf, "");
        table += &row("committed = \"src/arm.rs\"", committed, "");
        for choice in CHOICES {
            table += &row(choice.example, choice.summary, &choice.default());
        }
        assert!(
            include_str!("lib.rs").contains(&table),
            "write instead:\n{table}"
        );
    }
}
