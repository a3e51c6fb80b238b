//! The vocabulary of MJCF: elements and attributes, and which of them have no influence on dynamics.
//!
//! Source: the schema of MuJoCo 4.0.

/// What an element may contain. Names are separated by spaces.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// The kind of element: its tag, unless elements with this tag have different contents.
    pub(super) kind: &'static str,
    /// Tags of elements that are read, each followed by its kind if that differs: `joint:term`.
    children: &'static str,
    /// Elements without influence on dynamics.
    ignored_children: &'static str,
    /// Attributes that are read.
    attributes: &'static [&'static str],
    /// Attributes without influence on dynamics.
    ignored_attributes: &'static [&'static str],
}

const POSE: &str = "pos quat axisangle euler xyaxes zaxis";
const BODY_PARTS: &str =
    "body frame joint freejoint inertial geom site attach replicate composite flexcomp plugin:any";
const ACTUATORS: &str = "general motor position velocity damper intvelocity:any orientation:any pid:any cylinder:any muscle:any adhesion:any dcmotor:any plugin:any";
const ACTUATOR: &str = "name class joint tendon gear armature damping ctrlrange ctrllimited forcerange forcelimited jointinparent cranklength cranksite slidersite site refsite delay";
const ACTUATOR_IGNORED: &str = "group nsample interp user lengthrange";
const SOLVER: &str = "solref solimp";
const LIMIT: &str = "margin group user solreflimit solimplimit solreffriction solimpfriction actuatorfrcrange actuatorfrclimited";

/// All elements that are read; the root comes first. The contents of the kind `any` are not looked at.
static ELEMENTS: &[Vocabulary] = &[
    Vocabulary {
        children: "compiler option default worldbody equality tendon actuator keyframe deformable:any",
        ignored_children: "size statistic visual asset contact sensor custom extension",
        ..leaf("mujoco", &["model"], &[])
    },
    Vocabulary {
        ignored_children: "lengthrange",
        ..leaf(
            "compiler",
            &[
                "angle autolimits coordinate eulerseq alignfree fitaabb boundmass boundinertia settotalmass balanceinertia inertiafromgeom inertiagrouprange",
            ],
            &[
                "strippath meshdir texturedir assetdir discardvisual usethread fusestatic saveinertial savecompiled savecanonical conflict passthrough",
            ],
        )
    },
    Vocabulary {
        children: "flag",
        ..leaf(
            "option",
            &["gravity density viscosity"],
            &[
                "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance wind magnetic o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints actuatorgroupdisable",
            ],
        )
    },
    leaf(
        "flag",
        &["gravity spring damper equality constraint frictionloss actuation"],
        &[
            "limit contact clampctrl warmstart filterparent refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd override energy fwdinv invdiscrete sleep diagexact ipc speculative",
        ],
    ),
    Vocabulary {
        children: "default joint geom site equality:equality_default tendon:tendon_default general motor position velocity damper intvelocity:any orientation:any pid:any cylinder:any muscle:any adhesion:any dcmotor:any",
        ignored_children: "mesh texture material camera light pair",
        ..leaf("default", &["class"], &[])
    },
    Vocabulary {
        children: BODY_PARTS,
        ignored_children: "camera light",
        ..leaf("worldbody", &[], &[])
    },
    Vocabulary {
        children: BODY_PARTS,
        ignored_children: "camera light",
        ..leaf(
            "body",
            &["name childclass mocap gravcomp", POSE],
            &["fuse simple sleep user"],
        )
    },
    Vocabulary {
        children: BODY_PARTS,
        ignored_children: "camera light",
        ..leaf("frame", &["name childclass", POSE], &[])
    },
    Vocabulary {
        children: BODY_PARTS,
        ..leaf("replicate", &["count sep offset euler"], &[])
    },
    leaf("attach", &["body frame model prefix"], &[]),
    leaf("inertial", &["mass diaginertia fullinertia", POSE], &[]),
    leaf(
        "joint",
        &[
            "name class type pos axis ref springref armature damping stiffness frictionloss range limited springdamper springyield actuatorgravcomp",
        ],
        &[LIMIT],
    ),
    leaf("freejoint", &["name align"], &["group"]),
    Vocabulary {
        ignored_children: "plugin",
        ..leaf(
            "geom",
            &[
                "name class type size fromto mass density shellinertia mesh hfield fitscale group",
                POSE,
            ],
            &[
                "adhesion castshadow conaffinity condim contype fluidcoef fluidshape friction gap margin material priority rgba solmix surfacevel user",
                SOLVER,
            ],
        )
    },
    leaf(
        "site",
        &["name class fromto", POSE],
        &["group material mesh rgba size type user"],
    ),
    Vocabulary {
        children: "connect weld joint:joint_equality tendon:tendon_equality flex flexstrain",
        ..leaf("equality", &[], &[])
    },
    leaf("equality_default", &["active"], &[SOLVER]),
    leaf(
        "connect",
        &["name class active body1 body2 site1 site2 anchor"],
        &[SOLVER],
    ),
    leaf(
        "weld",
        &["name class active body1 body2 site1 site2 anchor relpose torquescale"],
        &[SOLVER],
    ),
    leaf(
        "joint_equality",
        &["name class active joint1 joint2 polycoef"],
        &[SOLVER],
    ),
    leaf(
        "tendon_equality",
        &["name class active tendon1 tendon2 polycoef"],
        &[SOLVER],
    ),
    leaf("flex", &["name class active flex"], &[SOLVER]),
    leaf("flexstrain", &["name class active flex cell"], &[SOLVER]),
    Vocabulary {
        children: "fixed spatial",
        ..leaf("tendon", &[], &[])
    },
    leaf(
        "tendon_default",
        &["armature damping frictionloss stiffness springlength springyield"],
        &["range limited material rgba width", LIMIT],
    ),
    Vocabulary {
        children: "joint:term",
        ..leaf(
            "fixed",
            &["name class armature damping frictionloss stiffness springlength springyield"],
            &["range limited", LIMIT],
        )
    },
    leaf("term", &["joint coef"], &[]),
    Vocabulary {
        ignored_children: "site geom pulley",
        ..leaf(
            "spatial",
            &["name class armature damping frictionloss stiffness springlength springyield"],
            &["range limited material rgba width", LIMIT],
        )
    },
    Vocabulary {
        children: ACTUATORS,
        ..leaf("actuator", &[], &[])
    },
    leaf(
        "general",
        &[
            ACTUATOR,
            "body actdim input velrange ffrange inheritrange dyntype gaintype biastype dynprm gainprm biasprm actearly actlimited actrange",
        ],
        &[ACTUATOR_IGNORED],
    ),
    leaf("motor", &[ACTUATOR], &[ACTUATOR_IGNORED]),
    leaf(
        "position",
        &[ACTUATOR, "kp kv dampratio timeconst inheritrange"],
        &[ACTUATOR_IGNORED],
    ),
    leaf("velocity", &[ACTUATOR, "kv"], &[ACTUATOR_IGNORED]),
    leaf("damper", &[ACTUATOR, "kv"], &[ACTUATOR_IGNORED]),
    Vocabulary {
        children: "key",
        ..leaf("keyframe", &[], &[])
    },
    leaf(
        "key",
        &["name qpos qvel"],
        &["time act ctrl mpos mquat plastic"],
    ),
];

