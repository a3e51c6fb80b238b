//! The derivation of all requested functions of a tree, stage by stage: the trees, their terms by algebra, of each function its
//! candidates and the choice among them, then bundles and calls.

mod by_algebra;
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

use crate::search::Arranged;
use crate::selection::Stopwatch;
use by_algebra::ByAlgebra;
use calls::{usual_call_of, usual_calling, with_calls};
use candidates::TreeCandidates;
use deriver::Deriver;
use function_choice::FunctionChoice;
use fused_functions::fuse_bundles;
use multibody_algebra::Shut;
use multibody_description::function::Target;
use multibody_description::requested::Request;
use multibody_description::settings::Settings;
use multibody_outputs::report::Tried;
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
    notify: &dyn Fn(Tried),
) -> Result<Derivations, Shut> {
    let Request { targets, bundles } = request;
    let trees = trees::trees(tree, wrench_links, targets, settings);
    let plain: Vec<Arranged> = trees.iter().map(Arranged::plain).collect();
    let by_algebra = (plain.iter()).map(|plain| ByAlgebra::of(&plain.tree, targets, settings));
    let by_algebra: Vec<ByAlgebra> = by_algebra.collect::<Result<_, Shut>>()?;
    let parts = trees.iter().zip(plain).zip(&by_algebra);
    let derivers: Vec<Deriver<'_>> = parts
        .map(|((tree, plain), ByAlgebra { terms, .. })| {
            Deriver::new(tree, plain, terms, wrench_links, settings)
        })
        .collect();

    let trying = Stopwatch::default();
    let why_not_expanded = by_algebra[0].why_not_expanded.as_deref();
    let choice = FunctionChoice::new(&derivers[0], targets, why_not_expanded, &trying);
    let pairs = derivers.iter().zip(&by_algebra);
    let mut candidates: Vec<TreeCandidates<'_>> = pairs
        .map(|(deriver, by_algebra)| TreeCandidates::new(deriver, &by_algebra.expanded, notify))
        .collect();
    let mut functions: Vec<Option<Derivation>> = vec![None; targets.len()];
    // What calls others comes after them.
    let calls = |&at: &usize| usual_call_of(targets[at].function, &trees[0]).is_some();
    let (callers, others): (Vec<usize>, Vec<usize>) = (0..targets.len()).partition(calls);
    for index in others.into_iter().chain(callers) {
        let target = targets[index];
        functions[index] = Some(
            match usual_calling(&trees[0], target.function, &functions) {
                Some(calling) => choice.by_call(target, &calling),
                None => choice.derivation(index, target, &mut candidates)?,
            },
        );
    }
    let functions: Vec<Derivation> = functions.into_iter().flatten().collect();

    let trial = &choice.yardstick.trial;
    // Bundles are built from whole programs, which share more than calls do.
    let bundles = fuse_bundles(&candidates, bundles, &functions, trial)?;
    let functions = if settings.size { with_calls(&trees[0], functions, trial) } else { functions };
    Ok(Derivations {
        functions,
        bundles,
        refuted: by_algebra.iter().find_map(|of| of.terms.refuted.clone()),
        trying: trying.total(),
    })
}
