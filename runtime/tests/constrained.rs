//! Robots under constraints, written by hand in the shape of emitted code: what the runtime does with them, and what
//! `check` finds wrong.

use multibody::integrators::rk4;
use multibody::reference::{
    Constraint, Coordinate, Frame, Jet, Joint, Level, Link, Mismatch, Model, Motion, Quantity, Row,
    State,
};
use multibody::{
    Chart, Constrained, ConstrainedAcceleration, ConstrainedDynamics, ConstrainedForwardDynamics,
    ConstraintImpulse, ConstraintInfo, Described, Dual, ForwardDynamics, JointInfo, JointKind,
    Joints, Limits, Multibody, Real, WithoutConstraints, check, feedback, project,
};
const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const EARTH: f64 = 9.8;

const fn coordinate(name: &'static str, index: usize) -> JointInfo {
    JointInfo {
        name,
        kind: JointKind::Prismatic,
        chart: Chart::Vector,
        q: index,
        nq: 1,
        v: index,
        nv: 1,
        parent: None,
        link: None,
        limits: Limits::NONE,
    }
}

/// How the wire is written down.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wire {
    /// `(x . x - r^2) / 2`
    Half,
    /// `x . x - r^2`
    Square,
    /// `|x| - r`
    Length,
}

/// A bead in a vertical plane on a wire bent to a circle.
#[derive(Clone, Copy)]
struct Bead {
    mass: f64,
    radius: f64,
    wire: Wire,
    /// A quantity and the entry of it that is wrong by a millionth.
    wrong: Option<(Quantity, usize)>,
}

const QUIZ: Bead = Bead {
    mass: 10.0,
    radius: 2.0,
    wire: Wire::Half,
    wrong: None,
};

impl Bead {
    /// C and its first two derivatives by `x . x`.
    fn along<T: Real>(&self, square: T) -> [T; 3] {
        let r = T::lit(self.radius);
        match self.wire {
            Wire::Half => [T::lit(0.5) * (square - r * r), T::lit(0.5), T::ZERO],
            Wire::Square => [square - r * r, T::ONE, T::ZERO],
            Wire::Length => {
                let root = square.sqrt();
                let curve = T::lit(-0.25) / (square * root);
                [root - r, T::lit(0.5) / root, curve]
            }
        }
    }

    /// `A x = f + J^T lambda`, `J x = b` by hand.
    fn solve<T: Real>(&self, q: &[T; 2], force: [T; 2], b: T) -> ([T; 2], [T; 1]) {
        let ([row], m) = (self.constraint_jacobian(q), T::lit(self.mass));
        let lambda = (m * b - dot(&row, &force)) / dot(&row, &row);
        ([0, 1].map(|k| (force[k] + lambda * row[k]) / m), [lambda])
    }
}

fn dot<T: Real>(a: &[T; 2], b: &[T; 2]) -> T {
    a[0] * b[0] + a[1] * b[1]
}

const JOINTS: &[JointInfo] = &[coordinate("x", 0), coordinate("y", 1)];

impl Joints for Bead {
    fn joints(&self) -> &'static [JointInfo] {
        JOINTS
    }
}

impl<T: Real> Multibody<T, 2, 2> for Bead {
    fn mass_matrix(&self, _: &[T; 2]) -> [[T; 2]; 2] {
        let m = T::lit(self.mass);
        [[m, T::ZERO], [T::ZERO, m]]
    }

    fn coriolis(&self, _: &[T; 2], _: &[T; 2]) -> [T; 2] {
        [T::ZERO; 2]
    }

    fn gravity(&self, _: &[T; 2]) -> [T; 2] {
        [T::ZERO, T::lit(self.mass * EARTH)]
    }

    fn bias(&self, q: &[T; 2], _: &[T; 2]) -> [T; 2] {
        self.gravity(q)
    }

    fn inverse_dynamics(&self, _: &[T; 2], _: &[T; 2], qdd: &[T; 2]) -> [T; 2] {
        let m = T::lit(self.mass);
        [m * qdd[0], m * (qdd[1] + T::lit(EARTH))]
    }

    fn kinetic_energy(&self, _: &[T; 2], qd: &[T; 2]) -> T {
        T::lit(0.5 * self.mass) * dot(qd, qd)
    }

    fn potential_energy(&self, q: &[T; 2]) -> T {
        T::lit(self.mass * EARTH) * q[1]
    }

