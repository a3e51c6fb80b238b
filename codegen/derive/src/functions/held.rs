//! Rows of constraints on their way to the base, along axes that suit each body.
//!
//! That a point stands still is said by three rows along any axes. So where all three have come to a body, they are
//! taken along its own axes: wrenches of 1 along these, and only three right-hand sides turn with the joint, and three
//! multipliers on the way back. The same holds of three rows that hold a link's turning; of two rows as long as the
//! direction in which nothing is held stays an axis of the frame. A link that is held altogether is held at the origin
//! of its body.

use std::cmp::Reverse;

use super::Recursion;
use super::takes::Takes;
use crate::forms::{Forms, JointFrame, Linear, Wrench};
use multibody_description::function::{Axes, Response};
use multibody_description::system::{Between, Constraint, End, Row};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// All rows, each at some of the bodies.
pub struct Held {
    pub rows: Vec<HeldRow>,
    sets: Vec<Set>,
    /// Of each body what was done to rows before its joint was reached, and behind it, in this order.
    before: Vec<Vec<Change>>,
    behind: Vec<Vec<Change>>,
}

/// A row.
#[derive(Clone)]
pub struct HeldRow {
    /// Minus what a multiplier of 1 does to each body.
    pub wrenches: Vec<Wrench>,
    /// And what it does along rates.
    pub forces: Vec<Value>,
    /// What the row makes of accelerations.
    pub wanted: Value,
}

/// Rows along the axes of a body's frame, as they came: one for each axis that is held.
struct Set {
    body: usize,
    /// The point in whose velocity they are rows; none: in the angular velocity.
    place: Option<Vector3>,
    rows: Axial,
}

/// By axes.
type Axial = [Option<usize>; 3];

/// Rows that were exchanged for others which say the same.
enum Change {
    /// Along axes that are turned by this.
    Turned {
        from: Axial,
        to: Axial,
        rotation: Matrix3,
    },
    /// From this point to the origin.
    Moved {
        place: Vector3,
        linear: [usize; 3],
        angular: [usize; 3],
    },
}

