//! Shortens the numbers of links if many rotated links are welded to one moving link: of all numbers that represent the
//! description equally well, it chooses some whose sum stays short.
//!
//! An angle in radians stands for any rational rotation within an ulp, and moments to which such a rotation was
//! applied have hundreds of digits. A sum of many such moments has the digits of all of them, since no two have a
//! common denominator. So centres of mass and inertias of such links are changed, by much less than an ulp, to
//! multiples of a power of two in the axes of the moving link.

use std::collections::BTreeMap;

use crate::system::{Link, LinkTree};
use multibody_program::exact::{Rational, RationalMatrix, bits, exponent, power_of_two, rotation};
use multibody_program::ir::{Builder, Matrix3, Pose, Vector3};

/// If no more than this many rotated links are welded to one moving link, they keep all their digits; in real robots
/// there are fewer.
const MANY_LINKS: usize = 16;
/// A link counts as rotated if its rotation has entries with more bits than this.
const LONG_BITS: usize = 192;
/// Number of bits that are kept; a float has 53.
const KEPT_BITS: i64 = 72;

/// The pose of a link in the frame of the moving link that it is welded to.
#[derive(Clone)]
struct WeldedPose {
    /// The joint of the moving link.
    joint: usize,
    rotation: RationalMatrix,
    translation: [Rational; 3],
}

/// Shortens the numbers of links if many are welded to the same moving link.
pub fn shorten(b: &mut Builder, tree: &mut LinkTree) {
    let mut groups: BTreeMap<usize, Vec<(usize, WeldedPose)>> = BTreeMap::new();
    for (link, pose) in welded_poses(b, tree).into_iter().enumerate() {
        let Some(pose) = pose else { continue };
        // Two entries of the rotation stand for all nine.
        if bits(&pose.rotation[0][0]).max(bits(&pose.rotation[2][2])) > LONG_BITS {
            groups.entry(pose.joint).or_default().push((link, pose));
        }
    }
    for (link, pose) in groups
        .into_values()
        .filter(|links| links.len() > MANY_LINKS)
        .flatten()
    {
        let link = &mut tree.links[link];
        if let (Some(com), Some(inertia)) = (vector(b, &link.com), matrix(b, &link.inertia)) {
            let (com, inertia) = pose.shorten(&com, &inertia);
            *link = Link {
                com: com.map(|x| b.constant(&x)),
                inertia: inertia.map(|row| row.map(|x| b.constant(&x))),
                ..link.clone()
            };
        }
    }
}

/// The pose of each link that moves or is welded to a moving link; `None` if the link is welded to the world, or if its
/// pose depends on parameters.
fn welded_poses(b: &Builder, tree: &LinkTree) -> Vec<Option<WeldedPose>> {
    let mut poses: Vec<Option<WeldedPose>> = vec![None; tree.links.len()];
    for (index, joint) in tree.joints.iter().enumerate() {
        poses[joint.child] = if joint.motions.is_empty() {
            let parent = joint.parent.and_then(|parent| poses[parent].as_ref());
            parent.and_then(|parent| parent.compose(b, &joint.origin))
        } else {
            Some(WeldedPose {
                joint: index,
                rotation: rotation::identity(),
                translation: [const { Rational::ZERO }; 3],
            })
        };
    }
    poses
}

impl WeldedPose {
    /// The pose of a link that is welded to this one at `origin`; `None` if it depends on parameters.
    fn compose(&self, b: &Builder, origin: &Pose) -> Option<Self> {
        let rotation = matrix(b, &origin.rotation)?;
        Some(Self {
            joint: self.joint,
            rotation: rotation::product(&self.rotation, &rotation),
            translation: self.to_moving_link(&vector(b, &origin.translation)?),
        })
    }

    /// `R x + p`
    fn to_moving_link(&self, x: &[Rational; 3]) -> [Rational; 3] {
        std::array::from_fn(|i| {
            (0..3).fold(self.translation[i].clone(), |sum, k| {
                sum + &self.rotation[i][k] * &x[k]
            })
        })
    }

