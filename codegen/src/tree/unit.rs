//! Another unit of length.
//!
//! With lengths in units of L, and masses so that m L^2 keeps its number, all moments of force, all
//! second moments and so all equations of turning joints stay as they are. Rates of sliding are
//! divided by L where they come in, and so are their forces where they go out. A length that occurs
//! often becomes 1.

use std::collections::BTreeMap;

use super::Tree;
use crate::exact::{Rational, integer};

/// Lengths worth being a unit, the most frequent first.
#[must_use]
pub fn length_units(tree: &Tree) -> Vec<Rational> {
    let least = tree.reach() / integer(10);
    let mut occurrences: BTreeMap<Rational, usize> = BTreeMap::new();
    for body in tree.bodies.iter().filter(|body| body.parent.is_some()) {
        for &component in &body.placement.translation {
            if let Some(length) = tree.builder.as_constant(component)
                && *length != Rational::ZERO
            {
                let length = if *length < Rational::ZERO {
                    -length.clone()
                } else {
                    length.clone()
                };
                *occurrences.entry(length).or_default() += 1;
            }
        }
    }
    let worth = |(length, _): &(Rational, usize)| *length >= least && *length != integer(1);
    let mut lengths: Vec<(Rational, usize)> = occurrences.into_iter().filter(worth).collect();
    lengths.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    lengths.into_iter().map(|(length, _)| length).collect()
}

/// The tree with lengths in another unit; its links' poses are not to be used any more.
#[must_use]
pub fn in_length_unit(tree: &Tree, unit: &Rational) -> Tree {
    let mut scaled = tree.clone();
    scaled.unit = &tree.unit * unit;
    let b = &mut scaled.builder;
    let inverse = Rational::ONE / unit;
    scaled.gravity = scaled.gravity.map(|g| b.scale(&inverse, g));
    for body in &mut scaled.bodies {
        body.placement.translation = body.placement.translation.map(|p| b.scale(&inverse, p));
        body.inertia.first = body.inertia.first.map(|h| b.scale(unit, h));
        body.inertia.mass = b.scale(&(unit * unit), body.inertia.mass);
    }
    scaled.links = Vec::new();
    scaled.compact();
    scaled
}
