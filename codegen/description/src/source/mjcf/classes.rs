//! Classes of default values, and elements with the values that they inherit.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::law::{GENERAL, Law};
use super::vocabulary::actuator_tag;
use crate::model::Span;
use crate::source::xml::{Attribute, Element};

/// The class that holds where no other does.
pub(super) const MAIN: &str = "main";
pub(super) const MAIN_CLASS: usize = 0;
/// Attributes that give an orientation: one excludes the others.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Attributes by name. A name may have several values: the last holds, but if it has fewer numbers than an earlier one,
/// it replaces only the first of these.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes<'a>(BTreeMap<&'a str, Vec<Attribute<'a>>>);

impl<'a> Attributes<'a> {
    /// Adds the attributes of an element, which hold before those that are there.
    pub(super) fn extend(&mut self, element: Element<'a>) {
        for attribute in element.attributes() {
            if ORIENTATIONS.contains(&attribute.name) {
                self.0.retain(|name, _| !ORIENTATIONS.contains(name));
            }
            let values = self.0.entry(attribute.name).or_default();
            values.retain(|earlier| count(*earlier) > count(attribute));
            values.push(attribute);
        }
    }
}

/// The number of words of a value.
fn count(attribute: Attribute) -> usize {
    attribute.value.split_ascii_whitespace().count()
}

/// A class, with what it has from its parents.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    /// The attributes that it gives to the elements of each tag; actuators of all kinds have one.
    pub(super) attributes: BTreeMap<&'a str, Rc<Attributes<'a>>>,
    /// The law of its actuators, after those of its parents, the outermost of which is MuJoCo's own.
    pub(super) laws: Vec<Law>,
}

impl Class<'_> {
    /// A class inside this one.
    pub(super) fn inner(&self) -> Self {
        let mut inner = self.clone();
        inner.laws.extend(self.laws.last().cloned());
        inner
    }
}

/// The tag under which a class has what it gives to elements of a tag.
pub(super) fn key(tag: &str) -> &str {
    actuator_tag(tag).map_or(tag, |_| GENERAL)
}

/// All classes; the first is the main one.
#[derive(Debug)]
pub(super) struct Classes<'a> {
    pub(super) classes: Vec<Class<'a>>,
    /// The index of each class.
    pub(super) names: BTreeMap<&'a str, usize>,
}

impl Default for Classes<'_> {
    fn default() -> Self {
        Classes {
            classes: vec![Class {
                attributes: BTreeMap::new(),
                laws: vec![Law::standard(), Law::standard()],
            }],
            names: BTreeMap::from([(MAIN, MAIN_CLASS)]),
        }
    }
}

/// An element as MuJoCo reads it: its own attributes hold before those of its class.
#[derive(Clone, Debug)]
pub(super) struct Resolved<'a> {
    /// The element: of sections with one name the last one, or else the root.
    pub(super) element: Element<'a>,
    inherited: Option<Rc<Attributes<'a>>>,
}

impl<'a> Resolved<'a> {
    /// An element without a class.
    pub(super) fn alone(element: Element<'a>) -> Self {
        Self::in_class(element, None)
    }

    /// An element with what its class gives to it.
    pub(super) fn in_class(element: Element<'a>, inherited: Option<Rc<Attributes<'a>>>) -> Self {
        Resolved { element, inherited }
    }

    /// All sections of a name as one element: later attributes hold before earlier ones.
    pub(super) fn merged(root: Element<'a>, sections: impl Iterator<Item = Element<'a>>) -> Self {
        let (mut attributes, mut last) = (Attributes::default(), root);
        for section in sections {
            attributes.extend(section);
            last = section;
        }
        Self::in_class(last, Some(Rc::new(attributes)))
    }

    /// Where the element is written.
    pub(super) fn span(&self) -> Span {
        self.element.tag_span()
    }

    /// Where an attribute is written, or else the element.
    pub(super) fn span_of(&self, name: &str) -> Span {
        let attribute = self.attribute(name);
        attribute.map_or(self.span(), |attribute| attribute.span)
    }

    /// The attribute of this name: the element's own, or that of its class.
    pub(super) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.values(name).next()
    }

    /// The element's own attribute of this name.
    pub(super) fn own(&self, name: &str) -> Option<Attribute<'a>> {
        self.element.attribute(name)
    }

    /// The values of an attribute, of which a shorter one replaces the first numbers of those after it.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = Attribute<'a>> {
        let inherited = self.inherited.as_ref();
        let layers = inherited.and_then(|attributes| attributes.0.get(name));
        let values = layers.into_iter().flatten().rev().copied();
        self.own(name).into_iter().chain(values)
    }

    /// The attribute among these names; the element's own hold before those of its class.
    pub(super) fn one_of<const N: usize>(&self, names: [&str; N]) -> Option<Attribute<'a>> {
        let attribute = names.iter().find_map(|name| self.own(name));
        attribute.or_else(|| names.iter().find_map(|name| self.attribute(name)))
    }
}
