//! Classes of default values, and elements with the values that they inherit.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::actuator::{ACTUATORS, Law};
use super::document::Node;
use super::reader::Reader;
use crate::fault::{Fault, Hint, Shown};
use crate::source::xml::{Attribute, Element};

/// The class that holds where no other does.
const MAIN: &str = "main";
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
struct Class<'a> {
    /// The attributes that it gives to the elements of each tag; actuators of all kinds have one.
    attributes: BTreeMap<&'a str, Rc<Attributes<'a>>>,
    /// The law of its actuators, after those of its parents, the outermost of which is MuJoCo's own.
    laws: Vec<Law>,
}

impl Class<'_> {
    /// A class inside this one.
    fn inner(&self) -> Self {
        let mut inner = self.clone();
        inner.laws.extend(self.laws.last().cloned());
        inner
    }
}

/// The tag under which a class has what it gives to elements of a tag.
fn key(tag: &str) -> &str {
    if ACTUATORS.contains(&tag) { ACTUATORS[0] } else { tag }
}

/// A class of the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassId(usize);

/// All classes; the first is the main one.
#[derive(Debug)]
pub(super) struct Classes<'a> {
    classes: Vec<Class<'a>>,
    names: BTreeMap<&'a str, ClassId>,
}

impl Default for Classes<'_> {
    fn default() -> Self {
        Classes {
            classes: vec![Class {
                attributes: BTreeMap::new(),
                laws: vec![Law::standard(), Law::standard()],
            }],
            names: BTreeMap::from([(MAIN, Self::MAIN)]),
        }
    }
}

impl Classes<'_> {
    /// The class that holds where no other does.
    pub(super) const MAIN: ClassId = ClassId(0);
}

/// An element as MuJoCo reads it: its own attributes hold before those of its class.
#[derive(Clone, Debug)]
pub(super) struct Resolved<'a> {
    /// The element, for messages: of sections with one name the last one, or else the root.
    pub(super) element: Element<'a>,
    /// Whether its own attributes count.
    has_own: bool,
    inherited: Option<Rc<Attributes<'a>>>,
}

impl<'a> Resolved<'a> {
    /// An element without a class.
    pub(super) fn alone(node: &Node<'a>) -> Self {
        Resolved {
            element: node.element,
            has_own: true,
            inherited: None,
        }
    }

    /// All sections of a name as one element: later attributes hold before earlier ones.
    pub(super) fn merged<'n>(
        root: Element<'a>,
        sections: impl Iterator<Item = &'n Node<'a>>,
    ) -> Self
    where
        'a: 'n,
    {
        let (mut attributes, mut element) = (Attributes::default(), root);
        for section in sections {
            element = section.element;
            attributes.extend(element);
        }
        Resolved {
            element,
            has_own: false,
            inherited: Some(Rc::new(attributes)),
        }
    }

    /// The attribute of this name: the element's own, or that of its class.
    pub(super) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.values(name).next()
    }

    /// The element's own attribute of this name.
    pub(super) fn own(&self, name: &str) -> Option<Attribute<'a>> {
        self.has_own.then(|| self.element.attribute(name)).flatten()
    }

    /// The values of an attribute, of which a shorter one replaces the first numbers of those after it.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = Attribute<'a>> {
        let inherited = self
            .inherited
            .as_ref()
            .and_then(|values| values.0.get(name));
        let inherited = inherited.into_iter().flatten().rev().copied();
        self.own(name).into_iter().chain(inherited)
    }

    /// The attribute among these names; the element's own hold before those of its class.
    pub(super) fn one_of<const N: usize>(&self, names: [&str; N]) -> Option<Attribute<'a>> {
        let own = names.iter().find_map(|name| self.own(name));
        own.or_else(|| names.iter().find_map(|name| self.attribute(name)))
    }
}

