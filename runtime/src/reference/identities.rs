//! Theorems of mechanics that hold for every tree, tested on random trees: with welded and floating roots, with and
//! without mimic joints.
//!
//! Derivatives are taken along `qd` in the tangent space, along `q + h N(q) qd` with quaternions scaled to unit length,
//! by central differences of fourth order. With `h = 1e-3` their own error is about `h^4 = 1e-12`, and rounding adds
//! `1e-16 / h = 1e-13`. Both are multiplied by the fifth power of speeds up to pi and of a few metres. Hence the
//! tolerance of `1e-7` relative to the largest entry.

use std::{vec, vec::Vec};

use nalgebra::{DMatrix, DVector};

use super::random_tree::{Root, random_tree};
use super::{Model, State};

const ROUNDING: f64 = 1e-12;
const DIFFERENCES: f64 = 1e-7;

/// Runs a theorem on random trees at random states.
fn on_random_trees(theorem: impl Fn(&Model, &State)) {
    for root in [Root::Welded, Root::Floating] {
        for mimic in [false, true] {
            for seed in 0..6 {
                std::println!("{root:?} root, mimic {mimic}, seed {seed}");
                let model = random_tree(seed, root, mimic);
                theorem(&model, &model.random_state(seed, 1));
            }
        }
    }
}

fn vector(slice: &[f64]) -> DVector<f64> {
    DVector::from_column_slice(slice)
}

fn unit(length: usize, index: usize) -> Vec<f64> {
    let mut unit = vec![0.0; length];
    unit[index] = 1.0;
    unit
}

/// Compares relative to the largest entry, which must not be zero.
#[track_caller]
fn assert_close(actual: &DMatrix<f64>, expected: &DMatrix<f64>, tolerance: f64) {
    assert!(expected.amax() > 1e-3, "compares nothing: {expected}");
    let error = (actual - expected).amax();
    assert!(
        error <= tolerance * expected.amax(),
        "off by {error:e}: {actual} should be {expected}"
    );
}

fn column(vector: &DVector<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(vector.len(), 1, vector.as_slice())
}

/// The time derivative of `f(q)` when the model moves with `qd`.
fn rate(model: &Model, q: &[f64], qd: &[f64], f: impl Fn(&[f64]) -> DMatrix<f64>) -> DMatrix<f64> {
    let position_rate = model.position_rate(q, qd);
    let value = |h: f64| {
        let entries = q.iter().zip(&position_rate);
        let mut position: Vec<f64> = entries.map(|(q, rate)| q + h * rate).collect();
        model.normalize(&mut position);
        f(&position)
    };
    let h = 1e-3;
    (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h)
}

#[test]
fn kinetic_energy_is_the_quadratic_form_of_the_mass_matrix() {
    on_random_trees(|model, state| {
        let qd = vector(&state.qd);
        let energy = 0.5 * qd.dot(&(model.mass_matrix(&state.q) * &qd));
        let expected = model.kinetic_energy(&state.q, &state.qd);
        assert!((energy - expected).abs() <= ROUNDING * expected);
        assert!(expected > 0.1);
    });
}

#[test]
fn inverse_dynamics_is_linear_in_acceleration_with_the_mass_matrix() {
    on_random_trees(|model, State { q, qd, .. }| {
        let bias = model.bias(q, qd);
        let columns: Vec<_> = (0..model.nv())
            .map(|j| model.inverse_dynamics(q, qd, &unit(model.nv(), j), &[]) - &bias)
            .collect();
        // The difference loses as many digits as the bias is large.
        let tolerance = ROUNDING * bias.amax().max(1.0);
        let actual = DMatrix::from_columns(&columns);
        assert_close(&actual, &model.mass_matrix(q), tolerance);
    });
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    on_random_trees(|model, state| {
        let State { q, qd, qdd, .. } = state;
        let wrenches = [(3, state.wrenches[0]), (7, state.wrenches[0])];
        let tau = model.inverse_dynamics(q, qd, qdd, &wrenches);
        let actual = model.forward_dynamics(q, qd, tau.as_slice(), &wrenches);
        let condition = condition(&model.mass_matrix(q));
        assert!(condition < 1e6);
        let tolerance = ROUNDING * condition;
        assert_close(&column(&actual), &column(&vector(qdd)), tolerance);
    });
}

