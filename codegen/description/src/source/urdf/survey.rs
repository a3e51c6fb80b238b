//! Records what a file contains besides what is read, so that nothing is dropped silently.

use std::collections::{BTreeMap, BTreeSet};

use super::elsewhere::{self, Elsewhere, Part};
use super::place::place;
use super::vocabulary::{ElementVocabulary, NameUse};
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{IgnoredElement, Span};
use crate::source::xml::{Attribute, Element, is_foreign, local};

/// Counts ignored and unknown names.
#[derive(Debug, Default)]
pub(super) struct Survey {
    ignored: BTreeMap<String, usize>,
    unknown: BTreeMap<UnknownName, Unknown>,
    /// Names that have an influence in other programs.
    elsewhere: BTreeMap<UnknownName, ReadElsewhere>,
    /// For each misspelt element or attribute, by the place where its name begins: the known name as which it is read.
    /// Because of this table, one mistake is not reported again as a missing name.
    meant: BTreeMap<usize, &'static str>,
    /// The places of names that have a message. A prefix that is not declared is not noted for them too.
    pub(super) reported: BTreeSet<usize>,
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

/// The occurrences of a name that has an influence in other programs.
#[derive(Debug)]
struct ReadElsewhere {
    first: Span,
    count: usize,
    row: &'static Elsewhere,
}

/// Kinds of unknown names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Element,
    Attribute,
    /// An element with a prefix that would be read without it.
    ForeignElement,
    /// An attribute with a prefix.
    ForeignAttribute,
}

impl What {
    fn with_name(self, name: &Shown, tag: &str) -> String {
        match self {
            What::Element | What::ForeignElement => format!("<{name}> in <{tag}>"),
            What::Attribute | What::ForeignAttribute => format!("attribute `{name}` of <{tag}>"),
        }
    }
}

