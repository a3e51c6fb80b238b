//! Functions that a person has written: right ones are verified, and wrong ones are not.

use crate::files::source;
use multibody_verify::{Report, Verdict, verify};

const TEXT: &str = include_str!("double_pendulum.rs");
const DESCRIPTION: &str = include_str!("double_pendulum.urdf");
const FUNCTIONS: [&str; 3] = ["mass_matrix", "bias", "forward_dynamics"];

fn report(text: &str) -> Report {
    verify(text, &source(DESCRIPTION)).expect("what is emitted")
}

#[test]
fn a_double_pendulum_from_a_textbook_is_verified() {
    let report = report(TEXT);
    for function in FUNCTIONS {
        assert!(report.is_verified(function), "{report}");
    }
    assert!(report.log_error() < -100.0);
}

const ARM: &str = include_str!("three_joint_arm.rs");
const ARM_DESCRIPTION: &str = include_str!("three_joint_arm.urdf");

/// Newton-Euler equations of an arm, and one wrong sign, index or constant in them.
#[test]
fn the_inverse_dynamics_of_a_three_joint_arm_is_verified() {
    let report = |text: &str| verify(text, &source(ARM_DESCRIPTION)).expect("what is emitted");
    let right = report(ARM);
    assert!(right.is_verified("inverse_dynamics"), "{right}");
    for (right, mistake) in [
        ("ux * uz - by", "ux * uz + by"),
        ("- wz * qd[1]", "- wz * qd[2]"),
        ("T::lit(0.016) * bz", "T::lit(0.0161) * bz"),
        ("[waist, my, ny]", "[waist, my, my]"),
        ("c2 * mz - s2 * mx", "c2 * mz + s2 * mx"),
        ("let half = T::lit(0.25);", "let half = T::lit(0.2);"),
    ] {
        assert_eq!(ARM.matches(right).count(), 1, "{right}");
        let report_on_mistake = report(&ARM.replace(right, mistake));
        let verdict = report_on_mistake.verdict("inverse_dynamics");
        assert!(
            matches!(verdict, Some(Verdict::Wrong(_))),
            "{mistake}: {report_on_mistake}"
        );
    }
}

/// Names mean what they mean in Rust: the last binding, in the innermost block; an argument is not written through another name.
#[test]
fn names_may_be_bound_again() {
    for (rest, is_right) in [
        ("let coupling = -coupling; let coupling = -coupling;", true),
        ("let coupling = -coupling;", false),
        (
            "let mut other = -coupling; other = -other; let coupling = other;",
            true,
        ),
        (
            "let mut other = coupling; other = -other; let coupling = other;",
            false,
        ),
        (
            "let mut other = coupling; { other = -other; } let coupling = -other;",
            true,
        ),
        ("let b = { let coupling = -coupling; coupling };", true),
    ] {
        let text = TEXT.replacen("let m11 = a", &format!("{rest}\nlet m11 = a"), 1);
        let text = text.replacen("* b * c2;", "* T::lit(0.315) * c2;", 1);
        assert_eq!(report(&text).is_verified("mass_matrix"), is_right, "{rest}");
    }
    let in_place =
        "pub fn mass_matrix_into<T: multibody::Real>(&self, q: &[T; 2], out: &mut [[T; 2]; 2]) {
        let mut out = [[T::ZERO; 2]; 2];
        self.mass_matrix_into(q, &mut out);
    }
    ";
    let text = TEXT.replacen("/// `C(q, qd)", &format!("{in_place}/// `C(q, qd)"), 1);
    assert!(verify(&text, &source(DESCRIPTION)).is_err());
}

