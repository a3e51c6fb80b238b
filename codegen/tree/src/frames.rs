//! Chooses the frames of the bodies: modified Denavit-Hartenberg frames where a joint allows them.
//!
//! A turning or sliding joint leaves its body's frame free to turn about z, to move along z and to
//! be turned upside down. So the constant rotation from a body to its main child becomes one turn
//! about x, and the constant shift, in the axes after that turn, has no component along y (Khalil and Dombre 2002, section 3.2;
//! here for trees). Inertias and placements are transformed in exact arithmetic, so nothing is lost.

use super::regroup::Gauge;
use super::symmetry::Symmetry;
use super::{Body, Tree};
use multibody_program::exact::{Angle, Euler, Rational, RationalMatrix, integer, rotation};
use multibody_program::ir::{Builder, Matrix3, Pose, Value};

/// Where the origin of a body's frame is, along its axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OriginChoice {
    /// At the foot of the common normal with the main child's axis; for a leaf, with the parent's axis.
    #[default]
    MainChild,
    /// At the foot of the common normal with the parent's axis.
    Parent,
    /// Where the description places it.
    AsRead,
    /// At the foot of the common normal with a child's axis; the index counts only children that have an axis.
    Child(usize),
    /// Where the mixed moment `sum m x z` is 0.
    BalancedX,
    /// Where the mixed moment `sum m y z` is 0.
    BalancedY,
}

/// The choices for one body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FrameChoice {
    /// Index of the child whose common normal is the x axis, among the children that have an axis.
    pub main_child: usize,
    /// Where on the axis the origin is.
    pub origin: OriginChoice,
    /// The mass, if any, that stays on the axis of a child instead of moving to this body: see [`Gauge`].
    pub gauge: Option<Gauge>,
}

/// The tree with its frames chosen anew.
#[must_use]
pub fn choose_frames(tree: &Tree, frames: &[FrameChoice]) -> Tree {
    let mut result = tree.clone();
    let children = tree.children();
    // The pose of each body's new frame in its old one.
    let mut poses: Vec<Pose> = Vec::with_capacity(tree.bodies.len());
    for (index, body) in tree.bodies.iter().enumerate() {
        let b = &mut result.builder;
        let identity = b.identity_pose();
        // p and q are the parent's old and new frame, c is the body's old one.
        let x_pq = body.parent.map_or(identity, |parent| poses[parent]);
        let x_qp = inverse(b, &x_pq);
        let x_qc = b.compose(&x_qp, &body.placement);
        let next = reframe(b, tree, &children[index], index, &x_qc, frames[index]);
        let target = &mut result.bodies[index];
        target.placement = b.compose(&x_qc, &next.placement);
        if next.flipped {
            target.positions = target.positions.iter().map(|&q| b.neg(q)).collect();
            target.multiplier = -target.multiplier.clone();
        }
        if let Some(offset) = &next.offset {
            let offset = b.angle(offset);
            target.positions = target.positions.iter().map(|&q| b.add(q, offset)).collect();
        }
        let undo = inverse(b, &next.pose);
        target.inertia = target.inertia.expressed_in_parent(b, &undo);
        poses.push(next.pose);
    }
    for frame in &mut result.links {
        if let Some(body) = frame.body {
            let undo = inverse(&mut result.builder, &poses[body]);
            frame.pose = result.builder.compose(&undo, &frame.pose);
        }
    }
    result
}

/// A body's new frame.
struct Reframed {
    /// From the joint's old fixed frame to its new one.
    placement: Pose,
    /// From the body's old frame to its new one.
    pose: Pose,
    /// Whether the joint's direction is reversed.
    flipped: bool,
    /// The offset that is added to the joint's angle.
    offset: Option<Angle>,
}

fn reframe(
    b: &mut Builder,
    tree: &Tree,
    children: &[usize],
    index: usize,
    placement: &Pose,
    frame: FrameChoice,
) -> Reframed {
    let body = &tree.bodies[index];
    let reach = tree.size();
    let identity = b.identity_pose();
    let as_read = Reframed {
        placement: identity,
        pose: identity,
        flipped: false,
        offset: None,
    };
    let symmetry = body.symmetry;
    let (Some(rotation), true) = (constant(b, &placement.rotation), symmetry != Symmetry::None)
    else {
        return as_read;
    };
    // The z axes of parent and child should point the same way as far as possible.
    let is_flipped = rotation[2][2] < Rational::ZERO;
    let flip = if is_flipped { half_turn_about_x(b) } else { identity };
    let flipped_rotation = b.mul_mat(&placement.rotation, &flip.rotation);
    let rotation = constant(b, &flipped_rotation);
    let euler = rotation.as_ref().and_then(Euler::of);
    // The axes of the children, in the frame of the flipped body.
    let child_axes: Vec<Axis> = children
        .iter()
        .filter_map(|&child| Axis::of(b, &flip, &tree.bodies[child], &reach))
        .collect();
    let main = child_axes.get(frame.main_child).or(child_axes.first());
    // The parent's axis, in the frame of the flipped body.
    let flipped_placement = b.compose(placement, &flip);
    let back = inverse(b, &flipped_placement);
    let parent_axis = Axis::from_pose(b, &back, &reach);
    let choice: Option<Value> = match frame.origin {
        OriginChoice::AsRead => None,
        OriginChoice::MainChild => main.or(parent_axis.as_ref()).map(|axis| axis.foot),
        OriginChoice::Parent => parent_axis.as_ref().map(|axis| axis.foot),
        OriginChoice::Child(rank) => child_axes.get(rank).map(|axis| axis.foot),
        OriginChoice::BalancedX => balance(b, body, is_flipped, 0),
        OriginChoice::BalancedY => balance(b, body, is_flipped, 1),
    };
    let height = choice
        .filter(|&height| is_near(b, height, &reach))
        .unwrap_or(b.zero());
    let turn = main.map_or(Angle::ZERO, |axis| axis.turn.clone());
    // A turn about z before the joint, which cancels the last Euler angle: the rotation from the parent is Rz(a) Rx(b).
    let correction = euler.map_or(Angle::ZERO, |euler| -euler.c);
    let shift = Pose {
        translation: [b.zero(), b.zero(), height],
        ..identity
    };
    let z_turn = |b: &mut Builder, angle: &Angle| Pose {
        rotation: rotation_values(b, &rotation::about(2, angle)),
        ..identity
    };
    let (turn_before, turn_after) = (z_turn(b, &correction), z_turn(b, &turn));
    let base = b.compose(&flip, &shift);
    let (placement, offset) = match symmetry {
        Symmetry::Turn => (b.compose(&base, &turn_before), Some(&turn + &-correction)),
        _ => (b.compose(&base, &turn_after), None),
    };
    Reframed {
        placement,
        pose: b.compose(&base, &turn_after),
        flipped: is_flipped,
        offset,
    }
}

