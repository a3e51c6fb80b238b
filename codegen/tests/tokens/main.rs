//! Robots written as tokens on a struct: what is read, and every fault of the reader.

mod expressed;
mod joints;

use std::collections::BTreeSet;

use multibody_codegen::fault::{Fault, Faults, Report};
#[cfg(feature = "symbolica")]
use multibody_codegen::generate_attribute;
use multibody_codegen::internal::check;
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::internal::model::{Model, Quantity};
use multibody_codegen::internal::source::tokens::{Places, structure, tokens};
use multibody_codegen::settings::Settings;
use multibody_codegen::{Source, decimal, integer};

/// Reads a struct and the items of its attribute from one text: `items` up to the struct.
fn read(text: &str) -> (Option<Model>, Report, Places) {
    let (items, item) = text.split_at(text.find("struct").expect("a struct"));
    // Spaces keep the places of both parts those of the whole text.
    let item = " ".repeat(items.len()) + item;
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let structure = structure(item.parse().unwrap(), &mut places, &mut faults);
    let model = structure
        .map(|structure| tokens(items.parse().unwrap(), structure, &mut places, &mut faults));
    if let Some(model) = &model {
        let _ = check::check(model, &mut faults);
    }
    (model, faults.finish(), places)
}

/// Kind, message and help of each fault, with the text at its place.
fn faults(text: &str) -> Vec<(&'static str, String, String)> {
    let (model, mut report, _) = read(text);
    if let Some(model) = model.filter(|_| !report.has_errors()) {
        let mut further = Faults::new();
        examine_model(model, &Settings::default(), &mut further);
        report.diagnostics.extend(further.finish().diagnostics);
    }
    let described = report.diagnostics.iter().map(|found| {
        let texts = found.fault.texts();
        (found.fault.kind(), texts.message, texts.help)
    });
    described.collect()
}

fn sound(text: &str) -> Model {
    let (model, report, _) = read(text);
    let found: Vec<_> = report.diagnostics.iter().map(|d| &d.fault).collect();
    assert!(found.is_empty(), "{found:?}");
    model.unwrap()
}

/// One pendulum with some of its entries replaced.
fn pendulum(joint: &str, body: &str, fields: &str) -> String {
    format!(
        "gravity = [0, 0, -9.81], joint hinge {{ {joint} }}, body bob {{ {body} }}, \
         struct Pendulum {{ {fields} }}"
    )
}

