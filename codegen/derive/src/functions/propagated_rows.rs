//! Constraint rows, propagated from the tips to the base along axes that suit each body.
//!
//! Three rows along any axes constrain a point to be at rest. At the body of the point, and at each body to which they are
//! propagated, they are expressed along the body's own axes. Their wrenches are then those of unit forces along the axes,
//! and crossing a joint rotates only three right-hand sides on the way in and three multipliers on the way out. Three rows
//! that constrain a link's orientation are treated in the same way; so are two rows, as long as the unconstrained direction
//! stays an axis of the frame. A link with all six rows is constrained at the origin of its body.

use std::cmp::Reverse;

use super::Recursion;
use super::constrained_points::{BodyPoint, ConstrainedPoint, RowAxes, RowsByAxis};
use super::end_frames::BodyWrench;
use super::row_elimination::JointPivots;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use multibody_description::function::Response;
use multibody_description::system::Constraint;
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// All constraint rows, each with the bodies to which it has been propagated.
pub struct PropagatedRows {
    pub rows: Vec<PropagatedRow>,
    /// The rows that are aligned with the axes of the body that they have reached.
    sets: Vec<AlignedRows>,
    /// For each body, in order, the exchanges of rows at the body.
    exchanges: Vec<Vec<RowExchange>>,
    /// For each body, in order, the exchanges of rows across its joint.
    joint_exchanges: Vec<Vec<RowExchange>>,
}

/// A row at one of the bodies to which it has been propagated.
#[derive(Clone, Copy)]
pub struct RowAtBody {
    pub row: usize,
    pub body: usize,
}

/// A constraint row.
#[derive(Clone)]
pub struct PropagatedRow {
    /// Minus the wrench of a unit multiplier on each body.
    pub wrenches: Vec<Wrench>,
    /// The generalized force of a unit multiplier along each rate, besides that of its wrenches.
    pub forces: Vec<Value>,
    /// The right-hand side c of `J qdd = c`.
    pub right_side: Value,
}

/// Rows along the axes of a body's frame, one for each constrained axis.
struct AlignedRows {
    body: usize,
    /// The point whose velocity the rows constrain; none: they constrain the angular velocity.
    point: Option<Vector3>,
    rows: RowsByAxis,
}

/// An exchange of rows for an equivalent set. The multipliers of the new rows are converted to those of the old ones at
/// the end.
enum RowExchange {
    /// Rows along other axes: `rotation` maps the components of `source` to those of `target`.
    Rotation {
        source: RowsByAxis,
        target: RowsByAxis,
        rotation: Matrix3,
    },
    /// Rows at the origin instead of at this point.
    Shift {
        point: Vector3,
        linear: [usize; 3],
        angular: [usize; 3],
    },
}

