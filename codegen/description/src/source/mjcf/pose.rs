//! Poses: positions and the five ways to write an orientation.

use super::classes::{ORIENTATIONS, Resolved};
use super::document::{place, value_place};
use super::reader::Reader;
use super::shapes::round_long;
use crate::fault::Fault;
use crate::model::{Number, Origin, Rotation, Span};
use crate::source::xml::Attribute;
use multibody_program::exact::{Angle, Rational, RationalMatrix, bits, integer, radians, rotation};

/// Numbers and entries of rotations with more bits than these are rounded: later stages refuse those with about twice as many.
const LONG_NUMBER_BITS: usize = 1000;
const LONG_ENTRY_BITS: usize = 4000;

/// A pose in the frame of a parent.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    /// m.
    pub(super) position: [Number; 3],
    /// The columns are the axes.
    pub(super) rotation: RationalMatrix,
}

impl Pose {
    /// The pose of the parent itself.
    pub(super) fn identity(span: Span) -> Self {
        Self::at(zero(span))
    }

    /// A frame at a point of the parent, with the parent's axes.
    pub(super) fn at(position: [Number; 3]) -> Self {
        Pose {
            position,
            rotation: rotation::identity(),
        }
    }

    /// Whether the pose is that of the parent itself.
    pub(super) fn is_identity(&self) -> bool {
        self.position.iter().all(|x| x.value == Rational::ZERO)
            && self.rotation == rotation::identity()
    }

    /// The pose, in the parent, of a frame whose pose in this one is `inner`.
    pub(super) fn then(&self, inner: &Pose) -> Pose {
        Pose {
            position: self.point(&inner.position),
            rotation: shorten_rotation(rotation::product(&self.rotation, &inner.rotation)),
        }
    }

    /// The coordinates in the parent of a point that is given in this frame.
    pub(super) fn point(&self, point: &[Number; 3]) -> [Number; 3] {
        let direction = self.direction(point);
        std::array::from_fn(|i| match &self.position[i].value {
            x if *x == Rational::ZERO => direction[i].clone(),
            x => Number::derived(x + &direction[i].value, point[i].span),
        })
    }

    /// The components in the parent of a direction that is given in this frame.
    pub(super) fn direction(&self, direction: &[Number; 3]) -> [Number; 3] {
        if self.rotation == rotation::identity() {
            return direction.clone();
        }
        let values = direction.each_ref().map(|x| x.value.clone());
        let components = rotation::rotate(&self.rotation, &values)
            .map(|x| if bits(&x) > LONG_NUMBER_BITS { round_long(x) } else { x });
        std::array::from_fn(|i| Number::derived(components[i].clone(), direction[i].span))
    }

    /// The pose of the parent in this frame.
    pub(super) fn inverse(&self) -> Pose {
        let inverse_turn = Pose {
            position: zero(self.position[0].span),
            rotation: rotation::transpose(&self.rotation),
        };
        let negative = |x: Number| Number::derived(-x.value, x.span);
        Pose {
            position: inverse_turn.direction(&self.position).map(negative),
            ..inverse_turn
        }
    }

    /// The pose in the types of the model.
    pub(super) fn origin(&self) -> Origin {
        Origin {
            xyz: self.position.clone().map(Into::into),
            rotation: Rotation::Exact(self.rotation.clone()),
        }
    }
}

/// The vector 0.
pub(super) fn zero(span: Span) -> [Number; 3] {
    std::array::from_fn(|_| Number::left_out(0, span))
}

