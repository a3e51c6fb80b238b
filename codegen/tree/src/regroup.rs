//! Regrouping of inertial parameters: base parameters, with the redundant part moved to the parent (Khalil and Dombre 2002,
//! chapter 9).
//!
//! If a joint does not move a point u = (r, 1) of its link, that is, X(q) u = X(0) u for all q, u is a point of the
//! parent too. So mass distributed over such points (and over such directions, u = (d, 0)) is at the same place
//! whichever of the two links carries it. No equation of motion, no energy and no centre of mass changes. For a
//! revolute joint these points are its axis, for a prismatic joint they are all directions, and for a ball joint the
//! centre; a free joint leaves nothing at rest.
//!
//! The space of such u is found from the transform, so regrouping does not depend on the joint type.

use std::sync::Arc;

use super::{Inertia, Tree};
use multibody_description::joint::{JointType, orientations};
use multibody_program::exact::{Angle, Rational, integer};
use multibody_program::ir::{Builder, Exact, Input, InputKind, Pose, Value};

/// A mass that stays on a child's joint axis instead of being moved to the parent, the body that has this gauge. It is chosen so that
/// one component of the parent's first moment vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gauge {
    /// Index of the child among the parent's children.
    pub child: usize,
    /// The component of the first moment, 0 or 1.
    pub component: usize,
}

/// For each body, from the tips inwards, moves the mass that its joint leaves at rest to its parent, except for the mass that a
/// gauge keeps on the joint's axis.
pub fn regroup(tree: &mut Tree, gauges: &[Option<Gauge>]) {
    let children = tree.children();
    for index in (0..tree.bodies.len()).rev() {
        if let Some(gauge) = gauges[index]
            && let Some(&child) = children[index].get(gauge.child)
        {
            leave_mass(tree, index, child, gauge.component);
        }
        let body = &tree.bodies[index];
        let points = Arc::clone(&body.resting_points);
        if points.is_empty() {
            continue;
        }
        let (parent, placement) = (body.parent, body.placement);
        let b = &mut tree.builder;
        let SplitMoments {
            remainder,
            transfer,
        } = split(b, &body.inertia, &points);
        let parent_transfer = transfer.expressed_in_parent(b, &placement);
        tree.bodies[index].inertia = remainder;
        let parent_inertia = match parent {
            Some(parent) => &mut tree.bodies[parent].inertia,
            None => &mut tree.world_inertia,
        };
        *parent_inertia = parent_inertia.plus(b, &parent_transfer);
    }
}

/// Moves mass from a body to the origin of a child's frame, which the child's joint leaves at rest, just enough to make a
/// component h of the body's first moment vanish. The mass is m = h / p, where p is that component of the origin's position.
fn leave_mass(tree: &mut Tree, body: usize, child: usize, component: usize) {
    let origin = [0, 0, 0, 1].map(integer);
    if !tree.bodies[child]
        .resting_points
        .iter()
        .any(|point| point.moving == origin)
    {
        return;
    }
    let shortest_arm = tree.size() / integer(20);
    let b = &mut tree.builder;
    let placement = tree.bodies[child].placement;
    let moment = tree.bodies[body].inertia.first_moment[component];
    let arm = placement.translation[component];
    let is_constant = |value| b.as_constant(value).is_some() && !b.is_zero(value);
    if !is_constant(arm) || !is_constant(moment) {
        return;
    }
    // A short arm would require a large mass, which would have to be subtracted again elsewhere.
    let is_long = |length: &Rational| *length >= shortest_arm || -length.clone() >= shortest_arm;
    if !b.as_constant(arm).is_some_and(is_long) {
        return;
    }
    let mass = b.div(moment, arm);
    let point = Inertia {
        mass,
        ..Inertia::zero(b)
    };
    let opposite = Inertia {
        mass: b.neg(mass),
        ..point
    };
    let body_change = opposite.expressed_in_parent(b, &placement);
    tree.bodies[body].inertia = tree.bodies[body].inertia.plus(b, &body_change);
    tree.bodies[child].inertia = tree.bodies[child].inertia.plus(b, &point);
}

