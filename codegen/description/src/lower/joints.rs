//! Joints: their frames and their motions.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::axis;
use super::locked_joint;
use super::numbers::{Numbers, Turn};
use super::rules::Rule;
use crate::check::{Ends, Structure};
use crate::fault::Shown;
use crate::joint::{Axis, JointType, PositionKind};
use crate::model::{
    self, ConstraintKind, ElementaryMotion, Model, Number, Quantity, Rotation, Span,
};
use crate::settings::Root;
use crate::system::{Joint, Motion, Offset, ROOT_JOINT};
use multibody_program::exact::{Euler, Rational, RationalMatrix, integer, rotation};
use multibody_program::ir::{Pose, Value, Vector3};

/// The data from which the joints of a system are built.
pub struct JointBuilder<'a> {
    pub model: &'a Model,
    pub structure: &'a Structure,
    /// The rule of each joint.
    pub rules: &'a [Rule],
    /// The armature of each joint.
    pub armatures: &'a [Option<Quantity>],
    /// The index of the first coordinate of each joint that has coordinates of its own.
    pub first_coordinates: &'a BTreeMap<usize, usize>,
    pub numbers: &'a mut Numbers,
}

/// The joint between the root link and the world, which has the first coordinates.
pub fn root_joint(numbers: &mut Numbers, root: Root, child: usize) -> Joint {
    let kinds = root.motions().into_iter().enumerate();
    let motions = kinds.map(|(coordinate, (kind, axis))| {
        let direction = std::array::from_fn(|k| integer((k == axis).into()));
        Motion {
            kind,
            axes: numbers.matrix(&rotation::z_to(&direction)),
            coordinate,
            multiplier: integer(1),
            offset: Offset::Zero,
        }
    });
    Joint {
        name: ROOT_JOINT.into(),
        parent: None,
        child,
        motions: motions.collect(),
        origin: numbers.builder.identity_pose(),
        armature: Value::ZERO,
    }
}

