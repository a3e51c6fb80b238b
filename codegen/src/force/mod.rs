//! Force elements of joints, one file a type.
//!
//! A force element acts along the one degree of freedom of its joint. It is a value: a type, and the
//! coefficients that a description gives. The file of a type has all that is known of it: what it reads, the
//! resistance for the derivation, the statement for the proof, its counterpart at run time, its words. Stages go
//! through the elements of a robot and do not ask which they are.

mod damping;

use std::fmt;

use crate::exact::Rational;
use crate::ir::{Builder, Value};
use crate::model::{self, Quantity};

/// A type of force element.
pub type Kind = &'static dyn ForceType;

/// All types.
pub const TYPES: [Kind; 1] = [&damping::Damping];

/// A force element of a joint as read.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its type.
    pub kind: Kind,
    /// Position of the joint in the system.
    pub joint: usize,
    /// What the description gives, in the order of its type.
    pub coefficients: Vec<Value>,
}

/// The position and the rate along which a force acts.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// rad or m.
    pub q: Value,
    /// rad/s or m/s.
    pub qd: Value,
}

/// How a joint can be acted on by what it does itself.
pub trait ForceType: fmt::Debug + Send + Sync {
    /// What descriptions and reports call it.
    fn name(&self) -> &'static str;

    /// Its coefficients in the description of a joint; where the first is 0, nothing acts.
    fn read<'m>(&self, joint: &'m model::Joint) -> Option<Vec<&'m Quantity>>;

    /// Minus the force, for the derivation: what it adds on the left of the equation of motion.
    fn resistance(&self, b: &mut Builder, coefficients: &[Value], along: Along) -> Value;

    /// Rayleigh's function, for the proof: minus its derivative by the rate is the force.
    fn dissipation(&self, b: &mut Builder, coefficients: &[Value], qd: Value) -> Value;

    /// The coefficients that a coordinate feels whose joint moves so many times as far, and passes the force
    /// on as many times.
    fn geared(&self, b: &mut Builder, coefficients: &[Value], multiplier: &Rational) -> Vec<Value>;

    /// The coefficients of one that does what two do.
    fn added(&self, b: &mut Builder, one: &[Value], other: &[Value]) -> Vec<Value>;

    /// The method by which `multibody::reference::Model` takes it.
    fn reference(&self) -> &'static str;

    /// What documentation calls the resistance.
    fn formula(&self) -> &'static str;
}

/// Whether two types are the same.
#[must_use]
pub fn same(one: Kind, other: Kind) -> bool {
    one.name() == other.name()
}

/// What a joint of a model has of each type, as far as it is not 0.
pub fn read(joint: &model::Joint) -> impl Iterator<Item = (Kind, Vec<&Quantity>)> {
    let found = TYPES
        .into_iter()
        .filter_map(|kind| Some((kind, kind.read(joint)?)));
    found.filter(|(_, coefficients)| !is_zero(coefficients[0]))
}

/// Whether a quantity is known to be 0.
pub fn is_zero(quantity: &Quantity) -> bool {
    quantity.exact().is_some_and(|n| n.value == Rational::ZERO)
}
