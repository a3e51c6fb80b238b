//! Coordinates, energies, forces and placed bodies that are expressions.

use super::{Case, faults, sound};

/// A pendulum by expressions, with more items.
fn with(items: &str) -> String {
    format!(
        "coordinates = [x, theta], kinetic = x_dot.powi(2) + theta_dot.powi(2), {items} struct Two {{ m: f64 }}"
    )
}

/// As many coordinates as there may be, with an expression of sums of all of them.
fn coupling(items: &str) -> String {
    let names: Vec<String> = (0..128).map(|at| format!("x{at}")).collect();
    let items = items.replace("RATES", &(names.join("_dot + ") + "_dot"));
    let items = items.replace("POSITIONS", &names.join(" + "));
    format!("coordinates = [{}], {items} struct Many;", names.join(", "))
}

pub fn cases() -> Vec<Case> {
    cases! {
        "coordinates = [m], kinetic = m_dot.powi(2), struct Two { m: f64 }" => TokenCoordinateNameUsed, "`m`", "rename";
        "coordinates = [t], kinetic = t_dot.powi(2), struct Two { m: f64 }"
            => TokenCoordinateNameUsed, "the name of time", "rename";
        "coordinates = [x, x_dot], kinetic = x_dot.powi(2), struct Two;"
            => TokenCoordinateNameUsed, "the name of another coordinate", "rename";
        "joint x { prismatic, parent: world, child: a, axis: x }, body a { mass: 1 }, potential = x, struct Two { x: f64 }"
            => TokenCoordinateNameUsed, "the name of a field", "rename";
        "joint j { motions: [t: prismatic(x)], parent: world, child: a }, body a { mass: 1 }, potential = t, struct Two;"
            => TokenCoordinateNameUsed, "the name of time", "rename";
        with("let theta_dot = m; ") => TokenCoordinateNameUsed, "`theta_dot`, has the name of a definition", "rename";
        "coordinates = [x, x], kinetic = x_dot.powi(2), struct Two { m: f64 }"
            => TokenDuplicateCoordinate, "`x`", "rename";
        "joint wrist { ball, parent: world, child: hand }, body hand { mass: 1, inertia: diag(1, 1, 1) }, \
         potential = wrist, struct Arm;"
            => TokenSeveralPositions, "`wrist` has several positions", "one position";
        with("force(tetha) = 1,") => TokenUnknownCoordinate, "`tetha`", "name it";
        with("potential = x * theta_dot,") => TokenRate, "the potential energy depends on the rate `theta_dot`", "force";
        with("let v = 2 * x_dot; particle bob { mass: m, position: [v, 0, 0] },")
            => TokenRate, "a position depends on the rate `x_dot`", "";
        "coordinates = [x, y], kinetic = x_dot * y_dot, struct Two;"
            => TokenIndefinite, "a pivot of the mass matrix is 0", "products of two different rates";
        with("kinetic = x_dot.powi(3),") => TokenNotQuadratic, "second degree in the rates", "two rates";
        with("kinetic = sqrt(x_dot.powi(4)),") => TokenNotQuadratic, "second degree in the rates", "two rates";
        with("kinetic = x_dot.powi(3) / x_dot,") => TokenNotQuadratic, "second degree in the rates", "two rates";
        // An energy that couples all rates, as a square and by products, and a place that all coordinates move.
        coupling("kinetic = (RATES).powi(2),") => TokenCouplesTooMany, "8256 pairs of rates", "fewer coordinates";
        coupling("particle bob { mass: 1, position: [sin(POSITIONS), 0, 0] },")
            => TokenCouplesTooMany, "8256 pairs of rates", "fewer coordinates";
        "coordinates = [x], kinetic = t * x_dot.powi(2), struct Two { t: f64 }"
            => TokenTimeNameUsed, "a field is named `t`, which is time", "another name";
        "joint t { prismatic, parent: world, child: cart, axis: x }, body cart { mass: 1 }, potential = sin(t), struct Cart;"
            => TokenTimeNameUsed, "a joint is named `t`", "another name";
        with("let t = 2 * x; potential = t,") => TokenTimeNameUsed, "a definition is named `t`", "another name";
        with("potential = { let t = x; t * x },") => TokenTimeNameUsed, "a definition is named `t`", "another name";
        with("particle bob { mass: m * x, position: [x, 0, 0] },") => TokenUnknownField, "no field `x`", "";
        with("let a = 2 * x; rigid plate { mass: m, inertia: diag(a, 1, 1), position: [x, 0, 0] },")
            => TokenUnknownField, "no field `a`", "";
        with("particle a { mass: m, position: [x, 0, 0] }, particle a { mass: 1, position: [0, x, 0] },")
            => TokenDuplicateKey, "`a`", "";
        with("force(x) = 1, force(x) = 2,") => TokenDuplicateKey, "`x`", "";
        with("rigid plate { mass: m, position: [0, 0, 0], orientation: [[1, x, 0], [0, 1, 0], [0, 0, 1]] },")
            => TokenNotTurned, "`plate` is not a rotation", "zyx";
        with("particle bob { position: [x, 0, 0] },") => TokenMissingKey, "particle `bob` has no mass", "mass: 1.5";
        with("particle bob { mass: -1, position: [x, 0, 0] },") => NegativeMass, "`bob`", "";
        with("particle bob { mass: 1, inertia: diag(1, 1, 1), position: [x, 0, 0] },") => TokenUnknownKey, "`inertia`", "";
        with("particle bob { mass: t, position: [x, 0, 0] },") => TokenTimeHere, "`t` is time", "another name";
        "gravity = [0, 0, -t], joint j { prismatic, parent: world, child: a, axis: x }, body a { mass: 1 }, struct Two;"
            => TokenTimeHere, "`t` is time", "another name";
        with("rigid plate { mass: m, position: [x, 0, 0], orientation: quat_xyzw([0, 0, 0, 0]) },")
            => TokenZeroQuaternion, "of length 0", "[0, 0, 0, 1]";
        with("force(x) = x / (sin(t).powi(2) + cos(t).powi(2) - 1),") => TokenNowhere, "the force divides by zero", "cancels";
        with("let s = sin(x).powi(2) + cos(x).powi(2) - 1; potential = m * sqrt(s),")
            => TokenNowhere, "the potential energy divides by zero", "root";
        with("kinetic = x_dot.powi(2) / (sin(x).powi(2) + cos(x).powi(2) - 1),")
            => TokenNowhere, "the kinetic energy divides by zero", "";
        with("particle bob { mass: m, position: [x, 1 / (2 * sin(x) * cos(x) - sin(2 * x)), 0] },")
            => TokenNowhere, "the place of this body divides by zero", "";
        with("potential = y,") => TokenUnknownField, "`y`", "";
        with("potential = thet,") => TokenUnknownField, "`thet`", "`theta`?";
        with("kinetics = 1,") => TokenUnknownKey, "", "";
    }
}

