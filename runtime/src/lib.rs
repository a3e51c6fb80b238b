//! The dynamics of your robot as Rust code made for it while your crate compiles: derived from Lagrange's equations or
//! made of hand-written kernels, proved equal to these equations, straight-line, `no_std`, without allocation or panic.
//!
#![cfg_attr(
    any(not(doctest), all(feature = "macros", feature = "symbolica")),
    doc = "```"
)]
#![cfg_attr(
    all(doctest, not(all(feature = "macros", feature = "symbolica"))),
    doc = "```ignore"
)]
//! use multibody::multibody;
//!
//! #[multibody(urdf = "robots/arm.urdf", links(hand))]
//! pub struct Arm;
//!
//! fn main() {
//!     let (q, qd) = ([0.3, -0.8, 1.1], [0.0; 3]); // rad, rad/s
//!     let hold = Arm.gravity(&q); // N m
//!     let qdd = Arm.forward_dynamics(&q, &qd, &hold); // rad/s^2
//!     let (_, hand) = Arm.pose_of_hand(&q); // m
//!     println!("{hold:.2?} N m hold the hand at {hand:.3?} m");
//!     assert!(qdd.iter().all(|qdd: &f64| qdd.abs() < 1e-9));
//! }
//! ```
//!
//! The emitted functions with their costs, and a table of the joints, are documented with your own
//! crate. The robot can also be written on the struct, with fields that are parameters at run time. It can come from a build
//! script, or from a generated file that you have committed. The attribute [`multibody`](macro@multibody)
//! lists the options, the [guide](crate::guide) explains all of it, and the examples of the repository are whole
//! packages.
//!
//! This crate has the runtime of emitted code, and the generic algorithms that check it:
//!
//! - [`Multibody`]: functions of every robot, and [`ForwardDynamics`], [`CoriolisMatrix`],
//!   [`MassMatrixInverse`]: those of most robots; [`Links`]: poses and Jacobians, [`LinkMotions`]: velocities and
//!   accelerations, [`LinkForces`]: momenta and joint wrenches. With them a controller or an integrator is written once.
//! - [`TimeVarying`]: functions of robots that depend on time.
//! - [`ConstrainedDynamics`]: functions of robots with constraints; [`Constrained`] passes them to
//!   integrators, [`project`](fn@project) projects states onto the constraint manifold, [`feedback`] stabilizes them,
//!   [`first_order`](fn@first_order) is their dynamics without inertia; [`ConstrainedInverseDynamics`]: motor forces
//!   for a given motion.
//! - [`PreparedMultibody`] and its like: the same for one number type, with the work that depends on parameters alone
//!   done once.
//! - [`Real`]: the numbers that emitted code computes with; [`Cost`]: what a function costs.
//! - [`dense`]: loops over small matrices, which emitted functions share: those with the option `size`, and with `triangle = lower`.
//! - [`detect`]: instructions used by functions with runtime dispatch.
//! - [`JointInfo`]: names, ranges, charts and limits of a robot's coordinates.
//! - [`manifold`]: steps along positions and differences between them, also where they are no vectors; on
//!   robots [`Multibody::integrate`], [`difference`](Multibody::difference) and their neighbours.
//! - [`integrators`]: steps in time of everything that has an [`Acceleration`].
//! - [`ode`](mod@ode): state vectors of particles and free bodies, and a solver for them.
//! - [`linearize`], and [`linearize_at`] for robots that depend on time: the equation of motion to first order, by [`Dual`] numbers.
//! - `convert` (feature `nalgebra`): to matrices of nalgebra and back. `spatial` (the same feature): spatial
//!   algebra.
//! - `reference` (feature `reference`): recursive Newton-Euler, composite-body and
//!   articulated-body algorithms for a tree given at run time; `check(&robot)` compares everything
//!   that a robot computes with them.
//!
//! # Features
//! - `macros` (default): the attribute `#[multibody]`, and with it the generator.
//! - `symbolica` (default): the computer algebra that derives; without it the attribute takes committed
//!   files only.
//! - `reference`: the algorithms that check; allocates, turns on `std` and `nalgebra`.
//! - `nalgebra`: conversions to nalgebra and back, spatial algebra; allocates nothing.
//! - `std` (default): square roots by the standard library, and a product with a sum in one operation on
//!   x86 compiled with FMA, as by `-C target-cpu=native`, and AArch64.
//! - `wide`: several states at once in the lanes of vector registers; `rayon`: over all processors.
//! - `avx512` (default): functions with the option `dispatch` use AVX-512 too; turns on `std`.
//! - `same-bits`: no such operation, and one way to sines, so that results have the same bits on all targets.
//!
//! # Conventions
//! One equation fixes the signs:
//! ```text
//! M(q) qdd + C(q, qd) qd + g(q) = tau + Q
//! ```
//! `tau` are the forces of actuators, and `Q` all other forces: springs, damping, friction, wrenches on links.
//! Gravity is on the left: `g(q) = dV/dq`, the generalized force that keeps the robot at rest (with expressions
//! `d(V - T0)/dq`, T0 the terms of T without rates). If the robot depends on time, or if T
//! has terms linear in the rates, `drive(q, qd)` is added on the left.
//!
//! - `q` is [`NQ`](Multibody) long; `qd`, `qdd` and `tau` are [`NV`](Multibody) long. Joints are in depth-first order, siblings as in the
//!   file. Pinocchio orders siblings by the names of their joints, byte by byte, fixed joints included. It also has the
//!   joints that are welded or mimic others here. A `continuous` joint, like the rotation of a planar one, is there the cosine and
//!   the sine of its angle. Rates and axes of a floating, planar or ball root are the same. With the option
//!   `pinocchio = true` two constants have the indices in Pinocchio's vectors:
//!   `q[i]` is `q[PINOCCHIO_Q[i]]` there (of such an angle the cosine, followed by the sine), and `qd[i]` is `v[PINOCCHIO_V[i]]`. The same
//!   indices hold for `qdd`, `tau`, and rows and columns of M.
//! - For all joints but those with rates in body axes, `qd` is the derivative of `q`. Unless another chart is chosen (see the [guide](crate::guide::orientation)), a floating joint has `q` = x y z, quaternion x y z w (body to parent), and `qd` = the
//!   linear velocity of the body's origin, then the angular velocity, both in body axes. There
//!   `dq/dt = N(q) qd`: [`Multibody::integrate`] steps along such positions. `qdd` is the derivative of `qd` component by component, and `tau` is the
//!   force, then the moment about the body's origin, in body axes.
//! - A ball joint has the quaternion and the angular velocity in body axes; a planar joint x, y, angle, and the velocity
//!   along the body's x and y, then the angular velocity.
//! - Spatial vectors are linear first, then angular. SI units, radians. Matrices are arrays of
//!   rows: nalgebra's `SMatrix::from` makes the transpose of one, `convert::to_matrix` does not.
//! - A wrench is force, then moment, in world axes at the link's origin, acting on the link.
//!
//! # Rounding
//! The documentation of an emitted function states its rounding errors. They are the larger of two numbers: the errors
//! measured at the states where the function was tried (near zero, far away, at high rates, next to quarter turns), and twice
//! the error expected there of independent roundings. At other states of these kinds errors are hardly ever larger.
//!
//! An error is in units in the last place (ulp: `EPSILON` of the float) of the scale of the entry. The scale is
//! `sqrt(M_ii M_jj)` for the mass matrix, the like for its inverse, the product of the inverse and the scales of forces for
//! accelerations, and otherwise the size of the terms that a textbook algorithm adds. So it says how many digits are
//! lost where terms do not cancel. Where they cancel, an entry may have fewer correct digits: the documentation also states
//! how many digits the largest number of the result has. A light floating base with heavy limbs has few, above all in f32.
//!
//! This holds for angles within three turns either way. An angle that is added to others, because axes are parallel or a
//! joint has an offset or a gear, is rounded as a number of its size. Beyond three turns errors grow with the angle, so
//! bring those of continuous joints back by whole turns. Nothing is stated for states at which constraint rows are
//! within a thousandth of being dependent.
#![no_std]
// Two places allow it, and say why: `detect` and `sines/register.rs`.
#![deny(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

