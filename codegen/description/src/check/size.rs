//! Limits that protect later stages from hostile models: exact numbers grow with each step.

use std::collections::BTreeSet;

use super::Structure;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Limits, Model, Number, Origin, Quantity, Rotation, Span};
use multibody_program::exact::{bits, is_representable};

/// Maximum number of links, and of joints: ten times what the largest robots have.
const COUNT_LIMIT: usize = 1024;
/// Maximum number of bytes of a name, which generated texts repeat hundreds of times.
const NAME_LIMIT: usize = 1 << 19;
/// Maximum number of bits of numerator and denominator of a number together: some 300 decimals.
const BITS_LIMIT: usize = 2048;
/// Maximum number of bits of an entry of a rotation matrix: its terms are products of four numbers of a quaternion.
const MATRIX_BITS_LIMIT: usize = 4 * BITS_LIMIT;
/// Maximum number of rotated fixed joints in a row; large robots have four.
const FIXED_LIMIT: usize = 16;

/// Checks how many links and joints there are, and how long their names are.
pub(super) fn check_counts(model: &Model) -> Result<(), (Span, Fault)> {
    let (links, joints) = (model.links.iter(), model.joints.iter());
    let mut names = links
        .map(|link| &link.name)
        .chain(joints.map(|joint| &joint.name))
        .chain([&model.name]);
    if let Some(name) = names.find(|name| name.value.len() > NAME_LIMIT) {
        let (noun, limit) = ("bytes in a name", NAME_LIMIT);
        return Err((name.span, Fault::TooMany { what: noun, limit }));
    }
    let links = model
        .links
        .get(COUNT_LIMIT)
        .map(|link| (&link.name, "links"));
    let joints = model
        .joints
        .get(COUNT_LIMIT)
        .map(|joint| (&joint.name, "joints"));
    match links.or(joints) {
        None => Ok(()),
        Some((name, noun)) => {
            let limit = COUNT_LIMIT;
            Err((name.span, Fault::TooMany { what: noun, limit }))
        }
    }
}

/// Reports numbers with too many digits, and numbers outside the range of floats.
pub(super) fn check_numbers(model: &Model, faults: &mut Faults) {
    // Several numbers that were computed from one element have the place of this element. Equal texts are reported once.
    let mut places = BTreeSet::new();
    let mut is_new = |number: &Number| places.insert((number.span.start, number.text.clone()));
    for PlacedNumber { number, place } in numbers(model).into_iter().chain(limits(model)) {
        let text = Shown::from(&number.text);
        if !is_representable(&number.value) {
            if is_new(number) {
                faults.push(number.span, Fault::NumberOutOfRange { text, place });
            }
        } else if bits(&number.value) > BITS_LIMIT {
            let place = format!("in {place}");
            faults.push(number.span, Fault::NumberTooFine { text, place });
        }
    }
    check_matrices(model, faults);
}

/// Reports rotation matrices whose entries have too many digits.
fn check_matrices(model: &Model, faults: &mut Faults) {
    let place_of = |noun: &str, name: &str| format!("of {noun} `{}`", Shown::from(name));
    let links = model.links.iter().filter_map(|link| {
        let origin = &link.inertial.as_ref()?.origin;
        let place = place_of(model.conventions.body_noun, &link.name.value);
        Some((origin, link.name.span, place))
    });
    let joints = model.joints.iter().map(|joint| {
        let place = place_of("joint", &joint.name.value);
        (&joint.origin, joint.name.span, place)
    });
    for (origin, span, place) in links.chain(joints) {
        let Rotation::Exact(matrix) = &origin.rotation else {
            continue;
        };
        if matrix.iter().flatten().any(|x| bits(x) > MATRIX_BITS_LIMIT) {
            let text = Shown::from("the rotation");
            faults.push(span, Fault::NumberTooFine { text, place });
        }
    }
}

/// A number of a model.
pub struct PlacedNumber<'a> {
    /// The number.
    pub number: &'a Number,
    /// The element that it belongs to, e.g. ``link `hand` ``.
    pub place: String,
}

