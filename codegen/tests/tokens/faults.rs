//! Every fault of the reader, and all at once.

use std::collections::BTreeSet;

use multibody_codegen::Source;
use multibody_codegen::fault::Fault;

use super::{Case, JOINT, constraints, faults, joints, pendulum, point_springs, read, symbolic};

fn cases() -> Vec<Case> {
    let body = |body: &str| pendulum(JOINT, body, "mass_of_bob: f64, length: f64, a: [f64; 3]");
    let joint = |joint: &str| pendulum(joint, "mass: 1", "stiff: f64");
    let framed = |frame: &str| {
        let body = format!("mass: 1 }}, frame tip {{ {frame}");
        pendulum(JOINT, &body, "length: f64")
    };
    let deep = format!("mass: {}1{}", "(".repeat(200), ")".repeat(200));
    let mut cases = cases! {
        body("mass: m^2") => TokenUnknownField, "no field `m`", "add it to the struct";
        body("mass: length ^ 2") => TokenCaret, "`^`", "powi(2)";
        body("mass: -2.7 kg") => TokenUnit, "`kg`", "leave out the unit";
        body("mass: 2.7kg") => NotANumber, "`2.7kg`", "leave out the unit";
        body("mass: lenght") => TokenUnknownField, "no field `lenght`", "`length`?";
        body("mass: sine(length)") => TokenUnknownFunction, "`sine`", "`sin`?";
        body("mass: self.length") => TokenSelf, "no `self`", "write `length`";
        body("mass: 2 * self") => TokenSelf, "no `self`", "name of a field";
        body("mass: length.min(2.0)") => TokenUnknownFunction, "`min`", "known here: sin, cos";
        body("mass: length.asin()") => TokenUnknownFunction, "`asin`", "known here: sin, cos";
        body("mass: length?") => TokenUnexpected, "an operator, or a comma; found `?`", "";
        body("mass: 1 << 2") => TokenUnexpected, "+ - * /; found `<<`", "";
        body("mass: powi(length, 2)") => TokenUnknownFunction, "`powi`", "length.powi(2)";
        body("mass: length.powi(a)") => TokenUnexpected, "a whole number", "";
        body("mass: length / (1 - 1)") => TokenDivisionByZero, "by zero", "not zero";
        body("mass: 1e300 * 1e300") => TokenOutOfRange, "out of range", "1.7e308";
        body("mass: 1 + 1e-300 * 1e-300") => TokenOutOfRange, "out of range", "";
        body("mass: 1.7.powi(64).powi(64).powi(64)") => TokenOutOfRange, "out of range", "";
        body("mass: exp(1000)") => TokenOutOfRange, "out of range", "";
        body("mass: exp(-1000)") => TokenOutOfRange, "out of range", "";
        body("mass: (1 - 2).sqrt()") => TokenNoValue, "`sqrt`", "sign";
        body("mass: a[3]") => TokenIndex, "has 3 numbers", "start at 0";
        body("mass: a") => TokenUnexpected, "the index", "";
        body(&deep) => TokenNestedTooDeeply, "32 deep", "field";
        body(&format!("mass: 1{}", " + m".repeat(100_000))) => TooMany, "more than 1000 tokens in one expression", "";
        body("mass: 1u8") => NotANumber, "`1u8`", "decimal";
        body("mass: \"1\"") => NotANumber, "`\"1\"`", "decimal";
        body("mass: 1e999") => NumberOutOfRange, "`1e999`", "";
        body("mass: 1 2") => TokenUnexpected, "found `2`", "";
        body("mass: 1 +") => TokenUnexpected, "found `nothing`", "";
        body("mass: sin(1 2)") => TokenUnexpected, "found `2`", "";
        body("mass: sin(1, 2)") => TokenUnexpected, "nothing behind the argument; found `2`", "";
        body("mass: length.powi()") => TokenUnexpected, "a whole number", "";
        body("mass: length.sin(1)") => TokenUnexpected, "nothing behind the argument", "";
        body("mass: length.powi(65)") => TokenUnexpected, "up to 64", "";
        body("mass: (1, 2)") => TokenUnexpected, "found `(`", "";
        body("mass: length += 1") => TokenUnexpected, "found `+=`", "";
        body("mass: length % 2") => TokenUnexpected, "+ - * /; found `%`", "";
        body("mass: 2 as i32") => TokenUnexpected, "f64 or f32; found `i32`", "";
        body("mass: if length { 1 } else { 2 }") => TokenUnexpected, "found `if`", "";
        body("mass: f64::consts::PIE") => TokenUnexpected, "f64::consts::PI; found `PIE`", "";
        body("mass: length.a.b") => TokenUnexpected, ".powi(2); found `a`", "";
        body("mass: length[0]") => TokenUnexpected, "found `[`", "";
        body("mass: #[x] length") => TokenUnexpected, "found `#`", "";
        body("mass: {}") => TokenUnexpected, "behind the definitions", "";
        body("mass: { let a = 1; }") => TokenUnexpected, "behind the definitions", "";
        body("mass: { 1; 2 }") => TokenUnexpected, "a definition such as `let a = 1;`", "";
        body("mass: { let mut a = 1; a }") => TokenUnexpected, "a name, and a value", "";
        body("mass: { let lenght = 1; lenght } + lenght") => TokenUnknownField, "`lenght`", "`length`?";
        body("mass: { let big = 1; bigg }") => TokenUnknownField, "`bigg`", "`big`?";
        body("mass: length.") => TokenMalformed, "parsed as Rust", "";
        body("mass: { let 1 + 2; }") => TokenMalformed, "parsed as Rust", "";
        body("mass: -1") => NegativeMass, "-1", "";
        body("mass: 1, inertia: diag(0.1, 0.1, 0.25)") => TriangleInequality, "breaks", "";
        body("mas: 1") => TokenUnknownKey, "unknown `mas`", "`mass`?";
        body("mass: 1, mass: 2") => TokenDuplicateKey, "`mass` is given twice", "one of them";
        body("mass: 1, com: [0, 1]") => TokenWrongCount, "2 instead of 3", "commas";
        body("mass: 1, inertia: [[1, 2, 0], [0, 1, 0], [0, 0, 1]]")
            => TokenNotSymmetric, "`bob` is not symmetric", "[xx, xy, xz, yy, yz, zz]";
        joint("revolute, parent: world, child: bob") => TokenMissingKey, "has no axis", "axis: z";
        joint("revolute, parent: world, child: \"\", axis: z") => TokenUnexpected, "a name: an identifier", "";
        framed("origin: [0, 0, 1]") => TokenMissingKey, "frame `tip` has no link", "link: hand";
        framed("link: bob, orign: [0, 0, 1]") => TokenUnknownKey, "`orign` in frame `tip`", "`origin`?";
        framed("link: bob, rpy: [0, 0, 1], rotation: z(1)") => TokenDuplicateKey, "`rotation`", "";
        joint("parent: world, child: bob, axis: z") => TokenMissingKey, "has no kind", "revolute";
        joint("revolute, parent: world, child: bob, axis: [0, stiff, 1]")
            => TokenNotConstant, "the axis of joint `hinge` depends on a field", "may depend";
        joint("revolute, parent: world, child: bob, axis: z, friction: -1")
            => NegativeFriction, "joint `hinge` has the negative friction -1", "zero or more";
        joint("revolute, parent: world, child: bob, axis: z, spring: [1, 0, 2]")
            => TokenWrongCount, "3 instead of 2 values for a spring", "";
        joint("revolut, parent: world, child: bob, axis: z") => TokenUnknownKey, "`revolut`", "";
        joint("revolute, parent: world, child: bop, axis: z") => UnknownLink, "`bop`", "`bob`?";
        joint("revolute, parent: wrold, child: bob, axis: z") => UnknownLink, "`wrold`", "`world`?";
        joint("revolute, parent: world, child: bob, axis: [0, 0, 0]") => ZeroAxis, "`hinge`", "";
        pendulum(JOINT, "mass: 1", "name: String") => TokenFieldType, "the field `name`", "f32, f64";
    };
    cases.extend(joints::cases());
    cases.extend(symbolic::cases());
    cases.extend(point_springs::cases());
    cases.extend(constraints::cases());
    cases
}

