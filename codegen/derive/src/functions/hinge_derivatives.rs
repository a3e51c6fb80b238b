//! Derivatives of inverse dynamics by composite bodies, for robots whose joints are hinges and floating roots.
//!
//! The inward pass sums the moments of composite bodies and of their motion relative to their own frames. These moments,
//! and the motion of the frame that carries a hinge, give the hinge's columns: the derivatives of the wrench on its
//! composite. The columns are transformed further inwards. At each joint on the way they give the entries in both
//! triangles of all three matrices.

use super::Recursion;
use super::matrix::{Matrix, accumulate};
use crate::kernels::{
    CarrierMotion, ColumnShift, FloatingMotion, HandWritten, HandWrittenMotion, HingeColumns,
    HingeEntries, Hinted, JointFrame, NewtonEuler, RelativeMoments, Twist, rotate_inertia,
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
    /// By the positions: along the motion at a unit of each rate.
    pub by_position: Matrix,
}

impl Recursion<'_, HandWritten> {
    /// Derivatives of the generalized forces of motion and gravity. None if there are no joints, if there are symbolic
    /// terms, or if a joint is neither a hinge nor a floating root.
    pub(super) fn hinge_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Option<ForceDerivatives> {
        let is_root = |body: usize| self.tree.bodies[body].parent.is_none();
        let mut bodies = joints.iter().enumerate();
        let has_columns = |(body, joint): (usize, &JointFrame)| {
            joint.turns_about_z(b) || is_root(body) && joint.is_floating(b)
        };
        if joints.is_empty() || !self.tree.symbolic.is_empty() || !bodies.all(has_columns) {
            return None;
        }
        let mut pass = InwardPass::new(self, b, joints);
        for body in (0..joints.len()).rev() {
            pass.relative_moments[body].hint(b, body);
            if joints[body].turns_about_z(b) {
                pass.add_hinge(b, body)
            } else {
                pass.add_floating_root(b, body)
            }
        }
        Some(pass.sums.with_armatures(b, &self.tree.armature))
    }
}

/// The state of the pass from the tips to the base.
struct InwardPass<'r, 'j> {
    recursion: &'r Recursion<'r, HandWritten>,
    joints: &'r [JointFrame<'j>],
    motions: Vec<HandWrittenMotion>,
    composites: Vec<Inertia>,
    /// For each body, the moments of all motion further outwards relative to the body.
    relative_moments: Vec<RelativeMoments>,
    /// For each body, the columns of all hinges further outwards, in the frame of the body.
    columns: Vec<Vec<ColumnsInFrame>>,
    /// The matrices, with the entries added so far.
    sums: ForceDerivatives,
}

