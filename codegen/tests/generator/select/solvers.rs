//! Each algorithm of accelerations, impulses, inverses and derivatives is listed with a robot for which it is the cheapest accurate one, and
//! by how much the next one is more expensive.

use multibody_codegen::internal::derive::Algorithm::{
    self, AllRowsJointPivoted, ArticulatedBodies, CompositeDerivatives, Composites, EliminatedRows,
    Expanded, JointPivotedAndEliminatedRows, JointPivotedRows, KktMatrix, MassMatrix, Partitioned,
};
use multibody_codegen::internal::ir::Count;
use multibody_codegen::settings::Root;
use multibody_codegen::{Function, Settings};

use crate::constraints::eliminated_rows::{HOPPER, five_bar_legs};
use crate::constraints::joint_pivoted_rows::{GANTRY, quadruped};
use crate::constraints::kkt::{GEARS, arm};
use crate::support::{Robot, fixture, shared_fixture};

/// An algorithm, a robot and a function of it, and how many percent more operations the next algorithm takes at least.
struct Winner(Algorithm, &'static str, Function, usize);

const WINNERS: [Winner; 11] = [
    Winner(Composites, "floating spatial arm", Function::Gravity, 90),
    Winner(
        CompositeDerivatives,
        "six axes",
        Function::InverseDynamicsDerivatives,
        80,
    ),
    Winner(Expanded, "spatial arm", Function::ForwardDynamics, 90),
    Winner(MassMatrix, "six axes", Function::ForwardDynamics, 15),
    Winner(
        ArticulatedBodies,
        "five-bar legs",
        Function::ForwardDynamics,
        35,
    ),
    Winner(
        JointPivotedRows,
        "gantry",
        Function::ConstrainedForwardDynamics,
        40,
    ),
    Winner(
        EliminatedRows,
        "five-bar legs",
        Function::ConstraintImpulse,
        20,
    ),
    Winner(
        JointPivotedAndEliminatedRows,
        "hopper",
        Function::ConstraintImpulse,
        10,
    ),
    Winner(KktMatrix, "arm with gears", Function::ConstraintImpulse, 10),
    Winner(
        AllRowsJointPivoted,
        "quadruped",
        Function::ConstrainedForwardDynamicsWithPivots,
        80,
    ),
    Winner(
        Partitioned,
        "six axes",
        Function::ConstrainedForwardDynamicsWithPivots,
        15,
    ),
];

fn robot(name: &str, function: Function) -> Robot {
    let settings = |root| Settings {
        root,
        functions: [function].into(),
        ..Settings::default()
    };
    let tokens = |items: &str| Robot::of_tokens(items, settings(Root::Fixed));
    match name {
        "floating spatial arm" => Robot::of(
            &shared_fixture("spatial_arm.urdf"),
            settings(Root::FLOATING),
        ),
        "spatial arm" => Robot::of(&shared_fixture("spatial_arm.urdf"), settings(Root::Fixed)),
        "six axes" => Robot::of(&fixture("six_axes.urdf"), settings(Root::Fixed)),
        "five-bar legs" => tokens(&five_bar_legs(false)),
        "quadruped" => tokens(&quadruped("world")),
        "arm with gears" => tokens(&arm(GEARS)),
        "gantry" => tokens(GANTRY),
        "hopper" => tokens(HOPPER),
        _ => unreachable!("{name} is no robot of the list"),
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn each_algorithm_is_the_cheapest_for_some_robot() {
    for Winner(algorithm, name, function, percent) in WINNERS {
        let dynamics = robot(name, function).derive();
        let derivation = &dynamics.derivations.functions[0];
        let cost = Count::of(&derivation.program).mul_add();
        assert_eq!(
            derivation.route.algorithm(),
            algorithm,
            "{name}: {function}"
        );
        let others = derivation.others.iter();
        let others = others.filter(|(route, _)| route.algorithm() != algorithm);
        let next = others
            .map(|(_, program)| Count::of(program).mul_add())
            .min();
        let next = next.unwrap_or_else(|| panic!("{name}: {function} by {algorithm} alone"));
        assert!(
            100 * next >= (100 + percent) * cost,
            "{name}: {function} by {algorithm} takes {cost}, the next {next}"
        );
    }
}
