//! Left-out rows that the kept rows do not imply everywhere.

use super::starts::{CLEAR_ERROR, START_COUNT, WORK_LIMIT, random_state};
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::Row;
use multibody_kinematics::Constraints;

/// The indices of left-out rows that are violated at a position at which all kept rows are satisfied. Only expression rows
/// can be among them: if rows between links depend on one another, they do so everywhere. If constraints depend on fields,
/// none is returned.
pub fn find_violated_rows(system: &ExaminedSystem) -> Vec<usize> {
    let is_holonomic_expression = |row: &Row| {
        matches!(
            row,
            Row::Expression {
                is_velocity_level: false,
                ..
            } | Row::PointExpression { .. }
        )
    };
    let left_out = system.findings.left_out.iter().enumerate();
    let eligible = left_out.filter(|(_, left_out)| {
        is_holonomic_expression(&left_out.row)
            && !left_out.is_idle
            && left_out.contradicts.is_empty()
    });
    let candidates: Vec<usize> = eligible.map(|(index, _)| index).collect();
    let mut violations = Vec::new();
    if candidates.is_empty() {
        return violations;
    }
    let mut kept_system = system.clone();
    kept_system.findings.left_out.clear();
    let (Some(mut kept_constraints), Some(mut all_constraints)) = (
        Constraints::with_fields(&kept_system),
        Constraints::with_fields(system),
    ) else {
        return violations;
    };
    if all_constraints.field_count() > 0 {
        return violations;
    }
    for start in 0..START_COUNT {
        let mut state = random_state(system, start);
        let row_lengths = all_constraints.row_lengths(&state);
        if kept_constraints.project(&mut state).is_satisfied {
            let errors = all_constraints.errors(&state);
            let is_violated = |index: &&usize| {
                let row = system.nc() + **index;
                errors[row].abs() > CLEAR_ERROR * row_lengths[row].max(1.0)
            };
            violations.extend(candidates.iter().filter(is_violated));
        }
        if kept_constraints.work() > WORK_LIMIT {
            break;
        }
    }
    violations.sort_unstable();
    violations.dedup();
    violations
}