#[test]
fn definitions_end_with_a_semicolon_and_apply_from_there() {
    let model = sound(&with(
        "let s = sin(theta); let c = s * x; potential = c + s,",
    ));
    assert_eq!(model.symbolic.coordinates.len(), 2);
    assert_eq!(model.symbolic.potential.len(), 1);
    // Two positions, two rates, two definitions.
    assert_eq!(model.symbolic.local_inputs.len(), 6);
    let late = faults(&with("potential = s, let s = sin(theta);"));
    assert!(
        late.iter().any(|(kind, ..)| *kind == "TokenUnknownField"),
        "{late:?}"
    );
}

#[test]
fn a_definition_that_is_faulty_is_reported_once() {
    let reports = faults(&with("let s = sin(thet); potential = s + s * s,"));
    assert_eq!(reports.len(), 1, "{reports:?}");
}

/// Roots and divisors that are zero somewhere only, and rotation vectors that are, are no faults.
#[test]
fn what_has_a_value_anywhere_is_no_fault() {
    let reports = faults(&with(
        "potential = sqrt(x) + ln(x) + 1 / theta, force(x) = sqrt(sin(x).powi(2) + cos(x).powi(2) - 1), \
         rigid plate { mass: m, inertia: diag(1, 1, 1), position: [x, 0, 0], orientation: exponential([0, 0, 0]) },",
    ));
    assert!(reports.is_empty(), "{reports:?}");
}