/// One sign, index or constant in each function.
#[test]
fn one_mistake_is_found() {
    for (right, mistake, function) in [
        ("d + b * c2;", "d - b * c2;", "mass_matrix"),
        ("T::lit(0.06)", "T::lit(0.0600001)", "mass_matrix"),
        ("coupling], [coupling", "coupling], [m11", "mass_matrix"),
        ("let first = -h", "let first = h", "bias"),
        ("qd[1] * qd[1])", "qd[1] * qd[0])", "bias"),
        ("T::lit(9.81)", "T::lit(9.80665)", "bias"),
        ("- m12 * m12", "+ m12 * m12", "forward_dynamics"),
        (
            "T::lit(18.1485) * q[0]",
            "T::lit(18.1485) * q[1]",
            "forward_dynamics",
        ),
        (
            "T::lit(0.63)",
            "T::lit(0.6300000000000001)",
            "forward_dynamics",
        ),
    ] {
        assert_eq!(TEXT.matches(right).count(), 1, "{right}");
        let report = report(&TEXT.replace(right, mistake));
        for other in FUNCTIONS {
            assert_eq!(
                report.is_verified(other),
                other != function,
                "{mistake}: {report}"
            );
        }
        let verdict = report.verdict(function);
        assert!(matches!(verdict, Some(Verdict::Wrong(_))), "{report}");
    }
}

/// Several wrong functions are all named.
#[test]
fn all_mistakes_are_named() {
    let text = TEXT
        .replace("T::lit(0.315)", "T::lit(0.314)")
        .replace("T::lit(0.04)", "T::lit(0.05)");
    let message = report(&text).to_string();
    assert_eq!(message.matches("WRONG").count(), 2, "{message}");
}

/// The numbers of a message are those of the texts: `M_11 = a + 2 b cos q2` and so on.
#[test]
fn a_message_shows_an_entry_at_a_state() {
    let message_on = |right: &str, mistake: &str, function: &str| {
        let report = report(&TEXT.replacen(right, mistake, 1));
        match report.verdict(function) {
            Some(Verdict::Wrong(reason)) => reason.clone(),
            other => panic!("{other:?}"),
        }
    };
    let message = message_on("d + b * c2;", "d - b * c2;", "mass_matrix");
    let (_, rest) = message.split_once("output [0][1] is ").expect(&message);
    let (actual, rest) = rest.split_once(" instead of ").expect(&message);
    let (expected, rest) = rest.split_once(" at q = [").expect(&message);
    let (q, rest) = rest.split_once("]; ").expect(&message);
    let [actual, expected] = [actual, expected].map(|text| text.parse::<f64>().unwrap());
    let angle: f64 = q.split(", ").nth(1).unwrap().parse().unwrap();
    assert!(
        (expected - (0.175 + 0.315 * angle.cos())).abs() < 1e-12,
        "{message}"
    );
    assert!(
        (actual - (0.175 - 0.315 * angle.cos())).abs() < 1e-12,
        "{message}"
    );
    assert_eq!(rest, "1 more entry is wrong");
    let message = message_on("let first = -h", "let first = h", "bias");
    assert!(
        message.contains("output [0] is ") && message.contains(", qd = ["),
        "{message}"
    );
    let message = message_on("- m12 * m12", "+ m12 * m12", "forward_dynamics");
    assert!(message.contains("tau [0] is "), "{message}");
}

