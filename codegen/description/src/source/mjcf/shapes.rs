//! Solids of uniform density, and the moments of several of them together.
//!
//! Moments are integrals over the mass: of 1, r and `r r^T`. About one origin those of several solids add up.

use multibody_program::exact::{
    Rational, RationalMatrix, adds_up_short, bits, integer, quarter_turn, rotation, round,
};

/// A number with more bits than this is rounded to `KEPT_BITS`, some 40 digits.
const LONG_BITS: usize = 320;
const KEPT_BITS: i64 = 136;

/// The form of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Ellipsoid,
    Box,
    /// Along z.
    Cylinder,
    /// A cylinder along z with half a ball at each end. Its half length is that of the cylinder.
    Capsule,
}

/// A solid about its centre.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solid {
    pub(super) form: Form,
    /// Half its lengths along its axes, m.
    pub(super) sizes: [Rational; 3],
}

impl Solid {
    /// m^3
    pub(super) fn volume(&self) -> Rational {
        let [a, b, c] = &self.sizes;
        let pi = quarter_turn() * integer(2);
        let cylinder = integer(2) * &pi * a * b * c;
        match self.form {
            Form::Ellipsoid => third(4) * pi * a * b * c,
            Form::Box => integer(8) * a * b * c,
            Form::Cylinder => cylinder,
            Form::Capsule => cylinder + third(4) * pi * a * a * a,
        }
    }

    /// The means of x^2, y^2 and z^2 over the solid, m^2.
    pub(super) fn mean_squares(&self) -> [Rational; 3] {
        let [r, _, h] = &self.sizes;
        let squares_over = |divisors: [i64; 3]| -> [Rational; 3] {
            std::array::from_fn(|k| &self.sizes[k] * &self.sizes[k] / integer(divisors[k]))
        };
        match self.form {
            Form::Ellipsoid => squares_over([5, 5, 5]),
            Form::Box => squares_over([3, 3, 3]),
            Form::Cylinder => squares_over([4, 4, 3]),
            Form::Capsule => {
                // The volumes of the cylinder and of both half balls are as h to 2 r / 3. Half a ball whose flat side is at
                // z = h has the mean 3 r / 8 of z - h, so that z^2 has the mean r^2 / 5 + h^2 + 3 h r / 4.
                let ball_fraction = third(2) * r / (h + third(2) * r);
                let offset_terms = h * h + integer(3) * h * r / integer(4);
                let ball = r * r / integer(5);
                let balls = [ball.clone(), ball.clone(), ball + offset_terms];
                let cylinder = squares_over([4, 4, 3]);
                std::array::from_fn(|k| &cylinder[k] + &ball_fraction * (&balls[k] - &cylinder[k]))
            }
        }
    }
}

/// `n / 3`
fn third(n: i64) -> Rational {
    integer(n) / integer(3)
}

/// Moments of a mass about the origin of its body, in the body's axes.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// kg
    mass: Rational,
    /// kg m
    first: [Rational; 3],
    /// kg m^2
    second: RationalMatrix,
}

/// A mass with its centre, and its inertia about the centre.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RigidMass {
    /// kg
    pub(super) mass: Rational,
    /// m
    pub(super) center: [Rational; 3],
    /// kg m^2, by its entries xx xy xz yy yz zz.
    pub(super) inertia: [Rational; 6],
}

impl Moments {
    pub(super) fn zero() -> Self {
        let zeros = || std::array::from_fn(|_| Rational::ZERO);
        Self {
            mass: Rational::ZERO,
            first: zeros(),
            second: std::array::from_fn(|_| zeros()),
        }
    }

    /// Adds a solid with its mass, its centre and its axes, which are the columns of a matrix. Moments that follow from quaternions
    /// are rounded: the exact sum for many solids would have all their denominators. Products of inertia that are 0, for a single
    /// solid about its centre or for mirrored solids together, stay 0, since the centre is rounded before it is multiplied.
    pub(super) fn add(
        &mut self,
        solid: &Solid,
        mass: &Rational,
        center: &[Rational; 3],
        axes: &RationalMatrix,
    ) {
        let squares = solid.mean_squares().map(|square| mass * square);
        let scaled = |i: usize| [0, 1, 2].map(|k: usize| &axes[i][k] * &squares[k]);
        let central_moment = |i: usize, j: usize| shorten(rotation::dot(&scaled(i), &axes[j]));
        let center = center.clone().map(shorten);
        self.mass += mass;
        for (i, first) in center.each_ref().map(|x| mass * x).iter().enumerate() {
            for (j, x) in center.iter().enumerate() {
                self.second[i][j] += central_moment(i, j) + first * x;
            }
            self.first[i] += first;
        }
    }

    /// The whole mass about its centre; none if there is no mass.
    pub(super) fn total(&self) -> Option<RigidMass> {
        let (mass, first, second) = (&self.mass, &self.first, &self.second);
        if *mass <= Rational::ZERO {
            return None;
        }
        let center = first.each_ref().map(|x| x / mass);
        let about_center = |i: usize, j: usize| &second[i][j] - &first[i] * &center[j];
        let trace = (0..3).fold(Rational::ZERO, |sum, k| sum + about_center(k, k));
        let entry = |i: usize, j: usize| {
            let diagonal = if i == j { trace.clone() } else { Rational::ZERO };
            round_long(diagonal - about_center(i, j))
        };
        Some(RigidMass {
            mass: round_long(mass.clone()),
            inertia: [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(i, j)| entry(i, j)),
            center: center.map(round_long),
        })
    }
}