impl<F: Forms> Recursion<'_, F> {
    /// What a multiplier of 1 does of each row: to bodies, or along rates.
    pub(super) fn held(&self, b: &mut Builder, joints: &[JointFrame], response: Response) -> Held {
        let values = self.wanted(b, joints, response);
        let rows = self.tree.constraints.iter().zip(values);
        let rows = rows.map(|(Constraint { row, .. }, wanted)| {
            let mut wrenches = vec![Wrench::zero(b); joints.len()];
            for (body, wrench) in self.constraint_wrenches(b, joints, row) {
                wrenches[body] = wrenches[body].minus(b, &wrench);
            }
            HeldRow {
                wrenches,
                forces: self.constraint_forces(b, joints, row),
                wanted,
            }
        });
        let mut held = Held {
            rows: rows.collect(),
            ..Held::none(joints.len())
        };
        // Rows of a link that is held altogether become others at another point, which regularization would tell apart;
        // and selectors all rows along other axes.
        let regularized = self.tree.regularization.is_some();
        let holds = self.holds(b).into_iter();
        for hold in holds.filter(|hold| !(response.is_switched() || regularized && hold.is_whole()))
        {
            self.take_along(b, joints, &mut held, &hold, response);
        }
        held
    }

    /// What the world holds, with its rows.
    fn holds(&self, b: &Builder) -> Vec<Hold> {
        let mut holds: Vec<Hold> = Vec::new();
        for (at, Constraint { row, .. }) in self.tree.constraints.iter().enumerate() {
            let (end, axes, component) = match *row {
                Row::Contact {
                    end,
                    axes,
                    component,
                } => {
                    let of_link = self.link_axes(b, &end);
                    let seen = match axes {
                        Axes::World => Seen::World(b.identity()),
                        Axes::Link => Seen::Link(of_link),
                    };
                    (end, seen, component)
                }
                Row::Between {
                    ends: [from, end],
                    what: Between::Apart(component),
                } if self.stands(from) => {
                    let axes = self.link_axes(b, &from);
                    (end, Seen::World(axes), component)
                }
                Row::Said { .. } | Row::Placed { .. } | Row::Between { .. } => continue,
            };
            let (part, axis) = (component / 3, component % 3);
            let known = holds.iter_mut().find(|hold| {
                let is_there = (hold.end.link, hold.end.point, hold.axes);
                is_there == (end.link, end.point, axes) && hold.rows[part][axis].is_none()
            });
            match known {
                Some(known) => known.rows[part][axis] = Some(at),
                None => {
                    let mut rows = [[None; 3]; 2];
                    rows[part][axis] = Some(at);
                    holds.push(Hold { end, axes, rows });
                }
            }
        }
        holds
    }

    /// Whether an end does not move.
    fn stands(&self, end: End) -> bool {
        end.link
            .is_none_or(|link| self.tree.links[link].body.is_none())
    }

    /// A point on the axis of its body's joint rests in the body that carries this one, and is held there.
    fn where_it_rests(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        (mut body, mut place): (usize, Vector3),
    ) -> (usize, Vector3) {
        while let Some(parent) = self.tree.bodies[body].parent {
            let joint = &joints[body];
            let moves = joint.axes.iter().any(|axis| {
                let sweep = b.cross(&axis.angular, &place);
                b.add3(&axis.linear, &sweep) != b.zeros()
            });
            if moves {
                break;
            }
            for pose in [&joint.transform, &joint.placement] {
                let turned = b.mul_vec(&pose.rotation, &place);
                place = b.add3(&pose.translation, &turned);
            }
            body = parent;
        }
        (body, place)
    }

    /// Takes rows along the axes of their body, where that can be.
    fn take_along(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        held: &mut Held,
        hold: &Hold,
        response: Response,
    ) {
        let (Some(mut body), _, mut place) = self.place(b, joints, hold.end) else {
            return;
        };
        let rotations = match hold.axes {
            Seen::Link(axes) => vec![axes],
            Seen::World(axes) => {
                if !hold.has_turns() {
                    (body, place) = self.where_it_rests(b, joints, (body, place));
                }
                // Joint by joint: a vector is turned in fewer operations than a frame.
                let path: Vec<usize> = self.path(Some(body)).collect();
                let joints = path.iter().rev().map(|&at| &joints[at]);
                let poses = joints.flat_map(|joint| [&joint.placement, &joint.transform]);
                let inwards = poses.map(|pose| Builder::transpose(&pose.rotation));
                std::iter::once(axes).chain(inwards).collect()
            }
        };
        let wanted = self.wanted_of_hold(b, joints, (hold, body, &place), &rotations, response);
        let point = if hold.is_whole() { b.zeros() } else { place };
        let [linear, angular] = hold.rows;
        let sets = [(linear, Some(point)), (angular, None)];
        for ((user, place), wanted) in sets.into_iter().zip(wanted) {
            let turned = |rows, rotation: &Matrix3| turned(rotation, rows);
            let Some(rows) = rotations.iter().try_fold(user, turned) else {
                continue;
            };
            let mut from = user;
            for &rotation in &rotations {
                let to = turned(from, &rotation).expect("tried before");
                held.before[body].push(Change::Turned { from, to, rotation });
                from = to;
            }
            for (row, wanted) in rows.into_iter().zip(wanted).filter_map(present) {
                held.rows[row].wanted = wanted;
            }
            held.sets.push(Set { body, place, rows });
        }
        if let Some([linear, angular]) = hold.whole() {
            held.before[body].push(Change::Moved {
                place,
                linear,
                angular,
            });
        }
        held.seat(b, body);
    }
}

/// A point of a link, and the link's turning, as far as the world holds them.
pub struct Hold {
    end: End,
    pub axes: Seen,
    /// Those of the point, and those of turning.
    pub rows: [Axial; 2],
}

/// The axes of rows.
#[derive(Clone, Copy, PartialEq)]
pub enum Seen {
    /// That stand in the world.
    World(Matrix3),
    /// That stand in the body.
    Link(Matrix3),
}

