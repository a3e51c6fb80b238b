//! What is right in algebra and wrong in floats is not emitted.

use std::path::Path;

use multibody_codegen::internal::derive::{Algorithm, judge};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Builder, InputKind, Program};
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::report::Errors;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Generated, Settings, generate, generate_attribute};

use crate::select::mass_matrix_or_aba::chain;
use crate::support::corpus;
use crate::support::robot::{Derived, source};
use crate::support::{Robot, shared_fixture};

fn target(function: Function) -> Target {
    Target {
        function,
        link: None,
    }
}

/// What is found of each function at the states at which programs are chosen.
fn measure(dynamics: &Derived) -> Vec<(Function, Errors)> {
    let Robot {
        settings,
        system,
        wrench_links,
    } = &dynamics.robot;
    let functions = &dynamics.derivations.functions;
    let targets: Vec<Target> = functions.iter().map(|of| of.target).collect();
    let judge = judge(&place_bodies(system), wrench_links, &targets, settings, 1);
    let judge = judge.expect("computer algebra");
    let result = functions.iter().map(|of| {
        let errors = judge
            .largest_errors(of.target, &of.program)
            .expect("measured");
        (of.target.function, errors)
    });
    result.collect()
}

/// Every function is accurate to 10 ulp; those that invert M, whose condition number adds to the error, to 300.
fn assert_few_digits_are_lost(robot: &Derived) {
    for (function, errors) in measure(robot) {
        println!("{function}: {errors}");
        let inverts = [Function::MassMatrixInverse, Function::ForwardDynamics];
        let bound = if inverts.contains(&function) { 300.0 } else { 10.0 };
        assert!(errors.f64 < bound, "{function}: {errors}");
    }
}

