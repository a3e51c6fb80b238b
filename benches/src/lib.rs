//! Robots for benchmarks, with all functions that are timed.

pub mod arm {
    include!(concat!(env!("OUT_DIR"), "/arm.rs"));
}

/// The Panda with the option `dispatch`; only inverse dynamics.
pub mod panda {
    include!(concat!(env!("OUT_DIR"), "/panda.rs"));
}

pub mod cart_pole {
    include!(concat!(env!("OUT_DIR"), "/cart_pole.rs"));
}

pub mod quadruped {
    include!(concat!(env!("OUT_DIR"), "/quadruped.rs"));
}

use multibody::reference::{Described, State};

/// The number of states at which a function is timed, in turn.
pub const STATE_COUNT: u32 = 64;

/// A state as arrays.
#[derive(Clone, Copy)]
pub struct BenchState<const NQ: usize, const NV: usize> {
    pub q: [f64; NQ],
    pub qd: [f64; NV],
    pub qdd: [f64; NV],
    pub tau: [f64; NV],
}

/// Random states of a robot.
///
/// # Panics
/// If the numbers of positions and rates are not the robot's.
pub fn states<const NQ: usize, const NV: usize>(robot: &impl Described) -> Vec<BenchState<NQ, NV>> {
    let model = robot.model();
    let arrays = |state: State| {
        let array = |values: Vec<f64>| values.try_into().expect("as many as the robot has");
        BenchState {
            q: state.q.try_into().expect("as many as the robot has"),
            qd: array(state.qd),
            qdd: array(state.qdd),
            tau: array(state.tau),
        }
    };
    (0..STATE_COUNT)
        .map(|seed| arrays(model.random_state(seed.into(), 0)))
        .collect()
}