const JOINT: &str = "revolute, parent: world, child: bob, axis: y";

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
fn what_rust_can_say_is_read_as_rust_reads_it() {
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

/// A text, and what its only fault says.
fn cases() -> Vec<(String, &'static str, &'static str, &'static str)> {
    let body = |body: &str| pendulum(JOINT, body, "mass_of_bob: f64, length: f64, a: [f64; 3]");
    let joint = |joint: &str| pendulum(joint, "mass: 1", "stiff: f64");
    let framed = |frame: &str| {
        let body = format!("mass: 1 }}, frame tip {{ {frame}");
        pendulum(JOINT, &body, "length: f64")
    };
    let deep = format!("mass: {}1{}", "(".repeat(200), ")".repeat(200));
    let mut cases = vec![
        (
            body("mass: m^2"),
            "TokenUnknownField",
            "no field `m`",
            "add it to the struct",
        ),
        (body("mass: length ^ 2"), "TokenCaret", "`^`", "powi(2)"),
        (
            body("mass: -2.7 kg"),
            "TokenUnit",
            "`kg`",
            "leave out the unit",
        ),
        (
            body("mass: 2.7kg"),
            "NotANumber",
            "`2.7kg`",
            "leave out the unit",
        ),
        (
            body("mass: lenght"),
            "TokenUnknownField",
            "no field `lenght`",
            "`length`?",
        ),
        (
            body("mass: sine(length)"),
            "TokenUnknownFunction",
            "`sine`",
            "`sin`?",
        ),
        (
            body("mass: self.length"),
            "TokenSelf",
            "no `self`",
            "write `length`",
        ),
        (
            body("mass: 2 * self"),
            "TokenSelf",
            "no `self`",
            "name of a field",
        ),
        (
            body("mass: length.min(2.0)"),
            "TokenUnknownFunction",
            "`min`",
            "known here: sin, cos",
        ),
        (
            body("mass: length.asin()"),
            "TokenUnknownFunction",
            "`asin`",
            "known here: sin, cos",
        ),
        (
            body("mass: length?"),
            "TokenUnexpected",
            "an operator, or a comma; found `?`",
            "",
        ),
        (
            body("mass: 1 << 2"),
            "TokenUnexpected",
            "+ - * /; found `<<`",
            "",
        ),
        (
            body("mass: powi(length, 2)"),
            "TokenUnknownFunction",
            "`powi`",
            "length.powi(2)",
        ),
        (
            body("mass: length.powi(a)"),
            "TokenUnexpected",
            "a whole number",
            "",
        ),
        (
            body("mass: length / (1 - 1)"),
            "TokenDivisionByZero",
            "by zero",
            "not zero",
        ),
        (
            body("mass: 1e300 * 1e300"),
            "TokenOutOfRange",
            "out of range",
            "1.7e308",
        ),
        (
            body("mass: 1 + 1e-300 * 1e-300"),
            "TokenOutOfRange",
            "out of range",
            "",
        ),
        (
            body("mass: 1.7.powi(64).powi(64).powi(64)"),
            "TokenOutOfRange",
            "out of range",
            "",
        ),
        (
            body("mass: exp(1000)"),
            "TokenOutOfRange",
            "out of range",
            "",
        ),
        (
            body("mass: exp(-1000)"),
            "TokenOutOfRange",
            "out of range",
            "",
        ),
        (
            body("mass: (1 - 2).sqrt()"),
            "TokenNoValue",
            "`sqrt`",
            "sign",
        ),
        (
            body("mass: a[3]"),
            "TokenIndex",
            "has 3 numbers",
            "start at 0",
        ),
        (body("mass: a"), "TokenUnexpected", "the index", ""),
        (body(&deep), "TokenNestedTooDeeply", "32 deep", "field"),
        (
            body(&format!("mass: 1{}", " + m".repeat(100_000))),
            "TooMany",
            "more than 1000 tokens in one expression",
            "",
        ),
        (body("mass: 1u8"), "NotANumber", "`1u8`", "decimal"),
        (body("mass: \"1\""), "NotANumber", "`\"1\"`", "decimal"),
        (body("mass: 1e999"), "NumberOutOfRange", "`1e999`", ""),
        (body("mass: 1 2"), "TokenUnexpected", "found `2`", ""),
        (body("mass: 1 +"), "TokenUnexpected", "found `nothing`", ""),
        (body("mass: sin(1 2)"), "TokenUnexpected", "found `2`", ""),
        (
            body("mass: sin(1, 2)"),
            "TokenUnexpected",
            "nothing behind the argument; found `2`",
            "",
        ),
        (
            body("mass: length.powi()"),
            "TokenUnexpected",
            "a whole number",
            "",
        ),
        (
            body("mass: length.sin(1)"),
            "TokenUnexpected",
            "nothing behind the argument",
            "",
        ),
        (
            body("mass: length.powi(65)"),
            "TokenUnexpected",
            "up to 64",
            "",
        ),
        (body("mass: (1, 2)"), "TokenUnexpected", "found `(`", ""),
        (
            body("mass: length += 1"),
            "TokenUnexpected",
            "found `+=`",
            "",
        ),
        (
            body("mass: length % 2"),
            "TokenUnexpected",
            "+ - * /; found `%`",
            "",
        ),
        (
            body("mass: 2 as i32"),
            "TokenUnexpected",
            "f64 or f32; found `i32`",
            "",
        ),
        (
            body("mass: if length { 1 } else { 2 }"),
            "TokenUnexpected",
            "found `if`",
            "",
        ),
        (
            body("mass: f64::consts::PIE"),
            "TokenUnexpected",
            "f64::consts::PI; found `PIE`",
            "",
        ),
        (
            body("mass: length.a.b"),
            "TokenUnexpected",
            ".powi(2); found `a`",
            "",
        ),
        (body("mass: length[0]"), "TokenUnexpected", "found `[`", ""),
        (
            body("mass: #[x] length"),
            "TokenUnexpected",
            "found `#`",
            "",
        ),
        (
            body("mass: {}"),
            "TokenUnexpected",
            "behind the definitions",
            "",
        ),
        (
            body("mass: { let a = 1; }"),
            "TokenUnexpected",
            "behind the definitions",
            "",
        ),
        (
            body("mass: { 1; 2 }"),
            "TokenUnexpected",
            "a definition such as `let a = 1;`",
            "",
        ),
        (
            body("mass: { let mut a = 1; a }"),
            "TokenUnexpected",
            "a name, and a value",
            "",
        ),
        (
            body("mass: { let lenght = 1; lenght } + lenght"),
            "TokenUnknownField",
            "`lenght`",
            "`length`?",
        ),
        (
            body("mass: { let big = 1; bigg }"),
            "TokenUnknownField",
            "`bigg`",
            "`big`?",
        ),
        (
            body("mass: length."),
            "TokenMalformed",
            "parsed as Rust",
            "",
        ),
        (
            body("mass: { let 1 + 2; }"),
            "TokenMalformed",
            "parsed as Rust",
            "",
        ),
        (body("mass: -1"), "NegativeMass", "-1", ""),
        (
            body("mas: 1"),
            "TokenUnknownKey",
            "unknown `mas`",
            "`mass`?",
        ),
        (
            body("mass: 1, mass: 2"),
            "TokenDuplicateKey",
            "`mass` is given twice",
            "one of them",
        ),
        (
            body("mass: 1, com: [0, 1]"),
            "TokenWrongCount",
            "2 instead of 3",
            "commas",
        ),
        (
            body("mass: 1, inertia: [[1, 2, 0], [0, 1, 0], [0, 0, 1]]"),
            "TokenNotSymmetric",
            "`bob` is not symmetric",
            "[xx, xy, xz, yy, yz, zz]",
        ),
        (
            joint("revolute, parent: world, child: bob"),
            "TokenMissingKey",
            "has no axis",
            "axis: z",
        ),
        (
            joint("revolute, parent: world, child: \"\", axis: z"),
            "TokenUnexpected",
            "a name: an identifier",
            "",
        ),
        (
            framed("origin: [0, 0, 1]"),
            "TokenMissingKey",
            "frame `tip` has no link",
            "link: hand",
        ),
        (
            framed("link: bob, orign: [0, 0, 1]"),
            "TokenUnknownKey",
            "`orign` in frame `tip`",
            "`origin`?",
        ),
        (
            framed("link: bob, rpy: [0, 0, 1], rotation: z(1)"),
            "TokenDuplicateKey",
            "`rotation`",
            "",
        ),
        (
            joint("parent: world, child: bob, axis: z"),
            "TokenMissingKey",
            "has no kind",
            "revolute",
        ),
        (
            joint("revolute, parent: world, child: bob, axis: [0, stiff, 1]"),
            "TokenNotConstant",
            "the axis of joint `hinge` depends on a field",
            "may depend",
        ),
        (
            joint("revolute, parent: world, child: bob, axis: z, friction: -1"),
            "NegativeFriction",
            "joint `hinge` has the negative friction -1",
            "zero or more",
        ),
        (
            joint("revolute, parent: world, child: bob, axis: z, spring: [1, 0, 2]"),
            "TokenWrongCount",
            "3 instead of 2 values for a spring",
            "",
        ),
        (
            joint("revolut, parent: world, child: bob, axis: z"),
            "TokenUnknownKey",
            "`revolut`",
            "",
        ),
        (
            joint("revolute, parent: world, child: bop, axis: z"),
            "UnknownLink",
            "`bop`",
            "`bob`?",
        ),
        (
            joint("revolute, parent: wrold, child: bob, axis: z"),
            "UnknownLink",
            "`wrold`",
            "`world`?",
        ),
        (
            joint("revolute, parent: world, child: bob, axis: [0, 0, 0]"),
            "ZeroAxis",
            "`hinge`",
            "",
        ),
        (
            pendulum(JOINT, "mass: 1", "name: String"),
            "TokenFieldType",
            "the field `name`",
            "f32, f64",
        ),
    ];
    cases.extend(joints::cases());
    cases.extend(expressed::cases());
    cases.extend(springs());
    cases.extend(constraints());
    cases
}

/// Faults of constraints.
fn constraints() -> Vec<(String, &'static str, &'static str, &'static str)> {
    let held = |items: &str| {
        format!(
            "joint hinge {{ {JOINT} }}, body bob {{ mass: 1, com: [0, 0, -1] }}, \
             joint slide {{ prismatic, parent: bob, child: block, axis: x }}, body block {{ mass: 2 }}, \
             {items} struct Arm;"
        )
    };
    let case = |items: &str, kind, message, help| (held(items), kind, message, help);
    vec![
        case(
            "distance d { from: bob, to: world, length: 0 },",
            "TokenNoDistance",
            "`d` holds points at the distance 0",
            "`pin`",
        ),
        case(
            "pin p { from: blok, to: world },",
            "TokenEndLink",
            "constraint `p` hangs on `blok`",
            "`block`?",
        ),
        case(
            "constraint c: 3, ",
            "TokenConstraintOpen",
            "`c` cannot be met",
            "",
        ),
        case(
            "pin p { from: [bob, [0, 2, 0]], to: [world, [0, 1, 0]] },",
            "TokenConstraintOpen",
            "`p.y` cannot be met",
            "both ends",
        ),
        case(
            "constraint c: cos(hinge) - 2,",
            "TokenConstraintUnmet",
            "at which `c` is met: it stays off by 1.0e0 at least",
            "where its links reach",
        ),
        case(
            "constraint c: (slide - hinge).powi(2),",
            "TokenConstraintsDependent",
            "0 of their 1 rows are independent",
            "`regularization = 1e-6`",
        ),
        case(
            "constraint c: slide - slide,",
            "TokenConstraintIdle",
            "`c` holds nothing",
            "",
        ),
        case(
            "constraint c: slide_dot * hinge_dot,",
            "TokenConstraintNotLinear",
            "`c` is not linear in the rates",
            "`force`",
        ),
        case(
            "constraint a: slide, constraint b: hinge,",
            "TokenConstraintsLock",
            "2 constraints that do not depend on one another hold all of the 2 rates",
            "leave out",
        ),
        case(
            "constraint a: slide - hinge, constraint b: 2 * slide - 2 * hinge,",
            "TokenConstraintsLeftOut",
            "hold it already: `b`",
            "CONSTRAINTS",
        ),
        case(
            "pin p { from: bob, to: block }, pin p { from: bob, to: world },",
            "TokenDuplicateKey",
            "`p` is given twice in the constraints",
            "",
        ),
        case(
            "loop l { from: bob, to: block, leaves: revolve(z) },",
            "TokenUnexpected",
            "revolute(z)",
            "",
        ),
        case(
            "contact c { at: block, axes: body },",
            "TokenUnexpected",
            "axes: world",
            "",
        ),
        case(
            "distance d { from: bob, length: 1 },",
            "TokenMissingKey",
            "distance `d` has no to",
            "to: [world",
        ),
    ]
}

/// Faults of springs between points.
fn springs() -> Vec<(String, &'static str, &'static str, &'static str)> {
    let hung = |springs: &str| {
        format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, {springs} struct Arm;")
    };
    let rope = |name: &str, from: &str| {
        format!("spring {name} {{ from: {from}, to: world, stiffness: 9, length: 1 }},")
    };
    let high = "[bob, [0, 0, 1]]";
    let nine: String = (0..9).map(|k| rope(&format!("s{k}"), high)).collect();
    vec![
        (
            hung(&rope("s", "bob")),
            "TokenSpringEnds",
            "both ends of spring `s` are at one point",
            "from: [hand,",
        ),
        (
            // On the axis of the hinge.
            hung("spring s { from: [bob, [0, 1, 0]], to: [world, [0, 1, 0]], stiffness: 9, length: 0 },"),
            "TokenSpringEnds",
            "`s`",
            "",
        ),
        (
            hung(&rope("s", "[bop, [0, 0, 1]]")),
            "TokenEndLink",
            "spring `s` hangs on `bop`",
            "`bob`?",
        ),
        (
            hung(&rope("s", high).repeat(2)),
            "TokenDuplicateKey",
            "`s` is given twice in the springs",
            "",
        ),
        (hung(&nine), "TokenTooManySprings", "more than 8 springs", "wrench"),
        (
            hung(&rope("", high)),
            "TokenUnexpected",
            "expected a name",
            "",
        ),
        (
            hung("frame { link: bob },"),
            "TokenUnexpected",
            "expected a name",
            "",
        ),
        (
            format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, struct f64;"),
            "TokenStructName",
            "cannot be called `f64`",
            "rename",
        ),
        (
            "joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1 }, struct T;".into(),
            "TokenStructName",
            "cannot be called `T`",
            "rename",
        ),
        (
            format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 0 }}, frame tip {{ link: bob, origin: com }}, struct Arm;"),
            "SettingFrameNoCom",
            "at the centre of mass of `bob`, which has no mass",
            "origin: [",
        ),
        (
            format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, frame tip {{ link: world, origin: com }}, struct Arm;"),
            "SettingFrameNoCom",
            "of `world`",
            "",
        ),
    ]
}

