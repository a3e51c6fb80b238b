//! Derivatives of functions, compiled, against differences of the generic algorithms: every chart, and all that inverse dynamics can
//! include.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use std::collections::{BTreeSet, HashMap};

use multibody::integrators::semi_implicit_euler_derivatives;
use multibody::reference::{Described, State};
use multibody::{
    Dual, ForwardDynamics, ForwardDynamicsDerivatives, InverseDynamicsDerivatives,
    InverseDynamicsDerivativesUnderWrenches, JointInfo, Linearizable, Multibody, check, linearize,
    linearize_at, manifold, multibody,
};
use multibody_tests::{Agreement, Pattern};

/// Two orientations, in a chart each, and a plane.
macro_rules! charts {
    ($name:ident, [$($root:tt)*], [$($ball:tt)*]) => {
        #[multibody(
            gravity = [0, 0, -9.81],
            joint root { floating, $($root)* parent: world, child: trunk },
            joint hip { ball, $($ball)* parent: trunk, child: leg, origin: [0.1, 0, -0.2] },
            joint wheel { planar, axis: z, parent: leg, child: foot },
            body foot { mass: 1, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
            body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
            body leg { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },
            effort = none,
            links(leg),
            wrenches(trunk, leg),
            functions(
                default,
                gravity_stiffness,
                center_of_mass_velocity,
                center_of_mass_velocity_derivatives,
                forward_dynamics_derivatives,
                inverse_dynamics_derivatives(wrenches),
                forward_dynamics_derivatives(wrenches),
                velocity_derivatives,
                velocity_derivatives_body,
                acceleration_derivatives,
                acceleration_derivatives_body,
                inverse_dynamics_jvp,
                inverse_dynamics_vjp,
                forward_dynamics_jvp,
                forward_dynamics_vjp,
                inverse_dynamics_jvp(wrenches),
                inverse_dynamics_vjp(wrenches),
                forward_dynamics_jvp(wrenches),
                forward_dynamics_vjp(wrenches),
            ),
        )]
        pub struct $name;
    };
}

charts!(ByQuaternions, [], []);
charts!(ByAngles, [chart: zyx, rates: derivative,], [chart: zxz,]);
charts!(ByVectors, [chart: exponential,], [chart: exponential, rates: derivative,]);
charts!(ByRodrigues, [chart: modified_rodrigues, rates: derivative,], [chart: modified_rodrigues,]);

/// Springs, damping, friction, an armature, a screw, a spring between points, expressions, time and a coordinate without a
/// joint.
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [x],
    joint rail { prismatic, axis: [1, 2, 2], parent: world, child: cart, spring: k, friction: 2 },
    joint lift { screw, axis: [0, 3, 4], pitch: 0.05, parent: cart, child: column, spring: [4, -0.3], damping: 0.3 },
    joint elbow { continuous, axis: y, parent: column, child: hand, origin: [0.4, 0.1, 0], armature: 0.02 },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    spring cable { from: world, to: [hand, [0.1, 0, 0.02]], stiffness: 20, length: 0.4, damping: 0.3 },
    kinetic = 2 * x_dot.powi(2) + x_dot * sin(elbow) + rail_dot * cos(3 * t) * x,
    potential = sin(elbow + 2 * x) + exp(0.3 * x),
    force(rail) = -0.3 * rail_dot.powi(3) + sin(2 * t) * x,
    friction_rate = 0.05,
    functions(
        default,
        inverse_dynamics_derivatives,
        gravity_stiffness,
        center_of_mass_velocity,
        center_of_mass_velocity_derivatives,
        forward_dynamics_derivatives,
        inverse_dynamics_jvp,
        inverse_dynamics_vjp,
        forward_dynamics_jvp,
        forward_dynamics_vjp,
    ),
    bundle(both = [inverse_dynamics_jvp, forward_dynamics_vjp]),
    at(mass_matrix, inverse_dynamics_derivatives, inverse_dynamics_vjp),
)]
pub struct Everything {
    pub k: f64,
}

