//! What an attribute says that the robot is: a file with additions to it, or tokens.

use std::path::{Path, PathBuf};

use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};

use super::{options, parameters};
use crate::fault::Fault;
use crate::model::{Model, Source, Spanned};
use crate::options::Names;
use crate::source::tokens::{Context, StructItem, read_beside};
use crate::source::{Format, read_file};

/// The description of a robot.
#[derive(Clone, Debug)]
pub enum Base {
    /// A file.
    File(DescribedFile),
    /// Joints, bodies and gravity as tokens.
    Tokens(TokenStream),
}

/// A file that describes a robot, and the attribute's additions to it.
#[derive(Clone, Debug)]
pub struct DescribedFile {
    /// The path as written.
    pub named: Spanned<String>,
    /// The path of the file.
    pub path: PathBuf,
    /// Its format.
    pub format: &'static Format,
    /// Frames, springs between points and expressions in the attribute.
    pub beside: TokenStream,
}

impl Base {
    /// The description of the robot, of which there must be exactly one.
    pub(super) fn of(
        content: &options::Content,
        folder: &Path,
        context: &mut Context<'_>,
    ) -> Option<Self> {
        let token = content.description.clone().into_iter().next();
        let first = token.as_ref().map(TokenTree::span);
        match (&content.file, first) {
            (Some(file), token) if token.is_none() || content.fits_file => {
                let path = folder.join(&file.path.value);
                Some(Self::File(DescribedFile {
                    format: file.format,
                    named: file.path.clone(),
                    path: std::path::absolute(&path).unwrap_or(path),
                    beside: content.description.clone(),
                }))
            }
            (None, Some(_)) => Some(Self::Tokens(content.description.clone())),
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
            (None, None) if content.file_is_faulty => None,
            (None, None) => {
                context.fault(TokenSpan::call_site(), Fault::AttributeNoRobot);
                None
            }
        }
    }
}

impl DescribedFile {
    /// The text of the file; its name in messages is the path as written.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn text(&self) -> Result<Source, Fault> {
        let source = read_file(&self.path)?;
        Ok(Source {
            name: self.named.value.as_str().into(),
            ..source
        })
    }

    /// Whether the struct has parameters of the robot, or the attribute has additions to the file.
    #[must_use]
    pub fn is_supplemented(&self, structure: &StructItem) -> bool {
        let mut fields = structure.fields.iter();
        fields.any(|field| field.parameter.is_some()) || !self.beside.is_empty()
    }

    /// Adds the fields of the struct and the attribute's additions to the file's model. Fields are bound only if
    /// `binds`, since names are looked up only in a description that could be read. Returns whether this was possible; if not,
    /// faults say why.
    pub fn supplement(
        &self,
        model: &mut Model,
        structure: &StructItem,
        binds: bool,
        names: &mut Names,
        context: &mut Context<'_>,
    ) -> bool {
        let has_beside = !self.beside.is_empty();
        let is_usable = !binds || parameters::bind(model, structure, has_beside, names, context);
        let fields = &structure.fields;
        read_beside(self.beside.clone(), fields, model, context);
        is_usable
    }
}
