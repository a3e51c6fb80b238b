//! Generates the robot's dynamics from the attribute `#[multibody(..)]` and its struct.
//!
//! [`Annotated`] is the attribute and the struct as read. All front ends that read the attribute call this module, and get the same
//! text of all items except the struct.

mod expansion;
mod outline;

use std::path::Path;

use proc_macro2::TokenStream;

use crate::cache::Cache;
use crate::committed::{self, FileOrigin};
use crate::examine::{examine, examine_model};
use crate::generate::{CompiledOrigin, generate_from};
use crate::generated::Generated;
use multibody_description::attribute::{
    Base, DescribedFile, move_faults_to_names, take_attribute_faults,
};
use multibody_description::fault::{self, Faults};
use multibody_description::model::Model;
use multibody_description::settings::{Functions, Settings};
use multibody_description::source::tokens::{Context, StructItem, joined_text, read_tokens};
use multibody_outputs::report::Stage;

pub use expansion::Expansion;
pub use multibody_description::attribute::{
    Annotated, Description, PATH_NOTE, ReadFile, Reports, find, read_rust, without_helpers,
};
use outline::Outline;

/// The whole pipeline: reads the attribute and its struct, and generates all items except the struct. Paths
/// start from `folder`. `progress` is called as in [`generate`](crate::generate()).
#[must_use]
pub fn generate_attribute(
    attribute: TokenStream,
    item: TokenStream,
    folder: &Path,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    let annotated = Annotated::read(attribute, item, folder);
    generate_annotated(annotated, &Cache::none(), progress)
}

/// Generates all items except the struct, or takes them from `cache` or from a committed file. `progress` is called as in
/// [`generate`](crate::generate()).
#[must_use]
pub fn generate_annotated(
    annotated: Annotated,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    // A struct that is nested too deeply is not read, and has no text.
    let is_read = annotated.structure.is_some();
    let text = || without_helpers(annotated.item.clone()).to_string();
    let structure = is_read.then(text).unwrap_or_default();
    generate_beside(annotated, &structure, cache, progress)
}

/// As `generate_annotated`. The items are compiled beside a struct with the text `structure_text`.
pub(crate) fn generate_beside(
    mut annotated: Annotated,
    structure_text: &str,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    let outline = Outline::of(&annotated);
    let committed = annotated
        .committed
        .as_ref()
        .map(|file| annotated.folder.join(&file.value));
    let has_faults = annotated.faults.has_errors();
    let name = annotated.structure.as_ref().map(|it| it.name.value.clone());
    let mut expansion = match (annotated.base.take(), annotated.structure.take()) {
        // With faults nothing is derived, but the faults of the description are still found.
        (Some(Base::Tokens(items)), Some(structure)) => {
            generate_from_tokens(annotated, items, structure, structure_text, cache, progress)
        }
        (Some(Base::File(file)), Some(structure)) if !has_faults => generate_from_file(
            annotated,
            &file,
            &structure,
            structure_text,
            cache,
            progress,
        ),
        (Some(Base::File(file)), _) => examine_unusable_file(annotated, &file),
        (base, _) => Expansion::without_robot(Annotated { base, ..annotated }.finish()),
    };
    expansion.committed = committed;
    expansion.name = name.unwrap_or_default();
    if expansion.generated.is_none() {
        expansion.signatures = outline.signatures();
    }
    expansion
}

/// The items of the committed file, if the attribute names one; `Some(None)` if it cannot be used. A fault is
/// reported at the place where the attribute names the file.
fn take_committed(
    annotated: &mut Annotated,
    origin: &str,
    description: &str,
) -> Option<Option<Generated>> {
    let file = annotated.committed.clone()?;
    let command = committed::command(description, &file.value, &annotated.settings);
    let origin = FileOrigin {
        description: origin,
        settings: &annotated.settings,
    };
    let committed_items = committed::take(&annotated.folder.join(&file.value), &origin, &command);
    Some(
        committed_items
            .map_err(|fault| annotated.faults.push(file.span, fault))
            .ok(),
    )
}

