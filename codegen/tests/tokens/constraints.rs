//! Faults of constraints.

use multibody_codegen::fault::{Faults, Report};
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::settings::{Closure, LoopJoint, Settings};

use super::{Case, JOINT, faults, faults_with, read};

fn constrained(items: &str) -> String {
    format!(
        "joint hinge {{ {JOINT} }}, body bob {{ mass: 1, com: [0, 0, -1] }}, \
         joint slide {{ prismatic, parent: bob, child: block, axis: x }}, body block {{ mass: 2 }}, \
         {items} struct Arm;"
    )
}

/// Where a search begins they have no value, or none that steps lead from; they are satisfied all the same, near or far.
#[test]
fn constraints_are_satisfied_wherever_they_are() {
    for items in [
        "(slide.powi(2) + hinge.powi(2)).sqrt() - 2",
        "slide.ln() - 1",
        "hinge - 1 / slide",
        "slide.powi(2) + hinge.powi(2) - 1e6",
        "slide - 1e5",
        "(slide - 3).powi(2) + hinge.powi(2) - 1e-4",
        // Elsewhere the row is nearly 0, so measured by that its length here is nearly infinite.
        "(1000 * slide).exp() - 5",
    ] {
        let reports = faults(&constrained(&format!("constraint c: {items},")));
        assert_eq!(reports, [], "{items}");
    }
}

/// A row that others hold only for some values of fields is left out, with a warning.
#[test]
fn rows_that_hang_on_fields_are_left_out_with_a_word_on_these() {
    let items = "constraint a: slide - l, constraint b: 2 * slide - 3 * l,";
    let reports = |of_struct: &str, items: &str| {
        let messages = faults(&constrained(items).replace("struct Arm;", of_struct));
        let left_out = messages
            .into_iter()
            .find(|messages| messages.0 == "TokenConstraintsLeftOut");
        left_out.expect("a row is left out").2
    };
    let help = reports("struct Arm { l: f64 }", items);
    assert!(help.contains("fields need values"), "{help}");
    let help = reports(
        "struct Arm;",
        "constraint a: slide, constraint b: 2 * slide,",
    );
    assert!(!help.contains("fields"), "{help}");
}

/// No coordinate moves y, where these points are at the same place for some values of fields, and at no number. A constraint
/// of nothing else holds nothing.
#[test]
fn what_only_fields_decide_is_left_out_and_not_refused() {
    let found = |from: &str, to: &str| {
        let pin = format!("pin p {{ from: [block, [0, {from}, 0]], to: [world, [0, {to}, 1]] }},");
        // A third rate, so that they leave one.
        let third = "joint third { revolute, parent: block, child: end, axis: y }, \
             body end { mass: 1, com: [0, 0, 1] },";
        let text = constrained(&format!("{third} {pin}"));
        let found = faults(&text.replace("struct Arm;", "struct Arm { l: f64, m: f64 }"));
        let found = found.into_iter().map(|(kind, _, help)| (kind, help));
        found.collect::<Vec<_>>()
    };
    for (from, to) in [("l", "m"), ("l", "0"), ("l", "2 * l"), ("0", "cos(m)")] {
        let found = found(from, to);
        let [(kind, help)] = &found[..] else {
            panic!("{from}, {to}: {found:?}");
        };
        assert_eq!(*kind, "TokenConstraintsLeftOut", "{from}, {to}");
        assert!(help.contains("fields need values"), "{help}");
    }
    for (from, to) in [("1", "0"), ("l", "l + 1")] {
        let kinds: Vec<_> = found(from, to).into_iter().map(|(kind, _)| kind).collect();
        assert!(
            kinds.contains(&"TokenConstraintOpen"),
            "{from}, {to}: {kinds:?}"
        );
    }
    let text = constrained("constraint c: l - 3,").replace("struct Arm;", "struct Arm { l: f64 }");
    assert_eq!(faults(&text)[0].0, "TokenConstraintIdle");
}

