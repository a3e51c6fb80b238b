//! The robot's description in an attribute: a file with additions to it, or tokens.

use std::path::{Path, PathBuf};

use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};

use super::{options, parameters};
use crate::fault::Fault;
use crate::model::{Model, Source, Spanned};
use crate::options::Names;
use crate::source::tokens::{Context, StructItem, read_additions};
use crate::source::{Format, read_file};

/// The description of a robot.
#[derive(Clone, Debug)]
pub enum Base {
    /// A file.
    File(DescribedFile),
    /// Tokens: joints, bodies and whatever else describes the robot.
    Tokens(TokenStream),
}

/// A file that describes a robot, and the attribute's additions to it.
#[derive(Clone, Debug)]
pub struct DescribedFile {
    /// The path as written.
    pub path_as_written: Spanned<String>,
    /// The path of the file.
    pub path: PathBuf,
    /// Its format.
    pub format: &'static Format,
    /// Frames, springs between points, constraints and expressions in the attribute.
    pub additions: TokenStream,
}

impl Base {
    /// The description of the robot, of which there must be exactly one.
    pub(super) fn of(
        content: &options::Content,
        folder: &Path,
        context: &mut Context<'_>,
    ) -> Option<Self> {
        let first_token = content.description.clone().into_iter().next();
        let first_span = first_token.as_ref().map(TokenTree::span);
        match (&content.file, first_span) {
            (Some(file), _) if first_span.is_none() || content.can_supplement_file => {
                let path = folder.join(&file.path.value);
                Some(Self::File(DescribedFile {
                    format: file.format,
                    path_as_written: file.path.clone(),
                    path: std::path::absolute(&path).unwrap_or(path),
                    additions: content.description.clone(),
                }))
            }
            (None, Some(_)) => Some(Self::Tokens(content.description.clone())),
            (Some(file), _) => {
                let token = first_span.unwrap_or_else(TokenSpan::call_site);
                let second = context.places.at(token);
                let fault = Fault::AttributeTwoRobots;
                context
                    .faults
                    .push_conflict(second, vec![file.path.span], fault);
                None
            }
            (None, None) if content.is_file_faulty => None,
            (None, None) => {
                context.report(TokenSpan::call_site(), Fault::AttributeNoRobot);
                None
            }
        }
    }
}

impl DescribedFile {
    /// The text of the file and of those that it includes; its name in messages is the path as written.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn text(&self) -> Result<Source, Fault> {
        let mut source = read_file(&self.path)?;
        source.name = self.path_as_written.value.as_str().into();
        Ok(source)
    }

    /// Whether the struct has parameters of the robot, or the attribute has additions to the file.
    #[must_use]
    pub fn is_supplemented(&self, structure: &StructItem) -> bool {
        let mut fields = structure.fields.iter();
        fields.any(|field| field.parameter.is_some()) || !self.additions.is_empty()
    }

    /// Adds the fields of the struct and the attribute's additions to the file's model. Fields are bound only if the file
    /// `is_sound`: names are looked up only in a complete description. Returns false if a field could not be bound; then faults
    /// say why.
    pub fn supplement(
        &self,
        model: &mut Model,
        structure: &StructItem,
        is_sound: bool,
        names: &mut Names,
        context: &mut Context<'_>,
    ) -> bool {
        let has_additions = !self.additions.is_empty();
        let is_usable =
            !is_sound || parameters::bind(model, structure, has_additions, names, context);
        let fields = &structure.fields;
        read_additions(self.additions.clone(), fields, model, context);
        is_usable
    }
}
