//! Placements with jets as entries.

use super::jet::{Jet, direction::TIME};
use super::residue::Residue;
use multibody_description::function::Axes;

/// The upper three rows `[R p]` of a homogeneous transform: `x_parent = R x + p`, where x is a point in the frame that
/// is placed.
#[derive(Clone, Copy, Debug)]
pub struct Affine<const N: usize>(pub [[Jet<N>; 4]; 3]);

impl<const N: usize> Affine<N> {
    /// The identity.
    pub fn identity() -> Self {
        let one = Jet::constant(Residue::ONE);
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| if i == j { one } else { Jet::ZERO })
        }))
    }

    /// The entry in a row and a column of `[R p]`.
    pub fn entry(&self, row: usize, column: usize) -> Jet<N> {
        self.0[row][column]
    }

    /// The placement with this rotation, by rows, and this translation.
    pub fn from_parts(rotation: &[[Jet<N>; 3]; 3], translation: &[Jet<N>; 3]) -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| if j < 3 { rotation[i][j] } else { translation[i] })
        }))
    }

    /// `self other`
    pub fn times(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let sum = (0..3).fold(Jet::ZERO, |sum, k| sum + self.0[i][k] * other.0[k][j]);
                if j == 3 { sum + self.0[i][3] } else { sum }
            })
        }))
    }

    /// The inverse of a rigid motion.
    pub fn inverse(&self) -> Self {
        let transpose = |i: usize, j: usize| self.0[j][i];
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if j < 3 {
                    transpose(i, j)
                } else {
                    -(0..3).fold(Jet::ZERO, |sum, k| sum + transpose(i, k) * self.0[k][3])
                }
            })
        }))
    }

    /// A placement with constant entries.
    pub fn constant(numbers: &[[Residue; 4]; 3]) -> Self {
        Self(numbers.map(|row| row.map(Jet::constant)))
    }

    /// The exponential of a twist. Its linear part is first, and its entries have no constant part. Each direction squares
    /// to 0, so powers above the number of directions are 0.
    pub fn exponential(twist: &[Jet<N>; 6]) -> Self {
        let [x, y, z, a, b, c] = *twist;
        let o = Jet::ZERO;
        let hat = [[o, -c, b, x], [c, o, -a, y], [-b, a, o, z]];
        let mut sum = Self::identity();
        let mut power = hat;
        for exponent in 1..=Jet::<N>::ORDER {
            if exponent > 1 {
                let divisor = Residue::new(exponent as u64);
                let inverse = divisor.inverse().expect("small numbers have inverses");
                power = hat_times(&hat, &power).map(|row| row.map(|entry| entry.scaled(inverse)));
            }
            for (row, power_row) in sum.0.iter_mut().zip(&power) {
                for (entry, &summand) in row.iter_mut().zip(power_row) {
                    *entry = *entry + summand;
                }
            }
        }
        sum
    }

    /// The derivative of all entries along one direction.
    pub fn derivative(&self, direction: usize) -> Self {
        Self(
            self.0
                .map(|row| row.map(|entry| entry.derivative(direction))),
        )
    }
}

/// The upper three rows of the product of two 4 x 4 matrices whose last row is 0.
fn hat_times<const N: usize>(a: &[[Jet<N>; 4]; 3], b: &[[Jet<N>; 4]; 3]) -> [[Jet<N>; 4]; 3] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).fold(Jet::ZERO, |sum, k| sum + a[i][k] * b[k][j]))
    })
}

/// The velocity of a frame's origin, then the frame's angular velocity, both in world axes or in the frame's own axes.
pub fn twist<const N: usize>(placement: &Affine<N>, axes: Axes) -> [Jet<N>; 6] {
    let change = placement.derivative(TIME);
    // The rotation as a jet in the other directions, without its rate (its coefficients along TIME).
    let r = |i: usize, j: usize| placement.0[i][j].without(TIME);
    // (R' R^T)_ij
    let spin = |i: usize, j: usize| (0..3).fold(Jet::ZERO, |sum, k| sum + change.0[i][k] * r(j, k));
    let linear = [0, 1, 2].map(|i| change.0[i][3]);
    let angular = [spin(2, 1), spin(0, 2), spin(1, 0)];
    let components = |v: [Jet<N>; 3]| -> [Jet<N>; 3] {
        match axes {
            Axes::World => v,
            Axes::Link => {
                std::array::from_fn(|i| (0..3).fold(Jet::ZERO, |sum, k| sum + r(k, i) * v[k]))
            }
        }
    };
    let [x, y, z] = components(linear);
    let [a, b, c] = components(angular);
    [x, y, z, a, b, c]
}

#[cfg(test)]
mod tests {
    use super::super::jet::direction;
    use super::*;
    use crate::arithmetic::DrawResidues;
    use multibody_support::random::Random;

    /// A rigid motion whose twist has a random part along each of the three directions.
    fn random_motion(random: &mut Random) -> Affine<8> {
        let twist = std::array::from_fn(|_| {
            [TIME, direction::FIRST, direction::SECOND]
                .iter()
                .fold(Jet::ZERO, |sum, &direction| {
                    sum + Jet::along(direction, random.residue())
                })
        });
        Affine::exponential(&twist)
    }

    #[test]
    fn the_exponential_is_a_rigid_motion() {
        let mut random = Random::new(5);
        let x = random_motion(&mut random);
        assert_eq!(x.inverse().times(&x).0, Affine::identity().0);
        assert_eq!(x.times(&x.inverse()).0, Affine::identity().0);
    }

    #[test]
    fn to_first_order_the_exponential_is_the_twist() {
        let component = |k: u64| Jet::<8>::along(TIME, Residue::new(k));
        let [x, y, z, a, b, c] = [1, 2, 3, 4, 5, 6].map(component);
        let rate = Affine::exponential(&[x, y, z, a, b, c]).derivative(TIME);
        let n = |k: u64| Jet::constant(Residue::new(k));
        let o = Jet::ZERO;
        let expected = [
            [o, -n(6), n(5), n(1)],
            [n(6), o, -n(4), n(2)],
            [-n(5), n(4), o, n(3)],
        ];
        assert_eq!(rate.0, expected);
    }
}
