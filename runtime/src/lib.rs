//! The dynamics of your robot as Rust code, generated while your crate compiles. The code is derived from Lagrange's
//! equations or made of hand-written kernels, and proved equal to these equations. It is `no_std`, neither allocates nor
//! panics, and is straight-line except for a few functions on request.
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
//! The documentation of your own crate shows the emitted functions with their costs, and a table of the joints. The robot
//! can also be described on the struct, with fields that are parameters at run time; the code can also come from a build
//! script, or from a generated file that you have committed. The attribute [`multibody`](macro@multibody) lists the
//! options, the [guide](crate::guide) explains all of it, and the examples in the repository are complete packages.
//!
//! This crate contains the runtime of emitted code, and the textbook algorithms that check it:
//!
//! - [`Joints`]: the joints of a robot, by name. [`Multibody`]: functions that robots have unless the option
//!   `functions` leaves them out. [`ForwardDynamics`], [`CoriolisMatrix`] and [`MassMatrixInverse`]: functions that
//!   most robots have. [`Links`]: poses and Jacobians; [`LinkMotions`]: velocities and accelerations; [`LinkForces`]:
//!   momenta and joint wrenches. With these traits a controller or an integrator is written once for all robots.
//! - `robot.at_time(t)`, emitted with robots that depend on time: the same traits, at a constant time.
//! - `robot.under(&wrenches)`, emitted with robots on which external wrenches act: the same traits, under these wrenches.
//! - `robot.selecting(&selectors)`: functions with selected constraint rows, and [`ConstrainedForwardDynamics`];
//!   [`selectors`] finds rows by the names of contacts.
//! - [`ConstrainedDynamics`]: functions of robots with constraints. [`Constrained`] passes their motion to integrators,
//!   [`project`](fn@project) projects states onto the constraint manifold, [`feedback`] stabilizes them, and
//!   [`first_order`](fn@first_order) is their dynamics without inertia. [`ConstrainedInverseDynamics`]: motor forces
//!   for a given motion.
//! - `robot.prepare::<T>()`, emitted with robots that have parameters: the same traits for one number type, with the work
//!   that depends only on parameters done once. `robot.parameters::<T>()`: the parameters as a record of numbers, which
//!   may be those of several robots in lanes, or have derivatives.
//! - [`Real`]: the numbers that emitted code computes with; [`Cost`]: what a function costs.
//! - [`dense`]: loops over small matrices, shared by emitted functions: those with the option `size` or `triangle = lower`,
//!   and long derivatives of forward dynamics.
//! - [`dispatch`]: the instruction sets that functions with runtime dispatch use.
//! - [`JointInfo`]: names, index ranges, charts and limits of a robot's coordinates.
//! - [`ActuatorInfo`]: name and ranges of an actuator, whose force the emitted function `actuate` computes.
//! - [`NamedState`]: a state to which the description gives a name, such as a keyframe of an MJCF.
//! - [`manifold`]: steps along positions and differences between them, also for positions that are not vectors. Robots
//!   have methods for them, such as [`Multibody::integrate`] and [`difference`](Multibody::difference).
//! - [`integrators`]: time steps for everything that has an [`Acceleration`].
//! - `Rollout` (feature `std`): many motions at once, in [`lanes`] and on several threads, each with parameters of its own.
//! - [`linearize`]: the equation of motion to first order, by emitted derivatives or [`Dual`] numbers; [`linearize_at`]
//!   for everything that has an [`Acceleration`].
//! - `convert` (feature `nalgebra`): conversions to matrices of nalgebra and back. `spatial` (the same feature):
//!   spatial algebra.
//! - `reference` (feature `reference`): recursive Newton-Euler, composite-body and articulated-body algorithms for a
//!   tree given at run time; `check(&robot)` compares everything that a robot computes with them.
//! - [`exercises`]: exercises of five textbooks and courses, for example state vectors of particles and free bodies with
//!   a solver. Neither emitted code nor `check` uses them.
//!
//! # Features
//! - `macros` (default): the attribute `#[multibody]`, and with it the generator.
//! - `symbolica` (default): the computer algebra that does the derivations; without it the attribute accepts committed
//!   files only.
//! - `reference`: the algorithms that check emitted code, which allocate; turns on `std` and `nalgebra`.
//! - `nalgebra`: conversions to nalgebra and back, and spatial algebra, which do not allocate.
//! - `std` (default): `Rollout`, square roots from the standard library, and fused multiply-add on AArch64 and on x86 compiled
//!   with FMA (for example with `-C target-cpu=native`).
//! - `wide`: several states at once in the lanes of vector registers.
//! - `rayon`: the same, distributed over all processors; turns on `std` and `wide`.
//! - `avx512` (default): functions with the option `dispatch` use AVX-512 too; turns on `std`.
//! - `same-bits`: no fused multiply-add, and the same algorithms for sines everywhere, so that results have the same
//!   bits on all targets.
//!
//! # Conventions
//! One equation fixes the signs:
//! ```text
//! M(q) qdd + C(q, qd) qd + g(q) = tau + Q
//! ```
//! `tau` are the forces of the actuators, and `Q` are all other forces: springs, damping, friction, wrenches on links.
//! Gravity is on the left: `g(q) = dV/dq` is the generalized force that keeps the robot at rest. (With expressions it
//! is `d(V - T0)/dq`, where T0 are the terms of T without rates.) If the robot depends on time, or if T has terms
//! linear in the rates, `drive(q, qd)` is added on the left.
//!
//! - `q` has NQ entries; `qd`, `qdd` and `tau` have NV. Joints are in depth-first order,
//!   siblings in the order of the file. Pinocchio orders siblings by the names of their joints, byte by byte, fixed
//!   joints included. In Pinocchio, joints that are welded here or that mimic others here have entries too. A
//!   `continuous` joint, like the rotation of a planar one, is represented there by the cosine and the sine of its
//!   angle. Rates and axes of a floating, planar or ball root are the same in both. With the option `pinocchio = true`,
//!   two constants contain the indices in Pinocchio's vectors: `q[i]` is `q[PINOCCHIO_Q[i]]` there (the cosine of such
//!   an angle, with the sine after it), and `qd[i]` is `v[PINOCCHIO_V[i]]`. The indices for `qd` also apply to `qdd`,
//!   `tau`, and the rows and columns of M.
//! - `qd` is the derivative of `q` for all joints except those with rates in body axes. Unless another chart is chosen
//!   (see the [guide](crate::guide::orientation)), a floating joint has `q` = x y z, quaternion x y z w (body to
//!   parent), and `qd` = the linear velocity of the body's origin, then the angular velocity, both in body axes. For
//!   these joints `dq/dt = N(q) qd`, and [`Multibody::integrate`] makes steps along the positions. `qdd` is the
//!   derivative of `qd` component by component, and `tau` is the force, then the moment about the body's origin, in
//!   body axes.
//! - A ball joint has the quaternion and the angular velocity in body axes; a planar joint has x, y, angle, and the
//!   velocity along the body's x and y, then the angular velocity.
//! - Spatial vectors are linear first, then angular. Units are SI, angles are in radians. Matrices are arrays of rows:
//!   `SMatrix::from` of nalgebra makes the transpose of such an array, `convert::to_matrix` does not.
//! - A wrench is force, then moment, in world axes at the link's origin, acting on the link.
//!
//! # Rounding
//! The documentation of an emitted function states its rounding errors: six times the largest error that was measured at
//! a sample of difficult states (near zero, far away, at high rates, next to quarter turns). At other states of these kinds
//! errors are hardly ever larger than stated.
//!
//! An error is in units in the last place (ulp: `EPSILON` of the float) of the scale of the entry. The scale is
//! `sqrt(M_ii M_jj)` for the mass matrix, and the corresponding product for its inverse. For accelerations it is the
//! product of the inverse and the scales of forces, and for all other results the size of the terms that a textbook
//! algorithm adds. So the error says how many digits are lost if terms do not cancel. If they cancel, an entry may have
//! fewer correct digits: the documentation also states how many correct digits the largest number of the result has.
//! These are few for a light floating base with heavy limbs, above all in f32.
//!
//! These errors apply to angles within three turns in either direction. An angle that is added to others, because axes
//! are parallel or a joint has an offset or a gear, is rounded as a number of the size of the sum. Beyond three turns
//! errors grow with the angle, so bring the angles of continuous joints back by whole turns. Nothing is stated for
//! states at which constraint rows are within a thousandth of being dependent.
#![no_std]
// Two files allow unsafe code, and give the reasons: `arithmetic/dispatch.rs` and `arithmetic/registers/vectors.rs`.
#![deny(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

