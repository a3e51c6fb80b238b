//! The attribute `#[multibody(..)]` and its struct: from their tokens to the robot's dynamics.
//!
//! The description of the robot is among the options, separated by commas: `urdf = "robots/arm.urdf"`, or
//! joints, bodies and gravity as in [`source::tokens`](multibody_description::source::tokens). All front ends
//! that read the attribute call this module, and get the same text of all items except the struct.

mod expansion;
mod options;
mod outline;
mod parameters;
mod rust_file;

use std::path::{Path, PathBuf};

use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};

use crate::cache::Cache;
use crate::committed::{self, FileOrigin};
use crate::examine::{examine, examine_model};
use crate::generate::generate_from;
use crate::generated::Generated;
use multibody_description::fault::{self, Fault, Faults, Shown};
use multibody_description::model::{Model, Source, Span, Spanned};
use multibody_description::options::Names;
use multibody_description::settings::{Functions, Settings};
use multibody_description::source::tokens::{
    Context, Places, StructItem, check_attribute, compiler_reports, read_beside, structure, text,
    tokens,
};
use multibody_description::source::{Format, read_file};
use multibody_outputs::report::Stage;

pub use expansion::{Description, Expansion, PATH_NOTE, ReadFile};
pub use rust_file::{Annotation, find, without_helpers};

/// A struct and its attribute, as read.
#[derive(Debug)]
pub struct Annotated {
    /// The chosen settings; name and visibility are those of the struct.
    pub settings: Settings,
    /// The committed file from which to take items.
    pub committed: Option<Spanned<String>>,
    /// The Rust file that contains the attribute, as a command line names it.
    pub file: String,
    /// The struct, unchanged.
    item: TokenStream,
    /// The folder from which paths start.
    folder: PathBuf,
    /// The description of the robot; if it is `None`, a fault says why.
    base: Option<Base>,
    /// The struct; if it is `None`, a fault says why.
    structure: Option<StructItem>,
    /// Joints and links that options name.
    names: Names,
    places: Places,
    faults: Faults,
}

/// The description of a robot.
#[derive(Clone, Debug)]
enum Base {
    /// A file.
    File(File),
    /// Joints, bodies and gravity as tokens.
    Tokens(TokenStream),
}

/// A file that describes a robot, and the attribute's additions to it.
#[derive(Clone, Debug)]
struct File {
    /// The path as written.
    named: Spanned<String>,
    /// The path of the file.
    path: PathBuf,
    /// Its format.
    format: &'static Format,
    /// Frames, springs between points and expressions in the attribute.
    beside: TokenStream,
}

/// The whole pipeline: reads the attribute and its struct, and generates all items except the struct. Paths
/// start from `folder`. `progress` is called at the end of each stage.
#[must_use]
pub fn generate_attribute(
    attribute: TokenStream,
    item: TokenStream,
    folder: &Path,
    progress: &mut dyn FnMut(&Stage),
) -> Expansion {
    Annotated::read(attribute, item, folder).generate(&Cache::none(), progress)
}

impl Annotated {
    /// Reads an attribute and its struct; paths start from `folder`. Reads no file.
    #[must_use]
    pub fn read(attribute: TokenStream, item: TokenStream, folder: &Path) -> Self {
        Self::read_from(attribute, item, folder, false)
    }

    /// The same for tokens from the compiler: faults that it has already reported are not reported again.
    #[must_use]
    pub fn read_in_compiler(attribute: TokenStream, item: TokenStream, folder: &Path) -> Self {
        Self::read_from(attribute, item, folder, true)
    }

