//! Records what a file contains besides what is read, so that nothing is dropped silently.

use std::collections::{BTreeMap, BTreeSet};

use super::other_meanings::{self, Meaning, XmlPart};
use super::place::place;
use super::vocabulary::{ElementVocabulary, NameUse};
use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{IgnoredElement, Span};
use crate::source::xml::{Attribute, Element, is_foreign, local_name};

/// The names in a file that are not read: ignored and unknown ones, with their counts.
#[derive(Debug, Default)]
pub(super) struct Survey {
    ignored: BTreeMap<String, usize>,
    unknown: BTreeMap<UnknownName, UnknownUses>,
    /// Names that have an influence in other programs.
    other_meanings: BTreeMap<UnknownName, MeaningUses>,
    /// The known name as which each misspelt name of an element or attribute is read, by the place where the misspelt name
    /// begins. So the known name is not reported as missing, too.
    read_as: BTreeMap<usize, &'static str>,
    /// Where the names begin for which a fault is reported. An undeclared prefix of such a name is not reported as well.
    pub(super) reported: BTreeSet<usize>,
}

/// A name that is not read, and the element that contains it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct UnknownName {
    /// The tag of the element that contains it.
    tag: &'static str,
    kind: Kind,
    name: String,
}

/// The occurrences of an unknown name.
#[derive(Debug)]
struct UnknownUses {
    first: Span,
    count: usize,
    /// The known name that was probably meant, as which the unknown one is read.
    meant: Option<&'static str>,
}

/// The occurrences of a name that has an influence in other programs.
#[derive(Debug)]
struct MeaningUses {
    first: Span,
    count: usize,
    /// Its meaning in other programs.
    row: &'static Meaning,
}

/// Kinds of unknown names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Element,
    Attribute,
    /// An element with a prefix that would be read without it.
    ForeignElement,
    /// An attribute with a prefix.
    ForeignAttribute,
}

impl Kind {
    /// The name with its element, in messages.
    fn describe(self, name: &Shown, tag: &str) -> String {
        match self {
            Kind::Element | Kind::ForeignElement => format!("<{name}> in <{tag}>"),
            Kind::Attribute | Kind::ForeignAttribute => {
                format!("attribute `{name}` of <{tag}>")
            }
        }
    }
}

impl MeaningUses {
    /// The fault that reports the name, with what to write instead.
    fn fault(&self, UnknownName { tag, kind, name }: UnknownName) -> Fault {
        let (label, times) = (Shown::from(&name), Times(self.count));
        let hint = Hint::Write(self.row.remedy);
        if self.row.is_dynamics {
            return Fault::ReadElsewhere {
                what: kind.describe(&label, tag),
                times,
                remedy: self.row.remedy,
            };
        }
        match kind {
            Kind::Element => Fault::UnknownElement {
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
        let read_as = self.read_as.get(&element.tag_span().start);
        read_as.copied().unwrap_or(element.tag())
    }

    /// The attribute that is read as `name`.
    pub(super) fn attribute<'a>(&self, element: Element<'a>, name: &str) -> Option<Attribute<'a>> {
        let is_read_as_name =
            |attribute: &Attribute| self.read_as.get(&attribute.span.start) == Some(&name);
        element
            .attribute(name)
            .or_else(|| element.attributes().find(is_read_as_name))
    }

    /// Looks inside an element for names that are not read.
    pub(super) fn survey_element(&mut self, element: Element, faults: &mut Faults) {
        let Some(vocabulary) = ElementVocabulary::of(self.tag(element)) else {
            return;
        };
        for attribute in element.attributes() {
            self.survey_attribute(vocabulary, element, attribute, faults);
        }
        for child in element.children() {
            self.survey_child(vocabulary, element, child, faults);
        }
        let stray_text = element.stray_text();
        if let Some(span) = stray_text.filter(|_| !has_misplaced_value(vocabulary, element)) {
            let place = place(element);
            faults.push(span, Fault::StrayText { place });
        }
    }

    /// Records an attribute that is not read.
    fn survey_attribute(
        &mut self,
        vocabulary: &'static ElementVocabulary,
        element: Element,
        attribute: Attribute,
        faults: &mut Faults,
    ) {
        let Attribute { name, span, .. } = attribute;
        match vocabulary.use_of_attribute(name) {
            NameUse::Read => return,
            NameUse::Ignored => return self.ignore(format!("{}@{name}", vocabulary.tag)),
            NameUse::Unknown if name.starts_with("xml:") || name.starts_with("xsi:") => {
                return self.ignore(format!("{}@{name}", vocabulary.tag));
            }
            NameUse::Unknown => {}
        }
        let is_missing = |name: &&str| element.attribute(name).is_none();
        let meant = vocabulary
            .nearest_attribute(name, faults)
            .filter(is_missing);
        let row = Meaning::of_attribute(vocabulary.tag, attribute);
        match row.filter(|row| meant.is_none() || row.is_named(name)) {
            Some(row) => self.record_meaning(vocabulary.tag, XmlPart::Attribute(attribute), row),
            None if meant.is_none() && has_misplaced_value(vocabulary, element) => {
                self.reported.insert(span.start);
            }
            None => {
                let kind = if is_foreign(name) { Kind::ForeignAttribute } else { Kind::Attribute };
                self.record_unknown(vocabulary, kind, name, span, meant);
            }
        }
    }

