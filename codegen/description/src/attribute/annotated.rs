//! A struct and its attribute, as read.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use super::base::{Base, DescribedFile};
use super::reports::{Description, Reports};
use super::{options, rust_file};
use crate::fault::{Fault, Faults};
use crate::model::{Source, Spanned};
use crate::options::Names;
use crate::settings::Settings;
use crate::source::tokens::{
    Context, Places, StructItem, check_attribute, is_reported_by_compiler, joined_text, read_struct,
};

/// A struct and its attribute, as read.
#[derive(Debug)]
pub struct Annotated {
    /// The chosen settings; name and visibility are those of the struct.
    pub settings: Settings,
    /// The generated file, committed beforehand, whose items are used instead of deriving them.
    pub committed: Option<Spanned<String>>,
    /// The Rust file that contains the attribute, as a command line names it.
    pub file: String,
    /// The tokens of the struct, unchanged.
    pub item: TokenStream,
    /// The folder from which paths start.
    pub folder: PathBuf,
    /// The description of the robot; if it is `None`, a fault says why.
    pub base: Option<Base>,
    /// The struct as read; if it is `None`, a fault or the compiler says why.
    pub structure: Option<StructItem>,
    /// The names in options, such as those of joints and links.
    pub names: Names,
    /// The source locations of the tokens.
    pub places: Places,
    /// The faults of the attribute and the struct.
    pub faults: Faults,
}

impl Annotated {
    /// Reads an attribute and its struct; paths start from `folder`. Reads no file.
    #[must_use]
    pub fn read(attribute: TokenStream, item: TokenStream, folder: &Path) -> Self {
        Self::read_from(attribute, item, folder, false)
    }

    /// As [`read`](Self::read), but for tokens from the compiler. Faults that the compiler has reported are not
    /// reported again.
    #[must_use]
    pub fn read_in_compiler(attribute: TokenStream, item: TokenStream, folder: &Path) -> Self {
        Self::read_from(attribute, item, folder, true)
    }

    fn read_from(
        attribute: TokenStream,
        item: TokenStream,
        folder: &Path,
        is_in_compiler: bool,
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
        let is_within_limits = |stream, context: &mut Context<'_>| {
            let check =
                check_attribute(stream).map_err(|(span, fault)| context.report(span, fault));
            check.is_ok()
        };
        let structure = match is_within_limits(&item, &mut context) {
            true if is_in_compiler && is_reported_by_compiler(item.clone()) => None,
            true => read_struct(item.clone(), context.places, context.faults),
            false => None,
        };
        let (content, base) = if is_within_limits(&attribute, &mut context) {
            let content = options::read(attribute, &mut context);
            let base = Base::of(&content, folder, &mut context);
            (content, base)
        } else {
            (options::Content::default(), None)
        };
        let mut settings = content.settings;
        if let Some(structure) = &structure {
            settings.name.clone_from(&structure.name.value);
            settings.visibility.clone_from(&structure.visibility);
        }
        Self {
            settings,
            committed: content.committed,
            // Front ends that know the path set it afterwards.
            file: "src/lib.rs".into(),
            item,
            folder: folder.to_owned(),
            base,
            structure,
            names: content.names,
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

    /// The text from which the robot of a file is made: that of the file, then additions in the struct and the
    /// attribute.
    #[must_use]
    pub fn origin_of_file(
        &self,
        file: &DescribedFile,
        source: &Source,
        structure: &StructItem,
    ) -> String {
        let mut origin = source.text.to_string();
        if file.is_supplemented(structure) {
            origin += &joined_text(&self.item, &file.additions);
        }
        origin
    }

    /// The reports on what is known without reading the robot's file.
    #[must_use]
    pub fn finish(self) -> Reports {
        let description = match &self.base {
            Some(Base::File(file)) => Some(Description::unread(file)),
            _ => None,
        };
        self.reports(description)
    }

    /// The reports, with the one on the file that describes the robot.
    #[must_use]
    pub fn reports(self, description: Option<Description>) -> Reports {
        Reports {
            places: self.places,
            tokens: self.faults.finish(),
            description,
        }
    }
}
