//! The declarations that make up a type of force element.

use std::fmt;

use crate::model::{ForceCoefficients, Quantity};
use crate::settings::Settings;
use multibody_program::ir::{Builder, Value};

/// A type of force element.
pub type Kind = &'static dyn ForceType;

/// The position along which a force acts, and its rate.
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

/// A force along a position, such as a joint's. The force depends on this position or its rate.
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

    /// Its coefficients in the description of a joint or tendon, and after them those of the settings; if the first is
    /// 0, nothing acts. `None` if the description gives none.
    fn read(&self, coefficients: &ForceCoefficients, settings: &Settings) -> Option<Vec<Quantity>>;

    /// Changes the coefficients so that the same force is a function of the position minus this constant.
    fn subtract_from_position(&self, _: &mut Builder, _: &mut [Value], _: Value) {}

    /// Whether it is damping or friction. In files of some formats other tools ignore these, so from such a file they act
    /// only if `passive` is set.
    fn is_dissipative(&self) -> bool;

    /// Minus the force, for the derivation: what it adds on the left of the equation of motion.
    fn resistance(&self, b: &mut Builder, coefficients: &[Value], motion: JointState) -> Value;

    /// The variable with respect to which the potential is differentiated.
    fn variable(&self) -> ForceVariable;

    /// The potential, of which the force is minus the derivative; for the proof.
    fn potential(&self, b: &mut Builder, coefficients: &[Value], x: Value) -> Value;

    /// The methods of `multibody::reference::Model` that add it: to joints, and along sums of positions.
    fn reference_method(&self) -> [&'static str; 2];

    /// The formula of the resistance in documentation.
    fn formula(&self) -> &'static str;

    /// How reports show its coefficients, each of which is given as in the description.
    fn text(&self, coefficients: &[String]) -> String {
        coefficients[0].clone()
    }
}
