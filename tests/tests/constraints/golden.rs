//! Constraints against numbers that were found elsewhere, the folder `golden/constraints` of the corpus that the
//! environment variable `MULTIBODY_CORPUS` names, and in long motions.
#![deny(warnings)]

use multibody::exercises::ode::ode;
use multibody::exercises::particles::{Anchor, Distance, Gravity, Particle, ParticleSystem};
use multibody::feedback;
use multibody::multibody;
use multibody::reference::{Constraint, Coordinate, Frame, Joint, Link, Model, Motion, Row};
use multibody_tests::corpus_folder::corpus_folder;
use serde_json::Value;

#[path = "../../../codegen/tests/shared/golden_numbers.rs"]
mod golden_numbers;
use golden_numbers::{flat, index, list, number};

/// A file.
fn golden(name: &str) -> Value {
    golden_numbers::golden(&corpus_folder(), name)
}

/// Two numbers are in a plane.
fn place(value: &Value) -> [f64; 3] {
    let mut place = [0.0; 3];
    for (to, from) in place.iter_mut().zip(flat(value)) {
        *to = from;
    }
    place
}

fn assert_close(subject: &str, actual: &[f64], expected: &[f64]) {
    assert_within(subject, actual, expected, 1.0);
}

fn assert_within(subject: &str, actual: &[f64], expected: &[f64], condition: f64) {
    assert_eq!(actual.len(), expected.len(), "{subject}");
    let largest = expected.iter().fold(1e-3_f64, |most, x| most.max(x.abs()));
    for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-12 * largest * condition,
            "{subject}[{index}]: {actual} instead of {expected}"
        );
    }
}

/// The system of a case, and the directions in which its file has numbers.
fn particles(case: &Value) -> (ParticleSystem, usize) {
    let entries = |key: &str| list(&case[key]).to_vec();
    let states = entries("mass")
        .into_iter()
        .zip(entries("x").into_iter().zip(entries("v")));
    let particles = states.map(|(m, (x, v))| Particle::new(number(&m), place(&x), place(&v)));
    let mut system = ParticleSystem::new(particles.collect::<Vec<_>>());
    system.push(Gravity(place(&case["gravity"])));
    for constraint in entries("constraints") {
        match constraint[0].as_str() {
            Some("anchor") => system.constrain(Anchor {
                particle: index(&constraint[1]),
                place: place(&constraint[2]),
                length: number(&constraint[3]),
            }),
            Some("dist") => system.constrain(Distance {
                particles: [index(&constraint[1]), index(&constraint[2])],
                length: number(&constraint[3]),
            }),
            other => panic!("{other:?} is no constraint"),
        }
    }
    system.feed_back([number(&case["ks"]), number(&case["kd"])]);
    (system, flat(&case["gravity"]).len())
}

