//! Code that is written once for many robots: links by name, robots behind references, numbers of the type.

use multibody::integrators::rk4;
use multibody::{
    Constrained, ConstrainedDynamics, Dual, ForwardDynamics, LinkInfo, Links, Multibody, Real,
    multibody,
};

/// Two links of a metre, and of a half, turned about y.
#[multibody(
    effort = none,
    links(upper, "fore arm"),
    joint shoulder { revolute, parent: world, child: upper, axis: y },
    joint elbow { revolute, parent: upper, child: "fore arm", axis: y, origin: [1, 0, 0] },
    body upper { mass: 2, com: [0.5, 0, 0], inertia: diag(0, 0.2, 0.2) },
    body "fore arm" { mass: 1, com: [0.25, 0, 0], inertia: diag(0, 0.1, 0.1) },
)]
#[derive(Clone, Copy)]
struct Arm;

/// A slide with a load that is known at run time.
#[multibody(
    effort = none,
    links(foot_1, foot1),
    joint slide { prismatic, parent: world, child: foot_1, axis: x },
    joint hinge { revolute, parent: foot_1, child: foot1, axis: z, origin: [0, 1, 0] },
    body foot_1 { mass: load },
    body foot1 { mass: 1, com: [1, 0, 0], inertia: diag(1, 1, 1) },
)]
#[derive(Clone, Copy)]
struct Slide {
    load: f64,
}

/// The same arm from its file, and a place on it.
#[multibody(
    urdf = "robots/planar_arm.urdf",
    effort = none,
    gravity = [0, 0, -1.62],
    frame tip { link: tool, origin: [reach, 0, 0], rpy: [0, 0, pi / 2] },
    frame "left eye" { link: base, origin: [0, 0, 0.5] },
)]
#[derive(Clone, Copy)]
struct Tipped {
    #[parameter(body = "tool", mass)]
    reach: f64,
}

/// Every link of it.
#[multibody(urdf = "robots/planar_arm.urdf", effort = none, links(all))]
struct Whole;

/// A rod, and its end.
#[multibody(
    effort = none,
    joint hinge { revolute, parent: world, child: rod, axis: y },
    body rod { mass: 1, com: [length / 2, 0, 0], inertia: diag(0, 1, 1) },
    frame tip { link: rod, origin: [length, 0, 0], rotation: y(-pi / 2) },
    frame base { link: world, origin: [0, 0, 2 * length] },
)]
struct Rod {
    length: f64,
}

/// One step of a descent along the Jacobian's transpose, towards a point.
fn step<R: Links<f64, NQ, N>, const NQ: usize, const N: usize>(
    robot: &R,
    link: R::Link,
    target: [f64; 3],
    q: &[f64; NQ],
) -> [f64; N] {
    let (_, origin) = robot.pose(link, q);
    let jacobian = robot.jacobian(link, q);
    core::array::from_fn(|column| {
        let pull = (0..3).map(|row| jacobian[row][column] * (target[row] - origin[row]));
        0.2 * pull.sum::<f64>()
    })
}

#[test]
fn inverse_kinematics_is_written_once() {
    let target = [0.5_f64.sqrt(), 0.0, -(0.5_f64.sqrt())];
    let hand = Arm.link("fore arm").expect("a link with functions");
    assert_eq!(hand, ArmLink::ForeArm);
    let mut q = [0.3, 0.1];
    for _ in 0..200 {
        let dq = step(&Arm, hand, target, &q);
        q = [q[0] + dq[0], q[1] + dq[1]];
    }
    // The elbow is where the fore arm begins: half a quarter turn down.
    assert!((q[0] - core::f64::consts::FRAC_PI_4).abs() < 1e-12, "{q:?}");

    let slide = Slide { load: 3.0 };
    let mut q = [0.0, 0.0];
    for _ in 0..200 {
        let dq = step(&slide, SlideLink::L_foot1, [0.7, 1.0, 0.0], &q);
        q = [q[0] + dq[0], q[1] + dq[1]];
    }
    assert!((q[0] - 0.7).abs() < 1e-12, "{q:?}");
}

