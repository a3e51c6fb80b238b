//! Poses: positions and the five ways to write an orientation.

use super::classes::{ORIENTATIONS, Resolved};
use super::document::{place, value_place};
use super::reader::Reader;
use crate::fault::Fault;
use crate::model::{Number, Origin, Rotation, Span};
use crate::source::xml::Attribute;
use multibody_program::exact::{Angle, Rational, RationalMatrix, integer, radians, rotation};

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

    /// A point of the parent, with the parent's axes.
    pub(super) fn at(position: [Number; 3]) -> Self {
        Pose {
            position,
            rotation: rotation::identity(),
        }
    }

    /// Whether it is the parent's.
    pub(super) fn is_identity(&self) -> bool {
        self.position.iter().all(|x| x.value == Rational::ZERO)
            && self.rotation == rotation::identity()
    }

    /// The pose in the parent of what has the pose `inner` in this frame.
    pub(super) fn then(&self, inner: &Pose) -> Pose {
        Pose {
            position: self.point(&inner.position),
            rotation: rotation::product(&self.rotation, &inner.rotation),
        }
    }

    /// A point of this frame in the parent.
    pub(super) fn point(&self, point: &[Number; 3]) -> [Number; 3] {
        let direction = self.direction(point);
        std::array::from_fn(|i| match &self.position[i].value {
            x if *x == Rational::ZERO => direction[i].clone(),
            x => Number::derived(x + &direction[i].value, point[i].span),
        })
    }

    /// A direction of this frame in the parent.
    pub(super) fn direction(&self, direction: &[Number; 3]) -> [Number; 3] {
        if self.rotation == rotation::identity() {
            return direction.clone();
        }
        let values = direction.each_ref().map(|x| x.value.clone());
        let result = rotation::turned(&self.rotation, &values);
        std::array::from_fn(|i| Number::derived(result[i].clone(), direction[i].span))
    }

    /// The pose of the parent in this frame.
    pub(super) fn inverse(&self) -> Pose {
        let back = Pose {
            position: zero(self.position[0].span),
            rotation: rotation::transpose(&self.rotation),
        };
        let negative = |x: Number| Number::derived(-x.value, x.span);
        Pose {
            position: back.direction(&self.position).map(negative),
            ..back
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
    /// An angle in the unit of the description, in radians.
    pub(super) fn radians(&self, angle: Number) -> Number {
        if !self.settings.is_degrees || angle.value == Rational::ZERO {
            return angle;
        }
        Number::derived(radians(&angle.value), angle.span)
    }

    /// An angle in the unit of the description.
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

    /// The orientation of an element; none if it is left out or cannot be read.
    fn orientation(&mut self, element: &Resolved<'a>) -> RationalMatrix {
        let Some(attribute) = element.one_of(ORIENTATIONS) else {
            return rotation::identity();
        };
        let attributes = ORIENTATIONS.iter().filter_map(|name| element.own(name));
        self.report_conflict(element, attribute, attributes);
        let count = match attribute.name {
            "euler" | "zaxis" => 3,
            "xyaxes" => 6,
            _ => 4,
        };
        let Some(numbers) = self.exactly(element, attribute, count) else {
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

    /// The rotation that numbers mean as an attribute of this name; none if they have no direction.
    fn rotation(&self, name: &str, values: &[Rational]) -> Option<RationalMatrix> {
        let vector = |i: usize| [0, 1, 2].map(|k: usize| values[i + k].clone());
        let is_zero = |values: &[Rational]| values.iter().all(|x| *x == Rational::ZERO);
        match name {
            "quat" if is_zero(values) => None,
            "quat" => Some(rotation::of_quaternion(values.try_into().ok()?)),
            "axisangle" | "zaxis" if is_zero(&values[..3]) => None,
            "axisangle" => Some(rotation::about_axis(&vector(0), &self.angle(&values[3]))),
            "xyaxes" => rotation::of_axes(&vector(0), &vector(3)),
            "zaxis" => Some(rotation::shortest_z_to(&vector(0))),
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
                let first = vec![attribute.span];
                self.faults.push_conflict(other.span, first, fault);
            }
        }
    }
}

/// The frame half way between two points, whose z axis points to the first.
fn between(from: &[Number; 3], to: &[Number; 3]) -> Pose {
    let difference: [Rational; 3] = std::array::from_fn(|i| &from[i].value - &to[i].value);
    let middle = |i: usize| (&from[i].value + &to[i].value) / integer(2);
    let is_zero = difference.iter().all(|x| *x == Rational::ZERO);
    Pose {
        position: std::array::from_fn(|i| Number::derived(middle(i), from[i].span)),
        rotation: if is_zero {
            rotation::identity()
        } else {
            rotation::shortest_z_to(&difference)
        },
    }
}