/// The second finger follows the first, and its tip that.
#[multibody(
    urdf = "robots/gripper.urdf",
    functions(
        default,
        inverse_dynamics_derivatives,
        forward_dynamics_derivatives,
        inverse_dynamics_jvp,
        inverse_dynamics_vjp,
        forward_dynamics_jvp,
        forward_dynamics_vjp,
    ),
    bundle(
        both = [inverse_dynamics_derivatives, inverse_dynamics],
        motion = [forward_dynamics_derivatives, forward_dynamics],
    )
)]
pub struct Gripper;

/// Friction that bends within its rate if no option names another.
#[multibody(
    gravity = [0, 0, -9.81],
    joint hinge { revolute, axis: y, parent: world, child: bob, friction: 0.5 },
    body bob { mass: 1, com: [0, 0, -0.3], inertia: diag(0.01, 0.01, 0.001) },
    effort = none,
    functions(default, inverse_dynamics_derivatives, forward_dynamics_derivatives),
)]
pub struct Braked;

/// A bundle with a record for each link.
#[multibody(
    gravity = [0, 0, -9.81],
    joint shoulder { revolute, axis: y, parent: world, child: upper },
    joint elbow { revolute, axis: y, parent: upper, child: lower, origin: [0.1, 0, -0.2] },
    body upper { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },
    body lower { mass: 1, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    links(upper, lower),
    functions(velocity_derivatives, mass_matrix),
    bundle(moving = [velocity_derivatives, mass_matrix]),
)]
pub struct Linked;

/// A robot of a file.
macro_rules! of_file {
    ($name:ident, $($option:tt)*) => {
        #[multibody($($option)*, effort = none, functions(default, forward_dynamics_derivatives))]
        pub struct $name;
    };
}

of_file!(Panda, urdf = "../examples/panda/panda.urdf");
of_file!(
    Quadruped,
    urdf = "../benches/robots/quadruped.urdf",
    root = floating
);