fn condition(matrix: &DMatrix<f64>) -> f64 {
    let singular_values = matrix.singular_values();
    singular_values.max() / singular_values.min()
}

#[test]
fn articulated_bodies_agree_with_solving_by_the_mass_matrix() {
    on_random_trees(|model, state| {
        if model.shares_coordinates() {
            return;
        }
        let State { q, qd, tau, .. } = state;
        let wrenches = [(2, state.wrenches[0])];
        let actual = model.articulated_bodies(q, qd, tau, &wrenches);
        let expected = model.solve_mass_matrix(q, qd, tau, &wrenches);
        let tolerance = ROUNDING * condition(&model.mass_matrix(q));
        assert_close(&column(&actual), &column(&expected), tolerance);
    });
}

#[test]
fn inverse_of_the_mass_matrix_is_its_inverse() {
    on_random_trees(|model, State { q, .. }| {
        let mass_matrix = model.mass_matrix(q);
        let inverse = model.mass_matrix_inverse(q).expect("no massless links");
        let identity = DMatrix::identity(model.nv(), model.nv());
        let tolerance = ROUNDING * condition(&mass_matrix);
        assert_close(&(mass_matrix * inverse), &identity, tolerance);
    });
}

#[test]
fn gravity_is_the_gradient_of_potential_energy() {
    on_random_trees(|model, State { q, .. }| {
        let energy = |q: &[f64]| DMatrix::from_element(1, 1, model.potential_energy(q));
        let gradient = DVector::from_fn(model.nv(), |j, _| {
            rate(model, q, &unit(model.nv(), j), energy)[0]
        });
        assert_close(&column(&gradient), &column(&model.gravity(q)), DIFFERENCES);
    });
}

#[test]
fn bias_is_coriolis_and_gravity() {
    on_random_trees(|model, State { q, qd, .. }| {
        let sum = model.coriolis(q, qd) + model.gravity(q);
        assert_close(&column(&sum), &column(&model.bias(q, qd)), ROUNDING);
    });
}

#[test]
fn rate_of_the_mass_matrix_is_coriolis_plus_its_transpose() {
    on_random_trees(|model, State { q, qd, .. }| {
        let coriolis = model.coriolis_matrix(q, qd);
        let sum = &coriolis + coriolis.transpose();
        let actual = rate(model, q, qd, |q| model.mass_matrix(q));
        assert_close(&actual, &sum, DIFFERENCES);
    });
}

#[test]
fn coriolis_matrix_times_velocity_is_the_coriolis_force() {
    on_random_trees(|model, State { q, qd, .. }| {
        let actual = model.coriolis_matrix(q, qd) * vector(qd);
        assert_close(&column(&actual), &column(&model.coriolis(q, qd)), ROUNDING);
    });
}

/// `C(u) v = C(v) u`, since `C` consists of the Christoffel symbols times the velocity, and these are symmetric. It
/// holds for rates that are derivatives of positions, so joints with rates in body axes are at rest.
#[test]
fn coriolis_matrix_is_that_of_the_christoffel_symbols() {
    for (seed, mimic) in [(1, false), (2, false), (1, true), (2, true)] {
        let model = random_tree(seed, Root::Welded, mimic);
        let State { q, qd, qdd, .. } = model.random_state(seed, 0);
        let without_body_rates = |mut u: Vec<f64>| {
            let rates_in_body_axes = model
                .joints()
                .iter()
                .flat_map(|joint| body_rates(&joint.motion));
            rates_in_body_axes.for_each(|v| u[v] = 0.0);
            u
        };
        let (u, v) = (without_body_rates(qd), without_body_rates(qdd));
        let actual = model.coriolis_matrix(&q, &u) * vector(&v);
        let swapped = model.coriolis_matrix(&q, &v) * vector(&u);
        assert_close(&column(&actual), &column(&swapped), ROUNDING);
    }
}

