//! Classes of default values, and elements with the values that they inherit.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::law::{GENERAL, Law};
use super::vocabulary::actuator_tag;
use crate::model::Span;
use crate::source::xml::{Attribute, Element};

/// The name of the class that applies where no other does.
pub(super) const MAIN_NAME: &str = "main";
/// The index of the main class.
pub(super) const MAIN_CLASS: usize = 0;
/// Attributes that give an orientation: one excludes the others.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];
const QUATERNION: &str = ORIENTATIONS[0];

/// Attributes by name. A name may have several values: the last one applies, but if it has fewer numbers than an earlier one,
/// it replaces only the first of these.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes<'a>(BTreeMap<&'a str, Vec<Attribute<'a>>>);

impl<'a> Attributes<'a> {
    /// Adds the attributes of an element, which take precedence over those that are there.
    pub(super) fn extend(&mut self, element: Element<'a>) {
        for attribute in element.attributes() {
            // As in MuJoCo, an orientation, even a blank quaternion, replaces orientations in all forms except a quaternion.
            let is_written = attribute.name == QUATERNION || word_count(attribute) > 0;
            if is_written && ORIENTATIONS.contains(&attribute.name) {
                self.0
                    .retain(|name, _| *name == QUATERNION || !ORIENTATIONS.contains(name));
            }
            let values = self.0.entry(attribute.name).or_default();
            values.retain(|earlier| word_count(*earlier) > word_count(attribute));
            values.push(attribute);
        }
    }
}

/// The number of words of a value.
fn word_count(attribute: Attribute) -> usize {
    attribute.value.split_ascii_whitespace().count()
}

/// A class, with what it has from its parents.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    /// The attributes that it gives to the elements of each tag; actuators of all kinds share an entry.
    pub(super) attributes: BTreeMap<&'a str, Rc<Attributes<'a>>>,
    /// The laws of actuators: MuJoCo's own, those of the parents, and last that of this class.
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

/// The key in [`Class::attributes`] for elements with a tag.
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
            names: BTreeMap::from([(MAIN_NAME, MAIN_CLASS)]),
        }
    }
}