/// Asserts that results agree with the reference: those of so many derivatives, of the stiffness of gravity or not, and of so
/// many products with derivatives.
fn assert_checked(robot: &impl Described, counts: [usize; 3]) {
    let report = check(robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let names: BTreeSet<String> = (report.rows().iter())
        .map(|row| row.quantity.to_string())
        .collect();
    let count = |word| names.iter().filter(|name| name.contains(word)).count();
    let checked_counts = [
        count("derivatives"),
        count("gravity_stiffness"),
        count("jvp") + count("vjp"),
    ];
    assert_eq!(checked_counts, counts, "{names:?}");
}

#[test]
fn derivatives_agree_with_differences_in_every_chart() {
    assert_checked(&ByQuaternions, [9, 1, 8]);
    assert_checked(&ByAngles, [9, 1, 8]);
    assert_checked(&ByVectors, [9, 1, 8]);
    assert_checked(&ByRodrigues, [9, 1, 8]);
}

/// A function, the function with its derivatives, and by how many arguments these are: positions, rates, accelerations or
/// forces, wrenches.
type Differentiated = (&'static str, &'static str, usize);

const OF_ROBOT: [Differentiated; 4] = [
    ("inverse_dynamics", "inverse_dynamics_derivatives", 3),
    ("forward_dynamics", "forward_dynamics_derivatives", 3),
    ("gravity", "gravity_stiffness", 1),
    (
        "center_of_mass_velocity",
        "center_of_mass_velocity_derivatives",
        2,
    ),
];

const UNDER_WRENCHES: [Differentiated; 2] = [
    (
        "inverse_dynamics with wrenches",
        "inverse_dynamics_derivatives with wrenches",
        4,
    ),
    (
        "forward_dynamics with wrenches",
        "forward_dynamics_derivatives with wrenches",
        4,
    ),
];

const OF_LINK: [Differentiated; 4] = [
    ("velocity of leg", "velocity_derivatives of leg", 2),
    (
        "velocity of leg in its own axes",
        "velocity_derivatives of leg in its own axes",
        2,
    ),
    ("acceleration of leg", "acceleration_derivatives of leg", 3),
    (
        "acceleration of leg in its own axes",
        "acceleration_derivatives of leg in its own axes",
        3,
    ),
];

/// The largest step of the differences: for positions a time, in s, at a unit rate; for all else in its own unit.
const STEP: f64 = 0.02;

/// The results of all functions at a state.
fn evaluate(robot: &dyn Described, state: &State) -> HashMap<String, Vec<f64>> {
    let mut results = HashMap::new();
    robot.evaluate(state, &mut |quantity, values| {
        results.insert(quantity.to_string(), values.to_vec());
    });
    results
}

/// A state with one entry of an argument changed by a step: positions move along a rate.
fn change(
    joints: &[JointInfo],
    state: &State,
    (argument, index): (usize, usize),
    step: f64,
) -> State {
    let mut next = state.clone();
    match argument {
        0 => {
            let mut unit = vec![0.0; state.qd.len()];
            unit[index] = 1.0;
            manifold::integrate(joints, &state.q, &unit, step, &mut next.q);
        }
        1 => next.qd[index] += step,
        2 => {
            // No function takes both.
            next.qdd[index] += step;
            next.tau[index] += step;
        }
        _ => next.wrenches[index / 6][index % 6] += step,
    }
    next
}

fn norm(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(|number| number * number).sum::<f64>().sqrt()
}

/// The difference between a derivative and central differences is the error of these: with half the step it is a quarter.
/// A column of which the differences are exact, but for rounding, is only near them.
fn assert_errors_of_differences_are_quadratic(robot: &dyn Described, functions: &[Differentiated]) {
    let joints = robot.tables().expect("tables").joints;
    let mut state = robot.model().random_state(1, robot.wrench_links().len());
    // Away from singular orientations of all charts, and from rates at which friction bends.
    let positions = state.q.iter_mut().enumerate();
    positions.for_each(|(k, q)| *q = 1.1 - 0.08 * k as f64);
    manifold::normalize(joints, &mut state.q, &mut []);
    let rates = state.qd.iter_mut().enumerate();
    rates.for_each(|(k, qd)| *qd = [0.6, -0.9][k % 2] + 0.02 * k as f64);
    state.t = 0.7;

    let exact = evaluate(robot, &state);
    let nv = state.qd.len();
    let widths = [nv, nv, nv, 6 * state.wrenches.len()];
    let mut judged_columns = vec![0; functions.len()];
    let entries = widths.iter().enumerate();
    for (argument, index) in entries.flat_map(|(k, &width)| (0..width).map(move |i| (k, i))) {
        let evaluate_at =
            |step: f64| evaluate(robot, &change(joints, &state, (argument, index), step));
        let samples = [STEP, STEP / 2.0, STEP / 4.0]
            .map(|step| (step, evaluate_at(step), evaluate_at(-step)));
        for (&(function, derivatives, arguments), count) in
            functions.iter().zip(&mut judged_columns)
        {
            if argument >= arguments {
                continue;
            }
            // The matrices are one behind the other, by rows. Those of forward dynamics are behind the accelerations.
            let (values, results) = (&exact[function], &exact[derivatives]);
            let is_behind_values = function.starts_with("forward_dynamics");
            let start = if is_behind_values { values.len() } else { 0 }
                + values.len() * widths[..argument].iter().sum::<usize>();
            let column: Vec<f64> = (0..values.len())
                .map(|row| results[start + row * widths[argument] + index])
                .collect();
            let errors = samples.each_ref().map(|(step, later, earlier)| {
                let pairs = later[function].iter().zip(&earlier[function]);
                let differences = pairs.map(|(later, earlier)| (later - earlier) / (2.0 * step));
                norm(differences.zip(&column).map(|(x, exact)| x - exact))
            });
            let place = format!("{derivatives}: argument {argument}, column {index}: {errors:?}");
            assert!(errors.iter().all(|error| error.is_finite()), "{place}");
            // Rounding errors of the differences are 1e-16 / 0.005 of the values, times the condition number of M: far
            // below this.
            if errors[2] > 1e-7 * (1.0 + norm(values.iter().copied())) {
                for pair in errors.windows(2) {
                    assert!((3.0..5.0).contains(&(pair[0] / pair[1])), "{place}");
                }
                *count += usize::from(argument == 0);
            }
        }
    }
    for ((function, ..), count) in functions.iter().zip(judged_columns) {
        assert!(count > 0, "differences of {function} have no errors");
    }
}

#[test]
fn differences_approach_derivatives_in_second_order() {
    let functions = [&OF_ROBOT[..], &UNDER_WRENCHES, &OF_LINK].concat();
    assert_errors_of_differences_are_quadratic(&ByQuaternions, &functions);
    assert_errors_of_differences_are_quadratic(&ByAngles, &functions);
    assert_errors_of_differences_are_quadratic(&ByVectors, &functions);
    assert_errors_of_differences_are_quadratic(&ByRodrigues, &functions);
    // Time acts on it.
    assert_errors_of_differences_are_quadratic(&Everything { k: 30.0 }, &OF_ROBOT);
}

#[test]
fn derivatives_of_friction_agree_where_it_bends() {
    assert_checked(&Braked, [2, 0, 0]);
}

/// Dual numbers give what the emitted function gives.
#[test]
fn derivatives_of_forward_dynamics_are_those_of_dual_numbers() {
    let q = [
        0.1, -0.2, 0.8, 0.5, -0.5, 0.5, 0.5, 0.3, 0.1, -0.4, 0.8, 0.2, 0.1, 0.7,
    ];
    let (qd, tau) = ([0.3; 12], [-0.4; 12]);
    let (mut q, mut rates): ([f64; 14], [f64; 12]) = (q, qd);
    ByQuaternions.normalize(&mut q, &mut rates);
    let by_duals = linearize_at(&ByQuaternions, 0.0, &q, &qd, &tau);
    let emitted = linearize(&ByQuaternions, &q, &qd, &tau);
    type Matrix = [[f64; 12]; 12];
    let pairs: [(Matrix, Matrix); 3] = [
        (emitted.acceleration.dq, by_duals.acceleration.dq),
        (emitted.acceleration.dqd, by_duals.acceleration.dqd),
        (emitted.acceleration.dtau, by_duals.acceleration.dtau),
    ];
    for (actual, expected) in pairs {
        for (actual, expected) in actual.as_flattened().iter().zip(expected.as_flattened()) {
            let size = expected.abs().max(1.0);
            assert!(
                (actual - expected).abs() < 1e-10 * size,
                "{actual} {expected}"
            );
        }
    }
}

/// What rounding errors are relative to, if it is more than 1.
#[derive(Clone, Copy)]
enum Scale {
    /// The entry itself.
    Entry,
    /// The largest entry of the matrix: M^-1 mixes the rows, and light links make some of them far larger than others.
    Matrix,
}

/// A step with its derivatives is the step of the integrator, also on dual numbers: by the state along each rate, and by tau.
fn assert_step_is_that_of_dual_numbers<R, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): (&[f64; NQ], &[f64; NV]),
    scale: Scale,
) where
    R: Linearizable<f64, NQ, NV> + ForwardDynamics<Dual<f64, 1>, NQ, NV>,
    R: Multibody<f64, NQ, NV>,
{
    type One = Dual<f64, 1>;
    let (h, tau) = (0.01, std::array::from_fn(|k| 0.3 - 0.1 * k as f64));
    let actual = semi_implicit_euler_derivatives(robot, (q, qd), &tau, h);
    let joints = robot.joints();
    let matrices = [
        [&actual.pos_pos, &actual.vel_pos],
        [&actual.pos_vel, &actual.vel_vel],
        [&actual.pos_tau, &actual.vel_tau],
    ];
    let largest = |entries: &[f64]| entries.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let largest_rate = largest(&actual.qd);
    for (argument, [by_position, by_rate]) in matrices.into_iter().enumerate() {
        let [largest_position, largest_change] =
            [by_position, by_rate].map(|matrix| largest(matrix.as_flattened()));
        for rate in 0..NV {
            let unit: [f64; NV] = std::array::from_fn(|k| f64::from(u8::from(k == rate)));
            let seed = |which, value: [f64; NV]| -> [One; NV] {
                std::array::from_fn(|k| Dual {
                    value: value[k],
                    derivatives: [if argument == which { unit[k] } else { 0.0 }],
                })
            };
            let mut q_rate = [0.0; NQ];
            manifold::position_rate(joints, q, &unit, &mut q_rate);
            let q: [One; NQ] = std::array::from_fn(|k| Dual {
                value: q[k],
                derivatives: [if argument == 0 { q_rate[k] } else { 0.0 }],
            });
            let (qd, tau) = (seed(1, *qd), seed(2, tau));
            let qdd = robot.forward_dynamics(&q, &qd, &tau);
            let h = Dual::constant(h);
            let qd: [One; NV] = std::array::from_fn(|k| qd[k] + h * qdd[k]);
            let (mut next, mut step) = ([h; NQ], [h; NV]);
            manifold::integrate(joints, &q, &qd, h, &mut next);
            let still = next.map(|argument| Dual::constant(argument.value));
            manifold::difference(joints, &still, &next, &mut step);
            for row in 0..NV {
                let rows = [
                    (
                        by_position[row][rate],
                        step[row].derivatives[0],
                        largest_position,
                    ),
                    (by_rate[row][rate], qd[row].derivatives[0], largest_change),
                    (actual.qd[row], qd[row].value, largest_rate),
                ];
                for (actual, expected, largest) in rows {
                    let size = match scale {
                        Scale::Entry => expected.abs(),
                        Scale::Matrix => largest,
                    };
                    let size = size.max(1.0);
                    let is_near = (actual - expected).abs() < 1e-12 * size;
                    assert!(is_near, "{argument} [{row}][{rate}]: {actual} {expected}");
                }
            }
        }
    }
}