#[test]
fn particle_systems_agree_with_others() {
    for (file, count) in [("bead_on_wire", 6), ("tinkertoy", 6)] {
        let golden = golden(&format!("constraints/{file}"));
        let cases = list(&golden["cases"]);
        assert!(cases.len() >= count, "{file}");
        for case in cases {
            let name = case["name"].as_str().expect("a name");
            let (mut system, directions) = particles(case);
            let close = |key: &str, actual: &[f64]| {
                assert_close(&format!("{name} {key}"), actual, &flat(&case[key]));
            };
            let cut = |x: [f64; 3]| x.into_iter().take(directions);
            close("C", &system.constraint());
            let rows = system.rows();
            let particles = system.particles();
            let mut jacobian = vec![vec![0.0; directions * particles.len()]; rows.len()];
            let (mut rates, mut biases) = (Vec::new(), Vec::new());
            for (dense, row) in jacobian.iter_mut().zip(&rows) {
                let (mut rate, mut bias) = (0.0, 0.0);
                for block in row {
                    for (k, x) in cut(block.jacobian).enumerate() {
                        dense[directions * block.particle + k] = x;
                    }
                    for k in 0..3 {
                        rate += block.jacobian[k] * particles[block.particle].v[k];
                        bias += block.jacobian_rate[k] * particles[block.particle].v[k];
                    }
                }
                rates.push(rate);
                biases.push(bias);
            }
            close("J", &jacobian.concat());
            close("Cdot", &rates);
            close("Jdot_v", &biases);

            let mut ydot = vec![0.0; system.dim()];
            system.deriv_eval(&mut ydot);
            let parts = ydot.chunks_exact(6);
            let accelerations = parts.flat_map(|y| y[3..3 + directions].to_vec());
            close("accelerations", &accelerations.collect::<Vec<_>>());
            close("lam", system.multipliers());
            let gravity = place(&case["gravity"]);
            let forces = system.particles().iter().flat_map(|particle| {
                cut([0, 1, 2].map(|k| particle.f[k] - particle.m * gravity[k]))
            });
            close("constraint_force", &forces.collect::<Vec<_>>());
        }
    }
}

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Uniform rods that turn about z, each at the end of the one before, the end of the last on a pin.
fn four_bar(lengths: &[f64], masses: &[f64], pin: [f64; 3], gravity: f64) -> Model {
    let rods = lengths.iter().zip(masses);
    let links: Vec<Link> = rods
        .map(|(length, mass)| {
            let inertia = mass * length * length / 12.0;
            Link {
                name: "rod",
                mass: *mass,
                com: [length / 2.0, 0.0, 0.0],
                inertia: [[0.0; 3], [0.0, inertia, 0.0], [0.0, 0.0, inertia]],
            }
        })
        .collect();
    let joints: Vec<Joint> = (0..links.len())
        .map(|child| Joint {
            name: "hinge",
            parent: child.checked_sub(1),
            child,
            rotation: IDENTITY,
            translation: [
                child.checked_sub(1).map_or(0.0, |before| lengths[before]),
                0.0,
                0.0,
            ],
            motion: Motion::Revolute {
                axis: [0.0, 0.0, 1.0],
                coordinate: Coordinate {
                    index_q: child,
                    index_v: child,
                    multiplier: 1.0,
                    offset: 0.0,
                },
            },
        })
        .collect();
    let tip = Frame {
        link: Some(2),
        ..Frame::world(IDENTITY, [lengths[2], 0.0, 0.0])
    };
    let rows = [Row::Offset(0), Row::Offset(1)];
    let constraint = Constraint::between(Frame::world(IDENTITY, pin), tip, rows);
    Model::new([0.0, -gravity, 0.0], links, joints).with_constraints([constraint])
}

