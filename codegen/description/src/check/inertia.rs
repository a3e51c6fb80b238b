//! Mass and inertia must be those of a body that can exist.
//!
//! Let d be the principal moments. The matrix of second moments of mass, `tr(I)/2 1 - I`, has the eigenvalues `(d1 +
//! d2 + d3)/2 - d`. It is the integral of `r r^T dm`, so for a body none of them is negative. That is the triangle
//! inequality (the largest moment is at most the sum of the others), and it implies that no moment is negative.

use dashu_base::Abs;

use super::eigenvalues::symmetric_eigenvalues;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{
    Inertial, Model, Number, Origin, PlacedBody, Quantity, Rotation, Spanned, Vocabulary,
};
use multibody_program::exact::{Rational, integer, nearest_f64};

/// If a violation is smaller than the largest moment divided by this, it is a rounding error of the file's digits.
const ROUNDING_PARTS: i64 = 1_000_000_000;
/// If the radius of gyration of a body is less than the robot's size divided by this, the inertia consists of
/// rounding errors: real files contain moments such as -5e-20.
const LEAST_RADIUS_PARTS: i64 = 1_000_000;

/// A symmetric matrix by its entries xx xy xz yy yz zz.
type Symmetric<T> = [T; 6];

/// Reports masses and inertias that no body can have.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    let squared_size = squared_size(model);
    let of_links = match model.vocabulary {
        Vocabulary::Urdf => "link",
        Vocabulary::Tokens => "body",
    };
    let links = model.links.iter().filter_map(|link| {
        let inertial = link.inertial.clone()?;
        Some(Weighed::of(of_links, &link.name, inertial))
    });
    let placed = model.symbolic.bodies.iter().map(weighed);
    for body in links.chain(placed) {
        check_mass(&body, &squared_size, faults);
        check_inertia(&body, &squared_size, faults);
    }
}

/// Something with a mass.
struct Weighed {
    /// What the description calls it.
    what: &'static str,
    name: Shown,
    inertial: Inertial,
}

impl Weighed {
    fn of(what: &'static str, name: &Spanned<String>, inertial: Inertial) -> Self {
        Self {
            what,
            name: Shown::from(&name.value),
            inertial,
        }
    }
}

/// The square of a robot's size, m^2; the robot's inertias are compared with it. The size is the largest length or
/// radius of gyration, but at most one metre. It is one metre if all of these are 0, if a length depends on fields, or
/// if the description has symbolic terms.
fn squared_size(model: &Model) -> Rational {
    let metre = integer(1);
    let inertials = || model.links.iter().filter_map(|link| link.inertial.as_ref());
    let origins = inertials().map(|inertial| &inertial.origin);
    let origins = origins.chain(model.joints.iter().map(|joint| &joint.origin));
    let lengths: Vec<&Quantity> = origins.flat_map(|origin| &origin.xyz).collect();
    let is_known = lengths.iter().all(|length| length.exact().is_some());
    if !is_known || !model.symbolic.is_empty() {
        return metre;
    }
    let squares = lengths.into_iter().filter_map(Quantity::exact);
    let squares = squares.map(|length| &length.value * &length.value);
    let radii = inertials().filter_map(squared_radius);
    let largest = squares.chain(radii).max().unwrap_or_default();
    match largest == Rational::ZERO {
        true => metre,
        false => largest.min(metre),
    }
}

/// The square of the largest radius of gyration, computed from the numbers that are known.
fn squared_radius(inertial: &Inertial) -> Option<Rational> {
    let mass = &inertial.mass.exact()?.value;
    let moments = inertial.inertia.iter().filter_map(Quantity::exact);
    let largest = moments.map(|moment| moment.value.clone().abs()).max()?;
    (*mass > Rational::ZERO).then(|| largest / mass)
}

/// A placed body, whose inertia is in its own axes.
fn weighed(body: &PlacedBody) -> Weighed {
    let zero = || {
        Quantity::Exact(Number {
            value: Rational::ZERO,
            text: String::new(),
            span: body.name.span,
        })
    };
    let zeros = || std::array::from_fn(|_| zero());
    let what = match body.inertia {
        Some(_) => "body",
        None => "particle",
    };
    let inertial = Inertial {
        origin: Origin {
            xyz: zeros(),
            rotation: Rotation::RollPitchYaw(zeros()),
        },
        mass: body.mass.clone(),
        inertia: (body.inertia.clone()).unwrap_or_else(|| std::array::from_fn(|_| zero())),
    };
    Weighed::of(what, &body.name, inertial)
}

