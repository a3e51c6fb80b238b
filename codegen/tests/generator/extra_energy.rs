//! The equations follow from the energy: a term added to one body's T changes them as Lagrange's
//! equations say, and the hand-written kernels, which do not know it, step back.

use std::collections::BTreeMap;

use multibody_codegen::internal::derive::Route;
use multibody_codegen::internal::ir::{Builder, InputKind, Program};
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::{Effort, Weld};
use multibody_codegen::{Function, Settings, integer};

use crate::support::duals::derivative;
use crate::support::{
    Derived, Robot, State, assert_close, dot, fixture, plus, times, transposed_times,
};

/// k of `k w^2 / 2`, kg m^2.
const K: f64 = 0.75;

/// `k w^2 / 2` of one component of the angular velocity: 3, 4, 5 of the twist.
fn spin_energy(component: usize) -> Program {
    let mut b = Builder::new();
    let w = b.input(InputKind::Local, component);
    let square = b.mul(w, w);
    let energy = b.scale(&(integer(3) / integer(8)), square);
    b.finish(&[energy])
}

/// The robot without and with the energy on the body of a joint.
fn without_and_with(robot: Robot, joint: &str, component: usize) -> [Derived; 2] {
    let bodies = place_bodies(&robot.system).bodies;
    let body = bodies
        .iter()
        .position(|body| body.joint == joint)
        .expect("a joint that moves");
    let extra = BTreeMap::from([(body, spin_energy(component))]);
    [robot.clone().derive(), robot.derive_with(&extra)]
}

fn assert_derived_forms_are_used(with: &Derived) {
    assert_eq!(
        with.derivations.refuted.as_deref(),
        Some("wrench of a body")
    );
    for derivation in &with.derivations.functions {
        assert!(
            matches!(derivation.route, Route::DerivedKernels(_)),
            "{}",
            derivation.route
        );
    }
}

#[test]
fn a_spinning_rotor_adds_its_inertia_to_a_pendulum() {
    let pendulum = Robot::of(&fixture("pendulum.urdf"), Settings::default());
    let [without, with] = without_and_with(pendulum, "hinge", 5);
    assert_eq!(without.derivations.refuted, None);
    assert_derived_forms_are_used(&with);
    let state = State::random(&with.robot.system, 0, 1);
    let gain = |function| with.at(function, &state)[0] - without.at(function, &state)[0];
    let (qd, qdd) = (state.qd[0], state.qdd[0]);
    for (function, expected) in [
        (Function::MassMatrix, K),
        (Function::Coriolis, 0.0),
        (Function::Gravity, 0.0),
        (Function::InverseDynamics, K * qdd),
        (Function::KineticEnergy, K * qd * qd / 2.0),
        (Function::PotentialEnergy, 0.0),
    ] {
        assert_close(&[gain(function)], &[expected], 1e-11, function.name());
    }
    // The proof knows the robot as read, and that has no rotor.
    let unproved = with
        .derivations
        .functions
        .iter()
        .filter(|d| with.prove(d).is_err());
    let unproved: Vec<&str> = unproved.map(|d| d.target.function.name()).collect();
    assert_eq!(
        unproved,
        [
            "mass_matrix",
            "inverse_dynamics",
            "forward_dynamics",
            "mass_matrix_inverse",
            "kinetic_energy"
        ]
    );
}

/// What `k w^2 / 2` with `w = j(q) qd` adds to Lagrange's equations, from j and its derivatives.
struct Gain<'a> {
    /// The body Jacobian of a link.
    jacobian: &'a Program,
    /// Its row of w.
    row: usize,
    state: &'a State,
}

impl Gain<'_> {
    fn row(&self, jacobian: Vec<f64>) -> Vec<f64> {
        let nv = self.state.qd.len();
        jacobian[self.row * nv..][..nv].to_vec()
    }

    /// j
    fn axis(&self) -> Vec<f64> {
        self.row(self.state.evaluate(self.jacobian))
    }

    /// The change of j along a direction.
    fn change(&self, along: &[f64]) -> Vec<f64> {
        let changes = BTreeMap::from([(InputKind::Q, along)]);
        self.row(derivative(self.jacobian, self.state, changes))
    }

    /// `k (j w)' - k w dw/dq` at an acceleration.
    fn force(&self, qdd: &[f64]) -> Vec<f64> {
        let qd = &self.state.qd;
        let (axis, along_motion) = (self.axis(), self.change(qd));
        let spin = dot(&axis, qd);
        let spin_rate = dot(&axis, qdd) + dot(&along_motion, qd);
        let nv = qd.len();
        let force = (0..nv).map(|i| {
            let unit: Vec<f64> = (0..nv).map(|j| f64::from(u8::from(i == j))).collect();
            let by_position = dot(&self.change(&unit), qd);
            K * (axis[i] * spin_rate + along_motion[i] * spin - spin * by_position)
        });
        force.collect()
    }
}

