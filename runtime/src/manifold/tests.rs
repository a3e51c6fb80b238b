//! Tests of all functions on positions: most with one joint of each of four charts, one after the other.

use core::array::from_fn;

use super::*;
use crate::Dual;

const NQ: usize = 2 + 4 + 3 + 7;
const NV: usize = 2 + 3 + 3 + 6;

const JOINTS: [JointInfo; 4] = [
    JointInfo::for_test(Chart::Quaternion, [0, 4, 0, 3]),
    JointInfo::for_test(Chart::Vector, [4, 2, 3, 2]),
    JointInfo::for_test(Chart::Planar, [6, 3, 5, 3]),
    JointInfo::for_test(Chart::Floating, [9, 7, 8, 6]),
];

fn q<T: Real>() -> [T; NQ] {
    let mut q = [
        0.3, -0.5, 0.2, 0.7, 0.4, -1.2, 2.0, -0.7, 0.8, 0.1, 0.2, -0.4, 0.5, 0.1, -0.6, 0.3,
    ]
    .map(T::lit);
    normalize(&JOINTS, &mut q, &mut []);
    q
}

fn qd<T: Real>(scale: f64) -> [T; NV] {
    [
        0.7, -0.3, 0.5, 1.1, -0.8, 0.4, 0.9, -1.3, 0.2, -0.6, 0.35, -0.45, 0.8, 0.25,
    ]
    .map(|rate| T::lit(scale * rate))
}

fn next<T: Real>(q: &[T; NQ], qd: &[T; NV], h: T) -> [T; NQ] {
    let mut next = [T::ZERO; NQ];
    integrate(&JOINTS, q, qd, h, &mut next);
    next
}

fn step<T: Real>(from: &[T; NQ], to: &[T; NQ]) -> [T; NV] {
    let mut step = [T::ZERO; NV];
    difference(&JOINTS, from, to, &mut step);
    step
}

fn assert_close<T: Real + Into<f64>>(values: &[T], expected: &[T], tolerance: f64) {
    assert_eq!(values.len(), expected.len());
    for (k, (value, expected)) in values.iter().zip(expected).enumerate() {
        let (value, expected) = ((*value).into(), (*expected).into());
        let error = (value - expected).abs();
        assert!(error <= tolerance, "[{k}] is {value:e}, not {expected:e}");
    }
}

#[test]
fn neutral_has_no_rotation_and_is_normalized() {
    let mut q = [7.0; NQ];
    neutral(&JOINTS, &mut q);
    let mut expected = [0.0; NQ];
    (expected[3], expected[15]) = (1.0, 1.0);
    assert_eq!(q, expected);
    normalize(&JOINTS, &mut q, &mut qd::<f64>(1.0));
    assert_eq!(q, expected);
}

#[test]
fn normalizing_changes_lengths_of_quaternions_and_nothing_else() {
    let (mut position, mut rates) = (q::<f64>(), qd::<f64>(1.0));
    for k in (0..4).chain(12..16) {
        position[k] *= 1.5;
    }
    normalize(&JOINTS, &mut position, &mut rates);
    assert_close(&position, &q(), 2e-16);
    assert_eq!(rates, qd(1.0));
}

/// Lengths may be such that their squares are just within the range of the floats.
#[test]
fn quaternions_of_very_different_lengths_are_normalized() {
    for length in [1e-150, 1e150] {
        let (mut scaled, mut rates) = (q::<f64>(), qd::<f64>(1.0));
        for k in (0..4).chain(12..16) {
            scaled[k] *= length;
        }
        normalize(&JOINTS, &mut scaled, &mut rates);
        assert_close(&scaled, &q(), 4e-16);
    }
    for length in [1e-16, 1e16] {
        let (mut scaled, mut rates) = (q::<f32>(), qd::<f32>(1.0));
        for k in (0..4).chain(12..16) {
            scaled[k] *= length;
        }
        normalize(&JOINTS, &mut scaled, &mut rates);
        assert_close(&scaled, &q::<f32>(), 3e-7);
    }
}

