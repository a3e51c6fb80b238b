//! URDF: the description format of ROS.
//!
//! What is left out stands at its default: axis 1 0 0, origin 0, mimic multiplier 1 and offset 0.

mod joint;
mod link;
mod survey;
mod values;
mod vocabulary;
mod xacro;

use super::xml::{self, Element};
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Model, Source};
use survey::Survey;

/// Reads a URDF.
///
/// Faults are gathered in `faults`. With errors among them the model may still be there, so that the
/// check can find all others too: what could not be read stands at its default, names are empty. Only
/// a model without errors describes the robot.
#[must_use]
pub fn urdf(source: &Source, faults: &mut Faults) -> Option<Model> {
    let document = xml::parse(source, faults)?;
    let root = Element::new(document.root_element(), &source.text);
    if xacro::is_unexpanded(root, faults) {
        return None;
    }
    if root.tag() != "robot" {
        let fault = not_a_robot(root.tag(), faults);
        faults.push(root.tag_span(), fault);
        return None;
    }
    let mut reader = Reader {
        text: &source.text,
        faults,
        survey: Survey::default(),
    };
    let mut model = reader.robot(root, source);
    let Reader { survey, .. } = reader;
    model.ignored = survey.report(faults);
    Some(model)
}

/// Reads elements; remembers what it passed over.
struct Reader<'a> {
    text: &'a str,
    faults: &'a mut Faults,
    survey: Survey,
}

impl Reader<'_> {
    fn robot(&mut self, robot: Element, source: &Source) -> Model {
        self.survey(robot);
        let mut model = Model {
            source: source.clone(),
            name: self.name(robot, "name", "name=\"arm\""),
            links: Vec::new(),
            joints: Vec::new(),
            ignored: Vec::new(),
        };
        for element in robot.children() {
            match element.tag() {
                "link" => model.links.push(self.link(element)),
                "joint" => model.joints.push(self.joint(element)),
                _ => {}
            }
        }
        model
    }

    /// Looks for what is not read in an element that is.
    fn survey(&mut self, element: Element) {
        self.survey.element(element, self.faults);
    }

    /// The only element of this tag, surveyed.
    fn only<'e>(&mut self, parent: Element<'e>, tag: &'static str) -> Option<Element<'e>> {
        let mut found = parent.children().filter(|child| child.tag() == tag);
        let first = found.next()?;
        for second in found {
            let fault = Fault::DuplicateElement {
                tag,
                place: place(parent),
            };
            self.faults
                .push_conflict(second.tag_span(), vec![first.tag_span()], fault);
        }
        self.survey(first);
        Some(first)
    }

    /// The only element of this tag; a fault if there is none.
    fn required<'e>(
        &mut self,
        parent: Element<'e>,
        tag: &'static str,
        example: &'static str,
    ) -> Option<Element<'e>> {
        let found = self.only(parent, tag);
        if found.is_none() {
            let fault = Fault::MissingElement {
                tag,
                place: place(parent),
                example,
            };
            self.faults.push(parent.tag_span(), fault);
        }
        found
    }
}

/// What an element is called in messages: `link `arm``, `<mass> of link `arm``.
fn place(element: Element) -> String {
    let named = |element: Element| match (element.tag(), element.attribute("name")) {
        (tag @ ("link" | "joint"), Some(name)) => {
            Some(format!("{tag} `{}`", Shown::from(name.value)))
        }
        _ => None,
    };
    let ancestors = std::iter::successors(element.parent(), Element::parent);
    let owner = ancestors.filter_map(named).next();
    match (named(element), owner) {
        (Some(name), _) => name,
        (None, Some(owner)) => format!("<{}> of {owner}", element.tag()),
        (None, None) => format!("<{}>", element.tag()),
    }
}

fn not_a_robot(tag: &str, faults: &mut Faults) -> Fault {
    let hint = match tag {
        "mujoco" => Hint::Write("this looks like MJCF, which is read by its own door"),
        "sdf" => Hint::Write("this looks like SDFormat; convert it to URDF first"),
        _ => match faults.nearest(tag, ["robot"]) {
            Hint::None => Hint::Write("a URDF begins with <robot name=\"...\">"),
            near => near,
        },
    };
    Fault::NotARobot {
        tag: Shown::from(tag),
        hint,
    }
}
