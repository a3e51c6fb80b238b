//! How the force of an actuator follows from its control.

use crate::model::{Number, Span};
use multibody_program::exact::{Rational, integer};

/// The actuator that has all attributes; classes give one default to actuators of all kinds, under this tag.
pub(super) const GENERAL: &str = "general";

/// How the gain or the bias depends on length and rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermForm {
    /// A gain that does not depend on them, or no bias.
    Plain,
    /// An affine function of length and rate.
    Affine,
    /// A dependence that is not read.
    Other,
}

/// How the force of an actuator follows from its control.
#[derive(Clone, Debug)]
pub(super) struct Law {
    /// The tag of the element that set it last.
    pub(super) tag: &'static str,
    /// Whether it has a state of its own, e.g. of a filter.
    pub(super) has_state: bool,
    /// The factor of the control: a constant, and its coefficients of length and rate.
    pub(super) gain: (TermForm, [Number; 3]),
    /// The summand: a constant, and its coefficients of length and rate.
    pub(super) bias: (TermForm, [Number; 3]),
}

impl Law {
    /// The law of `general` without attributes.
    pub(super) fn standard() -> Self {
        Self {
            tag: GENERAL,
            has_state: false,
            gain: (TermForm::Plain, [1, 0, 0].map(default_number)),
            bias: (TermForm::Plain, [0, 0, 0].map(default_number)),
        }
    }

    /// Why the actuator cannot be read; none if it can.
    pub(super) fn obstacle(&self) -> Option<&'static str> {
        let ((gain_form, _), (bias_form, bias)) = (&self.gain, &self.bias);
        if self.has_state {
            return Some("it has a state of its own");
        }
        if [*gain_form, *bias_form].contains(&TermForm::Other) {
            return Some("its force is not affine in length and rate");
        }
        // MuJoCo reads a positive coefficient of the rate as a damping ratio.
        let has_ratio = self.is_servo() && bias[2].value > Rational::ZERO;
        has_ratio.then_some("its damping is a ratio, which depends on the mass matrix")
    }

    /// Whether its force is `k (control - length) + a + b rate`, with any constants k, a and b.
    pub(super) fn is_servo(&self) -> bool {
        let ((gain_form, gain), (bias_form, bias)) = (&self.gain, &self.bias);
        (*gain_form, *bias_form) == (TermForm::Plain, TermForm::Affine)
            && gain[0].value == -bias[1].value.clone()
    }

    /// Gain and bias, each by its constant and its coefficients of length and rate.
    pub(super) fn terms(self) -> [[Number; 3]; 2] {
        let (mut gain, mut bias) = (self.gain.1, self.bias.1);
        if self.gain.0 == TermForm::Plain {
            gain[1..].fill(default_number(0));
        }
        if self.bias.0 == TermForm::Plain {
            bias.fill(default_number(0));
        }
        [gain, bias]
    }
}

/// A default of MuJoCo, which has no place in the text.
pub(super) fn default_number(value: i64) -> Number {
    Number::derived(integer(value), Span::default())
}
