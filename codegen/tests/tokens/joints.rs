//! Faults of the ways in which joints move.

use multibody_codegen::internal::joint::{Axis, JointPrograms, WORDS};

use super::{Case, faults, pendulum, read, sound};

/// A text, and what its only fault says.
pub fn cases() -> Vec<Case> {
    let joint = |joint: &str| pendulum(joint, "mass: 1", "stiff: f64");
    cases! {
        joint("screw, parent: world, child: bob, axis: z") => TokenMissingKey, "has no pitch", "pitch: 0.002";
        joint("screw, parent: world, child: bob, pitch: 0.1") => TokenMissingKey, "has no axis", "axis: z";
        joint("revolute, parent: world, child: bob, axis: z, pitch: 0.1") => TokenUnexpected, "only a screw has a pitch", "";
        joint("screw, parent: world, child: bob, axis: z, pitch: stiff") => TokenNotConstant, "the pitch of joint `hinge`", "";
        joint("ball, parent: world, child: bob, chart: xxy")
            => TokenUnexpected, "a chart: quaternion, exponential, modified_rodrigues, or three axes", "";
        joint("ball, parent: world, child: bob, chart") => TokenUnexpected, "chart: zyx", "";
        joint("ball, parent: world, child: bob, chart: zyx, rates: body")
            => TokenUnexpected, "rates: derivative in such a chart", "";
        joint("planar, parent: world, child: bob, axis: z, rates: world") => TokenUnexpected, "rates: body or derivative", "";
        joint("universal(x), parent: world, child: bob") => TokenUnexpected, "two axes: universal(x, y); found `x`", "";
        joint("universal, parent: world, child: bob") => TokenUnexpected, "universal(x, y)", "";
        joint("motions: [revolve(z)], parent: world, child: bob") => TokenUnexpected, "a motion: revolute(z)", "";
        joint("universal(x, [0, 0, 0]), parent: world, child: bob") => ZeroAxis, "`hinge`", "";
        joint("planar, rates: derivative, axis: [0, 0, 0], parent: world, child: bob") => ZeroAxis, "`hinge`", "";
        joint("universal(x, y), parent: world, child: bob").replace("body bob",
            "joint hinge_2 { fixed, parent: bob, child: tip }, body tip {}, body bob")
            => TokenCoordinateAsJoint, "`hinge_2`", "";
        joint("motions: [turn: revolute(z), \"turn\": prismatic(x)], parent: world, child: bob")
            => TokenDuplicateCoordinate, "`turn`", "";
        joint("revolute, parent: world, child: bob").replace("body bob",
            "spring rope { from: bob, to: world, stiffness: -2, length: 1 }, body bob")
            => TokenSpringNegative, "spring `rope` has the negative stiffness -2", "";
        joint("motions: [hinge_2: revolute(z), prismatic(x)], parent: world, child: bob")
            => TokenDuplicateCoordinate, "`hinge_2`", "";
        joint("motions: [hinge: revolute(z), prismatic(x)], parent: world, child: bob") => TokenCoordinateAsJoint, "`hinge`", "";
        joint("motions: [arm: universal(x, y)], parent: world, child: bob") => TokenUnexpected, "one motion behind a name", "";
        joint("motions: [3: revolute(z)], parent: world, child: bob") => TokenUnexpected, "a name", "";
        joint("motions: [], parent: world, child: bob") => TokenUnexpected, "a list of motions", "";
        joint("ball, motions: [revolute(z)], parent: world, child: bob") => TokenDuplicateKey, "`kind`", "";
        joint("motions: [screw(z)], parent: world, child: bob")
            => TokenUnexpected, "an axis and a pitch in m/rad: screw(z, 0.002); found `z`", "";
        joint("motions: [revolute()], parent: world, child: bob") => TokenUnexpected, "an axis: revolute(z); found `nothing`", "";
        joint("revolute(z), parent: world, child: bob") => TokenUnexpected, "revolute, axis: z", "";
        joint("screw(z), pitch: 0.1, parent: world, child: bob") => TokenUnexpected, "screw, axis: z, pitch: 0.002", "";
        joint("revolute, parent: world, child: bob, axs: z") => TokenUnknownKey, "`axs`", "`axis`?";
        joint("revolut, parent: world, child: bob, axis: z") => TokenUnknownKey, "`revolut`", "`revolute`?";
        joint("ball, parent: world, child: bob, axis: x")
            => TokenIdle, "`axis` of joint `hinge` has no effect: it moves the same way about all axes", "remove it";
        joint("cylindrical(z), parent: world, child: bob, axis: x")
            => TokenIdle, "its motions have axes of their own", "remove it";
        joint("motions: [revolute(z)], parent: world, child: bob, axis: x")
            => TokenIdle, "its motions have axes of their own", "remove it";
        joint("fixed, parent: world, child: bob, axis: x") => TokenIdle, "it does not move", "remove it";
        joint("fixed, parent: world, child: bob, effort: 1")
            => TokenIdle, "`effort` of joint `hinge` has no effect: it does not move", "remove it";
        joint("ball, parent: world, child: bob, upper: 1")
            => TokenIdle, "`upper` of joint `hinge` has no effect: it has several coordinates", "remove it";
        joint("screw, axis: z, pitch: 0.1, parent: world, child: bob, lower: 1, upper: -1") => LimitsReversed, "`hinge`", "";
        joint("screw, axis: z, pich: 0.1, parent: world, child: bob")
            => TokenUnknownKey, "unknown `pich`", "did you mean `pitch`?";
        "joint hinge { revolute, parent: bob, child: world, axis: z }, body bob { mass: 1 }, struct Pendulum;"
            => TokenWorld, "`world` cannot be the child of a joint", "another name";
        "joint hinge { revolute, parent: world, child: bob, axis: z }, body bob { mass: 1 }, body world { mass: 3 }, \
         struct Pendulum;"
            => TokenWorld, "`world` cannot be a body", "another name";
    }
}

