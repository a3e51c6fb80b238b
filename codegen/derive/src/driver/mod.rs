//! The derivation of all requested functions of a tree, stage by stage.

mod by_algebra;
mod calls;
mod candidates;
mod derived_terms;
mod deriver;
mod forces;
mod frame_search;
mod fused_functions;
mod one_function;
mod prepared;
mod proved_frames;
mod reference;
mod result_hints;
mod textbook;
mod tree_candidates;
mod trials;

use std::collections::BTreeMap;

use crate::accuracy::{InputState, Judge, StatedErrors};
use crate::search::Arranged;
use crate::selection::Stopwatch;
use by_algebra::ByAlgebra;
use calls::with_calls;
use derived_terms::DerivedTerms;
use deriver::Deriver;
use fused_functions::fused_functions;
use multibody_algebra::{Shut, enter};
use multibody_description::function::Target;
use multibody_description::requested::Requests;
use multibody_description::settings::{Idea, Settings};
use multibody_outputs::Derivations;
use multibody_outputs::report::Tried;
use multibody_program::ir::InputKind;
use multibody_tree::Tree;
use one_function::FunctionDeriver;
use prepared::prepared;
use textbook::Textbook;
use tree_candidates::TreeCandidates;

/// The programs of all targets.
///
/// # Panics
/// If the computer algebra cannot be used.
#[must_use]
pub fn derive(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Derivations {
    let requests = Requests {
        targets,
        bundles: &[],
    };
    let derived = derive_with_progress(tree, wrench_links, requests, settings, &|_| ());
    derived.unwrap_or_else(|shut| panic!("{shut}"))
}

/// The programs of all targets, and the fused functions of bundles. `notify` is called for every trial of a high
/// effort.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn derive_with_progress(
    tree: &Tree,
    wrench_links: &[usize],
    requests: Requests<'_>,
    settings: &Settings,
    notify: &dyn Fn(Tried),
) -> Result<Derivations, Shut> {
    let targets = requests.targets;
    let trees = same_trees(tree, wrench_links, targets, settings);
    let plain: Vec<Arranged> = trees.iter().map(Arranged::plain).collect();
    let by_algebra = (plain.iter()).map(|plain| ByAlgebra::of(&plain.tree, targets, settings));
    let by_algebra: Vec<ByAlgebra> = by_algebra.collect::<Result<_, Shut>>()?;
    let each = trees.iter().zip(plain).zip(&by_algebra);
    let derivers: Vec<Deriver<'_>> = each
        .map(|((tree, plain), ByAlgebra { terms, .. })| {
            Deriver::new(tree, plain, terms, wrench_links, settings)
        })
        .collect();
    let trying = Stopwatch::default();
    let why_not_expanded = by_algebra[0].why_not_expanded.as_deref();
    let one_by_one = FunctionDeriver::new(&derivers[0], targets, why_not_expanded, &trying);
    let each = derivers.iter().zip(&by_algebra);
    let mut candidates: Vec<TreeCandidates<'_>> = each
        .map(|(deriver, by_algebra)| TreeCandidates::new(deriver, &by_algebra.expanded, notify))
        .collect();
    let mut functions = Vec::new();
    for (at, &target) in targets.iter().enumerate() {
        functions.push(one_by_one.derivation(at, target, &mut candidates)?);
    }
    let trial = &one_by_one.reference.trial;
    // Bundles are built from whole programs, which share more than calls do.
    let bundles = fused_functions(&candidates, requests.bundles, &functions, trial)?;
    let functions = match settings.size {
        true => with_calls(&trees[0], functions, trial),
        false => functions,
    };
    Ok(Derivations {
        functions,
        bundles,
        refuted: by_algebra.iter().find_map(|of| of.terms.refuted.clone()),
        trying: trying.total(),
    })
}

/// The trees from which functions are derived: the tree as read, and the same system with the bodies of its expressions in the
/// tree, if there is such a tree.
fn same_trees(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Vec<Tree> {
    let in_joints = tree.in_joints.as_deref();
    let in_joints = in_joints.filter(|_| settings.does(Idea::JointsOfExpressions));
    let trees = std::iter::once(tree).chain(in_joints);
    trees
        .map(|tree| prepared(tree, wrench_links, targets, settings))
        .collect()
}

/// The judge that selects programs of a tree, at the states that `seed` gives.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn judge(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
    seed: u64,
) -> Result<Judge, Shut> {
    by_textbook(tree, wrench_links, settings, |textbook| {
        textbook.judge(targets, seed)
    })
}

/// The errors to state of programs of a tree, at the further states that `seed` gives.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn stated_errors(
    tree: &Tree,
    targets: &[Target],
    settings: &Settings,
    seed: u64,
) -> Result<StatedErrors, Shut> {
    by_textbook(tree, &[], settings, |textbook| {
        textbook.judge_and_state(targets, seed).1
    })
}

/// The scale of each entry of some functions at each state, by the textbook's program alone. Stated errors are in
/// units in the last place of this scale.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn scales(
    tree: &Tree,
    targets: &[Target],
    settings: &Settings,
    states: impl IntoIterator<Item = BTreeMap<InputKind, Vec<f64>>>,
) -> Result<BTreeMap<Target, Vec<Vec<f64>>>, Shut> {
    let states: Vec<InputState> = states.into_iter().map(InputState::of).collect();
    by_textbook(tree, &[], settings, |textbook| {
        textbook.scales(targets, &states)
    })
}

/// Passes the textbook's programs of a tree to `give`, and returns its result.
fn by_textbook<R>(
    tree: &Tree,
    wrench_links: &[usize],
    settings: &Settings,
    give: impl FnOnce(&Textbook<'_>) -> R,
) -> Result<R, Shut> {
    let plain = Arranged::plain(tree);
    let terms = enter(|| DerivedTerms::of(&plain.tree, settings))??;
    let deriver = Deriver::new(tree, plain, &terms, wrench_links, settings);
    Ok(give(&Textbook::new(&deriver, deriver.is_written())))
}
