//! The proof sees every number of the description: where one is off by a part in a million, the
//! unchanged program is refuted.

use multibody_codegen::internal::exact::{Angle, rotation};
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::force::{self, Along, Element};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Builder, Matrix3, Program, Value};
use multibody_codegen::internal::prove;
use multibody_codegen::internal::system::{Offset, System};
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Rational, Settings, integer};

use crate::support::{Derived, Robot, fixture};

/// A system with one number changed, and what that is.
type Changed = (String, ExaminedSystem);

fn millionth() -> Rational {
    integer(1) / integer(1_000_000)
}

/// A number that is a part in a million larger, or a millionth where it is 0.
fn off(b: &mut Builder, value: Value) -> Value {
    let original = b
        .as_constant(value)
        .expect("a robot without parameters")
        .clone();
    let replacement = if original == Rational::ZERO {
        millionth()
    } else {
        original * (integer(1) + millionth())
    };
    b.constant(&replacement)
}

/// Turned by a millionth about a coordinate axis.
fn turned(b: &mut Builder, matrix: &Matrix3, axis: usize) -> Matrix3 {
    let turn = rotation::about(axis, &Angle::of_radians(&millionth()));
    let turn = turn.map(|row| row.map(|entry| b.constant(&entry)));
    b.mul_mat(matrix, &turn)
}

fn apply(robot: &ExaminedSystem, subject: String, change: impl FnOnce(&mut System)) -> Changed {
    let mut system = robot.clone();
    change(&mut system.system);
    (subject, system)
}

/// Every number of mass and inertia, changed.
fn masses(robot: &ExaminedSystem) -> Vec<Changed> {
    let mut all = Vec::new();
    for (index, link) in robot.tree.links.iter().enumerate() {
        let name = &link.name;
        all.push(apply(robot, format!("mass of {name}"), |m| {
            m.tree.links[index].mass = off(&mut m.builder, m.tree.links[index].mass);
        }));
        for k in 0..3 {
            all.push(apply(robot, format!("com {k} of {name}"), |m| {
                m.tree.links[index].com[k] = off(&mut m.builder, m.tree.links[index].com[k]);
            }));
            for j in 0..=k {
                all.push(apply(robot, format!("inertia {j}{k} of {name}"), |m| {
                    let replacement = off(&mut m.builder, m.tree.links[index].inertia[j][k]);
                    m.tree.links[index].inertia[j][k] = replacement;
                    m.tree.links[index].inertia[k][j] = replacement;
                }));
            }
        }
    }
    all
}

/// Every number of the joints but that to the world, changed.
fn joints(robot: &ExaminedSystem) -> Vec<Changed> {
    let mut all = Vec::new();
    for (index, joint) in robot.tree.joints.iter().enumerate().skip(1) {
        let name = &joint.name;
        for k in 0..3 {
            all.push(apply(robot, format!("origin {k} of {name}"), |m| {
                let translation = &mut m.tree.joints[index].origin.translation[k];
                *translation = off(&mut m.builder, *translation);
            }));
            all.push(apply(robot, format!("turn about {k} of {name}"), |m| {
                let rotation = &mut m.tree.joints[index].origin.rotation;
                *rotation = turned(&mut m.builder, rotation, k);
            }));
        }
        let [motion] = &joint.motions[..] else {
            continue;
        };
        for k in 0..2 {
            all.push(apply(robot, format!("axis of {name} about {k}"), |m| {
                let motion = &mut m.tree.joints[index].motions[0];
                motion.axes = turned(&mut m.builder, &motion.axes, k);
            }));
        }
        if robot.coordinates[motion.coordinate].joint != *name {
            all.push(apply(robot, format!("multiplier of {name}"), |m| {
                let motion = &mut m.tree.joints[index].motions[0];
                motion.multiplier *= integer(1) + millionth();
            }));
            all.push(apply(robot, format!("offset of {name}"), |m| {
                let motion = &mut m.tree.joints[index].motions[0];
                motion.offset = off_offset(&motion.offset);
            }));
        }
    }
    all
}

