//! A robot for tests.

use super::robot::Robot;
use multibody_description::findings::{ExaminedSystem, Findings};
use multibody_description::joint::Floating;
use multibody_description::settings::Settings;
use multibody_description::system::{Coordinate, ROOT_JOINT, System};
use multibody_program::ir::{Builder, Program};

/// Runs a check on a robot with a floating body.
pub fn with_body<R>(wrench_links: &[usize], check: impl FnOnce(&Robot<'_>) -> R) -> R {
    let system = System {
        coordinates: vec![Coordinate {
            joint: ROOT_JOINT.into(),
            name: "root".into(),
            kind: std::sync::Arc::new(Floating),
            q: 0,
            v: 0,
            limits: None,
        }],
        ..System::empty(Builder::new())
    };
    let system = ExaminedSystem {
        system,
        findings: Findings::default(),
    };
    check(&Robot {
        name: "Body",
        settings: &Settings::default(),
        system: &system,
        wrench_links,
        functions: &[],
        notes: &[],
        bundles: &[],
        prepare: &Program::default(),
        visibility: "pub",
        singular: None,
        equations: None,
        is_derived: true,
    })
}