    fn center_of_mass(&self, q: &[T; 2]) -> [T; 3] {
        [q[0], q[1], T::ZERO]
    }

    fn total_mass(&self) -> T {
        T::lit(self.mass)
    }
}

/// Without its wire it has forward dynamics too: integrators follow the constraints where they are asked to.
impl<T: Real> ForwardDynamics<T, 2, 2> for Bead {
    fn forward_dynamics(&self, _: &[T; 2], _: &[T; 2], tau: &[T; 2]) -> [T; 2] {
        let m = T::lit(self.mass);
        [tau[0] / m, tau[1] / m - T::lit(EARTH)]
    }
}

impl<T: Real> ConstrainedForwardDynamics<T, 2, 2, 1> for Bead {
    fn constrained_forward_dynamics(
        &self,
        q: &[T; 2],
        qd: &[T; 2],
        tau: &[T; 2],
    ) -> ConstrainedAcceleration<T, 2, 1> {
        self.constrained_forward_dynamics_with_feedback(q, qd, tau, &[T::ZERO; 2])
    }

    fn constrained_forward_dynamics_with_feedback(
        &self,
        q: &[T; 2],
        qd: &[T; 2],
        tau: &[T; 2],
        &[ks, kd]: &[T; 2],
    ) -> ConstrainedAcceleration<T, 2, 1> {
        let ([c], [row], [bias]) = (
            self.constraint(q),
            self.constraint_jacobian(q),
            self.constraint_bias(q, qd),
        );
        let force = [tau[0], tau[1] - T::lit(self.mass * EARTH)];
        let (qdd, lambda) = self.solve(q, force, -bias - ks * c - kd * dot(&row, qd));
        ConstrainedAcceleration { qdd, lambda }
    }
}

impl<T: Real> ConstrainedDynamics<T, 2, 2, 1> for Bead {
    fn constraints(&self) -> &'static [ConstraintInfo] {
        &[ConstraintInfo {
            name: "wire",
            of_rates: false,
        }]
    }

    fn constraint(&self, q: &[T; 2]) -> [T; 1] {
        [self.along(dot(q, q))[0]]
    }

    fn constraint_jacobian(&self, q: &[T; 2]) -> [[T; 2]; 1] {
        let [_, slope, _] = self.along(dot(q, q));
        [q.map(|x| (slope + slope) * x)]
    }

    fn constraint_bias(&self, q: &[T; 2], qd: &[T; 2]) -> [T; 1] {
        let [_, slope, curve] = self.along(dot(q, q));
        let rate = dot(q, qd);
        [(slope + slope) * dot(qd, qd) + T::lit(4.0) * curve * rate * rate]
    }

    fn constraint_impulse(
        &self,
        q: &[T; 2],
        qd: &[T; 2],
        restitution: T,
    ) -> ConstraintImpulse<T, 2, 1> {
        let [row] = self.constraint_jacobian(q);
        let jump = -(T::ONE + restitution) * dot(&row, qd);
        let (change, impulse) = self.solve(q, [T::ZERO; 2], jump);
        ConstraintImpulse {
            qd: [qd[0] + change[0], qd[1] + change[1]],
            impulse,
        }
    }
}

