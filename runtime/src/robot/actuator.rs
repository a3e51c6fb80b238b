//! The table of actuators.

/// An actuator of a robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActuatorInfo {
    /// The name in the robot's description.
    pub name: &'static str,
    /// The lowest and the highest control; infinite where there is no limit. `actuate` does not clamp controls.
    pub ctrl: [f64; 2],
    /// The lowest and the highest force before the transmission ratio; infinite where there is no limit. `actuate` does
    /// not clamp forces.
    pub force: [f64; 2],
}
