//! The laws of actuators, from their elements and from classes.
//!
//! A class has one default for actuators of all kinds. Ranges and gear go to all. The gains of a shortcut such as
//! `position` go to the same shortcut and to `general`; those of `general` go to shortcuts with the same type of gain.

use super::classes::Resolved;
use super::document::Node;
use super::law::{ACTUATORS, GENERAL, Law, Term, default_number};
use super::place::place;
use super::reader::{Reader, is_not_zero};
use crate::fault::Fault;
use crate::model::Number;

fn negative(number: &Number) -> Number {
    Number::derived(-number.value.clone(), number.span)
}

impl<'a> Reader<'_, 'a> {
    /// The law of an element, whose class and the classes around it have these laws, the innermost last.
    pub(super) fn law(&mut self, node: &Node<'a>, laws: &[Law]) -> Law {
        let element = Resolved::alone(node);
        let inherited = laws.last().cloned().unwrap_or_else(Law::standard);
        let tag = ACTUATORS.into_iter().find(|tag| *tag == node.tag());
        match tag.unwrap_or(GENERAL) {
            GENERAL => self.general_law(&element, inherited),
            tag @ ("motor" | "position" | "velocity" | "damper") => {
                self.shortcut_law(tag, &element, laws)
            }
            tag => Law {
                tag,
                has_state: true,
                ..Law::standard()
            },
        }
    }

    /// Only what is given replaces what is inherited.
    fn general_law(&mut self, element: &Resolved<'a>, inherited: Law) -> Law {
        let mut law = inherited;
        law.tag = GENERAL;
        let text = |name: &str| {
            element
                .attribute(name)
                .map(|attribute| attribute.value.trim_ascii())
        };
        if let Some(dynamics) = text("dyntype") {
            law.has_state = dynamics != "none";
        }
        let form = |text: &str| match text {
            "fixed" | "none" => Term::Plain,
            "affine" => Term::Affine,
            _ => Term::Other,
        };
        for (term, kind, numbers) in [
            (&mut law.gain, "gaintype", "gainprm"),
            (&mut law.bias, "biastype", "biasprm"),
        ] {
            if let Some(text) = text(kind) {
                term.0 = form(text);
            }
            let numbers = self.up_to(usize::MAX, element, numbers).unwrap_or_default();
            for (entry, number) in term.1.iter_mut().zip(numbers) {
                *entry = number;
            }
        }
        law
    }

    /// A shortcut sets all: what is not given has the value of the nearest class that has the same shortcut, or
    /// `general` with the same type of gain.
    fn shortcut_law(&mut self, tag: &'static str, element: &Resolved<'a>, laws: &[Law]) -> Law {
        let form = if tag == "damper" { Term::Affine } else { Term::Plain };
        let fits = |law: &&Law| law.tag == tag || (law.tag == GENERAL && law.gain.0 == form);
        let nearest = laws.iter().rev().find(fits).cloned();
        let inherited = nearest.unwrap_or_else(Law::standard);
        let (gain, bias) = (&inherited.gain.1, &inherited.bias.1);
        let plain = Law {
            tag,
            ..Law::standard()
        };
        match tag {
            "position" => {
                let stiffness = self
                    .number(element, "kp")
                    .unwrap_or_else(|| gain[0].clone());
                let damping = self.number(element, "kv").as_ref().map(negative);
                let ratio = self.number(element, "dampratio").filter(is_not_zero);
                if let (Some(_), Some(ratio)) = (&damping, &ratio) {
                    let fault = Fault::ExclusiveAttributes {
                        first: "kv".to_owned(),
                        second: "dampratio".to_owned(),
                        place: place(element.element),
                    };
                    self.faults.push(ratio.span, fault);
                }
                let time = self.number(element, "timeconst");
                let has_filter = inherited.tag == tag && inherited.has_state;
                let rate_factor = damping.or(ratio).unwrap_or_else(|| bias[2].clone());
                Law {
                    has_state: time.map_or(has_filter, |time| is_not_zero(&time)),
                    bias: (
                        Term::Affine,
                        [default_number(0), negative(&stiffness), rate_factor],
                    ),
                    gain: (
                        Term::Plain,
                        [stiffness, default_number(0), default_number(0)],
                    ),
                    ..plain
                }
            }
            "velocity" => {
                let damping = self
                    .number(element, "kv")
                    .unwrap_or_else(|| gain[0].clone());
                Law {
                    bias: (
                        Term::Affine,
                        [default_number(0), default_number(0), negative(&damping)],
                    ),
                    gain: (Term::Plain, [damping, default_number(0), default_number(0)]),
                    ..plain
                }
            }
            "damper" => {
                let damping = self.number(element, "kv").as_ref().map(negative);
                let rate_factor = damping.unwrap_or_else(|| gain[2].clone());
                Law {
                    gain: (
                        Term::Affine,
                        [default_number(0), default_number(0), rate_factor],
                    ),
                    ..plain
                }
            }
            _ => plain,
        }
    }
}