#[test]
fn steps_have_the_derivatives_of_dual_numbers_in_every_chart() {
    let qd = std::array::from_fn(|k| 0.5 - 0.1 * k as f64);
    let normal = |robot: &dyn Multibody<f64, 14, 12>, mut q: [f64; 14]| {
        let mut rates = qd;
        robot.normalize(&mut q, &mut rates);
        q
    };
    let q: [f64; 14] = std::array::from_fn(|k| 1.1 - 0.08 * k as f64);
    let q = normal(&ByQuaternions, q);
    assert_step_is_that_of_dual_numbers(&ByQuaternions, (&q, &qd), Scale::Entry);
    let q = std::array::from_fn(|k| 1.1 - 0.08 * k as f64);
    assert_step_is_that_of_dual_numbers(&ByAngles, (&q, &qd), Scale::Entry);
    assert_step_is_that_of_dual_numbers(&ByVectors, (&q, &qd), Scale::Entry);
    assert_step_is_that_of_dual_numbers(&ByRodrigues, (&q, &qd), Scale::Entry);
}

/// Positions and rates without a pattern.
fn state<const NQ: usize, const NV: usize>(joints: &[JointInfo]) -> ([f64; NQ], [f64; NV]) {
    let number = |k: usize, factor: f64| (factor * (k as f64 + 1.0)).sin();
    let step: [f64; NV] = std::array::from_fn(|k| 0.8 * number(k, 2.3));
    let (mut neutral, mut q) = ([0.0; NQ], [0.0; NQ]);
    manifold::neutral(joints, &mut neutral);
    manifold::integrate(joints, &neutral, &step, 1.0, &mut q);
    (q, std::array::from_fn(|k| 1.5 * number(k, 1.7)))
}

