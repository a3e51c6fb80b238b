//! Steps along positions, against the generator's own rate maps and the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use std::sync::Arc;

use multibody::reference::Described;
use multibody::{Chart, Dual, JointInfo, JointKind, Limits, Multibody, Real, manifold, multibody};
use multibody_codegen::internal::ir::{Floats, InputKind, evaluate};
use multibody_codegen::internal::joint::choices::Rates;
use multibody_codegen::internal::joint::orientation::CHARTS;
use multibody_codegen::internal::joint::{
    JointPrograms, JointType, Kind, Screw, ball_in, floating_in, kind_of_word,
};
use multibody_codegen::{Rational, integer};

/// The chart that the emitted code of a joint type has.
fn chart(kind: &dyn JointType) -> Chart {
    match kind.chart() {
        None => Chart::Vector,
        Some("Quaternion") => Chart::Quaternion,
        Some("Planar") => Chart::Planar,
        Some("Floating") => Chart::Floating,
        Some("Exponential") => Chart::Exponential,
        Some("ExponentialRates") => Chart::ExponentialRates,
        Some("ExponentialFloating") => Chart::ExponentialFloating,
        Some("QuaternionRates") => Chart::QuaternionRates,
        Some("ModifiedRodrigues") => Chart::ModifiedRodrigues,
        Some("ModifiedRodriguesRates") => Chart::ModifiedRodriguesRates,
        Some("ModifiedRodriguesFloating") => Chart::ModifiedRodriguesFloating,
        Some(other) => panic!("{other} is no chart"),
    }
}

/// N(q) qd, as the generator states it.
fn stated_rate(kind: &dyn JointType, q: &[f64], qd: &[f64]) -> Vec<f64> {
    let Some(rate_map) = JointPrograms::of(kind).rate_map else {
        return qd.to_vec();
    };
    let mut floats = Floats::<f64>::default();
    floats.inputs.insert(InputKind::Local, q);
    let rows = evaluate(&rate_map, &mut floats);
    let row = |row: &[f64]| row.iter().zip(qd).map(|(n, qd)| n * qd).sum();
    rows.chunks(qd.len()).map(row).collect()
}

fn close<T: Real + Into<f64>>(name: &str, actual: &[T], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len(), "{name}");
    for (k, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        let actual: f64 = actual.into();
        assert!(
            (actual - expected).abs() <= tolerance,
            "{name}: [{k}] is {actual:e}, not {expected:e}"
        );
    }
}

/// What the chart of a joint type makes of N(q) qd, and of the derivative of `integrate`.
fn agrees<T: Real + Into<f64>>(name: &str, kind: &Kind, epsilon: f64) {
    let (nq, nv) = (kind.positions().len(), kind.nv());
    let joint = JointInfo {
        name: "joint",
        kind: JointKind::Other("any"),
        chart: chart(kind.as_ref()),
        q: 0,
        nq,
        v: 0,
        nv,
        parent: None,
        link: None,
        limits: Limits::NONE,
    };
    let joints = [joint];
    let mut q = [0.4, -0.3, 0.2, 0.6, -0.5, 0.1, 0.7][..nq].to_vec();
    manifold::normalize(&joints, &mut q, &mut []);
    let qd = &[0.9, -0.4, 1.3, 0.8, 0.5, -0.7][..nv];
    let expected = stated_rate(kind.as_ref(), &q, qd);
    assert!(
        expected.iter().all(|rate| *rate != 0.0),
        "{name}: {expected:?}"
    );

    let numbers = |from: &[f64]| from.iter().map(|&x| T::lit(x)).collect::<Vec<T>>();
    let mut rate = vec![T::ZERO; nq];
    manifold::position_rate(&joints, &numbers(&q), &numbers(qd), &mut rate);
    close(name, &rate, &expected, 4.0 * epsilon);

    let duals = |from: &[f64]| {
        from.iter()
            .map(|&x| Dual::lit(x))
            .collect::<Vec<Dual<T, 1>>>()
    };
    let mut next = vec![Dual::ZERO; nq];
    let step = Dual::variable(T::ZERO, 0);
    manifold::integrate(&joints, &duals(&q), &duals(qd), step, &mut next);
    let derivative: Vec<T> = next.iter().map(|next| next.derivatives[0]).collect();
    close(name, &derivative, &expected, 4.0 * epsilon);
}