/// An element as MuJoCo reads it: its own attributes take precedence over those of its class.
#[derive(Clone, Debug)]
pub(super) struct Resolved<'a> {
    /// The element; for merged sections the last one, or the root if there are none.
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

    /// All sections of a name as one element: later attributes take precedence over earlier ones.
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

    /// The attribute of this name: the element's own, or that of its class. As in MuJoCo, blank values count as left out.
    pub(super) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.values(name).next()
    }

    /// The element's own attribute of this name, blank or not.
    pub(super) fn own(&self, name: &str) -> Option<Attribute<'a>> {
        self.element.attribute(name)
    }

    /// The attribute of this name, blank or not: the element's own, or that of its class.
    pub(super) fn raw_attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.layers(name).next()
    }

    /// The values of an attribute that are not blank, of which a shorter one replaces the first numbers of those after it.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = Attribute<'a>> {
        self.layers(name).filter(|value| word_count(*value) > 0)
    }

    fn layers(&self, name: &str) -> impl Iterator<Item = Attribute<'a>> {
        let inherited = self.inherited.as_ref();
        let layers = inherited.and_then(|attributes| attributes.0.get(name));
        let inherited_values = layers.into_iter().flatten().rev().copied();
        self.own(name).into_iter().chain(inherited_values)
    }

    /// The attribute that gives the orientation; the element's own take precedence over those of its class. As in MuJoCo, a blank
    /// quaternion selects the quaternion of the class, and drops what the class has in other forms.
    pub(super) fn orientation(&self) -> Option<Attribute<'a>> {
        let own_element = Self::alone(self.element);
        let inherited = match self.own(QUATERNION) {
            Some(_) => self.attribute(QUATERNION),
            // A class has at most one of the other forms.
            None => ORIENTATIONS.iter().rev().find_map(|it| self.attribute(it)),
        };
        (ORIENTATIONS.iter().find_map(|it| own_element.attribute(it))).or(inherited)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read, report_of};
    use crate::model::Model;

    /// The text of a robot. Each pair is the name of a placeholder, such as `joint` of `{joint}`, and the attributes there.
    fn robot(places: &[(&str, &str)]) -> String {
        let mut text = "<mujoco {mujoco}><compiler {compiler}/><option {option}/><default {main}><joint axis=\"1 0 0\" damping=\"2\"/>\
            <geom mass=\"3\" euler=\"0 90 0\" pos=\"0 1 0\"/><general gear=\"2\" gainprm=\"5\" ctrlrange=\"0 1\"/>\
            <tendon springlength=\".1 .2\"/><default class=\"c\"><geom {class}/></default></default><worldbody>\
            <frame {frame}><body {body}><joint name=\"j\" {joint}/><geom class=\"c\" size=\".1 .2 .3\" type=\"box\" {geom}/>\
            <site name=\"s\" {site}/><body name=\"b\"><joint name=\"k\"/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\" {inertial}/>\
            </body></body></frame></worldbody><tendon><fixed name=\"t\" stiffness=\"1\" {fixed}><joint joint=\"j\" coef=\"2\"/></fixed></tendon>\
            <equality><joint joint1=\"j\" {equality}/><weld body1=\"b\" {weld}/></equality><actuator><motor joint=\"j\" {motor}/>\
            <position joint=\"k\" {position}/><general joint=\"k\" {general}/></actuator><keyframe><key {key}/></keyframe></mujoco>"
            .to_owned();
        for (place, attributes) in places {
            let placeholder = format!("{{{place}}}");
            assert!(text.contains(&placeholder), "{place}");
            text = text.replace(&placeholder, attributes);
        }
        let (mut filled, mut parts) = (String::new(), text.split(['{', '}']));
        while let Some(part) = parts.next() {
            filled += part;
            parts.next();
        }
        filled
    }

    /// The whole model as text, with all spans.
    fn describe(model: &Model) -> String {
        format!("{model:?}")
    }

    /// In MuJoCo 4.0.0 too each of them counts as left out.
    #[test]
    fn blank_numbers_and_names_count_as_left_out() {
        for (place, names) in [
            ("mujoco", "model"),
            (
                "compiler",
                "boundmass boundinertia settotalmass inertiagrouprange",
            ),
            ("option", "gravity density viscosity actuatorgroupdisable"),
            ("main", "class"),
            ("class", "mass pos euler zaxis size fromto"),
            ("frame", "name pos quat axisangle euler xyaxes zaxis"),
            (
                "body",
                "name gravcomp pos quat axisangle euler xyaxes zaxis",
            ),
            (
                "joint",
                "pos axis ref springref armature damping stiffness frictionloss range springdamper springyield",
            ),
            (
                "geom",
                "name fromto mass density mesh group pos euler axisangle zaxis",
            ),
            ("site", "fromto pos quat"),
            ("inertial", "fullinertia"),
            ("fixed", "armature damping springlength range"),
            ("equality", "name joint2 polycoef"),
            ("weld", "name body2 anchor relpose torquescale"),
            (
                "motor",
                "name gear armature damping ctrlrange forcerange delay",
            ),
            ("position", "kp kv dampratio timeconst inheritrange"),
            ("general", "gainprm biasprm dynprm"),
            ("key", "name qpos qvel time"),
        ] {
            for name in names.split(' ') {
                for blank in [format!("{name}=\"\""), format!("{name}=\" \"")] {
                    // A name may be a space.
                    if blank.contains(' ')
                        && ["name", "model", "class", "joint2", "body2", "mesh"].contains(&name)
                    {
                        continue;
                    }
                    let absent = " ".repeat(blank.len());
                    let [blank_model, absent_model] =
                        [&blank, &absent].map(|it| read(&robot(&[(place, it)])).model);
                    assert_eq!(
                        describe(&blank_model),
                        describe(&absent_model),
                        "{place} {blank}"
                    );
                }
            }
        }
    }

    /// MuJoCo 4.0.0 does not read these either. Of several targets the last one applies.
    #[test]
    fn blank_words_classes_targets_and_required_values_are_faults() {
        for (place, attributes, fault) in [
            ("compiler", "angle=\"\"", "UnknownWord"),
            ("compiler", "eulerseq=\"\"", "EulerSequence"),
            ("compiler", "inertiafromgeom=\"\"", "UnknownWord"),
            ("body", "mocap=\"\"", "UnknownWord"),
            ("body", "childclass=\"\"", "UnknownClass"),
            ("body", "quat=\"\" euler=\"0 0 1\"", "ExclusiveAttributes"),
            ("joint", "type=\"\"", "UnknownWord"),
            ("joint", "type=\" hinge\"", "UnknownWord"),
            ("joint", "limited=\"\"", "UnknownWord"),
            ("joint", "class=\"\"", "UnknownClass"),
            (
                "inertial",
                "fullinertia=\"\" quat=\"1 0 0 0\"",
                "ExclusiveAttributes",
            ),
            ("weld", "site1=\"\"", "ExclusiveAttributes"),
            ("motor", "tendon=\"\"", "MissingAttribute"),
            ("motor", "site=\"\"", "MissingAttribute"),
            ("motor", "jointinparent=\"\"", "MissingAttribute"),
            ("general", "dyntype=\"\"", "UnknownWord"),
        ] {
            let report = report_of(&robot(&[(place, attributes)]));
            let kinds = report.diagnostics.iter().map(|it| it.fault.kind());
            assert!(
                kinds.clone().any(|kind| kind == fault),
                "{attributes}: {:?}",
                kinds.collect::<Vec<_>>()
            );
        }
        let text = robot(&[]);
        for (present, blank) in [
            ("pos=\"0 0 0\" mass", "pos=\" \" mass"),
            ("mass=\"1\"", "mass=\"\""),
            ("coef=\"2\"", "coef=\"\""),
            ("joint1=\"j\"", "joint1=\"\""),
            ("body1=\"b\"", "body1=\"\""),
            ("class=\"c\"><geom", "class=\"\"><geom"),
        ] {
            assert!(text.contains(present), "{present}");
            let report = report_of(&text.replace(present, blank));
            let mut faults = report.diagnostics.iter().map(|it| it.fault.kind());
            assert!(faults.any(|kind| kind == "MissingAttribute"), "{blank}");
        }
    }

    /// A blank quaternion replaces the class's other forms. Values by MuJoCo 4.0.0.
    #[test]
    fn a_blank_quaternion_takes_the_place_of_other_orientations() {
        let extent = |class: &str, geom: &str| {
            let model = read(&robot(&[("class", class), ("geom", geom)])).model;
            let inertial = model.links[1].inertial.clone().expect("mass");
            inertial
                .inertia
                .map(|it| it.exact().expect("a number").text.clone())[0]
                .clone()
        };
        let [straight_extent, turned_extent] = ["0.13", "0.05"];
        assert_eq!(extent("", ""), turned_extent);
        assert_eq!(extent("", "quat=\"\""), straight_extent);
        assert_eq!(extent("quat=\"\"", ""), straight_extent);
        assert_eq!(extent("quat=\"1 0 0 0\"", "quat=\"\""), straight_extent);
        assert_eq!(extent("quat=\"1 0 0 0\"", "euler=\"\""), straight_extent);
        assert_eq!(extent("quat=\"\"", "zaxis=\"1 0 0\""), turned_extent);
    }
}
