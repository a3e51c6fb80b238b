//! Fixed tendons, actuators and named states.

use super::{ForceCoefficients, Number, Quantity, Spanned};

/// A fixed tendon: its length is a sum of positions of joints, each times a coefficient.
#[derive(Clone, Debug)]
pub struct Tendon {
    /// Unique among tendons.
    pub name: Spanned<String>,
    /// The name of each joint, and its coefficient. Each joint has one position, and occurs once.
    pub terms: Vec<(Spanned<String>, Number)>,
    /// Apparent inertia along its length.
    pub armature: Option<Quantity>,
    /// The coefficients of the forces along its length.
    pub forces: ForceCoefficients,
}

impl Tendon {
    /// Armature, damping, friction and spring.
    pub fn coefficients(&self) -> impl Iterator<Item = &Quantity> {
        self.armature.iter().chain(self.forces.quantities())
    }
}

/// An actuator without a state of its own. Its length l is `gear` times the position of its target. With the control u,
/// the force on the target is `gear (g0 + g1 l + g2 l') u + gear (b0 + b1 l + b2 l')`. The armature and
/// damping of the target include those of the actuator, times the square of `gear`.
#[derive(Clone, Debug)]
pub struct Actuator {
    /// Unique among actuators.
    pub name: Spanned<String>,
    /// What it drives.
    pub target: ActuatorTarget,
    /// Transmission ratio.
    pub gear: Number,
    /// `g0`, `g1`, `g2`
    pub gain: [Number; 3],
    /// `b0`, `b1`, `b2`
    pub bias: [Number; 3],
    /// The lowest and the highest control.
    pub control_range: Option<[Number; 2]>,
    /// The lowest and the highest force, before `gear`.
    pub force_range: Option<[Number; 2]>,
}

/// What an actuator drives.
#[derive(Clone, Debug)]
pub enum ActuatorTarget {
    /// The joint with this name, which has one position.
    Joint(Spanned<String>),
    /// The tendon with this name.
    Tendon(Spanned<String>),
}

/// What the drive of an actuator adds to the armature of its target: its own armature times the square of the gear.
#[derive(Clone, Debug)]
pub struct DriveArmature {
    /// The name of the actuator. It may be one that the model leaves out.
    pub actuator: String,
    /// What it drives.
    pub target: ActuatorTarget,
    /// kg m^2 or kg, along the position of the target.
    pub armature: Number,
}

/// A state of the robot with a name.
#[derive(Clone, Debug)]
pub struct NamedState {
    /// Unique among states.
    pub name: Spanned<String>,
    /// The state of each joint that moves.
    pub joints: Vec<NamedJointState>,
}

/// Positions and rates of a joint in a named state.
#[derive(Clone, Debug)]
pub struct NamedJointState {
    /// The name of the joint.
    pub joint: String,
    /// In the order of the joint's coordinates, with the default charts; a quaternion has the order x, y, z, w.
    pub positions: Vec<Number>,
    /// In the order of the joint's rates.
    pub rates: Vec<Number>,
}
