//! What the generator says of a description.

use multibody_codegen::fault::{Faults, Report, Severity};
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::internal::generate::generate_model_cached;
use multibody_codegen::internal::model::Model;
use multibody_codegen::internal::source::tokens::{
    Context, Places, read_additions, read_struct, read_tokens,
};
use multibody_codegen::internal::source::urdf;
use multibody_codegen::settings::{Effort, Functions, Positive, Verify};
use multibody_codegen::{Cache, Generated, Settings, Source, decimal};

use super::description::Description;

/// The fault of a program that is not what it should be.
pub const BUG: &str = "SettingNotProved";

/// The choices about a robot, with the least effort. Programs are proved; that their texts are these programs is tested elsewhere.
pub fn settings(description: &Description) -> Settings {
    let eps = description.regularization.as_deref();
    // Functions of links are of the last, on which wrenches act too.
    let last = |is_needed: bool| -> Vec<String> {
        let link = description
            .joints
            .len()
            .checked_sub(1)
            .filter(|_| is_needed);
        link.map(|at| format!("b{at}")).into_iter().collect()
    };
    let functions = &description.functions;
    Settings {
        effort: Effort::None,
        verify: Verify::False,
        snap: description.snap,
        regularization: eps.map(|eps| Positive(decimal(eps).expect("a decimal"))),
        functions: if functions.is_empty() {
            Functions::default()
        } else {
            functions.clone().into()
        },
        links: last(functions.iter().any(|function| function.is_of_link())),
        wrenches: last(functions.iter().any(|function| function.needs_wrenches())),
        ..Settings::default()
    }
}

fn model(description: &Description, faults: &mut Faults) -> Option<Model> {
    let mut places = Places::default();
    let items = description.items().parse().expect("tokens");
    if let Some(text) = description.file() {
        let source = Source::new("robot.urdf", text);
        let mut model = urdf(&source, faults)?;
        let places = &mut places;
        read_additions(items, &[], &mut model, &mut Context { places, faults });
        return Some(model);
    }
    let item = description.structure().parse().expect("tokens");
    let structure = read_struct(item, &mut places, faults)?;
    Some(read_tokens(items, structure, &mut places, faults))
}

/// All diagnostics before a derivation would begin.
pub fn read(description: &Description) -> Report {
    let mut faults = Faults::new();
    if let Some(model) = model(description, &mut faults) {
        examine_model(model, &settings(description), &mut faults);
    }
    faults.finish()
}

/// Derives, proves and emits; the programs can be run.
pub fn derive(description: &Description) -> Result<Generated, Report> {
    let reader = |faults: &mut Faults| model(description, faults);
    generate_model_cached(
        reader,
        &settings(description),
        &Cache::of_programs(),
        &mut |_| (),
    )
}

/// The kinds of what was found, each once: errors, or else warnings.
pub fn kinds(report: &Report) -> Vec<&'static str> {
    let expected = if report.has_errors() { Severity::Error } else { Severity::Warning };
    let actual = report.diagnostics.iter().map(|actual| &actual.fault);
    let mut kinds: Vec<_> = actual
        .filter(|fault| fault.severity() == expected)
        .map(|fault| fault.kind())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Messages of the errors, a line each.
pub fn messages(report: &Report) -> String {
    let result = report.diagnostics.iter().map(|result| &result.fault);
    let errors = result.filter(|fault| fault.severity() == Severity::Error);
    let lines: Vec<String> = errors.map(|fault| fault.texts().message).collect();
    lines.join("\n")
}
