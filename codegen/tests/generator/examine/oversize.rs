//! Long robots: what is left out, and what the rest comes to.

use multibody_codegen::internal::examination::size::{DerivativeSizes, LIMIT, oversize};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::Count;
use multibody_codegen::settings::{Effort, Functions, Root, Verify};
use multibody_codegen::{Function, Generated, Settings, Source, examine, generate};

use crate::support::{Robot, chain, following_chain};

fn quick(functions: Functions) -> Settings {
    Settings {
        effort: Effort::None,
        functions,
        ..Settings::default()
    }
}

/// What stands before the table of exact values.
const EXACT_VALUES: &str = "// Exact values of rounded constants:";

/// The functions that are left out of the default set, with their estimates.
fn left_out(source: &Source) -> Vec<(Function, usize)> {
    let robot = Robot::of(source, quick(Functions::default()));
    let results = oversize(&robot.system, &robot.settings);
    results.iter().map(|o| (o.function, o.operations)).collect()
}

/// Of all robots of so many moving joints a chain has the largest estimates: in it every rate acts on every
/// other. So none of 50 moving joints loses a function, be it a tree, floating, or with mimic joints.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn fifty_joints_have_all_functions_and_a_hundred_lack_two() {
    assert_eq!(left_out(&chain(50)), []);
    assert_eq!(left_out(&chain(52)), []);
    assert_eq!(
        left_out(&chain(53)).len(),
        1,
        "the guide, in `accuracy`, says from where on"
    );
    let names: Vec<Function> = left_out(&chain(100)).into_iter().map(|(f, _)| f).collect();
    let matrices = [Function::CoriolisMatrix, Function::MassMatrixInverse];
    assert_eq!(names, matrices);
    // What is named beside the default is there.
    let named = Functions {
        named: vec![Function::CoriolisMatrix],
        ..Functions::default()
    };
    let robot = Robot::of(&chain(100), quick(named));
    let result = oversize(&robot.system, &robot.settings);
    let names: Vec<Function> = result.iter().map(|oversize| oversize.function).collect();
    assert_eq!(names, [Function::MassMatrixInverse]);
    let report = examine(&chain(50), &Settings::default());
    assert!(
        !report
            .diagnostics
            .iter()
            .any(|d| d.fault.kind() == "SettingOversize")
    );
}

/// A root has rates besides the 128 of joints.
#[test]
fn the_longest_robots_that_float_are_examined() {
    let settings = Settings {
        root: Root::FLOATING,
        ..quick(Functions::default())
    };
    let robot = Robot::of(&chain(128), settings);
    assert_eq!(robot.system.nv(), 134);
    let result = oversize(&robot.system, &robot.settings);
    let names: Vec<Function> = result.iter().map(|of| of.function).collect();
    let matrices = [Function::CoriolisMatrix, Function::MassMatrixInverse];
    assert_eq!(names, matrices);
}

