//! Names that this reader does not read although other programs give them a meaning, and what to write instead.
//!
//! Sources: the extensions that the parsers of Drake (`parsing_doxygen.h`), Gazebo (`parser_urdf.cc`), SDFormat,
//! Isaac Sim, MuJoCo and Bullet document, and names that occur in real files.

use crate::source::xml::{Attribute, Element, local_name};
use multibody_program::exact::{Rational, decimal};

/// Names with one meaning in other programs, and what to write instead.
#[derive(Debug)]
pub(super) struct Meaning {
    /// The elements that contain them.
    elements: &'static [&'static str],
    /// The names, [folded](fold).
    names: &'static [&'static str],
    /// Parts of names, folded.
    stems: &'static [&'static str],
    /// The values with which the names influence the dynamics in other programs.
    influence: Influence,
    /// Whether the names change the dynamics; if not, they are other words for what is read here.
    pub(super) is_dynamics: bool,
    /// What to write instead.
    pub(super) remedy: &'static str,
}

/// The values with which a name influences the dynamics in other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Influence {
    Always,
    IfNonzero,
    IfTrue,
    IfFalse,
}

/// Elements that have no influence themselves, but in which other programs look for names that do.
const SEARCHED_ELEMENTS: [&str; 4] = ["gazebo", "transmission", "mujoco", "compiler"];
/// Elements inside the searched ones that are not searched.
const UNSEARCHED_ELEMENTS: [&str; 5] = ["plugin", "sensor", "visual", "collision", "controller"];

/// Elements that describe a joint.
const JOINT: &[&str] = &["joint", "dynamics", "limit", "axis"];
/// Elements that may describe the drive of a joint.
const DRIVE: &[&str] = &[
    "robot",
    "joint",
    "dynamics",
    "limit",
    "axis",
    "transmission",
    "gazebo",
];

