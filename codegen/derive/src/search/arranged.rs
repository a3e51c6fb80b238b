//! A tree in chosen frames.

use std::collections::BTreeSet;

use super::choice::SearchChoice;
use crate::functions::may_stay_unturned;
use multibody_tree::{FrameChoice, Tree};

/// A tree in the frames of a choice.
#[derive(Clone, Debug)]
pub struct Arranged {
    /// The frames.
    pub tree: Tree,
    /// Which of the frames keep their parents' orientation.
    pub unturned: Vec<bool>,
    /// As [`SearchChoice::column_end`].
    pub column_end: Option<usize>,
    /// The choice of these frames, if they were chosen.
    pub(super) choice: Option<SearchChoice>,
}

impl Arranged {
    /// Denavit-Hartenberg frames that turn with their links.
    #[must_use]
    pub fn plain(tree: &Tree) -> Self {
        let count = tree.bodies.len();
        let tree = multibody_tree::arrange(tree, &vec![FrameChoice::default(); count]);
        Self {
            tree,
            unturned: vec![false; count],
            column_end: None,
            choice: None,
        }
    }

    /// The frames in which the bodies were placed, turning with their links.
    #[must_use]
    pub fn as_placed(tree: &Tree) -> Self {
        Self {
            tree: multibody_tree::regroup_parameters(tree),
            unturned: vec![false; tree.bodies.len()],
            column_end: None,
            choice: None,
        }
    }

    /// The tree in the frames of a choice.
    #[must_use]
    pub fn new(tree: &Tree, choice: &SearchChoice) -> Self {
        let mut tree = multibody_tree::arrange(tree, &choice.frames);
        if let Some(rank) = choice.unit
            && let Some(unit) = multibody_tree::length_units(&tree).get(rank)
        {
            tree = multibody_tree::in_length_unit(&tree, unit);
        }
        let may_stay = may_stay_unturned(&tree);
        let unturned = choice
            .unturned
            .iter()
            .zip(may_stay)
            .map(|(&u, a)| u && a)
            .collect();
        Self {
            tree,
            unturned,
            column_end: choice.column_end,
            choice: Some(choice.clone()),
        }
    }

    /// Variants of these frames for recursions that use poses of constrained links: one in which the frames of these
    /// links turn with them, and one in which all frames turn with their links.
    #[must_use]
    pub fn with_links(&self, tree: &Tree) -> Vec<Self> {
        let Some(choice) = &self.choice else {
            return vec![self.clone()];
        };
        let rows = tree.constraints.iter().map(|constraint| &constraint.row);
        let links = rows.flat_map(|row| row.links());
        let constrained: BTreeSet<usize> = links.filter_map(|link| tree.links[link].body).collect();
        let flags = choice.unturned.iter().enumerate();
        let unturned = flags.map(|(at, &unturned)| unturned && !constrained.contains(&at));
        let plain = vec![false; choice.unturned.len()];
        let mut choices = vec![unturned.collect(), plain];
        choices.dedup();
        let variants = choices.into_iter().map(|unturned| SearchChoice {
            unturned,
            ..choice.clone()
        });
        variants.map(|choice| Self::new(tree, &choice)).collect()
    }
}