impl JointBuilder<'_> {
    /// The joints of the model in the given order, in which parents come before children.
    pub fn build(&mut self, order: &[usize]) -> Vec<Joint> {
        // For each link, the axes of its frame, expressed in the moving frame that carries it.
        let mut axes = vec![Some(rotation::identity()); self.model.links.len()];
        let mut joints = Vec::with_capacity(order.len());
        for &index in order {
            let ends = self.structure.ends[index];
            let (joint, child_axes) = self.build_joint(index, ends, axes[ends.parent].as_ref());
            axes[ends.child] = child_axes;
            joints.push(joint);
        }
        joints
    }

    /// A joint, and the axes of its child's frame, expressed in the moving frame that carries the child; `None` if
    /// these axes depend on parameters.
    fn build_joint(
        &mut self,
        index: usize,
        ends: Ends,
        parent_axes: Option<&RationalMatrix>,
    ) -> (Joint, Option<RationalMatrix>) {
        let joint = &self.model.joints[index];
        let axes = self.motion_axes(joint);
        let (origin, origin_axes) = self.origin(index, &axes, parent_axes);
        let motions = self.motions(index, &axes);
        let armature = self.armatures[index]
            .as_ref()
            .map_or(Value::ZERO, |a| a.value(&mut self.numbers.builder));
        let child_axes = match axes.last().filter(|_| !motions.is_empty()) {
            Some(_) if joint.run_time_axis.is_some() => None,
            // The frame of the last motion carries the child.
            Some(last) => Some(rotation::transpose(last)),
            // The child of a joint that does not move has the frame of the joint.
            None => origin_axes,
        };
        let joint = Joint {
            name: joint.name.value.clone(),
            parent: Some(ends.parent),
            child: ends.child,
            origin,
            motions,
            armature,
        };
        (joint, child_axes)
    }

    /// The axes of each motion's frame in the joint's frame; the identity if the joint's axis is known only at run
    /// time.
    fn motion_axes(&mut self, joint: &model::Joint) -> Vec<RationalMatrix> {
        let axes = |motion: &ElementaryMotion| {
            let axis = motion.axis.as_ref().unwrap_or(&joint.axis);
            match joint.run_time_axis {
                Some(_) => rotation::identity(),
                None => self.frame_axes(motion.kind.axis(), axis, || place(joint)),
            }
        };
        joint.kind.value.motions().iter().map(axes).collect()
    }

    /// The pose of a joint in its parent link; and the axes of the joint's frame (of its first motion, if it moves),
    /// expressed in the moving frame that carries the parent link, or `None` if these axes depend on parameters.
    fn origin(
        &mut self,
        index: usize,
        axes: &[RationalMatrix],
        parent_axes: Option<&RationalMatrix>,
    ) -> (Pose, Option<RationalMatrix>) {
        let joint = &self.model.joints[index];
        let orientation = self.numbers.rotation(&joint.origin, || place(joint));
        // A locked joint adds its pose at the locked position to its origin. Any joint that is drawn at another position
        // than 0 adds its pose at minus that position, since motions about or along one axis commute.
        let reference = joint.reference.as_ref().map(|number| &number.value);
        let pose = match (&self.rules[index], reference) {
            (Rule::Locked(position), None) => locked_joint::pose(joint, position, axes),
            (Rule::Locked(position), Some(reference)) => {
                locked_joint::pose(joint, &(position - reference), axes)
            }
            (Rule::Follows { .. }, Some(reference)) => {
                locked_joint::pose(joint, &-reference.clone(), axes)
            }
            (Rule::Follows { .. }, None) => None,
        };
        let (turn, shift) = pose.unwrap_or((rotation::identity(), [const { Rational::ZERO }; 3]));
        let translation = self.translation(&joint.origin.xyz, &orientation, &shift);
        let (rotation, composed) = match (orientation, parent_axes) {
            (Turn::Exact(orientation), Some(parent_axes)) => {
                let product = rotation::product(&orientation, &turn);
                let (exact, composed) = self.snap(product, parent_axes, index, axes);
                (self.numbers.matrix(&exact), Some(composed))
            }
            (orientation, _) => {
                let (orientation, turn) = (
                    self.numbers.values(&orientation),
                    self.numbers.matrix(&turn),
                );
                (self.numbers.builder.mul_mat(&orientation, &turn), None)
            }
        };
        let origin = Pose {
            rotation,
            translation,
        };
        (origin, composed)
    }

    /// `xyz + orientation * shift`
    fn translation(
        &mut self,
        xyz: &[Quantity; 3],
        orientation: &Turn,
        shift: &[Rational; 3],
    ) -> Vector3 {
        let matrix = self.numbers.values(orientation);
        let b = &mut self.numbers.builder;
        let origin = xyz.each_ref().map(|number| number.value(b));
        let step = shift.each_ref().map(|x| b.constant(x));
        let offset = b.mul_vec(&matrix, &step);
        b.add3(&origin, &offset)
    }

    /// The rotation of a joint in its parent link, and the composed rotation from the moving frame that carries the
    /// parent link to the joint's frame (that of its first motion, if it moves). The composed rotation decides the
    /// sparsity of the code. If it is close to a quarter turn, it is replaced by that quarter turn. Any other rotation
    /// between two axes that may be rounded is replaced by a product of three exact turns that differs from it by at most an
    /// ulp. The rotation of the joint is changed accordingly.
    fn snap(
        &mut self,
        rotation: RationalMatrix,
        parent_axes: &RationalMatrix,
        index: usize,
        axes: &[RationalMatrix],
    ) -> (RationalMatrix, RationalMatrix) {
        let joint = &self.model.joints[index];
        let first_axes = match (&self.rules[index], axes.first()) {
            (Rule::Follows { .. }, Some(first_axes)) => first_axes.clone(),
            _ => rotation::identity(),
        };
        let joint_axes = rotation::product(parent_axes, &rotation);
        let composed = rotation::product(&joint_axes, &first_axes);
        let snapped = self.numbers.snapper.rotation(&composed, || place(joint));
        let may_be_rounded = self.moves_about_an_axis(index) && !self.may_close_a_loop(index);
        let turns = || may_be_rounded.then(|| three_turns(&composed)).flatten();
        match snapped.or_else(turns) {
            Some(exact) => {
                // Solves `exact = parent_axes * rotation * first_axes` for the rotation.
                let product = rotation::product(&rotation::transpose(parent_axes), &exact);
                (
                    rotation::product(&product, &rotation::transpose(&first_axes)),
                    exact,
                )
            }
            None => (rotation, composed),
        }
    }

    /// Whether a joint moves, and its first motion is about or along an axis that is known before run time.
    fn moves_about_an_axis(&self, index: usize) -> bool {
        let joint = &self.model.joints[index];
        let moves = matches!(self.rules[index], Rule::Follows { .. });
        let first = joint.kind.value.motions().first();
        let has_axis = first.is_some_and(|motion| motion.kind.axis() == Axis::Any);
        moves && has_axis && joint.run_time_axis.is_none()
    }

    /// Whether the joint may be in a loop whose rotations are known exactly. Axes that are parallel in a planar loop have to stay
    /// so: if each was rounded by itself, the rows across the plane would be neither 0 nor independent of the others.
    fn may_close_a_loop(&self, index: usize) -> bool {
        let mut constraints = self.model.constraints.iter();
        matches!(self.model.joints[index].origin.rotation, Rotation::Exact(_))
            && constraints
                .any(|constraint| matches!(constraint.kind, ConstraintKind::Frames { .. }))
    }

    /// The axes of a motion's frame in the joint's frame.
    fn frame_axes(
        &mut self,
        orientation: Axis,
        axis: &[Number; 3],
        place: impl Fn() -> String,
    ) -> RationalMatrix {
        let mut snapped = || {
            self.numbers
                .snapper
                .axis(axis, || format!("axis of {}", place()))
        };
        match orientation {
            Axis::Any => rotation::z_to(&snapped()),
            Axis::Normal => rotation::shortest_z_to(&snapped()),
            Axis::None => rotation::identity(),
        }
    }

    /// The motions of a joint, with the coordinates of its leader, which may be the joint itself.
    fn motions(&mut self, index: usize, axes: &[RationalMatrix]) -> Vec<Motion> {
        let Rule::Follows {
            leader,
            multiplier,
            offset,
        } = &self.rules[index]
        else {
            return Vec::new();
        };
        let joint = &self.model.joints[index];
        let elementary = joint.kind.value.motions().iter().zip(axes);
        let motions = elementary.enumerate().map(|(k, (motion, axes))| Motion {
            kind: Arc::clone(&motion.kind),
            coordinate: self.first_coordinates[leader] + k,
            multiplier: multiplier.clone(),
            offset: self.coordinate_offset(&*motion.kind, offset, &joint.name.value),
            axes: match joint.run_time_axis {
                Some(axis) => axis::z_to(&mut self.numbers.builder, &axis, &joint.axis),
                None => self.numbers.matrix(axes),
            },
        });
        motions.collect()
    }

    /// The offset between a joint's position and a multiple of its coordinate, as an angle or a length.
    fn coordinate_offset(&mut self, kind: &dyn JointType, offset: &Rational, name: &str) -> Offset {
        if *offset == Rational::ZERO {
            return Offset::Zero;
        }
        if kind.positions() == [PositionKind::Length] {
            return Offset::Length(offset.clone());
        }
        let number = Number {
            value: offset.clone(),
            text: String::new(),
            span: Span::default(),
        };
        Offset::Angle(self.numbers.snapper.angle(&number, || {
            format!("mimic offset of joint `{}`", Shown::from(name))
        }))
    }
}

