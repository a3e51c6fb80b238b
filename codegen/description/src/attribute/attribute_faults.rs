//! Which of the faults found in a robot belong to its attribute: those of tokens, and those of names in options.

use crate::fault::{Diagnostic, Fault, Faults, Report, Severity, Shown};
use crate::model::Span;
use crate::options::Names;
use crate::source::tokens::Places;

/// Moves faults of tokens, and of names in options, from the report on the file to the faults of the attribute.
pub fn take_attribute_faults(report: &mut Report, names: &Names, faults: &mut Faults) {
    let own_place = |diagnostic: &Diagnostic| {
        if Places::is_token(diagnostic.span) {
            Some(diagnostic.span)
        } else {
            place_of_name(&diagnostic.fault, names)
        }
    };
    let is_own = |diagnostic: &mut Diagnostic| own_place(diagnostic).is_some();
    let extracted: Vec<_> = report.diagnostics.extract_if(.., is_own).collect();
    for mut diagnostic in extracted {
        report.errors -= usize::from(diagnostic.fault.severity() == Severity::Error);
        let place = own_place(&diagnostic).unwrap_or_default();
        diagnostic.others.retain(|&other| Places::is_token(other));
        faults.push_conflict(place, diagnostic.others, diagnostic.fault);
    }
}

/// In a report on tokens, moves each fault of a name in an option to the place of that name.
pub fn move_faults_to_names(report: &mut Report, names: &Names) {
    for diagnostic in &mut report.diagnostics {
        if let Some(place) = place_of_name(&diagnostic.fault, names) {
            diagnostic.span = place;
        }
    }
}

/// Where an option contains the name that a fault is about; the last place, if a name is given twice.
fn place_of_name(fault: &Fault, names: &Names) -> Option<Span> {
    let function_name;
    let name = match fault {
        Fault::SettingAbsent { function, .. } => {
            function_name = Shown::from(function.as_str());
            &function_name
        }
        Fault::SettingBundleTooLong { function, .. } => {
            function_name = Shown::from(*function);
            &function_name
        }
        Fault::SettingUnknown { name, .. }
        | Fault::SettingTwice { name, .. }
        | Fault::SettingBundleLacks { function: name, .. }
        | Fault::SettingBundleNameUsed { name }
        | Fault::SettingFrameNameUsed { frame: name }
        | Fault::SettingFrameNoCom { frame: name, .. }
        | Fault::SettingWeldTwice { name }
        | Fault::SettingWeldSeveral { name, .. }
        | Fault::ParameterNoAxis { joint: name, .. } => name,
        _ => return None,
    };
    names
        .iter()
        .rev()
        .find(|n| Shown::from(&n.value) == *name)
        .map(|n| n.span)
}