/// The inverse of M is large where expressions couple all rates, not where they couple a few.
#[test]
fn expressions_count_as_far_as_they_couple_rates() {
    let names = |count: usize| {
        (0..count)
            .map(|index| format!("x{index}"))
            .collect::<Vec<_>>()
    };
    let left_out = |count: usize, items: &str| {
        let items = format!("coordinates = [{}], {items}", names(count).join(", "));
        let robot = Robot::of_tokens(&items, quick(Functions::default()));
        let result = oversize(&robot.system, &robot.settings);
        result.into_iter().map(|of| of.function).collect::<Vec<_>>()
    };
    // Each rate squared, in a sum with those that it is coupled to.
    let energy = |count: usize, coupled: &dyn Fn(usize) -> Vec<usize>| {
        let definition = |index: usize| {
            let others = coupled(index).into_iter();
            let others = others.map(|other| format!(" + x{other}_dot / {}", index + other + 1));
            format!("let d{index} = x{index}_dot{};", others.collect::<String>())
        };
        let definitions: String = (0..count).map(definition).collect();
        let squares: Vec<String> = (0..count)
            .map(|index| format!("d{index}.powi(2)"))
            .collect();
        left_out(
            count,
            &format!("{definitions} kinetic = {},", squares.join(" + ")),
        )
    };
    let inverse = [Function::MassMatrixInverse];
    assert_eq!(energy(64, &|_| Vec::new()), []);
    assert_eq!(energy(64, &|index| vec![(index + 1) % 64]), []);
    assert_eq!(energy(64, &|index| (0..index).collect()), inverse);
    // Few entries, but all rates are coupled to the last one, whose elimination fills the matrix.
    let pair = [Function::ForwardDynamics, Function::MassMatrixInverse];
    assert_eq!(
        energy(128, &|index| vec![127; usize::from(index < 127)]),
        pair
    );
    // A particle that all coordinates move.
    let squares: Vec<String> = names(64)
        .iter()
        .map(|of| format!("{of}_dot.powi(2)"))
        .collect();
    let particle = format!(
        "particle bob {{ mass: 1, position: [sin({}), 0, 0] }},",
        names(64).join(" + ")
    );
    assert_eq!(
        left_out(
            64,
            &format!("kinetic = {}, {particle}", squares.join(" + "))
        ),
        inverse
    );
}

/// The functions that would be left out, requested by name.
fn by_name(source: &Source, functions: &[Function]) -> Generated {
    let settings = Settings {
        proof: false,
        verify: Verify::False,
        ..quick(functions.into())
    };
    generate(source, &settings, &mut |_| ()).expect("a robot without a fault")
}

/// What is requested by name is there, and takes about as many operations as was said.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_function_requested_by_name_is_derived_and_its_estimate_is_right() {
    let matrices = [Function::CoriolisMatrix, Function::MassMatrixInverse];
    let of_followers = [Function::CoriolisMatrix, Function::ForwardDynamics];
    for (source, requested) in [
        (chain(66), matrices),
        (following_chain(100, 50), of_followers),
    ] {
        let generated = by_name(&source, &requested);
        assert!(generated.report.absent.is_empty());
        let left_out = left_out(&source);
        for (function, result) in requested.into_iter().zip(&generated.report.functions) {
            assert_eq!(result.name, function.name());
            let estimate = left_out.iter().find(|(left_out, _)| *left_out == function);
            let (_, estimate) = estimate.expect("it takes many operations");
            let result = result.count.mul_add();
            let ratio = *estimate as f64 / result as f64;
            assert!((ratio - 1.0).abs() < 0.1, "{function}: {estimate} {result}");
            assert!(result > LIMIT);
        }
    }
}

/// Joints that follow one another have a rate together, and one column of each matrix: what is emitted
/// grows with the bodies, not with their square.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn chains_of_mimic_joints_take_text_in_proportion_to_their_bodies() {
    let [short, long] = [24, 48].map(|joints| {
        let source = following_chain(joints, 1);
        let generated = generate(&source, &quick(Functions::default()), &mut |_| ());
        let generated = generated.expect("a robot without a fault");
        assert!(generated.report.absent.is_empty());
        assert!(generated.report.functions.iter().all(|f| f.proved));
        let (code, table) = generated
            .definitions
            .split_once(EXACT_VALUES)
            .expect("a table of exact values");
        [code.len(), table.len()]
    });
    let [code, table] = long;
    assert!(code * 10 < short[0] * 22, "{short:?} {long:?}");
    assert!(code < 4_000_000, "{long:?}");
    // Masses are gathered from joint to joint, and the digits of their exact values with them.
    assert!(table * 2 < code, "{long:?}");
}

