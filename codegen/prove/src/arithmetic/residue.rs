//! Residues of all kinds: numbers below a prime, numbers of a wide field, floats, or dual numbers.

use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::UBig;

use super::duals::{self, Dual};
use super::field::{self, PrimeField, residues_are_duals, residues_are_floats};
use super::floats;

use multibody_program::exact::Rational;
use multibody_support::random::Random;

/// A residue modulo the prime of the field in force. In a wide field, and where residues are floats or dual numbers, it is
/// the index of a stored number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Residue(u64);

impl Residue {
    /// 0
    pub const ZERO: Self = Self(0);
    /// 1
    pub const ONE: Self = Self(1);

    /// 1/2
    #[must_use]
    pub fn half() -> Self {
        Self::constant(field::half)
    }

    /// The residue of a number.
    #[must_use]
    pub fn new(value: u64) -> Self {
        Self::constant(|| field::of_u64(value))
    }

    /// The residue of an exact number. None: its denominator is a multiple of the prime.
    #[must_use]
    pub fn of(value: &Rational) -> Option<Self> {
        if residues_are_duals() {
            let base_value = duals::in_base_field(|| field::of_rational(value))?;
            return Some(Self::constant(|| base_value));
        }
        field::of_rational(value).map(Self)
    }

    /// A constant; if residues are dual numbers, its change is 0.
    fn constant(value: impl FnOnce() -> u64) -> Self {
        Self(if residues_are_duals() { duals::constant(value) } else { value() })
    }

    /// The number below the prime; where numbers are stored, the index of the number.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }

    /// The multiplicative inverse. None: the residue is 0, or a float that may be 0 up to rounding errors.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        if residues_are_duals() {
            duals::inverse(self.0).map(Self)
        } else {
            field::inverse(self.0).map(Self)
        }
    }

    /// A square root. None: the residue is not a square, like half of all residues; the float is negative or no number; or
    /// the dual number has the value 0, where the root has no derivative.
    #[must_use]
    pub fn square_root(self) -> Option<Self> {
        if residues_are_duals() {
            duals::root(self.0).map(Self)
        } else {
            field::root(self.0).map(Self)
        }
    }

    /// The residue of a float. Residues have to be floats.
    #[must_use]
    pub fn of_float(value: f64) -> Self {
        Self(floats::of(value))
    }

    /// The value, if residues are floats; else none.
    #[must_use]
    pub fn float(self) -> Option<f64> {
        residues_are_floats().then(|| floats::value(self.0))
    }

    /// The size of the terms that a float sums, in its units; 0 if it is not finite.
    #[must_use]
    pub fn size(self) -> f64 {
        floats::size(self.0)
    }

    /// The result of a function that has this value and this slope at the float.
    #[must_use]
    pub fn function_result(self, value: f64, slope: f64) -> Self {
        Self(floats::function_result(self.0, value, slope))
    }

    /// The dual number with this value and this change, both of the base field. Residues have to be dual numbers.
    #[must_use]
    pub fn dual(value: Self, change: Self) -> Self {
        let (value, change) = (value.0, change.0);
        Self(duals::store(Dual { value, change }))
    }

    /// The dual number with change 0 whose value the closure computes in the base field. Residues have to be dual numbers.
    #[must_use]
    pub fn constant_dual(value: impl FnOnce() -> Self) -> Self {
        Self(duals::constant(|| value().0))
    }

    /// Runs a function in the field of values and changes. Residues have to be dual numbers.
    pub fn in_base_field<T>(run: impl FnOnce() -> T) -> T {
        duals::in_base_field(run)
    }

    /// The value and the change of a dual number. Residues have to be dual numbers.
    #[must_use]
    pub fn value_and_change(self) -> [Self; 2] {
        let Dual { value, change } = duals::get(self.0);
        [Self(value), Self(change)]
    }

    /// A factor that balances residues before they are summed. It is 1, or for a float the power of two that scales it to about 1,
    /// so that no term is lost beside larger ones.
    #[must_use]
    pub fn balance(self) -> Self {
        Self(if residues_are_duals() {
            duals::balance(self.0)
        } else {
            field::balance(self.0)
        })
    }

    /// Whether both are equal; floats, up to rounding errors; dual numbers, in their changes.
    #[must_use]
    pub fn agrees(self, other: Self) -> bool {
        if residues_are_duals() {
            duals::agree(self.0, other.0)
        } else {
            field::agree(self.0, other.0)
        }
    }
}

impl Add for Residue {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(match PrimeField::plain_in_force() {
            Some(field) => field.sum(self.0, other.0),
            None if residues_are_duals() => duals::sum(self.0, other.0),
            None => field::sum(self.0, other.0),
        })
    }
}