/// The same values, to some of which a number is added, and taken away as that times (sin^2 + cos^2).
fn with_cancelling_terms(
    program: &Program,
    large: i64,
    is_meant: impl Fn(usize) -> bool,
) -> Program {
    let mut b = Builder::new();
    let outputs = b.inline(program, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    let q = b.input(InputKind::Q, 0);
    let (sine, cosine) = b.sin_cos(q);
    let large = b.integer(large);
    let [sines, cosines] = [sine, cosine].map(|x| {
        let square = b.mul(x, x);
        b.mul(large, square)
    });
    let there_and_back = |(place, &output)| {
        if !is_meant(place) {
            return output;
        }
        let sum = b.add(output, large);
        let less = b.sub(sum, sines);
        b.sub(less, cosines)
    };
    let outputs: Vec<_> = outputs.iter().enumerate().map(there_and_back).collect();
    b.finish(&outputs)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_program_whose_terms_cancel_is_proved_and_refused() {
    let functions = vec![
        Function::MassMatrix,
        Function::InverseDynamics,
        Function::ForwardDynamics,
    ];
    let settings = Settings {
        functions: functions.clone().into(),
        ..Settings::default()
    };
    let arm = Robot::of(&shared_fixture("spatial_arm.urdf"), settings.clone()).derive();
    let tree = place_bodies(&arm.robot.system);
    let targets: Vec<Target> = functions.iter().map(|&function| target(function)).collect();
    let judge = judge(&tree, &[], &targets, &settings, 1).expect("computer algebra");
    for target in targets {
        let program = arm.program(target.function);
        let kept = judge.largest_errors(target, program).expect("measured");
        assert!(
            kept.f64 > 0.0 && kept.f64 < 100.0,
            "{}: {kept}",
            target.function
        );
        let bad = with_cancelling_terms(program, 1_000_000_000_000, |_| true);
        assert_eq!(arm.prove_program(target, &bad), Ok(()));
        let refusal = judge.admits(target, &bad).expect_err("digits are lost");
        assert!(refusal.errors.f64 > 1e6, "{}: {refusal}", target.function);
        assert!(refusal.limit.f64 < 1000.0, "{}: {refusal}", target.function);
    }
}

/// Beside carts whose inverse loses half its digits and more stands a pendulum that loses none: its entry may not lose a
/// thousand units, and is allowed no more than others are where there are no carts.
#[test]
fn each_entry_is_judged_by_itself() {
    let text = carts_on_rails("1e-10", "0.1 0.7 0").replace(
        "</robot>",
        "<joint name=\"p\" type=\"continuous\"><parent link=\"l0\"/><child link=\"pendulum\"/><axis xyz=\"0 1 0\"/></joint>\
         <link name=\"pendulum\"><inertial><origin xyz=\"0 0 0.5\"/><mass value=\"1\"/>\
         <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link></robot>",
    );
    let target = target(Function::MassMatrixInverse);
    let settings = Settings {
        functions: [target.function].into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let dynamics = Robot::of(&source(&text), settings.clone()).derive();
    let tree = place_bodies(&dynamics.robot.system);
    let judge = judge(&tree, &[], &[target], &settings, 1).expect("computer algebra");
    let program = dynamics.program(target.function);
    let kept = judge.largest_errors(target, program).expect("measured");
    let bad = with_cancelling_terms(program, 1000, |at| at == program.outputs().len() - 1);
    let refusal = judge
        .admits(target, &bad)
        .expect_err("digits of one entry are lost");
    println!("{kept}; {refusal}");
    assert!(
        refusal.errors.f64 > 300.0 && refusal.errors.f64 < kept.f64,
        "{refusal}"
    );
    assert!(refusal.limit.f64 < 50.0, "{refusal}");
}

/// Three links on crossing axes that one motor turns, by these multiples of its angle.
fn gears(first: &str, second: &str) -> Robot {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"0.1 0.05 0.02\"/><mass value=\"1.2\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
        )
    };
    let joint = |name: &str, parent: &str, child: &str, axis: &str, mimic: &str| {
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
             <origin xyz=\"0.3 0.1 0\"/><axis xyz=\"{axis}\"/>{mimic}</joint>"
        )
    };
    let mimic = |multiplier: &str| format!("<mimic joint=\"a\" multiplier=\"{multiplier}\"/>");
    let text = format!(
        "<robot name=\"geared\"><link name=\"base\"/>{}{}{}{}{}{}</robot>",
        link("x"),
        link("y"),
        link("z"),
        joint("a", "base", "x", "0 0 1", ""),
        joint("b", "x", "y", "1 0 0", &mimic(first)),
        joint("c", "y", "z", "0 1 0", &mimic(second)),
    );
    Robot::of(&source(&text), Settings::default())
}

/// `coriolis_matrix` was 70330 for 0.0713 with 0.95 and 0.7, -3e18 with 20 and 30, M -1.2e16 for 342 with
/// ten each, and off by 1 % with 0.1 and 0.7.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn gears_lose_no_digits() {
    for (first, second) in [("0.95", "0.7"), ("20", "30"), ("10", "10"), ("0.1", "0.7")] {
        let dynamics = gears(first, second).derive();
        dynamics.assert_proved();
        let plain = Settings {
            effort: Effort::None,
            ..dynamics.robot.settings.clone()
        };
        let plain = Robot {
            settings: plain,
            ..dynamics.robot.clone()
        };
        assert_close(&dynamics, &plain.derive(), &format!("{first}, {second}"));
        for (function, errors) in measure(&dynamics) {
            assert!(
                errors.f64 < 300.0,
                "{first}, {second}: {function}: {errors}"
            );
        }
    }
}

/// Two programs of one robot by different ways.
fn assert_close(one: &Derived, other: &Derived, subject: &str) {
    for seed in 1..=5 {
        let state = crate::support::State::random(&one.robot.system, 0, seed);
        for function in [
            Function::MassMatrix,
            Function::CoriolisMatrix,
            Function::ForwardDynamics,
        ] {
            let (actual, expected) = (one.at(function, &state), other.at(function, &state));
            let error = (actual[0] - expected[0]).abs();
            assert!(expected[0] != 0.0, "{subject}: {function}");
            assert!(
                error <= 1e-11 * expected[0].abs().max(1e-3),
                "{subject}: {function} is {} for {}",
                actual[0],
                expected[0]
            );
        }
    }
}