/// A point or direction that a joint leaves at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct RestingPoint {
    /// In the moving frame, in reduced form: 1 at its pivot, where all others of the basis have 0.
    pub moving: [Rational; 4],
    /// The same point or direction in the joint's fixed frame.
    pub fixed: [Rational; 4],
    /// The component that is 1.
    pub pivot: usize,
}

/// The moments of a body, in two parts.
struct SplitMoments {
    /// The part that has to remain with the body.
    remainder: Inertia,
    /// The part that the joint leaves at rest, in the joint's fixed frame.
    transfer: Inertia,
}

/// Splits moments into `sum of weight u w^T` over the points u and w, which the joint leaves at rest, and the remainder.
fn split(b: &mut Builder, inertia: &Inertia, points: &[RestingPoint]) -> SplitMoments {
    let mut remainder = inertia.to_matrix();
    let mut transfer = [[b.zero(); 4]; 4];
    let moments = inertia.to_matrix();
    for u in points {
        for w in points {
            // Subtracting `weight u w^T` for all pairs makes the remainder 0 at the pivots.
            let weight = moments[u.pivot][w.pivot];
            let mut add =
                |matrix: &mut [[Value; 4]; 4], u: &[Rational; 4], w: &[Rational; 4], sign| {
                    let nonzero = |v: &[Rational; 4]| {
                        (0..4)
                            .filter(|&i| v[i] != Rational::ZERO)
                            .collect::<Vec<_>>()
                    };
                    for i in nonzero(u) {
                        for j in nonzero(w) {
                            let part = b.scale(&(integer(sign) * &u[i] * &w[j]), weight);
                            matrix[i][j] = b.add(matrix[i][j], part);
                        }
                    }
                };
            add(&mut remainder, &u.moving, &w.moving, -1);
            add(&mut transfer, &u.fixed, &w.fixed, 1);
        }
    }
    SplitMoments {
        remainder: Inertia::from_matrix(&remainder),
        transfer: Inertia::from_matrix(&transfer),
    }
}

/// A basis of the points and directions that a joint type leaves at rest, by exact linear algebra
/// at a few positions. Empty for a joint type without rational positions, whose resting points are not known.
pub fn resting_points(kind: &dyn JointType) -> Vec<RestingPoint> {
    let poses: Option<Vec<_>> = (0..4).map(|sample| pose_at(kind, sample)).collect();
    let Some(poses) = poses else {
        return Vec::new();
    };
    // A point u at rest satisfies `(X(q) - X(q0)) u = 0` at every sample q.
    let mut rows: Vec<[Rational; 4]> = Vec::new();
    for pose in &poses[1..] {
        for (row, first_row) in pose.iter().zip(&poses[0]).take(3) {
            rows.push(std::array::from_fn(|k| &row[k] - &first_row[k]));
        }
    }
    null_space(rows)
        .into_iter()
        .map(|(pivot, moving)| {
            let fixed = std::array::from_fn(|i| {
                (0..4).fold(Rational::ZERO, |sum, k| sum + &poses[0][i][k] * &moving[k])
            });
            RestingPoint {
                moving,
                fixed,
                pivot,
            }
        })
        .collect()
}

