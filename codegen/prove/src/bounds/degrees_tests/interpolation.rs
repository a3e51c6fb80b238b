//! Rational functions of one variable, found from their values.

use crate::arithmetic::{DrawResidues, Residue};
use multibody_support::random::Random;

/// The degree of numerator or denominator, whichever is higher, of each of several rational functions, from their values at more
/// and more points of up to the given number. None: there are too few points.
pub fn highest(most: usize, at: impl Fn(Residue) -> Option<Vec<Residue>>) -> Option<Vec<usize>> {
    let mut known: Vec<(Residue, Vec<Residue>)> = Vec::new();
    let mut later = (1..=2 * most as u64).map(Residue::new);
    for count in [9, 40, 128, 256, 512, 1024]
        .into_iter()
        .filter(|&count| count <= most)
    {
        while known.len() < count {
            let t = later.next().expect("a value at every other point");
            known.extend(at(t).map(|values| (t, values)));
        }
        let of = |k: usize| {
            let points: Vec<[Residue; 2]> = known.iter().map(|(t, x)| [*t, x[k]]).collect();
            degrees_of(&points).map(|[above, below]| above.max(below))
        };
        let found: Option<Vec<usize>> = (0..known[0].1.len()).map(of).collect();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Degrees of numerator and denominator of the rational function with these values, by Euclid's algorithm for the polynomial with
/// these values and the one that is 0 at all points. None: there are too few points.
pub fn degrees_of(points: &[[Residue; 2]]) -> Option<[usize; 2]> {
    if points.iter().all(|[_, value]| *value == Residue::ZERO) {
        return Some([0, 0]);
    }
    let mut zeros = vec![Residue::ONE];
    let mut through: Vec<Residue> = Vec::new();
    for &[t, value] in points {
        let at = |polynomial: &[Residue]| {
            let coefficients = polynomial.iter().rev();
            coefficients.fold(Residue::ZERO, |sum, &c| sum * t + c)
        };
        let factor = (value - at(&through)) * at(&zeros).inverse().expect("the points differ");
        through.resize(zeros.len(), Residue::ZERO);
        through
            .iter_mut()
            .zip(&zeros)
            .for_each(|(own, &z)| *own = *own + factor * z);
        let mut next = vec![Residue::ZERO; zeros.len() + 1];
        for (at, &z) in zeros.iter().enumerate() {
            next[at + 1] = next[at + 1] + z;
            next[at] = next[at] - t * z;
        }
        zeros = next;
    }
    let degree = |polynomial: &[Residue]| polynomial.iter().rposition(|&x| x != Residue::ZERO);
    // Remainders, and their factors of `through`.
    let (mut before, mut rest) = (zeros, through);
    let (mut above, mut factor) = (vec![], vec![Residue::ONE]);
    let mut least: Option<[usize; 2]> = None;
    while let Some(own) = degree(&rest) {
        let below = degree(&factor).expect("it is not 0");
        if least.is_none_or(|[a, b]| own + below < a + b) {
            least = Some([own, below]);
        }
        let inverse = rest[own].inverse().expect("it is not 0");
        while let Some(high) = degree(&before).filter(|&high| high >= own) {
            let quotient = before[high] * inverse;
            let subtract = |from: &mut Vec<Residue>, of: &[Residue]| {
                from.resize(from.len().max(of.len() + high - own), Residue::ZERO);
                let shifted = from[high - own..].iter_mut().zip(of);
                shifted.for_each(|(x, &y)| *x = *x - quotient * y);
            };
            subtract(&mut before, &rest);
            subtract(&mut above, &factor);
        }
        (before, rest) = (rest, before);
        (above, factor) = (factor, above);
    }
    least.filter(|[a, b]| a + b + 4 < points.len())
}

#[test]
fn rational_functions_are_found_from_their_values() {
    // (t^3 + 2) / (t^2 - 7)
    let points = (1..20).map(Residue::new).filter_map(|t| {
        let divisor = (t * t - Residue::new(7)).inverse()?;
        Some([t, (t * t * t + Residue::new(2)) * divisor])
    });
    assert_eq!(degrees_of(&points.collect::<Vec<_>>()), Some([3, 2]));
    let noise = Random::new(3).residues(40);
    let points: Vec<[Residue; 2]> = (1..)
        .map(Residue::new)
        .zip(noise)
        .map(|(t, x)| [t, x])
        .collect();
    assert_eq!(degrees_of(&points), None);
}