fn check_mass(body: &Weighed, squared_size: &Rational, faults: &mut Faults) {
    let &Weighed {
        what, ref inertial, ..
    } = body;
    let Some(mass) = inertial.mass.exact() else {
        return;
    };
    let (link, shown) = (body.name.clone(), Shown::from(&mass.text));
    let no_inertia = inertial
        .inertia
        .iter()
        .all(|entry| entry.exact().is_some_and(|n| n.value == Rational::ZERO));
    let left_out = inertial
        .inertia
        .iter()
        .all(|entry| entry.exact().is_some_and(|n| n.text.is_empty()));
    if mass.value < Rational::ZERO {
        faults.push(
            mass.span,
            Fault::NegativeMass {
                what,
                link,
                mass: shown,
            },
        );
    } else if mass.value == Rational::ZERO && !no_inertia && !mass.text.is_empty() {
        faults.push(mass.span, Fault::InertiaWithoutMass { what, link });
    } else if mass.value > Rational::ZERO && is_negligible(inertial, squared_size) && !left_out {
        let span = inertial.inertia[0].span();
        faults.push(
            span,
            Fault::MassWithoutInertia {
                what,
                link,
                mass: shown,
            },
        );
    }
}

/// Whether the inertia differs from that of a point mass only by rounding errors.
fn is_negligible(inertial: &Inertial, squared_size: &Rational) -> bool {
    let mass = inertial.mass.exact().map(|n| n.value.clone());
    let limit =
        mass.unwrap_or_default() * squared_size / integer(LEAST_RADIUS_PARTS * LEAST_RADIUS_PARTS);
    inertial.inertia.iter().all(|entry| {
        entry
            .exact()
            .is_some_and(|n| n.value.clone().abs() <= limit)
    })
}

fn check_inertia(body: &Weighed, squared_size: &Rational, faults: &mut Faults) {
    if is_negligible(&body.inertial, squared_size) {
        return;
    }
    let negative = check_moments(body, faults);
    let Some(numbers) = Quantity::all_exact(&body.inertial.inertia).filter(|_| !negative) else {
        return;
    };
    let inertia = numbers.map(|number| number.value.clone());
    if let Some(fault) = breach(body.what, body.name.clone(), &inertia) {
        faults.push(numbers[0].span, fault);
    }
}

/// Reports moments that are negative by more than a rounding error, and returns whether there are any.
fn check_moments(body: &Weighed, faults: &mut Faults) -> bool {
    let &Weighed {
        what, ref inertial, ..
    } = body;
    let known = inertial.inertia.iter().filter_map(Quantity::exact);
    let largest = known.map(|entry| entry.value.clone().abs()).max();
    let least = -largest.unwrap_or_default() / integer(ROUNDING_PARTS);
    let [xx, _, _, yy, _, zz] = &inertial.inertia;
    let mut negative = false;
    for (entry, moment) in [("ixx", xx), ("iyy", yy), ("izz", zz)] {
        let below = |number: &&Number| number.value < least;
        if let Some(number) = moment.exact().filter(below) {
            negative = true;
            let (link, value) = (body.name.clone(), Shown::from(&number.text));
            let fault = Fault::NegativeMoment {
                what,
                link,
                entry,
                value,
            };
            faults.push(number.span, fault);
        }
    }
    negative
}