#[test]
fn four_bars_agree_with_others_and_stay_closed() {
    let golden = golden("constraints/fourbar");
    let model = four_bar(
        &flat(&golden["lengths"]),
        &flat(&golden["masses"]),
        place(&golden["pin"]),
        number(&golden["gravity"]),
    );
    let cases = list(&golden["cases"]);
    assert!(cases.len() >= 9);
    for (index, case) in cases.iter().enumerate() {
        let close = |key: &str, actual: &[f64]| {
            assert_close(&format!("case {index}, {key}"), actual, &flat(&case[key]));
        };
        let [q, v, tau] = ["q", "v", "tau"].map(|key| flat(&case[key]));
        close("M", model.mass_matrix(&q).as_slice());
        close("nle", model.bias(&q, &v).as_slice());
        close("J", model.constraint_jacobian(&q).transpose().as_slice());
        close("Jdot_v", model.constraint_bias(&q, &v).as_slice());
        close("C", model.constraint(&q).as_slice());
        close("Cdot", model.constraint_rate(&q, &v).as_slice());
        let gains = ["ks", "kd"].map(|key| number(&case[key]));
        let (qdd, lambda) = model.constrained_forward_dynamics(&q, &v, &tau, &[], gains);
        close("qdd", qdd.as_slice());
        close("lam", lambda.as_slice());
        close("kinetic", &[model.kinetic_energy(&q, &v)]);
        close("potential", &[model.potential_energy(&q)]);
    }

    let start: [f64; 6] = [flat(&cases[0]["q"]), flat(&cases[0]["v"])]
        .concat()
        .try_into()
        .expect("six numbers");
    let end = ode(&start, 0.0, 0.2, 1000, |_, y, ydot| {
        let (q, v) = y.split_at(3);
        let (qdd, _) = model.constrained_forward_dynamics(q, v, &[0.0; 3], &[], [0.0; 2]);
        ydot[..3].copy_from_slice(v);
        ydot[3..].copy_from_slice(qdd.as_slice());
    });
    let run = &golden["run"];
    assert_close("q at the end", &end[..3], &flat(&run["q"]));
    assert_close("v at the end", &end[3..], &flat(&run["v"]));
    assert!(model.constraint(&end[..3]).amax() <= 2.0 * number(&run["loop_error"]));
    let energy = |y: &[f64]| {
        let (q, v) = y.split_at(3);
        model.kinetic_energy(q, v) + model.potential_energy(q)
    };
    let drift = (energy(&end) - energy(&start)).abs();
    assert!(drift <= 2.0 * number(&run["energy_drift"]), "{drift:e}");
}

fn rows(value: &Value) -> [[f64; 3]; 3] {
    let rows = list(value);
    core::array::from_fn(|row| place(&rows[row]))
}

/// The robot of a file, its links lumped as they are there.
fn robot(golden: &Value) -> Model {
    let table = list(&golden["joints"]);
    let find = |name: &Value| table.iter().position(|joint| joint["name"] == *name);
    let links: Vec<Link> = table
        .iter()
        .map(|joint| Link {
            name: "link",
            mass: number(&joint["lumped_mass"]),
            com: place(&joint["lumped_com"]),
            inertia: rows(&joint["lumped_inertia_at_com"]),
        })
        .collect();
    let joints: Vec<Joint> = (table.iter().enumerate())
        .map(|(child, joint)| {
            let (index_q, index_v) = (index(&joint["idx_q"]), index(&joint["idx_v"]));
            let motion = match joint["type"].as_str() {
                Some("FreeFlyer") => Motion::Floating {
                    q: index_q,
                    v: index_v,
                },
                _ => Motion::Revolute {
                    axis: place(&list(&joint["S"])[3..].into()),
                    coordinate: Coordinate {
                        index_q,
                        index_v,
                        multiplier: 1.0,
                        offset: 0.0,
                    },
                },
            };
            Joint {
                name: "joint",
                parent: find(&joint["parent"]),
                child,
                rotation: rows(&joint["placement_R"]),
                translation: place(&joint["placement_p"]),
                motion,
            }
        })
        .collect();
    Model::new(place(&golden["gravity"]), links, joints)
}

/// Where a link of a file stands on the joint that moves it.
fn foot(golden: &Value, name: &Value) -> Frame {
    let links = list(&golden["links"]);
    let link = links
        .iter()
        .find(|link| link["name"] == *name)
        .expect("a link");
    let joints = list(&golden["joints"]);
    let joint = joints
        .iter()
        .position(|joint| joint["name"] == link["joint"]);
    Frame {
        link: joint,
        rotation: rows(&link["R"]),
        translation: place(&link["p"]),
    }
}

