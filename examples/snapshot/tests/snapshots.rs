//! The equations of the crane, as they were last looked at.
//!
//! After a change: `INSTA_UPDATE=always cargo test -p example-snapshot`, or `cargo insta review`, and
//! read the difference. On a server where `CI` is set nothing is written.

use example_snapshot::Crane;

#[test]
fn the_equations_are_those_that_were_reviewed() {
    insta::assert_snapshot!("crane__equations", Crane::EQUATIONS);
}

#[test]
fn the_formulas_of_the_paper_are_those_of_the_code() {
    insta::assert_snapshot!("crane__latex", Crane::EQUATIONS_LATEX);
}

/// What stands in the snapshot is what is computed.
#[test]
fn the_equations_are_computed_as_they_read() {
    let crane = Crane {
        g: 9.81,
        beam_mass: 3.0,
        load_mass: 2.0,
        length: 1.5,
    };
    let q = [0.4, 1.2];
    let inertia = crane.load_mass * q[1] * q[1] + crane.beam_mass * crane.length.powi(2) / 3.0;
    assert!((crane.mass_matrix(&q)[0][0] - inertia).abs() < 1e-12);
    let gravity = crane.g * crane.load_mass * f64::sin(q[0]);
    assert!((crane.gravity(&q)[1] - gravity).abs() < 1e-12);
}
