//! What a description contains besides what is read, so that nothing is dropped in silence.

use std::collections::BTreeMap;

use super::document::{Node, place};
use super::reader::Reader;
use super::vocabulary::{ChildUse, Vocabulary};
use crate::fault::table::Times;
use crate::fault::{Fault, Hint, Shown};
use crate::model::Span;
use crate::source::xml::{Attribute, Element};

/// The names that are not read.
#[derive(Debug, Default)]
struct Survey<'a> {
    /// Where each ignored name is written. Attributes with one name share an entry, whatever their elements.
    ignored: BTreeMap<String, Vec<Span>>,
    /// Where each unknown name is written, by the kind of the element that contains it and by the name.
    unknown: BTreeMap<(&'static str, &'a str), Vec<Unknown<'a>>>,
}

/// An unknown name: the element that contains it, and its place.
#[derive(Debug)]
struct Unknown<'a> {
    vocabulary: &'static Vocabulary,
    element: Element<'a>,
    span: Span,
    is_attribute: bool,
}

impl<'a> Reader<'_, 'a> {
    /// Reports each unknown name once, and all ignored names in one note.
    pub(super) fn survey(&mut self, root: &Node<'a>) {
        let mut survey = Survey::default();
        self.survey_element(root, Vocabulary::root(), &mut survey);
        for ((_, name), places) in survey.unknown {
            self.report_unknown(name, &places[0], Times(places.len()));
        }
        let first_ignored = survey
            .ignored
            .values()
            .flatten()
            .min_by_key(|span| span.start);
        if let Some(first) = first_ignored.copied() {
            let ignored = survey.ignored.into_iter();
            let counted_names = ignored.map(|(name, spans)| name + &Times(spans.len()).to_string());
            let names = counted_names.collect::<Vec<_>>().join(", ");
            self.faults.push(first, Fault::IgnoredNames { names });
        }
    }

    fn survey_element(
        &mut self,
        node: &Node<'a>,
        vocabulary: &'static Vocabulary,
        survey: &mut Survey<'a>,
    ) {
        let element = node.element;
        for Attribute { name, span, .. } in element.attributes() {
            match vocabulary.reads(name) {
                Some(true) => {}
                Some(false) => survey.ignore(format!("`{name}`"), span),
                None => survey.record(name, (vocabulary, element), span, true),
            }
        }
        let mut earlier_places: BTreeMap<&str, Span> = BTreeMap::new();
        for child in &node.children {
            let span = child.element.tag_span();
            if let Some(tag) = vocabulary.unique(child.tag())
                && let Some(earlier) = earlier_places.insert(tag, span)
            {
                let place = place(element);
                let fault = Fault::DuplicateElement { tag, place };
                self.faults.push_conflict(span, vec![earlier], fault);
            }
            match vocabulary.use_of_child(child.tag()) {
                ChildUse::Read(Some(vocabulary)) => self.survey_element(child, vocabulary, survey),
                ChildUse::Read(None) => {}
                ChildUse::Ignored => survey.ignore(format!("<{}>", child.tag()), span),
                ChildUse::Unknown => survey.record(child.tag(), (vocabulary, element), span, false),
            }
        }
        if let Some(span) = element.stray_text() {
            let place = place(element);
            self.faults.push(span, Fault::StrayText { place });
        }
    }

    fn report_unknown(&mut self, name: &str, unknown: &Unknown<'a>, times: Times) {
        let (label, place) = (Shown::from(name), place(unknown.element));
        let fault = if unknown.is_attribute {
            let names = unknown.vocabulary.attribute_names();
            let nearest_name = self.faults.nearest_or_some(name, names);
            Fault::UnknownAttributeName {
                attribute: label,
                place,
                times,
                hint: nearest_name.or(Hint::Known(&[])),
            }
        } else {
            let home = Vocabulary::home_of(name).map(Hint::BelongsIn);
            let tags = unknown.vocabulary.tags();
            Fault::UnknownTag {
                tag: label,
                parent: place,
                times,
                hint: home.unwrap_or_else(|| self.faults.nearest_or_some(name, tags)),
            }
        };
        self.faults.push(unknown.span, fault);
    }
}

impl<'a> Survey<'a> {
    fn ignore(&mut self, name: String, span: Span) {
        self.ignored.entry(name).or_default().push(span);
    }

    fn record(
        &mut self,
        name: &'a str,
        (vocabulary, element): (&'static Vocabulary, Element<'a>),
        span: Span,
        is_attribute: bool,
    ) {
        let places = self.unknown.entry((vocabulary.kind, name)).or_default();
        places.push(Unknown {
            vocabulary,
            element,
            span,
            is_attribute,
        });
    }
}