/// What the numbers of this joint belong to, for messages.
fn place(joint: &model::Joint) -> String {
    format!("joint `{}`", Shown::from(&joint.name.value))
}

/// The rotation between two axes, replaced by a product of rational rotations about z, x and z, so that frames can be
/// turned about their axes exactly. `None` if the rotation already is such a product.
fn three_turns(composed: &RationalMatrix) -> Option<RationalMatrix> {
    Euler::of(composed)
        .is_none()
        .then(|| Euler::near(composed).matrix())
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::Angle;

    /// Shows why the product of three rational turns is chosen here and not later, together with the frames: a
    /// rational rotation is in general not a product of rational turns about z, x and z, since the sine of the angle
    /// between the z axes, `sqrt(1 - R33^2)`, need not be rational. If the rotation were replaced only when frames are
    /// turned, the robot that is proved would change.
    #[test]
    fn a_rational_rotation_need_not_be_three_rational_turns() {
        let third = |n: i64| integer(n) / integer(3);
        let rows = [[2, -1, 2], [2, 2, -1], [-1, 2, 2]];
        let rotation = rows.map(|row| row.map(third));
        let square = rotation::product(&rotation, &rotation::transpose(&rotation));
        assert_eq!(square, rotation::identity());
        // sqrt(1 - 4 / 9) = sqrt(5) / 3.
        assert_eq!(Euler::of(&rotation), None);
        let approximation = three_turns(&rotation).expect("another rotation");
        assert_ne!(approximation, rotation);
        assert!(Euler::of(&approximation).is_some());
        // A rotation that already is such a product is not replaced.
        let [a, b] = [1, 2].map(|radians| Angle::of_radians(&integer(radians)));
        let product = rotation::product(&rotation::about(2, &a), &rotation::about(0, &b));
        assert_eq!(three_turns(&product), None);
    }
}
