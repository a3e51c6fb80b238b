//! Lowering, examination and reduction: from a checked model to its system and tree.

use super::settings_faults;
use multibody_description::check::Structure;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::lower::lower;
use multibody_description::model::Model;
use multibody_description::settings::Settings;
use multibody_examine::feasibility::faults as constraint_faults;
use multibody_examine::{examine, expressions, rounding};
use multibody_tree::Tree;

/// Lowers a model to its system, and reduces this to its tree. `None`: there are faults.
pub fn reduce(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<(ExaminedSystem, Tree)> {
    settings_faults::report(model, structure, settings, faults);
    let system = lower(model, structure, settings, faults)?;
    // The result is an index into all rows. `examine` leaves out redundant rows, so the constraint is looked up before.
    let nonlinear =
        multibody_prove::find_nonlinear_constraint(&system).map(|k| system.constraints[k].owner);
    let mut system = examine(system);
    if settings.snap {
        rounding::accept_rounded_rows(model, &mut system, faults);
    }
    expressions::report(model, &system, faults);
    match nonlinear.map(|index| &model.constraints[index].name) {
        None => {
            settings_faults::report_duplicate_constraints(model, faults);
            constraint_faults::report(model, &system, settings, faults);
        }
        Some(name) => {
            let excerpt = Shown::from(&name.value);
            faults.push(name.span, Fault::TokenConstraintNotLinear { name: excerpt });
        }
    }
    settings_faults::report_colliding_names(model, settings, faults);
    if faults.has_errors() {
        return None;
    }
    let tree = multibody_tree::place_bodies(&system);
    Some((system, tree))
}
