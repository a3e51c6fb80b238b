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
    HingeEntries, Hinted, JointFrame, NewtonEuler, RelativeMoments, Twist, turn_inertia,
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
        let is_root = |body: usize| self.tree.bodies[body].parent.is_none();
        let mut bodies = joints.iter().enumerate();
        let is_known = |(body, joint): (usize, &JointFrame)| {
            joint.turns_about_z(b) || is_root(body) && joint.floats(b)
        };
        if joints.is_empty() || !self.tree.symbolic.is_empty() || !bodies.all(is_known) {
            return None;
        }
        let mut pass = InwardPass::new(self, b, joints);
        for body in (0..joints.len()).rev() {
            pass.moving[body].hint(b, body);
            if joints[body].turns_about_z(b) {
                pass.hinge(b, body)
            } else {
                pass.floating(b, body)
            }
        }
        Some(pass.sums.with_armatures(b, &self.tree.armature))
    }
}

/// What the pass from the tips to the base uses and has computed so far.
struct InwardPass<'r, 'j> {
    recursion: &'r Recursion<'r, HandWritten>,
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
    parallel_place: Option<Vector3>,
}

impl<'r, 'j> InwardPass<'r, 'j> {
    fn new(
        recursion: &'r Recursion<'r, HandWritten>,
        b: &mut Builder,
        joints: &'r [JointFrame<'j>],
    ) -> Self {
        let zeros = vec![vec![b.zero(); recursion.tree.nv]; recursion.tree.nv];
        Self {
            recursion,
            joints,
            motions: recursion.motions(b, joints, Terms::ALONE),
            composites: recursion.composites(b, joints),
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
    fn hinge(&mut self, b: &mut Builder, hinge: usize) {
        let rotation = &self.joints[hinge].transform.rotation;
        let carrier = CarrierMotion::of(b, &self.motions[hinge]);
        let outer = std::mem::take(&mut self.columns[hinge]);
        let mut columns = Vec::with_capacity(outer.len() + 1);
        for column in outer {
            let last = column.entries(b, &carrier);
            self.add_entries(b, (hinge, column.hinge), &last);
            columns.push(HingeColumn { last, ..column }.turned(b, rotation));
        }
        let (hinge_columns, moments) = self.own_columns(b, hinge);
        let last = hinge_columns.own_entries();
        self.add_own(b, hinge, &last);
        columns.push(HingeColumn {
            hinge,
            columns: hinge_columns,
            shift: ColumnShift::none(b),
            last,
            parallel_place: None,
        });
        if let Some(parent) = self.recursion.tree.bodies[hinge].parent {
            self.add_to_parent(b, (hinge, parent), columns, &moments);
        }
    }

    /// The columns of a hinge in the frame of its placement, and the moments of motion relative to that frame.
    fn own_columns(&self, b: &mut Builder, hinge: usize) -> (HingeColumns, RelativeMoments) {
        let (kernels, joint) = (self.recursion.kernels, &self.joints[hinge]);
        let rotation = &joint.transform.rotation;
        let inertia = turn_inertia(b, &self.composites[hinge], rotation);
        let moving = self.moving[hinge].turned(b, rotation);
        let kinds = [InputKind::Qd, InputKind::Qdd];
        let rates = kinds.map(|kind| self.recursion.rates(b, hinge, Some(kind))[0]);
        let moments = kernels.behind_hinge(b, &inertia, &moving, rates);
        let parent = self.recursion.tree.bodies[hinge].parent;
        let parent_motion = match parent {
            Some(parent) => self.motions[parent],
            None => kernels.world(b, &self.recursion.tree.gravity),
        };
        let motion = parent_motion.expressed_in(b, &joint.placement);
        let carrier = CarrierMotion::of(b, &motion);
        // Nothing moves relative to the last body of a chain.
        let is_last = self
            .recursion
            .tree
            .bodies
            .iter()
            .all(|body| body.parent != Some(hinge));
        let columns = if is_last && parent.is_some() {
            let own_motion = carrier.turning_about_z(b, rates);
            kernels.hinge_columns(b, &inertia, &moving, &own_motion)
        } else {
            kernels.hinge_columns(b, &inertia, &moments, &carrier)
        };
        (columns, moments)
    }

    /// Transforms to the parent what is in the frame of a hinge's placement.
    fn add_to_parent(
        &mut self,
        b: &mut Builder,
        (hinge, parent): (usize, usize),
        columns: Vec<HingeColumn>,
        moving: &RelativeMoments,
    ) {
        let placement = &self.joints[hinge].placement;
        let (rotation, p) = (&placement.rotation, &placement.translation);
        let moments = moving.turned(b, rotation).shifted(b, p);
        self.moving[parent] = self.moving[parent].plus(b, &moments);
        let double = CarrierMotion::of(b, &self.motions[parent]).double;
        let step = ColumnShift::of(b, p, &double);
        let along_z = [b.zero(), b.zero(), b.one()];
        let is_parallel = rotation[2] == along_z && self.joints[parent].turns_about_z(b);
        for column in columns {
            let parent_column = column.turned(b, rotation).shifted(b, &step, is_parallel);
            self.columns[parent].push(parent_column);
        }
    }

    /// The entries of a floating root, and of all hinges at the root.
    fn floating(&mut self, b: &mut Builder, body: usize) {
        let joint = &self.joints[body];
        let qd = self.recursion.rates(b, body, Some(InputKind::Qd));
        let lift = self
            .recursion
            .kernels
            .world(b, &self.recursion.tree.gravity)
            .acceleration;
        let lift = b.transpose_mul_vec(&joint.placement.rotation, &lift);
        let root = FloatingMotion {
            velocity: Twist::combine(b, &joint.axes, &qd),
            lift: b.transpose_mul_vec(&joint.transform.rotation, &lift),
        };
        let columns = std::mem::take(&mut self.columns[body]);
        let axes = joint.axes.iter().zip(self.recursion.tree.bodies[body].v..);
        for (axis, v) in axes.clone() {
            let wrenches = root.wrenches(b, &self.composites[body], &self.moving[body], axis);
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
        let ((row, factor), (column, outer_factor)) =
            (self.coordinate(inner), self.coordinate(outer));
        self.sums
            .add(b, (row, column), &(factor * outer_factor), entries);
    }

    /// Adds the entries of a hinge at itself.
    fn add_own(&mut self, b: &mut Builder, hinge: usize, entries: &HingeEntries) {
        let (v, factor) = self.coordinate(hinge);
        for (sum, entry) in self.sums.all().into_iter().zip(entries.inner) {
            accumulate(b, sum, (v, v), &(factor * factor), entry);
        }
    }

    /// The rate of a hinge in the tree's vectors, and the hinge's multiple of it.
    fn coordinate(&self, body: usize) -> (usize, &'r Rational) {
        let body = &self.recursion.tree.bodies[body];
        (body.v, &body.multiplier)
    }
}

impl HingeColumn {
    /// The entries at the hinge of the body.
    fn entries(&self, b: &mut Builder, carrier: &CarrierMotion) -> HingeEntries {
        let (columns, last) = (&self.columns, &self.last);
        match &self.parallel_place {
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
                parallel_place: Some(step.place),
                ..self
            }
        } else {
            Self {
                columns: self.columns.shifted(b, &shift),
                shift: ColumnShift::none(b),
                parallel_place: None,
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
        let pairs = self.all().into_iter().zip(entries.inner);
        for ((sum, in_row_of_inner), in_row_of_outer) in pairs.zip(in_row_of_outer) {
            accumulate(b, sum, (inner, outer), factor, in_row_of_inner);
            accumulate(b, sum, (outer, inner), factor, in_row_of_outer);
        }
    }

    fn with_armatures(mut self, b: &mut Builder, armatures: &[Value]) -> Self {
        for (v, &armature) in armatures.iter().enumerate() {
            let entry = &mut self.by_acceleration[v][v];
            *entry = b.add(*entry, armature);
        }
        self
    }
}