#[test]
fn every_fault_has_a_remedy() {
    let mut kinds = BTreeSet::new();
    for (text, kind, message, help) in cases() {
        let reports = faults(&text);
        let fits = |(k, m, h): &(&str, String, String)| {
            *k == kind && m.contains(message) && h.contains(help)
        };
        assert!(reports.iter().any(fits), "{text}\n{reports:#?}");
        kinds.extend(reports.into_iter().map(|(kind, ..)| kind));
    }
    let absentees: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| kind.starts_with("Token") && !kinds.contains(*kind))
        .collect();
    assert!(absentees.is_empty(), "without a case: {absentees:?}");
}

#[test]
fn all_faults_are_found_at_once_and_at_their_places() {
    let text = "gravity = [0, 0, -gg],
joint hinge { revolute, parent: wrld, child: bob, axis: y, dampng: 1 },
body bob { mass: m ^ 2, com: [0, 0, lenght] },
struct Pendulum { m: f64, g: f64, length: f64 }";
    let (_, report, places) = read(text);
    let passages: Vec<&str> = report
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let span = places.bytes(diagnostic.span);
            &text[span.start..span.end]
        })
        .collect();
    assert_eq!(passages, ["gg", "wrld", "dampng", "^", "lenght"]);
    // The same places, with their lines, as a text for those who have a file.
    let source = Source::new("pendulum.rs", text);
    let mut rendered = report.diagnostics[4].clone();
    rendered.span = places.bytes(rendered.span);
    assert_eq!(
        rendered.render(&source),
        "error: the struct has no field `lenght`
 --> pendulum.rs:3:37
  |
3 | body bob { mass: m ^ 2, com: [0, 0, lenght] },
  |                                     ^^^^^^ no such field
  = help: did you mean `length`?
"
    );
}

