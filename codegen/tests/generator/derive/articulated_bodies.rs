//! Forward dynamics by articulated bodies and by the mass matrix: both are proved, whichever is taken.

use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings, Source, integer};

use crate::mutated_programs::with_constant;
use crate::support::corpus;
use crate::support::{Derived, Robot, fixture, shared_fixture};

/// None: the mass matrix is singular.
fn derive(source: &Source, root: Root) -> Option<Derived> {
    let settings = Settings {
        root,
        functions: [Function::ForwardDynamics].into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let robot = Robot::of(source, settings);
    let regular = prove::mass_matrix_rank(&robot.system) == robot.system.nv();
    regular.then(|| robot.derive())
}

/// Proves all ways and returns their names, sorted.
fn proved_routes(name: &str, robot: &Derived) -> Vec<String> {
    let [forward] = &robot.derivations.functions[..] else {
        panic!("{name}: one function was requested");
    };
    let choice = (forward.route, &forward.program);
    let others = forward
        .others
        .iter()
        .map(|(route, program)| (*route, program));
    let mut names = Vec::new();
    for (route, program) in std::iter::once(choice).chain(others) {
        let proof = robot.prove_program(forward.target, program);
        assert_eq!(proof, Ok(()), "{name}: {route}");
        names.push(route.to_string());
    }
    names.sort_unstable();
    names
}

const BOTH: [&str; 2] = ["articulated bodies", "mass matrix"];

#[test]
fn both_ways_are_proved() {
    for (name, source, root) in [
        ("six_axes", fixture("six_axes.urdf"), Root::Fixed),
        ("seven_joints", fixture("seven_joints.urdf"), Root::Fixed),
        (
            "spatial_arm",
            shared_fixture("spatial_arm.urdf"),
            Root::FLOATING,
        ),
        (
            "two_limbs",
            shared_fixture("two_limbs.urdf"),
            Root::FLOATING,
        ),
    ] {
        let robot = derive(&source, root).expect("a regular mass matrix");
        assert_eq!(proved_routes(name, &robot), BOTH, "{name}");
    }
}

/// Where mimic joints couple branches, a joint's rate is not its own, and the mass matrix is the only
/// way.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn both_ways_are_proved_on_the_corpus() {
    let corpus = corpus::folder();
    let (mut with_both, mut robots) = (0, 0);
    for name in corpus.names() {
        let Some(dynamics) = derive(&corpus.robot(&name), corpus.root(&name)) else {
            println!("{name}: singular mass matrix");
            continue;
        };
        let routes = proved_routes(&name, &dynamics);
        let system = &dynamics.robot.system;
        let couples = system
            .tree
            .joints
            .iter()
            .filter(|joint| !joint.motions.is_empty())
            .count()
            > system.coordinates.len();
        println!("{name}: {}", routes.join(", "));
        assert_eq!(
            routes.iter().any(|route| route == BOTH[0]),
            !couples,
            "{name}"
        );
        with_both += usize::from(routes == BOTH);
        robots += 1;
    }
    assert!(with_both >= 15, "{with_both} of {robots}");
}

#[test]
fn a_wrong_way_is_refuted() {
    let robot = derive(&fixture("six_axes.urdf"), Root::Fixed).expect("a regular mass matrix");
    let forward = &robot.derivations.functions[0];
    let (route, program) = &forward.others[0];
    let constants = program.constants();
    let last = constants.len() - 1;
    let changed = &constants[last] * (integer(1) + integer(1) / integer(1_000_000));
    let mistake = with_constant(program, last, &changed);
    assert!(
        robot.prove_program(forward.target, &mistake).is_err(),
        "{route}"
    );
}
