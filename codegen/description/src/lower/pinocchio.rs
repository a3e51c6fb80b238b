//! Pinocchio's order of joints: depth first as here, but with siblings sorted by name.

use std::collections::BTreeMap;

use crate::check::Structure;
use crate::fault::{Fault, Faults, Shown};
use crate::joint::JointType;
use crate::model::{JointKind, Model, Span};
use crate::settings::Settings;
use crate::system::{Coordinate, Pinocchio, ROOT_JOINT};

/// Indices of the coordinates in Pinocchio's vectors, if requested; reports joints that Pinocchio does not have.
pub fn pinocchio_indices(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    coordinates: &[Coordinate],
    faults: &mut Faults,
) -> Option<Pinocchio> {
    if !settings.pinocchio {
        return None;
    }
    if !model.conventions.has_pinocchio_order {
        let noun = match model.conventions.option {
            Some(option) => format!("a robot from {}", option.to_uppercase()),
            None => "a robot that is no file".to_owned(),
        };
        faults.push(model.name.span, Fault::SettingNoPinocchio { what: noun });
        return None;
    }
    let mut pinocchio = Pinocchio::default();
    // First position and first rate of each joint.
    let mut first_indices = BTreeMap::new();
    let root_kinds = settings.root.motions().into_iter().map(|(kind, _)| kind);
    let root = JointKind::of(root_kinds);
    let noun = || format!("a root joined to the world by {}", settings.root);
    pinocchio.add(
        ROOT_JOINT,
        &root,
        &mut first_indices,
        model.name.span,
        &noun,
        faults,
    );
    for index in order_by_name(model, structure) {
        let joint = &model.joints[index];
        let name = &joint.name.value;
        let noun = || format!("joint `{}`", Shown::from(name));
        pinocchio.add(
            name,
            &joint.kind.value,
            &mut first_indices,
            joint.name.span,
            &noun,
            faults,
        );
    }
    for coordinate in coordinates {
        let (q, v) = *first_indices.get(coordinate.joint.as_str())?;
        let kind = &coordinate.kind;
        let (_, indices) = kind.in_pinocchio()?;
        pinocchio.q.extend(indices.iter().map(|index| q + index));
        pinocchio.v.extend((0..kind.nv()).map(|index| v + index));
        pinocchio
            .pairs
            .extend(is_stored_as_pair(&**kind).then(|| coordinate.name.clone()));
    }
    Some(pinocchio)
}

impl Pinocchio {
    /// Appends a joint, or reports that Pinocchio does not have it.
    fn add<'a>(
        &mut self,
        name: &'a str,
        kind: &JointKind,
        first_indices: &mut BTreeMap<&'a str, (usize, usize)>,
        span: Span,
        noun: &dyn Fn() -> String,
        faults: &mut Faults,
    ) {
        let sizes = match kind.motions() {
            [] => return,
            [only] => only.kind.in_pinocchio().map(|(nq, _)| (nq, only.kind.nv())),
            _ => None,
        };
        let Some((nq, nv)) = sizes else {
            faults.push(span, Fault::SettingNoPinocchio { what: noun() });
            return;
        };
        first_indices.insert(name, (self.nq, self.nv));
        self.nq += nq;
        self.nv += nv;
    }
}

/// Whether Pinocchio stores the cosine and sine of an angle that is one position here.
fn is_stored_as_pair(kind: &dyn JointType) -> bool {
    let positions = kind.positions().len();
    kind.in_pinocchio().is_some_and(|(nq, _)| nq > positions)
}

/// All joints, depth first, siblings sorted by name, as by Pinocchio's URDF reader, which iterates over a map.
fn order_by_name(model: &Model, structure: &Structure) -> Vec<usize> {
    let mut order = Vec::with_capacity(structure.ends.len());
    let children = |link: usize| {
        let mut joints = structure.child_joints[link].clone();
        // Descending, since the stack returns the last one first.
        joints.sort_by(|first, second| {
            let [first, second] = [first, second].map(|joint| &model.joints[*joint].name.value);
            second.cmp(first)
        });
        joints
    };
    let mut stack = children(structure.root);
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.extend(children(structure.ends[joint].child));
    }
    order
}
