//! Values: numbers and fields, what Rust can say, and how long it may be.

use multibody_codegen::internal::model::Quantity;
use multibody_codegen::{decimal, integer};

use super::{JOINT, faults, pendulum, sound};

#[test]
fn numbers_are_exact_and_fields_are_parameters() {
    let model = sound(&pendulum(
        "continuous, parent: world, child: bob, axis: -x, origin: [0.1, -a[1], 2 * 3 / 4], \
         rotation: x(-1.5708), damping: d, lower: -1, upper: 1,",
        "mass: m, com: [0, 0, -l / 2], inertia: [m.powi(2), 0, 0, sin(m), 0, -(l - 1.0).sqrt()]",
        "m: f64, pub(crate) l: f32, a: [f64; 3], d: f64",
    ));
    let first: Vec<usize> = model.parameters.iter().map(|p| p.first).collect();
    assert_eq!(first, [0, 1, 2, 5]);
    let joint = &model.joints[0];
    let exact = |quantity: &Quantity| quantity.exact().map(|number| number.value.clone());
    assert_eq!(exact(&joint.origin.xyz[0]), decimal("0.1").ok());
    assert_eq!(exact(&joint.origin.xyz[1]), None);
    assert_eq!(exact(&joint.origin.xyz[2]), Some(integer(3) / integer(2)));
    let axis = joint.axis.each_ref().map(|number| number.value.clone());
    assert_eq!(axis, [-1, 0, 0].map(integer));
    let links: Vec<&str> = model.links.iter().map(|l| l.name.value.as_str()).collect();
    assert_eq!(links, ["world", "bob"]);
    let inertial = model.links[1].inertial.as_ref().unwrap();
    let entries = inertial.inertia.iter().chain([&inertial.mass]);
    assert_eq!(entries.filter(|entry| entry.exact().is_none()).count(), 4);
    let gravity = model.gravity.as_ref().unwrap();
    assert_eq!(exact(&gravity[2]), decimal("-9.81").ok());
}

/// Asserts that two expressions are one constant, or one value of the builder.
fn same(one: &str, other: &str) {
    let model = sound(&pendulum(
        &format!("{JOINT}, origin: [{one}, {other}, 0]"),
        "mass: 1",
        "l: f64, m: f64, a: [f64; 100]",
    ));
    let read = |quantity: &Quantity| match quantity {
        Quantity::Exact(number) => Err(number.value.clone()),
        Quantity::Expression(value, _) => Ok(*value),
    };
    let [one_is, other_is, _] = model.joints[0].origin.xyz.each_ref().map(read);
    assert_eq!(one_is, other_is, "{one} is {other}");
}

#[test]
fn what_rust_can_express_is_read_as_rust_reads_it() {
    for (one, other) in [
        ("2.0_f64", "2"),
        ("1_0f32", "10"),
        ("0x10", "16"),
        ("3 as f64", "3"),
        ("f64::consts::PI", "pi"),
        ("std::f64::consts::PI", "PI"),
        ("core::f32::consts::TAU", "2 * pi"),
        ("::core::f64::consts::FRAC_PI_3", "pi / 3"),
        ("consts::FRAC_PI_2", "pi / 2"),
        ("180.0_f64.to_radians()", "pi"),
        ("180 * l.to_radians().to_degrees()", "180 * l"),
        ("2.0_f64.sqrt()", "std::f64::consts::SQRT_2"),
        ("-l.powi(2)", "-(l * l)"),
        ("(-l).powi(2)", "l * l"),
        ("-2.0.powi(2)", "-4"),
        ("f64::powi(l, 2)", "l * l"),
        ("f64::sqrt(l)", "sqrt(l)"),
        ("l.recip()", "1 / l"),
        ("a[99]", "{ a[99] }"),
        ("1 - 2 - 3 * 4 / 2", "-7"),
        ("{ l }", "l"),
        ("{ let a = 2.0 * l; a * a }", "(2 * l) * (2 * l)"),
        ("1 + { let l: f64 = 3; let l = l + 1; l }", "5"),
        ("{ let x = { let l = 1; l }; x * l }", "l"),
    ] {
        same(one, other);
    }
    let model = sound(&pendulum(
        "revolute, parent: world, child: bob, axis: { -y }, rotation: { let a = PI / 2; x(a) },
        origin: { let h = l / 2; [0, h, { let k = h; k * h }] }",
        "mass: 1, inertia: { let i = l * l; diag(i, i, 2 * i) }",
        "l: f64",
    ));
    let inertia = model.links[1].inertial.as_ref().unwrap().inertia.each_ref();
    assert_eq!(inertia.iter().filter(|i| i.exact().is_none()).count(), 3);
}

