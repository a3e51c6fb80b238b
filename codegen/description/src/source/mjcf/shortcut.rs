//! The laws of actuators, from their elements and from classes.
//!
//! A class has one default for actuators of all kinds. All of them inherit ranges and gear. The gains of a shortcut such as
//! `position` are inherited by the same shortcut and by `general`, those of `general` by shortcuts with the same type of gain.

use super::classes::Resolved;
use super::document::Node;
use super::law::{GENERAL, Law, TermForm, default_number};
use super::reader::{Reader, is_not_zero};
use super::vocabulary::actuator_tag;
use crate::model::Number;
use multibody_program::exact::Rational;

/// The problem of a damper or servo with a negative number, and its remedy.
pub(super) const NEGATIVE_PROBLEM: &str = "has a negative number where none is possible";
pub(super) const NEGATIVE_REMEDY: &str = "write a number that is not negative";
/// The words of `dyntype`, `gaintype` and `biastype`.
const DYNAMICS: &str = "none integrator filter filterexact pid dcmotor muscle user";
const GAINS: &str = "fixed affine muscle dcmotor pid so3 user";
const BIASES: &str = "none affine muscle dcmotor so3 user";

fn negate(number: &Number) -> Number {
    Number::derived(-number.value.clone(), number.span)
}

impl<'a> Reader<'_, 'a> {
    /// The law of an element, whose class and the classes around it have these laws, the innermost last.
    pub(super) fn law(&mut self, node: &Node<'a>, laws: &[Law]) -> Law {
        let element = Resolved::alone(node.element);
        let inherited = laws.last().cloned().unwrap_or_else(Law::standard);
        match actuator_tag(node.tag()).unwrap_or(GENERAL) {
            GENERAL => self.general_law(&element, inherited),
            tag @ ("motor" | "position" | "velocity" | "damper") => {
                self.shortcut_law(tag, &element, laws)
            }
            // Actuators of all other kinds are left out, as if they had a state.
            tag => {
                let mut law = Law::standard();
                (law.tag, law.has_state) = (tag, true);
                law
            }
        }
    }

    /// The law of a `general`: only attributes that are given replace what is inherited.
    fn general_law(&mut self, element: &Resolved<'a>, inherited: Law) -> Law {
        let mut law = inherited;
        law.tag = GENERAL;
        if let Some(dynamics) = self.optional_word(element, "dyntype", DYNAMICS) {
            law.has_state = dynamics != "none";
        }
        for (term, type_name, words, numbers_name) in [
            (&mut law.gain, "gaintype", GAINS, "gainprm"),
            (&mut law.bias, "biastype", BIASES, "biasprm"),
        ] {
            if let Some(word) = self.optional_word(element, type_name, words) {
                term.0 = match word {
                    "fixed" | "none" => TermForm::Plain,
                    "affine" => TermForm::Affine,
                    _ => TermForm::Other,
                };
            }
            let numbers = self
                .up_to(usize::MAX, element, numbers_name)
                .unwrap_or_default();
            for (entry, number) in term.1.iter_mut().zip(numbers) {
                *entry = number;
            }
        }
        law
    }

    /// A shortcut sets the whole law: a number that is not given is that of the nearest class that has the same shortcut, or
    /// `general` with the same type of gain.
    fn shortcut_law(&mut self, tag: &'static str, element: &Resolved<'a>, laws: &[Law]) -> Law {
        let gain_type = if tag == "damper" { TermForm::Affine } else { TermForm::Plain };
        let fits = |law: &&Law| law.tag == tag || (law.tag == GENERAL && law.gain.0 == gain_type);
        let nearest = laws.iter().rev().find(fits).cloned();
        let inherited = nearest.unwrap_or_else(Law::standard);
        let ((_, [gain, _, gain_of_rate]), (_, [_, _, bias_of_rate])) =
            (inherited.gain, inherited.bias);
        let mut law = Law::standard();
        law.tag = tag;
        let zero = || default_number(0);
        let [damping, damping_ratio, time] = ["kv", "dampratio", "timeconst"].map(|name| {
            let number = self.number(element, name)?;
            if tag != "velocity" && number.value < Rational::ZERO {
                self.report_invalid(
                    number.span,
                    element.element,
                    NEGATIVE_PROBLEM,
                    NEGATIVE_REMEDY,
                );
            }
            Some(number)
        });
        match tag {
            "position" => {
                let stiffness = self.number(element, "kp").unwrap_or(gain);
                let ratio = damping_ratio.filter(is_not_zero);
                if let (Some(attribute), Some(_)) = (element.attribute("kv"), &ratio) {
                    self.report_conflict(element, attribute, element.attribute("dampratio"));
                }
                let has_filter = inherited.tag == tag && inherited.has_state;
                law.has_state = time.map_or(has_filter, |time| is_not_zero(&time));
                // Damping is a negative coefficient of the rate, a damping ratio a positive one.
                let given_factor = damping.as_ref().map(negate).or(ratio);
                let rate_factor = given_factor.unwrap_or(bias_of_rate);
                law.bias = (TermForm::Affine, [zero(), negate(&stiffness), rate_factor]);
                law.gain.1[0] = stiffness;
            }
            "velocity" => {
                let factor = damping.unwrap_or(gain);
                law.bias = (TermForm::Affine, [zero(), zero(), negate(&factor)]);
                law.gain.1[0] = factor;
            }
            "damper" => {
                let rate_factor = damping.as_ref().map(negate).unwrap_or(gain_of_rate);
                law.gain = (TermForm::Affine, [zero(), zero(), rate_factor]);
            }
            _ => {}
        }
        law
    }
}
