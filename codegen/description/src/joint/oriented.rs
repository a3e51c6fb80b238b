//! Ball and floating joints in a chart of three coordinates. Dynamics are derived with a quaternion in place of the
//! coordinates.

use std::sync::Arc;

use super::floating::floating_rate_map;
use super::lifted_orientation::LiftedOrientation;
use super::rates::Rates;
use super::{
    Axis, Ball, Floating, JointType, Kind, Lift, PositionKind, QuaternionRates, TextbookMotion,
};
use super::{OrientationChart, ThreeParameters};
use multibody_program::ir::{Builder, Pose, Value};

/// The type of ball joints with this chart and this meaning of their rates. Quaternions have types of their own.
#[must_use]
pub fn ball_in(chart: &dyn OrientationChart, rates: Rates) -> Kind {
    match (chart.three_parameters(), rates) {
        (Some(parameters), rates) => Arc::new(OrientedBall {
            parameters,
            rates,
            positions: [PositionKind::Orientation(parameters.chart()); 3],
        }),
        (None, Rates::Body) => Arc::new(Ball),
        (None, Rates::Derivative) => Arc::new(QuaternionRates),
    }
}

/// The type of floating joints with this chart and with rates in body axes.
#[must_use]
pub fn floating_in(chart: &dyn OrientationChart) -> Kind {
    match chart.three_parameters() {
        Some(parameters) => {
            let turn = PositionKind::Orientation(parameters.chart());
            let length = PositionKind::Length;
            Arc::new(OrientedFloating {
                parameters,
                positions: [length, length, length, turn, turn, turn],
            })
        }
        None => Arc::new(Floating),
    }
}

/// Ball joints with a chart of three coordinates.
#[derive(Debug)]
struct OrientedBall {
    parameters: &'static dyn ThreeParameters,
    /// The meaning of its rates.
    rates: Rates,
    positions: [PositionKind; 3],
}

impl JointType for OrientedBall {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Ball")
    }

    fn chart(&self) -> Option<&'static str> {
        let [body, derivative, _] = self.parameters.variants();
        Some(match self.rates {
            Rates::Body => body,
            Rates::Derivative => derivative,
        })
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let [body, derivative, _] = self.parameters.variants();
        Some(match self.rates {
            Rates::Body => TextbookMotion::with_indices(format!("{body}Ball")),
            Rates::Derivative => TextbookMotion::with_indices(derivative),
        })
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &self.positions
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: self.parameters.rotation(b, q),
            translation: b.zeros(),
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        (self.rates == Rates::Body).then(|| self.parameters.rate_map(b, q))
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        Some(match self.rates {
            Rates::Body => Lift {
                kind: Arc::new(Ball),
                positions: self.parameters.quaternion(b, q).into(),
            },
            Rates::Derivative => LiftedOrientation::lift(self.parameters, b, q),
        })
    }
}

/// Floating joints: positions x y z and three coordinates of the orientation, rates linear then angular, both in the
/// axes of the moving body.
#[derive(Debug)]
struct OrientedFloating {
    parameters: &'static dyn ThreeParameters,
    positions: [PositionKind; 6],
}

impl JointType for OrientedFloating {
    fn name(&self) -> &'static str {
        "floating"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Floating")
    }

    fn chart(&self) -> Option<&'static str> {
        Some(self.parameters.variants()[2])
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        Some(TextbookMotion::with_indices(self.parameters.variants()[2]))
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &self.positions
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: self.parameters.rotation(b, &q[3..]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let rotation = self.transform(b, q).rotation;
        let angular = self.parameters.rate_map(b, &q[3..]);
        Some(floating_rate_map(b, rotation, &angular))
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let quaternion = self.parameters.quaternion(b, &q[3..]);
        Some(Lift {
            kind: Arc::new(Floating),
            positions: [&q[..3], &quaternion[..]].concat(),
        })
    }
}
