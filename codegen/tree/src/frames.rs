//! Chooses the frames of the bodies: modified Denavit-Hartenberg frames where a joint allows them.
//!
//! A turning or sliding joint leaves its body's frame free to turn about z, to move along z and to be turned upside
//! down. So the constant rotation from a body to its main child becomes one turn about x. The constant shift, in the
//! axes after that turn, has no component along y (Khalil and Dombre 2002, section 3.2; here for trees). Inertias and
//! placements are transformed in exact arithmetic, so nothing is lost.

use super::regroup::Gauge;
use super::symmetry::Symmetry;
use super::{Body, Tree};
use multibody_program::exact::{Angle, Euler, Rational, RationalMatrix, integer, rotation};
use multibody_program::ir::{Builder, Matrix3, Pose, Value};

/// Where on the axis of a body's joint the origin of the body's frame is. If there is no such point, or if it is far away, the
/// origin is where the description places it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OriginChoice {
    /// At the foot of the common normal with the main child's axis; with the parent's axis if no child has an axis.
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
    /// Index, among the children that have an axis, of the main child: the common normal with its axis is the x axis.
    pub main_child: usize,
    /// The place of the origin on the axis.
    pub origin: OriginChoice,
    /// The mass, if any, that stays on the axis of a child instead of moving to this body: see [`Gauge`].
    pub gauge: Option<Gauge>,
}

/// The tree with these choices of frames.
#[must_use]
pub fn choose_frames(tree: &Tree, frames: &[FrameChoice]) -> Tree {
    let mut result = tree.clone();
    let children = tree.children();
    // The pose of each body's new frame in its old one.
    let mut poses: Vec<Pose> = Vec::with_capacity(tree.bodies.len());
    for (index, body) in tree.bodies.iter().enumerate() {
        let b = &mut result.builder;
        let identity = b.identity_pose();
        let parent_pose = body.parent.map_or(identity, |parent| poses[parent]);
        let parent_old_in_new = inverse(b, &parent_pose);
        // The joint's old fixed frame in the parent's new frame.
        let placement = b.compose(&parent_old_in_new, &body.placement);
        let new_frame = reframe(b, tree, &children[index], index, &placement, frames[index]);
        let new_body = &mut result.bodies[index];
        new_body.placement = b.compose(&placement, &new_frame.placement);
        if new_frame.is_flipped {
            new_body.positions = new_body.positions.iter().map(|&q| b.neg(q)).collect();
            new_body.multiplier = -new_body.multiplier.clone();
        }
        if let Some(offset) = &new_frame.offset {
            let offset = b.angle(offset);
            new_body.positions = new_body
                .positions
                .iter()
                .map(|&q| b.add(q, offset))
                .collect();
        }
        let old_in_new = inverse(b, &new_frame.pose);
        new_body.inertia = new_body.inertia.expressed_in_parent(b, &old_in_new);
        poses.push(new_frame.pose);
    }
    for frame in &mut result.links {
        if let Some(body) = frame.body {
            let old_in_new = inverse(&mut result.builder, &poses[body]);
            frame.pose = result.builder.compose(&old_in_new, &frame.pose);
        }
    }
    result
}

/// A body's new frame.
struct NewFrame {
    /// The joint's new fixed frame in its old one.
    placement: Pose,
    /// The body's new frame in its old one.
    pose: Pose,
    /// Whether the joint's direction is reversed.
    is_flipped: bool,
    /// The offset that is added to the joint's angle.
    offset: Option<Angle>,
}

/// The new frame of the body with this index. `placement` is the joint's old fixed frame in the parent's new frame.
fn reframe(
    b: &mut Builder,
    tree: &Tree,
    children: &[usize],
    index: usize,
    placement: &Pose,
    choice: FrameChoice,
) -> NewFrame {
    let body = &tree.bodies[index];
    let tree_size = tree.size();
    let identity = b.identity_pose();
    let as_read = NewFrame {
        placement: identity,
        pose: identity,
        is_flipped: false,
        offset: None,
    };
    let symmetry = body.symmetry;
    let (Some(rotation), true) = (exact(b, &placement.rotation), symmetry != Symmetry::None) else {
        return as_read;
    };
    // The z axes of parent and child should point the same way as far as possible.
    let is_flipped = rotation[2][2] < Rational::ZERO;
    let flip = if is_flipped { half_turn_about_x(b) } else { identity };
    let flipped_rotation = b.mul_mat(&placement.rotation, &flip.rotation);
    let rotation = exact(b, &flipped_rotation);
    // The angles a, b, c of the rotation Rz(a) Rx(b) Rz(c).
    let euler = rotation.as_ref().and_then(Euler::of);
    // The axes of the children, in the frame of the flipped body.
    let child_axes: Vec<Axis> = children
        .iter()
        .filter_map(|&child| Axis::of(b, &flip, &tree.bodies[child], &tree_size))
        .collect();
    let main_axis = child_axes.get(choice.main_child).or(child_axes.first());
    // The parent's axis, in the frame of the flipped body. `back` is the pose of the parent's new frame there.
    let flipped_placement = b.compose(placement, &flip);
    let back = inverse(b, &flipped_placement);
    let parent_axis = Axis::from_pose(b, &back, &tree_size);
    let chosen_height: Option<Value> = match choice.origin {
        OriginChoice::AsRead => None,
        OriginChoice::MainChild => main_axis.or(parent_axis.as_ref()).map(|axis| axis.foot),
        OriginChoice::Parent => parent_axis.as_ref().map(|axis| axis.foot),
        OriginChoice::Child(child) => child_axes.get(child).map(|axis| axis.foot),
        OriginChoice::BalancedX => balance(b, body, is_flipped, 0),
        OriginChoice::BalancedY => balance(b, body, is_flipped, 1),
    };
    let height = chosen_height
        .filter(|&height| is_near(b, height, &tree_size))
        .unwrap_or(b.zero());
    let turn = main_axis.map_or(Angle::ZERO, |axis| axis.turn.clone());
    // This turn about z, before the joint, cancels the last Euler angle: the rotation from the parent becomes Rz(a) Rx(b).
    let pre_turn = euler.map_or(Angle::ZERO, |euler| -euler.c);
    let shift = Pose {
        translation: [b.zero(), b.zero(), height],
        ..identity
    };
    let z_turn = |b: &mut Builder, angle: &Angle| Pose {
        rotation: rotation_values(b, &rotation::about(2, angle)),
        ..identity
    };
    let (turn_before, turn_after) = (z_turn(b, &pre_turn), z_turn(b, &turn));
    let base = b.compose(&flip, &shift);
    let (placement, offset) = match symmetry {
        // In the new frames the joint turns by `q + turn - pre_turn`.
        Symmetry::Turn => (b.compose(&base, &turn_before), Some(&turn + &-pre_turn)),
        _ => (b.compose(&base, &turn_after), None),
    };
    NewFrame {
        placement,
        pose: b.compose(&base, &turn_after),
        is_flipped,
        offset,
    }
}