/// The derivative by time at 0 is N(q) qd, and two steps in succession are the step of the summed time. Only the exponential
/// has both properties.
#[test]
fn integrate_is_the_exponential_of_the_rates() {
    for scale in [1e-8, 0.1, 1.0, 2.0, 7.0] {
        let (q, qd) = (q::<f64>(), qd::<f64>(scale));
        let mut rate = [0.0; NQ];
        position_rate(&JOINTS, &q, &qd, &mut rate);
        let dual_next = next(
            &q.map(Dual::<f64, 1>::constant),
            &qd.map(Dual::constant),
            Dual::variable(0.0, 0),
        );
        assert_eq!(dual_next.map(|q| q.value), q);
        assert_close(
            &dual_next.map(|q| q.derivatives[0]),
            &rate,
            4.0 * f64::EPSILON * scale,
        );
        // Products of rotations, each rounded: the error is a few ulp of the displacement.
        let twice = next(&next(&q, &qd, 0.3), &qd, 0.7);
        assert_close(
            &twice,
            &next(&q, &qd, 1.0),
            8.0 * f64::EPSILON * (3.0 + scale),
        );
    }
}

#[test]
fn nothing_moves_without_rates() {
    assert_eq!(next(&q::<f64>(), &[0.0; NV], 1.0), q());
    assert_eq!(next(&q::<f64>(), &qd(1.0), 0.0), q());
    assert_close(&step(&q::<f64>(), &q()), &[0.0; NV], f64::EPSILON);
}

/// A step of all joints: rotations by an angle, and displacements that shrink with small angles, so that an error can be
/// compared with the angle in every entry.
fn rotation_by<T: Real>(angle: f64) -> [T; NV] {
    let axis = [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0].map(|component| component * angle);
    let shift = [0.3, -0.8].map(|component| component * angle.min(1.0));
    [
        axis[0], axis[1], axis[2], shift[0], shift[1], shift[0], shift[1], angle, shift[1],
        shift[0], shift[0], axis[2], axis[0], axis[1],
    ]
    .map(T::lit)
}

const HALF_TURN: f64 = core::f64::consts::PI;

#[test]
fn difference_inverts_steps_of_up_to_half_a_turn() {
    let mut neutral_q = [0.0; NQ];
    neutral(&JOINTS, &mut neutral_q);
    let small_angles = [
        1e-300, 1e-200, 1e-150, 1e-100, 1e-20, 1e-18, 1e-12, 1e-8, 1e-4,
    ];
    let large_angles = [0.01, 0.5, 1.5, 2.5, 3.0, HALF_TURN - 1e-3, HALF_TURN - 1e-6];
    for angle in small_angles.into_iter().chain(large_angles) {
        let target = rotation_by::<f64>(angle);
        let next_q = next(&neutral_q, &target, 1.0);
        assert_close(
            &step(&neutral_q, &next_q),
            &target,
            8.0 * f64::EPSILON * angle,
        );
        // From elsewhere, a small step is a difference of numbers of about 2.
        let next_q = next(&q(), &target, 1.0);
        assert_close(&step(&q(), &next_q), &target, 16.0 * f64::EPSILON);
        assert_close(
            &next(&q(), &step(&q(), &next_q), 1.0),
            &next_q,
            16.0 * f64::EPSILON,
        );
    }
    for angle in [
        1e-37,
        1e-30,
        1e-18,
        1e-6,
        1e-3,
        0.1,
        1.0,
        2.0,
        3.0,
        HALF_TURN - 1e-4,
    ] {
        let target = rotation_by::<f32>(angle);
        let mut neutral_q = [0.0; NQ];
        neutral(&JOINTS, &mut neutral_q);
        let next_q = next(&neutral_q, &target, 1.0);
        let tolerance = 8.0 * f64::from(f32::EPSILON) * angle;
        assert_close(&step(&neutral_q, &next_q), &target, tolerance);
        let next_q = next(&q(), &target, 1.0);
        assert_close(
            &step(&q(), &next_q),
            &target,
            16.0 * f64::from(f32::EPSILON),
        );
    }
}

