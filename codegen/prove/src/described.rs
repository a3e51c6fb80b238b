//! Systems from descriptions, for tests.

use crate::findings::{complete_findings, leave_out_dependent_rows};
use multibody_description::check::check;
use multibody_description::fault::Faults;
use multibody_description::findings::ExaminedSystem;
use multibody_description::lower::lower;
use multibody_description::settings::Settings;
use multibody_description::source::tokens::{Places, read_struct, read_tokens};
use multibody_description::system::System;

/// The system that tokens of a struct without fields describe, as lowered.
pub fn system_of(items: &str) -> System {
    system_of_struct("struct Robot;", items)
}

/// The system that tokens of a struct describe; its fields are parameters.
pub fn system_of_struct(item: &str, items: &str) -> System {
    let (mut faults, mut places) = (Faults::new(), Places::default());
    let (item, items) = (
        item.parse().expect("an item"),
        items.parse().expect("tokens"),
    );
    let structure = read_struct(item, &mut places, &mut faults).expect("a struct");
    let model = read_tokens(items, structure, &mut places, &mut faults);
    let system = check(&model, &mut faults)
        .and_then(|structure| lower(&model, &structure, &Settings::default(), &mut faults));
    let report = faults.finish();
    assert!(!report.has_errors(), "{:?}", report.diagnostics);
    system.expect("a system without a fault")
}

/// The system as the generator examines it, without the search for rows that others imply only on a part of the
/// constraint manifold.
pub fn examine(system: System) -> ExaminedSystem {
    let mut examination = leave_out_dependent_rows(system);
    complete_findings(&mut examination);
    examination
}
