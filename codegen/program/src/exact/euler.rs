//! Constant rotations as turns about z, x and z.

use dashu_base::Abs;

use super::rotation::{about, product};
use super::{Angle, Rational, RationalMatrix, power_of_two, root};

/// An angle counts as small if its sine is below 2 to this power. The sine of a larger angle loses no digits in a sum with 1.
const SMALL_EXPONENT: i64 = -7;

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
    /// The turns of an exact rotation. None: sin b is not rational. If b is 0 or half a turn, a is 0, and c is the entire
    /// turn about z.
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
    /// Three rational turns whose product is within an ulp of the rotation `r`. The z axes before and after `r` must not be
    /// parallel.
    #[must_use]
    pub fn near(r: &RationalMatrix) -> Self {
        let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = r;
        let sin_b = root::approximate(&(xz * xz + yz * yz));
        let (a, b) = (Angle::towards(&-yz, xz), Angle::towards(zz, &sin_b));
        let is_small = |ratio: &Rational| ratio.clone().abs() < power_of_two(SMALL_EXPONENT);
        // If both turns about z nearly cancel, the turn that remains is computed separately, with all its digits. (u,
        // v) has the direction of the cosine and sine of a + c or, if z is nearly reversed, of c - a.
        let (sign, u, v) = if *zz >= Rational::ZERO {
            (1, xx + yy, yx - xy)
        } else {
            (-1, xx - yy, -(yx + xy))
        };
        let c = if is_small(&sin_b) && is_small(&(&v / &u)) {
            let remainder = Angle::towards(&u, &v);
            &remainder + &if sign > 0 { -a.clone() } else { a.clone() }
        } else {
            Angle::towards(zy, zx)
        };
        Self { a, b, c }
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
    use crate::exact::{decimal, integer, nearest_f64};

    fn angle(tenths: i64) -> Angle {
        Angle::of_radians(&(integer(tenths) / integer(10)))
    }

    #[test]
    fn three_rational_turns_come_near_any_rotation() {
        let r = product(
            &about(0, &angle(4)),
            &product(&about(1, &angle(-12)), &about(2, &angle(22))),
        );
        let result = Euler::near(&r).matrix();
        for (expected, entry) in r.iter().flatten().zip(result.iter().flatten()) {
            assert!((nearest_f64(expected) - nearest_f64(entry)).abs() < 2e-16);
        }
    }

    /// If the turn that remains were not computed separately, a yaw of 3e-9 would keep six digits, and one of 10^-18 none.
    #[test]
    fn small_turns_keep_their_digits() {
        let angle_of = |text: &str| Angle::of_radians(&decimal(text).expect("a decimal"));
        for [roll, pitch, yaw] in [
            ["1e-9", "2e-9", "3e-9"],
            ["-1e-12", "2e-9", "7e-15"],
            ["1e-18", "-1e-17", "3e-18"],
            ["0.001", "0.002", "0.003"],
        ] {
            let [roll, pitch, yaw] = [roll, pitch, yaw].map(angle_of);
            let r = product(
                &about(2, &yaw),
                &product(&about(1, &pitch), &about(0, &roll)),
            );
            for half_turns in 0..2 {
                let half = about(0, &Angle::of_quarter_turns(2 * half_turns));
                let r = product(&half, &r);
                assert_eq!(Euler::of(&r), None);
                let result = Euler::near(&r).matrix();
                for (index, (expected, entry)) in
                    r.iter().flatten().zip(result.iter().flatten()).enumerate()
                {
                    let [expected, entry] = [expected, entry].map(nearest_f64);
                    let error = (entry - expected).abs();
                    assert!(
                        error <= 4e-16 * expected.abs(),
                        "{index}: {entry:e} for {expected:e}"
                    );
                }
            }
        }
    }

    #[test]
    fn quarter_turns_between_the_z_axes_stay_exact() {
        let [a, c] = [angle(3), angle(-11)];
        let b = Angle::of_quarter_turns(1);
        let r = Euler { a, b: b.clone(), c }.matrix();
        let result = Euler::near(&r);
        assert_eq!(result.b, b);
        for (expected, entry) in r.iter().flatten().zip(result.matrix().iter().flatten()) {
            assert!((nearest_f64(expected) - nearest_f64(entry)).abs() < 2e-16);
        }
    }

    #[test]
    fn three_turns_are_found_from_their_product() {
        for (a, b, c) in [(3, 11, -20), (-10, 2, 0), (30, 29, 15)] {
            let [a, b, c] = [a, b, c].map(angle);
            let r = product(&about(2, &a), &product(&about(0, &b), &about(2, &c)));
            assert_eq!(Euler::of(&r), Some(Euler { a, b, c }));
        }
        let turn = about(2, &angle(7));
        assert_eq!(Euler::of(&turn).map(|euler| euler.c), Some(angle(7)));
    }
}