    /// Records a child element that is not read.
    fn survey_child(
        &mut self,
        vocabulary: &'static ElementVocabulary,
        element: Element,
        child: Element,
        faults: &mut Faults,
    ) {
        let (tag, span) = (child.tag(), child.tag_span());
        match vocabulary.use_of_child(tag) {
            NameUse::Read => {}
            NameUse::Ignored => self.record_ignored(child),
            NameUse::Unknown if vocabulary.belongs_elsewhere(tag) => {
                self.record_unknown(vocabulary, Kind::Element, tag, span, None);
            }
            NameUse::Unknown => {
                let may_occur = |tag: &&str| {
                    let is_same = |other: Element| other.tag() == *tag;
                    vocabulary.may_repeat() || !element.children().any(is_same)
                };
                let meant = vocabulary.nearest_child(tag, faults).filter(may_occur);
                let row = Meaning::of_element(vocabulary.tag, child);
                match row.filter(|row| meant.is_none() || row.is_named(tag)) {
                    Some(row) => self.record_meaning(vocabulary.tag, XmlPart::Element(child), row),
                    // Elements with a prefix belong to other tools.
                    None if is_foreign(tag) => {
                        if vocabulary.use_of_child(local_name(tag)) == NameUse::Read {
                            self.record_unknown(vocabulary, Kind::ForeignElement, tag, span, None);
                        }
                        self.record_ignored(child);
                    }
                    None => self.record_unknown(vocabulary, Kind::Element, tag, span, meant),
                }
            }
        }
    }

    /// Records an element without influence, and what in it has an influence in other programs.
    fn record_ignored(&mut self, element: Element) {
        self.ignore(element.tag().to_string());
        other_meanings::search(element, |tag, part, row| {
            self.record_meaning(tag, part, row);
        });
    }

    fn record_meaning(&mut self, tag: &'static str, part: XmlPart, row: &'static Meaning) {
        let (kind, name, span) = match part {
            XmlPart::Element(element) => (Kind::Element, element.tag(), element.tag_span()),
            XmlPart::Attribute(attribute) => (Kind::Attribute, attribute.name, attribute.span),
        };
        self.reported.insert(span.start);
        let no_uses = MeaningUses {
            first: span,
            count: 0,
            row,
        };
        let key = UnknownName {
            tag,
            kind,
            name: name.to_string(),
        };
        self.other_meanings.entry(key).or_insert(no_uses).count += 1;
    }

    /// Reports unknown names and names with other meanings, each once. Returns the ignored names, each with its number of
    /// occurrences.
    pub(super) fn report(self, faults: &mut Faults) -> Vec<IgnoredElement> {
        for (UnknownName { tag, kind, name }, unknown) in self.unknown {
            let Some(vocabulary) = ElementVocabulary::of(tag) else {
                continue;
            };
            let (label, times) = (Shown::from(&name), Times(unknown.count));
            let fault = match (kind, unknown.meant) {
                (Kind::Element, Some(meant)) => Fault::MisspeltElement {
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
                (Kind::Element, None) => {
                    let hint = vocabulary.hint_for_child(&name, faults);
                    Fault::UnknownElement {
                        tag: label,
                        parent: tag,
                        times,
                        hint,
                    }
                }
                (Kind::Attribute, None) => {
                    let hint = vocabulary.hint_for_attribute(&name, faults);
                    Fault::UnknownAttribute {
                        attribute: label,
                        tag,
                        times,
                        hint,
                    }
                }
                (Kind::ForeignElement | Kind::ForeignAttribute, None) => Fault::ForeignName {
                    what: kind.describe(&label, tag),
                    times,
                    remedy: match (kind, vocabulary.use_of_attribute(local_name(&name))) {
                        (Kind::ForeignAttribute, NameUse::Ignored | NameUse::Unknown) => {
                            "attributes of URDF have no prefix"
                        }
                        _ => "it would be read without its prefix",
                    },
                },
            };
            faults.push(unknown.first, fault);
        }
        for (name, uses) in self.other_meanings {
            faults.push(uses.first, uses.fault(name));
        }
        let ignored = self.ignored.into_iter();
        ignored
            .map(|(tag, count)| IgnoredElement { tag, count })
            .collect()
    }

    fn ignore(&mut self, name: String) {
        *self.ignored.entry(name).or_default() += 1;
    }

    fn record_unknown(
        &mut self,
        vocabulary: &ElementVocabulary,
        kind: Kind,
        name: &str,
        span: Span,
        meant: Option<&'static str>,
    ) {
        self.reported.insert(span.start);
        self.read_as.extend(meant.map(|meant| (span.start, meant)));
        let key = UnknownName {
            tag: vocabulary.tag,
            kind,
            name: name.to_string(),
        };
        let unknown = self.unknown.entry(key).or_insert(UnknownUses {
            first: span,
            count: 0,
            meant: None,
        });
        unknown.count += 1;
        unknown.meant = unknown.meant.or(meant);
    }
}

/// Whether an element lacks what it needs, and instead has one thing that is not read: `<mass>1</mass>`, `<mass kg="1"/>`.
/// Then only one fault is reported: the error that something is missing, with what to write.
fn has_misplaced_value(vocabulary: &ElementVocabulary, element: Element) -> bool {
    let is_unknown =
        |attribute: &Attribute| vocabulary.use_of_attribute(attribute.name) == NameUse::Unknown;
    let unknown = element.attributes().filter(is_unknown).count();
    let required = vocabulary.required_attributes();
    let gaps = required.filter(|name| element.attribute(name).is_none());
    match (gaps.count(), unknown, element.stray_text()) {
        (1, 1, None) => true,
        (1.., 0, Some(_)) => vocabulary.is_leaf(),
        _ => false,
    }
}
