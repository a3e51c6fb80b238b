//! The declarations that make up a type of force element.

use std::fmt;

use crate::model::{self, Quantity};
use crate::settings::Settings;
use multibody_program::ir::{Builder, Value};

/// A type of force element.
pub type Kind = &'static dyn ForceType;

/// The position and the rate of a joint along which a force acts.
#[derive(Clone, Copy, Debug)]
pub struct JointState {
    /// The position, rad or m.
    pub q: Value,
    /// The rate, rad/s or m/s.
    pub qd: Value,
}

/// The variable of [`ForceType::potential`]: the force is minus the derivative with respect to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForceVariable {
    /// The position: the potential is a stored energy.
    Position,
    /// The rate: the potential is Rayleigh's function.
    Rate,
}

/// A force on a joint that depends on the joint's own position or rate.
pub trait ForceType: fmt::Debug + Send + Sync {
    /// Its name in descriptions and reports.
    fn name(&self) -> &'static str;

    /// One such element with its article, in messages: `a spring`.
    fn with_article(&self) -> &'static str {
        self.name()
    }

    /// Several such elements in documentation, e.g. `springs`.
    fn several(&self) -> &'static str {
        self.name()
    }

    /// Its coefficients in the description of a joint, and after them those of the settings; if the first is 0,
    /// nothing acts.
    fn read(&self, joint: &model::Joint, settings: &Settings) -> Option<Vec<Quantity>>;

    /// Whether it is one of the elements of files that other tools ignore; from a file it acts only if
    /// `passive` is set.
    fn is_passive(&self) -> bool;

    /// Minus the force, for the derivation: what it adds on the left of the equation of motion.
    fn resistance(&self, b: &mut Builder, coefficients: &[Value], motion: JointState) -> Value;

    /// The variable with respect to which the potential is differentiated.
    fn variable(&self) -> ForceVariable;

    /// The potential, of which the force is minus the derivative; for the proof.
    fn potential(&self, b: &mut Builder, coefficients: &[Value], x: Value) -> Value;

    /// The method of `multibody::reference::Model` that adds it.
    fn reference_method(&self) -> &'static str;

    /// The formula of the resistance in documentation.
    fn formula(&self) -> &'static str;

    /// How reports show its coefficients, each of which is given as in the description.
    fn text(&self, coefficients: &[String]) -> String {
        coefficients[0].clone()
    }
}