impl<'a> Reader<'_, 'a> {
    /// Reads the classes of all sections. A class takes over what its parent has when the class is first named.
    pub(super) fn read_classes(&mut self, root: &Node<'a>) {
        for section in root.children_with("default") {
            let name = section.element.attribute("class");
            if let Some(name) = name.filter(|name| name.value != MAIN) {
                let fault = Fault::UnknownWord {
                    text: Shown::from(name.value),
                    place: "`class` of the outermost <default>".into(),
                    hint: Hint::Write("leave it out, or put this class into a <default> around it"),
                };
                self.faults.push(name.value_span, fault);
            }
            self.read_class(section, Classes::MAIN);
        }
    }

    fn read_class(&mut self, node: &Node<'a>, ClassId(index): ClassId) {
        let elements = node
            .children
            .iter()
            .filter(|child| child.tag() != "default");
        for child in elements {
            if ACTUATORS.contains(&child.tag()) {
                let mut laws = self.classes.classes[index].laws.clone();
                let law = self.law(child, &laws);
                laws.pop();
                laws.push(law);
                self.classes.classes[index].laws = laws;
            }
            let attributes = &mut self.classes.classes[index].attributes;
            let defaults = attributes.entry(key(child.tag())).or_default();
            Rc::make_mut(defaults).extend(child.element);
        }
        for child in node.children_with("default") {
            let Some(name) = child.element.attribute("class") else {
                let fault = Fault::MissingAttribute {
                    attributes: "`class`".into(),
                    place: "<default> in <default>".into(),
                    example: "<default class=\"arm\">",
                };
                self.faults.push(child.element.tag_span(), fault);
                continue;
            };
            let id = ClassId(self.classes.classes.len());
            if self.classes.names.contains_key(name.value) {
                let class = Shown::from(name.value);
                self.faults.push(name.span, Fault::DuplicateClass { class });
            } else {
                self.classes.names.insert(name.value, id);
            }
            let class = self.classes.classes[index].inner();
            self.classes.classes.push(class);
            self.read_class(child, id);
        }
    }

    /// The class that an attribute names; reports if there is none.
    fn class_named(&mut self, attribute: Attribute<'a>) -> Option<ClassId> {
        let class = self.classes.names.get(attribute.value).copied();
        if class.is_none() && self.reported.insert(attribute.span.start) {
            let names = self.classes.names.keys().copied();
            let fault = Fault::UnknownClass {
                class: Shown::from(attribute.value),
                hint: self.faults.nearest_or_some(attribute.value, names),
            };
            self.faults.push(attribute.value_span, fault);
        }
        class
    }

    /// The class of what a body or frame contains.
    pub(super) fn child_class(&mut self, node: &Node<'a>, enclosing: ClassId) -> ClassId {
        let attribute = node.element.attribute("childclass");
        let class = attribute.and_then(|attribute| self.class_named(attribute));
        class.unwrap_or(enclosing)
    }

    /// An element with what its class, or else the enclosing `childclass`, gives to elements of the tag `defaults_of`.
    pub(super) fn resolve(
        &mut self,
        node: &Node<'a>,
        defaults_of: &str,
        enclosing: ClassId,
    ) -> Resolved<'a> {
        let attribute = node.element.attribute("class");
        let class = attribute.and_then(|attribute| self.class_named(attribute));
        Resolved {
            inherited: self.defaults(class.unwrap_or(enclosing), defaults_of),
            ..Resolved::alone(node)
        }
    }

    /// What a class gives to the elements of a tag.
    pub(super) fn defaults(&self, class: ClassId, tag: &str) -> Option<Rc<Attributes<'a>>> {
        self.classes.classes[class.0]
            .attributes
            .get(key(tag))
            .cloned()
    }

    /// An actuator with what its class gives to actuators, and the laws of its class and of those around it.
    pub(super) fn resolve_actuator(&mut self, node: &Node<'a>) -> (Resolved<'a>, Vec<Law>) {
        let attribute = node.element.attribute("class");
        let class = attribute.and_then(|attribute| self.class_named(attribute));
        let ClassId(index) = class.unwrap_or(Classes::MAIN);
        let laws = self.classes.classes[index].laws.clone();
        (self.resolve(node, node.tag(), Classes::MAIN), laws)
    }
}
