//! Findings about a system that follow from its rows and rates at random states.

use crate::constraints::{
    Dependence, IndexedRow, actuation, constraints_of_massless_motions, dependent_constraints,
    dependent_rates,
};
use crate::expressions::has_drive;
use crate::rank::mass_matrix_rank;
use multibody_description::findings::{ExaminedSystem, Findings};
use multibody_description::system::System;

/// Removes the rows that other rows imply. The findings are these rows, the rows that others imply only for some choices
/// of roots, whether there is a drive and, if there are constraints, whether M is singular.
#[must_use]
pub fn leave_out_dependent_rows(mut system: System) -> ExaminedSystem {
    let mut findings = Findings {
        has_drive: has_drive(&system),
        ..Findings::default()
    };
    findings.actuation.has_motor.clone_from(&system.has_motor);
    // Where no joint moves, which is a fault, J has no columns.
    if system.constraints.is_empty() || system.nv() == 0 {
        return ExaminedSystem { system, findings };
    }
    findings.is_singular = mass_matrix_rank(&system) < system.nv();
    let Dependence {
        left_out,
        branching,
    } = dependent_constraints(&system);
    let new_index = |k: &usize| k - left_out.iter().filter(|omitted| omitted.index < *k).count();
    findings.branching = branching.iter().map(new_index).collect();
    for IndexedRow { index, row } in left_out.into_iter().rev() {
        system.constraints.remove(index);
        findings.left_out.insert(0, row);
    }
    ExaminedSystem { system, findings }
}

/// Adds the findings about the remaining rows: which rows restrain motions without kinetic energy, which rates they
/// determine from other rates, and at which rates without motors they can supply forces.
pub fn complete_findings(examined: &mut ExaminedSystem) {
    let ExaminedSystem { system, findings } = examined;
    if system.nv() == 0 || system.constraints.is_empty() && findings.left_out.is_empty() {
        return;
    }
    if findings.is_singular {
        findings.restraining = constraints_of_massless_motions(system);
    }
    findings.dependent = dependent_rates(system);
    findings.actuation = actuation(system);
}
