//! Constraint rows that are violated by no more than the rounding of the description's numbers.
//!
//! If coordinates of the two ends are rounded sums, such as 0.30000000000000004 at one end and 0.3 at the other, a row that
//! no joint changes can have an error of 4e-17 m. Taken literally, this row could never be satisfied. Its error is treated
//! as 0, just as an angle very close to a quarter turn is treated as a quarter turn.

use super::errors::error_with_unit;
use super::starts::neutral_state;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::model::Model;
use multibody_description::system::Row;
use multibody_kinematics::Constraints;

/// The largest error that counts as rounding, in the unit of its row: m, m^2, or 1 for a cosine.
const ROUNDING_LIMIT: f64 = 1e-9;

/// Treats the errors of rows violated only by rounding as 0, and reports each of these rows.
pub fn accept_rounded_rows(model: &Model, system: &mut ExaminedSystem, faults: &mut Faults) {
    let Some(mut constraints) = Constraints::of(system, &[]) else {
        return;
    };
    // Errors of left-out rows come after those of kept rows.
    let count = system.nc();
    let errors = constraints.errors(&neutral_state(system)).into_iter();
    for (index, error) in errors.enumerate().skip(count) {
        let row = &system.findings.left_out[index - count];
        let is_between = matches!(row.row, Row::Between { .. });
        if !(row.is_unsatisfiable && is_between && error.abs() <= ROUNDING_LIMIT) {
            continue;
        }
        let fault = Fault::TokenConstraintRounded {
            row: Shown::from(&row.name),
            error: error_with_unit(system, index, error.abs()),
        };
        faults.push(model.constraints[row.owner].name.span, fault);
        let row = &mut system.findings.left_out[index - count];
        (row.is_unsatisfiable, row.is_rounded) = (false, true);
    }
}