/// A field of another type is reported where it is, and not as missing where it is named.
#[test]
fn a_field_of_another_type_is_one_fault() {
    for body in ["mass: 2 * name", "mass: name[0]", "mass: name.sqrt()"] {
        let reports = faults(&pendulum(JOINT, body, "name: String"));
        let kinds: Vec<_> = reports.iter().map(|(kind, ..)| *kind).collect();
        assert_eq!(kinds, ["TokenFieldType"], "{body}");
    }
}

/// What cannot be read at all hides nothing but itself.
#[test]
fn faults_of_parts_come_together() {
    let text = "gravity = [0, 1 +, -gg],
joint hinge { revolute, parent: world, child: bob, axis: w, origin: [(1 2), lenght, 0], rotation: rpy(1 + , 0, len) },
body bob { mass: { let a = ; a }, com: [0, sin(1,), b c], inertia: [[1, 0, *], [0, q, 0], [0, 0, 1 / 0]] },
struct Pendulum { g: f64, length: HashMap<String, f64> }";
    let (_, report, places) = read(text);
    let passages: Vec<String> = report
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let span = places.bytes(diagnostic.span);
            format!(
                "{} {}",
                diagnostic.fault.kind(),
                &text[span.start..span.end]
            )
        })
        .collect();
    assert_eq!(
        passages,
        [
            "TokenFieldType length",
            "TokenUnexpected +",
            "TokenUnknownField gg",
            "TokenUnexpected w",
            "TokenMalformed 2",
            "TokenUnknownField lenght",
            "TokenUnexpected +",
            "TokenUnknownField len",
            "TokenUnexpected ;",
            "TokenUnexpected c",
            "TokenUnexpected *",
            "TokenUnknownField q",
            "TokenDivisionByZero 0",
        ]
    );
}