#[test]
fn faults_of_choices_come_all_at_once() {
    let faults_of = |joint: &str| {
        let reports = faults(&pendulum(joint, "mass: 1", ""));
        let messages = reports.into_iter().map(|(_, message, _)| message);
        messages.collect::<Vec<_>>()
    };
    let joint = "ball, pitch: 1, chart: zzz, rates: bdy, parent: world, child: bob";
    assert_eq!(
        faults_of(joint),
        [
            "expected nothing: only a screw has a pitch; found `pitch`",
            "expected a chart: quaternion, exponential, modified_rodrigues, or three axes that are turned about in turn, e.g. zyx; found `zzz`",
            "expected rates: body or derivative; found `bdy`",
        ]
    );
    let joint = "screw, axis: z, chart: zyx, rates: body, parent: world, child: bob";
    let kinds = faults_of(joint);
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    for passage in [
        "has no pitch",
        "have a chart",
        "only ball, floating and planar have a choice",
    ] {
        assert!(
            kinds.iter().any(|messages| messages.contains(passage)),
            "{kinds:?}"
        );
    }
}

/// The motions of each chart with each kind of rates, by the chart that their positions have at run time.
#[test]
fn charts_and_rates_choose_the_motions_of_joints() {
    let by_angles = ["Vector"; 3].as_slice();
    for (word, chart, rates, expected) in [
        ("ball", "quaternion", "body", &["Quaternion"][..]),
        ("ball", "quaternion", "derivative", &["QuaternionRates"]),
        ("ball", "exponential", "body", &["Exponential"]),
        ("ball", "exponential", "derivative", &["ExponentialRates"]),
        ("ball", "zyx", "derivative", by_angles),
        ("floating", "quaternion", "body", &["Floating"]),
        ("floating", "quaternion", "derivative", &["Quaternion"]),
        ("floating", "exponential", "body", &["ExponentialFloating"]),
        (
            "floating",
            "exponential",
            "derivative",
            &["ExponentialRates"],
        ),
        ("floating", "zyx", "derivative", by_angles),
        ("ball", "modified_rodrigues", "body", &["ModifiedRodrigues"]),
        (
            "ball",
            "modified_rodrigues",
            "derivative",
            &["ModifiedRodriguesRates"],
        ),
        (
            "floating",
            "modified_rodrigues",
            "body",
            &["ModifiedRodriguesFloating"],
        ),
        (
            "floating",
            "modified_rodrigues",
            "derivative",
            &["ModifiedRodriguesRates"],
        ),
    ] {
        let joint = format!("{word}, chart: {chart}, rates: {rates}, parent: world, child: bob");
        let model = sound(&pendulum(&joint, "mass: 1", ""));
        let shift = match (word, rates) {
            ("floating", "derivative") => ["Vector"; 3].as_slice(),
            _ => &[],
        };
        let motions = model.joints[0].kind.value.0.iter();
        let actual: Vec<_> = motions
            .map(|motion| motion.kind.chart().unwrap_or("Vector"))
            .collect();
        assert_eq!(actual, [shift, expected].concat(), "{joint}");
    }
}

