//! Mass and inertia must be those of a body that can exist.
//!
//! Let I be the inertia about the centre of mass, and d1, d2 and d3 its principal moments. The matrix of second moments of
//! mass, `tr(I) / 2` times the identity minus I, has the eigenvalues `(d1 + d2 + d3) / 2 - d_k`. It is the integral of
//! `r r^T dm`, so for a body none of them is negative. That is the triangle inequality (the largest moment is at most the
//! sum of the others), and it implies that no moment is negative.

use dashu_base::Abs;

use super::decimal_point::{MovedPoint, find_misplaced_point};
use super::eigenvalues::symmetric_eigenvalues;
use super::tensor::{ROUNDING_PARTS, has_negative_moment, is_possible, rounding_error};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Inertial, Model, Number, Origin, PlacedBody, Quantity, Spanned};
use multibody_program::exact::symmetric::{Symmetric, is_at_least};
use multibody_program::exact::{Rational, integer, nearest_f64};

/// If the radius of gyration of a body is less than the robot's size divided by this, the inertia consists of
/// rounding errors: real files contain moments such as -5e-20.
const LEAST_RADIUS_PARTS: i64 = 1_000_000;

/// Reports masses and inertias that no body can have.
pub(super) fn check(model: &Model, faults: &mut Faults) {
    let size_squared = size_squared(model);
    let link_noun = model.conventions.body_noun;
    let links = model.links.iter().filter_map(|link| {
        let inertial = link.inertial.clone()?;
        Some(MassiveBody::of(link_noun, &link.name, inertial))
    });
    let placed_bodies = model.symbolic.bodies.iter().map(from_placed_body);
    for body in links.chain(placed_bodies) {
        check_mass(&body, &size_squared, faults);
        check_inertia(&body, &size_squared, faults);
    }
}

/// A link, a placed body or a particle, with its mass and inertia.
struct MassiveBody {
    /// The noun for it in messages.
    what: &'static str,
    name: Shown,
    inertial: Inertial,
}

impl MassiveBody {
    fn of(noun: &'static str, name: &Spanned<String>, inertial: Inertial) -> Self {
        Self {
            what: noun,
            name: Shown::from(&name.value),
            inertial,
        }
    }
}

/// The square of a robot's size, m^2; the robot's inertias are compared with it. The size is the largest length or
/// radius of gyration, but at most one metre. It is one metre if all of these are 0, if a length depends on fields, or
/// if the description has symbolic terms.
fn size_squared(model: &Model) -> Rational {
    let metre = integer(1);
    let inertials = || model.links.iter().filter_map(|link| link.inertial.as_ref());
    let link_origins = inertials().map(|inertial| &inertial.origin);
    let joint_origins = model.joints.iter().map(|joint| &joint.origin);
    let origins = link_origins.chain(joint_origins);
    let lengths: Vec<&Quantity> = origins.flat_map(|origin| &origin.xyz).collect();
    let is_known = lengths.iter().all(|length| length.exact().is_some());
    if !is_known || !model.symbolic.is_empty() {
        return metre;
    }
    let numbers = lengths.into_iter().filter_map(Quantity::exact);
    let squares = numbers.map(|length| &length.value * &length.value);
    let squared_radii = inertials().filter_map(radius_squared);
    let largest = squares.chain(squared_radii).max().unwrap_or_default();
    if largest == Rational::ZERO { metre } else { largest.min(metre) }
}

/// The square of the largest radius of gyration, computed from the numbers that are known.
fn radius_squared(inertial: &Inertial) -> Option<Rational> {
    let mass = &inertial.mass.exact()?.value;
    let moments = inertial.inertia.iter().filter_map(Quantity::exact);
    let largest = moments.map(|moment| moment.value.clone().abs()).max()?;
    (*mass > Rational::ZERO).then(|| largest / mass)
}

/// A placed body as a massive body. Its inertia is about the centre of mass, in the body's own axes.
fn from_placed_body(body: &PlacedBody) -> MassiveBody {
    let zero = || Quantity::Exact(Number::left_out(0, body.name.span));
    let noun = match body.inertia {
        Some(_) => "body",
        None => "particle",
    };
    let inertial = Inertial {
        origin: Origin::identity(body.name.span),
        mass: body.mass.clone(),
        inertia: (body.inertia.clone()).unwrap_or_else(|| std::array::from_fn(|_| zero())),
    };
    MassiveBody::of(noun, &body.name, inertial)
}

