//! Moves a Panda through way points, prints its tracking errors, and draws the run.
//!
//! ```text
//! cargo run -p example-computed-torque -- figure.svg
//! ```

use std::path::PathBuf;

use example_computed_torque::{ComputedTorque, Leg, Panda, Trajectory, draw, largest_error, track};

/// The sampling period of the controller, s.
const STEP: f64 = 1e-3;
/// The mass of the load in the hand, which the controller does not know, kg.
const LOAD: f64 = 0.3;

fn main() -> std::io::Result<()> {
    let trajectory = Trajectory {
        start: [0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8],
        legs: vec![
            Leg {
                seconds: 2.0,
                to: [0.8, 0.2, -0.4, -1.5, 0.5, 1.9, 1.6],
            },
            Leg {
                seconds: 2.5,
                to: [-0.7, 0.5, 0.3, -1.9, -0.6, 2.6, 0.1],
            },
            Leg {
                seconds: 2.0,
                to: [0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8],
            },
        ],
    };
    let model = Panda::default();
    let controller = ComputedTorque {
        model,
        bandwidth: 20.0,
    };
    let start = (trajectory.start, [0.0; 7]);
    let follow = |load: f64| {
        let robot = Panda {
            hand_mass: model.hand_mass + load,
        };
        track(&robot, &controller, &trajectory, start, STEP)
    };

    for load in [0.0, LOAD] {
        let error = largest_error(&follow(load));
        println!(
            "worst tracking error with {load} kg in the hand: {:8.4} mrad",
            1e3 * error
        );
    }
    let samples = follow(LOAD);
    println!("\njoint          largest torque   allowed (N m)");
    for (i, joint) in Panda::JOINTS.iter().enumerate() {
        let largest = samples
            .iter()
            .map(|sample| sample.tau[i].abs())
            .fold(0.0, f64::max);
        println!(
            "{:14} {largest:14.2} {:15.2}",
            joint.name, joint.limits.effort
        );
    }

    let path = std::env::args_os().nth(1).map_or_else(
        || std::env::temp_dir().join("computed-torque.svg"),
        PathBuf::from,
    );
    std::fs::write(&path, draw(&samples, Panda::JOINTS.map(|joint| joint.name)))?;
    println!("\ndrawn: {}", path.display());
    Ok(())
}
