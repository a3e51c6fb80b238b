//! Which rows the others do not imply everywhere.

use super::starts::{CLEARLY, STARTS, WORK, random_state};
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::Row;
use multibody_kinematics::Constraints;

/// The indices of left-out rows that are violated at a position at which all kept rows are satisfied. Only expression rows
/// can be among them: if rows between links depend on one another, they do so everywhere. If constraints depend on fields,
/// none is returned.
pub fn violated_rows(system: &ExaminedSystem) -> Vec<usize> {
    let is_symbolic = |row: &Row| {
        matches!(
            row,
            Row::Expression {
                is_velocity_level: false,
                ..
            } | Row::PointExpression { .. }
        )
    };
    let candidates = |system: &ExaminedSystem| -> Vec<usize> {
        let pairs = system.findings.left_out.iter().enumerate();
        let rows = pairs
            .filter(|(_, of)| is_symbolic(&of.row) && !of.is_idle && of.contradicts.is_empty());
        rows.map(|(index, _)| index).collect()
    };
    let (candidates, mut violations) = (candidates(system), Vec::new());
    if candidates.is_empty() {
        return violations;
    }
    let mut reduction = system.clone();
    reduction.findings.left_out.clear();
    let (Some(mut basis), Some(mut constraints)) = (
        Constraints::with_fields(&reduction),
        Constraints::with_fields(system),
    ) else {
        return violations;
    };
    if constraints.fields() > 0 {
        return violations;
    }
    for start in 0..STARTS {
        let mut state = random_state(system, start);
        let lengths = constraints.lengths(&state);
        if basis.project(&mut state).is_satisfied {
            let errors = constraints.errors(&state);
            let is_off = |index: &&usize| {
                let row = system.nc() + **index;
                errors[row].abs() > CLEARLY * lengths[row].max(1.0)
            };
            violations.extend(candidates.iter().filter(is_off));
        }
        if basis.work() > WORK {
            break;
        }
    }
    violations.sort_unstable();
    violations.dedup();
    violations
}
