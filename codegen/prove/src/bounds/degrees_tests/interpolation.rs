//! Rational functions of one variable, found from their values.

use crate::arithmetic::{DrawResidues, Residue};
use multibody_support::random::Random;

/// For each of several rational functions, the degree of its numerator or of its denominator, whichever is higher. It follows from
/// values at a few points, or at more, but at most `limit`. None: these are too few.
pub fn highest_degrees(
    limit: usize,
    function: impl Fn(Residue) -> Option<Vec<Residue>>,
) -> Option<Vec<usize>> {
    let mut samples: Vec<(Residue, Vec<Residue>)> = Vec::new();
    let mut arguments = (1..=2 * limit as u64).map(Residue::new);
    for count in [9, 40, 128, 256, 512, 1024]
        .into_iter()
        .filter(|&count| count <= limit)
    {
        while samples.len() < count {
            let t = arguments.next().expect("a value at every other point");
            samples.extend(function(t).map(|values| (t, values)));
        }
        let degree = |k: usize| {
            let points: Vec<[Residue; 2]> = samples.iter().map(|(t, x)| [*t, x[k]]).collect();
            degrees_of(&points).map(|[above, below]| above.max(below))
        };
        let degrees: Option<Vec<usize>> = (0..samples[0].1.len()).map(degree).collect();
        if degrees.is_some() {
            return degrees;
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
    let mut interpolant: Vec<Residue> = Vec::new();
    for &[t, value] in points {
        let evaluation = |polynomial: &[Residue]| {
            let coefficients = polynomial.iter().rev();
            coefficients.fold(Residue::ZERO, |sum, &c| sum * t + c)
        };
        let factor = (value - evaluation(&interpolant))
            * evaluation(&zeros).inverse().expect("the points differ");
        interpolant.resize(zeros.len(), Residue::ZERO);
        interpolant
            .iter_mut()
            .zip(&zeros)
            .for_each(|(coefficient, &z)| *coefficient = *coefficient + factor * z);
        let mut next = vec![Residue::ZERO; zeros.len() + 1];
        for (power, &z) in zeros.iter().enumerate() {
            next[power + 1] = next[power + 1] + z;
            next[power] = next[power] - t * z;
        }
        zeros = next;
    }
    let degree = |polynomial: &[Residue]| polynomial.iter().rposition(|&x| x != Residue::ZERO);
    // Remainders, and their factors of `interpolant`.
    let (mut dividend, mut divisor) = (zeros, interpolant);
    let (mut last_factor, mut factor) = (vec![], vec![Residue::ONE]);
    let mut least: Option<[usize; 2]> = None;
    while let Some(divisor_degree) = degree(&divisor) {
        let factor_degree = degree(&factor).expect("it is not 0");
        if least.is_none_or(|[a, b]| divisor_degree + factor_degree < a + b) {
            least = Some([divisor_degree, factor_degree]);
        }
        let inverse = divisor[divisor_degree].inverse().expect("it is not 0");
        while let Some(order) = degree(&dividend).filter(|&order| order >= divisor_degree) {
            let quotient = dividend[order] * inverse;
            let subtract = |target: &mut Vec<Residue>, source: &[Residue]| {
                target.resize(
                    target.len().max(source.len() + order - divisor_degree),
                    Residue::ZERO,
                );
                let pairs = target[order - divisor_degree..].iter_mut().zip(source);
                pairs.for_each(|(x, &y)| *x = *x - quotient * y);
            };
            subtract(&mut dividend, &divisor);
            subtract(&mut last_factor, &factor);
        }
        (dividend, divisor) = (divisor, dividend);
        (last_factor, factor) = (factor, last_factor);
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
