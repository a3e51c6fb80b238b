//! The vocabulary of MJCF: the elements and attributes that are read, and those that are ignored. MuJoCo's dynamics do not
//! depend on these, or they belong to what is not modelled: contacts, forces at limits, wind, integration, soft constraints.
//!
//! Source: the schema of MuJoCo 4.0.

use std::sync::LazyLock;

/// What an element may contain.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    /// The kind of element: its tag, unless the contents of elements with this tag depend on where they are.
    pub(super) kind: &'static str,
    /// Names of attributes, and whether they are read: others are ignored.
    attributes: Vec<(&'static str, bool)>,
    /// Tags of elements, each with its kind; none if they are ignored.
    children: Vec<(&'static str, Option<&'static str>)>,
}

/// Lists of names that several rows have; `$own` are attributes that no class gives.
const LISTS: &str = "\
$pose | pos quat axisangle euler xyaxes zaxis
$body_parts | body frame joint freejoint inertial geom site attach replicate composite flexcomp plugin:any
$actuators | general motor position velocity damper intvelocity orientation pid cylinder muscle adhesion dcmotor plugin:actuator_plugin
$actuator | name class joint tendon gear armature damping ctrlrange ctrllimited forcerange forcelimited jointinparent cranklength cranksite slidersite site refsite delay
$actuator_ignored | group nsample interp user lengthrange
$own | name class joint jointinparent tendon site refsite body cranksite slidersite lengthrange
$solver | solref solimp
$limit | margin group user solreflimit solimplimit solreffriction solimpfriction actuatorfrcrange actuatorfrclimited";

/// A row for each kind of element that is read, the root first: the kind; attributes that are read; ignored attributes; elements
/// that are read, each followed by its kind if that is not its tag; ignored elements. Contents of kinds without a row,
/// such as `any`, are not looked at.
const ROWS: &str = "\
mujoco | model |  | compiler option default worldbody equality tendon actuator keyframe deformable | size statistic visual asset contact sensor custom extension
compiler | angle autolimits coordinate eulerseq alignfree fitaabb boundmass boundinertia settotalmass balanceinertia inertiafromgeom inertiagrouprange | strippath meshdir texturedir assetdir discardvisual usethread fusestatic saveinertial savecompiled savecanonical conflict passthrough |  | lengthrange
option | gravity density viscosity actuatorgroupdisable | timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance wind magnetic o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints | flag
flag | gravity spring damper equality constraint frictionloss actuation | limit contact clampctrl warmstart filterparent refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd override energy fwdinv invdiscrete sleep diagexact ipc speculative
default | class |  | default joint geom site equality:equality_default tendon:tendon_default general motor position velocity damper intvelocity orientation pid cylinder muscle adhesion dcmotor | mesh texture material camera light pair
worldbody |  |  | $body_parts | camera light
body | name childclass mocap gravcomp $pose | fuse simple sleep user | $body_parts | camera light
frame | name childclass scale scaling massscale $pose |  | $body_parts | camera light
replicate | count sep offset euler |  | $body_parts
attach | body frame model prefix
inertial | mass diaginertia fullinertia $pose
joint | name class type pos axis ref springref armature damping stiffness frictionloss range limited springdamper springyield actuatorgravcomp | $limit
freejoint | name align | group
geom | name class type size fromto mass density shellinertia mesh hfield fitscale group $pose | adhesion castshadow conaffinity condim contype fluidcoef fluidshape friction gap margin material priority rgba solmix surfacevel user $solver |  | plugin
site | name class fromto $pose | group material mesh rgba size type user
equality |  |  | connect weld joint:joint_equality tendon:tendon_equality flex flexstrain
equality_default | active | $solver
connect | name class active body1 body2 site1 site2 anchor | $solver
weld | name class active body1 body2 site1 site2 anchor relpose torquescale | $solver
joint_equality | name class active joint1 joint2 polycoef | $solver
tendon_equality | name class active tendon1 tendon2 polycoef | $solver
flex | name class active flex | $solver
flexstrain | name class active flex cell | $solver
tendon |  |  | fixed spatial
tendon_default | armature damping frictionloss stiffness springlength springyield range limited | material rgba width $limit
fixed | name class armature damping frictionloss stiffness springlength springyield range limited | $limit | joint:term
term | joint coef
spatial | name class armature damping frictionloss stiffness springlength springyield range limited | material rgba width $limit | site:path_site geom:path_geom pulley
path_site | site
path_geom | geom sidesite
pulley | divisor
deformable |  |  | flex:any | skin
actuator |  |  | $actuators
general | $actuator body actdim input velrange ffrange inheritrange dyntype gaintype biastype dynprm gainprm biasprm actearly actlimited actrange | $actuator_ignored
motor | $actuator | $actuator_ignored
position | $actuator kp kv dampratio timeconst inheritrange | $actuator_ignored
velocity | $actuator kv | $actuator_ignored
damper | $actuator kv | $actuator_ignored
intvelocity | $actuator kp kv dampratio inheritrange actlimited actrange | $actuator_ignored
orientation | name class joint site refsite kp kv dampratio input ctrlrange forcerange forcelimited delay | $actuator_ignored
pid | $actuator kp ki kv dampratio inheritrange input imax posrange slewmax velrange ffrange | $actuator_ignored
cylinder | $actuator area bias diameter timeconst | $actuator_ignored
muscle | $actuator force fpmax fvmax lmax lmin range scale tausmooth timeconst vmax | $actuator_ignored
adhesion | name class body gain ctrlrange forcerange forcelimited delay | $actuator_ignored
dcmotor | $actuator cogging controller inductance input lugre motorconst nominal resistance saturation thermal | $actuator_ignored
actuator_plugin | $actuator plugin instance dyntype actdim actearly actlimited actrange | $actuator_ignored | config:any
keyframe |  |  | key
key | name qpos qvel | time act ctrl mpos mquat plastic";

