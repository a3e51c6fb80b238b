//! The description of a model, and the struct with which its items are compiled.

use crate::generated::Generated;

/// The description of a model, and the struct with which its items are compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompiledOrigin<'a> {
    /// The name of the description.
    pub name: &'a str,
    /// The text of the description; empty if there is none.
    pub text: &'a str,
    /// The user's struct, as it is compiled. `None`: the struct is emitted.
    pub structure: Option<&'a str>,
}

impl CompiledOrigin<'_> {
    /// The text that is compiled: struct and items, as they are in a file.
    pub fn whole_text(&self, generated: &Generated) -> String {
        let structure = self.structure.unwrap_or(&generated.declarations);
        format!("{structure}\n{}", generated.definitions)
    }
}