/// As sums of decimals leave it: left out, and said; refused as written.
#[test]
fn what_is_off_by_less_than_numbers_are_rounded_is_satisfied() {
    let pin = |off: &str| {
        let third = "joint third { revolute, parent: block, child: end, axis: y }, \
             body end { mass: 1, com: [0, 0, 1] },";
        constrained(&format!(
            "{third} pin p {{ from: [block, [0, 0.3, 0]], to: [world, [0, {off}, 1]] }},"
        ))
    };
    let kinds = |text: &str| -> Vec<&str> {
        let reports = faults(text).into_iter();
        reports.map(|(kind, ..)| kind).collect()
    };
    for off in ["0.30000000000000004", "0.299999999"] {
        let [rounded, _] = &faults(&pin(off))[..] else {
            panic!("{off}: {:?}", faults(&pin(off)));
        };
        assert_eq!(rounded.0, "TokenConstraintRounded");
        assert!(rounded.2.contains("snap = false"), "{}", rounded.2);
        let as_written = Settings {
            snap: false,
            ..Settings::default()
        };
        let refusals = faults_with(&as_written, &pin(off));
        assert_eq!(refusals[0].0, "TokenConstraintOpen");
    }
    assert!(kinds(&pin("0.300001")).contains(&"TokenConstraintOpen"));
    assert_eq!(kinds(&pin("0.3")), ["TokenConstraintsLeftOut"]);
}

/// Stretched out; by a slide; as far as a field says. What contradicts is a constant, not a field.
#[test]
fn what_may_be_in_reach_is_not_refused() {
    for items in [
        "distance rod { from: [bob, [0, 0, -1]], to: [world, [0, 0, 5]], length: 4 },",
        "distance rod { from: block, to: [world, [0, 0, 5]], length: 0.5 },",
        "distance rod { from: [bob, [0, 0, -1]], to: [world, [0, 0, 5]], length: l },",
        "distance long { from: block, to: [world, [1, 0, 0]], length: 0.7 }, \
         distance short { from: block, to: [world, [1, 0, 0]], length: l },",
        "constraint a: slide - l, constraint b: 2 * slide - 3 * l,",
        "constraint a: slide - 1, constraint b: 2 * slide - 2,",
    ] {
        let reports = faults(&constrained(items).replace("struct Arm;", "struct Arm { l: f64 }"));
        let refusals = [
            "TokenConstraintReach",
            "TokenConstraintContradicts",
            "TokenConstraintUnsatisfied",
        ];
        let mut reports = reports.into_iter();
        assert_eq!(
            reports.find(|reports| refusals.contains(&reports.0)),
            None,
            "{items}"
        );
    }
}

/// Joints of the option `loop` have the z axes of both links; this says which motions there are, and how to have others.
#[test]
fn the_axes_of_the_option_loop_are_explained() {
    let bars = "joint a { revolute, parent: world, child: left, axis: y }, \
         joint b { revolute, parent: left, child: bar, axis: y, origin: [0, 0, -1] }, \
         joint c { revolute, parent: world, child: right, axis: y, origin: [2, 0, 0] }, \
         body left { mass: 1, com: [0, 0, -0.5] }, body right { mass: 1, com: [0, 0, -0.5] }, \
         body bar { mass: 1, com: [1, 0, 0] }, \
         frame p { link: bar, origin: [2, 0, 0] }, frame r { link: right, origin: [0, 0, -1] }, struct Four;";
    let closed = |joint| {
        let loops = vec![Closure {
            from: "p".into(),
            to: "r".into(),
            by: joint,
        }];
        let settings = Settings {
            loops,
            ..Settings::default()
        };
        faults_with(&settings, bars)
    };
    let about_z = "turns about the z axes of `p` and `r`; for another axis, join frames in place of the links";
    for (axes, kind, help) in [
        (LoopJoint::Hinge, "TokenConstraintsLock", about_z),
        (LoopJoint::Ball, "", ""),
    ] {
        let reports = closed(axes);
        let locked = reports.iter().find(|(kind, ..)| kind.ends_with("Lock"));
        let (found_kind, found_help) = locked.map_or(("", ""), |(kind, _, help)| (*kind, help));
        assert_eq!(found_kind, kind, "{axes}: {reports:?}");
        assert!(found_help.contains(help), "{axes}: {found_help}");
    }
}

