//! The attribute `#[multibody(..)]`: what its options set, and each of its faults with its text.

use std::collections::BTreeSet;
use std::path::Path;

use multibody_codegen::fault::Fault;
use multibody_codegen::internal::attribute::{Annotated, find, generate_annotated, read_rust};
use multibody_codegen::internal::robot_file::generate_rust;
use multibody_codegen::settings::{
    Armature, CratePath, Effort, Mimic, Positive, Rename, Root, Spring, Verify, Weld,
};
use multibody_codegen::{Cache, Function, Settings, Source, decimal, integer};

fn source(text: &str) -> Source {
    Source::new("robot.rs", text)
}

/// What an attribute sets.
fn settings(attribute: &str) -> Settings {
    let item = "pub struct Arm;".parse().unwrap();
    let annotated = Annotated::read(attribute.parse().unwrap(), item, Path::new(""));
    let settings = annotated.settings.clone();
    let actual = annotated.finish();
    assert!(!actual.tokens.has_errors(), "{:?}", actual.tokens);
    settings
}

#[test]
fn what_is_not_stated_is_the_default() {
    let expected = Settings {
        name: "Arm".into(),
        ..Settings::default()
    };
    assert_eq!(settings("urdf = \"arm.urdf\""), expected);
}

#[test]
fn every_option_reaches_its_setting() {
    let weld = |joint: &str, position| Weld {
        joint: joint.into(),
        position,
    };
    let spring = |joint: &str, stiffness: &str, rest: &str| Spring {
        joint: joint.into(),
        stiffness: decimal(stiffness).unwrap(),
        rest: decimal(rest).unwrap(),
    };
    let expected = Settings {
        name: "Arm".into(),
        root: Root::FLOATING,
        welds: vec![
            weld("elbow", decimal("-0.5").unwrap()),
            weld("wrist 1", integer(0)),
            weld("loop", integer(1000)),
        ],
        mimic: Mimic::Independent,
        gravity: Some([integer(-1), integer(0), decimal("9.81").unwrap()]),
        armatures: vec![Armature {
            joint: "knee".into(),
            inertia: decimal("0.01").unwrap(),
        }],
        springs: vec![spring("knee", "20", "0"), spring("hip", "1.5", "-0.1")],
        passive: true,
        friction_rate: Positive(decimal("0.001").unwrap()),
        snap: false,
        functions: [Function::Bias, Function::MassMatrix].into(),
        links: vec!["a".into(), "b-c".into()],
        wrenches: vec!["d".into()],
        renames: vec![Rename {
            link: "b-c".into(),
            name_in_functions: "third".into(),
        }],
        nonzero: vec!["length".into()],
        krate: CratePath("my::multibody".into()),
        proof: false,
        verify: Verify::True,
        hand_written_kernels: false,
        effort: Effort::High,
        ..Settings::default()
    };
    let actual = settings(
        "urdf = \"arm.urdf\", root = floating, weld(elbow = -0.5, \"wrist 1\", r#loop = 1_000),
        mimic = independent, gravity = [-1, 0, 9.81], armature(knee = 0.01), spring(knee = 20, hip = [1.5, -0.1]), passive = true, friction_rate = 1e-3, snap = 0, functions(bias, mass_matrix),
        links(a, r#\"b-c\"#), wrenches(d,), rename(\"b\\u{2d}c\" = third), nonzero(length), crate = my::multibody, proof = false, verify = true, hand_written_kernels = false, effort = high,",
    );
    assert_eq!(actual, expected);
}

#[test]
fn the_path_starts_from_the_folder_and_nothing_is_read() {
    let item = "struct Arm;".parse().unwrap();
    let attribute = "urdf = \"robots/arm.urdf\"".parse().unwrap();
    let annotated = Annotated::read(attribute, item, Path::new("/no/such/package"));
    let path = annotated.description().unwrap();
    assert!(
        path.ends_with("no/such/package/robots/arm.urdf"),
        "{}",
        path.display()
    );
    assert_eq!(annotated.finish().errors(), 0);
}

#[test]
fn functions_add_to_those_there_are_by_default() {
    let with = |functions: &str| settings(&format!("urdf = \"arm.urdf\"{functions}"));
    assert_eq!(with(", functions(default)"), with(""));
    let more = with(", functions(momentum, default)").functions;
    assert!(
        more.default && more.named == [Function::Momentum],
        "{more:?}"
    );
    assert!(!with(", functions(none)").functions.default);
}

/// What is reported for a Rust file: kinds of faults and text.
fn report(text: &str) -> (Vec<&'static str>, String) {
    let source = source(text);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/files");
    let kinds = match find(&source) {
        Err(report) => report.diagnostics.iter().map(|d| d.fault.kind()).collect(),
        Ok(results) => {
            let annotated = Annotated::read(results.attribute, results.item, &folder);
            let results = generate_annotated(annotated, &Cache::none(), &mut |_| ());
            let results = results.reports.tokens;
            results.diagnostics.iter().map(|d| d.fault.kind()).collect()
        }
    };
    let fault =
        generate_rust(&source, &folder, &Cache::none(), |_| (), &mut |_| ()).expect_err("faulty");
    (kinds, fault.text)
}

/// Thirty thousand brackets are one fault, wherever they stand and whoever has read the tokens.
#[test]
fn what_is_nested_too_deeply_is_not_read() {
    let deep = ["(", ")"].map(|bracket| bracket.repeat(30_000)).concat();
    let item = "struct Arm;".to_owned();
    let arrays = ["[", "]"].map(|bracket| bracket.repeat(30_000)).concat();
    let field = format!("struct Arm {{ a: {arrays} }}");
    for (attribute, item) in [
        (&format!("body a {{ mass: {deep} }}"), &item),
        (&deep, &item),
        (&deep, &field),
    ] {
        let annotated = Annotated::read(
            attribute.parse().unwrap(),
            item.parse().unwrap(),
            Path::new("."),
        );
        let expansion = generate_annotated(annotated, &Cache::none(), &mut |_| ());
        let kinds = expansion
            .reports
            .tokens
            .diagnostics
            .iter()
            .map(|d| d.fault.kind());
        assert!(kinds.clone().all(|kind| kind == "TokenNestedTooDeeply"));
        assert!(kinds.count() >= 1);
        let (kinds, _) = report(&format!("#[multibody({attribute})]\n{item}"));
        assert_eq!(kinds, ["TokenNestedTooDeeply"]);
    }
}

/// All cases, by the name of the file that holds the expected text.
const CASES: &[(&str, &str)] = &[
    (
        "everything_at_once",
        "/// An arm.
#[multibody(
    gravty = [0, 0, 0],
    root = floting,
    functions(mass_matrix, bais, nothing_like_it),
    gravity = [0, g],
    snap = 2,
    snap = 0,
    weld(a, b = half, c =),
    armature(knee, hip = heavy),
    proof,
    links = 1,
    \"text\",
)]
struct Arm;",
    ),
    (
        "lists_as_values",
        "#[multibody(urdf = \"sound.urdf\", links = all, wrenches = \"lower arm\")] struct Arm;",
    ),
    (
        "misspelt_file",
        "#[multibody(urfd = \"sound.urdf\", root = \"float\")] struct Arm;",
    ),
    (
        "renamed_options",
        "#[multibody(urdf = \"sound.urdf\", side_by_side = true, detect = maybe)] struct Arm;",
    ),
    (
        "functions_with_options",
        "#[multibody(urdf = \"sound.urdf\", wrenches(\"lower arm\"), functions(
    forward_dynamics_with_wrenches, forward_dynamics(wrench), inverse_dynamics[wrenches], inverse_dynamics(wrenches)
))] struct Arm;",
    ),
    (
        "two_robots",
        "#[multibody(urdf = \"arm.urdf\", joint a { revolute, parent: world, child: b, axis: x })]
struct Arm;",
    ),
    (
        "root_choices",
        "#[multibody(urdf = \"sound.urdf\",
    root = floating(chart = zzx, rates = bodies, axis = z, chart = zyx, rates)
)] struct Arm;",
    ),
    (
        "names_in_options",
        "#[multibody(
    joint hinge { revolute, parent: world, child: bob, axis: z },
    body bob { mass: 1, com: [1, 0, 0] },
    links(al), wrenches(bab), weld(hing = 0),
)] struct Arm;",
    ),
    (
        "root_world",
        "#[multibody(
    joint hinge { revolute, parent: world, child: bob, axis: z },
    body bob { mass: 1, com: [1, 0, 0] },
    root = floating(chart = zyx),
)] struct Arm;",
    ),
    (
        "regularization_singular",
        "#[multibody(
    coordinates = [a, b],
    kinetic = (a_dot + b_dot).powi(2),
    constraint even: a - b,
    regularization = 1e-5,
)] struct Twice;",
    ),
    (
        "forces_and_names",
        "#[multibody(
    joint hinge { revolute, parent: world, child: bob, axis: z, spring: -3, friction: -2, armature: -1 },
    body bob { mass: -1, com: [1, 0, 0] },
    links(bab), weld(hing = 0), armature(hinge_2 = 1),
)] struct Arm;",
    ),
    (
        "faulty_frame",
        "#[multibody(urdf = \"sound.urdf\",
    frame tip { lnk: base },
    functions(pose),
)] struct Arm;",
    ),
    (
        "no_links",
        "#[multibody(coordinates = [x], kinetic = x_dot.powi(2), links(all), functions(joint_wrench))] struct Arm;",
    ),
    (
        "frame_no_com",
        "#[multibody(urdf = \"sound.urdf\", frame(tip = arm com), functions(pose))] struct Arm;",
    ),
    ("no_robot", "#[multibody(urdf)] struct Arm;"),
    ("nothing", "#[multibody] pub struct Arm;"),
    (
        "generic",
        "#[multibody::multibody(urdf = \"a\")] struct Arm<T>(T);",
    ),
    (
        "numbers",
        "#[multibody(urdf = \"a\", gravity = [0x10, 1u8, 1f64], weld(a = 90deg, b = -2.7 rad))] struct Arm;",
    ),
    (
        "out_of_range",
        "#[multibody(urdf = \"a\", gravity = [0, 1e999, \"1\"])] struct Arm;",
    ),
    (
        "crate_self",
        "#[multibody(urdf = \"sound.urdf\", crate = Self)] struct Arm;",
    ),
    (
        "crate_keyword",
        "#[multibody(urdf = \"sound.urdf\", crate = a::fn)] struct Arm;",
    ),
    (
        "conditional",
        "#[multibody(
    joint hinge { revolute, parent: world, child: bob, axis: z },
    body bob { mass: mass, com: [length, 0, 0] },
)]
struct Arm {
    #[cfg(feature = \"heavy\")]
    mass: f64,
    #[cfg_attr(feature = \"serde\", serde(skip))]
    #[cfg_attr(any(), doc = \"m\", cfg(any()))]
    length: f64,
}",
    ),
    (
        "conditional_of_file",
        "#[multibody(urdf = \"sound.urdf\")]
struct Arm {
    #[cfg(any())]
    own: u8,
    #[cfg_attr(any(), serde(skip))]
    #[parameter(body = \"base\", mass)]
    mass: f64,
    #[cfg_attr(any(), parameter(body = \"base\", com))]
    com: [f64; 3],
}",
    ),
    (
        "in_a_macro",
        "macro_rules! arm { ($name:ident) => { #[multibody(urdf = \"a\")] struct $name; } }\narm!(Arm);\n",
    ),
    (
        "default_functions",
        "#[multibody(urdf = \"sound.urdf\", functions(default, bias, defualt, default))] struct Arm;",
    ),
    (
        "default_functions_twice",
        "#[multibody(urdf = \"sound.urdf\", functions(default, bias, default))] struct Arm;",
    ),
    ("malformed", "struct Arm {\n    a: [f64; 3\n}\n"),
    ("missing", "pub struct Arm;\n"),
    (
        "several",
        "#[multibody(urdf = \"a\")]\nstruct Arm;\n\nmod more {\n    #[multibody(urdf = \"b\")]\n    struct Leg;\n}\n",
    ),
    (
        "twice",
        "#[multibody(urdf = \"a\")]\n#[derive(Clone)]\n#[multibody::multibody(snap = 0)]\nstruct Arm;\n",
    ),
    (
        "renames",
        "#[multibody(urdf = \"a\", rename(a = B, b), crate = 2)] struct Arm;",
    ),
    (
        "nonzero",
        "#[multibody(
    nonzero(lenght),
    joint a { revolute, parent: world, child: b, axis: x, origin: [0, length, 0] },
    body b { mass: 1, com: [0, 0, 1] },
)]
struct Arm { length: f64 }",
    ),
    (
        "parameters",
        "#[multibody(urdf = \"sound.urdf\")]
struct Arm {
    #[parameter(body = \"hnd\", mass)]
    a: f64,
    #[parameter(joint = shuolder, origin)]
    b: [f64; 3],
    #[parameter(body = \"hand\", mas)]
    c: f64,
    #[parameter(body = hand)]
    d: f64,
    #[parameter(mass)]
    e: f64,
    #[parameter]
    f: f64,
    #[parameter(body = hand, joint = wrist, mass)]
    g: f64,
    #[parameter(body = hand, com)]
    h: f64,
    #[parameter(body = base, mass)]
    i: f64,
    #[parameter(body = base, mass)]
    j: f32,
    own: String,
}",
    ),
    (
        "functions_absent",
        "#[multibody(urdf = \"a\", functions(constrained_forward_dynamics_derivatives, regressor, pose_of_hand, pose_of_hand(wrenches)))] struct Arm;",
    ),
    (
        "parameters_not_marked",
        "#[multibody(urdf = \"sound.urdf\", force(shoulder) = -k * shoulder - k + name + wrong - gain * l)]
struct Arm {
    k: f64,
    name: String,
    #[parameter]
    wrong: String,
    #[parameter]
    gian: f64,
    l: f64,
}",
    ),
    (
        "parameters_of_faulty_file",
        "#[multibody(urdf = \"numbers.urdf\", force(elbow) = -k)]
struct Arm { #[parameter] k: f64 }",
    ),
    (
        "parameters_axes",
        "#[multibody(urdf = \"sound.urdf\", weld(shoulder))]
struct Arm {
    #[parameter(joint = wrist, axis)]
    a: [f64; 3],
    #[parameter(joint = shoulder, axis)]
    b: [f64; 3],
    #[parameter(joint = grip, axis)]
    c: [f64; 3],
}",
    ),
    (
        "parameters_axis_drawn_elsewhere",
        "#[multibody(mjcf = \"mjcf_sound.xml\")] struct Arm { #[parameter(joint = elbow, axis)] a: [f64; 3] }",
    ),
    (
        "parameters_of_tokens",
        "#[multibody(joint a { revolute, parent: world, child: b, axis: x }, body b { mass: m })]
struct Arm {
    #[parameter(body = b, mass)]
    m: f64,
}",
    ),
    (
        "attribute_and_file",
        "#[multibody(urdf = \"zero_axis.urdf\", root = floting)] struct Arm;",
    ),
    (
        "no_file",
        "#[multibody(urdf = \"no/such.urdf\")] struct Arm;",
    ),
    (
        "file_and_names",
        "#[multibody(urdf = \"zero_axis.urdf\")] struct Arm;",
    ),
];

