//! What the verifier accepts in functions written by hand compiles.

use multibody::Dual;

mod arm {
    #![allow(
        clippy::needless_return,
        clippy::used_underscore_binding,
        reason = "all statements that are accepted, not the best ones"
    )]
    include!("../../codegen/verify/tests/verify/statements.rs");
}

/// The verifier's own test says that they are right.
#[test]
fn statements_that_are_verified_compile_and_have_the_values_of_the_formula() {
    let q = [0.3, -0.8];
    let a = 4.4145 * f64::sin(q[0] + q[1]);
    let expected = [18.1485 * q[0].sin() + a, a];
    let mut written = [f64::NAN; 2];
    arm::Arm.gravity_into(&q, &mut written);
    for found in [arm::Arm.gravity(&q), written] {
        for (found, expected) in found.into_iter().zip(expected) {
            // Some ten roundings of numbers of this size.
            assert!(
                (found - expected).abs() < 1e-14 * 20.0,
                "{found}, not {expected}"
            );
        }
    }
    let q = [Dual::<f64, 1>::variable(q[0], 0), Dual::constant(q[1])];
    let [slope] = arm::Arm.gravity(&q)[1].derivatives;
    assert!(
        (slope - 4.4145 * f64::cos(0.3 - 0.8)).abs() < 1e-14 * 20.0,
        "{slope}"
    );
}