/// The columns of a hinge in the frame of a body.
struct ColumnsInFrame {
    /// The body that the hinge moves.
    hinge: usize,
    /// The columns, about the origin of the last frame to which they were shifted. At parallel axes they are not
    /// shifted, since the entries there follow from each other.
    columns: HingeColumns,
    /// The shift from that origin to the frame's.
    shift: ColumnShift,
    /// The entries at the hinge that was last reached on the way inwards, at first those of the hinge itself.
    entries: HingeEntries,
    /// The position of that last hinge in the frame, if its axis is parallel to that of the hinge of the frame's body.
    parallel_position: Option<Vector3>,
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
            relative_moments: vec![RelativeMoments::at_rest(b); joints.len()],
            columns: joints.iter().map(|_| Vec::new()).collect(),
            sums: ForceDerivatives {
                by_acceleration: zeros.clone(),
                by_rate: zeros.clone(),
                by_position: zeros,
            },
        }
    }

    /// Adds all entries at a hinge, and passes columns and moments on to its parent.
    fn add_hinge(&mut self, b: &mut Builder, hinge: usize) {
        let rotation = &self.joints[hinge].transform.rotation;
        let carrier = CarrierMotion::of(b, &self.motions[hinge]);
        let outer = std::mem::take(&mut self.columns[hinge]);
        let mut columns = Vec::with_capacity(outer.len() + 1);
        for outer_columns in outer {
            let entries = outer_columns.entries(b, &carrier);
            self.add_entries(b, (hinge, outer_columns.hinge), &entries);
            columns.push(
                ColumnsInFrame {
                    entries,
                    ..outer_columns
                }
                .turned(b, rotation),
            );
        }
        let (hinge_columns, moments) = self.columns_of(b, hinge);
        let entries = hinge_columns.diagonal_entries();
        self.add_diagonal_entries(b, hinge, &entries);
        columns.push(ColumnsInFrame {
            hinge,
            columns: hinge_columns,
            shift: ColumnShift::none(b),
            entries,
            parallel_position: None,
        });
        if let Some(parent) = self.recursion.tree.bodies[hinge].parent {
            self.add_to_parent(b, (hinge, parent), columns, &moments);
        }
    }

    /// The columns of a hinge in the frame of its placement, and the moments of motion relative to that frame.
    fn columns_of(&self, b: &mut Builder, hinge: usize) -> (HingeColumns, RelativeMoments) {
        let (kernels, joint) = (self.recursion.kernels, &self.joints[hinge]);
        let rotation = &joint.transform.rotation;
        let inertia = rotate_inertia(b, &self.composites[hinge], rotation);
        let relative_moments = self.relative_moments[hinge].turned(b, rotation);
        let kinds = [InputKind::Qd, InputKind::Qdd];
        let rates = kinds.map(|kind| self.recursion.rates(b, hinge, Some(kind))[0]);
        let moments = kernels.moments_across_hinge(b, &inertia, &relative_moments, rates);
        let parent = self.recursion.tree.bodies[hinge].parent;
        let parent_motion = match parent {
            Some(parent) => self.motions[parent],
            None => kernels.world(b, &self.recursion.tree.gravity),
        };
        let motion = parent_motion.expressed_in(b, &joint.placement);
        let carrier = CarrierMotion::of(b, &motion);
        // Nothing moves relative to the last body of a chain, so relative to that body's frame the columns take fewer
        // operations. But if the carrier is the world, its frame is cheaper: the world's motion is constant.
        let is_last = self
            .recursion
            .tree
            .bodies
            .iter()
            .all(|body| body.parent != Some(hinge));
        let columns = if is_last && parent.is_some() {
            let body_motion = carrier.turning_about_z(b, rates);
            kernels.hinge_columns(b, &inertia, &relative_moments, &body_motion)
        } else {
            kernels.hinge_columns(b, &inertia, &moments, &carrier)
        };
        (columns, moments)
    }

    /// Transforms columns and moments from the frame of a hinge's placement, and adds them to those of the parent.
    fn add_to_parent(
        &mut self,
        b: &mut Builder,
        (hinge, parent): (usize, usize),
        columns: Vec<ColumnsInFrame>,
        relative_moments: &RelativeMoments,
    ) {
        let placement = &self.joints[hinge].placement;
        let (rotation, p) = (&placement.rotation, &placement.translation);
        let moments = relative_moments.turned(b, rotation).shifted(b, p);
        self.relative_moments[parent] = self.relative_moments[parent].plus(b, &moments);
        let double_angular = CarrierMotion::of(b, &self.motions[parent]).double_angular;
        let step = ColumnShift::of(b, p, &double_angular);
        let along_z = [b.zero(), b.zero(), b.one()];
        let is_parallel = rotation[2] == along_z && self.joints[parent].turns_about_z(b);
        for hinge_columns in columns {
            let parent_columns = hinge_columns
                .turned(b, rotation)
                .shifted(b, &step, is_parallel);
            self.columns[parent].push(parent_columns);
        }
    }

    /// Adds the entries of a floating root, and those of each hinge at each axis of the root.
    fn add_floating_root(&mut self, b: &mut Builder, body: usize) {
        let joint = &self.joints[body];
        let qd = self.recursion.rates(b, body, Some(InputKind::Qd));
        let world = self
            .recursion
            .kernels
            .world(b, &self.recursion.tree.gravity);
        let minus_gravity = b.transpose_mul_vec(&joint.placement.rotation, &world.acceleration);
        let root = FloatingMotion {
            velocity: Twist::combine(b, &joint.axes, &qd),
            minus_gravity: b.transpose_mul_vec(&joint.transform.rotation, &minus_gravity),
        };
        let columns = std::mem::take(&mut self.columns[body]);
        let axes = joint.axes.iter().zip(self.recursion.tree.bodies[body].v..);
        for (axis, v) in axes.clone() {
            let (composite, moments) = (&self.composites[body], &self.relative_moments[body]);
            let wrenches = root.wrench_derivatives(b, composite, moments, axis);
            for (sum, wrench) in self.sums.matrices().into_iter().zip(wrenches) {
                for (row_axis, row) in axes.clone() {
                    sum[row][v] = wrench.along(b, row_axis);
                }
            }
            for hinge_columns in &columns {
                let entries = root.entries(b, &hinge_columns.columns, axis);
                let (column, factor) = self.coordinate(hinge_columns.hinge);
                self.sums.add(b, (v, column), factor, &entries);
            }
        }
    }

    /// Adds the entries of an outer hinge at an inner one.
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

    /// Adds the entries of a hinge on the diagonal.
    fn add_diagonal_entries(&mut self, b: &mut Builder, hinge: usize, entries: &HingeEntries) {
        let (v, factor) = self.coordinate(hinge);
        for (sum, entry) in self.sums.matrices().into_iter().zip(entries.inner) {
            accumulate(b, sum, (v, v), &(factor * factor), entry);
        }
    }

    /// The rate of a hinge in the tree's vectors, and the hinge's multiple of it.
    fn coordinate(&self, body: usize) -> (usize, &'r Rational) {
        let body = &self.recursion.tree.bodies[body];
        (body.v, &body.multiplier)
    }
}