impl Described for Bead {
    fn model(&self) -> Model {
        let slide = |index: usize| Motion::Prismatic {
            axis: IDENTITY[index],
            coordinate: Coordinate {
                index_q: index,
                index_v: index,
                multiplier: 1.0,
                offset: 0.0,
            },
        };
        let link = Link {
            name: "bead",
            mass: self.mass,
            com: [0.0; 3],
            inertia: [[0.0; 3]; 3],
        };
        let joint = Joint {
            name: "plane",
            parent: None,
            child: 0,
            rotation: IDENTITY,
            translation: [0.0; 3],
            motion: Motion::sequence([slide(0), slide(1)]),
        };
        let bead = *self;
        let constraint = match self.wire {
            Wire::Half => {
                let to = Frame {
                    link: Some(0),
                    ..Frame::world(IDENTITY, [0.0; 3])
                };
                let rows = [Row::Distance(self.radius)];
                Constraint::between(Frame::world(IDENTITY, [0.0; 3]), to, rows)
            }
            _ => Constraint::expressed(
                &[(0, 0), (1, 1)],
                [Level::Position],
                move |_, q: &[Jet], _| bead.constraint(&[q[0], q[1]]),
            ),
        };
        Model::new([0.0, -EARTH, 0.0], [link], [joint]).with_constraints([constraint])
    }

    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64])) {
        let [q, qd, tau] = [&state.q, &state.qd, &state.tau].map(|x| [x[0], x[1]]);
        let mut report = |quantity, numbers: &[f64]| {
            let mut entries = numbers.to_vec();
            if let Some((_, entry)) = self.wrong.filter(|(wrong, _)| *wrong == quantity) {
                entries[entry] *= 1.0 + 1e-6;
            }
            report(quantity, &entries);
        };
        let entries_of = |solution: ConstrainedAcceleration<f64, 2, 1>| {
            [solution.qdd[0], solution.qdd[1], solution.lambda[0]]
        };
        report(Quantity::Constraint, &self.constraint(&q));
        let jacobian = self.constraint_jacobian(&q);
        report(Quantity::ConstraintJacobian, jacobian.as_flattened());
        report(Quantity::ConstraintBias, &self.constraint_bias(&q, &qd));
        report(
            Quantity::ConstrainedForwardDynamics,
            &entries_of(self.constrained_forward_dynamics(&q, &qd, &tau)),
        );
        let fed_back =
            self.constrained_forward_dynamics_with_feedback(&q, &qd, &tau, &state.feedback);
        report(
            Quantity::ConstrainedForwardDynamicsWithFeedback,
            &entries_of(fed_back),
        );
        let impulse = self.constraint_impulse(&q, &qd, state.restitution);
        report(
            Quantity::ConstraintImpulse,
            &[impulse.qd[0], impulse.qd[1], impulse.impulse[0]],
        );
    }
}

const WIRES: [Wire; 3] = [Wire::Half, Wire::Square, Wire::Length];

#[test]
fn the_multiplier_depends_on_how_the_wire_is_written_and_the_force_does_not() {
    for (wire, expected) in WIRES.into_iter().zip([-89.0, -44.5, -178.0]) {
        let bead = Bead { wire, ..QUIZ };
        let (q, qd) = ([0.0, -2.0], [-4.0, 0.0]);
        let ConstrainedAcceleration {
            qdd,
            lambda: [lambda],
        } = bead.constrained_forward_dynamics(&q, &qd, &[0.0; 2]);
        let [row] = bead.constraint_jacobian(&q);
        assert_eq!((qdd, lambda), ([0.0, 8.0], expected));
        assert_eq!(row.map(|entry| lambda * entry), [0.0, 178.0]);
    }
}

/// A heavy bead's multipliers are a million times its accelerations, which are judged all the same.
#[test]
fn every_quantity_of_constraints_is_checked() {
    let entries = [
        (Quantity::Constraint, 0),
        (Quantity::ConstraintJacobian, 1),
        (Quantity::ConstraintBias, 0),
        (Quantity::ConstrainedForwardDynamics, 1),
        (Quantity::ConstrainedForwardDynamics, 2),
        (Quantity::ConstrainedForwardDynamicsWithFeedback, 1),
        (Quantity::ConstrainedForwardDynamicsWithFeedback, 2),
        (Quantity::ConstraintImpulse, 1),
        (Quantity::ConstraintImpulse, 2),
    ];
    for wire in WIRES {
        let right = Bead {
            mass: 1e7,
            wire,
            ..QUIZ
        };
        let report = check(&right).unwrap_or_else(|mismatch| panic!("{wire:?}: {mismatch}"));
        for (quantity, entry) in entries {
            assert!(report.to_string().contains(&quantity.to_string()));
            let robot = Bead {
                wrong: Some((quantity, entry)),
                ..right
            };
            let mismatch = check(&robot).expect_err("off by a millionth");
            let Mismatch::Value { report } = mismatch else {
                panic!("{mismatch}")
            };
            let worst = report.rows().iter().filter(|worst| worst.error > 1.0);
            let faults = worst.map(|worst| (worst.quantity, worst.row + worst.column));
            assert!(faults.eq([(quantity, entry)]), "{report}");
        }
    }
}