impl ReadElsewhere {
    fn fault(&self, UnknownName { tag, what, name }: UnknownName) -> Fault {
        let (label, times) = (Shown::from(&name), Times(self.count));
        let hint = Hint::Write(self.row.remedy);
        if self.row.is_dynamics {
            return Fault::ReadElsewhere {
                what: what.with_name(&label, tag),
                times,
                remedy: self.row.remedy,
            };
        }
        match what {
            What::Element => Fault::UnknownElement {
                tag: label,
                parent: tag,
                times,
                hint,
            },
            _ => Fault::UnknownAttribute {
                attribute: label,
                tag,
                times,
                hint,
            },
        }
    }
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
        element
            .attribute(name)
            .or_else(|| element.attributes().find(is_meant))
    }

    /// Looks inside an element for names that are not read.
    pub(super) fn element(&mut self, element: Element, faults: &mut Faults) {
        let Some(vocabulary) = ElementVocabulary::of(self.tag(element)) else {
            return;
        };
        for attribute in element.attributes() {
            self.attribute_use(vocabulary, element, attribute, faults);
        }
        for child in element.children() {
            self.child_use(vocabulary, element, child, faults);
        }
        let stray_text = element.stray_text();
        if let Some(span) = stray_text.filter(|_| !is_instead(vocabulary, element)) {
            faults.push(
                span,
                Fault::StrayText {
                    place: place(element),
                },
            );
        }
    }

    /// Records an attribute that is not read.
    fn attribute_use(
        &mut self,
        vocabulary: &'static ElementVocabulary,
        element: Element,
        attribute: Attribute,
        faults: &mut Faults,
    ) {
        let Attribute { name, span, .. } = attribute;
        match vocabulary.use_of_attribute(name) {
            NameUse::Read => return,
            NameUse::Passed => return self.ignore(format!("{}@{name}", vocabulary.tag)),
            NameUse::Unknown if name.starts_with("xml:") || name.starts_with("xsi:") => {
                return self.ignore(format!("{}@{name}", vocabulary.tag));
            }
            NameUse::Unknown => {}
        }
        let is_missing = |name: &&str| element.attribute(name).is_none();
        let meant = vocabulary
            .nearest_attribute(name, faults)
            .filter(is_missing);
        let row = Elsewhere::of_attribute(vocabulary.tag, attribute);
        match row.filter(|row| meant.is_none() || row.is_named(name)) {
            Some(row) => self.is_read_elsewhere(vocabulary.tag, Part::Attribute(attribute), row),
            None if meant.is_none() && is_instead(vocabulary, element) => {
                self.reported.insert(span.start);
            }
            None => {
                let noun = if is_foreign(name) { What::ForeignAttribute } else { What::Attribute };
                self.not_known(vocabulary, noun, name, span, meant);
            }
        }
    }

    /// Records a child element that is not read.
    fn child_use(
        &mut self,
        vocabulary: &'static ElementVocabulary,
        element: Element,
        child: Element,
        faults: &mut Faults,
    ) {
        let (tag, span) = (child.tag(), child.tag_span());
        match vocabulary.use_of_child(tag) {
            NameUse::Read => {}
            NameUse::Passed => self.pass_over(child),
            NameUse::Unknown if vocabulary.belongs_elsewhere(tag) => {
                self.not_known(vocabulary, What::Element, tag, span, None);
            }
            NameUse::Unknown => {
                let is_alone = |tag: &&str| {
                    let is_same = |other: Element| other.tag() == *tag;
                    vocabulary.may_repeat() || !element.children().any(is_same)
                };
                let meant = vocabulary.nearest_child(tag, faults).filter(is_alone);
                let row = Elsewhere::of_element(vocabulary.tag, child);
                match row.filter(|row| meant.is_none() || row.is_named(tag)) {
                    Some(row) => self.is_read_elsewhere(vocabulary.tag, Part::Element(child), row),
                    // Elements with a prefix belong to other tools.
                    None if is_foreign(tag) => {
                        if vocabulary.use_of_child(local(tag)) == NameUse::Read {
                            self.not_known(vocabulary, What::ForeignElement, tag, span, None);
                        }
                        self.pass_over(child);
                    }
                    None => self.not_known(vocabulary, What::Element, tag, span, meant),
                }
            }
        }
    }

    /// Records an element without influence, and what in it has an influence in other programs.
    fn pass_over(&mut self, element: Element) {
        self.ignore(element.tag().to_string());
        elsewhere::search(element, |tag, part, row| {
            self.is_read_elsewhere(tag, part, row);
        });
    }

    fn is_read_elsewhere(&mut self, tag: &'static str, part: Part, row: &'static Elsewhere) {
        let (noun, name, span) = match part {
            Part::Element(element) => (What::Element, element.tag(), element.tag_span()),
            Part::Attribute(attribute) => (What::Attribute, attribute.name, attribute.span),
        };
        self.reported.insert(span.start);
        let first = ReadElsewhere {
            first: span,
            count: 0,
            row,
        };
        let key = UnknownName {
            tag,
            what: noun,
            name: name.to_string(),
        };
        self.elsewhere.entry(key).or_insert(first).count += 1;
    }

    /// Reports unknown names, each once, and returns the ignored names, each with its number of occurrences.
    pub(super) fn report(self, faults: &mut Faults) -> Vec<IgnoredElement> {
        for (UnknownName { tag, what, name }, unknown) in self.unknown {
            let Some(vocabulary) = ElementVocabulary::of(tag) else {
                continue;
            };
            let (label, times) = (Shown::from(&name), Times(unknown.count));
            let fault = match (what, unknown.meant) {
                (What::Element, Some(meant)) => Fault::MisspeltElement {
                    tag: label,
                    parent: tag,
                    times,
                    meant,
                },
                (_, Some(meant)) => Fault::MisspeltAttribute {
                    attribute: label,
                    tag,
                    times,
                    meant,
                },
                (What::Element, None) => {
                    let hint = vocabulary.hint_for_child(&name, faults);
                    Fault::UnknownElement {
                        tag: label,
                        parent: tag,
                        times,
                        hint,
                    }
                }
                (What::Attribute, None) => {
                    let hint = vocabulary.hint_for_attribute(&name, faults);
                    Fault::UnknownAttribute {
                        attribute: label,
                        tag,
                        times,
                        hint,
                    }
                }
                (What::ForeignElement | What::ForeignAttribute, None) => Fault::ForeignName {
                    what: what.with_name(&label, tag),
                    times,
                    remedy: match (what, vocabulary.use_of_attribute(local(&name))) {
                        (What::ForeignAttribute, NameUse::Passed | NameUse::Unknown) => {
                            "attributes of URDF have no prefix"
                        }
                        _ => "it would be read without its prefix",
                    },
                },
            };
            faults.push(unknown.first, fault);
        }
        for (name, record) in self.elsewhere {
            faults.push(record.first, record.fault(name));
        }
        let ignored = self.ignored.into_iter();
        ignored
            .map(|(tag, count)| IgnoredElement { tag, count })
            .collect()
    }

    fn ignore(&mut self, name: String) {
        *self.ignored.entry(name).or_default() += 1;
    }

    fn not_known(
        &mut self,
        place: &ElementVocabulary,
        noun: What,
        name: &str,
        span: Span,
        meant: Option<&'static str>,
    ) {
        self.reported.insert(span.start);
        self.meant.extend(meant.map(|meant| (span.start, meant)));
        let key = UnknownName {
            tag: place.tag,
            what: noun,
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

/// Whether an element lacks what it needs, and has one thing that is not read instead of it: `<mass>1</mass>`, `<mass kg="1"/>`.
/// Then what is missing is reported as an error, with what to write, and nothing else.
fn is_instead(vocabulary: &ElementVocabulary, element: Element) -> bool {
    let is_unknown =
        |attribute: &Attribute| vocabulary.use_of_attribute(attribute.name) == NameUse::Unknown;
    let unknown = element.attributes().filter(is_unknown).count();
    let required = vocabulary.needs();
    let gaps = required.filter(|name| element.attribute(name).is_none());
    match (gaps.count(), unknown, element.stray_text()) {
        (1, 1, None) => true,
        (1.., 0, Some(_)) => vocabulary.is_leaf(),
        _ => false,
    }
}
