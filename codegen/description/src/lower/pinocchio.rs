//! Pinocchio's order of joints: depth first as here, but with siblings sorted by name.

use std::collections::BTreeMap;

use crate::check::Structure;
use crate::fault::{Fault, Faults, Shown};
use crate::joint::JointType;
use crate::model::{JointKind, Model, Span, Vocabulary};
use crate::settings::Settings;
use crate::system::{Coordinate, Pinocchio, ROOT_JOINT};

/// Indices of the coordinates in Pinocchio's vectors, if requested; reports joints that Pinocchio does not have.
pub fn pinocchio(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    coordinates: &[Coordinate],
    faults: &mut Faults,
) -> Option<Pinocchio> {
    if !settings.pinocchio {
        return None;
    }
    if model.vocabulary != Vocabulary::Urdf {
        let what = "a robot that is no file".to_owned();
        faults.push(model.name.span, Fault::SettingNoPinocchio { what });
        return None;
    }
    let mut found = Pinocchio::default();
    // First position and first rate of each joint.
    let mut places = BTreeMap::new();
    let root = settings.root.motions().into_iter().map(|(kind, _)| kind);
    let root = JointKind::of(root);
    let what = || format!("a root joined to the world by {}", settings.root);
    found.add(
        ROOT_JOINT,
        &root,
        &mut places,
        model.name.span,
        &what,
        faults,
    );
    for at in by_name(model, structure) {
        let joint = &model.joints[at];
        let name = &joint.name.value;
        let what = || format!("joint `{}`", Shown::from(name));
        found.add(
            name,
            &joint.kind.value,
            &mut places,
            joint.name.span,
            &what,
            faults,
        );
    }
    for coordinate in coordinates {
        let (q, v) = *places.get(coordinate.joint.as_str())?;
        let kind = &coordinate.kind;
        found
            .q
            .extend(kind.in_pinocchio()?.1.iter().map(|at| q + at));
        found.v.extend((0..kind.nv()).map(|at| v + at));
        found
            .pairs
            .extend(has_pair(&**kind).then(|| coordinate.name.clone()));
    }
    Some(found)
}

impl Pinocchio {
    /// Appends a joint.
    fn add<'a>(
        &mut self,
        name: &'a str,
        kind: &JointKind,
        places: &mut BTreeMap<&'a str, (usize, usize)>,
        span: Span,
        what: &dyn Fn() -> String,
        faults: &mut Faults,
    ) {
        let kind = match &kind.0[..] {
            [] => return,
            [only] => only.kind.in_pinocchio().map(|(nq, _)| (nq, only.kind.nv())),
            _ => None,
        };
        let Some((nq, nv)) = kind else {
            faults.push(span, Fault::SettingNoPinocchio { what: what() });
            return;
        };
        places.insert(name, (self.nq, self.nv));
        self.nq += nq;
        self.nv += nv;
    }
}

/// Whether Pinocchio stores the cosine and sine of an angle that is one position here.
fn has_pair(kind: &dyn JointType) -> bool {
    let own = kind.coordinates().len();
    kind.in_pinocchio().is_some_and(|(nq, _)| nq > own)
}

/// All joints, depth first, siblings sorted by name, as by Pinocchio's URDF reader, which iterates over a map.
fn by_name(model: &Model, structure: &Structure) -> Vec<usize> {
    let mut order = Vec::with_capacity(structure.ends.len());
    let below = |link: usize| {
        let mut joints = structure.child_joints[link].clone();
        joints.sort_by(|one, other| {
            let [one, other] = [one, other].map(|at| &model.joints[*at].name.value);
            other.cmp(one)
        });
        joints
    };
    let mut stack = below(structure.root);
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.extend(below(structure.ends[joint].child));
    }
    order
}
