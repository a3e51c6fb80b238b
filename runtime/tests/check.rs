//! A robot written by hand in the shape of emitted code: `check` accepts it, and rejects it with one
//! part in a million of error in any inertia.

use multibody::{
    Chart, CoriolisMatrix, Described, ForwardDynamics, JointInfo, JointKind, Joints, Limits,
    MassMatrixInverse, Multibody, Real, check,
    reference::{Mismatch, Quantity, State, check_at},
};

/// A pole (along z, from its hinge) that tips about y, on a cart along x.
#[derive(Clone, Copy)]
struct CartPole {
    cart_mass: f64,
    pole_mass: f64,
    /// From the hinge to the pole's centre of mass.
    length: f64,
    /// About the pole's centre of mass.
    inertia: f64,
}

const EARTH: f64 = 9.81;

const CART_POLE: CartPole = CartPole {
    cart_mass: 1.5,
    pole_mass: 0.4,
    length: 0.3,
    inertia: 0.012,
};

const JOINTS: &[JointInfo] = &[
    JointInfo {
        name: "rail",
        kind: JointKind::Prismatic,
        chart: Chart::Vector,
        q: 0,
        nq: 1,
        v: 0,
        nv: 1,
        parent: None,
        link: None,
        limits: Limits {
            lower: -1.0,
            upper: 2.0,
            ..Limits::NONE
        },
    },
    JointInfo {
        name: "hinge",
        kind: JointKind::Continuous,
        chart: Chart::Vector,
        q: 1,
        nq: 1,
        v: 1,
        nv: 1,
        parent: None,
        link: None,
        limits: Limits::NONE,
    },
];

impl Joints for CartPole {
    fn joints(&self) -> &'static [JointInfo] {
        JOINTS
    }
}

impl CartPole {
    fn mass(&self) -> f64 {
        self.cart_mass + self.pole_mass
    }
}

impl<T: Real> Multibody<T, 2, 2> for CartPole {
    fn mass_matrix(&self, q: &[T; 2]) -> [[T; 2]; 2] {
        let coupling = T::lit(self.pole_mass * self.length) * q[1].cos();
        let tipping = T::lit(self.inertia + self.pole_mass * self.length * self.length);
        [[T::lit(self.mass()), coupling], [coupling, tipping]]
    }

    fn coriolis(&self, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
        times(&self.coriolis_matrix(q, qd), qd)
    }

    fn gravity(&self, q: &[T; 2]) -> [T; 2] {
        let weight = T::lit(self.pole_mass * EARTH * self.length);
        [T::ZERO, -weight * q[1].sin()]
    }

    fn bias(&self, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
        plus(self.coriolis(q, qd), self.gravity(q))
    }

    fn inverse_dynamics(&self, q: &[T; 2], qd: &[T; 2], qdd: &[T; 2]) -> [T; 2] {
        plus(times(&self.mass_matrix(q), qdd), self.bias(q, qd))
    }

    fn kinetic_energy(&self, q: &[T; 2], qd: &[T; 2]) -> T {
        let [px, pt] = times(&self.mass_matrix(q), qd);
        T::lit(0.5) * (px * qd[0] + pt * qd[1])
    }

    fn potential_energy(&self, q: &[T; 2]) -> T {
        T::lit(self.pole_mass * EARTH * self.length) * q[1].cos()
    }

    fn center_of_mass(&self, q: &[T; 2]) -> [T; 3] {
        let (sin, cos) = q[1].sin_cos();
        let lever = T::lit(self.pole_mass * self.length / self.mass());
        [q[0] + lever * sin, T::ZERO, lever * cos]
    }

    fn total_mass(&self) -> T {
        T::lit(self.mass())
    }
}

impl<T: Real> ForwardDynamics<T, 2, 2> for CartPole {
    fn forward_dynamics(&self, q: &[T; 2], qd: &[T; 2], tau: &[T; 2]) -> [T; 2] {
        let bias = self.bias(q, qd);
        let net = [tau[0] - bias[0], tau[1] - bias[1]];
        times(&self.mass_matrix_inverse(q), &net)
    }
}

