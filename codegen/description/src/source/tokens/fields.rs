//! The fields of a robot's struct.

use crate::model::{FieldShape, Parameter, Spanned};

/// The fields that expressions may name, and those that they may not.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// In the order of the fields in the struct.
    parameters: Vec<Parameter>,
    /// The fields that are no parameters.
    pub others: Vec<OtherField>,
}

/// A field that is no parameter.
#[derive(Clone, Debug)]
pub struct OtherField {
    /// Its name.
    pub name: Spanned<String>,
    /// Whether a use of it has been reported.
    pub is_reported: bool,
}

impl OtherField {
    /// Its name; the `r#` of raw identifiers is left out.
    #[must_use]
    pub fn plain_name(&self) -> &str {
        without_raw_prefix(&self.name.value)
    }
}

impl Fields {
    /// The fields of a model's parameters, and the fields that are no parameters.
    #[must_use]
    pub fn of(parameters: Vec<Parameter>, others: Vec<OtherField>) -> Self {
        Self { parameters, others }
    }

    /// Appends a parameter; `meaning` is the value of the description that it replaces.
    pub fn push(&mut self, field: Spanned<String>, shape: FieldShape, meaning: Option<String>) {
        let first = self.count();
        self.parameters.push(Parameter {
            field,
            shape,
            first,
            default: None,
            meaning,
        });
    }

    /// The number of parameters, counting each entry of an array.
    #[must_use]
    pub fn count(&self) -> usize {
        let last = self.parameters.last();
        last.map_or(0, |p| p.first + p.shape.count())
    }

    /// The parameter whose field has this name; the `r#` of raw identifiers is ignored.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|p| without_raw_prefix(&p.field.value) == name)
    }

    /// The names of the fields that are parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters
            .iter()
            .map(|p| without_raw_prefix(&p.field.value))
    }

    /// The parameters of a model.
    #[must_use]
    pub fn into_parameters(self) -> Vec<Parameter> {
        self.parameters
    }
}

fn without_raw_prefix(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