/// The rule that an inertia violates, and by how much; none if the violation is no more than a rounding error.
fn breach(what: &'static str, link: Shown, inertia: &Symmetric<Rational>) -> Option<Fault> {
    let rounding = rounding(inertia);
    let is_negative = |entry: usize| inertia[entry] < Rational::ZERO;
    let has_negative_moment = [0, 3, 5].into_iter().any(is_negative);
    // The largest moment minus the sum of the others is -2 times the least second moment.
    let least_second = -&rounding / integer(2);
    if !has_negative_moment && is_at_least(&second_moments(inertia), &least_second) {
        return None;
    }
    let moments = symmetric_eigenvalues(inertia.each_ref().map(nearest_f64));
    let [least, middle, most] = moments;
    if has_negative_moment || !is_at_least(inertia, &-rounding) {
        return Some(Fault::IndefiniteInertia {
            what,
            link,
            least: shown(least),
        });
    }
    // A moment that should be 0 may be left with a rounding error.
    let clean = moments.map(|moment| {
        if moment.abs() > 1e-9 * most {
            moment
        } else {
            0.0
        }
    });
    Some(Fault::TriangleInequality {
        what,
        link,
        moments: clean.map(shown).join(", "),
        excess: shown(most - middle - least),
    })
}

/// Formats a number for a message.
fn shown(value: f64) -> String {
    if value == 0.0 {
        "0".into()
    } else {
        format!("{value:.3e}")
    }
}

/// `tr(I)/2 1 - I`
fn second_moments([xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>) -> Symmetric<Rational> {
    let half_trace = (xx + yy + zz) / integer(2);
    [
        &half_trace - xx,
        -xy,
        -xz,
        &half_trace - yy,
        -yz,
        half_trace - zz,
    ]
}

/// The largest error that may be due to the rounding of an inertia's digits.
fn rounding([xx, _, _, yy, _, zz]: &Symmetric<Rational>) -> Rational {
    let largest = xx.max(yy).max(zz).clone().abs();
    largest / integer(ROUNDING_PARTS)
}

/// Whether no eigenvalue is less than a bound.
fn is_at_least([xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>, bound: &Rational) -> bool {
    let [xx, yy, zz] = [xx, yy, zz].map(|entry| entry - bound);
    is_positive_semidefinite(&[xx, xy.clone(), xz.clone(), yy, yz.clone(), zz])
}

/// Whether no eigenvalue is negative. The test is exact: no principal minor is negative.
fn is_positive_semidefinite([xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>) -> bool {
    let minor = |a: &Rational, b: &Rational, off: &Rational| a * b - off * off;
    let determinant = xx * minor(yy, zz, yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    let minors = [
        minor(xx, yy, xy),
        minor(xx, zz, xz),
        minor(yy, zz, yz),
        determinant,
    ];
    [xx, yy, zz]
        .into_iter()
        .chain(&minors)
        .all(|minor| *minor >= Rational::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::decimal;

    fn symmetric(entries: [&str; 6]) -> Symmetric<Rational> {
        entries.map(|entry| decimal(entry).unwrap())
    }

    #[test]
    fn definiteness_is_exact() {
        // Eigenvalues 0, 0, 3: every minor but the first vanishes.
        assert!(is_positive_semidefinite(&symmetric([
            "1", "1", "1", "1", "1", "1"
        ])));
        let slightly_less = symmetric(["1", "1", "1", "1", "1", "0.99999999999999999999"]);
        assert!(!is_positive_semidefinite(&slightly_less));
        assert!(!is_positive_semidefinite(&symmetric([
            "0", "0", "0", "0", "0", "-1"
        ])));
    }

    /// The rod has the moments 1, 1 and 0; computed in floats, the two equal ones are accurate only to 1e-8.
    #[test]
    fn a_rod_in_any_direction_may_be_rounded_to_12_digits() {
        let rounded = [
            "0.668234869601",
            "-0.466381400824",
            "0.064694803625",
            "0.344380734731",
            "0.09094522111",
            "0.987384395669",
        ];
        let rod = symmetric(rounded);
        assert!(!is_positive_semidefinite(&second_moments(&rod)));
        assert_eq!(breach("link", Shown::from("rod"), &rod), None);
    }

    #[test]
    fn a_rod_is_at_the_edge_of_the_triangle_inequality() {
        let rod = symmetric(["0", "0", "0", "2", "0", "2"]);
        assert!(is_positive_semidefinite(&second_moments(&rod)));
        let impossible = symmetric(["0", "0", "0", "2", "0", "2.0001"]);
        assert!(!is_positive_semidefinite(&second_moments(&impossible)));
    }
}
