//! Multiples of an input, and the common parts of which they are integer multiples.

use std::collections::BTreeSet;

use multibody_program::exact::Rational;

/// Limit on the ratio of an angle to the part whose sine and cosine are variables: for the bodies of a chain
/// together, and for each function in an expression. Before T is reduced, it contains a power of a cosine whose
/// exponent is four times this ratio.
pub const TURN_LIMIT: u64 = 6;

/// The common parts of the multiples of a coordinate. Their sines and cosines are variables. The first part is that of
/// the bodies that the coordinate turns, if there are any. `required` are the multiples whose sines and cosines the
/// program of the Lagrangian contains.
///
/// Multiples that are a few times a common part are expressed by powers of its sine and cosine. All others have a
/// sine and a cosine of their own: as 1359 and 500 times a common part, `2.718 x` and `x` would be polynomials of
/// these degrees.
pub fn parts(
    body_multiples: Vec<Rational>,
    required: Option<&BTreeSet<Rational>>,
) -> impl Iterator<Item = Rational> {
    let mut groups: Vec<Group> = Vec::new();
    if !body_multiples.is_empty() {
        groups.push(Group {
            part: common_part(&body_multiples),
            multiples: body_multiples,
            is_of_bodies: true,
        });
    }
    let mut required: Vec<&Rational> = required.into_iter().flatten().collect();
    required.sort_by_key(|multiple| magnitude(multiple));
    for multiple in required {
        let accepts = |group: &mut Group| group.join(multiple);
        if !groups.iter_mut().any(accepts) {
            groups.push(Group::of(multiple));
        }
    }
    groups.into_iter().map(|group| group.part)
}

/// Multiples of a coordinate that are a few times a common part.
struct Group {
    multiples: Vec<Rational>,
    /// The common part.
    part: Rational,
    /// Whether these are the multiples by which bodies turn.
    is_of_bodies: bool,
}

impl Group {
    /// A group of a single multiple.
    fn of(multiple: &Rational) -> Self {
        let multiples = vec![multiple.clone()];
        let common = common_part(&multiples);
        let is_within_limit = part_count(multiple, &common) <= TURN_LIMIT;
        Self {
            part: if is_within_limit { common } else { magnitude(multiple) },
            multiples,
            is_of_bodies: false,
        }
    }

    /// Adds a multiple, if all multiples are then still a few times a common part. Returns whether it was added.
    fn join(&mut self, multiple: &Rational) -> bool {
        let mut multiples = self.multiples.clone();
        multiples.push(multiple.clone());
        let mut parts = vec![common_part(&multiples)];
        if !self.is_of_bodies {
            parts.push(greatest_part(&multiples));
        }
        let is_within_limit =
            |part: &Rational| multiples.iter().all(|m| part_count(m, part) <= TURN_LIMIT);
        let Some(part) = parts.into_iter().find(is_within_limit) else {
            return false;
        };
        (self.multiples, self.part) = (multiples, part);
        true
    }
}

fn magnitude(multiple: &Rational) -> Rational {
    if *multiple < Rational::ZERO { -multiple.clone() } else { multiple.clone() }
}

/// The number of parts in a multiple, without sign.
pub fn part_count(multiple: &Rational, part: &Rational) -> u64 {
    let count = i64::try_from(multiple / part).unwrap_or(i64::MAX);
    count.unsigned_abs()
}

/// The reciprocal of the common denominator of some multiples. All of them are integer multiples of this reciprocal.
pub fn common_part(multiples: &[Rational]) -> Rational {
    let denominators = multiples
        .iter()
        .map(|m| Rational::from(m.denominator().clone()));
    // lcm(a, b) = a times the denominator of a / b in lowest terms
    let lcm = |a: Rational, b: Rational| &a * Rational::from((&a / b).denominator().clone());
    Rational::ONE / denominators.fold(Rational::ONE, lcm)
}

/// The greatest number of which all of these multiples are integer multiples.
fn greatest_part(multiples: &[Rational]) -> Rational {
    // gcd(a, b) = a divided by the denominator of b / a in lowest terms
    let gcd = |a: Rational, b: &Rational| &a / Rational::from((b / &a).denominator().clone());
    let (first, rest) = multiples.split_first().expect("a group is not empty");
    rest.iter().fold(first.clone(), gcd)
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use multibody_program::exact::integer;

    fn fraction(numerator: i64, denominator: i64) -> Rational {
        integer(numerator) / integer(denominator)
    }

    fn list_parts(of_bodies: &[Rational], required: &[Rational]) -> Vec<Rational> {
        let required: BTreeSet<Rational> = required.iter().cloned().collect();
        parts(of_bodies.to_vec(), Some(&required)).collect()
    }

    #[test]
    fn small_multiples_of_a_common_part_share_it() {
        assert_eq!(list_parts(&[integer(1)], &[]), [integer(1)]);
        assert_eq!(
            list_parts(&[integer(1)], &[integer(2), integer(-6)]),
            [integer(1)]
        );
        assert_eq!(
            list_parts(&[integer(1)], &[fraction(1, 2)]),
            [fraction(1, 2)]
        );
        assert_eq!(
            list_parts(&[], &[integer(2), fraction(3, 2)]),
            [fraction(1, 2)]
        );
        assert!(list_parts(&[], &[]).is_empty());
    }

    #[test]
    fn large_multiples_of_a_common_part_are_separate_angles() {
        let decimal = fraction(1359, 500);
        assert_eq!(
            list_parts(&[integer(1)], slice::from_ref(&decimal)),
            [integer(1), decimal.clone()]
        );
        assert_eq!(
            list_parts(&[], slice::from_ref(&decimal)),
            slice::from_ref(&decimal)
        );
        assert_eq!(
            list_parts(&[], &[integer(60), integer(-120)]),
            [integer(60)]
        );
        assert_eq!(
            list_parts(&[], &[integer(60), integer(1)]),
            [integer(1), integer(60)]
        );
        let twice = &decimal * integer(2);
        let of_both = list_parts(&[integer(1)], &[integer(3), twice, decimal.clone()]);
        assert_eq!(of_both, [integer(1), decimal]);
    }
}
