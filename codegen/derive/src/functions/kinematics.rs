//! Poses, velocities and accelerations of links, their Jacobians and the rates of these.

use super::Recursion;
use super::matrix::accumulate;
use crate::kernels::Symbol;
use crate::kernels::{JointFrame, Kernels, Twist};
use multibody_description::function::Axes;
use multibody_program::ir::{Builder, InputKind, Pose, Value, Vector3};

impl<K: Kernels> Recursion<'_, K> {
    /// A body's frame in the world.
    pub(super) fn body_pose(&self, b: &mut Builder, joints: &[JointFrame], body: usize) -> Pose {
        self.relative_pose(b, joints, Some(body), None)
    }

    /// The frame of a body (none: of the world) relative to an `ancestor` (none: to the world).
    pub(super) fn relative_pose(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        body: Option<usize>,
        ancestor: Option<usize>,
    ) -> Pose {
        let path: Vec<usize> = self.path_from(ancestor, body).collect();
        path.into_iter()
            .rev()
            .fold(b.identity_pose(), |parent, index| {
                let fixed_frame = b.compose(&parent, &joints[index].placement);
                let pose = b.compose(&fixed_frame, &joints[index].transform);
                if ancestor.is_none() {
                    b.hint_matrix(Symbol::Rotation, index, &pose.rotation);
                    b.hint_vector(Symbol::Position, index, &pose.translation);
                }
                pose
            })
    }

    /// A link's frame in the world.
    pub(super) fn pose(&self, b: &mut Builder, joints: &[JointFrame], link: usize) -> Pose {
        let frame = self.tree.links[link];
        let body_pose = self.relative_pose(b, joints, frame.body, None);
        b.compose(&body_pose, &frame.pose)
    }

    /// The Jacobian of a link: the velocity of its origin, then its angular velocity, with a column for each rate.
    pub(super) fn jacobian(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
    ) -> Vec<Vec<Value>> {
        let ancestors = self.ancestor_axes(b, joints, link, axes);
        let columns = ancestors.into_iter().map(|ancestor| BodyTwists {
            body: ancestor.body,
            twists: ancestor.axes,
        });
        self.jacobian_of_twists(b, columns.collect())
    }

    /// The time derivative of the Jacobian's components along these axes.
    ///
    /// Let the joints between a body and the link add `(r, s)` to the velocity at the link, let u be the body's
    /// angular velocity, and let a column `(v, w)` of its joint change in the body by `(v', w')`. The rate of the
    /// column is `(v' - s x v - r x w, w' - s x w)` in the link's axes, and `(v' + u x v - r x w, w' + u x w)` in the
    /// world's.
    pub(super) fn jacobian_rate(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
    ) -> Vec<Vec<Value>> {
        let ancestors = self.ancestor_axes(b, joints, link, axes);
        let motions: Vec<Twist> = (ancestors.iter())
            .map(|ancestor| {
                let qd = self.rates(b, ancestor.body, Some(InputKind::Qd));
                Twist::combine(b, &ancestor.axes, &qd)
            })
            .collect();
        let outer_sums = partial_sums(b, motions.iter().copied());
        // `inner_sums[index]` is the motion of the body at this index; the next entry is the motion of its parent.
        let mut inner_sums = partial_sums(b, motions.iter().rev().copied());
        inner_sums.reverse();
        let columns = ancestors
            .iter()
            .enumerate()
            .map(|(index, ancestor)| {
                let turning = match axes {
                    Axes::World => inner_sums[index].angular,
                    Axes::Link => b.neg3(&outer_sums[index].angular),
                };
                // A joint with a single axis does not turn this axis.
                let spin = match axes {
                    Axes::World if ancestor.axes.len() == 1 => inner_sums[index + 1].angular,
                    _ => turning,
                };
                let rates = ancestor
                    .axes
                    .iter()
                    .zip(&ancestor.axis_rates)
                    .map(|(axis, rate)| {
                        let turn_part = b.cross(&turning, &axis.linear);
                        let shift_part = b.cross(&outer_sums[index].linear, &axis.angular);
                        let linear = b.sub3(&turn_part, &shift_part);
                        let angular = b.cross(&spin, &axis.angular);
                        Twist {
                            linear: b.add3(&linear, &rate.linear),
                            angular: b.add3(&angular, &rate.angular),
                        }
                    });
                BodyTwists {
                    body: ancestor.body,
                    twists: rates.collect(),
                }
            })
            .collect();
        self.jacobian_of_twists(b, columns)
    }

    /// Velocity of a link's origin, then angular velocity.
    pub(super) fn link_velocity(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
    ) -> Vec<Value> {
        let motion = self.motion(b, joints, link, Some(InputKind::Qdd));
        let Twist { linear, angular } = motion.velocity;
        self.express_in_axes(b, joints, link, axes, [linear, angular])
    }

    /// The second derivative of the position of a link's origin, then angular acceleration.
    pub(super) fn link_acceleration(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
    ) -> Vec<Value> {
        let LinkMotion { velocity, rate } = self.motion(b, joints, link, Some(InputKind::Qdd));
        // The velocity vector changes because its components do, and because the axes turn.
        let turning = b.cross(&velocity.angular, &velocity.linear);
        let linear = b.add3(&rate.linear, &turning);
        self.express_in_axes(b, joints, link, axes, [linear, rate.angular])
    }

    /// The motion of a link's origin, in the axes of its body. If `qdd` is none, the accelerations of the joints are 0.
    pub(super) fn motion(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        qdd: Option<InputKind>,
    ) -> LinkMotion {
        self.motion_from(None, b, joints, link, qdd)
    }

    /// The motion of a link's origin relative to an `ancestor` of the link's body, as if this ancestor were at rest.
    pub(super) fn motion_from(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        qdd: Option<InputKind>,
    ) -> LinkMotion {
        let frame = self.tree.links[link];
        let path: Vec<usize> = self.path_from(ancestor, frame.body).collect();
        let no_motion = LinkMotion::none(b);
        let body = path.into_iter().rev().fold(no_motion, |parent, index| {
            let joint = &joints[index];
            let [qd, qdd] = [Some(InputKind::Qd), qdd].map(|kind| self.rates(b, index, kind));
            let velocity = self.kernels.velocity(b, joint, &parent.velocity, &qd);
            // V = X V_parent + S qd, and X changes as the joint moves: V' = X V_parent' + S qdd + V x S qd + S' qd.
            let parent_part = self.kernels.velocity(b, joint, &parent.rate, &qdd);
            let joint_velocity = Twist::combine(b, &joint.axes, &qd);
            let turning = velocity.crossed(b, &joint_velocity);
            let axis_change = Twist::combine(b, &joint.axis_rates, &qd);
            let sum = parent_part.plus(b, &turning);
            let rate = sum.plus(b, &axis_change);
            if ancestor.is_none() {
                velocity.hint_velocity(b, index);
                rate.hint_rate(b, index);
            }
            LinkMotion { velocity, rate }
        });
        body.at_point(b, &frame.pose.translation)
    }

    /// The components of two vectors along the world's or a link's axes, from those along the axes of the link's body.
    pub(super) fn express_in_axes(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
        vectors: [Vector3; 2],
    ) -> Vec<Value> {
        let frame = self.tree.links[link];
        let components = match axes {
            Axes::World => {
                let rotation = self.relative_pose(b, joints, frame.body, None).rotation;
                vectors.map(|vector| b.mul_vec(&rotation, &vector))
            }
            Axes::Link => {
                let rotation = &frame.pose.rotation;
                vectors.map(|vector| b.transpose_mul_vec(rotation, &vector))
            }
        };
        components.concat()
    }

    /// The bodies that carry a link, from its own to the base, with the axes of their joints as twists of the link's
    /// frame.
    fn ancestor_axes(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
    ) -> Vec<Ancestor> {
        let origin = self.pose(b, joints, link).translation;
        // The link's frame in the frame of each body.
        let mut link_pose = self.tree.links[link].pose;
        let mut ancestors = Vec::new();
        for body in self.path(self.tree.links[link].body) {
            let joint = &joints[body];
            let mut at_link = |twist: &Twist| match axes {
                Axes::World => {
                    let pose = self.body_pose(b, joints, body);
                    let angular = b.mul_vec(&pose.rotation, &twist.angular);
                    let slide = b.mul_vec(&pose.rotation, &twist.linear);
                    let arm = b.sub3(&origin, &pose.translation);
                    let tangential_velocity = b.cross(&angular, &arm);
                    Twist {
                        linear: b.add3(&slide, &tangential_velocity),
                        angular,
                    }
                }
                Axes::Link => {
                    let tangential_velocity = b.cross(&twist.angular, &link_pose.translation);
                    let linear = b.add3(&twist.linear, &tangential_velocity);
                    Twist {
                        linear: b.transpose_mul_vec(&link_pose.rotation, &linear),
                        angular: b.transpose_mul_vec(&link_pose.rotation, &twist.angular),
                    }
                }
            };
            ancestors.push(Ancestor {
                body,
                axes: joint.axes.iter().map(&mut at_link).collect(),
                axis_rates: joint.axis_rates.iter().map(&mut at_link).collect(),
            });
            let joint_pose = b.compose(&joint.transform, &link_pose);
            link_pose = b.compose(&joint.placement, &joint_pose);
        }
        ancestors
    }

    /// A matrix of six rows, with the twists of each body in the columns of its rates.
    fn jacobian_of_twists(&self, b: &mut Builder, twists: Vec<BodyTwists>) -> Vec<Vec<Value>> {
        let mut rows = vec![vec![b.zero(); self.tree.nv]; 6];
        for BodyTwists { body, twists } in twists {
            for ((v, factor), twist) in self.tree_rates(body).zip(twists) {
                for (row, value) in twist.linear.into_iter().chain(twist.angular).enumerate() {
                    accumulate(b, &mut rows, (row, v), factor, value);
                }
            }
        }
        rows
    }
}

