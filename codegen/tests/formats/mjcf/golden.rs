//! Real robots against numbers of MuJoCo: all MJCF files of the corpus.

use std::fmt::Write as _;

use serde_json::Value;

use multibody_codegen::{Function, read_file};

use super::comparison::Comparisons;
use super::mujoco_model::inertia;
use super::robot::{Compared, Robot, State};
use super::show;
use super::states::{MujocoState, States, TOLERANCE, minus, sum, text};
use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{flat, golden, list, number};
use crate::mujoco::{Conversion, transposed};

/// What is compared besides the equation of motion.
const FUNCTIONS: [Function; 10] = [
    Function::Gravity,
    Function::ForwardDynamics,
    Function::InverseDynamicsDerivatives,
    Function::ForwardDynamicsDerivatives,
    Function::GravityStiffness,
    Function::CenterOfMass,
    Function::TotalMass,
    Function::KineticEnergy,
    Function::PotentialEnergy,
    Function::SpringEnergy,
];

/// Functions with derivatives of others, by what they are in their order, and whether the value is before them.
const DERIVATIVES: [(Function, Function, &[Argument], bool); 4] = [
    (
        Function::InverseDynamicsDerivatives,
        Function::InverseDynamics,
        &[Argument::Q, Argument::Qd, Argument::Qdd],
        false,
    ),
    (
        Function::ForwardDynamicsDerivatives,
        Function::ForwardDynamics,
        &[Argument::Q, Argument::Qd, Argument::Tau],
        true,
    ),
    (
        Function::GravityStiffness,
        Function::Gravity,
        &[Argument::Q],
        false,
    ),
    (
        Function::ConstraintJacobian,
        Function::Constraint,
        &[Argument::Q],
        false,
    ),
];

/// The rate below which friction is smoothed, rad/s: the default.
const FRICTION_RATE: f64 = 0.01;

/// Robots that are derived in less than a second.
const QUICK: [&str; 4] = [
    "mj_ball_joints",
    "mj_cartpole",
    "mj_hopper",
    "mj_slider_crank",
];

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn small_robots_agree_with_mujoco() {
    compare_all(|name| QUICK.contains(&name), 4);
}

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long: MULTIBODY_TESTS=all runs it, with MULTIBODY_CORPUS"
)]
fn large_robots_agree_with_mujoco() {
    compare_all(|name| !QUICK.contains(&name), 7);
}

