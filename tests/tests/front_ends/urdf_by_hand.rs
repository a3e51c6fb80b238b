//! How a URDF is read, by numbers worked out by hand: the order of roll, pitch and yaw, axes, mimics, frames
//! of inertias. The generic algorithms cannot tell, since they get what was read.
#![deny(warnings)]

use std::f64::consts::FRAC_PI_2;

use multibody::multibody;

#[multibody(
    urdf = "robots/by_hand.urdf",
    functions(mass_matrix, gravity, pose),
    links(tip, roll_pitch, roll_yaw, pitch_yaw, vane),
    effort = none
)]
pub struct Robot;

fn assert_close<const N: usize>(actual: [f64; N], expected: [f64; N]) {
    for (actual, expected) in actual.iter().zip(&expected) {
        assert!(
            (actual - expected).abs() <= 1e-14 * expected.abs().max(1.0),
            "{actual} instead of {expected}"
        );
    }
}

fn assert_rotation(actual: [[f64; 3]; 3], expected: [[f64; 3]; 3]) {
    for (actual, expected) in actual.into_iter().zip(expected) {
        assert_close(actual, expected);
    }
}

/// `R = R_z(yaw) R_y(pitch) R_x(roll)`: roll is first, about axes that stand still.
#[test]
fn roll_is_before_pitch_and_pitch_before_yaw() {
    let q = [0.0; 3];
    let (rotation, position) = Robot.pose_of_roll_pitch(&q);
    assert_close(position, [1.0, 2.0, 3.0]);
    // x stays under roll and goes to -z; y goes to z, then to x; z goes to -y, which stays.
    assert_rotation(
        rotation,
        [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]],
    );
    let (rotation, _) = Robot.pose_of_roll_yaw(&q);
    // x to y; y to z; z to -y, then to x.
    assert_rotation(
        rotation,
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    );
    let (rotation, _) = Robot.pose_of_pitch_yaw(&q);
    // x to -z; y to -x; z to x, then to y.
    assert_rotation(
        rotation,
        [[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]],
    );
}

/// n = (0, 0.6, 0.8) is in the frame of the child; a quarter turn is `n n^T + hat(n)`.
#[test]
fn a_joint_turns_by_the_right_hand_about_an_axis_of_any_length() {
    let (rotation, position) = Robot.pose_of_vane(&[0.0, 0.0, FRAC_PI_2]);
    assert_close(position, [0.0, 0.0, 1.0]);
    assert_rotation(
        rotation,
        [[0.0, -0.8, 0.6], [0.8, 0.36, 0.48], [-0.6, 0.48, 0.64]],
    );
}

/// The tip is at `q + (0.25 - 3 q)`.
#[test]
fn a_mimic_adds_its_offset_to_a_multiple_of_its_leader() {
    let (rotation, _) = Robot.pose_of_tip(&[0.7, 0.0, 0.0]);
    let (sin, cos) = (0.25_f64 - 1.4).sin_cos();
    assert_rotation(
        rotation,
        [[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]],
    );
}

#[test]
fn inertias_are_about_the_centre_of_mass_in_axes_of_their_own() {
    let m = Robot.mass_matrix(&[0.3, -0.4, 1.1]);
    // The lever's x is the y of its inertia: 2 + 4 0.5^2. The tip turns -2 times as fast: 5 (-2)^2.
    assert_close([m[0][0], m[0][1], m[0][2]], [3.0 + 20.0, 0.0, 0.0]);
    // n . I n = 2 0.36 + 3 0.64 + 2 0.5 0.6 0.8: an off-diagonal entry is that of the matrix.
    assert_close([m[2][2]], [0.72 + 1.92 + 0.48]);
    // The lever's weight 4 9.81 at an arm of 0.5 cos q: to lift it takes a positive force.
    let q: f64 = 0.3;
    let gravity = Robot.gravity(&[q, 0.0, 0.0]);
    assert_close(gravity, [4.0 * 9.81 * 0.5 * q.cos(), 0.0, 0.0]);
}
