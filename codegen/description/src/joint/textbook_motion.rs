//! The motion of a joint type in the textbook algorithms, as plain data.

use std::borrow::Cow;

/// A variant of `multibody::reference::Motion`, with its data by name.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookMotion {
    /// The variant.
    pub name: Cow<'static, str>,
    /// Its data, in the order in which they are printed.
    pub data: Vec<MotionDatum>,
}

/// A datum of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionDatum {
    /// `axis`: the axis of motion in the child link's frame.
    Axis,
    /// `axes`: the matrix, by rows, whose columns are the axes of the joint type's frame in the child link's frame.
    Axes,
    /// A number of the joint type, by its name.
    Number(&'static str, f64),
    /// `coordinate`: the coordinate of a joint of one degree of freedom, with its multiplier and offset.
    Coordinate,
    /// `q`: the index of the first position.
    Position,
    /// `v`: the index of the first rate.
    Rate,
}

impl TextbookMotion {
    /// A variant with its data.
    pub fn new(name: impl Into<Cow<'static, str>>, data: &[MotionDatum]) -> Self {
        Self {
            name: name.into(),
            data: data.to_vec(),
        }
    }

    /// A variant whose data are only the indices of its first position and of its first rate.
    pub fn with_indices(name: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, &[MotionDatum::Position, MotionDatum::Rate])
    }
}
