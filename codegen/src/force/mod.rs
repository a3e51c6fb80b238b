//! Force elements of joints, one file a type.
//!
//! A force element acts along the one degree of freedom of its joint. It is a value: a type, and the
//! coefficients that a description gives. The file of a type has all that is known of it: what it reads, the
//! resistance for the derivation, the statement for the proof, its counterpart at run time, its words. Stages go
//! through the elements of a robot and do not ask which they are.

mod damping;
mod friction;
mod spring;

use std::fmt;

use crate::exact::Rational;
use crate::ir::{Builder, Value};
use crate::model::{self, Quantity};
use crate::settings::Settings;

/// A type of force element.
pub type Kind = &'static dyn ForceType;

/// All types.
pub const TYPES: [Kind; 3] = [&spring::Spring, &damping::Damping, &friction::Friction];

/// A force element of a joint as read.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its type.
    pub kind: Kind,
    /// Position of the joint in the system.
    pub joint: usize,
    /// What description and settings give, in the order of its type.
    pub coefficients: Vec<Value>,
}

/// The position and the rate of a joint along which a force acts.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// rad or m.
    pub q: Value,
    /// rad/s or m/s.
    pub qd: Value,
}

/// The derivative by which a force is minus that of its [`ForceType::potential`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The position: the potential is an energy that is stored.
    Position,
    /// The rate: the potential is Rayleigh's function.
    Rate,
}

/// How a joint can be acted on by what it does itself.
pub trait ForceType: fmt::Debug + Send + Sync {
    /// What descriptions and reports call one.
    fn name(&self) -> &'static str;

    /// What a joint has that has one.
    fn one(&self) -> &'static str {
        self.name()
    }

    /// What a robot has that has some.
    fn several(&self) -> &'static str {
        self.name()
    }

    /// Its coefficients in the description of a joint, and after them those of the settings; where the first is
    /// 0, nothing acts.
    fn read(&self, joint: &model::Joint, settings: &Settings) -> Option<Vec<Quantity>>;

    /// Whether it is part of what files say that other tools leave out: there it acts if `passive` is set.
    fn is_passive(&self) -> bool;

    /// Minus the force, for the derivation: what it adds on the left of the equation of motion.
    fn resistance(&self, b: &mut Builder, coefficients: &[Value], along: Along) -> Value;

    /// By what the potential is derived.
    fn by(&self) -> By;

    /// Of what the force is minus the derivative, for the proof.
    fn potential(&self, b: &mut Builder, coefficients: &[Value], x: Value) -> Value;

    /// The method by which `multibody::reference::Model` takes it.
    fn reference(&self) -> &'static str;

    /// What documentation calls the resistance.
    fn formula(&self) -> &'static str;

    /// What reports show of its coefficients, each as the description has it.
    fn shown(&self, coefficients: &[String]) -> String {
        coefficients[0].clone()
    }
}

/// Whether two types are the same.
#[must_use]
pub fn same(one: Kind, other: Kind) -> bool {
    one.name() == other.name()
}

/// Whether a type stores energy.
#[must_use]
pub fn stores(kind: Kind) -> bool {
    kind.by() == By::Position
}

/// What a joint of a model has of each type, as far as it is not 0.
pub fn read(
    joint: &model::Joint,
    settings: &Settings,
) -> impl Iterator<Item = (Kind, Vec<Quantity>)> {
    let found = TYPES
        .into_iter()
        .filter_map(|kind| Some((kind, kind.read(joint, settings)?)));
    found.filter(|(_, coefficients)| !is_zero(&coefficients[0]))
}

/// Whether a quantity is known to be 0.
fn is_zero(quantity: &Quantity) -> bool {
    quantity.exact().is_some_and(|n| n.value == Rational::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Floats, InputKind, Moving, evaluate};

    /// Minus the force is the derivative of the potential, at positions and rates of either sign.
    #[test]
    fn resistances_are_derivatives_of_potentials() {
        for kind in TYPES {
            let mut b = Builder::new();
            let [q, qd, first, second] = [0, 1, 2, 3].map(|at| b.input(InputKind::Local, at));
            let coefficients = [first, second];
            let found = kind.resistance(&mut b, &coefficients, Along { q, qd });
            let x = match kind.by() {
                By::Position => q,
                By::Rate => qd,
            };
            let potential = kind.potential(&mut b, &coefficients, x);
            let program = b.finish(&[potential]);
            let slope = b.inline_moving(&program, |b, input| {
                let value = b.input(input.kind, input.index as usize);
                let change = match value == x {
                    true => b.one(),
                    false => b.zero(),
                };
                Moving { value, change }
            });
            let program = b.finish(&[found, slope[0].change]);
            for (q, qd) in [(0.7, 0.3), (-1.4, -2.0), (0.2, 0.0)] {
                let values = [q, qd, 5.0, 0.25];
                let inputs = [(InputKind::Local, &values[..])].into();
                let found = evaluate(&program, &mut Floats { inputs });
                let error: f64 = found[0] - found[1];
                assert!(error.abs() < 1e-14, "{} {q} {qd}: {found:?}", kind.name());
            }
        }
    }
}
