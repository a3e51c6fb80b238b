//! The sections `compiler`, `option` and `default`.

use std::rc::Rc;

use super::classes::{MAIN_CLASS, MAIN_NAME, Resolved, key};
use super::document::Node;
use super::law::Law;
use super::reader::Reader;
use super::settings::{ALIGN_REMEDY, NOT_IN_MUJOCO, sequence_of};
use super::vocabulary::actuator_tag;
use crate::fault::{Fault, Hint, Shown};

impl<'a> Reader<'_, 'a> {
    /// Reads the settings on which other values depend.
    pub(super) fn read_settings(&mut self) {
        let compiler = self.settings.compiler.clone();
        self.settings.is_degrees = self.word(&compiler, "angle", "degree radian") == "degree";
        self.settings.has_automatic_limits = self.boolean(&compiler, "autolimits") != Some(false);
        if let Some(sequence) = compiler.raw_attribute("eulerseq") {
            match sequence_of(sequence.value) {
                Some(turns) => self.settings.euler_sequence = turns,
                None => {
                    let text = Shown::from(sequence.value);
                    let fault = Fault::EulerSequence { text };
                    self.faults.push(sequence.value_span, fault);
                }
            }
        }
        self.refuse_last(&compiler, "coordinate", "local global", NOT_IN_MUJOCO);
        self.refuse_last(&compiler, "alignfree", "false true", ALIGN_REMEDY);
        if let Some(groups) = self.settings.option.attribute("actuatorgroupdisable") {
            let remedy = "leave it out, and the actuators of these groups too";
            self.refuse(groups.span, groups.name, remedy);
        }
    }

    /// Refuses the last of the words that an attribute can have.
    pub(super) fn refuse_last(
        &mut self,
        element: &Resolved<'a>,
        name: &str,
        words: &'static str,
        remedy: &'static str,
    ) {
        let word = self.optional_word(element, name, words);
        if let Some(word) = word.filter(|word| words.ends_with(word)) {
            let span = element.span_of(name);
            self.refuse(span, &format!("{name}=\"{word}\""), remedy);
        }
    }

    /// Whether a flag that is usually enabled is disabled.
    pub(super) fn is_disabled(&mut self, flag: &str) -> bool {
        let flags = self.settings.flag.clone();
        self.word(&flags, flag, "enable disable") == "disable"
    }
}

impl<'a> Reader<'_, 'a> {
    /// Reads the classes of all sections. A class inherits what its parent has from earlier sections and from the
    /// `default` around the class.
    pub(super) fn read_classes(&mut self, root: &Node<'a>) {
        for section in root.children_with("default") {
            let name = section.element.attribute("class");
            if let Some(name) = name.filter(|name| ![MAIN_NAME, ""].contains(&name.value)) {
                let fault = Fault::UnknownWord {
                    text: Shown::from(name.value),
                    place: "`class` of the outermost <default>".into(),
                    hint: Hint::Write("leave it out, or put this class into a <default> around it"),
                };
                self.faults.push(name.value_span, fault);
            }
            self.read_class(section, MAIN_CLASS);
        }
    }

    /// Reads the elements and classes in a `default` into the class with this index.
    fn read_class(&mut self, node: &Node<'a>, index: usize) {
        let children = node.children.iter();
        for child in children.filter(|child| child.tag() != "default") {
            if actuator_tag(child.tag()).is_some() {
                let laws = self.classes.classes[index].laws.clone();
                let law = self.law(child, &laws);
                if let Some(last) = self.classes.classes[index].laws.last_mut() {
                    *last = law;
                }
            }
            let attributes = &mut self.classes.classes[index].attributes;
            let defaults = attributes.entry(key(child.tag())).or_default();
            Rc::make_mut(defaults).extend(child.element);
        }
        for child in node.children_with("default") {
            let example = "<default class=\"arm\">";
            self.require(&Resolved::alone(child.element), "class", example);
            let Some(name) = child.element.attribute("class") else {
                continue;
            };
            let child_index = self.classes.classes.len();
            if self.classes.names.contains_key(name.value) {
                let class = Shown::from(name.value);
                self.faults.push(name.span, Fault::DuplicateClass { class });
            } else {
                self.classes.names.insert(name.value, child_index);
            }
            let class = self.classes.classes[index].inner();
            self.classes.classes.push(class);
            self.read_class(child, child_index);
        }
    }

    /// The index of the class that an attribute of an element names; `enclosing` without this attribute. Reports an unknown class.
    pub(super) fn class(&mut self, node: &Node<'a>, name: &str, enclosing: usize) -> usize {
        let Some(attribute) = node.element.attribute(name) else {
            return enclosing;
        };
        let class = self.classes.names.get(attribute.value).copied();
        if class.is_none() && self.reported.insert(attribute.span.start) {
            let names = self.classes.names.keys().copied();
            let fault = Fault::UnknownClass {
                class: Shown::from(attribute.value),
                hint: self.faults.nearest_or_some(attribute.value, names),
            };
            self.faults.push(attribute.value_span, fault);
        }
        class.unwrap_or(enclosing)
    }

    /// An element with the attributes that its class, or else the enclosing `childclass`, gives to elements of the tag
    /// `defaults_of`.
    pub(super) fn resolve(
        &mut self,
        node: &Node<'a>,
        defaults_of: &str,
        enclosing: usize,
    ) -> Resolved<'a> {
        let index = self.class(node, "class", enclosing);
        let attributes = &self.classes.classes[index].attributes;
        Resolved::in_class(node.element, attributes.get(key(defaults_of)).cloned())
    }

    /// The laws of an actuator's class and of the classes around it, the innermost last.
    pub(super) fn laws(&mut self, node: &Node<'a>) -> Vec<Law> {
        let index = self.class(node, "class", MAIN_CLASS);
        self.classes.classes[index].laws.clone()
    }
}
