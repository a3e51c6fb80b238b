//! Lowering of fixed tendons and of gravity compensation.

use std::collections::BTreeMap;

use super::forces::{acting_elements, line_of_sum};
use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::force::{self, Along, Element};
use crate::model::Model;
use crate::settings::Settings;
use crate::system::{ConstantForce, Coordinate, LinkTree};
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, InputKind, Value};

/// What tendons add to a system.
#[derive(Default)]
pub struct TendonTerms {
    /// Terms of the kinetic energy, from armatures.
    pub kinetic: Vec<Value>,
    /// The force elements that act.
    pub forces: Vec<Element>,
}

/// Reports tendons whose armature or stiffness is negative.
pub fn check(model: &Model, settings: &Settings, faults: &mut Faults) {
    for tendon in &model.tendons {
        let name = || Shown::from(&tendon.name.value);
        let armature = tendon
            .armature
            .iter()
            .map(|armature| ("armature", armature));
        let springs =
            force::read(&tendon.forces, settings).filter(|(kind, _)| force::stores_energy(*kind));
        let springs: Vec<_> = springs.collect();
        let stiffnesses = springs
            .iter()
            .map(|(_, coefficients)| ("stiffness", &coefficients[0]));
        for (noun, quantity) in armature.chain(stiffnesses) {
            if let Some(number) = quantity.exact().filter(|n| n.value < Rational::ZERO) {
                let fault = Fault::SettingTendonNegative {
                    what: noun,
                    tendon: name(),
                    number: Shown::from(&number.text),
                };
                faults.push(number.span, fault);
            }
        }
    }
}

/// The terms of all tendons. If a tendon moves with a single rate, its armature is added to the armature of the joint
/// with this rate.
pub fn tendon_terms(
    b: &mut Builder,
    model: &Model,
    settings: &Settings,
    rules: &[Rule],
    (coordinates, first_coordinates): (&[Coordinate], &BTreeMap<usize, usize>),
    tree: &mut LinkTree,
) -> TendonTerms {
    let mut terms = TendonTerms::default();
    for tendon in &model.tendons {
        let line = line_of_sum(&tendon.terms, model, rules, coordinates, first_coordinates);
        let Some(line) = line else { continue };
        let Along::Rates(rates) = &line.along else {
            continue;
        };
        if let Some(quantity) = &tendon.armature {
            let armature = quantity.value(b);
            let joint = match &rates[..] {
                [(v, factor)] => {
                    joint_with_rate(tree, coordinates, *v).map(|joint| (joint, factor))
                }
                _ => None,
            };
            match joint {
                Some((joint, factor)) => {
                    let share = b.scale(&(factor * factor), armature);
                    let sum = &mut tree.joints[joint].armature;
                    *sum = b.add(*sum, share);
                }
                None if b.is_zero(armature) => {}
                None => terms.kinetic.push(kinetic_energy(b, armature, rates)),
            }
        }
        let coefficients = &tendon.forces;
        let lines = [line.clone()];
        let conventions = &model.conventions;
        let elements = acting_elements(b, coefficients, &lines, conventions, settings);
        terms.forces.extend(elements);
    }
    terms
}

/// The joint whose single rate is this rate of the system, and not a multiple of it.
fn joint_with_rate(tree: &LinkTree, coordinates: &[Coordinate], rate: usize) -> Option<usize> {
    tree.joints.iter().position(|joint| {
        joint.single_rate_motion().is_some_and(|motion| {
            coordinates[motion.coordinate].v == rate && motion.multiplier == Rational::ONE
        })
    })
}

/// `a s'^2 / 2`, where the rate s' is a sum of rates with factors.
fn kinetic_energy(b: &mut Builder, armature: Value, rates: &[(usize, Rational)]) -> Value {
    let scaled_rates = rates.iter().map(|(v, factor)| {
        let rate = b.input(InputKind::Qd, *v);
        b.scale(factor, rate)
    });
    let scaled_rates: Vec<Value> = scaled_rates.collect();
    let rate = b.sum(scaled_rates);
    let square = b.mul(rate, rate);
    let twice = b.mul(armature, square);
    b.scale(&(integer(1) / integer(2)), twice)
}

/// The forces that compensate the weights of links, in whole or in part, at their centres of mass; none unless the setting
/// `passive` requests them.
pub fn compensations(
    b: &mut Builder,
    model: &Model,
    settings: &Settings,
    tree: &LinkTree,
    gravity: &[Value; 3],
) -> Vec<ConstantForce> {
    if !settings.passive {
        return Vec::new();
    }
    let mut forces = Vec::new();
    for (index, link) in model.links.iter().enumerate() {
        let Some(fraction) = &link.gravity_compensation else {
            continue;
        };
        // Minus the mass whose weight is compensated.
        let negative_mass = b.scale(&-fraction.value.clone(), tree.links[index].mass);
        let force = gravity.map(|g| b.mul(negative_mass, g));
        if !force.iter().all(|&component| b.is_zero(component)) {
            forces.push(ConstantForce {
                link: index,
                point: tree.links[index].com,
                force,
            });
        }
    }
    forces
}
