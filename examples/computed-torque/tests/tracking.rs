//! What control theory says of computed torque, on the Panda.

use example_computed_torque::{
    ComputedTorque, Leg, Panda, Sample, Trajectory, draw, largest_error, runge_kutta_4, track,
};

const START: [f64; 7] = [0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8];
const STEP: f64 = 1e-3;
const BANDWIDTH: f64 = 20.0;

fn trajectory() -> Trajectory<7> {
    let to = [0.4, 0.0, -0.3, -1.7, 0.3, 1.9, 1.2];
    Trajectory {
        start: START,
        legs: vec![
            Leg { seconds: 0.7, to },
            Leg {
                seconds: 0.5,
                to: START,
            },
        ],
    }
}

/// A run that starts off the trajectory by some angle in each joint.
fn run(load: f64, off: f64) -> Vec<Sample<7>> {
    let model = Panda::default();
    let controller = ComputedTorque {
        model,
        bandwidth: BANDWIDTH,
    };
    let robot = Panda {
        hand_mass: model.hand_mass + load,
    };
    let start = (START.map(|q| q + off), [0.0; 7]);
    track(&robot, &controller, &trajectory(), start, STEP)
}

#[test]
fn trajectory_has_the_stated_derivatives() {
    let (trajectory, h) = (trajectory(), 1e-5);
    for time in [0.1, 0.35, 0.6, 0.8, 1.1] {
        let [start, middle, end] = [time - h, time, time + h].map(|time| trajectory.at(time));
        for i in 0..7 {
            let qd = (end.q[i] - start.q[i]) / (2.0 * h);
            let qdd = (end.qd[i] - start.qd[i]) / (2.0 * h);
            assert!((middle.qd[i] - qd).abs() < 1e-7, "{time} {i}");
            assert!((middle.qdd[i] - qdd).abs() < 1e-6, "{time} {i}");
        }
    }
    assert_eq!(trajectory.at(-1.0).q, START);
    assert_eq!(trajectory.at(9.0).qd, [0.0; 7]);
}

/// Half the step, a sixteenth of the error.
#[test]
fn integrator_is_of_order_four() {
    let (robot, tau) = (Panda::default(), [1.0, -20.0, 2.0, 15.0, 0.5, 2.0, 0.1]);
    let end = |steps: usize| {
        let step = 0.2 / steps as f64;
        let state = (START, [0.3; 7]);
        (0..steps)
            .fold(state, |state, _| runge_kutta_4(&robot, &state, &tau, step))
            .0
    };
    let exact = end(640);
    let off = |steps| {
        let pairs = end(steps).into_iter().zip(exact);
        pairs
            .map(|(a, b): (f64, f64)| (a - b).abs())
            .fold(0.0, f64::max)
    };
    let order = (off(20) / off(40)).log2();
    assert!((order - 4.0).abs() < 0.3, "order {order}");
}

#[test]
fn a_known_robot_follows() {
    // What is left comes from torques that are constant for a millisecond.
    let error = largest_error(&run(0.0, 0.0));
    assert!(error < 1e-3, "{error} rad");
    assert!(error > 0.0);
}

/// `e(t) = e0 (1 + w t) exp(-w t)`, in every joint alike: the arm is decoupled.
#[test]
fn errors_fade_at_the_rate_of_the_gains() {
    let off = 0.05;
    for sample in run(0.0, off) {
        let wt = BANDWIDTH * sample.time;
        let expected = off * (1.0 + wt) * (-wt).exp();
        for (actual, reference) in sample.actual.into_iter().zip(sample.reference) {
            let error = actual - reference;
            assert!(
                (error - expected).abs() < 3e-3,
                "{}: {error} {expected}",
                sample.time
            );
        }
    }
}

#[test]
fn an_unknown_load_shows_but_does_not_upset() {
    let error = largest_error(&run(0.3, 0.0));
    assert!(error > 5.0 * largest_error(&run(0.0, 0.0)), "{error} rad");
    assert!(error < 0.1, "{error} rad");
}

#[test]
fn figure_is_well_formed_and_shows_every_sample() {
    let samples = run(0.3, 0.02);
    let text = draw(&samples, Panda::JOINTS.map(|joint| joint.name));
    let document = roxmltree::Document::parse(&text).expect("XML");
    assert!(
        document
            .root_element()
            .has_tag_name(("http://www.w3.org/2000/svg", "svg"))
    );
    let nodes = |tag| {
        document
            .descendants()
            .filter(move |node| node.tag_name().name() == tag)
    };
    // Actual and desired angles, errors, torques.
    assert_eq!(nodes("polyline").count(), 4 * 7);
    for line in nodes("polyline") {
        let points: Vec<f64> = line
            .attribute("points")
            .expect("points")
            .split([' ', ','])
            .map(|number| number.parse().expect("a number"))
            .collect();
        assert_eq!(points.len(), 2 * samples.len());
        for point in points.chunks(2) {
            assert!((0.0..=900.0).contains(&point[0]), "{point:?}");
            assert!((0.0..=750.0).contains(&point[1]), "{point:?}");
        }
    }
    let texts: Vec<&str> = nodes("text").filter_map(|node| node.text()).collect();
    for joint in Panda::JOINTS {
        assert_eq!(texts.iter().filter(|text| **text == joint.name).count(), 3);
    }
    assert_eq!(texts.iter().filter(|text| **text == "time [s]").count(), 3);
}
