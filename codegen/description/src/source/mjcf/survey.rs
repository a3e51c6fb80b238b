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
    /// How often each ignored name occurs: that of an element, or of attributes of all elements.
    ignored: BTreeMap<String, usize>,
    /// Where the first ignored name is written.
    first_ignored: Option<Span>,
    /// Where an unknown name first occurs, and how often; by the kind of its element.
    unknown: BTreeMap<(&'static str, &'a str), Unknown<'a>>,
}

/// An unknown name: the element that contains it, its place and how often it occurs.
#[derive(Debug)]
struct Unknown<'a> {
    vocabulary: &'static Vocabulary,
    element: Element<'a>,
    span: Span,
    is_attribute: bool,
    count: usize,
}

impl<'a> Reader<'_, 'a> {
    /// Reports unknown names, each once, and together those without influence on dynamics.
    pub(super) fn survey(&mut self, root: &Node<'a>) {
        let mut survey = Survey::default();
        self.survey_element(root, Vocabulary::root(), &mut survey);
        for ((_, name), unknown) in survey.unknown {
            self.report_unknown(name, &unknown);
        }
        if let Some(first) = survey.first_ignored {
            let ignored = survey.ignored.into_iter();
            let counted_names = ignored.map(|(name, count)| name + &Times(count).to_string());
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
        let mut first_places: BTreeMap<&str, Span> = BTreeMap::new();
        for child in &node.children {
            let span = child.element.tag_span();
            if let Some(tag) = vocabulary.unique(child.tag())
                && let Some(first) = first_places.insert(tag, span)
            {
                let place = place(element);
                let fault = Fault::DuplicateElement { tag, place };
                self.faults.push_conflict(span, vec![first], fault);
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

    fn report_unknown(&mut self, name: &str, unknown: &Unknown<'a>) {
        let Unknown { vocabulary, .. } = unknown;
        let (label, times) = (Shown::from(name), Times(unknown.count));
        let place = place(unknown.element);
        let fault = if unknown.is_attribute {
            let names = vocabulary.attribute_names();
            Fault::UnknownAttributeName {
                attribute: label,
                place,
                times,
                hint: self
                    .faults
                    .nearest_or_some(name, names)
                    .or(Hint::Known(&[])),
            }
        } else {
            let home = Vocabulary::home_of(name).map(Hint::BelongsIn);
            let tags = vocabulary.tags();
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
        *self.ignored.entry(name).or_default() += 1;
        self.first_ignored.get_or_insert(span);
    }

    fn record(
        &mut self,
        name: &'a str,
        (vocabulary, element): (&'static Vocabulary, Element<'a>),
        span: Span,
        is_attribute: bool,
    ) {
        let key = (vocabulary.kind, name);
        let unknown = self.unknown.entry(key).or_insert(Unknown {
            vocabulary,
            element,
            span,
            is_attribute,
            count: 0,
        });
        unknown.count += 1;
    }
}