impl Sub for Residue {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(match PrimeField::plain_in_force() {
            Some(field) => field.difference(self.0, other.0),
            None if residues_are_duals() => duals::difference(self.0, other.0),
            None => field::difference(self.0, other.0),
        })
    }
}

impl Mul for Residue {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(match PrimeField::plain_in_force() {
            Some(field) => field.product(self.0, other.0),
            None if residues_are_duals() => duals::product(self.0, other.0),
            None => field::product(self.0, other.0),
        })
    }
}

impl Neg for Residue {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

/// Draws residues that a seed determines.
pub trait DrawResidues {
    /// The next residue.
    fn residue(&mut self) -> Residue;

    /// The next random natural number. It has more bits than the prime, so no residue is more than 9/8 times as likely as another.
    fn natural(&mut self) -> UBig;

    /// The next residues.
    fn residues(&mut self, count: usize) -> Vec<Residue> {
        (0..count).map(|_| self.residue()).collect()
    }
}

impl DrawResidues for Random {
    fn residue(&mut self) -> Residue {
        Residue::constant(|| field::draw(self))
    }

    fn natural(&mut self) -> UBig {
        field::draw_number(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;

    #[test]
    fn field_axioms_are_satisfied_at_random_points() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let (a, b, c) = (random.residue(), random.residue(), random.residue());
            assert_eq!(a * (b + c), a * b + a * c);
            assert_eq!((a - b) + b, a);
            assert_eq!(a * a.inverse().unwrap(), Residue::ONE);
        }
    }

    #[test]
    fn products_are_reduced_in_every_field() {
        let mut random = Random::new(5);
        let outer_field = PrimeField::in_force();
        for bits in [0, 1, u64::MAX]
            .into_iter()
            .chain((0..50).map(|_| random.bits()))
            .collect::<Vec<_>>()
        {
            let field = PrimeField::of_bits(bits);
            let prime = field.prime();
            let range = 1 << 60..(1 << 61) + 1000;
            assert!(range.contains(&prime) && prime % 4 == 3);
            field.within(|| {
                let last = prime - 1;
                let numbers = [1, 2, last / 2, last - 1, last, random.bits() % last];
                for (a, b) in numbers.iter().flat_map(|a| numbers.map(|b| (*a, b))) {
                    let expected = u128::from(a) * u128::from(b) % u128::from(prime);
                    assert_eq!(u128::from((Residue(a) * Residue(b)).0), expected);
                }
                assert_eq!(Residue::half() + Residue::half(), Residue::ONE);
                for number in numbers {
                    let inverse = Residue(number).inverse().unwrap();
                    assert_eq!(inverse * Residue(number), Residue::ONE);
                    assert!(inverse.0 < prime);
                }
            });
        }
        assert_eq!(PrimeField::in_force(), outer_field);
    }

    #[test]
    fn squares_have_roots_and_every_other_residue_has_none() {
        let mut random = Random::new(2);
        let roots = (0..200).filter(|_| {
            let x = random.residue();
            let root = (x * x).square_root().unwrap();
            assert!(root == x || root == -x);
            x.square_root().is_some()
        });
        assert!((60..140).contains(&roots.count()));
    }

    #[test]
    fn rationals_have_residues() {
        let third = Residue::of(&(integer(-1) / integer(3))).unwrap();
        assert_eq!(third * Residue::new(3), -Residue::ONE);
    }

    /// The rules of derivatives, in a small field, a wide one and among floats.
    #[test]
    fn dual_numbers_have_the_derivatives_of_sums_products_inverses_and_roots() {
        let check = || {
            let [x, y, u, v] = [3, 5, 7, 11].map(Residue::new);
            let [half, double] = [Residue::half(), Residue::new(2)];
            let inverse = y.inverse().unwrap();
            let expected = [
                u + v,
                u - v,
                u * y + x * v,
                -(v * inverse * inverse),
                u * half,
            ];
            let slopes = PrimeField::within_duals(|| {
                let [a, b] = [Residue::dual(x, u), Residue::dual(y, v)];
                let square = a * a;
                let root = square.square_root().unwrap();
                let root = if root.agrees(a) { root } else { -root };
                let results = [
                    a + b,
                    a - b,
                    a * b,
                    b.inverse().unwrap(),
                    root * Residue::half(),
                ];
                results.map(|result| result.value_and_change()[1])
            });
            for (slope, expected) in slopes.into_iter().zip(expected) {
                assert!(slope.agrees(expected));
                assert!(!slope.agrees(expected * double));
            }
        };
        check();
        PrimeField::within_wide((UBig::ONE << 521) - UBig::ONE, check);
        PrimeField::within_floats(check);
    }
}
