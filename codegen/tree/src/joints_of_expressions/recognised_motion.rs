//! The motion of a joint as a function of parameters.

use super::body_placement::{BodyPlacement, PlacementVector};
use super::linear_parameters::convert_to_linear;
use super::motion_samples::samples;
use super::random_states::{Parameters, values_at_states};
use super::single_axis_motion::SingleAxisMotion;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, DualValue, Input, InputKind, Value, Vector3};

/// Number of states at which a motion is verified.
const STATES: usize = 3;
/// The seed of these states.
const SEED: u64 = 2;

/// A turn or a slide, in the frame of the parent.
#[derive(Clone, Debug)]
pub struct RecognisedMotion {
    /// The unit vector along the axis.
    pub axis: [Rational; 3],
    /// A point of the axis of a turn, linear in parameters; none for a slide.
    pub point: Option<Vector3>,
}

impl RecognisedMotion {
    /// The motion that a coordinate gives to all these bodies. None if it is not that of a joint, if its axis depends on
    /// parameters, or if the point of the axis is not linear in them.
    pub fn of(b: &mut Builder, bodies: &[&BodyPlacement], coordinate: Input) -> Option<Self> {
        let sampled_motion = SingleAxisMotion::of(samples(b, bodies, coordinate))?;
        let axis = sampled_motion.axis().clone();
        let point = match sampled_motion {
            SingleAxisMotion::Turn(_) => {
                let point = point_of_axis(b, bodies[0], coordinate, &axis);
                Some(convert_to_linear(b, &point)?)
            }
            SingleAxisMotion::Slide(_) => None,
        };
        let motion = Self { axis, point };
        motion.is_motion_of(b, bodies, coordinate).then_some(motion)
    }

    /// Whether the bodies have the motion at random states, whatever the parameters are.
    fn is_motion_of(&self, b: &mut Builder, bodies: &[&BodyPlacement], coordinate: Input) -> bool {
        let vectors = PlacementVector::of(b, bodies, coordinate);
        let mut differences = Vec::new();
        for vector in vectors {
            let expected = self.derivative(b, &vector);
            differences.extend(b.sub3(&vector.derivative, &expected));
        }
        let program = b.finish(&differences);
        let mut states = values_at_states(&program, STATES, SEED, Parameters::Varied);
        states.all(|values| {
            let is_zero = |values: Vec<Rational>| values.iter().all(|x| *x == Rational::ZERO);
            values.is_some_and(is_zero)
        })
    }

    /// The derivative of a vector by the coordinate. For a point p it is `e x (p - o)` if p turns about the
    /// axis e through o, and e if p slides. For a direction d it is `e x d` in a turn, and 0 in a slide.
    fn derivative(&self, b: &mut Builder, vector: &PlacementVector) -> Vector3 {
        let axis = constant(b, &self.axis);
        match (self.point, vector.is_direction) {
            (None, true) => b.zeros(),
            (None, false) => axis,
            (Some(_), true) => b.cross(&axis, &vector.value),
            (Some(point), false) => {
                let arm = b.sub3(&vector.value, &point);
                b.cross(&axis, &arm)
            }
        }
    }
}

/// The point of an axis e that is nearest to the origin, `e x v + p - (e . p) e`, from the position p of a body that turns about
/// the axis, and from the derivative v of p by the coordinate. Both are taken where all coordinates are 0, so the result depends
/// on parameters alone.
fn point_of_axis(
    b: &mut Builder,
    body: &BodyPlacement,
    coordinate: Input,
    axis: &[Rational; 3],
) -> Vector3 {
    let program = b.finish(&body.position);
    let neutral = b.inline_dual(&program, |b, input| match input.kind {
        InputKind::Q => DualValue {
            value: b.zero(),
            change: if input == coordinate { b.one() } else { b.zero() },
        },
        kind => DualValue::constant(b.input(kind, input.index as usize)),
    });
    let position: Vector3 = std::array::from_fn(|k| neutral[k].value);
    let rate: Vector3 = std::array::from_fn(|k| neutral[k].change);
    let axis = constant(b, axis);
    let minus_arm = b.cross(&axis, &rate);
    let height: Value = b.dot(&axis, &position);
    let projection = b.scale3(height, &axis);
    let sum = b.add3(&minus_arm, &position);
    b.sub3(&sum, &projection)
}

fn constant(b: &mut Builder, vector: &[Rational; 3]) -> Vector3 {
    vector.each_ref().map(|entry| b.constant(entry))
}
