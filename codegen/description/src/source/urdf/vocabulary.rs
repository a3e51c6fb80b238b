//! The vocabulary of URDF: its elements and attributes, and those of related formats. Ignored are those without
//! influence on the dynamics, and those that describe what is not modelled, such as contacts and sensors.
//!
//! Source: <https://wiki.ros.org/urdf/XML>. The ignored elements are those of Gazebo, `ros2_control`, Bullet, MuJoCo
//! and Drake that occur in real files. [`other_meanings`](super::other_meanings) has the names that have an influence there.

use crate::fault::{Faults, Hint};
use crate::source::xml::{is_foreign, local_name};

/// The entries of the inertia tensor, in the order of `Inertial::inertia`.
pub(super) const INERTIA: [&str; 6] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];

/// What an element may contain.
#[derive(Debug)]
pub(super) struct ElementVocabulary {
    /// The element.
    pub(super) tag: &'static str,
    /// Elements that are read.
    children: &'static [&'static str],
    /// Elements that are ignored.
    ignored_children: &'static [&'static str],
    /// Attributes that are read.
    attributes: &'static [&'static str],
    /// Attributes that must not be missing.
    required: &'static [&'static str],
    /// Attributes that are ignored.
    ignored_attributes: &'static [&'static str],
}

/// How a name is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameUse {
    /// It is read.
    Read,
    /// It is known and ignored.
    Ignored,
    /// It is unknown in this element.
    Unknown,
}

/// Elements that are read; the root comes first.
static ELEMENTS: [ElementVocabulary; 13] = [
    ElementVocabulary {
        tag: "robot",
        children: &["link", "joint"],
        ignored_children: &[
            "material",
            "transmission",
            "gazebo",
            "ros2_control",
            "sensor",
            "mujoco",
            "compiler",
            "collision_filter_group",
            "drake:collision_filter_group",
            "frame",
        ],
        attributes: &["name"],
        required: &["name"],
        ignored_attributes: &["version"],
    },
    ElementVocabulary {
        tag: "link",
        children: &["inertial"],
        ignored_children: &[
            "visual",
            "collision",
            "sensor",
            "gazebo",
            "contact",
            "collision_checking",
            "self_collision_checking",
            "material",
            "audio_source",
        ],
        attributes: &["name"],
        required: &["name"],
        ignored_attributes: &["type", "concave"],
    },
    ElementVocabulary {
        tag: "inertial",
        children: &["origin", "mass", "inertia"],
        ignored_children: &[],
        attributes: &[],
        required: &[],
        ignored_attributes: &[],
    },
    leaf("origin", &["xyz", "rpy", "quat_xyzw"], &[], &[]),
    leaf("mass", &["value"], &["value"], &[]),
    leaf("inertia", &INERTIA, &INERTIA, &[]),
    ElementVocabulary {
        tag: "joint",
        children: &[
            "origin", "parent", "child", "axis", "limit", "dynamics", "mimic",
        ],
        ignored_children: &["safety_controller", "calibration", "sensor", "gazebo"],
        attributes: &["name", "type"],
        required: &["name", "type"],
        ignored_attributes: &["dont_collapse"],
    },
    leaf("parent", &["link"], &["link"], &[]),
    leaf("child", &["link"], &["link"], &[]),
    leaf("axis", &["xyz"], &["xyz"], &[]),
    leaf(
        "limit",
        &["lower", "upper", "effort", "velocity"],
        &[],
        &[
            "acceleration",
            "deceleration",
            "jerk",
            "command_effort",
            "current",
            "gear_velocity",
        ],
    ),
    leaf("dynamics", &["damping", "friction"], &[], &[]),
    leaf("mimic", &["joint", "multiplier", "offset"], &["joint"], &[]),
];

/// An element without child elements.
const fn leaf(
    tag: &'static str,
    attributes: &'static [&'static str],
    required: &'static [&'static str],
    ignored_attributes: &'static [&'static str],
) -> ElementVocabulary {
    ElementVocabulary {
        tag,
        children: &[],
        ignored_children: &[],
        attributes,
        required,
        ignored_attributes,
    }
}

