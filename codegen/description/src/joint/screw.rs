//! Screw joints turn about z and slide along it, by the pitch times the angle.

use std::sync::Arc;

use super::{Datum, JointType, MotionDatum, PositionKind, TextbookMotion, Word};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{Builder, Pose, Value};

/// Screw joints: the position is the angle.
#[derive(Debug)]
pub struct Screw {
    /// The pitch, in m/rad.
    pub pitch: Rational,
}

/// Its word in descriptions.
pub const SCREW: Word = Word {
    name: "screw",
    form: "screw(z, pitch)",
    arguments: "an axis and a pitch in m/rad: screw(z, 0.002)",
    numbers: &[Datum {
        key: "pitch",
        example: "pitch: 0.002",
        elsewhere: "nothing: only a screw has a pitch",
    }],
    make: |numbers| {
        let [pitch] = numbers else {
            unreachable!("one number is stated")
        };
        Arc::new(Screw {
            pitch: pitch.clone(),
        })
    },
};

impl JointType for Screw {
    fn name(&self) -> &'static str {
        "screw"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Screw")
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let pitch = MotionDatum::Number("pitch", nearest_f64(&self.pitch));
        let data = [MotionDatum::Axis, pitch, MotionDatum::Coordinate];
        Some(TextbookMotion::new("Screw", &data))
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Angle]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (rotation, zero) = (b.turn(2, q[0]), b.zero());
        Pose {
            rotation,
            translation: [zero, zero, b.scale(&self.pitch, q[0])],
        }
    }
}
