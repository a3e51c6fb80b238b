//! Whether constraints can be satisfied, and whether their rows are independent on the constraint manifold.
//!
//! Newton's method starts from several configurations. A solution that it finds proves that there is one. If it finds
//! none, this proves nothing, since the steps may end at a minimum of the error that is not 0; so only a warning is
//! reported. Fields on which constraints depend have values only at run time: here they are unknowns too, with start
//! values of several sizes. Constraints that are proved unsatisfiable have been reported as errors before: because links
//! are too short (`loop_closure.rs`), rows contradict one another, or no coordinate changes the error of a row (crate `prove`).

use super::loop_axes;
use crate::rows::errors::error_with_unit;
use crate::rows::starts::{RANGES, START_COUNT, WORK_LIMIT, neutral_state, random_state};
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::model::Model;
use multibody_description::settings::Settings;
use multibody_kinematics::{Constraints, Projection, State};
use multibody_support::random::Random;

/// The search ends after this number of solutions. At each of them the rank of the rows is computed.
const ENOUGH_SOLUTIONS: usize = 5;
/// Sizes of the start values of fields, in their own units. Each is combined with each of the `RANGES` of start positions.
const FIELD_SIZES: [f64; 5] = [1.0, 0.1, 10.0, -1.0, 100.0];

/// Reports constraints for which no configuration is found that satisfies them, and rows that are dependent on the
/// whole constraint manifold. If constraints depend on fields, dependent rows are not reported, since the steps end at
/// arbitrary values of the fields.
pub fn check(model: &Model, system: &ExaminedSystem, settings: &Settings, faults: &mut Faults) {
    let rows = &system.constraints;
    let has_holonomic_rows = rows.iter().any(|constraint| constraint.row.is_holonomic());
    if !has_holonomic_rows {
        return;
    }
    let mut constraints = Constraints::with_fields(system).expect("there are some");
    let field_count = constraints.field_count();
    let (mut ranks, mut tries) = (Vec::new(), 0);
    // The least error that remains after any start, its row, and whether this row is off by half a turn.
    let mut nearest = (f64::INFINITY, 0, false);
    for start in 0..START_COUNT {
        let mut state = match start {
            0 => neutral_state(system),
            _ => random_state(system, start),
        };
        append_field_values(&mut state, field_count, start);
        // The error `after` the steps is that of the `worst` row; `opposed` is a row whose axes are off by half a turn.
        let Projection {
            after,
            worst,
            is_satisfied,
            opposed,
            ..
        } = constraints.project(&mut state);
        if is_satisfied && field_count > 0 {
            // Some values of the fields satisfy the constraints.
            return;
        } else if is_satisfied {
            // A row of J may be 0 at the solution, so the scale of each row is its length at a random state.
            let row_lengths = constraints.row_lengths(&random_state(system, start));
            ranks.push(constraints.rank(&state, &row_lengths));
        } else if after > 0.0 && after < nearest.0 {
            nearest = (after, opposed.unwrap_or(worst), opposed.is_some());
        }
        tries += 1;
        if ranks.len() == ENOUGH_SOLUTIONS || constraints.work() > WORK_LIMIT {
            break;
        }
    }
    match ranks.iter().max() {
        // `WORK_LIMIT` ended the search after too few starts to conclude anything.
        None if tries < ENOUGH_SOLUTIONS => {}
        None => {
            let (error, row, is_opposed) = nearest;
            let (name, index) = system.row_name(row);
            let constraint = &model.constraints[index].name;
            let fault = Fault::TokenConstraintUnsatisfied {
                row: Shown::from(name),
                error: if is_opposed { "half a turn".to_owned() } else { error_with_unit(system, row, error) },
                starts: tries,
                fields: match field_count {
                    0 => "",
                    _ => ", for any values of the fields tried",
                },
                remedy: loop_axes::remedy(settings, &constraint.value).unwrap_or_else(|| {
                    let remedies = [
                        "a loop joint with more freedoms is e.g. `loop NAME { .., leaves: cylindrical(z) }`, and `pin` constrains points only",
                        "<connect> constrains points only, and `torquescale=\"0\"` makes a <weld> such an equality; without `relpose` a <weld> holds as drawn",
                    ];
                    remedies[usize::from(is_mjcf(model))].to_owned()
                }),
            };
            faults.push(constraint.span, fault);
        }
        Some(&rank) if rank < system.nc() && settings.regularization.is_none() => {
            let nc = system.nc();
            let span = model.constraints[rows[0].owner].name.span;
            faults.push(span, Fault::TokenConstraintsDependent { rank, nc });
        }
        Some(_) => {}
    }
}

/// Appends start values of the fields to the positions: all are between half and one and a half times one of `FIELD_SIZES`.
fn append_field_values(state: &mut State, field_count: usize, start: u64) {
    let size = FIELD_SIZES[start as usize / RANGES.len() % FIELD_SIZES.len()];
    let mut random = Random::new(start);
    let values = (0..field_count).map(|_| size * (1.0 + random.number() / 2.0));
    state.q.extend(values);
    state.qd.extend(vec![0.0; field_count]);
}

/// Whether the constraints of the description are the equalities of an MJCF.
pub fn is_mjcf(model: &Model) -> bool {
    model.conventions.option == Some("mjcf")
}