/// The numbers of links, joints, tendons, actuators and gravity that enter equations and do not depend on parameters. Those of
/// constraints, of springs between points and of expressions are not among them.
#[must_use]
pub fn numbers(model: &Model) -> Vec<PlacedNumber<'_>> {
    let mut placed_numbers = Vec::new();
    for link in &model.links {
        let Some(inertial) = &link.inertial else {
            continue;
        };
        let noun = model.conventions.body_noun;
        let place = format!("{noun} `{}`", Shown::from(&link.name.value));
        let body = inertial.inertia.iter().chain([&inertial.mass]);
        let quantities = body.chain(origin_quantities(&inertial.origin));
        let numbers = (quantities.filter_map(Quantity::exact)).chain(&link.gravity_compensation);
        placed_numbers.extend(place_numbers(numbers, place));
    }
    for joint in &model.joints {
        let place = format!("joint `{}`", Shown::from(&joint.name.value));
        let quantities = origin_quantities(&joint.origin).chain(joint.coefficients());
        let mimic = joint.mimic.iter().flat_map(|m| [&m.multiplier, &m.offset]);
        let exact_quantities = quantities.filter_map(Quantity::exact);
        let motions = joint.kind.value.motions();
        let axes = motions.iter().filter_map(|motion| motion.axis.as_ref());
        let motion_numbers = motions.iter().flat_map(|motion| &motion.numbers);
        let numbers = exact_quantities
            .chain(axes.flatten())
            .chain(motion_numbers)
            .chain(&joint.axis)
            .chain(&joint.reference)
            .chain(mimic);
        placed_numbers.extend(place_numbers(numbers, place));
    }
    for tendon in &model.tendons {
        let place = format!("tendon `{}`", Shown::from(&tendon.name.value));
        let coefficients = tendon.terms.iter().map(|(_, coefficient)| coefficient);
        let quantities = tendon.coefficients().filter_map(Quantity::exact);
        placed_numbers.extend(place_numbers(coefficients.chain(quantities), place));
    }
    for actuator in &model.actuators {
        let place = format!("actuator `{}`", Shown::from(&actuator.name.value));
        let terms = actuator.gain.iter().chain(&actuator.bias);
        let numbers = terms.chain([&actuator.gear]);
        placed_numbers.extend(place_numbers(numbers, place));
    }
    let gravity = model.gravity.iter().flatten().filter_map(Quantity::exact);
    placed_numbers.extend(place_numbers(gravity, "gravity".to_owned()));
    placed_numbers
}

/// Numbers that belong to the same element.
fn place_numbers<'a>(
    numbers: impl Iterator<Item = &'a Number>,
    place: String,
) -> impl Iterator<Item = PlacedNumber<'a>> {
    numbers.map(move |number| PlacedNumber {
        number,
        place: place.clone(),
    })
}

/// The limits of joints: numbers that are stored but enter no equation.
fn limits(model: &Model) -> impl Iterator<Item = PlacedNumber<'_>> {
    model.joints.iter().flat_map(|joint| {
        let limits = joint.limits.iter().flat_map(|limits| {
            let Limits {
                lower,
                upper,
                effort,
                velocity,
            } = limits;
            [lower, upper, effort, velocity].into_iter().flatten()
        });
        let place = format!("joint `{}`", Shown::from(&joint.name.value));
        place_numbers(limits, place)
    })
}

fn origin_quantities(origin: &Origin) -> impl Iterator<Item = &Quantity> {
    origin.xyz.iter().chain(origin.rotation.angles())
}

/// Reports the joint at which a chain of fixed joints has too many rotated ones: the digits of their rotations add up.
pub(super) fn check_fixed_chains(model: &Model, structure: &Structure, faults: &mut Faults) {
    let is_fixed = |joint: &usize| model.joints[*joint].kind.value.is_fixed();
    let is_rotated = |joint: &usize| !model.joints[*joint].origin.rotation.is_identity();
    let previous_joint = |joint: &usize| structure.parent_joint[structure.ends[*joint].parent];
    for (index, joint) in model.joints.iter().enumerate() {
        let chain = std::iter::successors(Some(index), previous_joint).take_while(is_fixed);
        let rotated_count = chain.filter(is_rotated).take(FIXED_LIMIT + 2).count();
        if rotated_count == FIXED_LIMIT + 1 && is_rotated(&index) {
            let (name, limit) = (Shown::from(&joint.name.value), FIXED_LIMIT);
            faults.push(joint.name.span, Fault::FixedTooLong { joint: name, limit });
        }
    }
}
