//! Which rows the others do not imply everywhere.

use super::starts::{CLEARLY, STARTS, WORK, elsewhere};
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::Row;
use multibody_kinematics::Constraints;

/// The indices of left-out rows that are violated at a position at which all kept rows are satisfied. Only expression rows
/// can be among them: if rows between links depend on one another, they do so everywhere. If constraints depend on fields,
/// none is returned.
pub fn not_implied(system: &ExaminedSystem) -> Vec<usize> {
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
        let rows = system.findings.left_out.iter().enumerate();
        let rows =
            rows.filter(|(_, of)| is_symbolic(&of.row) && !of.is_idle && of.contradicts.is_empty());
        rows.map(|(at, _)| at).collect()
    };
    let (candidates, mut found) = (candidates(system), Vec::new());
    if candidates.is_empty() {
        return found;
    }
    let mut kept = system.clone();
    kept.findings.left_out.clear();
    let (Some(mut kept), Some(mut all)) = (
        Constraints::with_fields(&kept),
        Constraints::with_fields(system),
    ) else {
        return found;
    };
    if all.fields() > 0 {
        return found;
    }
    for start in 0..STARTS {
        let mut state = elsewhere(system, start);
        let lengths = all.lengths(&state);
        if kept.project(&mut state).is_satisfied {
            let errors = all.errors(&state);
            let is_off = |at: &&usize| {
                let row = system.nc() + **at;
                errors[row].abs() > CLEARLY * lengths[row].max(1.0)
            };
            found.extend(candidates.iter().filter(is_off));
        }
        if kept.work() > WORK {
            break;
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