/// A number, rounded unless sums of many such numbers are short.
fn shorten(value: Rational) -> Rational {
    if adds_up_short(&value) { value } else { round(&value, KEPT_BITS) }
}

/// A number, rounded if it has very many digits.
pub(super) fn round_long(value: Rational) -> Rational {
    if bits(&value) <= LONG_BITS { value } else { round(&value, KEPT_BITS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::{Angle, decimal, nearest_f64, rotation};

    fn n(text: &str) -> Rational {
        decimal(text).unwrap()
    }

    fn vector(text: &str) -> [Rational; 3] {
        let numbers: Vec<Rational> = text.split(' ').map(n).collect();
        numbers.try_into().unwrap()
    }

    fn solid(form: Form, sizes: &str) -> Solid {
        let sizes = vector(sizes);
        Solid { form, sizes }
    }

    #[track_caller]
    fn assert_near(numbers: &[Rational], expected: &[f64]) {
        assert_eq!(numbers.len(), expected.len());
        let scale = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (value, expected) in numbers.iter().map(nearest_f64).zip(expected) {
            let deviation = (value - expected).abs();
            assert!(deviation <= 1e-14 * scale, "{value} instead of {expected}");
        }
    }

    /// Values of MuJoCo 4.0.0 for a box, and a ball beside it with a density of its own.
    #[test]
    fn solids_add_up() {
        let unturned = rotation::identity();
        let mut moments = Moments::zero();
        let block = solid(Form::Box, "0.1 0.2 0.3");
        let mass = block.volume() * integer(1000);
        moments.add(&block, &mass, &vector("0 0 0"), &unturned);
        let ball = solid(Form::Ellipsoid, "0.2 0.2 0.2");
        let mass = ball.volume() * integer(250);
        moments.add(&ball, &mass, &vector("0.5 0 0.1"), &unturned);
        let total = moments.total().unwrap();
        assert_near(&[total.mass], &[56.377_580_409_572_786]);
        assert_near(
            &total.center,
            &[0.074_298_864_448_520_12, 0.0, 0.014_859_772_889_704_024],
        );
        let inertia = [
            2.285_368_196_423_754_7,
            0.0,
            -0.356_634_549_352_898_1,
            3.588_540_943_188_243,
            0.0,
            2.717_214_033_317_66,
        ];
        assert_near(&total.inertia, &inertia);
    }

    /// Values of MuJoCo 4.0.0 for a cylinder that is turned about x by 30 degrees.
    #[test]
    fn solids_are_turned() {
        let angle = Angle::of_degrees(&integer(30));
        let rod = solid(Form::Cylinder, "0.1 0.1 0.2");
        let mut moments = Moments::zero();
        moments.add(&rod, &n("2"), &vector("0 0 0"), &rotation::about(0, &angle));
        let inertia = [
            0.031_666_666_666_666_67,
            0.0,
            0.0,
            0.026_250_000_000_000_006,
            0.009_381_941_874_331_42,
            0.015_416_666_666_666_665,
        ];
        assert_near(&moments.total().unwrap().inertia, &inertia);
    }

    /// The exact sum for 200 different quaternions would have 200 denominators of 27 bits, squared. The moments of a single ball
    /// stay exact, even away from the origin, where its products of inertia are not 0.
    #[test]
    fn sums_of_turned_solids_are_short() {
        let rod = solid(Form::Box, "0.1 0.2 0.3");
        let mut moments = Moments::zero();
        for k in 0..200 {
            let axes = rotation::of_quaternion(&[1000 + k, 7001, 503, 9 * k].map(integer));
            moments.add(
                &rod,
                &n("0.5"),
                &[axes[0][1].clone(), n("0.25"), n("0")],
                &axes,
            );
        }
        let sums = moments.first.iter().chain(moments.second.iter().flatten());
        assert!(sums.map(bits).all(|length| length < 1000));
        let axes = rotation::of_quaternion(&[1, 2, 3, 5].map(integer));
        let mut single = Moments::zero();
        let ball = solid(Form::Ellipsoid, "0.1 0.1 0.1");
        single.add(&ball, &n("2"), &axes[0], &axes);
        let [xx, xy, xz, yy, yz, zz] = single.total().unwrap().inertia;
        assert_eq!([xx, yy, zz], [(); 3].map(|()| n("0.008")));
        assert_eq!([xy, xz, yz], [(); 3].map(|()| n("0")));
    }

    #[test]
    fn a_capsule_without_length_is_a_ball() {
        let ball = solid(Form::Ellipsoid, "0.3 0.3 0.3");
        let capsule = solid(Form::Capsule, "0.3 0.3 0");
        assert_eq!(capsule.volume(), ball.volume());
        assert_eq!(capsule.mean_squares(), ball.mean_squares());
    }

    #[test]
    fn long_numbers_keep_40_digits() {
        let product = quarter_turn() * quarter_turn() / integer(3);
        let rounded = round_long(product.clone());
        let error = nearest_f64(&((&rounded - &product) / &product)).abs();
        assert!(bits(&rounded) < LONG_BITS && error < 1e-40, "{error:e}");
        assert_eq!(round_long(n("0.1")), n("0.1"));
    }
}
