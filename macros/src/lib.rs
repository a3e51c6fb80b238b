//! The attribute `#[multibody]`: reads its tokens into settings, makes one call into
//! `multibody_codegen`, and turns faults into errors of the compiler.
#![deny(missing_docs)]

mod arguments;
mod committed;
mod errors;
mod expand;
mod faults;
mod options;
mod stubs;
mod values;

use proc_macro::TokenStream;

/// Derives the dynamics of the robot that a file describes, proves them equal to Lagrange's
/// equations, and implements them for a struct.
///
/// ```text
/// #[multibody(urdf = "robots/panda.urdf")]
/// pub struct Panda;
/// ```
///
/// Or joints, bodies and gravity stand in the attribute itself, as Rust expressions over the fields of
/// the struct, which are the robot's run-time parameters:
///
/// ```text
/// #[multibody(
///     gravity = [0, 0, -g],
///     joint rail  { prismatic, parent: world, child: cart, axis: x },
///     joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction },
///     body cart { mass: cart_mass },
///     body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(i, i, 0) },
/// )]
/// pub struct CartPole { pub g: f64, pub cart_mass: f64, pub pole_mass: f64, pub length: f64, pub i: f64, pub friction: f64 }
/// ```
///
/// All keys: `multibody_codegen::source::tokens`. Damping acts. `prepare` does once what only the
/// parameters decide.
///
/// The struct of a file's robot has no fields. The crate `multibody` must be a dependency. When the
/// file changes, the crate is compiled again.
///
/// | option | means | default |
/// |---|---|---|
/// | `urdf = "robots/arm.urdf"` | the description; the path starts from the folder of `Cargo.toml` | |
/// | `root = floating` | how the root link is joined to the world: `fixed` or `floating` | `fixed` |
/// | `weld(elbow = -0.5, "wrist 1")` | joints held at a position, in rad or m, and what mimics them; names that are no identifiers stand in quotes | none, at 0 |
/// | `mimic = independent` | whether mimic joints follow their leaders (`resolve`) or are coordinates of their own | `resolve` |
/// | `gravity = [0, 0, -1.62]` | acceleration of gravity in world axes, m/s^2 | `[0, 0, -9.81]` |
/// | `snap = 0` | keep angles, axes and rotations next to a quarter turn to the letter | `1` |
/// | `functions(mass_matrix, bias)` | functions to emit | all that need no link named |
/// | `links(hand, "finger-1")` | links whose poses and Jacobians are emitted | none |
/// | `wrenches(hand)` | links on which external wrenches act | none |
/// | `proof = false` | skip the proof | `true` |
/// | `written_forms = false` | use derived forms only, none written by hand | `true` |
/// | `committed = "src/arm.rs"` | take the items from this file, made by `cargo multibody generate`, instead of deriving them; a fault where it is not what would be generated now | |
/// | `effort = high` | how long to search for the fewest operations: `none`, `default` or `high` | `default` |
///
/// All faults, of the tokens and of the file, are reported at once. Warnings about the file go to
/// stderr.
#[proc_macro_attribute]
pub fn multibody(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(arguments.into(), item.into()).into()
}
