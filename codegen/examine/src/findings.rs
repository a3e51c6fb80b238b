//! Examines a system at random states before anything is derived.

use crate::constraints::{
    Dependence, LeftOutAt, actuation, dependent_constraints, dependent_rates,
    restraining_constraints,
};
use crate::expressions::has_drive;
use crate::feasibility::not_implied;
use crate::rank::mass_matrix_rank;
use multibody_description::findings::{ExaminedSystem, Findings, LeftOut};
use multibody_description::system::{Constraint, System};

/// The system without the rows that others imply, and findings about it: whether there is a drive, which rows are left
/// out, whether M is singular, which rows restrain motions without kinetic energy, dependent rates, and the support of
/// unactuated rates.
#[must_use]
pub fn examine(mut system: System) -> ExaminedSystem {
    let mut findings = Findings {
        has_drive: has_drive(&system),
        ..Findings::default()
    };
    findings.actuation.driven.clone_from(&system.driven);
    if system.constraints.is_empty() {
        return ExaminedSystem { system, findings };
    }
    findings.is_singular = mass_matrix_rank(&system) < system.nv();
    let Dependence {
        left_out,
        branching,
    } = dependent_constraints(&system);
    let place = |at: &usize| at - left_out.iter().filter(|of| of.at < *at).count();
    findings.branching = branching.iter().map(place).collect();
    for LeftOutAt { at, row } in left_out.into_iter().rev() {
        system.constraints.remove(at);
        findings.left_out.insert(0, row);
    }
    let mut examined = ExaminedSystem { system, findings };
    for at in not_implied(&examined).into_iter().rev() {
        let ExaminedSystem { system, findings } = &mut examined;
        let LeftOut { name, of, row, .. } = findings.left_out.remove(at);
        findings.partly_implied.push(system.constraints.len());
        system.constraints.push(Constraint { name, of, row });
    }
    let ExaminedSystem { system, findings } = &mut examined;
    if findings.is_singular {
        findings.restraining = restraining_constraints(system);
    }
    findings.dependent = dependent_rates(system);
    findings.actuation = actuation(system);
    examined
}
