//! The x and y of planar joints, by numbers worked out by hand: they are those of the shortest turn of z onto
//! the normal, `x = (1 - nx^2 / (1 + nz), -nx ny / (1 + nz), -nx)` and
//! `y = (-nx ny / (1 + nz), 1 - ny^2 / (1 + nz), -ny)` with n of unit length; half a turn about x for -z.

use multibody_codegen::Settings;
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::Value;
use multibody_codegen::internal::system::System;

use crate::support::{Robot, assert_close};

/// The normal as written, x and y.
const BY_HAND: [(&str, [f64; 3], [f64; 3]); 9] = [
    ("[0, 0, 1]", [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
    ("[0, 0, -2]", [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]),
    ("[1, 0, 0]", [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]),
    ("[-1, 0, 0]", [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
    ("[0, 1, 0]", [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]),
    ("[0, -1, 0]", [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
    ("[3, 0, 4]", [0.8, 0.0, -0.6], [0.0, 1.0, 0.0]),
    ("[0, 3, -4]", [1.0, 0.0, 0.0], [0.0, -0.8, -0.6]),
    (
        "[1, 2, 2]",
        [14.0 / 15.0, -2.0 / 15.0, -1.0 / 3.0],
        [-2.0 / 15.0, 11.0 / 15.0, -2.0 / 3.0],
    ),
];

fn column(system: &System, motion: usize, index: usize) -> Vec<f64> {
    let number = |value: &Value| nearest_f64(system.builder.as_constant(*value).unwrap());
    let axes = &system.tree.joints[1].motions[motion].axes;
    axes.iter().map(|row| number(&row[index])).collect()
}

#[test]
fn x_and_y_of_a_plane_are_those_worked_out_by_hand() {
    for (normal, x, y) in BY_HAND {
        let system = |rates: &str| {
            let items = format!(
                "joint floor {{ planar, rates: {rates}, parent: world, child: plate, axis: {normal} }}, \
                 body plate {{ mass: 1 }}"
            );
            Robot::of_tokens(&items, Settings::default()).system
        };
        let body = system("body");
        let by_derivatives = system("derivative");
        for (k, expected) in [x, y].into_iter().enumerate() {
            assert_close(&column(&body, 0, k), &expected, 1e-15, normal);
            // A slide along each.
            assert_close(&column(&by_derivatives, k, 2), &expected, 1e-15, normal);
        }
    }
}