/// The rows; the first one that fits a name applies. The arguments of a row are the elements, the names, for [`dynamics`] the
/// parts of names, and the remedy.
static OTHER_MEANINGS: [Meaning; 41] = [
    // Parts of the robot.
    dynamics(
        &["robot"],
        &[],
        &["loop", "closure"],
        "close the loop by the option `loop`, which joins the origins and z axes of two links or frames, e.g. --loop shank:rod:hinge",
    ),
    dynamics(
        &["robot", "link", "joint", "gazebo"],
        &["include", "import"],
        &[],
        "merge the files first: what is included is not read",
    ),
    dynamics(
        &["robot", "gazebo"],
        &["model", "sdf", "world"],
        &[],
        "this is SDFormat; convert it to URDF",
    ),
    dynamics(
        &["robot"],
        &["drake:joint", "gazebo:joint"],
        &[],
        "write <joint> if URDF has the type; otherwise describe the robot in tokens, which have ball and planar joints and sequences of motions",
    ),
    dynamics(
        &["robot"],
        &["drake:link", "gazebo:link"],
        &[],
        "write <link>",
    ),
    dynamics(
        &["gazebo"],
        &["joint"],
        &[],
        "write a joint of the tree as <joint> of the robot; close a loop by the option `loop`",
    ),
    dynamics(&["gazebo"], &["link"], &[], "write <link> in the robot"),
    dynamics(
        &["robot"],
        &["tendon", "forceelement"],
        &["spring", "bushing", "damper"],
        "write springs of joints by the option `spring`, and springs between points in tokens beside the file: spring rope { .. }",
    ),
    dynamics(
        &["robot"],
        &["equality", "weld"],
        &["constraint"],
        "write it as a constraint in tokens beside the file, or by the options `loop`, `contact` and `weld`",
    ),
    dynamics(
        &["robot"],
        &["coupling", "gear", "gearbox"],
        &[],
        "write <mimic> in the joint that follows, e.g. <mimic joint=\"finger\" multiplier=\"-1\"/>",
    ),
    dynamics(
        &["robot", "mujoco"],
        &["gravity"],
        &[],
        "write the option `gravity`, e.g. --gravity 0,0,-9.81",
    ),
    dynamics(
        &["robot"],
        &["pose"],
        &[],
        "join the root to a new link by a fixed joint with this <origin>",
    ),
    // Drives and springs of joints.
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            DRIVE,
            &[],
            &[
                "rotorinertia",
                "inertiarotor",
                "motorinertia",
                "armature",
                "reflectedinertia",
                "apparentinertia",
            ],
            "write the option `armature`, e.g. --armature elbow=0.02: the rotor's inertia times the square of the gear ratio",
        )
    },
    dynamics(
        JOINT,
        &["gearratio"],
        &[],
        "it has an influence if the rotor has inertia: write the option `armature`, the rotor's inertia times the square of this ratio, e.g. --armature elbow=0.02",
    ),
    dynamics(
        &["robot", "joint"],
        &["actuator", "motor", "drive", "rotor"],
        &[],
        "it has an influence if the rotor has inertia: write the option `armature`, e.g. --armature elbow=0.02",
    ),
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            JOINT,
            &[
                "restposition",
                "restangle",
                "restlength",
                "equilibrium",
                "springreference",
            ],
            &["stiff", "spring"],
            "write the option `spring`, e.g. --spring elbow=3 for the stiffness",
        )
    },
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            &["gazebo"],
            &["springstiffness"],
            &[],
            "write the option `spring`, e.g. --spring elbow=3 for the stiffness",
        )
    },
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            JOINT,
            &["jointdamping", "damper"],
            &["damping", "viscous"],
            "write it as the attribute `damping` of <dynamics>; it acts with the option `passive`",
        )
    },
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            JOINT,
            &["frictionloss", "jointfriction"],
            &["friction", "coulomb"],
            "write it as the attribute `friction` of <dynamics>; it acts with the option `passive`",
        )
    },
    dynamics(
        &["joint"],
        &["jointproperties", "jointdynamics", "dynamicsproperties"],
        &[],
        "write <dynamics damping=\"0.1\" friction=\"0\"/>",
    ),
    // Motions that URDF does not have.
    dynamics(
        JOINT,
        &["threadpitch", "screwthreadpitch", "pitch"],
        &[],
        "describe the robot in tokens, which have the joint type `screw`",
    ),
    dynamics(
        &["joint"],
        &["axis2"],
        &[],
        "describe the robot in tokens, with a sequence of motions; or as two joints with a link between them",
    ),
    dynamics(
        &["joint"],
        &["gearbox", "gearboxratio", "gearboxreferencebody"],
        &[],
        "write <mimic> in the joint that follows, e.g. <mimic joint=\"finger\" multiplier=\"-1\"/>",
    ),
    // What acts on links.
    Meaning {
        influence: Influence::IfFalse,
        ..dynamics(
            &["link", "gazebo"],
            &["gravity"],
            &[],
            "gravity acts on all links alike; write the option `gravity` to change it for all",
        )
    },
    Meaning {
        influence: Influence::IfTrue,
        ..dynamics(
            &["link", "gazebo"],
            &["turngravityoff", "disablegravity", "gravitycompensation"],
            &[],
            "gravity acts on all links alike; write the option `gravity` to change it for all",
        )
    },
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            &["link", "gazebo"],
            &[
                "dampingfactor",
                "velocitydecay",
                "lineardamping",
                "angulardamping",
            ],
            &[],
            "links have no damping; write `damping` of the <dynamics> of joints",
        )
    },
    Meaning {
        influence: Influence::IfTrue,
        ..dynamics(
            &["robot", "link", "gazebo"],
            &["static", "kinematic"],
            &[],
            "links do not move if their joints are fixed: write type=\"fixed\", or the option `weld`",
        )
    },
    dynamics(
        &["link", "inertial"],
        &["fluidaddedmass", "addedmass", "density", "inertiascaling"],
        &[],
        "write the mass and the inertia that result as numbers",
    ),
    Meaning {
        influence: Influence::IfTrue,
        ..dynamics(
            &["inertial"],
            &["auto"],
            &[],
            "write the mass and the inertia that result as numbers",
        )
    },
    Meaning {
        influence: Influence::IfTrue,
        ..dynamics(
            &["compiler", "mujoco"],
            &["balanceinertia", "inertiafromgeom"],
            &[],
            "MuJoCo may change inertias by it; write the numbers that result",
        )
    },
    Meaning {
        influence: Influence::IfNonzero,
        ..dynamics(
            &["compiler", "mujoco"],
            &["boundmass", "boundinertia", "settotalmass"],
            &[],
            "MuJoCo may change masses and inertias by it; write the numbers that result",
        )
    },
    // Other words for what is read.
    synonym(
        &["link"],
        &["pose"],
        "the frame of a link is that of its joint: write the pose as <origin> of the joint, with angles in rad",
    ),
    synonym(
        &["joint", "inertial"],
        &["pose"],
        "write <origin xyz=\"0 0 0.1\" rpy=\"0 0 0\"/>, with angles in rad",
    ),
    synonym(
        &["link", "inertial"],
        &[
            "com",
            "cog",
            "centerofmass",
            "centreofmass",
            "centerofgravity",
        ],
        "write <origin xyz=\"0 0 0.1\"/> in <inertial>",
    ),
    synonym(
        &["link"],
        &["mass", "inertia"],
        "write <mass value=\"1\"/> and <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/> in <inertial>",
    ),
    synonym(
        &["inertial"],
        &["diaginertia", "fullinertia", "tensor", "inertiatensor"],
        "write <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>",
    ),
    synonym(
        &["origin"],
        &["pos", "position", "translation", "trans"],
        "write xyz=\"0 0 0.1\"",
    ),
    synonym(
        &["origin"],
        &[
            "quat",
            "quaternion",
            "wxyz",
            "xyzw",
            "quatwxyz",
            "orientation",
            "euler",
            "rotation",
            "rot",
            "rotmat",
            "axisangle",
            "ypr",
        ],
        "write the rotation as rpy=\"roll pitch yaw\", in rad",
    ),
    synonym(
        &["axis"],
        &["dir", "direction", "vec", "vector", "value"],
        "write xyz=\"0 0 1\"",
    ),
    synonym(
        &["limit"],
        &[
            "min",
            "max",
            "minimum",
            "maximum",
            "range",
            "lowerlimit",
            "upperlimit",
        ],
        "write `lower` and `upper`",
    ),
    synonym(
        &["mimic"],
        &[
            "ratio",
            "gear",
            "gearratio",
            "scale",
            "factor",
            "gain",
            "bias",
            "shift",
        ],
        "write `multiplier` and `offset`: position = multiplier * position of the other + offset",
    ),
];

