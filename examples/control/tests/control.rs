//! The controllers do what they are for.

use example_control::inverse_kinematics::{reach, twist_to};
use example_control::lqr::gains;
use example_control::operational_space::operational_space;
use example_control::pd::pd;
use example_control::robots::{CartPole, Dog, Panda, PandaLink, Sixfold, SixfoldLink};
use example_control::standing::{static_equilibrium, torques};
use multibody::integrators::semi_implicit_euler;
use multibody::{Acceleration, ForwardDynamics, LinkMotions, Links, Multibody, convert};
use nalgebra::Vector3;

const CART_POLE: CartPole = CartPole {
    cart_mass: 1.0,
    pole_mass: 0.2,
    length: 0.8,
};

/// A simulation of a robot under a controller.
fn simulate<R: Acceleration<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    (mut q, mut qd): ([f64; NQ], [f64; NV]),
    seconds: f64,
    control: impl Fn(&[f64; NQ], &[f64; NV]) -> [f64; NV],
) -> ([f64; NQ], [f64; NV]) {
    let step = 1e-3;
    for _ in 0..(seconds / step) as usize {
        (q, qd) = semi_implicit_euler(robot, 0.0, (&q, &qd), step, |_, q, qd| control(q, qd));
    }
    (q, qd)
}

fn distance<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

#[test]
fn springs_draw_any_robot_to_its_target() {
    let target = [0.1, -0.5, 0.2, -1.8, 0.0, 1.4, 0.6];
    let start = ([0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0], [0.0; 7]);
    let (q, qd) = simulate(&Panda, start, 6.0, |q, qd| {
        pd(&Panda, (100.0, 20.0), &target, (q, qd))
    });
    assert!(
        distance(&q, &target) < 1e-3 && distance(&qd, &[0.0; 7]) < 1e-2,
        "{q:?} {qd:?}"
    );

    // A body that is free in space, by a quaternion.
    let mut target = Dog.neutral();
    target[..7].copy_from_slice(&[0.3, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8]);
    let start = (Dog.neutral(), [0.0; 18]);
    let (q, _) = simulate(&Dog, start, 4.0, |q, qd| {
        pd(&Dog, (80.0, 40.0), &target, (q, qd))
    });
    assert!(distance(&q, &target) < 1e-2, "{q:?}");
}

/// A pose that a robot can reach from `from`, and whether it gets there.
fn reaches<R, const NQ: usize, const NV: usize>(
    robot: &R,
    link: R::Link,
    (from, goal): ([f64; NQ], [f64; NQ]),
) where
    R: Multibody<f64, NQ, NV> + Links<f64, NQ, NV>,
{
    let target = convert::to_isometry(robot.pose(link, &goal));
    let q = reach(robot, link, &target, from).expect("it can be reached");
    let end = convert::to_isometry(robot.pose(link, &q));
    assert!(twist_to(&end, &target).norm() < 1e-11);
    assert!(distance(&from, &q) > 0.1);
}

#[test]
fn links_reach_poses() {
    let panda = (
        [0.0, -0.3, 0.0, -2.0, 0.0, 1.8, 0.7],
        [0.4, 0.1, -0.2, -1.5, 0.3, 1.2, 0.0],
    );
    reaches(&Panda, PandaLink::Tcp, panda);
    let sixfold = (
        [0.1, 0.3, 0.9, 0.2, 0.6, -0.1],
        [0.5, 0.6, 1.1, -0.4, 0.9, 0.3],
    );
    reaches(&Sixfold, SixfoldLink::Tcp, sixfold);
    // What is out of reach is not reached.
    let mut far = convert::to_isometry(Sixfold.pose_of_tcp(&sixfold.0));
    far.translation.vector.x += 5.0;
    assert_eq!(reach(&Sixfold, SixfoldLink::Tcp, &far, sixfold.0), None);
}

/// Moves a link by a way under operational-space control, and how far from there it ends.
fn draw_link<R, const NQ: usize, const NV: usize>(robot: &R, link: R::Link, q: [f64; NQ]) -> f64
where
    R: ForwardDynamics<f64, NQ, NV> + LinkMotions<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
{
    let mut target = convert::to_isometry(robot.pose(link, &q));
    target.translation.vector += Vector3::new(-0.05, -0.1, -0.08);
    target.rotation *= nalgebra::UnitQuaternion::from_scaled_axis(Vector3::new(0.2, 0.1, -0.3));
    let (q, _) = simulate(robot, (q, [0.0; NV]), 3.0, |q, qd| {
        operational_space(robot, (link, &target), 60.0, (q, qd)).expect("it is regular")
    });
    let end = convert::to_isometry(robot.pose(link, &q));
    twist_to(&end, &target).norm()
}

#[test]
fn links_are_drawn_to_poses() {
    let panda = [0.0, -0.3, 0.0, -2.0, 0.0, 1.8, 0.7];
    assert!(draw_link(&Panda, PandaLink::Tcp, panda) < 1e-6);
    let sixfold = [0.1, 0.3, 0.9, 0.2, 0.6, -0.1];
    assert!(draw_link(&Sixfold, SixfoldLink::Tcp, sixfold) < 1e-6);
}

#[test]
fn the_dog_is_supported_by_its_feet() {
    let mut q = Dog.neutral();
    for leg in 0..4 {
        q[7 + 3 * leg..][..3].copy_from_slice(&[0.05, 0.8, -1.5]);
    }
    let (tau, wrenches) = static_equilibrium(&Dog, &q).expect("its feet are not on one line");
    // Nothing pulls the base but its weight and its feet: the forces carry all of it.
    assert!(tau[..6].iter().all(|tau| tau.abs() < 1e-10), "{tau:?}");
    let weight: f64 = wrenches.iter().map(|wrench| wrench[2]).sum();
    assert!((weight - 9.81 * Dog.total_mass()).abs() < 1e-9);
    assert!(
        wrenches.iter().all(|wrench| wrench[2] > 10.0),
        "{wrenches:?}"
    );
    assert!(torques(&tau).norm() > 1.0);
    let qdd = Dog.under(&wrenches).forward_dynamics(&q, &[0.0; 18], &tau);
    assert!(qdd.iter().all(|qdd| qdd.abs() < 1e-8), "{qdd:?}");
}

#[test]
fn the_pole_is_balanced() {
    let step = 1e-3;
    let gains = gains(&CART_POLE, step).expect("it has masses");
    let (q, qd) = simulate(&CART_POLE, ([0.5, 0.3], [0.0; 2]), 20.0, |q, qd| {
        let state = nalgebra::Vector4::new(q[0], q[1], qd[0], qd[1]);
        [-(gains * state)[0], 0.0]
    });
    assert!(
        distance(&q, &[0.0; 2]) < 1e-3 && distance(&qd, &[0.0; 2]) < 1e-3,
        "{q:?} {qd:?}"
    );
    // Without the gains it falls.
    let (q, _) = simulate(&CART_POLE, ([0.5, 0.3], [0.0; 2]), 2.0, |_, _| [0.0; 2]);
    assert!(q[1].abs() > 1.0, "{q:?}");
}