impl ElementVocabulary {
    /// The vocabulary of an element that is read.
    pub(super) fn of(tag: &str) -> Option<&'static ElementVocabulary> {
        ELEMENTS.iter().find(|vocabulary| vocabulary.tag == tag)
    }

    /// The attributes that must not be missing. A missing `value` of `<mass>`, or entry of `<inertia>`, is an error only if the
    /// element has contents that are not read; otherwise it is 0.
    pub(super) fn required_attributes(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().copied()
    }

    /// How a child element is treated.
    pub(super) fn use_of_child(&self, tag: &str) -> NameUse {
        name_use(tag, self.children, self.ignored_children)
    }

    /// How an attribute is treated. A prefix does not matter for ignored attributes.
    pub(super) fn use_of_attribute(&self, name: &str) -> NameUse {
        match name_use(name, self.attributes, self.ignored_attributes) {
            NameUse::Unknown if self.ignored_attributes.contains(&local_name(name)) => {
                NameUse::Ignored
            }
            result => result,
        }
    }

    /// Whether an element that is unknown here is read in another one.
    pub(super) fn belongs_elsewhere(&self, tag: &str) -> bool {
        !self.children.contains(&tag) && home_of_child(tag).is_some()
    }

    /// Whether it has no child elements.
    pub(super) fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Whether child elements may occur more than once.
    pub(super) fn may_repeat(&self) -> bool {
        self.tag == "robot"
    }

    /// The child element that is read here and whose name is nearest to an unknown one; `None` if the unknown name
    /// belongs in another element.
    pub(super) fn nearest_child(&self, tag: &str, faults: &mut Faults) -> Option<&'static str> {
        let names = self.children.iter().chain(self.ignored_children).copied();
        let nearest = (home_of_child(tag).is_none() && !is_foreign(tag))
            .then(|| faults.nearest_of(tag, names))?;
        nearest.filter(|name| self.children.contains(name))
    }

    /// The attribute that is read here and whose name is nearest to an unknown one.
    pub(super) fn nearest_attribute(
        &self,
        name: &str,
        faults: &mut Faults,
    ) -> Option<&'static str> {
        let names = self
            .attributes
            .iter()
            .chain(self.ignored_attributes)
            .copied();
        let nearest = (!is_foreign(name)).then(|| faults.nearest_of(name, names))?;
        nearest.filter(|name| self.attributes.contains(name))
    }

    /// The hint for an element that is unknown here.
    pub(super) fn hint_for_child(&self, tag: &str, faults: &mut Faults) -> Hint {
        if let Some(home) = home_of_child(tag) {
            return Hint::BelongsIn(home.tag);
        }
        if self.attributes.contains(&tag) {
            return Hint::AsAttribute(self.tag);
        }
        match faults.nearest(
            tag,
            self.children.iter().chain(self.ignored_children).copied(),
        ) {
            Hint::None => Hint::Known(self.children),
            nearest => nearest,
        }
    }

    /// The hint for an attribute that is unknown here.
    pub(super) fn hint_for_attribute(&self, name: &str, faults: &mut Faults) -> Hint {
        let hint = faults.nearest(name, self.attributes.iter().copied());
        let is_child = self.children.contains(&name);
        match (hint, home_of_attribute(name)) {
            (Hint::None, _) if is_child => {
                Hint::Write("it is an element of its own, not an attribute")
            }
            (Hint::None, Some(home)) => Hint::BelongsIn(home.tag),
            (hint, _) => hint.or(Hint::Known(self.attributes)),
        }
    }

    /// The ignored names.
    #[cfg(test)]
    pub(super) fn ignored_names(&self) -> impl Iterator<Item = &'static str> {
        let names = self.ignored_children.iter().chain(self.ignored_attributes);
        names.copied()
    }
}

/// An element in which elements with this tag are read.
fn home_of_child(tag: &str) -> Option<&'static ElementVocabulary> {
    let has_child = |element: &&ElementVocabulary| element.children.contains(&tag);
    ELEMENTS.iter().find(has_child)
}

/// The element with this attribute, if only one has it.
fn home_of_attribute(name: &str) -> Option<&'static ElementVocabulary> {
    let has_attribute = |element: &&ElementVocabulary| element.attributes.contains(&name);
    let mut homes = ELEMENTS.iter().filter(has_attribute);
    homes.next().filter(|_| homes.next().is_none())
}

fn name_use(name: &str, names: &[&str], ignored: &[&str]) -> NameUse {
    if names.contains(&name) {
        NameUse::Read
    } else if ignored.contains(&name) {
        NameUse::Ignored
    } else {
        NameUse::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_that_is_read_has_a_vocabulary() {
        for element in &ELEMENTS {
            for child in element.children {
                assert!(
                    ElementVocabulary::of(child).is_some(),
                    "<{child}> in <{}>",
                    element.tag
                );
            }
        }
    }

    #[test]
    fn each_name_is_read_ignored_or_unknown() {
        let link = ElementVocabulary::of("link").unwrap();
        assert_eq!(link.use_of_child("inertial"), NameUse::Read);
        assert_eq!(link.use_of_child("visual"), NameUse::Ignored);
        assert_eq!(link.use_of_child("mass"), NameUse::Unknown);
        let mut faults = Faults::new();
        assert_eq!(
            link.hint_for_child("mass", &mut faults),
            Hint::BelongsIn("inertial")
        );
        assert!(!faults.finish().has_errors());
    }
}