    fn read_from(
        attribute: TokenStream,
        item: TokenStream,
        folder: &Path,
        in_compiler: bool,
    ) -> Self {
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let mut context = Context {
            places: &mut places,
            faults: &mut faults,
        };
        if let Some(second) = rust_file::further_attribute(&item) {
            let place = context.places.at(second);
            context.faults.push(place, Fault::AttributeTwice);
        }
        let is_read = |stream, context: &mut Context<'_>| {
            let exceeded = check_attribute(stream).map_err(|(at, fault)| context.fault(at, fault));
            exceeded.is_ok()
        };
        let structure = match is_read(&item, &mut context) {
            true if in_compiler && compiler_reports(item.clone()) => None,
            true => structure(item.clone(), context.places, context.faults),
            false => None,
        };
        let (written, base) = match is_read(&attribute, &mut context) {
            true => {
                let written = options::read(attribute, &mut context);
                let base = base(&written, folder, &mut context);
                (written, base)
            }
            false => (options::Read::default(), None),
        };
        let mut settings = written.settings;
        if let Some(structure) = &structure {
            settings.name.clone_from(&structure.name.value);
            settings.visibility.clone_from(&structure.visibility);
        }
        Self {
            settings,
            committed: written.committed,
            file: "src/lib.rs".into(),
            item,
            folder: folder.to_owned(),
            base,
            structure,
            names: written.names,
            places,
            faults,
        }
    }

    /// The file that describes the robot, if one does.
    #[must_use]
    pub fn description(&self) -> Option<&Path> {
        match &self.base {
            Some(Base::File(file)) => Some(&file.path),
            _ => None,
        }
    }

    /// Generates all items except the struct, or takes them from `cache` or from a committed file. `progress`
    /// is called at the end of each stage.
    #[must_use]
    pub fn generate(mut self, cache: &Cache, progress: &mut dyn FnMut(&Stage)) -> Expansion {
        let outline = self.outline();
        let committed = self
            .committed
            .as_ref()
            .map(|file| self.folder.join(&file.value));
        let faulty = self.faults.has_errors();
        let name = self.structure.as_ref().map(|of| of.name.value.clone());
        let mut expansion = match (self.base.take(), self.structure.take()) {
            // With faults nothing is derived, but the faults of the description are still found.
            (Some(Base::Tokens(items)), Some(structure)) => {
                self.of_tokens(items, structure, cache, progress)
            }
            (Some(Base::File(file)), Some(structure)) if !faulty => {
                self.of_file(file, &structure, cache, progress)
            }
            (Some(Base::File(file)), _) => self.of_unusable_file(file),
            (base, _) => Self { base, ..self }.finish(),
        };
        expansion.committed = committed;
        expansion.name = name.unwrap_or_default();
        if expansion.generated.is_none() {
            expansion.signatures = outline.signatures();
        }
        expansion
    }

    /// Generates nothing, and returns what is known without generating.
    #[must_use]
    pub fn finish(self) -> Expansion {
        let description = match self.base {
            Some(Base::File(file)) => Some(Description::unread(file.named, file.path)),
            _ => None,
        };
        Expansion {
            description,
            ..Expansion::new(None, String::new(), self.places, self.faults.finish())
        }
    }

    /// What a committed file has, if the attribute names a file; `Some(None)` if it cannot be used. A fault is
    /// reported at the place where the attribute names the file.
    fn committed_items(&mut self, origin: &str, description: &str) -> Option<Option<Generated>> {
        let file = self.committed.clone()?;
        let command = committed::command(description, &file.value, &self.settings);
        let origin = FileOrigin {
            description: origin,
            settings: &self.settings,
        };
        let committed_items = committed::take(&self.folder.join(&file.value), &origin, &command);
        Some(
            committed_items
                .map_err(|fault| self.faults.push(file.span, fault))
                .ok(),
        )
    }

    /// The faults of a file in addition to those of the attribute. The attribute has faults, so its options cannot be relied on.
    fn of_unusable_file(self, file: File) -> Expansion {
        let mut description = Description::unread(file.named, file.path);
        match read_file(&description.path) {
            Err(fault) => description.unreadable = Some(fault),
            Ok(source) => {
                let source = Source {
                    name: description.named.value.as_str().into(),
                    ..source
                };
                let report = examine(&source, &Settings::default());
                description.read = Some(ReadFile { source, report });
            }
        }
        self.expansion(description, None, String::new())
    }

    fn of_file(
        mut self,
        file: File,
        structure: &StructItem,
        cache: &Cache,
        progress: &mut dyn FnMut(&Stage),
    ) -> Expansion {
        let File {
            named,
            path,
            format,
            beside,
        } = file;
        let mut description = Description::unread(named, path);
        let source = match read_file(&description.path) {
            Ok(source) => Source {
                name: description.named.value.as_str().into(),
                ..source
            },
            Err(fault) => {
                description.unreadable = Some(fault);
                return self.expansion(description, None, String::new());
            }
        };
        let mut origin = source.text.to_string();
        let mut made_by = source.name.to_string();
        // The struct has the parameters of a file's robot, and the attribute has the additions to the file.
        let mut fields = structure.fields.iter();
        if fields.any(|field| field.parameter.is_some()) || !beside.is_empty() {
            origin += &text(&self.item, &beside);
            made_by.clone_from(&self.file);
        }
        if let Some(committed_items) = self.committed_items(&origin, &made_by) {
            return self.expansion(description, committed_items, origin);
        }
        let slot = cache.slot(&origin, &self.settings);
        let mut context = Context {
            places: &mut self.places,
            faults: &mut self.faults,
        };
        let (settings, names) = (&self.settings, &mut self.names);
        let read = |faults: &mut Faults| {
            let model = format.read(&source, faults)?;
            completed(
                model,
                structure,
                beside,
                settings,
                names,
                &mut context,
                faults,
            )
        };
        let (generated, mut report) = parted(generate_from(
            Faults::new(),
            read,
            settings,
            &slot,
            progress,
        ));
        self.take_own(&mut report);
        description.read = Some(ReadFile { source, report });
        self.expansion(description, generated, origin)
    }

    /// The result for a robot from a file.
    fn expansion(
        self,
        description: Description,
        generated: Option<Generated>,
        origin: String,
    ) -> Expansion {
        Expansion {
            description: Some(description),
            ..Expansion::new(generated, origin, self.places, self.faults.finish())
        }
    }

    fn of_tokens(
        mut self,
        items: TokenStream,
        structure: StructItem,
        cache: &Cache,
        progress: &mut dyn FnMut(&Stage),
    ) -> Expansion {
        let origin = text(&self.item, &items);
        let sound = !self.faults.has_errors();
        if sound && let Some(committed_items) = self.committed_items(&origin, &self.file.clone()) {
            return Expansion::new(committed_items, origin, self.places, self.faults.finish());
        }
        let slot = cache.slot(&origin, &self.settings);
        let mut places = self.places;
        let read = |faults: &mut _| Some(tokens(items, structure, &mut places, faults));
        let (generated, mut report) = parted(generate_from(
            self.faults,
            read,
            &self.settings,
            &slot,
            progress,
        ));
        for found in &mut report.diagnostics {
            if let Some(place) = place_of_name(&found.fault, &self.names) {
                found.span = place;
            }
        }
        Expansion::new(generated, origin, places, report)
    }

    /// Moves faults of tokens, and of names in options, from the report on the file to the faults of the attribute.
    fn take_own(&mut self, report: &mut fault::Report) {
        let place = |found: &fault::Diagnostic| match Places::has(found.span) {
            true => Some(found.span),
            false => place_of_name(&found.fault, &self.names),
        };
        let of_tokens = |found: &mut fault::Diagnostic| place(found).is_some();
        let extracted: Vec<_> = report.diagnostics.extract_if(.., of_tokens).collect();
        for mut found in extracted {
            report.errors -= usize::from(found.fault.severity() == fault::Severity::Error);
            let place = place(&found).unwrap_or_default();
            found.others.retain(|&other| Places::has(other));
            self.faults.push_conflict(place, found.others, found.fault);
        }
    }
}