#[test]
fn the_shorter_turn_is_chosen_whatever_the_sign_of_the_quaternion() {
    let target = rotation_by::<f64>(2.0);
    let mut end = next(&q(), &target, 1.0);
    for k in (0..4).chain(12..16) {
        end[k] = -end[k];
    }
    assert_close(&step(&q(), &end), &target, 16.0 * f64::EPSILON);
    // Five sixths of a turn: the difference of quaternions is a sixth in the opposite direction, that of angles is five
    // sixths.
    let far = rotation_by::<f64>(HALF_TURN * 5.0 / 3.0);
    let far_step = step(&q(), &next(&q(), &far, 1.0));
    let sixth = rotation_by::<f64>(HALF_TURN / 3.0).map(|component| -component);
    assert_close(&far_step[..3], &sixth[..3], 16.0 * f64::EPSILON);
    assert_close(&far_step[7..8], &far[7..8], 16.0 * f64::EPSILON);
}

#[test]
fn the_step_of_a_half_turn_is_finite() {
    let mut neutral_q = [0.0; NQ];
    neutral(&JOINTS, &mut neutral_q);
    let mut end = neutral_q;
    (end[0], end[3]) = (1.0, 0.0);
    let turn = step(&neutral_q, &end);
    assert_close(&turn[..3], &[HALF_TURN, 0.0, 0.0], 1e-15);
}

/// `d(delta)/dt = -[qd, delta]` at an unperturbed velocity, by finite differences along the motion.
#[test]
fn bracket_gives_the_motion_of_a_perturbation() {
    let (start, velocity) = (q::<f64>(), qd::<f64>(1.0));
    let h = 1e-4;
    for k in 0..NV {
        let delta: [f64; NV] = from_fn(|i| if i == k { h } else { 0.0 });
        let perturbed = next(&start, &delta, 1.0);
        let step_between = |time| {
            step(
                &next(&start, &velocity, time),
                &next(&perturbed, &velocity, time),
            )
        };
        let (later, earlier) = (step_between(h), step_between(-h));
        let rates: [f64; NV] = from_fn(|i| (later[i] - earlier[i]) / (2.0 * h * h));
        let mut expected = [0.0; NV];
        bracket(
            &JOINTS,
            &velocity,
            &delta.map(|component| component / h),
            &mut expected,
        );
        // The error is of the order of h, and of rounding over h^2.
        assert_close(&rates, &expected.map(|component| -component), 3.0 * h);
    }
}

#[test]
fn a_quaternion_of_zeros_becomes_nan() {
    let mut zeros = [0.0_f64; NQ];
    normalize(&JOINTS, &mut zeros, &mut []);
    assert!(zeros[0].is_nan() && zeros[15].is_nan());
    assert_eq!(zeros[4..12], [0.0; 8]);
}

/// Steps that begin at zeros give NaN; and rounding errors of many short steps do not change the length of a
/// quaternion.
#[test]
fn steps_keep_quaternions_of_unit_length() {
    let from_zeros = next(&[0.0_f64; NQ], &qd(1.0), 0.1);
    assert!(from_zeros[0].is_nan() && from_zeros[15].is_nan());
    let (mut position, rates) = (q::<f32>(), qd::<f32>(1.0));
    for _ in 0..100_000 {
        position = next(&position, &rates, 1e-3);
    }
    for quat in [&position[..4], &position[12..]] {
        let length: f32 = quat.iter().map(|component| component * component).sum();
        assert!((length - 1.0).abs() < 1e-6, "{length}");
    }
}

#[test]
fn results_of_unknown_charts_are_nan() {
    let unknown = [JointInfo::for_test(Chart::Other, [1, 2, 0, 1])];
    let mut next = [0.0; 4];
    integrate(&unknown, &[1.0; 4], &[1.0; 3], 1.0, &mut next);
    assert_eq!(next.map(f64::is_nan), [false, true, true, false]);
    let mut step = [0.0; 3];
    difference(&unknown, &[1.0; 4], &[1.0; 4], &mut step);
    assert_eq!(step.map(f64::is_nan), [true, false, false]);
}

