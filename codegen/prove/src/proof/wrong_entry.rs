//! What is wrong about a refuted program, in numbers: an entry whose value at a simple state is not the one that the equation gives.
//!
//! At a state of small rational numbers both values are rational. They are computed modulo several primes and reconstructed.

use dashu_base::{Abs, ExtendedGcd, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::entries::entries;
use crate::arithmetic::{PrimeField, Residue};
use crate::equations::Proof;
use crate::evaluation::{Drawn, ResidueState, SystemPrograms};
use crate::lagrangian::Lagrangian;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Quantity, Target};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// The maximum number of primes: numerator and denominator of a value have at most some 30 times as many bits each.
const MOST_PRIMES: usize = 256;
/// The number of simple states that are tried.
const STATES: u64 = 3;

/// An entry that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongEntry {
    /// The entry: its indices; those of a pose begin with 0 for the rotation and 1 for the translation. For accelerations, the
    /// row of the equation of motion; for an inverse, the entry of the product with M; for C, the row of C qd.
    pub entry: Vec<usize>,
    /// The number of entries that are wrong.
    pub count: usize,
    /// Its value by the program, then by the equation. None: these numbers have too many digits.
    pub values: Option<[f64; 2]>,
    /// The state: positions, rates, accelerations and forces.
    pub state: [Vec<f64>; 4],
}

impl WrongEntry {
    /// The entry with both values and the state, as a sentence.
    #[must_use]
    pub fn text(&self, target: Target) -> String {
        let WrongEntry {
            entry,
            count,
            values,
            state,
        } = self;
        let indices: String = entry.iter().map(|at| format!("[{at}]")).collect();
        let what = match target.function.quantity() {
            Quantity::Acceleration(_) => "with the result as qdd, tau",
            Quantity::MassMatrixInverse => "M times output,",
            Quantity::CoriolisMatrix => "output times qd,",
            _ => "output",
        };
        let what = format!("{what} {indices} is");
        let kinds = [InputKind::Q, InputKind::Qd, InputKind::Qdd, InputKind::Tau];
        let arguments = kinds.iter().zip(state).filter(|(kind, _)| {
            let arguments = target.function.row().arguments;
            arguments.contains(kind)
        });
        let arguments: Vec<String> = arguments
            .map(|(kind, numbers)| format!("{} = {numbers:?}", kind.name()))
            .collect();
        let others = match count - 1 {
            0 => String::new(),
            1 => "; 1 more entry is wrong".to_owned(),
            others => format!("; {others} more entries are wrong"),
        };
        let arguments = arguments.join(", ");
        let values = values.map_or("wrong".into(), |[found, expected]| {
            format!("{found:?} instead of {expected:?}")
        });
        format!("{what} {values} at {arguments}{others}")
    }
}

/// The first wrong entry of a program whose equation gives its entries one by one. None: the equation
/// does not, or no entry differs at a simple state.
#[must_use]
pub fn wrong_entry(
    system: &ExaminedSystem,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
) -> Option<WrongEntry> {
    let programs = SystemPrograms::of(system).with_angles_of(program);
    let entries = entries(target, system.nv())?;
    let mut fields = Random::new(0);
    let fields: Vec<PrimeField> = (0..MOST_PRIMES)
        .map(|_| PrimeField::drawn_equally(&mut fields))
        .collect();
    (1..=STATES).find_map(|seed| {
        let at = |field: PrimeField, entries: &[Vec<usize>]| {
            field.within(|| {
                let state = ResidueState::simple(system, &programs, wrench_links.len(), seed);
                let mut proof = Proof {
                    lagrangian: Lagrangian::new(system, &programs, state),
                    wrench_links,
                    random: programs.random(Drawn::Vectors, seed),
                    program,
                };
                let values = evaluate(program, &mut proof.lagrangian.state);
                let pairs = entries
                    .iter()
                    .map(|entry| proof.pair(target, &values, entry));
                let pairs: Option<Vec<[Residue; 2]>> = pairs.collect();
                pairs.filter(|_| proof.lagrangian.state.failure.is_none())
            })
        };
        let pairs = at(fields[0], &entries)?;
        let wrong = pairs.iter().zip(&entries).filter(|([a, b], _)| a != b);
        let wrong: Vec<&Vec<usize>> = wrong.map(|(_, entry)| entry).collect();
        let entry = (*wrong.first()?).clone();
        let values = reconstructed(&fields, |field| {
            Some(at(field, std::slice::from_ref(&entry))?[0].map(Residue::value))
        });
        Some(WrongEntry {
            entry,
            count: wrong.len(),
            values: values.map(|values| values.map(|value| nearest_f64(&value))),
            state: ResidueState::simple_floats(system, &programs, seed),
        })
    })
}

