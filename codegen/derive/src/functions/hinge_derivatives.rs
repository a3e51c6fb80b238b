//! Derivatives of inverse dynamics by composite bodies, for robots whose joints are hinges, with or without a floating
//! root.
//!
//! The inward pass sums the moments of composite bodies and of their motion relative to their own frames. With the motion
//! of what carries a hinge they give the hinge's columns, which are transformed further inwards. At each joint on the
//! way they give the entries in both triangles of all three matrices.

use super::Recursion;
use super::matrix::{Matrix, accumulate};
use crate::kernels::{
    CarrierMotion, ColumnShift, FloatingMotion, HandWritten, HandWrittenMotion, HingeColumns,
    HingeEntries, Hinted, JointFrame, NewtonEuler, RelativeMoments, Twist, turned,
};
use multibody_description::function::Terms;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};
use multibody_tree::Inertia;

/// Derivatives of generalized forces, by rows.
pub struct ForceDerivatives {
    /// By the accelerations: the mass matrix.
    pub by_acceleration: Matrix,
    /// By the rates.
    pub by_rate: Matrix,
    /// Along the motion at each rate.
    pub by_position: Matrix,
}

impl Recursion<'_, HandWritten> {
    /// Derivatives of the generalized forces of motion and gravity; none unless all joints are hinges or floating roots.
    pub(super) fn hinge_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Option<ForceDerivatives> {
        let is_root = |at: usize| self.tree.bodies[at].parent.is_none();
        let mut bodies = joints.iter().enumerate();
        let is_known = |(at, joint): (usize, &JointFrame)| {
            joint.turns_about_z(b) || is_root(at) && joint.floats(b)
        };
        if joints.is_empty() || !self.tree.symbolic.is_empty() || !bodies.all(is_known) {
            return None;
        }
        let mut pass = InwardPass::new(self, b, joints);
        for at in (0..joints.len()).rev() {
            pass.moving[at].hint(b, at);
            if joints[at].turns_about_z(b) {
                pass.hinge(b, at)
            } else {
                pass.floating(b, at)
            }
        }
        Some(pass.sums.with_armatures(b, &self.tree.armature))
    }
}

/// What the pass from the tips to the base uses and has computed so far.
struct InwardPass<'r, 'j> {
    of: &'r Recursion<'r, HandWritten>,
    joints: &'r [JointFrame<'j>],
    motions: Vec<HandWrittenMotion>,
    composites: Vec<Inertia>,
    /// For each body, the moments of all motion further outwards relative to the body.
    moving: Vec<RelativeMoments>,
    /// For each body, the columns of all hinges further outwards, in the frame of the body.
    columns: Vec<Vec<HingeColumn>>,
    sums: ForceDerivatives,
}

/// The columns of a hinge in the frame of a body.
struct HingeColumn {
    /// The body that the hinge moves.
    hinge: usize,
    /// The columns, about an origin from which `shift` leads to that of the frame. Entries at parallel axes follow from each
    /// other, so these axes are passed without a shift.
    columns: HingeColumns,
    /// The shift that is left.
    shift: ColumnShift,
    /// The entries at the hinge passed last, or of the hinge itself.
    last: HingeEntries,
    /// The place of the hinge passed last if its axis is parallel to that of the body's hinge.
    beside: Option<Vector3>,
}

