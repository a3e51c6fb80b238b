//! The elements of a description, with those of an included file in place of the `include`, and their names in messages.

use crate::fault::table::Times;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::source::xml::{self, Attribute, Element, MJCF};

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
    /// The tree below an element. `root_of` returns the root of the file that an `include` names; none if the file cannot be
    /// included, which has been reported.
    pub(super) fn of(
        element: Element<'a>,
        root_of: &dyn Fn(Element<'a>) -> Option<Element<'a>>,
        faults: &mut Faults,
    ) -> Self {
        let children = Vec::new();
        let mut root = Node { element, children };
        root.fill(element, root_of, 0, faults);
        root
    }

    /// Adds the children of `parent`, which is the element of this node or the root of an included file.
    fn fill(
        &mut self,
        parent: Element<'a>,
        root_of: &dyn Fn(Element<'a>) -> Option<Element<'a>>,
        depth: usize,
        faults: &mut Faults,
    ) {
        if depth > DEPTH_LIMIT {
            let limit = DEPTH_LIMIT;
            let remedy = MJCF.nesting;
            return faults.push(parent.tag_span(), Fault::NestedTooDeeply { limit, remedy });
        }
        for element in parent.children() {
            if element.tag() == "include" {
                check_include(element, faults);
                // A file that cannot be included has its fault already.
                if let Some(root) = root_of(element) {
                    note_dropped(root, faults);
                    self.fill(root, root_of, depth + 1, faults);
                }
                continue;
            }
            let children = Vec::new();
            let mut child = Node { element, children };
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

/// Reports an `include` without `file`, and anything else in an `include`.
fn check_include(include: Element, faults: &mut Faults) {
    if include.attribute("file").is_none() {
        let fault = missing_attribute(include, "file", "<include file=\"arm.xml\"/>");
        faults.push(include.tag_span(), fault);
    }
    for attribute in include.attributes().filter(|it| it.name != "file") {
        let fault = Fault::UnknownAttributeName {
            attribute: attribute.name.into(),
            place: place(include),
            times: Times(1),
            hint: Hint::Known(&["file"]),
        };
        faults.push(attribute.span, fault);
    }
    let child = include.children().next().map(|child| child.tag_span());
    if let Some(span) = child.or(include.stray_text()) {
        let place = place(include);
        let fault = Fault::InvalidPart {
            place,
            problem: "has contents of its own",
            remedy: "put them beside it, or into the included file",
        };
        faults.push(span, fault);
    }
}

/// Notes what MuJoCo ignores in the root of an included file: text, and attributes but `model`.
fn note_dropped(root: Element, faults: &mut Faults) {
    if let Some(span) = root.stray_text() {
        let place = place(root);
        faults.push(span, Fault::StrayText { place });
    }
    for attribute in root.attributes().filter(|it| it.name != "model") {
        let names = format!("{} in an included file", value_place(attribute, root));
        faults.push(attribute.span, Fault::IgnoredNames { names });
    }
}

/// The name of an element in messages: ``body `arm` ``, ``<geom> of body `arm` ``.
pub(super) fn place(element: Element) -> String {
    xml::place(element, |tag| {
        Some(if tag == "default" { "class" } else { "name" })
    })
}

/// The name of a value in messages: `` `size` of <geom> of body `arm` ``.
pub(super) fn value_place(attribute: Attribute, element: Element) -> String {
    format!("`{}` of {}", Shown::from(attribute.name), place(element))
}

/// The fault of an element without an attribute that it needs.
pub(super) fn missing_attribute(element: Element, name: &str, example: &'static str) -> Fault {
    Fault::MissingAttribute {
        attributes: format!("`{name}`"),
        place: place(element),
        example,
    }
}