impl<K: Kernels> Recursion<'_, K> {
    /// All rows, with the wrenches and generalized forces of unit multipliers.
    pub(super) fn propagated_rows(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> PropagatedRows {
        let values = self.right_sides(b, joints, response);
        let constraints = self.tree.constraints.iter().zip(values);
        let rows = constraints.map(|(Constraint { row, .. }, right_side)| {
            let mut wrenches = vec![Wrench::zero(b); joints.len()];
            for BodyWrench { body, wrench } in self.constraint_wrenches(b, joints, row) {
                wrenches[body] = wrenches[body].minus(b, &wrench);
            }
            PropagatedRow {
                wrenches,
                forces: self.constraint_forces(b, joints, row),
                right_side,
            }
        });
        let mut propagated = PropagatedRows {
            rows: rows.collect(),
            ..PropagatedRows::none(joints.len())
        };
        // Rows are not aligned if that would change the result. Alignment moves the rows of a fully constrained link
        // to another point, where regularization acts differently; and it rotates all rows, so that selectors would
        // not fit them.
        let is_regularized = self.tree.regularization.is_some();
        let constrained_points = self.constrained_points(b).into_iter();
        for point in constrained_points
            .filter(|point| !(response.has_selectors() || is_regularized && point.has_all_rows()))
        {
            self.align(b, joints, &mut propagated, &point, response);
        }
        propagated
    }

    /// The innermost body in which a point is fixed, and the point there: a point on the axis of its body's joint is
    /// also fixed in the parent body.
    fn innermost_body_of(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        BodyPoint {
            mut body,
            mut point,
        }: BodyPoint,
    ) -> BodyPoint {
        while let Some(parent) = self.tree.bodies[body].parent {
            let joint = &joints[body];
            let is_moved = joint.axes.iter().any(|axis| {
                let tangential_velocity = b.cross(&axis.angular, &point);
                b.add3(&axis.linear, &tangential_velocity) != b.zeros()
            });
            if is_moved {
                break;
            }
            for pose in [&joint.transform, &joint.placement] {
                let arm = b.mul_vec(&pose.rotation, &point);
                point = b.add3(&pose.translation, &arm);
            }
            body = parent;
        }
        BodyPoint { body, point }
    }

    /// Expresses the rows of a point along the axes of its body, where possible.
    fn align(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        propagated: &mut PropagatedRows,
        constrained: &ConstrainedPoint,
        response: Response,
    ) {
        let end_point = self.locate(b, joints, constrained.end);
        let Some(body) = end_point.body else {
            return;
        };
        let mut body_point = BodyPoint {
            body,
            point: end_point.point_in_body,
        };
        let rotations = match constrained.axes {
            RowAxes::Link(axes) => vec![axes],
            RowAxes::World(axes) => {
                if !constrained.constrains_orientation() {
                    body_point = self.innermost_body_of(b, joints, body_point);
                }
                // Joint by joint, since rotating a vector takes fewer operations than rotating a frame.
                let path: Vec<usize> = self.path(Some(body_point.body)).collect();
                let path_joints = path.iter().rev().map(|&index| &joints[index]);
                let poses = path_joints.flat_map(|joint| [&joint.placement, &joint.transform]);
                let steps = poses.map(|pose| Builder::transpose(&pose.rotation));
                std::iter::once(axes).chain(steps).collect()
            }
        };
        let right_sides =
            self.right_sides_of_point(b, joints, constrained, &body_point, &rotations, response);
        let BodyPoint { body, point } = body_point;
        let row_point = if constrained.has_all_rows() { b.zeros() } else { point };
        let [linear, angular] = constrained.rows;
        let sets = [(linear, Some(row_point)), (angular, None)];
        for ((described_rows, point), right_side) in sets.into_iter().zip(right_sides) {
            let rotate = |rows, rotation: &Matrix3| rotate_rows(rotation, rows);
            let Some(rows) = rotations.iter().try_fold(described_rows, rotate) else {
                continue;
            };
            let mut source = described_rows;
            for &rotation in &rotations {
                let target = rotate(source, &rotation).expect("tried before");
                propagated.exchanges[body].push(RowExchange::Rotation {
                    source,
                    target,
                    rotation,
                });
                source = target;
            }
            for (row, right_side) in rows.into_iter().zip(right_side).filter_map(existing_row) {
                propagated.rows[row].right_side = right_side;
            }
            propagated.sets.push(AlignedRows { body, point, rows });
        }
        if let Some([linear, angular]) = constrained.all_rows() {
            propagated.exchanges[body].push(RowExchange::Shift {
                point,
                linear,
                angular,
            });
        }
        propagated.set_aligned_wrenches(b, body);
    }
}

impl PropagatedRows {
    /// No rows, for this number of bodies.
    pub fn none(bodies: usize) -> Self {
        let lists = || (0..bodies).map(|_| Vec::new()).collect();
        Self {
            rows: Vec::new(),
            sets: Vec::new(),
            exchanges: lists(),
            joint_exchanges: lists(),
        }
    }

