//! One program for several fused functions (a bundle).
//!
//! Programs that were selected separately share parts, such as sines. In one set of frames they share more. So all
//! sets of frames that were found are tried, and in each set every function uses the program that adds the fewest
//! operations.

use super::candidates::TreeCandidates;
use super::deriver::Deriver;
use super::proved_frames::ProvedFrames;
use super::result_hints::hint_results;
use crate::search::ArrangedTree;
use crate::selection::{Candidate, TimedJudge, unrepresentable};
use multibody_algebra::GateShut;
use multibody_description::requested::RobotBundle;
use multibody_outputs::report::Rounding;
use multibody_outputs::{BundledFunctions, Derivation, split_outputs};
use multibody_passes::{Thoroughness, factor_out};
use multibody_program::ir::{Builder, Program};

/// For each bundle, one program for its functions, which were derived one by one. All frames that were found
/// are tried.
pub fn fuse_bundles(
    candidates_of_trees: &[TreeCandidates<'_>],
    bundles: &[RobotBundle],
    functions: &[Derivation],
    judge: &TimedJudge<'_>,
) -> Result<Vec<BundledFunctions>, GateShut> {
    let fused_bundles = bundles.iter().map(|bundle| {
        let members = bundle.targets().filter_map(|target| {
            let mut derivations = functions.iter();
            derivations.find(|function| function.target == target)
        });
        let members: Vec<&Derivation> = members.collect();
        let is_constrained =
            (members.iter()).any(|member| member.target.function.quantity().solves_constraints());
        let mut programs = Vec::new();
        for tree_candidates in candidates_of_trees {
            programs.extend(programs_in_all_frames(
                tree_candidates,
                &members,
                is_constrained,
            )?);
        }
        let deriver = candidates_of_trees[0].deriver;
        let mut fused = fuse(deriver, &members, programs, judge);
        let counts = members
            .iter()
            .map(|member| (member.target, member.program.outputs().len()));
        hint_results(&mut fused.program, counts, deriver.tree.nv);
        Ok(fused)
    });
    fused_bundles.collect()
}

/// For each set of frames that was found for a tree, one program for some derived functions.
fn programs_in_all_frames(
    tree_candidates: &TreeCandidates<'_>,
    functions: &[&Derivation],
    is_constrained: bool,
) -> Result<Vec<Program>, GateShut> {
    let deriver = tree_candidates.deriver;
    let frames_with_links;
    let mut frames: Vec<&ArrangedTree> = tree_candidates.frames.all().collect();
    if is_constrained {
        let all_frames = frames.into_iter();
        frames_with_links = ProvedFrames::with_links(all_frames, deriver.tree, deriver.terms)?;
        frames = frames_with_links.frames.iter().collect();
    }
    frames.push(&deriver.plain);
    let programs = frames.into_iter();
    Ok(programs
        .map(|frames| program_in_frames(deriver, functions, frames))
        .collect())
}

/// The cheapest program for some derived functions that is accurate, with its outputs in the order of the functions: one of
/// `programs`, or their own programs joined. So it takes no more operations than their own programs do, if these are accurate.
/// The judge decides which programs are accurate.
fn fuse(
    deriver: &Deriver<'_>,
    functions: &[&Derivation],
    mut programs: Vec<Program>,
    judge: &TimedJudge<'_>,
) -> BundledFunctions {
    let selected_programs: Vec<Program> = functions.iter().map(|f| f.program.clone()).collect();
    let unfused = join(&selected_programs);
    programs.push(unfused.clone());
    if deriver.thoroughness.is_some() {
        let polished = programs
            .iter()
            .map(|program| factor_out(program.clone(), Thoroughness::Briefly));
        let polished: Vec<Program> = polished.collect();
        programs.extend(polished);
    }
    programs.sort_by_cached_key(|program| deriver.weight(program));
    let counts: Vec<usize> = functions
        .iter()
        .map(|f| f.program.outputs().len())
        .collect();
    let accurate = programs.into_iter().find_map(|program| {
        if unrepresentable(&program).is_some() {
            return None;
        }
        let parts = split_outputs(&program, &counts);
        let targets = functions.iter().map(|function| function.target);
        let is_accurate =
            (targets.clone().zip(&parts)).all(|(target, part)| judge.admits(target, part).is_ok());
        is_accurate.then(|| {
            let pairs = targets.zip(&parts);
            BundledFunctions {
                rounding: Rounding::largest(
                    pairs.map(|(target, part)| judge.rounding(target, part)),
                ),
                program,
            }
        })
    });
    // The selected programs may be last resorts, which are used whatever the judge decides.
    accurate.unwrap_or_else(|| BundledFunctions {
        program: unfused,
        rounding: Rounding::largest(functions.iter().map(|function| function.rounding)),
    })
}

/// One program for all functions. For each function it contains either a program in these frames or the
/// function's own, whichever adds least to the programs selected for the functions before it.
fn program_in_frames(
    deriver: &Deriver<'_>,
    functions: &[&Derivation],
    frames: &ArrangedTree,
) -> Program {
    let mut selected: Vec<Program> = Vec::new();
    for function in functions {
        // Trees in other units of length have no masses of links.
        let needs_masses = function.target.function.quantity().needs_masses_of_links();
        let candidates = if needs_masses && frames.tree.masses.is_empty() {
            Vec::new()
        } else {
            deriver.candidates(frames, function.target)
        };
        let extend = |program: Program| {
            let mut programs = selected.clone();
            programs.push(program);
            programs
        };
        let extensions = (candidates.into_iter())
            .map(|Candidate { program, .. }| program)
            .chain([function.program.clone()])
            .map(extend);
        let cheapest = extensions.min_by_key(|programs| deriver.weight(&join(programs)));
        selected = cheapest.unwrap_or(selected);
    }
    join(&selected)
}

/// One program with the outputs of all programs, in which their common parts occur once.
fn join(programs: &[Program]) -> Program {
    let mut b = Builder::new();
    let outputs = programs.iter().flat_map(|program| {
        b.inline(program, |b, input| {
            b.input(input.kind, input.index as usize)
        })
    });
    let outputs: Vec<_> = outputs.collect();
    b.finish(&outputs)
}
