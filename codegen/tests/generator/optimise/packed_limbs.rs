//! Packing of isomorphic limbs: which values are packed, and that each pack equals its lanes.

use std::path::Path;

use multibody_codegen::internal::ir::{Count, Program};
use multibody_codegen::internal::passes::pack::{MulAddSigns, PackKind, Packing};
use multibody_codegen::settings::{Effort, Functions, Root};
use multibody_codegen::{Function, Settings, generate_attribute};

use crate::support::corpus;
use crate::support::{Derived, Robot, State, assert_formatted, four_legs};

fn settings(functions: Functions, pack_limbs: bool) -> Settings {
    Settings {
        functions,
        pack_limbs,
        effort: Effort::None,
        ..Settings::default()
    }
}

/// A trunk with two arms, unlike in all numbers, and a head.
const ARMS: &str = "gravity = [0, 0, -9.81], \
    joint waist { revolute, parent: world, child: trunk, axis: z }, \
    joint left_lift { revolute, parent: trunk, child: left_upper, axis: y, origin: [0, 0.2, 0.4] }, \
    joint left_turn { revolute, parent: left_upper, child: left_fore, axis: z, origin: [0.3, 0, 0] }, \
    joint left_reach { prismatic, parent: left_fore, child: left_hand, axis: x, origin: [0.1, 0.02, 0] }, \
    joint right_lift { revolute, parent: trunk, child: right_upper, axis: y, origin: [0, -0.25, 0.4] }, \
    joint right_turn { revolute, parent: right_upper, child: right_fore, axis: -z, origin: [0.28, 0, 0] }, \
    joint right_reach { prismatic, parent: right_fore, child: right_hand, axis: x, origin: [0.1, 0, 0.01] }, \
    joint nod { revolute, parent: trunk, child: head, axis: y, origin: [0, 0, 0.6] }, \
    body trunk { mass: 9, com: [0.01, 0, 0.2], inertia: diag(0.3, 0.2, 0.15) }, \
    body left_upper { mass: 2, com: [0.1, 0.01, 0], inertia: diag(0.01, 0.03, 0.03) }, \
    body left_fore { mass: 1, com: [0.1, 0, 0.02], inertia: diag(0.004, 0.01, 0.012) }, \
    body left_hand { mass: 0.4, com: [0.05, 0, 0], inertia: diag(0.001, 0.002, 0.002) }, \
    body right_upper { mass: 2.1, com: [0.1, 0, 0.01], inertia: diag(0.012, 0.03, 0.031) }, \
    body right_fore { mass: 0.9, com: [0.11, 0, 0], inertia: diag(0.004, 0.011, 0.012) }, \
    body right_hand { mass: 0.5, com: [0.04, 0.01, 0], inertia: diag(0.001, 0.002, 0.003) }, \
    body head { mass: 1.5, com: [0, 0, 0.1], inertia: diag(0.01, 0.01, 0.01) },";

/// What is stored of each pack is what it is made of, lane by lane.
fn assert_consistent(dynamics: &Derived, program: &Program, subject: &str) -> Packing {
    let system = &dynamics.robot.system;
    let packs = Packing::of(program, &system.limbs());
    let state = State::random(system, 1, 5);
    let stored: Vec<Vec<f64>> = (packs.packs.iter())
        .map(|pack| {
            let values = state.evaluate(&program.with_outputs(&pack.lanes));
            let lanes = values.iter().zip(&pack.negative);
            lanes
                .map(|(value, negative)| if *negative { -value } else { *value })
                .collect()
        })
        .collect();
    for (index, pack) in packs.packs.iter().enumerate() {
        for lane in 0..pack.lanes.len() {
            let of = |part: &usize| stored[*part][lane];
            let (expected, size) = match &pack.kind {
                PackKind::Broadcast | PackKind::Gather => continue,
                PackKind::Sum([a, b], opposite) => {
                    let sign = if opposite[lane] { -1.0 } else { 1.0 };
                    (of(a) + sign * of(b), of(a).abs() + of(b).abs())
                }
                PackKind::Product([a, b]) => (of(a) * of(b), (of(a) * of(b)).abs()),
                PackKind::Quotient([a, b]) => (of(a) / of(b), (of(a) / of(b)).abs()),
                PackKind::MulAdd([x, y, term], signs) => {
                    let (product, term) = (of(x) * of(y), of(term));
                    let sum = match signs {
                        MulAddSigns::Plus => product + term,
                        MulAddSigns::MinusTerm => product - term,
                        MulAddSigns::MinusProduct => term - product,
                    };
                    (sum, product.abs() + term.abs())
                }
            };
            let actual = stored[index][lane];
            let error = (actual - expected).abs();
            assert!(
                error <= 1e-14 * size,
                "{subject}: {pack:?}: {actual}, {expected}"
            );
        }
    }
    packs
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn groups_are_what_their_lanes_are() {
    let legs = four_legs(|_, _| String::new());
    for (items, width, least) in [(legs.as_str(), 4, 2000), (ARMS, 2, 100)] {
        let mut grouped = 0;
        for pack_limbs in [false, true] {
            let robot =
                Robot::of_tokens(items, settings(Functions::default(), pack_limbs)).derive();
            robot.assert_proved();
            for of in &robot.derivations.functions {
                let subject = of.target.function.name();
                let packs = assert_consistent(&robot, &of.program, subject);
                let lanes = packs.packs.iter().map(|pack| pack.lanes.len());
                assert!(lanes.clone().all(|lanes| lanes == width), "{subject}");
                let weight = packs.weight(&of.program);
                assert!(weight <= Count::of(&of.program).weight(), "{subject}");
                grouped += packs.operations(width);
            }
        }
        assert!(grouped > least, "{grouped}");
    }
}

/// In one scope and in blocks, by value and in place, with and without the processor's answer.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rustfmt_changes_nothing() {
    let legs =
        four_legs(|leg, _| format!("contact foot{leg} {{ at: [shank{leg}, [0, 0, -0.26]] }},"));
    for (items, side, options) in [
        (legs.as_str(), "Four", "at(bias, gravity), dispatch = true"),
        (ARMS, "Two", "bundle(step = [mass_matrix, bias])"),
    ] {
        let attribute = format!("{items} pack_limbs = true, {options}");
        let result = generate_attribute(
            attribute.parse().expect("tokens"),
            "pub struct Robot;".parse().expect("tokens"),
            Path::new("."),
            &mut |_| (),
        );
        let generated = result.generated;
        let text = generated
            .unwrap_or_else(|| panic!("{:?}", result.reports.tokens))
            .definitions;
        assert!(text.contains(&format!("multibody::{side}::same(")));
        assert!(text.contains("Packed: "));
        assert_formatted(&text);
    }
}

