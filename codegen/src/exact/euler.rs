//! Constant rotations as turns about z, x and z.

use dashu_base::SquareRoot;
use dashu_int::UBig;

use super::rotation::{about, angle, product};
use super::{Rational, RationalMatrix, integer, nearest_f64};
use crate::exact::Angle;

/// `Rz(a) Rx(b) Rz(c)`, with sin b not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Euler {
    /// First turn, about z.
    pub a: Angle,
    /// Angle between the two z axes.
    pub b: Angle,
    /// Last turn, about z.
    pub c: Angle,
}

impl Euler {
    /// Of an exact rotation. None: sin b is no rational number. Where b is 0 or half a turn, all of
    /// the turn is in c.
    #[must_use]
    pub fn of(r: &RationalMatrix) -> Option<Self> {
        let cos_b = r[2][2].clone();
        let sin_b = square_root(&(Rational::ONE - &cos_b * &cos_b))?;
        if sin_b == Rational::ZERO {
            // Rx(b) is diag(1, cos b, cos b).
            return Some(Self {
                a: Angle {
                    cos: integer(1),
                    sin: integer(0),
                },
                b: Angle {
                    cos: cos_b,
                    sin: sin_b,
                },
                c: Angle {
                    cos: r[0][0].clone(),
                    sin: -r[0][1].clone(),
                },
            });
        }
        Some(Self {
            a: Angle {
                cos: -&r[1][2] / &sin_b,
                sin: &r[0][2] / &sin_b,
            },
            c: Angle {
                cos: &r[2][1] / &sin_b,
                sin: &r[2][0] / &sin_b,
            },
            b: Angle {
                cos: cos_b,
                sin: sin_b,
            },
        })
    }
}

impl Euler {
    /// Three rational turns that compose to within an ulp of a rotation, whose z axes are not
    /// parallel.
    #[must_use]
    pub fn near(r: &RationalMatrix) -> Self {
        let f = |i: usize, j: usize| nearest_f64(&r[i][j]);
        let sin_b = f(0, 2).hypot(f(1, 2));
        Self {
            a: angle(f(0, 2).atan2(-f(1, 2))),
            b: angle(sin_b.atan2(f(2, 2))),
            c: angle(f(2, 0).atan2(f(2, 1))),
        }
    }

    /// The rotation.
    #[must_use]
    pub fn matrix(&self) -> RationalMatrix {
        product(
            &about(2, &self.a),
            &product(&about(0, &self.b), &about(2, &self.c)),
        )
    }
}

/// The rational root of a rational square.
fn square_root(value: &Rational) -> Option<Rational> {
    let root = |n: &UBig| {
        let root = n.sqrt();
        (&root * &root == *n).then_some(root)
    };
    let numerator = UBig::try_from(value.numerator().clone()).ok()?;
    Some(Rational::from(root(&numerator)?) / Rational::from(root(value.denominator())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_rational_turns_come_near_any_rotation() {
        let r = product(
            &about(0, &angle(0.4)),
            &product(&about(1, &angle(-1.2)), &about(2, &angle(2.2))),
        );
        let near = Euler::near(&r).matrix();
        for (row, other) in r.iter().flatten().zip(near.iter().flatten()) {
            assert!((nearest_f64(row) - nearest_f64(other)).abs() < 4e-16);
        }
    }

    #[test]
    fn three_turns_compose_back() {
        for (a, b, c) in [(0.3, 1.1, -2.0), (-1.0, 0.2, 0.0), (3.0, 2.9, 1.5)] {
            let [a, b, c] = [a, b, c].map(angle);
            let r = product(&about(2, &a), &product(&about(0, &b), &about(2, &c)));
            assert_eq!(Euler::of(&r), Some(Euler { a, b, c }));
        }
        let turn = about(2, &angle(0.7));
        assert_eq!(Euler::of(&turn).map(|euler| euler.c), Some(angle(0.7)));
    }
}
