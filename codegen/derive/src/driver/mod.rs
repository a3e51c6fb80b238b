//! The derivation of all requested functions of a tree, stage by stage: the trees and their terms by algebra; for each function,
//! its candidates and the choice among them; then bundles and calls.

mod algebra_results;
mod calls;
mod candidates;
mod derived_terms;
mod deriver;
mod forces;
mod frame_search;
mod function_choice;
mod fused_functions;
mod proved_frames;
mod result_hints;
mod search_budget;
mod trees;
mod yardstick;

use crate::search::ArrangedTree;
use crate::selection::Stopwatch;
use algebra_results::AlgebraResults;
use calls::{resolve_usual_call, usual_call_of, with_calls};
use candidates::TreeCandidates;
use deriver::Deriver;
use function_choice::FunctionChoice;
use fused_functions::fuse_bundles;
use multibody_algebra::GateShut;
use multibody_description::function::Target;
use multibody_description::requested::Request;
use multibody_description::settings::Settings;
use multibody_outputs::report::SearchProgress;
use multibody_outputs::{Derivation, Derivations};
use multibody_tree::Tree;
pub use yardstick::{judge, scales, stated_errors};

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
    let request = Request {
        targets: targets.to_vec(),
        bundles: Vec::new(),
    };
    // Nobody is notified of trials.
    let derivations = derive_with_progress(tree, wrench_links, &request, settings, &|_| ());
    derivations.unwrap_or_else(|shut| panic!("{shut}"))
}

/// The programs of all targets, and the fused functions of bundles. `notify` is called for every trial of a high
/// effort.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn derive_with_progress(
    tree: &Tree,
    wrench_links: &[usize],
    request: &Request,
    settings: &Settings,
    notify: &dyn Fn(SearchProgress),
) -> Result<Derivations, GateShut> {
    let Request { targets, bundles } = request;
    let trees = trees::trees(tree, wrench_links, targets, settings);
    let plain: Vec<ArrangedTree> = trees.iter().map(ArrangedTree::plain).collect();
    let algebra_results: Vec<AlgebraResults> = (plain.iter())
        .map(|plain| AlgebraResults::of(&plain.tree, targets, settings))
        .collect::<Result<_, GateShut>>()?;
    let tree_inputs = trees.iter().zip(plain).zip(&algebra_results);
    let derivers: Vec<Deriver<'_>> = tree_inputs
        .map(|((tree, plain), AlgebraResults { terms, .. })| {
            Deriver::new(tree, plain, terms, wrench_links, settings)
        })
        .collect();

    let timer = Stopwatch::default();
    let why_not_expanded = algebra_results[0].why_not_expanded.as_deref();
    let choice = FunctionChoice::new(&derivers[0], targets, why_not_expanded, &timer);
    let pairs = derivers.iter().zip(&algebra_results);
    let mut candidates_of_trees: Vec<TreeCandidates<'_>> = pairs
        .map(|(deriver, results)| TreeCandidates::new(deriver, &results.expanded, notify))
        .collect();
    let mut functions: Vec<Option<Derivation>> = vec![None; targets.len()];
    // Callers come after the functions that they call.
    let is_caller = |&index: &usize| usual_call_of(targets[index].function, &trees[0]).is_some();
    let (callers, others): (Vec<usize>, Vec<usize>) = (0..targets.len()).partition(is_caller);
    for index in others.into_iter().chain(callers) {
        let target = targets[index];
        functions[index] = Some(
            match resolve_usual_call(&trees[0], target.function, &functions) {
                Some(call) => choice.derive_by_call(target, &call),
                None => choice.derive(index, target, &mut candidates_of_trees)?,
            },
        );
    }
    let functions: Vec<Derivation> = functions.into_iter().flatten().collect();

    let judge = &choice.yardstick.judge;
    // Bundles are built from whole programs, which share more than calls do.
    let bundles = fuse_bundles(&candidates_of_trees, bundles, &functions, judge)?;
    let functions = if settings.size { with_calls(&trees[0], functions, judge) } else { functions };
    Ok(Derivations {
        functions,
        bundles,
        refuted: (algebra_results.iter()).find_map(|results| results.terms.refuted_lemma.clone()),
        trial_time: timer.total(),
    })
}
