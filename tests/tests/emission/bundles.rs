//! Bundles, functions at one position, and in-place variants give the values of single functions.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]

use multibody::{Cost, multibody};
use multibody_tests::floating::{self, state};

/// A floating trunk with two limbs.
#[multibody(
    urdf = "robots/two_limbs.urdf",
    root = floating,
    links(left_shank, trunk),
    wrenches(left_shank),
    bundle(
        step = [mass_matrix, bias, jacobian_of_left_shank],
        poses = [pose],
        weight = [total_mass],
        everything = [forward_dynamics(wrenches), total_mass, pose, jacobian, kinetic_energy, center_of_mass],
    ),
    verify = true,
    at(mass_matrix, bias, gravity, forward_dynamics, pose, inverse_dynamics),
)]
pub struct Limbs;

/// The same, of which only halves of matrices are written.
#[multibody(urdf = "robots/two_limbs.urdf", root = floating, functions(mass_matrix, mass_matrix_inverse), triangle = lower)]
pub struct Halves;

/// Functions whose result has names, alone, in a bundle and at a position.
#[multibody(
    urdf = "robots/two_limbs.urdf",
    root = floating,
    functions(centroidal, center_of_mass_velocity, total_mass),
    bundle(balance = [centroidal, center_of_mass_velocity], alone = [centroidal]),
    at(centroidal),
)]
pub struct Balanced;

/// An arm with parameters.
#[multibody(
    urdf = "robots/planar_arm.urdf",
    functions(none),
    verify = true,
    bundle(step = [mass_matrix, inverse_dynamics], alone = [bias], weight = [total_mass]),
    at(mass_matrix, inverse_dynamics, total_mass),
)]
pub struct Loaded {
    /// kg
    #[parameter(body = tool, mass)]
    pub load: f64,
}

/// On a moving support: time acts.
#[multibody(
    coordinates = [x],
    kinetic = (x_dot + t.cos()).powi(2) * (1 + x.powi(2)),
    potential = x.sin() * t,
    bundle(step = [mass_matrix, bias]),
    at(mass_matrix, bias),
)]
pub struct Shaken;

const NQ: usize = Limbs::NQ;
const NV: usize = Limbs::NV;

#[track_caller]
fn assert_near(actual: &[f64], expected: &[f64]) {
    floating::assert_near(actual, expected, 1e-12);
}

fn flat(poses: &[([[f64; 3]; 3], [f64; 3])]) -> Vec<f64> {
    let parts = poses.iter();
    parts
        .flat_map(|(rotation, place)| [rotation.as_flattened(), place].concat())
        .collect()
}

#[test]
fn a_bundle_gives_what_its_functions_give() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let robot = Limbs;
    let step: LimbsStep<f64> = robot.step(&q, &qd);
    assert_near(
        step.mass_matrix.as_flattened(),
        robot.mass_matrix(&q).as_flattened(),
    );
    assert_near(&step.bias, &robot.bias(&q, &qd));
    let jacobian = robot.jacobian_of_left_shank(&q);
    assert_near(
        step.jacobian_of_left_shank.as_flattened(),
        jacobian.as_flattened(),
    );

    let wrenches = [[0.3, -1.0, 2.0, 0.1, 0.4, -0.2]];
    let bundle = robot.everything(&q, &qd, &tau, &wrenches);
    let qdd = robot.under(&wrenches).forward_dynamics(&q, &qd, &tau);
    assert_near(&bundle.forward_dynamics, &qdd);
    assert_near(&[bundle.total_mass], &[robot.total_mass()]);
    let (weight, mut output) = (robot.weight::<f64>(), 0.0);
    robot.weight_into::<f64>(&mut output);
    assert_eq!([weight, output], [robot.total_mass(); 2]);
    assert_near(&[bundle.kinetic_energy], &[robot.kinetic_energy(&q, &qd)]);
    assert_near(&bundle.center_of_mass, &robot.center_of_mass(&q));
    // In the order of the description, as the table has them.
    let links = Limbs::LINKS.iter().filter_map(|info| info.link);
    assert_eq!(links.collect::<Vec<_>>(), LimbsLink::ALL);
    assert_eq!(LimbsLink::ALL, [LimbsLink::Trunk, LimbsLink::LeftShank]);
    let poses = LimbsLink::ALL.map(|link| robot.pose(link, &q));
    assert_near(&flat(&bundle.pose), &flat(&poses));
    assert_near(&flat(&robot.poses(&q)), &flat(&poses));
    let jacobians = LimbsLink::ALL.map(|link| robot.jacobian(link, &q));
    assert_near(
        bundle.jacobian.as_flattened().as_flattened(),
        jacobians.as_flattened().as_flattened(),
    );
}