/// The result and the report, whether generation succeeded or not.
fn parted(result: Result<Generated, fault::Report>) -> (Option<Generated>, fault::Report) {
    match result {
        Ok(mut generated) => {
            let report = std::mem::replace(&mut generated.diagnostics, Faults::new().finish());
            (Some(generated), report)
        }
        Err(report) => (None, report),
    }
}

/// Where an option contains the name that a fault is about; the last place, if a name is given twice.
fn place_of_name(fault: &Fault, names: &Names) -> Option<Span> {
    let (Fault::SettingUnknown { name, .. }
    | Fault::SettingTwice { name, .. }
    | Fault::SettingBundleLacks { function: name, .. }
    | Fault::SettingBundleNameUsed { name }
    | Fault::SettingFrameNameUsed { frame: name }
    | Fault::SettingFrameNoCom { frame: name, .. }
    | Fault::SettingWeldTwice { name }
    | Fault::SettingWeldSeveral { name, .. }
    | Fault::ParameterNoAxis { joint: name, .. }) = fault
    else {
        return None;
    };
    let mut names = names.iter().rev();
    names
        .find(|n| Shown::from(&n.value) == *name)
        .map(|n| n.span)
}

/// A file's model with the fields of the struct and the attribute's additions; `None` if the attribute has
/// faults. Then the model's own faults are reported too.
fn completed(
    mut model: Model,
    structure: &StructItem,
    beside: TokenStream,
    settings: &Settings,
    names: &mut Names,
    context: &mut Context<'_>,
    faults: &mut Faults,
) -> Option<Model> {
    let has_beside = !beside.is_empty();
    // Names are looked up only in a description that could be read.
    let is_usable =
        faults.has_errors() || parameters::bind(&mut model, structure, has_beside, names, context);
    read_beside(beside, &mut model, context);
    if is_usable && context.faults.has_errors() {
        // The other faults are found all the same. Functions of links are left out, since they
        // may name a frame that could not be read.
        let settings = Settings {
            functions: Functions::default(),
            ..settings.clone()
        };
        examine_model(model, &settings, faults);
        return None;
    }
    is_usable.then_some(model)
}

/// The description of the robot, of which there must be exactly one.
fn base(written: &options::Read, folder: &Path, context: &mut Context<'_>) -> Option<Base> {
    let described = written.description.clone().into_iter().next();
    let first = described.as_ref().map(TokenTree::span);
    match (&written.file, first) {
        (Some(file), described) if described.is_none() || written.fits_file => {
            let path = folder.join(&file.path.value);
            Some(Base::File(File {
                format: file.format,
                named: file.path.clone(),
                path: std::path::absolute(&path).unwrap_or(path),
                beside: written.description.clone(),
            }))
        }
        (None, Some(_)) => Some(Base::Tokens(written.description.clone())),
        (Some(file), first) => {
            let second = context
                .places
                .at(first.unwrap_or_else(TokenSpan::call_site));
            let fault = Fault::AttributeTwoRobots;
            context
                .faults
                .push_conflict(second, vec![file.path.span], fault);
            None
        }
        (None, None) if written.file_is_faulty => None,
        (None, None) => {
            context.fault(TokenSpan::call_site(), Fault::AttributeNoRobot);
            None
        }
    }
}
