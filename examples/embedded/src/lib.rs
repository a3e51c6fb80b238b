//! A leg's dynamics as a static library for a microcontroller: no standard library, no allocation, no way to panic, no
//! computer algebra in the build. `leg.rs` is committed; its header says how it was generated, and
//! `cargo multibody generate .. --check` reports whether it is up to date.
//!
//! ```text
//! cargo build -p example-embedded --profile embedded
//! cargo build -p example-embedded --profile embedded --target thumbv7em-none-eabihf --no-default-features
//! ```
//! ```c
//! extern void leg_inverse_dynamics(const float q[3], const float qd[3], const float qdd[3], float tau[3]);
//! ```
//! Pointers must not be null. Matrices are stored by rows. Without default features there are no functions for `f64`.
#![no_std]

mod leg;

use leg::Leg;
use multibody::integrators::rk4;
use multibody::{Chart, JointInfo, JointKind, Limits, Linearization, linearize, manifold};

/// Number of joints.
const N: usize = 3;

/// Defines C functions that call those of the leg.
macro_rules! for_c {
    ($($name:ident = $function:ident($($input:ident),+) of $float:ident -> $output:ty;)+) => {$(
        #[doc = concat!("See `Leg::", stringify!($function), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($input: &[$float; N],)+ out: &mut $output) {
            *out = Leg.$function($($input),+);
        }
    )+};
}

for_c! {
    leg_mass_matrix = mass_matrix(q) of f32 -> [[f32; N]; N];
    leg_coriolis_matrix = coriolis_matrix(q, qd) of f32 -> [[f32; N]; N];
    leg_gravity = gravity(q) of f32 -> [f32; N];
    leg_bias = bias(q, qd) of f32 -> [f32; N];
    leg_inverse_dynamics = inverse_dynamics(q, qd, qdd) of f32 -> [f32; N];
    leg_forward_dynamics = forward_dynamics(q, qd, tau) of f32 -> [f32; N];
}

#[cfg(feature = "f64")]
for_c! {
    leg_inverse_dynamics_f64 = inverse_dynamics(q, qd, qdd) of f64 -> [f64; N];
    leg_forward_dynamics_f64 = forward_dynamics(q, qd, tau) of f64 -> [f64; N];
}

/// The positions and rates after a step.
type State = ([f32; N], [f32; N]);

/// The state a millisecond later, under constant torques.
#[unsafe(no_mangle)]
pub extern "C" fn leg_step(q: &[f32; N], qd: &[f32; N], tau: &[f32; N], out: &mut State) {
    *out = rk4(&Leg, 0.0, (q, qd), 1e-3, |_, _, _| *tau);
}

/// The linearized equation of motion about a state.
#[unsafe(no_mangle)]
pub extern "C" fn leg_linearize(
    q: &[f32; N],
    qd: &[f32; N],
    tau: &[f32; N],
    out: &mut Linearization<f32, N>,
) {
    *out = linearize(&Leg, q, qd, tau);
}

/// A joint of each chart other than `Vector` and `Other`: floating, ball and planar, then those with rotation vectors, with
/// quaternion rates, and with modified Rodrigues parameters.
const JOINTS: [JointInfo; 10] = [
    joint(Chart::Floating, (0, 7), (0, 6)),
    joint(Chart::Quaternion, (7, 4), (6, 3)),
    joint(Chart::Planar, (11, 3), (9, 3)),
    joint(Chart::Exponential, (14, 3), (12, 3)),
    joint(Chart::ExponentialRates, (17, 3), (15, 3)),
    joint(Chart::ExponentialFloating, (20, 6), (18, 6)),
    joint(Chart::QuaternionRates, (26, 4), (24, 4)),
    joint(Chart::ModifiedRodrigues, (30, 3), (28, 3)),
    joint(Chart::ModifiedRodriguesRates, (33, 3), (31, 3)),
    joint(Chart::ModifiedRodriguesFloating, (36, 6), (34, 6)),
];

const fn joint(chart: Chart, (q, nq): (usize, usize), (v, nv): (usize, usize)) -> JointInfo {
    JointInfo {
        name: "joint",
        kind: JointKind::Other("any"),
        chart,
        q,
        nq,
        v,
        nv,
        parent: None,
        link: None,
        limits: Limits::NONE,
    }
}

/// Replaces the positions of bodies by those after the time `h` at constant rates, and computes their difference from the initial
/// ones.
#[unsafe(no_mangle)]
pub extern "C" fn bodies_step(
    q: &mut [f32; 42],
    qd: &mut [f32; 40],
    h: f32,
    difference: &mut [f32; 40],
) {
    let start = *q;
    manifold::integrate(&JOINTS, &start, qd, h, q);
    manifold::normalize(&JOINTS, q, qd);
    manifold::difference(&JOINTS, &start, q, difference);
}

/// If no panic can be reached, the compiler drops this handler. Otherwise the linker reports a missing symbol.
#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe extern "C" {
        safe fn a_panic_can_be_reached() -> !;
    }
    a_panic_can_be_reached()
}

/// Needed only for the workspace's own builds, which unwind: the standard library provides the handler.
#[cfg(not(panic = "abort"))]
extern crate std;