/// The names of a function's results are those of fields, in a bundle too.
#[test]
fn results_with_names_are_the_same_in_all_forms() {
    let (q, qd, _) = state::<f64, NQ, NV>(1.0);
    let result: BalancedCentroidal<f64> = Balanced.centroidal(&q, &qd);
    let velocity = Balanced.center_of_mass_velocity(&q, &qd);
    let linear = velocity.map(|v| Balanced.total_mass() * v);
    assert_near(&result.momentum[..3], &linear);
    let product = result
        .matrix
        .map(|row| row.iter().zip(&qd).map(|(a, v)| a * v).sum::<f64>());
    assert_near(&product, &result.momentum);
    let bundle: BalancedBalance<f64> = Balanced.balance(&q, &qd);
    assert_near(&bundle.center_of_mass_velocity, &velocity);
    let view = Balanced.at(&q).centroidal(&qd);
    for other in [bundle.centroidal, Balanced.alone(&q, &qd), view] {
        assert_near(&other.momentum, &result.momentum);
        assert_near(other.matrix.as_flattened(), result.matrix.as_flattened());
    }
    let mut output = bundle;
    output.centroidal.matrix = [[f64::NAN; NV]; 6];
    Balanced.balance_into(&q, &qd, &mut output);
    assert_eq!(output, bundle);
    multibody::check(&Balanced).expect("as the reference");
}

/// The values of `out` before the call do not matter.
#[test]
fn in_place_every_entry_is_written() {
    let (q, qd, _) = state::<f64, NQ, NV>(1.0);
    let robot = Limbs;
    let mut m = [[f64::NAN; NV]; NV];
    robot.mass_matrix_into(&q, &mut m);
    assert_eq!(m, robot.mass_matrix(&q));
    let mut inverse = [[f64::NAN; NV]; NV];
    robot.mass_matrix_inverse_into(&q, &mut inverse);
    assert_eq!(inverse, robot.mass_matrix_inverse(&q));
    let mut c = [[f64::NAN; NV]; NV];
    robot.coriolis_matrix_into(&q, &qd, &mut c);
    assert_eq!(c, robot.coriolis_matrix(&q, &qd));
    let mut jacobian = [[f64::NAN; NV]; 6];
    robot.jacobian_of_left_shank_into(&q, &mut jacobian);
    assert_eq!(jacobian, robot.jacobian_of_left_shank(&q));
    let mut step = LimbsStep {
        mass_matrix: [[f64::NAN; NV]; NV],
        bias: [f64::NAN; NV],
        jacobian_of_left_shank: [[f64::NAN; NV]; 6],
    };
    robot.step_into(&q, &qd, &mut step);
    assert_eq!(step, robot.step(&q, &qd));
    let mut poses = [([[f64::NAN; 3]; 3], [f64::NAN; 3]); 2];
    robot.poses_into(&q, &mut poses);
    assert_eq!(poses, robot.poses(&q));
}

#[test]
fn of_halves_the_other_stays() {
    let (q, ..) = state::<f64, NQ, NV>(1.0);
    let matrices = [Limbs.mass_matrix(&q), Limbs.mass_matrix_inverse(&q)];
    assert_eq!(
        [Halves.mass_matrix(&q), Halves.mass_matrix_inverse(&q)],
        matrices
    );
    let mut lower = [[[7.0; NV]; NV]; 2];
    Halves.mass_matrix_into(&q, &mut lower[0]);
    Halves.mass_matrix_inverse_into(&q, &mut lower[1]);
    for (matrix, lower) in matrices.iter().zip(lower) {
        for (i, row) in lower.iter().enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                let expected = if j <= i { matrix[i][j] } else { 7.0 };
                assert!(entry == expected, "{entry} at {i} {j}");
            }
        }
    }
}

#[test]
fn a_position_is_prepared_once() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let robot = Limbs;
    let view: LimbsAt<f64> = robot.at(&q);
    for factor in [1.0, -0.5] {
        let rates = qd.map(|rate| factor * rate);
        assert_near(&view.bias(&rates), &robot.bias(&q, &rates));
        assert_near(
            &view.forward_dynamics(&rates, &tau),
            &robot.forward_dynamics(&q, &rates, &tau),
        );
        assert_near(
            &view.inverse_dynamics(&rates, &tau),
            &robot.inverse_dynamics(&q, &rates, &tau),
        );
    }
    assert_near(&view.gravity(), &robot.gravity(&q));
    assert_near(
        view.mass_matrix().as_flattened(),
        robot.mass_matrix(&q).as_flattened(),
    );
    let poses = [view.pose_of_trunk(), view.pose_of_left_shank()];
    assert_near(&flat(&poses), &flat(&robot.poses(&q)));
}