// The code of the guide compiles only with the features that it uses, and some of its links need them too.
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

mod arithmetic;
mod emitted;
pub mod exercises;
mod linear_algebra;
pub mod manifold;
mod methods;
#[cfg(feature = "reference")]
pub mod reference;
mod robot;

#[doc(hidden)]
pub use arithmetic::packed;
pub use arithmetic::packed::{Four, Two};
pub use arithmetic::{Dual, Real, dispatch, lanes};
#[doc(hidden)]
pub use emitted::outlined_chunk;
pub use linear_algebra::dense;
#[cfg(feature = "nalgebra")]
pub use linear_algebra::{convert, spatial};
pub use manifold::Chart;
pub use methods::{
    Linearizable, Linearization, feedback, first_order, integrators, linearize, linearize_at,
    project,
};
#[cfg(feature = "std")]
pub use methods::{Rollout, RolloutError};
#[doc(hidden)]
pub use methods::{derivatives_by_dual_numbers, in_dual_numbers};
#[cfg(feature = "macros")]
pub use multibody_macros::multibody;
#[cfg(feature = "reference")]
pub use reference::{Described, check};
pub use robot::{
    Acceleration, AccelerationDerivatives, ActuatorInfo, Constrained, ConstrainedAcceleration,
    ConstrainedDynamics, ConstrainedForces, ConstrainedForwardDynamics, ConstrainedInverseDynamics,
    ConstraintImpulse, ConstraintInfo, CoriolisMatrix, Cost, ForwardDynamics,
    ForwardDynamicsDerivatives, ForwardDynamicsDerivativesUnderWrenches, ForwardDynamicsJvp,
    ForwardDynamicsVjp, GravityStiffness, InverseDynamicsDerivatives,
    InverseDynamicsDerivativesUnderWrenches, InverseDynamicsJvp, InverseDynamicsVjp, JointInfo,
    JointKind, Joints, Limits, LinkForces, LinkInfo, LinkMotions, Links, MassMatrixInverse,
    MotorForces, Multibody, NamedState, PivotedAcceleration, VelocityDerivatives,
    WithoutConstraints, selectors,
};