impl<'r, 'j> InwardPass<'r, 'j> {
    fn new(
        of: &'r Recursion<'r, HandWritten>,
        b: &mut Builder,
        joints: &'r [JointFrame<'j>],
    ) -> Self {
        let zeros = vec![vec![b.zero(); of.tree.nv]; of.tree.nv];
        Self {
            of,
            joints,
            motions: of.motions(b, joints, Terms::ALONE),
            composites: of.composites(b, joints),
            moving: vec![RelativeMoments::at_rest(b); joints.len()],
            columns: joints.iter().map(|_| Vec::new()).collect(),
            sums: ForceDerivatives {
                by_acceleration: zeros.clone(),
                by_rate: zeros.clone(),
                by_position: zeros,
            },
        }
    }

    /// All entries at a hinge, and what its carrier needs of it.
    fn hinge(&mut self, b: &mut Builder, at: usize) {
        let rotation = &self.joints[at].transform.rotation;
        let carrier = CarrierMotion::of(b, &self.motions[at]);
        let outer = std::mem::take(&mut self.columns[at]);
        let mut columns = Vec::with_capacity(outer.len() + 1);
        for column in outer {
            let last = column.entries(b, &carrier);
            self.add_entries(b, (at, column.hinge), &last);
            columns.push(HingeColumn { last, ..column }.turned(b, rotation));
        }
        let (own, seen) = self.own_columns(b, at);
        let last = own.own_entries();
        self.add_own(b, at, &last);
        columns.push(HingeColumn {
            hinge: at,
            columns: own,
            shift: ColumnShift::none(b),
            last,
            beside: None,
        });
        if let Some(parent) = self.of.tree.bodies[at].parent {
            self.add_to_parent(b, (at, parent), columns, &seen);
        }
    }

    /// The columns of a hinge in the frame of its placement, and the moments of motion relative to that frame.
    fn own_columns(&self, b: &mut Builder, at: usize) -> (HingeColumns, RelativeMoments) {
        let (kernels, joint) = (self.of.kernels, &self.joints[at]);
        let rotation = &joint.transform.rotation;
        let inertia = turned(b, &self.composites[at], rotation);
        let moving = self.moving[at].turned(b, rotation);
        let kinds = [InputKind::Qd, InputKind::Qdd];
        let rates = kinds.map(|kind| self.of.rates(b, at, Some(kind))[0]);
        let seen = kernels.behind_hinge(b, &inertia, &moving, rates);
        let parent = self.of.tree.bodies[at].parent;
        let carrier = match parent {
            Some(parent) => self.motions[parent],
            None => kernels.world(b, &self.of.tree.gravity),
        };
        let carrier = carrier.expressed_in(b, &joint.placement);
        let carrier = CarrierMotion::of(b, &carrier);
        // Nothing moves relative to the last body of a chain.
        let is_last = self
            .of
            .tree
            .bodies
            .iter()
            .all(|body| body.parent != Some(at));
        let columns = if is_last && parent.is_some() {
            let own = carrier.turning_about_z(b, rates);
            kernels.hinge_columns(b, &inertia, &moving, &own)
        } else {
            kernels.hinge_columns(b, &inertia, &seen, &carrier)
        };
        (columns, seen)
    }

    /// Transforms to the parent what is in the frame of a hinge's placement.
    fn add_to_parent(
        &mut self,
        b: &mut Builder,
        (at, parent): (usize, usize),
        columns: Vec<HingeColumn>,
        moving: &RelativeMoments,
    ) {
        let placement = &self.joints[at].placement;
        let (rotation, p) = (&placement.rotation, &placement.translation);
        let moving = moving.turned(b, rotation).shifted(b, p);
        self.moving[parent] = self.moving[parent].plus(b, &moving);
        let double = CarrierMotion::of(b, &self.motions[parent]).double;
        let step = ColumnShift::of(b, p, &double);
        let along_z = [b.zero(), b.zero(), b.one()];
        let is_parallel = rotation[2] == along_z && self.joints[parent].turns_about_z(b);
        for column in columns {
            let turned = column.turned(b, rotation);
            let seen = turned.shifted(b, &step, is_parallel);
            self.columns[parent].push(seen);
        }
    }

    /// The entries of a floating root, and of all hinges at the root.
    fn floating(&mut self, b: &mut Builder, at: usize) {
        let joint = &self.joints[at];
        let qd = self.of.rates(b, at, Some(InputKind::Qd));
        let lift = self.of.kernels.world(b, &self.of.tree.gravity).acceleration;
        let lift = b.transpose_mul_vec(&joint.placement.rotation, &lift);
        let root = FloatingMotion {
            velocity: Twist::combine(b, &joint.axes, &qd),
            lift: b.transpose_mul_vec(&joint.transform.rotation, &lift),
        };
        let columns = std::mem::take(&mut self.columns[at]);
        let axes = joint.axes.iter().zip(self.of.tree.bodies[at].v..);
        for (axis, v) in axes.clone() {
            let wrenches = root.wrenches(b, &self.composites[at], &self.moving[at], axis);
            for (sum, wrench) in self.sums.all().into_iter().zip(wrenches) {
                for (axis, row) in axes.clone() {
                    sum[row][v] = wrench.along(b, axis);
                }
            }
            for HingeColumn { hinge, columns, .. } in &columns {
                let entries = root.entries(b, columns, axis);
                let (column, factor) = self.coordinate(*hinge);
                self.sums.add(b, (v, column), factor, &entries);
            }
        }
    }

    fn add_entries(
        &mut self,
        b: &mut Builder,
        (inner, outer): (usize, usize),
        entries: &HingeEntries,
    ) {
        let ((row, factor), (column, other)) = (self.coordinate(inner), self.coordinate(outer));
        self.sums.add(b, (row, column), &(factor * other), entries);
    }

    /// Adds the entries of a hinge at itself.
    fn add_own(&mut self, b: &mut Builder, at: usize, entries: &HingeEntries) {
        let (v, factor) = self.coordinate(at);
        for (sum, entry) in self.sums.all().into_iter().zip(entries.inner) {
            accumulate(b, sum, (v, v), &(factor * factor), entry);
        }
    }

    /// The rate of a hinge in the tree's vectors, and the hinge's multiple of it.
    fn coordinate(&self, body: usize) -> (usize, &'r Rational) {
        let body = &self.of.tree.bodies[body];
        (body.v, &body.multiplier)
    }
}