fn check_mass(body: &MassiveBody, size_squared: &Rational, faults: &mut Faults) {
    let &MassiveBody {
        what, ref inertial, ..
    } = body;
    let Some(number) = inertial.mass.exact() else {
        return;
    };
    let (link, mass) = (body.name.clone(), Shown::from(&number.text));
    let has_zero_inertia = inertial
        .inertia
        .iter()
        .all(|entry| entry.exact().is_some_and(|n| n.value == Rational::ZERO));
    // Numbers that were left out have no text. The reader has reported them, unless the body is a particle.
    let is_left_out = inertial
        .inertia
        .iter()
        .all(|entry| entry.exact().is_some_and(|n| n.text.is_empty()));
    if number.value < Rational::ZERO {
        faults.push(number.span, Fault::NegativeMass { what, link, mass });
    } else if number.value == Rational::ZERO && !has_zero_inertia && !number.text.is_empty() {
        faults.push(number.span, Fault::InertiaWithoutMass { what, link });
    } else if number.value > Rational::ZERO && is_negligible(inertial, size_squared) && !is_left_out
    {
        let span = inertial.inertia[0].span();
        faults.push(span, Fault::MassWithoutInertia { what, link, mass });
    }
}

/// Whether the inertia differs from that of a point mass only by rounding errors.
fn is_negligible(inertial: &Inertial, size_squared: &Rational) -> bool {
    let mass = inertial.mass.exact().map(|n| n.value.clone());
    let limit =
        mass.unwrap_or_default() * size_squared / integer(LEAST_RADIUS_PARTS * LEAST_RADIUS_PARTS);
    inertial.inertia.iter().all(|entry| {
        entry
            .exact()
            .is_some_and(|n| n.value.clone().abs() <= limit)
    })
}

fn check_inertia(body: &MassiveBody, size_squared: &Rational, faults: &mut Faults) {
    if is_negligible(&body.inertial, size_squared) {
        return;
    }
    let has_negative = check_moments(body, faults);
    let Some(numbers) = Quantity::all_exact(&body.inertial.inertia).filter(|_| !has_negative)
    else {
        return;
    };
    // A moment that is missing has been reported.
    let [xx, _, _, yy, _, zz] = numbers;
    if [xx, yy, zz].iter().any(|moment| moment.text.is_empty()) {
        return;
    }
    let inertia = numbers.map(|number| number.value.clone());
    if let Some(fault) = find_violation(body.what, body.name.clone(), &inertia) {
        faults.push(numbers[0].span, fault);
    }
}

/// Reports moments that are negative by more than a rounding error, and returns whether there are any.
fn check_moments(body: &MassiveBody, faults: &mut Faults) -> bool {
    let &MassiveBody {
        what, ref inertial, ..
    } = body;
    let numbers = inertial.inertia.iter().filter_map(Quantity::exact);
    let largest = numbers.map(|entry| entry.value.clone().abs()).max();
    let least = -largest.unwrap_or_default() / integer(ROUNDING_PARTS);
    let [xx, _, _, yy, _, zz] = &inertial.inertia;
    let mut has_negative = false;
    for (entry, moment) in [("ixx", xx), ("iyy", yy), ("izz", zz)] {
        let is_below = |number: &&Number| number.value < least;
        if let Some(number) = moment.exact().filter(is_below) {
            has_negative = true;
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
    has_negative
}

/// The rule that an inertia violates, and by how much; `None` if the violation is no more than a rounding error.
fn find_violation(noun: &'static str, link: Shown, inertia: &Symmetric<Rational>) -> Option<Fault> {
    if is_possible(inertia) {
        return None;
    }
    let moments = symmetric_eigenvalues(inertia.each_ref().map(nearest_f64));
    let [least, middle, largest] = moments;
    if has_negative_moment(inertia) || !is_at_least(inertia, &-rounding_error(inertia)) {
        let remedy = "look for the sign of a product of inertia, or for rounding";
        return Some(Fault::IndefiniteInertia {
            what: noun,
            link,
            least: format_number(least),
            hint: hint(inertia, remedy),
        });
    }
    // A moment that should be 0 may be left with a rounding error.
    let rounded_moments = moments.map(
        |moment| {
            if moment.abs() > 1e-9 * largest { moment } else { 0.0 }
        },
    );
    let rule = "the largest moment is at most the sum of the other two";
    Some(Fault::TriangleInequality {
        what: noun,
        link,
        moments: rounded_moments.map(format_number).join(", ").into(),
        excess: format_number(largest - middle - least).into(),
        hint: hint(inertia, rule).into(),
    })
}

/// The hint of a message: the entry with a misplaced decimal point, if only one can have it, or else `otherwise`.
fn hint(inertia: &Symmetric<Rational>, otherwise: &str) -> String {
    let Some(MovedPoint {
        entry,
        power,
        value,
    }) = find_misplaced_point(inertia)
    else {
        return otherwise.to_owned();
    };
    let value = format_number(nearest_f64(&value));
    format!(
        "only `{entry}` times 1e{power}, {value}, would make it possible: is a decimal point misplaced?"
    )
}

/// Formats a number for a message.
fn format_number(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:.3e}") }
}
