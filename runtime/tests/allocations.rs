//! Integrators and linearizations do not allocate. A rollout allocates once for each motion, whatever
//! the number of its steps.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use multibody::integrators::{implicit_midpoint, rk4, semi_implicit_euler};
use multibody::{
    Acceleration, Chart, JointInfo, JointKind, Joints, Limits, Real, Rollout, linearize_at,
};

/// The system's allocator, which counts by threads.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all is done by the system's allocator. `COUNT` has no destructor and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations of this thread, and the result.
fn count<R>(work: impl FnOnce() -> R) -> (usize, R) {
    let start = COUNT.get();
    let result = black_box(work());
    (COUNT.get() - start, result)
}

/// A ball that floats, and drops.
struct Ball;

static JOINTS: [JointInfo; 1] = [JointInfo {
    name: "root_joint",
    kind: JointKind::Floating,
    chart: Chart::Floating,
    q: 0,
    nq: 7,
    v: 0,
    nv: 6,
    parent: None,
    link: Some(0),
    limits: Limits::NONE,
}];

impl Joints for Ball {
    fn joints(&self) -> &'static [JointInfo] {
        &JOINTS
    }
}

impl<T: Real> Acceleration<T, 7, 6> for Ball {
    fn acceleration(&self, _: T, _: &[T; 7], _: &[T; 6], tau: &[T; 6]) -> [T; 6] {
        *tau
    }
}

const START: ([f64; 7], [f64; 6]) = ([0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], [0.3; 6]);
const STEP: f64 = 1e-3;

fn drop_ball<T: Real>(_: T, _: &[T; 7], _: &[T; 6]) -> [T; 6] {
    let mut tau = [T::ZERO; 6];
    tau[2] = T::lit(-9.81);
    tau
}

#[test]
fn a_vector_is_counted() {
    assert_eq!(count(|| vec![black_box(1_u8); 7]).0, 1);
    assert_eq!(count(|| [1_u8; 7]).0, 0);
}

#[test]
fn integrators_do_not_allocate() {
    let (q, qd) = (&START.0, &START.1);
    let (allocations, results) = count(|| {
        [
            semi_implicit_euler(&Ball, 0.0, (q, qd), STEP, drop_ball),
            rk4(&Ball, 0.0, (q, qd), STEP, drop_ball),
            implicit_midpoint(&Ball, 0.0, (q, qd), (STEP, 3), drop_ball),
        ]
    });
    assert_eq!(allocations, 0);
    for (q, _) in results {
        assert!(q[2] > 1.0 && q[3] > 0.0, "{q:?}");
    }
}

#[test]
fn linearizations_do_not_allocate() {
    let (allocations, linearization) =
        count(|| linearize_at(&Ball, 0.0, &START.0, &START.1, &[0.0; 6]));
    assert_eq!(allocations, 0);
    assert_eq!(linearization.acceleration.dtau[5][5], 1.0);
}

#[test]
fn a_rollout_allocates_once_for_each_motion() {
    let allocations = |motions: usize, steps_per_frame: usize, frames: usize| {
        let rollout = Rollout {
            h: STEP,
            steps_per_frame,
            frames,
            threads: 1,
        };
        let starts = vec![START; motions];
        let (allocations, results) = count(|| {
            rollout.run(
                &starts,
                &[[]],
                |_: [f64; 0]| Ball,
                |ball, t: f64, (q, qd), h| rk4(ball, t, (q, qd), h, drop_ball),
                |_| (),
            )
        });
        assert_eq!(results.expect("states")[motions - 1].len(), frames);
        allocations
    };
    let of_one = allocations(1, 1, 1);
    assert_eq!(allocations(1, 50, 20), of_one);
    for motions in [2, 10, 65] {
        assert_eq!(allocations(motions, 3, 2), of_one + motions - 1);
    }
}
