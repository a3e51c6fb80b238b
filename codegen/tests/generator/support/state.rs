//! Random states in floats.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::{Floats, InputKind, Program, evaluate};
use multibody_codegen::internal::joint::orientations;
use multibody_codegen::internal::system::System;

use super::Random;

/// A value for every input.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub t: f64,
    pub q: Vec<f64>,
    pub qd: Vec<f64>,
    pub qdd: Vec<f64>,
    pub tau: Vec<f64>,
    pub wrenches: Vec<f64>,
    pub weight: f64,
    pub multipliers: Vec<f64>,
    pub feedback: [f64; 2],
    pub selectors: Vec<f64>,
    pub restitution: f64,
    pub direction: Vec<f64>,
    pub weights: Vec<f64>,
    pub controls: Vec<f64>,
}

impl State {
    /// Random, its quaternions of unit length.
    pub fn random(system: &System, wrenches: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let nv = system.nv();
        let mut q = random.numbers(system.nq());
        for coordinate in &system.coordinates {
            for (index, chart) in orientations(coordinate.kind.positions()) {
                let turn = &mut q[coordinate.q + index..][..chart.neutral().len()];
                if chart.has_unit_norm() {
                    chart.normalize(turn, None);
                }
            }
        }
        Self {
            q,
            qd: random.numbers(nv),
            qdd: random.numbers(nv),
            tau: random.numbers(nv),
            wrenches: random.numbers(6 * wrenches),
            t: random.numbers(1)[0],
            weight: random.numbers(1)[0],
            multipliers: random.numbers(system.nc()),
            feedback: [random.numbers(1)[0], random.numbers(1)[0]],
            selectors: vec![1.0; system.nc()],
            restitution: random.numbers(1)[0],
            direction: random.numbers(3 * nv),
            weights: random.numbers(nv),
            controls: random.numbers(system.actuators.len()),
        }
    }

    /// The values of every kind of input.
    pub fn inputs(&self) -> BTreeMap<InputKind, &[f64]> {
        BTreeMap::from([
            (InputKind::Time, std::slice::from_ref(&self.t)),
            (InputKind::Q, self.q.as_slice()),
            (InputKind::Qd, &self.qd),
            (InputKind::Qdd, &self.qdd),
            (InputKind::Tau, &self.tau),
            (InputKind::Wrench, &self.wrenches),
            (InputKind::Weight, std::slice::from_ref(&self.weight)),
            (InputKind::Multipliers, &self.multipliers),
            (InputKind::Feedback, &self.feedback),
            (InputKind::Selector, &self.selectors),
            (InputKind::Direction, &self.direction),
            (InputKind::Weights, &self.weights),
            (InputKind::Control, &self.controls),
            (
                InputKind::Restitution,
                std::slice::from_ref(&self.restitution),
            ),
        ])
    }

    /// A program's result here.
    pub fn evaluate(&self, program: &Program) -> Vec<f64> {
        let values = evaluate(
            program,
            &mut Floats {
                inputs: self.inputs(),
            },
        );
        assert!(values.iter().all(|x| x.is_finite()), "a value is missing");
        values
    }
}
