//! The kinds of positions, and what a chart of orientations declares.

use std::fmt;

use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Matrix3, Value};

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// An angle in radians: appears in sines and cosines, and sometimes outside them.
    Angle,
    /// A length in metres: appears outside sines and cosines.
    Length,
    /// A component of an orientation. The components of one orientation are consecutive.
    Orientation(&'static dyn OrientationChart),
    /// A number to which expressions give its meaning and unit: appears in functions and outside them.
    Number,
}

impl PositionKind {
    /// Its unit; for an orientation, also what the components are.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Angle => "rad",
            Self::Length => "m",
            Self::Orientation(chart) => chart.unit(),
            Self::Number => "",
        }
    }
}

/// The orientations among positions: the index at which each begins, and its chart.
pub fn orientations(
    positions: &[PositionKind],
) -> impl Iterator<Item = (usize, &'static dyn OrientationChart)> {
    let mut index = 0;
    std::iter::from_fn(move || {
        loop {
            let begin = index;
            match positions.get(begin)? {
                PositionKind::Orientation(chart) => {
                    index += chart.neutral().len();
                    return Some((begin, *chart));
                }
                PositionKind::Angle | PositionKind::Length | PositionKind::Number => index += 1,
            }
        }
    })
}

/// Coordinates of an orientation. All stages read this declaration, and none distinguishes charts.
pub trait OrientationChart: fmt::Debug + Send + Sync {
    /// Its word in descriptions: `chart = ..`.
    fn word(&self) -> &'static str;

    /// What the coordinates are, and their unit.
    fn unit(&self) -> &'static str;

    /// The title of a plot of the coordinates, and their unit.
    fn plot(&self) -> [&'static str; 2];

    /// What valid coordinates satisfy, for documentation; `None` if all numbers are valid.
    fn requirement(&self) -> Option<&'static str> {
        None
    }

    /// The name of the normal form in documentation. `None` if it is unit length, as for quaternions.
    fn normal_form(&self) -> Option<&'static str> {
        None
    }

    /// The variants of `multibody::Chart` for a ball joint with rates in body axes, for one with derivatives as rates,
    /// and for a floating joint with rates in body axes.
    fn variants(&self) -> [&'static str; 3];

    /// The coordinates of the identity; their number is that of the chart's coordinates.
    fn neutral(&self) -> &'static [f64];

    /// Whether the squares of valid coordinates add up to 1. If not, any numbers are an orientation.
    fn has_unit_norm(&self) -> bool {
        false
    }

    /// Exact coordinates of some orientation, made from any three numbers.
    fn sample(&self, numbers: [Rational; 3]) -> Vec<Rational> {
        numbers.into()
    }

    /// The coordinates of a rotation by an angle about an axis of unit length.
    fn axis_angle(&self, angle: f64, axis: [f64; 3]) -> Vec<f64>;

    /// Normalizes coordinates, and changes their derivatives accordingly if these are rates: the orientation and the
    /// motion stay the same.
    fn normalize(&self, q: &mut [f64], derivatives: Option<&mut [f64]>);

    /// The rotation matrix R(q).
    fn rotation(&self, b: &mut Builder, q: &[Value]) -> Matrix3;

    /// N(q) of `dq/dt = N(q) omega`, by rows, where omega is the angular velocity in body axes.
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Vec<Vec<Value>>;

    /// The further declarations of a chart of three coordinates. `None` for any other chart, which has joint types of its own.
    fn three_parameters(&self) -> Option<&'static dyn ThreeParameters> {
        None
    }
}

/// Charts are the same if they have one word.
impl PartialEq for dyn OrientationChart {
    fn eq(&self, other: &Self) -> bool {
        self.word() == other.word()
    }
}

impl Eq for dyn OrientationChart {}

/// A chart of three coordinates. Dynamics are derived with a quaternion in place of the coordinates. If rates are the
/// derivatives of the coordinates, dynamics depend on the coordinates too, and on auxiliary functions of them.
pub trait ThreeParameters: OrientationChart {
    /// This chart.
    fn chart(&self) -> &'static dyn OrientationChart;

    /// The quaternion x y z w.
    fn quaternion(&self, b: &mut Builder, q: &[Value]) -> [Value; 4];

    /// The auxiliary functions.
    fn auxiliaries(&self, b: &mut Builder, q: &[Value]) -> Vec<Value>;

    /// The matrix that maps the derivatives of the coordinates to the angular velocity in body axes: a rational function
    /// of the coordinates and of the auxiliary functions.
    fn angular_velocity_map(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Matrix3;

    /// The derivative of each auxiliary function by the coordinates, as a rational function of these and of the
    /// auxiliary functions.
    fn gradients(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Vec<Vec<Value>>;
}