#[test]
fn every_fault_says_what_to_write_instead() {
    let mut shown = BTreeSet::new();
    for (text, kind, message, help) in cases() {
        let found = faults(&text);
        let fits = |(k, m, h): &(&str, String, String)| {
            *k == kind && m.contains(message) && h.contains(help)
        };
        assert!(found.iter().any(fits), "{text}\n{found:#?}");
        shown.extend(found.into_iter().map(|(kind, ..)| kind));
    }
    let missing: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| kind.starts_with("Token") && !shown.contains(*kind))
        .collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}

/// A thread of a test has 2 MB of stack, and nothing is optimised.
#[test]
fn long_chains_are_refused_and_shorter_ones_are_read() {
    let chain = |piece: &str, count: usize| format!("mass: 1 + {}length", piece.repeat(count));
    let behind = |piece: &str, count: usize| format!("mass: 1 + length{}", piece.repeat(count));
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
        (behind(" as V<V", 100_000), "TokenNestedTooDeeply"),
        (chain("length - ", 100_000), "TooMany"),
        (behind(".a", 100_000), "TooMany"),
        (behind(".sin()", 100_000), "TooMany"),
        (behind(" as f64", 100_000), "TooMany"),
        (behind("[0]", 100_000), "TooMany"),
    ] {
        let found = faults(&pendulum(JOINT, &text, "length: f64"));
        let kinds: Vec<&str> = found.into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!(kinds, [kind], "{}", &text[..40]);
    }
    for text in [
        chain("- ", 30),
        chain("-(", 14) + &*")".repeat(14),
        chain("{ let a = 1; 1 + 2 * ", 27) + &*"}".repeat(27),
        chain("1 + 2 * sin(", 27) + &*")".repeat(27),
        chain("- length * ", 300),
        chain("length - ", 490),
        behind(".cos()", 245),
    ] {
        sound(&pendulum(JOINT, &text, "length: f64"));
    }
    for (of, close) in [
        ("V<V", ""),
        ("&&", ""),
        ("fn() -> ", ""),
        ("impl Fn() -> ", ""),
        ("[", ";1]"),
    ] {
        let field = format!("a: {}f64{}", of.repeat(10_000), close.repeat(10_000));
        let found = faults(&pendulum(JOINT, "mass: 1", &field));
        let kinds: Vec<&str> = found.into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!(kinds, ["TokenNestedTooDeeply"], "{of}");
    }
}