// Its code is compiled with the features that it needs, and some of its links need them too.
#[cfg_attr(
    not(all(feature = "nalgebra", feature = "wide")),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "chapters name modules that features turn on"
    )
)]
#[cfg(all(
    doc,
    any(
        not(doctest),
        all(
            feature = "macros",
            feature = "symbolica",
            feature = "reference",
            feature = "rayon"
        )
    )
))]
pub mod guide;

mod acceleration;
mod apart;
mod constrained;
mod constrained_inverse;
#[cfg(feature = "nalgebra")]
pub mod convert;
mod cost;
pub mod dense;
pub mod detect;
mod dual;
pub mod feedback;
mod first_order;
pub mod integrators;
mod joint;
#[cfg(feature = "wide")]
pub mod lanes;
mod linearize;
mod links;
pub mod manifold;
pub mod ode;
mod positions;
mod prepared;
mod project;
mod real;
#[cfg(feature = "reference")]
pub mod reference;
mod robot;
#[doc(hidden)]
pub mod side_by_side;
mod sines;
#[cfg(feature = "nalgebra")]
pub mod spatial;
mod stumpff;
mod time_varying;

pub use acceleration::Acceleration;
#[doc(hidden)]
pub use apart::apart;
pub use constrained::{
    Constrained, ConstrainedDynamics, ConstraintInfo, PreparedConstrainedDynamics,
};
pub use constrained_inverse::{ConstrainedInverseDynamics, PreparedConstrainedInverseDynamics};
pub use cost::Cost;
pub use dual::Dual;
pub use first_order::first_order;
pub use joint::{JointInfo, JointKind, Limits};
pub use linearize::{Linearization, linearize, linearize_at};
pub use links::{
    LinkForces, LinkInfo, LinkMotions, Links, PreparedLinkForces, PreparedLinkMotions,
    PreparedLinks,
};
pub use manifold::Chart;
#[cfg(feature = "macros")]
pub use multibody_macros::multibody;
pub use prepared::{
    PreparedCoriolisMatrix, PreparedForwardDynamics, PreparedMassMatrixInverse, PreparedMultibody,
};
pub use project::project;
pub use real::Real;
#[cfg(feature = "reference")]
pub use reference::{Described, check};
pub use robot::{CoriolisMatrix, ForwardDynamics, MassMatrixInverse, Multibody};
pub use side_by_side::{Four, Two};
pub use time_varying::{PreparedTimeVarying, TimeVarying};

