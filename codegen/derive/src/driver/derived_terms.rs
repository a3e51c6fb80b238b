//! Terms that the computer algebra derives for a tree: the local terms of its joints and bodies, and whether the
//! hand-written kernels equal them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::kernels::RotationKind;
use crate::lemmas::{self, LemmaSet};
use crate::local_terms::{body_terms, local_terms};
use crate::symbolic::Pieces;
use multibody_algebra::{GateShut, UnsupportedOperation, enter};
use multibody_description::settings::{Idea, Settings};
use multibody_outputs::local::{BodyTerms, JointTerms};
use multibody_tree::Tree;

/// Derived terms of all joints and bodies of a tree.
pub struct DerivedTerms {
    /// The local terms of each joint type, by its index.
    joints: BTreeMap<usize, JointTerms>,
    /// Local terms of a body.
    pub body_terms: BodyTerms,
    /// The pieces of the user's energies and forces, with their derivatives.
    pub symbolic: Pieces,
    /// The kinds of constant rotations in the tree. If hand-written kernels are used, their lemmas were checked for these.
    rotations: BTreeSet<RotationKind>,
    /// Which lemmas about hand-written kernels are checked.
    checked: LemmaSet,
    /// The first of these lemmas that does not hold.
    pub refuted_lemma: Option<String>,
}

impl DerivedTerms {
    /// The terms of a tree. To be called inside [`enter`].
    pub fn of(tree: &Tree, settings: &Settings) -> Result<Self, GateShut> {
        let mut joints = BTreeMap::new();
        for body in &tree.bodies {
            if let Entry::Vacant(entry) = joints.entry(body.type_index) {
                let terms = local_terms(&*body.kind);
                let subject = || format!("a {} joint", body.kind.name());
                entry.insert(terms.map_err(|operation| unsupported_fault(&subject(), &operation))?);
            }
        }
        let mut derived_terms = Self {
            joints,
            body_terms: body_terms(),
            symbolic: crate::symbolic::differentiated_pieces(tree)
                .map_err(|operation| unsupported_fault("an expression", &operation))?,
            rotations: rotations(tree),
            checked: LemmaSet::All,
            refuted_lemma: None,
        };
        if settings.uses(Idea::HandWrittenKernels) {
            derived_terms.checked = if requests_derivatives(settings) {
                LemmaSet::All
            } else {
                LemmaSet::WithoutDerivatives
            };
            derived_terms.refuted_lemma = derived_terms.first_refuted(tree);
        }
        Ok(derived_terms)
    }

    /// Local terms of each body's joint.
    pub fn of_joints(&self, tree: &Tree) -> Vec<&JointTerms> {
        let bodies = tree.bodies.iter();
        bodies.map(|body| &self.joints[&body.type_index]).collect()
    }

    /// The first lemma of the tree's bodies, joint types and placements that does not hold.
    fn first_refuted(&self, tree: &Tree) -> Option<String> {
        if let Some(lemma) = lemmas::refute_body(&self.body_terms, self.checked) {
            return Some(lemma.to_owned());
        }
        for (&index, terms) in &self.joints {
            let bodies_of_type = || tree.bodies.iter().filter(|body| body.type_index == index);
            let has_parent = bodies_of_type().any(|body| body.parent.is_some());
            if let Some(lemma) =
                lemmas::refute_joint(terms, &self.body_terms, has_parent, self.checked)
            {
                let name = bodies_of_type().next().map_or("", |body| body.kind.name());
                return Some(format!("{lemma} of a {name} joint"));
            }
        }
        self.refute(&self.rotations)
    }

    /// The first lemma of constant placements with these rotations that does not hold.
    fn refute(&self, rotations: &BTreeSet<RotationKind>) -> Option<String> {
        let lemma = lemmas::refute_rotations(&self.body_terms, rotations, self.checked)?;
        Some(format!("{lemma} of a constant placement"))
    }

    /// Checks the lemmas of the placements that bodies have in other frames. Returns the first that does not hold.
    pub fn refute_in(&self, tree: &Tree) -> Result<Option<String>, GateShut> {
        let rotations = rotations(tree);
        if rotations.is_subset(&self.rotations) {
            Ok(None)
        } else {
            enter(|| self.refute(&(&rotations | &self.rotations)))
        }
    }
}

/// Whether derivatives of functions are requested, by themselves, in a bundle or at a position.
fn requests_derivatives(settings: &Settings) -> bool {
    let single_functions = settings.functions.named.iter().copied();
    let mut functions = single_functions.chain(settings.bundle_functions());
    functions.any(|function| function.quantity().is_derivative())
}

/// The fault for a joint or an expression from which nothing can be derived, since it uses an unsupported function.
fn unsupported_fault(
    subject: &str,
    UnsupportedOperation(function): &UnsupportedOperation,
) -> GateShut {
    GateShut {
        reason: format!("{subject} is stated by `{function}`, which it cannot derive from here"),
        help:
            "state it by sums, products, quotients, and sines and cosines of sums of small whole \
               multiples of positions"
                .into(),
    }
}

/// The kinds of the constant rotations between the frames of all bodies and their parents.
fn rotations(tree: &Tree) -> BTreeSet<RotationKind> {
    let mut b = tree.builder.clone();
    let bodies = tree.bodies.iter();
    bodies
        .map(|body| RotationKind::of(&mut b, &body.placement.rotation))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::source::urdf;

    fn pendulum() -> Tree {
        let text = r#"<robot name="pendulum"><link name="base"/>
            <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint>
            <link name="rod"><inertial><origin xyz="1 0 0"/><mass value="2"/>
            <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>"#;
        let source = Source::new("pendulum.urdf", text);
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).expect("a robot");
        let structure = check(&model, &mut faults).expect("a tree");
        let system = lower(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        multibody_tree::place_bodies(&multibody_examine::examine(system.expect("a system")))
    }

    /// A reflection is no rotation, so the hand-written kernels do not hold for it.
    #[test]
    fn kernels_are_refuted_for_placements_by_a_reflection() {
        let plain = pendulum();
        let settings = Settings::default();
        let terms = enter(|| DerivedTerms::of(&plain, &settings))
            .and_then(|terms| terms)
            .expect("the gate opens");
        assert_eq!(terms.refuted_lemma, None);
        assert_eq!(terms.refute_in(&plain).expect("the gate opens"), None);
        let mut reflected = plain;
        let (zero, one) = (reflected.builder.zero(), reflected.builder.one());
        let minus_one = reflected.builder.integer(-1);
        reflected.bodies[0].placement.rotation = [
            [minus_one, zero, zero],
            [zero, one, zero],
            [zero, zero, one],
        ];
        let refuted = terms.refute_in(&reflected).expect("the gate opens");
        let lemma = refuted.expect("a reflection is no rotation");
        assert!(lemma.ends_with("of a constant placement"), "{lemma}");
    }
}