/// The indices of rates in body axes, for the motions of random trees: these have no modified Rodrigues parameters.
fn body_rates(motion: &super::Motion) -> Vec<usize> {
    use super::Motion::{Ball, ExponentialBall, ExponentialFloating, Floating, Planar, Sequence};
    match motion {
        Floating { v, .. } | ExponentialFloating { v, .. } => (*v..v + 6).collect(),
        Ball { v, .. } | ExponentialBall { v, .. } | Planar { v, .. } => (*v..v + 3).collect(),
        Sequence(motions) => motions.iter().flat_map(body_rates).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn power_of_the_forces_is_the_rate_of_energy() {
    on_random_trees(|model, State { q, qd, qdd, .. }| {
        let power = vector(qd).dot(&model.inverse_dynamics(q, qd, qdd, &[]));
        // d/dt (1/2 qd' M qd + V) = qd' M qdd + 1/2 qd' dM/dt qd + dV/dt; the last two terms remain at constant rates.
        let velocity = vector(qd);
        let coasting_power = rate(model, q, qd, |q| {
            let energy = model.kinetic_energy(q, qd) + model.potential_energy(q);
            DMatrix::from_element(1, 1, energy)
        });
        let inertial_power = velocity.dot(&(model.mass_matrix(q) * vector(qdd)));
        let scale = power.abs().max(inertial_power.abs());
        assert!((power - inertial_power - coasting_power[0]).abs() <= DIFFERENCES * scale);
    });
}

#[test]
fn jacobian_is_the_rate_of_the_pose() {
    on_random_trees(|model, State { q, qd, .. }| {
        let link = 7;
        let twist = model.jacobian(q, link) * vector(qd);
        let (rotation, _) = model.pose(q, link);
        let pose = |q: &[f64]| {
            let (rotation, position) = model.pose(q, link);
            DMatrix::from_fn(
                3,
                4,
                |i, j| if j < 3 { rotation[(i, j)] } else { position[i] },
            )
        };
        let angular = nalgebra::Vector3::new(twist[3], twist[4], twist[5]);
        let rotation_rate = angular.cross_matrix() * rotation;
        let expected = DMatrix::from_fn(
            3,
            4,
            |i, j| if j < 3 { rotation_rate[(i, j)] } else { twist[i] },
        );
        assert_close(&rate(model, q, qd, pose), &expected, DIFFERENCES);
    });
}

/// Jacobian rates, in world axes and in link axes, are also compared with differences along the motion.
#[test]
fn accelerations_follow_from_jacobians_and_their_rates() {
    on_random_trees(|model, State { q, qd, qdd, .. }| {
        let link = 7;
        let by_columns =
            |m: nalgebra::Matrix6xX<f64>| DMatrix::from_column_slice(6, m.ncols(), m.as_slice());
        let jacobian = by_columns(model.jacobian(q, link));
        let change = by_columns(model.jacobian_rate(q, qd, link));
        let actual = rate(model, q, qd, |q| by_columns(model.jacobian(q, link)));
        // After a single joint the rate is 0, so errors are measured relative to the Jacobian.
        assert_close(&(actual + &jacobian), &(&change + &jacobian), DIFFERENCES);
        let actual = rate(model, q, qd, |q| by_columns(model.jacobian_body(q, link)));
        let body_change = by_columns(model.jacobian_rate_body(q, qd, link));
        assert_close(
            &(actual + &jacobian),
            &(body_change + &jacobian),
            DIFFERENCES,
        );
        let as_column = |v: nalgebra::Vector6<f64>| DMatrix::from_column_slice(6, 1, v.as_slice());
        let velocity = as_column(model.velocity(q, qd, link));
        assert_close(&velocity, &column(&(&jacobian * vector(qd))), ROUNDING);
        let acceleration = as_column(model.acceleration(q, qd, qdd, link));
        let expected = jacobian * vector(qdd) + change * vector(qd);
        assert_close(&acceleration, &column(&expected), ROUNDING * 10.0);
    });
}

/// Along the motion the momentum changes at its rate, and the sum of all momenta is that of the centre of mass.
#[test]
fn momenta_change_by_their_rates() {
    on_random_trees(|model, State { q, qd, qdd, .. }| {
        let as_column = |v: nalgebra::Vector6<f64>| DMatrix::from_column_slice(6, 1, v.as_slice());
        let zeros = vec![0.0; qd.len()];
        let actual = rate(model, q, qd, |q| as_column(model.momentum(q, qd, 7)));
        let coasting = as_column(model.momentum_rate(q, qd, &zeros, 7));
        assert_close(&actual, &coasting, DIFFERENCES);
        // The contribution of accelerations is the momentum at rates equal to these accelerations.
        let acceleration_term = as_column(model.momentum_rate(q, qd, qdd, 7)) - coasting;
        assert_close(
            &acceleration_term,
            &as_column(model.momentum(q, qdd, 7)),
            ROUNDING * 1e3,
        );

        // Links welded to the world have no momentum.
        let sum: nalgebra::Vector3<f64> = (0..model.links().len())
            .map(|link| crate::spatial::linear(&model.momentum(q, qd, link)))
            .sum();
        let expected = model.total_mass() * model.center_of_mass_velocity(q, qd);
        assert!((sum - expected).norm() < ROUNDING * expected.norm().max(1.0));
    });
}

/// `S^T wrench = tau` for every joint; the wrench that a joint transmits includes the passive forces along it.
#[test]
fn generalized_forces_are_components_of_joint_wrenches() {
    on_random_trees(|model, state| {
        let State { q, qd, qdd, .. } = state;
        let wrenches = [(7, state.wrenches[0])];
        let tau = model.inverse_dynamics(q, qd, qdd, &wrenches);
        let configuration = model.configuration(q);
        let mut actual = model.armature.component_mul(&vector(qdd)) - model.passive(q, qd);
        for link in 0..model.links().len() {
            let subspace = &configuration.subspaces[model.body(link)];
            let wrench = model.joint_wrench_body(q, qd, qdd, &wrenches, link);
            let mut sum = actual.rows_range_mut(subspace.velocities.clone());
            sum += subspace.force(&wrench);
        }
        assert_close(&column(&actual), &column(&tau), ROUNDING * 10.0);
    });
}

/// The momentum is a sum over momenta of links, its matrix one over their Jacobians.
#[test]
fn the_centroidal_matrix_gives_the_momentum() {
    on_random_trees(|model, State { q, qd, .. }| {
        let momentum = model.centroidal_momentum(q, qd);
        let product = model.centroidal_matrix(q) * vector(qd);
        assert!((product - momentum).norm() < ROUNDING * 10.0 * momentum.norm().max(1.0));
        let velocity = model.center_of_mass_velocity(q, qd);
        let linear = model.total_mass() * velocity;
        let actual = momentum.fixed_rows::<3>(0);
        assert!((actual - linear).norm() < ROUNDING * 10.0 * linear.norm().max(1.0));
    });
}

#[test]
fn the_centre_of_mass_moves_as_its_parts() {
    on_random_trees(|model, State { q, qd, .. }| {
        let as_column = |v: nalgebra::Vector3<f64>| DMatrix::from_column_slice(3, 1, v.as_slice());
        let velocity = as_column(model.center_of_mass_velocity(q, qd));
        let actual = rate(model, q, qd, |q| as_column(model.center_of_mass(q)));
        assert_close(&actual, &velocity, DIFFERENCES);
        // The rates are constant here. The contribution of accelerations, which is linear in them, is compared below.
        let zeros = vec![0.0; qd.len()];
        let acceleration = as_column(model.center_of_mass_acceleration(q, qd, &zeros));
        let actual = rate(model, q, qd, |q| {
            as_column(model.center_of_mass_velocity(q, qd))
        });
        assert_close(&actual, &acceleration, DIFFERENCES);
        let difference = as_column(model.center_of_mass_acceleration(q, qd, qd)) - acceleration;
        assert_close(&difference, &velocity, ROUNDING * 1e3);
    });
}

#[test]
fn the_jacobian_in_link_axes_is_the_rotated_one() {
    on_random_trees(|model, State { q, .. }| {
        let (rotation, _) = model.pose(q, 6);
        let body = model.jacobian_body(q, 6);
        let world = model.jacobian(q, 6);
        for half in [0, 3] {
            let actual = rotation * body.fixed_rows::<3>(half);
            let expected = world.fixed_rows::<3>(half);
            assert!((actual - expected).amax() <= ROUNDING * world.amax());
        }
    });
}

#[test]
fn wrenches_act_by_their_generalized_force() {
    on_random_trees(|model, state| {
        let State { q, qd, qdd, .. } = state;
        let wrenches = [(7, state.wrenches[0]), (5, state.wrenches[0])];
        let tau = model.inverse_dynamics(q, qd, qdd, &[]);
        let loaded_tau = model.inverse_dynamics(q, qd, qdd, &wrenches);
        let tolerance = ROUNDING * tau.amax().max(1.0);
        let force = model.generalized_force(q, &wrenches);
        assert_close(&column(&(&tau - &loaded_tau)), &column(&force), tolerance);
    });
}

#[test]
fn links_welded_to_the_world_do_not_count() {
    let model = random_tree(3, Root::Welded, false);
    let total: f64 = model.links().iter().map(|link| link.mass).sum();
    assert!(model.total_mass() < total);
    let floating = random_tree(3, Root::Floating, false);
    let total: f64 = floating.links().iter().map(|link| link.mass).sum();
    // The masses are added in a different order.
    assert!((floating.total_mass() - total).abs() <= 1e-14 * total);
}

/// Gravity acts at the centre of mass: with a floating root the generalized force at the root is the weight.
#[test]
fn floating_root_carries_the_weight_at_the_centre_of_mass() {
    let model = random_tree(4, Root::Floating, false);
    let State { q, .. } = model.random_state(4, 0);
    let (rotation, position) = model.pose(&q, 0);
    let weight = -model.total_mass() * model.gravity;
    let moment = (model.center_of_mass(&q) - position).cross(&weight);
    let actual = model.gravity(&q).rows(0, 6).into_owned();
    let (force, moment) = (rotation.transpose() * weight, rotation.transpose() * moment);
    let expected = [force.x, force.y, force.z, moment.x, moment.y, moment.z];
    assert_close(&column(&actual), &column(&vector(&expected)), ROUNDING);
}

/// Forward and inverse dynamics include the forces of springs, damping and friction. For springs alone
/// `d(energy)/dt = -Q . qd`; damping and friction dissipate energy.
#[test]
fn springs_damping_and_friction_act_along_joints() {
    for (seed, mimic) in [(1, false), (2, true)] {
        let tree_joints = random_tree(seed, Root::Floating, mimic).joints().to_vec();
        let joints: Vec<usize> = (0..tree_joints.len())
            .filter(|&joint| tree_joints[joint].motion.coordinate().is_some())
            .collect();
        let springs: Vec<_> = joints
            .iter()
            .map(|&joint| (joint, 3.0 + joint as f64, 0.2))
            .collect();
        let damping: Vec<_> = joints.iter().map(|&joint| (joint, 0.5)).collect();
        let friction: Vec<_> = joints.iter().map(|&joint| (joint, 0.7, 0.3)).collect();
        let tree = || random_tree(seed, Root::Floating, mimic);
        let State { q, qd, qdd, .. } = tree().random_state(seed, 0);

        let sprung = tree().with_springs(&springs);
        let energy = |q: &[f64]| DMatrix::from_element(1, 1, sprung.spring_energy(q));
        let power = -sprung.passive(&q, &qd).dot(&vector(&qd));
        let energy_rate = rate(&sprung, &q, &qd, energy);
        assert_close(
            &energy_rate,
            &DMatrix::from_element(1, 1, power),
            DIFFERENCES,
        );

        let braked = [tree().damped(&damping), tree().with_friction(&friction)];
        for model in &braked {
            assert!(model.passive(&q, &qd).dot(&vector(&qd)) < -0.1);
            assert_eq!(model.spring_energy(&q), 0.0);
        }

        let loaded = tree()
            .with_springs(&springs)
            .damped(&damping)
            .with_friction(&friction);
        let free_tau = tree().inverse_dynamics(&q, &qd, &qdd, &[]);
        let tau = loaded.inverse_dynamics(&q, &qd, &qdd, &[]);
        assert_close(
            &column(&(&free_tau - &tau)),
            &column(&loaded.passive(&q, &qd)),
            ROUNDING * 1e3,
        );
        let actual = loaded.forward_dynamics(&q, &qd, tau.as_slice(), &[]);
        assert_close(&column(&actual), &column(&vector(&qdd)), 1e-9);
    }
}

/// `-d c (c . qd)` of a damper, `-k c (c . q - q0)` of a spring, and friction against the motion.
#[test]
fn forces_act_along_sums_of_positions() {
    let tree = || random_tree(3, Root::Floating, false);
    let State { q, qd, .. } = tree().random_state(3, 0);
    let joints = tree().joints().to_vec();
    let coordinates = joints.iter().filter_map(|joint| joint.motion.coordinate());
    let [first, .., last] = &coordinates.collect::<Vec<_>>()[..] else {
        panic!("several joints");
    };
    let rates = [(first.index_v, 2.0), (last.index_v, -0.5)];
    let term = |index: usize, factor: f64| {
        DVector::from_fn(qd.len(), |i, _| if i == index { factor } else { 0.0 })
    };
    let c = term(first.index_v, 2.0) + term(last.index_v, -0.5);
    let length = 2.0 * q[first.index_q] - 0.5 * q[last.index_q];
    let speed = c.dot(&vector(&qd));
    for (model, tension) in [
        (tree().damped_along(&[(&rates, 3.0)]), 3.0 * speed),
        (
            tree().with_springs_along(&[(&rates, 5.0, 0.2)]),
            5.0 * (length - 0.2),
        ),
        (
            tree().with_friction_along(&[(&rates, 0.7, 0.3)]),
            0.7 * speed / speed.hypot(0.3),
        ),
    ] {
        let expected = -tension * &c;
        assert_close(
            &column(&model.passive(&q, &qd)),
            &column(&expected),
            ROUNDING,
        );
    }
}

/// Forces that carry the whole weight of each link are those of gravity.
#[test]
fn constant_forces_carry_weights() {
    on_random_trees(|model, State { q, qd, .. }| {
        let supports: Vec<_> = (model.links().iter().enumerate())
            .map(|(index, link)| {
                let lift = -link.mass * model.gravity;
                (index, link.com, [lift.x, lift.y, lift.z])
            })
            .collect();
        let (links, joints) = (model.links().to_vec(), model.joints().to_vec());
        let balanced =
            Model::new(model.gravity.into(), links, joints).with_constant_forces(&supports);
        let zeros = std::vec![0.0; qd.len()];
        assert_close(
            &column(&balanced.passive(q, qd)),
            &column(&model.gravity(q)),
            ROUNDING * 1e3,
        );
        let tau = balanced.inverse_dynamics(q, &zeros, &zeros, &[]);
        assert!(tau.amax() < 1e-9);
        // Without accelerations, a joint carries nothing.
        for link in 0..balanced.links().len() {
            let wrench = balanced.joint_wrench(q, &zeros, &zeros, &[], link);
            assert!(wrench.amax() < 1e-9);
        }
    });
}

/// Derivatives of inverse dynamics by a recursion are those by differences.
#[test]
fn derivatives_by_recursion_are_those_by_differences() {
    let count = std::cell::Cell::new(0);
    on_random_trees(|model, State { q, qd, qdd, .. }| {
        let Some(by_recursion) = model.recursive_derivatives([q, qd, qdd]) else {
            return;
        };
        let forces = |[q, qd, qdd]: [&[f64]; 3]| model.newton_euler(q, qd, qdd, model.gravity, &[]);
        let mut expected = model.derivatives([q, qd, qdd], 3, forces);
        for index in 0..model.nv() {
            let direction = unit(model.nv(), index);
            let by_position = rate(model, q, &direction, |q| column(&forces([q, qd, qdd])));
            let mut rows = expected.view_mut((0, index), (model.nv(), 1));
            rows.copy_from(&by_position);
        }
        assert_close(&by_recursion, &expected, DIFFERENCES);
        count.set(count.get() + 1);
    });
    assert!(count.get() > 0, "no tree has constant motion subspaces");
}

/// Errors of central differences fall with the square of the step, and the extrapolated differences are the derivatives
/// by the recursion.
#[test]
fn differences_approach_derivatives_by_recursion_in_second_order() {
    let count = std::cell::Cell::new(0);
    on_random_trees(|model, State { q, qd, qdd, .. }| {
        let Some(by_recursion) = model.recursive_derivatives([q, qd, qdd]) else {
            return;
        };
        let forces = |q: &[f64]| model.newton_euler(q, qd, qdd, model.gravity, &[]);
        let mut limits = DMatrix::zeros(model.nv(), model.nv());
        for index in 0..model.nv() {
            let rate = model.position_rate(q, &unit(model.nv(), index));
            let difference = |step: f64| {
                let forces_at = |step: f64| {
                    let entries = q.iter().zip(&rate);
                    let mut position: Vec<f64> = entries.map(|(q, rate)| q + step * rate).collect();
                    model.normalize(&mut position);
                    forces(&position)
                };
                (forces_at(step) - forces_at(-step)) / (2.0 * step)
            };
            let exact = by_recursion.column(index).rows(0, model.nv()).into_owned();
            let [coarse, medium, fine] = [0.02, 0.01, 0.005].map(difference);
            let errors = [&coarse, &medium, &fine].map(|column| (column - &exact).norm());
            // Rounding errors are 1e-16 / 0.005 of the forces, far below this.
            if errors[2] > 1e-7 * (1.0 + forces(q).norm()) {
                for pair in errors.windows(2) {
                    let ratio = pair[0] / pair[1];
                    assert!((3.0..5.0).contains(&ratio), "column {index}: {errors:?}");
                }
                count.set(count.get() + 1);
            }
            // The errors are series in the square of the step, of which two terms are removed.
            limits.set_column(index, &((coarse - 20.0 * medium + 64.0 * fine) / 45.0));
        }
        let by_position = by_recursion.rows(0, model.nv()).into_owned();
        assert_close(&by_position, &limits, 1e-8);
    });
    assert!(count.get() > 5, "{} columns", count.get());
}

/// The derivatives of friction are its slope, also where its curve bends: at rates far below the steps of the differences.
#[test]
fn derivatives_of_friction_are_its_slope() {
    let (friction, rate) = (0.5, 0.01);
    for mimic in [false, true] {
        let tree = || random_tree(3, Root::Welded, mimic);
        let tree_joints = tree().joints().to_vec();
        let joints: Vec<_> = (0..tree_joints.len())
            .filter(|&joint| tree_joints[joint].motion.coordinate().is_some())
            .map(|joint| (joint, friction, rate))
            .collect();
        assert!(!joints.is_empty());
        let (free_tree, braked) = (tree(), tree().with_friction(&joints));
        let State { q, qdd, .. } = free_tree.random_state(3, 0);
        for speed in [0.0, 0.005, 0.02, 0.1] {
            let qd = vec![speed; free_tree.nv];
            let state = [&q[..], &qd[..], &qdd[..]];
            let mut expected = free_tree.derivatives_of_forces(state, &[]);
            for &(joint, ..) in &joints {
                let coordinate = tree_joints[joint].motion.coordinate().unwrap();
                let index = coordinate.index_v;
                let joint_rate = coordinate.multiplier * speed;
                let slope =
                    friction * rate * rate / (joint_rate * joint_rate + rate * rate).powf(1.5);
                expected[(free_tree.nv + index, index)] += slope * coordinate.multiplier.powi(2);
            }
            let actual = braked.derivatives_of_forces(state, &[]);
            assert_close(&actual, &expected, 1e-9);
        }
    }
}
