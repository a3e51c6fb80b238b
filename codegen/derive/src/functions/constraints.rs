//! Constraint rows at a state: values, Jacobian and second derivatives.

use super::Recursion;
use super::fixtures::{BodyWrench, Derivatives, Fixture, Sweep, axis, offset, second};
use super::frame_rows;
use super::kinematics::LinkMotion;
use super::point_springs::PlacedPoint;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use crate::symbolic::{Direction, PieceDerivatives};
use multibody_description::constraint::FrameValues;
use multibody_description::function::Axes;
use multibody_description::system::{Constraint, End, Row};
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<F: Kernels> Recursion<'_, F> {
    /// C; 0 for velocity-level rows.
    pub(super) fn constraint_values(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let values = PieceDerivatives::new(b, self.symbolic).values().constraints;
        self.each_row(|row| match row {
            Row::Expression {
                at,
                is_velocity_level,
            } => {
                if *is_velocity_level {
                    b.zero()
                } else {
                    values[*at]
                }
            }
            Row::PointExpression { ends, at } => {
                let place = self.relative_point(b, joints, ends);
                PieceDerivatives::at(b, self.symbolic, &place)
                    .values()
                    .constraints[*at]
            }
            Row::Between {
                ends,
                what,
                numbers,
            } => {
                let [from, to] = self.fixtures(b, joints, ends);
                let frames = FrameValues {
                    offset: b.sub3(&to.point, &from.point),
                    from: from.axes,
                    to: to.axes,
                    numbers,
                };
                frames.value(b, &what.formula)
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
        self.each_row(|row| {
            let mut wrenches = vec![Wrench::zero(b); joints.len()];
            for BodyWrench { body, wrench } in self.constraint_wrenches(b, joints, row) {
                wrenches[body] = wrenches[body].plus(b, &wrench);
            }
            let forces = self.constraint_forces(b, joints, row);
            let from = row.pair().and_then(|ends| self.common_ancestor(&ends));
            let rows = self
                .to_coordinates_from(from, b, joints, wrenches)
                .into_iter();
            let rows = rows.zip(forces);
            rows.map(|(x, force)| b.add(x, force)).collect()
        })
    }

    /// The generalized force of a unit multiplier along each rate, besides its wrenches on bodies.
    pub(super) fn constraint_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        row: &Row,
    ) -> Vec<Value> {
        let (moving, at, is_velocity_level) = match row {
            Row::Expression {
                at,
                is_velocity_level,
            } => (
                PieceDerivatives::new(b, self.symbolic),
                *at,
                *is_velocity_level,
            ),
            Row::PointExpression { ends, at } => {
                let place = self.relative_point(b, joints, ends);
                (PieceDerivatives::at(b, self.symbolic, &place), *at, false)
            }
            Row::Between { .. } | Row::Velocity { .. } => return vec![b.zero(); self.tree.nv],
        };
        let direction = if is_velocity_level {
            Direction::Rate
        } else {
            Direction::Position
        };
        let along = (0..self.tree.nv).map(|v| moving.along(b, direction(v)));
        along
            .map(|along| moving.first(&along).constraints[at])
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
            Row::PointExpression { ends, at } => {
                let [from, to] = self.fixtures(b, joints, ends);
                let place = self.relative_point(b, joints, ends);
                let moving = PieceDerivatives::at(b, self.symbolic, &place);
                let normal = normal(b, &moving, *at).map(|x| b.mul(self.tree.unit, x));
                let force = b.mul_vec(&from.axes, &normal);
                let pull = Wrench {
                    force,
                    moment: b.zeros(),
                };
                pair(b, [&from, &to], &pull)
            }
            Row::Between {
                ends,
                what,
                numbers,
            } => {
                let [from, to] = self.fixtures(b, joints, ends);
                let pull = frame_rows::pulled(b, [&from, &to], (&what.formula, numbers));
                pair(b, [&from, &to], &pull)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let fixture = self.fixture(None, b, joints, end);
                let mut parts = [b.zeros(); 2];
                parts[component / 3][component % 3] = Value::ONE;
                let [force, moment] = match axes {
                    Axes::World => parts,
                    // The link's axes in the frame of its body.
                    Axes::Link => {
                        let turn = self.link_axes(b, end);
                        let [force, moment] = parts.map(|part| b.mul_vec(&turn, &part));
                        return fixture.wrench(b, force, moment).into_iter().collect();
                    }
                };
                let own = fixture.transmits(b, &Wrench { force, moment }, &fixture.point);
                own.into_iter().collect()
            }
        }
    }

    /// dC/dt: J qd plus the terms from explicit time.
    pub(super) fn constraint_rates(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let moving = PieceDerivatives::new(b, self.symbolic);
        let motion = moving.along(b, Direction::Motion);
        let rows = self.constraint_rows(b, joints);
        let qd: Vec<Value> = (0..self.tree.nv)
            .map(|v| b.input(InputKind::Qd, v))
            .collect();
        let mut rows = rows.into_iter();
        self.each_row(|row| {
            let along: Vec<Value> = rows.next().expect("one for each");
            match row {
                Row::Expression {
                    at,
                    is_velocity_level: false,
                } => moving.first(&motion).constraints[*at],
                Row::PointExpression { ends, at } => {
                    let [place, rates, _] = self.relative_point_derivatives(b, joints, ends);
                    let moving = PieceDerivatives::at(b, self.symbolic, &place);
                    let motion = moving.along(b, Direction::MotionOf(rates));
                    moving.first(&motion).constraints[*at]
                }
                Row::Expression { .. } | Row::Between { .. } | Row::Velocity { .. } => {
                    let parts = along.iter().zip(&qd).map(|(&x, &y)| b.mul(x, y));
                    let parts: Vec<Value> = parts.collect();
                    b.sum(parts)
                }
            }
        })
    }

    /// dJ/dt qd plus the terms from explicit time.
    pub(super) fn constraint_bias(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let moving = PieceDerivatives::new(b, self.symbolic);
        let motion = moving.along(b, Direction::Motion);
        self.each_row(|row| match row {
            Row::Expression {
                at,
                is_velocity_level,
            } => {
                if *is_velocity_level {
                    moving.first(&motion).constraints[*at]
                } else {
                    moving.second(b, &motion, &motion).constraints[*at]
                }
            }
            Row::PointExpression { ends, at } => {
                let [place, rates, accelerations] =
                    self.relative_point_derivatives(b, joints, ends);
                let moving = PieceDerivatives::at(b, self.symbolic, &place);
                let motion = moving.along(b, Direction::MotionOf(rates));
                let own = moving.second(b, &motion, &motion).constraints[*at];
                let normal = normal(b, &moving, *at);
                let pulled = b.dot(&normal, &accelerations);
                b.add(own, pulled)
            }
            Row::Between {
                ends,
                what,
                numbers,
            } => {
                let [from, to] = self.fixtures(b, joints, ends);
                let [own, other] = self.sweeps(b, joints, ends);
                let formula = (&what.formula, &numbers[..]);
                frame_rows::second_derivative(b, [&from, &to], [&own, &other], formula)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let moved = self.own_sweep(None, b, joints, end);
                let rates = match axes {
                    // Accelerations, rotated into world axes, are the derivatives of the components of velocities
                    // along these axes.
                    Axes::World => {
                        let spin = b.cross(&moved.velocity.angular, &moved.velocity.linear);
                        let linear = b.add3(&moved.rate.linear, &spin);
                        let carrier = self.fixture(None, b, joints, end).carrier.rotation;
                        [linear, moved.rate.angular].map(|part| b.mul_vec(&carrier, &part))
                    }
                    Axes::Link => {
                        let turn = self.link_axes(b, end);
                        [moved.rate.linear, moved.rate.angular]
                            .map(|part| b.transpose_mul_vec(&turn, &part))
                    }
                };
                rates[component / 3][component % 3]
            }
        })
    }

    /// The position of the second end in the frame of the first, m.
    fn relative_point(&self, b: &mut Builder, joints: &[JointFrame], ends: &[End; 2]) -> Vector3 {
        let [from, to] = self.fixtures(b, joints, ends);
        let d = b.sub3(&to.point, &from.point);
        let seen = b.transpose_mul_vec(&from.axes, &d);
        seen.map(|x| b.mul(self.tree.unit, x))
    }

    /// The same, with its first and second derivatives at qdd = 0.
    fn relative_point_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        ends: &[End; 2],
    ) -> Derivatives {
        let [from, to] = self.fixtures(b, joints, ends);
        let sweeps = self.sweeps(b, joints, ends);
        let d = offset(b, [&from, &to], sweeps.each_ref());
        let axes = [0, 1, 2].map(|k| sweeps[0].turned(b, axis(&from.axes, k)));
        let rates = axes.map(|a| {
            let parts = [b.dot(&a[1], &d[0]), b.dot(&a[0], &d[1])];
            b.add(parts[0], parts[1])
        });
        let seconds = axes.map(|a| second(b, &a, &d));
        let [rates, seconds] = [rates, seconds].map(|x| x.map(|x| b.mul(self.tree.unit, x)));
        [self.relative_point(b, joints, ends), rates, seconds]
    }

    fn each_row<T>(&self, of: impl FnMut(&Row) -> T) -> Vec<T> {
        let rows = self.tree.constraints.iter();
        rows.map(|Constraint { row, .. }| row).map(of).collect()
    }

    /// The nearest common ancestor of the links of two ends; its motion does not change the relative motion of the
    /// ends. None: the world.
    pub(super) fn common_ancestor(&self, ends: &[End; 2]) -> Option<usize> {
        self.common_ancestor_of(
            ends.map(|end| end.link.and_then(|link| self.tree.links[link].body)),
        )
    }

    /// Both fixtures relative to the common ancestor of their links.
    fn fixtures(&self, b: &mut Builder, joints: &[JointFrame], ends: &[End; 2]) -> [Fixture; 2] {
        let from = self.common_ancestor(ends);
        ends.each_ref()
            .map(|end| self.fixture(from, b, joints, end))
    }

    /// The fixture of an end, relative to an ancestor of its link.
    fn fixture(
        &self,
        from: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> Fixture {
        let PlacedPoint {
            body,
            carrier,
            place,
        } = self.place_from(from, b, joints, *end);
        let turned = b.mul_vec(&carrier.rotation, &place);
        let turn = self.link_axes(b, end);
        Fixture {
            body,
            carrier,
            place,
            point: b.add3(&carrier.translation, &turned),
            axes: b.mul_mat(&carrier.rotation, &turn),
        }
    }

    /// The axes of an end's link in the frame of its body.
    pub(super) fn link_axes(&self, b: &Builder, end: &End) -> Matrix3 {
        let link = end.link.map(|link| self.tree.links[link].pose.rotation);
        link.unwrap_or_else(|| b.identity())
    }

    /// The motion of an end relative to an ancestor of its link, in the axes of its body, at qdd = 0.
    fn own_sweep(
        &self,
        from: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> LinkMotion {
        let Some(link) = end.link else {
            return LinkMotion::none(b);
        };
        let motion = self.motion_from(from, b, joints, link, None);
        let turn = self.link_axes(b, end);
        let lever = b.mul_vec(&turn, &end.point);
        motion.at_point(b, &lever)
    }

    /// The motions of both ends relative to the common ancestor of their links, at qdd = 0.
    fn sweeps(&self, b: &mut Builder, joints: &[JointFrame], ends: &[End; 2]) -> [Sweep; 2] {
        let from = self.common_ancestor(ends);
        ends.each_ref().map(|end| self.sweep(from, b, joints, end))
    }

    fn sweep(
        &self,
        from: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        end: &End,
    ) -> Sweep {
        let moved = self.own_sweep(from, b, joints, end);
        let carrier = self.place_from(from, b, joints, *end).carrier.rotation;
        let spin = b.cross(&moved.velocity.angular, &moved.velocity.linear);
        let acceleration = b.add3(&moved.rate.linear, &spin);
        let mut turned = |v: &Vector3| b.mul_vec(&carrier, v);
        Sweep {
            velocity: turned(&moved.velocity.linear),
            acceleration: turned(&acceleration),
            angular: turned(&moved.velocity.angular),
            turning: turned(&moved.rate.angular),
        }
    }
}

/// The derivatives of an expression with respect to the position of its point.
fn normal(b: &mut Builder, moving: &PieceDerivatives<'_>, at: usize) -> Vector3 {
    [0, 1, 2].map(|k| {
        let along = moving.along(b, Direction::Place(k));
        moving.first(&along).constraints[at]
    })
}

/// The wrenches of a force and a moment at the second fixture's point: they act on the second body, and their
/// opposites act on the first.
fn pair(b: &mut Builder, [from, to]: [&Fixture; 2], pull: &Wrench) -> Vec<BodyWrench> {
    let back = Wrench {
        force: b.neg3(&pull.force),
        moment: b.neg3(&pull.moment),
    };
    let own = to.transmits(b, pull, &to.point);
    let other = from.transmits(b, &back, &to.point);
    own.into_iter().chain(other).collect()
}
