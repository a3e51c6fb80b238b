//! A robot so long that the parts of a function are functions of their own.

use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Settings};

use crate::chain::chain;
use crate::job::Job;

/// Its moving joints.
const JOINTS: usize = 40;

pub fn jobs() -> Vec<Job> {
    vec![Job {
        robot: "long".into(),
        variant: "Default",
        source: chain(JOINTS),
        settings: Settings {
            name: "Long".into(),
            effort: Effort::None,
            functions: [Function::InverseDynamics, Function::ForwardDynamics].into(),
            ..Settings::default()
        },
    }]
}
