//! Joints that are locked at a position (welded).

use crate::joint::JointPrograms;
use crate::model::Joint;
use multibody_program::exact::{Angle, Rational, RationalMatrix, rotation};
use multibody_program::ir::{Exact, Input, InputKind};

/// Rotation and translation of a joint at `position`, in the joint's frame; `axes` has the axes of each motion's frame there.
/// `None` if the joint does not have exactly one elementary motion.
pub fn pose(
    joint: &Joint,
    position: &Rational,
    axes: &[RationalMatrix],
) -> Option<(RationalMatrix, [Rational; 3])> {
    let [motion] = joint.kind.value.motions() else {
        return None;
    };
    let (input, axes) = (Input::new(InputKind::Local, 0), &axes[0]);
    let mut arithmetic = Exact::default();
    arithmetic.numbers.insert(input, position.clone());
    let angle = Angle::of_radians(position);
    arithmetic.angles.insert(input, angle);
    let result = arithmetic.evaluate(&JointPrograms::of(&*motion.kind).transform);
    let entries =
        result.expect("what can be fixed is stated by a position and its sine and cosine");
    // The transform is the rotation by rows, then the translation.
    let turn = std::array::from_fn(|i| std::array::from_fn(|j| entries[3 * i + j].clone()));
    let rotation = rotation::product(&rotation::product(axes, &turn), &rotation::transpose(axes));
    let shift = std::array::from_fn(|i| {
        (0..3).fold(Rational::ZERO, |sum, k| sum + &axes[i][k] * &entries[9 + k])
    });
    Some((rotation, shift))
}