/// As many bodies as there may be, half of which follow others.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn robots_of_many_mimic_joints_take_bounded_text() {
    let settings = Settings {
        proof: false,
        verify: Verify::False,
        ..quick(Functions::default())
    };
    let generated = generate(&following_chain(128, 64), &settings, &mut |_| ());
    let generated = generated.expect("a robot without a fault");
    assert_eq!(generated.report.absent.len(), 3);
    let bytes = generated.definitions.len();
    assert!(bytes < 20_000_000, "{bytes}");
}

/// The default set of a hundred joints but for the search, which makes it smaller only.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_hundred_joints_take_bounded_text_and_keep_their_other_traits() {
    let generated = generate(&chain(100), &quick(Functions::default()), &mut |_| ());
    let generated = generated.expect("a robot without a fault");
    let functions = &generated.report.functions;
    let operations: usize = functions.iter().map(|f| f.count.mul_add()).sum();
    assert!(functions.iter().all(|function| function.proved));
    assert!(operations < 320_000, "{operations}");
    let (code, table) =
        (generated.definitions.split_once(EXACT_VALUES)).expect("a table of exact values");
    assert!(
        table.len() * 2 < code.len(),
        "{} {}",
        table.len(),
        code.len()
    );
    assert!(
        generated.definitions.len() < 20_000_000,
        "{}",
        generated.definitions.len()
    );
    let absent = generated
        .report
        .absent
        .iter()
        .map(|absent| absent.function.as_str());
    assert!(absent.eq(["coriolis_matrix", "mass_matrix_inverse"]));
    for of in ["Multibody", "ForwardDynamics"] {
        let head = format!("multibody::{of}<T, 100, 100>");
        assert!(generated.definitions.contains(&head), "{head}");
    }
    for of in ["CoriolisMatrix", "MassMatrixInverse"] {
        assert!(
            !generated
                .definitions
                .contains(&format!("multibody::{of}<T, "))
        );
    }
}

/// Derivatives and products with them.
const OF_DERIVATIVES: [Function; 14] = [
    Function::InverseDynamicsDerivatives,
    Function::InverseDynamicsDerivativesWithWrenches,
    Function::GravityStiffness,
    Function::CenterOfMassVelocityDerivatives,
    Function::VelocityDerivatives,
    Function::VelocityDerivativesBody,
    Function::AccelerationDerivatives,
    Function::AccelerationDerivativesBody,
    Function::InverseDynamicsJvp,
    Function::InverseDynamicsVjp,
    Function::ForwardDynamicsJvp,
    Function::ForwardDynamicsVjp,
    Function::InverseDynamicsVjpWithWrenches,
    Function::ForwardDynamicsJvpWithWrenches,
];

/// Asserts that no estimate is below what is derived, nor above its double.
fn assert_estimates(robot: Robot) {
    let tip = robot.system.tree.links.len() - 1;
    let dynamics = robot.derive();
    let Robot {
        system, settings, ..
    } = &dynamics.robot;
    let sizes = DerivativeSizes::of(system, settings);
    let mut mistake = Vec::new();
    for derivation in &dynamics.derivations.functions {
        let target = Target {
            link: derivation.target.link.and(Some(tip)),
            ..derivation.target
        };
        let Some(estimate) = sizes.operations(target) else {
            continue;
        };
        let result = Count::of(&derivation.program).mul_add();
        if !(result..=2 * result).contains(&estimate) {
            mistake.push(format!("{}: {estimate} of {result}", target.function));
        }
    }
    assert!(mistake.is_empty(), "{mistake:?}");
}

fn of_derivatives(root: Root, tip: &str) -> Settings {
    Settings {
        root,
        links: vec![tip.to_owned()],
        wrenches: vec![tip.to_owned()],
        ..quick(OF_DERIVATIVES[..].into())
    }
}

/// The chain with every second joint a slider.
fn sliders(joints: usize) -> Source {
    let mut source = chain(joints);
    for joint in (2..=joints).step_by(2) {
        let hinge = format!("name=\"j{joint}\" type=\"continuous\">");
        let limits = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";
        let slider = format!("name=\"j{joint}\" type=\"prismatic\">{limits}");
        source.text = source.text.replace(&hinge, &slider).into();
    }
    // Along directions that are no axes of frames.
    source.text = source
        .text
        .replace("axis xyz=\"0 0 1\"", "axis xyz=\"0.3 0.5 0.8\"")
        .into();
    source
}