impl Hold {
    /// All rows, if there are six.
    fn whole(&self) -> Option<[[usize; 3]; 2]> {
        let [linear, angular] = self.rows.map(|[x, y, z]| Some([x?, y?, z?]));
        Some([linear?, angular?])
    }

    /// Whether all six rows are there.
    pub fn is_whole(&self) -> bool {
        self.whole().is_some()
    }

    fn has_turns(&self) -> bool {
        self.rows[1] != [None; 3]
    }
}

impl Held {
    /// None, of so many bodies.
    pub fn none(bodies: usize) -> Self {
        let none = || (0..bodies).map(|_| Vec::new()).collect();
        Self {
            rows: Vec::new(),
            sets: Vec::new(),
            before: none(),
            behind: none(),
        }
    }

    /// Rows on to the body that carries a joint's.
    pub fn retreat(
        &mut self,
        b: &mut Builder,
        (body, parent): (usize, usize),
        joint: &JointFrame,
        retreat: impl Fn(&mut Builder, &Wrench) -> Wrench,
    ) {
        let (mut going, staying) = std::mem::take(&mut self.sets)
            .into_iter()
            .partition::<Vec<_>, _>(|set| set.body == body);
        self.sets = staying;
        let poses = [&joint.transform, &joint.placement];
        let turned = |rows, pose: &&Pose| turned(&pose.rotation, rows);
        going.retain(|set| poses.iter().try_fold(set.rows, turned).is_some());
        for set in &mut going {
            for pose in poses {
                self.turn(b, set, pose);
            }
        }
        let mut is_along = vec![false; self.rows.len()];
        for row in going.iter().flat_map(|set| set.rows).flatten() {
            is_along[row] = true;
        }
        for (row, is_along) in self.rows.iter_mut().zip(is_along) {
            let own = std::mem::replace(&mut row.wrenches[body], Wrench::zero(b));
            if !is_along {
                let seen = retreat(b, &own);
                row.wrenches[parent] = row.wrenches[parent].plus(b, &seen);
            }
        }
        for set in &mut going {
            set.body = parent;
        }
        self.sets.extend(going);
        self.seat(b, parent);
    }

    /// Takes a set along the axes before a pose, where that can be.
    fn turn(&mut self, b: &mut Builder, set: &mut Set, pose: &Pose) {
        let (rotation, from) = (pose.rotation, set.rows);
        let Some(to) = turned(&rotation, from) else {
            return;
        };
        let wanted = from.map(|row| row.map_or(b.zero(), |row| self.rows[row].wanted));
        let wanted = b.mul_vec(&rotation, &wanted);
        for (row, wanted) in to.into_iter().zip(wanted).filter_map(present) {
            self.rows[row].wanted = wanted;
        }
        if let Some(place) = &mut set.place {
            let turned = b.mul_vec(&rotation, place);
            *place = b.add3(&pose.translation, &turned);
        }
        set.rows = to;
        self.behind[set.body].push(Change::Turned { from, to, rotation });
    }

    /// Writes down what the sets at a body do to it.
    fn seat(&mut self, b: &mut Builder, body: usize) {
        for set in self.sets.iter().filter(|set| set.body == body) {
            for (axis, row) in set.rows.iter().enumerate() {
                let Some(row) = *row else { continue };
                let mut along = b.zeros();
                along[axis] = b.one();
                let wrench = match &set.place {
                    Some(place) => Wrench {
                        force: along,
                        moment: b.cross(place, &along),
                    },
                    None => Wrench {
                        force: b.zeros(),
                        moment: along,
                    },
                };
                self.rows[row].wrenches[body] = Wrench::zero(b).minus(b, &wrench);
            }
        }
    }

    /// A row does so much more to a body.
    pub fn push(&mut self, b: &mut Builder, (row, body): (usize, usize), push: &Wrench) {
        let wrench = &mut self.rows[row].wrenches[body];
        let pushed = wrench.plus(b, push);
        if pushed != *wrench {
            *wrench = pushed;
            self.sets.retain(|set| !set.rows.contains(&Some(row)));
        }
    }