fn assert_gains(robot: Robot, joint: &str, component: usize) {
    let [without, with] = without_and_with(robot, joint, component);
    assert_derived_forms_are_used(&with);
    let jacobian = without.program(Function::JacobianBody);
    for seed in 1..=3 {
        let state = State::random(&with.robot.system, 0, seed);
        let gain = Gain {
            jacobian,
            row: component,
            state: &state,
        };
        let found = |function| {
            plus(
                &with.at(function, &state),
                -1.0,
                &without.at(function, &state),
            )
        };
        let zeros = vec![0.0; state.qd.len()];
        let (coriolis, force) = (gain.force(&zeros), gain.force(&state.qdd));
        assert!(coriolis.iter().any(|x| x.abs() > 1e-3), "{coriolis:?}");
        let axis = gain.axis();
        let product = |i: usize| axis.iter().map(move |x| x * K).map(move |x| (i, x));
        let mass: Vec<f64> = (0..axis.len())
            .flat_map(|i| product(i).map(|(i, x)| x * axis[i]).collect::<Vec<_>>())
            .collect();
        let spin = dot(&axis, &state.qd);
        for (function, expected) in [
            (Function::MassMatrix, &mass),
            (Function::Coriolis, &coriolis),
            (Function::Bias, &coriolis),
            (Function::InverseDynamics, &force),
            (Function::Gravity, &zeros),
            (Function::KineticEnergy, &vec![K * spin * spin / 2.0]),
        ] {
            assert_close(&found(function), expected, 1e-11, function.name());
        }
        // C stays that of the Christoffel symbols: C qd, and C + C^T = dM/dt.
        let c = with.at(Function::CoriolisMatrix, &state);
        let by_matrix = times(&c, &state.qd);
        assert_close(
            &by_matrix,
            &with.at(Function::Coriolis, &state),
            1e-11,
            "C qd",
        );
        let rates = BTreeMap::from([(InputKind::Q, state.qd.as_slice())]);
        let change = derivative(with.program(Function::MassMatrix), &state, rates);
        let (x, y) = (&state.qdd, &state.tau);
        let sum = dot(x, &times(&c, y)) + dot(y, &times(&c, x));
        assert_close(&[sum], &[dot(x, &times(&change, y))], 1e-11, "C + C^T");
        // Forward dynamics still inverts.
        let tau = with.at(Function::InverseDynamics, &state);
        let back = with.at(
            Function::ForwardDynamics,
            &State {
                tau,
                ..state.clone()
            },
        );
        assert_close(&back, &state.qdd, 1e-10, "forward dynamics");
        let inverse = with.at(Function::MassMatrixInverse, &state);
        let m = with.at(Function::MassMatrix, &state);
        assert_close(
            &times(&inverse, &transposed_times(&m, x)),
            x,
            1e-10,
            "M^-1 M",
        );
    }
}

/// Joints 1, 2 and 4 of the arm, whose axes are all different; the rest held.
fn arm(link: &str) -> Robot {
    let weld = |joint: &str| Weld {
        joint: joint.into(),
        position: integer(0),
    };
    let settings = Settings {
        functions: Function::always().chain([Function::JacobianBody]).collect(),
        links: vec![link.into()],
        effort: Effort::None,
        welds: ["axis_3", "axis_5", "axis_6"].map(weld).into(),
        ..Settings::default()
    };
    Robot::of(&fixture("six_axes.urdf"), settings)
}

#[test]
fn a_spinning_tip_changes_an_arm_as_lagrange_says() {
    assert_gains(arm("link_4"), "axis_4", 5);
}

/// Not symmetric about the joint's axis, so that the joint's own turn matters.
#[test]
fn a_tip_that_resists_across_its_axis_changes_an_arm_as_lagrange_says() {
    assert_gains(arm("link_4"), "axis_4", 3);
}

/// The generator chooses the frames of bodies with children anew; the energy is stated in the frame
/// that the description gives.
#[test]
fn an_energy_in_the_middle_of_the_chain_is_stated_in_the_frame_of_the_description() {
    assert_gains(arm("link_2"), "axis_2", 3);
}
