//! Composite rigid-body inertias with their rates: columns of the Coriolis matrix.
//!
//! The derived kernels use `sum E^T I E` and `sum E^T B E`, with B of a body as Symbolica derives it. The
//! hand-written kernels use mass moments and their rates.

use super::Symbol;
use super::derived::{
    Derived, Matrix6, adjoint, body_inputs, congruent, fill, flat, matrix, plus, times,
    transpose_times, wrench,
};
use super::hand_written::{
    HandWritten, angular_momentum, in_parent_frame, transform_wrench, unit_momentum,
};
use super::wrenches::Wrenches;
use super::{Hinted, JointFrame, Linear, Twist, Wrench};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};
use multibody_tree::Inertia;

/// A child's composite body that moves, and the joint that connects it to its parent.
pub struct MovingChildComposite<'a, 'j, C> {
    /// The joint.
    pub joint: &'a JointFrame<'j>,
    /// The rates of the joint.
    pub qd: &'a [Value],
    /// The moments of the composite body with their rates.
    pub composite: &'a C,
}

/// The two entries of the Coriolis matrix for a pair of axes: the one that has a [`Coriolis::Column`], and another one.
#[derive(Clone, Copy, Debug)]
pub struct CoriolisEntries {
    /// In the column of the column's axis, and the row of the other one.
    pub in_column: Value,
    /// In the row of the column's axis, and the column of the other one.
    pub in_row: Value,
}

/// The moments of composite bodies with their rates, and columns of the Coriolis matrix.
pub trait Coriolis {
    /// The moments of a composite body with their rates.
    type CompositeRate: Clone + Hinted;
    /// The quantities of a composite body from which entries for a motion axis are computed.
    type Column: Linear;

    /// The moments of a body that moves with `velocity`, together with those of its children, and the rates of these
    /// moments.
    fn composite_rate(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        velocity: &Twist,
        children: &[MovingChildComposite<'_, '_, Self::CompositeRate>],
    ) -> Self::CompositeRate;
    /// Column of the Coriolis matrix for a motion axis, in the form that can be transformed to the parent.
    fn column_rate(
        &self,
        b: &mut Builder,
        composite: &Self::CompositeRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> Self::Column;
    /// A column in the frame of the parent, which moves with `velocity`.
    fn parent_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        velocity: &Twist,
        qd: &[Value],
        column: &Self::Column,
    ) -> Self::Column;
    /// The entries of the Coriolis matrix for the column's axis and a given one, in the same frame.
    fn entries(
        &self,
        b: &mut Builder,
        column: &Self::Column,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> CoriolisEntries;
}

/// `sum E^T I E` and `sum E^T B E`.
#[derive(Clone, Copy, Debug)]
pub struct DerivedRate {
    /// The composite's inertia.
    pub inertia: Matrix6,
    /// B, from which the Coriolis matrix is composed.
    pub coriolis: Matrix6,
}

/// The quantities of a composite body from which entries for a motion axis are computed.
#[derive(Clone, Copy, Debug)]
pub struct DerivedColumn {
    /// `I S' + B S`
    pub rate: Wrench,
    /// `I S`
    pub axis_momentum: Wrench,
    /// `B^T S`
    pub transposed: Wrench,
}

impl Linear for DerivedColumn {
    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            rate: self.rate.plus(b, &other.rate),
            axis_momentum: self.axis_momentum.plus(b, &other.axis_momentum),
            transposed: self.transposed.plus(b, &other.transposed),
        }
    }

    fn scaled(&self, b: &mut Builder, factor: Value) -> Self {
        Self {
            rate: self.rate.scaled(b, factor),
            axis_momentum: self.axis_momentum.scaled(b, factor),
            transposed: self.transposed.scaled(b, factor),
        }
    }
}

impl Hinted for DerivedRate {
    fn hint(&self, b: &mut Builder, body: usize) {
        self.inertia.hint(b, body);
    }
}