/// Two links of a metre on a slide along x end within two metres of that line; loops of each kind, and points, are to
/// hold them 5 m off. Only where nothing slides are lengths compared before.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn what_closes_nowhere_is_reported_at_its_name() {
    let unsatisfied = |items: &str, fields: &str| {
        let text = format!(
            "joint rail {{ prismatic, parent: world, child: cart, axis: x }}, body cart {{ mass: 2 }}, \
             joint shoulder {{ ball, parent: cart, child: arm }}, \
             body arm {{ mass: 1, com: [0.5, 0, 0], inertia: diag(0.1, 0.1, 0.1) }}, \
             joint wrist {{ ball, parent: arm, child: hand, origin: [1, 0, 0] }}, \
             body hand {{ mass: 1, com: [0.5, 0, 0], inertia: diag(0.1, 0.1, 0.1) }}, {items} \
             struct Arm {{ {fields} }}"
        );
        let (model, report, places) = read(&text);
        assert!(!report.has_errors(), "{text}");
        let mut faults = Faults::new();
        examine_model(
            model.expect("it is read"),
            &Settings::default(),
            &mut faults,
        );
        let Report { diagnostics, .. } = faults.finish();
        let reports = diagnostics.iter().map(|reports| {
            let texts = reports.fault.texts();
            let span = places.bytes(reports.span);
            let passage = text[span.start..span.end].to_owned();
            (reports.fault.kind(), passage, texts.message, texts.help)
        });
        reports.collect::<Vec<_>>()
    };
    let ends = |height: &str| format!("from: [world, [0, 0, {height}]], to: [hand, [1, 0, 0]]");
    for kind in [
        "loop l { ENDS, leaves: revolute(x) },",
        "loop l { ENDS, leaves: prismatic(x) },",
        "loop l { ENDS, leaves: cylindrical(x) },",
        "loop l { ENDS, leaves: universal(x, y) },",
        "loop l { ENDS, leaves: ball },",
        "loop l { ENDS, leaves: line(x) },",
        "loop l { ENDS, leaves: surface(z) },",
        "loop l { ENDS, leaves: planar(z) },",
        "loop l { ENDS, leaves: fixed },",
        "distance l { ENDS, length: 1 },",
        "circle l { ENDS, axis: z, radius: 1 },",
        "pin l { ENDS },",
    ] {
        let constraint_at = |height: &str| {
            if kind.starts_with("circle") {
                let ends = ends(height).replace("from:", "of:").replace("to:", "at:");
                kind.replace("ENDS", &ends)
            } else {
                kind.replace("ENDS", &ends(height))
            }
        };
        let far = constraint_at("5");
        let [(fault, passage, message, help)] = &unsatisfied(&far, "")[..] else {
            panic!("{far} {:?}", unsatisfied(&far, ""));
        };
        assert_eq!(
            (*fault, passage.as_str()),
            ("TokenConstraintUnsatisfied", "l"),
            "{far}"
        );
        assert!(
            message.contains("none was found that satisfies `l"),
            "{message}"
        );
        assert!(
            help.contains("leaves: cylindrical(z)") && help.contains("`pin`"),
            "{help}"
        );
        for (height, fields) in [("0.5", ""), ("h", "h: f64")] {
            let close_items = constraint_at(height);
            assert_eq!(unsatisfied(&close_items, fields), [], "{close_items}");
        }
    }
    // Whatever the field is, the point is 3 m or more from where the hand reaches.
    let items = "distance l { from: [hand, [1, 0, 0]], to: [world, [0, 0, 5 + h.powi(2)]], length: LENGTH },";
    let reports = unsatisfied(&items.replace("LENGTH", "1"), "h: f64");
    let [(fault, passage, message, _)] = &reports[..] else {
        panic!("{reports:?}");
    };
    assert_eq!(
        (*fault, passage.as_str()),
        ("TokenConstraintUnsatisfied", "l")
    );
    assert!(
        message.contains("for any values of the fields tried"),
        "{message}"
    );
    for length in ["1 + 3 * h", "4"] {
        assert_eq!(
            unsatisfied(&items.replace("LENGTH", length), "h: f64"),
            [],
            "{length}"
        );
    }
}