#[test]
fn steps_of_robots_of_files_have_the_derivatives_of_dual_numbers() {
    let (q, qd) = state(&Panda::JOINTS);
    assert_step_is_that_of_dual_numbers(&Panda, (&q, &qd), Scale::Matrix);
    let (q, qd) = state(&Quadruped::JOINTS);
    assert_step_is_that_of_dual_numbers(&Quadruped, (&q, &qd), Scale::Matrix);
}

/// A wrench on the trunk keeps its components in world axes, and rates of the root are in the trunk's.
#[test]
fn a_view_under_wrenches_has_the_derivatives_under_them() {
    let wrenches = [[1.0, -2.0, 3.0, 0.4, 0.5, -0.6], [0.0; 6]];
    let q = [
        0.1, -0.2, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.2, 0.3,
    ];
    let (qd, qdd) = ([0.3; 12], [-0.4; 12]);
    let actual = ByQuaternions
        .under(&wrenches)
        .inverse_dynamics_derivatives(&q, &qd, &qdd);
    let unloaded = ByQuaternions
        .under(&[[0.0; 6]; 2])
        .inverse_dynamics_derivatives(&q, &qd, &qdd);
    // The force turns with the trunk: tau = .. - R^T f, so of the linear rows by turns is minus R^T f as a cross product.
    let by_turns =
        |actual: &InverseDynamicsDerivativesUnderWrenches<f64, 12, 12>| -> [[f64; 3]; 3] {
            std::array::from_fn(|i| std::array::from_fn(|j| actual.dq[i][3 + j]))
        };
    let (loaded, unloaded) = (by_turns(&actual), by_turns(&unloaded));
    // The quaternion is that of the turn x to y, y to z, z to x.
    let [x, y, z] = [-2.0, 3.0, 1.0];
    let expected = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]];
    // By the force itself: minus R^T.
    for (row, column) in [(0, 1), (1, 2), (2, 0)] {
        assert!((actual.dwrenches[row][column] + 1.0).abs() < 1e-12);
    }
    for i in 0..3 {
        for j in 0..3 {
            let difference = loaded[i][j] - unloaded[i][j];
            assert!(
                (difference - expected[i][j]).abs() < 1e-12,
                "[{i}][{j}]: {difference}"
            );
        }
    }
}

