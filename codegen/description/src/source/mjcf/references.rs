//! References by name to joints and others.

use std::collections::BTreeSet;

use super::body::{Body, unused_name};
use super::joint::BodyJoint;
use super::reader::Reader;
use crate::fault::{Fault, Shown};
use crate::model::Spanned;

impl<'a> Reader<'_, 'a> {
    /// The joint with this name; reports if there is none.
    pub(super) fn joint<'b>(
        &mut self,
        name: &Spanned<String>,
        bodies: &'b [Body<'a>],
    ) -> Option<&'b BodyJoint<'a>> {
        let joints = bodies.iter().flat_map(|body| &body.joints);
        let names = joints.clone().map(|joint| joint.name.value.as_str());
        let index = self.find("joint", name, names)?;
        joints.clone().nth(index)
    }

    /// The hinge or slide with this name; reports if there is none.
    pub(super) fn simple_joint<'b>(
        &mut self,
        name: &Spanned<String>,
        bodies: &'b [Body<'a>],
    ) -> Option<&'b BodyJoint<'a>> {
        let joint = self.joint(name, bodies)?;
        if !joint.is_simple() {
            let joint = Shown::from(&name.value);
            self.faults
                .push(name.span, Fault::NotHingeOrSlide { joint });
            return None;
        }
        Some(joint)
    }

    /// A name of its own; reports if another one of its kind has it.
    pub(super) fn claim_name(
        &mut self,
        noun: &'static str,
        name: Spanned<String>,
        names: &mut BTreeSet<String>,
    ) -> Spanned<String> {
        if names.contains(&name.value) {
            let label = Shown::from(&name.value);
            self.faults.push(
                name.span,
                Fault::RepeatedName {
                    what: noun,
                    name: label,
                },
            );
        }
        Spanned {
            value: unused_name(name.value, names),
            span: name.span,
        }
    }

    /// The index of a name among others; reports if it is not among them.
    pub(super) fn find<'n>(
        &mut self,
        noun: &'static str,
        name: &Spanned<String>,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let index = names.clone().position(|known| known == name.value);
        if index.is_none() {
            let fault = Fault::UnknownReference {
                what: noun,
                name: Shown::from(&name.value),
                hint: self.faults.nearest_or_some(&name.value, names),
            };
            self.faults.push(name.span, fault);
        }
        index
    }
}