/// With an armature more, of which the program knows nothing.
fn armatures(robot: &ExaminedSystem) -> Vec<Changed> {
    let simple = robot.tree.joints.iter().enumerate();
    let simple = simple.filter(|(_, joint)| joint.single_rate_motion().is_some());
    simple
        .map(|(index, joint)| {
            apply(robot, format!("armature of {}", joint.name), |m| {
                m.tree.joints[index].armature = off(&mut m.builder, m.tree.joints[index].armature);
            })
        })
        .collect()
}

/// With a force element more, of which the program knows nothing.
fn forces(robot: &ExaminedSystem) -> Vec<Changed> {
    let simple = robot.tree.joints.iter().enumerate();
    let simple = simple.filter(|(_, joint)| joint.single_rate_motion().is_some());
    let simple: Vec<(usize, &String)> = simple.map(|(at, joint)| (at, &joint.name)).collect();
    let more = |kind: force::Kind| {
        let simple = simple.iter();
        simple.map(move |&(joint, name)| {
            apply(robot, format!("{} of {name}", kind.name()), |m| {
                let coefficients = [millionth(), integer(1)];
                let coefficients = coefficients.map(|n| m.builder.constant(&n)).into();
                m.forces.push(Element {
                    kind,
                    along: Along::Joint(joint),
                    coefficients,
                });
            })
        })
    };
    force::TYPES.into_iter().flat_map(more).collect()
}

fn off_offset(offset: &Offset) -> Offset {
    match offset {
        Offset::Zero => Offset::Angle(Angle::of_radians(&millionth())),
        Offset::Length(length) => Offset::Length(length * (integer(1) + millionth())),
        Offset::Angle(angle) => {
            let turn = Angle::of_radians(&millionth());
            Offset::Angle(Angle {
                cos: &angle.cos * &turn.cos - &angle.sin * &turn.sin,
                sin: &angle.sin * &turn.cos + &angle.cos * &turn.sin,
            })
        }
    }
}

fn gravity(robot: &ExaminedSystem) -> Vec<Changed> {
    let component = |k: usize| {
        apply(robot, format!("gravity {k}"), |m| {
            m.gravity[k] = off(&mut m.builder, m.gravity[k]);
        })
    };
    (0..3).map(component).collect()
}

fn derive(functions: &[Function], links: &[&str]) -> Derived {
    let settings = Settings {
        root: Root::FLOATING,
        effort: Effort::None,
        functions: functions.to_vec().into(),
        links: links.iter().map(|&link| link.to_owned()).collect(),
        ..Settings::default()
    };
    Robot::of(&fixture("crawler.urdf"), settings).derive()
}

/// Asserts that the unchanged program of a function is refuted for all changed robots.
fn assert_refuted(dynamics: &Derived, function: Function, changed: &[Changed]) {
    let derivation = dynamics
        .derivations
        .functions
        .iter()
        .find(|d| d.target.function == function);
    let derivation = derivation.expect("it was derived");
    let prove = |system: &ExaminedSystem, target: Target, program: &Program| {
        prove::prove(system, &[], target, program)
    };
    let (target, program) = (derivation.target, &derivation.program);
    assert_eq!(
        prove(&dynamics.robot.system, target, program),
        Ok(()),
        "{function}"
    );
    let mut overlooked = Vec::new();
    for (subject, system) in changed {
        match prove(system, target, program) {
            Err(prove::Refutation::Counterexample { .. }) => {}
            other => overlooked.push(format!("{subject}: {other:?}")),
        }
    }
    println!(
        "{function}: {} of {} changes refuted",
        changed.len() - overlooked.len(),
        changed.len()
    );
    assert!(
        overlooked.is_empty(),
        "{function} is proved in spite of {overlooked:#?}"
    );
}