fn compare_all(takes: impl Fn(&str) -> bool, count: usize) {
    let corpus = corpus_folder();
    let manifest = std::fs::read_to_string(corpus.join("robots/manifest.json"));
    let manifest: Value = serde_json::from_str(&manifest.expect("a manifest")).expect("JSON");
    let entries = list(&manifest)
        .iter()
        .filter(|entry| entry["kind"] == "mjcf");
    let entries: Vec<&Value> = entries
        .filter(|entry| takes(text(&entry["name"])))
        .collect();
    assert_eq!(entries.len(), count);
    let (mut table, mut wrong) = (String::new(), String::new());
    for entry in entries {
        let name = text(&entry["name"]);
        let path = corpus.join("robots").join(text(&entry["file"]));
        let golden = golden(&corpus, name);
        match compare(&path, &golden) {
            Ok((robot, comparisons)) => {
                let worst = comparisons.worst();
                let (nv, nc, count) = (robot.nv(), robot.nc(), comparisons.0.len());
                let error = worst.error;
                writeln!(
                    table,
                    "{name:17} {nv:2} rates, {nc} rows; {count:3} compared, {error:.2} of the tolerance: {}",
                    worst.quantity
                )
                .unwrap();
                let errors = comparisons.wrong();
                if !errors.is_empty() {
                    writeln!(wrong, "{name}: {errors}").unwrap();
                }
            }
            Err(faults) => writeln!(wrong, "{name}: {faults}").unwrap(),
        }
    }
    show(&table);
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn compare(path: &std::path::Path, golden: &Value) -> Result<(Robot, Comparisons), String> {
    let source = read_file(path).map_err(|fault| fault.render_whole("a robot"))?;
    let names = list(&golden["bodies"])
        .iter()
        .map(|body| text(&body["name"]).to_owned());
    let robot = Robot::of(&source, (true, Compared::All, names.collect()), &FUNCTIONS)?;
    let mut comparisons = Comparisons::default();
    let states = States::of(golden, "samples");
    compare_inertias(&robot, golden, &mut comparisons);
    states.compare_joints(&robot, &mut comparisons);
    states.compare_dynamics(
        &robot,
        (true, Compared::All),
        |v| friction(golden, v),
        &mut comparisons,
    );
    states.compare_poses(&robot, "body_poses", &mut comparisons);
    if !list(&golden["equalities"]).is_empty() {
        states.compare_equalities(&robot, (1.0, true), &mut comparisons);
    }
    for (index, mujoco) in states.all().enumerate() {
        let state = states.own(&mujoco);
        let mut of_state = OfState {
            robot: &robot,
            golden,
            state,
            index,
            comparisons: &mut comparisons,
        };
        of_state.compare_sums(&mujoco);
        of_state.compare_accelerations(&states.conversion, &mujoco);
        of_state.compare_jacobians(&states.conversion, &mujoco);
        of_state.compare_derivatives(&states.conversion);
    }
    Ok((robot, comparisons))
}

/// A body's inertia is given by principal axes.
fn compare_inertias(robot: &Robot, golden: &Value, comparisons: &mut Comparisons) {
    for body in list(&golden["bodies"]) {
        let name = text(&body["name"]);
        let actual = robot.inertial(name);
        let expected = inertia(body);
        let mass = actual.as_ref().map(|inertial| vec![inertial.mass]);
        let mut add = |quantity: &str, actual: Option<&[f64]>, expected: &[f64]| {
            comparisons.add(
                &format!("{quantity} of {name}"),
                actual,
                expected,
                TOLERANCE,
            );
        };
        add("mass", mass.as_deref(), &[number(&body["mass"])]);
        if body["mass"] == 0.0 {
            // Its centre of mass is of no account.
            continue;
        }
        let com = actual.as_ref().map(|inertial| &inertial.com[..]);
        add("com", com, &flat(&body["ipos"]));
        let inertia = actual.as_ref().map(|inertial| &inertial.inertia[..]);
        add("inertia", inertia, &expected);
    }
}

/// Whether a body is carried by no joint.
fn is_static(golden: &Value, body: &str) -> bool {
    let mut joints = list(&golden["joints"]).iter();
    if joints.any(|joint| joint["body"] == body) {
        return false;
    }
    let mut bodies = list(&golden["bodies"]).iter();
    let parent = bodies
        .find(|of| of["name"] == body)
        .map(|of| text(&of["parent"]));
    parent.is_none_or(|parent| is_static(golden, parent))
}

/// Our smoothed friction at rates, which are the same as MuJoCo's where there is friction.
fn friction(golden: &Value, rates: &[f64]) -> Vec<f64> {
    let sizes = flat(&golden["frictionloss"]);
    let smooth = |(size, v): (&f64, &f64)| -size * v / (v * v + FRICTION_RATE.powi(2)).sqrt();
    sizes.iter().zip(rates).map(smooth).collect()
}

/// A robot at a state.
struct OfState<'a> {
    robot: &'a Robot,
    golden: &'a Value,
    state: State,
    index: usize,
    comparisons: &'a mut Comparisons,
}