/// The vocabularies of [`ROWS`].
static ELEMENTS: LazyLock<Vec<Vocabulary>> = LazyLock::new(|| ROWS.lines().map(parse).collect());

/// The vocabularies of elements in a `default`, which have no attributes of `$own`.
static IN_CLASSES: LazyLock<Vec<Vocabulary>> = LazyLock::new(|| {
    let mut elements = ELEMENTS.clone();
    let own_names = names("$own");
    for element in &mut elements {
        element
            .attributes
            .retain(|(name, _)| !own_names.contains(name));
    }
    elements
});

fn parse(row: &'static str) -> Vocabulary {
    let mut cells = row.split('|').map(names);
    let mut next_names = || cells.next().unwrap_or_default().into_iter();
    let kind = next_names().next().unwrap_or_default();
    let read_attributes = next_names().map(|name| (name, true));
    let attributes = read_attributes.chain(next_names().map(|name| (name, false)));
    let children = next_names().map(|child| {
        let (tag, kind) = child.split_once(':').unwrap_or((child, child));
        (tag, Some(kind))
    });
    Vocabulary {
        kind,
        attributes: attributes.collect(),
        children: (children.chain(next_names().map(|tag| (tag, None)))).collect(),
    }
}

/// The names in a cell; a name with `$` is that of a list.
fn names(cell: &'static str) -> Vec<&'static str> {
    let list = |name: &'static str| {
        let mut rows = LISTS.lines();
        let row = rows.find(|row| row.split(' ').next() == Some(name));
        let names = row.and_then(|row| row.split_once('|'));
        names.map_or(vec![name], |(_, names)| names.split_whitespace().collect())
    };
    cell.split_whitespace().flat_map(list).collect()
}

/// The tag, if it is that of an actuator.
pub(super) fn actuator_tag(tag: &str) -> Option<&'static str> {
    let mut tags = Vocabulary::of("actuator")?.tags();
    tags.find(|actuator| *actuator == tag)
}

/// How a child element is treated.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChildUse {
    /// It is read, and has this vocabulary; none if its contents are not looked at.
    Read(Option<&'static Vocabulary>),
    /// It is known and ignored.
    Ignored,
    /// It is unknown in this element.
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
        match self.children.iter().find(|(child, _)| *child == tag) {
            Some((_, Some(kind))) => {
                let is_in_class = self.kind == "default" && tag != "default";
                let elements = if is_in_class { &IN_CLASSES } else { &ELEMENTS };
                ChildUse::Read(elements.iter().find(|element| element.kind == *kind))
            }
            Some((_, None)) => ChildUse::Ignored,
            None => ChildUse::Unknown,
        }
    }

    /// Whether an attribute is read; none if it is unknown.
    pub(super) fn reads(&self, name: &str) -> Option<bool> {
        let mut attributes = self.attributes.iter();
        attributes.find_map(|(known, is_read)| (*known == name).then_some(*is_read))
    }

    /// The tag, if it is a child of `option`, or a child of `default` other than `default`, which may occur only once. Readers check
    /// other elements that may occur only once, such as `inertial`.
    pub(super) fn unique(&self, tag: &str) -> Option<&'static str> {
        let is_unique = self.kind == "option" || self.kind == "default" && tag != "default";
        self.tags().find(|known| is_unique && *known == tag)
    }

    /// The tags that it may contain.
    pub(super) fn tags(&self) -> impl Iterator<Item = &'static str> {
        self.children.iter().map(|(tag, _)| *tag)
    }

    /// Its attributes.
    pub(super) fn attribute_names(&self) -> impl Iterator<Item = &'static str> {
        self.attributes.iter().map(|(name, _)| *name)
    }

    /// A kind of element that may contain this tag.
    pub(super) fn home_of(tag: &str) -> Option<&'static str> {
        let is_home = |home: &&Vocabulary| home.tags().any(|child| child == tag);
        ELEMENTS.iter().find(is_home).map(|home| home.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_has_a_vocabulary_unless_its_contents_are_skipped() {
        for element in &*ELEMENTS {
            for (tag, kind) in &element.children {
                let is_known = kind.is_none_or(|kind| {
                    Vocabulary::of(kind).is_some()
                        || ["any", "composite", "flexcomp"].contains(&kind)
                });
                assert!(is_known, "<{tag}> in <{}>", element.kind);
            }
        }
        assert!(
            ELEMENTS
                .iter()
                .all(|element| !element.tags().any(|tag| tag.contains('$')))
        );
        assert_eq!(ELEMENTS.len(), 48);
    }
}