/// An element without child elements.
const fn leaf(
    kind: &'static str,
    attributes: &'static [&'static str],
    ignored_attributes: &'static [&'static str],
) -> Vocabulary {
    Vocabulary {
        kind,
        children: "",
        ignored_children: "",
        attributes,
        ignored_attributes,
    }
}

/// How a child element is treated.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChildUse {
    /// It is read, and has this vocabulary; none if its contents are not looked at.
    Read(Option<&'static Vocabulary>),
    /// It has no influence on dynamics.
    Ignored,
    /// It is unknown in this element.
    Unknown,
}

/// How an attribute is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttributeUse {
    Read,
    Ignored,
    Unknown,
}

impl Vocabulary {
    /// The vocabulary of the root.
    pub(super) fn root() -> &'static Self {
        &ELEMENTS[0]
    }

    fn of(kind: &str) -> Option<&'static Self> {
        ELEMENTS.iter().find(|vocabulary| vocabulary.kind == kind)
    }

    pub(super) fn use_of_child(&self, tag: &str) -> ChildUse {
        let mut children = self.children.split(' ').map(tag_and_kind);
        match children.find(|(child, _)| *child == tag) {
            Some((_, kind)) => ChildUse::Read(Self::of(kind)),
            None if words_of(self.ignored_children).any(|child| child == tag) => ChildUse::Ignored,
            None => ChildUse::Unknown,
        }
    }

    pub(super) fn use_of_attribute(&self, name: &str) -> AttributeUse {
        if words(self.attributes).any(|known| known == name) {
            AttributeUse::Read
        } else if words(self.ignored_attributes).any(|known| known == name) {
            AttributeUse::Ignored
        } else {
            AttributeUse::Unknown
        }
    }

    /// The tag, if an element of this kind may contain only one such element.
    pub(super) fn unique(&self, tag: &str) -> Option<&'static str> {
        let is_unique = match self.kind {
            "default" => tag != "default",
            kind => kind == "option",
        };
        self.tags().find(|known| is_unique && *known == tag)
    }

    /// The tags that it may contain.
    pub(super) fn tags(&self) -> impl Iterator<Item = &'static str> {
        let children = words_of(self.children).map(|child| tag_and_kind(child).0);
        children.chain(words_of(self.ignored_children))
    }

    /// Its attributes.
    pub(super) fn attribute_names(&self) -> impl Iterator<Item = &'static str> {
        words(self.attributes).chain(words(self.ignored_attributes))
    }

    /// A kind of element that may contain this tag.
    pub(super) fn home_of(tag: &str) -> Option<&'static str> {
        let mut homes = ELEMENTS
            .iter()
            .filter(|home| home.tags().any(|child| child == tag));
        homes.next().map(|home| home.kind)
    }
}

/// The words of texts.
fn words(texts: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    texts.iter().flat_map(|text| words_of(text))
}

fn words_of(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(' ').filter(|word| !word.is_empty())
}

fn tag_and_kind(child: &str) -> (&str, &str) {
    child.split_once(':').unwrap_or((child, child))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_that_is_read_has_a_vocabulary() {
        for element in ELEMENTS {
            for child in words_of(element.children) {
                let (tag, kind) = tag_and_kind(child);
                let is_known = Vocabulary::of(kind).is_some()
                    || ["any", "composite", "flexcomp"].contains(&kind);
                assert!(is_known, "<{tag}> in <{}>", element.kind);
            }
        }
    }
}