/// Pins hold positions, contacts the rates: with pins where the feet are, both are the same.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn pinned_links_agree_with_others() {
    let pins = [Row::Offset(0), Row::Offset(1), Row::Offset(2)];
    let contacts = [Row::Velocity(0), Row::Velocity(1), Row::Velocity(2)];
    for (pinned, name) in [
        ("pinned_ur5_tool0", "ur5"),
        ("pinned_anymal_b_feet", "anymal_b"),
    ] {
        let [pinned, golden] =
            [format!("constraints/{pinned}"), name.to_owned()].map(|name| golden(&name));
        let feet = list(&pinned["links"]);
        let cases = list(&pinned["cases"]);
        assert!(cases.len() >= 4);
        for (index, case) in cases.iter().enumerate() {
            for sort in [pins, contacts] {
                let points = list(&case["points"]);
                let constraints: Vec<Constraint> = (feet.iter().zip(points))
                    .map(|(name, point)| {
                        let point = Frame::world(IDENTITY, place(point));
                        Constraint::between(point, foot(&golden, name), sort)
                    })
                    .collect();
                let model = robot(&golden).with_constraints(constraints);
                let [q, v, tau] = ["q", "v", "tau"].map(|key| flat(&case[key]));
                let singular = model.constraint_jacobian(&q).singular_values();
                // Errors of J count as often as it is next to losing a row, squared with M.
                let condition = (singular.max() / singular.min()).powi(2);
                assert!(condition < 1e4, "{name} {index}: {condition:e}");
                let close = |key: &str, actual: &[f64], expected: &Value| {
                    let subject = format!("{name}, case {index}, {key}");
                    assert_within(&subject, actual, &flat(expected), condition);
                };
                close(
                    "C",
                    model.constraint(&q).as_slice(),
                    &vec![0.0; 3 * feet.len()].into(),
                );
                let jacobian = model.constraint_jacobian(&q).transpose();
                close("J", jacobian.as_slice(), &case["J"]);
                close(
                    "Jdot_v",
                    model.constraint_bias(&q, &v).as_slice(),
                    &case["Jdot_v"],
                );
                for (kd, block) in [(0.0, case), (20.0, &case["kd20"])] {
                    let dynamics = model.constrained_forward_dynamics(&q, &v, &tau, &[], [0.0, kd]);
                    close("qdd", dynamics.0.as_slice(), &block["qdd"]);
                    close("lam", dynamics.1.as_slice(), &block["lam"]);
                }
                let (next_rates, impulse) = model.constraint_impulse(&q, &v, 0.0);
                close("v_plus", next_rates.as_slice(), &case["impact"]["v_plus"]);
                close("impulse", impulse.as_slice(), &case["impact"]["impulse"]);
            }
        }
    }
}

fn kinetic(system: &ParticleSystem) -> f64 {
    let particles = system.particles().iter();
    particles
        .map(|p| 0.5 * p.m * p.v.iter().map(|v| v * v).sum::<f64>())
        .sum()
}

fn height(system: &ParticleSystem) -> f64 {
    system.particles().iter().map(|p| p.m * 9.8 * p.x[1]).sum()
}

/// A system under constraints on its way, its state some numbers.
trait Moves {
    fn derivative(&mut self, t: f64, y: &[f64], ydot: &mut [f64]);
    /// Kinetic, and what stands against it.
    fn energies(&mut self, y: &[f64]) -> [f64; 2];
    fn constraint(&mut self, y: &[f64]) -> Vec<f64>;
}

impl Moves for ParticleSystem {
    fn derivative(&mut self, t: f64, y: &[f64], ydot: &mut [f64]) {
        self.set_state(t, y);
        self.deriv_eval(ydot);
    }

    fn energies(&mut self, y: &[f64]) -> [f64; 2] {
        self.set_state(0.0, y);
        [kinetic(self), height(self)]
    }

    fn constraint(&mut self, y: &[f64]) -> Vec<f64> {
        self.set_state(0.0, y);
        ParticleSystem::constraint(self)
    }
}

/// Positions, then rates, by derived functions.
struct Derived<R> {
    robot: R,
    feedback: [f64; 2],
}