impl Coriolis for Derived<'_> {
    type CompositeRate = DerivedRate;
    type Column = DerivedColumn;

    fn composite_rate(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        velocity: &Twist,
        children: &[MovingChildComposite<'_, '_, DerivedRate>],
    ) -> DerivedRate {
        let (still, zero) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(moments, velocity, &still, &zero);
        let terms = self.body;
        let own_rate = DerivedRate {
            inertia: matrix(&fill(b, &terms.inertia, &inputs)),
            coriolis: matrix(&fill(b, &terms.coriolis, &inputs)),
        };
        children.iter().fold(own_rate, |sum, child| {
            let e = adjoint(b, child.joint);
            let inertia = congruent(b, &e, &child.composite.inertia);
            let coriolis = congruent(b, &e, &child.composite.coriolis);
            DerivedRate {
                inertia: plus(b, &sum.inertia, &inertia),
                coriolis: plus(b, &sum.coriolis, &coriolis),
            }
        })
    }

    fn column_rate(
        &self,
        b: &mut Builder,
        composite: &DerivedRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> DerivedColumn {
        let change = axis_change(b, velocity, axis, axis_rate);
        let change_part = wrench(&times(b, &composite.inertia, &flat(&change)));
        let coriolis_part = wrench(&times(b, &composite.coriolis, &flat(axis)));
        DerivedColumn {
            rate: change_part.plus(b, &coriolis_part),
            axis_momentum: wrench(&times(b, &composite.inertia, &flat(axis))),
            transposed: wrench(&transpose_times(b, &composite.coriolis, &flat(axis))),
        }
    }

    fn parent_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        _: &Twist,
        _: &[Value],
        column: &DerivedColumn,
    ) -> DerivedColumn {
        DerivedColumn {
            rate: self.to_parent(b, joint, &column.rate),
            axis_momentum: self.to_parent(b, joint, &column.axis_momentum),
            transposed: self.to_parent(b, joint, &column.transposed),
        }
    }

    fn entries(
        &self,
        b: &mut Builder,
        column: &DerivedColumn,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> CoriolisEntries {
        let entry = column.rate.along(b, axis);
        let change = axis_change(b, velocity, axis, axis_rate);
        let (change_part, transposed_part) = (
            column.axis_momentum.along(b, &change),
            column.transposed.along(b, axis),
        );
        CoriolisEntries {
            in_column: entry,
            in_row: b.add(change_part, transposed_part),
        }
    }
}

/// `S' + ad_V S`: the rate of change of an axis relative to a frame at rest.
pub fn axis_change(b: &mut Builder, velocity: &Twist, axis: &Twist, axis_rate: &Twist) -> Twist {
    let turn_part = b.cross(&velocity.angular, &axis.linear);
    let shift_part = b.cross(&velocity.linear, &axis.angular);
    let linear = b.add3(&turn_part, &shift_part);
    let angular = b.cross(&velocity.angular, &axis.angular);
    axis_rate.plus(b, &Twist { linear, angular })
}

/// Mass moments of a composite body, and moments of its velocities, which give their rates of change.
#[derive(Clone, Copy, Debug)]
pub struct HandWrittenRate {
    /// The mass moments.
    pub total: Inertia,
    /// `sum m r'`: velocities relative to the frame's origin, in the frame's axes.
    pub momentum: Vector3,
    /// `sum m r r'^T`
    pub mixed: Matrix3,
}

/// The quantities of a composite body from which entries for a unit rate and its change are computed.
#[derive(Clone, Copy, Debug)]
pub struct HandWrittenColumn {
    /// d/dt of the momentum field of the unit rate, from which entries in its column follow.
    pub rate: Wrench,
    /// Momentum of the unit rate, from which entries in its row follow.
    pub axis_momentum: Wrench,
    /// `sum m r' x (field of the unit rate)`
    pub rotational: Vector3,
}

impl Linear for HandWrittenColumn {
    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            rate: self.rate.plus(b, &other.rate),
            axis_momentum: self.axis_momentum.plus(b, &other.axis_momentum),
            rotational: b.add3(&self.rotational, &other.rotational),
        }
    }

    fn scaled(&self, b: &mut Builder, factor: Value) -> Self {
        Self {
            rate: self.rate.scaled(b, factor),
            axis_momentum: self.axis_momentum.scaled(b, factor),
            rotational: b.scale3(factor, &self.rotational),
        }
    }
}

impl Hinted for HandWrittenRate {
    fn hint(&self, b: &mut Builder, body: usize) {
        self.total.hint(b, body);
        b.hint_vector(Symbol::Momentum, body, &self.momentum);
        b.hint_matrix(Symbol::MixedMoment, body, &self.mixed);
    }
}

impl Coriolis for HandWritten {
    type CompositeRate = HandWrittenRate;
    type Column = HandWrittenColumn;

    fn composite_rate(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        velocity: &Twist,
        children: &[MovingChildComposite<'_, '_, HandWrittenRate>],
    ) -> HandWrittenRate {
        // r' = w x r: sum m r' = w x h, sum m r r'^T = S [w]x^T
        let w = &velocity.angular;
        let momentum = b.cross(w, &moments.first);
        let mixed = std::array::from_fn(|i| b.cross(w, &moments.second[i]));
        let own_rate = HandWrittenRate {
            total: *moments,
            momentum,
            mixed,
        };
        children.iter().fold(own_rate, |sum, child| {
            let steps = Step::across_joint(b, child.joint, w, child.qd);
            let rate = steps
                .iter()
                .fold(*child.composite, |rate, step| rate.transformed_by(b, step));
            HandWrittenRate {
                total: sum.total.plus(b, &rate.total),
                momentum: b.add3(&sum.momentum, &rate.momentum),
                mixed: std::array::from_fn(|i| b.add3(&sum.mixed[i], &rate.mixed[i])),
            }
        })
    }

