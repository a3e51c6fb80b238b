//! Derives all wanted functions of a tree.

use std::collections::BTreeMap;

use super::algebra;
use super::forms::{Forms, Written};
use super::functions::{Recursion, Target};
use super::local::LocalTerms;
use super::Derivation;
use crate::ir::Program;
use crate::settings::Settings;
use crate::tree::Tree;

/// The programs of all targets.
#[must_use]
pub fn derive(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Vec<Derivation> {
    let _ = settings;
    let terms = algebra::enter(|| local_terms(tree));
    let terms: Vec<&LocalTerms> = tree.bodies.iter().map(|body| &terms[body.kind.name()]).collect();
    let recursion = Recursion { tree, terms: &terms, forms: &Written, wrench_links };
    targets
        .iter()
        .map(|&target| Derivation {
            target,
            program: program(&recursion, target),
            derived: None,
            way: "tree",
        })
        .collect()
}

fn program<F: Forms>(recursion: &Recursion<'_, F>, target: Target) -> Program {
    let mut b = recursion.tree.builder.clone();
    let values = recursion.build(&mut b, target);
    b.finish(&values)
}

/// The local terms of each joint type of a tree, by its name.
fn local_terms(tree: &Tree) -> BTreeMap<&'static str, LocalTerms> {
    let mut terms = BTreeMap::new();
    for body in &tree.bodies {
        terms.entry(body.kind.name()).or_insert_with(|| algebra::local_terms(body.kind));
    }
    terms
}
