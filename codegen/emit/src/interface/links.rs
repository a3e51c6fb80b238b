//! The links that have functions of their own, and the traits over these links.

use super::robot::{Owner, Robot};
use super::views::Bound;
use multibody_description::function::{Function, Target};
use multibody_description::requested::{self, LINK_FUNCTIONS, LinkVariant};
use multibody_description::signature::function_with_views;
use multibody_program::ir::InputKind;

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
    functions: &LINK_FUNCTIONS,
};
/// Further traits, for robots that implement `LINKS`.
const FURTHER_TRAITS: [&LinkTrait; 2] = [&MOTIONS, &FORCES];
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

/// The traits for which all links of the enum have the required functions; none if the enum has no links. The first one is
/// `LINKS`.
pub fn link_traits(robot: &Robot<'_>) -> Vec<&'static LinkTrait> {
    let variants = link_variants(robot);
    let has = |link_trait: &&LinkTrait| {
        variants
            .iter()
            .all(|variant| has_functions_of(robot, link_trait, variant.link))
    };
    let traits = std::iter::once(&LINKS).chain(FURTHER_TRAITS).filter(has);
    traits.filter(|_| !variants.is_empty()).collect()
}

/// Whether a link has all the functions that a trait requires.
fn has_functions_of(robot: &Robot<'_>, link_trait: &LinkTrait, link: usize) -> bool {
    let has = |&function: &Function| {
        let mut targets = robot.targets();
        targets.any(|target| target.function == function && target.link == Some(link))
    };
    link_trait.functions.iter().all(has)
}

/// Whether the view under external wrenches implements traits over links.
pub fn has_link_traits_under_wrenches(robot: &Robot<'_>) -> bool {
    Bound::Wrenches.exists_for(robot, Owner::Robot) && !link_traits(robot).is_empty()
}

/// The traits that the view under external wrenches implements. Each of their functions either does not depend on wrenches, or the
/// robot has its form with wrenches for all links.
pub fn link_traits_under_wrenches(robot: &Robot<'_>) -> Vec<&'static LinkTrait> {
    let has = |function: Function| {
        let variants = link_variants(robot).into_iter();
        let mut targets = variants.map(|variant| variant.target(function));
        targets.all(|target| robot.targets().any(|emitted| emitted == target))
    };
    let wrenches = [InputKind::Wrench];
    let is_there = |&function: &Function| function_with_views(function, &wrenches).is_none_or(has);
    let traits = link_traits(robot).into_iter();
    traits
        .filter(|link_trait| link_trait.functions.iter().all(is_there))
        .collect()
}

/// The links that have all the functions that `LINKS` requires, in the order of the description.
pub fn link_variants(robot: &Robot<'_>) -> Vec<LinkVariant> {
    let targets: Vec<Target> = robot.targets().collect();
    requested::link_variants(robot.system, robot.settings, &targets)
}