impl<'a> Reader<'_, 'a> {
    /// Converts an angle from the unit of the description to radians.
    pub(super) fn radians(&self, angle: Number) -> Number {
        if !self.settings.is_degrees || angle.value == Rational::ZERO {
            return angle;
        }
        Number::derived(radians(&angle.value), angle.span)
    }

    /// The exact angle of a number in the unit of the description.
    fn angle(&self, angle: &Rational) -> Angle {
        if self.settings.is_degrees {
            Angle::of_degrees(angle)
        } else {
            Angle::of_radians(angle)
        }
    }

    /// The pose of an element in the frame that contains it: by `pos` and an orientation, or by `fromto`.
    pub(super) fn pose(&mut self, element: &Resolved<'a>) -> Pose {
        if let Some(attribute) = element.attribute("fromto") {
            let position = element.attribute("pos");
            self.report_conflict(element, attribute, position);
            if let Some([x, y, z, u, v, w]) = self.numbers(element, "fromto") {
                return between(&[x, y, z], &[u, v, w]);
            }
        }
        let position = self.numbers(element, "pos");
        Pose {
            position: position.unwrap_or_else(|| zero(element.span())),
            rotation: self.orientation(element),
        }
    }

    /// The orientation of an element; no rotation if it is left out or cannot be read.
    fn orientation(&mut self, element: &Resolved<'a>) -> RationalMatrix {
        let mut own_attributes = ORIENTATIONS.iter().filter_map(|name| element.own(name));
        if let Some(attribute) = own_attributes.next() {
            self.report_conflict(element, attribute, own_attributes);
        }
        let Some(attribute) = element.orientation() else {
            return rotation::identity();
        };
        let count = match attribute.name {
            "euler" | "zaxis" => 3,
            "xyaxes" => 6,
            _ => 4,
        };
        let Some(numbers) = self.numbers_of(element, attribute, count..=count) else {
            return rotation::identity();
        };
        let values: Vec<Rational> = numbers.into_iter().map(|number| number.value).collect();
        let rotation = self.rotation(attribute.name, &values);
        if rotation.is_none() && self.reported.insert(attribute.span.start) {
            let place = value_place(attribute, element.element);
            let fault = Fault::NoDirection { place };
            self.faults.push(attribute.value_span, fault);
        }
        rotation.unwrap_or_else(rotation::identity)
    }

    /// The rotation that the numbers of an attribute with this name mean; `None` if they have no direction.
    fn rotation(&self, name: &str, values: &[Rational]) -> Option<RationalMatrix> {
        let vector = |i: usize| [0, 1, 2].map(|k: usize| values[i + k].clone());
        let is_zero = |values: &[Rational]| values.iter().all(|x| *x == Rational::ZERO);
        match name {
            "quat" if is_zero(values) => None,
            "quat" => Some(rotation::of_quaternion(values.try_into().ok()?)),
            "axisangle" | "zaxis" if is_zero(&values[..3]) => None,
            "axisangle" => Some(rotation::about_axis(&vector(0), &self.angle(&values[3]))),
            "xyaxes" => rotation::of_axes(&vector(0), &vector(3)),
            "zaxis" => Some(turn_z_to(&vector(0))),
            _ => {
                let turns = self.settings.euler_sequence.iter().zip(values);
                Some(turns.fold(rotation::identity(), |previous, (turn, angle)| {
                    let (axis, is_carried) = *turn;
                    let rotation = rotation::about(axis, &self.angle(angle));
                    if is_carried {
                        rotation::product(&previous, &rotation)
                    } else {
                        rotation::product(&rotation, &previous)
                    }
                }))
            }
        }
    }

    /// Reports attributes that exclude `attribute`.
    pub(super) fn report_conflict(
        &mut self,
        element: &Resolved<'a>,
        attribute: Attribute<'a>,
        others: impl IntoIterator<Item = Attribute<'a>>,
    ) {
        for other in others {
            if other.name != attribute.name && self.reported.insert(other.span.start) {
                let [first, second] = [attribute, other].map(|it| it.name.to_owned());
                let place = place(element.element);
                let fault = Fault::ExclusiveAttributes {
                    first,
                    second,
                    place,
                };
                let spans = vec![attribute.span];
                self.faults.push_conflict(other.span, spans, fault);
            }
        }
    }
}

