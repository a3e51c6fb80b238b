//! Constant rotations as turns about z, x and z.

use super::rotation::{about, product};
use super::{Angle, Rational, RationalMatrix, root};

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
        let sin_b = root::exact(&(Rational::ONE - &cos_b * &cos_b))?;
        if sin_b == Rational::ZERO {
            // Rx(b) is diag(1, cos b, cos b).
            return Some(Self {
                a: Angle::ZERO,
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
        let [[_, _, xz], [_, _, yz], [zx, zy, zz]] = r;
        let sin_b = root::near(&(xz * xz + yz * yz));
        Self {
            a: Angle::towards(&-yz, xz),
            b: Angle::towards(zz, &sin_b),
            c: Angle::towards(zy, zx),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{integer, nearest_f64};

    fn angle(tenths: i64) -> Angle {
        Angle::of_radians(&(integer(tenths) / integer(10)))
    }

    #[test]
    fn three_rational_turns_come_near_any_rotation() {
        let r = product(
            &about(0, &angle(4)),
            &product(&about(1, &angle(-12)), &about(2, &angle(22))),
        );
        let near = Euler::near(&r).matrix();
        for (row, other) in r.iter().flatten().zip(near.iter().flatten()) {
            assert!((nearest_f64(row) - nearest_f64(other)).abs() < 2e-16);
        }
    }

    #[test]
    fn quarter_turns_stay_such() {
        let [a, c] = [angle(3), angle(-11)];
        let b = Angle::of_quarter_turns(1);
        let r = Euler { a, b: b.clone(), c }.matrix();
        let near = Euler::near(&r);
        assert_eq!(near.b, b);
        for (row, other) in r.iter().flatten().zip(near.matrix().iter().flatten()) {
            assert!((nearest_f64(row) - nearest_f64(other)).abs() < 2e-16);
        }
    }

    #[test]
    fn three_turns_compose_back() {
        for (a, b, c) in [(3, 11, -20), (-10, 2, 0), (30, 29, 15)] {
            let [a, b, c] = [a, b, c].map(angle);
            let r = product(&about(2, &a), &product(&about(0, &b), &about(2, &c)));
            assert_eq!(Euler::of(&r), Some(Euler { a, b, c }));
        }
        let turn = about(2, &angle(7));
        assert_eq!(Euler::of(&turn).map(|euler| euler.c), Some(angle(7)));
    }
}