impl HingeColumn {
    /// The entries at the hinge of the body.
    fn entries(&self, b: &mut Builder, carrier: &CarrierMotion) -> HingeEntries {
        let (columns, last) = (&self.columns, &self.last);
        match &self.beside {
            Some(p) => columns.entries_beside(b, last, p, carrier),
            None => columns.entries(b, carrier),
        }
    }

    /// The same in rotated axes.
    fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            columns: self.columns.turned(b, rotation),
            shift: self.shift.turned(b, rotation),
            ..*self
        }
    }

    /// The same about the parent's origin. It stays to be shifted to this if the parent's hinge is parallel, and has this place.
    fn shifted(self, b: &mut Builder, step: &ColumnShift, is_parallel: bool) -> Self {
        let shift = self.shift.plus(b, step);
        if is_parallel {
            Self {
                shift,
                beside: Some(step.place),
                ..self
            }
        } else {
            Self {
                columns: self.columns.shifted(b, &shift),
                shift: ColumnShift::none(b),
                beside: None,
                ..self
            }
        }
    }
}

impl ForceDerivatives {
    /// By accelerations, rates and positions.
    fn all(&mut self) -> [&mut Matrix; 3] {
        [
            &mut self.by_acceleration,
            &mut self.by_rate,
            &mut self.by_position,
        ]
    }

    /// Adds the entries of an outer joint at an inner one, which are in both triangles.
    fn add(
        &mut self,
        b: &mut Builder,
        (inner, outer): (usize, usize),
        factor: &Rational,
        entries: &HingeEntries,
    ) {
        let [by_rate, by_position] = entries.outer;
        let in_row_of_outer = [entries.inner[0], by_rate, by_position];
        let each = self.all().into_iter().zip(entries.inner);
        for ((sum, in_row_of_inner), in_row_of_outer) in each.zip(in_row_of_outer) {
            accumulate(b, sum, (inner, outer), factor, in_row_of_inner);
            accumulate(b, sum, (outer, inner), factor, in_row_of_outer);
        }
    }

    fn with_armatures(mut self, b: &mut Builder, armatures: &[Value]) -> Self {
        for (v, &armature) in armatures.iter().enumerate() {
            let own = &mut self.by_acceleration[v][v];
            *own = b.add(*own, armature);
        }
        self
    }
}