#[test]
fn parameters_and_time_go_with_both() {
    let (q, qd, qdd) = ([0.3, -0.4], [1.0, 2.0], [-0.5, 0.25]);
    let robot = Loaded { load: 1.5 };
    let (step, view) = (robot.step(&q, &qd, &qdd), robot.at(&q));
    let prepared = robot.prepare::<f64>();
    let (prepared_step, prepared_at) = (prepared.step(&q, &qd, &qdd), prepared.at(&q));
    let (m, tau) = (robot.mass_matrix(&q), robot.inverse_dynamics(&q, &qd, &qdd));
    let matrices = [
        step.mass_matrix,
        prepared_step.mass_matrix,
        view.mass_matrix(),
        prepared_at.mass_matrix(),
    ];
    for actual in matrices {
        assert_near(actual.as_flattened(), m.as_flattened());
    }
    let forces = [
        step.inverse_dynamics,
        prepared_step.inverse_dynamics,
        view.inverse_dynamics(&qd, &qdd),
        prepared_at.inverse_dynamics(&qd, &qdd),
    ];
    for actual in forces {
        assert_near(&actual, &tau);
    }
    assert_eq!(robot.alone(&q, &qd), robot.bias(&q, &qd));
    let masses: [f64; 4] = [
        robot.weight(),
        prepared.weight(),
        view.total_mass(),
        prepared_at.total_mass(),
    ];
    assert_near(&masses, &[robot.total_mass(); 4]);
    // The load is felt.
    assert!(Loaded { load: 2.0 }.step(&q, &qd, &qdd).mass_matrix[0][0] > m[0][0]);

    let (t, q, qd) = (0.7, [0.2], [1.1]);
    let (step, view) = (Shaken.step(t, &q, &qd), Shaken.at(t, &q));
    assert_near(
        step.mass_matrix.as_flattened(),
        Shaken.mass_matrix(t, &q).as_flattened(),
    );
    for bias in [step.bias, view.bias(&qd)] {
        assert_near(&bias, &Shaken.bias(t, &q, &qd));
    }
}

/// Of a function, or of the rest of it behind a position.
fn operations(costs: &[Cost], function: &str) -> usize {
    let cost = (costs.iter().find(|cost| cost.function == function))
        .unwrap_or_else(|| panic!("no {function}"));
    cost.mul + cost.add
}

#[test]
fn together_they_take_no_more_operations_than_one_by_one() {
    let count = |function: &str| operations(&Limbs::COSTS, function);
    let sum = |functions: &[&str]| functions.iter().map(|of| count(of)).sum::<usize>();
    let separate = sum(&["mass_matrix", "bias", "jacobian_of_left_shank"]);
    assert!(
        count("step") < separate,
        "{} instead of {separate}",
        count("step")
    );
    // The trunk's pose is needed for what it carries.
    assert_eq!(count("poses"), count("pose_of_left_shank"));
    let functions = [
        "mass_matrix",
        "bias",
        "gravity",
        "forward_dynamics",
        "inverse_dynamics",
    ];
    let costs = functions.map(|of| count(&format!("at.{of}")));
    let total = count("at") + costs.iter().sum::<usize>();
    let separate = sum(&functions) + count("pose_of_left_shank") + count("pose_of_trunk");
    assert!(total < separate, "{total} instead of {separate}");
    assert_eq!([count("at.mass_matrix"), count("at.gravity")], [0, 0]);
    assert!(count("at.bias") < count("bias"));
    let cost = Limbs::COSTS
        .iter()
        .find(|cost| cost.function == "at.inverse_dynamics");
    assert_eq!(cost.map(|cost| cost.sincos), Some(0));
}

#[test]
fn all_is_there_for_other_numbers() {
    let ((q, qd, _), (q32, qd32, _)) = (state::<f64, NQ, NV>(1.0), state::<f32, NQ, NV>(1.0));
    let (one, other) = (Limbs.step(&q, &qd), Limbs.step(&q32, &qd32));
    let third = Limbs.at(&q32).bias(&qd32);
    for ((one, other), third) in one.bias.iter().zip(other.bias).zip(third) {
        assert!((one - f64::from(other)).abs() < 1e-4 * one.abs().max(10.0));
        assert!((one - f64::from(third)).abs() < 1e-4 * one.abs().max(10.0));
    }
}
