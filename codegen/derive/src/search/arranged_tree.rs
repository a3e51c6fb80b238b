//! A tree in chosen frames.

use std::collections::BTreeSet;

use super::choice::SearchChoice;
use crate::functions::may_stay_unturned;
use multibody_tree::{FrameChoice, Tree};

/// A tree in the frames of a choice.
#[derive(Clone, Debug)]
pub struct ArrangedTree {
    /// The tree.
    pub tree: Tree,
    /// For each body, whether its frame keeps a constant orientation in its parent's frame instead of turning with the body.
    pub unturned: Vec<bool>,
    /// See [`SearchChoice::last_body_of_columns`].
    pub last_body_of_columns: Option<usize>,
    /// The choice of these frames, if a search has made it.
    pub(super) choice: Option<SearchChoice>,
}

impl ArrangedTree {
    /// The tree in modified Denavit-Hartenberg frames that turn with their bodies.
    #[must_use]
    pub fn plain(tree: &Tree) -> Self {
        let count = tree.bodies.len();
        let tree = multibody_tree::arrange(tree, &vec![FrameChoice::default(); count]);
        Self {
            tree,
            unturned: vec![false; count],
            last_body_of_columns: None,
            choice: None,
        }
    }

    /// The tree in the frames that it has, all turning with their bodies.
    #[must_use]
    pub fn as_placed(tree: &Tree) -> Self {
        Self {
            tree: multibody_tree::regroup_parameters(tree),
            unturned: vec![false; tree.bodies.len()],
            last_body_of_columns: None,
            choice: None,
        }
    }

    /// The tree in the frames of a choice.
    #[must_use]
    pub fn new(tree: &Tree, choice: &SearchChoice) -> Self {
        let mut tree = multibody_tree::arrange(tree, &choice.frames);
        if let Some(index) = choice.length_unit
            && let Some(unit) = multibody_tree::length_units(&tree).get(index)
        {
            tree = multibody_tree::in_length_unit(&tree, unit);
        }
        let may_stay = may_stay_unturned(&tree);
        let unturned = choice
            .unturned
            .iter()
            .zip(may_stay)
            .map(|(&is_requested, is_possible)| is_requested && is_possible)
            .collect();
        Self {
            tree,
            unturned,
            last_body_of_columns: choice.last_body_of_columns,
            choice: Some(choice.clone()),
        }
    }

    /// Variants of these frames for recursions that use poses of constrained links. In one, the frames of the bodies that
    /// have these links turn with them; in the other, all frames turn with their bodies. Frames that no search has chosen have no
    /// other variant.
    #[must_use]
    pub fn with_links(&self, tree: &Tree) -> Vec<Self> {
        let Some(choice) = &self.choice else {
            return vec![self.clone()];
        };
        let rows = tree.constraints.iter().map(|constraint| &constraint.row);
        let links = rows.flat_map(|row| row.links());
        let constrained: BTreeSet<usize> = links.filter_map(|link| tree.links[link].body).collect();
        let flags = choice.unturned.iter().enumerate();
        let partial = flags.map(|(body, &unturned)| unturned && !constrained.contains(&body));
        let all_turning = vec![false; choice.unturned.len()];
        let mut variants = vec![partial.collect(), all_turning];
        variants.dedup();
        let choices = variants.into_iter().map(|unturned| SearchChoice {
            unturned,
            ..choice.clone()
        });
        choices.map(|choice| Self::new(tree, &choice)).collect()
    }
}
