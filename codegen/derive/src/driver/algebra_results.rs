//! What the computer algebra derives for one tree in one pass through the gate, which admits one derivation at a time.

use super::derived_terms::DerivedTerms;
use crate::expanded;
use multibody_algebra::{GateShut, enter};
use multibody_description::function::Target;
use multibody_description::settings::{Effort, Idea, Settings};
use multibody_program::ir::Program;
use multibody_tree::Tree;

/// What the computer algebra derives for one tree of a robot.
pub struct AlgebraResults {
    /// The terms of its joints and bodies.
    pub terms: DerivedTerms,
    /// For each target, the program from the expanded Lagrangian, if the Lagrangian is expanded and gives one.
    pub expanded: Vec<Option<Program>>,
    /// Why the Lagrangian is not expanded although the robot is small.
    pub why_not_expanded: Option<String>,
}

impl AlgebraResults {
    /// Derives the results for a tree in plain frames.
    pub fn of(tree: &Tree, targets: &[Target], settings: &Settings) -> Result<Self, GateShut> {
        let is_requested = settings.effort != Effort::None && settings.uses(Idea::Expansion);
        let why_not_expanded = expanded::why_not_expanded(tree).filter(|_| is_requested);
        let expands = is_requested && why_not_expanded.is_none();
        enter(|| {
            let terms = DerivedTerms::of(tree, settings)?;
            let expanded = if expands {
                expanded::expand(tree, &terms.of_joints(tree), targets)
            } else {
                vec![None; targets.len()]
            };
            Ok(Self {
                terms,
                expanded,
                why_not_expanded,
            })
        })?
    }
}
