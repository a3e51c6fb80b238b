//! What the documentation of emitted functions promises and asks for.

use multibody_codegen::internal::ir::{Floats, Program, evaluate};
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Settings, generate};

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
            let at = results(&derivation.program, &state);
            for kind in 0..5 {
                for index in 0..inputs(&mut state.clone())[kind].len() {
                    let with = |value: f64| {
                        let mut other = state.clone();
                        inputs(&mut other)[kind][index] = value;
                        results(&derivation.program, &other)
                    };
                    let (moved, poisoned) = (with(0.37), with(f64::NAN));
                    for entry in (0..at.len()).filter(|&entry| moved[entry] != at[entry]) {
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

#[test]
fn quaternions_are_asked_to_be_of_unit_length() {
    let asked = |root| {
        let settings = Settings {
            root,
            effort: Effort::None,
            proof: false,
            ..Settings::default()
        };
        let made = generate(&shared_fixture("planar_arm.urdf"), &settings, &mut |_| ());
        let items = made.expect("a robot").items;
        let count = |text: &str| items.matches(text).count();
        (
            count("quaternions x y z w of unit length"),
            count("/// - `q`: "),
        )
    };
    let (floating, positions) = asked(Root::FLOATING);
    assert!(
        floating == positions && positions > 8,
        "{floating} of {positions}"
    );
    assert_eq!(asked(Root::Fixed).0, 0);
}
