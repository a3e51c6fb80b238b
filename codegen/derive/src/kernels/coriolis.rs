//! Composite rigid-body inertias with their rates: columns of the Coriolis matrix.
//!
//! An entry of the Coriolis matrix is `C_kj = S_k^T (I a_j + B S_j)`. S_k and S_j are motion axes, `a_j = S_j' + ad_V S_j` is
//! the change of S_j relative to a frame at rest, and I and B are 6x6 matrices of the composite body that both axes move.
//!
//! The derived kernels compute I and B as sums `sum E^T I E` and `sum E^T B E` over the bodies of the composite. E transforms
//! twists from the frame of the composite to that of a body, and B of a body is as Symbolica derives it. The hand-written
//! kernels use mass moments and their rates.

use super::Symbol;
use super::derived::{
    Derived, Matrix6, adjoint, body_inputs, congruent, inline_terms, matrix, plus, times,
    transpose_times, twist_components, wrench,
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

/// The two entries of the Coriolis matrix C for a pair of axes: axis j, which has a [`Coriolis::Column`], and another axis k.
#[derive(Clone, Copy, Debug)]
pub struct CoriolisEntries {
    /// `C_kj`, in the column of axis j.
    pub in_column: Value,
    /// `C_jk`, in the row of axis j.
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
    /// The column of the Coriolis matrix for a motion axis, in the form that can be transformed to the parent.
    fn coriolis_column(
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

/// The sums `sum E^T I E` and `sum E^T B E` over the bodies of a composite.
#[derive(Clone, Copy, Debug)]
pub struct DerivedRate {
    /// The composite's inertia.
    pub inertia: Matrix6,
    /// B of the composite: it gives the part of the Coriolis matrix that does not come from changes of axes.
    pub coriolis: Matrix6,
}

/// The quantities of a composite body from which entries for a motion axis are computed.
#[derive(Clone, Copy, Debug)]
pub struct DerivedColumn {
    /// `I a + B S`, with the change a of the axis S that [`axis_change`] gives.
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
        let (zero_twist, zeros) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(moments, velocity, &zero_twist, &zeros);
        let terms = self.body_terms;
        let body_rate = DerivedRate {
            inertia: matrix(&inline_terms(b, &terms.inertia, &inputs)),
            coriolis: matrix(&inline_terms(b, &terms.coriolis, &inputs)),
        };
        children.iter().fold(body_rate, |sum, child| {
            let e = adjoint(b, child.joint);
            let inertia = congruent(b, &e, &child.composite.inertia);
            let coriolis = congruent(b, &e, &child.composite.coriolis);
            DerivedRate {
                inertia: plus(b, &sum.inertia, &inertia),
                coriolis: plus(b, &sum.coriolis, &coriolis),
            }
        })
    }

    fn coriolis_column(
        &self,
        b: &mut Builder,
        composite: &DerivedRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> DerivedColumn {
        let change = axis_change(b, velocity, axis, axis_rate);
        let change_part = wrench(&times(b, &composite.inertia, &twist_components(&change)));
        let coriolis_part = wrench(&times(b, &composite.coriolis, &twist_components(axis)));
        DerivedColumn {
            rate: change_part.plus(b, &coriolis_part),
            axis_momentum: wrench(&times(b, &composite.inertia, &twist_components(axis))),
            transposed: wrench(&transpose_times(
                b,
                &composite.coriolis,
                &twist_components(axis),
            )),
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

/// The quantities of a composite body from which entries for a motion axis are computed. A unit rate along the axis gives the
/// point r of the body the velocity `f = a + w_j x r`, the field of the axis: a and w_j are the axis's linear and angular part.
#[derive(Clone, Copy, Debug)]
pub struct HandWrittenColumn {
    /// `sum m f'` and `sum m r x f'`, which give the entries in the axis's column; f' is the rate of change of the field.
    pub rate: Wrench,
    /// `sum m f` and `sum m r x f`, which give the entries in the axis's row together with `velocity_moment`.
    pub axis_momentum: Wrench,
    /// `sum m r' x f`
    pub velocity_moment: Vector3,
}

impl Linear for HandWrittenColumn {
    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            rate: self.rate.plus(b, &other.rate),
            axis_momentum: self.axis_momentum.plus(b, &other.axis_momentum),
            velocity_moment: b.add3(&self.velocity_moment, &other.velocity_moment),
        }
    }

    fn scaled(&self, b: &mut Builder, factor: Value) -> Self {
        Self {
            rate: self.rate.scaled(b, factor),
            axis_momentum: self.axis_momentum.scaled(b, factor),
            velocity_moment: b.scale3(factor, &self.velocity_moment),
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
        // r' = w x r: sum m r' = w x h, sum m r r'^T = H [w]x^T; h is the first moment, H the second
        let w = &velocity.angular;
        let momentum = b.cross(w, &moments.first_moment);
        let mixed = std::array::from_fn(|i| b.cross(w, &moments.second_moment[i]));
        let body_rate = HandWrittenRate {
            total: *moments,
            momentum,
            mixed,
        };
        children.iter().fold(body_rate, |sum, child| {
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

    fn coriolis_column(
        &self,
        b: &mut Builder,
        composite: &HandWrittenRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> HandWrittenColumn {
        let (total, momentum, mixed) = (&composite.total, &composite.momentum, &composite.mixed);
        let change = field_change(b, velocity, axis, axis_rate);
        let axis_momentum = unit_momentum(b, total, axis);
        // f' = (a' + w_j' x r) + w_j x r'
        let change_momentum = unit_momentum(b, total, &change);
        // With P = `mixed`: sum m w_j x r' and sum m r x (w_j x r') = (tr P) w_j - P^T w_j
        let turned_momentum = b.cross(&axis.angular, momentum);
        let transposed = Builder::transpose(mixed);
        let turned_moment = angular_momentum(b, &transposed, &axis.angular);
        let rate = Wrench {
            force: b.add3(&change_momentum.force, &turned_momentum),
            moment: b.add3(&change_momentum.moment, &turned_moment),
        };
        // sum m r' x (a + w_j x r) = (sum m r') x a + (tr P) w_j - P w_j
        let linear_part = b.cross(momentum, &axis.linear);
        let angular_part = angular_momentum(b, mixed, &axis.angular);
        HandWrittenColumn {
            rate,
            axis_momentum,
            velocity_moment: b.add3(&linear_part, &angular_part),
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
        let change = field_change(b, velocity, axis, axis_rate);
        let change_part = column.axis_momentum.along(b, &change);
        let velocity_part = b.dot(&axis.angular, &column.velocity_moment);
        CoriolisEntries {
            in_column: entry,
            in_row: b.add(change_part, velocity_part),
        }
    }
}

/// A step from an inner frame to the next outer one on the way to the parent: the pose of the inner frame in the outer one, and
/// the drift of its origin.
struct Step {
    pose: Pose,
    /// Velocity of the inner frame's origin minus that of the outer frame's, in the axes of the outer frame.
    drift: Vector3,
}

impl Step {
    /// The steps from the child's frame to the joint's fixed frame, and from the fixed frame to the parent's, which
    /// turns with `w`. The drift is `R S_v qd + w x p` in the first step and `w x p` in the second: S_v are the linear
    /// parts of the joint's axes, R and p are those of the step's pose, and w is in the axes of its outer frame.
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
    /// These moments in the outer frame of a step.
    fn transformed_by(&self, b: &mut Builder, step: &Step) -> Self {
        let Step { pose, drift } = step;
        let (rotation, p) = (&pose.rotation, &pose.translation);
        let rotated_momentum = b.mul_vec(rotation, &self.momentum);
        let rotated_first = b.mul_vec(rotation, &self.total.first_moment);
        let drift_momentum = b.scale3(self.total.mass, drift);
        let momentum = b.add3(&rotated_momentum, &drift_momentum);
        // With the drift u and h = sum m r: sum m (p + r)(u + r')^T = p (m u + sum m r')^T + h u^T + sum m r r'^T
        let product = b.mul_mat(rotation, &self.mixed);
        let rotated_mixed = b.mul_mat(&product, &Builder::transpose(rotation));
        let mixed = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (left, right) = (b.mul(p[i], momentum[j]), b.mul(rotated_first[i], drift[j]));
                b.sum([rotated_mixed[i][j], left, right])
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
    /// This column in the outer frame of a step.
    fn transformed_by(&self, b: &mut Builder, step: &Step) -> Self {
        let rate = transform_wrench(b, &step.pose, &self.rate);
        let axis_momentum = transform_wrench(b, &step.pose, &self.axis_momentum);
        let rotated_moment = b.mul_vec(&step.pose.rotation, &self.velocity_moment);
        let drift_moment = b.cross(&step.drift, &axis_momentum.force);
        Self {
            rate,
            axis_momentum,
            velocity_moment: b.add3(&rotated_moment, &drift_moment),
        }
    }
}

/// The rates of change of a and w_j, which define the field `a + w_j x r` of a motion axis S, relative to axes that do
/// not turn and an origin that moves with the body's: `a' = S_v' + w x S_v`, `w_j' = S_w' + w x S_w`, with the linear and
/// angular parts S_v and S_w.
fn field_change(b: &mut Builder, velocity: &Twist, axis: &Twist, axis_rate: &Twist) -> Twist {
    let w = &velocity.angular;
    let (linear_part, angular_part) = (b.cross(w, &axis.linear), b.cross(w, &axis.angular));
    Twist {
        linear: b.add3(&axis_rate.linear, &linear_part),
        angular: b.add3(&axis_rate.angular, &angular_part),
    }
}
