//! Turns about z and slides along it by a pitch.

use super::{Coordinate, JointType, Stands};
use crate::exact::{Rational, nearest_f64};
use crate::ir::{Builder, Pose, Value};

/// Screw joints: the position is the angle.
#[derive(Debug)]
pub struct Screw {
    /// In m/rad.
    pub pitch: Rational,
}

impl JointType for Screw {
    fn name(&self) -> &'static str {
        "screw"
    }

    fn kind(&self) -> String {
        "Screw".into()
    }

    fn reference(&self, stands: &Stands) -> Option<String> {
        let Stands {
            axis, coordinate, ..
        } = stands;
        let pitch = nearest_f64(&self.pitch);
        Some(format!(
            "Motion::Screw {{ axis: {axis}, pitch: {pitch:?}, coordinate: {coordinate} }}"
        ))
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::Angle]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (rotation, o) = (b.turn(2, q[0]), b.zero());
        Pose {
            rotation,
            translation: [o, o, b.scale(&self.pitch, q[0])],
        }
    }
}