impl<T: Real> CoriolisMatrix<T, 2, 2> for CartPole {
    fn coriolis_matrix(&self, q: &[T; 2], qd: &[T; 2]) -> [[T; 2]; 2] {
        let moment = T::lit(self.pole_mass * self.length);
        [[T::ZERO, -moment * q[1].sin() * qd[1]], [T::ZERO; 2]]
    }
}

impl<T: Real> MassMatrixInverse<T, 2, 2> for CartPole {
    fn mass_matrix_inverse(&self, q: &[T; 2]) -> [[T; 2]; 2] {
        let [[a, b], [_, c]] = self.mass_matrix(q);
        let d = T::ONE / (a * c - b * b);
        [[c * d, -b * d], [-b * d, a * d]]
    }
}

impl CartPole {
    /// The pole's link: rotation by rows, then position.
    fn pose_of_pole<T: Real>(&self, q: &[T; 2]) -> [T; 12] {
        let (s, c) = q[1].sin_cos();
        let (o, i) = (T::ZERO, T::ONE);
        [c, o, s, o, i, o, -s, o, c, q[0], o, o]
    }

    /// Wrench on the pole, at the hinge.
    fn generalized_force<T: Real>(&self, wrench: &[T; 6]) -> [T; 2] {
        [wrench[0], wrench[4]]
    }
}

fn plus<T: Real>(a: [T; 2], b: [T; 2]) -> [T; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn times<T: Real>(m: &[[T; 2]; 2], x: &[T; 2]) -> [T; 2] {
    m.map(|row| row[0] * x[0] + row[1] * x[1])
}

multibody::reference_items! {
    use multibody::reference::{Coordinate, Joint, Link, Model, Motion};

    const UPRIGHT: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn coordinate(index: usize) -> Coordinate {
        Coordinate { index_q: index, index_v: index, multiplier: 1.0, offset: 0.0 }
    }

    /// The description of a robot, and functions that may be those of another.
    struct Checked {
        described: CartPole,
        emitted: CartPole,
    }

    impl Described for Checked {
        fn model(&self) -> Model {
            let robot = &self.described;
            let i = robot.inertia;
            let links = [
                Link { name: "cart", mass: robot.cart_mass, com: [0.0; 3], inertia: UPRIGHT },
                Link {
                    name: "pole",
                    mass: robot.pole_mass,
                    com: [0.0, 0.0, robot.length],
                    inertia: [[i, 0.0, 0.0], [0.0, i, 0.0], [0.0, 0.0, 0.0]],
                },
            ];
            let joints = [
                Joint {
                    name: "rail",
                    parent: None,
                    child: 0,
                    rotation: UPRIGHT,
                    translation: [0.0; 3],
                    motion: Motion::Prismatic { axis: [1.0, 0.0, 0.0], coordinate: coordinate(0) },
                },
                Joint {
                    name: "hinge",
                    parent: Some(0),
                    child: 1,
                    rotation: UPRIGHT,
                    translation: [0.0; 3],
                    motion: Motion::Revolute { axis: [0.0, 2.0, 0.0], coordinate: coordinate(1) },
                },
            ];
            Model::new([0.0, 0.0, -EARTH], links, joints).limited(JOINTS)
        }

        fn wrench_links(&self) -> &'static [&'static str] {
            &["pole"]
        }

        fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
            let robot = &self.emitted;
            let array = |slice: &[f64]| [slice[0], slice[1]];
            let (q, qd) = (&array(&state.q), &array(&state.qd));
            let (qdd, tau) = (&array(&state.qdd), &array(&state.tau));
            let force = robot.generalized_force(&state.wrenches[0]);
            let with_wrench = plus(*tau, force);
            let without = robot.inverse_dynamics(q, qd, qdd);
            report(Quantity::MassMatrix, robot.mass_matrix(q).as_flattened());
            report(Quantity::MassMatrixInverse, robot.mass_matrix_inverse(q).as_flattened());
            report(Quantity::CoriolisMatrix, robot.coriolis_matrix(q, qd).as_flattened());
            report(Quantity::Coriolis, &robot.coriolis(q, qd));
            report(Quantity::Gravity, &robot.gravity(q));
            report(Quantity::Bias, &robot.bias(q, qd));
            report(Quantity::InverseDynamics, &without);
            report(
                Quantity::InverseDynamicsWithWrenches,
                &[without[0] - force[0], without[1] - force[1]],
            );
            report(Quantity::ForwardDynamics, &robot.forward_dynamics(q, qd, tau));
            report(
                Quantity::ForwardDynamicsWithWrenches,
                &robot.forward_dynamics(q, qd, &with_wrench),
            );
            report(Quantity::GeneralizedForce, &force);
            report(Quantity::KineticEnergy, &[robot.kinetic_energy(q, qd)]);
            report(Quantity::PotentialEnergy, &[robot.potential_energy(q)]);
            report(Quantity::CenterOfMass, &robot.center_of_mass(q));
            report(Quantity::TotalMass, &[robot.mass()]);
            report(Quantity::Pose("pole"), &robot.pose_of_pole(q));
            report(
                Quantity::Jacobian("pole"),
                &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            );
            let (s, c) = q[1].sin_cos();
            report(
                Quantity::JacobianBody("pole"),
                &[c, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            );
        }
    }
}