#[test]
fn frames_of_the_users_own_are_links() {
    let rod = Rod { length: 2.0 };
    let (rotation, origin) = rod.pose_of_tip(&[-core::f64::consts::FRAC_PI_2]);
    for (actual, expected) in [(origin, [0.0, 0.0, 2.0]), (rotation[2], [0.0, 0.0, -1.0])] {
        let errors = actual.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(errors.fold(0.0, f64::max) < 1e-15, "{actual:?}");
    }
    assert_eq!(rod.pose(RodLink::Base, &[1.0_f64]).1, [0.0, 0.0, 4.0]);
    assert_eq!(with_functions(&Rod::LINKS), ["tip", "base"]);

    // Beside a file; fields can be used where they are parameters.
    let tipped = Tipped { reach: 0.2 };
    assert_eq!(tipped.link("left eye"), Some(TippedLink::LeftEye));
    assert_eq!(tipped.pose_of_left_eye(&[1.0, 2.0]).1, [0.0, 0.0, 0.5]);
    let q = [0.3_f64, -0.7];
    let (tool, origin) = Whole.pose_of_tool(&q);
    let (tip_axes, tip) = tipped.pose_of_tip(&q);
    for k in 0..3 {
        assert!((tip[k] - origin[k] - 0.2 * tool[k][0]).abs() < 1e-15);
        // A quarter turn about z: its x is the tool's y.
        assert!((tip_axes[k][0] - tool[k][1]).abs() < 1e-15);
    }
    assert_eq!(
        tipped.gravity(&[0.0, 1.0])[1] < 0.0,
        Whole.gravity(&[0.0, 1.0])[1] < 0.0
    );
    let names = ["base", "upper", "lower", "tool"];
    assert_eq!(with_functions(&Whole::LINKS), names);
}

/// The names of the links that have functions.
fn with_functions<L>(links: &[LinkInfo<L>]) -> Vec<&'static str> {
    let with_functions = links.iter().filter(|info| info.link.is_some());
    with_functions.map(|info| info.name).collect()
}

/// Fixed joints lump links into one body; the table has each of them as read, and the joint that carries it.
#[test]
fn links_of_lumped_bodies_keep_their_masses() {
    let names = Whole::LINKS.map(|info| info.name);
    assert_eq!(names, ["base", "upper", "lower", "tool"]);
    let parents = Whole::LINKS.map(|info| info.parent);
    assert_eq!(parents, [None, Some(0), Some(1), Some(2)]);
    let joints = Whole::LINKS.map(|info| info.joint);
    assert_eq!(joints, ["root_joint", "shoulder", "elbow", "flange"]);
    // `flange` is fixed, so that `lower` and `tool` are one body.
    let masses = Whole::LINKS.map(|info| info.mass);
    assert_eq!(masses, [Some(0.0), Some(2.4), Some(1.1), Some(0.3)]);
    assert_eq!(Whole::LINKS[2].com, Some([0.01, 0.0, 0.16]));
    let [row, ..] = Whole::LINKS[2].inertia.expect("no parameters");
    assert_eq!(row, [0.011, 0.0, 0.0004]);
    // A field of the struct is the mass of the tool.
    let tool = (Tipped::LINKS.iter().find(|info| info.name == "tool")).expect("a link");
    assert_eq!((tool.mass, tool.com), (None, Some([0.0; 3])));
    // And the joints.
    let parents = Whole::JOINTS.map(|joint| (joint.parent, joint.link));
    assert_eq!(parents, [(None, Some(1)), (Some(0), Some(2))]);
}

#[test]
fn links_and_joints_are_found_by_name() {
    assert_eq!(Arm.link("world"), None);
    assert_eq!(Arm.link("fore_arm"), None);
    // In the order of the description.
    assert_eq!(with_functions(&Slide::LINKS), ["foot_1", "foot1"]);
    let slide = Slide { load: 1.0 };
    assert_eq!(slide.link("foot_1"), Some(SlideLink::L_foot_1));
    assert_eq!(Arm.joint("elbow").map(|joint| joint.q), Some(1));
    assert_eq!(Arm.joint("wrist"), None);
    let prepared = slide.prepare::<f32>();
    assert_eq!(Links::links(&prepared), Slide::LINKS);
    let (_, origin) = Links::pose(&prepared, SlideLink::L_foot1, &[2.0, 0.0]);
    assert_eq!(origin, [2.0, 1.0, 0.0]);
    assert_eq!(
        prepared.jacobian(SlideLink::L_foot1, &[2.0, 0.0]),
        Links::jacobian(&Slide { load: 1.0 }, SlideLink::L_foot1, &[2.0, 0.0])
    );
}

/// With all traits in scope, and with none, functions of the type are what is meant.
#[test]
fn the_type_has_what_its_traits_do() {
    let slide = Slide { load: 3.0 };
    let prepared = slide.prepare::<f64>();
    let (q, qd) = (slide.neutral::<f64>(), [1.0, 2.0]);
    let next = slide.integrate(&q, &qd, 0.5);
    assert_eq!(next, [0.5, 1.0]);
    assert_eq!(next, prepared.integrate(&prepared.neutral(), &qd, 0.5));
    assert_eq!(slide.difference(&q, &next), next);
    assert_eq!(prepared.position_rate(&q, &qd), qd);
    assert_eq!(slide.joint("hinge").map(|joint| joint.v), Some(1));
    let foot = slide.link("foot1").expect("a link with functions");
    assert_eq!(slide.pose(foot, &next), prepared.pose(foot, &next));
    assert_eq!(slide.jacobian(foot, &next), slide.jacobian_of_foot1(&next));
}

