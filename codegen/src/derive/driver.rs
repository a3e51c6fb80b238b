//! Derives all wanted functions of a tree.

use std::collections::{BTreeMap, BTreeSet};

use super::algebra;
use super::forms::{Derived, Forms, Written};
use super::functions::{Recursion, Target};
use super::local::{BodyTerms, LocalTerms};
use super::{Derivation, Derivations};
use crate::exact::integer;
use crate::ir::{Count, Program};
use crate::settings::Settings;
use crate::tree::{self, Frame, Tree};

/// The programs of all targets.
#[must_use]
pub fn derive(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Derivations {
    derive_with(tree, wrench_links, targets, settings, &BTreeMap::new())
}

/// The same where some bodies of the tree have more kinetic energy than their mass gives them:
/// programs of the six components of the body's twist, by the body's position.
#[must_use]
pub fn derive_with(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
    extra_kinetic: &BTreeMap<usize, Program>,
) -> Derivations {
    let frames = vec![Frame::default(); tree.bodies.len()];
    let tree = &tree::arrange(tree, &frames);
    let local = algebra::enter(|| Local::of(tree, settings, extra_kinetic));
    let terms: Vec<&LocalTerms> = tree
        .bodies
        .iter()
        .map(|body| &local.joints[body.kind.name()])
        .collect();
    let derived = Derived {
        body: &local.body,
        special: &local.special,
    };
    let by_derived = Recursion {
        tree,
        terms: &terms,
        forms: &derived,
        wrench_links,
    };
    let by_written = Recursion {
        tree,
        terms: &terms,
        forms: &Written,
        wrench_links,
    };
    let written = settings.written_forms && local.refuted.is_none();
    let functions = targets
        .iter()
        .map(|&target| {
            let derived = || cheapest(&by_derived, target);
            let (program, way) = if written {
                cheapest(&by_written, target)
            } else {
                derived()
            };
            let compared = settings.count_derived.then(|| match written {
                true => Count::of(&derived().0),
                false => Count::of(&program),
            });
            Derivation {
                target,
                program,
                derived: compared,
                way,
            }
        })
        .collect();
    Derivations {
        functions,
        refuted: local.refuted,
    }
}

/// The cheapest program of a target, and the way it came about.
fn cheapest<F: Forms>(recursion: &Recursion<'_, F>, target: Target) -> (Program, &'static str) {
    let mut b = recursion.tree.builder.clone();
    let values = recursion.build(&mut b, target);
    let plain = b.finish(&values);
    let mut b = recursion.tree.builder.clone();
    let articulated = recursion
        .build_articulated(&mut b, target)
        .map(|values| b.finish(&values));
    match articulated {
        Some(program) if Count::of(&program).weight() < Count::of(&plain).weight() => {
            (program, "articulated bodies")
        }
        Some(_) => (plain, "mass matrix"),
        None => (plain, "tree"),
    }
}

/// All that the computer algebra says about a tree's joints and bodies.
struct Local {
    /// By the name of the joint type.
    joints: BTreeMap<&'static str, LocalTerms>,
    body: BodyTerms,
    special: BTreeMap<usize, BodyTerms>,
    /// The written form that is not equal to the derived one.
    refuted: Option<String>,
}

impl Local {
    fn of(tree: &Tree, settings: &Settings, extra_kinetic: &BTreeMap<usize, Program>) -> Self {
        let mut joints = BTreeMap::new();
        for body in &tree.bodies {
            joints
                .entry(body.kind.name())
                .or_insert_with(|| algebra::local_terms(body.kind));
        }
        let special = (extra_kinetic.iter())
            .map(|(&at, extra)| (at, algebra::body_terms(Some(extra))))
            .collect();
        let mut local = Self {
            joints,
            body: algebra::body_terms(None),
            special,
            refuted: None,
        };
        if settings.written_forms {
            local.refuted = local.first_refuted(tree);
        }
        local
    }

    /// Tries the lemmas of all bodies, joint types and placements of the tree.
    fn first_refuted(&self, tree: &Tree) -> Option<String> {
        let bodies = std::iter::once(&self.body).chain(self.special.values());
        if let Some(lemma) = bodies.into_iter().find_map(algebra::refuted_for_body) {
            return Some(lemma.to_owned());
        }
        for (&name, terms) in &self.joints {
            let carried = tree
                .bodies
                .iter()
                .any(|body| body.kind.name() == name && body.parent.is_some());
            if let Some(lemma) = algebra::refuted_for_joint(terms, &self.body, carried) {
                return Some(format!("{lemma} of a {name} joint"));
            }
        }
        let placed = match quarter_turns(tree) {
            Some(turns) => {
                (turns.iter()).find_map(|turn| algebra::refuted_for_quarter_turn(&self.body, turn))
            }
            None => algebra::refuted_for_placements(&self.body),
        };
        placed.map(|lemma| format!("{lemma} of a constant placement"))
    }
}

/// The rotations of all placements, if they are quarter turns.
fn quarter_turns(tree: &Tree) -> Option<BTreeSet<[[i64; 3]; 3]>> {
    let entry = |value| {
        let constant = tree.builder.as_constant(value)?;
        [-1, 0, 1]
            .into_iter()
            .find(|&whole| *constant == integer(whole))
    };
    (tree.bodies.iter())
        .map(|body| {
            let mut turn = [[0; 3]; 3];
            for (row, values) in turn.iter_mut().zip(&body.placement.rotation) {
                for (whole, &value) in row.iter_mut().zip(values) {
                    *whole = entry(value)?;
                }
            }
            Some(turn)
        })
        .collect()
}