#[test]
fn all_faults_are_found_at_once_and_at_their_places() {
    let text = "gravity = [0, 0, -gg],
joint hinge { revolute, parent: wrld, child: bob, axis: y, dampng: 1 },
body bob { mass: m ^ 2, com: [0, 0, lenght] },
struct Pendulum { m: f64, g: f64, length: f64 }";
    let (_, report, places) = read(text);
    let at: Vec<&str> = report
        .diagnostics
        .iter()
        .map(|found| {
            let span = places.bytes(found.span);
            &text[span.start..span.end]
        })
        .collect();
    assert_eq!(at, ["gg", "wrld", "dampng", "^", "lenght"]);
    // The same places, with their lines, as a text for those who have a file.
    let source = Source {
        name: "pendulum.rs".into(),
        text: text.into(),
    };
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

/// What cannot be read at all hides nothing but itself.
#[test]
fn faults_of_parts_come_together() {
    let text = "gravity = [0, 1 +, -gg],
joint hinge { revolute, parent: world, child: bob, axis: w, origin: [(1 2), lenght, 0], rotation: rpy(1 + , 0, len) },
body bob { mass: { let a = ; a }, com: [0, sin(1,), b c], inertia: [[1, 0, *], [0, q, 0], [0, 0, 1 / 0]] },
struct Pendulum { g: f64, length: HashMap<String, f64> }";
    let (_, report, places) = read(text);
    let at: Vec<String> = report
        .diagnostics
        .iter()
        .map(|found| {
            let span = places.bytes(found.span);
            format!("{} {}", found.fault.kind(), &text[span.start..span.end])
        })
        .collect();
    assert_eq!(
        at,
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

/// A cart-pole with wrenches on its pole, so that lines get long.
#[cfg(feature = "symbolica")]
fn cart_pole() -> multibody_codegen::Generated {
    let items = "gravity = [0, 0, -g],
        joint rail { prismatic, parent: world, child: cart, axis: x },
        joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction,
            rotation: rpy(0, tilt + pi / 2, 0), origin: [0, 0, height] },
        body cart { mass: cart_mass },
        body pole { mass: m, com: [0, 0, l / 2], inertia: diag(m * l * l / 12, m * l * l / 12, sqrt(spin)) }";
    let item = "pub(crate) struct CartPole { pub g: f64, cart_mass: f32, m: f64, l: f64, \
        friction: f64, tilt: f64, height: f64, spin: f64 }";
    let options = "links(pole), wrenches(pole, cart)";
    let attribute = format!("{items}, {options}").parse().unwrap();
    let folder = std::path::Path::new("");
    let found = generate_attribute(attribute, item.parse().unwrap(), folder, &mut |_| ());
    found
        .generated
        .unwrap_or_else(|| panic!("{:?}", found.tokens))
}

#[cfg(feature = "symbolica")]
#[test]
fn a_tilted_cart_pole_is_proved_and_counts_exclude_what_is_prepared() {
    let generated = cart_pole();
    let functions = &generated.report.functions;
    assert!(functions.iter().all(|function| function.proved));
    assert_eq!(functions.len(), 24);
    let mass_matrix = functions.iter().find(|f| f.name == "mass_matrix").unwrap();
    // m l / 2 cos(q + tilt) is all that is left to do at each call: two sines are those of q.
    assert!(mass_matrix.count.mul_add() <= 4, "{}", mass_matrix.count);
    assert_eq!(mass_matrix.count.sqrt, 0);
    assert!(
        generated
            .items
            .contains("pub(crate) struct CartPolePrepared<T> {")
    );
}

#[cfg(feature = "symbolica")]
#[test]
fn the_text_is_as_rustfmt_has_it() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let text = cart_pole().items;
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = rustfmt.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let found = rustfmt.wait_with_output().unwrap();
    let differences = String::from_utf8_lossy(&found.stdout);
    // Of what it reads from a pipe rustfmt says that all is well, whatever it finds.
    assert!(
        found.status.success() && differences.is_empty(),
        "{differences}"
    );
}