/// A field stands where other limbs have a constant.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_field_in_one_limb_keeps_groups_together() {
    let legs = four_legs(|_, _| String::new());
    let loaded = legs.replacen("mass: 1.1, com", "mass: load, com", 1);
    assert_ne!(legs, loaded);
    let packs = |items: &str, item: &str| {
        let attribute =
            format!("{items} pack_limbs = true, functions(inverse_dynamics, forward_dynamics)");
        let result = generate_attribute(
            attribute.parse().expect("tokens"),
            item.parse().expect("tokens"),
            Path::new("."),
            &mut |_| (),
        );
        let text = result
            .generated
            .expect("a robot without a fault")
            .definitions;
        text.matches("        let v").count()
    };
    let plain = packs(&legs, "pub struct Robot;");
    let with_field = packs(&loaded, "pub struct Robot { pub load: f64 }");
    println!("{plain} groups, {with_field} with a field in one leg");
    assert!(
        plain > 300 && with_field * 10 > plain * 8,
        "{plain}, {with_field}"
    );
}

/// What weighs least when packed is chosen, not what has fewest operations.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn quadrupeds_and_humanoids_weigh_less_packed() {
    let corpus = corpus::folder();
    let functions = [
        Function::InverseDynamics,
        Function::MassMatrix,
        Function::ForwardDynamics,
        Function::MassMatrixInverse,
    ];
    let weights = |name: &str, pack_limbs: bool| {
        let settings = Settings {
            root: Root::FLOATING,
            effort: Effort::Default,
            ..settings(functions.into(), pack_limbs)
        };
        let dynamics = Robot::of(&corpus.robot(name), settings).derive();
        functions.map(|function| {
            let program = dynamics.program(function);
            if pack_limbs {
                assert_consistent(&dynamics, program, name).weight(program)
            } else {
                Count::of(program).weight()
            }
        })
    };
    for (name, expected) in [
        (
            "anymal_b",
            [[1391, 662, 2640, 3552], [919, 503, 1867, 2449]],
        ),
        (
            "talos_reduced",
            [[3712, 3355, 7929, 17361], [2748, 2453, 5625, 12457]],
        ),
    ] {
        let actual = [false, true].map(|pack_limbs| weights(name, pack_limbs));
        assert_eq!(actual, expected, "{name}");
    }
}

/// Directions and weights belong to limbs as rates and forces do.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn products_with_derivatives_weigh_less_packed() {
    let functions = [Function::InverseDynamicsJvp, Function::InverseDynamicsVjp];
    let settings = Settings {
        root: Root::FLOATING,
        ..settings(functions.into(), true)
    };
    let dynamics = Robot::of(&corpus::folder().robot("anymal_b"), settings).derive();
    for function in functions {
        let program = dynamics.program(function);
        let packed = assert_consistent(&dynamics, program, function.name()).weight(program);
        let weight = Count::of(program).weight();
        println!("{function}: {packed} of {weight}");
        assert!(10 * packed < 8 * weight, "{function}: {packed} of {weight}");
    }
}