/// Which of two names is the second, their places tell; which is the coordinate's, their labels.
#[test]
fn labels_of_names_point_at_them() {
    for (joint, label) in [
        ("[s: revolute(z), s: prismatic(x)]", "the second one"),
        ("[hinge_2: revolute(z), prismatic(x)]", "the second one"),
        ("[hinge: revolute(z), prismatic(x)]", "the coordinate"),
    ] {
        let joint = format!("motions: {joint}, parent: world, child: bob");
        let (_, report, _) = read(&pendulum(&joint, "mass: 1", ""));
        let diagnostic = &report.diagnostics[0];
        assert_eq!(diagnostic.fault.texts().label, label);
        assert!(
            diagnostic.span.start > diagnostic.others[0].start,
            "{joint}"
        );
    }
}

/// What messages offer can be written, among motions and by itself.
#[test]
fn each_elementary_word_is_read_as_documented() {
    let kind = |joint: &str| {
        let model = sound(&pendulum(
            &format!("{joint}, parent: world, child: bob"),
            "mass: 1",
            "",
        ));
        let motions = &model.joints[0].kind.value.0;
        assert_eq!(motions.len(), 1, "{joint}");
        JointPrograms::of(&*motions[0].kind)
    };
    for word in WORDS {
        let (_, form) = word.arguments.split_once(": ").expect("an example");
        let among = kind(&format!("motions: [{form}]"));
        let axis = match word.axis() {
            Axis::None => "",
            Axis::Any | Axis::Normal => ", axis: z",
        };
        let numbers = word
            .numbers
            .iter()
            .map(|datum| format!(", {}", datum.example));
        let form_of_word = format!("{}{axis}{}", word.name, numbers.collect::<String>());
        assert_eq!(kind(&form_of_word), among, "{form_of_word}");
        let bare = form.split_once('(').map_or(form, |(bare, _)| bare);
        assert_eq!((bare, word.form.starts_with(bare)), (word.name, true));
    }
}

#[test]
fn the_world_is_offered_once() {
    let other = "mass: 1 }, joint stray { fixed, parent: nowhere_at_all, child: tip }, body tip {";
    let text = pendulum("revolute, axis: z, parent: world, child: bob", other, "");
    let reports = faults(&text);
    assert_eq!(reports[0].2, "known here: `world`, `bob`, `tip`");
}

#[test]
fn a_frame_can_be_at_the_centre_of_mass() {
    let joint = "revolute, parent: world, child: bob, axis: y";
    let text = |origin: &str| {
        let frame = format!("frame c {{ link: bob, origin: {origin} }}, body bob");
        pendulum(joint, "mass: 1, com: [0, 0, 2]", "").replace("body bob", &frame)
    };
    assert!(sound(&text("com")).frames[0].is_at_com);
    assert!(!sound(&text("[0, 0, 2]")).frames[0].is_at_com);
}
