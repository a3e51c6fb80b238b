//! The transform and the rate map of a joint type as programs.

use super::joint_type::JointType;
use multibody_program::ir::{Builder, InputKind, Program, Value};

/// The transform and the rate map of a joint type: everything by which joint types differ when dynamics are derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPrograms {
    /// The transform X(q) of [`JointType::transform`]: rotation by rows, then translation. The positions q are local inputs.
    pub transform: Program,
    /// N(q) of `dq/dt = N(q) qd`, by rows; `None` if the rates are the derivatives of the positions.
    pub rate_map: Option<Program>,
}

impl JointPrograms {
    /// The programs of a joint type.
    #[must_use]
    pub fn of(kind: &dyn JointType) -> Self {
        let mut b = Builder::new();
        let count = kind.positions().len();
        let q: Vec<Value> = (0..count).map(|k| b.input(InputKind::Local, k)).collect();
        let pose = kind.transform(&mut b, &q);
        let rotation = pose.rotation.into_iter().flatten();
        let outputs: Vec<Value> = rotation.chain(pose.translation).collect();
        let transform = b.finish(&outputs);
        let rate_map = kind.rate_map(&mut b, &q);
        Self {
            transform,
            rate_map: rate_map.map(|rows| b.finish(&rows.concat())),
        }
    }

    /// Whether the moving frame turns, and whether its origin moves.
    #[must_use]
    pub fn turns_and_slides(&self) -> [bool; 2] {
        let (rotation, translation) = self.transform.outputs().split_at(9);
        let varies = |entry: &Value| self.transform.as_constant(*entry).is_none();
        [rotation.iter().any(varies), translation.iter().any(varies)]
    }
}
