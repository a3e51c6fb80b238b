//! The fields of a robot's struct.

use crate::model::{FieldShape, Parameter, Spanned};

/// All parameters, in the order of the fields.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<Parameter>);

impl Fields {
    /// Those of a model.
    #[must_use]
    pub fn of(parameters: Vec<Parameter>) -> Self {
        Self(parameters)
    }

    /// Adds a field behind the others.
    pub fn push(&mut self, field: Spanned<String>, shape: FieldShape) {
        let first = self.count();
        self.0.push(Parameter {
            field,
            shape,
            first,
            default: None,
        });
    }

    /// Numbers that all fields hold together.
    #[must_use]
    pub fn count(&self) -> usize {
        let last = self.0.last();
        last.map_or(0, |p| p.first + p.shape.count())
    }

    /// The field of a name, with or without the mark of a raw identifier.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.0.iter().find(|p| plain(&p.field.value) == name)
    }

    /// The names of all fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|p| plain(&p.field.value))
    }

    /// As parameters of a model.
    #[must_use]
    pub fn into_parameters(self) -> Vec<Parameter> {
        self.0
    }
}

fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