#[test]
fn every_fault_of_the_attribute_has_its_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attribute");
    let mut message = BTreeSet::new();
    for (name, text) in CASES {
        let (kinds, actual) = report(text);
        let path = folder.join(name).with_extension("expected");
        if std::env::var_os("MULTIBODY_BLESS").is_some() {
            std::fs::write(&path, &actual).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(actual, expected, "{name}: set MULTIBODY_BLESS=1 to rewrite");
        message.extend(kinds);
    }
    let absentees: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| kind.starts_with("Attribute") || kind.starts_with("Parameter"))
        .filter(|kind| !message.contains(*kind))
        .collect();
    assert!(absentees.is_empty(), "without a case: {absentees:?}");
}

/// The names in it are known, so that they are not reported wherever they are used.
#[test]
fn a_list_in_another_form_is_one_fault() {
    let three = [
        "(x, y, a)",
        "[x, y, a]",
        " { x, y, a }",
        " = (x, y, a)",
        ": [x, y, a]",
        " = [x y a]",
        " = [x, \"y\" y, a]",
    ];
    let three = three.map(|list| (list, "x_dot.powi(2) + y_dot.powi(2) + a_dot.powi(2)"));
    let one = [" = x", " x", "(x)"].map(|list| (list, "x_dot.powi(2)"));
    for (list, kinetic) in three.into_iter().chain(one) {
        let attribute = format!("coordinates{list}, kinetic = {kinetic}");
        let (kinds, text) = report(&format!("#[multibody({attribute})] struct Arm;"));
        assert_eq!(kinds, ["TokenUnexpected"], "{attribute}: {text}");
        assert!(
            text.contains("e.g. coordinates = [x, theta]; found"),
            "{attribute}: {text}"
        );
    }
    // The other lists that are written so.
    const HINGE: &str = "joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1, com: [1, 0, 0] }";
    for list in [
        "gravity(0, 0, -9.81)",
        "gravity = (0, 0, -9.81)",
        "spring(hinge = (50, 0.1))",
        "spring = [50, 0.1]",
        "bundle(step = (mass_matrix, bias))",
        "bundle = [mass_matrix, bias]",
    ] {
        let (kinds, text) = report(&format!("#[multibody({HINGE}, {list})] struct Arm;"));
        assert_eq!(kinds.len(), 1, "{list}: {text}");
    }
}