fn comparison_with(emitted: CartPole) -> Checked {
    Checked {
        described: CART_POLE,
        emitted,
    }
}

#[test]
fn right_functions_pass() {
    let report = check(&comparison_with(CART_POLE)).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(report.rows().len(), 18);
    for row in report.rows() {
        assert!(row.largest > 0.1, "{} is zero", row.quantity);
    }
    let table = report.to_string();
    assert_eq!(table.lines().count(), 20);
    assert!(
        table.contains("jacobian of pole in its own axes"),
        "{table}"
    );
}

#[test]
fn one_part_in_a_million_fails() {
    let off = 1.0 + 1e-6;
    let mut robots = [CART_POLE; 4];
    robots[0].cart_mass *= off;
    robots[1].pole_mass *= off;
    robots[2].length *= off;
    robots[3].inertia *= off;
    for emitted in robots {
        let fault = check(&comparison_with(emitted)).unwrap_err();
        let Mismatch::Value { report } = &fault else {
            panic!("{fault}");
        };
        assert_eq!(report.rows().len(), 18, "all functions are listed");
        let mass_matrix = &report.rows()[0];
        assert_eq!(mass_matrix.quantity, Quantity::MassMatrix);
        assert!(mass_matrix.error > 1e3);
        assert!(fault.to_string().contains("should be"), "{fault}");
    }
}

#[test]
fn a_value_that_is_not_finite_fails() {
    for value in [f64::NAN, f64::INFINITY] {
        let mut emitted = CART_POLE;
        emitted.inertia = value;
        let fault = check(&comparison_with(emitted)).unwrap_err();
        assert!(matches!(fault, Mismatch::Value { .. }), "{fault}");
    }
}

/// A robot that reports one result, the right one or not.
struct Reports(&'static [(Quantity, &'static [f64])]);

impl Described for Reports {
    fn model(&self) -> Model {
        comparison_with(CART_POLE).model()
    }

    fn evaluate(&self, _state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
        for (quantity, values) in self.0 {
            report(*quantity, values);
        }
    }
}

#[test]
fn nothing_to_check_is_a_mismatch() {
    assert_eq!(check(&Reports(&[])), Err(Mismatch::NothingEvaluated));
    let right = Reports(&[(Quantity::TotalMass, &[1.9])]);
    assert!(check(&right).is_ok());
    assert_eq!(check_at(&right, []), Err(Mismatch::NothingEvaluated));
}

/// The cart-pole with the list of what it reports, and without one of the lines that report.
struct Without(usize);

const LISTED: &[Quantity] = &[
    Quantity::TotalMass,
    Quantity::Gravity,
    Quantity::KineticEnergy,
];
const LISTED_PARTS: &[multibody::reference::Part] =
    &[("", LISTED), ("bundle", &[Quantity::Gravity])];

