//! Spatial forces and motions: wrenches and twists.

use multibody_program::ir::{Builder, Value, Vector3};

/// Force and moment about a frame's origin, in the frame's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrench {
    /// The force, in N times the tree's unit of length in m.
    pub force: Vector3,
    /// The moment, N m.
    pub moment: Vector3,
}

/// Quantities that can be added and scaled.
pub trait Linear: Sized {
    /// The sum of two values.
    #[must_use]
    fn plus(&self, b: &mut Builder, other: &Self) -> Self;
    /// `factor self`
    #[must_use]
    fn scaled(&self, b: &mut Builder, factor: Value) -> Self;
}

impl Linear for Wrench {
    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            force: b.add3(&self.force, &other.force),
            moment: b.add3(&self.moment, &other.moment),
        }
    }

    fn scaled(&self, b: &mut Builder, factor: Value) -> Self {
        Self {
            force: b.scale3(factor, &self.force),
            moment: b.scale3(factor, &self.moment),
        }
    }
}

impl Wrench {
    /// No force and no moment.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            force: b.zeros(),
            moment: b.zeros(),
        }
    }

    /// The difference of two wrenches.
    pub fn minus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            force: b.sub3(&self.force, &other.force),
            moment: b.sub3(&self.moment, &other.moment),
        }
    }

    /// `motion . wrench`: the power at a twist, or the generalized force along a motion axis.
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
    /// The linear part: the motion of the origin.
    pub linear: Vector3,
    /// The angular part: the rotation of the axes.
    pub angular: Vector3,
}

impl Twist {
    /// No motion.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            linear: b.zeros(),
            angular: b.zeros(),
        }
    }

    /// The sum of two twists.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            linear: b.add3(&self.linear, &other.linear),
            angular: b.add3(&self.angular, &other.angular),
        }
    }

    /// `self x other` of motions: the rate of change of `other` if it is carried along with `self`.
    pub fn crossed(&self, b: &mut Builder, other: &Self) -> Self {
        let shift_part = b.cross(&self.linear, &other.angular);
        let turn_part = b.cross(&self.angular, &other.linear);
        Self {
            linear: b.add3(&shift_part, &turn_part),
            angular: b.cross(&self.angular, &other.angular),
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
