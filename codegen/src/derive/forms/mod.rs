//! The local steps of the recursions: from a body to the next, and inside a body.
//!
//! Every step exists as Symbolica derives it from transform, kinetic and potential energy
//! ([`Derived`]), and some also as people have written it down in fewer operations ([`Written`]).
//! The recursions of [`functions`](super::functions) are the same for both.

pub mod derived;
mod joint_frame;
mod turn;
pub mod written;

pub use derived::Derived;
pub use joint_frame::JointFrame;
pub use turn::Rotation;
pub use written::Written;

use crate::ir::{Builder, Value, Vector3};
use crate::tree::Inertia;

/// Force and moment about a frame's origin, in the frame's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrench {
    /// N
    pub force: Vector3,
    /// N m
    pub moment: Vector3,
}

impl Wrench {
    /// Nothing.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            force: b.zeros(),
            moment: b.zeros(),
        }
    }

    /// The sum of two.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            force: b.add3(&self.force, &other.force),
            moment: b.add3(&self.moment, &other.moment),
        }
    }

    /// The difference of two.
    pub fn minus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            force: b.sub3(&self.force, &other.force),
            moment: b.sub3(&self.moment, &other.moment),
        }
    }

    /// `factor wrench`
    pub fn scaled(&self, b: &mut Builder, factor: Value) -> Self {
        Self {
            force: b.scale3(factor, &self.force),
            moment: b.scale3(factor, &self.moment),
        }
    }

    /// `motion . wrench`, the power of a twist or the share of a motion axis.
    pub fn along(&self, b: &mut Builder, motion: &Twist) -> Value {
        let (linear, angular) = (
            b.dot(&motion.linear, &self.force),
            b.dot(&motion.angular, &self.moment),
        );
        b.add(linear, angular)
    }
}

/// Linear and angular part of a motion of a frame, in the frame's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twist {
    /// Of the origin.
    pub linear: Vector3,
    /// Of the axes.
    pub angular: Vector3,
}

impl Twist {
    /// None.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            linear: b.zeros(),
            angular: b.zeros(),
        }
    }

    /// The sum of two.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            linear: b.add3(&self.linear, &other.linear),
            angular: b.add3(&self.angular, &other.angular),
        }
    }

    /// `sum of weight * twist`
    pub fn combine(b: &mut Builder, twists: &[Self], weights: &[Value]) -> Self {
        twists
            .iter()
            .zip(weights)
            .fold(Self::zero(b), |sum, (twist, &weight)| {
                let part = Self {
                    linear: b.scale3(weight, &twist.linear),
                    angular: b.scale3(weight, &twist.angular),
                };
                sum.plus(b, &part)
            })
    }
}

/// The mass moments of a body, and which body it is.
#[derive(Clone, Copy, Debug)]
pub struct Mass<'a> {
    /// About the origin of the body's frame.
    pub moments: &'a Inertia,
    /// Position in the tree.
    pub body: usize,
}

/// The local steps.
pub trait Forms {
    /// How a frame moves: all that accelerations and wrenches need.
    type Motion: Clone;
    /// Moments of a body and all that it carries.
    type Composite: Clone;
    /// The same with their rates.
    type CompositeRate: Clone;
    /// What accelerating one rate asks of a composite.
    type Column: Clone;
    /// Articulated-body inertia: the wrench that a unit acceleration of a frame asks for, all that
    /// it carries free to give way.
    type Articulated: Clone;

    /// The world, falling upwards against gravity so that all bodies feel it.
    fn world(&self, b: &mut Builder, gravity: &Vector3) -> Self::Motion;
    /// A child's motion from its parent's.
    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &Self::Motion,
        qd: &[Value],
        qdd: &[Value],
    ) -> Self::Motion;
    /// What a body's motion asks for: d/dt(dT/dV) and its adjoint, and dV by the body's place.
    fn wrench(&self, b: &mut Builder, mass: Mass<'_>, motion: &Self::Motion) -> Wrench;
    /// What a wrench on the child does to the joint's own rates.
    fn project(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Vec<Value>;
    /// A wrench on the child as one on the parent.
    fn retreat(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Wrench;

    /// A child's twist from its parent's.
    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist;
    /// T of one body.
    fn kinetic_energy(&self, b: &mut Builder, mass: Mass<'_>, velocity: &Twist) -> Value;

    /// The moments of a body and of its children, each behind its joint.
    fn composite(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        children: &[(&JointFrame, &Self::Composite)],
    ) -> Self::Composite;
    /// Column of the mass matrix for a motion axis of the composite's own joint.
    fn column(&self, b: &mut Builder, composite: &Self::Composite, axis: &Twist) -> Wrench;

    /// The moments and their rates of a body that moves with `velocity`, and of its children.
    fn composite_rate(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        velocity: &Twist,
        children: &[(&JointFrame, &Self::CompositeRate, &[Value])],
    ) -> Self::CompositeRate;
    /// Column of the Coriolis matrix for a motion axis: what the parent sees of it.
    fn column_rate(
        &self,
        b: &mut Builder,
        composite: &Self::CompositeRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> Self::Column;
    /// A column as seen from the parent, which moves with `velocity`.
    fn retreat_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        velocity: &Twist,
        qd: &[Value],
        column: &Self::Column,
    ) -> Self::Column;
    /// Entries (own axis, column) and (column, own axis) of the Coriolis matrix.
    fn entries(
        &self,
        b: &mut Builder,
        column: &Self::Column,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> (Value, Value);

    /// The inertia of a body alone.
    fn articulated(&self, b: &mut Builder, mass: Mass<'_>) -> Self::Articulated;
    /// A body's inertia and that of a child behind its joint.
    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Self::Articulated,
        joint: &JointFrame,
        child: &Self::Articulated,
    ) -> Self::Articulated;
    /// The wrench that a unit acceleration along an axis asks for: `U = I S`.
    fn response(&self, b: &mut Builder, body: &Self::Articulated, axis: &Twist) -> Wrench;
    /// What is left where an axis gives way: `I - U U^T / D` with `gain = U / D`.
    fn released(
        &self,
        b: &mut Builder,
        body: &Self::Articulated,
        response: &Wrench,
        gain: &Wrench,
    ) -> Self::Articulated;
}