#[test]
fn estimates_of_derivatives_are_those_of_hinges() {
    assert_estimates(Robot::of(&chain(12), of_derivatives(Root::Fixed, "l12")));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn estimates_of_derivatives_are_right_for_all_joints() {
    let tip = |count: usize| format!("l{count}");
    for root in [Root::Fixed, Root::FLOATING] {
        for count in [10, 20] {
            assert_estimates(Robot::of(&chain(count), of_derivatives(root, &tip(count))));
            assert_estimates(Robot::of(
                &sliders(count),
                of_derivatives(root, &tip(count)),
            ));
        }
    }
    let followers = following_chain(20, 10);
    assert_estimates(Robot::of(&followers, of_derivatives(Root::Fixed, "l20")));
}

/// A chain of joints of one type, whose axes and shifts are in general directions.
fn chain_of(joint: &str, count: usize) -> String {
    let number = |of: usize| 0.1 + (of * 37 % 29) as f64 / 100.0;
    let each = (1..=count).map(|index| {
        let parent = if index == 1 { "world".to_owned() } else { format!("l{}", index - 1) };
        let [x, y, z, u, v, w] = std::array::from_fn(|of| number(6 * index + of));
        format!(
            "joint j{index} {{ {joint}, parent: {parent}, child: l{index}, origin: [{x}, {y}, -{z}], rotation: rpy({u}, {v}, {w}) }}, \
             body l{index} {{ mass: {u}, com: [{y}, -{v}, {w}], inertia: diag(0.05, 0.055, 0.06) }},"
        )
    });
    format!("gravity = [0, 0, -9.81], {}", each.collect::<String>())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn estimates_of_derivatives_are_right_for_screws_and_balls() {
    for (joint, count) in [("screw, axis: [3, 4, 5], pitch: 0.05", 8), ("ball", 4)] {
        let settings = of_derivatives(Root::Fixed, &format!("l{count}"));
        assert_estimates(Robot::of_tokens(&chain_of(joint, count), settings));
    }
}

/// Particles one after the other: each at its place in a frame that turns, or on the tip of a rod.
fn particles(count: usize, next: &str) -> String {
    let names: Vec<String> = (1..=count).map(|index| format!("t{index}")).collect();
    let definition = |index: usize| {
        let text = next.replace("[n]", &index.to_string());
        text.replace("[p]", &(index - 1).to_string())
    };
    let definitions: String = (1..=count).map(definition).collect();
    let particle = |index: usize| {
        format!("particle p{index} {{ mass: 1, position: [x{index}, y{index}, 0] }}")
    };
    let particles: Vec<String> = (1..=count).map(particle).collect();
    format!(
        "gravity = [0, -9.81, 0], coordinates = [{}], let x0 = 0.3; let y0 = 0.1; {definitions} {}",
        names.join(", "),
        particles.join(", ")
    )
}

/// Nested rotations take a third power of their number, sums of rods the square.
#[test]
fn estimates_of_derivatives_are_those_of_expressions() {
    let turned = "let x[n] = 0.3 + x[p] * cos(t[n]) - y[p] * sin(t[n]);\
                  let y[n] = x[p] * sin(t[n]) + y[p] * cos(t[n]);";
    let rods = "let x[n] = x[p] + 0.3 * sin(t[n]); let y[n] = y[p] - 0.3 * cos(t[n]);";
    for (next, count) in [(turned, 6), (turned, 12), (rods, 12)] {
        let settings = quick([Function::InverseDynamicsDerivatives].into());
        assert_estimates(Robot::of_tokens(&particles(count, next), settings));
    }
}