#[test]
fn the_struct_of_a_file_loses_what_only_the_generator_reads() {
    let text = "use multibody::multibody;

/// An arm.
#[multibody(urdf = \"arm.urdf\")]
#[derive(Clone)]
pub struct Arm {
    /// kg
    #[parameter(body = \"hand\", mass)]
    pub mass: f64,
}

#[derive(Debug)]
struct Other;
";
    let actual = find(&source(text)).unwrap();
    let expected = "/// An arm.
#[derive(Clone)]
pub struct Arm {
    /// kg
    pub mass: f64,
}
";
    assert_eq!(actual.structure, expected);
    let item = actual.item.to_string();
    assert!(
        item.contains("parameter") && !item.contains("multibody"),
        "{item}"
    );
    assert!(!item.contains("Other"), "{item}");
}

/// What the verifier reads: the same text is in the fingerprints of generated files.
#[test]
fn reading_alone_gives_the_same_settings_and_origin() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/files");
    let cache = Cache::none().without_deriving();
    for text in [
        "#[multibody(joint a { revolute, parent: world, child: b, axis: x }, body b { mass: m }, friction_rate = 1e-3)]
        /// Of tokens.
        pub struct Arm { m: f64 }",
        "#[multibody(urdf = \"sound.urdf\", snap = false, committed = \"no/such.rs\")] struct Arm;",
        "#[multibody(urdf = \"sound.urdf\", frame tip { link: base }, functions(pose))]
        struct Arm { #[parameter(body = \"base\", mass)] mass: f64 }",
    ] {
        let source = source(text);
        let robot = generate_rust(&source, &folder, &cache, |_| (), &mut |_| ());
        let robot = robot.unwrap_or_else(|fault| panic!("{}", fault.text));
        let read = read_rust(&source, &folder).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(read.source_text, robot.source_text);
        assert_eq!(read.settings, robot.settings);
    }
}

#[test]
fn reading_alone_finds_no_other_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/files");
    let mut faulty = 0;
    for (name, text) in CASES {
        let (_, generated) = report(text);
        if let Err(result) = read_rust(&source(text), &folder) {
            faulty += 1;
            let mut lines = result.lines();
            let other = lines.find(|line| !generated.lines().any(|known| known == *line));
            assert_eq!(other, None, "{name}");
        }
    }
    assert!(faulty > CASES.len() / 2, "{faulty}");
}
