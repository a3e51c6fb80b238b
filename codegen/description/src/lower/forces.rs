//! Lowering of force elements: which elements of the description and of the settings act, and along which positions.

use std::collections::BTreeMap;

use super::joints_with_settings;
use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::force::{self, Along, Element, Kind};
use crate::model::{
    Conventions, ForceCoefficients, Joint, Model, Number, OptionalForces, Quantity, Span, Spanned,
};
use crate::settings::Settings;
use crate::system::{self, Coordinate, System};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// A force element that a description gives to a joint, a tendon or a link, and whether it acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceReport {
    /// What it belongs to: `joint`, `tendon` or the description's noun for a link.
    pub noun: &'static str,
    /// The name of the joint, tendon or link.
    pub owner: String,
    /// The name of its type.
    pub what: &'static str,
    /// The value as written in the description; `a parameter` if it is known only at run time.
    pub value: String,
    /// Why it does not act; `None` if it acts.
    pub idle: Option<&'static str>,
}

/// The reason for an element that acts only if the settings request it.
const NOT_REQUESTED: &str = "`passive` is false";

/// A position along which the elements of a joint or of a tendon act: the position `along` plus a constant.
#[derive(Clone, Debug)]
pub struct ForceLine {
    /// The position without the constant.
    pub along: Along,
    /// The constant.
    pub constant: Rational,
}

/// Whether an element of this type acts only if the settings request it.
fn is_optional(kind: Kind, conventions: &Conventions) -> bool {
    match conventions.optional_forces {
        OptionalForces::Nothing => false,
        OptionalForces::Dissipation => kind.is_dissipative(),
        OptionalForces::Everything => true,
    }
}

/// Why a force element does not act on a joint with `nv` rates; `None` if it acts. An element acts along one degree of
/// freedom only, unless the description means each rate of a joint. Some elements of a file act only if requested.
fn idle_reason(
    kind: Kind,
    conventions: &Conventions,
    settings: &Settings,
    nv: usize,
) -> Option<&'static str> {
    let is_for_every_rate = conventions.acts_on_every_rate && !force::stores_energy(kind);
    match nv {
        0 => Some("the joint does not move"),
        2.. if !is_for_every_rate => Some("the joint has several degrees of freedom"),
        _ if is_optional(kind, conventions) && !settings.passive => Some(NOT_REQUESTED),
        _ => None,
    }
}

/// The force elements with these coefficients that act along these lines.
pub fn acting_elements(
    b: &mut Builder,
    coefficients: &ForceCoefficients,
    lines: &[ForceLine],
    conventions: &Conventions,
    settings: &Settings,
) -> Vec<Element> {
    let elements = force::read(coefficients, settings)
        .filter(|(kind, _)| idle_reason(*kind, conventions, settings, lines.len()).is_none());
    let mut acting = Vec::new();
    for (kind, coefficients) in elements {
        for line in lines {
            let mut values: Vec<Value> = coefficients.iter().map(|q| q.value(b)).collect();
            if line.constant != Rational::ZERO {
                let constant = b.constant(&line.constant);
                kind.subtract_from_position(b, &mut values, constant);
            }
            acting.push(Element {
                kind,
                along: line.along.clone(),
                coefficients: values,
            });
        }
    }
    acting
}

/// The lines of a joint: one for each of its rates. `index` is its index in the system.
pub fn lines_of_joint(
    joint: &system::Joint,
    index: usize,
    coordinates: &[Coordinate],
) -> Vec<ForceLine> {
    let rates = joint.motions.iter().flat_map(|motion| {
        let start = coordinates[motion.coordinate].v;
        (start..start + motion.kind.nv()).map(|v| (v, motion.multiplier.clone()))
    });
    let line = |path: Along| ForceLine {
        along: path,
        constant: Rational::ZERO,
    };
    match joint.single_rate_motion() {
        Some(_) => vec![line(Along::Joint(index))],
        None => rates.map(|rate| line(Along::Rates(vec![rate]))).collect(),
    }
}

/// The line of a sum of positions, such as the length of a tendon; `None` if none of its joints moves.
/// `first_coordinates` has the index of the first coordinate of each joint of the model that has coordinates of its own.
pub fn line_of_sum(
    terms: &[(Spanned<String>, Number)],
    model: &Model,
    rules: &[Rule],
    coordinates: &[Coordinate],
    first_coordinates: &BTreeMap<usize, usize>,
) -> Option<ForceLine> {
    let (mut rates, mut constant) = (BTreeMap::<usize, Rational>::new(), Rational::ZERO);
    for (name, factor) in terms {
        let mut joints = model.joints.iter();
        let Some(joint) = joints.position(|joint| joint.name.value == name.value) else {
            continue;
        };
        match &rules[joint] {
            Rule::Locked(position) => constant += &factor.value * position,
            Rule::Follows {
                leader,
                multiplier,
                offset,
            } => {
                constant += &factor.value * offset;
                if let Some(first) = first_coordinates.get(leader) {
                    let rate = rates.entry(coordinates[*first].v).or_default();
                    *rate += &factor.value * multiplier;
                }
            }
        }
    }
    rates.retain(|_, factor| *factor != Rational::ZERO);
    (!rates.is_empty()).then(|| ForceLine {
        along: Along::Rates(rates.into_iter().collect()),
        constant,
    })
}