/// At rest off the wire, C follows `C0 (1 + s / t) exp(-s / t)` whatever else moves.
#[test]
fn feedback_removes_errors_at_the_stated_rate() {
    for wire in WIRES {
        let bead = Bead { wire, ..QUIZ };
        let constrained = Constrained::new(&bead, feedback::critical(0.1));
        let mut state = ([1.0, 1.9], [0.0, 0.0]);
        let [c_start] = bead.constraint(&state.0);
        let h = 1e-3;
        for step in 1..=600 {
            state = rk4(&constrained, 0.0, (&state.0, &state.1), h, |_, _, _| {
                [0.0; 2]
            });
            let ratio = f64::from(step) * h / 0.1;
            let expected = c_start * (1.0 + ratio) * (-ratio).exp();
            let [actual] = bead.constraint(&state.0);
            assert!(
                (actual - expected).abs() < 1e-9,
                "{wire:?}: {actual} {expected}"
            );
        }
        // Without feedback C is not accelerated: at rest it stays.
        let robot = Constrained::new(&bead, [0.0; 2]);
        let start = ([1.0, 1.9], [0.0, 0.0]);
        let (q, _) = rk4(&robot, 0.0, (&start.0, &start.1), h, |_, _, _| [0.0; 2]);
        assert!((bead.constraint(&q)[0] - c_start).abs() < 1e-12);
        // And without constraints it falls.
        let (_, [_, fallen]) = rk4(
            &WithoutConstraints::new(&bead),
            0.0,
            (&start.0, &start.1),
            h,
            |_, _, _| [0.0; 2],
        );
        assert!((fallen + EARTH * h).abs() < 1e-12);
    }
}

#[test]
fn projection_meets_the_wire_by_the_shortest_way() {
    for wire in WIRES {
        let bead = Bead { wire, ..QUIZ };
        let start: [f64; 2] = [1.2, -1.7];
        let (q, qd) = project(&bead, (&start, &[0.3, 0.5]), &[1.0; 2], 6);
        // Towards the centre, which is the shortest; rates lose what they have along the radius.
        let scale = 2.0 / 1.2_f64.hypot(1.7);
        assert!((q[0] - 1.2 * scale).abs() < 1e-15 && (q[1] + 1.7 * scale).abs() < 1e-15);
        let rate = (0.3 * q[0] + 0.5 * q[1]) / 4.0;
        let left = [0.3 - rate * q[0], 0.5 - rate * q[1]];
        assert!((qd[0] - left[0]).abs() < 1e-15 && (qd[1] - left[1]).abs() < 1e-15);
        // A coordinate that is fixed decides the other.
        let guess: [f64; 2] = [1.2, -1.0];
        let (q, qd) = project(&bead, (&guess, &[0.3, 9.0]), &[0.0, 1.0], 8);
        assert_eq!((q[0], qd[0]), (1.2, 0.3));
        assert!((q[1] + 1.6).abs() < 1e-15 && (qd[1] - 0.3 * 1.2 / 1.6).abs() < 1e-15);
        // Where nothing may move, nothing does.
        let still = project(&bead, (&guess, &[0.3, 9.0]), &[0.0; 2], 3);
        assert_eq!(still, (guess, [0.3, 9.0]));
        // Derivatives go through it: the point of the circle turns less than the start is moved across.
        let dual_guess = [Dual::variable(1.2, 0), Dual::constant(-1.7)];
        let (q, _) = project(&bead, (&dual_guess, &[Dual::ZERO; 2]), &[Dual::ONE; 2], 6);
        let across: f64 = scale * (1.0 - 1.2 * 1.2 / (1.2 * 1.2 + 1.7 * 1.7));
        let [actual]: [f64; 1] = q[0].derivatives;
        assert!((actual - across).abs() < 1e-14, "{actual} {across}");
    }
    let (q, _) = project(&QUIZ, (&[1.2_f32, -1.7], &[0.3, 0.5]), &[1.0; 2], 4);
    assert!((q[0].hypot(q[1]) - 2.0).abs() < 5e-7);
}

#[test]
fn critical_gains_are_those_of_a_double_root() {
    assert_eq!(feedback::critical(0.5), [4.0, 4.0]);
}

/// A loop whose rows depend on one another.
mod four_bar {
    use multibody::{
        ConstrainedAcceleration, ConstrainedDynamics, ConstrainedForwardDynamics,
        ConstraintImpulse, Multibody,
    };
    use nalgebra::{DMatrix, DVector};

    use super::*;

    /// A four-bar: three links that turn about z of their frames, closed by a hinge about z.
    struct FourBar(Model);

    /// Axes and origin of a frame in the one before.
    type Place = ([[f64; 3]; 3], [f64; 3]);