macro_rules! moves {
    ($robot:ident) => {
        impl Moves for Derived<$robot> {
            fn derivative(&mut self, _: f64, y: &[f64], ydot: &mut [f64]) {
                let (q, qd) = halves(y);
                let tau = [0.0; $robot::NV];
                let feedback = &self.feedback;
                let qdd = self
                    .robot
                    .constrained_forward_dynamics_with_feedback(q, qd, &tau, feedback)
                    .qdd;
                ydot[..$robot::NV].copy_from_slice(qd);
                ydot[$robot::NV..].copy_from_slice(&qdd);
            }

            fn energies(&mut self, y: &[f64]) -> [f64; 2] {
                let (q, qd) = halves(y);
                [
                    self.robot.kinetic_energy(q, qd),
                    self.robot.potential_energy(q),
                ]
            }

            fn constraint(&mut self, y: &[f64]) -> Vec<f64> {
                let (q, _): (&[f64; $robot::NQ], &[f64; $robot::NV]) = halves(y);
                self.robot.constraint(q).to_vec()
            }
        }
    };
}

fn halves<const N: usize>(y: &[f64]) -> (&[f64; N], &[f64; N]) {
    let (q, qd) = y.split_at(N);
    (
        q.try_into().expect("positions"),
        qd.try_into().expect("as many rates"),
    )
}

const STEPS: u32 = 100_000;

/// 100 000 steps of Runge and Kutta under feedback: energy as its order allows, `(omega h)^5 omega T` of the largest
/// kinetic energy, with omega the fastest rate on the way. Errors of constraints stay what a step makes of them in the
/// time that feedback takes: `2 t / h (omega h)^5 L^2`, `L^2` the largest square of a length.
fn long_run<const N: usize>(
    mut system: impl Moves,
    mut y: [f64; N],
    (h, time_constant): (f64, f64),
    (omega, length): (f64, f64),
) {
    let start: f64 = system.energies(&y).iter().sum();
    let (mut largest, mut lost, mut off) = (0.0_f64, 0.0_f64, 0.0_f64);
    for step in 0..STEPS {
        let t = f64::from(step) * h;
        y = ode(&y, t, t + h, 1, |t, y, ydot| system.derivative(t, y, ydot));
        let [kinetic, height] = system.energies(&y);
        largest = largest.max(kinetic);
        lost = lost.max((kinetic + height - start).abs());
        let constraints = system.constraint(&y).into_iter();
        off = constraints.fold(off, |off, c| off.max(c.abs()));
    }
    let step = (omega * h).powi(5);
    let energy = step * omega * h * f64::from(STEPS);
    let constraint = 2.0 * time_constant / h * step * length * length;
    println!(
        "energy off by {:.1e} of {energy:.1e}, constraints by {off:.1e} of {constraint:.1e}",
        lost / largest
    );
    assert!(lost <= energy * largest && energy < 0.2);
    assert!(off <= constraint && constraint < 1e-3 * length * length);
}

/// The same of particles.
fn long_run_of_particles<const N: usize>(
    mut system: ParticleSystem,
    times: (f64, f64),
    sizes: (f64, f64),
) {
    system.feed_back(feedback::critical(times.1));
    let mut y = [0.0; N];
    system.get_state(&mut y);
    long_run(system, y, times, sizes);
}

#[test]
fn a_bead_stays_on_its_wire() {
    let mut bead = ParticleSystem::new([Particle::new(10.0, [0.0, -2.0, 0.0], [-4.0, 0.0, 0.0])]);
    bead.push(Gravity([0.0, -9.8, 0.0]));
    bead.constrain(Anchor {
        particle: 0,
        place: [0.0; 3],
        length: 2.0,
    });
    long_run_of_particles::<6>(bead, (1e-2, 0.1), (3.0, 2.0));
}

/// The same by tokens.
#[multibody(
    gravity = [0, -9.8, 0],
    joint slides { motions: [prismatic(x), prismatic(y)], parent: world, child: bead },
    body bead { mass: 10 },
    distance wire { from: bead, to: world, length: 2 },
)]
struct Bead;
moves!(Bead);

