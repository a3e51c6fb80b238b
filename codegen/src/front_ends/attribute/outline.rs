//! The outline of a robot whose attribute or struct has faults.

use proc_macro2::TokenStream;

use crate::signatures;
use multibody_description::attribute::{Annotated, Base, DescribedFile};
use multibody_description::fault::Faults;
use multibody_description::model::Source;
use multibody_description::settings::Settings;
use multibody_description::source::tokens::{Context, Places, impl_head, read_struct};

/// The struct, the base of the description and the settings, as far as they could be read.
pub struct Outline {
    item: TokenStream,
    base: Option<Base>,
    settings: Settings,
    is_robot: bool,
}

impl Outline {
    /// The outline of an attribute and its struct.
    pub fn of(annotated: &Annotated) -> Self {
        Self {
            item: annotated.item.clone(),
            base: annotated.base.clone(),
            settings: annotated.settings.clone(),
            is_robot: annotated.structure.is_some(),
        }
    }

    /// The functions that the robot would have without faults, so that calls of them are not reported as faults too.
    pub fn signatures(self) -> String {
        if !self.is_robot {
            let head = impl_head(self.item);
            let functions = |head: String| signatures::of_impl_head(&head, &self.settings);
            return head.map_or_else(String::new, functions);
        }
        match &self.base {
            Some(Base::Tokens(items)) => {
                signatures::of_tokens(self.item, items.clone(), &self.settings)
            }
            Some(Base::File(file)) => match file.text() {
                Ok(source) => self.signatures_of_file(&source, file),
                Err(_) => signatures::of_unknown(&self.settings),
            },
            None => signatures::of_unknown(&self.settings),
        }
    }

    /// The signatures for a robot from a file, with what struct and attribute add to it.
    fn signatures_of_file(&self, source: &Source, file: &DescribedFile) -> String {
        let (mut faults, mut attribute_faults) = (Faults::new(), Faults::new());
        let mut model = file.format.read(source, &mut faults);
        let mut places = Places::default();
        let structure = read_struct(self.item.clone(), &mut places, &mut attribute_faults);
        let mut context = Context {
            places: &mut places,
            faults: &mut attribute_faults,
        };
        if let (Some(model), Some(structure)) = (&mut model, &structure) {
            let looks_up_names = true;
            let names = &mut Vec::new();
            let _usable = file.supplement(model, structure, looks_up_names, names, &mut context);
        }
        let _reported_before = attribute_faults.finish();
        signatures::of_model(model, &faults.finish(), &self.settings)
    }
}
