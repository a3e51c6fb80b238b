//! Scaling to another unit of length.
//!
//! With lengths divided by the unit L, and masses multiplied by L^2, mass times length squared keeps its value. So all torques, all
//! second moments and all equations of revolute joints stay the same. Rates of sliding joints are divided by L on input, and
//! their forces on output. A length that occurs often becomes 1.

use std::collections::BTreeMap;

use crate::Tree;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Input, InputKind, Node, Value};

/// A length that can be the unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// In m.
    Constant(Rational),
    /// The parameter with this index.
    Parameter(usize),
}

/// Lengths that are worth using as the unit, the most frequent first: constants of at least a tenth of the tree's size, and
/// parameters that are never 0.
#[must_use]
pub fn length_units(tree: &Tree) -> Vec<Length> {
    let least = tree.size() / integer(10);
    let mut occurrences: BTreeMap<Length, usize> = BTreeMap::new();
    let children = tree.bodies.iter().filter(|body| body.parent.is_some());
    for component in children.flat_map(|body| body.placement.translation) {
        if let Some(length) = length_of(tree, component) {
            *occurrences.entry(length).or_default() += 1;
        }
    }
    let is_worthwhile = |(length, _): &(Length, usize)| match length {
        Length::Constant(length) => *length >= least && *length != integer(1),
        Length::Parameter(index) => tree.nonzero_parameters.contains(index),
    };
    let mut lengths: Vec<_> = occurrences.into_iter().filter(is_worthwhile).collect();
    lengths.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    lengths.into_iter().map(|(length, _)| length).collect()
}

/// The magnitude of a component of a shift, as a length. None if it is 0, or neither a constant nor a single parameter.
fn length_of(tree: &Tree, component: Value) -> Option<Length> {
    if let Some(length) = tree.builder.as_constant(component) {
        let length = if *length < Rational::ZERO { -length.clone() } else { length.clone() };
        return (length != Rational::ZERO).then_some(Length::Constant(length));
    }
    let component = match tree.builder.node(component) {
        Node::Neg(length) => length,
        _ => component,
    };
    match tree.builder.node(component) {
        Node::Input(Input {
            kind: InputKind::Parameter,
            index,
        }) => Some(Length::Parameter(index as usize)),
        _ => None,
    }
}

/// The tree with lengths in another unit, including those in the poses of links and in constraints. The list of masses of
/// single links is emptied, since it is not converted. The inertia of the world, springs between points and constant forces
/// stay as they are.
#[must_use]
pub fn in_length_unit(tree: &Tree, unit: &Length) -> Tree {
    let mut result = tree.clone();
    let b = &mut result.builder;
    let unit = match unit {
        Length::Constant(length) => b.constant(length),
        Length::Parameter(index) => b.input(InputKind::Parameter, *index),
    };
    let (one, minus_unit) = (b.one(), b.neg(unit));
    let (inverse, minus_one) = (b.div(one, unit), b.neg(one));
    result.unit = b.mul(tree.unit, unit);
    result.gravity = result.gravity.map(|g| b.mul(inverse, g));
    let square = b.mul(unit, unit);
    for body in &mut result.bodies {
        body.placement.translation = body.placement.translation.map(|p| match p {
            p if p == unit => one,
            p if p == minus_unit => minus_one,
            p => b.mul(inverse, p),
        });
        body.inertia.first_moment = body.inertia.first_moment.map(|h| b.mul(unit, h));
        body.inertia.mass = b.mul(square, body.inertia.mass);
    }
    for link in &mut result.links {
        link.pose.translation = link.pose.translation.map(|p| b.mul(inverse, p));
    }
    // The numbers of a row are lengths: coordinates of points, and distances.
    for constraint in &mut result.constraints {
        (constraint.row).each_value(&mut |length| *length = b.mul(inverse, *length));
    }
    result.masses = Vec::new();
    result.compact();
    result
}