    fn column_rate(
        &self,
        b: &mut Builder,
        composite: &HandWrittenRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> HandWrittenColumn {
        let (total, momentum, mixed) = (&composite.total, &composite.momentum, &composite.mixed);
        let field = field_rate(b, velocity, axis, axis_rate);
        let axis_momentum = unit_momentum(b, total, axis);
        let field_column = unit_momentum(b, total, &field);
        // P is `mixed`, w_j the axis's angular part: sum m w_j x r' and sum m r x (w_j x r') = (tr P) w_j - P^T w_j
        let drag = b.cross(&axis.angular, momentum);
        let transposed = Builder::transpose(mixed);
        let drag_moment = angular_momentum(b, &transposed, &axis.angular);
        let rate = Wrench {
            force: b.add3(&field_column.force, &drag),
            moment: b.add3(&field_column.moment, &drag_moment),
        };
        // sum m r' x (a + w_j x r) = (sum m r') x a + (tr P) w_j - P w_j
        let linear_part = b.cross(momentum, &axis.linear);
        let angular_part = angular_momentum(b, mixed, &axis.angular);
        HandWrittenColumn {
            rate,
            axis_momentum,
            rotational: b.add3(&linear_part, &angular_part),
        }
    }

    fn parent_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        velocity: &Twist,
        qd: &[Value],
        column: &HandWrittenColumn,
    ) -> HandWrittenColumn {
        let steps = Step::across_joint(b, joint, &velocity.angular, qd);
        steps
            .iter()
            .fold(*column, |column, step| column.transformed_by(b, step))
    }

    fn entries(
        &self,
        b: &mut Builder,
        column: &HandWrittenColumn,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> CoriolisEntries {
        let entry = column.rate.along(b, axis);
        let field = field_rate(b, velocity, axis, axis_rate);
        let field_part = column.axis_momentum.along(b, &field);
        let rotational_part = b.dot(&axis.angular, &column.rotational);
        CoriolisEntries {
            in_column: entry,
            in_row: b.add(field_part, rotational_part),
        }
    }
}

/// A step from one frame to the next on the way to the parent: the pose of the first in the second, and its drift.
struct Step {
    pose: Pose,
    /// Velocity of the first frame's origin relative to the second's, in the axes of the second.
    drift: Vector3,
}

impl Step {
    /// The steps from the child's frame to the joint's fixed frame, and from the fixed frame to the parent's, which
    /// turns with `w`. The first drifts by `R S_v qd + w x p`, the second by `w x p`.
    fn across_joint(b: &mut Builder, joint: &JointFrame, w: &Vector3, qd: &[Value]) -> [Self; 2] {
        let joint_velocity = Twist::combine(b, &joint.axes, qd);
        let slide = b.mul_vec(&joint.transform.rotation, &joint_velocity.linear);
        let turning = b.transpose_mul_vec(&joint.placement.rotation, w);
        let tangential_velocity = b.cross(&turning, &joint.transform.translation);
        let inner = Self {
            pose: joint.transform,
            drift: b.add3(&slide, &tangential_velocity),
        };
        let drift = b.cross(w, &joint.placement.translation);
        [
            inner,
            Self {
                pose: joint.placement,
                drift,
            },
        ]
    }
}

impl HandWrittenRate {
    fn transformed_by(&self, b: &mut Builder, step: &Step) -> Self {
        let Step { pose, drift } = step;
        let (r, p) = (&pose.rotation, &pose.translation);
        let rotated_momentum = b.mul_vec(r, &self.momentum);
        let first = b.mul_vec(r, &self.total.first);
        let drift_momentum = b.scale3(self.total.mass, drift);
        let momentum = b.add3(&rotated_momentum, &drift_momentum);
        // sum m (p + r)(u + r')^T = p (m u + sum m r')^T + h u^T + sum m r r'^T
        let product = b.mul_mat(r, &self.mixed);
        let mixed = b.mul_mat(&product, &Builder::transpose(r));
        let mixed = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (left, right) = (b.mul(p[i], momentum[j]), b.mul(first[i], drift[j]));
                b.sum([mixed[i][j], left, right])
            })
        });
        Self {
            total: in_parent_frame(b, &self.total, pose),
            momentum,
            mixed,
        }
    }
}

impl HandWrittenColumn {
    fn transformed_by(&self, b: &mut Builder, step: &Step) -> Self {
        let rate = transform_wrench(b, &step.pose, &self.rate);
        let axis_momentum = transform_wrench(b, &step.pose, &self.axis_momentum);
        let rotated_moment = b.mul_vec(&step.pose.rotation, &self.rotational);
        let drift_moment = b.cross(&step.drift, &axis_momentum.force);
        Self {
            rate,
            axis_momentum,
            rotational: b.add3(&rotated_moment, &drift_moment),
        }
    }
}

/// The rate of change of the field `a + w_j x r` of a motion axis at the moving origin, in an inertial frame:
/// `a' = S_v' + w x S_v`, `w_j' = S_w' + w x S_w`.
fn field_rate(b: &mut Builder, velocity: &Twist, axis: &Twist, axis_rate: &Twist) -> Twist {
    let w = &velocity.angular;
    let (linear_part, angular_part) = (b.cross(w, &axis.linear), b.cross(w, &axis.angular));
    Twist {
        linear: b.add3(&axis_rate.linear, &linear_part),
        angular: b.add3(&axis_rate.angular, &angular_part),
    }
}
