//! Records what a file contains besides what is read, so that nothing is dropped silently.

use std::collections::BTreeMap;

use super::place::place;
use super::vocabulary::{ElementVocabulary, NameUse};
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{IgnoredElement, Span};
use crate::source::xml::{Attribute, Element};

/// Counts ignored and unknown names.
#[derive(Debug, Default)]
pub(super) struct Survey {
    ignored: BTreeMap<String, usize>,
    unknown: BTreeMap<UnknownName, Unknown>,
    /// For each misspelt element or attribute, by the place where its name begins: the known name as which it is read.
    /// Because of this table, one mistake is not reported again as a missing name.
    meant: BTreeMap<usize, &'static str>,
}

/// An unknown name, and where it occurs.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct UnknownName {
    /// The element that has it.
    tag: &'static str,
    what: What,
    name: String,
}

/// The occurrences of an unknown name.
#[derive(Debug)]
struct Unknown {
    first: Span,
    count: usize,
    meant: Option<&'static str>,
}

/// Kinds of unknown names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Element,
    Attribute,
    ForeignAttribute,
}

impl Survey {
    /// The name that an element is read as.
    pub(super) fn tag<'a>(&self, element: Element<'a>) -> &'a str {
        let meant = self.meant.get(&element.tag_span().start);
        meant.copied().unwrap_or(element.tag())
    }

    /// The attribute that is read as `name`.
    pub(super) fn attribute<'a>(&self, element: Element<'a>, name: &str) -> Option<Attribute<'a>> {
        let is_meant = |attribute: &Attribute| self.meant.get(&attribute.span.start) == Some(&name);
        let written = element.attribute(name);
        written.or_else(|| element.attributes().find(is_meant))
    }

    /// Looks inside an element for names that are not read.
    pub(super) fn element(&mut self, element: Element, faults: &mut Faults) {
        let Some(vocabulary) = ElementVocabulary::of(self.tag(element)) else {
            return;
        };
        let missing = |name: &&str| element.attribute(name).is_none();
        for attribute in element.attributes() {
            let name = attribute.name;
            match vocabulary.use_of_attribute(name) {
                NameUse::Read => {}
                NameUse::Passed => self.ignore(format!("{}@{name}", vocabulary.tag)),
                NameUse::Unknown if name.starts_with("xml:") || name.starts_with("xsi:") => {
                    self.ignore(format!("{}@{name}", vocabulary.tag));
                }
                NameUse::Unknown => {
                    let foreign = name.contains(':');
                    let what = if foreign {
                        What::ForeignAttribute
                    } else {
                        What::Attribute
                    };
                    let meant = vocabulary.meant_attribute(name, faults).filter(missing);
                    self.not_known(vocabulary, what, name, attribute.span, meant);
                }
            }
        }
        for child in element.children() {
            match vocabulary.use_of_child(child.tag()) {
                NameUse::Read => {}
                NameUse::Passed => self.ignore(child.tag().to_string()),
                // Elements with a prefix belong to other tools.
                NameUse::Unknown if child.tag().contains(':') => {
                    self.ignore(child.tag().to_string())
                }
                NameUse::Unknown => {
                    let alone = |tag: &&str| {
                        let same = |other: Element| other.tag() == *tag;
                        vocabulary.may_repeat() || !element.children().any(same)
                    };
                    let meant = vocabulary.meant_child(child.tag(), faults).filter(alone);
                    let (tag, span) = (child.tag(), child.tag_span());
                    self.not_known(vocabulary, What::Element, tag, span, meant);
                }
            }
        }
        if let Some(span) = element.stray_text() {
            faults.push(
                span,
                Fault::StrayText {
                    place: place(element),
                },
            );
        }
    }

    /// Reports unknown names, each once, and returns the ignored names, each with its number of occurrences.
    pub(super) fn report(self, faults: &mut Faults) -> Vec<IgnoredElement> {
        for (UnknownName { tag, what, name }, unknown) in self.unknown {
            let Some(vocabulary) = ElementVocabulary::of(tag) else {
                continue;
            };
            let (shown, times) = (Shown::from(&name), Times(unknown.count));
            let fault = match (what, unknown.meant) {
                (What::Element, Some(meant)) => Fault::MisspeltElement {
                    tag: shown,
                    parent: tag,
                    times,
                    meant,
                },
                (_, Some(meant)) => Fault::MisspeltAttribute {
                    attribute: shown,
                    tag,
                    times,
                    meant,
                },
                (What::Element, None) => {
                    let hint = vocabulary.hint_for_child(&name, faults);
                    Fault::UnknownElement {
                        tag: shown,
                        parent: tag,
                        times,
                        hint,
                    }
                }
                (What::Attribute, None) => {
                    let hint = vocabulary.hint_for_attribute(&name, faults);
                    Fault::UnknownAttribute {
                        attribute: shown,
                        tag,
                        times,
                        hint,
                    }
                }
                (What::ForeignAttribute, None) => Fault::ForeignAttribute {
                    attribute: shown,
                    tag,
                    times,
                },
            };
            faults.push(unknown.first, fault);
        }
        let ignored = self.ignored.into_iter();
        let ignored = ignored.map(|(tag, count)| IgnoredElement { tag, count });
        ignored.collect()
    }

    fn ignore(&mut self, name: String) {
        *self.ignored.entry(name).or_default() += 1;
    }

    fn not_known(
        &mut self,
        place: &ElementVocabulary,
        what: What,
        name: &str,
        span: Span,
        meant: Option<&'static str>,
    ) {
        self.meant.extend(meant.map(|meant| (span.start, meant)));
        let key = UnknownName {
            tag: place.tag,
            what,
            name: name.to_string(),
        };
        let unknown = self.unknown.entry(key).or_insert(Unknown {
            first: span,
            count: 0,
            meant: None,
        });
        unknown.count += 1;
        unknown.meant = unknown.meant.or(meant);
    }
}