/// Messages about links, centres and matrices show an entry too. The arm hangs straight down at q = 0.
#[test]
fn messages_about_other_functions_show_entries() {
    let head = |name: &str, arguments: &str, result: &str, body: &str| {
        format!("pub fn {name}<T: multibody::Real>(&self, {arguments}) -> {result} {{ {body} }}\n")
    };
    let (q, rates) = ("q: &[T; 2]", "q: &[T; 2], qd: &[T; 2]");
    let (matrix, twist) = ("[[T::ZERO; 2]; 2]", "[T::ZERO; 6]");
    let functions = [
        (
            "total_mass",
            "pub fn total_mass(&self) -> f64 { 1.0 }".to_owned(),
            "output  is 1.0 instead of 3.5",
        ),
        (
            "center_of_mass",
            head("center_of_mass", q, "[T; 3]", "[T::ZERO; 3]"),
            "output [0] is 0.0 instead of ",
        ),
        (
            "pose_of_lower",
            head(
                "pose_of_lower",
                q,
                "([[T; 3]; 3], [T; 3])",
                "([[T::ZERO; 3]; 3], [T::ZERO; 3])",
            ),
            "output [0][0][0] is 0.0 instead of ",
        ),
        (
            "jacobian_of_lower",
            head("jacobian_of_lower", q, "[[T; 2]; 6]", "[[T::ZERO; 2]; 6]"),
            "output [0][0] is 0.0 instead of ",
        ),
        (
            "velocity_of_lower",
            head("velocity_of_lower", rates, "[T; 6]", twist),
            "output [0] is 0.0 instead of ",
        ),
        (
            "coriolis_matrix",
            head("coriolis_matrix", rates, "[[T; 2]; 2]", matrix),
            "output times qd, [0] is 0.0 instead of ",
        ),
        (
            "mass_matrix_inverse",
            head("mass_matrix_inverse", q, "[[T; 2]; 2]", matrix),
            "M times output, [0][0] is 0.0 instead of 1.0",
        ),
    ];
    let texts: String = functions.iter().map(|(_, text, _)| text.as_str()).collect();
    let report = report(&format!(
        "pub struct Pendulum;\nimpl Pendulum {{ {texts} }}"
    ));
    for (name, _, expected) in functions {
        match report.verdict(name) {
            Some(Verdict::Wrong(reason)) => assert!(reason.contains(expected), "{name}: {reason}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// `x^(2^n) - x^(2^n)` is 0, but the degree along the text is 2^n, so primes have more bits.
#[test]
fn primes_have_as_many_bits_as_the_degree_requires() {
    for (squares, bits) in [(40, 61), (80, 127), (200, 255)] {
        let mut lines = "let p0 = q[1].cos();\n".to_owned();
        for index in 1..=squares {
            lines += &format!("let p{index} = p{0} * p{0};\n", index - 1);
        }
        let start = "let c2 = q[1].cos();\n        // a = I1";
        let text_with = |term: &str| {
            let text = TEXT.replacen(start, &format!("{lines}{start}"), 1);
            report(&text.replacen("d + b * c2;", &format!("d + b * c2 + {term};"), 1))
        };
        let right = text_with(&format!("p{squares} - p{squares}"));
        match right.verdict("mass_matrix") {
            Some(Verdict::Proved(strength)) => assert_eq!(strength.sample.bits, bits, "{right}"),
            _ => panic!("{right}"),
        }
        let mistake = text_with(&format!("p{squares} - p{}", squares - 1));
        assert!(
            matches!(mistake.verdict("mass_matrix"), Some(Verdict::Wrong(_))),
            "{mistake}"
        );
    }
    // No prime is large enough.
    let lines: String = (1..600)
        .map(|index| format!("let p{index} = p{0} * p{0};\n", index - 1))
        .collect();
    let text = TEXT.replacen(
        "let c2 = q[1].cos();",
        &format!("let c2 = q[1].cos();\nlet p0 = c2;\n{lines}"),
        1,
    );
    let report = report(&text.replacen("d + b * c2;", "d + b * c2 + p599 - p599;", 1));
    let verdict = report.verdict("mass_matrix");
    assert!(matches!(verdict, Some(Verdict::NotVerified(_))), "{report}");
    assert!(report.wrong() == 0 && !report.is_verified("mass_matrix"));
}

/// A mistake that is a multiple of a prime which everybody knows, or of many primes.
#[test]
fn multiples_of_primes_are_found() {
    // 9.81 + 2^61 - 1, and 9.81 + (2^61 - 1) (2^127 - 1)
    for mistake in [
        "2305843009213693960.81",
        "392318858461667547569595655490009919272404068553904357386.81",
    ] {
        let report = report(&TEXT.replacen("9.81", mistake, 1));
        assert!(
            matches!(report.verdict("bias"), Some(Verdict::Wrong(_))),
            "{report}"
        );
    }
}

/// An author tries many variants of a wrong text; more with `MULTIBODY_VARIANTS`.
#[test]
fn no_variant_of_a_wrong_text_passes() {
    let count = std::env::var("MULTIBODY_VARIANTS")
        .ok()
        .and_then(|count| count.parse().ok());
    let mistake = TEXT.replacen("T::lit(0.06)", "T::lit(0.0600001)", 1);
    for variant in 0..count.unwrap_or(100) {
        let report = report(&format!("// {variant}\n{mistake}"));
        assert!(!report.is_verified("mass_matrix"), "{variant}: {report}");
    }
}