/// One to three rotations about axes of the body: `y(a)` is short for `zyx(0, a, 0)`.
#[test]
fn an_orientation_has_one_to_three_angles() {
    let body = |orientation: &str| {
        with(&format!(
            "rigid plate {{ mass: m, inertia: diag(1, 1, 1), position: [x, 0, 0], orientation: {orientation} }},"
        ))
    };
    let rotation = |orientation: &str| {
        let model = sound(&body(orientation));
        let plate = &model.symbolic.bodies[0];
        let rows = plate.rotation.expect("a rotation");
        model.builder.finish(&rows.concat()).to_string()
    };
    for (abbreviation, form) in [
        ("x(theta)", "zyx(0, 0, theta)"),
        ("y(theta)", "zyx(0, theta, 0)"),
        ("z(theta)", "zyx(theta, 0, 0)"),
        ("yx(x, theta)", "zyx(0, x, theta)"),
    ] {
        assert_eq!(rotation(abbreviation), rotation(form), "{abbreviation}");
    }
    for (angles, kind) in [
        ("y()", "TokenWrongCount"),
        ("y(x, theta)", "TokenWrongCount"),
        ("yy(x, theta)", "TokenUnexpected"),
        ("xyzx(x, x, x, x)", "TokenUnexpected"),
        ("w(theta)", "TokenUnexpected"),
    ] {
        let reports = faults(&body(angles));
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert_eq!(reports[0].0, kind, "{angles}");
    }
}

/// What has a mass has the name that the description gives it: there are no links in an attribute.
#[test]
fn masses_are_reported_of_bodies_and_particles() {
    let beam = "rigid beam { mass: 1, inertia: diag(0, 6, 0), position: [x, 0, 0], orientation: y(theta) },";
    let joint = "joint j { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1, inertia: diag(0, 6, 0) },";
    for (items, message) in [
        (beam, "the inertia of body `beam`"),
        (joint, "the inertia of body `bob`"),
        (
            "particle p { mass: -1, position: [x, 0, 0] },",
            "particle `p` has the negative mass",
        ),
    ] {
        let reports = faults(&with(items));
        assert!(
            reports.iter().any(|(_, text, _)| text.contains(message)),
            "{reports:?}"
        );
        assert!(
            reports.iter().all(|(_, text, _)| !text.contains("link")),
            "{reports:?}"
        );
    }
}

#[test]
fn masses_may_be_made_of_definitions_that_do_not_move() {
    let model = sound(&with(
        "let a = 2 * m; particle bob { mass: a, position: [x, 0, 0] },",
    ));
    assert_eq!(model.symbolic.bodies.len(), 1);
}

/// What is not beside expressions of coordinates may be named as it likes.
#[test]
fn time_is_reserved_for_expressions() {
    sound(
        "joint t { prismatic, parent: world, child: cart, axis: x }, body cart { mass: 2 * t }, struct Cart { t: f64 }",
    );
}

/// Motions begin at 0, and so does the time at which programs are tried.
#[cfg(feature = "symbolica")]
#[test]
fn a_root_of_time_is_no_warning() {
    let attribute =
        "coordinates = [x], kinetic = x_dot.powi(2) / 2, force(x) = sqrt(t), effort = none";
    let (attribute, item) = (attribute.parse().unwrap(), "struct Cart;".parse().unwrap());
    let expansion = multibody_codegen::generate_attribute(
        attribute,
        item,
        std::path::Path::new(""),
        &mut |_| (),
    );
    assert!(expansion.generated.is_some());
    assert!(
        expansion.reports.tokens.diagnostics.is_empty(),
        "{:?}",
        expansion.reports.tokens
    );
}
