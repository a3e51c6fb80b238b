//! Derivatives of inverse dynamics by composite bodies, for robots whose joints are hinges, with or without a floating
//! root.
//!
//! Moments of composite bodies and of their motion relative to their own frames are propagated inwards. Columns of each
//! hinge follow from them and from the motion of the hinge's carrier, and are propagated further inwards; at each
//! joint on the way they give the entries in both triangles of all three matrices.

use super::Recursion;
use super::matrix::{Matrix, accumulate};
use crate::kernels::{
    CarrierMotion, FloatingMotion, HandWritten, HandWrittenMotion, HingeColumns, JointFrame,
    NewtonEuler, RelativeMoments, Twist, turned,
};
use multibody_description::function::Terms;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind};
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

/// The columns of a hinge, and the hinge.
struct HingeColumn {
    body: usize,
    columns: HingeColumns,
}

/// The kinds of joints for which there are columns.
enum Part {
    Hinge,
    Floating,
}

impl Recursion<'_, HandWritten> {
    /// Derivatives of the generalized forces of motion and gravity; none unless all joints are hinges or floating roots.
    pub(super) fn hinge_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Option<ForceDerivatives> {
        let bodies = joints.iter().enumerate();
        let parts = bodies.map(|(at, joint)| self.part(b, at, joint));
        let parts: Vec<Part> = parts.collect::<Option<_>>()?;
        if joints.is_empty() || !self.tree.symbolic.is_empty() {
            return None;
        }
        let motions = self.motions(b, joints, Terms::ALONE);
        let composites = self.composites(b, joints);
        let zeros = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        let mut sums = ForceDerivatives {
            by_acceleration: zeros.clone(),
            by_rate: zeros.clone(),
            by_position: zeros,
        };
        let mut moving = vec![RelativeMoments::at_rest(b); joints.len()];
        let mut needed: Vec<Vec<HingeColumn>> = joints.iter().map(|_| Vec::new()).collect();
        for at in (0..joints.len()).rev() {
            let columns = std::mem::take(&mut needed[at]);
            match parts[at] {
                Part::Hinge => {
                    self.add_entries(b, &mut sums, at, &motions[at], &columns);
                    let own = (&composites[at], moving[at]);
                    let (own, seen) = self.at_hinge(b, joints, &motions, at, own);
                    self.add_own(b, &mut sums, at, &own);
                    let Some(parent) = self.tree.bodies[at].parent else {
                        continue;
                    };
                    let joint = &joints[at];
                    let two = b.integer(2);
                    let double = b.scale3(two, &motions[parent].angular);
                    let turned = columns.into_iter().map(|of| HingeColumn {
                        columns: of.columns.turned(b, &joint.transform.rotation),
                        ..of
                    });
                    let mut all: Vec<HingeColumn> = turned.collect();
                    all.push(HingeColumn {
                        body: at,
                        columns: own,
                    });
                    needed[parent].extend(all.into_iter().map(|of| HingeColumn {
                        columns: of.columns.to_parent(b, &joint.placement, &double),
                        ..of
                    }));
                    let seen = seen
                        .turned(b, &joint.placement.rotation)
                        .shifted(b, &joint.placement.translation);
                    moving[parent] = moving[parent].plus(b, &seen);
                }
                Part::Floating => {
                    let whole = (&composites[at], &moving[at]);
                    self.add_floating(b, &mut sums, (at, &joints[at]), whole, &columns);
                }
            }
        }
        for (v, &armature) in self.tree.armature.iter().enumerate() {
            let own = &mut sums.by_acceleration[v][v];
            *own = b.add(*own, armature);
        }
        Some(sums)
    }

    /// The kind of a joint; none if there are no columns for it.
    fn part(&self, b: &mut Builder, at: usize, joint: &JointFrame) -> Option<Part> {
        if joint.turns_about_z(b) {
            return Some(Part::Hinge);
        }
        let is_root = self.tree.bodies[at].parent.is_none();
        (is_root && joint.floats(b)).then_some(Part::Floating)
    }

    /// The columns of a hinge in the frame of its placement, and the relative moments of its composite there.
    fn at_hinge(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        motions: &[HandWrittenMotion],
        at: usize,
        (composite, moving): (&Inertia, RelativeMoments),
    ) -> (HingeColumns, RelativeMoments) {
        let joint = &joints[at];
        let rotation = &joint.transform.rotation;
        let (inertia, moving) = (turned(b, composite, rotation), moving.turned(b, rotation));
        let [qd, qdd] =
            [InputKind::Qd, InputKind::Qdd].map(|kind| self.rates(b, at, Some(kind))[0]);
        let seen = self.kernels.behind_hinge(b, &inertia, &moving, [qd, qdd]);
        let carrier = match self.tree.bodies[at].parent {
            Some(parent) => motions[parent],
            None => self.kernels.world(b, &self.tree.gravity),
        };
        let carrier = carrier.expressed_in(b, &joint.placement);
        let carrier = CarrierMotion::of(b, &carrier);
        let is_leaf = self.tree.bodies.iter().all(|body| body.parent != Some(at));
        let is_carried = self.tree.bodies[at].parent.is_some();
        let columns = match is_leaf && is_carried {
            true => {
                let own = carrier.turning_about_z(b, [qd, qdd]);
                self.kernels.hinge_columns(b, &inertia, &moving, &own)
            }
            false => self.kernels.hinge_columns(b, &inertia, &seen, &carrier),
        };
        (columns, seen)
    }

    /// Adds the entries of a hinge at itself.
    fn add_own(&self, b: &mut Builder, sums: &mut ForceDerivatives, at: usize, own: &HingeColumns) {
        let (v, factor) = self.coordinate(at);
        let weight = factor * factor;
        let entries = [&own.by_acceleration, &own.by_rate, &own.by_position];
        for (sum, of) in sums.all().into_iter().zip(entries) {
            accumulate(b, sum, (v, v), &weight, of.moment[2]);
        }
    }

    /// Adds the entries of outer hinges at a hinge.
    fn add_entries(
        &self,
        b: &mut Builder,
        sums: &mut ForceDerivatives,
        at: usize,
        motion: &HandWrittenMotion,
        columns: &[HingeColumn],
    ) {
        let carrier = CarrierMotion::of(b, motion);
        let (row, factor) = self.coordinate(at);
        for HingeColumn { body, columns } in columns {
            let (v, other) = self.coordinate(*body);
            let weight = factor * other;
            let entries = columns.entries(b, &carrier);
            let [by_rate, by_position] = entries.outer;
            let outer = [entries.inner[0], by_rate, by_position];
            for ((sum, inner), outer) in sums.all().into_iter().zip(entries.inner).zip(outer) {
                accumulate(b, sum, (row, v), &weight, inner);
                accumulate(b, sum, (v, row), &weight, outer);
            }
        }
    }

    /// Adds the entries of a floating root, and of all hinges at the root.
    fn add_floating(
        &self,
        b: &mut Builder,
        sums: &mut ForceDerivatives,
        (at, joint): (usize, &JointFrame),
        (inertia, moving): (&Inertia, &RelativeMoments),
        columns: &[HingeColumn],
    ) {
        let qd = self.rates(b, at, Some(InputKind::Qd));
        let lift = self.kernels.world(b, &self.tree.gravity).acceleration;
        let lift = b.transpose_mul_vec(&joint.placement.rotation, &lift);
        let root = FloatingMotion {
            velocity: Twist::combine(b, &joint.axes, &qd),
            lift: b.transpose_mul_vec(&joint.transform.rotation, &lift),
        };
        let one = Rational::ONE;
        let first = self.tree.bodies[at].v;
        let axes = joint.axes.iter().zip(first..);
        for (axis, v) in axes.clone() {
            let wrenches = root.wrenches(b, inertia, moving, axis);
            for (sum, wrench) in sums.all().into_iter().zip(wrenches) {
                for (axis, row) in axes.clone() {
                    let entry = wrench.along(b, axis);
                    accumulate(b, sum, (row, v), &one, entry);
                }
            }
            for HingeColumn { body, columns } in columns {
                let (hinge, factor) = self.coordinate(*body);
                let all = [
                    &columns.by_acceleration,
                    &columns.by_rate,
                    &columns.by_position,
                ];
                let inner = all.map(|wrench| wrench.along(b, axis));
                let [by_rate, by_position] = root.forces(b, columns, axis);
                let outer = [inner[0], by_rate, by_position];
                for ((sum, inner), outer) in sums.all().into_iter().zip(inner).zip(outer) {
                    accumulate(b, sum, (v, hinge), factor, inner);
                    accumulate(b, sum, (hinge, v), factor, outer);
                }
            }
        }
    }

    /// The rate of a hinge, and the hinge's rate as a multiple of it.
    fn coordinate(&self, body: usize) -> (usize, &Rational) {
        let body = &self.tree.bodies[body];
        (body.v, &body.multiplier)
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
}
