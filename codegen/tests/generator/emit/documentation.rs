//! What the documentation of emitted functions promises and requires.

use std::path::Path;

use multibody_codegen::internal::ir::{Floats, Program, evaluate};
use multibody_codegen::settings::{Effort, Root, Verify};
use multibody_codegen::{Function, Settings, generate, generate_attribute};

use crate::constraints::kkt::{RODS, particles};
use crate::support::{Robot, State, shared_fixture};

/// The inputs of a state, kind by kind.
fn inputs(state: &mut State) -> [&mut Vec<f64>; 5] {
    let State {
        q,
        qd,
        qdd,
        tau,
        wrenches,
        ..
    } = state;
    [q, qd, qdd, tau, wrenches]
}

fn results(program: &Program, state: &State) -> Vec<f64> {
    let inputs = state.inputs();
    evaluate(program, &mut Floats { inputs })
}

#[test]
fn what_depends_on_a_nan_is_nan() {
    for (file, root, link) in [
        ("spatial_arm.urdf", Root::Fixed, "probe"),
        ("two_limbs.urdf", Root::FLOATING, "right_limb"),
    ] {
        let settings = Settings {
            root,
            effort: Effort::None,
            links: vec![link.into()],
            wrenches: vec![link.into()],
            ..Settings::default()
        };
        let robot = Robot::of(&shared_fixture(file), settings).derive();
        let state = State::random(&robot.robot.system, 1, 7);
        let mut depend = 0;
        for derivation in &robot.derivations.functions {
            let place = results(&derivation.program, &state);
            for kind in 0..5 {
                for index in 0..inputs(&mut state.clone())[kind].len() {
                    let evaluate = |value: f64| {
                        let mut other = state.clone();
                        inputs(&mut other)[kind][index] = value;
                        results(&derivation.program, &other)
                    };
                    let (values, poisoned) = (evaluate(0.37), evaluate(f64::NAN));
                    for entry in (0..place.len()).filter(|&entry| values[entry] != place[entry]) {
                        depend += 1;
                        let function = derivation.target.function;
                        assert!(
                            poisoned[entry].is_nan(),
                            "{file}: entry {entry} of {function} by input {index} of kind {kind}"
                        );
                    }
                }
            }
        }
        assert!(
            depend > 300,
            "{file}: only {depend} entries depend on an input"
        );
    }
}

/// What the documentation of each function of a robot of tokens says of its source.
fn sources(attribute: &str, item: &str) -> Vec<(String, String)> {
    let robot = generate_attribute(
        attribute.parse().expect("tokens"),
        item.parse().expect("a struct"),
        Path::new("."),
        &mut |_| (),
    );
    let robot = robot.generated.expect("a robot without a fault");
    let functions = robot.report.functions.iter();
    let functions = functions.filter(|function| function.name != "total_mass"); // takes no type
    let source = |name: &str| {
        let (head, _) = robot
            .definitions
            .split_once(&format!("pub fn {name}<"))
            .expect(name);
        let (_, source) = head.rsplit_once("Source: ").expect(name);
        source.lines().next().expect("a line").to_owned()
    };
    functions
        .map(|function| (function.name.clone(), source(&function.name)))
        .collect()
}

#[test]
fn sources_of_constrained_dynamics_are_the_ways_they_came_by() {
    // Of particles in a row nothing is gained by another order.
    for (particles, expected) in [
        (
            particles(10, &RODS),
            "factors of the KKT matrix in an order of least degree, Tinney and Walker 1967.",
        ),
        (
            particles(3, &[[0, 1], [1, 2]]),
            "Lagrange multipliers, by factors of M and of the Delassus matrix J M^-1 J^T.",
        ),
    ] {
        let attribute = format!("{particles} functions(constrained_forward_dynamics)");
        let expected = [(
            "constrained_forward_dynamics".to_owned(),
            expected.to_owned(),
        )];
        assert_eq!(sources(&attribute, "struct Toy;"), expected);
    }
}

#[test]
fn sources_of_expressions_are_not_those_of_bodies() {
    const CHAIN: &str = "coordinates = [a, b, c, d], \
        kinetic = (a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2) + d_dot.powi(2)) / 2 \
        + a_dot * b_dot * sin(a) / 4 + c_dot * d_dot * cos(b * d) / 4, \
        potential = a * cos(b) + c.powi(2) * d, gravity = [0, 0, -9.81], effort = none";
    let lagrange = "Lagrange's equations of L = T - V, by the chain rule.";
    let mut matching = 0;
    for (function, source) in sources(CHAIN, "struct Four;") {
        let expected = match function.as_str() {
            "mass_matrix" => "the Hessian of T, by the chain rule.",
            "coriolis_matrix" => "Christoffel symbols, by the chain rule.",
            "coriolis" | "gravity" | "bias" | "inverse_dynamics" => lagrange,
            "forward_dynamics" | "mass_matrix_inverse" => {
                "Featherstone 2008, section 6.5, M = L^T D L."
            }
            _ => "sums over the description.",
        };
        assert_eq!(source, expected, "{function}");
        matching += usize::from(source == lagrange);
    }
    assert_eq!(matching, 4);
    // Of a tree with expressions both are named, of a tree alone nothing new.
    let hinges = "joint hinge { revolute, parent: world, child: pole, axis: y }, \
        joint tilt { revolute, parent: pole, child: tip, axis: x, origin: [0, 0, 1] }, \
        joint turn { revolute, parent: tip, child: end, axis: z, origin: [0.2, 0, 1] }, \
        body pole { mass: 1.3, com: [0.1, 0, 0.5], inertia: diag(0.1, 0.12, 0.01) }, \
        body tip { mass: 1, com: [0.1, 0, 0.5], inertia: diag(0.1, 0.12, 0.01) }, \
        body end { mass: 1, com: [0.1, 0, 0.5], inertia: diag(0.1, 0.12, 0.01) }, \
        gravity = [0, 0, -9.81], effort = none";
    let of = |attribute: &str| {
        let sources_of_fields = sources(attribute, "struct Arm;").into_iter();
        let mut bias = sources_of_fields.filter(|(function, _)| function == "mass_matrix");
        bias.next().expect("a mass matrix").1
    };
    let bodies = "Featherstone 2008, section 6.2, from the Hessian of T";
    assert_eq!(of(hinges), format!("{bodies}."));
    let pair = format!("{hinges}, coordinates = [s], kinetic = s_dot.powi(2) * (2 + sin(hinge))");
    let expressions = "of expressions the Hessian of T, by the chain rule.";
    assert_eq!(of(&pair), format!("{bodies}; {expressions}"));
}

