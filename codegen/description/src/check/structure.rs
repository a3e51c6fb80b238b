//! Links and joints must form one tree.

use std::collections::HashMap;

use super::cycles::cycles;
use super::mimic;
use crate::fault::{Fault, Faults, Shown, names};
use crate::model::{Joint, Model, Span, Spanned};
use crate::settings;
use crate::source::tokens::WORLD;

/// How the links of a model are connected; indices into [`Model::links`] and [`Model::joints`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The link that is the child of no joint.
    pub root: usize,
    /// The links at both ends of each joint.
    pub ends: Vec<Ends>,
    /// For each link, the joint of which it is the child.
    pub parent_joint: Vec<Option<usize>>,
    /// For each link, the joints of which it is the parent, in the order of the source.
    pub child_joints: Vec<Vec<usize>>,
    /// The joint that each joint follows; `None` for a fixed joint, even if the description makes it a mimic joint.
    pub mimic: Vec<Option<usize>>,
}

/// The links at the ends of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The link that carries the joint.
    pub parent: usize,
    /// The link that the joint moves.
    pub child: usize,
}

/// Reports all faults of the structure. Returns it if the links at the ends of all joints and the root are known; it may
/// have other faults.
pub(super) fn check(
    model: &Model,
    mimic: settings::Mimic,
    faults: &mut Faults,
) -> Option<Structure> {
    if model.links.is_empty() {
        faults.push(model.name.span, Fault::NoLinks);
        return None;
    }
    let links = links_by_name(model, faults);
    let joints = joints_by_name(model, faults);
    let ends: Vec<Option<Ends>> = model
        .joints
        .iter()
        .map(|joint| find_ends(joint, model, &links, faults))
        .collect();
    let parent_joint = find_parent_joints(model, &ends, faults);
    check_cycles(model, &ends, &parent_joint, faults);
    let mimic = mimic::check(model, &joints, mimic, faults);

    // If the name of an end is unknown, the link that was meant looks like a root without being one, so roots are
    // checked only if all ends are known.
    let ends: Vec<Ends> = ends.into_iter().collect::<Option<_>>()?;
    let root = find_root(model, &links, &parent_joint, faults)?;
    let mut child_joints = vec![Vec::new(); model.links.len()];
    for (joint, ends) in ends.iter().enumerate() {
        child_joints[ends.parent].push(joint);
    }
    Some(Structure {
        root,
        ends,
        parent_joint,
        child_joints,
        mimic,
    })
}

/// The first link with each name. Empty names have been reported by the reader.
fn links_by_name<'a>(model: &'a Model, faults: &mut Faults) -> HashMap<&'a str, usize> {
    let names = model.links.iter().map(|link| &link.name);
    index_by_name(names, |link| Fault::DuplicateLink { link }, faults)
}

/// The first joint with each name.
fn joints_by_name<'a>(model: &'a Model, faults: &mut Faults) -> HashMap<&'a str, usize> {
    check_coordinates(model, faults);
    let names = model.joints.iter().map(|joint| &joint.name);
    index_by_name(names, |joint| Fault::DuplicateJoint { joint }, faults)
}

/// Reports two coordinates with the same name, and a coordinate that has the name of a joint, unless it is the only
/// coordinate of that joint. A joint can be looked up by its own name and by the names of its coordinates.
fn check_coordinates(model: &Model, faults: &mut Faults) {
    let mut coordinates: HashMap<String, Span> = HashMap::new();
    for joint in &model.joints {
        let (name, kind) = (&joint.name, &joint.kind.value);
        for (coordinate, motion) in kind.coordinate_names(&name.value).zip(kind.motions()) {
            if kind.motions().len() == 1 && coordinate == name.value {
                continue;
            }
            let span = motion.name.as_ref().map_or(name.span, |name| name.span);
            if let Some(&other_span) = coordinates.get(&coordinate) {
                let name = Shown::from(&coordinate);
                let fault = Fault::TokenDuplicateCoordinate { name };
                // A name that is derived from a joint's may come first in the text, although it is found second.
                let (first, second) = if other_span.start <= span.start {
                    (other_span, span)
                } else {
                    (span, other_span)
                };
                faults.push_conflict(second, vec![first], fault);
            }
            coordinates.entry(coordinate).or_insert(span);
        }
    }
    for joint in &model.joints {
        if let Some(&other_span) = coordinates.get(&joint.name.value) {
            let name = Shown::from(&joint.name.value);
            let fault = Fault::TokenCoordinateAsJoint { name };
            faults.push_conflict(other_span, vec![joint.name.span], fault);
        }
    }
}

/// The index of the first element with each name; reports later elements with the same name.
fn index_by_name<'a>(
    names: impl Iterator<Item = &'a Spanned<String>>,
    duplicate: impl Fn(Shown) -> Fault,
    faults: &mut Faults,
) -> HashMap<&'a str, usize> {
    let mut first_uses: HashMap<&str, (usize, Span)> = HashMap::new();
    for (index, name) in names.enumerate().filter(|(_, name)| !name.value.is_empty()) {
        match first_uses.get(name.value.as_str()) {
            None => drop(first_uses.insert(&name.value, (index, name.span))),
            Some((_, span)) => {
                faults.push_conflict(name.span, vec![*span], duplicate(Shown::from(&name.value)));
            }
        }
    }
    first_uses
        .into_iter()
        .map(|(name, (index, _))| (name, index))
        .collect()
}