/// The axis of a neighbouring body, in the frame of a body.
struct Axis {
    /// The foot of the common normal on the body's own axis.
    foot: Value,
    /// The turn about z after which x lies along the common normal.
    turn: Angle,
}

impl Axis {
    fn of(b: &mut Builder, flip: &Pose, child: &Body, reach: &Rational) -> Option<Self> {
        if child.symmetry == Symmetry::None {
            return None;
        }
        let back = inverse(b, flip);
        let pose = b.compose(&back, &child.placement);
        Self::from_pose(b, &pose, reach)
    }

    fn from_pose(b: &mut Builder, pose: &Pose, reach: &Rational) -> Option<Self> {
        let r = constant(b, &pose.rotation)?;
        let [x, y, z] = pose.translation;
        let euler = Euler::of(&r)?;
        let d = [&r[0][2], &r[1][2], &r[2][2]];
        if euler.b.sin == Rational::ZERO {
            // Parallel axes: the common normal is taken through the other origin. The frame is turned about z so that x points
            // towards that origin if the angle of this turn is a multiple of a quarter turn; otherwise it is not turned.
            let is_negative = |value| b.as_constant(value).is_some_and(|v| *v < Rational::ZERO);
            let turn = match (b.is_zero(x), b.is_zero(y)) {
                (true, false) => Angle::of_quarter_turns(if is_negative(y) { -1 } else { 1 }),
                (false, true) if is_negative(x) => Angle::of_quarter_turns(2),
                _ => Angle::ZERO,
            };
            return Some(Self { foot: z, turn });
        }
        // The points (0, 0, h) and p + s d are nearest where the line between them is normal to
        // both: s = -(p_x d_x + p_y d_y) / (1 - d_z^2), h = p_z + s d_z.
        let share = Rational::ONE / (&euler.b.sin * &euler.b.sin);
        let terms = [(x, d[0]), (y, d[1])].map(|(p, d)| b.scale(&-(d * &share), p));
        let s = b.add(terms[0], terms[1]);
        // The common normal of nearly parallel axes is far away: there, everything would be a difference of large
        // numbers. If the distance depends on parameters, only the angle shows whether this is so.
        let is_known = b.as_constant(s).is_some();
        let foot = if is_near(b, s, reach) && (is_known || share <= integer(100)) {
            let lift = b.scale(d[2], s);
            b.add(z, lift)
        } else {
            z
        };
        Some(Self {
            foot,
            turn: euler.a,
        })
    }
}

/// Whether a length is at most twice the reach, which is the size of the tree. A length that depends on parameters counts as near, since its size is not
/// known.
fn is_near(b: &Builder, length: Value, reach: &Rational) -> bool {
    b.as_constant(length)
        .is_none_or(|length| absolute(length) <= integer(2) * reach)
}

/// The height at which a mixed moment vanishes: `sum m x (z - h) = 0`.
fn balance(b: &mut Builder, body: &Body, is_flipped: bool, component: usize) -> Option<Value> {
    let moment = b.as_constant(body.inertia.second[component][2])?;
    let first = b.as_constant(body.inertia.first[component])?;
    if *first == Rational::ZERO {
        return None;
    }
    let height = moment / first;
    Some(b.constant(&if is_flipped { -height } else { height }))
}

fn absolute(value: &Rational) -> Rational {
    if *value < Rational::ZERO { -value.clone() } else { value.clone() }
}

fn half_turn_about_x(b: &mut Builder) -> Pose {
    let minus = b.integer(-1);
    let (o, l) = (b.zero(), b.one());
    Pose {
        rotation: [[l, o, o], [o, minus, o], [o, o, minus]],
        translation: b.zeros(),
    }
}

fn inverse(b: &mut Builder, pose: &Pose) -> Pose {
    let rotation = Builder::transpose(&pose.rotation);
    let offset = b.mul_vec(&rotation, &pose.translation);
    Pose {
        rotation,
        translation: b.neg3(&offset),
    }
}

fn constant(b: &Builder, m: &Matrix3) -> Option<RationalMatrix> {
    let mut exact = rotation::identity();
    for (row, values) in exact.iter_mut().zip(m) {
        for (entry, &value) in row.iter_mut().zip(values) {
            *entry = b.as_constant(value)?.clone();
        }
    }
    Some(exact)
}

fn rotation_values(b: &mut Builder, m: &RationalMatrix) -> Matrix3 {
    let values: [[Value; 3]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| b.constant(&m[i][j])));
    values
}
