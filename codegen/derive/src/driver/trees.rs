//! The trees from which functions are derived.

use std::collections::BTreeSet;

use multibody_description::function::{Quantity, Target};
use multibody_description::settings::{Idea, Settings};
use multibody_description::system::PointSpring;
use multibody_tree::Tree;

/// The trees from which functions are derived: the tree as read, and the tree in which joints carry the bodies of expressions, if
/// there is one.
pub fn trees(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Vec<Tree> {
    let joint_tree = tree
        .converted_tree
        .as_deref()
        .filter(|_| settings.uses(Idea::JointsOfExpressions));
    let variants = std::iter::once(tree).chain(joint_tree);
    variants
        .map(|tree| with_needed_links(tree, wrench_links, targets, settings))
        .collect()
}

/// The tree with all links whose frames or masses the functions need, and without resting points if no parameters are to be
/// regrouped.
fn with_needed_links(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Tree {
    let tree_with_links = tree.with_links(&links(tree, wrench_links, targets));
    if settings.uses(Idea::Regrouping) {
        tree_with_links
    } else {
        multibody_tree::without_resting_points(&tree_with_links)
    }
}

/// The links that functions name, and those on which wrenches, springs, constant forces and constraints act.
fn links(tree: &Tree, wrench_links: &[usize], targets: &[Target]) -> BTreeSet<usize> {
    let target_links = targets
        .iter()
        .flat_map(|&target| links_of_target(tree, target));
    let spring_links = tree.point_springs.iter().flat_map(PointSpring::links);
    let constraints = tree.constraints.iter();
    let constrained_links = constraints.flat_map(|constraint| constraint.row.links());
    let links_with_constant_forces = tree.constant_forces.iter().map(|constant| constant.link);
    let used_links = target_links.chain(wrench_links.iter().copied());
    let loaded_links = spring_links.chain(links_with_constant_forces);
    used_links
        .chain(loaded_links)
        .chain(constrained_links)
        .collect()
}

/// The links whose frames and masses a function needs.
fn links_of_target(tree: &Tree, target: Target) -> BTreeSet<usize> {
    match (target.function.quantity(), target.link) {
        (Quantity::JointWrench { .. }, Some(link)) => tree.subtree(link),
        (_, link) => link.into_iter().collect(),
    }
}
