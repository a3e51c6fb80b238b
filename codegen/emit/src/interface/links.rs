//! The links that have functions of their own, and the traits over these links.

use std::collections::{BTreeMap, BTreeSet};

use super::robot::{Owner, Robot};
use super::views::Bound;
use multibody_description::function::{Function, Target};
use multibody_support::foreign::upper_camel_case;

/// A trait of the runtime over links.
pub struct LinkTrait {
    /// Its name.
    pub name: &'static str,
    /// The functions that it requires for a link.
    pub functions: &'static [Function],
}

/// The trait that has the enum of links.
const LINKS: LinkTrait = LinkTrait {
    name: "Links",
    functions: &[Function::Pose, Function::Jacobian],
};
/// Further traits, for robots that implement the first.
const MORE: [&LinkTrait; 2] = [&MOTIONS, &FORCES];
const MOTIONS: LinkTrait = LinkTrait {
    name: "LinkMotions",
    functions: &[
        Function::Velocity,
        Function::Acceleration,
        Function::JacobianRate,
    ],
};
const FORCES: LinkTrait = LinkTrait {
    name: "LinkForces",
    functions: &[
        Function::Momentum,
        Function::MomentumRate,
        Function::JointWrench,
    ],
};

/// A link, and its variant of the enum.
pub struct LinkVariant {
    /// The link.
    pub link: usize,
    /// The name of the variant.
    pub name: String,
}

impl LinkVariant {
    /// A function of the link.
    pub fn target(&self, function: Function) -> Target {
        let link = Some(self.link);
        Target { function, link }
    }
}

/// The traits for which all links of the enum have the required functions; none if there are no such links. The first one
/// has the enum.
pub fn link_traits(robot: &Robot<'_>) -> Vec<&'static LinkTrait> {
    let variants = link_variants(robot);
    let has = |of: &&LinkTrait| {
        variants
            .iter()
            .all(|variant| has_all(robot, of, variant.link))
    };
    let traits = std::iter::once(&LINKS).chain(MORE).filter(has);
    traits.filter(|_| !variants.is_empty()).collect()
}

/// Whether a link has all the functions that a trait requires.
fn has_all(robot: &Robot<'_>, of: &LinkTrait, link: usize) -> bool {
    let has = |&function: &Function| {
        let mut targets = robot.targets();
        targets.any(|target| target.function == function && target.link == Some(link))
    };
    of.functions.iter().all(has)
}

/// Whether the view under external wrenches implements traits over links.
pub fn is_over_links_under_wrenches(robot: &Robot<'_>) -> bool {
    Bound::Wrenches.is_there(robot, Owner::Robot) && !link_traits(robot).is_empty()
}

/// The traits that the view under external wrenches implements: those whose functions of all links either do not depend on
/// wrenches, or are there under wrenches too.
pub fn link_traits_under_wrenches(robot: &Robot<'_>) -> Vec<&'static LinkTrait> {
    let has = |function: Function| {
        let variants = link_variants(robot).into_iter();
        let mut targets = variants.map(|variant| variant.target(function));
        targets.all(|target| robot.targets().any(|own| own == target))
    };
    let is_there = |function: &Function| function.under_wrenches().is_none_or(has);
    let all = link_traits(robot).into_iter();
    all.filter(|of| of.functions.iter().all(is_there)).collect()
}

/// The links that have all the functions that the first trait requires, in the order of the description.
pub fn link_variants(robot: &Robot<'_>) -> Vec<LinkVariant> {
    let links: BTreeSet<usize> = (robot.targets())
        .filter_map(|target| target.link)
        .filter(|&link| has_all(robot, &LINKS, link))
        .collect();
    let names = links.iter().map(|&link| {
        let name = &robot.system.tree.links[link].name;
        robot.settings.rust_name(name)
    });
    let in_snake_case: Vec<String> = names.collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in &in_snake_case {
        *uses.entry(camel_case(name)).or_default() += 1;
    }
    let variant = |(link, snake): (usize, String)| {
        let camel = camel_case(&snake);
        // `foot_1` and `foot1` differ only in snake_case.
        let name = match uses[&camel] {
            1 => camel,
            _ => format!("L_{snake}"),
        };
        LinkVariant { link, name }
    };
    links.into_iter().zip(in_snake_case).map(variant).collect()
}

/// A name in snake_case, turned into the name of a variant.
fn camel_case(snake: &str) -> String {
    let name = upper_camel_case(snake);
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("Link{name}"),
        // `ALL` is the table of the enum.
        _ if matches!(&*name, "Self" | "ALL") => format!("{name}_"),
        _ => name,
    }
}
