//! Positions along which forces act.

use super::System;
use crate::force::Along;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind, Value};

/// A position along which a force acts, as a function of the coordinates.
#[derive(Clone, Debug)]
pub struct LineOfAction {
    /// The position; 0 if one of its rates is not the derivative of a position.
    pub position: Value,
    /// Its time derivative: the rates of the system on which it depends, each with its factor.
    pub rates: Vec<(usize, Rational)>,
}

impl System {
    /// The position along which a force acts.
    ///
    /// # Panics
    /// If `path` is a joint that does not have exactly one degree of freedom.
    pub fn line_of_action(&self, b: &mut Builder, path: &Along) -> LineOfAction {
        match path {
            Along::Joint(joint) => {
                let motion = self.tree.joints[*joint]
                    .single_rate_motion()
                    .expect("a force element acts on a joint of one degree of freedom");
                let v = self.coordinates[motion.coordinate].v;
                LineOfAction {
                    position: motion.positions(b, &self.coordinates)[0],
                    rates: vec![(v, motion.multiplier.clone())],
                }
            }
            Along::Rates(rates) => {
                let positions = self.positions_of_rates();
                let terms = rates.iter().map(|(v, factor)| {
                    let position = b.input(InputKind::Q, positions[*v]?);
                    Some(b.scale(factor, position))
                });
                let terms: Option<Vec<Value>> = terms.collect();
                LineOfAction {
                    position: terms.map_or(Value::ZERO, |terms| b.sum(terms)),
                    rates: rates.clone(),
                }
            }
        }
    }
}