/// Finds the faults of a file besides those of the attribute. Since the attribute has faults, its options are not used.
fn examine_unusable_file(annotated: Annotated, file: &DescribedFile) -> Expansion {
    let (mut description, source) = Description::read(file);
    description.content = source.map(|source| {
        let report = examine(&source, &Settings::default());
        ReadFile { source, report }
    });
    Expansion::without_robot(annotated.reports(Some(description)))
}

/// Generates the robot of an attribute that names a file.
fn generate_from_file(
    mut annotated: Annotated,
    file: &DescribedFile,
    structure: &StructItem,
    structure_text: &str,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    let (mut description, source) = Description::read(file);
    let Some(source) = source else {
        return Expansion::without_robot(annotated.reports(Some(description)));
    };
    let origin = annotated.origin_of_file(file, &source, structure);
    // If the attribute or the struct adds something to the file, the Rust file is the description.
    let description_name = if file.is_supplemented(structure) {
        annotated.file.clone()
    } else {
        source.name.to_string()
    };
    if let Some(committed_items) = take_committed(&mut annotated, &origin, &description_name) {
        let reports = annotated.reports(Some(description));
        return Expansion::new(committed_items, origin, reports);
    }
    let slot = cache.slot(&origin, &annotated.settings);
    let mut context = Context {
        places: &mut annotated.places,
        faults: &mut annotated.faults,
    };
    let (settings, names) = (&annotated.settings, &mut annotated.names);
    let read_model = |faults: &mut Faults| {
        let mut model = file.format.read(&source, faults)?;
        // Names are looked up only in a description that could be read.
        let looks_up_names = !faults.has_errors();
        let is_usable = file.supplement(&mut model, structure, looks_up_names, names, &mut context);
        if is_usable && context.faults.has_errors() {
            examine_without_functions(model, settings, faults);
            return None;
        }
        is_usable.then_some(model)
    };
    let compiled = CompiledOrigin {
        name: &source.name,
        text: &origin,
        structure: Some(structure_text),
    };
    let (generated, mut report) = split(generate_from(
        &compiled,
        Faults::new(),
        read_model,
        settings,
        &slot,
        progress,
    ));
    take_attribute_faults(&mut report, &annotated.names, &mut annotated.faults);
    description.content = Some(ReadFile { source, report });
    Expansion::new(generated, origin, annotated.reports(Some(description)))
}

/// Reports the faults of a model to which the attribute adds something faulty. Requested functions are left out, since they may
/// name a frame that could not be read.
fn examine_without_functions(model: Model, settings: &Settings, faults: &mut Faults) {
    let settings = Settings {
        functions: Functions::default(),
        ..settings.clone()
    };
    examine_model(model, &settings, faults);
}

/// Generates the robot of an attribute that describes it itself.
fn generate_from_tokens(
    mut annotated: Annotated,
    items: TokenStream,
    structure: StructItem,
    structure_text: &str,
    cache: &Cache,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    let origin = joined_text(&annotated.item, &items);
    let is_sound = !annotated.faults.has_errors();
    let file = annotated.file.clone();
    if is_sound && let Some(committed_items) = take_committed(&mut annotated, &origin, &file) {
        return Expansion::new(committed_items, origin, annotated.reports(None));
    }
    let slot = cache.slot(&origin, &annotated.settings);
    let mut places = annotated.places;
    let read_model = |faults: &mut _| Some(read_tokens(items, structure, &mut places, faults));
    let compiled = CompiledOrigin {
        name: &file,
        text: &origin,
        structure: Some(structure_text),
    };
    let (generated, mut report) = split(generate_from(
        &compiled,
        annotated.faults,
        read_model,
        &annotated.settings,
        &slot,
        progress,
    ));
    move_faults_to_names(&mut report, &annotated.names);
    let reports = Reports {
        places,
        tokens: report,
        description: None,
    };
    Expansion::new(generated, origin, reports)
}

/// The result, if there is one, and the report, which there always is.
fn split(result: Result<Generated, fault::Report>) -> (Option<Generated>, fault::Report) {
    match result {
        Ok(mut generated) => {
            let report = std::mem::replace(&mut generated.diagnostics, Faults::new().finish());
            (Some(generated), report)
        }
        Err(report) => (None, report),
    }
}