/// Two rational numbers by their residues modulo primes. None: they have too many digits, or no residues.
fn reconstructed(
    fields: &[PrimeField],
    mut at: impl FnMut(PrimeField) -> Option<[u64; 2]>,
) -> Option<[Rational; 2]> {
    let mut modulus = UBig::ONE;
    let mut residues = [UBig::ZERO, UBig::ZERO];
    let mut before = None;
    for (count, field) in (1_usize..).zip(fields) {
        let found = at(*field)?;
        let prime = UBig::from(field.prime());
        for (known, residue) in residues.iter_mut().zip(found) {
            *known = combined(known, &modulus, residue, &prime)?;
        }
        modulus *= prime;
        // After 8, 16, 32, .. primes; a number is right if it stays the same.
        if count.is_power_of_two() && count >= 4 {
            let found = residues.each_ref().map(|of| fraction(of, &modulus));
            let [Some(first), Some(second)] = found else {
                continue;
            };
            let found = Some([first, second]);
            if found == before {
                return found;
            }
            before = found;
        }
    }
    None
}

/// The number below `modulus * prime` with both residues.
fn combined(known: &UBig, modulus: &UBig, residue: u64, prime: &UBig) -> Option<UBig> {
    let (_, inverse, _) = (modulus % prime).gcd_ext(prime.clone());
    let signed = |x: &UBig| IBig::from(x.clone());
    let step = (IBig::from(residue) - signed(known)) * inverse % signed(prime);
    let step = if step.is_negative() {
        step + signed(prime)
    } else {
        step
    };
    Some(known + modulus * step.unsigned_abs())
}

/// The fraction of small numbers with this residue, by Euclid's algorithm, stopped halfway (rational reconstruction).
fn fraction(residue: &UBig, modulus: &UBig) -> Option<Rational> {
    let (mut before, mut rest) = (IBig::from(modulus.clone()), IBig::from(residue.clone()));
    let (mut above, mut factor) = (IBig::ZERO, IBig::ONE);
    while &rest * &rest * IBig::from(2) > IBig::from(modulus.clone()) {
        let quotient = &before / &rest;
        let next = &before - &quotient * &rest;
        (before, rest) = (rest, next);
        let next = &above - &quotient * &factor;
        (above, factor) = (factor, next);
    }
    if factor == IBig::ZERO {
        return None;
    }
    let numerator = if factor.is_negative() { -rest } else { rest };
    Some(Rational::from_parts(numerator, factor.abs().unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;

    #[test]
    fn fractions_are_reconstructed() {
        let mut random = Random::new(3);
        let fields: Vec<PrimeField> = (0..64)
            .map(|_| PrimeField::drawn_equally(&mut random))
            .collect();
        let power = |base: i64, count: usize| (0..count).fold(integer(1), |p, _| p * integer(base));
        let expected = [-power(3, 200) / power(7, 150), integer(5)];
        let found = reconstructed(&fields, |field| {
            field.within(|| {
                let values = expected.each_ref().map(|x| Residue::of(x).unwrap().value());
                Some(values)
            })
        });
        assert_eq!(found, Some(expected));
        let mut noise = Random::new(4);
        assert_eq!(
            reconstructed(&fields, |_| Some([noise.bits() >> 5, 1])),
            None
        );
    }
}
