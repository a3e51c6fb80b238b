//! Placements with jets as entries.

use super::field::Residue;
use super::jet::Jet;

/// Three rows of `[R p]`: `x_parent = R x + p`.
#[derive(Clone, Copy, Debug)]
pub struct Affine(pub [[Jet; 4]; 3]);

impl Affine {
    /// No motion.
    pub fn identity() -> Self {
        let one = Jet::constant(Residue::ONE);
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| if i == j { one } else { Jet::ZERO })
        }))
    }

    /// From rotation by rows and translation.
    pub fn from_parts(rotation: &[[Jet; 3]; 3], translation: &[Jet; 3]) -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if j < 3 {
                    rotation[i][j]
                } else {
                    translation[i]
                }
            })
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

    /// The rigid motion back.
    pub fn inverse(&self) -> Self {
        let turned = |i: usize, j: usize| self.0[j][i];
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if j < 3 {
                    turned(i, j)
                } else {
                    -(0..3).fold(Jet::ZERO, |sum, k| sum + turned(i, k) * self.0[k][3])
                }
            })
        }))
    }

    /// The exponential of a twist, linear then angular, without constant part: the series ends
    /// after the third power.
    pub fn exponential(twist: &[Jet; 6]) -> Self {
        let [x, y, z, a, b, c] = *twist;
        let o = Jet::ZERO;
        let hat = [[o, -c, b, x], [c, o, -a, y], [-b, a, o, z]];
        let square = hat_times(&hat, &hat);
        let cube = hat_times(&hat, &square);
        let inverse = |n: u64| {
            Residue::new(n)
                .inverse()
                .expect("small numbers have inverses")
        };
        let (half, sixth) = (inverse(2), inverse(6));
        let identity = Self::identity();
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                identity.0[i][j] + hat[i][j] + square[i][j].scaled(half) + cube[i][j].scaled(sixth)
            })
        }))
    }

    /// The derivative of all entries.
    pub fn derivative(&self, direction: usize) -> Self {
        Self(
            self.0
                .map(|row| row.map(|entry| entry.derivative(direction))),
        )
    }
}

/// The product of matrices whose last row is 0.
fn hat_times(a: &[[Jet; 4]; 3], b: &[[Jet; 4]; 3]) -> [[Jet; 4]; 3] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).fold(Jet::ZERO, |sum, k| sum + a[i][k] * b[k][j]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::jet::{FIRST, SECOND, TIME};
    use super::*;
    use crate::random::Random;

    /// A small motion in all three directions.
    fn small(random: &mut Random) -> Affine {
        let twist = std::array::from_fn(|_| {
            [TIME, FIRST, SECOND]
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
        let x = small(&mut random);
        assert_eq!(x.inverse().times(&x).0, Affine::identity().0);
        assert_eq!(x.times(&x.inverse()).0, Affine::identity().0);
    }

    #[test]
    fn to_first_order_the_exponential_is_the_twist() {
        let component = |k: u64| Jet::along(TIME, Residue::new(k));
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