/// The links at both ends of a joint. Reports links that do not exist, or that are the same.
fn find_ends(
    joint: &Joint,
    model: &Model,
    links: &HashMap<&str, usize>,
    faults: &mut Faults,
) -> Option<Ends> {
    let mut find_link = |role: &'static str, name: &Spanned<String>, other_end: &str| {
        let link_index = links.get(name.value.as_str()).copied();
        if link_index.is_none() && !name.value.is_empty() {
            let names = model.links.iter().map(|link| link.name.value.as_str());
            // The world is a valid name even if no joint has named it yet.
            let lacks_world = model.conventions.has_world && !links.contains_key(WORLD);
            let candidates = names.chain(lacks_world.then_some(WORLD));
            let hint = faults.nearest_beside(&name.value, other_end, candidates);
            let (joint, link) = (Shown::from(&joint.name.value), Shown::from(&name.value));
            let fault = Fault::UnknownLink {
                joint,
                role,
                link,
                hint,
            };
            faults.push(name.span, fault);
        }
        link_index
    };
    let parent = find_link("parent", &joint.parent, &joint.child.value);
    let child = find_link("child", &joint.child, &joint.parent.value);
    let ends = Ends {
        parent: parent?,
        child: child?,
    };
    if ends.parent == ends.child {
        let child = &joint.child;
        let (joint, link) = (Shown::from(&joint.name.value), Shown::from(&child.value));
        faults.push(child.span, Fault::JoinsItself { joint, link });
        return None;
    }
    Some(ends)
}

/// For each link, the joint that has it as its child. Reports a second such joint.
fn find_parent_joints(
    model: &Model,
    ends: &[Option<Ends>],
    faults: &mut Faults,
) -> Vec<Option<usize>> {
    let mut parent_joint: Vec<Option<usize>> = vec![None; model.links.len()];
    for (index, ends) in ends.iter().enumerate() {
        let Some(ends) = ends else { continue };
        let Some(first) = parent_joint[ends.child] else {
            parent_joint[ends.child] = Some(index);
            continue;
        };
        let (first, second) = (&model.joints[first], &model.joints[index]);
        let fault = Fault::TwoParents {
            link: Shown::from(&second.child.value),
            first: Shown::from(&first.name.value),
            second_joint: Shown::from(&second.name.value),
        };
        faults.push_conflict(second.child.span, vec![first.child.span], fault);
    }
    parent_joint
}

fn check_cycles(
    model: &Model,
    ends: &[Option<Ends>],
    parent_joint: &[Option<usize>],
    faults: &mut Faults,
) {
    let previous_joint = |joint: usize| ends[joint].and_then(|ends| parent_joint[ends.parent]);
    for mut cycle in cycles(model.joints.len(), previous_joint) {
        cycle[1..].reverse(); // from parents to children
        let joint_names = || cycle.iter().map(|&joint| &model.joints[joint].name);
        let spans: Vec<Span> = joint_names().map(|name| name.span).collect();
        let joints = names(joint_names().map(|name| name.value.as_str()));
        faults.push_conflict(spans[0], spans[1..].to_vec(), Fault::Cycle { joints });
    }
}

/// The only link that is the child of no joint. Reports several such links. There is none if every link is in or below a cycle,
/// which has been reported.
fn find_root(
    model: &Model,
    links: &HashMap<&str, usize>,
    parent_joint: &[Option<usize>],
    faults: &mut Faults,
) -> Option<usize> {
    // `links` does not contain the second of two links with the same name, which has no parent here; the duplicate has
    // already been reported.
    let mut roots: Vec<usize> = links
        .values()
        .copied()
        .filter(|link| parent_joint[*link].is_none())
        .collect();
    roots.sort_unstable();
    if let [root] = roots[..] {
        return Some(root);
    }
    let root_names = || roots.iter().map(|&root| &model.links[root].name);
    let spans: Vec<Span> = root_names().map(|name| name.span).collect();
    if let [first, others @ ..] = &spans[..] {
        let links = names(root_names().map(|name| name.value.as_str()));
        faults.push_conflict(*first, others.to_vec(), Fault::SeveralRoots { links });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_keeps_the_order_of_the_source() {
        let joint = |name: &str, kind: &str, parent: &str, child: &str, content: &str| {
            format!(
                "<joint name='{name}' type='{kind}'><parent link='{parent}'/>\
                 <child link='{child}'/>{content}</joint>"
            )
        };
        let joints = [
            joint("z", "continuous", "root", "a", "<mimic joint='y'/>"),
            joint("y", "continuous", "root", "b", ""),
            joint("x", "fixed", "a", "c", "<mimic joint='y'/>"),
        ]
        .concat();
        let links = ["c", "b", "root", "a"]
            .map(|name| format!("<link name='{name}'/>"))
            .concat();
        let text = format!("<robot name='r'>{links}{joints}</robot>");
        let source = crate::model::Source::new("test", text.as_str());
        let mut faults = Faults::new();
        let model = crate::source::urdf(&source, &mut faults).unwrap();
        let structure = crate::check::check(&model, &mut faults);
        assert!(!faults.finish().has_errors());
        let ends = [(2, 3), (2, 1), (3, 0)].map(|(parent, child)| Ends { parent, child });
        let expected = Structure {
            root: 2,
            ends: ends.to_vec(),
            parent_joint: vec![Some(2), Some(1), None, Some(0)],
            child_joints: vec![vec![], vec![], vec![0, 1], vec![2]],
            mimic: vec![Some(1), None, None],
        };
        assert_eq!(structure, Some(expected));
    }
}