#[test]
fn each_chart_is_that_of_the_rate_map_of_its_joint_types() {
    let words = [
        "revolute",
        "continuous",
        "prismatic",
        "ball",
        "planar",
        "floating",
    ];
    let kinds = words.map(|word| (word, kind_of_word(word).expect("a joint type")));
    let pitch: Rational = integer(1) / integer(20);
    let screw: (&str, Kind) = ("screw", Arc::new(Screw { pitch }));
    let oriented = CHARTS.into_iter().flat_map(|chart| {
        let kinds = [
            ball_in(chart, Rates::Body),
            ball_in(chart, Rates::Derivative),
            floating_in(chart),
        ];
        kinds.map(|kind| (chart.word(), kind))
    });
    for (name, kind) in kinds.into_iter().chain([screw]).chain(oriented) {
        agrees::<f64>(name, &kind, f64::EPSILON);
        agrees::<f32>(name, &kind, f32::EPSILON.into());
    }
}

/// A root of each kind; a ball behind it, and joints that are sequences.
macro_rules! rooted {
    ($name:ident, $($kind:tt)*) => {
        #[multibody(
            joint root { $($kind)*, parent: world, child: trunk, axis: [1, 2, 2] },
            joint neck { ball, parent: trunk, child: head, origin: [0, 0, 0.3] },
            joint wrist { universal(x, y), parent: head, child: hand, origin: [0.1, 0, 0] },
            body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
            body head { mass: 1, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
            body hand { mass: 0.2, com: [0.03, 0, 0.06], inertia: diag(0.0004, 0.0005, 0.0002) },
            effort = none,
        )]
        pub struct $name;
    };
}

mod roots {
    use multibody::multibody;

    macro_rules! free {
        ($name:ident, $($kind:tt)*) => {
            #[multibody(
                joint root { $($kind)*, parent: world, child: trunk },
                joint neck { ball, parent: trunk, child: head, origin: [0, 0, 0.3] },
                body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
                body head { mass: 1, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
                effort = none,
            )]
            pub struct $name;
        };
    }

    free!(Floating, floating);
    free!(FloatingByPlace, floating, rates: derivative);
    free!(FloatingByAngles, floating, chart: zyx);
}

rooted!(Planar, planar);
rooted!(PlanarByPlace, planar, rates: derivative);
rooted!(Slide, prismatic);

use Chart::{Floating, Planar as InPlane, Quaternion, Vector};

fn charts<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(robot: &R) -> Vec<Chart> {
    robot.joints().iter().map(|joint| joint.chart).collect()
}

#[test]
fn emitted_joints_have_the_charts_of_their_motions() {
    assert_eq!(charts(&Planar), [InPlane, Quaternion, Vector, Vector]);
    assert_eq!(
        charts(&PlanarByPlace),
        [Vector, Vector, Vector, Quaternion, Vector, Vector]
    );
    assert_eq!(charts(&roots::Floating), [Floating, Quaternion]);
    let by_place = [Vector, Vector, Vector, Quaternion, Quaternion];
    assert_eq!(charts(&roots::FloatingByPlace), by_place);
    let by_angles = [Vector, Vector, Vector, Vector, Vector, Vector, Quaternion];
    assert_eq!(charts(&roots::FloatingByAngles), by_angles);
    assert_eq!(charts(&Slide), [Vector, Quaternion, Vector, Vector]);
}

/// Neutral positions and rates of positions are those of the generic algorithms; steps lead where they say.
fn walks<R, const NQ: usize, const NV: usize>(robot: &R)
where
    R: Multibody<f64, NQ, NV> + Described,
{
    let model = robot.model();
    let neutral: [f64; NQ] = robot.neutral();
    assert_eq!(neutral.to_vec(), model.neutral());
    for seed in 0..20 {
        let state = model.random_state(seed, 0);
        let q: [f64; NQ] = state.q.try_into().expect("positions");
        let qd: [f64; NV] = state.qd.try_into().expect("rates");
        let rate = model.position_rate(&q, &qd);
        close("rate", &robot.position_rate(&q, &qd), &rate, 1e-14);
        // At most pi along each rate, 5.4 rad in all: half of the step is less than half a turn.
        let end = robot.integrate(&q, &qd, 0.5);
        let step = robot.difference(&q, &end);
        close("step", &step, &qd.map(|qd| 0.5 * qd), 1e-13);
        close("back", &robot.integrate(&q, &step, 1.0), &end, 1e-14);
        let (mut copy, mut rates) = (end.map(|q| 1.0 * q), qd);
        robot.normalize(&mut copy, &mut rates);
        close("normal", &copy, &end, 4.0 * f64::EPSILON);
        assert_eq!(rates, qd);
    }
}

#[test]
fn robots_of_every_root_walk_along_their_positions() {
    walks(&Planar);
    walks(&PlanarByPlace);
    walks(&Slide);
    walks(&roots::Floating);
    walks(&roots::FloatingByPlace);
    walks(&roots::FloatingByAngles);
}