#[test]
fn a_derived_bead_stays_on_its_wire() {
    let feedback = feedback::critical(0.1);
    let bead = Derived {
        robot: Bead,
        feedback,
    };
    long_run(bead, [0.0, -2.0, -4.0, 0.0], (1e-2, 0.1), (3.0, 2.0));
}

/// Ten particles on rods of 0.2 m, one behind the other, from level.
#[test]
fn a_tinkertoy_of_ten_particles_keeps_its_rods() {
    let particles: Vec<Particle> = (1..=10)
        .map(|k| Particle::new(1.0, [0.2 * f64::from(k), 0.0, 0.0], [0.0; 3]))
        .collect();
    let mut toy = ParticleSystem::new(particles);
    toy.push(Gravity([0.0, -9.8, 0.0]));
    toy.constrain(Anchor {
        particle: 0,
        place: [0.0; 3],
        length: 0.2,
    });
    for k in 1..10 {
        toy.constrain(Distance {
            particles: [k - 1, k],
            length: 0.2,
        });
    }
    long_run_of_particles::<60>(toy, (1e-3, 0.02), (60.0, 0.2));
}

/// The same by tokens.
#[multibody(
    effort = none,
    functions(
        constraint,
        constrained_forward_dynamics(feedback),
        kinetic_energy,
        potential_energy,
    ),
    gravity = [0, -9.8, 0],
    joint slides_1 { motions: [prismatic(x), prismatic(y)], parent: world, child: p1 },
    body p1 { mass: 1 },
    joint slides_2 { motions: [prismatic(x), prismatic(y)], parent: world, child: p2 },
    body p2 { mass: 1 },
    joint slides_3 { motions: [prismatic(x), prismatic(y)], parent: world, child: p3 },
    body p3 { mass: 1 },
    joint slides_4 { motions: [prismatic(x), prismatic(y)], parent: world, child: p4 },
    body p4 { mass: 1 },
    joint slides_5 { motions: [prismatic(x), prismatic(y)], parent: world, child: p5 },
    body p5 { mass: 1 },
    joint slides_6 { motions: [prismatic(x), prismatic(y)], parent: world, child: p6 },
    body p6 { mass: 1 },
    joint slides_7 { motions: [prismatic(x), prismatic(y)], parent: world, child: p7 },
    body p7 { mass: 1 },
    joint slides_8 { motions: [prismatic(x), prismatic(y)], parent: world, child: p8 },
    body p8 { mass: 1 },
    joint slides_9 { motions: [prismatic(x), prismatic(y)], parent: world, child: p9 },
    body p9 { mass: 1 },
    joint slides_10 { motions: [prismatic(x), prismatic(y)], parent: world, child: p10 },
    body p10 { mass: 1 },
    distance rod_1 { from: p1, to: world, length: 0.2 },
    distance rod_2 { from: p2, to: p1, length: 0.2 },
    distance rod_3 { from: p3, to: p2, length: 0.2 },
    distance rod_4 { from: p4, to: p3, length: 0.2 },
    distance rod_5 { from: p5, to: p4, length: 0.2 },
    distance rod_6 { from: p6, to: p5, length: 0.2 },
    distance rod_7 { from: p7, to: p6, length: 0.2 },
    distance rod_8 { from: p8, to: p7, length: 0.2 },
    distance rod_9 { from: p9, to: p8, length: 0.2 },
    distance rod_10 { from: p10, to: p9, length: 0.2 },
)]
struct Toy;
moves!(Toy);

#[test]
fn a_derived_tinkertoy_of_ten_particles_keeps_its_rods() {
    let feedback = feedback::critical(0.02);
    let toy = Derived {
        robot: Toy,
        feedback,
    };
    let mut y = [0.0; 40];
    for k in 0..10 {
        y[2 * k] = 0.2 * (k + 1) as f64;
    }
    long_run(toy, y, (1e-3, 0.02), (60.0, 0.2));
}
