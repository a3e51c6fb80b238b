//! Leaves redundant constraint rows out, and collects findings about the system that remains. All later stages use this system.
//!
//! These findings decide what is proved, so the verifier computes them too.

pub mod errors;
pub mod rounding;
pub mod starts;
mod violated_rows;

use multibody_description::findings::ExaminedSystem;
use multibody_description::system::{Constraint, System};
use multibody_prove::{complete_findings, leave_out_dependent_rows};
use violated_rows::find_violated_rows;

/// The system without the rows that others imply, and findings about it. They say whether there is a drive, which rows
/// are left out and, if there are constraints, whether M is singular. They also have the rows that restrain motions
/// without kinetic energy, the rates that rows determine from other rates, and the rates without motors at which
/// constraints can supply forces.
#[must_use]
pub fn examine(system: System) -> ExaminedSystem {
    let mut examination = leave_out_dependent_rows(system);
    // A row that is violated at some position at which the others are satisfied is needed after all. From the last one on, so that
    // no removal shifts the indices that follow.
    for index in find_violated_rows(&examination).into_iter().rev() {
        let ExaminedSystem { system, findings } = &mut examination;
        let left_out = findings.left_out.remove(index);
        let restored = system.constraints.len();
        findings.dependent_almost_everywhere.push(restored);
        system.constraints.push(Constraint {
            name: left_out.name,
            owner: left_out.owner,
            row: left_out.row,
        });
    }
    complete_findings(&mut examination);
    examination
}