/// The frame half way between two points, whose z axis points to the first, as in MuJoCo.
fn between(from: &[Number; 3], to: &[Number; 3]) -> Pose {
    let difference: [Rational; 3] = std::array::from_fn(|i| &from[i].value - &to[i].value);
    let middle = |i: usize| (&from[i].value + &to[i].value) / integer(2);
    let is_zero = difference.iter().all(|x| *x == Rational::ZERO);
    Pose {
        position: std::array::from_fn(|i| Number::derived(middle(i), from[i].span)),
        rotation: if is_zero { rotation::identity() } else { turn_z_to(&difference) },
    }
}

/// The shortest turn that takes z to a direction, which is not zero. As in MuJoCo, a direction within 1e-7 rad of z or -z counts
/// as z or -z, which programs with floats write as `1.2e-16 0 -1`. Half a turn about x leads to -z.
fn turn_z_to(direction: &[Rational; 3]) -> RationalMatrix {
    let [x, y, z] = direction;
    let is_along_z = (x * x + y * y) * integer(100_000_000_000_000) <= z * z;
    let along_z = [Rational::ZERO, Rational::ZERO, z.clone()];
    rotation::shortest_z_to(if is_along_z { &along_z } else { direction })
}

/// A rotation; if it has very many digits, the nearest one with fewer. In a product of many rotations each adds its digits.
pub(super) fn shorten_rotation(rotation: RationalMatrix) -> RationalMatrix {
    let is_long = rotation.iter().flatten().any(|x| bits(x) > LONG_ENTRY_BITS);
    if is_long { rotation::nearest(&rotation) } else { rotation }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;
    use multibody_program::exact::nearest_f64;

    /// The x axis of the body in the world. Values by MuJoCo 4.0.0.
    #[test]
    fn directions_next_to_z_are_along_z() {
        for (zaxis, expected) in [
            ("1.2246467991473532e-16 0 -1", [1.0, 0.0, 0.0]),
            ("0 2e-8 -.2", [1.0, 0.0, 0.0]),
            ("2.2e-8 0 -.2", [-1.0, 0.0, -1.1e-7]),
            ("9e-8 0 1", [1.0, 0.0, 0.0]),
            ("1.1e-7 0 1", [1.0, 0.0, -1.1e-7]),
        ] {
            let text = format!(
                "<mujoco><worldbody><body zaxis=\"{zaxis}\"><joint/><geom size=\".1\"/></body></worldbody></mujoco>"
            );
            let model = read(&text).model;
            let Rotation::Exact(matrix) = &model.joints[0].origin.rotation else {
                panic!("a matrix")
            };
            for (row, expected) in matrix.iter().zip(expected) {
                let deviation = (nearest_f64(&row[0]) - expected).abs();
                assert!(
                    deviation < 1e-14 && (deviation == 0.0 || expected != 0.0),
                    "{zaxis}: {deviation:e}"
                );
            }
        }
    }

    /// The angles of 40 bodies in one another, each with six digits, have too many digits together.
    #[test]
    fn poses_of_many_turns_are_shortened() {
        let begin = |k: usize| {
            format!(
                "<body name=\"b{k}\" pos=\".1 0 0\" euler=\"12.345{k} 23.4561 34.5678\"><joint/><geom size=\".1\"/>"
            )
        };
        let bodies: String = (0..40).map(begin).collect();
        let ends = "</body>".repeat(40);
        let text = format!(
            "<mujoco><worldbody>{bodies}{ends}</worldbody><equality><weld body1=\"b39\" body2=\"b0\"/></equality></mujoco>"
        );
        let model = read(&text).model;
        let frame = model.offered_frames.last().expect("a frame");
        let Rotation::Exact(matrix) = &frame.origin.rotation else {
            panic!("a matrix")
        };
        assert_eq!(
            rotation::product(matrix, &rotation::transpose(matrix)),
            rotation::identity()
        );
        let numbers = frame
            .origin
            .xyz
            .iter()
            .map(|x| &x.exact().expect("a number").value);
        assert!(
            matrix
                .iter()
                .flatten()
                .chain(numbers)
                .all(|x| bits(x) <= LONG_ENTRY_BITS)
        );
    }
}