    impl FourBar {
        /// From the frames of the joints, each in the link before, that of the last hinge on the ground, and on the
        /// last link.
        fn new(joints: [Place; 3], ground: Place, tip: Place) -> Self {
            let link = Link {
                name: "rod",
                mass: 1.5,
                com: [0.5, 0.0, 0.0],
                inertia: [[0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.2]],
            };
            let joint = |child: usize| Joint {
                name: "hinge",
                parent: child.checked_sub(1),
                child,
                rotation: joints[child].0,
                translation: joints[child].1,
                motion: Motion::Revolute {
                    axis: [0.0, 0.0, 1.0],
                    coordinate: Coordinate {
                        index_q: child,
                        index_v: child,
                        multiplier: 1.0,
                        offset: 0.0,
                    },
                },
            };
            let tip = Frame {
                link: Some(2),
                ..Frame::world(tip.0, tip.1)
            };
            let hinge = [
                Row::Offset(0),
                Row::Offset(1),
                Row::Offset(2),
                Row::Axes(0, 2),
                Row::Axes(1, 2),
            ];
            let constraint = Constraint::between(Frame::world(ground.0, ground.1), tip, hinge);
            let links = [link.clone(), link.clone(), link];
            let model = Model::new([0.0, -9.81, 0.0], links, [0, 1, 2].map(joint));
            Self(model.with_constraints([constraint]))
        }

        /// In a plane: three of the five rows say nothing.
        fn planar() -> Self {
            let place = |x: f64| (IDENTITY, [x, 0.0, 0.0]);
            let joints = [0.0, 1.0, 2.5].map(place);
            Self::new(joints, (IDENTITY, [2.2, 0.1, 0.0]), place(2.0))
        }
    }

    fn by_rows<const N: usize, const M: usize>(matrix: &DMatrix<f64>) -> [[f64; N]; M] {
        core::array::from_fn(|row| core::array::from_fn(|column| matrix[(row, column)]))
    }

    fn array<const N: usize>(vector: &DVector<f64>) -> [f64; N] {
        vector.as_slice().try_into().expect("as many")
    }