#[test]
fn entries_beyond_a_slice_are_read_as_zeros_and_not_written() {
    let (mut q, mut rate) = ([9.0; 10], [0.0; 10]);
    neutral(&JOINTS, &mut q);
    position_rate(&JOINTS, &q, &[1.0; 4], &mut rate);
    assert_eq!(rate[..6], [0.5, 0.5, 0.5, 0.0, 1.0, 0.0]);
}

/// Every chart, alone, with the numbers of positions and rates.
const CHARTS: [(Chart, usize, usize); 11] = [
    (Chart::Vector, 1, 1),
    (Chart::Quaternion, 4, 3),
    (Chart::Planar, 3, 3),
    (Chart::Floating, 7, 6),
    (Chart::Exponential, 3, 3),
    (Chart::ExponentialRates, 3, 3),
    (Chart::ExponentialFloating, 6, 6),
    (Chart::QuaternionRates, 4, 4),
    (Chart::ModifiedRodrigues, 3, 3),
    (Chart::ModifiedRodriguesRates, 3, 3),
    (Chart::ModifiedRodriguesFloating, 6, 6),
];

#[test]
fn derivatives_agree_with_finite_differences_in_every_chart() {
    const H: f64 = 0.3;
    const DELTA: f64 = 1e-4;
    for (chart, nq, nv) in CHARTS {
        let joints = [JointInfo::for_test(chart, [0, nq, 0, nv])];
        let normalized = |mut q: [f64; 7]| {
            normalize(&joints, &mut q[..nq], &mut [0.0; 6][..nv]);
            q
        };
        let move_by = |q: &[f64; 7], qd: &[f64; 6], h: f64| {
            let mut next = [0.0; 7];
            integrate(&joints, &q[..nq], &qd[..nv], h, &mut next[..nq]);
            next
        };
        let step_between = |from: &[f64; 7], to: &[f64; 7]| {
            let mut step = [0.0; 6];
            difference(&joints, &from[..nq], &to[..nq], &mut step[..nv]);
            step
        };
        let from = normalized([0.3, -0.2, 0.4, 0.6, -0.5, 0.2, 0.1]);
        let to = normalized([-0.1, 0.3, 0.2, 0.5, 0.4, -0.3, 0.6]);
        let qd = [0.5, -0.7, 0.4, 0.8, -0.3, 0.6];
        let next = move_by(&from, &qd, H);
        let of_step: [[[f64; 6]; 6]; 2] = integrate_derivatives(&joints, &from, (&qd, H));
        let of_difference: [[[f64; 6]; 6]; 2] = difference_derivatives(&joints, &from, &to);
        for column in 0..nv {
            let unit: [f64; 6] = from_fn(|k| if k == column { 1.0 } else { 0.0 });
            let steps = |s: f64| {
                let faster = from_fn(|k| qd[k] + s * unit[k]);
                [
                    step_between(&next, &move_by(&move_by(&from, &unit, s), &qd, H)),
                    step_between(&next, &move_by(&from, &faster, H)),
                    step_between(&move_by(&from, &unit, s), &to),
                    step_between(&from, &move_by(&to, &unit, s)),
                ]
            };
            let (later, earlier) = (steps(DELTA), steps(-DELTA));
            let matrices = [of_step, of_difference].concat();
            for (kind, matrix) in matrices.iter().enumerate() {
                for row in 0..nv {
                    let expected = (later[kind][row] - earlier[kind][row]) / (2.0 * DELTA);
                    let error = (matrix[row][column] - expected).abs();
                    assert!(
                        error < 1e-6,
                        "{chart:?} {kind} [{row}][{column}]: {error:e}"
                    );
                }
            }
        }
    }
    let unknown = [JointInfo::for_test(Chart::Other, [0, 2, 0, 2])];
    let [by_position, _]: [[[f64; 3]; 3]; 2] =
        integrate_derivatives(&unknown, &[0.0; 2], (&[0.0; 3], H));
    assert!(by_position[1][0].is_nan() && by_position[2][2] == 0.0);
}