    /// `R^T (x - p)`
    fn to_link(&self, x: &[Rational; 3]) -> [Rational; 3] {
        std::array::from_fn(|i| {
            (0..3).fold(Rational::ZERO, |sum, k| {
                sum + &self.rotation[k][i] * (&x[k] - &self.translation[k])
            })
        })
    }

    /// Centre of mass and inertia, changed so that they have few digits in the moving link's axes.
    fn shorten(
        &self,
        com: &[Rational; 3],
        inertia: &RationalMatrix,
    ) -> ([Rational; 3], RationalMatrix) {
        let (r, transpose) = (&self.rotation, rotation::transpose(&self.rotation));
        let com_grid = Grid::of(com.iter().chain(&self.translation));
        let short_com = self.to_link(&self.to_moving_link(com).map(|x| com_grid.nearest(&x)));
        let inertia_grid = Grid::of(inertia.iter().flatten());
        let product = rotation::product(&rotation::product(r, inertia), &transpose);
        let short_inertia = product.map(|row| row.map(|x| inertia_grid.nearest(&x)));
        (
            short_com,
            rotation::product(&rotation::product(&transpose, &short_inertia), r),
        )
    }
}

/// All multiples of one power of two.
struct Grid {
    step: Rational,
}

impl Grid {
    /// The grid whose step is so fine that the largest of the numbers is rounded by far less than an ulp.
    fn of<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Self {
        let largest = numbers
            .filter(|x| **x != Rational::ZERO)
            .map(exponent)
            .max();
        let step = power_of_two(largest.unwrap_or(0) - KEPT_BITS);
        Self { step }
    }

    fn nearest(&self, x: &Rational) -> Rational {
        Rational::from((x / &self.step).round()) * &self.step
    }
}

fn vector(b: &Builder, v: &Vector3) -> Option<[Rational; 3]> {
    let [x, y, z] = v.map(|value| b.as_constant(value).cloned());
    Some([x?, y?, z?])
}

fn matrix(b: &Builder, m: &Matrix3) -> Option<RationalMatrix> {
    let [x, y, z] = m.map(|row| vector(b, &row));
    Some([x?, y?, z?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::{Angle, decimal, nearest_f64};

    #[test]
    fn shortened_numbers_are_short_in_the_moving_link_and_hardly_changed() {
        let number = |text: &str| decimal(text).expect("a decimal");
        let angles = [(0, "0.3"), (1, "-0.8"), (2, "1.1")];
        let turns =
            angles.map(|(axis, angle)| rotation::about(axis, &Angle::of_radians(&number(angle))));
        let half = rotation::product(&turns[0], &turns[1]);
        let pose = WeldedPose {
            joint: 0,
            rotation: rotation::product(&half, &turns[2]),
            translation: ["0.4", "-0.01", "0"].map(number),
        };
        let com = ["0.1", "0", "-3"].map(number);
        let rows = [["2", "0.1", "0"], ["0.1", "3", "0.2"], ["0", "0.2", "4"]];
        let inertia = rows.map(|row| row.map(number));
        let (short_com, short_inertia) = pose.shorten(&com, &inertia);
        let rotate = |inertia: &RationalMatrix| {
            let half = rotation::product(&pose.rotation, inertia);
            rotation::product(&half, &rotation::transpose(&pose.rotation))
        };
        assert!(
            pose.to_moving_link(&com)
                .iter()
                .all(|x| bits(x) > LONG_BITS)
        );
        assert!(
            rotate(&inertia)
                .iter()
                .flatten()
                .all(|x| bits(x) > LONG_BITS)
        );
        assert!(
            pose.to_moving_link(&short_com)
                .iter()
                .all(|x| bits(x) < LONG_BITS)
        );
        assert!(
            rotate(&short_inertia)
                .iter()
                .flatten()
                .all(|x| bits(x) < LONG_BITS)
        );
        let pairs = com.iter().chain(inertia.iter().flatten());
        for (was, is) in pairs.zip(short_com.iter().chain(short_inertia.iter().flatten())) {
            assert!(nearest_f64(&(was - is)).abs() < 1e-20, "{was} {is}");
        }
        for i in 0..3 {
            assert_eq!(short_inertia[i][(i + 1) % 3], short_inertia[(i + 1) % 3][i]);
        }
    }
}
