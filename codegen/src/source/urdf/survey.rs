//! What a file holds besides what is read: nothing is dropped in silence.

use std::collections::BTreeMap;

use super::vocabulary::{Standing, Vocabulary};
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Span;
use crate::source::xml::Element;

/// Counts what was passed over and what was not known.
#[derive(Debug, Default)]
pub(super) struct Survey {
    ignored: BTreeMap<String, usize>,
    unknown: BTreeMap<(&'static str, What, String), (Span, usize)>,
}

/// Kinds of things that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Element,
    Attribute,
    ForeignAttribute,
}

impl Survey {
    /// Looks for what is not read in an element that is.
    pub(super) fn element(&mut self, element: Element, faults: &mut Faults) {
        let Some(vocabulary) = Vocabulary::of(element.tag()) else {
            return;
        };
        for attribute in element.attributes() {
            let name = attribute.name;
            match vocabulary.standing_of_attribute(name) {
                Standing::Read => {}
                Standing::Passed => self.ignore(format!("{}@{name}", vocabulary.tag)),
                Standing::Unknown if name.starts_with("xml:") || name.starts_with("xsi:") => {
                    self.ignore(format!("{}@{name}", vocabulary.tag));
                }
                Standing::Unknown => {
                    let foreign = name.contains(':');
                    let what = if foreign {
                        What::ForeignAttribute
                    } else {
                        What::Attribute
                    };
                    self.not_known(vocabulary, what, name, attribute.span);
                }
            }
        }
        for child in element.children() {
            match vocabulary.standing_of_child(child.tag()) {
                Standing::Read => {}
                Standing::Passed => self.ignore(child.tag().to_string()),
                // Elements with a prefix belong to other tools.
                Standing::Unknown if child.tag().contains(':') => {
                    self.ignore(child.tag().to_string())
                }
                Standing::Unknown => {
                    self.not_known(vocabulary, What::Element, child.tag(), child.tag_span());
                }
            }
        }
        if let Some(span) = element.stray_text() {
            faults.push(
                span,
                Fault::StrayText {
                    place: super::place(element),
                },
            );
        }
    }

    /// Reports what was not known, each once; returns what was passed over.
    pub(super) fn report(self, faults: &mut Faults) -> Vec<(String, usize)> {
        for ((tag, what, name), (span, count)) in self.unknown {
            let Some(vocabulary) = Vocabulary::of(tag) else {
                continue;
            };
            let (shown, times) = (Shown::from(&name), Times(count));
            let fault = match what {
                What::Element => {
                    let hint = vocabulary.hint_for_child(&name, faults);
                    Fault::UnknownElement {
                        tag: shown,
                        parent: tag,
                        times,
                        hint,
                    }
                }
                What::Attribute => {
                    let hint = vocabulary.hint_for_attribute(&name, faults);
                    Fault::UnknownAttribute {
                        attribute: shown,
                        tag,
                        times,
                        hint,
                    }
                }
                What::ForeignAttribute => Fault::ForeignAttribute {
                    attribute: shown,
                    tag,
                    times,
                },
            };
            faults.push(span, fault);
        }
        self.ignored.into_iter().collect()
    }

    fn ignore(&mut self, name: String) {
        *self.ignored.entry(name).or_default() += 1;
    }

    fn not_known(&mut self, place: &Vocabulary, what: What, name: &str, span: Span) {
        self.unknown
            .entry((place.tag, what, name.to_string()))
            .or_insert((span, 0))
            .1 += 1;
    }
}
