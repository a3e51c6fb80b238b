//! Faults of floats: constants out of their range, and functions without correct digits.

use super::derived_programs::DerivedPrograms;
use super::reduced_robot::ReducedRobot;
use multibody_description::fault::{Fault, Faults};
use multibody_description::model::Model;
use multibody_description::requested::Request;
use multibody_examine::floats;
use multibody_outputs::report::{Report, Rounding};

/// Reports programs with constants that floats cannot represent.
pub fn check_constants(
    robot: &ReducedRobot,
    request: &Request,
    programs: &DerivedPrograms,
    faults: &mut Faults,
) {
    let functions = programs.derivations.functions.iter();
    let names = functions.map(|function| function.target.function.name());
    let bundles = request.bundles.iter().map(|bundle| bundle.name.as_str());
    let programs_by_name = names.chain(bundles).zip(&programs.prepared.functions);
    let prepare = ("prepare", &programs.prepared.prepare);
    floats::check_constants(
        &robot.model,
        &robot.system,
        programs_by_name.chain([prepare]),
        faults,
    );
}

/// Reports functions that floats cannot compute: those without a value, those without a correct digit, and
/// those whose errors were not measured.
pub fn check_digits(model: &Model, report: &Report, faults: &mut Faults) {
    let names = |has_fault: &dyn Fn(Option<&Rounding>) -> bool| {
        let functions = report.functions.iter();
        let faulty = functions.filter(|function| has_fault(function.rounding.as_ref()));
        let names: Vec<String> = faulty
            .map(|function| format!("`{}`", function.name))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let has_values =
        |rounding: &Rounding| rounding.errors.is_finite() && !rounding.has_undefined_states;
    let overflow = names(&|it| it.is_some_and(|it| !has_values(it)));
    let no_digits = names(&|it| it.is_some_and(|it| has_values(it) && !it.errors.leaves_digits()));
    let unmeasured = names(&|it| it.is_none());
    let has_cause = overflow.is_some() || unmeasured.is_some();
    let cause = has_cause
        .then(|| floats::why_no_value(model))
        .flatten()
        .map_or(String::new(), |cause| format!("; {cause}"));
    let faults_by_kind = [
        overflow.map(|functions| Fault::SettingOverflow {
            functions,
            cause: cause.clone(),
        }),
        no_digits.map(|functions| Fault::SettingNoDigits { functions }),
        unmeasured.map(|functions| Fault::SettingUnmeasured {
            functions,
            cause: cause.clone(),
        }),
    ];
    for fault in faults_by_kind.into_iter().flatten() {
        faults.push(model.name.span, fault);
    }
}