/// What is too long to be expanded is not begun, and the report says so.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn gears_of_many_teeth_are_not_expanded() {
    for (first, second) in [
        ("60", "1"),
        ("100", "0.333"),
        ("1e-9", "1000"),
        ("1.13", "0.0833"),
    ] {
        let robot = gears(first, second).derive();
        for function in &robot.derivations.functions {
            assert_ne!(function.route.algorithm(), Algorithm::Expanded);
            let [refusal] = &function.refused[..] else {
                panic!("{first}, {second}: {:?}", function.refused);
            };
            assert!(
                refusal.why.starts_with("not tried: its angles are"),
                "{}",
                refusal.why
            );
        }
    }
}

/// Equations to be read are bounded in the same way: four motors, each with a gear, ran over.
#[test]
fn equations_of_gears_are_read_or_left_out() {
    let mut text = String::from("<robot name=\"gears\"><link name=\"l0\"/>");
    for index in 1..=8 {
        let axis = ["0 0 1", "1 0 0", "0 1 0"][index % 3];
        let mimic = match index % 2 {
            0 => format!("<mimic joint=\"j{}\" multiplier=\"0.333\"/>", index - 1),
            _ => String::new(),
        };
        let parent = index - 1;
        text += &format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{index}\"/>\
             <origin xyz=\"0.3 0.1 0\"/><axis xyz=\"{axis}\"/>{mimic}</joint>\
             <link name=\"l{index}\"><inertial><origin xyz=\"0.1 0.05 0.02\"/><mass value=\"1.2\"/>\
             <inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
        );
    }
    text += "</robot>";
    let settings = Settings {
        functions: [Function::InverseDynamics].into(),
        equations: true,
        ..Settings::default()
    };
    let generated = generate(&source(&text), &settings, &mut |_| ());
    let report = generated.expect("a robot without a fault").report;
    assert_eq!(report.nv, 4);
    assert!(report.equations.is_some());
    assert!(report.functions.iter().all(|function| function.proved));
}

/// A quaternion that is not of unit length to the last digit would make of equal programs different ones.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn quaternions_within_a_chain_cost_no_program() {
    let text = shared_fixture("spatial_arm.urdf").text;
    let floating = text.replacen("type=\"revolute\"", "type=\"floating\"", 1);
    assert_ne!(*text, *floating);
    let settings = Settings {
        root: Root::PLANAR,
        ..Settings::default()
    };
    let robot = Robot::of(&source(&floating), settings).derive();
    for derivation in &robot.derivations.functions {
        let (function, errors) = (
            derivation.target.function,
            derivation.rounding.expect("measured").errors,
        );
        // Common parts may cost an entry of M some 39 ulp, a wrong length would cost millions.
        let refusal = usize::from(function == Function::MassMatrix);
        assert!(derivation.refused.len() <= refusal, "{function}");
        if function != Function::MassMatrixInverse {
            assert!(errors.f64 < 100.0, "{function}: {errors}");
        }
    }
}

/// The column of the report, for five robots.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn errors_of_five_robots_are_a_few_units() {
    let mut table = String::new();
    for (name, root) in [
        ("planar_arm", Root::Fixed),
        ("spatial_arm", Root::Fixed),
        ("gripper", Root::Fixed),
        ("geared", Root::Fixed),
        ("two_limbs", Root::FLOATING),
    ] {
        let settings = Settings {
            root,
            ..Settings::default()
        };
        let robot = Robot::of(&shared_fixture(&format!("{name}.urdf")), settings).derive();
        for (function, errors) in measure(&robot) {
            let is_small = errors.f64 < 300.0 && errors.f32 < 300.0;
            assert!(is_small, "{name}: {function}: {errors}");
        }
        for derivation in &robot.derivations.functions {
            let function = derivation.target.function.name();
            let statement = derivation.rounding.expect("measured").errors;
            table += &format!("{name:12} {function:20} {statement}\n");
        }
    }
    insta::assert_snapshot!("errors_of_five_robots", table);
}