    /// A row is taken: nothing of it goes on.
    pub fn lower(&mut self, b: &Builder, row: usize) {
        self.rows[row].wrenches.fill(Wrench::zero(b));
        for slot in self.sets.iter_mut().flat_map(|set| &mut set.rows) {
            *slot = slot.filter(|&held| held != row);
        }
    }

    /// The row that a rate of a body takes: it is about no other body, and its force along the rate is a constant, or may
    /// be any. Of several the one with the fewest components, then that with the longest lever; constants come first.
    pub fn lever(
        &self,
        b: &Builder,
        (body, takes): (usize, Takes),
        along: &[Value],
        can_be_taken: &[bool],
    ) -> Option<usize> {
        let candidates = (0..self.rows.len()).filter_map(|row| {
            let is_moved = can_be_taken[row] && !b.is_zero(along[row]) && self.is_of(b, row, body);
            let square = is_moved.then(|| b.as_constant(along[row]).map(|lever| lever * lever))?;
            let components = components(b, &self.rows[row].wrenches[body]);
            let fits = takes == Takes::All || square.is_some();
            let preferred = (square.is_some(), Reverse(components), square, Reverse(row));
            fits.then_some((preferred, row))
        });
        candidates.max().map(|(_, row)| row)
    }

    /// Whether a row is about a body alone.
    pub fn is_of(&self, b: &Builder, row: usize, body: usize) -> bool {
        let HeldRow {
            wrenches, forces, ..
        } = &self.rows[row];
        let mut others = wrenches.iter().enumerate().filter(|(at, _)| *at != body);
        others.all(|(_, wrench)| components(b, wrench) == 0)
            && forces.iter().all(|&force| b.is_zero(force))
    }

    /// The multipliers that there were behind a body's joint, from those at the body that carries it.
    pub fn behind(&self, b: &mut Builder, body: usize, multipliers: &mut [Value]) {
        undo(b, &self.behind[body], multipliers);
    }

    /// The multipliers of rows as described, from those at their body.
    pub fn before(&self, b: &mut Builder, body: usize, multipliers: &mut [Value]) {
        undo(b, &self.before[body], multipliers);
    }
}

/// How many are not 0.
fn components(b: &Builder, wrench: &Wrench) -> usize {
    let all = wrench.force.iter().chain(&wrench.moment);
    all.filter(|&&value| !b.is_zero(value)).count()
}

fn undo(b: &mut Builder, changes: &[Change], multipliers: &mut [Value]) {
    for change in changes.iter().rev() {
        match change {
            Change::Turned { from, to, rotation } => {
                let after = to.map(|row| row.map_or(b.zero(), |row| multipliers[row]));
                let earlier = b.transpose_mul_vec(rotation, &after);
                for (row, value) in (*from).into_iter().zip(earlier).filter_map(present) {
                    multipliers[row] = value;
                }
            }
            Change::Moved {
                place,
                linear,
                angular,
            } => {
                let force = linear.map(|row| multipliers[row]);
                let lever = b.cross(place, &force);
                for (&row, part) in angular.iter().zip(lever) {
                    multipliers[row] = b.sub(multipliers[row], part);
                }
            }
        }
    }
}

fn present((row, value): (Option<usize>, Value)) -> Option<(usize, Value)> {
    Some((row?, value))
}

/// The axes of rows that are turned. None: what is left free does not come to lie along an axis.
fn turned(rotation: &Matrix3, rows: Axial) -> Option<Axial> {
    let mut free = (0..3).filter(|&axis| rows[axis].is_none());
    let (first, second) = (free.next(), free.next());
    let Some(free) = first else {
        return Some(rows);
    };
    if second.is_some() {
        return None;
    }
    let column = rotation.map(|row| row[free]);
    let mut across = (0..3).filter(|&axis| column[axis] != Value::ZERO);
    let (to, None) = (across.next()?, across.next()) else {
        return None;
    };
    let mut left = rows.into_iter().flatten();
    Some(std::array::from_fn(|axis| {
        (axis != to).then(|| left.next()).flatten()
    }))
}