/// The four-by-four transform of a joint type at one of several rational states in general position. None if it
/// is not rational there.
fn pose_at(kind: &dyn JointType, sample: usize) -> Option<[[Rational; 4]; 4]> {
    let mut b = Builder::new();
    let mut state = Exact::default();
    // Arbitrary numbers, from which a chart makes the exact coordinates of an orientation.
    let (numerators, denominator) = [
        ([2, 4, 5], 15),
        ([1, 1, 1], 3),
        ([1, 2, 2], 9),
        ([2, 4, 6], 28),
    ][sample];
    let orientation = numerators.map(|number| integer(number) / integer(denominator));
    let mut numbers: Vec<Rational> = (0..kind.positions().len())
        .map(|k| integer((3 * sample + 2 * k + 1) as i64))
        .collect();
    for (offset, chart) in orientations(kind.positions()) {
        let components = chart.sample(orientation.clone());
        numbers.splice(offset..offset + components.len(), components);
    }
    let q: Vec<Value> = (numbers.into_iter().enumerate())
        .map(|(k, number)| {
            let input = Input::new(InputKind::Q, k);
            state.numbers.insert(input, number);
            state
                .angles
                .insert(input, circle_point(1 + sample as i64 + k as i64));
            b.input(InputKind::Q, k)
        })
        .collect();
    let Pose {
        rotation,
        translation,
    } = kind.transform(&mut b, &q);
    let outputs: Vec<Value> = rotation.into_iter().flatten().chain(translation).collect();
    let values = state.evaluate(&b.finish(&outputs))?;
    Some(std::array::from_fn(|i| {
        std::array::from_fn(|j| match (i, j) {
            (3, _) => integer(i64::from(j == 3)),
            (_, 3) => values[9 + i].clone(),
            _ => values[3 * i + j].clone(),
        })
    }))
}

/// The point of the unit circle at the half-angle tangent `1 / n`.
fn circle_point(n: i64) -> Angle {
    let norm = integer(n * n + 1);
    Angle {
        cos: integer(n * n - 1) / &norm,
        sin: integer(2 * n) / norm,
    }
}

/// A basis of the null space of the rows. With each vector comes its pivot: the index of the component that is 1 in this vector
/// and 0 in all others.
fn null_space(mut rows: Vec<[Rational; 4]>) -> Vec<(usize, [Rational; 4])> {
    // Reduced echelon form: each column without a pivot gives one vector.
    let mut pivot_of_row = Vec::new();
    for column in 0..4 {
        let rank = pivot_of_row.len();
        let Some(choice) = (rank..rows.len()).find(|&r| rows[r][column] != Rational::ZERO) else {
            continue;
        };
        rows.swap(rank, choice);
        let inverse = Rational::ONE / &rows[rank][column];
        rows[rank] = rows[rank].each_ref().map(|x| x * &inverse);
        let pivot_row = rows[rank].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != rank) {
            let factor = row[column].clone();
            *row = std::array::from_fn(|k| &row[k] - &factor * &pivot_row[k]);
        }
        pivot_of_row.push(column);
    }
    (0..4)
        .filter(|column| !pivot_of_row.contains(column))
        .map(|unknown| {
            let mut vector = [const { Rational::ZERO }; 4];
            vector[unknown] = Rational::ONE;
            for (row, &pivot) in pivot_of_row.iter().enumerate() {
                vector[pivot] = -rows[row][unknown].clone();
            }
            (unknown, vector)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::joint::{Floating, Prismatic, Revolute};

    fn unit(k: usize) -> [Rational; 4] {
        std::array::from_fn(|i| integer(i64::from(i == k)))
    }

    #[test]
    fn resting_points_follow_from_transforms() {
        let points = |kind: &dyn JointType| -> Vec<[Rational; 4]> {
            resting_points(kind).into_iter().map(|p| p.moving).collect()
        };
        assert_eq!(points(&Revolute { is_endless: true }), [unit(2), unit(3)]);
        assert_eq!(points(&Prismatic), [unit(0), unit(1), unit(2)]);
        assert_eq!(points(&Floating), Vec::<[Rational; 4]>::new());
    }

    #[test]
    fn quaternion_samples_are_unit() {
        let pose = pose_at(&Floating, 3).expect("rational");
        let row: Rational = (0..3)
            .map(|k| &pose[0][k] * &pose[0][k])
            .fold(integer(0), |a, x| a + x);
        assert_eq!(row, integer(1));
    }
}