/// A row for names that change the dynamics, whatever their values.
const fn dynamics(
    elements: &'static [&'static str],
    names: &'static [&'static str],
    stems: &'static [&'static str],
    remedy: &'static str,
) -> Meaning {
    Meaning {
        elements,
        names,
        stems,
        influence: Influence::Always,
        is_dynamics: true,
        remedy,
    }
}

/// A row for other words for what is read here.
const fn synonym(
    elements: &'static [&'static str],
    names: &'static [&'static str],
    remedy: &'static str,
) -> Meaning {
    Meaning {
        is_dynamics: false,
        ..dynamics(elements, names, &[], remedy)
    }
}

/// A name in lower case, without underscores and hyphens.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|c| !"_-".contains(*c));
    letters.flat_map(char::to_lowercase).collect()
}

/// The row of [`OTHER_MEANINGS`] for a name in an element, whatever its value.
fn find_row(tag: &str, name: &str) -> Option<&'static Meaning> {
    let (full_name, name) = (fold(name), fold(local_name(name)));
    OTHER_MEANINGS.iter().find(|row| {
        let is_named =
            row.names.contains(&name.as_str()) || row.names.contains(&full_name.as_str());
        let has_stem = || row.stems.iter().any(|stem| name.contains(stem));
        row.elements.contains(&tag) && (is_named || has_stem())
    })
}

impl Meaning {
    /// Whether the row has this very name, not only a part of it.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let names = [name, local_name(name)].map(fold);
        names.iter().any(|name| self.names.contains(&name.as_str()))
    }

    /// The row for an attribute, if its value has an influence in other programs.
    pub(super) fn of_attribute(tag: &str, attribute: Attribute) -> Option<&'static Self> {
        find_row(tag, attribute.name).filter(|row| row.influence.applies_to(attribute.value))
    }

    /// The row for an element, if its value has an influence in other programs.
    pub(super) fn of_element(tag: &str, element: Element) -> Option<&'static Self> {
        let attribute = element.attribute("value").map(|attribute| attribute.value);
        let value = attribute.or(element.text()).unwrap_or_default();
        find_row(tag, element.tag()).filter(|row| row.influence.applies_to(value))
    }
}