impl OfState<'_> {
    fn add(&mut self, name: &str, function: Function, expected: &[f64], tolerance: f64) {
        let actual = self.robot.value(function, &self.state);
        let name = format!("{name} at {}", self.index);
        self.comparisons
            .add(&name, actual.as_deref(), expected, tolerance);
    }

    /// Masses and energies. MuJoCo's are also those of bodies that cannot move.
    fn compare_sums(&mut self, MujocoState { values, .. }: &MujocoState) {
        let golden = self.golden;
        let gravity = flat(&golden["gravity"]);
        let mut mass = number(&golden["total_mass"]);
        let mut first_moment: Vec<f64> = flat(&values["com"]).iter().map(|x| mass * x).collect();
        let mut potential = number(&values["potential_energy_gravity"]);
        for body in list(&golden["bodies"]) {
            let name = text(&body["name"]);
            if is_static(golden, name) {
                let (of_body, com) = (number(&body["mass"]), &values["body_poses"][name]["com"]);
                for (axis, place) in flat(com).iter().enumerate() {
                    first_moment[axis] -= of_body * place;
                    potential += of_body * gravity[axis] * place;
                }
                mass -= of_body;
            }
        }
        let com: Vec<f64> = first_moment.iter().map(|x| x / mass).collect();
        let kinetic = number(&values["kinetic_energy_with_armature"]);
        let springs = number(&values["potential_energy_with_springs"])
            - number(&values["potential_energy_gravity"]);
        self.add("mass", Function::TotalMass, &[mass], TOLERANCE);
        self.add("com", Function::CenterOfMass, &com, TOLERANCE);
        self.add("T", Function::KineticEnergy, &[kinetic], TOLERANCE);
        self.add("V", Function::PotentialEnergy, &[potential], TOLERANCE);
        // The difference of two larger numbers.
        let scale = number(&values["potential_energy_gravity"]).abs() / springs.abs();
        if scale < 1.0 / TOLERANCE {
            let tolerance = TOLERANCE * scale.max(1.0);
            self.add("springs", Function::SpringEnergy, &[springs], tolerance);
        }
    }

    /// Forward dynamics, whose errors the condition number of M enlarges.
    fn compare_accelerations(&mut self, conversion: &Conversion, mujoco: &MujocoState) {
        let MujocoState { values, q, v, .. } = mujoco;
        let norm = |key: &str| {
            let matrix = flat(&values[key]);
            let rows = matrix
                .chunks(v.len())
                .map(|row| row.iter().map(|x| x.abs()).sum());
            rows.fold(0.0, f64::max)
        };
        let condition = norm("M") * norm("Minv");
        // MuJoCo's have no friction, and the first has none of the other passive forces either.
        let friction = friction(self.golden, v);
        let passive = conversion.force(q, &flat(&values["passive"]));
        for (key, absent) in [
            ("fd", sum(&passive, &friction)),
            ("fd_with_passive", friction.clone()),
        ] {
            let expected = conversion.acceleration(q, v, &flat(&values[key]));
            let state = State {
                tau: minus(&self.state.tau, &absent),
                ..self.state.clone()
            };
            let actual = self.robot.value(Function::ForwardDynamics, &state);
            let name = format!("{key} at {}", self.index);
            let tolerance = TOLERANCE * condition.max(1.0);
            self.comparisons
                .add(&name, actual.as_deref(), &expected, tolerance);
        }
    }

    fn compare_jacobians(&mut self, conversion: &Conversion, mujoco: &MujocoState) {
        let MujocoState { values, q, v, .. } = mujoco;
        for (name, jacobian) in values["jacobians_lwa"].as_object().into_iter().flatten() {
            let expected = conversion.columns(q, &flat(jacobian), v.len());
            let actual = self
                .robot
                .value_of_link(Function::Jacobian, name, &self.state);
            let name = format!("jacobian of {name} at {}", self.index);
            self.comparisons
                .add(&name, actual.as_deref(), &expected, TOLERANCE);
        }
    }

    /// Emitted derivatives against differences along `integrate`.
    fn compare_derivatives(&mut self, conversion: &Conversion) {
        for (derivatives, function, arguments, has_value) in DERIVATIVES {
            let Some(value) = self.robot.value(function, &self.state) else {
                assert_eq!(function, Function::Constraint);
                continue;
            };
            let actual = self.robot.value(derivatives, &self.state);
            let size = value.len() * self.robot.nv();
            let first = if has_value { value.len() } else { 0 };
            for (index, argument) in arguments.iter().enumerate() {
                let place = first + index * size..first + (index + 1) * size;
                let actual = actual.as_ref().and_then(|actual| actual.get(place));
                let expected = self.differences(conversion, function, *argument);
                let name = format!("d {function} / d {argument:?} at {}", self.index);
                self.comparisons.add(&name, actual, &expected, 1e-6);
            }
        }
    }

    /// Derivatives of a function by rows, a column for each rate, whose error is of fourth order.
    fn differences(
        &self,
        conversion: &Conversion,
        function: Function,
        argument: Argument,
    ) -> Vec<f64> {
        // Friction is smoothed over a hundredth.
        const STEP: f64 = 1e-4;
        let (state, nv) = (&self.state, self.robot.nv());
        let column = |k: usize| -> Vec<f64> {
            let value = |steps: f64| {
                let change: Vec<f64> = (0..nv)
                    .map(|i| if i == k { steps * STEP } else { 0.0 })
                    .collect();
                let mut state = state.clone();
                match argument {
                    Argument::Q => state.q = conversion.integrate(&state.q, &change),
                    Argument::Qd => state.qd = sum(&state.qd, &change),
                    Argument::Qdd => state.qdd = sum(&state.qdd, &change),
                    Argument::Tau => state.tau = sum(&state.tau, &change),
                }
                let value = self.robot.value(function, &state);
                value.expect("it has a value at the state")
            };
            let [near, far] = [1.0, 2.0].map(|steps| minus(&value(steps), &value(-steps)));
            let pairs = near.iter().zip(&far);
            pairs
                .map(|(near, far)| (8.0 * near - far) / (12.0 * STEP))
                .collect()
        };
        let columns: Vec<Vec<f64>> = (0..nv).map(column).collect();
        transposed(&columns.concat(), columns[0].len())
    }
}

/// What a function is differentiated by.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Q,
    Qd,
    Qdd,
    Tau,
}