/// The unit of errors is as large as results are, however many joints are behind one another: else
/// no error of a long chain would ever count.
#[test]
fn errors_of_a_long_chain_are_not_small_beside_their_unit() {
    for joints in [4, 32] {
        let settings = Settings {
            effort: Effort::None,
            functions: [Function::Gravity, Function::InverseDynamics].into(),
            ..Settings::default()
        };
        let robot = Robot::of(&chain(joints, false), settings).derive();
        for derivation in &robot.derivations.functions {
            let errors = derivation.rounding.expect("measured").errors;
            println!("{joints} joints, {}: {errors}", derivation.target.function);
            assert!(errors.f64 > 0.1 && errors.f64 < 30.0, "{joints}: {errors}");
        }
    }
}

/// Axes that are parallel but for 10^-5, half a metre apart, meet fifty kilometres away: origins there would cost
/// digits.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn axes_that_are_nearly_parallel_cost_no_digits() {
    let mut text = String::from("<robot name=\"askew\"><link name=\"l0\"/>");
    for index in 1..=5 {
        let (parent, turn) = (
            index - 1,
            ["1e-5 0 0", "-1.5708 0 2e-5", "0 3e-6 0.4"][index % 3],
        );
        text += &format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{index}\"/>\
             <origin xyz=\"0.5 0.02 0.1\" rpy=\"{turn}\"/><axis xyz=\"0 0 1\"/></joint>\
             <link name=\"l{index}\"><inertial><origin xyz=\"0.2 0.05 0.02\"/><mass value=\"1.2\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
        );
    }
    let settings = Settings {
        snap: false,
        ..Settings::default()
    };
    let robot = Robot::of(&source(&(text + "</robot>")), settings).derive();
    assert_few_digits_are_lost(&robot);
}

/// Without snapping, axes of this robot are nearly parallel and nearly meet far away: origins there would
/// cost digits.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn far_origins_cost_no_digits() {
    let corpus = corpus::folder();
    let settings = Settings {
        snap: false,
        ..Settings::default()
    };
    let dynamics = Robot::of(&corpus.robot("kinova"), settings).derive();
    assert_few_digits_are_lost(&dynamics);
}

/// What `docs/measurements.md` says about the default of `accuracy`: on these robots it costs nothing but in the
/// mass matrices of one.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn robots_of_the_corpus_keep_their_cheapest_programs() {
    let corpus = corpus::folder();
    let mut lost = Vec::new();
    for name in corpus.names() {
        let settings = Settings {
            root: corpus.root(&name),
            ..Settings::default()
        };
        let dynamics = Robot::of(&corpus.robot(&name), settings).derive();
        let mut largest = Errors::NONE;
        for derivation in &dynamics.derivations.functions {
            let function = derivation.target.function;
            largest = largest.or_larger(&derivation.rounding.expect("measured").errors);
            for refusal in &derivation.refused {
                println!("{name}: {function}: {}: {}", refusal.route, refusal.why);
                lost.push((name.clone(), function));
            }
        }
        println!("{name}: {largest}");
    }
    assert!(!lost.is_empty(), "the rule has no effect");
    assert!(lost.iter().all(|(name, _)| name == "kinova"), "{lost:?}");
}