/// Whatever else is called x, y or z; fields, coordinates and definitions are beside them.
#[test]
fn a_place_is_called_x_y_and_z() {
    for items in [
        "surface s { at: block, equation: x.powi(2) + z.powi(2) - 2 },",
        "surface s { of: bob, at: [block, [1, 0, 0]], equation: x - 1.5 + 0 * slide },",
        "let x = sin(hinge); let l = 1 + 0.1 * x * t; surface s { at: block, equation: { let r = x / l; r - 0.5 } },",
        "let x = hinge_dot; surface s { at: block, equation: x - 0.5 },",
        "curve c { at: [block, [0, 0, 0.5]], of: bob, equations: [x - 1, y] },",
    ] {
        let report = faults(&constrained(items));
        let errors = report
            .iter()
            .filter(|report| report.0 != "TokenConstraintsLeftOut");
        assert_eq!(errors.count(), 0, "{items}: {report:?}");
    }
}

pub fn cases() -> Vec<Case> {
    [cases_of_ends_and_rows(), cases_of_circles_and_surfaces()].concat()
}

fn cases_of_ends_and_rows() -> Vec<Case> {
    cases! {
        constrained("distance d { from: bob, to: world, length: 0 },")
            => TokenConstraintLength, "the length of distance `d` is 0", "`pin`";
        constrained("pin p { from: blok, to: world },") => TokenEndLink, "constraint `p` is attached to `blok`", "`block`?";
        constrained("constraint c: 3, ") => TokenConstraintOpen, "`c` cannot be satisfied", "";
        constrained("pin p { from: [bob, [0, 2, 0]], to: [world, [0, 1, 0]] },")
            => TokenConstraintOpen, "`p.y` cannot be satisfied", "two ends";
        constrained("pin p { from: [bob, [0.5, 1.0000000001, 0]], to: [world, [0.5, 1, 0]] },")
            => TokenConstraintRounded, "`p.y` is off by 1.0e-10 m at all positions", "snap = false";
        constrained("constraint c: cos(hinge) - 2,")
            => TokenConstraintUnsatisfied, "satisfies `c`: its error stays at least 1", "where its links reach";
        // Smaller with every step of Newton's, and 0 nowhere.
        constrained("constraint c: exp(hinge),") => TokenConstraintUnsatisfied, "none was found that satisfies `c`", "";
        // And 0 in floats from where some steps begin.
        constrained("constraint c: exp(slide),") => TokenConstraintUnsatisfied, "none was found that satisfies `c`", "";
        constrained("constraint c: (-1 - slide.powi(2)).sqrt(),")
            => TokenConstraintUnsatisfied, "satisfies `c`: its error stays at least inf", "";
        // Two micrometres stay between the points, which are to be one apart.
        constrained("distance d { from: [block, [0, 2e-6, 0]], to: bob, length: 1e-6 },")
            => TokenConstraintUnsatisfied, "satisfies `d`: its error stays at least 1.5e-12 m^2", "where its links reach";
        constrained("constraint d: slide.powi(2) + 3e-12,")
            => TokenConstraintUnsatisfied, "satisfies `d`: its error stays at least 3.0e-12", "where its links reach";
        // Each can be satisfied, and at almost all positions they are independent.
        constrained("constraint a: slide - 1, constraint b: slide.powi(2) - 3 + 0.1 * hinge.powi(2) * (slide - 1).powi(2),")
            => TokenConstraintsLock, "none of the 2 rates free", "";
        constrained("constraint a: slide - 1, constraint b: 2 * slide - 3,")
            => TokenConstraintContradicts, "`b` is never satisfied together with `a`", "remove one of them";
        constrained("distance long { from: block, to: [world, [1, 0, 0]], length: 0.7 }, \
             distance short { from: block, to: [world, [1, 0, 0]], length: 0.5 },")
            => TokenConstraintContradicts, "`short` is never satisfied together with `long`", "lengths";
        // The bob is a metre from the hinge.
        constrained("distance rod { from: [bob, [0, 0, -1]], to: [world, [0, 0, 5]], length: 3.5 },")
            => TokenConstraintReach, "`rod` is never satisfied: from joint `hinge` to the point of `world` is 5 m, and all \
                other sides together are 4.5 m", "at most 4.5 m long";
        constrained("constraint c: slide / (sin(hinge).powi(2) + cos(hinge).powi(2) - 1),") => TokenNowhere, "the constraint", "";
        constrained("constraint c: (slide - hinge).powi(2),")
            => TokenConstraintsDependent, "0 of their 1 rows are independent", "`regularization = 1e-5`";
        constrained("constraint c: slide - slide,") => TokenConstraintIdle, "`c` constrains nothing", "";
        constrained("constraint c: slide_dot * hinge_dot,")
            => TokenConstraintNotLinear, "`c` is not linear in the rates", "`force`";
        constrained("constraint c: slide_dot * hinge_dot / hinge_dot,")
            => TokenConstraintNotLinear, "`c` is not linear in the rates", "`force`";
        constrained("constraint a: slide, constraint b: hinge,")
            => TokenConstraintsLock, "2 independent constraint rows leave none of the 2 rates free", "remove constraints";
        constrained("constraint a: slide_dot, constraint b: hinge,")
            => TokenConstraintsFixAll, "2 independent constraint rows leave none of the 2 rates free", "multipliers";
        constrained("constraint a: slide - hinge, constraint b: 2 * slide - 2 * hinge,")
            => TokenConstraintsLeftOut, "other rows imply them: `b`", "CONSTRAINTS";
        constrained("constraint a: sqrt(slide.powi(2)) - hinge, constraint b: slide - hinge, \
             joint third { revolute, parent: block, child: end, axis: y }, body end { mass: 1, com: [0, 0, 1] },")
            => TokenConstraintsBranch, "`b` is redundant for one sign of the root in `a`, and independent for the other",
                "for the other signs multipliers are not finite: set `regularization`";
        constrained("constraint a: slide * (slide - 1), constraint b: slide.powi(2) - 2 * slide,")
            => TokenConstraintsPartial, "`b` depends on other constraints", "`regularization`";
        // A root that has nothing to do with it.
        constrained("joint third { revolute, parent: block, child: end, axis: y }, body end { mass: 1, com: [0, 0, 1] }, \
             constraint apart: sqrt(1 + hinge.powi(2)) - third, constraint a: slide * (slide - 1), \
             constraint b: slide.powi(2) - 2 * slide,")
            => TokenConstraintsPartial, "`b` depends on other constraints", "`regularization`";
        constrained("joint third { revolute, parent: block, child: end, axis: y }, body end { mass: 1, com: [0, 0, 1] }, \
             joint fourth { revolute, parent: end, child: tip, axis: y }, body tip { mass: 1, com: [0, 0, 1] }, \
             constraint apart: sqrt(1 + third.powi(2)) - 2 * fourth, constraint a: sqrt(slide.powi(2)) - hinge, constraint b: slide - hinge,")
            => TokenConstraintsBranch, "redundant for one sign of the root in `a`",
                "for the other signs multipliers are not finite: set `regularization`";
        constrained("pin p { from: bob, to: block }, pin p { from: bob, to: world },")
            => TokenDuplicateKey, "`p` is given twice in the constraints", "";
        constrained("loop l { from: bob, to: block, leaves: revolve(z) },") => TokenUnexpected, "revolute(z)", "";
    }
}

