//! What floats show: a text that is right in exact arithmetic and useless in floats is wrong, and so is one that exact arithmetic
//! leaves undecided.

use crate::files::{FURUTA, source};
use multibody_verify::{Report, Verdict, verify};

const DESCRIPTION: &str = include_str!("double_pendulum.urdf");

/// The gravity of the double pendulum with these two entries, made of its own entries `a` and `b`, and with a table of constants.
fn gravity(entries: &str, table: &str) -> Report {
    let text = format!(
        "pub struct Arm;
        impl Arm {{
            pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {{
                let b = T::lit(4.4145) * (q[0] + q[1]).sin();
                let a = T::lit(18.1485) * q[0].sin() + b;
                {entries}
            }}
        }}\n{table}"
    );
    verify(&text, &source(DESCRIPTION)).expect("what is emitted")
}

/// Why an item is wrong.
fn why<'a>(report: &'a Report, name: &str) -> &'a str {
    match report.verdict(name) {
        Some(Verdict::Wrong(reason)) => reason,
        other => panic!("{other:?}: {report}"),
    }
}

#[test]
fn what_is_right_and_useless_is_wrong() {
    let half_an_ulp = "// Exact values of rounded constants:
// 1.0 = 10000000000000001/10000000000000000\n";
    for (entries, table, difference) in [
        ("[a, (b + T::lit(1e30)) - T::lit(1e30)]", "", "[1] is 0.0"),
        (
            "let z = (T::lit(1.0) - T::lit(1.0e0)) * T::lit(1e16); [a * z, b * z]",
            half_an_ulp,
            "[0] is 0.0",
        ),
        (
            "let z = (-T::ONE - q[0] * q[0]).sqrt(); [a + z - z, b + z - z]",
            "",
            "[0] is NaN",
        ),
        ("let z = q[1].sqrt(); [a, b + z - z]", "", "[1] is NaN"),
        ("let z = (-q[1]).sqrt(); [a, b + z - z]", "", "[1] is NaN"),
        (
            "[a, b * T::lit(1e-300) * T::lit(1e-300) / T::lit(1e-300) / T::lit(1e-300)]",
            "",
            "[1] is 0.0",
        ),
    ] {
        let report = gravity(entries, table);
        let why = why(&report, "gravity");
        assert!(
            why.starts_with("in f64, output ") && why.contains(difference),
            "{entries}: {why}"
        );
        assert!(why.contains(" at q = ["), "{why}");
        assert_eq!(report.exit_code(false), 1);
    }
}

/// An entry that is lost beside larger ones is 0 in floats: contracted with them the error would not be seen.
#[test]
fn a_small_value_that_is_absorbed_is_wrong_beside_large_ones() {
    let description = DESCRIPTION.replace("mass value=\"1.5\"", "mass value=\"1.5e-8\"");
    for large in ["1e9", "1e12", "1e30"] {
        let text = format!(
            "pub struct Arm;
            impl Arm {{
                pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {{
                    let b = T::lit(4.4145e-8) * (q[0] + q[1]).sin();
                    let a = (T::lit(7.848) + T::lit(10.3005e-8)) * q[0].sin() + b;
                    [a, (b + T::lit({large})) - T::lit({large})]
                }}
            }}\n"
        );
        let report = verify(&text, &source(&description)).expect("what is emitted");
        let why = why(&report, "gravity");
        assert!(why.contains("[1] is 0.0 instead of "), "{large}: {why}");
    }
}

/// A state at which the program divides by 0 is not judged, but another is in its place.
#[test]
fn a_division_by_0_at_simple_states_hides_nothing() {
    let report = gravity(
        "let z = (q[0].sin() - T::lit(0.6)) * (T::lit(17.0) * q[0].sin() + T::lit(8.0));
         let k = T::lit(1e30) * z / z; [(a + k) - k, (b + k) - k]",
        "",
    );
    assert!(
        why(&report, "gravity").contains("is 0.0 instead of "),
        "{report}"
    );
}

