//! The fields of a robot's struct.

use crate::model::{FieldShape, Parameter, Spanned};

/// All parameters, in the order of the fields.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<Parameter>);

impl Fields {
    /// The fields of a model's parameters.
    #[must_use]
    pub fn of(parameters: Vec<Parameter>) -> Self {
        Self(parameters)
    }

    /// Appends a field; `meaning` is the value of the description that it replaces.
    pub fn push(&mut self, field: Spanned<String>, shape: FieldShape, meaning: Option<String>) {
        let first = self.count();
        self.0.push(Parameter {
            field,
            shape,
            first,
            default: None,
            meaning,
        });
    }

    /// The number of parameters in all fields.
    #[must_use]
    pub fn count(&self) -> usize {
        let last = self.0.last();
        last.map_or(0, |p| p.first + p.shape.count())
    }

    /// The field with this name; the `r#` of raw identifiers is ignored.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.0.iter().find(|p| plain(&p.field.value) == name)
    }

    /// The names of all fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|p| plain(&p.field.value))
    }

    /// The fields as parameters of a model.
    #[must_use]
    pub fn into_parameters(self) -> Vec<Parameter> {
        self.0
    }
}

fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