/// A function's body: a call of another, which has its arguments and computes with any arithmetic.
///
/// Emitted code with the option `dispatch` has functions of this.
#[doc(hidden)]
#[macro_export]
macro_rules! detected {
    (
        $robot:ident: $of:ty,
        $with:ident<$($number:ident),+>($($argument:ident: $type:ty),+ $(,)?) -> $result:ty,
        is_long: $is_long:literal $(,)?
    ) => {{
        struct Call<'a, T> {
            robot: &'a $of,
            $($argument: $type),+
        }

        impl<'a, T: $crate::Real> $crate::detect::Call<T> for Call<'a, T> {
            type Output = $result;
            const IS_LONG: bool = $is_long;

            #[inline(always)]
            fn with<A: $crate::detect::Arithmetic<T>>(self) -> $result {
                self.robot.$with::<$($number),+>($(self.$argument),+)
            }
        }

        let robot = $robot;
        T::detected(Call { robot, $($argument),+ })
    }};
}

/// Nothing, or why emitted code with the option `dispatch` cannot ask the processor.
///
/// Emitted code names it once. Where there are no variants, as on microcontrollers, nothing is missing.
#[cfg(all(target_arch = "x86_64", any(unix, windows), not(feature = "std")))]
#[doc(hidden)]
#[macro_export]
macro_rules! detects {
    () => {
        ::core::compile_error!(
            "the option `dispatch` asks the processor by the standard library: turn on the feature `std` of the crate \
             `multibody`, or `avx512`, which has it"
        );
    };
}

/// Nothing, or why emitted code with the option `dispatch` cannot ask the processor.
///
/// Emitted code names it once. Where there are no variants, as on microcontrollers, nothing is missing.
#[cfg(not(all(target_arch = "x86_64", any(unix, windows), not(feature = "std"))))]
#[doc(hidden)]
#[macro_export]
macro_rules! detects {
    () => {};
}

/// Its items, if this crate's feature `reference` is on; otherwise nothing.
///
/// Emitted code wraps its description of the robot in it. The feature asked is that of this crate,
/// so the crate that holds the emitted code needs no feature of its own.
#[cfg(feature = "reference")]
#[doc(hidden)]
#[macro_export]
macro_rules! reference_items {
    ($($item:item)*) => { $($item)* };
}

/// Its items, if this crate's feature `reference` is on; otherwise nothing.
///
/// Emitted code wraps its description of the robot in it. The feature asked is that of this crate,
/// so the crate that holds the emitted code needs no feature of its own.
#[cfg(not(feature = "reference"))]
#[doc(hidden)]
#[macro_export]
macro_rules! reference_items {
    ($($item:item)*) => {};
}