#[test]
fn derivatives_include_all_forces_and_time() {
    assert_checked(&Everything { k: 30.0 }, [3, 1, 4]);
}

#[test]
fn followers_move_with_their_leader_also_in_bundles() {
    assert_checked(&Gripper, [2, 0, 4]);
    let (q, qd, qdd) = ([0.3, 0.01], [0.5, -0.2], [1.0, 2.0]);
    let actual: InverseDynamicsDerivatives<f64, 2> =
        Gripper.inverse_dynamics_derivatives(&q, &qd, &qdd);
    assert_eq!(actual.mass_matrix, Gripper.mass_matrix(&q));
    let bundled = Gripper.both(&q, &qd, &qdd).inverse_dynamics_derivatives;
    // A bundle shares work, so it may round otherwise.
    for (bundled, actual) in [
        (bundled.dq, actual.dq),
        (bundled.dqd, actual.dqd),
        (bundled.mass_matrix, actual.mass_matrix),
    ] {
        let pairs = bundled.as_flattened().iter().zip(actual.as_flattened());
        assert!(pairs.into_iter().all(|(x, y)| (x - y).abs() < 1e-14));
    }
    let tau = [0.2, -0.1];
    let bundled = Gripper.motion(&q, &qd, &tau);
    let of_motion: ForwardDynamicsDerivatives<f64, 2> = bundled.forward_dynamics_derivatives;
    for (actual, expected) in of_motion.qdd.iter().zip(bundled.forward_dynamics) {
        assert!((actual - expected).abs() < 1e-12 * expected.abs());
    }
    // `linearize` takes the emitted function.
    let emitted = Gripper.forward_dynamics_derivatives(&q, &qd, &tau);
    let linear = linearize(&Gripper, &q, &qd, &tau);
    assert_eq!(linear.acceleration, emitted);
}