/// The motion of a frame, in axes that move with it.
pub(super) struct LinkMotion {
    pub velocity: Twist,
    /// The derivatives of the components of the velocity.
    pub rate: Twist,
}

impl LinkMotion {
    /// No motion.
    pub fn none(b: &Builder) -> Self {
        Self {
            velocity: Twist::zero(b),
            rate: Twist::zero(b),
        }
    }

    /// The motion at another point.
    pub fn at_point(&self, b: &mut Builder, point: &Vector3) -> Self {
        let [velocity, rate] = [&self.velocity, &self.rate].map(|twist| {
            let tangential_velocity = b.cross(&twist.angular, point);
            Twist {
                linear: b.add3(&twist.linear, &tangential_velocity),
                ..*twist
            }
        });
        Self { velocity, rate }
    }
}

/// A twist for each rate of a body's joint.
struct BodyTwists {
    body: usize,
    twists: Vec<Twist>,
}

/// A body that carries a link.
struct Ancestor {
    body: usize,
    /// The twist of the link's frame for a unit of each rate of the joint.
    axes: Vec<Twist>,
    /// The derivatives of the joint's axes in its body, as twists of the link's frame too.
    axis_rates: Vec<Twist>,
}

/// For each twist, the sum of those before it; then the sum of all.
fn partial_sums(b: &mut Builder, twists: impl Iterator<Item = Twist>) -> Vec<Twist> {
    let mut sums = vec![Twist::zero(b)];
    for twist in twists {
        let sum = sums[sums.len() - 1].plus(b, &twist);
        sums.push(sum);
    }
    sums
}