/// Reports springs with negative stiffness, springs on joints that do not move, and elements on joints with several degrees of
/// freedom. A file, which other tools read too, may have damping and friction for any joint. The same holds for springs of an
/// MJCF; but if the setting `passive` requests them, they are reported on joints with several degrees of freedom.
pub fn check(
    joints: &[Joint],
    rules: &[Rule],
    conventions: &Conventions,
    settings: &Settings,
    faults: &mut Faults,
) {
    for (joint, rule) in joints.iter().zip(rules) {
        let name = || Shown::from(&joint.name.value);
        for (kind, coefficients) in force::read(&joint.forces, settings) {
            let first = &coefficients[0];
            let joint_kind = &joint.kind.value;
            let is_dissipation_of_file = conventions.option.is_some() && kind.is_dissipative();
            let is_optional_spring = force::stores_energy(kind) && is_optional(kind, conventions);
            let is_idle = is_optional_spring && !settings.passive;
            if let Some(number) = first.exact().filter(|n| n.value < Rational::ZERO)
                && force::stores_energy(kind)
            {
                let (joint, stiffness) = (name(), Shown::from(&number.text));
                let fault = Fault::SettingSpringNegative { joint, stiffness };
                faults.push(number.span, fault);
            } else if !joint_kind.is_fixed()
                && !joint_kind.is_simple()
                && !is_dissipation_of_file
                && !is_idle
            {
                let (noun, joint, kind) = (kind.with_article(), name(), joint_kind.name());
                faults.push(
                    first.span(),
                    Fault::SettingSeveral {
                        what: noun,
                        joint,
                        kind,
                    },
                );
            } else if rule.is_locked() && force::stores_energy(kind) && !is_optional_spring {
                let (noun, joint) = (kind.name(), name());
                faults.push(first.span(), Fault::SettingJointIdle { what: noun, joint });
            }
        }
    }
}

/// The elements of a model for a report, and those that act only on request and were not requested.
#[derive(Default)]
struct Inventory {
    elements: Vec<ForceReport>,
    unrequested: Vec<Unrequested>,
}

/// An element that would act if the settings requested it.
struct Unrequested {
    what: &'static str,
    noun: &'static str,
    owner: Shown,
    span: Span,
}

impl Inventory {
    fn add(&mut self, span: Span, element: ForceReport) {
        if element.idle == Some(NOT_REQUESTED) {
            self.unrequested.push(Unrequested {
                what: element.what,
                noun: element.noun,
                owner: Shown::from(&element.owner),
                span,
            });
        }
        self.elements.push(element);
    }
}

/// All force elements of a model. Remarks, which are no errors, name the elements that users may expect to act but that
/// do not.
pub fn force_reports(
    model: &Model,
    system: &System,
    settings: &Settings,
    faults: &mut Faults,
) -> Vec<ForceReport> {
    let conventions = &model.conventions;
    let rates: BTreeMap<&str, usize> = (system.tree.joints.iter())
        .map(|joint| (joint.name.as_str(), system::Joint::nv(joint)))
        .collect();
    let rates_of = |joint: &str| rates.get(joint).copied().unwrap_or(0);
    // Faults of these settings have been reported when the model was lowered.
    let mut reported = Faults::new();
    let joints = joints_with_settings(model, settings, &mut reported);
    let _reported_already = reported.finish();
    let mut inventory = Inventory::default();
    for joint in &joints {
        let nv = rates_of(&joint.name.value);
        for (kind, coefficients) in force::read(&joint.forces, settings) {
            let (noun, span) = (kind.name(), coefficients[0].span());
            let idle = idle_reason(kind, conventions, settings, nv);
            let element = force_report(("joint", &joint.name.value), kind, &coefficients, idle);
            inventory.add(span, element);
            if nv > 1 && (force::stores_energy(kind) || !conventions.acts_on_every_rate) {
                let (joint, kind) = (Shown::from(&joint.name.value), joint.kind.value.name());
                faults.push(
                    span,
                    Fault::SettingForceSeveral {
                        what: noun,
                        joint,
                        kind,
                    },
                );
            }
        }
    }
    for tendon in &model.tendons {
        let mut names = tendon.terms.iter().map(|(name, _)| name);
        let is_mobile = names.any(|name| rates_of(&name.value) > 0);
        for (kind, coefficients) in force::read(&tendon.forces, settings) {
            let idle = if is_mobile {
                idle_reason(kind, conventions, settings, 1)
            } else {
                Some("none of its joints moves")
            };
            let element = force_report(("tendon", &tendon.name.value), kind, &coefficients, idle);
            inventory.add(coefficients[0].span(), element);
        }
    }
    for link in &model.links {
        let Some(fraction) = &link.gravity_compensation else {
            continue;
        };
        let element = ForceReport {
            noun: conventions.body_noun,
            owner: link.name.value.clone(),
            what: "gravity compensation",
            value: fraction.text.clone(),
            idle: (!settings.passive).then_some(NOT_REQUESTED),
        };
        inventory.add(fraction.span, element);
    }
    let others = match inventory.unrequested.len() {
        0 | 1 => String::new(),
        count => format!(" and of {} more", count - 1),
    };
    if let Some(first) = inventory.unrequested.into_iter().next() {
        let fault = Fault::SettingForceIdle {
            what: first.what,
            owner: first.noun,
            name: first.owner,
            others,
        };
        faults.push(first.span, fault);
    }
    inventory.elements
}

/// The report on a force element of a joint or a tendon; `idle` is the reason if it does not act.
fn force_report(
    (noun, owner): (&'static str, &str),
    kind: Kind,
    coefficients: &[Quantity],
    idle: Option<&'static str>,
) -> ForceReport {
    let texts: Vec<String> = coefficients.iter().map(value_text).collect();
    ForceReport {
        noun,
        owner: owner.to_owned(),
        what: kind.name(),
        value: kind.text(&texts),
        idle,
    }
}

/// The text of a quantity in the description.
fn value_text(quantity: &Quantity) -> String {
    match quantity.exact() {
        None => "a parameter".into(),
        Some(number) if number.text.is_empty() => "0".into(),
        Some(number) => number.text.clone(),
    }
}
