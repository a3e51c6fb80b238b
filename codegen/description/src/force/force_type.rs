//! What a type of force element states of itself.

use std::fmt;

use crate::model::{self, Quantity};
use crate::settings::Settings;
use multibody_program::ir::{Builder, Value};

/// A type of force element.
pub type Kind = &'static dyn ForceType;

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