#[test]
fn what_is_undecided_may_be_wrong_all_the_same() {
    for entries in [
        "[T::ZERO * q[0].exp(), T::ZERO]",
        "[a + T::lit(1.0).sin(), b]",
        "[a, b + (q[0] * q[0]).sqrt() - q[0]]",
    ] {
        let report = gravity(entries, "");
        assert!(why(&report, "gravity").contains(" instead of "), "{report}");
        assert_eq!(report.exit_code(false), 1);
    }
    // What floats do not refute is not verified by them.
    for entries in [
        "[a, b + T::lit(1.0).sin() - T::lit(0.8414709848078965)]",
        "[a, b + ((q[0] * q[0]).sqrt() - (q[0] * q[0]).sqrt()) * q[0].exp() / (q[0].exp() + q[0].exp().ln())]",
    ] {
        let report = gravity(entries, "");
        assert_eq!(report.wrong(), 0, "{report}");
    }
    let report = gravity(
        "[a, b + T::lit(1.0).sin() - T::lit(0.8414709848078965)]",
        "",
    );
    assert!(!report.is_verified("gravity"), "{report}");
}

/// Sums of terms that are much larger than the result have the rounding errors of these terms: a bad condition is no fault.
#[test]
fn rounding_errors_are_not_wrong() {
    for entries in [
        "[a, b]",
        "[(a + T::lit(1e8)) - T::lit(1e8), (b - T::lit(1e8)) + T::lit(1e8)]",
        "[a / T::lit(3.0) * T::lit(3.0), b]",
    ] {
        let report = gravity(entries, "");
        assert!(report.is_verified("gravity"), "{report}");
    }
}

/// An entry that is 0 by the equation may be a sum that cancels.
#[test]
fn what_cancels_is_judged_by_the_largest_entry() {
    let center_of_mass = |y: &str| {
        let text = format!(
            "pub struct Arm;
            impl Arm {{
                pub fn center_of_mass<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 3] {{
                    let (s, c) = q[0].sin_cos();
                    let (t, d) = (q[0] + q[1]).sin_cos();
                    let x = -(T::lit(1.85) * s + T::lit(0.45) * t) / T::lit(3.5);
                    let z = -(T::lit(1.85) * c + T::lit(0.45) * d) / T::lit(3.5);
                    [x, {y}, z]
                }}
            }}"
        );
        verify(&text, &source(DESCRIPTION)).expect("what is emitted")
    };
    let report = center_of_mass("T::lit(0.1) + T::lit(0.2) - T::lit(0.3)");
    assert!(report.is_verified("center_of_mass"), "{report}");
    let report = center_of_mass("(T::lit(0.1) + T::lit(1e9)) - T::lit(1e9) - T::lit(0.1)");
    assert!(why(&report, "center_of_mass").starts_with("in f64, output [1] is "));
}

/// The message shows two numbers that differ, and the fields.
#[test]
fn fields_are_small_numbers() {
    let text = FURUTA.text();
    let (right, mistake) = (
        "qd[1].mul_add(p[0], tau1_5)",
        "qd[1].mul_add(-p[0], tau1_5)",
    );
    assert!(text.contains(right));
    let report = FURUTA
        .verify(&text.replacen(right, mistake, 1))
        .expect("what is emitted");
    let mistake = report
        .items
        .iter()
        .filter_map(|(_, _, verdict)| match verdict {
            Verdict::Wrong(why) => Some(why),
            _ => None,
        });
    let why: Vec<&String> = mistake.collect();
    assert_eq!(why.len(), 1, "{report}");
    let numbers = why[0]
        .split(" is ")
        .nth(1)
        .and_then(|of| of.split_once(" instead of "));
    let (actual, expected) = numbers.expect("two numbers");
    let expected = expected.split(' ').next().expect("a number");
    let [actual, expected] = [actual, expected].map(|x| x.parse::<f64>().expect("a number"));
    assert!(
        (actual - expected).abs() > 0.01 && expected.abs() < 1e3,
        "{}",
        why[0]
    );
    for field in ["reach", "depth", "drag", "beam_mass", "rod_mass"] {
        assert!(why[0].contains(&format!(", {field} = ")), "{}", why[0]);
    }
}

/// A difference that the digits of both numbers do not show is shown by itself.
#[test]
fn a_small_difference_is_visible() {
    let report = gravity(
        "[a, b * T::lit(1.0)]",
        "// Exact values of rounded constants:
// 1.0 = 10000000000000001/10000000000000000\n",
    );
    let why = why(&report, "gravity");
    let shown = why.split("output [1] is ").nth(1).unwrap_or_default();
    assert!(
        shown.contains("e-16 instead of ") && shown.contains(" + "),
        "{why}"
    );
}
