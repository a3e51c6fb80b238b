//! A derived function from its selected candidates.

use multibody_description::function::Target;
use multibody_outputs::Derivation;
use multibody_program::ir::Count;

use crate::candidate::Selection;
use crate::timed_judge::TimedJudge;

/// The derivation that uses the first of the selected candidates, and lists the others.
pub fn derivation(
    target: Target,
    chosen: Selection,
    derived: Option<Count>,
    trial: &TimedJudge<'_>,
) -> Derivation {
    let mut cheapest = chosen.cheapest.into_iter();
    let first = cheapest.next().expect("there is a candidate");
    Derivation {
        target,
        rounding: trial.rounding(target, &first.program),
        count: Count::of(&first.program),
        program: first.program,
        derived,
        route: first.route,
        refused: chosen.refused,
        others: cheapest.map(|other| (other.route, other.program)).collect(),
    }
}