/// The axis of the parent or of a child of a body, relative to the frame of the body.
struct Axis {
    /// Where the common normal of both axes meets the body's own axis: the z of that point.
    foot: Value,
    /// The turn about z after which x lies along the common normal.
    turn: Angle,
}

impl Axis {
    fn of(b: &mut Builder, flip: &Pose, child: &Body, tree_size: &Rational) -> Option<Self> {
        if child.symmetry == Symmetry::None {
            return None;
        }
        let back = inverse(b, flip);
        let pose = b.compose(&back, &child.placement);
        Self::from_pose(b, &pose, tree_size)
    }

    fn from_pose(b: &mut Builder, pose: &Pose, tree_size: &Rational) -> Option<Self> {
        let r = exact(b, &pose.rotation)?;
        let [x, y, z] = pose.translation;
        let euler = Euler::of(&r)?;
        let d = [&r[0][2], &r[1][2], &r[2][2]];
        if euler.b.sin == Rational::ZERO {
            // Parallel axes: the common normal is taken through the other origin. If a multiple of a quarter turn about z makes x
            // point towards that origin, the frame is turned so; otherwise it is not turned.
            let is_negative = |value| b.as_constant(value).is_some_and(|v| *v < Rational::ZERO);
            let turn = match (b.is_zero(x), b.is_zero(y)) {
                (true, false) => Angle::of_quarter_turns(if is_negative(y) { -1 } else { 1 }),
                (false, true) if is_negative(x) => Angle::of_quarter_turns(2),
                _ => Angle::ZERO,
            };
            return Some(Self { foot: z, turn });
        }
        // Let p be a point on the other axis and d its direction. The points (0, 0, h) and p + s d are nearest where
        // the line between them is normal to both axes: s = -(p_x d_x + p_y d_y) / (1 - d_z^2), h = p_z + s d_z; 1 -
        // d_z^2 = sin^2 b.
        let inverse_square = Rational::ONE / (&euler.b.sin * &euler.b.sin);
        let terms = [(x, d[0]), (y, d[1])].map(|(p, d)| b.scale(&-(d * &inverse_square), p));
        let s = b.add(terms[0], terms[1]);
        // The common normal of nearly parallel axes is far away: there, everything would be a difference of large
        // numbers. If the distance depends on parameters, only the angle b shows whether this is so: sin b < 1/10.
        let is_known = b.as_constant(s).is_some();
        let foot = if is_near(b, s, tree_size) && (is_known || inverse_square <= integer(100)) {
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

/// Whether a length is at most twice the size of the tree. A length that depends on parameters counts as near, since its value is
/// not known.
fn is_near(b: &Builder, length: Value, tree_size: &Rational) -> bool {
    b.as_constant(length)
        .is_none_or(|length| absolute(length) <= integer(2) * tree_size)
}

/// The height h at which a mixed moment vanishes: `sum m x (z - h) = 0`, where x is the component 0 or 1 of a position. None if it
/// depends on parameters, or if `sum m x` is 0.
fn balance(b: &mut Builder, body: &Body, is_flipped: bool, component: usize) -> Option<Value> {
    let mixed_moment = b.as_constant(body.inertia.second_moment[component][2])?;
    let first_moment = b.as_constant(body.inertia.first_moment[component])?;
    if *first_moment == Rational::ZERO {
        return None;
    }
    let height = mixed_moment / first_moment;
    Some(b.constant(&if is_flipped { -height } else { height }))
}

fn absolute(value: &Rational) -> Rational {
    if *value < Rational::ZERO { -value.clone() } else { value.clone() }
}

fn half_turn_about_x(b: &mut Builder) -> Pose {
    let minus = b.integer(-1);
    let (zero, one) = (b.zero(), b.one());
    Pose {
        rotation: [[one, zero, zero], [zero, minus, zero], [zero, zero, minus]],
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

/// The numbers of a constant rotation; none if it depends on parameters.
fn exact(b: &Builder, m: &Matrix3) -> Option<RationalMatrix> {
    let mut exact = rotation::identity();
    for (row, values) in exact.iter_mut().zip(m) {
        for (entry, &value) in row.iter_mut().zip(values) {
            *entry = b.as_constant(value)?.clone();
        }
    }
    Some(exact)
}

fn rotation_values(b: &mut Builder, m: &RationalMatrix) -> Matrix3 {
    std::array::from_fn(|i| std::array::from_fn(|j| b.constant(&m[i][j])))
}