#[test]
fn constants_fold() {
    let model = sound(&pendulum(
        JOINT,
        "mass: 2 * (1 + 0.5) - 1, com: [sqrt(4), cos(pi), 4.0.ln().exp()]",
        "",
    ));
    let inertial = model.links[1].inertial.as_ref().unwrap();
    let value = |quantity: &Quantity| quantity.exact().unwrap().value.clone();
    assert_eq!(value(&inertial.mass), integer(2));
    assert_eq!(value(&inertial.origin.xyz[0]), integer(2));
    assert_eq!(value(&inertial.origin.xyz[1]), integer(-1));
    let four = multibody_codegen::internal::exact::nearest_f64(&value(&inertial.origin.xyz[2]));
    assert!((four - 4.0).abs() < 1e-14, "{four}");
}

/// A thread of a test has 2 MB of stack, and nothing is optimised.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn long_chains_are_refused_and_shorter_ones_are_read() {
    let chain = |piece: &str, count: usize| format!("mass: 1 + {}length", piece.repeat(count));
    let tail = |piece: &str, count: usize| format!("mass: 1 + length{}", piece.repeat(count));
    for (text, kind) in [
        (chain("- ", 100_000), "TokenNestedTooDeeply"),
        (
            chain("(", 100_000) + &*")".repeat(100_000),
            "TokenNestedTooDeeply",
        ),
        (chain("-(", 90) + &*")".repeat(90), "TokenNestedTooDeeply"),
        (
            chain("[[1], ", 90) + &*"]".repeat(90),
            "TokenNestedTooDeeply",
        ),
        (chain("length = ", 100_000), "TokenNestedTooDeeply"),
        (tail(" as V<V", 100_000), "TokenNestedTooDeeply"),
        (chain("length - ", 100_000), "TooMany"),
        (tail(".a", 100_000), "TooMany"),
        (tail(".sin()", 100_000), "TooMany"),
        (tail(" as f64", 100_000), "TooMany"),
        (tail("[0]", 100_000), "TooMany"),
    ] {
        let reports = faults(&pendulum(JOINT, &text, "length: f64"));
        let kinds: Vec<&str> = reports.into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!(kinds, [kind], "{}", &text[..40]);
    }
    for text in [
        chain("- ", 30),
        chain("-(", 14) + &*")".repeat(14),
        chain("{ let a = 1; 1 + 2 * ", 27) + &*"}".repeat(27),
        chain("1 + 2 * sin(", 27) + &*")".repeat(27),
        chain("- length * ", 300),
        chain("length - ", 490),
        tail(".cos()", 245),
    ] {
        sound(&pendulum(JOINT, &text, "length: f64"));
    }
    for (open, close) in [
        ("V<V", ""),
        ("&&", ""),
        ("fn() -> ", ""),
        ("impl Fn() -> ", ""),
        ("[", ";1]"),
    ] {
        let field = format!("a: {}f64{}", open.repeat(10_000), close.repeat(10_000));
        let reports = faults(&pendulum(JOINT, "mass: 1", &field));
        let kinds: Vec<&str> = reports.into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!(kinds, ["TokenNestedTooDeeply"], "{open}");
    }
}
