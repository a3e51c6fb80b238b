//! Optional and required elements.

use super::place::place;
use super::survey::Survey;
use crate::fault::{Fault, Faults};
use crate::source::xml::Element;

/// Reads elements, and records what it ignores.
pub struct UrdfReader<'a> {
    /// The text of the file.
    pub text: &'a str,
    pub faults: &'a mut Faults,
    /// The names that are not read, and the known names as which misspelt ones are read.
    pub survey: Survey,
}

impl UrdfReader<'_> {
    /// Looks inside an element for names that are not read.
    pub fn survey_unread_names(&mut self, element: Element) {
        self.survey.survey_element(element, self.faults);
    }

    /// The child element with this tag; records the names inside it that are not read. Reports any further such elements.
    pub fn child<'e>(&mut self, parent: Element<'e>, tag: &'static str) -> Option<Element<'e>> {
        let is_read_as_tag = |child: &Element| self.survey.tag(*child) == tag;
        // Collected, since the filter borrows the survey, which changes below.
        let elements: Vec<Element> = parent.children().filter(is_read_as_tag).collect();
        let mut iterator = elements.into_iter();
        let first = iterator.next()?;
        for second in iterator {
            let fault = Fault::DuplicateElement {
                tag,
                place: place(parent),
            };
            self.faults
                .push_conflict(second.tag_span(), vec![first.tag_span()], fault);
        }
        self.survey_unread_names(first);
        Some(first)
    }

    /// As [`child`](Self::child), but reports a missing element.
    pub fn require<'e>(
        &mut self,
        parent: Element<'e>,
        tag: &'static str,
        example: &'static str,
    ) -> Option<Element<'e>> {
        let element = self.child(parent, tag);
        if element.is_none() {
            let fault = Fault::MissingElement {
                tag,
                place: place(parent),
                example,
            };
            self.faults.push(parent.tag_span(), fault);
        }
        element
    }
}