fn cases_of_circles_and_surfaces() -> Vec<Case> {
    cases! {
        constrained("circle c { at: block, axis: y, radius: 0 },")
            => TokenConstraintLength, "the radius of circle `c` is 0", "`pin`";
        constrained("circle c { at: block, axis: y, radius: -l },") => TokenUnknownField, "`l`", "";
        constrained("circle c { at: block, axis: [0, 1, 0], radius: 1 },")
            => TokenUnexpected, "x, y or z; for another axis define a frame", "";
        constrained("circle c { at: block, radius: 1 },") => TokenMissingKey, "circle `c` has no axis", "axis: z";
        constrained("circle c { at: block, axis: y, length: 1, radius: 1 },")
            => TokenUnknownKey, "unknown `length` in circle `c`", "at, axis, radius, of";
        constrained("circle c { at: block, axis: y, radius: 1, of: blok },")
            => TokenEndLink, "constraint `c` is attached to `blok`", "`block`?";
        constrained("circl c { at: block, axis: y, radius: 1 },") => TokenUnknownKey, "unknown `circl`", "`circle`?";
        constrained("circle c { at: [bob, [0, 1, 0]], axis: y, radius: 1 },")
            => TokenConstraintOpen, "`c.axial` cannot be satisfied", "";
        // The bob is a metre from the hinge, and the centre of the circle 5 m.
        constrained("circle c { at: [bob, [0, 0, -1]], axis: y, radius: 3.5, of: [world, [0, 0, 5]] },")
            => TokenConstraintReach, "`c` is never satisfied: from the point of `world` to joint `hinge` is 5 m, and all \
                other sides together are 4.5 m", "at most 4.5 m long";
        // Of the link that the point belongs to.
        constrained("circle c { at: [block, [0, 0.5, 0]], axis: x, radius: 0.1, of: block },")
            => TokenConstraintOpen, "`c.radial` cannot be satisfied", "";
        constrained("loop l { from: bob, to: block, leaves: universal(x, x) },") => TokenUnexpected, "universal(x, y)", "";
        constrained("loop l { from: bob, to: block, leaves: revolute },") => TokenUnexpected, "revolute(z)", "";
        constrained("contact c { at: block, turns: never },") => TokenUnexpected, "turns: false", "";
        constrained("contact c { at: block, axes: body },") => TokenUnexpected, "axes: world", "";
        constrained("surface s { at: block },") => TokenMissingKey, "surface `s` has no equation", "x.powi(2)";
        constrained("surface s { equation: x },") => TokenMissingKey, "surface `s` has no at", "at: [";
        constrained("surface s { at: blok, equation: x - 0.5 },")
            => TokenEndLink, "constraint `s` is attached to `blok`", "`block`?";
        constrained("surface s { at: block, equations: [x, z] },")
            => TokenUnknownKey, "unknown `equations` in surface `s`", "`equation`?";
        constrained("curve c { at: block, equations: x },") => TokenUnexpected, "two expressions", "";
        constrained("curve c { at: block, equations: [x, y, z] },") => TokenWrongCount, "a curve", "";
        constrained("surface s { at: block, equation: x - hinge_dot },") => TokenRate, "hinge_dot", "";
        constrained("surface s { at: [block, [hinge, 0, 0]], equation: x },") => TokenUnknownField, "hinge", "";
        constrained("constraint c: x - slide,") => TokenUnknownField, "`x`", "";
        constrained("surface s { at: [bob, [0, 0, -1]], equation: x.powi(2) + z.powi(2) - 4 },")
            => TokenConstraintOpen, "`s` cannot be satisfied", "";
        constrained("surface s { at: block, equation: x.powi(2) + z.powi(2) + 4 },")
            => TokenConstraintUnsatisfied, "satisfies `s`", "";
        constrained("surface s { at: block, equation: 1 / y },") => TokenNowhere, "the constraint", "";
        constrained("distance d { from: bob, length: 1 },") => TokenMissingKey, "distance `d` has no to", "to: [world";
    }
}