#[test]
fn what_a_function_of_the_struct_prepares_is_documented() {
    let attribute = "joint hinge { revolute, parent: world, child: bob, axis: y },
        body bob { mass: m, com: [l / (m + 1), 0, l.sqrt()], inertia: diag(m * l * l, 1, 1) },
        functions(gravity, mass_matrix, total_mass), bundle(both = [gravity, mass_matrix]), at(gravity)";
    let structure = "struct Arm { m: f64, l: f64 }";
    let generated = generate_attribute(
        attribute.parse().expect("tokens"),
        structure.parse().expect("tokens"),
        Path::new(""),
        &mut |_| (),
    );
    let items = generated.generated.expect("a robot").definitions;
    let (head, _) = items.split_once("fn prepare<").expect("what prepares");
    let (_, sentence) = head.rsplit_once("/// Cost: ").expect("a cost");
    let (prepare, _) = sentence.split_once(". The fields").expect("a sentence");
    assert!(
        prepare.contains("div") && prepare.contains("sqrt"),
        "{prepare}"
    );
    let types = items.split_once("struct ArmPrepared");
    let (of_struct, of_prepared) = types.expect("the prepared type");
    let sentence = format!(", and before that `prepare`: {prepare}.");
    // Three functions, one of several, and one at a position; those of what is prepared say what they take.
    assert_eq!(of_struct.matches(&sentence).count(), 5, "{of_struct}");
    assert!(!of_prepared.contains("before that `prepare`"));
    assert!(items.contains("those of the struct take those of `prepare` besides"));
    assert!(items.contains("function: \"prepare\""));
}

#[test]
fn fields_of_the_record_document_what_they_replace() {
    let attribute = "urdf = \"robots/planar_arm.urdf\", functions(total_mass), effort = none, coordinates = [x],
        kinetic = stiff * x_dot.powi(2)";
    let structure =
        "struct Arm { #[parameter(body = tool, mass)] load: f64, #[parameter] stiff: f64,
        #[parameter(joint = elbow, origin)] r#in: [f64; 3] }";
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests"));
    let (attribute, structure) = (
        attribute.parse().expect("tokens"),
        structure.parse().expect("tokens"),
    );
    let actual = generate_attribute(attribute, structure, folder, &mut |_| ());
    let items = actual.generated.expect("a robot").definitions;
    let (_, record) = items
        .split_once("struct ArmParameters<T> {\n")
        .expect("a record");
    let (fields, _) = record.split_once("}\n").expect("its end");
    let expected = "    /// The field `load` of [`Arm`]: mass of the body `tool`, kg.
    pub load: T,
    /// The field `stiff` of [`Arm`], in the unit that it has there.
    pub stiff: T,
    /// The field `in` of [`Arm`]: origin of the joint `elbow` in the frame of the parent, m.
    pub r#in: [T; 3],
";
    assert_eq!(fields, expected);
}

/// Each joint once, by its own name, however many coordinates it has.
#[test]
fn the_sentence_on_the_type_names_each_joint_once() {
    let sentence = |root: &str, file| {
        let settings = Settings {
            root: root.parse().expect("a root"),
            effort: Effort::None,
            proof: false,
            verify: Verify::False,
            functions: [Function::TotalMass].into(),
            ..Settings::default()
        };
        let robot = generate(&shared_fixture(file), &settings, &mut |_| ());
        let text = robot.expect("a robot").declarations;
        let (_, joints) = text.split_once("with the joints ").expect("a sentence");
        joints.split_once(':').expect("a colon").0.to_owned()
    };
    let result = sentence("floating(chart = zyx)", "planar_arm.urdf");
    assert_eq!(result.matches("`root_joint`").count(), 1, "{result}");
    assert!(!result.contains(".."), "{result}");
}

#[test]
fn quaternions_are_required_to_be_of_unit_length() {
    let documented = |root| {
        let settings = Settings {
            root,
            effort: Effort::None,
            proof: false,
            verify: Verify::False,
            ..Settings::default()
        };
        let robot = generate(&shared_fixture("planar_arm.urdf"), &settings, &mut |_| ());
        let items = robot.expect("a robot").definitions;
        let count = |text: &str| items.matches(text).count();
        (
            count("quaternions x y z w of unit length"),
            count("/// - `q`: "),
        )
    };
    let (floating, positions) = documented(Root::FLOATING);
    assert!(
        floating == positions && positions > 8,
        "{floating} of {positions}"
    );
    assert_eq!(documented(Root::Fixed).0, 0);
}