impl Influence {
    /// Whether a name with this value has an influence. A value that is neither a number nor a known word counts as true and
    /// nonzero.
    fn applies_to(self, value: &str) -> bool {
        let word = value.trim().to_lowercase();
        let is_zero = decimal(&word).is_ok_and(|number| number == Rational::ZERO);
        // Where an option of MuJoCo may be `auto`, that is its default, so it changes nothing.
        let is_false = is_zero || ["false", "no", "auto"].contains(&word.as_str());
        match self {
            Influence::Always => true,
            Influence::IfNonzero | Influence::IfTrue => !is_false,
            Influence::IfFalse => is_false,
        }
    }
}

/// Searches an element without influence, and calls `visit` for each name in it that has an influence in other programs,
/// with the tag of the searched element.
pub(super) fn search<'a>(
    element: Element<'a>,
    mut visit: impl FnMut(&'static str, XmlPart<'a>, &'static Meaning),
) {
    let tag = local_name(element.tag());
    let Some(searched_tag) = SEARCHED_ELEMENTS
        .into_iter()
        .find(|searched| *searched == tag)
    else {
        return;
    };
    let mut stack = vec![element];
    while let Some(inner) = stack.pop() {
        for attribute in inner.attributes() {
            if let Some(row) = Meaning::of_attribute(searched_tag, attribute) {
                visit(searched_tag, XmlPart::Attribute(attribute), row);
            }
        }
        for child in inner.children() {
            if let Some(row) = Meaning::of_element(searched_tag, child) {
                visit(searched_tag, XmlPart::Element(child), row);
            } else if !UNSEARCHED_ELEMENTS.contains(&local_name(child.tag())) {
                stack.push(child);
            }
        }
    }
}

/// An element or an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum XmlPart<'a> {
    Element(Element<'a>),
    Attribute(Attribute<'a>),
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::ElementVocabulary;
    use super::*;

    #[test]
    fn names_are_folded_and_within_elements_that_exist() {
        for row in &OTHER_MEANINGS {
            for name in row.names.iter().chain(row.stems) {
                assert_eq!(fold(name), *name);
            }
            for tag in row.elements {
                let is_known =
                    ElementVocabulary::of(tag).is_some() || SEARCHED_ELEMENTS.contains(tag);
                assert!(is_known, "{tag}");
            }
        }
    }

    #[test]
    fn ignored_names_have_no_row() {
        for tag in ["robot", "link", "joint", "limit"] {
            let vocabulary = ElementVocabulary::of(tag).unwrap();
            for name in vocabulary.ignored_names() {
                assert!(find_row(tag, name).is_none(), "{name} in <{tag}>");
            }
        }
    }

    #[test]
    fn every_row_is_reached_by_all_its_names() {
        for expected in &OTHER_MEANINGS {
            for (tag, name) in expected.elements.iter().flat_map(|tag| {
                let names = expected.names.iter().chain(expected.stems);
                names.map(move |name| (*tag, *name))
            }) {
                assert_eq!(
                    find_row(tag, name).unwrap().remedy,
                    expected.remedy,
                    "{name} in <{tag}>"
                );
            }
        }
        assert!(
            find_row("dynamics", "Rotor_Inertia")
                .unwrap()
                .remedy
                .contains("armature")
        );
        assert!(
            find_row("dynamics", "springDamperCoeff")
                .unwrap()
                .remedy
                .contains("spring")
        );
        assert!(
            find_row("robot", "xi:include")
                .unwrap()
                .remedy
                .contains("merge")
        );
    }

    #[test]
    fn values_without_influence_are_recognised() {
        assert!(
            !Influence::IfNonzero.applies_to(" 0.00 ") && Influence::IfNonzero.applies_to("1e-3")
        );
        assert!(Influence::IfNonzero.applies_to("stiff") && Influence::IfNonzero.applies_to(""));
        assert!(Influence::IfFalse.applies_to("0") && !Influence::IfFalse.applies_to("true"));
        assert!(!Influence::IfTrue.applies_to("False") && Influence::IfTrue.applies_to("1"));
        assert!(Influence::Always.applies_to("0"));
    }
}