    impl Joints for FourBar {
        fn joints(&self) -> &'static [JointInfo] {
            const {
                &[
                    coordinate("crank", 0),
                    coordinate("coupler", 1),
                    coordinate("rocker", 2),
                ]
            }
        }
    }

    impl Multibody<f64, 3, 3> for FourBar {
        fn mass_matrix(&self, q: &[f64; 3]) -> [[f64; 3]; 3] {
            by_rows(&self.0.mass_matrix(q))
        }

        fn coriolis(&self, q: &[f64; 3], qd: &[f64; 3]) -> [f64; 3] {
            array(&self.0.coriolis(q, qd))
        }

        fn gravity(&self, q: &[f64; 3]) -> [f64; 3] {
            array(&self.0.gravity(q))
        }

        fn bias(&self, q: &[f64; 3], qd: &[f64; 3]) -> [f64; 3] {
            array(&self.0.bias(q, qd))
        }

        fn inverse_dynamics(&self, q: &[f64; 3], qd: &[f64; 3], qdd: &[f64; 3]) -> [f64; 3] {
            array(&self.0.inverse_dynamics(q, qd, qdd, &[]))
        }

        fn kinetic_energy(&self, q: &[f64; 3], qd: &[f64; 3]) -> f64 {
            self.0.kinetic_energy(q, qd)
        }

        fn potential_energy(&self, q: &[f64; 3]) -> f64 {
            self.0.potential_energy(q)
        }

        fn center_of_mass(&self, q: &[f64; 3]) -> [f64; 3] {
            self.0.center_of_mass(q).into()
        }

        fn total_mass(&self) -> f64 {
            self.0.total_mass()
        }
    }

    impl ConstrainedForwardDynamics<f64, 3, 3, 5> for FourBar {
        fn constrained_forward_dynamics(
            &self,
            q: &[f64; 3],
            qd: &[f64; 3],
            tau: &[f64; 3],
        ) -> ConstrainedAcceleration<f64, 3, 5> {
            self.constrained_forward_dynamics_with_feedback(q, qd, tau, &[0.0; 2])
        }

        fn constrained_forward_dynamics_with_feedback(
            &self,
            q: &[f64; 3],
            qd: &[f64; 3],
            tau: &[f64; 3],
            feedback: &[f64; 2],
        ) -> ConstrainedAcceleration<f64, 3, 5> {
            let (qdd, lambda) = (self.0).constrained_forward_dynamics(q, qd, tau, &[], *feedback);
            ConstrainedAcceleration {
                qdd: array(&qdd),
                lambda: array(&lambda),
            }
        }
    }

    impl ConstrainedDynamics<f64, 3, 3, 5> for FourBar {
        fn constraints(&self) -> &'static [ConstraintInfo] {
            const ROW: ConstraintInfo = ConstraintInfo {
                name: "closure",
                of_rates: false,
            };
            &[ROW; 5]
        }

        fn constraint(&self, q: &[f64; 3]) -> [f64; 5] {
            array(&self.0.constraint(q))
        }

        fn constraint_jacobian(&self, q: &[f64; 3]) -> [[f64; 3]; 5] {
            by_rows(&self.0.constraint_jacobian(q))
        }

        fn constraint_bias(&self, q: &[f64; 3], qd: &[f64; 3]) -> [f64; 5] {
            array(&self.0.constraint_bias(q, qd))
        }

        fn constraint_impulse(
            &self,
            q: &[f64; 3],
            qd: &[f64; 3],
            e: f64,
        ) -> ConstraintImpulse<f64, 3, 5> {
            let (qd, impulse) = self.0.constraint_impulse(q, qd, e);
            ConstraintImpulse {
                qd: array(&qd),
                impulse: array(&impulse),
            }
        }
    }

    #[test]
    fn a_four_bar_is_closed_from_its_crank_and_a_rough_guess() {
        let bar = FourBar::planar();
        for step in 0..24 {
            let crank = f64::from(step) * core::f64::consts::PI / 12.0;
            let guess = [crank, -crank - 0.9, 2.5];
            let mobility = [0.0, 1.0, 1.0];
            let (q, qd) = project(&bar, (&guess, &[2.0, 0.0, 0.0]), &mobility, 12);
            assert_eq!((q[0], qd[0]), (crank, 2.0));
            let c = bar.constraint(&q);
            assert!(c.iter().all(|c| c.abs() < 1e-14), "{step}: {c:?}");
            let rates = bar.0.constraint_rate(&q, &qd);
            assert!(rates.amax() < 1e-13, "{step}: {rates}");
            assert!(qd[1].abs() > 1e-3 && qd[2].abs() > 1e-3);
            // All alike: the crank turns too.
            let (position, _) = project(&bar, (&guess, &[0.0; 3]), &[1.0; 3], 12);
            assert!(bar.constraint(&position).iter().all(|c| c.abs() < 1e-14));
            assert!((position[0] - crank).abs() > 1e-6, "{step}");
            // Nothing says which of the rows that depend on others is the one.
            let ConstrainedAcceleration { qdd, lambda } =
                bar.constrained_forward_dynamics(&q, &qd, &[0.0; 3]);
            assert!(qdd.iter().all(|x| x.is_finite()));
            assert_eq!(lambda[2..], [0.0; 3]);
        }
    }

    /// Bennett's linkage, opposite links of the same length and twist: its rows depend on one another where it is
    /// closed, and hardly less next to it.
    #[test]
    fn bennetts_linkage_is_closed_from_next_to_it() {
        let twist = |length: f64, angle: f64| {
            let (s, c) = angle.sin_cos();
            (
                [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
                [length, 0.0, 0.0],
            )
        };
        let (alpha, beta) = (0.6_f64, 1.1_f64);
        let (a, b) = (1.0, beta.sin() / alpha.sin());
        let joints = [twist(0.0, 0.0), twist(a, alpha), twist(b, beta)];
        let bar = FourBar::new(joints, twist(-b, -beta), twist(a, alpha));
        let product = (0.5 * (beta + alpha)).sin() / (0.5 * (beta - alpha)).sin();
        for first in [0.9_f64, -2.0, 2.5, -0.4] {
            let second = 2.0 * (product / (0.5 * first).tan()).atan();
            let third = core::f64::consts::TAU - first;
            let guess = [first, second + 0.1, third - 0.07];
            let (q, qd) = project(&bar, (&guess, &[1.0, 0.5, 0.2]), &[0.0, 1.0, 1.0], 8);
            let errors = [q[0] - first, q[1] - second, q[2] - third];
            assert!(errors.iter().all(|error| error.abs() < 1e-13), "{errors:?}");
            assert_eq!(qd[0], 1.0);
            assert!((qd[2] + 1.0).abs() < 1e-13, "{qd:?}");
        }
    }
}