    /// Propagates the rows of a body to its parent.
    pub fn propagate(
        &mut self,
        b: &mut Builder,
        body: usize,
        parent: usize,
        joint: &JointFrame,
        to_parent: impl Fn(&mut Builder, &Wrench) -> Wrench,
    ) {
        let (mut local_sets, other_sets) = std::mem::take(&mut self.sets)
            .into_iter()
            .partition::<Vec<_>, _>(|set| set.body == body);
        self.sets = other_sets;
        let poses = [&joint.transform, &joint.placement];
        let rotate = |rows, pose: &&Pose| rotate_rows(&pose.rotation, rows);
        // Rows that cannot be aligned with the parent's axes are propagated as wrenches from here on.
        local_sets.retain(|set| poses.iter().try_fold(set.rows, rotate).is_some());
        for set in &mut local_sets {
            for pose in poses {
                self.rotate_set(b, set, pose);
            }
        }
        let mut is_aligned = vec![false; self.rows.len()];
        for row in local_sets.iter().flat_map(|set| set.rows).flatten() {
            is_aligned[row] = true;
        }
        for (row, is_aligned) in self.rows.iter_mut().zip(is_aligned) {
            let wrench = std::mem::replace(&mut row.wrenches[body], Wrench::zero(b));
            // The wrenches of aligned rows are set below.
            if !is_aligned {
                let part = to_parent(b, &wrench);
                row.wrenches[parent] = row.wrenches[parent].plus(b, &part);
            }
        }
        for set in &mut local_sets {
            set.body = parent;
        }
        self.sets.extend(local_sets);
        self.set_aligned_wrenches(b, parent);
    }

    /// Expresses aligned rows along the axes of the frame in which a pose is given, if possible.
    fn rotate_set(&mut self, b: &mut Builder, set: &mut AlignedRows, pose: &Pose) {
        let (rotation, source) = (pose.rotation, set.rows);
        let Some(target) = rotate_rows(&rotation, source) else {
            return;
        };
        let source_values = source.map(|row| row.map_or(b.zero(), |row| self.rows[row].right_side));
        let target_values = b.mul_vec(&rotation, &source_values);
        for (row, right_side) in target
            .into_iter()
            .zip(target_values)
            .filter_map(existing_row)
        {
            self.rows[row].right_side = right_side;
        }
        if let Some(point) = &mut set.point {
            let arm = b.mul_vec(&rotation, point);
            *point = b.add3(&pose.translation, &arm);
        }
        set.rows = target;
        self.joint_exchanges[set.body].push(RowExchange::Rotation {
            source,
            target,
            rotation,
        });
    }

    /// Sets the wrenches of the aligned rows at a body.
    fn set_aligned_wrenches(&mut self, b: &mut Builder, body: usize) {
        for set in self.sets.iter().filter(|set| set.body == body) {
            for (axis, row) in set.rows.iter().enumerate() {
                let Some(row) = *row else { continue };
                let mut direction = b.zeros();
                direction[axis] = b.one();
                let wrench = match &set.point {
                    Some(point) => Wrench {
                        force: direction,
                        moment: b.cross(point, &direction),
                    },
                    None => Wrench {
                        force: b.zeros(),
                        moment: direction,
                    },
                };
                self.rows[row].wrenches[body] = Wrench::zero(b).minus(b, &wrench);
            }
        }
    }

    /// Adds to a row's wrench on a body.
    pub fn add(&mut self, b: &mut Builder, RowAtBody { row, body }: RowAtBody, part: &Wrench) {
        let wrench = &mut self.rows[row].wrenches[body];
        let sum = wrench.plus(b, part);
        // A row with another wrench is no longer aligned.
        if sum != *wrench {
            *wrench = sum;
            self.sets.retain(|set| !set.rows.contains(&Some(row)));
        }
    }

    /// Removes an eliminated row: it is not propagated further.
    pub fn remove(&mut self, b: &Builder, row: usize) {
        self.rows[row].wrenches.fill(Wrench::zero(b));
        for slot in self.sets.iter_mut().flat_map(|set| &mut set.rows) {
            *slot = slot.filter(|&other| other != row);
        }
    }