/// Patterns of functions of a robot, by the quantity, the constant and its matrices.
macro_rules! patterns {
    ($robot:ident: $($quantity:literal $constant:ident [$($matrix:ident),+];)+) => {
        &[$(Pattern {
            quantity: $quantity,
            nonzeros: || [$($robot::$constant.$matrix.as_flattened()),+].concat(),
        }),+]
    };
}

/// In every chart, under wrenches, with all kinds of forces, and where a joint follows another.
#[test]
fn patterns_are_those_of_values() {
    macro_rules! in_chart {
        ($robot:ident) => {
            (
                &$robot as &dyn Described,
                patterns! { $robot:
                    "inverse_dynamics_derivatives" INVERSE_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, mass_matrix];
                    "forward_dynamics_derivatives" FORWARD_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, dtau];
                    "gravity_stiffness" GRAVITY_STIFFNESS_PATTERN [dq, mass_matrix];
                    "center_of_mass_velocity_derivatives" CENTER_OF_MASS_VELOCITY_DERIVATIVES_PATTERN [dq, dqd];
                    "inverse_dynamics_derivatives with wrenches"
                        INVERSE_DYNAMICS_DERIVATIVES_UNDER_WRENCHES_PATTERN [dq, dqd, mass_matrix, dwrenches];
                    "forward_dynamics_derivatives with wrenches"
                        FORWARD_DYNAMICS_DERIVATIVES_UNDER_WRENCHES_PATTERN [dq, dqd, dtau, dwrenches];
                } as &[Pattern],
            )
        };
    }
    let everything = Everything { k: 30.0 };
    let others: [(&dyn Described, &[Pattern]); 2] = [
        (
            &everything,
            patterns! { Everything:
                "inverse_dynamics_derivatives" INVERSE_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, mass_matrix];
                "forward_dynamics_derivatives" FORWARD_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, dtau];
                "gravity_stiffness" GRAVITY_STIFFNESS_PATTERN [dq, mass_matrix];
                "center_of_mass_velocity_derivatives" CENTER_OF_MASS_VELOCITY_DERIVATIVES_PATTERN [dq, dqd];
            },
        ),
        (
            &Gripper,
            patterns! { Gripper:
                "inverse_dynamics_derivatives" INVERSE_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, mass_matrix];
                "forward_dynamics_derivatives" FORWARD_DYNAMICS_DERIVATIVES_PATTERN [dq, dqd, dtau];
            },
        ),
    ];
    let in_charts = [
        in_chart!(ByQuaternions),
        in_chart!(ByAngles),
        in_chart!(ByVectors),
        in_chart!(ByRodrigues),
    ];
    for (index, (robot, patterns)) in in_charts.into_iter().chain(others).enumerate() {
        let agreement = Agreement::of(robot, patterns);
        println!("{agreement:?}");
        assert!(agreement.nonzeros > 0);
        assert_eq!(agreement.wrong_zeros, 0, "robot {index}: {agreement:?}");
        // With a floating root, as the first four have it, some sums always cancel and are computed nevertheless.
        assert!(
            index < 4 || agreement.cancelled == 0,
            "robot {index}: {agreement:?}"
        );
    }
}

#[test]
fn bundles_have_the_derivatives_of_all_links() {
    let (q, qd): ([f64; 2], [f64; 2]) = ([0.3, -0.7], [0.2, 0.5]);
    let [upper, lower] = Linked.moving(&q, &qd).velocity_derivatives;
    for (actual, expected) in [
        (upper, Linked.velocity_derivatives_of_upper(&q, &qd)),
        (lower, Linked.velocity_derivatives_of_lower(&q, &qd)),
    ] {
        for (actual, expected) in [(actual.dq, expected.dq), (actual.dqd, expected.dqd)] {
            let pairs = actual.as_flattened().iter().zip(expected.as_flattened());
            assert!(pairs.into_iter().all(|(x, y)| (x - y).abs() < 1e-14));
        }
    }
}
