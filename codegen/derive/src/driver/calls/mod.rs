//! Functions that call others, with the option `size` or where a loop is faster, and the programs that these calls compute.
//!
//! The proof and the judge of floats use the callees' programs, composed as the call composes them. Zeros are
//! folded in the composed program. This changes no finite value, since a finite number times 0 is 0 and a sum with 0 is exact.
//! One difference remains: where only constants are left, their combination is rounded once, whereas the callee
//! rounds each constant. The count includes all operations of the callees.

mod choice;
mod resolved_call;

use crate::selection::{Candidate, TimedJudge, unrepresentable};
use choice::call_of;
pub use choice::usual_call_of;
use multibody_description::function::{Function, Target};
use multibody_outputs::{Derivation, RefusedCandidate};
use multibody_tree::Tree;
pub use resolved_call::ResolvedCall;

/// The call by which a function is computed even without the option `size`, with the programs of its callees. None: there
/// is no such call, or a callee is not derived.
pub fn resolve_usual_call(
    tree: &Tree,
    function: Function,
    derivations: &[Option<Derivation>],
) -> Option<ResolvedCall> {
    let call = usual_call_of(function, tree)?;
    let program_of = |callee: Function| {
        let mut entries = derivations.iter().flatten();
        let derivation = entries.find(|derivation| derivation.target.function == callee);
        derivation.map(|derivation| derivation.program.clone())
    };
    let callees = call
        .callees()
        .into_iter()
        .map(program_of)
        .collect::<Option<_>>()?;
    Some(ResolvedCall { call, callees })
}

/// Replaces long derived functions by calls of other functions: those that can be computed from these, if the call is
/// accurate. Only requested functions are called, so callees are emitted in any case.
pub fn with_calls(
    tree: &Tree,
    derivations: Vec<Derivation>,
    judge: &TimedJudge<'_>,
) -> Vec<Derivation> {
    let program_of = |function: Function| {
        let link = None;
        let target = Target { function, link };
        let mut entries = derivations.iter();
        entries
            .find(|derivation| derivation.target == target)
            .map(|derivation| &derivation.program)
    };
    let all_forces = [
        Function::InverseDynamicsWithWrenches,
        Function::InverseDynamics,
    ];
    let forces = all_forces
        .into_iter()
        .find(|&function| program_of(function).is_some())
        .unwrap_or(Function::InverseDynamics);
    let calls: Vec<Option<ResolvedCall>> = derivations
        .iter()
        .map(|derivation| {
            let call = call_of(derivation.target.function, forces, tree)?;
            let is_long = derivation.count.weight() >= call.least_weight();
            let callees = call
                .callees()
                .into_iter()
                .map(|callee| program_of(callee).cloned())
                .collect::<Option<_>>()?;
            is_long.then_some(ResolvedCall { call, callees })
        })
        .collect();
    let pairs = derivations.into_iter().zip(calls);
    pairs
        .map(|(derivation, call)| match call {
            None => derivation,
            Some(resolved) => replace(derivation, &resolved, judge),
        })
        .collect()
}

/// Replaces a derived function by a call, if the call is accurate; otherwise lists the call as refused.
fn replace(mut derivation: Derivation, call: &ResolvedCall, judge: &TimedJudge<'_>) -> Derivation {
    let Candidate { program, route } = call.candidate(derivation.target.function);
    let verdict = match unrepresentable(&program) {
        Some(constant) => Err(format!("it needs a constant of {constant}")),
        None => judge
            .admits(derivation.target, &program)
            .map_err(|inaccurate| inaccurate.to_string()),
    };
    match verdict {
        Ok(()) => {
            let rounding = judge.rounding(derivation.target, &program);
            let original = Candidate {
                program: std::mem::replace(&mut derivation.program, program),
                route: derivation.route,
            };
            derivation
                .others
                .insert(0, (original.route, original.program));
            Derivation {
                route,
                rounding,
                count: call.count(),
                ..derivation
            }
        }
        Err(reason) => {
            derivation.refused.push(RefusedCandidate {
                route: route.to_string(),
                why: format!("shorter, but {reason}"),
            });
            derivation
        }
    }
}