    /// The row that is to be pivoted on a rate of `body`; `forces` has the force of each row along this rate. The row acts
    /// on no other body, and its force along the rate is constant unless all rows are to be pivoted. Of several rows, one
    /// with a constant force is preferred, then one with the fewest components, then one with the longest lever arm.
    pub fn row_to_pivot(
        &self,
        b: &Builder,
        body: usize,
        joint_pivots: JointPivots,
        forces: &[Value],
        can_be_pivot: &[bool],
    ) -> Option<usize> {
        let candidates = (0..self.rows.len()).filter_map(|row| {
            let is_fit =
                can_be_pivot[row] && !b.is_zero(forces[row]) && self.acts_only_on(b, row, body);
            let squared_lever =
                is_fit.then(|| b.as_constant(forces[row]).map(|lever| lever * lever))?;
            let count = count_components(b, &self.rows[row].wrenches[body]);
            let is_allowed = joint_pivots == JointPivots::All || squared_lever.is_some();
            let preference = (
                squared_lever.is_some(),
                Reverse(count),
                squared_lever,
                Reverse(row),
            );
            is_allowed.then_some((preference, row))
        });
        candidates.max().map(|(_, row)| row)
    }

    /// Whether a row acts on this body only.
    pub fn acts_only_on(&self, b: &Builder, row: usize, body: usize) -> bool {
        let PropagatedRow {
            wrenches, forces, ..
        } = &self.rows[row];
        let mut others = wrenches
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != body);
        others.all(|(_, wrench)| count_components(b, wrench) == 0)
            && forces.iter().all(|&force| b.is_zero(force))
    }

    /// The multipliers outboard of a body's joint, from those at its parent.
    pub fn multipliers_outboard(&self, b: &mut Builder, body: usize, multipliers: &mut [Value]) {
        restore_multipliers(b, &self.joint_exchanges[body], multipliers);
    }

    /// The multipliers of rows as described, from those at their body.
    pub fn multipliers_as_described(
        &self,
        b: &mut Builder,
        body: usize,
        multipliers: &mut [Value],
    ) {
        restore_multipliers(b, &self.exchanges[body], multipliers);
    }
}

/// The number of nonzero components.
fn count_components(b: &Builder, wrench: &Wrench) -> usize {
    let values = wrench.force.iter().chain(&wrench.moment);
    values.filter(|&&value| !b.is_zero(value)).count()
}

/// Converts multipliers of rows after exchanges to those of the rows before them.
fn restore_multipliers(b: &mut Builder, exchanges: &[RowExchange], multipliers: &mut [Value]) {
    for exchange in exchanges.iter().rev() {
        match exchange {
            RowExchange::Rotation {
                source,
                target,
                rotation,
            } => {
                let target_multipliers =
                    target.map(|row| row.map_or(b.zero(), |row| multipliers[row]));
                let values = b.transpose_mul_vec(rotation, &target_multipliers);
                for (row, value) in (*source).into_iter().zip(values).filter_map(existing_row) {
                    multipliers[row] = value;
                }
            }
            RowExchange::Shift {
                point,
                linear,
                angular,
            } => {
                let force = linear.map(|row| multipliers[row]);
                let moment_of_force = b.cross(point, &force);
                for (&row, part) in angular.iter().zip(moment_of_force) {
                    multipliers[row] = b.sub(multipliers[row], part);
                }
            }
        }
    }
}

/// The row with its value, if there is a row.
fn existing_row((row, value): (Option<usize>, Value)) -> Option<(usize, Value)> {
    Some((row?, value))
}

/// The rows by axis after a rotation. None: there is more than one unconstrained direction, or it is not along an axis
/// afterwards.
fn rotate_rows(rotation: &Matrix3, rows: RowsByAxis) -> Option<RowsByAxis> {
    let mut axes = (0..3).filter(|&axis| rows[axis].is_none());
    let free_axes = [axes.next(), axes.next()];
    let Some(free_axis) = free_axes[0] else {
        return Some(rows);
    };
    if free_axes[1].is_some() {
        return None;
    }
    let column = rotation.map(|row| row[free_axis]);
    let mut nonzero = (0..3).filter(|&axis| column[axis] != Value::ZERO);
    let (target, None) = (nonzero.next()?, nonzero.next()) else {
        return None;
    };
    let mut entries = rows.into_iter().flatten();
    Some(std::array::from_fn(|axis| {
        (axis != target).then(|| entries.next()).flatten()
    }))
}