/// Afloat, inverse dynamics depends on every number of the robot.
#[test]
fn inverse_dynamics_is_refuted_for_every_changed_number() {
    let dynamics = derive(&[Function::InverseDynamics], &[]);
    let robot = &dynamics.robot.system;
    let all = [
        masses(robot),
        joints(robot),
        armatures(robot),
        forces(robot),
        gravity(robot),
    ]
    .concat();
    assert!(all.len() > 100, "{}", all.len());
    assert_refuted(&dynamics, Function::InverseDynamics, &all);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_function_of_the_masses_is_refuted_for_changed_ones() {
    use Function::*;
    let moving = [
        ChristoffelSymbols,
        CenterOfMassVelocity,
        CenterOfMassAcceleration,
        Centroidal,
    ];
    let functions: Vec<Function> = Function::always().chain(moving).collect();
    let dynamics = derive(&functions, &[]);
    let masses = masses(&dynamics.robot.system);
    let only = |part: &str| -> Vec<Changed> {
        masses
            .iter()
            .filter(|(what, _)| what.starts_with(part))
            .cloned()
            .collect()
    };
    let (mass, com) = (only("mass"), [only("mass"), only("com")].concat());
    for function in functions {
        match function {
            TotalMass => assert_refuted(&dynamics, function, &mass),
            Gravity
            | PotentialEnergy
            | CenterOfMass
            | CenterOfMassVelocity
            | CenterOfMassAcceleration => assert_refuted(&dynamics, function, &com),
            _ => assert_refuted(&dynamics, function, &masses),
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_function_of_the_kinetic_energy_is_refuted_for_changed_armatures() {
    let functions = [
        Function::MassMatrix,
        Function::MassMatrixInverse,
        Function::KineticEnergy,
        Function::InverseDynamics,
        Function::ForwardDynamics,
    ];
    let dynamics = derive(&functions, &[]);
    let armatures = armatures(&dynamics.robot.system);
    assert!(armatures.len() > 3, "{}", armatures.len());
    for function in functions {
        assert_refuted(&dynamics, function, &armatures);
    }
}

/// What a link's momentum and the wrench at its joint depend on, and nothing else.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn momenta_and_wrenches_are_refuted_for_every_changed_number() {
    let momenta = [Function::Momentum, Function::MomentumRate];
    let wrenches = [Function::JointWrench, Function::JointWrenchBody];
    let functions = [momenta, wrenches].concat();
    let dynamics = derive(&functions, &["right_thigh"]);
    let robot = &dynamics.robot.system;
    let about = |changes: Vec<Changed>, links: &[&str]| -> Vec<Changed> {
        let on = |what: &str| links.iter().any(|link| what.ends_with(link));
        changes.into_iter().filter(|(what, _)| on(what)).collect()
    };
    let own = about(masses(robot), &["right_thigh"]);
    assert_eq!(own.len(), 10);
    let before = about(joints(robot), &["right_hip"]);
    assert!(!before.is_empty());
    let behind = about(masses(robot), &["right_thigh", "right_shank"]);
    let behind = [behind, gravity(robot)].concat();
    for function in momenta {
        assert_refuted(&dynamics, function, &own);
    }
    for function in wrenches {
        assert_refuted(&dynamics, function, &behind);
    }
    for function in functions {
        assert_refuted(&dynamics, function, &before);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn kinematics_is_refuted_for_every_changed_number_on_the_path() {
    let functions = [
        Function::Pose,
        Function::Jacobian,
        Function::JacobianBody,
        Function::JacobianRate,
        Function::JacobianRateBody,
        Function::Velocity,
        Function::VelocityBody,
        Function::Acceleration,
        Function::AccelerationBody,
    ];
    let dynamics = derive(&functions, &["right_shank"]);
    let on_the_path = |what: &str| what.contains("right_hip") || what.contains("right_knee");
    let mut changed = joints(&dynamics.robot.system);
    changed.retain(|(what, _)| on_the_path(what));
    assert_refuted(&dynamics, Function::Pose, &changed);
    // What a link does behind its own joint is not seen from that joint.
    changed.retain(|(what, _)| what.contains("right_hip"));
    for function in &functions[1..] {
        assert_refuted(&dynamics, *function, &changed);
    }
}
