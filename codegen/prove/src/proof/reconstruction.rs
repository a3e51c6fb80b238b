//! Rational numbers from their residues modulo several primes.

use dashu_base::{Abs, ExtendedGcd, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::arithmetic::PrimeField;
use multibody_program::exact::Rational;

/// Two rational numbers by their residues modulo primes. None: they have too many digits, or no residues.
pub fn reconstruct(
    fields: &[PrimeField],
    mut values: impl FnMut(PrimeField) -> Option<[u64; 2]>,
) -> Option<[Rational; 2]> {
    let mut modulus = UBig::ONE;
    let mut residues = [UBig::ZERO, UBig::ZERO];
    let mut last_result = None;
    for (count, field) in (1_usize..).zip(fields) {
        let pair = values(*field)?;
        let prime = UBig::from(field.prime());
        for (number, residue) in residues.iter_mut().zip(pair) {
            *number = combine(number, &modulus, residue, &prime)?;
        }
        modulus *= prime;
        // Tried after 4, 8, 16, 32, .. primes: fractions that two attempts in a row give are taken as right.
        if count.is_power_of_two() && count >= 4 {
            let fractions = residues
                .each_ref()
                .map(|residue| fraction(residue, &modulus));
            let [Some(first), Some(second)] = fractions else {
                continue;
            };
            let result = Some([first, second]);
            if result == last_result {
                return result;
            }
            last_result = result;
        }
    }
    None
}

/// The number below `modulus * prime` that is `number` modulo `modulus` and `residue` modulo `prime`.
fn combine(number: &UBig, modulus: &UBig, residue: u64, prime: &UBig) -> Option<UBig> {
    // Chinese remainder theorem, one prime at a time (Garner).
    let (_, inverse, _) = (modulus % prime).gcd_ext(prime.clone());
    let signed = |x: &UBig| IBig::from(x.clone());
    let step = (IBig::from(residue) - signed(number)) * inverse % signed(prime);
    let step = if step.is_negative() { step + signed(prime) } else { step };
    Some(number + modulus * step.unsigned_abs())
}

/// The fraction of small numbers with this residue, by Euclid's algorithm, stopped halfway (rational reconstruction).
fn fraction(residue: &UBig, modulus: &UBig) -> Option<Rational> {
    let (mut dividend, mut divisor) = (IBig::from(modulus.clone()), IBig::from(residue.clone()));
    let (mut last_factor, mut factor) = (IBig::ZERO, IBig::ONE);
    while &divisor * &divisor * IBig::from(2) > IBig::from(modulus.clone()) {
        let quotient = &dividend / &divisor;
        let next = &dividend - &quotient * &divisor;
        (dividend, divisor) = (divisor, next);
        let next = &last_factor - &quotient * &factor;
        (last_factor, factor) = (factor, next);
    }
    if factor == IBig::ZERO {
        return None;
    }
    let numerator = if factor.is_negative() { -divisor } else { divisor };
    Some(Rational::from_parts(numerator, factor.abs().unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::Residue;
    use multibody_program::exact::integer;
    use multibody_support::random::Random;

    #[test]
    fn fractions_are_reconstructed() {
        let mut random = Random::new(3);
        let fields: Vec<PrimeField> = (0..64).map(|_| PrimeField::random(&mut random)).collect();
        let power = |base: i64, count: usize| (0..count).fold(integer(1), |p, _| p * integer(base));
        let expected = [-power(3, 200) / power(7, 150), integer(5)];
        let numbers = reconstruct(&fields, |field| {
            field.within(|| {
                let values = expected.each_ref().map(|x| Residue::of(x).unwrap().value());
                Some(values)
            })
        });
        assert_eq!(numbers, Some(expected));
        let mut noise = Random::new(4);
        assert_eq!(reconstruct(&fields, |_| Some([noise.bits() >> 5, 1])), None);
    }
}