impl Described for Without {
    fn model(&self) -> Model {
        comparison_with(CART_POLE).model()
    }

    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
        let (q, qd) = ([state.q[0], state.q[1]], [state.qd[0], state.qd[1]]);
        let (mass, energy) = (CART_POLE.mass(), CART_POLE.kinetic_energy(&q, &qd));
        let values = [vec![mass], CART_POLE.gravity(&q).to_vec(), vec![energy]];
        for (line, (quantity, values)) in LISTED.iter().zip(values).enumerate() {
            if line != self.0 {
                report(*quantity, &values);
            }
        }
    }

    fn evaluate_parts(
        &self,
        state: &State,
        report: &mut dyn FnMut(&'static str, Quantity, &[f64]),
    ) {
        if self.0 != LISTED.len() {
            let gravity = CART_POLE.gravity(&[state.q[0], state.q[1]]);
            report("bundle", Quantity::Gravity, &gravity);
        }
    }

    fn contents(&self) -> &'static [multibody::reference::Part] {
        LISTED_PARTS
    }
}

/// Whichever line is removed, of a function or of a bundle: what it reported is missed.
#[test]
fn a_removed_report_is_a_mismatch() {
    let robot = Without(usize::MAX);
    let report = check(&robot).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(report.rows().len(), 4);
    let mut missed = Vec::new();
    for line in 0..=LISTED.len() {
        let fault = check(&Without(line)).unwrap_err();
        let Mismatch::Missing { part, quantity } = fault else {
            panic!("line {line}: {fault}");
        };
        assert!(fault.to_string().contains("is missing"), "{fault}");
        missed.push((part, quantity));
    }
    missed.sort_by_key(|(part, quantity)| (*part, format!("{quantity:?}")));
    assert_eq!(
        missed,
        [
            ("", Quantity::Gravity),
            ("", Quantity::KineticEnergy),
            ("", Quantity::TotalMass),
            ("bundle", Quantity::Gravity),
        ]
    );
}

/// What reports more than it lists has a list that is out of date.
#[test]
fn a_report_that_is_not_listed_is_a_mismatch() {
    struct More;
    impl Described for More {
        fn model(&self) -> Model {
            comparison_with(CART_POLE).model()
        }

        fn evaluate(&self, _state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
            report(Quantity::TotalMass, &[1.9]);
        }

        fn contents(&self) -> &'static [multibody::reference::Part] {
            &[("bundle", &[])]
        }
    }
    let fault = Mismatch::Unlisted {
        part: "",
        quantity: Quantity::TotalMass,
    };
    assert_eq!(check(&More), Err(fault));
}

#[test]
fn results_of_another_shape_are_a_mismatch() {
    let fault = Mismatch::Length {
        part: "",
        quantity: Quantity::Gravity,
        expected: 2,
        found: 1,
    };
    assert_eq!(check(&Reports(&[(Quantity::Gravity, &[0.0])])), Err(fault));
}

#[test]
fn links_that_do_not_exist_are_a_mismatch() {
    let fault = Mismatch::UnknownLink { name: "wheel" };
    assert_eq!(
        check(&Reports(&[(Quantity::Pose("wheel"), &[0.0; 12])])),
        Err(fault)
    );
}

#[test]
fn states_stay_within_limits() {
    let model = comparison_with(CART_POLE).model();
    let rail = |seed| model.random_state(seed, 0).q[0];
    let positions: Vec<f64> = (0..100).map(rail).collect();
    assert!(positions.iter().all(|x| (-1.0..2.0).contains(x)));
    assert!(positions.iter().any(|x| *x > 1.5) && positions.iter().any(|x| *x < -0.5));
}

/// Single precision computes the same to its own rounding.
#[test]
fn functions_take_single_precision() {
    let (q, qd, tau) = ([0.3, 1.1], [0.7, -2.0], [1.0, 0.5]);
    let exact = CART_POLE.forward_dynamics(&q, &qd, &tau);
    let single = |x: [f64; 2]| x.map(f32::lit);
    let rounded = CART_POLE.forward_dynamics(&single(q), &single(qd), &single(tau));
    for (exact, rounded) in exact.iter().zip(rounded) {
        assert!((exact - f64::from(rounded)).abs() < 1e-5 * exact.abs());
    }
}
