//! The elements of a description, with those of an included file in place of the `include`.

use crate::fault::{Fault, Faults};
use crate::source::xml::Element;

/// Maximum nesting depth of elements, through all files.
const DEPTH_LIMIT: usize = 64;

/// An element and what is in it.
#[derive(Debug)]
pub(super) struct Node<'a> {
    /// The element; its own children may be includes.
    pub(super) element: Element<'a>,
    /// The elements in it.
    pub(super) children: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    /// The tree below an element. `root_of` gives the root of the file that an `include` names; it reports
    /// why it cannot.
    pub(super) fn of(
        element: Element<'a>,
        root_of: &dyn Fn(Element<'a>) -> Option<Element<'a>>,
        faults: &mut Faults,
    ) -> Self {
        let mut root = Node {
            element,
            children: Vec::new(),
        };
        root.fill(element, root_of, 0, faults);
        root
    }

    /// Adds the children of an element: this one, or the root of an included file.
    fn fill(
        &mut self,
        parent: Element<'a>,
        root_of: &dyn Fn(Element<'a>) -> Option<Element<'a>>,
        depth: usize,
        faults: &mut Faults,
    ) {
        if depth > DEPTH_LIMIT {
            let limit = DEPTH_LIMIT;
            return faults.push(parent.tag_span(), Fault::NestedTooDeeply { limit });
        }
        for element in parent.children() {
            if element.tag() == "include" {
                if element.attribute("file").is_none() {
                    let fault = Fault::MissingAttribute {
                        attributes: "`file`".into(),
                        place: "<include>".into(),
                        example: "<include file=\"arm.xml\"/>",
                    };
                    faults.push(element.tag_span(), fault);
                }
                // What cannot be included is a fault of its own.
                if let Some(root) = root_of(element) {
                    self.fill(root, root_of, depth + 1, faults);
                }
                continue;
            }
            let mut child = Node {
                element,
                children: Vec::new(),
            };
            child.fill(element, root_of, depth + 1, faults);
            self.children.push(child);
        }
    }

    /// The name of the element.
    pub(super) fn tag(&self) -> &'a str {
        self.element.tag()
    }

    /// The children with this tag, in order.
    pub(super) fn children_with<'n>(&'n self, tag: &'n str) -> impl Iterator<Item = &'n Node<'a>> {
        self.children.iter().filter(move |child| child.tag() == tag)
    }

    /// The elements in all sections of this name: a section may be repeated, and its contents add up.
    pub(super) fn section<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Node<'a>> {
        self.children_with(name)
            .flat_map(|section| &section.children)
    }
}
