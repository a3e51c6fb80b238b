//! The sections `compiler`, `option` and `default`.

use std::rc::Rc;

use super::classes::{Attributes, ClassId, Classes, MAIN, Resolved, key};
use super::document::Node;
use super::law::{ACTUATORS, Law};
use super::reader::Reader;
use super::settings::{ALIGNED, NOT_IN_MUJOCO, sequence_of};
use crate::fault::{Fault, Hint, Shown};
use crate::source::xml::Attribute;

impl Reader<'_, '_> {
    /// Reads what other values depend on.
    pub(super) fn read_settings(&mut self) {
        let compiler = self.settings.compiler.clone();
        self.settings.is_degrees = self.word(&compiler, "angle", &["degree", "radian"]) == "degree";
        self.settings.has_automatic_limits = self.boolean(&compiler, "autolimits") != Some(false);
        if let Some(sequence) = compiler.attribute("eulerseq") {
            match sequence_of(sequence.value) {
                Some(turns) => self.settings.euler_sequence = turns,
                None => {
                    let text = Shown::from(sequence.value);
                    self.faults
                        .push(sequence.value_span, Fault::EulerSequence { text });
                }
            }
        }
        if self.word(&compiler, "coordinate", &["local", "global"]) == "global" {
            let place = compiler
                .attribute("coordinate")
                .map(|attribute| attribute.span);
            self.refuse(
                place.unwrap_or_default(),
                "coordinate=\"global\"",
                NOT_IN_MUJOCO,
            );
        }
        let groups = self.settings.option.attribute("actuatorgroupdisable");
        if let Some(groups) = groups.filter(|groups| !groups.value.trim_ascii().is_empty()) {
            self.refuse(
                groups.span,
                "actuatorgroupdisable",
                "leave it out, and the actuators of these groups too",
            );
        }
        if self.boolean(&compiler, "alignfree") == Some(true) {
            let place = compiler
                .attribute("alignfree")
                .map(|attribute| attribute.span);
            self.refuse(place.unwrap_or_default(), "alignfree=\"true\"", ALIGNED);
        }
    }

    /// Whether a flag that is usually enabled is disabled.
    pub(super) fn is_disabled(&mut self, flag: &str) -> bool {
        let flags = self.settings.flag.clone();
        self.word(&flags, flag, &["enable", "disable"]) == "disable"
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
        let attributes = self.defaults(class.unwrap_or(enclosing), defaults_of);
        Resolved::in_class(node, attributes)
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
