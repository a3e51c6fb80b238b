//! Constraint rows at a state: values, Jacobian and second derivatives.

use super::Recursion;
use super::end_frames::{
    BodyWrench, Derivatives, EndFrame, EndFrameMotion, axis, dot_second, offset,
};
use super::frame_rows;
use super::kinematics::LinkMotion;
use super::point_springs::PlacedPoint;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use crate::symbolic::{Direction, PieceDerivatives};
use multibody_description::constraint::FrameValues;
use multibody_description::function::Axes;
use multibody_description::system::{Constraint, End, Row};
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<K: Kernels> Recursion<'_, K> {
    /// The error phi of each row; 0 for velocity-level rows.
    pub(super) fn constraint_values(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let values = PieceDerivatives::new(b, self.symbolic).values().constraints;
        self.map_rows(|row| match row {
            Row::Expression {
                index,
                is_velocity_level,
            } => {
                if *is_velocity_level {
                    b.zero()
                } else {
                    values[*index]
                }
            }
            Row::PointExpression { ends, index } => {
                let point = self.relative_point(b, joints, ends);
                PieceDerivatives::at(b, self.symbolic, &point)
                    .values()
                    .constraints[*index]
            }
            Row::Between {
                ends,
                frame_row,
                numbers,
            } => {
                let [source, target] = self.end_frames(b, joints, ends);
                let frames = FrameValues {
                    offset: b.sub3(&target.point, &source.point),
                    rotation_a: source.axes,
                    rotation_b: target.axes,
                    numbers,
                };
                frames.value(b, &frame_row.formula)
            }
            Row::Velocity { .. } => b.zero(),
        })
    }

    /// J, by rows.
    pub(super) fn constraint_rows(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Vec<Value>> {
        self.map_rows(|row| {
            let mut wrenches = vec![Wrench::zero(b); joints.len()];
            for BodyWrench { body, wrench } in self.constraint_wrenches(b, joints, row) {
                wrenches[body] = wrenches[body].plus(b, &wrench);
            }
            let forces = self.constraint_forces(b, joints, row);
            let ancestor = row.pair().and_then(|ends| self.common_ancestor(&ends));
            let entries = self.generalized_forces_from(ancestor, b, joints, wrenches);
            let pairs = entries.into_iter().zip(forces);
            pairs.map(|(x, force)| b.add(x, force)).collect()
        })
    }

    /// The generalized force of a unit multiplier along each rate, besides those of its wrenches on bodies.
    pub(super) fn constraint_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        row: &Row,
    ) -> Vec<Value> {
        let (pieces, expression, is_velocity_level) = match row {
            Row::Expression {
                index,
                is_velocity_level,
            } => (
                PieceDerivatives::new(b, self.symbolic),
                *index,
                *is_velocity_level,
            ),
            Row::PointExpression { ends, index } => {
                let point = self.relative_point(b, joints, ends);
                let pieces = PieceDerivatives::at(b, self.symbolic, &point);
                (pieces, *index, false)
            }
            Row::Between { .. } | Row::Velocity { .. } => return vec![b.zero(); self.tree.nv],
        };
        let direction = if is_velocity_level { Direction::Rate } else { Direction::Position };
        let motion = (0..self.tree.nv).map(|v| pieces.along(b, direction(v)));
        motion
            .map(|motion| pieces.first(&motion).constraints[expression])
            .collect()
    }

    /// The wrenches of a unit multiplier on bodies, each in the body's own frame.
    pub(super) fn constraint_wrenches(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        row: &Row,
    ) -> Vec<BodyWrench> {
        match row {
            Row::Expression { .. } => Vec::new(),
            Row::PointExpression { ends, index } => {
                let [source, target] = self.end_frames(b, joints, ends);
                let point = self.relative_point(b, joints, ends);
                let pieces = PieceDerivatives::at(b, self.symbolic, &point);
                let normal = normal(b, &pieces, *index).map(|x| b.mul(self.tree.unit, x));
                let force = b.mul_vec(&source.axes, &normal);
                let moment = b.zeros();
                reactions(b, [&source, &target], &Wrench { force, moment })
            }
            Row::Between {
                ends,
                frame_row,
                numbers,
            } => {
                let [source, target] = self.end_frames(b, joints, ends);
                let load =
                    frame_rows::unit_wrench(b, [&source, &target], (&frame_row.formula, numbers));
                reactions(b, [&source, &target], &load)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let end_frame = self.end_frame(None, b, joints, end);
                let mut parts = [b.zeros(); 2];
                parts[component / 3][component % 3] = Value::ONE;
                let [force, moment] = match axes {
                    Axes::World => parts,
                    // The link's axes in the frame of its body.
                    Axes::Link => {
                        let rotation = self.link_axes(b, end);
                        let [force, moment] = parts.map(|part| b.mul_vec(&rotation, &part));
                        return end_frame
                            .wrench_from_body_axes(b, force, moment)
                            .into_iter()
                            .collect();
                    }
                };
                let body_wrench = end_frame.wrench_from_world_axes(
                    b,
                    &Wrench { force, moment },
                    &end_frame.point,
                );
                body_wrench.into_iter().collect()
            }
        }
    }

    /// dphi/dt: J qd plus the terms from explicit time.
    pub(super) fn constraint_rates(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let motion = pieces.along(b, Direction::Motion);
        let mut rows = self.constraint_rows(b, joints).into_iter();
        let qd: Vec<Value> = (0..self.tree.nv)
            .map(|v| b.input(InputKind::Qd, v))
            .collect();
        self.map_rows(|row| {
            let entries: Vec<Value> = rows.next().expect("one for each");
            match row {
                Row::Expression {
                    index,
                    is_velocity_level: false,
                } => pieces.first(&motion).constraints[*index],
                Row::PointExpression { ends, index } => {
                    let [point, rates, _] = self.relative_point_derivatives(b, joints, ends);
                    let pieces = PieceDerivatives::at(b, self.symbolic, &point);
                    let motion = pieces.along(b, Direction::MotionOf(rates));
                    pieces.first(&motion).constraints[*index]
                }
                Row::Expression { .. } | Row::Between { .. } | Row::Velocity { .. } => {
                    let parts = entries.iter().zip(&qd).map(|(&x, &y)| b.mul(x, y));
                    let parts: Vec<Value> = parts.collect();
                    b.sum(parts)
                }
            }
        })
    }

    /// dJ/dt qd plus the terms from explicit time.
    pub(super) fn constraint_bias(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let pieces = PieceDerivatives::new(b, self.symbolic);
        let motion = pieces.along(b, Direction::Motion);
        self.map_rows(|row| match row {
            Row::Expression {
                index,
                is_velocity_level,
            } => {
                if *is_velocity_level {
                    pieces.first(&motion).constraints[*index]
                } else {
                    pieces.second(b, &motion, &motion).constraints[*index]
                }
            }
            Row::PointExpression { ends, index } => {
                let [point, rates, accelerations] =
                    self.relative_point_derivatives(b, joints, ends);
                let pieces = PieceDerivatives::at(b, self.symbolic, &point);
                let motion = pieces.along(b, Direction::MotionOf(rates));
                let curvature = pieces.second(b, &motion, &motion).constraints[*index];
                let normal = normal(b, &pieces, *index);
                let projection = b.dot(&normal, &accelerations);
                b.add(curvature, projection)
            }
            Row::Between {
                ends,
                frame_row,
                numbers,
            } => {
                let [source, target] = self.end_frames(b, joints, ends);
                let motions = self.end_frame_motions(b, joints, ends);
                let formula = (&frame_row.formula, &numbers[..]);
                frame_rows::second_derivative(b, [&source, &target], motions.each_ref(), formula)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let end_motion = self.end_motion(None, b, joints, end);
                let rates = match axes {
                    // Accelerations, rotated into world axes, are the derivatives of the components of velocities
                    // along these axes.
                    Axes::World => {
                        let spin =
                            b.cross(&end_motion.velocity.angular, &end_motion.velocity.linear);
                        let linear = b.add3(&end_motion.rate.linear, &spin);
                        let rotation = self.end_frame(None, b, joints, end).body_pose.rotation;
                        [linear, end_motion.rate.angular].map(|part| b.mul_vec(&rotation, &part))
                    }
                    Axes::Link => {
                        let rotation = self.link_axes(b, end);
                        [end_motion.rate.linear, end_motion.rate.angular]
                            .map(|part| b.transpose_mul_vec(&rotation, &part))
                    }
                };
                rates[component / 3][component % 3]
            }
        })
    }

    /// The position of the second end in the frame of the first, m.
    fn relative_point(&self, b: &mut Builder, joints: &[JointFrame], ends: &[End; 2]) -> Vector3 {
        let [source, target] = self.end_frames(b, joints, ends);
        let d = b.sub3(&target.point, &source.point);
        let components = b.transpose_mul_vec(&source.axes, &d);
        components.map(|x| b.mul(self.tree.unit, x))
    }

    /// The position of the second end in the frame of the first, with its first and second derivatives at qdd = 0.
    fn relative_point_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        ends: &[End; 2],
    ) -> Derivatives {
        let [source, target] = self.end_frames(b, joints, ends);
        let motions = self.end_frame_motions(b, joints, ends);
        let d = offset(b, [&source, &target], motions.each_ref());
        let axes = [0, 1, 2].map(|k| motions[0].axis_derivatives(b, axis(&source.axes, k)));
        let rates = axes.map(|a| {
            let (axis_part, offset_part) = (b.dot(&a[1], &d[0]), b.dot(&a[0], &d[1]));
            b.add(axis_part, offset_part)
        });
        let seconds = axes.map(|a| dot_second(b, &a, &d));
        let [rates, seconds] = [rates, seconds].map(|x| x.map(|x| b.mul(self.tree.unit, x)));
        [self.relative_point(b, joints, ends), rates, seconds]
    }

    /// The result of `value` for each row.
    fn map_rows<T>(&self, value: impl FnMut(&Row) -> T) -> Vec<T> {
        let rows = self.tree.constraints.iter();
        rows.map(|Constraint { row, .. }| row).map(value).collect()
    }

    /// The nearest common ancestor of the links of two ends; its motion does not change the relative motion of the
    /// ends. None: the world.
    pub(super) fn common_ancestor(&self, ends: &[End; 2]) -> Option<usize> {
        self.common_ancestor_of(
            ends.map(|end| end.link.and_then(|link| self.tree.links[link].body)),
        )
    }

    /// The frames of both ends of a row, relative to the common ancestor of their links. The frame of an end has its origin
    /// at the end's point, and the axes of the end's link.
    fn end_frames(&self, b: &mut Builder, joints: &[JointFrame], ends: &[End; 2]) -> [EndFrame; 2] {
        let ancestor = self.common_ancestor(ends);
        ends.each_ref()
            .map(|end| self.end_frame(ancestor, b, joints, end))
    }

    /// The frame of an end, relative to an ancestor of its link.
    fn end_frame(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> EndFrame {
        let PlacedPoint {
            body,
            body_pose,
            point_in_body,
        } = self.locate_from(ancestor, b, joints, *end);
        let arm = b.mul_vec(&body_pose.rotation, &point_in_body);
        let rotation = self.link_axes(b, end);
        EndFrame {
            body,
            body_pose,
            point_in_body,
            point: b.add3(&body_pose.translation, &arm),
            axes: b.mul_mat(&body_pose.rotation, &rotation),
        }
    }

    /// The axes of an end's link in the frame of its body.
    pub(super) fn link_axes(&self, b: &Builder, end: &End) -> Matrix3 {
        let link = end.link.map(|link| self.tree.links[link].pose.rotation);
        link.unwrap_or_else(|| b.identity())
    }

    /// The motion of an end relative to an ancestor of its link, in the axes of its body, at qdd = 0.
    fn end_motion(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> LinkMotion {
        let Some(link) = end.link else {
            return LinkMotion::none(b);
        };
        let motion = self.motion_from(ancestor, b, joints, link, None);
        let rotation = self.link_axes(b, end);
        let end_arm = b.mul_vec(&rotation, &end.point);
        motion.at_point(b, &end_arm)
    }

    /// The motions of both ends relative to the common ancestor of their links, at qdd = 0.
    fn end_frame_motions(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        ends: &[End; 2],
    ) -> [EndFrameMotion; 2] {
        let ancestor = self.common_ancestor(ends);
        ends.each_ref()
            .map(|end| self.end_frame_motion(ancestor, b, joints, end))
    }

    /// The motion of an end's frame relative to an ancestor of its link, at qdd = 0.
    fn end_frame_motion(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> EndFrameMotion {
        let end_motion = self.end_motion(ancestor, b, joints, end);
        let PlacedPoint { body_pose, .. } = self.locate_from(ancestor, b, joints, *end);
        let spin = b.cross(&end_motion.velocity.angular, &end_motion.velocity.linear);
        let acceleration = b.add3(&end_motion.rate.linear, &spin);
        let mut rotate = |v: &Vector3| b.mul_vec(&body_pose.rotation, v);
        EndFrameMotion {
            velocity: rotate(&end_motion.velocity.linear),
            acceleration: rotate(&acceleration),
            angular: rotate(&end_motion.velocity.angular),
            angular_acceleration: rotate(&end_motion.rate.angular),
        }
    }
}

/// The gradient of an expression with respect to the position of its point.
fn normal(b: &mut Builder, pieces: &PieceDerivatives<'_>, expression: usize) -> Vector3 {
    [0, 1, 2].map(|k| {
        let direction = pieces.along(b, Direction::PointCoordinate(k));
        pieces.first(&direction).constraints[expression]
    })
}

/// The wrenches of a force and a moment at the second end frame's point: they act on the second body, and their
/// opposites act on the first.
fn reactions(b: &mut Builder, [source, target]: [&EndFrame; 2], load: &Wrench) -> Vec<BodyWrench> {
    let opposite = Wrench {
        force: b.neg3(&load.force),
        moment: b.neg3(&load.moment),
    };
    let action = target.wrench_from_world_axes(b, load, &target.point);
    let reaction = source.wrench_from_world_axes(b, &opposite, &target.point);
    action.into_iter().chain(reaction).collect()
}
