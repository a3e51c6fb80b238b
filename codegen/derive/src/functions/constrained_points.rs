//! Points and orientations of links that constraint rows fix to the world.

use super::Recursion;
use crate::kernels::Kernels;
use multibody_description::function::Axes;
use multibody_description::system::{Constraint, End, Row};
use multibody_program::ir::{Builder, Matrix3, Vector3};

/// Row indices by axis.
pub type RowsByAxis = [Option<usize>; 3];

/// A point that is fixed in a body, in the body's frame.
#[derive(Clone, Copy)]
pub struct BodyPoint {
    pub body: usize,
    pub point: Vector3,
}

/// A point of a link and the link's orientation, with the rows that constrain them to the world.
pub struct ConstrainedPoint {
    pub end: End,
    pub axes: RowAxes,
    /// Rows of the point, and rows of the orientation.
    pub rows: [RowsByAxis; 2],
}

/// The axes along which rows constrain the motion.
#[derive(Clone, Copy, PartialEq)]
pub enum RowAxes {
    /// Axes fixed in the world, with the rotation from them to the world's axes.
    World(Matrix3),
    /// Axes fixed in the body, with the rotation from them to the body's axes.
    Link(Matrix3),
}

impl ConstrainedPoint {
    /// All rows, if there are six.
    pub fn all_rows(&self) -> Option<[[usize; 3]; 2]> {
        let [linear, angular] = self.rows.map(|[x, y, z]| Some([x?, y?, z?]));
        Some([linear?, angular?])
    }

    /// Whether all six rows are there.
    pub fn has_all_rows(&self) -> bool {
        self.all_rows().is_some()
    }

    /// Whether any row constrains the orientation.
    pub fn constrains_orientation(&self) -> bool {
        self.rows[1] != [None; 3]
    }
}

impl<K: Kernels> Recursion<'_, K> {
    /// The points and orientations that are constrained to the world, with their rows.
    pub(super) fn constrained_points(&self, b: &Builder) -> Vec<ConstrainedPoint> {
        let mut constrained_points: Vec<ConstrainedPoint> = Vec::new();
        for (index, Constraint { row, .. }) in self.tree.constraints.iter().enumerate() {
            let (end, axes, component) = match row {
                Row::Velocity {
                    end,
                    axes,
                    component,
                } => {
                    let link_axes = self.link_axes(b, end);
                    let row_axes = match axes {
                        Axes::World => RowAxes::World(b.identity()),
                        Axes::Link => RowAxes::Link(link_axes),
                    };
                    (*end, row_axes, *component)
                }
                Row::Between {
                    ends: [fixed_end, end],
                    frame_row,
                    ..
                } if self.is_fixed(*fixed_end) => {
                    let Some(component) = frame_row.formula.offset_component() else {
                        continue;
                    };
                    let axes = self.link_axes(b, fixed_end);
                    (*end, RowAxes::World(axes), component)
                }
                Row::Expression { .. } | Row::PointExpression { .. } | Row::Between { .. } => {
                    continue;
                }
            };
            // Components 0 to 2 are of the point, 3 to 5 of the orientation.
            let (part, axis) = (component / 3, component % 3);
            let entry = constrained_points.iter_mut().find(|point| {
                let key = (point.end.link, point.end.point, point.axes);
                key == (end.link, end.point, axes) && point.rows[part][axis].is_none()
            });
            match entry {
                Some(entry) => entry.rows[part][axis] = Some(index),
                None => {
                    let mut rows = [[None; 3]; 2];
                    rows[part][axis] = Some(index);
                    constrained_points.push(ConstrainedPoint { end, axes, rows });
                }
            }
        }
        constrained_points
    }

    /// Whether an end is fixed in the world.
    fn is_fixed(&self, end: End) -> bool {
        end.link
            .is_none_or(|link| self.tree.links[link].body.is_none())
    }
}
