//! The joints of a robot: the part of its interface that needs no number type.

use crate::JointInfo;

/// Something with joints: every robot, every view of one, and everything that integrators move.
///
/// It is the supertrait of all traits for dynamics and kinematics, and can be used as `dyn Joints`.
pub trait Joints {
    /// The joints that have coordinates of their own, in the order of the coordinates.
    fn joints(&self) -> &'static [JointInfo];

    /// The joint with this name, if it exists and has coordinates of its own.
    ///
    /// ```
    /// # use multibody::Joints;
    /// /// Where the rates of a robot's gripper begin.
    /// fn gripper(robot: &dyn Joints) -> Option<usize> {
    ///     robot.joint("gripper").map(|joint| joint.v)
    /// }
    /// ```
    #[must_use]
    fn joint(&self, name: &str) -> Option<&'static JointInfo> {
        self.joints().iter().find(|joint| joint.name == name)
    }
}