impl ColumnsInFrame {
    /// The entries at the hinge of the body in whose frame the columns are.
    fn entries(&self, b: &mut Builder, carrier: &CarrierMotion) -> HingeEntries {
        let (columns, entries) = (&self.columns, &self.entries);
        match &self.parallel_position {
            Some(p) => columns.entries_by_parallel_hinge(b, entries, p, carrier),
            None => columns.entries(b, carrier),
        }
    }

    /// These columns in rotated axes.
    fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            columns: self.columns.turned(b, rotation),
            shift: self.shift.turned(b, rotation),
            ..*self
        }
    }

    /// These columns in the frame of the parent, whose origin is one `step` further. If the parent's hinge is parallel, the
    /// columns keep their origin.
    fn shifted(self, b: &mut Builder, step: &ColumnShift, is_parallel: bool) -> Self {
        let shift = self.shift.plus(b, step);
        if is_parallel {
            Self {
                shift,
                parallel_position: Some(step.former_origin),
                ..self
            }
        } else {
            Self {
                columns: self.columns.shifted(b, &shift),
                shift: ColumnShift::none(b),
                parallel_position: None,
                ..self
            }
        }
    }
}

impl ForceDerivatives {
    /// The matrices by accelerations, rates and positions.
    fn matrices(&mut self) -> [&mut Matrix; 3] {
        [
            &mut self.by_acceleration,
            &mut self.by_rate,
            &mut self.by_position,
        ]
    }

    /// Adds `factor` times the entries of an outer joint at an inner one, in both triangles.
    fn add(
        &mut self,
        b: &mut Builder,
        (inner, outer): (usize, usize),
        factor: &Rational,
        entries: &HingeEntries,
    ) {
        let [by_rate, by_position] = entries.outer;
        let in_row_of_outer = [entries.inner[0], by_rate, by_position];
        let pairs = self.matrices().into_iter().zip(entries.inner);
        for ((sum, in_row_of_inner), in_row_of_outer) in pairs.zip(in_row_of_outer) {
            accumulate(b, sum, (inner, outer), factor, in_row_of_inner);
            accumulate(b, sum, (outer, inner), factor, in_row_of_outer);
        }
    }

    /// These derivatives with the armatures added to the mass matrix.
    fn with_armatures(mut self, b: &mut Builder, armatures: &[Value]) -> Self {
        for (v, &armature) in armatures.iter().enumerate() {
            let entry = &mut self.by_acceleration[v][v];
            *entry = b.add(*entry, armature);
        }
        self
    }
}