/// A cart on a turntable on a cart: where both carts move the same way, the inverse of the mass matrix needs the mass
/// of the lower one, which a float has lost beside that of the upper one where it is lighter by 20 magnitudes.
fn carts_on_rails(light: &str, direction: &str) -> String {
    let link = |index: usize, kind: &str, axis: &str, mass: &str| {
        format!(
            "<joint name=\"j{index}\" type=\"{kind}\"><parent link=\"l{}\"/><child link=\"l{index}\"/>\
             <axis xyz=\"{axis}\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\
             <link name=\"l{index}\"><inertial><mass value=\"{mass}\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>",
            index - 1
        )
    };
    let carts = [
        link(1, "prismatic", direction, light),
        link(2, "continuous", "0 0 1", light),
        link(3, "prismatic", direction, "1"),
    ];
    let carts = carts.concat();
    format!("<robot name=\"carts\"><link name=\"l0\"/>{carts}</robot>")
}

fn carts(light: &str, axis: &str) -> Generated {
    let settings = Settings {
        functions: [Function::MassMatrixInverse, Function::InverseDynamics].into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let generated = generate(
        &source(&carts_on_rails(light, axis)),
        &settings,
        &mut |_| (),
    );
    generated.expect("a robot without a fault")
}

/// Warnings of functions that floats cannot compute.
fn remarks(generated: &Generated) -> Vec<String> {
    let diagnostics = generated.diagnostics.diagnostics.iter();
    let texts = diagnostics.map(|diagnostic| diagnostic.fault.texts().message);
    texts.filter(|text| text.contains("f64")).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_that_f64_cannot_compute_are_warned_of() {
    assert_eq!(remarks(&carts("1e-3", "1 0 0")), [""; 0]);
    assert_eq!(
        remarks(&carts("1e-20", "1 0 0")),
        [
            "at some states f64 overflows, divides by a value lost to cancellation, or has no root or logarithm: `mass_matrix_inverse`"
        ]
    );
}

/// Most use double precision: that single precision is too short is no warning, but said where the function is.
#[test]
fn functions_without_a_right_digit_in_f32_are_documented() {
    for (axis, reason) in [
        ("1 0 0", "no finite value"),
        ("0.1 0.7 0", "no right digit"),
    ] {
        let generated = carts("1e-10", axis);
        assert_eq!(remarks(&generated), [""; 0]);
        let errors = generated
            .report
            .functions
            .iter()
            .map(|f| f.rounding.expect("measured").errors);
        let lost: Vec<bool> = errors.map(|e| !e.leaves_digits_in_f32()).collect();
        assert_eq!(lost, [false, true]);
        let remarks = generated
            .definitions
            .matches(&format!("{reason} in f32"))
            .count();
        assert_eq!(remarks, 1, "{axis}");
    }
}

/// Forces of 10^307 kg that move fast.
#[test]
fn overflow_is_called_overflow() {
    let remarks = remarks(&carts("1e307", "1 0 0"));
    let [text] = &remarks[..] else {
        panic!("{remarks:?}");
    };
    assert!(text.starts_with("at some states f64 overflows"), "{text}");
}

/// Fields are drawn with either sign, but not where that leaves a root of a negative number.
#[test]
fn roots_of_fields_are_real_where_programs_are_tried() {
    let tokens = "gravity = [0, 0, -9.81], effort = none, proof = false, \
        joint hinge { revolute, parent: world, child: rod, axis: y, origin: [0, 0, sqrt(a)] }, \
        joint elbow { revolute, parent: rod, child: tip, axis: x, origin: [0, sqrt(1 - b.powi(2)), b] }, \
        body rod { mass: 1, com: [0, 0, sqrt(a)] }, body tip { mass: 1, com: [0, 0, sqrt(a)] }";
    let (generated, remarks) = attribute(tokens, "pub struct Arm { a: f64, b: f64 }");
    assert!(!remarks.contains("f64"), "{remarks}");
    for function in &generated.report.functions {
        assert!(
            function.rounding.expect("measured").errors.is_finite(),
            "{}",
            function.name
        );
    }
}

/// Three angles have positions in which they cannot turn every way: neither program nor textbook has a value there,
/// and nothing is to be said against either. Next to them there are digits.
#[test]
fn singular_positions_are_no_errors() {
    let top = "<robot name=\"top\"><link name=\"top\"><inertial><origin xyz=\"0 0 0.3\"/><mass value=\"1\"/>\
               <inertia ixx=\"0.2\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.1\"/></inertial></link></robot>";
    let settings = Settings {
        root: "ball(chart = zxz)".parse().expect("a root"),
        effort: Effort::None,
        ..Settings::default()
    };
    let generated = generate(&source(top), &settings, &mut |_| ());
    let generated = generated.expect("a robot without a fault");
    assert_eq!(generated.diagnostics.diagnostics.len(), 0);
    for function in &generated.report.functions {
        let (errors, name) = (function.rounding.expect("measured").errors, &function.name);
        assert!(errors.leaves_digits(), "{errors}: {name}");
    }
}

/// What a struct becomes, and all warnings of it.
fn attribute(tokens: &str, item: &str) -> (Generated, String) {
    let item = item.parse().expect("a struct");
    let tokens = tokens.parse().expect("tokens");
    let robot = generate_attribute(tokens, item, Path::new("."), &mut |_| ());
    let remarks = robot.remarks();
    (robot.generated.expect("a robot without a fault"), remarks)
}

/// Rows that differ in the seventh digit: multipliers lose as many digits twice, and a state decides nothing of them.
/// That was "at most 0.0 ulp", without a word.
#[test]
fn what_is_not_measured_is_documented_as_such() {
    let nearly = |tilt: &str| {
        attribute(
            &format!(
                "coordinates = [x, y, z], \
                 kinetic = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2 + 0.1 * x_dot * y_dot * sin(x), \
                 potential = y, constraint first: x + y, constraint second: x + {tilt} * y, \
                 functions(mass_matrix, constrained_forward_dynamics)"
            ),
            "pub struct Machine;",
        )
    };
    let (measured, remarks) = nearly("1.5");
    assert_eq!(remarks, "");
    assert!(!measured.definitions.contains("not measured"));
    let (unmeasured, remarks) = nearly("1.0000001");
    assert!(!unmeasured.definitions.contains("at most 0.0 ulp"));
    let lines = unmeasured
        .definitions
        .matches("Rounding: not measured")
        .count();
    assert_eq!(lines, 1);
    let warning = "warning: `Machine`: rounding errors, in f64 or f32, are unknown of `constrained_forward_dynamics`:";
    assert!(remarks.contains(warning), "{remarks}");
}

/// A root of what is negative wherever the robot was tried, and a quaternion of no length: not the mass matrix is to blame.
#[test]
fn warnings_of_floats_name_the_struct_and_the_cause() {
    let (_, remarks) = attribute(
        "coordinates = [x], kinetic = x_dot.powi(2), potential = (x - 50).sqrt(), functions(gravity)",
        "pub struct Rooted;",
    );
    let cause = "; `potential` takes `sqrt` of a negative number where all positions are 0\n";
    assert!(
        remarks.starts_with("warning: `Rooted`: rounding errors, in f64 or f32, are unknown"),
        "{remarks}"
    );
    assert!(remarks.contains(cause), "{remarks}");
    let (_, remarks) = attribute(
        "coordinates = [a, b, c, d], rigid top { mass: 1, inertia: diag(2, 2, 1), position: [0, 0, 0], \
         orientation: quat_xyzw([a, b, c, d]) }, potential = a * b / (a * a + b * b + c * c + d * d), functions(gravity)",
        "pub struct Turned;",
    );
    let cause = "`gravity`; `potential` divides by 0 where all positions are 0\n";
    assert!(
        remarks.starts_with("warning: `Turned`: at some states f64 overflows"),
        "{remarks}"
    );
    assert!(remarks.contains(cause), "{remarks}");
}