#[test]
fn robots_of_a_size_are_in_one_list() {
    let slide = Slide { load: 3.0 };
    let prepared = slide.prepare::<f64>();
    let robots: [&dyn Multibody<f64, 2, 2>; 3] = [&Arm, &slide, &prepared];
    let names = robots.map(|robot| robot.joints()[0].name);
    assert_eq!(names, ["shoulder", "slide", "slide"]);
    let (q, zero) = ([0.4, -0.3], [0.0; 2]);
    for robot in robots {
        assert_eq!(robot.inverse_dynamics(&q, &zero, &zero), robot.gravity(&q));
    }
    assert_eq!(robots.map(|robot| robot.total_mass()), [3.0, 4.0, 4.0]);
    // Of which type it is, no call has to name.
    assert_eq!(slide.total_mass() + Arm.total_mass(), 7.0);
    let rest = ForwardDynamics::forward_dynamics(&slide, &q, &zero, &zero);
    assert_eq!(rest, [0.0; 2]);
}

/// An arm like `Arm`, whose shoulder is driven.
#[multibody(
    effort = none,
    coordinates = [turn, lift],
    kinetic = (turn_dot + 0.1 * cos(t)).powi(2) / 2 + lift_dot.powi(2),
    potential = 3 * sin(lift),
)]
#[derive(Clone, Copy)]
struct Driven;

/// A bead in a plane, on a line.
#[multibody(
    effort = none,
    coordinates = [x, y],
    gravity = [0, 0, -9.81],
    particle bead { mass: 2, position: [x, 0, y] },
    constraint line: x - y,
)]
#[derive(Clone, Copy)]
struct Bead;

/// Forces that balance gravity, less those of dampers.
fn controller_forces<R: Multibody<T, 2, 2> + ?Sized, T: Real>(
    robot: &R,
    q: &[T; 2],
    qd: &[T; 2],
) -> [T; 2] {
    let gravity = robot.gravity(q);
    [0, 1].map(|k| gravity[k] - T::lit(0.5) * qd[k])
}

#[test]
fn one_controller_takes_all_robots() {
    let (q, qd) = ([0.4, -0.3], [0.2, 0.1]);
    let slide = Slide { load: 3.0 };
    let robots: Vec<Box<dyn Multibody<f64, 2, 2>>> = vec![
        Box::new(Arm),
        Box::new(slide),
        Box::new(slide.prepare::<f64>()),
        Box::new(Bead),
    ];
    let expected = [
        Arm.gravity(&q),
        slide.gravity(&q),
        slide.gravity(&q),
        Bead.gravity(&q),
    ];
    for (robot, gravity) in robots.iter().zip(expected) {
        let damped_by_hand = [gravity[0] - 0.5 * qd[0], gravity[1] - 0.5 * qd[1]];
        assert_eq!(controller_forces(&**robot, &q, &qd), damped_by_hand);
        // A box and a reference are robots too.
        assert_eq!(controller_forces(robot, &q, &qd), damped_by_hand);
        assert_eq!(controller_forces(&robot, &q, &qd), damped_by_hand);
        assert_eq!(robot.joints().len(), 2);
    }
    let at_time = controller_forces(&Driven.at_time(0.7), &q, &qd);
    assert_eq!(at_time[1], Driven.gravity(0.7, &q)[1] - 0.5 * qd[1]);
    // In lanes of derivatives too.
    let dual_q = [Dual::variable(q[0], 0), Dual::<f64, 2>::variable(q[1], 1)];
    let slope = controller_forces(&Driven.at_time(0.7), &dual_q, &qd.map(Dual::constant));
    assert!((slope[1].derivatives[1] + 3.0 * q[1].sin()).abs() < 1e-12);
}

/// With its constraint the bead slides, without it falls.
#[test]
fn integrators_take_robots_with_constraints_by_what_acts() {
    let (q, qd, no_force) = ([0.0; 2], [0.0; 2], |_: f64, _: &[f64; 2], _: &[f64; 2]| {
        [0.0; 2]
    });
    let constrained = Constrained::new(&Bead, [0.0; 2]);
    let (slid, _) = rk4(&constrained, 0.0, (&q, &qd), 0.1, no_force);
    let (fallen, _) = rk4(&Bead.without_constraints(), 0.0, (&q, &qd), 0.1, no_force);
    assert!((slid[0] + 9.81 / 4.0 * 0.01).abs() < 1e-12, "{slid:?}");
    assert!(
        fallen[0] == 0.0 && (fallen[1] + 9.81 / 2.0 * 0.01).abs() < 1e-12,
        "{fallen:?}"
    );
    assert_eq!(
        ConstrainedDynamics::constraints(&Bead as &dyn ConstrainedDynamics<f64, 2, 2, 1>),
        Bead::CONSTRAINTS
    );
}
